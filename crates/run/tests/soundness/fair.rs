//! Weak fairness against its definition: random programs whose processes pass messages in the middle of atomic sequences and
//! loops, and all runs of the reference exploration.

use std::collections::HashMap;

use kulan_ir::{Interpreter, System, Valuation, reference};
use kulan_ltl::Automaton;
use kulan_run::{Answered, Control, Execution, Passes, Setup, Temporal, check_property};
use kulan_search::Options;
use kulan_testing::Random;

/// States of the largest products that are compared.
const LIMIT: usize = 3_000;

/// What stands between the braces of atomic sequences.
const INSIDE: &[&str] = &[
    "do :: g < 2 -> g++ :: else -> break od",
    "do :: k < 2 -> k++ :: k > 0 -> break od",
    "do :: h < 2 -> h++ :: else -> break od; h = 0; c!1",
    "do :: h < 2 -> h++ :: else -> break od; h = 0; c?_",
    "do :: h < 2 -> h++ :: else -> break od; h = 0; if :: d!0 :: x = 0 :: c!0 fi",
    "if :: x == 1 -> c!1 :: else -> skip fi",
    "if :: c!1 :: d?_ :: x = 0 fi",
    "c!1",
    "d!0",
    "c?_",
];

/// What is never left.
const TRAP: &str = "do :: k = 1 - k od";

const SIMPLE: &[&str] = &[
    "x = 1 - x",
    "g = (g + 1) % 3",
    "k = 0",
    "(x == 1)",
    "(g != 1)",
    "c!1",
    "c?_",
    "d!0",
    "d?_",
    "x = 1",
    "g = 0",
    "timeout",
];

const FORMULAS: &[&str] = &[
    "<> (x == 1)",
    "[] <> (g == 2)",
    "<> [] (x == 0)",
    "[] (x == 1 -> <> (x == 0))",
    "[] (g == 0 -> <> (g == 1))",
    "<> (g == 1 && x == 1)",
    "[] <> (x == 1) -> [] <> (g == 1)",
    "[] !timeout",
    "(g == 0) U (x == 1)",
];

/// A few statements; some of them only in atomic sequences.
fn sequence(random: &mut Random, inside: bool) -> String {
    let mut list = Vec::new();
    for _ in 0..random.between(1, 3) {
        let all = if inside && random.percent(50) { INSIDE } else { SIMPLE };
        list.push((*random.pick(all)).to_string());
    }
    if random.percent(3) {
        list.push("a[g] = 1".into());
    }
    if inside && random.percent(3) {
        list.push(TRAP.into());
    }
    list.join("; ")
}

fn option(random: &mut Random) -> String {
    match random.below(5) {
        0 | 1 => format!("atomic {{ {} }}", sequence(random, true)),
        2 => format!("{}; atomic {{ {} }}", sequence(random, false), sequence(random, true)),
        _ => sequence(random, false),
    }
}

/// Processes that go round, and now and then come to an end.
pub fn program(seed: u64) -> String {
    let mut random = Random::new(seed ^ 0x6661_6972);
    let capacity = random.below(2);
    let mut text =
        format!("chan c = [0] of {{ bit }}; chan d = [{capacity}] of {{ bit }}; byte a[2]; byte g, h; bit x;\n");
    for p in 0..random.between(2, 3) {
        let mut options: Vec<String> = (0..random.between(1, 3)).map(|_| option(&mut random)).collect();
        if random.percent(10) {
            options.push("x == 0 -> break".into());
        }
        text += &format!("active proctype P{p}() {{ byte k; do :: {} od }}\n", options.join(" :: "));
    }
    format!("{text}ltl f {{ {} }}\n", random.pick(FORMULAS))
}

/// A state of a program and one of the automaton, with what may follow.
struct Node {
    accepting: bool,
    /// By thread: whether it can act.
    able: Vec<bool>,
    /// Where steps lead, and who moves.
    edges: Vec<(usize, Vec<bool>)>,
}

/// What the definition says.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Truth {
    Violated,
    Holds,
    /// Some run never leaves an atomic sequence.
    Open,
}

/// The graph of all runs with those of the automaton; `None` if it is too large.
struct Graph<'s> {
    system: &'s System,
    interpreter: Interpreter<'s>,
    numbers: HashMap<(Valuation, usize), usize>,
    open: Vec<(Valuation, usize)>,
    nodes: Vec<Node>,
    endless: bool,
}

impl<'s> Graph<'s> {
    fn new(system: &'s System, automaton: &Automaton) -> Option<Graph<'s>> {
        let interpreter = Interpreter::new(system);
        let (numbers, open, nodes) = (HashMap::new(), Vec::new(), Vec::new());
        let mut graph = Graph { system, interpreter, numbers, open, nodes, endless: false };
        graph.number(graph.interpreter.initial(), automaton.initial);
        while let Some((state, at)) = graph.open.get(graph.nodes.len()).cloned() {
            let node = graph.node(&state, &automaton.states[at]);
            graph.nodes.push(node);
            if graph.open.len() > LIMIT {
                return None;
            }
        }
        Some(graph)
    }

    fn number(&mut self, state: Valuation, at: usize) -> usize {
        let fresh = self.open.len();
        let number = *self.numbers.entry((state.clone(), at)).or_insert(fresh);
        if number == fresh {
            self.open.push((state, at));
        }
        number
    }

    fn node(&mut self, state: &Valuation, at: &kulan_ltl::State) -> Node {
        let labels = &self.system.labels;
        let holds = |l: &kulan_ltl::Literal| self.interpreter.holds(state, labels[l.atom].predicate) == l.positive;
        let targets: Vec<usize> = at.edges.iter().filter(|e| e.guard.iter().all(holds)).map(|e| e.target).collect();
        let mut able = vec![false; self.system.threads.len()];
        if targets.is_empty() {
            return Node { accepting: at.accepting, able, edges: Vec::new() };
        }
        let enabled = self.interpreter.enabled(state, None);
        enabled.iter().for_each(|&t| able[self.system.transition(t).thread.index()] = true);
        let paths = reference::successors(&self.interpreter, self.system, state);
        self.endless |= enabled.iter().any(|&t| !paths.iter().any(|path| path.transitions[0] == t));
        let none = vec![false; able.len()];
        let mut steps: Vec<(Valuation, Vec<bool>)> = Vec::new();
        for path in paths {
            let mut moved = none.clone();
            for &t in &path.transitions {
                let transition = self.system.transition(t);
                moved[transition.thread.index()] = true;
                let parties = transition.steps.iter().flat_map(|s| [Some(s.thread), s.partner]).flatten();
                parties.for_each(|thread| moved[thread.index()] = true);
            }
            steps.extend(path.state.map(|next| (next, moved)));
        }
        if enabled.is_empty() {
            steps.push((state.clone(), none));
        }
        let mut edges = Vec::new();
        for (next, moved) in steps {
            edges.extend(targets.iter().map(|&target| (self.number(next.clone(), target), moved.clone())));
        }
        Node { accepting: at.accepting, able, edges }
    }

    fn truth(&self) -> Truth {
        if self.components().iter().any(|component| self.is_fair(component)) {
            return Truth::Violated;
        }
        if self.endless { Truth::Open } else { Truth::Holds }
    }

    /// Whether a run can go through all of a component forever that is accepted and fair.
    fn is_fair(&self, component: &[usize]) -> bool {
        let inside = |n: &usize| component.contains(n);
        let edges = || component.iter().flat_map(|&n| &self.nodes[n].edges).filter(|(to, _)| inside(to));
        let threads = 0..self.system.threads.len();
        edges().next().is_some()
            && component.iter().any(|&n| self.nodes[n].accepting)
            && threads.into_iter().all(|thread| {
                component.iter().any(|&n| !self.nodes[n].able[thread]) || edges().any(|(_, moved)| moved[thread])
            })
    }

    /// The strongly connected components: states that reach each other.
    fn components(&self) -> Vec<Vec<usize>> {
        let mut back = vec![Vec::new(); self.nodes.len()];
        for (from, node) in self.nodes.iter().enumerate() {
            node.edges.iter().for_each(|(to, _)| back[*to].push(from));
        }
        let forth: Vec<Vec<usize>> = self.nodes.iter().map(|n| n.edges.iter().map(|e| e.0).collect()).collect();
        let mut seen = vec![false; forth.len()];
        let mut order = Vec::new();
        (0..forth.len()).for_each(|root| order.extend(finished(&forth, root, &mut seen)));
        let mut seen = vec![false; forth.len()];
        order.iter().rev().map(|&root| finished(&back, root, &mut seen)).filter(|list| !list.is_empty()).collect()
    }
}

/// The new states that are reached from one, in the order in which a depth-first search leaves them.
fn finished(edges: &[Vec<usize>], root: usize, seen: &mut [bool]) -> Vec<usize> {
    let mut order = Vec::new();
    let mut stack = Vec::new();
    if !std::mem::replace(&mut seen[root], true) {
        stack.push((root, 0));
    }
    while let Some((at, next)) = stack.last_mut() {
        match edges[*at].get(*next) {
            Some(&to) => {
                *next += 1;
                if !std::mem::replace(&mut seen[to], true) {
                    stack.push((to, 0));
                }
            }
            None => order.extend(stack.pop().map(|(at, _)| at)),
        }
    }
    order
}

/// The ways to ask for fair runs.
fn setups() -> Vec<Setup> {
    let setup = |execution, threads, passes| Setup {
        execution,
        passes,
        search: Options { threads, ..Options::default() },
        reduction: None,
        temporal: Temporal { fair: true, ..Temporal::default() },
        shorten: Default::default(),
        ..Setup::default()
    };
    vec![
        setup(Execution::Compiled, 1, Passes::USUAL),
        setup(Execution::Interpret, 1, Passes::NONE),
        setup(Execution::Compiled, 2, Passes::NONE),
    ]
}

/// Compares the answers about a program with the definition; `None` if it is too large.
fn compare(text: &str) -> Option<Result<Truth, String>> {
    let mut workshop = super::compare::workshop(text)?;
    let property = workshop.source().properties().into_iter().next()?;
    let mut truth = None;
    for setup in setups() {
        let searched = match check_property(&mut workshop, &property, &setup, &Control::default()) {
            Ok(Answered::Property(searched)) => searched,
            Ok(_) => return None,
            Err(error) => return Some(Err(error.message().to_string())),
        };
        let outcome = &searched.found.outcome;
        let found = match outcome.violations.first() {
            Some(violation) => {
                let run = kulan_trace::reconstruct_lasso(&searched.base, &searched.system, violation, property.spec());
                if let Err(why) = run {
                    return Some(Err(format!("the run does not replay: {why}")));
                }
                Truth::Violated
            }
            None if outcome.endless.is_some() => Truth::Open,
            None => Truth::Holds,
        };
        let automaton = property.spec().violating().ok()?;
        let expected = match truth {
            Some(known) => known,
            None => Graph::new(&searched.base, &automaton)?.truth(),
        };
        truth = Some(expected);
        // A sequence that can be left in some ways only may be several transitions, one of which never ends.
        let is_trap = (found, expected) == (Truth::Open, Truth::Holds) && text.contains(TRAP);
        if found != expected && !is_trap {
            return Some(Err(format!("{found:?} instead of {expected:?} with {:?}", setup.execution)));
        }
    }
    truth.map(Ok)
}

/// Programs on every day.
const PROGRAMS: u64 = 400;

#[test]
fn fair_runs_are_those_of_the_definition() {
    let (mut all, mut by_truth) = (0, [0; 3]);
    let mut wrong = Vec::new();
    for seed in super::seeds(PROGRAMS) {
        let text = program(seed);
        all += 1;
        match compare(&text) {
            None => {}
            Some(Ok(truth)) => by_truth[truth as usize] += 1,
            Some(Err(what)) => wrong.push(format!("seed {seed}: {what}\n{text}")),
        }
    }
    println!("of {all} programs: violated, holds, open {by_truth:?}; {} wrong", wrong.len());
    assert!(wrong.is_empty(), "{} are wrong, such as {}", wrong.len(), wrong[0]);
    let [violated, holds, open] = by_truth;
    assert!(all < 100 || (violated.min(holds) * 20 > all && open > 0), "a verdict is rare: {by_truth:?} of {all}");
}
