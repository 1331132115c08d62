//! What every system must satisfy, whoever built it.

use std::collections::HashMap;

use rustc_hash::FxHashSet;

use crate::expr::{POSITION_WIDTH, mask};
use crate::inputs;
use crate::{
    CheckKind, Expr, ExprId, Owner, Source, Step, System, Target, Thread, Transition, Update, VarId, Variable,
};

/// The widest program counter: code is found through tables indexed by it.
const WIDEST_COUNTER: u8 = 20;

/// Checks that a system is well-formed: indices in range, widths that agree, values that fit, no two equal guards. What
/// is not is said in plain words.
pub fn validate(system: &System) -> Result<(), Vec<String>> {
    let mut v = Validator { system, place: String::new(), errors: Vec::new() };
    v.exprs();
    if v.errors.is_empty() {
        v.parts(); // which may look at expressions
    }
    if v.errors.is_empty() { Ok(()) } else { Err(v.errors) }
}

struct Validator<'s> {
    system: &'s System,
    /// What the next errors are about.
    place: String,
    errors: Vec<String>,
}

impl Validator<'_> {
    fn expect(&mut self, holds: bool, message: impl FnOnce() -> String) -> bool {
        if !holds {
            self.errors.push(format!("{}: {}", self.place, message()));
        }
        holds
    }

    fn parts(&mut self) {
        let system = self.system;
        system.variables.iter().for_each(|v| self.variable(v));
        system.threads.iter().for_each(|t| self.thread(t));
        self.guards();
        for (i, t) in system.transitions.iter().enumerate() {
            self.place = format!("transition {i}");
            self.transition(t);
        }
        for label in &system.labels {
            self.place = format!("label {}", label.name);
            self.truth(label.predicate, "the predicate");
            self.no_inputs(label.predicate);
            self.no_position(label.predicate);
        }
        self.place = "the valid end".into();
        self.truth(system.valid_end, "the condition");
        self.no_inputs(system.valid_end);
        self.no_position(system.valid_end);
        if let Some(values) = &system.error_state {
            self.place = "the error state".into();
            self.error_state(values);
        }
    }

    fn error_state(&mut self, values: &[Vec<u64>]) {
        let variables = &self.system.variables;
        let fits = |(values, v): (&Vec<u64>, &Variable)| {
            values.len() == v.len() && values.iter().all(|x| x & !mask(v.width) == 0)
        };
        let fine = values.len() == variables.len() && values.iter().zip(variables).all(fits);
        self.expect(fine, || "its values are not those of the variables".into());
        let ends = |t: &Transition| t.checks.iter().any(|c| !c.kind.goes_on());
        let mixed = self.system.transitions.iter().any(|t| (t.continues.is_some() || t.is_fallback()) && ends(t));
        self.expect(!mixed, || "a transition that errs goes on alone or is a fallback".into());
        let chosen = self.system.transitions.iter().any(|t| inputs::may_end_a_run(self.system, t));
        self.expect(!chosen, || "whether a transition errs depends on its inputs".into());
    }

    fn exprs(&mut self) {
        for id in self.system.exprs.ids() {
            self.place = format!("expression {}", id.index());
            self.expr(id);
        }
    }

    fn expr(&mut self, id: ExprId) {
        let exprs = &self.system.exprs;
        let width = exprs.width(id);
        let fine = exprs.operands(id).all(|o| o.index() < id.index());
        if !self.expect(fine, || "an operand comes later".into()) {
            return;
        }
        self.expect((1..=64).contains(&width), || format!("width {width}"));
        match exprs.get(id) {
            Expr::Const { width: w, bits } => {
                self.expect(w == width && bits & !mask(w) == 0, || format!("the constant {bits}:{w} does not fit"));
            }
            Expr::Var(v) => self.read(v, width, false),
            Expr::Element(v, _) => self.read(v, width, true),
            Expr::Input { width: w, .. } => {
                self.expect(w == width, || format!("an input of width {w}, not {width}"));
            }
            Expr::Position => {
                self.expect(width == POSITION_WIDTH, || format!("a position of width {width}, not {POSITION_WIDTH}"));
            }
            Expr::Not(a) | Expr::Neg(a) => self.width(a, width, "the operand"),
            Expr::Binary(op, a, b) => {
                self.width(b, exprs.width(a), "the right operand");
                let result = if op.is_comparison() { 1 } else { exprs.width(a) };
                self.expect(width == result, || format!("{op:?} of width {width}"));
            }
            Expr::Ite(c, a, b) => {
                self.width(c, 1, "the condition");
                self.width(a, width, "the first branch");
                self.width(b, width, "the second branch");
            }
            Expr::ZeroExtend(w, a) | Expr::SignExtend(w, a) => {
                self.expect(w == width && exprs.width(a) < w, || format!("extension to width {w}"));
            }
            Expr::Extract { low, width: w, of } => {
                let (from, fits) = (exprs.width(of), usize::from(low) + usize::from(w) <= usize::from(exprs.width(of)));
                self.expect(w == width && fits && w < from, || format!("{w} bits from {low} on of {from}"));
            }
            Expr::Concat(a, b) => {
                let sum = u16::from(exprs.width(a)) + u16::from(exprs.width(b));
                self.expect(sum == u16::from(width), || format!("a concatenation of width {sum}, not {width}"));
            }
        }
    }

    fn width(&mut self, id: ExprId, expected: u8, what: &str) {
        let width = self.system.exprs.width(id);
        self.expect(width == expected, || format!("{what} has width {width}, not {expected}"));
    }

    fn truth(&mut self, id: ExprId, what: &str) {
        if self.known(id) {
            self.width(id, 1, what);
        }
    }

    fn known(&mut self, id: ExprId) -> bool {
        let count = self.system.exprs.len();
        self.expect(id.index() < count, || format!("there is no expression {}", id.index()))
    }

    /// The variable of that id with the form and width it is used with.
    fn read(&mut self, var: VarId, width: u8, element: bool) {
        let Some(variable) = self.system.variables.get(var.index()) else {
            self.expect(false, || format!("there is no variable {}", var.0));
            return;
        };
        let wrong = if element { "is not an array" } else { "is an array" };
        self.expect(variable.elements.is_some() == element, || format!("{} {wrong}", variable.name));
        self.expect(variable.width == width, || format!("{} has width {}, not {width}", variable.name, variable.width));
    }

    fn variable(&mut self, v: &Variable) {
        self.place = format!("variable {}", v.name);
        self.expect((1..=64).contains(&v.width), || format!("width {}", v.width));
        self.expect(!v.is_empty(), || "an array without elements".into());
        self.expect(v.initial.len() == v.len(), || format!("{} initial values for {}", v.initial.len(), v.len()));
        let fits = v.initial.iter().all(|x| x & !mask(v.width) == 0);
        self.expect(fits, || "an initial value does not fit".into());
        let known = match v.owner {
            Owner::System => true,
            Owner::Process(p) => p.index() < self.system.processes.len(),
            Owner::Thread(t) => t.index() < self.system.threads.len(),
        };
        self.expect(known, || "its owner does not exist".into());
    }

    fn thread(&mut self, thread: &Thread) {
        self.place = format!("thread {}", thread.name);
        let known = thread.process.index() < self.system.processes.len();
        self.expect(known, || "its process does not exist".into());
        if let Some(pc) = thread.program_counter {
            let variable = self.system.variables.get(pc.index());
            let fine = variable.is_some_and(|v| v.elements.is_none() && v.width <= WIDEST_COUNTER);
            self.expect(fine, || format!("its counter is no scalar of at most {WIDEST_COUNTER} bits"));
        }
        let fits = |location: u64| {
            let counter = thread.program_counter.and_then(|pc| self.system.variables.get(pc.index()));
            counter.is_some_and(|v| location & !mask(v.width) == 0)
        };
        let idle = thread.idle.is_none_or(fits);
        self.expect(idle, || "its counter cannot have the value at which it does not run".into());
        thread.locations.iter().for_each(|l| self.source(l.source));
    }

    fn guards(&mut self) {
        let mut first = HashMap::new();
        for (i, &guard) in self.system.guards.iter().enumerate() {
            self.place = format!("guard {i}");
            self.truth(guard, "the condition");
            self.no_inputs(guard);
            self.no_position(guard);
            let earlier = *first.entry(guard).or_insert(i);
            self.expect(earlier == i, || format!("it is equal to guard {earlier}"));
        }
    }

    fn transition(&mut self, t: &Transition) {
        let (threads, guards) = (self.system.threads.len(), self.system.guards.len());
        self.expect(t.thread.index() < threads, || "its thread does not exist".into());
        let goes_on = t.continues.is_none_or(|c| c.index() < threads);
        self.expect(goes_on, || "the thread that goes on alone does not exist".into());
        for g in &t.guards {
            self.expect(g.index() < guards, || format!("there is no guard {}", g.0));
        }
        self.runs(t);
        self.inputs(t);
        for check in &t.checks {
            self.truth(check.condition, "the condition of a check");
            self.no_position(check.condition);
            let named = check.instance.is_some() == (check.kind == CheckKind::MissingInstance);
            self.expect(named, || "exactly a check of kind instance names an instance".into());
            self.source(check.source);
        }
        t.updates.iter().for_each(|u| self.update(u));
        t.steps.iter().for_each(|s| self.step(s));
    }

    /// Inputs have values, are read as they are declared, and only where a transition fires.
    fn inputs(&mut self, t: &Transition) {
        for input in &t.inputs {
            let fits = (1..=64).contains(&input.width) && input.high & !mask(input.width) == 0;
            self.expect(fits, || format!("input {}: its values do not fit into {} bits", input.name, input.width));
            self.expect(input.low <= input.high, || format!("input {}: it has no value", input.name));
        }
        let observes = t.is_observer() && !t.inputs.is_empty();
        self.expect(!observes, || "an observer has an input".into());
        let exprs = &self.system.exprs;
        let mut seen = FxHashSet::default();
        let mut wrong = Vec::new();
        let steps = t.steps.iter().flat_map(|s| s.updates.iter());
        let updates = t.updates.iter().chain(steps).flat_map(|u| u.expressions());
        let fields = t.steps.iter().flat_map(|s| &s.message).flat_map(|m| m.fields.iter().map(|f| f.0));
        for root in t.checks.iter().map(|c| c.condition).chain(updates).chain(fields) {
            if root.index() < exprs.len() {
                exprs.inputs(root, &mut seen, &mut |index, width| {
                    if t.inputs.get(index as usize).is_none_or(|i| i.width != width) {
                        wrong.push(index);
                    }
                });
            }
        }
        self.expect(wrong.is_empty(), || format!("it reads inputs {wrong:?}, which it does not have"));
    }

    /// A state alone has no inputs.
    fn no_inputs(&mut self, id: ExprId) {
        let exprs = &self.system.exprs;
        let found = id.index() < exprs.len() && exprs.has_input(id);
        self.expect(!found, || "it reads an input, which only a transition that fires has".into());
    }

    /// Only elements that a fill sets have a position.
    fn no_position(&mut self, id: ExprId) {
        let exprs = &self.system.exprs;
        let found = id.index() < exprs.len() && exprs.has_position(id);
        self.expect(!found, || "it reads a position, which only the value of a fill has".into());
    }

    fn runs(&mut self, t: &Transition) {
        let known = self.errors.is_empty(); // or the thread may not exist
        let idle = known.then(|| self.system.threads[t.thread.index()].idle).flatten();
        let fine = idle.is_none() || self.system.location_of(t) != idle;
        self.expect(fine, || "it starts where its thread does not run".into());
    }

    fn update(&mut self, update: &Update) {
        let (target, is_array) = (update.target, !matches!(update.target, Target::Var(_)));
        let known = target.index().is_none_or(|i| self.known(i)) && self.known(update.value);
        if known {
            self.read(target.variable(), self.system.exprs.width(update.value), is_array);
        }
        if !matches!(target, Target::Fill(_)) {
            update.expressions().for_each(|e| self.no_position(e));
        }
    }

    fn step(&mut self, step: &Step) {
        let threads = self.system.threads.len();
        let known = step.thread.index() < threads && step.partner.is_none_or(|p| p.index() < threads);
        self.expect(known, || format!("a thread of step {:?} does not exist", step.text));
        step.updates.iter().for_each(|u| self.update(u));
        self.source(step.source);
        for (field, _) in step.message.iter().flat_map(|m| &m.fields) {
            self.known(*field);
            self.no_position(*field);
        }
    }

    fn source(&mut self, source: Option<Source>) {
        let known = source.is_none_or(|s| s.file.index() < self.system.files.len());
        self.expect(known, || "a source file does not exist".into());
    }
}
