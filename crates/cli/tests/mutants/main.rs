//! Models with small changes through the whole program, as child processes: whatever the model is, the program gives an
//! answer in time, and where the space is small, the answer is that of the reference interpreter without reductions.
//!
//! `KULAN_MUTANTS` is how many mutants there are, `KULAN_SEED` the first one's number. A mutant that fails is kept in
//! the folder that the message names.
#![allow(clippy::unwrap_used)]

#[path = "../bench/mod.rs"]
mod bench;
mod mutate;
#[path = "../it/support.rs"]
#[allow(dead_code)]
mod support;

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use kulan_testing::Random;
use serde_json::Value;
use support::Folder;

/// Of everyday runs.
const MUTANTS: u64 = 80;
/// Changed models on which a trace is replayed.
const CHANGES: usize = 3;
/// The limits that a mutant is checked under.
const LIMITS: &[&str] = &["--timeout", "2", "--memory", "4G", "--threads", "1"];
/// Processor time that a run may take: twice its limit, so that a machine with other work does not matter.
const MOST_SECONDS: f64 = 4.0;
/// Time after which a run counts as one that hangs, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(60);
/// Longer models are not mutated: most of their mutants reach the time limit.
const LONGEST: usize = 12_000;
/// Larger spaces are not compared.
const MOST_STATES: u64 = 20_000;
/// No reduction, no transformation, no machine code.
const PLAIN: &[&str] = &["--execution", "interpret", "--por", "off", "--no-merge", "--no-reset-dead", "--no-split"];
/// Ways that must give the verdicts of the plain one.
const WAYS: &[&[&str]] = &[
    &["--por", "off", "--no-merge"],
    &["--all-errors"],
    &["--search", "bfs"],
    &["--por", "deletion", "--stubborn", "strong", "--store", "plain"],
    &["--por", "beam", "--stubborn", "weak", "--relations", "syntactic"],
    &["--por", "closure", "--no-reset-dead"],
    &["--search", "bfs", "--por", "off", "--all-errors"],
];

struct Original {
    name: String,
    extension: String,
    text: String,
}

fn collect(folder: &Path, list: &mut Vec<Original>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.map(|e| e.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        let extension = path.extension().map(|e| e.to_string_lossy().into_owned()).unwrap_or_default();
        if path.is_dir() {
            collect(&path, list);
        } else if ["pml", "prm", "promela", "dve", "tmc"].contains(&extension.as_str()) {
            let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
            list.push(Original { name: path.display().to_string(), extension, text });
        }
    }
}

/// Models by their language: few of one language are as good as many of another.
fn originals() -> Vec<Vec<Original>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut list = Vec::new();
    for folder in ["tests/models", "../promela/tests", "../dve/tests", "../tmc/tests", "../../examples"] {
        collect(&root.join(folder), &mut list);
    }
    if let Some(bench) = bench::folder() {
        collect(&bench, &mut list);
    }
    // Models that are refused would only give more of them.
    list.retain(|original| original.text.len() <= LONGEST && !original.name.contains("/bad/"));
    let mut languages = BTreeMap::<String, Vec<Original>>::new();
    for original in list {
        languages.entry(original.extension.clone()).or_default().push(original);
    }
    languages.into_values().collect()
}

/// A mutant, and its parent's name.
fn mutant(originals: &[Vec<Original>], number: u64) -> (String, String, &str) {
    let mut random = Random::new(number);
    // Most models are in PROMELA, and most that can go wrong is there too.
    let promela = originals.iter().find(|list| list[0].extension == "pml").unwrap();
    let list = if random.percent(60) { promela } else { random.pick(originals) };
    let (parent, donor) = (random.pick(list), random.pick(list));
    (mutate::mutate(&parent.text, &donor.text, &mut random), parent.name.clone(), &parent.extension)
}

/// A run of the program that ended by itself, or what is wrong with it.
struct Checked {
    status: i32,
    seconds: f64,
    /// The report, if there is one.
    report: Value,
}

/// Processor time of a child that was not waited for yet, where the system tells.
fn processor_seconds(child: u32) -> Option<f64> {
    let text = std::fs::read_to_string(format!("/proc/{child}/stat")).ok()?;
    let fields: Vec<&str> = text.rsplit(')').next()?.split_whitespace().collect();
    let ticks = fields[11].parse::<f64>().ok()? + fields[12].parse::<f64>().ok()?;
    Some(ticks / 100.0)
}

fn check(folder: &Folder, model: &str, options: &[&str]) -> Result<Checked, String> {
    let _ = std::fs::remove_file(folder.0.join("report.json"));
    let args = [&["check", model, "--json", "report.json"], LIMITS, options].concat();
    let (status, seconds) = run(folder, &args)?;
    let report = std::fs::read_to_string(folder.0.join("report.json")).ok();
    let report = report.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
    Ok(Checked { status, seconds, report })
}

/// The exit status and the processor time, if both are as they should be.
fn run(folder: &Folder, args: &[&str]) -> Result<(i32, f64), String> {
    let (out, err) = (folder.0.join("out.txt"), folder.0.join("err.txt"));
    let mut command = folder.command(args);
    let mut child = command.stdout(File::create(&out).unwrap()).stderr(File::create(&err).unwrap()).spawn().unwrap();
    let (begin, mut seconds) = (Instant::now(), 0.0);
    let status = loop {
        seconds = processor_seconds(child.id()).unwrap_or(seconds);
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if begin.elapsed() > PATIENCE {
            child.kill().unwrap();
            child.wait().unwrap();
            return Err(format!("{args:?}: no end after {PATIENCE:?}"));
        }
        std::thread::sleep(Duration::from_millis(3));
    };
    let said = String::from_utf8_lossy(&std::fs::read(err).unwrap()).into_owned();
    let known = status.code().filter(|code| (0..=3).contains(code) && !said.contains("internal error"));
    match known {
        None => Err(format!("{args:?}: {status}\n{said}")),
        Some(_) if seconds > MOST_SECONDS => Err(format!("{args:?}: {seconds:.1} s of processor time")),
        Some(code) => Ok((code, seconds)),
    }
}

/// The properties of a report that are decided, and how. A model with parameters has some of them several times.
fn verdicts(report: &Value) -> BTreeMap<String, &str> {
    let properties = report["properties"].as_array().map_or(&[][..], Vec::as_slice);
    let name = |p: &Value| format!("{} {}", p["name"].as_str().unwrap(), p["parameters"]);
    let pairs = properties.iter().map(|p| (name(p), p["verdict"].as_str().unwrap()));
    pairs.filter(|(_, verdict)| ["holds", "violated"].contains(verdict)).collect()
}

/// How many properties both decide, all alike.
fn agree(plain: &Value, other: &Value) -> Result<usize, String> {
    let (plain, other) = (verdicts(plain), verdicts(other));
    let both: Vec<&String> = plain.keys().filter(|name| other.contains_key(*name)).collect();
    match both.iter().find(|&&name| plain[name] != other[name]) {
        Some(name) => Err(format!("{name}: {}, plainly {}", other[*name], plain[*name])),
        None => Ok(both.len()),
    }
}

/// What is seen of a mutant.
#[derive(Default)]
struct Seen {
    status: i32,
    seconds: f64,
    verdicts: usize,
    replayed: bool,
    /// Replays on changed models that were accepted, and confirmed by a check.
    confirmed: usize,
}

fn try_out(originals: &[Vec<Original>], number: u64) -> Result<Seen, String> {
    let (text, parent, extension) = mutant(originals, number);
    let folder = Folder::new();
    let model = format!("mutant.{extension}");
    let path = folder.write(&model, &text);
    let result = examine(&folder, &model, &text, number);
    result.map_err(|message| {
        let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("mutant-{number}.{extension}"));
        std::fs::copy(path, &kept).unwrap();
        format!("{} (from {parent}): {message}", kept.display())
    })
}

fn examine(folder: &Folder, model: &str, text: &str, number: u64) -> Result<Seen, String> {
    let first = check(folder, model, &[])?;
    let mut seen = Seen { status: first.status, seconds: first.seconds, ..Seen::default() };
    let trace = format!("{model}.trace");
    if folder.0.join(&trace).exists() {
        let (status, _) = run(folder, &["replay", model, &trace])?;
        seen.replayed = status < 2;
        if !seen.replayed {
            return Err(format!("replay: exit {status}"));
        }
        seen.confirmed = replay_changed(folder, model, text, &mut Random::new(number))?;
    }
    let small = first.report["figures"]["states"].as_u64().is_some_and(|states| states < MOST_STATES);
    if first.status < 2 && small {
        let way = WAYS[number as usize % WAYS.len()];
        seen.verdicts = compare(folder, model, &first, way)?;
    }
    Ok(seen)
}

/// Replays the trace of a model on models with further changes. What is accepted there must be found by a check, too.
fn replay_changed(folder: &Folder, model: &str, text: &str, random: &mut Random) -> Result<usize, String> {
    let (other, trace) = (format!("changed-{model}"), format!("{model}.trace"));
    let recorded = std::fs::read_to_string(folder.0.join(&trace)).unwrap();
    let recorded: Value = serde_json::from_str(&recorded).unwrap();
    let mut confirmed = 0;
    for _ in 0..CHANGES {
        let changed = mutate::mutate(text, text, random);
        folder.write(&other, &changed);
        if run(folder, &["replay", &other, &trace])?.0 != 0 {
            continue;
        }
        let most = MOST_STATES.to_string();
        let checked = check(folder, &other, &[PLAIN, &["--max-states", &most, "--no-trace", "--all-errors"]].concat())?;
        let all = checked.report["properties"].as_array().cloned().unwrap_or_default();
        let same: Vec<&Value> = all.iter().filter(|p| p["name"] == recorded["property"]["name"]).collect();
        if !same.is_empty() && same.iter().all(|p| p["verdict"] == "holds") {
            let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(&other);
            std::fs::write(&kept, changed).unwrap();
            return Err(format!("{}: the trace replays, but {} holds", kept.display(), recorded["property"]["name"]));
        }
        confirmed += usize::from(same.iter().any(|p| p["verdict"] == "violated"));
    }
    Ok(confirmed)
}

/// Compares the default and one more way with the plain one.
fn compare(folder: &Folder, model: &str, first: &Checked, way: &[&str]) -> Result<usize, String> {
    let most = MOST_STATES.to_string();
    let limit = ["--max-states", &most, "--no-trace"];
    let plain = check(folder, model, &[PLAIN, &limit, &["--all-errors"]].concat())?;
    let other = check(folder, model, &[way, &limit].concat())?;
    if plain.status == 2 || other.status == 2 {
        return Err(format!("{way:?}: exit {} and {}", plain.status, other.status));
    }
    let default = agree(&plain.report, &first.report).map_err(|e| format!("default: {e}"))?;
    Ok(default + agree(&plain.report, &other.report).map_err(|e| format!("{way:?}: {e}"))?)
}

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|value| value.parse().ok())
}

#[test]
fn mutants_get_an_answer() {
    let originals = originals();
    let (mutants, seed) = (setting("KULAN_MUTANTS").unwrap_or(MUTANTS), setting("KULAN_SEED").unwrap_or(0));
    let results = bench::each((seed..seed + mutants).collect(), 2, |&number| try_out(&originals, number));
    let seen: Vec<&Seen> = results.iter().filter_map(|(_, result)| result.as_ref().ok()).collect();
    let count = |is: &dyn Fn(&Seen) -> bool| seen.iter().filter(|s| is(s)).count() as u64;
    let statuses = [0, 1, 2, 3].map(|status| count(&|s| s.status == status));
    let (compared, replayed) = (count(&|s| s.verdicts > 0), count(&|s| s.replayed));
    let confirmed: usize = seen.iter().map(|s| s.confirmed).sum();
    let longest = seen.iter().map(|s| s.seconds).fold(0.0, f64::max);
    println!(
        "{mutants} mutants: exits 0 to 3 {statuses:?}, {compared} compared, {replayed} replayed, {confirmed} of them \
         on changed models, {longest:.1} s at most"
    );
    bench::expect_none(results.iter().filter_map(|(_, result)| result.as_ref().err()));
    if mutants < 50 {
        // One seed, or a few: nothing follows from them.
        return;
    }
    // If nearly all are refused, nothing is tried.
    assert!(statuses[..3].iter().all(|&n| n * 10 >= mutants), "{statuses:?}");
    assert!(compared * 4 >= mutants && replayed * 12 >= mutants, "{compared} compared, {replayed} replayed");
    assert!(confirmed > 0, "no trace was replayed on a changed model");
}
