//! `kulan validate`.

use std::fmt::Write;

use kulan_ir::{System, TransitionId};
use kulan_model::{Guarded, GuardedModel, Interpreted};
use kulan_report::{count, plural};
use kulan_run::{Control, Prepared, Reduction, algorithm_name, strength_name};
use kulan_stubborn::{Chooser, Options, Strength};
use kulan_validate::{Claims, Complaint, Graph, Scope, validate};

use crate::args::{Color, ValidateArgs};
use crate::failure::Failure;
use crate::{load, reduce, terminal};

/// Runs the command; gives the exit status.
pub fn run(args: &ValidateArgs, color: Color) -> Result<u8, Failure> {
    let mut workshop = load::load(&args.model, color)?;
    let Some(asked) = reduce::reduction(&args.reduction) else {
        return Err(Failure::Input("there is nothing to validate with --por off".to_string()));
    };
    let control = Control::default();
    let base = kulan_run::complete(&mut workshop, args.max_states as u64, &control)?;
    let Some(base) = base else { return Ok(too_large(args)) };
    let system = kulan_transform::transform(
        &base,
        reduce::passes(&args.passes, asked.options.algorithm.is_cheap() && !args.all),
    );
    let search = kulan_search::Options { assertions: !args.no_assert, ..Default::default() };
    let scope = if args.everywhere { Scope::Full } else { Scope::Reduced };
    let mut status = 0;
    for (reduction, ways) in ways(args.all, asked) {
        let mut prepared = Prepared::new(&system, reduction, &search, &control);
        let model = kulan_codegen::Compiled::new(&prepared.subject.system).map_err(Failure::Internal)?;
        let graph = Graph::explore(&prepared.subject, &model, args.max_states);
        let Some(graph) = graph else { return Ok(too_large(args)) };
        for options in ways {
            prepared.options = options;
            status |= one(&prepared, &graph, scope, reduction.on_demand());
        }
    }
    Ok(status)
}

/// The reductions to look at, each with the ways to find sets.
fn ways(all: bool, asked: Reduction) -> Vec<(Reduction, Vec<Options>)> {
    if !all {
        return vec![(asked, vec![asked.options])];
    }
    let known = Reduction { method: asked.method, ..Reduction::best() };
    let asking = Reduction { method: asked.method, ..Reduction::default() };
    let mut list = vec![(known, Options::every())];
    if asking.on_demand() {
        list.push((asking, Options::every().into_iter().filter(Options::can_ask).collect()));
    }
    list
}

/// Checks one way to choose sets, and says what came of it; gives the exit status.
fn one(prepared: &Prepared, graph: &Graph, scope: Scope, on_demand: bool) -> u8 {
    let options = prepared.options;
    let report = check(prepared, graph, scope);
    let mut line = format!(
        "{:<10} {:<6} {:<7} {:<12} {}{} of {}, {}, {}: ",
        algorithm_name(options.algorithm),
        strength_name(options.strength),
        if options.disabling { "nds" } else { "no-nds" },
        if options.heuristic { "heuristic" } else { "no-heuristic" },
        if on_demand { "on demand  " } else { "" },
        count(report.reduced as u64),
        plural(report.states as u64, "state"),
        plural(report.sets as u64, "set"),
        plural(report.steps, "step"),
    );
    match report.complaints.first() {
        None => line += "valid\n",
        Some(complaint) => {
            let _ = writeln!(line, "NOT VALID\n  {}", words(complaint, &prepared.subject.system));
        }
    }
    terminal::print(&line);
    u8::from(!report.complaints.is_empty())
}

fn too_large(args: &ValidateArgs) -> u8 {
    terminal::print(&format!(
        "unknown: more than {} (--max-states raises it)\n",
        plural(args.max_states as u64, "state")
    ));
    3
}

/// Checks one way to choose sets; it sees them as they are found, without what remembers them.
fn check(prepared: &Prepared, graph: &Graph, scope: Scope) -> kulan_validate::Report {
    let model = Interpreted::new(&prepared.subject.system);
    let claims = Claims { strong: prepared.options.strength == Strength::Strong };
    let mut generator = model.guarded(&Control::default());
    let mut guards = vec![0; prepared.tables.guard_words];
    let mut chooser = Chooser::new(&prepared.tables, prepared.options);
    validate(graph, claims, scope, &mut |state| {
        generator.guards(state, &mut guards);
        chooser.stubborn_set(&guards)
    })
}

fn words(complaint: &Complaint, system: &System) -> String {
    let action = |a: u32| match kulan_validate::transition(a, system.transitions.len()) {
        Some(t) => statement(system, t),
        None => format!("goal {}", a as usize - system.transitions.len()),
    };
    match *complaint {
        Complaint::DoesNotCommute { origin, state, outside, member } => format!(
            "D1: from state {origin}, in state {state}: [{}] is left out and does not commute with [{}]",
            action(outside),
            action(member)
        ),
        Complaint::Disabled { origin, state, outside, member } => format!(
            "D2: from state {origin}, in state {state}: [{}] is left out and disables [{}]",
            action(outside),
            action(member)
        ),
        Complaint::NoKey { state } => format!("D2: in state {state} no chosen transition stays enabled"),
    }
}

fn statement(system: &System, t: TransitionId) -> String {
    let transition = system.transition(t);
    let steps: Vec<&str> = transition.steps.iter().map(|s| s.text.as_str()).collect();
    format!("{}: {}", system.threads[transition.thread.index()].name, steps.join("; "))
}
