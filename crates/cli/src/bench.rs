//! `kulan bench`.

use kulan_bench::{Results, Settings};

use crate::args::BenchArgs;
use crate::failure::Failure;
use crate::{check, terminal};

/// Runs the command; gives the exit status.
pub fn run(args: &BenchArgs) -> Result<u8, Failure> {
    args.json.iter().chain(&args.chart).try_for_each(|file| check::check_writable(file))?;
    let saved = args.suite.extension().is_some_and(|e| e == "json");
    let results = if saved { kulan_bench::read_results(&args.suite).map_err(Failure::Input)? } else { measure(args)? };
    if let Some(file) = args.json.as_ref().filter(|_| !saved) {
        let text = serde_json::to_string_pretty(&results).expect("results are made of strings, numbers and lists");
        terminal::write(file, &(text + "\n"))?;
    }
    if args.table {
        terminal::print(&results.markdown());
    }
    if let Some(file) = &args.chart {
        let svg = kulan_bench::draw(&results).ok_or_else(|| Failure::Input("the suite has no charts".to_string()))?;
        terminal::write(file, &svg)?;
    }
    match results.contradictions().first() {
        Some(words) => Err(Failure::Internal(words.clone())),
        None => Ok(0),
    }
}

fn measure(args: &BenchArgs) -> Result<Results, Failure> {
    let suite = kulan_bench::read_suite(&args.suite).map_err(Failure::Input)?;
    for config in kulan_bench::absent(&suite) {
        eprintln!("note: {} is left out: its program is not installed", config.name);
    }
    let kulan = std::env::current_exe().map_err(|e| Failure::Internal(e.to_string()))?;
    let settings = Settings { kulan, rounds: args.rounds, spin: !args.no_spin, only: args.only.clone() };
    let mut tell = |results: &Results| {
        if let Some(row) = results.rows.last() {
            terminal::print(&row.render(&results.columns, results.baseline));
        }
    };
    kulan_bench::run(&suite, &settings, &mut tell).map_err(Failure::Input)
}
