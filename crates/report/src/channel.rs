//! Why a channel does not let a message pass.
//!
//! A buffered channel `c` is a hidden variable `len(c)` and one array per field, `c` or `c.0`, `c.1`, …

use kulan_ir::{Display, ExprId, Message, MessageKind, System, Valuation, Variable};
use kulan_trace::{Explorer, message_at};

use crate::expr::variables;

/// Whether an expression reads the state of a channel.
pub fn is_read_by(system: &System, channel: &str, expr: ExprId) -> bool {
    let mut read = Vec::new();
    variables(system, expr, &mut read);
    read.iter().any(|&v| belongs(&system.variables[v], channel))
}

fn belongs(variable: &Variable, channel: &str) -> bool {
    let name = &variable.name;
    let is_cell = name.strip_prefix(channel).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    variable.display == Display::Hidden && (is_cell || *name == format!("len({channel})"))
}

/// What is wrong with a channel for a message that does not pass.
pub fn obstacle(explorer: &Explorer, state: &Valuation, message: &Message) -> String {
    let channel = &message.channel;
    let variables = &explorer.system().variables;
    let len = variables.iter().position(|v| v.name == format!("len({channel})"));
    let len = len.map_or(0, |v| state.0[explorer.offset(v)]);
    match message.kind {
        MessageKind::Send => format!("{channel} is full"),
        _ if len == 0 => format!("{channel} is empty"),
        _ => format!("the first message in {channel} is {}", message_at(explorer, state, message, 0)),
    }
}
