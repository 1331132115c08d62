//! The transition relation of a flat system as a circuit.
//!
//! The circuit is a function: from the bits of a state and some inputs to the bits of the next state. Inputs choose the
//! thread that moves, one of the transitions that it can take, and the values that this transition gets from outside. A
//! choice that is not enabled changes nothing, so no input is forbidden. Bad states are those in which some choice of the
//! inputs fails a check that was asked for, or that are deadlocks.

use kulan_ir::expr::width_of;
use kulan_ir::{CheckKind, ExprId, Interpreter, System, Target, TransitionId, VarId};
use kulan_sat::{Array, At, Circuit, Domain, Encoder, Firing, Frame, Lit, Space, Word};
use rustc_hash::FxHashSet;

use crate::aig::Aig;
use crate::choice::Choices;
use crate::signals::Condition;

/// What is bad.
#[derive(Copy, Clone)]
pub struct Question<'q> {
    /// Whether deadlocks are.
    pub deadlocks: bool,
    /// Whether failed checks of a kind are.
    pub looks_for: &'q dyn Fn(CheckKind) -> bool,
}

/// A bit of a state.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct StateBit {
    /// The variable.
    pub variable: VarId,
    /// The element, of an array.
    pub element: u32,
    /// The bit, the lowest first.
    pub bit: u8,
}

/// What an atom of a state says.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Meaning {
    /// A bit is one.
    Bit(StateBit),
    /// A condition of the system holds.
    Condition(ExprId),
}

/// Something that is true or false of a state: a bit of it, or a condition.
#[derive(Copy, Clone, Debug)]
pub struct Atom {
    /// What it says.
    pub meaning: Meaning,
    /// Its value in the state.
    pub now: Lit,
    /// Its value in the next state.
    pub next: Lit,
    /// Its value in the initial state.
    pub initial: bool,
}

/// The transition relation of a system, and what is bad.
#[derive(Clone, Debug)]
pub struct Relation {
    /// The circuit.
    pub aig: Aig,
    /// The bits of the state.
    pub bits: Vec<Atom>,
    /// Conditions of the system, functions of the bits.
    pub conditions: Vec<Atom>,
    /// Bits of the state that are the same in all reachable states, and therefore no longer among the bits.
    pub constants: Vec<(StateBit, bool)>,
    /// Bits of the state that are equal to another one in all reachable states, or to its complement (if that is said), and
    /// therefore no longer among the bits.
    pub equal: Vec<(StateBit, StateBit, bool)>,
    /// By number: the input, unless nothing depends on it.
    pub inputs: Vec<Option<Lit>>,
    /// Whether a state is bad, with these inputs.
    pub bad: Lit,
}

/// The circuit would be too large to be built.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TooLarge;

/// Bits of states, at most.
const MOST_BITS: u64 = 1 << 20;

/// All states; each element of an array has its own bits.
struct Everything<'s>(&'s System);

impl Space for Everything<'_> {
    fn width(&self, v: VarId) -> u8 {
        self.0.variables[v.index()].width
    }

    fn array(&self, v: VarId) -> Option<Array> {
        self.0.variables[v.index()].elements.map(|length| Array { length, split: true })
    }

    fn domain(&self, v: VarId, element: u32) -> Domain<'_> {
        self.0.domain(v, element)
    }
}

impl Relation {
    /// The relation of a system without fallbacks and threads that go on alone. Proofs may speak of these conditions of the
    /// system, beside bits: see [`crate::conditions`].
    pub fn new(
        system: &System,
        choices: &Choices,
        question: Question,
        conditions: &[Condition],
    ) -> Result<Relation, TooLarge> {
        let bits: u64 = system.variables.iter().map(|v| u64::from(v.width) * v.len() as u64).sum();
        if bits > MOST_BITS {
            return Err(TooLarge);
        }
        let space = Everything(system);
        Ok(Builder::new(system, &space, choices).build(question, conditions))
    }

    /// Whether no state can be bad, as the circuit shows.
    pub fn never_bad(&self) -> bool {
        self.bad.variable() == 0 && self.bad.is_complement()
    }

    /// All atoms.
    pub fn atoms(&self) -> impl Iterator<Item = &Atom> {
        self.bits.iter().chain(&self.conditions)
    }
}

/// How a transition fires in the circuit.
struct Firings {
    /// It fires and nothing fails that ends the run.
    fires: Lit,
    /// The state after it.
    after: Frame,
}

struct Builder<'b> {
    system: &'b System,
    choices: &'b Choices,
    encoder: Encoder<'b, Aig, Everything<'b>>,
    now: Frame,
    /// All inputs, by number.
    inputs: Vec<Lit>,
    thread: Word,
    choice: Word,
    bad: Vec<Lit>,
    enabled: Vec<Lit>,
    /// Some transition meets an error that leads to the error state.
    errors: Vec<Lit>,
    firings: Vec<Option<Firings>>,
}

impl<'b> Builder<'b> {
    fn new(system: &'b System, space: &'b Everything<'b>, choices: &'b Choices) -> Builder<'b> {
        let mut encoder = Encoder::new(Aig::default(), space);
        let now = encoder.free();
        let thread = encoder.circuit.fresh_word(choices.thread_width());
        let choice = encoder.circuit.fresh_word(choices.choice_width());
        let values: Vec<Word> = choices.value_widths().iter().map(|&w| encoder.circuit.fresh_word(w)).collect();
        let inputs = thread.iter().chain(&choice).chain(values.iter().flatten()).copied().collect();
        for (t, transition) in system.transitions.iter().enumerate() {
            for (i, input) in transition.inputs.iter().enumerate() {
                let word = values[i][..usize::from(input.width)].to_vec();
                encoder.set_input(Firing(t as u32), i as u32, word);
            }
        }
        let (bad, enabled, errors, firings) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Builder { system, choices, encoder, now, inputs, thread, choice, bad, enabled, errors, firings }
    }

    fn circuit(&mut self) -> &mut Circuit<Aig> {
        &mut self.encoder.circuit
    }

    fn build(mut self, question: Question, conditions: &[Condition]) -> Relation {
        for t in self.system.transition_ids() {
            self.transition(t, question);
        }
        if question.deadlocks {
            let enabled = std::mem::take(&mut self.enabled);
            let enabled = balanced(self.circuit(), enabled, Circuit::or);
            let end = self.encoder.bit(&self.system.exprs, self.now.into(), self.system.valid_end);
            let stuck = self.circuit().and(!enabled, !end);
            self.bad.push(stuck);
        }
        let bad = std::mem::take(&mut self.bad);
        let bad = balanced(self.circuit(), bad, Circuit::or);
        let errors = std::mem::take(&mut self.errors);
        let error = balanced(self.circuit(), errors, Circuit::or);
        let cells = self.next_state(error);
        let bits = self.bits(&cells);
        let conditions = self.conditions(conditions, error);
        let inputs = self.inputs.iter().map(|&l| Some(l)).collect();
        let (constants, equal) = (Vec::new(), Vec::new());
        Relation { aig: self.encoder.circuit.into_gates(), constants, equal, bits, conditions, inputs, bad }
    }

    /// The guards, checks and updates of a transition.
    fn transition(&mut self, t: TransitionId, question: Question) {
        kulan_control::checkpoint();
        let (system, exprs) = (self.system, &self.system.exprs);
        let transition = system.transition(t);
        let at = At { frame: self.now, firing: Firing(t.0) };
        let guards = transition.guards.iter().map(|g| system.guards[g.index()]);
        let guards: Vec<Lit> = guards.map(|g| self.encoder.bit(exprs, self.now.into(), g)).collect();
        let enabled = balanced(self.circuit(), guards, Circuit::and);
        let mut happens = enabled;
        for (i, input) in transition.inputs.iter().enumerate() {
            let word = self.encoder.input(at.firing, i as u32, input.width);
            let low = self.circuit().below(&word, input.low);
            let high = match input.high.checked_add(1) {
                Some(beyond) => self.circuit().below(&word, beyond),
                None => self.circuit().bit(true),
            };
            let inside = self.circuit().and(!low, high);
            happens = self.circuit().and(happens, inside);
        }
        let mut goes_on = happens;
        for check in &transition.checks {
            let holds = self.encoder.bit(exprs, at, check.condition);
            if (question.looks_for)(check.kind) {
                let fails = self.circuit().and(goes_on, !holds);
                self.bad.push(fails);
            }
            if !check.kind.goes_on() {
                goes_on = self.circuit().and(goes_on, holds);
            }
        }
        if transition.is_observer() {
            self.firings.push(None);
            return;
        }
        self.enabled.push(enabled);
        let selected = self.choices.selected(t, self.thread.clone(), self.choice.clone(), self.circuit());
        let fires = self.circuit().and(goes_on, selected);
        if system.error_state.is_some() {
            let fails = self.circuit().and(happens, !goes_on);
            let error = self.circuit().and(fails, selected);
            self.errors.push(error);
        }
        let after = self.encoder.after(at, &transition.updates);
        self.firings.push(Some(Firings { fires, after }));
    }

    /// The next value of each cell that some transition can change.
    fn next_state(&mut self, error: Lit) -> Vec<(VarId, u32, Word)> {
        let mut writers: Vec<Vec<usize>> = vec![Vec::new(); self.system.variables.len()];
        for (t, transition) in self.system.transitions.iter().enumerate().filter(|(_, t)| !t.is_observer()) {
            let written = transition.updates.iter().map(|u| u.target);
            let mut written: Vec<VarId> = written.map(Target::variable).collect();
            written.sort_unstable();
            written.dedup();
            written.into_iter().for_each(|v| writers[v.index()].push(t));
        }
        let mut cells = Vec::new();
        for (v, variable) in self.system.variables.iter().enumerate() {
            for element in 0..variable.len() as u32 {
                let word = self.next_cell(VarId(v as u32), element, &writers[v], error);
                cells.push((VarId(v as u32), element, word));
            }
        }
        cells
    }

    fn next_cell(&mut self, v: VarId, element: u32, writers: &[usize], error: Lit) -> Word {
        kulan_control::checkpoint();
        let system = self.system;
        let now = self.encoder.cell(&system.exprs, self.now, v, element);
        let mut sources: Vec<(Lit, Word)> = Vec::new();
        for &t in writers {
            let Some(Firings { fires, after }) = &self.firings[t] else { continue };
            let (fires, after) = (*fires, *after);
            let word = self.encoder.cell(&system.exprs, after, v, element);
            if word != now && fires != self.encoder.circuit.bit(false) {
                sources.push((fires, word));
            }
        }
        if let Some(values) = &system.error_state {
            let width = system.variables[v.index()].width;
            let word = self.circuit().constant(width, values[v.index()][element as usize]);
            sources.push((error, word));
        }
        let bits = 0..now.len();
        bits.map(|i| {
            let sources: Vec<(Lit, Lit)> = sources.iter().map(|(fires, word)| (*fires, word[i])).collect();
            self.chosen(&sources, now[i])
        })
        .collect()
    }

    fn bits(&mut self, cells: &[(VarId, u32, Word)]) -> Vec<Atom> {
        let system = self.system;
        let mut bits = Vec::new();
        for (v, element, next) in cells {
            let now = self.encoder.cell(&system.exprs, self.now, *v, *element);
            let initial = system.variables[v.index()].initial[*element as usize];
            for (i, (&now, &next)) in now.iter().zip(next).enumerate() {
                let bit = StateBit { variable: *v, element: *element, bit: i as u8 };
                bits.push(Atom { meaning: Meaning::Bit(bit), now, next, initial: initial >> i & 1 == 1 });
            }
        }
        bits
    }

    /// The conditions that proofs may speak of. What each will be is said by what it means before each transition, so that
    /// conditions depend on conditions, not on the bits that they are about.
    fn conditions(&mut self, conditions: &[Condition], error: Lit) -> Vec<Atom> {
        let system = self.system;
        let interpreter = Interpreter::new(system);
        let (start, failed) = (interpreter.initial(), interpreter.error_state());
        let mut seen = FxHashSet::default();
        let mut found = Vec::new();
        for Condition { expr, before } in conditions {
            kulan_control::checkpoint();
            let now = self.encoder.bit(&system.exprs, self.now.into(), *expr);
            let is_constant = now.variable() == 0;
            if is_constant || !seen.insert(now.variable()) {
                continue;
            }
            let mut sources = Vec::new();
            for &(t, expr) in before {
                let Some(fires) = self.firings[t.index()].as_ref().map(|f| f.fires) else { continue };
                let at = At { frame: self.now, firing: Firing(t.0) };
                sources.push((fires, self.encoder.bit(&system.exprs, at, expr)));
            }
            if let Some(state) = &failed {
                let holds = interpreter.holds(state, *expr);
                sources.push((error, self.circuit().bit(holds)));
            }
            let next = self.chosen(&sources, now);
            found.push(Atom {
                meaning: Meaning::Condition(*expr),
                now,
                next,
                initial: interpreter.holds(&start, *expr),
            });
        }
        found
    }

    /// The value of the source that is chosen, of which there is at most one, or else another one.
    fn chosen(&mut self, sources: &[(Lit, Lit)], otherwise: Lit) -> Lit {
        let circuit = self.circuit();
        let changes = balanced(circuit, sources.iter().map(|(fires, _)| *fires).collect(), Circuit::or);
        let mut terms: Vec<Lit> = sources.iter().map(|&(fires, value)| circuit.and(fires, value)).collect();
        terms.push(circuit.and(!changes, otherwise));
        balanced(circuit, terms, Circuit::or)
    }
}

/// A tree of gates, as flat as possible. Of nothing, what does not matter for the operation.
pub(crate) fn balanced(
    circuit: &mut Circuit<Aig>,
    mut items: Vec<Lit>,
    gate: fn(&mut Circuit<Aig>, Lit, Lit) -> Lit,
) -> Lit {
    if items.is_empty() {
        // `x and true`, `x or false`.
        let (yes, no) = (circuit.bit(true), circuit.bit(false));
        return if gate(circuit, yes, no) == no { yes } else { no };
    }
    while items.len() > 1 {
        items = items.chunks(2).map(|pair| if let [a, b] = *pair { gate(circuit, a, b) } else { pair[0] }).collect();
    }
    items[0]
}

/// The width of numbers below this one.
pub(crate) fn width_below(count: usize) -> u8 {
    if count <= 1 { 0 } else { width_of(count as u64 - 1) }
}
