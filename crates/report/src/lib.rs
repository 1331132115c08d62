//! What is printed and written: verdicts, counterexamples, figures, progress, the JSON report.
//!
//! Everything here turns values into text. Where the text goes is up to the command line.

mod channel;
mod expr;
mod json;
mod lanes;
mod list;
mod origin;
mod progress;
mod result;
mod stuck;
mod style;
mod summary;
mod text;
mod trace;
mod verdict;
mod waiting;

pub use expr::expr_text;
pub use json::to_json;
pub use list::{Columns, step_line};
pub use progress::{Meter, Mode, bytes, count};
pub use result::{
    CircuitFigures, Comparison, Counterexample, DeviceFigures, Error, Instance, Limits, Method, ProgramFigures,
    ProofFigures, PropertyId, PropertyReport, Reduction, Report, SearchReport, SystemSize, TransactionFigures, Warning,
    instance_words,
};
pub use stuck::{Standing, positions, standings, standings_text};
pub use style::Style;
pub use summary::{counterexample, headline, limit_words, summary, verdict_lines};
use text::width;
pub use text::{clean, plural};
pub use trace::{Canvas, Lanes, render_trace};
pub use verdict::{Answer, Bound, Proof, Reason, Verdict, limit_option};
