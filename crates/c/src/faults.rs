//! Faults of a system of programs: messages that are lost, connections that break, processes that crash and start again.
//!
//! They are steps of a thread of their own, whose location is the number of faults that can still happen, so all that looks at steps
//! sees them as any others. It can also stop at any time: a deadlock counts although a fault would end it.
//!
//! A crash takes all memory of a process back to its start, stops its threads but the first, and lets that begin again.
//! What it begins with closes the descriptors that were open (`network/sockets.c`).

use kulan_ir::expr::width_of;
use kulan_ir::{
    BinaryOp, ExprId, Location, Owner, ProcessId, Role, Step, Target, Thread, ThreadId, Transition, Update, VarId,
};
use rustc_hash::FxHashSet;

use crate::lower::Lowering;
use crate::processes::{connection_name, is_shared, survives_crash};

/// Of an end of a connection, as in `network/sockets.c`.
const OPEN: u64 = 1;
const FINISHED: u64 = 2;
const BROKEN: u64 = 4;
const TELL: u64 = 8;
const LOCAL: u64 = 32;
/// Datagram sockets of a process, and messages that wait at each.
const SOCKETS: usize = 2;
const MESSAGES: usize = 4;
/// More elements of arrays than this are not taken back by one step.
const MOST_ELEMENTS: usize = 4096;

/// What can happen once: conditions, what it writes, and what people see of it.
struct Fault {
    conditions: Vec<ExprId>,
    updates: Vec<Update>,
    text: String,
}

/// The variables of the network that a connection is made of.
struct Network {
    end: VarId,
    /// The bytes that wait at an end, and how many there are.
    buffer: Option<(VarId, VarId)>,
}

impl Lowering<'_, '_> {
    /// Adds the faults that were asked for.
    pub fn faults(&mut self) -> Result<(), String> {
        let most = u64::from(self.options.faults);
        if most == 0 || !self.has_processes() {
            return Ok(());
        }
        let mut faults = self.breaks()?;
        faults.extend(self.losses()?);
        for process in 1..self.system.processes.len() {
            faults.extend(self.crash(ProcessId(process as u32))?);
        }
        let thread = ThreadId(self.system.threads.len() as u32);
        let counter = self.hidden("faults.pc".into(), width_of(most), Owner::Thread(thread));
        self.system.variables[counter.index()].initial = vec![most];
        self.system.threads.push(Thread {
            name: "faults".into(),
            process: ProcessId(0),
            program_counter: Some(counter),
            idle: Some(0),
            locations: vec![Location::default(); most as usize + 1],
        });
        for left in 1..=most {
            let stop = Fault { conditions: Vec::new(), updates: Vec::new(), text: "no more faults".into() };
            self.add_fault(thread, counter, (left, 0), &stop);
            for fault in &faults {
                self.add_fault(thread, counter, (left, left - 1), fault);
            }
        }
        Ok(())
    }

    fn add_fault(&mut self, thread: ThreadId, counter: VarId, (from, to): (u64, u64), fault: &Fault) {
        let pc = self.system.read(counter);
        let here = self.system.exprs.eq_const(pc, from);
        let conditions: Vec<ExprId> = fault.conditions.iter().copied().chain([here]).collect();
        let Some(guards) = self.table.split(&mut self.system, &conditions) else { return };
        let left = self.system.exprs.constant(self.system.variables[counter.index()].width, to);
        let mut updates = fault.updates.clone();
        updates.push(Update { target: Target::Var(counter), value: left });
        let step = Step { updates: updates.clone(), ..Step::new(thread, fault.text.clone()) };
        self.system.transitions.push(Transition {
            thread,
            guards,
            role: Role::Step,
            inputs: Vec::new(),
            checks: Vec::new(),
            updates,
            continues: None,
            steps: vec![step],
        });
    }

    /// An array of the network; none if no process uses it.
    fn network_array(&self, name: &str) -> Result<Option<VarId>, String> {
        let mut all = self.system.variables.iter();
        match all.position(|v| v.name.starts_with(name)) {
            None => Ok(None),
            Some(i) if self.system.variables[i].name == name && self.system.variables[i].elements.is_some() => {
                Ok(Some(VarId(i as u32)))
            }
            // Faults that are left out would make things seem to hold.
            Some(_) => Err(format!("faults: the network without the array {name}")),
        }
    }

    /// Connections that break. What was under way in a direction has arrived, or is lost.
    fn breaks(&mut self) -> Result<Vec<Fault>, String> {
        let [end, bytes, count] = ["__net_end", "__net_bytes", "__net_count"].map(|name| self.network_array(name));
        // Without these there is no connection, or nothing is sent.
        let Some(end) = end? else { return Ok(Vec::new()) };
        let network = Network { end, buffer: bytes?.zip(count?) };
        let connections = self.system.variables[end.index()].len() / 2;
        let ways = if network.buffer.is_some() { 4 } else { 1 };
        let mut faults = Vec::new();
        for connection in 0..connections {
            for lost in 0..ways {
                faults.push(self.broken(&network, connection, [lost & 1 != 0, lost & 2 != 0]));
            }
        }
        Ok(faults)
    }

    /// A connection breaks, and with it what is under way to those of its ends that lose it.
    fn broken(&mut self, network: &Network, connection: usize, lost: [bool; 2]) -> Fault {
        let (mut conditions, mut updates, mut open) = (Vec::new(), Vec::new(), Vec::new());
        for (side, lost) in lost.into_iter().enumerate() {
            let index = self.system.exprs.constant(32, (2 * connection + side) as u64);
            let state = self.system.read_element(network.end, index);
            let e = &mut self.system.exprs;
            let has = |e: &mut kulan_ir::Exprs, bits: u64| {
                let bits = e.constant(8, bits);
                let both = e.binary(BinaryOp::And, state, bits);
                let none = e.eq_const(both, 0);
                e.not(none)
            };
            let (is_open, spoilt) = (has(e, OPEN), has(e, BROKEN | LOCAL));
            open.push(is_open);
            conditions.push(e.not(spoilt));
            let (kept, added) = (e.constant(8, if lost { !FINISHED } else { u64::MAX }), e.constant(8, BROKEN | TELL));
            let state_kept = e.binary(BinaryOp::And, state, kept);
            let broken = e.binary(BinaryOp::Or, state_kept, added);
            let value = e.ite(is_open, broken, state);
            updates.push(Update { target: Target::Element(network.end, index), value });
            if let Some((bytes, count)) = network.buffer.filter(|_| lost) {
                let finished = has(e, FINISHED);
                let number = self.system.read_element(count, index);
                let e = &mut self.system.exprs;
                let empty = e.eq_const(number, 0);
                let some = e.not(empty);
                let under_way = e.or(some, finished);
                conditions.extend([is_open, under_way]);
                let (no_bytes, none) = (e.constant(64, 0), e.constant(8, 0));
                updates.push(Update { target: Target::Element(bytes, index), value: no_bytes });
                updates.push(Update { target: Target::Element(count, index), value: none });
            }
        }
        conditions.push(self.system.exprs.any(&open));
        let (name, what) = (connection_name(connection, &self.system.processes), lost_text(lost));
        Fault { conditions, updates, text: format!("fault: {name} breaks{what}") }
    }

    /// Messages that wait at a datagram socket and are lost.
    fn losses(&mut self) -> Result<Vec<Fault>, String> {
        let mut places = Vec::new();
        for i in 0..MESSAGES {
            let [head, body] = ["__net_head", "__net_body"].map(|name| self.network_array(&format!("{name}{i}")));
            match (head?, i) {
                (Some(head), _) => places.push((head, body?)),
                // No message is sent.
                (None, 0) => return Ok(Vec::new()),
                (None, _) => return Err(format!("faults: the network without the array __net_head{i}")),
            }
        }
        let sockets = self.system.variables[places[0].0.index()].len();
        let all = (0..sockets).flat_map(|socket| (0..MESSAGES).map(move |place| (socket, place)));
        Ok(all.map(|(socket, place)| self.lost(&places, socket, place)).collect())
    }

    /// A message is lost: those behind it move up.
    fn lost(&mut self, places: &[(VarId, Option<VarId>)], socket: usize, place: usize) -> Fault {
        let index = self.system.exprs.constant(32, socket as u64);
        let head = self.system.read_element(places[place].0, index);
        let nobody = self.system.exprs.eq_const(head, 0);
        let conditions = vec![self.system.exprs.not(nobody)];
        let mut updates = Vec::new();
        for (i, &(head, body)) in places.iter().enumerate().skip(place) {
            let next = places.get(i + 1).copied();
            for (to, from) in [(Some(head), next.map(|n| n.0)), (body, next.and_then(|n| n.1))] {
                let Some(to) = to else { continue };
                let value = match from {
                    Some(from) => self.system.read_element(from, index),
                    None => self.system.exprs.constant(self.system.variables[to.index()].width, 0),
                };
                updates.push(Update { target: Target::Element(to, index), value });
            }
        }
        let to = self.system.processes.get(socket / SOCKETS + 1).map_or("nobody", |p| p.name.as_str());
        Fault { conditions, updates, text: format!("fault: a message to {to} is lost") }
    }

    /// A process crashes, and starts again.
    fn crash(&mut self, process: ProcessId) -> Result<Option<Fault>, String> {
        let own: Vec<usize> = (0..self.instances.len()).filter(|&i| self.process_of(i) == process).collect();
        let Some(&first) = own.iter().find(|&&i| self.is_first(i)) else { return Ok(None) };
        let (mut running, mut updates) = (Vec::new(), Vec::new());
        for &i in &own {
            let counter = self.instances[i].counter;
            let pc = self.system.read(counter);
            let idle = self.system.exprs.eq_const(pc, 0);
            running.push(self.system.exprs.not(idle));
            let width = self.system.variables[counter.index()].width;
            let value = self.system.exprs.constant(width, u64::from(i == first));
            updates.push(Update { target: Target::Var(counter), value });
        }
        // Who has not done anything since the start has nothing to lose.
        let pc = self.system.read(self.instances[first].counter);
        let at_start = self.system.exprs.eq_const(pc, 1);
        let conditions = vec![self.system.exprs.any(&running), self.system.exprs.not(at_start)];
        let name = self.system.processes[process.index()].name.clone();
        for var in self.memory_of(process) {
            let variable = &self.system.variables[var.index()];
            let (width, single, values) = (variable.width, variable.elements.is_none(), variable.initial.clone());
            if updates.len() + values.len() > MOST_ELEMENTS {
                return Err(format!("faults: {name} has more than {MOST_ELEMENTS} variables to take back in a crash"));
            }
            for (i, value) in values.into_iter().enumerate() {
                let (index, value) =
                    (self.system.exprs.constant(32, i as u64), self.system.exprs.constant(width, value));
                updates.push(Update {
                    target: if single { Target::Var(var) } else { Target::Element(var, index) },
                    value,
                });
            }
        }
        Ok(Some(Fault { conditions, updates, text: format!("fault: process {name} crashes") }))
    }

    /// What a process has written is its memory, unless it is the network's: only the network is shared.
    fn memory_of(&self, process: ProcessId) -> Vec<VarId> {
        let mut written = FxHashSet::default();
        for transition in &self.system.transitions {
            if self.system.threads[transition.thread.index()].process == process {
                written.extend(transition.updates.iter().map(|u| u.target.variable()));
            }
        }
        let counters: FxHashSet<VarId> = self.instances.iter().map(|i| i.counter).collect();
        let name = |v: &VarId| self.system.variables[v.index()].name.as_str();
        let is_memory = |v: &VarId| !counters.contains(v) && !survives_crash(name(v)) && !is_shared(name(v));
        let mut memory: Vec<VarId> = written.into_iter().filter(is_memory).collect();
        memory.sort_unstable();
        memory
    }
}

/// What is lost with a connection.
fn lost_text(lost: [bool; 2]) -> &'static str {
    match lost {
        [false, false] => "",
        [true, false] => ", bytes to it are lost",
        [false, true] => ", bytes from it are lost",
        [true, true] => ", all bytes are lost",
    }
}
