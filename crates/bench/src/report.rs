//! The table of results.

use std::fmt::Write;

use serde::Serialize;

use crate::measure::Measurement;

/// Results of a suite.
#[derive(Clone, Debug, Serialize)]
pub struct Results {
    /// Names of the configurations.
    pub configs: Vec<String>,
    /// Which of them ratios refer to.
    pub baseline: usize,
    /// One per model.
    pub rows: Vec<Row>,
}

/// Results of a model.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The model's file.
    pub model: String,
    /// One per configuration.
    pub cells: Vec<Cell>,
}

/// Results of a configuration on a model.
#[derive(Clone, Debug, Serialize)]
pub struct Cell {
    /// With the least times of all rounds.
    pub best: Option<Measurement>,
    /// Every round.
    pub rounds: Vec<Measurement>,
    /// Why there are no results, or no more.
    pub error: Option<String>,
}

impl Row {
    /// The row as lines of text, one per configuration, with ratios to the baseline.
    pub fn render(&self, configs: &[String], baseline: usize) -> String {
        let base = self.cells.get(baseline).and_then(|c| c.best.as_ref());
        let width = configs.iter().map(|c| c.len()).max().unwrap_or(0);
        let mut text = format!("{}\n", self.model);
        for (name, cell) in configs.iter().zip(&self.cells) {
            match (&cell.best, &cell.error) {
                (Some(m), None) => {
                    let _ = writeln!(text, "  {name:width$} {}", line(m, base));
                }
                (_, error) => {
                    let _ = writeln!(text, "  {name:width$} {}", error.as_deref().unwrap_or("no result"));
                }
            }
        }
        text
    }
}

fn line(m: &Measurement, base: Option<&Measurement>) -> String {
    let ratio = |mine: f64, theirs: Option<f64>| match theirs {
        Some(theirs) if theirs > 0.0 => format!("{:>5.2}", mine / theirs),
        _ => "    -".to_string(),
    };
    let bytes = m.bytes_per_state.map_or("      -".to_string(), |b| format!("{b:>7.1}"));
    format!(
        "{:>11} states {:>12} transitions  search {:>8.3} s ({})  whole {:>8.3} s ({})  {bytes} B/state  {}",
        m.states,
        m.transitions,
        m.search,
        ratio(m.search, base.map(|b| b.search)),
        m.whole,
        ratio(m.whole, base.map(|b| b.whole)),
        m.verdict
    )
}
