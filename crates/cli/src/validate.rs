//! `kulan validate`.

use std::fmt::Write;

use kulan_ir::{System, TransitionId};
use kulan_model::{Guarded, GuardedModel, Interpreted};
use kulan_report::{count, plural};
use kulan_run::{Control, Prepared, algorithm_name, strength_name};
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
    let system = kulan_transform::transform(&base, reduce::passes(&args.passes));
    let search = kulan_search::Options { assertions: !args.no_assert, ..Default::default() };
    let mut prepared = Prepared::new(&system, asked, &search, &control);
    let model = kulan_codegen::Compiled::new(&prepared.subject.system).map_err(Failure::Internal)?;
    let Some(graph) = Graph::explore(&prepared.subject, &model, args.max_states) else { return Ok(too_large(args)) };
    drop(model);
    let scope = if args.everywhere { Scope::Full } else { Scope::Reduced };
    let mut status = 0;
    let ways = if args.all { Options::every() } else { vec![asked.options] };
    for options in ways {
        prepared.options = options;
        let report = one(&prepared, &graph, scope);
        let mut line = format!(
            "{:<9} {:<6} {:<7} {:<12} {} of {}, {}, {}: ",
            algorithm_name(options.algorithm),
            strength_name(options.strength),
            if options.disabling { "nds" } else { "no-nds" },
            if options.heuristic { "heuristic" } else { "no-heuristic" },
            count(report.reduced as u64),
            plural(report.states as u64, "state"),
            plural(report.sets as u64, "set"),
            plural(report.steps, "step"),
        );
        match report.complaints.first() {
            None => line += "valid\n",
            Some(complaint) => {
                let _ = writeln!(line, "NOT VALID\n  {}", words(complaint, &prepared.subject.system));
                status = 1;
            }
        }
        terminal::print(&line);
    }
    Ok(status)
}

fn too_large(args: &ValidateArgs) -> u8 {
    terminal::print(&format!(
        "unknown: more than {} (--max-states raises it)\n",
        plural(args.max_states as u64, "state")
    ));
    3
}

/// Checks one way to choose sets; it sees them as they are found, without what remembers them.
fn one(prepared: &Prepared, graph: &Graph, scope: Scope) -> kulan_validate::Report {
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
