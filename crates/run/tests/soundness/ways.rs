//! Ways to check.

use kulan_run::{Execution, Passes, Setup, StoreKind};
use kulan_search::{Options, Order};

/// Transformations, none first.
pub const PASSES: [Passes; 6] = [
    Passes::NONE,
    Passes { merge: true, ..Passes::NONE },
    Passes { reset_dead: true, ..Passes::NONE },
    Passes { split: true, ..Passes::NONE },
    Passes { narrow: Some(2), ..Passes::NONE },
    Passes { merge: true, reset_dead: true, split: true, narrow: Some(2) },
];

/// All ways to search.
fn every() -> Vec<Setup> {
    let mut list = Vec::new();
    for execution in [Execution::Compiled, Execution::Interpret] {
        for store in [StoreKind::Tree, StoreKind::Plain] {
            for order in [Order::DepthFirst, Order::BreadthFirst] {
                for threads in 1..=3 {
                    let search = Options { order, threads, all_errors: true, ..Options::default() };
                    let (memory, reduction, temporal) = (1 << 28, None, Default::default());
                    let shorten = Default::default();
                    list.push(Setup {
                        passes: PASSES[0],
                        search,
                        store,
                        execution,
                        memory,
                        reduction,
                        temporal,
                        shorten,
                        ..Setup::default()
                    });
                }
            }
        }
    }
    list
}

/// Some ways, others for each seed; or all.
pub fn ways(seed: u64) -> Vec<Setup> {
    let all = every();
    if std::env::var_os("KULAN_EVERY_WAY").is_some() {
        return all;
    }
    // Five and the number of ways have no common divisor, and one of two neighbours in this order is compiled.
    let start = seed as usize * 5;
    [start, start + 12].map(|i| all[i % all.len()].clone()).to_vec()
}
