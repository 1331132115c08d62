//! `kulan export`.

use std::path::Path;

use kulan_export::{Graph, Question, Words};
use kulan_ir::{CheckKind, System};
use kulan_report::plural;
use kulan_run::{Control, Passes, Phase, Workshop};
use kulan_search::Options;

use crate::args::{Color, ExportArgs, FormatArg};
use crate::failure::Failure;
use crate::limited::limited;
use crate::{check, load, reduce, terminal};

/// Runs the command; gives the exit status.
pub fn run(args: &ExportArgs, color: Color) -> Result<u8, Failure> {
    if args.output != Path::new("-") {
        check::check_writable(&args.output)?;
    }
    let done = limited(&args.limits, |control| {
        let mut workshop = kulan_run::load(&load::model_file(&args.model), &load::Printer(color), control)?;
        if workshop.source().creates_processes()
            && kulan_run::complete(&mut workshop, args.max_states as u64, control)?.is_none()
        {
            return Ok(None);
        }
        text(args, &workshop, control)
    })?;
    match done {
        Ok(Some(text)) => terminal::write(&args.output, &text).map(|()| 0),
        Ok(None) => {
            let most = plural(args.max_states as u64, "state");
            eprintln!("unknown: more than {most} (--max-states raises it)");
            Ok(3)
        }
        Err(words) => {
            eprint!("{words}");
            Ok(3)
        }
    }
}

/// The text; none if there are too many states.
fn text(args: &ExportArgs, workshop: &Workshop, control: &Control) -> Result<Option<Vec<u8>>, Failure> {
    let _phase = control.enter(Phase::Preparing);
    Ok(match args.format {
        FormatArg::Btor2 => Some(kulan_export::btor2(&words(args, workshop)?).into_bytes()),
        FormatArg::Aiger => Some(bits(args, workshop)?),
        FormatArg::Smt2 => Some(kulan_export::smt2(&words(args, workshop)?).into_bytes()),
        FormatArg::Json => Some(kulan_export::json(&workshop.system()).into_bytes()),
        FormatArg::Dot => graph(args, &workshop.system())?.map(|graph| graph.dot().into_bytes()),
        FormatArg::Aut => graph(args, &workshop.system())?.map(|graph| graph.aut().into_bytes()),
    })
}

fn graph(args: &ExportArgs, system: &System) -> Result<Option<Graph>, Failure> {
    kulan_ir::inputs::are_few(system).map_err(|e| Failure::Input(e.to_string()))?;
    Ok(Graph::explore(system, args.max_states))
}

fn flat(args: &ExportArgs, workshop: &Workshop) -> System {
    let passes = Passes { split: false, narrow: None, ..reduce::passes(&args.passes, true) };
    kulan_transform::flat(kulan_transform::transform(&workshop.open_system(), passes))
}

/// What counts as a violation.
fn violations(args: &ExportArgs) -> (bool, impl Fn(CheckKind) -> bool) {
    let options = Options {
        deadlocks: !args.no_deadlock,
        assertions: !args.no_assert,
        errors: !args.no_errors,
        ..Options::default()
    };
    let forbids =
        move |kind: CheckKind| options.looks_for(kind) && !kind.is_limit() && kind != CheckKind::MissingInstance;
    (!args.no_deadlock, forbids)
}

/// The circuit that the symbolic engines work on.
fn bits(args: &ExportArgs, workshop: &Workshop) -> Result<Vec<u8>, Failure> {
    let (deadlocks, looks_for) = violations(args);
    let system = flat(args, workshop);
    let choices = kulan_symbolic::Choices::new(&system);
    let question = kulan_symbolic::Question { deadlocks, looks_for: &looks_for };
    let relation = kulan_symbolic::Relation::new(&system, &choices, question, &[])
        .map_err(|_| Failure::Input("the model is too large to be exported: its states have too many bits".into()))?;
    let name = |bit: kulan_symbolic::StateBit| {
        let name = system.variables[bit.variable.index()].element_name(bit.element as usize);
        format!("{name}.{}", bit.bit)
    };
    Ok(kulan_symbolic::aiger(&relation.simplified(), &name))
}

fn words(args: &ExportArgs, workshop: &Workshop) -> Result<Words, Failure> {
    let (deadlock, forbids) = violations(args);
    let question = Question { deadlock, forbids: &forbids };
    Words::new(&flat(args, workshop), question)
        .map_err(|e| Failure::Input(format!("the model is too large to be exported: {e}")))
}
