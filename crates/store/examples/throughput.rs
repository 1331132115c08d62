//! Insertions per second and bytes per state: `cargo run --release -p kulan-store --example throughput -- [plain|tree] [millions=N] [words=N]
//! [threads=N]`.
//!
//! Threads explore a model of counters: the successors of a state each move one counter on, so that about one in four
//! insertions is new. `look` repeats the insertions when all states are there.

use std::time::Instant;

use kulan_store::{Config, Cursor, Outcome, PlainStore, StateRef, StateStore, TreeStore};

/// Counters, each of which takes this many values.
const COUNTERS: usize = 4;

/// A state has this many words, most of which depend on a counter.
#[derive(Copy, Clone)]
struct Model {
    words: usize,
    values: u32,
}

impl Model {
    fn states(self) -> u64 {
        u64::from(self.values).pow(COUNTERS as u32)
    }

    /// One successor per counter.
    fn successors(self, state: &[u32], into: &mut Vec<u32>) {
        into.clear();
        for counter in 0..COUNTERS {
            let at = into.len() + counter * self.words / COUNTERS;
            into.extend_from_slice(state);
            into[at] = (into[at] + 1) % self.values;
        }
    }
}

/// Explores from `queue` depth first, each state that this thread found new; gives the number of insertions.
fn explore<S: StateStore>(store: &S, model: Model, mut queue: Vec<StateRef>) -> (u64, Vec<StateRef>) {
    let (mut cursor, mut successors, mut out) = (store.cursor(), Vec::new(), Vec::<Outcome>::new());
    let (mut insertions, mut seen) = (0, Vec::new());
    while let Some(state) = queue.pop() {
        seen.push(state);
        cursor.load(state);
        model.successors(cursor.state(), &mut successors);
        out.clear();
        cursor.insert_successors(&successors, &mut out).expect("memory");
        insertions += out.len() as u64;
        queue.extend(out.iter().filter(|outcome| outcome.new).map(|outcome| outcome.state));
    }
    (insertions, seen)
}

/// Loads all states once more and inserts their successors, of which none is new.
fn look<S: StateStore>(store: &S, model: Model, seen: &[StateRef]) -> u64 {
    let (mut cursor, mut successors, mut out) = (store.cursor(), Vec::new(), Vec::<Outcome>::new());
    // Many rounds over a small store, or the clock would be too coarse.
    let rounds = 1 + 2_000_000 / seen.len();
    for &state in (0..rounds).flat_map(|_| seen) {
        cursor.load(state);
        model.successors(cursor.state(), &mut successors);
        out.clear();
        cursor.insert_successors(&successors, &mut out).expect("memory");
        assert!(out.iter().all(|outcome| !outcome.new));
    }
    (rounds * seen.len() * COUNTERS) as u64
}

/// Starting points for the threads, apart from one another.
fn roots<S: StateStore>(store: &S, model: Model, threads: usize) -> Vec<Vec<StateRef>> {
    let mut cursor = store.cursor();
    let mut root = |thread: usize| {
        let mut state = vec![0; model.words];
        for counter in 0..COUNTERS {
            state[counter * model.words / COUNTERS] = thread as u32 * model.values / threads as u32;
        }
        cursor.insert_root(&state).expect("memory").state
    };
    (0..threads).map(|thread| vec![root(thread)]).collect()
}

/// Millions per second of the sum of what `work` gives for each item, all at once on threads.
fn rate<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> (u64, R) + Sync) -> (f64, Vec<R>) {
    let start = Instant::now();
    let results: Vec<_> = std::thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> = items.iter().map(|item| scope.spawn(move || work(item))).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    let seconds = start.elapsed().as_secs_f64();
    let total: u64 = results.iter().map(|(count, _)| count).sum();
    (total as f64 / seconds / 1e6, results.into_iter().map(|(_, rest)| rest).collect())
}

fn measure<S: StateStore>(name: &str, make: impl Fn(Config) -> S, model: Model, threads: usize) {
    let start = Instant::now();
    let store = make(Config { words: model.words, memory_limit: 16 << 30, threads });
    let roots = roots(&store, model, threads);
    let start = start.elapsed().as_micros();
    let (insert, seen) = rate(&roots, |roots| explore(&store, model, roots.clone()));
    let (look, _) = rate(&seen, |seen| (look(&store, model, seen), ()));
    let per_state = |bytes: u64| bytes as f64 / store.len() as f64;
    assert_eq!(store.len(), model.states());
    println!(
        "{name:5} {:3} words {:9} states {threads} threads: start {start} us, explore {insert:6.1} M/s, look {look:6.1} M/s, {:5.1} bytes/state (peak {:5.1})",
        model.words,
        store.len(),
        per_state(store.bytes()),
        per_state(store.peak_bytes()),
    );
}

fn measure_named(name: &str, model: Model, threads: usize) {
    match name {
        "plain" => measure(name, |config| PlainStore::new(config).expect("memory"), model, threads),
        "tree" => measure(name, |config| TreeStore::new(config).expect("memory"), model, threads),
        _ => eprintln!("no store called {name}"),
    }
}

/// The numbers among the arguments if there are any, `defaults` if not.
fn numbers(option: &str, defaults: &[f64]) -> Vec<f64> {
    let given = std::env::args().filter_map(|arg| Some(arg.strip_prefix(option)?.parse().expect("a number")));
    let given: Vec<f64> = given.collect();
    if given.is_empty() { defaults.to_vec() } else { given }
}

fn main() {
    let named = |name: &str| std::env::args().any(|arg| arg == name);
    for millions in numbers("millions=", &[0.01, 0.1, 5.0, 20.0]) {
        for words in numbers("words=", &[4.0, 12.0, 40.0]) {
            let model = Model { words: words as usize, values: (millions * 1e6).powf(0.25).round() as u32 };
            for threads in numbers("threads=", &[1.0, 2.0]) {
                for name in
                    ["plain", "tree"].into_iter().filter(|name| named(name) || !named("plain") && !named("tree"))
                {
                    measure_named(name, model, threads as usize);
                }
            }
        }
    }
}
