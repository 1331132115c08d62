//! `kulan bench`.

use kulan_bench::{Settings, Suite};

use crate::args::BenchArgs;
use crate::failure::Failure;
use crate::{terminal, traces};

/// Runs the command; gives the exit status.
pub fn run(args: &BenchArgs) -> Result<u8, Failure> {
    args.json.iter().try_for_each(|file| traces::check_writable(file))?;
    let suite = kulan_bench::read_suite(&args.suite).map_err(Failure::Input)?;
    let kulan = std::env::current_exe().map_err(|e| Failure::Internal(e.to_string()))?;
    let settings = Settings { kulan, rounds: args.rounds, spin: !args.no_spin, only: args.only.clone() };
    let (configs, baseline) = configs(&suite, &settings);
    let results = kulan_bench::run(&suite, &settings, &mut |row| terminal::print(&row.render(&configs, baseline)))
        .map_err(Failure::Input)?;
    if let Some(file) = &args.json {
        let text = serde_json::to_string_pretty(&results).expect("results are made of strings, numbers and lists");
        let wrong = |e| Failure::Input(format!("cannot write {}: {e}", file.display()));
        kulan_trace::write_whole(file, text.as_bytes()).map_err(wrong)?;
    }
    Ok(0)
}

/// The names of the configurations that are run, and which of them is the baseline.
fn configs(suite: &Suite, settings: &Settings) -> (Vec<String>, usize) {
    let run: Vec<_> = suite.config.iter().filter(|c| settings.spin || c.spin.is_none()).collect();
    let baseline = run.iter().position(|c| c.baseline).unwrap_or(0);
    (run.iter().map(|c| c.name.clone()).collect(), baseline)
}
