//! Variables, channels and instances in the IR, and their values at the start.

use std::collections::HashSet;

use kulan_ir as ir;
use kulan_ir::expr::width_of;
use kulan_ir::{Display, Instance, Interpreter, Owner, VarId};

use super::expr::Context;
use super::{Channel, Lowering, Process, Storage, candidates, channel_value};
use crate::hir::{Expr, ExprKind, Leaf, Property, Scalar};
use crate::uses::Uses;

impl Lowering<'_> {
    /// Declares everything for the instances, and sets the initial state.
    pub(super) fn declare(&mut self, instances: &[Instance], properties: &[&Property]) {
        let mut uses = Uses::of(self.program);
        properties.iter().for_each(|property| uses.add(property));
        for (g, variable) in self.program.globals.iter().enumerate() {
            let mut storages = Vec::new();
            let mut channels = Vec::new();
            for (l, leaf) in variable.leaves.iter().enumerate() {
                let name = format!("{}{}", variable.name, leaf.suffix);
                let created = self.create_channels(leaf, &name, Owner::System, &mut Vec::new());
                let key = (None, g, l);
                let fixed = !uses.written.contains(&key);
                let storage = if variable.hidden && !uses.read.contains(&key) {
                    Storage::Discarded
                } else if fixed && leaf.channel.is_some() && !leaf.dims.is_empty() {
                    Storage::Channels
                } else if fixed && leaf.dims.is_empty() {
                    let value = self.constant_value(leaf, &created);
                    self.note_constant(leaf, name, value);
                    Storage::Constant(value)
                } else {
                    Storage::Var(self.declare_leaf(leaf, name, Owner::System))
                };
                storages.push(storage);
                channels.push(created);
            }
            self.globals.push(storages);
            self.global_channels.push(channels);
            self.init_globals(g);
        }
        self.declare_trace();
        if self.program.uses_last {
            self.last = Some(self.bookkeeping("_last", 8, Owner::System));
        }
        for &instance in instances {
            self.declare_process(instance, &uses);
        }
        self.name_channels();
        for (slot, &proctype) in self.program.initial.iter().enumerate() {
            let p = self.processes.iter().position(|p| p.slot == slot && p.proctype == proctype);
            self.start(p.expect("initial processes are instances"));
        }
        self.candidates = candidates::compute(self);
    }

    pub(super) fn bookkeeping(&mut self, name: &str, width: u8, owner: Owner) -> VarId {
        self.system.add_variable(ir::Variable {
            name: name.into(),
            width,
            signed: false,
            elements: None,
            owner,
            initial: vec![0],
            display: Display::Hidden,
        })
    }

    fn declare_leaf(&mut self, leaf: &Leaf, name: String, owner: Owner) -> VarId {
        let elements = (!leaf.dims.is_empty()).then(|| leaf.len() as u32);
        let display = self.display(leaf.scalar);
        self.system.add_variable(ir::Variable {
            name,
            width: leaf.scalar.width(),
            signed: leaf.scalar.signed(),
            elements,
            owner,
            initial: vec![0; leaf.len()],
            display,
        })
    }

    pub(super) fn display(&self, scalar: Scalar) -> Display {
        match scalar {
            Scalar::Bool | Scalar::BoolCell => Display::Bool,
            Scalar::Mtype(table) => {
                let names = &self.program.mtypes[table].names;
                Display::Names(names.iter().enumerate().map(|(i, n)| (i as u64 + 1, n.clone())).collect())
            }
            _ => Display::Number,
        }
    }

    /// Channel variables show the names of channels, which are known once all are declared.
    fn name_channels(&mut self) {
        let names: Vec<(u64, String)> =
            self.channels.iter().enumerate().map(|(i, c)| (channel_value(i), c.name.clone())).collect();
        let mut chans = Vec::new();
        let program = self.program;
        for (variable, storages) in program.globals.iter().zip(&self.globals) {
            collect_channels(&variable.leaves, storages, &mut chans);
        }
        for process in &self.processes {
            for (variable, storages) in program.proctypes[process.proctype].locals.iter().zip(&process.locals) {
                collect_channels(&variable.leaves, storages, &mut chans);
            }
        }
        for var in chans {
            self.system.variables[var.index()].display = Display::Names(names.clone());
        }
    }

    /// Channels are shown with what is in them.
    fn note_constant(&mut self, leaf: &Leaf, name: String, value: i32) {
        if leaf.channel.is_none() {
            let shown = self.display(leaf.scalar).show(leaf.scalar.signed(), leaf.scalar.width(), value as u32 as u64);
            self.system.constants.push((name, shown));
        }
    }

    /// The value of a scalar that never changes.
    fn constant_value(&mut self, leaf: &Leaf, created: &[usize]) -> i32 {
        if let Some(&channel) = created.first() {
            return channel_value(channel) as i32;
        }
        let Some(init) = leaf.init.first() else { return 0 };
        let value = self.initial_value(None, init);
        truncate(leaf.scalar, value)
    }

    /// The channels a part of a variable starts with.
    fn create_channels(&mut self, leaf: &Leaf, name: &str, owner: Owner, owned: &mut Vec<VarId>) -> Vec<usize> {
        let Some(ty) = &leaf.channel else { return Vec::new() };
        (0..leaf.len())
            .map(|i| {
                let name = if leaf.dims.is_empty() { name.to_string() } else { format!("{name}[{i}]") };
                self.create_channel(name, ty.capacity, &ty.fields, owner, owned)
            })
            .collect()
    }

    fn create_channel(
        &mut self,
        name: String,
        capacity: u32,
        fields: &[Scalar],
        owner: Owner,
        owned: &mut Vec<VarId>,
    ) -> usize {
        // The process at hand is the next one in the list.
        let process = matches!(owner, Owner::Thread(_)).then_some(self.processes.len());
        let mut channel = Channel { name, capacity, fields: fields.to_vec(), process, len: None, cells: Vec::new() };
        if capacity > 0 {
            let width = width_of(capacity.into());
            let len = self.bookkeeping(&format!("len({})", channel.name), width, owner);
            channel.len = Some(len);
            owned.push(len);
            for (f, &field) in fields.iter().enumerate() {
                let name = if fields.len() == 1 { channel.name.clone() } else { format!("{}.{f}", channel.name) };
                let cells = self.system.add_variable(ir::Variable {
                    name,
                    width: field.width(),
                    signed: field.signed(),
                    elements: Some(capacity),
                    owner,
                    initial: vec![0; capacity as usize],
                    display: Display::Hidden,
                });
                channel.cells.push(cells);
                owned.push(cells);
            }
        }
        self.channels.push(channel);
        self.channels.len() - 1
    }

    fn declare_process(&mut self, instance: Instance, uses: &Uses) {
        let number = instance.template as usize;
        let proctype = &self.program.proctypes[number];
        let title = if proctype.name == ":init:" { "init" } else { &proctype.name };
        let name = format!("{title}({})", instance.slot);
        let process = ir::ProcessId(self.system.processes.len() as u32);
        let thread = ir::ThreadId(self.system.threads.len() as u32);
        let owner = Owner::Thread(thread);
        self.system.processes.push(ir::Process { name: name.clone() });
        self.system.threads.push(ir::Thread {
            name: name.clone(),
            process,
            program_counter: None,
            idle: Some(0),
            locations: Vec::new(),
        });
        let width = width_of(proctype.states.len() as u64);
        let pc = self.bookkeeping(&format!("{name}._pc"), width, owner);
        let locations = self.locations(number);
        let record = &mut self.system.threads[thread.index()];
        record.program_counter = Some(pc);
        record.locations = locations;
        let mut owned = vec![pc];
        let priority = self.program.uses_priority.then(|| self.bookkeeping(&format!("{name}._priority"), 8, owner));
        owned.extend(priority);
        let (mut locals, mut channels) = (Vec::new(), Vec::new());
        let mut seen: HashSet<String> = HashSet::new();
        for (v, variable) in self.program.proctypes[number].locals.iter().enumerate() {
            let mut unique = variable.name.clone();
            while !seen.insert(unique.clone()) {
                unique.push('\'');
            }
            let (mut storages, mut created) = (Vec::new(), Vec::new());
            for (l, leaf) in variable.leaves.iter().enumerate() {
                let name = format!("{name}.{unique}{}", leaf.suffix);
                let channels = self.create_channels(leaf, &name, owner, &mut owned);
                let fixed = !uses.written.contains(&(Some(number), v, l));
                storages.push(match channels.first() {
                    // A channel declared in the process and never assigned is the same for the process' life.
                    Some(&channel) if fixed && leaf.dims.is_empty() => Storage::Constant(channel_value(channel) as i32),
                    Some(_) if fixed => Storage::Channels,
                    _ => {
                        let var = self.declare_leaf(leaf, name, owner);
                        owned.push(var);
                        Storage::Var(var)
                    }
                });
                created.push(channels);
            }
            locals.push(storages);
            channels.push(created);
        }
        let (slot, proctype) = (instance.slot as usize, number);
        self.processes.push(Process { slot, proctype, thread, pc, priority, locals, channels, owned });
    }

    fn locations(&mut self, proctype: usize) -> Vec<ir::Location> {
        let program = self.program;
        let mut locations = vec![ir::Location::default()];
        for state in &program.proctypes[proctype].states {
            let source = state.span.map(|s| self.source(s));
            locations.push(ir::Location { labels: state.labels.clone(), source, ..ir::Location::default() });
        }
        locations
    }

    fn init_globals(&mut self, global: usize) {
        let program = self.program;
        for (l, leaf) in program.globals[global].leaves.iter().enumerate() {
            if let Storage::Var(var) = self.globals[global][l] {
                let channels = self.global_channels[global][l].clone();
                self.init_leaf(None, leaf, var, &channels);
            }
        }
    }

    fn init_leaf(&mut self, process: Option<usize>, leaf: &Leaf, var: VarId, channels: &[usize]) {
        if let Some(value) = uniform_init(leaf).filter(|_| channels.is_empty()) {
            let value = value as u32 as u64 & ir::expr::mask(leaf.scalar.width());
            self.system.variables[var.index()].initial.fill(value);
            return;
        }
        for i in 0..leaf.len() {
            let value = match (channels.get(i), init_of(leaf, i)) {
                (Some(&channel), _) => channel_value(channel) as i32,
                (None, Some(init)) => self.initial_value(process, &init),
                (None, None) => 0,
            };
            self.system.variables[var.index()].initial[i] = value as u32 as u64 & ir::expr::mask(leaf.scalar.width());
        }
    }

    /// The value of an expression in the initial state as far as it is set up.
    fn initial_value(&mut self, process: Option<usize>, e: &Expr) -> i32 {
        let mut context = Context::new(process);
        let id = self.expr(&mut context, e);
        let interpreter = Interpreter::new(&self.system);
        interpreter.evaluate(&interpreter.initial(), id) as u32 as i32
    }

    /// Lets a process run from the start.
    fn start(&mut self, process: usize) {
        let program = self.program;
        let record = &self.processes[process];
        let proctype = &program.proctypes[record.proctype];
        self.system.variables[record.pc.index()].initial[0] = 1;
        if let Some(priority) = record.priority {
            self.system.variables[priority.index()].initial[0] = proctype.priority as u64 & 0xff;
        }
        for (v, variable) in proctype.locals.iter().enumerate() {
            for (l, leaf) in variable.leaves.iter().enumerate() {
                if let Storage::Var(var) = self.processes[process].locals[v][l] {
                    let channels = self.processes[process].channels[v][l].clone();
                    self.init_leaf(Some(process), leaf, var, &channels);
                }
            }
        }
    }
}

/// The initialiser of an element: one value stands for all elements.
pub(super) fn init_of(leaf: &Leaf, element: usize) -> Option<Expr> {
    match &leaf.init[..] {
        [] => None,
        [one] => Some(one.clone()),
        many => many.get(element).cloned(),
    }
}

/// The value that all elements have at the start, where that is one number.
pub(super) fn uniform_init(leaf: &Leaf) -> Option<i32> {
    match &leaf.init[..] {
        [] => Some(0),
        [Expr { kind: ExprKind::Const(value), .. }] => Some(*value),
        _ => None,
    }
}

fn truncate(scalar: Scalar, value: i32) -> i32 {
    let bits = value as u32 as u64 & ir::expr::mask(scalar.width());
    if scalar.signed() { ir::expr::signed(scalar.width(), bits) as i32 } else { bits as u32 as i32 }
}

fn collect_channels(leaves: &[Leaf], storages: &[Storage], out: &mut Vec<VarId>) {
    for (leaf, storage) in leaves.iter().zip(storages) {
        if let (Scalar::Chan, Storage::Var(var)) = (leaf.scalar, storage) {
            out.push(*var);
        }
    }
}
