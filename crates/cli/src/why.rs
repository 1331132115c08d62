//! Why an entry of a relation is present or not, in the model's words.

use std::fmt::Write;

use kulan_ir::{Display, Expr, ExprId, Interpreter, System, Target, TransitionId, Valuation, VarId};
use kulan_relations::{Method, Options, Question, Subject};
use kulan_trace::display_value;

use crate::relations::{Found, guard_text, transition_text};

/// Answers questions about one entry.
pub struct Why<'a> {
    pub found: &'a Found,
    /// As it was before impossible goals were taken out.
    pub subject: &'a Subject,
}

impl Why<'_> {
    fn system(&self) -> &System {
        &self.found.subject.system
    }

    /// The whole answer.
    pub fn answer(&self, question: Question) -> String {
        let present = self.found.relations.entry(question);
        let mut text = headline(question, present);
        for t in transitions(question) {
            let _ = writeln!(text, "  transition {t}  {}", transition_text(self.system(), t));
        }
        for g in guards(question) {
            let _ = writeln!(text, "  guard {g}  {}", guard_text(self.system(), g));
        }
        text += &if present { self.shown(question) } else { format!("{}\n", self.proof(question)) };
        text
    }

    /// What shows that an entry is absent.
    fn proof(&self, question: Question) -> &'static str {
        let form = kulan_relations::relations(&mut self.subject.clone(), Method::Syntactic).0;
        if self.found.method == Method::Syntactic || !form.entry(question) {
            return "their form tells it: what they read and write, or constants that they compare with";
        }
        let plain = Options { invariants: false, ..Options::default() };
        let (solved, _) = kulan_relations::relations_with(&mut self.subject.clone(), Method::Solver, plain);
        match solved.entry(question) {
            false => "the solver proved it",
            true => "guards that exclude each other in all reachable states prove it",
        }
    }

    /// A state that shows why an entry is present, and what happens in it.
    fn shown(&self, question: Question) -> String {
        if self.found.method == Method::Syntactic {
            return "their form does not exclude it; --relations solver knows more\n".to_string();
        }
        let is_opaque = |t: &usize| self.system().transitions[*t].continues.is_some();
        if let Some(t) = transitions(question).into_iter().find(is_opaque) {
            return format!(
                "{t} is opaque: its thread goes on alone afterwards, so only what it reads and writes is known\n"
            );
        }
        let Some(state) = kulan_relations::witness(&self.found.subject, question) else {
            return "the solver could not decide it within its budget, so it is assumed\n".to_string();
        };
        let scene = Scene { system: self.system(), interpreter: Interpreter::new(self.system()) };
        let mut text = String::from("for instance in this state, which need not be reachable:\n");
        let places = scene.places(&state, question);
        for &(v, at) in &places {
            let _ = writeln!(text, "  {} = {}", scene.name(v, at), scene.value(&state, v, at));
        }
        if places.is_empty() {
            text += "  any in which both are enabled\n";
        }
        text + &scene.story(&state, question)
    }
}

fn transitions(question: Question) -> Vec<usize> {
    match question {
        Question::DoNotAccord(t, u) | Question::DoNotLeftAccord { then: t, first: u } => vec![t, u],
        Question::Enabling { transition: t, .. } | Question::Disabling { transition: t, .. } => vec![t],
        Question::Enabled(_) | Question::CoEnabled(..) => Vec::new(),
    }
}

fn guards(question: Question) -> Vec<usize> {
    match question {
        Question::CoEnabled(g, h) => vec![g, h],
        Question::Enabling { guard: g, .. } | Question::Disabling { guard: g, .. } => vec![g],
        _ => Vec::new(),
    }
}

fn headline(question: Question, present: bool) -> String {
    let (can, accord) = if present { ("can", "do not accord") } else { ("cannot", "accord") };
    match question {
        Question::Enabled(a) => format!("{a} {can} be enabled\n"),
        Question::CoEnabled(g, h) => format!("guards {g} and {h} {can} hold together\n"),
        Question::Enabling { guard: g, transition: t } => format!("transition {t} {can} make guard {g} true\n"),
        Question::Disabling { guard: g, transition: t } => format!("transition {t} {can} make guard {g} false\n"),
        Question::DoNotAccord(t, u) => format!("transitions {t} and {u} {accord}\n"),
        Question::DoNotLeftAccord { then: t, first: u } => match present {
            true => format!("transition {t} does not left-accord with {u}\n"),
            false => format!("transition {t} left-accords with {u}\n"),
        },
    }
}

/// A system and what runs it.
struct Scene<'a> {
    system: &'a System,
    interpreter: Interpreter<'a>,
}

impl Scene<'_> {
    /// The variables and elements that matter, without those that people do not see.
    fn places(&self, state: &Valuation, question: Question) -> Vec<(VarId, usize)> {
        let mut out = Vec::new();
        guards(question).into_iter().for_each(|g| self.reads(state, self.system.guards[g], &mut out));
        for t in transitions(question) {
            let transition = &self.system.transitions[t];
            transition.guards.iter().for_each(|g| self.reads(state, self.system.guards[g.index()], &mut out));
            for update in &transition.updates {
                self.reads(state, update.value, &mut out);
                match update.target {
                    Target::Var(v) => out.push((v, 0)),
                    Target::Element(v, index) => self.element(state, v, index, &mut out),
                    Target::Fill(v) => out.extend((0..self.system.variables[v.index()].len()).map(|at| (v, at))),
                }
            }
        }
        out.sort_unstable_by_key(|&(v, at)| (v.0, at));
        out.dedup();
        let visible = |&(v, at): &(VarId, usize)| {
            let variable = &self.system.variables[v.index()];
            variable.display != Display::Hidden && at < variable.len()
        };
        out.retain(visible);
        out
    }

    fn reads(&self, state: &Valuation, id: ExprId, out: &mut Vec<(VarId, usize)>) {
        match self.system.exprs.get(id) {
            Expr::Var(v) => out.push((v, 0)),
            Expr::Element(v, index) => self.element(state, v, index, out),
            _ => self.system.exprs.operands(id).for_each(|operand| self.reads(state, operand, out)),
        }
    }

    fn element(&self, state: &Valuation, v: VarId, index: ExprId, out: &mut Vec<(VarId, usize)>) {
        self.reads(state, index, out);
        if self.system.exprs.has_position(index) {
            return out.extend((0..self.system.variables[v.index()].len()).map(|at| (v, at)));
        }
        out.push((v, self.interpreter.evaluate(state, index) as usize));
    }

    fn name(&self, v: VarId, at: usize) -> String {
        self.system.variables[v.index()].element_name(at)
    }

    fn offset(&self, v: VarId) -> usize {
        self.system.variables[..v.index()].iter().map(|variable| variable.len()).sum()
    }

    fn value(&self, state: &Valuation, v: VarId, at: usize) -> String {
        display_value(&self.system.variables[v.index()], state.0[self.offset(v) + at])
    }

    /// Some inputs of a transition.
    fn smallest(&self, t: TransitionId) -> Vec<u64> {
        self.system.transition(t).inputs.iter().map(|i| i.low).collect()
    }

    /// The state after a transition, if it is enabled.
    fn after(&self, state: &Valuation, t: usize) -> Option<Valuation> {
        let t = TransitionId(t as u32);
        self.interpreter
            .guards_hold(state, t)
            .then(|| self.interpreter.fire(state, t, &self.smallest(t)).state)
            .flatten()
    }

    /// What happens in a state.
    fn story(&self, state: &Valuation, question: Question) -> String {
        match question {
            Question::Enabled(_) => String::new(),
            Question::CoEnabled(..) => "both guards hold\n".to_string(),
            Question::Enabling { guard: g, transition: t } => {
                format!("guard {g} is false; {}and makes it true\n", self.step(state, t))
            }
            Question::Disabling { guard: g, transition: t } => {
                format!("guard {g} is true; {}and makes it false\n", self.step(state, t))
            }
            Question::DoNotAccord(t, u) => format!("both are enabled\n{}", self.orders(state, t, u)),
            Question::DoNotLeftAccord { then: t, first: u } => self.orders(state, t, u),
        }
    }

    fn step(&self, state: &Valuation, t: usize) -> String {
        let after = self.after(state, t).map(|after| self.changes(state, &after)).unwrap_or_default();
        match after.is_empty() {
            true => format!("transition {t} is enabled "),
            false => format!("transition {t} is enabled, gives {after}, "),
        }
    }

    fn orders(&self, state: &Valuation, t: usize, u: usize) -> String {
        let ends: Vec<Option<Valuation>> =
            [(t, u), (u, t)].map(|(a, b)| self.after(&self.after(state, a)?, b)).to_vec();
        let mut text = String::new();
        for ((a, b), (end, other)) in [(t, u), (u, t)].into_iter().zip([(&ends[0], &ends[1]), (&ends[1], &ends[0])]) {
            let _ = match (end, other) {
                (None, _) if self.after(state, a).is_none() => writeln!(text, "{a} is not enabled"),
                (None, _) => writeln!(text, "after {a}, {b} is not enabled"),
                (Some(end), Some(other)) => writeln!(text, "{a} then {b} gives {}", self.difference(end, other)),
                (Some(end), None) => match self.changes(state, end) {
                    changes if changes.is_empty() => writeln!(text, "{a} then {b} is possible"),
                    changes => writeln!(text, "{a} then {b} is possible and gives {changes}"),
                },
            };
        }
        text
    }

    /// What a state has that another has not.
    fn difference(&self, state: &Valuation, other: &Valuation) -> String {
        let differs = self.changes(other, state);
        if differs.is_empty() { "a state that differs in something not shown".to_string() } else { differs }
    }

    /// The visible values of the second state that differ from the first's.
    fn changes(&self, before: &Valuation, after: &Valuation) -> String {
        let mut list = Vec::new();
        let mut offset = 0;
        for (v, variable) in self.system.variables.iter().enumerate() {
            for at in (0..variable.len()).filter(|_| variable.display != Display::Hidden) {
                if before.0[offset + at] != after.0[offset + at] {
                    let v = VarId(v as u32);
                    list.push(format!("{} = {}", self.name(v, at), self.value(after, v, at)));
                }
            }
            offset += variable.len();
        }
        list.join(", ")
    }
}
