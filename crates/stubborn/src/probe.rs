//! A short probe before the search: is deletion worth its time on this model?
//!
//! Both algorithms run side by side on random walks through the reduced space. If deletion hardly ever finds a smaller
//! set than beam search, it is skipped. The decision holds for the whole search, so that a set stays a function of the
//! state.

use kulan_control::Control;
use kulan_ir::{Chance, TransitionId};
use kulan_model::{Guarded, GuardedModel, Successors};

use crate::{Algorithm, Chooser, Options, Tables};

const WALKS: u64 = 8;
const STEPS: u64 = 200;
/// Deletion must find a smaller set at least once in this many tries.
const WORTH: u64 = 50;

/// The options with which to search: [`Algorithm::Both`] becomes [`Algorithm::Beam`] where deletion is not worth it.
pub fn probe<M: GuardedModel>(model: &M, tables: &Tables, options: Options, control: &Control) -> Options {
    if options.algorithm != Algorithm::Both {
        return options;
    }
    let mut chooser = Chooser::new(tables, options);
    let mut generator = model.guarded(control);
    let mut guards = vec![0; tables.guard_words];
    let (mut out, words) = (Successors::default(), model.words());
    let mut chance = Chance::new(0x2545_f491_4f6c_dd1d);
    for _ in 0..WALKS {
        let mut state = model.initial();
        for _ in 0..STEPS {
            if control.stopped().is_some() {
                return options;
            }
            generator.guards(&state, &mut guards);
            let choice = chooser.choose(&guards);
            let transitions = choice.chosen.len();
            if transitions == 0 {
                break;
            }
            out.clear();
            generator.fire(&state, TransitionId(choice.chosen[chance.below(transitions)]), &mut out);
            let Some(next) = out.states.chunks(words).last() else { break };
            state = next.to_vec();
        }
    }
    if chooser.improved * WORTH < chooser.tried {
        return Options { algorithm: Algorithm::Beam, ..options };
    }
    options
}
