//! What the options of a reduction come to, and what is said of it.

use kulan_check::{Passes, Reduction, Setup, Watching};
use kulan_relations::Method;
use kulan_stubborn::{Algorithm, Condition, Options, Strength, Visibility};

use crate::args::{PassesArgs, PorArg, ProvisoArg, ReductionArgs, RelationsArg, StubbornArg, VisibilityArg};
use crate::check::Searched;

/// The transformations asked for.
pub fn passes(args: &PassesArgs) -> Passes {
    Passes { merge: !args.no_merge, reset_dead: !args.no_reset_dead }
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
    Some(Reduction { options, method: relations_method(args.relations) })
}

/// What is kept of what a temporal property sees.
pub fn watching(args: &ReductionArgs) -> Option<Watching> {
    let visibility = match args.visibility {
        None if args.proviso.is_none() => return None,
        Some(VisibilityArg::Transparent) => Visibility::Transparent,
        Some(VisibilityArg::Invisible) | None => Visibility::Invisible,
    };
    let condition = match (args.proviso, visibility) {
        (Some(ProvisoArg::C2), _) | (None, Visibility::Transparent) => Condition::Ample,
        (Some(ProvisoArg::Vi) | None, _) => Condition::Visible,
    };
    Some(Watching { condition, visibility })
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
        stubborn: strength(reduction.options.strength),
        relations: method(reduction.method),
        solver_questions: relating.figures.questions(),
        solver_undecided: relating.figures.undecided(),
        visibility: searched.watching.map(|w| match w.visibility {
            Visibility::Transparent => "transparent",
            Visibility::Invisible => "invisible",
        }),
        proviso: searched.watching.map(|w| match w.condition {
            Condition::Visible => "vi",
            Condition::Ample => "c2",
        }),
    }
}
