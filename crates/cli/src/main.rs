//! The command line of Kulan.

mod args;
mod bench;
mod certify;
mod check;
mod export;
mod failure;
mod interactive;
mod limited;
mod load;
mod movers;
mod reduce;
mod relations;
mod replay;
mod simulate;
mod size;
mod stepper;
mod terminal;
mod validate;
mod why;

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Parser;

use args::{Cli, Command};
use failure::Failure;

/// Deep models make deep recursions.
const STACK: usize = 512 << 20;

fn main() -> ExitCode {
    let cli = Cli::parse();
    quiet_panics();
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(move || run(&cli));
    let status = worker.map(|w| w.join().unwrap_or(4)).unwrap_or_else(|e| {
        eprintln!("internal error: no thread could be started: {e}");
        4
    });
    ExitCode::from(status)
}

fn run(cli: &Cli) -> u8 {
    let done = match &cli.command {
        Command::Check(args) => check::run(args, cli.color),
        Command::Simulate(args) => simulate::run(args, cli.color),
        Command::Replay(args) => replay::run(args, cli.color),
        Command::Relations(args) => relations::run(args, cli.color),
        Command::Validate(args) => validate::run(args, cli.color),
        Command::Certify(args) => certify::run(args, cli.color),
        Command::Export(args) => export::run(args, cli.color),
        Command::Bench(args) => bench::run(args),
    };
    done.unwrap_or_else(|failure: Failure| {
        failure.report();
        failure.status()
    })
}

/// A panic is an error of ours: said in one line, and once.
fn quiet_panics() {
    static SAID: AtomicBool = AtomicBool::new(false);
    std::panic::set_hook(Box::new(|info| {
        if !SAID.swap(true, Ordering::Relaxed) {
            let _ = crossterm::terminal::disable_raw_mode();
            let what = info.payload_as_str().unwrap_or("a panic");
            let place = info.location().map_or(String::new(), |l| format!(" ({}:{})", l.file(), l.line()));
            eprintln!("internal error: {what}{place}; please report it with the model and the command line");
        }
    }));
}
