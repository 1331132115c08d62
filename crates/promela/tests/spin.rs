//! Random programs, counted by SPIN and by the reference exploration: states, transitions, deadlocks, assertions; where
//! there are errors at run time, both must find the same kinds of them.
//!
//! `KULAN_SPIN_MODELS=n` compares that many programs, `KULAN_SPIN_SEED=n` begins with that seed. From [`MANY`] programs
//! on, two run at a time, compiled by `tcc` where it is installed (`KULAN_SPIN_CC` names another compiler), and every
//! construct must have been compared. `KULAN_SPIN_SHOW=1` shows why programs are skipped, 2 the programs as well;
//! `KULAN_SPIN_WITHOUT=a,b+c` leaves out programs with the construct `a`, and those with both `b` and `c`. Without SPIN
//! or a C compiler the test says so and passes.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use common::Answer;
use kulan_testing::promela::language::{Sample, Uses, constructs, pairs, quirky, sample};
use kulan_testing::promela::{Program, program, shrink_within};
use kulan_testing::spin::{self, Problem, Refused};

/// States of the largest programs that are compared.
const LIMIT: u64 = 20_000;

/// Programs of a long run.
const MANY: u64 = 2_000;

/// Constructs that must be compared in a short run, out of all.
const OF_SHORT_RUNS: usize = 120;

/// How often a program that differs is compared again while it is made smaller.
const QUESTIONS: usize = 500;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

fn folder(seed: u64) -> PathBuf {
    std::env::temp_dir().join(format!("kulan-spin-{}-{seed}", std::process::id()))
}

#[derive(PartialEq, Eq, Debug)]
enum Verdict {
    /// With so many states, or errors at run time.
    Same(u64),
    /// Why, and the first line of what SPIN says.
    Skipped(&'static str, String),
    Different(String),
}

/// One program, by both; `compiler` makes SPIN's verifier.
fn compare(program: &Program, folder: &Path, compiler: &str) -> Verdict {
    let text = program.to_string();
    let ours = common::answer(&text, LIMIT);
    if ours == Answer::Large {
        return Verdict::Skipped("large", String::new());
    }
    let theirs = spin::counts_by(&text, folder, compiler);
    let different = || Verdict::Different(format!("ours {ours:?}\nSPIN {theirs:?}"));
    match (&ours, &theirs) {
        (_, Err(Refused::Model(why))) => Verdict::Skipped("refused by SPIN", first_line(why)),
        (_, Err(Refused::Large)) => Verdict::Skipped("large", String::new()),
        (_, Err(Refused::Other(why))) => Verdict::Skipped("other errors", first_line(why)),
        (Answer::Counts(ours), Ok(theirs)) if ours == theirs => Verdict::Same(ours.states),
        (Answer::Problems(ours, _), Err(Refused::Problems(theirs))) if agree(ours, theirs) => Verdict::Same(0),
        // A C compiler may drop a division whose result it knows or does not need, as in `1 / x > 1`.
        (Answer::Problems(ours, _), Ok(_)) if ours.iter().all(|p| *p == Problem::Division) => {
            Verdict::Skipped("a division that C does not carry out", String::new())
        }
        // SPIN goes on behind the error that ends our run, and what it has seen is lost when a division ends its verifier.
        (Answer::Problems(..), Err(Refused::Problems(theirs))) if theirs.contains(&Problem::Division) => {
            Verdict::Skipped("a division behind another error", String::new())
        }
        // In a model with rendezvous channels, SPIN finds a receive blocked before it asks which channel that is.
        (Answer::Problems(ours, _), Ok(_))
            if ours.iter().all(|p| *p == Problem::Channel) && text.contains("[0] of") =>
        {
            Verdict::Skipped("a receive from no channel", String::new())
        }
        _ if quirky(program) => Verdict::Skipped("something that SPIN gets wrong", String::new()),
        _ => different(),
    }
}

/// Whether the kinds of errors agree. SPIN goes on behind most of them and may find more; a division by zero ends its
/// verifier before it has found all.
fn agree(ours: &BTreeSet<Problem>, theirs: &BTreeSet<Problem>) -> bool {
    if theirs.contains(&Problem::Division) { ours.contains(&Problem::Division) } else { ours.is_subset(theirs) }
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_string()
}

/// What a run of many programs has seen.
#[derive(Default)]
struct Seen {
    /// States of the programs on which both agree.
    same: Vec<u64>,
    skipped: BTreeMap<&'static str, u64>,
    reports: Vec<String>,
    /// Compared programs with each construct and pair.
    constructs: BTreeMap<&'static str, u64>,
    pairs: BTreeMap<(&'static str, &'static str), u64>,
}

impl Seen {
    fn compared(&mut self, uses: &Uses, states: u64) {
        self.same.push(states);
        uses.constructs.iter().for_each(|c| *self.constructs.entry(c).or_default() += 1);
        uses.pairs.iter().for_each(|&p| *self.pairs.entry(p).or_default() += 1);
    }

    fn print(&self) {
        println!("{} the same, skipped: {:?}", self.same.len(), self.skipped);
        self.print_sizes();
        for construct in constructs() {
            println!("{:6} {construct}", self.constructs.get(construct).unwrap_or(&0));
        }
        let missing: Vec<_> = pairs().into_iter().filter(|p| !self.pairs.contains_key(p)).collect();
        println!("{} of {} pairs never appeared:", missing.len(), pairs().len());
        missing.iter().for_each(|(outer, inner)| println!("    {outer}: {inner}"));
    }

    /// How large the compared programs are.
    fn print_sizes(&self) {
        let mut sizes = self.same.clone();
        sizes.sort_unstable();
        let at = |percent: usize| sizes.get(sizes.len() * percent / 100).copied().unwrap_or(0);
        println!("states: a quarter has at most {}, half {}, three quarters {}", at(25), at(50), at(75));
    }

    /// Constructs that no compared program has.
    fn missing(&self) -> Vec<&'static str> {
        constructs().into_iter().filter(|c| !self.constructs.contains_key(c)).collect()
    }
}

/// Whether a program has constructs that are left out, to look behind a known difference: `a,b+c` leaves out programs
/// with `a`, and those with both `b` and `c`.
fn without(uses: &Uses) -> bool {
    let list = std::env::var("KULAN_SPIN_WITHOUT").unwrap_or_default();
    let mut groups = list.split(',').filter(|g| !g.is_empty());
    groups.any(|g| g.split('+').all(|c| uses.constructs.contains(c)))
}

/// A program that covers the language, and now and then a simpler one with more statements.
fn sample_of(seed: u64) -> Sample {
    if seed % 10 == 9 { Sample { program: program(seed), uses: Uses::default() } } else { sample(seed) }
}

fn report(seed: u64, program: &Program, folder: &Path, compiler: &str) -> String {
    let differs = |p: &Program| matches!(compare(p, folder, compiler), Verdict::Different(_));
    let small = shrink_within(program.clone(), QUESTIONS, &mut |p| differs(p));
    let Verdict::Different(what) = compare(&small, folder, compiler) else {
        return format!("seed {seed}: it went away");
    };
    format!("seed {seed}\n{small}\n{what}\n")
}

fn one(seed: u64, sample: &Sample, compiler: &str, seen: &Mutex<Seen>) {
    if without(&sample.uses) {
        return;
    }
    let folder = folder(seed);
    if number("KULAN_SPIN_SHOW", 0) > 1 {
        println!("seed {seed}:\n{}", sample.program);
    }
    let verdict = compare(&sample.program, &folder, compiler);
    let text = matches!(verdict, Verdict::Different(_)).then(|| report(seed, &sample.program, &folder, compiler));
    let _ = std::fs::remove_dir_all(folder);
    let mut seen = seen.lock().expect("no thread has panicked");
    match verdict {
        Verdict::Same(states) => seen.compared(&sample.uses, states),
        Verdict::Skipped(why, said) => {
            if !said.is_empty() && std::env::var_os("KULAN_SPIN_SHOW").is_some() {
                println!("seed {seed}: {why}: {said}");
            }
            *seen.skipped.entry(why).or_default() += 1;
        }
        Verdict::Different(_) => seen.reports.extend(text.inspect(|t| println!("{t}"))),
    }
}

/// Compares the programs of some seeds.
fn run(first: u64, count: u64) -> Seen {
    let threads = if count >= MANY { 2 } else { 1 };
    let named = std::env::var_os("KULAN_SPIN_CC").is_some();
    let compiler = if count >= MANY || named { spin::fast_compiler() } else { "cc".into() };
    let (next, seen) = (AtomicU64::new(first), Mutex::new(Seen::default()));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let seeds = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
                for seed in seeds.take_while(|&s| s < first + count) {
                    one(seed, &sample_of(seed), &compiler, &seen);
                }
            });
        }
    });
    seen.into_inner().expect("no thread has panicked")
}

#[test]
fn random_programs_are_counted_as_spin_does() {
    if !kulan_testing::needs::spin() {
        return;
    }
    let count = number("KULAN_SPIN_MODELS", 24);
    let seen = run(number("KULAN_SPIN_SEED", 0), count);
    seen.print();
    assert!(seen.reports.is_empty(), "{} programs are counted differently", seen.reports.len());
    if count >= MANY {
        assert!(seen.missing().is_empty(), "never compared: {:?}", seen.missing());
    } else if count >= 24 {
        let compared = constructs().len() - seen.missing().len();
        assert!(compared >= OF_SHORT_RUNS, "only {compared} of {} constructs were compared", constructs().len());
    }
}
