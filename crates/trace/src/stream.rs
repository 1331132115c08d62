//! The network of a system of programs: which bytes or message a step passes, and who is at the other end of a connection.
//!
//! Both are read off what the network keeps, for a send and a receive are ordinary code: `crates/c/src/network/sockets.c`, which
//! says what the numbers here mean.

use kulan_ir::{System, ThreadId, Valuation};

use crate::{Explorer, Passed, Passing};

/// Connections that a process begins, sockets on which it listens, and those for messages.
const CONNECTIONS: usize = 4;
const LISTENERS: usize = 2;
const BOXES: usize = LISTENERS;
/// Messages that wait at a socket, at most.
const MESSAGES: usize = 4;
/// Of an end of a connection.
const OPEN: u64 = 1;
const BROKEN: u64 = 4;
/// Of a descriptor.
const CONNECTED: u64 = 4;

/// Where the network keeps things.
#[derive(Copy, Clone, Debug)]
pub struct Streams<'a> {
    explorer: &'a Explorer<'a>,
    system: &'a System,
    connections: Option<Connections<'a>>,
    queue: Option<Values<'a>>,
    boxes: Option<Boxes<'a>>,
    /// By process: whether it can be called.
    begun: Option<Values<'a>>,
}

/// By end: its state, the bytes that wait there, and how many there are.
#[derive(Copy, Clone, Debug)]
struct Connections<'a> {
    end: Values<'a>,
    bytes: Values<'a>,
    count: Values<'a>,
}

/// By socket for messages: its port, who it is connected to, and what waits there.
#[derive(Copy, Clone, Debug)]
struct Boxes<'a> {
    state: Values<'a>,
    port: Values<'a>,
    peer: Option<Values<'a>>,
    heads: [Values<'a>; MESSAGES],
    bodies: [Values<'a>; MESSAGES],
}

/// A message: the address that it comes from with its size, and its bytes.
type Message = (u64, u64);

impl<'a> Boxes<'a> {
    fn of(explorer: &'a Explorer<'a>) -> Option<Boxes<'a>> {
        let values = |name: &str| Values::named(explorer, name);
        let places = |name: &str| {
            let list: Option<Vec<Values<'a>>> = (0..MESSAGES).map(|i| values(&format!("{name}{i}"))).collect();
            list?.try_into().ok()
        };
        let (heads, bodies) = (places("__net_head")?, places("__net_body")?);
        let peer = values("__net_box_peer");
        Some(Boxes { state: values("__net_box")?, port: values("__net_box_port")?, peer, heads, bodies })
    }

    fn waiting(&self, state: &Valuation, b: usize) -> Vec<Message> {
        let all = self.heads.iter().zip(&self.bodies).map(|(head, body)| (head.get(state, b), body.get(state, b)));
        all.filter(|(head, _)| *head != 0).collect()
    }

    /// The port of a socket, as people write it.
    fn port_of(&self, state: &Valuation, b: usize) -> u16 {
        (self.port.get(state, b) as u16).swap_bytes()
    }

    /// The message that a step of a process puts into a box or takes out of it, and which it does.
    fn passed(&self, b: usize, is_own: bool, before: &Valuation, after: &Valuation) -> Option<(Passing, Message)> {
        let (old, new) = (self.waiting(before, b), self.waiting(after, b));
        let differs = (0..old.len().max(new.len())).find(|&i| old.get(i) != new.get(i))?;
        // What goes with the socket is not received.
        let lasts = self.state.get(after, b) != 0;
        match new.len() > old.len() {
            true => Some((Passing::Send, new[differs])),
            false if lasts => Some((if is_own { Passing::Receive } else { Passing::Loss }, old[differs])),
            false => None,
        }
    }
}

/// An array of the system, within a state.
#[derive(Copy, Clone, Debug)]
struct Values<'a> {
    explorer: &'a Explorer<'a>,
    variable: usize,
}

impl<'a> Values<'a> {
    fn named(explorer: &'a Explorer<'a>, name: &str) -> Option<Values<'a>> {
        Some(Values { explorer, variable: named(explorer.system(), name)? })
    }

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
    /// A socket for messages.
    Messages(usize),
    /// Those who want to connect.
    Callers,
    /// That a process can be called, by its number.
    Start(usize),
}

impl<'a> Streams<'a> {
    /// The network of a system, if it has one.
    pub fn of(explorer: &'a Explorer<'a>) -> Option<Streams<'a>> {
        let values = |name: &str| Values::named(explorer, name);
        let [end, bytes, count] = ["__net_end", "__net_bytes", "__net_count"].map(values);
        let all = end.zip(bytes).zip(count);
        let connections = all.map(|((end, bytes), count)| Connections { end, bytes, count });
        let (queue, boxes, begun) = (values("__net_queue"), Boxes::of(explorer), values("__net_begun"));
        let is_there = connections.is_some() || boxes.is_some() || begun.is_some();
        is_there.then_some(Streams { explorer, system: explorer.system(), connections, queue, boxes, begun })
    }

    /// The bytes, or the message, that a thread sends or receives between two states.
    pub fn passed(&self, by: ThreadId, before: &Valuation, after: &Valuation) -> Option<Passed> {
        self.bytes_passed(before, after).or_else(|| self.message_passed(by, before, after))
    }

    fn bytes_passed(&self, before: &Valuation, after: &Valuation) -> Option<Passed> {
        let Connections { end, bytes, count } = self.connections?;
        (0..count.len()).find_map(|e| {
            let (old, new) = (count.get(before, e), count.get(after, e));
            let lasts = end.get(after, e) & OPEN != 0 && end.get(before, e) & BROKEN == end.get(after, e) & BROKEN;
            let (kind, state, from, to) = match new {
                _ if new > old => (Passing::Send, after, old, new),
                // What goes with its end, or with the connection, is not received.
                _ if new < old && lasts => (Passing::Receive, before, 0, old - new),
                _ => return None,
            };
            Some(Passed { kind, channel: self.direction(e), fields: byte_texts(bytes.get(state, e), from..to) })
        })
    }

    fn message_passed(&self, by: ThreadId, before: &Valuation, after: &Valuation) -> Option<Passed> {
        let boxes = self.boxes?;
        let own = self.system.threads[by.index()].process.index();
        (0..boxes.state.len()).find_map(|b| {
            let (kind, (head, body)) = boxes.passed(b, b / BOXES + 1 == own, before, after)?;
            let state = if kind == Passing::Send { after } else { before };
            let process = self.system.processes.get(b / BOXES + 1).map_or("?", |p| p.name.as_str());
            let channel = format!("{process}@{}", boxes.port_of(state, b));
            Some(Passed { kind, channel, fields: byte_texts(body, 0..(head >> 24) - 1) })
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
        if self.begun.as_ref().is_some_and(is) {
            return Some(Awaited::Start(element));
        }
        if self.boxes.is_some_and(|boxes| is(&boxes.heads[0])) {
            return Some(Awaited::Messages(element));
        }
        self.connections.filter(|c| is(&c.count) || is(&c.end)).map(|_| Awaited::End(element))
    }

    /// Whether a process has what is looked at: a descriptor is one of several things, and a condition looks at all of them.
    pub fn concerns(&self, state: &Valuation, own: &str, awaited: Awaited) -> bool {
        match awaited {
            Awaited::End(end) => [end, end ^ 1].into_iter().any(|e| self.holder(state, e) == Some(own)),
            Awaited::Messages(socket) => {
                let is_used = self.boxes.is_some_and(|boxes| boxes.state.get(state, socket) != 0);
                is_used && self.system.processes.get(socket / BOXES + 1).is_some_and(|p| p.name == own)
            }
            Awaited::Callers | Awaited::Start(_) => true,
        }
    }

    /// A process of the system, by its number there.
    pub fn process(&self, number: usize) -> Option<&'a str> {
        self.system.processes.get(number + 1).map(|p| p.name.as_str())
    }

    /// The process that a socket for messages is connected to.
    pub fn correspondent(&self, state: &Valuation, own: usize) -> Option<&'a str> {
        let boxes = self.boxes?;
        let port = boxes.peer?.get(state, own) as u16;
        // Ports are of a host; where another host has the same one, nobody is named.
        let mut all = (0..boxes.port.len()).filter(|&b| port != 0 && boxes.port.get(state, b) == u64::from(port));
        let there = all.next().filter(|_| all.next().is_none())?;
        self.system.processes.get(there / BOXES + 1).map(|p| p.name.as_str())
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
            let values = |name: &str| Values::named(self.explorer, &format!("{process}:{name}"));
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

fn byte_texts(bytes: u64, places: std::ops::Range<u64>) -> Vec<String> {
    places.map(|i| byte_text((bytes >> (8 * i)) as u8)).collect()
}

/// A letter as itself, another byte as a number.
fn byte_text(byte: u8) -> String {
    if byte.is_ascii_graphic() { format!("'{}'", char::from(byte)) } else { byte.to_string() }
}
