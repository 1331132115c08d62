//! Answers beside expected ones.

use std::fmt::Write;

use crate::report::{Cell, Results};

/// How an answer stands to the expected one.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The expected one.
    Right,
    /// It holds within a bound, and it does hold.
    Within,
    /// It holds within a bound, and is violated beyond it: not wrong, but no help.
    Beyond,
    /// The opposite.
    Wrong,
    /// None.
    Unknown,
}

impl Answer {
    /// Of a verdict, ours or another tool's, where `holds` or `violated` is expected.
    pub fn of(expected: &str, verdict: &str) -> Answer {
        let (said, bounded) = match verdict {
            "holds" | "true" => ("holds", false),
            "holds-within" => ("holds", true),
            "violated" | "false" => ("violated", false),
            other if other.starts_with("true(bounded") => ("holds", true),
            _ => return Answer::Unknown,
        };
        match (said == expected, bounded) {
            (true, false) => Answer::Right,
            (true, true) => Answer::Within,
            (false, true) => Answer::Beyond,
            (false, false) => Answer::Wrong,
        }
    }
}

impl Cell {
    /// What was said, in the tool's own words, and the processor seconds it took.
    fn verdict(&self) -> Option<(&str, Option<f64>)> {
        match (&self.best, &self.reference, &self.error) {
            (Some(m), ..) => Some((&m.verdict, Some(m.processor))),
            (None, Some(r), _) => Some((r.verdict.as_deref()?, r.processor)),
            (None, None, Some(_)) => Some(("none", None)),
            _ => None,
        }
    }
}

impl Results {
    /// How often each column is right, of the models with an expected answer, for each property; `None` if there is no
    /// such model.
    pub fn answers(&self) -> Option<String> {
        let judged: Vec<_> = self.rows.iter().filter_map(|row| Some((row, row.expected.as_deref()?))).collect();
        let mut properties: Vec<&str> = judged.iter().map(|(row, _)| row.property.as_str()).collect();
        properties.sort_unstable();
        properties.dedup();
        let mut text = String::from(
            "### Answers\n\n| | tasks | right | within a bound | violated beyond it | wrong | unknown | processor s |\n\
             | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
        );
        for property in &properties {
            for (column, name) in self.columns.iter().enumerate() {
                let (mut counts, mut seconds, mut all) = ([0; 5], 0.0, 0);
                for (row, expected) in judged.iter().filter(|(row, _)| row.property == *property) {
                    let Some((verdict, spent)) = row.cells.get(column).and_then(Cell::verdict) else { continue };
                    counts[Answer::of(expected, verdict) as usize] += 1;
                    seconds += spent.unwrap_or(0.0);
                    all += 1;
                }
                let counted: Vec<String> = counts.iter().map(ToString::to_string).collect();
                let asked = if property.is_empty() { String::new() } else { format!(", {property}") };
                let _ = writeln!(text, "| {name}{asked} | {all} | {} | {seconds:.1} |", counted.join(" | "));
            }
        }
        (!judged.is_empty()).then_some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_judged() {
        let of = Answer::of;
        assert_eq!([of("holds", "holds"), of("violated", "false")], [Answer::Right; 2]);
        assert_eq!([of("holds", "true(bounded 3)"), of("holds", "holds-within")], [Answer::Within; 2]);
        assert_eq!([of("violated", "true"), of("holds", "violated")], [Answer::Wrong; 2]);
        assert_eq!([of("violated", "holds-within"), of("holds", "timeout")], [Answer::Beyond, Answer::Unknown]);
    }
}
