//! Some states that runs come to, found by walking at random: a condition that holds in none of them is of no use.

use std::cell::RefCell;

use kulan_ir::expr::Bits;
use kulan_ir::{Chance, Evaluation, Expr, ExprId, Exprs, Interpreter, System, ThreadId, TransitionId, Valuation};
use rustc_hash::FxHashMap;

/// How many walks there are.
const WALKS: u64 = 48;
/// The steps of each.
const STEPS: usize = 120;
/// States that are kept of each location of each thread.
const KEPT: usize = 200;

/// States by thread and location.
#[derive(Debug)]
pub struct Samples {
    offsets: Vec<usize>,
    lengths: Vec<usize>,
    states: Vec<Valuation>,
    at: FxHashMap<(ThreadId, u64), Vec<usize>>,
    evaluation: RefCell<Evaluation>,
}

impl Samples {
    /// Walks through a system.
    pub fn new(system: &System) -> Samples {
        let interpreter = Interpreter::new(system);
        let lengths = system.variables.iter().map(|v| v.len()).collect();
        let mut samples = Samples {
            offsets: system.offsets(),
            lengths,
            states: Vec::new(),
            at: FxHashMap::default(),
            evaluation: RefCell::default(),
        };
        for seed in 0..WALKS {
            kulan_control::checkpoint();
            let mut random = Chance::new(seed + 1);
            let mut state = interpreter.initial();
            for _ in 0..STEPS {
                samples.note(system, &interpreter, &state);
                let enabled = interpreter.enabled(&state, None);
                if enabled.is_empty() {
                    break;
                }
                let t = enabled[random.below(enabled.len())];
                match interpreter.fire(&state, t, &inputs(system, t, &mut random)).state {
                    Some(next) => state = next,
                    None => break,
                }
            }
        }
        samples
    }

    fn note(&mut self, system: &System, interpreter: &Interpreter, state: &Valuation) {
        let number = self.states.len();
        let mut wanted = false;
        for thread in (0..system.threads.len() as u32).map(ThreadId) {
            let Some(location) = interpreter.location(state, thread) else { continue };
            let here = self.at.entry((thread, location)).or_default();
            if here.len() < KEPT {
                here.push(number);
                wanted = true;
            }
        }
        if wanted {
            self.states.push(state.clone());
        }
    }

    /// The states in which a thread is at a location.
    pub fn at(&self, place: (ThreadId, u64)) -> &[usize] {
        self.at.get(&place).map_or(&[], Vec::as_slice)
    }

    /// Whether all conditions hold in one of some states.
    pub fn any_holds(&self, exprs: &Exprs, states: &[usize], conditions: &[ExprId]) -> bool {
        states.iter().any(|&number| self.all_hold(exprs, number, conditions))
    }

    /// Those of some states in which all conditions hold.
    pub fn holding(&self, exprs: &Exprs, states: &[usize], conditions: &[ExprId]) -> Vec<usize> {
        states.iter().copied().filter(|&number| self.all_hold(exprs, number, conditions)).collect()
    }

    fn all_hold(&self, exprs: &Exprs, number: usize, conditions: &[ExprId]) -> bool {
        let mut evaluation = self.evaluation.borrow_mut();
        evaluation.begin(exprs);
        let read = |read| self.read(&self.states[number], read);
        conditions.iter().all(|&c| evaluation.value(exprs, c, &read) == 1)
    }

    /// Whether a condition holds in a state in which two threads are at locations, as far as any is known.
    pub fn may_hold_at(&self, exprs: &Exprs, [one, other]: [(ThreadId, u64); 2], condition: ExprId) -> bool {
        let (Some(here), Some(there)) = (self.at.get(&one), self.at.get(&other)) else { return true };
        let mut both = here.iter().filter(|number| there.binary_search(number).is_ok()).peekable();
        both.peek().is_none() || both.any(|&n| self.all_hold(exprs, n, &[condition]))
    }

    fn read(&self, state: &Valuation, read: Expr<Bits>) -> u64 {
        match read {
            Expr::Var(v) => state.0[self.offsets[v.index()]],
            Expr::Element(v, index) if index.value < self.lengths[v.index()] as u64 => {
                state.0[self.offsets[v.index()] + index.value as usize]
            }
            // Out of range; conditions read neither inputs nor positions.
            _ => 0,
        }
    }
}

fn inputs(system: &System, t: TransitionId, random: &mut Chance) -> Vec<u64> {
    let choose = |i: &kulan_ir::Input| match (i.high - i.low).checked_add(1) {
        Some(count) => i.low + random.bits() % count,
        None => random.bits(),
    };
    system.transition(t).inputs.iter().map(choose).collect()
}
