//! What the options of a reduction come to.

use kulan_relations::Method;
use kulan_run::{Error, Mode, Passes, Reduction, Transactions, Watching};
use kulan_stubborn::{Algorithm, Condition, Cycles, Options, Strength, Visibility};

use crate::args::{
    PassesArgs, PorArg, ProvisoArg, ReductionArgs, RelationsArg, StubbornArg, TransactionsArg, VisibilityArg,
};

/// The transformations asked for. Splitting makes spaces smaller but sets more expensive, so it is for those who want
/// the smallest space.
pub fn passes(args: &PassesArgs, cheap_sets: bool) -> Passes {
    let split = args.split || (!args.no_split && !cheap_sets);
    let narrow = Passes::USUAL.narrow.filter(|_| !args.no_reset_dead);
    Passes { merge: !args.no_merge, reset_dead: !args.no_reset_dead, split, narrow }
}

/// The transactions asked for.
pub fn transactions(arg: TransactionsArg) -> Transactions {
    match arg {
        TransactionsArg::Auto => Transactions::Auto,
        TransactionsArg::Off => Transactions::Off,
        TransactionsArg::Static => Transactions::Of(Mode::Static),
        TransactionsArg::Phase => Transactions::Of(Mode::Phase),
        TransactionsArg::Dynamic => Transactions::Of(Mode::Dynamic),
        TransactionsArg::Stubborn => Transactions::Stubborn,
    }
}

/// The reduction asked for.
pub fn reduction(args: &ReductionArgs) -> Option<Reduction> {
    let algorithm = match args.por {
        PorArg::Off | PorArg::Process => return None,
        PorArg::Auto if args.stubborn == Some(StubbornArg::Weak) => Algorithm::Beam,
        PorArg::Auto => Algorithm::Components,
        PorArg::Best => Algorithm::Both,
        PorArg::Beam => Algorithm::Beam,
        PorArg::Components => Algorithm::Components,
        PorArg::Pruned => Algorithm::Pruned,
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
    let auto = (args.por == PorArg::Auto).then_some(Reduction::FIRST);
    Some(Reduction { options, method: relations_method(args.relations), either_strength, movers: false, auto })
}

/// What is kept of what a temporal property sees, if that is told.
pub fn watching(args: &ReductionArgs) -> Result<Option<Watching>, Error> {
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
        return Err(Error::Call(format!("--visibility transparent needs --proviso c2-c3: {why}")));
    }
    Ok(Some(watching))
}

/// The method that an argument names.
pub fn relations_method(arg: RelationsArg) -> Method {
    match arg {
        RelationsArg::Solver => Method::Solver,
        RelationsArg::Syntactic => Method::Syntactic,
    }
}
