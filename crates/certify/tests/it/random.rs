//! Random systems: the checker says what a look at all states says.

use kulan_certify::{Asked, Certificate, Method, Question, Refused, check};
use kulan_ir::{ExprId, System, Valuation, VarId, validate};
use kulan_sat::Limits;
use kulan_testing::system::{Size, system};
use kulan_testing::{Random, expr};

use crate::support::{Oracle, all_states, everything, read_back};

/// States of more bits than this are not looked at one by one.
const BITS: u32 = 12;

/// A small system without threads that go on alone and without fallbacks, and all its states.
pub fn small(seed: u64) -> Option<(System, Vec<Valuation>)> {
    let size = Size { threads: 2, variables: 3, elements: 2, transitions: 6, depth: 2, width: 2 };
    let mut system = system(seed, size);
    system.transitions.retain(|t| t.continues.is_none() && !t.is_fallback());
    let states = all_states(&system, BITS)?;
    validate(&system).is_ok().then_some((system, states))
}

pub fn asked(system: &System, random: &mut Random) -> Asked {
    let mut asked = everything(system);
    asked.deadlock = random.percent(40);
    asked.checks.retain(|_| random.percent(60));
    asked
}

/// The condition that a state is this one.
fn is_state(system: &mut System, state: &Valuation) -> ExprId {
    let mut parts = Vec::new();
    let mut values = state.0.iter();
    for v in 0..system.variables.len() {
        for i in 0..system.variables[v].len() {
            let var = VarId(v as u32);
            let read = match system.variables[v].elements {
                Some(_) => {
                    let index = system.exprs.constant(32, i as u64);
                    system.read_element(var, index)
                }
                None => system.read(var),
            };
            parts.push(system.exprs.eq_const(read, *values.next().expect("a value for each")));
        }
    }
    let negated: Vec<ExprId> = parts.iter().map(|&p| system.exprs.not(p)).collect();
    let other = system.exprs.any(&negated);
    system.exprs.not(other)
}

/// The question at which the checker stops.
fn stops_at(system: &System, certificate: &Certificate) -> Option<Question> {
    match check(system, certificate, &Limits::default()) {
        Ok(_) => None,
        Err(Refused::Breach(breach)) => Some(breach.question),
        Err(other) => panic!("{other}\n{}\n{}", kulan_ir::text::print(system), certificate.write()),
    }
}

#[test]
fn random_claims_are_judged_as_by_looking_at_all_states() {
    let mut seen = std::collections::BTreeMap::new();
    for seed in 0..3000 {
        let Some((mut system, states)) = small(seed) else { continue };
        let mut random = Random::new(seed);
        let asked = asked(&system, &mut random);
        let count = random.below(4);
        let mut clauses: Vec<ExprId> = (0..count).map(|_| expr::expr(&mut random, &mut system, 1, 2)).collect();
        clauses.retain(|&c| !system.exprs.has_input(c) && !system.exprs.has_position(c));
        let certificate = read_back(&Certificate::new(&system, asked, Method::Ic3, &clauses));
        let expected = Oracle::new(&system, &clauses, &certificate).answer(&states);
        let found = stops_at(&system, &certificate);
        *seen.entry(format!("{found:?}")).or_insert(0) += 1;
        assert_eq!(found, expected, "seed {seed}\n{}\n{}", kulan_ir::text::print(&system), certificate.write());
    }
    assert!(seen.len() == 4 && seen.values().all(|&n| n > 20), "{seen:?}");
}

#[test]
fn the_reachable_states_are_an_invariant_and_each_clause_of_it_counts() {
    let mut seen = [0; 4];
    for seed in 0..2500 {
        let Some((mut system, states)) = small(seed) else { continue };
        let mut random = Random::new(seed);
        let asked = asked(&system, &mut random);
        let empty = Certificate::new(&system, asked.clone(), Method::Ic3, &[]);
        let (reachable, bad) = Oracle::new(&system, &[], &empty).reachable();
        let unreachable: Vec<&Valuation> = states.iter().filter(|s| !reachable.contains(s)).collect();
        if unreachable.len() > 70 {
            continue;
        }
        // One clause for each state that is not reached.
        let mut clauses = Vec::new();
        for state in unreachable {
            let is = is_state(&mut system, state);
            clauses.push(system.exprs.not(is));
        }
        let whole = read_back(&Certificate::new(&system, asked.clone(), Method::Ic3, &clauses));
        assert_eq!(stops_at(&system, &whole), bad.then_some(Question::Safe), "seed {seed}");
        seen[usize::from(bad)] += 1;
        if clauses.is_empty() {
            continue;
        }
        // Without one, it may still be a proof: by looking at all states.
        let mut fewer = clauses.clone();
        let dropped = fewer.remove(random.below(clauses.len()));
        let mut flipped = clauses.clone();
        flipped.push(system.exprs.not(dropped));
        for (changed, i) in [(fewer, 2), (flipped, 3)] {
            let certificate = Certificate::new(&system, asked.clone(), Method::Ic3, &changed);
            let expected = Oracle::new(&system, &changed, &certificate).answer(&states);
            assert_eq!(stops_at(&system, &certificate), expected, "seed {seed}");
            seen[i] += u32::from(expected.is_some());
        }
    }
    assert!(seen.iter().all(|&n| n > 20), "{seen:?}");
}

/// Whether a run of so many states that differ, without a violation and within the invariant, can be followed by a state
/// outside or one with a violation.
struct Runs<'o> {
    oracle: &'o Oracle<'o>,
    run: Vec<Valuation>,
}

impl Runs<'_> {
    fn breaks(&mut self, state: &Valuation, length: usize) -> bool {
        let (bad, next) = self.oracle.look(state);
        if self.run.len() == length {
            return bad || !self.oracle.satisfies(state);
        }
        if bad || !self.oracle.satisfies(state) || self.run.contains(state) {
            return false;
        }
        self.run.push(state.clone());
        let found = next.iter().any(|s| self.breaks(s, length));
        self.run.pop();
        found
    }
}

/// Whether something is wrong within the first states.
fn begins_badly(oracle: &Oracle<'_>, state: &Valuation, length: usize) -> bool {
    let (bad, next) = oracle.look(state);
    bad || !oracle.satisfies(state) || (length > 1 && next.iter().any(|s| begins_badly(oracle, s, length - 1)))
}

#[test]
fn induction_over_states_is_judged_as_by_looking_at_all_runs() {
    let mut seen = std::collections::BTreeMap::new();
    for seed in 0..1500 {
        let Some((mut system, states)) = small(seed).filter(|(_, states)| states.len() <= 256) else { continue };
        let mut random = Random::new(seed);
        let asked = asked(&system, &mut random);
        let count = random.below(2);
        let mut clauses: Vec<ExprId> = (0..count).map(|_| expr::expr(&mut random, &mut system, 1, 2)).collect();
        clauses.retain(|&c| !system.exprs.has_input(c) && !system.exprs.has_position(c));
        let k = random.between(1, 3);
        let certificate = read_back(&Certificate::new(&system, asked, Method::KInduction(k as u32), &clauses));
        let oracle = Oracle::new(&system, &clauses, &certificate);
        let bad_start = begins_badly(&oracle, &oracle.interpreter.initial(), k);
        let breaks = states.iter().any(|s| Runs { oracle: &oracle, run: Vec::new() }.breaks(s, k));
        let found = stops_at(&system, &certificate);
        *seen.entry((k, format!("{found:?}"))).or_insert(0) += 1;
        match found {
            Some(Question::Initial) => assert!(bad_start, "seed {seed}"),
            None => assert!(!bad_start && !breaks, "seed {seed}"),
            // Violations that depend on inputs are excluded only for the firings of the run.
            Some(_) => assert!(!bad_start && (breaks || chooses(&system)), "seed {seed}"),
        }
        if found.is_none() {
            assert!(!oracle.reachable().1, "seed {seed}: a violation can be reached");
        }
    }
    assert!(seen.len() > 9, "{seen:?}");
}

fn chooses(system: &System) -> bool {
    system.transitions.iter().any(|t| kulan_ir::inputs::are_checked(system, t))
}
