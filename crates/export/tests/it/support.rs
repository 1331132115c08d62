//! Random systems, random walks, and what is expected of one step.

use kulan_export::{Question, Words};
use kulan_ir::expr::mask;
use kulan_ir::{CheckKind, Interpreter, System, TransitionId, Valuation, validate};
use kulan_testing::Random;
use kulan_testing::system::{Size, system};

/// A random system without threads that go on alone and without fallbacks, with expressions of this depth and values of this
/// width.
pub fn random_system(seed: u64, depth: usize, width: u8) -> Option<System> {
    let size = Size { threads: 2, variables: 4, elements: 4, transitions: 8, depth, width };
    let mut system = system(seed, size);
    system.transitions.retain(|t| t.continues.is_none() && !t.is_fallback());
    validate(&system).is_ok().then_some(system)
}

/// Every check but those of one kind counts.
pub fn forbids(kind: CheckKind) -> bool {
    kind != CheckKind::Lock
}

pub fn words(system: &System, deadlock: bool) -> Words {
    Words::new(system, Question { deadlock, forbids: &forbids }).expect("a flat system")
}

/// A step as an export has it.
pub struct Step {
    /// The values of the inputs: the choice first.
    pub inputs: Vec<u64>,
    /// Whether something is violated, before it.
    pub bad: bool,
    /// The state after it.
    pub next: Valuation,
}

/// A random step from a state, enabled or not.
pub fn random_step(system: &System, words: &Words, deadlock: bool, state: &Valuation, random: &mut Random) -> Step {
    let interpreter = Interpreter::new(system);
    let mut inputs: Vec<u64> =
        words.inputs.iter().map(|i| (random.below(1 << 20) as u64 * 0x9e37_79b9) & mask(i.width)).collect();
    let enabled = interpreter.enabled(state, None);
    if !enabled.is_empty() && random.percent(85) {
        let t = *random.pick(&enabled);
        inputs[0] = u64::from(t.0);
        for (i, input) in system.transition(t).inputs.iter().enumerate() {
            let value = input.low + random.below((input.high - input.low + 1) as usize) as u64;
            inputs[i + 1] = inputs[i + 1] & !mask(input.width) | value;
        }
    }
    let mut bad = deadlock && interpreter.is_deadlock(state);
    let mut next = state.clone();
    for t in system.transition_ids().filter(|&t| interpreter.guards_hold(state, t)) {
        let Some(own) = own_inputs(system, t, &inputs) else { continue };
        let fired = interpreter.fire(state, t, &own);
        bad |= fired.failed.iter().any(|&i| forbids(system.transition(t).checks[i].kind));
        if u64::from(t.0) == inputs[0] && !system.transition(t).is_observer() {
            next = fired.state.unwrap_or(next);
        }
    }
    Step { inputs, bad, next }
}

/// What a transition takes of the inputs, if it is in range.
fn own_inputs(system: &System, t: TransitionId, inputs: &[u64]) -> Option<Vec<u64>> {
    let list = system.transition(t).inputs.iter().zip(&inputs[1..]);
    let own = list.map(|(input, value)| {
        let value = value & mask(input.width);
        (input.low <= value && value <= input.high).then_some(value)
    });
    own.collect()
}
