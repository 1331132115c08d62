//! Why a certificate is not accepted.

use std::fmt;

use kulan_ir::{Display, System, TransitionId, Valuation};

use crate::text::Error;

/// What is asked about an invariant.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Question {
    /// Whether it holds at the start; for k-induction, whether it holds and nothing is violated in the first states.
    Initial,
    /// Whether it still holds after a step.
    Inductive,
    /// Whether nothing is violated where it holds.
    Safe,
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Question::Initial => "initial",
            Question::Inductive => "inductive",
            Question::Safe => "safe",
        })
    }
}

/// A state on the way to a breach, and what happens there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moment {
    /// All values, by name.
    pub values: Vec<(String, String)>,
    /// The transition that fires, with its inputs by name; none where nothing fires.
    pub fires: Option<String>,
}

impl Moment {
    pub(crate) fn new(system: &System, state: &Valuation, firing: Option<(TransitionId, &[u64])>) -> Moment {
        let values = values(system, state);
        Moment { values, fires: firing.map(|(t, inputs)| firing_words(system, t, inputs)) }
    }
}

/// A state, or several in a row, in which the proof breaks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Breach {
    /// The question whose answer is no.
    pub question: Question,
    /// What is wrong at the end.
    pub what: String,
    /// The clause that does not hold, by position, if it is about one.
    pub clause: Option<usize>,
    /// The transition that breaks it, if one does.
    pub transition: Option<TransitionId>,
    /// The states, in order.
    pub moments: Vec<Moment>,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}", self.question, self.what)?;
        for Moment { values, fires } in &self.moments {
            writeln!(f, "  state:")?;
            for (name, value) in values {
                writeln!(f, "    {name} = {value}")?;
            }
            if let Some(fires) = fires {
                writeln!(f, "  then: {fires}")?;
            }
        }
        Ok(())
    }
}

/// Why a certificate is not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// It does not prove what it says.
    Breach(Box<Breach>),
    /// It is about another system.
    OtherSystem,
    /// A clause means nothing in this system.
    Clause(Error),
    /// The system is none that can be checked: why.
    System(String),
    /// The check was stopped before its end.
    Stopped,
    /// The solver and the interpreter do not agree: an error of this program.
    Internal(String),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Breach(breach) => breach.fmt(f),
            Refused::OtherSystem => f.write_str("it was written for another model, or for other options"),
            Refused::Clause(error) => error.fmt(f),
            Refused::System(why) | Refused::Internal(why) => f.write_str(why),
            Refused::Stopped => f.write_str("the check was stopped before its end"),
        }
    }
}

/// The values of a state, by name.
fn values(system: &System, state: &Valuation) -> Vec<(String, String)> {
    let mut rest = &state.0[..];
    let mut list = Vec::new();
    for variable in &system.variables {
        let (own, others) = rest.split_at(variable.len());
        rest = others;
        // A program counter is hidden among changes, but here it is what matters.
        let display = if variable.display == Display::Hidden { &Display::Number } else { &variable.display };
        let shown: Vec<String> = own.iter().map(|&x| display.show(variable.signed, variable.width, x)).collect();
        let value = if variable.elements.is_some() { format!("[{}]", shown.join(", ")) } else { shown.concat() };
        list.push((variable.name.clone(), value));
    }
    list
}

/// A transition in the model's words.
pub(crate) fn transition_words(system: &System, t: TransitionId) -> String {
    let transition = system.transition(t);
    let thread = &system.threads[transition.thread.index()].name;
    let steps: Vec<&str> = transition.steps.iter().map(|s| s.text.as_str()).filter(|s| !s.is_empty()).collect();
    let place = transition.steps.iter().find_map(|s| s.source);
    let place = place.map_or(String::new(), |s| format!(" ({}:{})", system.files[s.file.index()], s.line));
    format!("{thread}: {}{place}", if steps.is_empty() { format!("transition {}", t.0) } else { steps.join("; ") })
}

fn firing_words(system: &System, t: TransitionId, inputs: &[u64]) -> String {
    let mut words = transition_words(system, t);
    for (input, &value) in system.transition(t).inputs.iter().zip(inputs) {
        words += &format!(", {} = {}", input.name, input.display.show(false, input.width, value));
    }
    words
}
