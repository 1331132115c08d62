//! Circuits as graphs: gates that are kept, not turned into clauses.

use kulan_sat::{Gates, Lit, Solver};

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

    /// The values of all nodes, 64 assignments at once, given those of the free ones.
    pub fn simulate(&self, free: impl Fn(Lit) -> u64, values: &mut Vec<u64>) {
        values.clear();
        for (i, &node) in self.nodes.iter().enumerate() {
            let of = |l: Lit| values[l.variable() as usize] ^ if l.is_complement() { u64::MAX } else { 0 };
            let value = match node {
                Node::True => u64::MAX,
                Node::Free => free(Lit::new(i as u32)),
                Node::And(a, b) => of(a) & of(b),
                Node::Xor(a, b) => of(a) ^ of(b),
            };
            values.push(value);
        }
    }

    /// The clauses that make a solver's variable, given for each literal of the operands, the value of a gate.
    pub fn clauses(node: Node, gate: Lit, of: impl Fn(Lit) -> Lit, solver: &mut impl Solver) {
        match node {
            Node::True => solver.add_clause(&[gate]),
            Node::Free => {}
            Node::And(a, b) => {
                let (a, b) = (of(a), of(b));
                solver.add_clause(&[!gate, a]);
                solver.add_clause(&[!gate, b]);
                solver.add_clause(&[gate, !a, !b]);
            }
            Node::Xor(a, b) => {
                let (a, b) = (of(a), of(b));
                solver.add_clause(&[!gate, a, b]);
                solver.add_clause(&[!gate, !a, !b]);
                solver.add_clause(&[gate, !a, b]);
                solver.add_clause(&[gate, a, !b]);
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

/// The value of a literal among simulated values, in the first of the 64 assignments.
pub fn is_true(values: &[u64], lit: Lit) -> bool {
    (values[lit.variable() as usize] & 1 == 1) != lit.is_complement()
}
