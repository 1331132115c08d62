//! Signs of life while a search runs, and its limits of time and patience.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use kulan_search::{Limit, Observer, Progress};

use crate::text::clip;

/// How progress is shown.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Mode {
    /// One line, drawn again and again.
    Live,
    /// A line per minute.
    Plain,
    /// Not at all.
    Quiet,
}

/// Watches a search: shows its progress on standard error, and ends it at the time limit or on an interrupt.
#[derive(Debug)]
pub struct Meter {
    mode: Mode,
    begin: Instant,
    timeout: Option<Duration>,
    memory: u64,
    interrupted: Arc<AtomicBool>,
    /// Columns of the terminal: a line that is wider could not be drawn again.
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
    /// A meter whose clock starts now. `memory` is the store's limit; `interrupted` ends the search when it is set.
    pub fn new(mode: Mode, timeout: Option<Duration>, memory: u64, interrupted: Arc<AtomicBool>) -> Meter {
        let begin = Instant::now();
        let shown = Mutex::new(Shown { at: begin, states: 0, line_is_drawn: false });
        Meter { mode, begin, timeout, memory, interrupted, width: 80, shown }
    }

    /// The same for a terminal of another width.
    pub fn width(self, width: usize) -> Meter {
        Meter { width, ..self }
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

    fn show(&self, progress: &Progress) {
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        let since = shown.at.elapsed();
        if self.mode == Mode::Quiet || progress.states == 0 || since < self.interval() {
            return;
        }
        let rate = progress.states.saturating_sub(shown.states) as f64 / since.as_secs_f64();
        let line = status(progress, rate, self.memory, self.begin.elapsed());
        let mut out = std::io::stderr().lock();
        // Nobody is helped by an error about a status line.
        let _ = match self.mode {
            Mode::Live => {
                let line = clip(&line, self.width.saturating_sub(1));
                write!(out, "\r{line}\x1b[K").and_then(|()| out.flush())
            }
            _ => writeln!(out, "{line}"),
        };
        *shown = Shown { at: Instant::now(), states: progress.states, line_is_drawn: self.mode == Mode::Live };
    }
}

impl Observer for Meter {
    fn pulse(&self, progress: &Progress) -> Option<Limit> {
        self.show(progress);
        if self.interrupted.load(Ordering::Relaxed) {
            return Some(Limit::Interrupt);
        }
        self.timeout.filter(|&t| self.begin.elapsed() >= t).map(|_| Limit::Time)
    }
}

/// Short enough for 80 columns.
fn status(progress: &Progress, rate: f64, memory: u64, elapsed: Duration) -> String {
    format!(
        "{} states, {}/s, {} transitions, depth {}, {} of {}, {}",
        short(progress.states),
        short(rate as u64),
        short(progress.transitions),
        short(progress.depth),
        bytes(progress.store_bytes),
        bytes(memory),
        clock(elapsed)
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

/// A number with its thousands apart.
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

/// A size for people.
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
