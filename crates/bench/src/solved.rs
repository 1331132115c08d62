//! Who answers how many questions, how fast, and whether all agree.

use std::fmt::Write;

use crate::measure::Measurement;
use crate::report::{Cell, Results, Row};
use crate::suite::Time;

impl Cell {
    /// What was measured, if it gave an answer without a bound, and whether that is that it holds.
    fn answer(&self) -> Option<(&Measurement, bool)> {
        let measured = self.best.as_ref()?;
        match measured.verdict.as_str() {
            "holds" => Some((measured, true)),
            "violated" => Some((measured, false)),
            _ => None,
        }
    }
}

impl Row {
    fn answer(&self, column: usize) -> Option<(&Measurement, bool)> {
        self.cells.get(column)?.answer()
    }
}

fn median(times: &[f64]) -> String {
    if times.is_empty() { "-".to_string() } else { format!("{:.2}", Time::Median.of(times.iter().copied())) }
}

impl Results {
    /// How many models each column has an answer for, and its time beside the baseline's on those that both answer; `None`
    /// if the suite does not ask for it.
    pub fn solved(&self) -> Option<String> {
        let mut text = String::from(
            "### Solved\n\n| | solved | holds | violated | median s | both solved | median s of these | baseline's |\n\
             | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
        );
        for (column, name) in self.columns.iter().enumerate() {
            let answers: Vec<_> =
                self.rows.iter().filter_map(|row| Some((row.answer(column)?, row.answer(self.baseline)))).collect();
            let holds = answers.iter().filter(|((_, holds), _)| *holds).count();
            let times: Vec<f64> = answers.iter().map(|((m, _), _)| m.whole).collect();
            let (both, base): (Vec<f64>, Vec<f64>) =
                answers.iter().filter_map(|((m, _), base)| Some((m.whole, base.as_ref()?.0.whole))).unzip();
            let _ = writeln!(
                text,
                "| {name} | {} | {holds} | {} | {} | {} | {} | {} |",
                answers.len(),
                answers.len() - holds,
                median(&times),
                both.len(),
                median(&both),
                median(&base)
            );
        }
        self.solved.then_some(text)
    }

    /// Models on which two columns that were run contradict each other, in a line each.
    pub fn contradictions(&self) -> Vec<String> {
        let of_row = |row: &Row| {
            let saying = |holds: bool| (0..row.cells.len()).find(|&c| row.answer(c).is_some_and(|(_, h)| h == holds));
            let (yes, no) = (&self.columns[saying(true)?], &self.columns[saying(false)?]);
            Some(format!("{}: {yes} says that it holds, {no} that it is violated", row.model))
        };
        self.rows.iter().filter_map(of_row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(verdict: &str, whole: f64) -> Cell {
        let best = Some(Measurement { verdict: verdict.into(), whole, ..Measurement::default() });
        Cell { best, ..Cell::default() }
    }

    fn results(rows: Vec<[Cell; 2]>) -> Results {
        let row = |(i, cells): (usize, [Cell; 2])| Row {
            model: format!("m{i}"),
            expected: None,
            property: String::new(),
            cells: cells.into(),
        };
        Results {
            title: String::new(),
            columns: vec!["ours".into(), "theirs".into()],
            baseline: 0,
            full: None,
            solved: true,
            tables: Vec::new(),
            charts: Vec::new(),
            rows: rows.into_iter().enumerate().map(row).collect(),
        }
    }

    #[test]
    fn answers_without_a_bound_count() {
        let list = vec![
            [cell("holds", 1.0), cell("holds", 4.0)],
            [cell("violated", 3.0), cell("unknown", 9.0)],
            [cell("holds-within", 3.0), cell("violated", 2.0)],
        ];
        let results = results(list);
        let text = results.solved().unwrap();
        assert!(text.contains("| ours | 2 | 1 | 1 | 1.00 | 2 | 1.00 | 1.00 |"), "{text}");
        assert!(text.contains("| theirs | 2 | 1 | 1 | 2.00 | 1 | 4.00 | 1.00 |"), "{text}");
        assert!(results.contradictions().is_empty());
    }

    #[test]
    fn contradictions_are_named() {
        let found = results(vec![[cell("holds", 1.0), cell("violated", 1.0)]]).contradictions();
        assert_eq!(found, ["m0: ours says that it holds, theirs that it is violated"]);
    }
}
