//! Circuits as graphs: gates that are kept, not turned into clauses.

use kulan_sat::{Gates, Lit};

/// A node of an [`Aig`]; its number is that of the literal's variable.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Node {
    /// Always true: node 0, and no other.
    True,
    /// Any value: an input, or a bit of the state.
    Free,
    /// Both are true.
    And(Lit, Lit),
    /// They differ.
    Xor(Lit, Lit),
}

/// An and-inverter graph with gates for exclusive or. Operands come before the gates that use them.
#[derive(Clone, Debug, Default)]
pub struct Aig {
    nodes: Vec<Node>,
}

impl Aig {
    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is not even a constant.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The node of a literal.
    pub fn node(&self, lit: Lit) -> Node {
        self.nodes[lit.variable() as usize]
    }

    /// All nodes with the literals that are true where they are.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = (Lit, Node)> + '_ {
        self.nodes.iter().enumerate().map(|(i, &node)| (Lit::new(i as u32), node))
    }

    fn add(&mut self, node: Node) -> Lit {
        kulan_control::checkpoint();
        self.nodes.push(node);
        Lit::new(self.nodes.len() as u32 - 1)
    }

    /// Marks what some literals depend on, within one step.
    pub fn mark_cone(&self, roots: impl IntoIterator<Item = Lit>, marks: &mut [bool]) {
        let mut stack: Vec<usize> = roots.into_iter().map(|l| l.variable() as usize).collect();
        while let Some(i) = stack.pop() {
            if !std::mem::replace(&mut marks[i], true)
                && let Node::And(a, b) | Node::Xor(a, b) = self.nodes[i]
            {
                stack.extend([a.variable() as usize, b.variable() as usize]);
            }
        }
    }
}

impl Gates for Aig {
    fn truth(&mut self) -> Lit {
        self.add(Node::True)
    }

    fn free_bit(&mut self) -> Lit {
        self.add(Node::Free)
    }

    fn demand(&mut self, clause: &[Lit]) {
        unreachable!("a relation has no constraints, but {clause:?} was demanded");
    }

    fn and_gate(&mut self, a: Lit, b: Lit) -> Lit {
        self.add(Node::And(a, b))
    }

    fn xor_gate(&mut self, a: Lit, b: Lit) -> Lit {
        self.add(Node::Xor(a, b))
    }
}
