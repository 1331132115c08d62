//! Progress display during a run.

use std::io::Write;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use kulan_control::{Progress, Snapshot};

use crate::text::clip;

/// How progress is shown.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Mode {
    /// One line, redrawn repeatedly.
    Live,
    /// A line per minute.
    Plain,
    /// Not at all.
    Quiet,
}

/// Shows on standard error what a run is doing.
#[derive(Debug)]
pub struct Meter {
    mode: Mode,
    memory: u64,
    /// Columns of the terminal: a wider line could not be redrawn.
    width: usize,
    shown: Mutex<Shown>,
}

/// What was shown last.
#[derive(Debug)]
struct Shown {
    at: Instant,
    states: u64,
    line_is_drawn: bool,
}

impl Meter {
    /// A meter for a terminal of this many columns. `memory` is the limit of the run.
    pub fn new(mode: Mode, memory: u64, width: usize) -> Meter {
        let shown = Mutex::new(Shown { at: Instant::now(), states: 0, line_is_drawn: false });
        Meter { mode, memory, width, shown }
    }

    /// Removes the line from the terminal.
    pub fn clear(&self) {
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        if shown.line_is_drawn {
            eprint!("\r\x1b[K");
            shown.line_is_drawn = false;
        }
    }

    fn interval(&self) -> Duration {
        if self.mode == Mode::Live { Duration::from_millis(250) } else { Duration::from_secs(60) }
    }

    /// Shows what a run is doing, if it is time to.
    pub fn show(&self, snapshot: &Snapshot) {
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        let since = shown.at.elapsed();
        if self.mode == Mode::Quiet || since < self.interval() {
            return;
        }
        let states = snapshot.progress.map_or(0, |p| p.states);
        let rate = states.saturating_sub(shown.states) as f64 / since.as_secs_f64();
        let line = status(snapshot, rate, self.memory);
        let mut out = std::io::stderr().lock();
        // An error about a status line helps nobody.
        let _ = match self.mode {
            Mode::Live => {
                let line = clip(&line, self.width.saturating_sub(1));
                write!(out, "\r{line}\x1b[K").and_then(|()| out.flush())
            }
            _ => writeln!(out, "{line}"),
        };
        *shown = Shown { at: Instant::now(), states, line_is_drawn: self.mode == Mode::Live };
    }
}

/// The current activity, for which property, and its progress.
fn status(snapshot: &Snapshot, rate: f64, memory: u64) -> String {
    let property = snapshot.property.as_ref().map_or(String::new(), |p| format!("{p}: "));
    let done = match &snapshot.progress {
        Some(progress) if progress.states > 0 => searched(progress, rate),
        Some(Progress { depth, clauses: Some(0), .. }) => format!("depth {}", short(*depth)),
        Some(Progress { depth, clauses: Some(n), .. }) => format!("frame {}, {} clauses", short(*depth), short(*n)),
        _ => format!("{} for {}", snapshot.phase.words(), clock(snapshot.in_phase)),
    };
    format!("{property}{done}, {} of {}, {}", bytes(snapshot.resident), bytes(memory), clock(snapshot.elapsed))
}

/// Short enough for 80 columns, memory and time included.
fn searched(progress: &Progress, rate: f64) -> String {
    format!(
        "{} states, {}/s, {} transitions, depth {}",
        short(progress.states),
        short(rate as u64),
        short(progress.transitions),
        short(progress.depth),
    )
}

fn clock(elapsed: Duration) -> String {
    let seconds = elapsed.as_secs();
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, s) => format!("{s} s"),
        (0, m, s) => format!("{m}:{s:02}"),
        (h, m, s) => format!("{h}:{m:02}:{s:02}"),
    }
}

/// `1.2M`.
fn short(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..1_000_000 => format!("{}k", number / 1000),
        1_000_000..1_000_000_000 => format!("{:.1}M", number as f64 / 1e6),
        _ => format!("{:.2}G", number as f64 / 1e9),
    }
}

/// A number with thousands separators.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A human-readable size.
pub fn bytes(number: u64) -> String {
    match number {
        0..1024 => format!("{number} B"),
        1024..0x10_0000 => format!("{:.1} KiB", number as f64 / 1024.0),
        0x10_0000..0x4000_0000 => format!("{:.1} MiB", number as f64 / 1048576.0),
        _ => format!("{:.1} GiB", number as f64 / 1073741824.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_readable() {
        assert_eq!(count(1234567), "1,234,567");
        assert_eq!(count(123), "123");
        assert_eq!(bytes(3 << 29), "1.5 GiB");
        assert_eq!(short(1_500_000), "1.5M");
        assert_eq!(clock(Duration::from_secs(3723)), "1:02:03");
    }
}
