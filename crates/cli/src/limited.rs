//! Work under limits, for commands that do not make a whole run.

use std::time::Duration;

use kulan_report::limit_words;
use kulan_run::{Control, Limits, Monitor};

use crate::args::LimitArgs;
use crate::failure::Failure;
use crate::{check, terminal};

/// Does something under limits, in a thread to which the control is attached. If one of them is reached first, says so; then
/// the exit status is given in place of a result.
pub fn limited<T>(
    args: &LimitArgs,
    work: impl FnOnce(&Control) -> Result<T, Failure>,
) -> Result<Result<T, u8>, Failure> {
    let memory = args.memory.or_else(|| kulan_run::Setup::default().memory.into());
    let limits = Limits { time: args.timeout.map(Duration::from_secs_f64), memory };
    let control = Control::new(limits);
    check::watch_interrupts(control.clone());
    let monitor = Monitor::start(&control, |_| {});
    let done = control.attach(|| work(&control));
    drop(monitor);
    match done {
        Ok(done) => done.map(Ok),
        Err(_) => Ok(Err(reached(&control))),
    }
}

/// Says which limit was reached; gives the exit status.
pub fn reached(control: &Control) -> u8 {
    let Limits { time, memory } = control.limits();
    let limits = kulan_report::Limits { time, memory, states: None };
    let words = match control.stopped_in() {
        Some((limit, phase)) => limit_words(&limits, limit, phase),
        None => "the work was not finished".to_string(),
    };
    terminal::print(&format!("unknown: {words}\n"));
    3
}
