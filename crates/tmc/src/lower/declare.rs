//! Variables, processes and channels in the IR.

use kulan_ir as ir;
use kulan_ir::expr::{mask, width_of};
use kulan_ir::{Display, Owner, VarId};

use super::channel::Channel;
use super::{Lowering, Process, Storage};
use crate::ranges::{Messages, Pair};
use crate::values::Values;

impl Lowering<'_> {
    pub(super) fn declare(&mut self) {
        let program = self.program;
        for (number, variable) in program.machine.shared.iter().enumerate() {
            let values = program.ranges.shared(number);
            let storage = self.variable(variable.name.clone(), Owner::System, values, variable.initial);
            self.shared.push(storage);
        }
        for process in 0..program.machine.processes.len() {
            self.declare_process(process);
        }
        for (&pair, messages) in program.ranges.channels() {
            let channel = self.declare_channel(pair, messages);
            self.channels.insert(pair, channel);
        }
    }

    fn variable(&mut self, name: String, owner: Owner, values: &Values, initial: i32) -> Storage {
        if let Some(value) = values.as_const() {
            self.system.constants.push((name, value.to_string()));
            return Storage::Constant(value);
        }
        let (width, signed) = values.shape();
        let initial = vec![initial as u64 & mask(width)];
        let variable = ir::Variable { name, width, signed, elements: None, owner, initial, display: Display::Number };
        Storage::Var(self.system.add_variable(variable))
    }

    fn declare_process(&mut self, number: usize) {
        let program = self.program;
        let kind = program.machine.type_of(number);
        let name = program.machine.process_name(number);
        let process = ir::ProcessId(self.system.processes.len() as u32);
        let thread = ir::ThreadId(self.system.threads.len() as u32);
        let owner = Owner::Thread(thread);
        self.system.processes.push(ir::Process { name: name.clone() });
        let counter = self.hidden(format!("{name}._pc"), width_of(kind.locations.len() as u64), owner, None);
        self.system.variables[counter.index()].initial = vec![1];
        let mut locations = vec![ir::Location::default()];
        for location in &kind.locations {
            let span = location.clauses.first().map_or(location.span, |c| c.span);
            let (labels, source) = (vec![location.name.clone()], self.source(span));
            locations.push(ir::Location { labels, source, ..ir::Location::default() });
        }
        let (name_of_thread, program_counter) = (name.clone(), Some(counter));
        let record = ir::Thread { name: name_of_thread, process, program_counter, idle: None, locations };
        self.system.threads.push(record);
        let mut locals = Vec::new();
        for (v, variable) in kind.locals.iter().enumerate() {
            let initial = program.machine.processes[number].initial[v];
            let values = program.ranges.local(number, v);
            locals.push(self.variable(format!("{name}.{variable}"), owner, &values, initial));
        }
        self.processes.push(Process { thread, counter, locals });
    }

    /// A channel: its length, and cells for what is not the same in all messages.
    fn declare_channel(&mut self, (from, to): Pair, messages: &Messages) -> Channel {
        let machine = &self.program.machine;
        let name = format!("{}->{}", machine.process_name(from), machine.process_name(to));
        let len = self.hidden(format!("len({name})"), width_of(machine.capacity.into()), Owner::System, None);
        let value_name = if is_fixed(&messages.tags) { name.clone() } else { format!("{name}.0") };
        let value = self.cells(value_name, &messages.values);
        let tag = self.cells(format!("{name}.1"), &messages.tags);
        Channel { name, capacity: machine.capacity, len, value, tag }
    }

    fn cells(&mut self, name: String, values: &Values) -> Storage {
        if is_fixed(values) {
            return Storage::Constant(values.as_const().unwrap_or(0));
        }
        let (width, signed) = values.shape();
        let cells = self.hidden(name, width, Owner::System, Some(self.program.machine.capacity));
        self.system.variables[cells.index()].signed = signed;
        Storage::Var(cells)
    }

    fn hidden(&mut self, name: String, width: u8, owner: Owner, elements: Option<u32>) -> VarId {
        let initial = vec![0; elements.unwrap_or(1) as usize];
        let display = Display::Hidden;
        self.system.add_variable(ir::Variable { name, width, signed: false, elements, owner, initial, display })
    }
}

/// Whether there is one value at most.
fn is_fixed(values: &Values) -> bool {
    values.is_empty() || values.as_const().is_some()
}
