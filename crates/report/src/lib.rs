//! What is printed and written: verdicts, counterexamples, figures, progress, the JSON report.
//!
//! Everything here turns values into text. Which text goes where is the command line's business.

mod channel;
mod expr;
mod json;
mod lanes;
mod list;
mod origin;
mod progress;
mod stuck;
mod style;
mod text;
mod trace;
mod verdict;

pub use expr::expr_text;
pub use json::{Figures, IrFigures, JsonReport, ProgramFigures, PropertyJson, Reduction, TraceJson};
pub use list::{Columns, step_line};
pub use progress::{Meter, Mode, bytes, count};
pub use stuck::{Standing, standings, standings_text};
pub use style::Style;
pub use text::{clean, plural};
pub use trace::{Canvas, Lanes, render_trace};
pub use verdict::{PropertyResult, Verdict, judge, limit_name, limit_option, overall};
