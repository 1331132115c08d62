//! What the options of a reduction come to, and what is said of it.

use kulan_run::{Passes, Reduction, Setup, Watching};
use kulan_relations::Method;
use kulan_stubborn::{Algorithm, Condition, Cycles, Options, Strength, Visibility};

use crate::args::{PassesArgs, PorArg, ProvisoArg, ReductionArgs, RelationsArg, StubbornArg, VisibilityArg};
use crate::check::Searched;
use crate::failure::Failure;

/// The transformations asked for.
pub fn passes(args: &PassesArgs) -> Passes {
    Passes { merge: !args.no_merge, reset_dead: !args.no_reset_dead, split: !args.no_split }
}

/// The reduction asked for.
pub fn reduction(args: &ReductionArgs) -> Option<Reduction> {
    let algorithm = match args.por {
        PorArg::Off => return None,
        PorArg::Auto => Algorithm::Both,
        PorArg::Beam => Algorithm::Beam,
        PorArg::Deletion => Algorithm::Deletion,
        PorArg::Closure => Algorithm::Closure,
    };
    let strength = match args.stubborn {
        Some(StubbornArg::Strong) => Strength::Strong,
        Some(StubbornArg::Weak) => Strength::Weak,
        // What measures best, see docs/reduction.md.
        None if algorithm == Algorithm::Both => Strength::Weak,
        None => Strength::Strong,
    };
    let options = Options { algorithm, strength, disabling: !args.no_nds, heuristic: !args.no_heuristic };
    let either_strength = algorithm == Algorithm::Both && args.stubborn.is_none();
    Some(Reduction { options, method: relations_method(args.relations), either_strength })
}

/// What is kept of what a temporal property sees, if that is told.
pub fn watching(args: &ReductionArgs) -> Result<Option<Watching>, Failure> {
    let (condition, cycles) = match args.proviso {
        None => match args.visibility {
            None => return Ok(None),
            Some(VisibilityArg::Transparent) => return Ok(Some(Watching::TRANSPARENT)),
            Some(VisibilityArg::Invisible) => return Ok(Some(Watching::INVISIBLE)),
        },
        Some(ProvisoArg::Vi) => (Condition::Visible, Cycles::Visible),
        Some(ProvisoArg::ViC3) => (Condition::Visible, Cycles::Full),
        Some(ProvisoArg::C2) => (Condition::Ample, Cycles::Visible),
        Some(ProvisoArg::C2C3) => (Condition::Ample, Cycles::Full),
    };
    let visibility = match args.visibility {
        Some(VisibilityArg::Transparent) => Visibility::Transparent,
        Some(VisibilityArg::Invisible) | None => Visibility::Invisible,
    };
    let watching = Watching { condition, cycles, visibility };
    if visibility == Visibility::Transparent && watching != Watching::TRANSPARENT {
        let why = "only with condition C2 on sets and C3 on cycles is it proved to keep what a formula sees";
        return Err(Failure::Input(format!("--visibility transparent needs --proviso c2-c3: {why}")));
    }
    Ok(Some(watching))
}

/// The name of conditions on the command line.
fn proviso(watching: Watching) -> &'static str {
    match (watching.condition, watching.cycles) {
        (Condition::Visible, Cycles::Visible) => "vi",
        (Condition::Visible, Cycles::Full) => "vi-c3",
        (Condition::Ample, Cycles::Visible) => "c2",
        (Condition::Ample, Cycles::Full) => "c2-c3",
    }
}

/// The method that an argument names.
pub fn relations_method(arg: RelationsArg) -> Method {
    match arg {
        RelationsArg::Solver => Method::Solver,
        RelationsArg::Syntactic => Method::Syntactic,
    }
}

/// The name of an algorithm on the command line.
pub fn name(algorithm: Algorithm) -> &'static str {
    match algorithm {
        Algorithm::Closure => "closure",
        Algorithm::Beam => "beam",
        Algorithm::Deletion => "deletion",
        Algorithm::Both => "auto",
    }
}

/// The name of a kind of sets on the command line.
pub fn strength(strength: Strength) -> &'static str {
    match strength {
        Strength::Strong => "strong",
        Strength::Weak => "weak",
    }
}

/// The name of a source of relations on the command line.
pub fn method(method: Method) -> &'static str {
    match method {
        Method::Solver => "solver",
        Method::Syntactic => "syntactic",
    }
}

/// The reduction in the JSON report.
pub fn report(setup: &Setup, searched: &Searched) -> kulan_report::Reduction {
    let Some((reduction, relating)) = setup.reduction.zip(searched.relating) else {
        return kulan_report::Reduction::off();
    };
    kulan_report::Reduction {
        algorithm: name(reduction.options.algorithm),
        stubborn: strength(relating.strength),
        relations: method(reduction.method),
        solver_questions: relating.figures.questions(),
        solver_undecided: relating.figures.undecided(),
        visibility: searched.watching.map(|w| match w.visibility {
            Visibility::Transparent => "transparent",
            Visibility::Invisible => "invisible",
        }),
        proviso: searched.watching.map(proviso),
    }
}
