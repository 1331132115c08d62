//! Work under limits, for commands that do not make a whole run.

use std::time::Duration;

use kulan_report::limit_words;
use kulan_run::{Control, Limits, Monitor};

use crate::args::LimitArgs;
use crate::check;
use crate::failure::Failure;

/// Does something under limits, to which the control of this thread is attached. If one of them is reached first, the words
/// for that are given in place of a result.
pub fn limited<T>(
    args: &LimitArgs,
    work: impl FnOnce(&Control) -> Result<T, Failure>,
) -> Result<Result<T, String>, Failure> {
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

/// Which limit was reached, in a line.
pub fn reached(control: &Control) -> String {
    format!("unknown: {}\n", words(control).unwrap_or_else(|| "the work was not finished".to_string()))
}

/// Which limit was reached, if one was.
pub fn words(control: &Control) -> Option<String> {
    let Limits { time, memory } = control.limits();
    let limits = kulan_report::Limits { time, memory, states: None };
    control.stopped_in().map(|(limit, phase)| limit_words(&limits, limit, phase))
}
