//! The network of a system of programs: which bytes a step passes, and who is at the other end of a connection.
//!
//! Both are read off what the network keeps, for a send and a receive are ordinary code: `crates/c/src/network/sockets.c`, which
//! says what the numbers here mean.

use kulan_ir::{System, Valuation};

use crate::{Explorer, Passed, Passing};

/// Connections that a process begins, and sockets on which it listens.
const CONNECTIONS: usize = 4;
const LISTENERS: usize = 2;
/// Of an end of a connection.
const OPEN: u64 = 1;
const BROKEN: u64 = 4;
/// Of a descriptor.
const CONNECTED: u64 = 4;

/// Where the network keeps things.
#[derive(Copy, Clone, Debug)]
pub struct Streams<'a> {
    system: &'a System,
    end: Values<'a>,
    bytes: Values<'a>,
    count: Values<'a>,
    queue: Option<Values<'a>>,
}

/// An array of the system, within a state.
#[derive(Copy, Clone, Debug)]
struct Values<'a> {
    explorer: &'a Explorer<'a>,
    variable: usize,
}

impl Values<'_> {
    fn get(&self, state: &Valuation, i: usize) -> u64 {
        state.0[self.explorer.offset(self.variable) + i]
    }

    fn len(&self) -> usize {
        self.explorer.system().variables[self.variable].len()
    }
}

/// What a thread looks at that waits for the network.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Awaited {
    /// An end of a connection.
    End(usize),
    /// Those who want to connect.
    Callers,
}

impl<'a> Streams<'a> {
    /// The network of a system, if it has one with connections.
    pub fn of(explorer: &'a Explorer<'a>) -> Option<Streams<'a>> {
        let values = |name: &str| Some(Values { explorer, variable: named(explorer.system(), name)? });
        let [end, bytes, count] = ["__net_end", "__net_bytes", "__net_count"].map(values);
        let (system, queue) = (explorer.system(), values("__net_queue"));
        Some(Streams { system, end: end?, bytes: bytes?, count: count?, queue })
    }

    /// The bytes that are sent or received between two states.
    pub fn passed(&self, before: &Valuation, after: &Valuation) -> Option<Passed> {
        (0..self.count.len()).find_map(|e| {
            let (old, new) = (self.count.get(before, e), self.count.get(after, e));
            let lasts = self.end.get(after, e) & OPEN != 0
                && self.end.get(before, e) & BROKEN == self.end.get(after, e) & BROKEN;
            let (kind, state, from, to) = match new {
                _ if new > old => (Passing::Send, after, old, new),
                // What goes with its end, or with the connection, is not received.
                _ if new < old && lasts => (Passing::Receive, before, 0, old - new),
                _ => return None,
            };
            let bytes = self.bytes.get(state, e);
            let fields = (from..to).map(|i| byte_text((bytes >> (8 * i)) as u8)).collect();
            Some(Passed { kind, channel: self.direction(e), fields })
        })
    }

    /// The bytes that wait at an end of a connection, as a channel.
    fn direction(&self, end: usize) -> String {
        let (connection, back) = (end / 2, end.is_multiple_of(2));
        // The first process of a system only starts the others.
        let by = self.system.processes.get(connection / CONNECTIONS + 1).map_or("?", |p| p.name.as_str());
        let number = connection % CONNECTIONS + 1;
        if back { format!("{by}/{number} back") } else { format!("{by}/{number}") }
    }

    /// What an element of an array means to who waits for it.
    pub fn awaited(&self, variable: usize, element: usize) -> Option<Awaited> {
        let is = |values: &Values<'_>| values.variable == variable;
        if self.queue.as_ref().is_some_and(is) {
            return Some(Awaited::Callers);
        }
        (is(&self.count) || is(&self.end)).then_some(Awaited::End(element))
    }

    /// The process on which a process waits at an end of a connection: who has the other one, or is to accept it.
    pub fn peer(&self, state: &Valuation, own: &str, end: usize) -> Option<&'a str> {
        let other = if self.holder(state, end) == Some(own) { end ^ 1 } else { end };
        self.holder(state, other).or_else(|| self.acceptor(state, end / 2)).filter(|&p| p != own)
    }

    /// The process that has an end of a connection.
    fn holder(&self, state: &Valuation, end: usize) -> Option<&'a str> {
        let names = self.system.processes.iter().map(|p| p.name.as_str());
        names.into_iter().find(|process| {
            let values = |name: &str| {
                let variable = named(self.system, &format!("{process}:{name}"))?;
                Some(Values { explorer: self.end.explorer, variable })
            };
            let (Some(what), Some(which)) = (values("__net_what"), values("__net_which")) else { return false };
            (0..what.len()).any(|d| what.get(state, d) == CONNECTED && which.get(state, d) == end as u64)
        })
    }

    /// The process in whose queue a connection waits.
    fn acceptor(&self, state: &Valuation, connection: usize) -> Option<&'a str> {
        let queue = self.queue?;
        let waits = |&l: &usize| queue.get(state, l).to_le_bytes().contains(&(connection as u8 + 1));
        let listener = (0..queue.len()).find(waits)?;
        self.system.processes.get(listener / LISTENERS + 1).map(|p| p.name.as_str())
    }
}

fn named(system: &System, name: &str) -> Option<usize> {
    system.variables.iter().position(|v| v.name == name && v.elements.is_some())
}

/// A letter as itself, another byte as a number.
fn byte_text(byte: u8) -> String {
    if byte.is_ascii_graphic() { format!("'{}'", char::from(byte)) } else { byte.to_string() }
}
