//! Variables, processes and channels in the IR.

use kulan_ir as ir;
use kulan_ir::expr::{mask, width_of};
use kulan_ir::{Display, Owner, VarId};

use super::buffer::Buffer;
use super::{Lowering, Process};
use crate::hir::Type;

impl Lowering<'_> {
    pub(super) fn declare(&mut self) {
        let program = self.program;
        for number in 0..program.model.processes.len() {
            self.declare_process(number);
        }
        for number in 0..program.model.variables.len() {
            let var = self.declare_variable(number);
            self.variables.push(var);
        }
        for (number, process) in program.model.processes.iter().enumerate() {
            let name = format!("{}._pc", process.name);
            let owner = Owner::Thread(self.processes[number].thread);
            let counter = self.hidden(name, width_of(process.states.len() as u64), owner, None);
            self.system.variables[counter.index()].initial = vec![process.initial as u64 + 1];
            self.processes[number].counter = counter;
            self.system.threads[number].program_counter = Some(counter);
        }
        for channel in &program.model.channels {
            let buffer = (channel.capacity > 0).then(|| {
                let types = channel.types.as_deref().unwrap_or_default();
                self.declare_buffer(&channel.name, types, channel.capacity)
            });
            self.buffers.push(buffer);
        }
        self.lengths = self.system.variables.iter().map(|v| v.len() as u32).collect();
    }

    /// A variable of the state; constants are none.
    fn declare_variable(&mut self, number: usize) -> Option<VarId> {
        let program = self.program;
        let variable = &program.model.variables[number];
        let (name, owner) = match variable.process {
            None => (variable.name.clone(), Owner::System),
            Some(p) => {
                let name = format!("{}.{}", program.model.processes[p].name, variable.name);
                (name, Owner::Thread(self.processes[p].thread))
            }
        };
        if variable.constant {
            let values: Vec<String> = variable.initial.iter().map(ToString::to_string).collect();
            let value =
                if variable.elements.is_some() { format!("{{{}}}", values.join(", ")) } else { values.concat() };
            self.system.constants.push((name, value));
            return None;
        }
        let (width, signed) = shape(variable.kind);
        let initial = variable.initial.iter().map(|&v| v as u64 & mask(width)).collect();
        let (elements, display) = (variable.elements, Display::Number);
        Some(self.system.add_variable(ir::Variable { name, width, signed, elements, owner, initial, display }))
    }

    fn declare_process(&mut self, number: usize) {
        let program = self.program;
        let declared = &program.model.processes[number];
        let name = declared.name.clone();
        let process = ir::ProcessId(number as u32);
        let thread = ir::ThreadId(number as u32);
        self.system.processes.push(ir::Process { name: name.clone() });
        let mut locations = vec![ir::Location::default()];
        for state in &declared.states {
            let (labels, source) = (vec![state.name.clone()], self.source(state.span));
            locations.push(ir::Location { labels, source, ..ir::Location::default() });
        }
        self.system.threads.push(ir::Thread { name, process, program_counter: None, idle: None, locations });
        self.processes.push(Process { thread, counter: VarId(0) });
    }

    /// A buffer: its length, and cells for each field.
    fn declare_buffer(&mut self, name: &str, types: &[Type], capacity: u32) -> Buffer {
        let len = self.hidden(format!("len({name})"), width_of(capacity.into()), Owner::System, None);
        let mut fields = Vec::new();
        for (number, &kind) in types.iter().enumerate() {
            let name = if types.len() == 1 { name.to_string() } else { format!("{name}.{number}") };
            let (width, signed) = shape(kind);
            let cells = self.hidden(name, width, Owner::System, Some(capacity));
            self.system.variables[cells.index()].signed = signed;
            fields.push((cells, kind));
        }
        Buffer { capacity, len, fields }
    }

    fn hidden(&mut self, name: String, width: u8, owner: Owner, elements: Option<u32>) -> VarId {
        let initial = vec![0; elements.unwrap_or(1) as usize];
        let display = Display::Hidden;
        self.system.add_variable(ir::Variable { name, width, signed: false, elements, owner, initial, display })
    }
}

/// Bits of a type, and whether it has a sign.
fn shape(kind: Type) -> (u8, bool) {
    match kind {
        Type::Byte => (8, false),
        Type::Int => (16, true),
    }
}
