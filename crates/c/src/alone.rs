//! Where the first thread is certainly the only one: before it can have created another. Nobody sees there what it does.

use kulan_llvm::{BlockId, Id, InstructionId, Module};
use rustc_hash::FxHashSet;

use crate::points_to::{Analysis, ContextId};

/// By call path of the first thread: whether threads may have been created when it begins, and at the start of each block.
pub struct Alone {
    begun: Vec<bool>,
    blocks: Vec<Vec<bool>>,
    /// Instructions that create threads, also by calls.
    creates: FxHashSet<(ContextId, InstructionId)>,
}

impl Alone {
    pub fn new(module: &Module, analysis: &Analysis<'_>) -> Alone {
        let mut creates = FxHashSet::default();
        for &(context, at) in analysis.created.keys() {
            let mut place = Some((context, at));
            while let Some(here) = place.filter(|&p| creates.insert(p)) {
                place = analysis.contexts[here.0].caller;
            }
        }
        let mut alone = Alone { begun: Vec::new(), blocks: Vec::new(), creates };
        // A caller has a smaller number than what it calls.
        for (id, context) in analysis.contexts.iter().enumerate() {
            let begun = match context.caller {
                _ if context.template != 0 => true,
                Some((caller, at)) => !alone.holds(module, analysis, caller, at),
                None => false,
            };
            alone.begun.push(begun);
            let blocks = alone.blocks_behind(module, analysis, id);
            alone.blocks.push(blocks);
        }
        alone
    }

    fn blocks_behind(&self, module: &Module, analysis: &Analysis<'_>, context: ContextId) -> Vec<bool> {
        let Some(f) = module.function(analysis.contexts[context].function) else { return Vec::new() };
        let mut behind = vec![self.begun[context]; f.blocks.ids().count()];
        let creates = |b: BlockId| f.body(b).any(|(at, _)| self.creates.contains(&(context, at)));
        let mut todo: Vec<BlockId> = f.blocks.ids().filter(|&b| creates(b)).collect();
        while let Some(block) = todo.pop() {
            for to in f.terminator(block).op.successors() {
                if !std::mem::replace(&mut behind[to.index()], true) {
                    todo.push(to);
                }
            }
        }
        behind
    }

    /// Whether no other thread can run yet when an instruction is reached.
    pub fn holds(&self, module: &Module, analysis: &Analysis<'_>, context: ContextId, at: InstructionId) -> bool {
        let Some(f) = module.function(analysis.contexts[context].function) else { return false };
        let block = f.block_of(at);
        let before = |(id, _): (InstructionId, _)| id < at && self.creates.contains(&(context, id));
        !self.begun[context] && !self.blocks[context][block.index()] && !f.body(block).any(before)
    }
}
