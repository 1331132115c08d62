//! Systems with claims about them, and an oracle: all states one by one.

use kulan_certify::{Asked, Breach, Certificate, Method, Question, Refused, check};
use kulan_ir::text::{Conditions, parse_conditions};
use kulan_ir::{CheckKind, ExprId, Interpreter, System, Valuation, inputs};
use kulan_sat::Limits;

pub fn system(text: &str) -> System {
    kulan_ir::text::parse(text).expect("a system")
}

/// Everything that a system can violate.
pub fn everything(system: &System) -> Asked {
    let checks = system.transitions.iter().flat_map(|t| &t.checks).map(|c| c.kind).collect();
    Asked { deadlock: true, checks }
}

pub fn assertions() -> Asked {
    Asked { deadlock: false, checks: [CheckKind::Assertion].into() }
}

pub fn clauses(system: &mut System, texts: &[&str]) -> Vec<ExprId> {
    let conditions = texts.iter().map(|t| t.to_string()).collect();
    parse_conditions(system, &Conditions { shared: Vec::new(), conditions }).expect("conditions")
}

pub fn certificate(system: &System, asked: Asked, method: Method, texts: &[&str]) -> Certificate {
    let mut with = system.clone();
    let clauses = clauses(&mut with, texts);
    // As a user gets it.
    read_back(&Certificate::new(&with, asked, method, &clauses))
}

pub fn read_back(certificate: &Certificate) -> Certificate {
    let text = certificate.write();
    let read = Certificate::read(&text).expect("what was written can be read");
    assert_eq!(read.write(), text);
    read
}

pub fn accepted(system: &System, certificate: &Certificate) -> bool {
    match check(system, certificate, &Limits::default()) {
        Ok(_) => true,
        Err(Refused::Breach(_)) => false,
        Err(other) => panic!("{other}"),
    }
}

pub fn breach(system: &System, certificate: &Certificate) -> Breach {
    match check(system, certificate, &Limits::default()) {
        Err(Refused::Breach(breach)) => *breach,
        other => panic!("a breach was expected: {other:?}"),
    }
}

/// All states, reachable or not; none if they are too many.
pub fn all_states(system: &System, most_bits: u32) -> Option<Vec<Valuation>> {
    let widths: Vec<u32> =
        system.variables.iter().flat_map(|v| std::iter::repeat_n(u32::from(v.width), v.len())).collect();
    let bits: u32 = widths.iter().sum();
    let state = |mut number: u64| {
        let mut take = |width: u32| {
            let value = number & ((1 << width) - 1);
            number >>= width;
            value
        };
        Valuation(widths.iter().map(|&w| take(w)).collect())
    };
    (bits <= most_bits).then(|| (0..1u64 << bits).map(state).collect())
}

/// What the definition of the IR says about a claim, state by state.
pub struct Oracle<'s> {
    pub system: &'s System,
    pub interpreter: Interpreter<'s>,
    pub clauses: &'s [ExprId],
    pub certificate: &'s Certificate,
}

impl<'s> Oracle<'s> {
    pub fn new(system: &'s System, clauses: &'s [ExprId], certificate: &'s Certificate) -> Oracle<'s> {
        Oracle { system, interpreter: Interpreter::new(system), clauses, certificate }
    }

    pub fn satisfies(&self, state: &Valuation) -> bool {
        self.clauses.iter().all(|&c| self.interpreter.holds(state, c))
    }

    /// Whether something is violated in a state, and the states after it.
    pub fn look(&self, state: &Valuation) -> (bool, Vec<Valuation>) {
        let mut bad = self.certificate.asked.deadlock && self.interpreter.is_deadlock(state);
        let mut next = Vec::new();
        for t in self.system.transition_ids().filter(|&t| self.interpreter.guards_hold(state, t)) {
            let transition = self.system.transition(t);
            for tuple in inputs::all_tuples(transition).expect("few inputs") {
                let fired = self.interpreter.fire(state, t, &tuple);
                bad |= fired.failed.iter().any(|&i| self.certificate.forbids(transition.checks[i].kind));
                next.extend(fired.state);
            }
        }
        (bad, next)
    }

    /// The first question whose answer is no, for a proof by one step.
    pub fn answer(&self, states: &[Valuation]) -> Option<Question> {
        if !self.satisfies(&self.interpreter.initial()) {
            return Some(Question::Initial);
        }
        let (mut leaves, mut bad) = (false, false);
        for state in states.iter().filter(|s| self.satisfies(s)) {
            let (violated, next) = self.look(state);
            bad |= violated;
            leaves |= next.iter().any(|s| !self.satisfies(s));
        }
        if leaves { Some(Question::Inductive) } else { bad.then_some(Question::Safe) }
    }

    /// All states that can be reached, and whether something is violated in one of them.
    pub fn reachable(&self) -> (Vec<Valuation>, bool) {
        let mut list = vec![self.interpreter.initial()];
        let mut met: std::collections::HashSet<Valuation> = list.iter().cloned().collect();
        let (mut at, mut bad) = (0, false);
        while at < list.len() {
            let (violated, next) = self.look(&list[at]);
            bad |= violated;
            list.extend(next.into_iter().filter(|s| met.insert(s.clone())));
            at += 1;
        }
        (list, bad)
    }
}
