//! Which transition fires, as numbers: a thread, and a choice among what it can do.
//!
//! Transitions that exclude each other, by the location of the thread or by contradictory guards, share a choice: the
//! fewer there are, the less has to be guessed.

use kulan_ir::{Expr, ExprId, Interpreter, System, Transition, TransitionId, Valuation, VarId};
use kulan_sat::{Circuit, Lit, Word};
use rustc_hash::FxHashMap;

use crate::aig::Aig;
use crate::relation::width_below;

/// Groups beyond this size are numbered without looking for pairs that exclude each other.
const LARGEST_GROUP: usize = 200;

/// The number of a transition.
#[derive(Copy, Clone, Debug)]
struct Code {
    /// Among the threads that have transitions.
    thread: usize,
    /// Among the choices of the thread where it is.
    choice: usize,
    /// How many choices there are.
    choices: usize,
}

/// The numbers of all transitions.
#[derive(Clone, Debug)]
pub struct Choices {
    codes: Vec<Option<Code>>,
    threads: usize,
    choices: usize,
    /// By number: the most bits that an input of that number has.
    values: Vec<u8>,
}

impl Choices {
    /// Numbers the transitions of a flat system.
    pub fn new(system: &System) -> Choices {
        let mut codes = vec![None; system.transitions.len()];
        let (mut threads, mut most) = (0, 1);
        for own in system.by_location(|t| !t.is_observer()) {
            let locations: Vec<&[TransitionId]> =
                own.at.iter().map(Vec::as_slice).filter(|at| !at.is_empty()).collect();
            if own.anywhere.is_empty() && locations.is_empty() {
                continue;
            }
            let common = color(system, &own.anywhere);
            let shared = common.iter().map(|&(_, c)| c + 1).max().unwrap_or(0);
            let mut widest = shared;
            for at in locations {
                let here = color(system, at);
                let choices = shared + here.iter().map(|&(_, c)| c + 1).max().unwrap_or(0);
                for (t, c) in here {
                    codes[t.index()] = Some(Code { thread: threads, choice: shared + c, choices });
                }
                widest = widest.max(choices);
            }
            for (t, choice) in common {
                // The last choice also has the numbers beyond, unless others come behind it.
                codes[t.index()] = Some(Code { thread: threads, choice, choices: widest });
            }
            threads += 1;
            most = most.max(widest);
        }
        let mut values: Vec<u8> = Vec::new();
        for transition in &system.transitions {
            for (i, input) in transition.inputs.iter().enumerate() {
                match values.get_mut(i) {
                    Some(width) => *width = (*width).max(input.width),
                    None => values.push(input.width),
                }
            }
        }
        Choices { codes, threads, choices: most, values }
    }

    /// Bits of the number of a thread.
    pub fn thread_width(&self) -> u8 {
        width_below(self.threads)
    }

    /// Bits of the number of a choice.
    pub fn choice_width(&self) -> u8 {
        width_below(self.choices)
    }

    /// Bits of the inputs that transitions get, by number.
    pub fn value_widths(&self) -> &[u8] {
        &self.values
    }

    /// Whether the numbers choose a transition.
    pub fn selected(&self, t: TransitionId, thread: Word, choice: Word, circuit: &mut Circuit<Aig>) -> Lit {
        let Some(code) = self.codes[t.index()] else { return circuit.bit(false) };
        let by_thread = is_number(&thread, code.thread, self.threads, circuit);
        let by_choice = is_number(&choice, code.choice, code.choices, circuit);
        circuit.and(by_thread, by_choice)
    }

    /// What some inputs of the circuit choose in a state, and the inputs of that transition; `None` if it is not enabled.
    pub fn decode(
        &self,
        interpreter: &Interpreter,
        system: &System,
        state: &Valuation,
        inputs: &[bool],
    ) -> Option<(TransitionId, Vec<u64>)> {
        let (thread, rest) = inputs.split_at(usize::from(self.thread_width()));
        let (choice, rest) = rest.split_at(usize::from(self.choice_width()));
        let (thread, choice) = (number(thread) as usize, number(choice) as usize);
        let means = |value: usize, code: usize, count: usize| value.min(count - 1) == code;
        let chosen = system.transition_ids().find(|&t| {
            self.codes[t.index()].is_some_and(|code| {
                means(thread, code.thread, self.threads) && means(choice, code.choice, code.choices)
            }) && interpreter.guards_hold(state, t)
        })?;
        Some((chosen, self.values_of(system.transition(chosen), rest)))
    }

    /// The inputs of a transition, given the bits of all.
    fn values_of(&self, transition: &Transition, mut bits: &[bool]) -> Vec<u64> {
        let mut values = Vec::new();
        for (input, &width) in transition.inputs.iter().zip(&self.values) {
            let (own, rest) = bits.split_at(usize::from(width));
            values.push(number(&own[..usize::from(input.width)]));
            bits = rest;
        }
        values
    }

    /// The inputs of any transition, given those of the circuit.
    pub fn inputs_of(&self, transition: &Transition, inputs: &[bool]) -> Vec<u64> {
        let before = usize::from(self.thread_width()) + usize::from(self.choice_width());
        self.values_of(transition, &inputs[before..])
    }
}

fn number(bits: &[bool]) -> u64 {
    bits.iter().rev().fold(0, |n, &bit| n << 1 | u64::from(bit))
}

/// Whether a word has a value below `count`; the largest stands for all beyond.
fn is_number(word: &[Lit], value: usize, count: usize, circuit: &mut Circuit<Aig>) -> Lit {
    if value + 1 == count { !circuit.below(word, value as u64) } else { circuit.equals(word, value as u64) }
}

/// Numbers for transitions such that two with the same one exclude each other.
fn color(system: &System, group: &[TransitionId]) -> Vec<(TransitionId, usize)> {
    if group.len() > LARGEST_GROUP {
        return group.iter().enumerate().map(|(i, &t)| (t, i)).collect();
    }
    let facts: Vec<Facts> = group.iter().map(|&t| Facts::of(system, system.transition(t))).collect();
    let mut members: Vec<Vec<usize>> = Vec::new();
    let mut colors = Vec::new();
    for (i, &t) in group.iter().enumerate() {
        let fits = |others: &Vec<usize>| others.iter().all(|&j| facts[i].exclude(&facts[j]));
        let color = members.iter().position(fits).unwrap_or(members.len());
        if color == members.len() {
            members.push(Vec::new());
        }
        members[color].push(i);
        colors.push((t, color));
    }
    colors
}

/// What is known where a transition is enabled.
struct Facts {
    values: FxHashMap<VarId, u64>,
    true_ones: Vec<ExprId>,
    false_ones: Vec<ExprId>,
}

impl Facts {
    fn of(system: &System, transition: &Transition) -> Facts {
        let (mut values, mut true_ones, mut false_ones) = (FxHashMap::default(), Vec::new(), Vec::new());
        for guard in &transition.guards {
            let guard = system.guards[guard.index()];
            if let Some((v, value)) = system.as_equality(guard) {
                values.insert(v, value);
            }
            match system.exprs.get(guard) {
                Expr::Not(inner) => false_ones.push(inner),
                _ => true_ones.push(guard),
            }
        }
        true_ones.sort_unstable();
        false_ones.sort_unstable();
        Facts { values, true_ones, false_ones }
    }

    fn exclude(&self, other: &Facts) -> bool {
        let clash = |a: &[ExprId], b: &[ExprId]| a.iter().any(|e| b.binary_search(e).is_ok());
        self.values.iter().any(|(v, value)| other.values.get(v).is_some_and(|w| w != value))
            || clash(&self.true_ones, &other.false_ones)
            || clash(&self.false_ones, &other.true_ones)
    }
}
