//! From the resolved program to the IR.
//!
//! Every process is a process of the IR with one thread. Location `l` is value `l + 1` of its program counter.
//! A variable has as many bits as its values need; one that never changes has none.

mod channel;
mod clause;
mod declare;
mod expr;

use std::collections::BTreeMap;

use kulan_diagnostics::{SourceMap, Span};
use kulan_ir as ir;
use kulan_ir::{ExprId, GuardTable, Invariant, System, VarId};

use crate::Program;
use crate::hir::Atom;
use crate::ranges::Pair;
use channel::Channel;
use expr::Context;

/// Lowers a program.
pub(crate) fn lower(program: &Program, sources: &SourceMap) -> System {
    let mut lowering = lower_processes(program, sources);
    lowering.labels();
    debug_assert_eq!(ir::validate(&lowering.system), Ok(()));
    lowering.system
}

/// Lowers a program without propositions, but with what must hold in all states.
pub(crate) fn lower_safety(program: &Program, sources: &SourceMap, watched: &[(String, &[usize])]) -> System {
    let mut lowering = lower_processes(program, sources);
    let mut list = Vec::new();
    for atom in program.invariants.iter().map(|&atom| &program.atoms[atom]) {
        let value = lowering.evaluation(atom, &format!("the invariant {}", atom.name), &mut list);
        let condition = lowering.truth(value);
        list.push(Invariant::stated(condition, &atom.name));
    }
    for (title, atoms) in watched {
        for &atom in *atoms {
            lowering.evaluation(&program.atoms[atom], title, &mut list);
        }
    }
    lowering.system.add_invariants(list);
    debug_assert_eq!(ir::validate(&lowering.system), Ok(()));
    lowering.system
}

/// Lowers the processes.
fn lower_processes<'a>(program: &'a Program, sources: &'a SourceMap) -> Lowering<'a> {
    let name = sources.file(program.file).name();
    let mut lowering = Lowering {
        program,
        sources,
        system: System::new(name),
        guards: GuardTable::default(),
        shared: Vec::new(),
        processes: Vec::new(),
        channels: BTreeMap::new(),
    };
    lowering.system.files.push(name.to_string());
    lowering.declare();
    lowering.transitions();
    lowering.valid_end();
    lowering
}

/// Where a value lives.
#[derive(Copy, Clone, Debug)]
enum Storage {
    /// In a variable of the IR, or an array of them.
    Var(VarId),
    /// Nowhere: it never changes.
    Constant(i32),
}

/// A process in the IR.
#[derive(Debug)]
struct Process {
    thread: ir::ThreadId,
    counter: VarId,
    locals: Vec<Storage>,
}

struct Lowering<'a> {
    program: &'a Program,
    sources: &'a SourceMap,
    system: System,
    guards: GuardTable,
    shared: Vec<Storage>,
    processes: Vec<Process>,
    channels: BTreeMap<Pair, Channel>,
}

impl Lowering<'_> {
    /// A place in the program; what stands on the command line has none.
    fn source(&self, span: Span) -> Option<ir::Source> {
        let position = self.sources.position(span);
        let (line, column) = (position.line as u32, position.column as u32);
        (span.file == self.program.file).then_some(ir::Source { file: ir::FileId(0), line, column })
    }

    /// The source as one line.
    fn text(&self, span: Span) -> String {
        crate::language::LANGUAGE.one_line(self.sources.text(span))
    }

    fn int(&mut self, value: i32) -> ExprId {
        self.system.exprs.int(value)
    }

    /// A truth value as an integer.
    fn int_of(&mut self, truth: ExprId) -> ExprId {
        self.system.exprs.int_of(truth)
    }

    /// Whether an integer is not zero.
    fn truth(&mut self, value: ExprId) -> ExprId {
        self.system.exprs.truth(value)
    }

    /// Whether a process stands at a location.
    fn at(&mut self, process: usize, location: usize) -> ExprId {
        let counter = self.system.read(self.processes[process].counter);
        self.system.exprs.eq_const(counter, location as u64 + 1)
    }

    /// A value of a variable's width as an integer.
    fn extend(&mut self, var: VarId, raw: ExprId) -> ExprId {
        match self.system.variables[var.index()].signed {
            true => self.system.exprs.sign_extend(32, raw),
            false => self.system.exprs.zero_extend(32, raw),
        }
    }

    /// An integer as a value for a variable: it is known to fit.
    fn fit(&mut self, var: VarId, value: ExprId) -> ExprId {
        let width = self.system.variables[var.index()].width;
        self.system.exprs.truncate(width, value)
    }

    /// Adds what must hold for a proposition to be evaluated, and gives its value.
    fn evaluation(&mut self, atom: &Atom, title: &str, list: &mut Vec<Invariant>) -> ExprId {
        let mut context = Context::of_predicate();
        let value = self.expr(&mut context, &atom.expr);
        list.extend(context.checks.into_iter().map(|check| Invariant::evaluation(check, title)));
        value
    }

    /// The propositions.
    fn labels(&mut self) {
        let program = self.program;
        for atom in &program.atoms {
            let value = self.expr(&mut Context::of_predicate(), &atom.expr);
            let predicate = self.truth(value);
            self.system.labels.push(ir::Label { name: atom.name.clone(), predicate });
        }
    }

    /// Processes may stay at locations without clauses. That a program counter is zero, which it never is, is part of
    /// the condition, so that it names the processes because of which an end is not valid.
    fn valid_end(&mut self) {
        let machine = &self.program.machine;
        let mut all = self.system.exprs.bool(true);
        for process in 0..self.processes.len() {
            let counter = self.system.read(self.processes[process].counter);
            let mut places = vec![self.system.exprs.eq_const(counter, 0)];
            for (number, location) in machine.type_of(process).locations.iter().enumerate() {
                if location.clauses.is_empty() {
                    places.push(self.at(process, number));
                }
            }
            let ended = self.system.exprs.any(&places);
            all = self.system.exprs.and(all, ended);
        }
        self.system.valid_end = all;
    }
}
