//! Relations against going through all states that the values of variables allow.

use std::collections::BTreeSet;

use kulan_ir::{Interpreter, System, TransitionId, Valuation, VarId, reference};
use kulan_testing::system::{Size, system};

use crate::cells::Cells;
use crate::footprint::{Actions, Kind};
use crate::values::{Values, analyse};
use crate::{Method, Question, Relations, Subject, audit, relations, witness};

fn small(seed: u64) -> System {
    system(seed, Size { threads: 2, variables: 4, elements: 4, transitions: 7, depth: 2, width: 3 })
}

/// All states that the values allow, if they are few.
fn states(system: &System, cells: &Cells, values: &[Values]) -> Option<Vec<Valuation>> {
    let mut sets = Vec::new();
    for (v, variable) in system.variables.iter().enumerate() {
        let all = cells.all(VarId(v as u32));
        sets.extend((0..variable.len()).map(|i| &values[if all.len() == 1 { all.start } else { all.start + i }]));
    }
    let count = sets.iter().try_fold(1, |n: u64, set| n.checked_mul(set.len()).filter(|&n| n <= 1500))?;
    let lists: Vec<Vec<u64>> = sets.iter().map(|set| set.list()).collect();
    let state = |mut n: u64| {
        let pick = |list: &Vec<u64>| {
            let value = list[(n % list.len() as u64) as usize];
            n /= list.len() as u64;
            value
        };
        Valuation(lists.iter().map(pick).collect())
    };
    Some((0..count).map(state).collect())
}

/// What is true of a subject.
struct Truth<'a> {
    subject: &'a Subject,
    actions: Actions,
    interpreter: Interpreter<'a>,
    states: Vec<Valuation>,
}

impl<'a> Truth<'a> {
    fn new(subject: &'a Subject) -> Option<Truth<'a>> {
        let actions = Actions::new(subject);
        let values = analyse(&subject.system, &actions.cells);
        let states = states(&subject.system, &actions.cells, &values)?;
        Some(Truth { subject, actions, interpreter: Interpreter::new(&subject.system), states })
    }

    fn guard(&self, state: &Valuation, guard: usize) -> bool {
        self.interpreter.holds(state, self.subject.system.guards[guard])
    }

    fn enabled(&self, state: &Valuation, action: usize) -> bool {
        self.actions.guards[action].iter().all(|&g| self.guard(state, g as usize))
    }

    /// The states an action leads to: more or fewer than one if it is opaque.
    fn outcomes(&self, state: &Valuation, action: usize) -> BTreeSet<Vec<u64>> {
        let t = TransitionId(action as u32);
        match self.actions.kinds[action] {
            Kind::Goal => BTreeSet::from([state.0.clone()]),
            Kind::Opaque => {
                let paths = reference::successors(&self.interpreter, &self.subject.system, state);
                let own = paths.into_iter().filter(|p| p.transitions[0] == t);
                own.filter_map(|p| p.state.map(|s| s.0)).collect()
            }
            _ => BTreeSet::from([self.interpreter.fire(state, t).state.expect("its checks are goals").0]),
        }
    }

    /// `a` and then `b`, the state between seen by `between`.
    fn both(&self, state: &Valuation, a: usize, b: usize, enabled: &mut bool) -> BTreeSet<Vec<u64>> {
        let middle: Vec<Valuation> = self.outcomes(state, a).into_iter().map(Valuation).collect();
        *enabled = middle.iter().all(|m| self.enabled(m, b));
        middle.iter().filter(|m| self.enabled(m, b)).flat_map(|m| self.outcomes(m, b)).collect()
    }

    fn shows(&self, state: &Valuation, question: Question) -> bool {
        let (mut first, mut second) = (false, false);
        match question {
            Question::Enabled(a) => self.enabled(state, a),
            Question::CoEnabled(g, h) => self.guard(state, g) && self.guard(state, h),
            Question::Enabling(g, t) | Question::Disabling(g, t) => {
                let to = matches!(question, Question::Enabling(..));
                self.enabled(state, t)
                    && self.guard(state, g) != to
                    && self.outcomes(state, t).into_iter().any(|after| self.guard(&Valuation(after), g) == to)
            }
            Question::DoNotAccord(t, u) => {
                self.enabled(state, t)
                    && self.enabled(state, u)
                    && (self.both(state, t, u, &mut first) != self.both(state, u, t, &mut second) || !first || !second)
            }
            Question::DoNotLeftAccord(t, u) => {
                // Whatever is reached by u and then t is reached by t and then u.
                self.enabled(state, u) && {
                    let reached = self.both(state, u, t, &mut first);
                    let other = if self.enabled(state, t) { self.both(state, t, u, &mut second) } else { [].into() };
                    !reached.is_subset(&other)
                }
            }
        }
    }

    fn holds(&self, question: Question) -> bool {
        self.states.iter().any(|state| self.shows(state, question))
    }

    fn questions(&self) -> Vec<Question> {
        let mut list = Vec::new();
        let guards: Vec<usize> = (0..self.actions.used.len()).filter(|&g| self.actions.used[g]).collect();
        let ordinary = |&a: &usize| self.actions.kinds[a] != Kind::Fallback;
        let transitions: Vec<usize> = (0..self.actions.transitions).filter(ordinary).collect();
        for &g in &guards {
            list.extend(guards.iter().map(|&h| Question::CoEnabled(g, h)));
            list.extend(transitions.iter().flat_map(|&t| [Question::Enabling(g, t), Question::Disabling(g, t)]));
        }
        for &t in &transitions {
            for u in (0..self.actions.len()).filter(ordinary).filter(|&u| u != t) {
                list.extend([
                    Question::DoNotAccord(t, u),
                    Question::DoNotAccord(u, t),
                    Question::DoNotLeftAccord(t, u),
                ]);
            }
        }
        list
    }
}

fn compare(seed: u64, exact: bool, found: &Relations, truth: &Truth) -> usize {
    let mut absent = 0;
    for question in truth.questions() {
        let (present, expected) = (found.entry(question), truth.holds(question));
        assert!(present || !expected, "seed {seed}: {question:?} is absent but there is a state that shows it");
        if exact && !question.is_opaque(&truth.actions) {
            assert!(!present || expected, "seed {seed}: {question:?} is present but no state shows it");
        }
        absent += usize::from(!present);
    }
    absent
}

#[test]
fn relations_are_exact_on_small_systems() {
    let (mut checked, mut absent, mut dropped) = (0, 0, 0);
    for seed in 0..1200 {
        let system = small(seed);
        let mut subject = Subject::new(&system, seed % 2 == 0);
        let before = subject.clone();
        let (found, _) = relations(&mut subject, Method::Solver);
        let Some(truth) = Truth::new(&before) else { continue };
        let mut goals = truth.actions.transitions..;
        let possible = before.goals.iter().filter(|_| truth.holds(Question::Enabled(goals.next().expect("one more"))));
        assert_eq!(subject.goals, possible.cloned().collect::<Vec<_>>(), "seed {seed}: goals");
        dropped += before.goals.len() - subject.goals.len();
        let truth = Truth::new(&subject).expect("the states are the same");
        absent += compare(seed, true, &found, &truth);
        let (rough, _) = relations(&mut subject.clone(), Method::Syntactic);
        compare(seed, false, &rough, &truth);
        checked += 1;
    }
    assert!(checked > 700 && absent > 50_000 && dropped > 100, "{checked} systems, {absent} absent, {dropped} goals");
}

#[test]
fn entries_have_witnesses() {
    for seed in 0..100 {
        let size = Size { elements: 5, transitions: 9, width: 12, ..Size::default() };
        let mut subject = Subject::new(&system(seed, size), true);
        let (found, _) = relations(&mut subject, Method::Solver);
        assert_eq!(audit(&subject, &found), [], "seed {seed}");
    }
}

#[test]
fn an_audit_sees_wrong_entries() {
    let text = "system s process p thread t in p var x: u8 var y: u8[3]
        transition t { when x == 1:8 set y[0] = 2 }
        transition t { when y[0] == 2:8 set y[1] = y[1] + 1 }
        transition t { when x == 0:8 set x = 1 }";
    let system = kulan_ir::text::parse(text).expect("a system");
    let mut subject = Subject::new(&system, true);
    let (mut found, _) = relations(&mut subject, Method::Solver);
    assert!(found.do_not_left_accord.get(1, 0) && !found.do_not_left_accord.get(0, 1));
    assert!(!found.do_not_accord.get(0, 1), "writing again what the other has found changes nothing");
    let state = witness(&subject, Question::DoNotLeftAccord(1, 0)).expect("an entry has a witness");
    assert_ne!(state.0[1], 2);
    assert_eq!(state.0[0], 1);
    found.do_not_left_accord.set(0, 1, true);
    let complaints = audit(&subject, &found);
    assert_eq!(complaints.iter().map(|c| c.question).collect::<Vec<_>>(), [Question::DoNotLeftAccord(0, 1)]);
}

#[test]
fn an_index_that_another_moves_is_seen() {
    let text = "system s process p thread t in p var a: u8[2] = [0, 5] var i: u8
        transition t { set a[i] = 5 }
        transition t { when i == 0:8 set i = 1 }";
    let system = kulan_ir::text::parse(text).expect("a system");
    let (found, _) = relations(&mut Subject::new(&system, true), Method::Solver);
    assert!(
        found.do_not_accord.get(0, 1),
        "the element in which the orders differ is not the one that i names at the end"
    );
}
