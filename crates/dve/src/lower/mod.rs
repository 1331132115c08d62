//! From the resolved model to the IR.
//!
//! Every process is a process of the IR with one thread. State `s` is value `s + 1` of its program counter. A transition is one of the IR, a rendezvous one for each pair of sender
//! and receiver.

mod asynchronous;
mod blocks;
mod buffer;
mod declare;
mod effect;
mod emit;
mod expr;
mod facts;
mod interval;
mod synchronous;

use kulan_diagnostics::{SourceMap, Span};
use kulan_ir as ir;
use kulan_ir::{CheckKind, ExprId, GuardTable, Invariant, System, VarId};

use crate::hir::Expr;
use crate::{Overflow, Program, Proposition};
use buffer::Buffer;
use expr::Context;

/// Lowers a model.
pub(crate) fn lower(
    program: &Program,
    sources: &SourceMap,
    overflow: Overflow,
    propositions: &[Proposition],
) -> System {
    let mut lowering = lower_processes(program, sources, overflow);
    lowering.labels(propositions);
    let mut list = lowering.assertions();
    list.retain(|invariant| invariant.kind == CheckKind::Assertion);
    lowering.finish(list)
}

/// Lowers a model without propositions, but with what must hold in all states.
pub(crate) fn lower_safety(
    program: &Program,
    sources: &SourceMap,
    overflow: Overflow,
    invariants: &[Proposition],
    watched: &[(String, &[Proposition])],
) -> System {
    let mut lowering = lower_processes(program, sources, overflow);
    let mut list = lowering.assertions();
    for Proposition { text, expr } in invariants {
        let condition = lowering.evaluation(expr, &format!("the invariant {text}"), &mut list);
        list.push(Invariant::stated(condition, text));
    }
    for (title, propositions) in watched {
        for proposition in *propositions {
            lowering.evaluation(&proposition.expr, title, &mut list);
        }
    }
    lowering.finish(list)
}

/// Lowers all that acts.
fn lower_processes<'a>(program: &'a Program, sources: &'a SourceMap, overflow: Overflow) -> Lowering<'a> {
    let name = sources.file(program.file).name();
    let mut lowering = Lowering {
        program,
        sources,
        overflow,
        system: System::new(name),
        guards: GuardTable::default(),
        variables: Vec::new(),
        lengths: Vec::new(),
        processes: Vec::new(),
        buffers: Vec::new(),
    };
    lowering.system.files.push(name.to_string());
    lowering.declare();
    if program.model.synchronous {
        lowering.synchronous();
    } else {
        lowering.asynchronous();
    }
    lowering.ends();
    lowering
}

/// A process in the IR.
#[derive(Debug)]
struct Process {
    thread: ir::ThreadId,
    counter: VarId,
}

struct Lowering<'a> {
    program: &'a Program,
    sources: &'a SourceMap,
    overflow: Overflow,
    system: System,
    guards: GuardTable,
    /// By variable of the model; constants have none.
    variables: Vec<Option<VarId>>,
    /// Elements of each variable of the IR.
    lengths: Vec<u32>,
    processes: Vec<Process>,
    /// By channel; a rendezvous has none.
    buffers: Vec<Option<Buffer>>,
}

impl Lowering<'_> {
    /// A place in the model; what stands on the command line has none.
    fn source(&self, span: Span) -> Option<ir::Source> {
        let position = self.sources.position(span);
        let (line, column) = (position.line as u32, position.column as u32);
        (span.file == self.program.file).then_some(ir::Source { file: ir::FileId(0), line, column })
    }

    /// Whether a process stands at a state.
    fn at(&mut self, process: usize, state: usize) -> ExprId {
        let counter = self.system.read(self.processes[process].counter);
        self.system.exprs.eq_const(counter, state as u64 + 1)
    }

    /// A value of a variable's width as an integer.
    fn extend(&mut self, var: VarId, raw: ExprId) -> ExprId {
        match self.system.variables[var.index()].signed {
            true => self.system.exprs.sign_extend(32, raw),
            false => self.system.exprs.zero_extend(32, raw),
        }
    }

    /// Adds what must hold for a condition to be evaluated, and gives it.
    fn evaluation(&mut self, expr: &Expr, title: &str, list: &mut Vec<Invariant>) -> ExprId {
        let mut context = Context::default();
        let condition = self.condition(&mut context, expr);
        list.extend(context.checks.into_iter().map(|check| Invariant::evaluation(check, title)));
        condition
    }

    /// The propositions. Where evaluating one would go wrong, that part of it is zero.
    fn labels(&mut self, propositions: &[Proposition]) {
        for proposition in propositions {
            let predicate = self.condition(&mut Context::default(), &proposition.expr);
            self.system.labels.push(ir::Label { name: proposition.text.clone(), predicate });
        }
    }

    /// Every end is a deadlock. A run-time error leads to the state that DiVinE's interpreter goes to: all is zero, and
    /// the first process stands nowhere. In C's arithmetic it ends the run: what would follow is undefined.
    fn ends(&mut self) {
        self.system.valid_end = self.system.exprs.bool(false);
        if self.overflow == Overflow::Wrap {
            return;
        }
        let mut values: Vec<Vec<u64>> = self.system.variables.iter().map(|v| vec![0; v.len()]).collect();
        for process in &self.processes[1..] {
            values[process.counter.index()] = vec![1];
        }
        self.system.error_state = Some(values);
    }

    /// `assert s: e`: not at s, or e; and that e can be evaluated at s.
    fn assertions(&mut self) -> Vec<Invariant> {
        let mut list = Vec::new();
        for (number, process) in self.program.model.processes.iter().enumerate() {
            for assertion in &process.assertions {
                let here = self.at(number, assertion.state);
                let elsewhere = self.system.exprs.not(here);
                let mut context = Context::default();
                let holds = self.condition(&mut context, &assertion.condition);
                let condition = self.system.exprs.or(elsewhere, holds);
                let state = &process.states[assertion.state].name;
                let text = self.text(assertion.condition.span);
                let message = format!("assertion of {}.{state} violated: {text}", process.name);
                let source = self.source(assertion.condition.span);
                for check in context.checks {
                    let condition = self.system.exprs.or(elsewhere, check.condition);
                    let what = format!("the assertion of {}.{state}", process.name);
                    list.push(Invariant::evaluation(ir::Check { condition, ..check }, &what));
                }
                list.push(Invariant { condition, kind: CheckKind::Assertion, message, source });
            }
        }
        list
    }

    fn finish(mut self, observers: Vec<Invariant>) -> System {
        self.system.add_invariants(observers);
        debug_assert_eq!(ir::validate(&self.system), Ok(()));
        self.system
    }
}
