//! The layer over a model that omits successors.

use std::sync::{Mutex, PoisonError};

use kulan_control::Control;
use kulan_ir::TransitionId;
use kulan_model::{Failure, Generator, Guarded, GuardedModel, LeftOut, Model, Partial, PartialModel, Successors};
use kulan_relations::Goal;

use crate::memo::ROOM;
use crate::{Choice, Chooser, Exchanges, Options, Tables, bits};

/// A model reduced by stubborn sets.
///
/// Guards and transitions of the model have the same numbers as in the relations. If the relations are those of a
/// subject, the model must be one of the subject's system.
#[derive(Debug)]
pub struct Reduced<'m, M> {
    model: &'m M,
    tables: &'m Tables,
    options: Options,
    needs_proviso: bool,
    /// The state to which errors lead.
    error_state: Option<Vec<u32>>,
    /// What the generators of several threads tell each other.
    exchanges: Exchanges,
    /// Caches of generators that were dropped, for reuse by the next search.
    spare: Mutex<Vec<Chooser<'m>>>,
}

impl<'m, M: GuardedModel> Reduced<'m, M> {
    /// Reduces a model. With `needs_proviso`, the search must ensure that nothing is postponed forever; without it,
    /// only deadlocks are preserved.
    pub fn new(model: &'m M, tables: &'m Tables, options: Options, needs_proviso: bool) -> Reduced<'m, M> {
        let error_state = model.error_state();
        let exchanges = Exchanges::new(tables, ROOM);
        Reduced { model, tables, options, needs_proviso, error_state, exchanges, spare: Mutex::default() }
    }

    /// The same, remembering sets in about so many bytes for each generator.
    pub fn with_room(self, room: usize) -> Reduced<'m, M> {
        Reduced { exchanges: Exchanges::new(self.tables, room.max(ROOM)), ..self }
    }
}

impl<M> Reduced<'_, M> {
    /// How sets are found.
    pub fn options(&self) -> Options {
        self.options
    }
}

impl<'m, M: GuardedModel> Model for Reduced<'m, M> {
    type Generator<'a>
        = ReducedGenerator<'a, 'm, M::Guarded<'a>>
    where
        Self: 'a;

    fn words(&self) -> usize {
        self.model.words()
    }

    fn initial(&self) -> Vec<u32> {
        self.model.initial()
    }

    fn error_state(&self) -> Option<Vec<u32>> {
        self.error_state.clone()
    }

    fn generator(&self, control: &Control) -> Self::Generator<'_> {
        let spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let new = || Chooser::with(self.tables, self.options, self.exchanges.clone());
        ReducedGenerator {
            inner: self.model.guarded(control),
            guards: vec![0; self.tables.guard_words],
            chooser: Some(spare.unwrap_or_else(new)),
            tables: self.tables,
            error_state: self.error_state.as_deref(),
            spare: &self.spare,
        }
    }
}

impl<'m, M: GuardedModel> PartialModel for Reduced<'m, M> {
    type Partial<'a>
        = ReducedGenerator<'a, 'm, M::Guarded<'a>>
    where
        Self: 'a;

    fn partial(&self, control: &Control) -> Self::Partial<'_> {
        self.generator(control)
    }

    fn needs_proviso(&self) -> bool {
        self.needs_proviso
    }
}

/// The generator of a [`Reduced`] model.
#[derive(Debug)]
pub struct ReducedGenerator<'a, 'm, G> {
    pub(crate) inner: G,
    guards: Vec<u64>,
    /// There until the end.
    chooser: Option<Chooser<'m>>,
    pub(crate) tables: &'m Tables,
    pub(crate) error_state: Option<&'a [u32]>,
    spare: &'a Mutex<Vec<Chooser<'m>>>,
}

impl<G> Drop for ReducedGenerator<'_, '_, G> {
    fn drop(&mut self) {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner).extend(self.chooser.take());
    }
}

const THERE: &str = "the chooser is there until the end";

impl<'m, G> ReducedGenerator<'_, 'm, G> {
    /// How many actions were closed to find sets, for what has to weigh the work.
    pub fn closed(&self) -> u64 {
        self.chooser.as_ref().expect(THERE).closed
    }

    pub(crate) fn chooser(&mut self) -> &mut Chooser<'m> {
        self.chooser.as_mut().expect(THERE)
    }
}

impl<G: Guarded> ReducedGenerator<'_, '_, G> {
    /// The successors by a set.
    fn take(&mut self, breaking: bool, state: &[u32], out: &mut Successors) -> LeftOut {
        self.take_noting(breaking, state, out, &mut |_, _| {})
    }

    /// The same; calls `fired` with each transition of the set, and how many words of successors there are after it. Further
    /// ones are by no transition of the set.
    pub(crate) fn take_noting(
        &mut self,
        breaking: bool,
        state: &[u32],
        out: &mut Successors,
        fired: &mut impl FnMut(u32, usize),
    ) -> LeftOut {
        self.inner.guards(state, &mut self.guards);
        let chooser = self.chooser.as_mut().expect(THERE);
        let choice = if breaking { chooser.choose_breaking(&self.guards) } else { chooser.choose(&self.guards) };
        let errs = choice.goals.iter().any(|&goal| self.tables.goals[goal as usize].is_error);
        let left_out = take(&mut self.inner, self.tables, &self.guards, choice, state, out, fired);
        if !breaking {
            // Nothing that was left out is needed for it, and it is reached by no key transition.
            out.states.extend_from_slice(self.error_state.filter(|_| errs).unwrap_or_default());
        }
        left_out
    }
}

impl<G: Guarded> Generator for ReducedGenerator<'_, '_, G> {
    fn successors(&mut self, state: &[u32], out: &mut Successors) {
        self.take(false, state, out);
    }
}

impl<G: Guarded> Partial for ReducedGenerator<'_, '_, G> {
    fn some(&mut self, state: &[u32], out: &mut Successors) -> LeftOut {
        self.take(false, state, out)
    }

    fn breaking(&mut self, state: &[u32], out: &mut Successors) {
        self.take(true, state, out);
    }

    fn rest(&mut self, state: &[u32], out: &mut Successors) {
        self.inner.guards(state, &mut self.guards);
        for &t in self.chooser.as_mut().expect(THERE).choose(&self.guards).left_out {
            self.inner.fire(state, TransitionId(t), out);
        }
    }
}

impl<G: Guarded> Guarded for ReducedGenerator<'_, '_, G> {
    fn guards(&mut self, state: &[u32], out: &mut [u64]) {
        self.inner.guards(state, out);
    }

    fn fire(&mut self, state: &[u32], transition: TransitionId, out: &mut Successors) {
        self.inner.fire(state, transition, out);
    }

    fn is_valid_end(&mut self, state: &[u32]) -> bool {
        self.inner.is_valid_end(state)
    }
}

/// The successors by a set.
fn take(
    inner: &mut impl Guarded,
    tables: &Tables,
    guards: &[u64],
    choice: Choice,
    state: &[u32],
    out: &mut Successors,
    fired: &mut impl FnMut(u32, usize),
) -> LeftOut {
    out.clear();
    for &goal in choice.goals {
        let Goal { transition, check, kind, .. } = tables.goals[goal as usize];
        out.failures.push(Failure { transition, check, kind });
    }
    let (keys, others) = choice.chosen.split_at(choice.keys);
    let mut leads_nowhere = false;
    for &t in keys {
        let before = out.states.len();
        inner.fire(state, TransitionId(t), out);
        fired(t, out.states.len());
        leads_nowhere |= out.states.len() == before;
    }
    let by_keys = out.states.len() / state.len();
    for &t in others {
        inner.fire(state, TransitionId(t), out);
        fired(t, out.states.len());
    }
    // A thread that goes on alone may loop forever or end in an error: then the set may have no key transition. Where
    // order matters, one such thread is enough to give up the set.
    let keyless = out.states.is_empty() || (leads_nowhere && tables.watched.is_some());
    let any = !keyless && !choice.left_out.is_empty();
    let ignores = !keyless && !choice.breaks_cycles;
    if keyless {
        for &t in choice.left_out {
            inner.fire(state, TransitionId(t), out);
        }
    }
    if choice.chosen.is_empty() && choice.left_out.is_empty() {
        let mut stuck = true;
        for (t, own) in &tables.fallbacks {
            if own.iter().all(|&g| bits::get(guards, g as usize)) {
                inner.fire(state, TransitionId(*t), out);
                stuck = false;
            }
        }
        out.deadlock = stuck && !inner.is_valid_end(state);
    }
    LeftOut { any, by_keys, ignores }
}
