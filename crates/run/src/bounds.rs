//! Bounds of programs in C that nobody chose: how many threads, frames and objects a program needs.
//!
//! A program is translated for a few threads, frames and objects of each kind. Where a search meets such a bound, walks
//! through programs that were translated for more and more tell how many are needed, if it is a number at all: a program
//! that creates threads without end meets every bound. Walks see only some runs, so this is a guess; the search that
//! follows finds out.

use std::collections::BTreeSet;

use kulan_control::{Control, checkpoint};
use kulan_frontend::COptions;
use kulan_ir::{Chance, CheckKind, Interpreter, System, inputs};
use kulan_report::Bound;

use crate::{ModelFile, Silent, Workshop, load};

/// Larger bounds are left to the user.
const MOST_THREADS: u32 = 24;
const MOST_FRAMES: u32 = 64;
const MOST_OBJECTS: u32 = 48;
/// Steps of a walk.
const STEPS: usize = 3_000;
/// Random walks, besides one that always takes the first step, and one that takes the last: of these, one stays in a loop
/// for as long as an unknown value allows.
const RANDOM_WALKS: u64 = 4;

/// A program that was translated for more threads, frames or objects.
pub struct Larger {
    /// How.
    pub model: ModelFile,
    /// The result.
    pub workshop: Workshop,
}

/// The program, translated with bounds that walks do not meet, where a search has met some. None if the user chose one
/// of these, or if they would become too large.
pub fn enough(model: &ModelFile, met: &[CheckKind], control: &Control) -> Option<Larger> {
    let mut model = model.clone();
    let mut met: BTreeSet<CheckKind> = met.iter().copied().collect();
    while !met.is_empty() {
        for &kind in &met {
            grow(&mut model.c, kind)?;
        }
        let workshop = load(&model, &Silent, control).ok()?;
        let bounds = workshop.source().bounds()?;
        let grew = |&kind: &CheckKind| asked_for(&model.c, kind) == bounds.of(kind).map(|m| m.number);
        if !met.iter().all(grew) {
            return None;
        }
        met = limits_met(&workshop.system());
        if met.is_empty() {
            return Some(Larger { model, workshop });
        }
    }
    None
}

/// Doubles a bound, if nobody chose it and it is not too large.
fn grow(options: &mut COptions, kind: CheckKind) -> Option<()> {
    let chosen = options.chosen;
    let (bound, chosen, most) = match kind {
        CheckKind::Threads => (&mut options.max_threads, chosen.threads, MOST_THREADS),
        CheckKind::Frames => (&mut options.max_frames, chosen.frames, MOST_FRAMES),
        CheckKind::Objects => (&mut options.max_objects, chosen.objects, MOST_OBJECTS),
        _ => return None,
    };
    *bound *= 2;
    (!chosen && *bound <= most).then_some(())
}

fn asked_for(options: &COptions, kind: CheckKind) -> Option<u64> {
    let number = match kind {
        CheckKind::Threads => options.max_threads,
        CheckKind::Frames => options.max_frames,
        CheckKind::Objects => options.max_objects,
        _ => return None,
    };
    Some(number.into())
}

/// The bounds that are not the requested ones.
pub fn beyond(requested: &COptions, used: &COptions) -> Bound {
    let other = |asked: u32, used: u32| (used != asked).then_some(used.into());
    Bound {
        threads: other(requested.max_threads, used.max_threads),
        frames: other(requested.max_frames, used.max_frames),
        objects: other(requested.max_objects, used.max_objects),
        ..Bound::default()
    }
}

/// The kinds of bounds that some walk meets.
fn limits_met(system: &System) -> BTreeSet<CheckKind> {
    let manners = [Manner::First, Manner::Last].into_iter();
    let mut manners = manners.chain((0..RANDOM_WALKS).map(|seed| Manner::Random(Chance::new(seed))));
    manners.by_ref().map(|manner| walk(system, manner)).find(|met| !met.is_empty()).unwrap_or_default()
}

/// Which step a walk takes.
enum Manner {
    First,
    Last,
    Random(Chance),
}

impl Manner {
    fn pick<T>(&mut self, mut list: Vec<T>) -> Option<T> {
        let last = list.len().checked_sub(1)?;
        let index = match self {
            Manner::First => 0,
            Manner::Last => last,
            Manner::Random(chance) => chance.below(list.len()),
        };
        Some(list.swap_remove(index))
    }
}

/// Follows one run, step by step: all that a thread can do alone may be very much. Gives the kinds of bounds that it
/// meets.
fn walk(system: &System, mut manner: Manner) -> BTreeSet<CheckKind> {
    let interpreter = Interpreter::new(system);
    let (mut state, mut alone, mut met) = (interpreter.initial(), None, BTreeSet::new());
    for _ in 0..STEPS {
        checkpoint();
        let mut enabled = interpreter.enabled(&state, alone);
        if enabled.is_empty() && alone.is_some() {
            enabled = interpreter.enabled(&state, None);
        }
        let Some(t) = manner.pick(enabled) else { break };
        let Some(inputs) = inputs::tuples(system, t).ok().and_then(|tuples| manner.pick(tuples)) else { break };
        let fired = interpreter.fire(&state, t, &inputs);
        let transition = system.transition(t);
        let failed = fired.failed.iter().map(|&check| transition.checks[check].kind);
        met.extend(failed.filter(|&kind| kind.is_limit() && kind != CheckKind::Unsupported));
        match fired.state {
            Some(next) if !fired.is_error => (state, alone) = (next, transition.continues),
            _ => break,
        }
    }
    met
}
