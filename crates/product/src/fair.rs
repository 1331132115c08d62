//! A program observed by an automaton, where only weakly fair runs count: a thread that from some state on can always
//! act does so infinitely often. (In most languages a process has one thread.)
//!
//! One more word of the state counts how many of the following have occurred, in order, since all of them last did: the
//! automaton accepts, thread 0 moves or cannot, thread 1 moves or cannot, … (Y. Choueka's construction). A state is
//! accepting when all have occurred.

use kulan_control::Control;
use kulan_ir::{System, TransitionId};
use kulan_model::{Generator, Guarded, GuardedModel, Model, Successors};

use crate::Watcher;

/// The role of a transition in fairness.
#[derive(Clone, Debug)]
struct Mover {
    guards: Vec<usize>,
    fallback: bool,
    /// Who acts: it must do so infinitely often while it can.
    thread: usize,
    /// All who move.
    moving: Vec<usize>,
}

/// The product of a program, an automaton and the condition that runs are fair.
#[derive(Debug)]
pub struct FairProduct<'p, M> {
    program: &'p M,
    watcher: &'p Watcher,
    movers: Vec<Mover>,
    threads: usize,
    stutters: bool,
}

impl<'p, M: GuardedModel> FairProduct<'p, M> {
    /// A program under observation, all of whose transitions are those of a system.
    pub fn new(program: &'p M, system: &System, watcher: &'p Watcher, stutters: bool) -> FairProduct<'p, M> {
        let mover = |t: &kulan_ir::Transition| {
            let steps = t.steps.iter().flat_map(|s| std::iter::once(s.thread).chain(s.partner));
            Mover {
                guards: t.guards.iter().map(|g| g.index()).collect(),
                fallback: t.is_fallback(),
                thread: t.thread.index(),
                moving: steps.chain([t.thread]).map(kulan_ir::ThreadId::index).collect(),
            }
        };
        let movers = system.transitions.iter().map(mover).collect();
        FairProduct { program, watcher, movers, threads: system.threads.len(), stutters }
    }

    /// Whether a state is accepting.
    pub fn is_accepting(&self, state: &[u32]) -> bool {
        state.last().is_some_and(|&met| met as usize == self.threads + 1)
    }
}

impl<M: GuardedModel> Model for FairProduct<'_, M> {
    type Generator<'a>
        = FairGenerator<'a, M::Guarded<'a>>
    where
        Self: 'a;

    fn words(&self) -> usize {
        self.program.words() + 2
    }

    fn initial(&self) -> Vec<u32> {
        let mut state = self.program.initial();
        state.extend([self.watcher.initial, 0]);
        state
    }

    fn generator(&self, control: &Control) -> Self::Generator<'_> {
        FairGenerator {
            control: control.clone(),
            program: self.program.guarded(control),
            watcher: self.watcher,
            movers: &self.movers,
            stutters: self.stutters,
            guards: vec![0; self.watcher.guard_words],
            targets: Vec::new(),
            able: vec![false; self.threads],
            moves: vec![false; self.threads],
            inner: Successors::default(),
        }
    }
}

/// The generator of a [`FairProduct`].
#[derive(Debug)]
pub struct FairGenerator<'p, G> {
    control: Control,
    program: G,
    watcher: &'p Watcher,
    movers: &'p [Mover],
    stutters: bool,
    guards: Vec<u64>,
    targets: Vec<u32>,
    /// By thread: whether it can move, and whether it does.
    able: Vec<bool>,
    moves: Vec<bool>,
    inner: Successors,
}

impl<G: Guarded> FairGenerator<'_, G> {
    /// How much is met after a step, given how much was before it.
    fn met(&self, at: u32, before: u32) -> u32 {
        let all = self.able.len() + 1;
        let mut met = if before as usize == all { 0 } else { before as usize };
        while met < all {
            let now = match met {
                0 => self.watcher.accepting[at as usize],
                thread => !self.able[thread - 1] || self.moves[thread - 1],
            };
            if !now {
                break;
            }
            met += 1;
        }
        met as u32
    }

    /// Appends the states that follow by a step to the program states at hand.
    fn append(&self, at: u32, before: u32, words: usize, out: &mut Successors) {
        let met = self.met(at, before);
        let repeats = self.inner.repeats.saturating_mul(self.targets.len() as u64);
        out.repeats = out.repeats.saturating_add(repeats);
        for next in self.inner.states.chunks_exact(words) {
            for &target in &self.targets {
                out.states.extend_from_slice(next);
                out.states.extend([target, met]);
            }
        }
    }
}

impl<G: Guarded> Generator for FairGenerator<'_, G> {
    fn successors(&mut self, state: &[u32], out: &mut Successors) {
        out.clear();
        let (program, extra) = state.split_at(state.len() - 2);
        let (at, before) = (extra[0], extra[1]);
        self.program.guards(program, &mut self.guards);
        self.watcher.missing(&self.guards, &mut out.failures);
        self.watcher.follow(at, &self.guards, &mut self.targets);
        if self.targets.is_empty() {
            return;
        }
        let guards = &self.guards;
        let holds = |m: &Mover| m.guards.iter().all(|&g| guards[g / 64] >> (g % 64) & 1 == 1);
        let enabled = |fallback: bool| -> Vec<usize> {
            let all = self.movers.iter().enumerate();
            all.filter(|(_, m)| m.fallback == fallback && holds(m)).map(|(t, _)| t).collect()
        };
        let mut list = enabled(false);
        if list.is_empty() {
            list = enabled(true);
        }
        self.able.fill(false);
        list.iter().for_each(|&t| self.able[self.movers[t].thread] = true);
        for t in list {
            self.inner.clear();
            self.program.fire(program, TransitionId(t as u32), &mut self.inner);
            out.failures.append(&mut self.inner.failures);
            self.moves.fill(false);
            self.movers[t].moving.iter().for_each(|&thread| self.moves[thread] = true);
            self.append(at, before, program.len(), out);
        }
        // Once stopped, the program may seem to end where it does not.
        let ends = out.states.is_empty() && out.failures.is_empty() && self.control.stopped().is_none();
        if ends && self.stutters && !self.watcher.stops(&self.guards) {
            self.able.fill(false);
            self.inner.clear();
            self.inner.states.extend_from_slice(program);
            self.append(at, before, program.len(), out);
        }
    }
}
