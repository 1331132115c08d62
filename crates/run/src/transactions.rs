//! Systems with transactions, for searches of states and for symbolic engines alike.

use kulan_control::{Control, Phase};
use kulan_ir::System;
use kulan_transactions::{Figures, Mode, Options};

use crate::{Setup, Transactions};

/// The transactions of a system that was searched.
#[derive(Clone, PartialEq, Debug)]
pub struct Transacted {
    /// Of which movers.
    pub mode: Mode,
    /// What finding them took.
    pub figures: Figures,
}

/// The system with transactions, if the setup wants them. Runs that matter to the search are kept.
pub fn transact(system: System, setup: &Setup, rounds: Option<u32>, control: &Control) -> (System, Option<Transacted>) {
    let Transactions::Of(mode) = setup.transactions else { return (system, None) };
    let _phase = control.enter(Phase::Relations);
    let options = Options { mode, deadlocks: setup.search.deadlocks, rounds };
    let made = kulan_transactions::transact(&system, options, &|kind| setup.search.looks_for(kind));
    if made.figures.inside == 0 {
        return (system, Some(Transacted { mode, figures: made.figures }));
    }
    let system = kulan_transform::compose(made.system);
    (system, Some(Transacted { mode, figures: made.figures }))
}
