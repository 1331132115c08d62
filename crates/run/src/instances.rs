//! Which processes a model creates at run time.

use kulan_control::checkpoint;
use kulan_diagnostics::SourceMap;
use kulan_frontend::Source;
use kulan_ir::{Chance, Instance, Interpreter, Layout, System, Valuation, reference};
use kulan_search::Outcome;

/// Steps of a walk, at first and at most.
const WALK: usize = 200;
const LONGEST_WALK: usize = 20_000;
/// Walks of the probe, each in a different direction.
const WALKS: u64 = 4;
/// No more processes can run at once.
const SLOTS: u32 = 255;

/// The instances that a few random walks by the interpreter find. They need not find all: a search that meets another
/// one starts over with it.
pub fn probe(source: &Source, sources: &SourceMap) -> Vec<Instance> {
    let mut instances = Vec::new();
    if !source.creates_processes() {
        return instances;
    }
    for seed in 0..WALKS {
        extend(source, sources, &mut instances, seed, 0);
        if instances.is_empty() {
            break; // the first walk met no `run`
        }
    }
    instances
}

/// Adds the instances that a walk meets; the walk gets longer each time a search had to start over.
///
/// Where a model creates many processes of one type, lowering it for one more each time would take long. So as long as
/// that continues, more of them are guessed in advance, twice as many each time; those that the walk does not start are
/// dropped again.
pub fn extend(source: &Source, sources: &SourceMap, known: &mut Vec<Instance>, seed: u64, attempt: u32) {
    let steps = (WALK << attempt.min(16)).min(LONGEST_WALK);
    let mut ahead = 0;
    let mut held: Vec<Instance> = Vec::new();
    loop {
        held.extend(guesses(known, ahead));
        let mut tried = [known.as_slice(), held.as_slice()].concat();
        tried.sort_unstable();
        tried.dedup();
        let system = source.system(sources, &tried, &[]);
        let walked = walk(&system, seed, steps);
        let started = started(&system, &tried, &walked);
        known.extend(started.iter().filter(|i| !known.contains(i)).copied().collect::<Vec<_>>());
        match walked.missing {
            Some(missing) if !tried.contains(&missing) => {
                let repeats = known.last().is_some_and(|last| last.template == missing.template);
                ahead = if repeats { (2 * ahead).max(1) } else { 0 };
                known.push(missing);
                // Slots are taken in order: what was guessed below may have been started on the way.
                held.retain(|i| i.slot < missing.slot);
            }
            _ => return,
        }
    }
}

/// What may come next: the last process type again, in the slots above.
fn guesses(known: &[Instance], ahead: u32) -> Vec<Instance> {
    let Some(&Instance { slot, template }) = known.last() else { return Vec::new() };
    (slot + 1..(slot + 1 + ahead).min(SLOTS)).map(|slot| Instance { slot, template }).collect()
}

/// How a walk went.
struct Walked {
    missing: Option<Instance>,
    /// By thread: whether it ran.
    ran: Vec<bool>,
}

/// The instances that ran. Requested instances are the threads that do not run from the start, in the same order.
fn started(system: &System, tried: &[Instance], walked: &Walked) -> Vec<Instance> {
    let idle_at_first = |t: &kulan_ir::Thread| {
        let start = t.program_counter.map(|pc| system.variables[pc.index()].initial[0]);
        t.idle.is_some() && t.idle == start
    };
    let threads: Vec<usize> = (0..system.threads.len()).filter(|&t| idle_at_first(&system.threads[t])).collect();
    if threads.len() != tried.len() {
        return tried.to_vec();
    }
    threads.iter().zip(tried).filter(|(t, _)| walked.ran[**t]).map(|(_, i)| *i).collect()
}

/// Walks until an instance is missing.
fn walk(system: &System, seed: u64, steps: usize) -> Walked {
    let interpreter = Interpreter::new(system);
    let mut state = interpreter.initial();
    let mut random = Chance::new(seed);
    let counters = counters(system);
    let mut walked = Walked { missing: None, ran: vec![false; system.threads.len()] };
    for _ in 0..steps {
        checkpoint();
        note_running(&counters, &state, &mut walked.ran);
        let paths = reference::successors(&interpreter, system, &state);
        let mut failures = paths.iter().flat_map(|p| &p.failures);
        walked.missing = failures.find_map(|&(t, check)| system.transition(t).checks[check].instance);
        if walked.missing.is_some() {
            break;
        }
        match pick(paths.into_iter().filter_map(|p| p.state).collect(), &mut random) {
            Some(next) => state = next,
            None => break,
        }
    }
    walked
}

/// By thread: where its program counter stands in a state, and its value while the thread does not run.
fn counters(system: &System) -> Vec<Option<(usize, u64)>> {
    let layout = Layout::new(system);
    system.threads.iter().map(|t| Some((layout.offset(t.program_counter?), t.idle?))).collect()
}

fn note_running(counters: &[Option<(usize, u64)>], state: &Valuation, ran: &mut [bool]) {
    for (counter, ran) in counters.iter().zip(ran) {
        *ran = *ran || counter.is_some_and(|(at, idle)| state.0[at] != idle);
    }
}

/// Some element, in a different order for each seed.
fn pick(mut states: Vec<Valuation>, random: &mut Chance) -> Option<Valuation> {
    let index = random.below(states.len().max(1));
    (!states.is_empty()).then(|| states.swap_remove(index))
}

/// The missing instance because of which a search ended.
pub fn missing(system: &System, outcome: &Outcome) -> Option<Instance> {
    let mut failures = outcome.violations.iter().filter_map(|v| v.failure);
    failures.find_map(|f| system.transition(f.transition).checks[f.check as usize].instance)
}
