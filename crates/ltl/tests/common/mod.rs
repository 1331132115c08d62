//! What several tests need: random formulas and words, and SPIN's translation.

#![allow(dead_code)] // Not every test uses all of it.

use std::process::Command;

use kulan_ltl::{Automaton, Edge, Formula, Lasso, Letter, Literal, State, parse};
use kulan_testing::Random;

/// How many random cases, from the environment (`KULAN_LTL_CASES`) or so many.
pub fn cases(default: usize) -> usize {
    std::env::var("KULAN_LTL_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// A random formula with about `size` operators over the propositions below `atoms`; `next` if it may speak of the next
/// state.
pub fn formula(random: &mut Random, size: usize, atoms: usize, next: bool) -> Formula {
    if size == 0 {
        let constant = random.percent(5);
        return if constant { Formula::Constant(random.percent(50)) } else { Formula::Atom(random.below(atoms)) };
    }
    let part = |random: &mut Random, size| Box::new(formula(random, size, atoms, next));
    let choice = random.below(if next { 12 } else { 11 });
    if choice < 4 || choice == 11 {
        let a = part(random, size - 1);
        return match choice {
            0 => Formula::Not(a),
            1 => Formula::Finally(a),
            2 | 3 => Formula::Globally(a),
            _ => Formula::Next(a),
        };
    }
    let left = random.below(size);
    let (a, b) = (part(random, left), part(random, size - 1 - left));
    match choice {
        4 => Formula::And(a, b),
        5 => Formula::Or(a, b),
        6 => Formula::Implies(a, b),
        7 => Formula::Equivalent(a, b),
        8 => Formula::Until(a, b),
        9 => Formula::WeakUntil(a, b),
        _ => Formula::Release(a, b),
    }
}

/// A random word over the propositions below `atoms`.
pub fn word(random: &mut Random, atoms: usize) -> Lasso {
    let density = random.between(10, 90);
    let letter = |random: &mut Random| -> Letter { (0..atoms).filter(|_| random.percent(density)).collect() };
    let (stem, cycle) = (random.below(4), random.between(1, 4));
    Lasso { stem: (0..stem).map(|_| letter(random)).collect(), cycle: (0..cycle).map(|_| letter(random)).collect() }
}

/// The formula as `spin -f` takes it: no weak until, no next.
pub fn for_spin(formula: &Formula) -> String {
    let text = |formula: &Formula| format!("({})", for_spin(formula));
    match formula {
        Formula::WeakUntil(a, b) => format!("({1} V ({0} || {1}))", text(a), text(b)),
        Formula::Constant(value) => value.to_string(),
        Formula::Atom(atom) => format!("p{atom}"),
        Formula::Not(a) => format!("!{}", text(a)),
        Formula::Finally(a) => format!("<>{}", text(a)),
        Formula::Globally(a) => format!("[]{}", text(a)),
        Formula::And(a, b) => format!("{} && {}", text(a), text(b)),
        Formula::Or(a, b) => format!("{} || {}", text(a), text(b)),
        Formula::Implies(a, b) => format!("{} -> {}", text(a), text(b)),
        Formula::Equivalent(a, b) => format!("{} <-> {}", text(a), text(b)),
        Formula::Until(a, b) => format!("{} U {}", text(a), text(b)),
        Formula::Release(a, b) => format!("{} V {}", text(a), text(b)),
        Formula::Next(_) => panic!("SPIN has no next"),
    }
}

/// The automaton that SPIN makes of a formula; nothing if it takes longer than so many seconds.
pub fn spin(formula: &Formula, patience: usize) -> Option<Automaton> {
    let output =
        Command::new("timeout").args([&patience.to_string(), "spin", "-f", &for_spin(formula)]).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    if output.status.success() { Some(never_claim(&text)) } else { None }
}

/// Reads a never claim as SPIN writes it.
pub fn never_claim(text: &str) -> Automaton {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    // Labels that follow each other name one state.
    let mut labels: Vec<(String, usize)> = Vec::new();
    let mut states: Vec<State> = Vec::new();
    let mut fresh = true;
    for line in &lines {
        if let Some(label) = line.strip_suffix(':') {
            if fresh {
                states.push(State::default());
            }
            fresh = false;
            labels.push((label.into(), states.len() - 1));
        } else {
            fresh = true;
        }
    }
    for (label, state) in &labels {
        states[*state].accepting |= label.starts_with("accept");
    }
    let find = |label: &str| labels.iter().find(|known| known.0 == label).expect("a label").1;
    let mut current = 0;
    for line in &lines {
        if let Some(label) = line.strip_suffix(':') {
            current = find(label);
        } else if *line == "skip" {
            states[current].edges.push(Edge { guard: Vec::new(), target: current });
        } else if let Some(rest) = line.strip_prefix(":: atomic { ") {
            add(&mut states[current], &rest[..rest.find(" -> ").expect("a step")], find("accept_all"));
        } else if let Some(rest) = line.strip_prefix(":: ")
            && rest != "false"
        {
            let (guard, label) = rest.split_once(" -> goto ").unwrap_or_else(|| panic!("a step in {text}"));
            add(&mut states[current], guard, find(label));
        }
    }
    let initial = labels.iter().find(|known| known.0.ends_with("_init")).expect("an initial state").1;
    reachable(&Automaton { states, initial })
}

fn add(state: &mut State, guard: &str, target: usize) {
    let guard = guard.replace("(1)", "(true)");
    let parsed = parse(&guard).expect("a guard");
    let number = |atom: usize| parsed.atoms[atom].text[1..].parse().expect("a number");
    for guard in cubes(&parsed.formula, true, &number) {
        state.edges.push(Edge { guard, target });
    }
}

/// The disjunctive normal form of a formula without temporal operators.
fn cubes(formula: &Formula, positive: bool, number: &dyn Fn(usize) -> usize) -> Vec<Vec<Literal>> {
    let join = |a: &Formula, b: &Formula, all: bool| -> Vec<Vec<Literal>> {
        let (a, b) = (cubes(a, positive, number), cubes(b, positive, number));
        if !all {
            return a.into_iter().chain(b).collect();
        }
        let mut found = Vec::new();
        for (a, b) in a.iter().flat_map(|a| b.iter().map(move |b| (a, b))) {
            let mut cube: Vec<Literal> = a.iter().chain(b).copied().collect();
            cube.sort();
            cube.dedup();
            if !cube.windows(2).any(|pair| pair[0].atom == pair[1].atom) {
                found.push(cube);
            }
        }
        found
    };
    match formula {
        Formula::Constant(value) if *value == positive => vec![Vec::new()],
        Formula::Constant(_) => Vec::new(),
        Formula::Atom(atom) => vec![vec![Literal { atom: number(*atom), positive }]],
        Formula::Not(a) => cubes(a, !positive, number),
        Formula::And(a, b) => join(a, b, positive),
        Formula::Or(a, b) => join(a, b, !positive),
        other => panic!("{other} in a guard"),
    }
}

fn reachable(automaton: &Automaton) -> Automaton {
    let mut order = vec![automaton.initial];
    let mut at = 0;
    while at < order.len() {
        for edge in &automaton.states[order[at]].edges {
            if !order.contains(&edge.target) {
                order.push(edge.target);
            }
        }
        at += 1;
    }
    let number = |s: usize| order.iter().position(|&t| t == s).expect("reachable");
    let state = |&s: &usize| {
        let edges = automaton.states[s].edges.iter();
        let edges = edges.map(|edge| Edge { guard: edge.guard.clone(), target: number(edge.target) }).collect();
        State { accepting: automaton.states[s].accepting, edges }
    };
    Automaton { states: order.iter().map(state).collect(), initial: 0 }
}

/// Whether no state has two ways that agree with one set of propositions.
pub fn deterministic(automaton: &Automaton) -> bool {
    let meet = |a: &Edge, b: &Edge| {
        let opposite = |x: &Literal| b.guard.iter().any(|y| x.atom == y.atom && x.positive != y.positive);
        !a.guard.iter().any(opposite)
    };
    automaton.states.iter().all(|state| {
        let pairs = (0..state.edges.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        let mut pairs = pairs.map(|(i, j)| (&state.edges[i], &state.edges[j]));
        !pairs.any(|(a, b)| a.target != b.target && meet(a, b))
    })
}

/// Panics unless edges lead to states and guards are sorted, with no proposition twice.
pub fn assert_well_formed(automaton: &Automaton) {
    assert!(automaton.initial < automaton.states.len());
    for edge in automaton.states.iter().flat_map(|state| &state.edges) {
        assert!(edge.target < automaton.states.len());
        assert!(edge.guard.windows(2).all(|pair| pair[0].atom < pair[1].atom), "{:?}", edge.guard);
    }
}
