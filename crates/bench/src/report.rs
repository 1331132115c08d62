//! The table of results.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use crate::measure::Measurement;
use crate::reference::Reference;
use crate::view::View;

/// Results of a suite.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Results {
    /// What they show.
    pub title: String,
    /// Names of the columns: references, then configurations.
    pub columns: Vec<String>,
    /// The column that ratios refer to.
    pub baseline: usize,
    /// The column whose states are the full space.
    pub full: Option<usize>,
    /// Whether to say how many models each column has an answer for.
    #[serde(default)]
    pub solved: bool,
    /// Tables to print.
    pub tables: Vec<View>,
    /// Charts to draw.
    pub charts: Vec<View>,
    /// One per model.
    pub rows: Vec<Row>,
}

/// Results of a model.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row {
    /// The model's name.
    pub model: String,
    /// What the answer should be, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// What is asked, where models differ in that.
    #[serde(default)]
    pub property: String,
    /// One per column.
    pub cells: Vec<Cell>,
}

/// Results of a configuration on a model, or what others found.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Cell {
    /// With the least times of all rounds, or the medians.
    pub best: Option<Measurement>,
    /// What others found; nothing was run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<Reference>,
    /// Every round.
    pub rounds: Vec<Measurement>,
    /// Why there are no results, or no more.
    pub error: Option<String>,
}

impl Results {
    /// Reads results that were saved as JSON.
    pub fn parse(text: &str) -> Result<Results, String> {
        serde_json::from_str(text).map_err(|e| format!("these are no results of a suite: {e}"))
    }
}

impl Cell {
    /// Of what others found.
    pub(crate) fn given(reference: Option<&Reference>) -> Cell {
        Cell { reference: reference.cloned(), ..Cell::default() }
    }

    fn was_run(&self) -> bool {
        self.best.is_some() || self.error.is_some()
    }
}

impl Row {
    /// The row as lines of text, one per column that was run, with ratios to the baseline.
    pub fn render(&self, columns: &[String], baseline: usize) -> String {
        let base = self.cells.get(baseline).and_then(|c| c.best.as_ref());
        let width = columns.iter().map(|c| c.chars().count()).max().unwrap_or(0);
        let mut text = format!("{}\n", self.model);
        for (name, cell) in columns.iter().zip(&self.cells).filter(|(_, cell)| cell.was_run()) {
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
