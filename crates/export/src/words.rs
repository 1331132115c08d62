//! A flat system as functions over words: from a state and some inputs to the next state, and to whether something is violated.
//!
//! This is what hardware model checkers know. One input chooses the transition; where that cannot fire, nothing changes, so that
//! no choice has to be forbidden. All transitions read the same inputs, of which each takes as many bits as it needs. Elements of
//! arrays are words of their own.

use kulan_control::checkpoint;
use kulan_ir::expr::width_of;
use kulan_ir::{
    CheckKind, Display, Expr, ExprId, Exprs, Owner, System, Target, Transition, TransitionId, Update, VarId, Variable,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// What is a violation.
#[derive(Copy, Clone)]
pub struct Question<'q> {
    /// Whether deadlocks are.
    pub deadlock: bool,
    /// Whether failed checks of a kind are.
    pub forbids: &'q dyn Fn(CheckKind) -> bool,
}

/// Why a system cannot be exported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// A thread goes on alone in it, or a transition is a fallback.
    NotFlat,
    /// Its states have more words than this.
    TooLarge(usize),
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refused::NotFlat => f.write_str("a thread goes on alone, or waits for all others"),
            Refused::TooLarge(most) => write!(f, "a state has more than {most} words"),
        }
    }
}

/// Words of a state, at most.
const MOST: usize = 1 << 16;

/// A word of the state.
#[derive(Clone, Debug)]
pub struct StateWord {
    /// Its name, as in `x` or `a[3]`.
    pub name: String,
    /// The variable of the system, and the element of it.
    pub of: (VarId, u32),
    /// What stands for its value in expressions.
    pub variable: VarId,
    /// Its width.
    pub width: u8,
    /// Its value at the start.
    pub initial: u64,
    /// Its next value.
    pub next: ExprId,
}

/// An input.
#[derive(Clone, Debug)]
pub struct InputWord {
    /// Its name.
    pub name: String,
    /// What stands for its value in expressions.
    pub variable: VarId,
    /// Its width.
    pub width: u8,
}

/// A system as functions over words. All expressions are over variables without elements.
#[derive(Clone, Debug)]
pub struct Words {
    /// The system, with the expressions of this.
    pub system: System,
    /// The state.
    pub states: Vec<StateWord>,
    /// The choice of the transition, by its id, and what transitions get from outside.
    pub inputs: Vec<InputWord>,
    /// Whether something is violated, of width 1.
    pub bad: ExprId,
    /// The names that are taken.
    names: FxHashSet<String>,
    /// By array: its elements.
    elements: FxHashMap<VarId, Vec<VarId>>,
    /// Expressions that were already put into this form.
    memo: FxHashMap<ExprId, ExprId>,
}

/// What is known of a transition.
struct Firing {
    /// That it is chosen and can fire.
    fires: ExprId,
    /// That no check fails that ends the run.
    goes_on: ExprId,
}

impl Words {
    /// The functions of a system without fallbacks and threads that go on alone.
    pub fn new(system: &System, question: Question<'_>) -> Result<Words, Refused> {
        if system.transitions.iter().any(|t| t.continues.is_some() || t.is_fallback()) {
            return Err(Refused::NotFlat);
        }
        if system.variables.iter().map(Variable::len).sum::<usize>() > MOST {
            return Err(Refused::TooLarge(MOST));
        }
        let mut system = system.clone();
        let bad = system.exprs.bool(false);
        let (states, inputs, names) = (Vec::new(), Vec::new(), FxHashSet::default());
        let (elements, memo) = (FxHashMap::default(), FxHashMap::default());
        let mut words = Words { system, states, inputs, bad, names, elements, memo };
        words.declare();
        words.fill(question);
        Ok(words)
    }

    /// An expression about states of the system in this form.
    pub fn translate(&mut self, id: ExprId) -> ExprId {
        let (elements, inputs) = (&self.elements, &self.inputs);
        let variables = &self.system.variables;
        self.system.exprs.substitute(id, &mut self.memo, &mut |exprs, read| match read {
            Expr::Element(v, index) => Some(element(exprs, variables[v.index()].width, &elements[&v], index)),
            Expr::Input { index, width } => {
                let input = &inputs[index as usize + 1];
                let whole = exprs.var(input.variable, input.width);
                Some(exprs.truncate(width, whole))
            }
            _ => None,
        })
    }

    fn add(&mut self, name: String, width: u8) -> VarId {
        let (owner, initial, display) = (Owner::System, vec![0], Display::Number);
        self.system.add_variable(Variable { name, width, signed: false, elements: None, owner, initial, display })
    }

    /// What stands for a scalar: another variable if that was once read with another width, and is not any more.
    fn scalar(&mut self, var: VarId) -> VarId {
        let read = self.system.read(var);
        let Variable { name, width, .. } = self.system.variables[var.index()].clone();
        if self.system.exprs.width(read) == width { var } else { self.add(name, width) }
    }

    /// A name that nothing else has.
    fn unique(&mut self, name: String) -> String {
        let numbered = (1..).map(|i| format!("{name}#{i}"));
        let free = std::iter::once(name.clone()).chain(numbered).find(|n| !self.names.contains(n));
        let free = free.expect("there are enough numbers");
        self.names.insert(free.clone());
        free
    }

    fn declare(&mut self) {
        let nothing = self.bad;
        for (v, variable) in self.system.variables.clone().into_iter().enumerate() {
            let var = VarId(v as u32);
            for (i, &initial) in variable.initial.iter().enumerate() {
                let (name, place) = match variable.elements {
                    None => (variable.name.clone(), self.scalar(var)),
                    Some(_) => {
                        let name = variable.element_name(i);
                        let place = self.add(name.clone(), variable.width);
                        self.elements.entry(var).or_default().push(place);
                        (name, place)
                    }
                };
                let (of, width, name) = ((var, i as u32), variable.width, self.unique(name));
                self.states.push(StateWord { name, of, variable: place, width, initial, next: nothing });
            }
        }
        let choice = width_of(self.system.transitions.len().saturating_sub(1) as u64);
        let mut widths = Vec::new();
        for transition in &self.system.transitions {
            for (i, input) in transition.inputs.iter().enumerate() {
                widths.resize(widths.len().max(i + 1), 1);
                widths[i] = input.width.max(widths[i]);
            }
        }
        let names = (0..widths.len()).map(|i| format!("input {i}"));
        for (name, width) in std::iter::once("choice".to_string()).chain(names).zip([vec![choice], widths].concat()) {
            let name = self.unique(name);
            let variable = self.add(name.clone(), width);
            self.inputs.push(InputWord { name, variable, width });
        }
    }

    fn fill(&mut self, question: Question<'_>) {
        let (mut bad, mut enabled, mut firings) = (Vec::new(), Vec::new(), Vec::new());
        for (t, transition) in self.system.transitions.clone().iter().enumerate() {
            checkpoint();
            let can = self.enabled(transition);
            let happens = self.in_range(transition, can);
            let goes_on = self.checks(transition, happens, question, &mut bad);
            if !transition.is_observer() {
                enabled.push(can);
                let fires = self.chosen(TransitionId(t as u32), happens);
                firings.push((transition.clone(), Firing { fires, goes_on }));
            }
        }
        if question.deadlock {
            let end = self.translate(self.system.valid_end);
            enabled.push(end);
            let fine = self.system.exprs.any(&enabled);
            bad.push(self.system.exprs.not(fine));
        }
        self.bad = self.system.exprs.any(&bad);
        for i in 0..self.states.len() {
            self.states[i].next = self.next(&self.states[i].clone(), &firings);
        }
    }

    fn enabled(&mut self, transition: &Transition) -> ExprId {
        let guards = transition.guards.iter().map(|g| self.system.guards[g.index()]).collect::<Vec<_>>();
        let guards: Vec<ExprId> = guards.into_iter().map(|g| self.translate(g)).collect();
        self.all(&guards)
    }

    fn all(&mut self, conditions: &[ExprId]) -> ExprId {
        let exprs = &mut self.system.exprs;
        let negated: Vec<ExprId> = conditions.iter().map(|&c| exprs.not(c)).collect();
        let some = exprs.any(&negated);
        exprs.not(some)
    }

    fn in_range(&mut self, transition: &Transition, can: ExprId) -> ExprId {
        let mut conditions = vec![can];
        for (i, input) in (0..).zip(&transition.inputs) {
            let read = self.system.exprs.input(i, input.width);
            let value = self.translate(read);
            let exprs = &mut self.system.exprs;
            let (low, high) = (exprs.constant(input.width, input.low), exprs.constant(input.width, input.high));
            conditions.push(exprs.binary(kulan_ir::BinaryOp::UnsignedLessEqual, low, value));
            conditions.push(exprs.binary(kulan_ir::BinaryOp::UnsignedLessEqual, value, high));
        }
        self.all(&conditions)
    }

    fn chosen(&mut self, t: TransitionId, happens: ExprId) -> ExprId {
        let choice = self.system.read(self.inputs[0].variable);
        let is = self.system.exprs.eq_const(choice, u64::from(t.0));
        self.system.exprs.and(is, happens)
    }

    /// Notes the violations of a transition that happens; gives that none of its checks ends the run.
    fn checks(&mut self, t: &Transition, happens: ExprId, question: Question<'_>, bad: &mut Vec<ExprId>) -> ExprId {
        let mut goes_on = self.system.exprs.bool(true);
        for check in &t.checks {
            let holds = self.translate(check.condition);
            let exprs = &mut self.system.exprs;
            if (question.forbids)(check.kind) {
                let fails = exprs.not(holds);
                let reached = exprs.and(happens, goes_on);
                bad.push(exprs.and(reached, fails));
            }
            if !check.kind.goes_on() {
                goes_on = exprs.and(goes_on, holds);
            }
        }
        goes_on
    }

    fn next(&mut self, state: &StateWord, firings: &[(Transition, Firing)]) -> ExprId {
        let now = self.system.read(state.variable);
        let error = self.system.error_state.as_ref().map(|e| e[state.of.0.index()][state.of.1 as usize]);
        let mut next = now;
        for (transition, firing) in firings {
            let after = self.updated(&transition.updates, state, now);
            let ends = transition.checks.iter().any(|c| !c.kind.goes_on());
            if after == now && !(ends && error.is_some()) {
                continue;
            }
            let exprs = &mut self.system.exprs;
            // Without a state for errors, the run ends: nothing changes any more.
            let failed = error.map_or(now, |value| exprs.constant(state.width, value));
            let value = exprs.ite(firing.goes_on, after, failed);
            next = exprs.ite(firing.fires, value, next);
        }
        next
    }

    /// The value of a word after updates.
    fn updated(&mut self, updates: &[Update], state: &StateWord, now: ExprId) -> ExprId {
        let (v, element) = state.of;
        let mut value = now;
        for update in updates.iter().filter(|u| u.target.variable() == v) {
            let here = self.system.exprs.constant(32, u64::from(element));
            let plain = self.system.exprs.at_position(update.value, here);
            let new = self.translate(plain);
            value = match update.target {
                Target::Var(_) | Target::Fill(_) => new,
                Target::Element(_, index) => {
                    let index = self.translate(index);
                    let hit = equals(&mut self.system.exprs, index, u64::from(element));
                    self.system.exprs.ite(hit, new, value)
                }
            };
        }
        value
    }
}

/// Whether an index has a value, which may be too large for it.
fn equals(exprs: &mut Exprs, index: ExprId, value: u64) -> ExprId {
    let fits = value <= kulan_ir::expr::mask(exprs.width(index));
    if fits { exprs.eq_const(index, value) } else { exprs.bool(false) }
}

/// The element at an index; zero out of range.
fn element(exprs: &mut Exprs, width: u8, elements: &[VarId], index: ExprId) -> ExprId {
    let mut result = exprs.constant(width, 0);
    for (i, &place) in elements.iter().enumerate() {
        let here = equals(exprs, index, i as u64);
        let value = exprs.var(place, width);
        result = exprs.ite(here, value, result);
    }
    result
}

/// The expressions below some others, these included, operands first.
pub fn needed(exprs: &Exprs, roots: &[ExprId]) -> Vec<ExprId> {
    let mut is_needed = vec![false; exprs.len()];
    roots.iter().for_each(|root| is_needed[root.index()] = true);
    for id in exprs.ids().rev() {
        if is_needed[id.index()] {
            exprs.operands(id).for_each(|operand| is_needed[operand.index()] = true);
        }
    }
    exprs.ids().filter(|id| is_needed[id.index()]).collect()
}
