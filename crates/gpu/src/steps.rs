//! The successors of a state: code that goes through blocks, each of which tries at most one transition of a thread.
//!
//! All lanes of a warp go through the same blocks one after the other. In a block, each one branches to where its state
//! stands, and all meet again behind it, to store what they found together. One whose state needs no more waits there.

use kulan_ir::{Check, Layout, Role, Rows, System, Transition, TransitionId, VarId};
use kulan_search::Options;

use crate::expression::{Emitter, Known};
use crate::ptx::{Code, Label, Register};
use crate::successor::{apply, conjunction};

/// What is tried together.
#[derive(Debug)]
enum Block {
    /// One transition, whatever the location of its thread.
    Anywhere(TransitionId),
    /// One of these, by the value of the thread's program counter.
    ByLocation(VarId, Vec<(u64, TransitionId)>),
    /// Nothing: what is behind is for states without an enabled transition.
    Gate,
}

/// Which transitions the code tries, in which order.
pub struct Steps<'a> {
    system: &'a System,
    rows: &'a Rows,
    options: &'a Options,
    blocks: Vec<Block>,
}

/// What a thread of the device keeps while it goes through the blocks.
#[derive(Copy, Clone)]
pub struct Walk {
    /// The number of the block: the same for all lanes of a warp.
    pub step: Register,
    /// Which of the tuples of inputs: the same for all lanes.
    pub row: Register,
    /// Whether the state goes on through the blocks.
    pub on: Register,
    /// How many transitions were enabled.
    pub enabled: Register,
    /// Whether there is a successor, and whether the block has another one.
    pub has: Register,
    /// See `has`.
    pub more: Register,
    /// The address of the tuples of inputs.
    pub inputs: Register,
    /// Whether the state is left to the host.
    pub left: Register,
    /// Where all meet behind a block. There is no other way out of it: only then do they go on together.
    pub join: Label,
}

impl Walk {
    /// Leaves the state to the host.
    fn leave(self, b: &mut Code) {
        b.one("mov.u32", self.left, 1);
        b.one("mov.u32", self.on, 0);
        b.jump(self.join);
    }

    /// Leaves the state to the host unless a predicate is true.
    fn leave_unless(self, b: &mut Code, fine: Register) {
        b.line(format_args!("@!{fine} mov.u32 {}, 1", self.left));
        b.line(format_args!("@!{fine} mov.u32 {}, 0", self.on));
        b.jump_unless(fine, self.join);
    }
}

impl<'a> Steps<'a> {
    /// The steps of a system; which checks matter, the options say.
    pub fn new(system: &'a System, rows: &'a Rows, options: &'a Options) -> Steps<'a> {
        let mut blocks = blocks(system, Role::Step);
        let fallbacks = blocks_of_fallbacks(system);
        if !fallbacks.is_empty() {
            blocks.push(Block::Gate);
            blocks.extend(fallbacks);
        }
        Steps { system, rows, options, blocks }
    }

    /// How many blocks there are.
    pub fn count(&self) -> usize {
        self.blocks.len()
    }

    /// How many successors a state can have at most.
    pub fn most(&self) -> u64 {
        let count = |t: &TransitionId| self.rows.count(*t) as u64;
        let most = |block: &Block| match block {
            Block::Anywhere(t) => count(t),
            Block::ByLocation(_, cases) => cases.iter().map(|(_, t)| count(t)).max().unwrap_or(0),
            Block::Gate => 0,
        };
        self.blocks.iter().map(most).sum()
    }

    /// The checks of a transition that make a difference: one that lets the run go on and is not asked for makes none.
    fn checks<'t>(&self, transition: &'t Transition) -> impl Iterator<Item = &'t Check> + use<'t, '_, 'a> {
        let is_moot = |c: &Check| c.kind.goes_on() && !self.options.looks_for(c.kind);
        transition.checks.iter().filter(move |c| !is_moot(c))
    }

    /// Code that leaves a state in which a check of an observer fails to the host.
    pub fn observe(&self, b: &mut Code, emitter: &Emitter, left: Register) {
        let mut known = Known::default();
        for transition in self.system.transitions.iter().filter(|t| t.is_observer()) {
            let checks: Vec<_> = transition.checks.iter().filter(|c| self.options.looks_for(c.kind)).collect();
            if checks.is_empty() {
                continue;
            }
            let done = b.label();
            let guards = transition.guards.iter().map(|g| self.system.guards[g.index()]);
            let values: Vec<_> = guards.map(|g| emitter.value(b, &mut known, g)).collect();
            let checked: Vec<_> = checks.iter().map(|c| emitter.value(b, &mut known, c.condition)).collect();
            if let Some(holds) = conjunction(b, values) {
                b.jump_unless(holds, done);
            }
            if let Some(fine) = conjunction(b, checked) {
                b.line(format_args!("@!{fine} mov.u32 {left}, 1"));
            }
            b.place(done);
        }
    }

    /// Code that goes to the block of the current step, and the blocks.
    pub fn emit(&self, b: &mut Code, emitter: &mut Emitter, walk: Walk) {
        let labels: Vec<Label> = self.blocks.iter().map(|_| b.label()).collect();
        if labels.is_empty() {
            return;
        }
        b.jump_by(walk.step, &labels);
        for (block, &label) in self.blocks.iter().zip(&labels) {
            b.place(label);
            match block {
                Block::Anywhere(t) => self.attempt(b, emitter, walk, *t, None),
                Block::ByLocation(counter, cases) => self.by_location(b, emitter, walk, *counter, cases),
                Block::Gate => {
                    let some = b.test("setp.ne.u32", walk.enabled, 0);
                    b.line(format_args!("@{some} mov.u32 {}, 0", walk.on));
                    b.jump(walk.join);
                }
            }
        }
    }

    fn by_location(
        &self,
        b: &mut Code,
        emitter: &mut Emitter,
        walk: Walk,
        counter: VarId,
        cases: &[(u64, TransitionId)],
    ) {
        let place = emitter.layout.place(counter);
        let word = emitter.word(b, place.word);
        let shifted = b.narrow_of("shr.u32", word, place.shift);
        let location = b.narrow_of("and.b32", shifted, kulan_ir::expr::mask(place.width));
        let labels: Vec<Label> = cases.iter().map(|_| b.label()).collect();
        if let [(only, _)] = cases {
            let is_there = b.test("setp.ne.u32", location, only);
            b.jump_if(is_there, walk.join);
        } else {
            let last = cases.iter().map(|&(l, _)| l).max().unwrap_or(0);
            let mut targets = vec![walk.join; last as usize + 1];
            cases.iter().zip(&labels).for_each(|(&(l, _), &label)| targets[l as usize] = label);
            let is_beyond = b.test("setp.gt.u32", location, last);
            b.jump_if(is_beyond, walk.join);
            b.jump_by(location, &targets);
        }
        for (&(value, t), &label) in cases.iter().zip(&labels) {
            b.place(label);
            self.attempt(b, emitter, walk, t, Some((counter, value)));
        }
    }

    /// Tries a transition: if it is enabled, its successor is in local memory.
    fn attempt(&self, b: &mut Code, emitter: &mut Emitter, walk: Walk, t: TransitionId, decided: Option<(VarId, u64)>) {
        let transition = self.system.transition(t);
        let mut known = Known::default();
        let guards = transition.guards.iter().map(|g| self.system.guards[g.index()]);
        let open = guards.filter(|&g| decided.is_none() || self.system.as_equality(g) != decided);
        let values: Vec<Register> = open.map(|g| emitter.value(b, &mut known, g)).collect();
        if let Some(holds) = conjunction(b, values) {
            b.jump_unless(holds, walk.join);
        }
        b.two("add.u32", walk.enabled, walk.enabled, 1);
        if transition.continues.is_some() {
            return walk.leave(b);
        }
        emitter.inputs = self.inputs(b, walk, t);
        let checks: Vec<_> = self.checks(transition).collect();
        let values: Vec<_> = checks.iter().map(|c| emitter.value(b, &mut known, c.condition)).collect();
        if let Some(fine) = conjunction(b, values) {
            walk.leave_unless(b, fine);
        }
        apply(b, emitter, &transition.updates, &mut known);
        emitter.inputs = None;
        b.one("mov.u32", walk.has, 1);
        b.jump(walk.join);
    }

    /// The address of the tuple of inputs at hand, if the transition has some; notes whether there is another one.
    fn inputs(&self, b: &mut Code, walk: Walk, t: TransitionId) -> Option<Register> {
        self.rows.table(t)?;
        let width = self.system.transition(t).inputs.len() as u64;
        let before: usize = (0..t.0).map(|u| self.rows.table(TransitionId(u)).map_or(0, <[u64]>::len)).sum();
        let row = b.wide();
        b.one("cvt.u64.u32", row, walk.row);
        let offset = b.wide_of("mul.lo.u64", row, width * 8);
        let offset = b.wide_of("add.u64", offset, before as u64 * 8);
        let address = b.wide_of("add.u64", walk.inputs, offset);
        let next = b.narrow_of("add.u32", walk.row, 1);
        let is_more = b.test("setp.lt.u32", next, self.rows.count(t));
        b.three("selp.b32", walk.more, 1, 0, is_more);
        Some(address)
    }
}

/// All tuples of inputs, one transition after the other.
pub fn all_inputs(system: &System, rows: &Rows) -> Vec<u64> {
    system.transition_ids().filter_map(|t| rows.table(t)).flatten().copied().collect()
}

fn blocks_of_fallbacks(system: &System) -> Vec<Block> {
    blocks(system, Role::Fallback)
}

/// The transitions of a role: of each thread the first ones of all locations together, then the second ones, and so on.
fn blocks(system: &System, role: Role) -> Vec<Block> {
    let mut blocks = Vec::new();
    for (group, thread) in system.by_location(|t| t.role == role).iter().zip(&system.threads) {
        let most = group.at.iter().map(Vec::len).max().unwrap_or(0);
        for i in 0..most {
            let located = group.at.iter().enumerate();
            let cases = located.filter_map(|(l, list)| Some((l as u64, *list.get(i)?))).collect();
            let counter = thread.program_counter.expect("who has locations has a program counter");
            blocks.push(Block::ByLocation(counter, cases));
        }
        blocks.extend(group.anywhere.iter().map(|&t| Block::Anywhere(t)));
    }
    blocks
}

/// Whether the location of each thread is at most 32 bits wide and small enough for a table.
pub fn has_small_locations(system: &System, layout: &Layout) -> bool {
    let counters = system.threads.iter().filter_map(|t| t.program_counter);
    let is_narrow = counters.into_iter().all(|pc| layout.place(pc).width <= 32);
    is_narrow && system.by_location(|_| true).iter().all(|group| group.at.len() <= 1 << 20)
}
