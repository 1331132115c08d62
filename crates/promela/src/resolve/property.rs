//! Formulas and never claims: propositions over the model's expressions, and an automaton of a claim.

use kulan_diagnostics::Span;
use kulan_ltl::{Automaton, Edge, Formula, Literal, Spec, State};

use super::Resolver;
use crate::ast::{self, FormulaKind, TemporalBinary, TemporalUnary};
use crate::hir::{self, Action, Binding, Expr, ExprKind, Property, Proposition};

/// The propositions of one property.
#[derive(Default)]
struct Propositions(Vec<Proposition>);

impl Propositions {
    fn number(&mut self, expr: Expr, text: String) -> usize {
        if let Some(known) = self.0.iter().position(|p| p.text == text) {
            return known;
        }
        self.0.push(Proposition { expr, text });
        self.0.len() - 1
    }
}

impl Resolver<'_> {
    /// The formulas and claims of a model, whose process types are known.
    pub(super) fn properties(&mut self, model: &ast::Model) {
        (self.in_claim, self.strict) = (true, true);
        let mut names: Vec<&ast::Ident> = Vec::new();
        let unnamed = |item: &&ast::Item| matches!(item, ast::Item::Ltl(ast::Ltl { name: None, .. }));
        let several = model.items.iter().filter(unnamed).count() > 1;
        let mut number = 0;
        for item in &model.items {
            if let ast::Item::Ltl(ast::Ltl { name: Some(name), .. })
            | ast::Item::Never(ast::Never { name: Some(name), .. }) = item
            {
                if names.iter().any(|other| other.name == name.name) {
                    self.error("duplicate", name.span, format!("there is already a property `{}`", name.name));
                }
                names.push(name);
            }
            let property = match item {
                ast::Item::Ltl(l) => {
                    let name = match &l.name {
                        Some(name) => name.name.to_string(),
                        None if several => format!("ltl_{number}"), // as SPIN calls it
                        None => "ltl".into(),
                    };
                    number += u32::from(l.name.is_none());
                    self.ltl(l, name)
                }
                ast::Item::Never(n) => self.never(n),
                ast::Item::Proposition(p) => {
                    self.proposition(p);
                    None
                }
                _ => None,
            };
            self.program.properties.extend(property);
        }
        (self.in_claim, self.strict) = (false, false);
    }

    fn ltl(&mut self, l: &ast::Ltl, name: String) -> Option<Property> {
        let mut propositions = Propositions::default();
        let formula = self.formula(&l.formula, &mut propositions)?;
        let (spec, propositions) = (Spec::Formula(formula), propositions.0);
        Some(Property { kind: "ltl".into(), name, span: l.span, spec, propositions, stutters: true })
    }

    fn proposition(&mut self, p: &ast::Formula) {
        let mut propositions = Propositions::default();
        match (self.formula(p, &mut propositions), propositions.0.pop()) {
            (Some(Formula::Atom(_)), Some(one)) => self.program.propositions.push(one),
            (None, _) => {}
            _ => self.error("proposition", p.span, "this is constant, or a temporal formula"),
        }
    }

    fn formula(&mut self, formula: &ast::Formula, known: &mut Propositions) -> Option<Formula> {
        let pair = |this: &mut Self, known: &mut Propositions, a: &ast::Formula, b: &ast::Formula| {
            let (a, b) = (this.formula(a, known), this.formula(b, known));
            Some((Box::new(a?), Box::new(b?)))
        };
        Some(match &formula.kind {
            FormulaKind::Leaf(e) => {
                let value = self.value(e)?;
                match super::expr::fold(&value) {
                    Some(constant) => Formula::Constant(constant != 0),
                    None => Formula::Atom(known.number(value, crate::expr_text(e))),
                }
            }
            FormulaKind::Unary(op, a) => {
                let a = Box::new(self.formula(a, known)?);
                match op {
                    TemporalUnary::Not => Formula::Not(a),
                    TemporalUnary::Next => Formula::Next(a),
                    TemporalUnary::Always => Formula::Globally(a),
                    TemporalUnary::Eventually => Formula::Finally(a),
                }
            }
            FormulaKind::Binary(op, a, b) => {
                let (a, b) = pair(self, known, a, b)?;
                match op {
                    TemporalBinary::And => Formula::And(a, b),
                    TemporalBinary::Or => Formula::Or(a, b),
                    TemporalBinary::Implies => Formula::Implies(a, b),
                    TemporalBinary::Equivalent => Formula::Equivalent(a, b),
                    TemporalBinary::Until => Formula::Until(a, b),
                    TemporalBinary::WeakUntil => Formula::WeakUntil(a, b),
                    TemporalBinary::Release => Formula::Release(a, b),
                }
            }
        })
    }

    fn never(&mut self, n: &ast::Never) -> Option<Property> {
        let name = n.name.as_ref().map_or("never".into(), |i| i.name.to_string());
        self.in_never = true;
        let claim = self.claim_body("never", &n.body, n.span);
        self.in_never = false;
        if self.diags.has_errors() {
            return None;
        }
        if let Some(local) = claim.locals.first() {
            self.unsupported(local.span, "a variable in a never claim", "declare it outside of the claim");
            return None;
        }
        let mut propositions = Propositions::default();
        let automaton = self.claim_automaton(&claim.states, &mut propositions)?;
        let (spec, propositions) = (Spec::Claim(automaton), propositions.0);
        Some(Property { kind: "never".into(), name, span: n.span, spec, propositions, stutters: true })
    }

    /// The states of a claim: those that a process type with its body has.
    fn claim_automaton(&mut self, states: &[hir::State], known: &mut Propositions) -> Option<Automaton> {
        // Where the claim has come to its end, and where an assertion of it failed, is accepted whatever follows.
        let done = states.len();
        let mut list = Vec::new();
        for state in states {
            let accepting = state.labels.iter().any(|l| l.starts_with("accept"));
            let mut edges = Vec::new();
            let beside = self.beside_else(&state.moves, known);
            for m in &state.moves {
                let guard = match &m.action {
                    Action::Condition(e) => self.condition(e, &m.text, true, known),
                    Action::Assert(e, text) => {
                        edges.extend(self.condition(e, text, false, known).map(|guard| Edge { guard, target: done }));
                        self.condition(e, text, true, known)
                    }
                    Action::Skip | Action::Print(..) => Some(Vec::new()),
                    Action::Else => beside.clone(),
                    Action::End => {
                        edges.push(Edge { guard: Vec::new(), target: done });
                        continue;
                    }
                    _ => return self.no_effects(m.span),
                };
                let Some(guard) = guard else { continue };
                self.follow(states, m, guard, done, &mut edges, known)?;
            }
            list.push(State { accepting, edges });
        }
        // A state whose only step is the end has matched already.
        list.push(State { accepting: true, edges: vec![Edge { guard: Vec::new(), target: done }] });
        for (at, state) in states.iter().enumerate() {
            if matches!(&state.moves[..], [m] if matches!(m.action, Action::End)) {
                list[at] = list[done].clone();
            }
        }
        Some(Automaton { states: list, initial: 0 })
    }

    /// Where `else` is possible among these steps: all conditions beside it fail. `None` if it never is, because another
    /// step, such as an assertion, always is.
    fn beside_else(&mut self, moves: &[hir::Move], known: &mut Propositions) -> Option<Vec<Literal>> {
        let mut all = Vec::new();
        for m in moves {
            match &m.action {
                Action::Condition(e) => all.extend(self.condition(e, &m.text, false, known)?),
                Action::Else => {}
                _ => return None,
            }
        }
        normal(all)
    }

    /// A step of a claim with what belongs to it: an assertion behind it in an atomic sequence, as SPIN writes claims.
    fn follow(
        &mut self,
        states: &[hir::State],
        m: &hir::Move,
        guard: Vec<Literal>,
        done: usize,
        edges: &mut Vec<Edge>,
        known: &mut Propositions,
    ) -> Option<()> {
        let next = &states[m.target];
        if let (Binding::Atomic | Binding::Deterministic, [assertion]) = (m.binding, &next.moves[..])
            && let Action::Assert(e, text) = &assertion.action
        {
            for (positive, target) in [(false, done), (true, assertion.target)] {
                let all =
                    self.condition(e, text, positive, known).and_then(|more| normal([&guard[..], &more].concat()));
                edges.extend(all.map(|guard| Edge { guard, target }));
            }
            return Some(());
        }
        edges.push(Edge { guard, target: m.target });
        Some(())
    }

    /// The literals of a condition or its negation; `None` if that is never so.
    fn condition(&mut self, e: &Expr, text: &str, positive: bool, known: &mut Propositions) -> Option<Vec<Literal>> {
        match super::expr::fold(e) {
            Some(constant) if (constant != 0) == positive => Some(Vec::new()),
            Some(_) => None,
            None => Some(vec![Literal { atom: known.number(e.clone(), text.to_string()), positive }]),
        }
    }

    fn no_effects<T>(&mut self, span: Span) -> Option<T> {
        let instead = "a claim only watches: write conditions, assert, skip and jumps";
        self.unsupported(span, "a step of a never claim that changes something", instead);
        None
    }
}

/// Sorted, without repetition; `None` if they contradict each other.
fn normal(mut literals: Vec<Literal>) -> Option<Vec<Literal>> {
    literals.sort_unstable();
    literals.dedup();
    let clash = literals.windows(2).any(|w| w[0].atom == w[1].atom);
    (!clash).then_some(literals)
}

/// The names of the properties that every PROMELA model has.
pub const BUILTIN: [&str; 2] = ["acceptance", "progress"];

/// The properties that every PROMELA model has: that no cycle passes an `accept` label forever, and that each passes a
/// `progress` label.
pub fn builtins(span: Span) -> [Property; 2] {
    let atom = || Box::new(Formula::Atom(0));
    let never = Box::new(Formula::Globally(Box::new(Formula::Not(atom()))));
    let formulas = [Formula::Finally(never), Formula::Globally(Box::new(Formula::Finally(atom())))];
    let named = |(name, label, formula): (&str, &'static str, Formula)| {
        let expr = Expr { kind: ExprKind::AtLabel(label), span };
        let propositions = vec![Proposition { expr, text: format!("a process is at a label {label}…") }];
        // A run that has come to its end stays at an accept label, but makes no progress any more that it could fail to make.
        let (spec, stutters) = (Spec::Formula(formula), label == "accept");
        Property { kind: name.into(), name: name.into(), span, spec, propositions, stutters }
    };
    let [acceptance, progress] = formulas;
    [named((BUILTIN[0], "accept", acceptance)), named((BUILTIN[1], "progress", progress))]
}
