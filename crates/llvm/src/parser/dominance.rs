//! A value is computed before it is used, on every way to the use.
//!
//! Dominators by the iteration of Cooper, Harvey and Kennedy ("A simple, fast dominance algorithm", 2001). Blocks that
//! cannot be reached may do as they like, as in LLVM.

use kulan_diagnostics::Span;
use kulan_syntax::Parsed;

use super::Parser;
use crate::function::{Definition, Function};
use crate::id::{BlockId, Id, InstructionId, ValueId};
use crate::instruction::{Op, Operand};

/// Stands for a block that is not reached.
const UNREACHED: u32 = u32::MAX;

/// The tree of dominators of the blocks that can be reached, which are known by their position in reverse postorder.
struct Dominators {
    /// By block, its position.
    position: Vec<u32>,
    /// By position, when it is visited in the tree, and when the last one below it is left.
    visits: Vec<(u32, u32)>,
}

impl Dominators {
    fn new(function: &Function) -> Dominators {
        let order = reverse_postorder(function);
        let mut position = vec![UNREACHED; function.blocks.len()];
        for (index, block) in order.iter().enumerate() {
            position[block.index()] = index as u32;
        }
        let predecessors = function.predecessors();
        let mut parent = vec![UNREACHED; order.len()];
        parent[0] = 0;
        let mut changed = true;
        while changed {
            changed = false;
            for (index, block) in order.iter().enumerate().skip(1) {
                let known = predecessors[block.index()].iter().map(|p| position[p.index()]);
                let mut known = known.filter(|&p| p != UNREACHED && parent[p as usize] != UNREACHED);
                let first = known.next().unwrap_or(0);
                let nearest = known.fold(first, |a, b| common(&parent, a, b));
                changed |= std::mem::replace(&mut parent[index], nearest) != nearest;
            }
        }
        Dominators { position, visits: visits(&parent) }
    }

    fn is_reached(&self, block: BlockId) -> bool {
        self.position[block.index()] != UNREACHED
    }

    /// Whether every way to the reached block `below` leads through `above`.
    fn dominates(&self, above: BlockId, below: BlockId) -> bool {
        let visit = |block: BlockId| self.visits[self.position[block.index()] as usize];
        let ((start, end), (at, _)) = (visit(above), visit(below));
        start <= at && at < end
    }
}

/// A walk through the tree, in which each position comes behind its parent.
fn visits(parent: &[u32]) -> Vec<(u32, u32)> {
    let mut sizes = vec![1u32; parent.len()];
    for at in (1..parent.len()).rev() {
        sizes[parent[at] as usize] += sizes[at];
    }
    let mut free = vec![0u32; parent.len()];
    let mut visits = vec![(0, sizes[0]); parent.len()];
    for at in 0..parent.len() {
        if at > 0 {
            let slot = &mut free[parent[at] as usize];
            visits[at] = (*slot, *slot + sizes[at]);
            *slot += sizes[at];
        }
        free[at] = visits[at].0 + 1;
    }
    visits
}

fn common(parent: &[u32], mut a: u32, mut b: u32) -> u32 {
    while a != b {
        if a > b {
            a = parent[a as usize];
        } else {
            b = parent[b as usize];
        }
    }
    a
}

fn reverse_postorder(function: &Function) -> Vec<BlockId> {
    let mut seen = vec![false; function.blocks.len()];
    let mut order = Vec::with_capacity(function.blocks.len());
    let entry = BlockId::new(0);
    seen[0] = true;
    let mut stack = vec![(entry, function.terminator(entry).op.successors())];
    while let Some((block, rest)) = stack.last_mut() {
        match rest.pop() {
            Some(next) => {
                if !std::mem::replace(&mut seen[next.index()], true) {
                    stack.push((next, function.terminator(next).op.successors()));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

impl Parser<'_> {
    pub(super) fn check_dominance(&mut self) -> Parsed<()> {
        match first_early_use(&self.body.function) {
            None => Ok(()),
            Some(span) => self.error("control-flow", span, "this uses a value that may not be computed yet"),
        }
    }
}

/// The first instruction that uses a value too early.
fn first_early_use(function: &Function) -> Option<Span> {
    let mut found = None;
    let mut dominators: Option<Dominators> = None;
    for block in function.blocks.ids() {
        let mut defined_before = |value: ValueId, at: BlockId, before: InstructionId| {
            let Definition::Instruction(definition) = function.values[value].definition else { return true };
            let home = &function.blocks[at];
            if definition >= home.first && definition <= home.last {
                // In the same block, order decides; a loop does not help.
                return definition < before || !reached(&mut dominators, function, at);
            }
            let dominators = dominators.get_or_insert_with(|| Dominators::new(function));
            !dominators.is_reached(at) || {
                let above = function.block_of(definition);
                dominators.is_reached(above) && dominators.dominates(above, at)
            }
        };
        for (id, instruction) in function.body(block) {
            let mut early = false;
            if let Op::Phi { incoming, .. } = &instruction.op {
                // The value is needed at the end of the block it comes from.
                for &(operand, from) in incoming {
                    if let Operand::Value(value) = operand {
                        let end = InstructionId::new(function.blocks[from].last.index() + 1);
                        early |= !defined_before(value, from, end);
                    }
                }
            } else {
                instruction.op.for_each_operand(&mut |operand| {
                    if let Operand::Value(value) | Operand::MetadataValue(value) = operand {
                        early |= !defined_before(*value, block, id);
                    }
                });
            }
            if early {
                found = found.or(Some(instruction.place.0));
            }
        }
    }
    found
}

fn reached(dominators: &mut Option<Dominators>, function: &Function, block: BlockId) -> bool {
    dominators.get_or_insert_with(|| Dominators::new(function)).is_reached(block)
}
