//! What users see of a run: statements, and what they change.

use std::fmt;

use kulan_ir::{Display, Input, MessageKind, Source, System, Transition, TransitionId, Valuation, Variable};
use serde::{Deserialize, Serialize};

use crate::{End, Explorer, Place, Run, Stepped, print};

/// A change of a variable or an array element.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// What changed, as in `P(1).x` or `a[2]`.
    pub name: String,
    /// The value before.
    pub old: String,
    /// The value after.
    pub new: String,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} -> {}", self.name, self.old, self.new)
    }
}

/// What happened to a message.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Passing {
    /// Put into a buffer.
    Send,
    /// Taken out of a buffer.
    Receive,
    /// Handed over.
    Handshake,
    /// Taken out of a buffer by nobody.
    Loss,
}

/// A message passed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Passed {
    /// What happened to it.
    pub kind: Passing,
    /// The channel.
    pub channel: String,
    /// Its fields.
    pub fields: Vec<String>,
}

/// A statement that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// Who acted.
    pub process: String,
    /// The receiver of a rendezvous.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partner: Option<String>,
    /// The statement.
    pub text: String,
    /// Its file; empty if it has none.
    pub file: String,
    /// Its line from 1; 0 if it has none.
    pub line: u32,
    /// Its column from 1.
    #[serde(default)]
    pub column: u32,
    /// What it changed.
    #[serde(with = "wire")]
    pub changes: Vec<Change>,
    /// The message it passed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<Passed>,
    /// What it printed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prints: Option<String>,
    /// The error it causes, if the run continues from the error state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

impl Step {
    /// Where it stands.
    pub fn place(&self) -> Option<Place<'_>> {
        (self.line > 0).then_some(Place { file: &self.file, line: self.line, column: self.column })
    }
}

/// Whether a transition is only a jump, which users do not see.
pub fn is_jump(system: &System, t: TransitionId) -> bool {
    system.transition(t).steps.iter().all(|s| s.text.is_empty())
}

/// A place by name.
pub fn place_of(system: &System, source: Option<Source>) -> Option<Place<'_>> {
    let source = source?;
    Some(Place { file: &system.files[source.file.index()], line: source.line, column: source.column })
}

/// The statements of a run, without jumps.
pub fn steps_of(explorer: &Explorer, run: &Run) -> Vec<Step> {
    let mut position = explorer.start();
    let mut steps = Vec::new();
    let last = run.transitions.len().checked_sub(1).filter(|_| matches!(run.end, End::Check(_)));
    for (i, (t, inputs)) in run.firings().enumerate() {
        let Stepped { next, is_error, .. } = explorer.step(&position, t, inputs);
        if !is_jump(explorer.system(), t) {
            // The run ends with the error: nobody gets to see the state to which errors lead.
            let after = next.as_ref().filter(|_| !(is_error && Some(i) == last));
            steps.push(step_of(explorer, (t, inputs), &position.state, after.map(|p| &p.state)));
        }
        match next {
            Some(next) => position = next,
            None => break,
        }
    }
    steps
}

/// The statement, with the inputs that were chosen.
pub fn text_of(transition: &Transition, inputs: &[u64]) -> String {
    with_inputs(transition, inputs, |input, value| input.display.show(false, input.width, value))
}

/// The same with the numbers that inputs have in the system, which are not always the values that they stand for: older
/// traces have these.
pub fn raw_text_of(transition: &Transition, inputs: &[u64]) -> String {
    with_inputs(transition, inputs, |_, value| value.to_string())
}

fn with_inputs(transition: &Transition, inputs: &[u64], show: impl Fn(&Input, u64) -> String) -> String {
    let text = transition.steps.first().map_or("", |s| &s.text);
    if inputs.is_empty() {
        return text.to_string();
    }
    let chosen = transition.inputs.iter().zip(inputs);
    let words = chosen.map(|(i, &value)| format!("{} = {}", i.name, show(i, value)));
    format!("{text} [{}]", words.collect::<Vec<_>>().join(", "))
}

/// The inputs with which a transition has this text; none if it has another text with any inputs.
pub fn inputs_of(transition: &Transition, text: &str) -> Option<Vec<u64>> {
    let statement = transition.steps.first().map_or("", |s| &s.text);
    let mut rest = text.strip_prefix(statement)?.strip_prefix(" [")?.strip_suffix(']')?;
    let mut inputs = Vec::new();
    for input in &transition.inputs {
        rest = rest.strip_prefix(", ").unwrap_or(rest).strip_prefix(&input.name)?.strip_prefix(" = ")?;
        let end = rest.find(", ").unwrap_or(rest.len());
        let value = input.display.read(input.width, &rest[..end]).or_else(|| rest[..end].parse().ok());
        inputs.push(value.filter(|value| (input.low..=input.high).contains(value))?);
        rest = &rest[end..];
    }
    Some(inputs)
}

/// A transition of an unmerged system, fired in a state with some inputs, as a statement. Without a state after it, it
/// failed. Without inputs, those that it has are not shown.
pub fn step_of(
    explorer: &Explorer,
    (t, inputs): (TransitionId, &[u64]),
    before: &Valuation,
    after: Option<&Valuation>,
) -> Step {
    let system = explorer.system();
    let transition = system.transition(t);
    let name = |thread: kulan_ir::ThreadId| system.threads[thread.index()].name.clone();
    let step = transition.steps.first();
    let place = step.and_then(|s| place_of(system, s.source));
    let is_known = inputs.len() == transition.inputs.len();
    let fired =
        system.error_state.as_ref().filter(|_| is_known).map(|_| explorer.interpreter().fire(before, t, inputs));
    let failed = fired.as_ref().filter(|f| f.is_error).and_then(|f| f.failed.last());
    let error = failed.map(|&check| explorer.check(t, check).message.clone());
    // A transition of a program may pass several lines.
    let prints = transition.steps.iter().filter_map(|s| s.prints.as_ref());
    let printed = prints.map(|p| print::text(explorer, (before, inputs), p));
    Step {
        process: name(transition.thread),
        partner: step.and_then(|s| s.partner).map(name),
        text: text_of(transition, inputs),
        file: place.map_or(String::new(), |p| p.file.to_string()),
        line: place.map_or(0, |p| p.line),
        column: place.map_or(0, |p| p.column),
        changes: changes_of(explorer, t, before, after),
        message: after.filter(|_| error.is_none()).and_then(|after| {
            let stated = step.and_then(|s| s.message.as_ref()).map(|m| passed(explorer, (before, inputs), m));
            stated.or_else(|| crate::Streams::of(explorer)?.passed(transition.thread, before, after))
        }),
        prints: Some(printed.collect::<String>()).filter(|text| !text.is_empty()),
        error,
    }
}

fn passed(explorer: &Explorer, (before, inputs): (&Valuation, &[u64]), message: &kulan_ir::Message) -> Passed {
    let kind = match message.kind {
        MessageKind::Send => Passing::Send,
        MessageKind::Receive => Passing::Receive,
        MessageKind::Handshake => Passing::Handshake,
    };
    let fields = message.fields.iter().map(|(e, display)| field(explorer, (before, inputs), *e, display)).collect();
    Passed { kind, channel: message.channel.clone(), fields }
}

/// The fields of a message are C integers whatever the channel's types are.
fn field(explorer: &Explorer, (state, inputs): (&Valuation, &[u64]), e: kulan_ir::ExprId, display: &Display) -> String {
    let width = explorer.system().exprs.width(e);
    display.show(true, width, explorer.interpreter().evaluate_with(state, e, inputs))
}

/// What a transition changes among the visible values. The variables of a thread that ends are gone, not changed.
pub fn changes_of(explorer: &Explorer, t: TransitionId, before: &Valuation, after: Option<&Valuation>) -> Vec<Change> {
    let Some(after) = after else { return Vec::new() };
    let system = explorer.system();
    let thread = system.transition(t).thread;
    let ended = explorer.runs(before, thread) && !explorer.runs(after, thread);
    let mut changes = Vec::new();
    for (v, variable) in system.variables.iter().enumerate() {
        let gone = ended && variable.owner == kulan_ir::Owner::Thread(thread);
        if variable.display == Display::Hidden || gone {
            continue;
        }
        let offset = explorer.offset(v);
        for i in 0..variable.len() {
            let (old, new) = (before.0[offset + i], after.0[offset + i]);
            if old != new {
                let (old, new) = (display_value(variable, old), display_value(variable, new));
                changes.push(Change { name: variable.element_name(i), old, new });
            }
        }
    }
    changes
}

/// A value of a variable, in the user's terms.
pub fn display_value(variable: &Variable, value: u64) -> String {
    variable.display.show(variable.signed, variable.width, value)
}

/// Changes in files: `{ "x": "0 -> 1" }`.
mod wire {
    use super::Change;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(changes: &[Change], to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(changes.iter().map(|c| (&c.name, format!("{} -> {}", c.old, c.new))))
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Vec<Change>, D::Error> {
        let map = serde_json::Map::deserialize(from)?;
        map.into_iter()
            .map(|(name, value)| {
                let (old, new) = value.as_str().and_then(|s| s.split_once(" -> ")).ok_or_else(|| {
                    D::Error::custom(format!("the change of {name} is not of the form \"old -> new\""))
                })?;
                Ok(Change { name, old: old.to_string(), new: new.to_string() })
            })
            .collect()
    }
}
