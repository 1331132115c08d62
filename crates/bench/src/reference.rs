//! Figures that others published or measured, to stand beside ours.

use serde::{Deserialize, Serialize};

/// What is known of a model by a source; percentages and rates are given where the counts are not.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Reference {
    /// States stored.
    pub states: Option<f64>,
    /// Transitions explored.
    pub transitions: Option<f64>,
    /// States in percent of the full space.
    pub percent: Option<f64>,
    /// Transitions per state.
    pub branching: Option<f64>,
    /// States per second.
    pub rate: Option<f64>,
    /// Seconds of the search.
    pub seconds: Option<f64>,
    /// The verdict in the tool's own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<String>,
    /// Seconds of the processor for the whole command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processor: Option<f64>,
}

/// A table of such figures: lines of tab-separated columns (model, source, and the first six fields of [`Reference`] in
/// their order; `-` for what is not known; `#` begins a comment).
#[derive(Clone, Debug, Default)]
pub struct References(Vec<(String, String, Reference)>);

impl References {
    /// Reads a table.
    pub fn parse(text: &str) -> Result<References, String> {
        let lines = text.lines().enumerate().filter(|(_, l)| !l.is_empty() && !l.starts_with('#'));
        lines.map(|(i, line)| parse_line(line).map_err(|e| format!("line {}: {e}", i + 1))).collect()
    }

    /// What a source says of a model.
    pub fn get(&self, model: &str, source: &str) -> Option<&Reference> {
        self.0.iter().find(|(m, s, _)| m == model && s == source).map(|(_, _, r)| r)
    }

    /// Adds what was read elsewhere.
    pub fn extend(&mut self, lines: Vec<(String, String, Reference)>) {
        self.0.extend(lines);
    }

    /// Whether the source is known at all.
    pub fn has(&self, source: &str) -> bool {
        self.0.iter().any(|(_, s, _)| s == source)
    }
}

impl FromIterator<(String, String, Reference)> for References {
    fn from_iter<I: IntoIterator<Item = (String, String, Reference)>>(lines: I) -> References {
        References(lines.into_iter().collect())
    }
}

fn parse_line(line: &str) -> Result<(String, String, Reference), String> {
    let columns: Vec<&str> = line.split('\t').collect();
    let &[model, source, ref figures @ ..] = columns.as_slice() else { return Err("too few columns".into()) };
    if figures.len() != 6 {
        return Err(format!("{} figures instead of 6", figures.len()));
    }
    let number = |i: usize| match figures[i] {
        "-" => Ok(None),
        text => text.parse().map(Some).map_err(|_| format!("{text} is no number")),
    };
    let reference = Reference {
        states: number(0)?,
        transitions: number(1)?,
        percent: number(2)?,
        branching: number(3)?,
        rate: number(4)?,
        seconds: number(5)?,
        ..Reference::default()
    };
    Ok((model.to_string(), source.to_string(), reference))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_read() {
        let table = References::parse("# model\nm\tpaper\t10\t30\t-\t-\t-\t0.5\n").unwrap();
        let found = table.get("m", "paper").unwrap();
        assert_eq!((found.states, found.percent, found.seconds), (Some(10.0), None, Some(0.5)));
        assert!(table.has("paper") && table.get("m", "other").is_none());
    }

    #[test]
    fn mistakes_are_named() {
        let error = |text: &str| References::parse(text).unwrap_err();
        assert!(error("#\nm\tpaper\t10").contains("line 2"));
        assert!(error("m\tp\tx\t-\t-\t-\t-\t-").contains("x is no number"));
    }
}
