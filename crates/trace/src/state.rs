//! A state as people see it: where processes stand, what channels hold, the values of variables.

use kulan_ir::{Display, Message, Owner, System, ThreadId, Valuation, Variable};

use crate::{Explorer, display_value};

/// A state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// Where each running process stands, as in `m.pml:12 (critical)`.
    pub processes: Vec<(String, String)>,
    /// The messages in each buffered channel, the first one first.
    pub channels: Vec<(String, Vec<String>)>,
    /// The values of variables, except those of processes that do not run.
    pub values: Vec<(String, String)>,
    /// What never changes.
    pub constants: Vec<(String, String)>,
}

/// A state as people see it.
pub fn state_of(explorer: &Explorer, state: &Valuation) -> View {
    let system = explorer.system();
    let (processes, channels) = (processes(explorer, state), channels(explorer, state));
    View { processes, channels, values: values(explorer, state), constants: system.constants.clone() }
}

fn processes(explorer: &Explorer, state: &Valuation) -> Vec<(String, String)> {
    let threads = (0..explorer.system().threads.len() as u32).map(ThreadId);
    let running = threads.filter(|&t| explorer.location(state, t).is_some() && explorer.runs(state, t));
    running.map(|t| (explorer.system().threads[t.index()].name.clone(), place(explorer, state, t))).collect()
}

/// The line where a process stands, and its labels.
fn place(explorer: &Explorer, state: &Valuation, thread: ThreadId) -> String {
    let system = explorer.system();
    let source = explorer.source(state, thread);
    let line = source.map(|s| {
        let file = &system.files[s.file.index()];
        format!("{}:{}", file.rsplit(['/', '\\']).next().unwrap_or(file), s.line)
    });
    let location = explorer.location(state, thread).unwrap_or(0) as usize;
    let labels = system.threads[thread.index()].locations.get(location).map_or(&[][..], |l| &l.labels);
    let labels = (!labels.is_empty()).then(|| format!("({})", labels.join(", ")));
    line.into_iter().chain(labels).collect::<Vec<_>>().join(" ")
}

fn values(explorer: &Explorer, state: &Valuation) -> Vec<(String, String)> {
    let mut values = Vec::new();
    for (v, variable) in explorer.system().variables.iter().enumerate() {
        if variable.display == Display::Hidden || is_gone(explorer, state, variable) {
            continue;
        }
        let offset = explorer.offset(v);
        let list = (0..variable.len()).map(|i| (variable.element_name(i), state.0[offset + i]));
        values.extend(list.map(|(name, value)| (name, display_value(variable, value))));
    }
    values
}

fn is_gone(explorer: &Explorer, state: &Valuation, variable: &Variable) -> bool {
    matches!(variable.owner, Owner::Thread(t) if !explorer.runs(state, t))
}

/// A buffered channel `c` is a hidden variable `len(c)` and one array per field, `c` or `c.0`, `c.1`, …
fn channels(explorer: &Explorer, state: &Valuation) -> Vec<(String, Vec<String>)> {
    let variables = explorer.system().variables.iter().enumerate();
    let lengths = variables.filter_map(|(v, variable)| {
        let name = variable.name.strip_prefix("len(")?.strip_suffix(')')?;
        let is_channel = variable.display == Display::Hidden && !is_gone(explorer, state, variable);
        is_channel.then(|| (name, state.0[explorer.offset(v)] as usize))
    });
    lengths
        .map(|(name, length)| {
            let message = passed(explorer.system(), name);
            let text = |slot| message.map_or("?".to_string(), |m| message_at(explorer, state, m, slot));
            (name.to_string(), (0..length).map(text).collect())
        })
        .collect()
}

/// A message that some step passes through a channel.
fn passed<'s>(system: &'s System, channel: &str) -> Option<&'s Message> {
    let mut messages = system.transitions.iter().flat_map(|t| &t.steps).filter_map(|s| s.message.as_ref());
    messages.find(|m| m.channel == channel)
}

/// The fields of the message in a slot of the channel through which `message` is passed.
pub fn message_at(explorer: &Explorer, state: &Valuation, message: &Message, slot: usize) -> String {
    let variables = &explorer.system().variables;
    let one = message.fields.len() == 1;
    let fields = message.fields.iter().enumerate().map(|(f, (_, display))| {
        let name = if one { message.channel.clone() } else { format!("{}.{f}", message.channel) };
        let cells = variables.iter().position(|v| v.name == name && v.display == Display::Hidden)?;
        let Variable { signed, width, .. } = variables[cells];
        Some(display.show(signed, width, state.0[explorer.offset(cells) + slot]))
    });
    fields.map(|f| f.unwrap_or_else(|| "?".to_string())).collect::<Vec<_>>().join(",")
}
