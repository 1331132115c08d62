//! What is shown of results: which measures of which columns.

use serde::{Deserialize, Serialize};

use crate::measure::Measurement;
use crate::reference::Reference;
use crate::report::{Cell, Results, Row};

/// What can be shown of a cell.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Measure {
    /// States stored.
    States,
    /// Transitions explored.
    Transitions,
    /// States in percent of the full space.
    Percent,
    /// Transitions per state.
    Branching,
    /// States per second of search.
    Rate,
    /// Seconds of search.
    Search,
    /// Seconds of the whole command.
    Whole,
    /// Seconds of the processor for the whole command.
    Processor,
    /// Seconds of search to the baseline's.
    Ratio,
}

/// A table or a chart.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct View {
    /// Its heading.
    pub title: String,
    /// What is shown of each column, unless the column says otherwise.
    pub measure: Measure,
    /// Shows only models whose name begins so.
    #[serde(default)]
    pub rows: String,
    /// Names of columns, all if there are none; `NAME@MEASURE` shows another measure of one.
    #[serde(default)]
    pub columns: Vec<String>,
}

/// A column of a view.
pub(crate) struct Shown<'a> {
    pub name: &'a str,
    pub index: usize,
    pub measure: Measure,
}

impl Measure {
    fn parse(name: &str) -> Option<Measure> {
        serde_json::from_value(serde_json::Value::String(name.to_string())).ok()
    }

    /// The number for readers.
    pub fn format(self, value: f64) -> String {
        match self {
            Measure::States | Measure::Transitions | Measure::Rate => grouped(value),
            Measure::Percent if value < 1.0 => format!("{value:.2}"),
            Measure::Percent => format!("{value:.1}"),
            Measure::Branching | Measure::Ratio => format!("{value:.2}"),
            Measure::Search | Measure::Whole | Measure::Processor if value < 0.1 => format!("{value:.3}"),
            Measure::Search | Measure::Whole | Measure::Processor => format!("{value:.2}"),
        }
    }

    /// What tells a column of this measure from those of another.
    pub fn suffix(self) -> &'static str {
        match self {
            Measure::States => ", states",
            Measure::Transitions => ", transitions",
            Measure::Percent => ", %",
            Measure::Branching => ", branching",
            Measure::Rate => ", states/s",
            Measure::Search => ", search s",
            Measure::Whole => ", s",
            Measure::Processor => ", processor s",
            Measure::Ratio => ", ratio",
        }
    }

    /// What the numbers are, for an axis.
    pub fn unit(self) -> &'static str {
        match self {
            Measure::States => "states",
            Measure::Transitions => "transitions",
            Measure::Percent => "% of all states",
            Measure::Branching => "transitions per state",
            Measure::Rate => "states per second",
            Measure::Search => "seconds of search",
            Measure::Whole => "seconds",
            Measure::Processor => "seconds of the processor",
            Measure::Ratio => "time to the baseline's",
        }
    }
}

fn grouped(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

impl View {
    /// The rows of the view.
    pub(crate) fn rows<'a>(&'a self, results: &'a Results) -> impl Iterator<Item = &'a Row> {
        results.rows.iter().filter(|row| row.model.starts_with(&self.rows))
    }

    /// The columns of the view that the results have.
    pub(crate) fn shown<'a>(&'a self, results: &'a Results) -> Vec<Shown<'a>> {
        let all = || results.columns.iter().map(String::as_str).collect();
        let names: Vec<&str> =
            if self.columns.is_empty() { all() } else { self.columns.iter().map(String::as_str).collect() };
        names.into_iter().filter_map(|entry| self.column(entry, results)).collect()
    }

    fn column<'a>(&self, entry: &'a str, results: &Results) -> Option<Shown<'a>> {
        let (name, measure) = split(entry).unwrap_or((entry, self.measure));
        let index = results.columns.iter().position(|c| c == name)?;
        Some(Shown { name, index, measure })
    }

    /// Names of columns that are not among these.
    pub(crate) fn unknown<'a>(&'a self, columns: &[&str]) -> Option<&'a str> {
        let names = self.columns.iter().map(|entry| split(entry).map_or(entry.as_str(), |(name, _)| name));
        names.into_iter().find(|name| !columns.contains(name))
    }
}

fn split(entry: &str) -> Option<(&str, Measure)> {
    let (name, measure) = entry.rsplit_once('@')?;
    Some((name, Measure::parse(measure)?))
}

impl Results {
    /// A figure of a row, if it is known or follows from what is.
    pub fn value(&self, row: &Row, column: usize, measure: Measure) -> Option<f64> {
        let cell = row.cells.get(column)?;
        let known = |column: usize| Some(Known::of(row.cells.get(column)?));
        let figures = Known::of(cell);
        match measure {
            Measure::Percent => {
                let full = || known(self.full?)?.states;
                figures.percent.or_else(|| Some(100.0 * figures.states? / full()?))
            }
            Measure::Ratio => Some(figures.search? / known(self.baseline)?.search.filter(|&s| s > 0.0)?),
            Measure::States => figures.states,
            Measure::Transitions => figures.transitions,
            Measure::Branching => figures.branching,
            Measure::Rate => figures.rate,
            Measure::Search => figures.search,
            Measure::Whole => figures.whole,
            Measure::Processor => figures.processor,
        }
    }
}

/// Searches shorter than this say nothing of a rate.
const SHORT: f64 = 0.01;

/// What is known of a cell, measured or given.
#[derive(Default)]
struct Known {
    states: Option<f64>,
    transitions: Option<f64>,
    percent: Option<f64>,
    branching: Option<f64>,
    rate: Option<f64>,
    search: Option<f64>,
    whole: Option<f64>,
    processor: Option<f64>,
}

impl Known {
    fn of(cell: &Cell) -> Known {
        match (&cell.best, &cell.reference) {
            (Some(measured), _) => Known::measured(measured),
            (None, Some(reference)) => Known::given(reference),
            (None, None) => Known::default(),
        }
    }

    fn measured(m: &Measurement) -> Known {
        let (states, transitions) = (m.states as f64, m.transitions as f64);
        Known {
            states: Some(states),
            transitions: Some(transitions),
            percent: None,
            branching: Some(transitions / states.max(1.0)),
            rate: (m.search >= SHORT).then(|| states / m.search),
            search: Some(m.search),
            whole: Some(m.whole),
            processor: Some(m.processor),
        }
    }

    fn given(r: &Reference) -> Known {
        let quotient = |a: Option<f64>, b: Option<f64>| Some(a? / b.filter(|&b| b > 0.0)?);
        Known {
            states: r.states,
            transitions: r.transitions,
            percent: r.percent,
            branching: r.branching.or_else(|| quotient(r.transitions, r.states)),
            rate: r.rate.or_else(|| quotient(r.states, r.seconds.filter(|&s| s >= SHORT))),
            search: r.seconds,
            whole: None,
            processor: r.processor,
        }
    }
}
