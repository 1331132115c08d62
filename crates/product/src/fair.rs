//! A program observed by an automaton, where only weakly fair runs count: a thread that from some state on can always
//! act does so infinitely often. (In most languages a process has one thread.) A thread that would fail if it acted can
//! act; a run in which it does so ends, and does not count.
//!
//! One more word of the state counts how many of the following have occurred, in order, since all of them last did: the
//! automaton accepts, thread 0 moves or cannot, thread 1 moves or cannot, … (Y. Choueka's construction). A state is
//! accepting when all have occurred.

use kulan_control::Control;
use kulan_ir::{PackedSlot, System, TransitionId};
use kulan_model::{Generator, Guarded, GuardedModel, Model, Successors};

use crate::{Noted, Watcher, moved, pass};

/// The role of a transition in fairness.
#[derive(Clone, Debug)]
struct Mover {
    guards: Vec<usize>,
    fallback: bool,
    /// Who acts: it must do so infinitely often while it can.
    thread: usize,
    /// All who move by it.
    moving: Vec<usize>,
}

/// The product of a program, an automaton and the condition that runs are fair.
#[derive(Debug)]
pub struct FairProduct<'p, M> {
    program: &'p M,
    watcher: &'p Watcher,
    movers: Vec<Mover>,
    /// By thread that may move later in the same step: the note of it.
    notes: Vec<(usize, PackedSlot)>,
    threads: usize,
    stutters: bool,
}

impl<'p, M: GuardedModel> FairProduct<'p, M> {
    /// A program under observation, all of whose transitions are those of a subject's system, and which takes notes.
    pub fn new(
        program: &'p M,
        system: &System,
        noted: &Noted,
        watcher: &'p Watcher,
        stutters: bool,
    ) -> FairProduct<'p, M> {
        let mover = |t: &kulan_ir::Transition| Mover {
            guards: t.guards.iter().map(|g| g.index()).collect(),
            fallback: t.is_fallback(),
            thread: t.thread.index(),
            moving: moved::moving(t).map(kulan_ir::ThreadId::index).collect(),
        };
        let movers = system.transitions.iter().map(mover).collect();
        FairProduct { program, watcher, movers, notes: noted.places(), threads: system.threads.len(), stutters }
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
            notes: &self.notes,
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
    notes: &'p [(usize, PackedSlot)],
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

    /// Appends the states that follow by a step of some threads to the program states at hand.
    fn append(&mut self, moving: &[usize], extra: [u32; 2], words: usize, out: &mut Successors) {
        let repeats = self.inner.repeats.saturating_mul(self.targets.len() as u64);
        out.repeats = out.repeats.saturating_add(repeats);
        let mut states = std::mem::take(&mut self.inner.states);
        for next in states.chunks_exact_mut(words) {
            self.moves.fill(false);
            moving.iter().for_each(|&thread| self.moves[thread] = true);
            for (thread, note) in self.notes {
                self.moves[*thread] |= note.get(next, 0) == 1;
                note.set(next, 0, 0);
            }
            let [at, before] = extra;
            let met = self.met(at, before);
            for &target in &self.targets {
                out.states.extend_from_slice(next);
                out.states.extend([target, met]);
            }
        }
        self.inner.states = states;
    }

    /// Which threads can act, given the transitions that are enabled.
    fn find_able(&mut self, enabled: &[usize]) {
        self.able.fill(false);
        enabled.iter().for_each(|&t| self.able[self.movers[t].thread] = true);
        let failing = self.watcher.failing.iter().filter(|(_, tests)| pass(tests, &self.guards));
        failing.for_each(|(thread, _)| self.able[*thread] = true);
    }
}

impl<G: Guarded> Generator for FairGenerator<'_, G> {
    fn successors(&mut self, state: &[u32], out: &mut Successors) {
        out.clear();
        let (program, extra) = state.split_at(state.len() - 2);
        let extra = [extra[0], extra[1]];
        self.program.guards(program, &mut self.guards);
        self.watcher.missing(&self.guards, &mut out.failures);
        self.watcher.follow(extra[0], &self.guards, &mut self.targets);
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
        self.find_able(&list);
        for t in list {
            self.inner.clear();
            self.program.fire(program, TransitionId(t as u32), &mut self.inner);
            out.failures.append(&mut self.inner.failures);
            out.endless = out.endless.or(self.inner.endless);
            self.append(&self.movers[t].moving, extra, program.len(), out);
        }
        // Once stopped, the program may seem to end where it does not.
        let ends = out.states.is_empty() && out.failures.is_empty() && self.control.stopped().is_none();
        if ends && self.stutters && !self.watcher.stops(&self.guards) {
            self.able.fill(false);
            self.inner.clear();
            self.inner.states.extend_from_slice(program);
            self.append(&[], extra, program.len(), out);
        }
    }
}
