//! Systems with transactions, for searches of states and for symbolic engines alike.

use kulan_control::{Control, Phase};
use kulan_ir::{CheckKind, System};
use kulan_transactions::{Figures, Options};

use crate::{Setup, Transactions};

/// The system with transactions, if the setup wants them, and what finding them took. Runs that matter to the search are
/// kept.
pub fn transact(system: System, setup: &Setup, rounds: Option<u32>, control: &Control) -> (System, Option<Figures>) {
    let Transactions::Of(mode) = setup.transactions else { return (system, None) };
    // Symbolic engines, which count no rounds, are not reduced.
    let waits = rounds.is_none() || setup.reduction.is_none();
    let options = Options { mode, deadlocks: setup.search.deadlocks, waits, rounds };
    make(system, options, &|kind| setup.search.looks_for(kind), control)
}

/// A system with transactions that keep failing checks of the kinds wanted.
pub fn make(
    system: System,
    options: Options,
    wanted: &dyn Fn(CheckKind) -> bool,
    control: &Control,
) -> (System, Option<Figures>) {
    let _phase = control.enter(Phase::Relations);
    let made = kulan_transactions::transact(&system, options, wanted);
    let system = if made.figures.inside == 0 { system } else { kulan_transform::compose(made.system) };
    (system, Some(made.figures))
}
