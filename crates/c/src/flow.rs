//! The control flow of one function: loops, where branches meet again, which values are still needed, and which variables
//! are read before they are set.

use kulan_llvm::function::Definition;
use kulan_llvm::{BlockId, Function, Id, InstructionId, Op, Operand, ValueId};
use rustc_hash::FxHashSet;

/// What is known of a function's control flow.
#[derive(Debug)]
pub struct Flow {
    /// By block: whether a path through the function can come back to it along this edge first.
    pub loop_head: Vec<bool>,
    /// By block: whether it can be passed more than once.
    pub repeats: Vec<bool>,
    /// By block: the first block that all ways from it to a return pass.
    pub meets: Vec<Option<BlockId>>,
    live_out: Vec<FxHashSet<ValueId>>,
    /// By block: addresses that are loaded from before they are stored to.
    read_out: Vec<FxHashSet<ValueId>>,
    /// Results of `alloca` that may be read before they are written.
    pub unset: FxHashSet<ValueId>,
}

impl Flow {
    pub fn new(f: &Function) -> Flow {
        let next: Vec<Vec<usize>> =
            f.blocks.ids().map(|b| f.terminator(b).op.successors().into_iter().map(Id::index).collect()).collect();
        Flow {
            loop_head: loop_heads(&next),
            repeats: (0..next.len()).map(|b| reaches(&next, b, b)).collect(),
            meets: meeting_points(f, &next),
            live_out: liveness(f, &next),
            read_out: reads(f, &next),
            unset: read_before_set(f, &next),
        }
    }

    /// The addresses from which something is loaded, from an instruction on, before it is stored there: of locals whose
    /// addresses are used for nothing else, those whose values are still needed.
    pub fn read_before(&self, f: &Function, at: InstructionId) -> FxHashSet<ValueId> {
        let block = f.block_of(at);
        let mut read = self.read_out[block.index()].clone();
        for (id, instruction) in f.body(block).rev() {
            pass_back(&instruction.op, &mut read);
            if id == at {
                break;
            }
        }
        read
    }

    /// The values that are needed from an instruction on.
    pub fn live_before(&self, f: &Function, at: InstructionId) -> FxHashSet<ValueId> {
        let block = f.block_of(at);
        let mut live = self.live_out[block.index()].clone();
        for (id, instruction) in f.body(block).rev() {
            if let Some(result) = instruction.result {
                live.remove(&result);
            }
            if !matches!(instruction.op, Op::Phi { .. }) {
                uses(&instruction.op, &mut |v| {
                    live.insert(v);
                });
            }
            if id == at {
                break;
            }
        }
        live
    }
}

/// The values that an operation needs.
pub fn uses(op: &Op, visit: &mut impl FnMut(ValueId)) {
    op.for_each_operand(&mut |operand| {
        if let Operand::Value(value) = operand {
            visit(*value);
        }
    });
}

/// What is read before an operation, from what is read behind it.
fn pass_back(op: &Op, read: &mut FxHashSet<ValueId>) {
    match op {
        Op::Load { address: Operand::Value(v), .. } => {
            read.insert(*v);
        }
        Op::Store { address: Operand::Value(v), .. } => {
            read.remove(v);
        }
        _ => {}
    }
}

fn reads(f: &Function, next: &[Vec<usize>]) -> Vec<FxHashSet<ValueId>> {
    let n = next.len();
    let (mut read_in, mut read_out) = (vec![FxHashSet::default(); n], vec![FxHashSet::default(); n]);
    let mut changed = true;
    while changed {
        changed = false;
        for b in (0..n).rev() {
            kulan_control::checkpoint();
            let out: FxHashSet<ValueId> = next[b].iter().flat_map(|&s| read_in[s].iter().copied()).collect();
            let mut read = out.clone();
            for (_, instruction) in f.body(BlockId::new(b)).rev() {
                pass_back(&instruction.op, &mut read);
            }
            changed |= read.len() != read_in[b].len() || out.len() != read_out[b].len();
            (read_in[b], read_out[b]) = (read, out);
        }
    }
    read_out
}

fn loop_heads(next: &[Vec<usize>]) -> Vec<bool> {
    let (mut heads, mut color) = (vec![false; next.len()], vec![0u8; next.len()]);
    let mut stack = vec![(0usize, 0usize)];
    if next.is_empty() {
        return heads;
    }
    color[0] = 1;
    while let Some((block, edge)) = stack.pop() {
        match next[block].get(edge) {
            Some(&to) => {
                stack.push((block, edge + 1));
                match color[to] {
                    0 => {
                        color[to] = 1;
                        stack.push((to, 0));
                    }
                    1 => heads[to] = true,
                    _ => {}
                }
            }
            None => color[block] = 2,
        }
    }
    heads
}

fn reaches(next: &[Vec<usize>], from: usize, to: usize) -> bool {
    let (mut seen, mut todo) = (vec![false; next.len()], vec![from]);
    while let Some(block) = todo.pop() {
        kulan_control::checkpoint();
        for &b in &next[block] {
            if b == to {
                return true;
            }
            if !std::mem::replace(&mut seen[b], true) {
                todo.push(b);
            }
        }
    }
    false
}

/// Immediate post-dominators. A block that ends the run counts as no way out, so that a failed assertion does not keep
/// branches from meeting.
fn meeting_points(f: &Function, next: &[Vec<usize>]) -> Vec<Option<BlockId>> {
    let n = next.len();
    let words = n.div_ceil(64);
    let full = vec![u64::MAX; words];
    let mut sets = vec![full.clone(); n];
    let returns: Vec<bool> = f.blocks.ids().map(|b| matches!(f.terminator(b).op, Op::Return(_))).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for b in (0..n).rev() {
            kulan_control::checkpoint();
            let mut set = if returns[b] { vec![0; words] } else { full.clone() };
            for &s in &next[b] {
                set.iter_mut().zip(&sets[s]).for_each(|(a, b)| *a &= b);
            }
            if set != full {
                set[b / 64] |= 1 << (b % 64);
            }
            if set != sets[b] {
                sets[b] = set;
                changed = true;
            }
        }
    }
    let size = |set: &[u64]| set.iter().map(|w| w.count_ones()).sum::<u32>();
    (0..n)
        .map(|b| {
            if sets[b] == full {
                return None;
            }
            let mut strict = (0..n).filter(|&p| p != b && sets[b][p / 64] >> (p % 64) & 1 == 1);
            strict.find(|&p| size(&sets[p]) + 1 == size(&sets[b])).map(BlockId::new)
        })
        .collect()
}

fn liveness(f: &Function, next: &[Vec<usize>]) -> Vec<FxHashSet<ValueId>> {
    let n = next.len();
    let (mut live_in, mut live_out) = (vec![FxHashSet::default(); n], vec![FxHashSet::default(); n]);
    let mut changed = true;
    while changed {
        changed = false;
        for b in (0..n).rev() {
            kulan_control::checkpoint();
            let mut out: FxHashSet<ValueId> = FxHashSet::default();
            for &s in &next[b] {
                out.extend(live_in[s].iter().copied());
                for (_, instruction) in f.body(BlockId::new(s)) {
                    if let Op::Phi { incoming, .. } = &instruction.op {
                        let here = incoming.iter().filter(|(_, from)| from.index() == b);
                        out.extend(here.filter_map(|(v, _)| if let Operand::Value(v) = v { Some(*v) } else { None }));
                    }
                }
            }
            let mut live = out.clone();
            for (_, instruction) in f.body(BlockId::new(b)).rev() {
                if let Some(result) = instruction.result {
                    live.remove(&result);
                }
                if !matches!(instruction.op, Op::Phi { .. }) {
                    uses(&instruction.op, &mut |v| {
                        live.insert(v);
                    });
                }
            }
            if live.len() != live_in[b].len() || out.len() != live_out[b].len() {
                changed = true;
            }
            live_in[b] = live;
            live_out[b] = out;
        }
    }
    live_out
}

/// Allocas, by a forward analysis of which are certainly written.
fn read_before_set(f: &Function, next: &[Vec<usize>]) -> FxHashSet<ValueId> {
    let is_alloca = |v: ValueId| match f.values[v].definition {
        Definition::Instruction(i) => matches!(f.instructions[i].op, Op::Alloca { .. }),
        Definition::Parameter(_) => false,
    };
    let mut unset = FxHashSet::default();
    let mut entry: Vec<Option<FxHashSet<ValueId>>> = vec![None; next.len()];
    if next.is_empty() {
        return unset;
    }
    entry[0] = Some(FxHashSet::default());
    let mut todo = vec![0];
    while let Some(b) = todo.pop() {
        kulan_control::checkpoint();
        let mut set = entry[b].clone().unwrap_or_default();
        for (_, instruction) in f.body(BlockId::new(b)) {
            match &instruction.op {
                Op::Alloca { .. } => {
                    instruction.result.iter().for_each(|v| {
                        set.remove(v);
                    });
                }
                Op::Store { address: Operand::Value(v), .. } => {
                    set.insert(*v);
                }
                Op::Load { address: Operand::Value(v), .. }
                | Op::AtomicRmw { address: Operand::Value(v), .. }
                | Op::CompareExchange { address: Operand::Value(v), .. }
                    if is_alloca(*v) && !set.contains(v) =>
                {
                    unset.insert(*v);
                }
                _ => {}
            }
        }
        for &s in &next[b] {
            let merged = match &entry[s] {
                None => set.clone(),
                Some(old) => old.intersection(&set).copied().collect(),
            };
            if entry[s].as_ref() != Some(&merged) {
                entry[s] = Some(merged);
                todo.push(s);
            }
        }
    }
    unset
}
