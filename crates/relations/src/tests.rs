//! Relations against going through all states that the values of variables allow.

use std::collections::{BTreeSet, HashSet};

use kulan_ir::{Interpreter, System, TransitionId, Valuation, VarId, reference};
use kulan_testing::system::{Size, system};
use kulan_values::{Cells, Values, analyse};

use crate::bounds::Bounds;
use crate::footprint::{ActionKind, Actions};
use crate::{Ground, Method, Options, Question, Relations, Subject, audit, relations, relations_within, witness};

const PLAIN: Options = Options { invariants: false, left: true };

/// States that some transition leads to, also those in which a thread goes on alone, up to a limit.
pub fn reached(system: &System, limit: usize) -> Vec<Valuation> {
    let interpreter = Interpreter::new(system);
    let mut list = vec![interpreter.initial()];
    let mut seen: HashSet<Valuation> = list.iter().cloned().collect();
    let mut next = 0;
    while next < list.len() && list.len() < limit {
        let state = list[next].clone();
        next += 1;
        for t in system.transition_ids().filter(|&t| interpreter.guards_hold(&state, t)) {
            for inputs in kulan_ir::inputs::all_tuples(system.transition(t)).expect("few inputs") {
                if let Some(after) = interpreter.fire(&state, t, &inputs).state
                    && seen.insert(after.clone())
                {
                    list.push(after);
                }
            }
        }
    }
    list
}

/// Calls `f` on the models of the folder `KULAN_BENCH`, or `../shared/bench` beside the workspace, if there is one.
pub fn models(f: impl Fn(&str, &System)) {
    let Some(folder) = kulan_testing::needs::bench("promela") else { return };
    let files = ["por", "por/garp", "real"].map(|name| std::fs::read_dir(folder.join(name)));
    for file in files.into_iter().flatten().flatten().flatten() {
        let path = file.path();
        let Ok(text) = std::fs::read(&path) else { continue };
        let name = path.display().to_string();
        let mut sources = kulan_diagnostics::SourceMap::new();
        let main = sources.add(name.clone(), String::from_utf8_lossy(&text).into_owned());
        let loader = kulan_diagnostics::MemoryLoader::new();
        let language = kulan_frontend::Language::Promela;
        let mut diagnostics = kulan_diagnostics::Diagnostics::new();
        let source = kulan_frontend::read(language, main, &loader, &Default::default(), &mut sources, &mut diagnostics);
        let Some(source) = source else { continue };
        let system = kulan_run::Workshop::new(source, sources).system();
        let passes = kulan_transform::Passes { split: true, ..kulan_transform::Passes::USUAL };
        f(&name, &kulan_transform::transform(&system, passes));
    }
}

fn small(seed: u64) -> System {
    system(seed, Size { threads: 2, variables: 4, elements: 5, transitions: 7, depth: 2, width: 3 })
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
    fn new(subject: &'a Subject, bounds: Bounds) -> Option<Truth<'a>> {
        let actions = Actions::new(subject, bounds);
        let plain = subject.without_inputs();
        let values =
            analyse(&plain.system, &plain.free, &Cells::new(&plain.system, bounds.split), &[], bounds.patience);
        let states = states(&subject.system, &actions.cells, &values)?;
        Some(Truth::of(subject, states))
    }

    fn of(subject: &'a Subject, states: Vec<Valuation>) -> Truth<'a> {
        Truth {
            subject,
            actions: Actions::new(subject, Bounds::default()),
            interpreter: Interpreter::new(&subject.system),
            states,
        }
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
            ActionKind::Goal => BTreeSet::from([state.0.clone()]),
            ActionKind::Opaque => {
                let paths = reference::successors(&self.interpreter, &self.subject.system, state);
                let own = paths.into_iter().filter(|p| p.transitions[0] == t);
                own.filter_map(|p| p.state.map(|s| s.0)).collect()
            }
            _ => {
                let tuples = kulan_ir::inputs::all_tuples(self.subject.system.transition(t)).expect("few inputs");
                let fire = |inputs: &Vec<u64>| self.interpreter.fire(state, t, inputs).state;
                tuples.iter().map(|inputs| fire(inputs).expect("its checks are goals").0).collect()
            }
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
            Question::Enabling { guard: g, transition: t } | Question::Disabling { guard: g, transition: t } => {
                let to = matches!(question, Question::Enabling { .. });
                self.enabled(state, t)
                    && self.guard(state, g) != to
                    && self.outcomes(state, t).into_iter().any(|after| self.guard(&Valuation(after), g) == to)
            }
            Question::DoNotAccord(t, u) => {
                self.enabled(state, t)
                    && self.enabled(state, u)
                    && (self.both(state, t, u, &mut first) != self.both(state, u, t, &mut second) || !first || !second)
            }
            Question::DoNotLeftAccord { then: t, first: u } => {
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
        let ordinary = |&a: &usize| self.actions.kinds[a] != ActionKind::Fallback;
        let transitions: Vec<usize> = (0..self.actions.transitions).filter(ordinary).collect();
        for &g in &guards {
            list.extend(guards.iter().map(|&h| Question::CoEnabled(g, h)));
            list.extend(transitions.iter().flat_map(|&t| {
                [Question::Enabling { guard: g, transition: t }, Question::Disabling { guard: g, transition: t }]
            }));
        }
        for &t in &transitions {
            for u in (0..self.actions.len()).filter(ordinary).filter(|&u| u != t) {
                list.extend([
                    Question::DoNotAccord(t, u),
                    Question::DoNotAccord(u, t),
                    Question::DoNotLeftAccord { then: t, first: u },
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
    let (mut checked, mut absent, mut dropped, mut hard) = (0, 0, 0, 0);
    for seed in 0..4000 {
        let (system, bounds) = (small(seed), Bounds::of(seed));
        let mut subject = Subject::new(&system, seed % 2 == 0);
        let mut before = subject.clone();
        let (found, figures) = relations_within(&mut subject, Method::Solver, PLAIN, bounds);
        before.system.error_state.clone_from(&subject.system.error_state);
        let Some(truth) = Truth::new(&before, bounds) else { continue };
        let mut goals = truth.actions.transitions..;
        let possible = before.goals.iter().filter(|_| truth.holds(Question::Enabled(goals.next().expect("one more"))));
        assert_eq!(subject.goals, possible.cloned().collect::<Vec<_>>(), "seed {seed}: goals");
        dropped += before.goals.len() - subject.goals.len();
        let truth = Truth::new(&subject, bounds).expect("the states are the same");
        // What stayed open is an entry whether it should be one or not.
        // And sets of states may be the same though each choice of inputs leads elsewhere.
        let chooses = subject.system.transitions.iter().any(|t| !t.inputs.is_empty());
        let exact = figures.undecided() == 0 && !chooses;
        hard += usize::from(figures.undecided() > 0);
        absent += compare(seed, exact, &found, &truth);
        let (rough, _) = relations(&mut subject.clone(), Method::Syntactic);
        compare(seed, false, &rough, &truth);
        checked += 1;
    }
    assert!(checked > 700 && absent > 50_000 && dropped > 100, "{checked} systems, {absent} absent, {dropped} goals");
    assert!(hard * 50 < checked, "questions about {hard} of {checked} systems stayed open");
}

/// With invariants, what is absent need only be so in reachable states.
#[test]
fn relations_are_sound_where_guards_exclude_each_other() {
    let (mut excluded, mut fewer) = (0, 0);
    for seed in 0..3000 {
        let system = if seed % 2 == 0 { small(seed) } else { self::system(seed, Size { depth: 1, ..Size::default() }) };
        let mut subject = Subject::new(&system, true);
        let before = subject.clone();
        let (found, figures) = relations_within(&mut subject, Method::Solver, Options::default(), Bounds::of(seed / 2));
        let reached = observable(&before.system, 200);
        let truth = Truth::of(&before, reached.clone());
        let gone: Vec<_> =
            (before.goals.iter().enumerate()).filter(|(_, goal)| !subject.goals.contains(goal)).collect();
        for (i, _) in gone {
            let question = Question::Enabled(truth.actions.transitions + i);
            assert!(!truth.holds(question), "seed {seed}: goal {i} is possible");
        }
        let truth = Truth::of(&subject, reached);
        excluded += figures.exclusions;
        fewer += compare(seed, false, &found, &truth);
    }
    assert!(excluded > 1000, "hardly any guards exclude each other: {excluded}, {fewer}");
}

/// Whatever holds together in some state reached may do so, and goals that were dropped are not met.
fn check_guards(name: &str, system: &System, limit: usize) {
    let mut subject = Subject::new(system, true);
    let before = subject.clone();
    let (found, _) = relations(&mut subject, Method::Solver);
    let used = Actions::new(&subject, Bounds::default()).used;
    let interpreter = Interpreter::new(&before.system);
    for state in reached(&before.system, limit) {
        let holds = |g: &usize| used[*g] && interpreter.holds(&state, before.system.guards[*g]);
        let held: Vec<usize> = (0..used.len()).filter(holds).collect();
        for (&g, &h) in held.iter().flat_map(|g| held.iter().map(move |h| (g, h))) {
            assert!(found.co_enabled.get(g, h), "{name}: guards {g} and {h} hold together in {state:?}");
        }
        for goal in before.goals.iter().filter(|goal| !subject.goals.contains(goal)) {
            let met = goal.guards.iter().all(|g| interpreter.holds(&state, before.system.guards[g.index()]));
            assert!(!met, "{name}: {goal:?} was dropped but is met in {state:?}");
        }
    }
}

#[test]
fn guards_that_hold_together_in_models_are_not_excluded() {
    models(|name, system| check_guards(name, system, 1500));
}

/// Reachable states in which every thread may go next, up to a limit.
fn observable(system: &System, limit: usize) -> Vec<Valuation> {
    let interpreter = Interpreter::new(system);
    let mut list = vec![interpreter.initial()];
    let mut seen: BTreeSet<Vec<u64>> = list.iter().map(|s| s.0.clone()).collect();
    let mut next = 0;
    while next < list.len() && list.len() < limit {
        let paths = reference::successors(&interpreter, system, &list[next]);
        next += 1;
        list.extend(paths.into_iter().filter_map(|p| p.state).filter(|s| seen.insert(s.0.clone())));
    }
    list
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
    let state = witness(&subject, Question::DoNotLeftAccord { then: 1, first: 0 }).expect("an entry has a witness");
    assert_ne!(state.0[1], 2);
    assert_eq!(state.0[0], 1);
    found.do_not_left_accord.set(0, 1, true);
    let complaints = audit(&subject, &found);
    assert_eq!(
        complaints.iter().map(|c| c.question).collect::<Vec<_>>(),
        [Question::DoNotLeftAccord { then: 0, first: 1 }]
    );
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

#[test]
fn an_opaque_transition_does_what_may_follow() {
    let text = "system s process p thread t in p counter at thread u in p counter of_u
        var at: u8 var of_u: u8 var x: u8 var y: u8
        transition t { when at == 0:8 set at = 1 alone t }
        transition t { when at == 1:8 set at = 2 alone t }
        transition t { when at == 2:8 set at = 3 set x = 1 }
        transition t { when at == 3:8 set at = 0 set y = 1 }
        transition u { when of_u == 0:8 when x == 0:8 set of_u = 1 }
        transition u { when of_u == 1:8 when y == 0:8 set of_u = 0 }";
    let system = kulan_ir::text::parse(text).expect("a system");
    for method in [Method::Solver, Method::Syntactic] {
        let (found, _) = relations(&mut Subject::new(&system, true), method);
        assert!(found.do_not_accord.get(0, 4), "x is written two steps later");
        assert!(!found.do_not_accord.get(0, 5), "y is written when others may go on");
    }
}

/// An expression whose shared parts, written out, are 2^40.
fn doubled(system: &mut System, times: usize) {
    let y = VarId(0);
    let mut sum = system.exprs.var(y, 16);
    for _ in 0..times {
        sum = system.exprs.binary(kulan_ir::BinaryOp::Add, sum, sum);
    }
    let one = system.exprs.constant(16, 1);
    let sum = system.exprs.binary(kulan_ir::BinaryOp::Xor, sum, one);
    system.transitions[0].updates[0].value = sum;
}

#[test]
fn shared_parts_of_expressions_are_looked_at_once() {
    let text = "system s process p thread t in p var y: u16 var a: u8[5] var i: u16
        transition t { set y = y }
        transition t { when y == 7:16 set i = y }
        transition t { when !(a[y] == 3:8) set a[y] = 2 }
        transition t { when i == 1:16 set a[i] = 1 }";
    let mut system = kulan_ir::text::parse(text).expect("a system");
    doubled(&mut system, 40);
    for bounds in [Bounds::default(), Bounds::SMALL] {
        let mut subject = Subject::new(&system, true);
        let (found, _) = relations_within(&mut subject, Method::Solver, Options::default(), bounds);
        assert!(!found.necessary_enabling.get(0, 1) && found.actions() == 4);
    }
}

/// Wherever the relations are when the run is stopped, they end soon.
#[test]
fn relations_end_when_the_run_is_stopped() {
    use kulan_control::{Control, Limit};
    let system = small(3);
    for method in [Method::Solver, Method::Syntactic] {
        let control = Control::default();
        control.stop(Limit::Time);
        let ended = control.attach(|| relations(&mut Subject::new(&system, true), method));
        assert_eq!(ended.map(|_| ()), Err(Limit::Time));
    }
}

/// A row is the same whoever asks for it and whatever was asked before, also where its effort is spent before its end.
#[test]
fn rows_do_not_depend_on_the_order_of_questions() {
    let mut open = 0;
    for seed in 0..60 {
        let mut subject = Subject::new(&system(seed, Size { elements: 3, ..Size::default() }), true);
        let mut ground = Ground::new(&mut subject);
        ground.row =
            Bounds { effort: 40, ..Bounds { operations: 50, combinations: 4, trying: 0, ..Bounds::of_a_row() } };
        let (guards, transitions) = (ground.guards(), ground.transitions());
        let row = |asking: &mut crate::Asking, n: usize| match n {
            n if n < guards => asking.turning(n, true),
            n if n < 2 * guards => asking.turning(n - guards, false),
            n if n < 3 * guards => asking.excluded_by(n - 2 * guards),
            n => asking.conflicting(n - 3 * guards),
        };
        let count = 3 * guards + transitions;
        let alone: Vec<_> = (0..count).map(|n| row(&mut ground.asking(), n)).collect();
        let mut random = kulan_testing::Random::new(seed);
        let mut asking = ground.asking();
        for _ in 0..2 * count {
            let n = random.below(count);
            assert_eq!(row(&mut asking, n), alone[n], "seed {seed}, row {n}");
        }
        open += asking.take_figures().undecided();
    }
    assert!(open > 100, "the effort is hardly ever spent: {open} questions stay open");
}

/// Asserts that the states reached are allowed; how many values in them have few alternatives.
fn check_values(name: &str, system: &System, bounds: Bounds, limit: usize) -> usize {
    let plain = &mut system.clone();
    let free = kulan_values::as_variables(plain);
    let cells = Cells::new(plain, bounds.split);
    let values = analyse(plain, &free, &cells, &[], bounds.patience);
    let of = |v: usize, i: usize| {
        let all = cells.all(VarId(v as u32));
        if all.len() == 1 { all.start } else { all.start + i }
    };
    let variables = system.variables.iter().enumerate();
    let places: Vec<usize> = variables.flat_map(|(v, variable)| (0..variable.len()).map(move |i| of(v, i))).collect();
    for state in reached(system, limit) {
        for (&value, &cell) in state.0.iter().zip(&places) {
            assert!(values[cell].contains(value), "{name}: {value} not in {:?}", values[cell]);
        }
    }
    places.iter().filter(|&&c| values[c].len() < 5).count()
}

#[test]
fn every_state_that_random_systems_reach_is_allowed() {
    let mut restricted = 0;
    for seed in 0..1500 {
        let size = Size { elements: if seed % 5 == 0 { 80 } else { 6 }, ..Size::default() };
        let system = system(seed, size);
        restricted += check_values(&format!("seed {seed}"), &system, Bounds::of(seed), 300);
    }
    assert!(restricted > 5000, "hardly anything is known: {restricted}");
}

#[test]
fn every_state_that_models_reach_is_allowed() {
    models(|name, system| {
        check_values(name, system, Bounds::default(), 3000);
    });
}

/// Whatever kinds of errors are looked for, the same states are deadlocks, and the same steps and fallbacks are enabled, as
/// in the system, apart from steps that fail.
#[test]
fn a_step_that_fails_is_enabled_for_all_others() {
    let mut only = 0;
    for seed in 0..6000 {
        let system = small(seed);
        let before = Interpreter::new(&system);
        let kept = [Subject::keeping(&system, &|_| true), Subject::keeping(&system, &|_| false)];
        for subject in kept.into_iter().chain([Subject::observed(&system, seed % 2 == 0)]) {
            let after = Interpreter::new(&subject.system);
            for state in reached(&system, 300) {
                let plain = |t: &TransitionId| subject.system.transition(*t).checks.is_empty();
                let goes = |t: TransitionId| {
                    let first = kulan_ir::inputs::all_tuples(system.transition(t)).expect("few inputs").swap_remove(0);
                    before.fire(&state, t, &first).state.is_some() && !before.fire(&state, t, &first).is_error
                };
                let enabled = before.enabled(&state, None);
                let (going, failed): (Vec<_>, Vec<_>) = enabled.iter().filter(|t| plain(t)).partition(|&&t| goes(t));
                only += usize::from(going.is_empty() && !failed.is_empty());
                let found: Vec<_> = after.enabled(&state, None).into_iter().filter(plain).collect();
                assert_eq!(found, going, "seed {seed}: what is enabled in {state:?}");
                assert_eq!(after.is_deadlock(&state), before.is_deadlock(&state), "seed {seed}: a deadlock {state:?}");
            }
        }
    }
    assert!(only > 200, "in {only} states all that is enabled fails");
}
