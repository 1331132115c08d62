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
fn text(args: &ExportArgs, workshop: &Workshop, control: &Control) -> Result<Option<String>, Failure> {
    let _phase = control.enter(Phase::Preparing);
    Ok(match args.format {
        FormatArg::Btor2 => Some(kulan_export::btor2(&words(args, workshop)?)),
        FormatArg::Smt2 => Some(kulan_export::smt2(&words(args, workshop)?)),
        FormatArg::Json => Some(kulan_export::json(&workshop.system())),
        FormatArg::Dot => graph(args, &workshop.system())?.map(|graph| graph.dot()),
        FormatArg::Aut => graph(args, &workshop.system())?.map(|graph| graph.aut()),
    })
}

fn graph(args: &ExportArgs, system: &System) -> Result<Option<Graph>, Failure> {
    kulan_ir::inputs::are_few(system).map_err(|e| Failure::Input(e.to_string()))?;
    Ok(Graph::explore(system, args.max_states))
}

fn words(args: &ExportArgs, workshop: &Workshop) -> Result<Words, Failure> {
    let passes = Passes { split: false, ..reduce::passes(&args.passes, true) };
    let system = kulan_transform::flat(kulan_transform::transform(&workshop.open_system(), passes));
    let options = Options {
        deadlocks: !args.no_deadlock,
        assertions: !args.no_assert,
        errors: !args.no_errors,
        ..Options::default()
    };
    let forbids = |kind: CheckKind| options.looks_for(kind) && !kind.is_limit() && kind != CheckKind::MissingInstance;
    let question = Question { deadlock: options.deadlocks, forbids: &forbids };
    Words::new(&system, question).map_err(|e| Failure::Input(format!("the model is too large to be exported: {e}")))
}
