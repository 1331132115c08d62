//! Results as bar charts in SVG: a panel per chart, a group of bars per model, a bar per column.

use std::fmt::Write;

use crate::report::{Results, Row};
use crate::view::{Measure, Shown, View};

/// One color per bar of a group; distinguishable in gray and by people with red-green color blindness.
const COLOURS: &[&str] =
    &["#9aa5b1", "#1f4e79", "#e08e0b", "#3a9d8f", "#c0392b", "#7d5ba6", "#6b4f2a", "#82b366", "#d3869b", "#444444"];
const WIDTH: f64 = 1200.0;
const LEFT: f64 = 78.0;
const RIGHT: f64 = 16.0;
/// Height of the bars' area.
const PLOT: f64 = 250.0;
/// Below it, for the names of models.
const NAMES: f64 = 74.0;
/// A line of the legend.
const LINE: f64 = 20.0;
/// Values that lie further apart than this ask for a logarithmic scale.
const WIDE: f64 = 30.0;
/// Rough width of a letter of the legend.
const LETTER: f64 = 7.2;

/// Draws all charts of the results; none if there are none.
pub fn draw(results: &Results) -> Option<String> {
    let panels: Vec<Panel> = results.charts.iter().filter_map(|view| Panel::new(results, view)).collect();
    if panels.is_empty() {
        return None;
    }
    let height: f64 = panels.iter().map(Panel::height).sum();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" \
         font-family=\"Helvetica, Arial, sans-serif\" font-size=\"13\">\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"white\"/>\n"
    );
    let mut top = 0.0;
    for panel in &panels {
        panel.draw(top, &mut svg);
        top += panel.height();
    }
    svg += "</svg>\n";
    Some(svg)
}

/// From values to heights.
struct Scale {
    low: f64,
    high: f64,
    logarithmic: bool,
}

impl Scale {
    /// For values above zero, of which there is at least one.
    fn of(values: &[f64]) -> Scale {
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(0.0, f64::max);
        if high / low > WIDE {
            // Half a decade below the least, so that its bar is seen.
            let below = 10f64.powf((low / 2.0).log10().floor());
            return Scale { low: below, high: 10f64.powf(high.log10().ceil()), logarithmic: true };
        }
        let step = step(high);
        Scale { low: 0.0, high: (high / step).ceil() * step, logarithmic: false }
    }

    fn height(&self, value: f64) -> f64 {
        let share = if self.logarithmic {
            (value.max(self.low).log10() - self.low.log10()) / (self.high.log10() - self.low.log10())
        } else {
            value / self.high
        };
        share * PLOT
    }

    fn ticks(&self) -> Vec<f64> {
        if self.logarithmic {
            let (from, to) = (self.low.log10().round() as i32, self.high.log10().round() as i32);
            return (from..=to).map(|e| 10f64.powi(e)).collect();
        }
        let step = step(self.high);
        (0..=(self.high / step).round() as u32).map(|i| f64::from(i) * step).collect()
    }
}

/// A round step that gives four to ten ticks.
fn step(high: f64) -> f64 {
    let decade = 10f64.powf(high.log10().floor());
    match high / decade {
        x if x < 2.0 => decade / 5.0,
        x if x < 5.0 => decade / 2.0,
        _ => decade,
    }
}

struct Panel<'a> {
    results: &'a Results,
    view: &'a View,
    rows: Vec<&'a Row>,
    columns: Vec<Shown<'a>>,
    scale: Scale,
}

impl<'a> Panel<'a> {
    fn new(results: &'a Results, view: &'a View) -> Option<Panel<'a>> {
        let columns = view.shown(results);
        let rows: Vec<&Row> = view.rows(results).collect();
        let pairs = rows.iter().flat_map(|row| columns.iter().map(move |c| (*row, c)));
        let values: Vec<f64> =
            pairs.filter_map(|(row, c)| results.value(row, c.index, view.measure)).filter(|&v| v > 0.0).collect();
        (!values.is_empty()).then(|| Panel { results, view, scale: Scale::of(&values), rows, columns })
    }

    /// Title, legend, bars, names.
    fn height(&self) -> f64 {
        34.0 + LINE * self.legend().len() as f64 + 12.0 + PLOT + NAMES
    }

    /// The columns line by line, each with its place.
    fn legend(&self) -> Vec<Vec<(usize, f64)>> {
        let mut lines = vec![Vec::new()];
        let mut x = LEFT;
        for (i, column) in self.columns.iter().enumerate() {
            let width = 34.0 + LETTER * column.name.chars().count() as f64;
            if x + width > WIDTH - RIGHT && x > LEFT {
                lines.push(Vec::new());
                x = LEFT;
            }
            lines.last_mut().expect("there is a line from the start").push((i, x));
            x += width;
        }
        lines
    }

    fn draw(&self, top: f64, svg: &mut String) {
        let _ = writeln!(
            svg,
            "<text x=\"{LEFT}\" y=\"{}\" font-size=\"15\" font-weight=\"bold\">{}</text>",
            top + 22.0,
            escape(&self.view.title)
        );
        let legend = self.legend();
        for (line, entries) in legend.iter().enumerate() {
            let y = top + 46.0 + LINE * line as f64;
            for &(i, x) in entries {
                let (colour, name) = (COLOURS[i % COLOURS.len()], escape(self.columns[i].name));
                let _ = writeln!(
                    svg,
                    "<rect x=\"{x}\" y=\"{}\" width=\"12\" height=\"12\" fill=\"{colour}\"/>\
                     <text x=\"{}\" y=\"{y}\">{name}</text>",
                    y - 11.0,
                    x + 17.0
                );
            }
        }
        let floor = top + 34.0 + LINE * legend.len() as f64 + 12.0 + PLOT;
        self.axis(floor, svg);
        self.bars(floor, svg);
    }

    fn axis(&self, floor: f64, svg: &mut String) {
        for tick in self.scale.ticks() {
            let y = floor - self.scale.height(tick);
            let _ = writeln!(
                svg,
                "<line x1=\"{LEFT}\" x2=\"{}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#dddddd\"/>\
                 <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\" font-size=\"11\">{}</text>",
                WIDTH - RIGHT,
                LEFT - 6.0,
                y + 4.0,
                label(tick)
            );
        }
        let scale = if self.scale.logarithmic { ", log scale" } else { "" };
        let middle = floor - PLOT / 2.0;
        let _ = writeln!(
            svg,
            "<text x=\"16\" y=\"{middle}\" text-anchor=\"middle\" transform=\"rotate(-90 16 {middle})\">{}{scale}</text>",
            self.view.measure.unit()
        );
    }

    fn bars(&self, floor: f64, svg: &mut String) {
        let group = (WIDTH - LEFT - RIGHT) / self.rows.len() as f64;
        let bar = (group * 0.84 / self.columns.len() as f64).min(26.0);
        let pad = (group - bar * self.columns.len() as f64) / 2.0;
        for (r, &row) in self.rows.iter().enumerate() {
            let left = LEFT + group * r as f64;
            for (i, column) in self.columns.iter().enumerate() {
                let Some(value) = self.results.value(row, column.index, self.view.measure) else { continue };
                let height = self.scale.height(value).max(0.5);
                let _ = writeln!(
                    svg,
                    "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\" fill=\"{}\">\
                     <title>{}, {}: {}</title></rect>",
                    left + pad + bar * i as f64,
                    floor - height,
                    (bar * 0.92).max(0.8),
                    COLOURS[i % COLOURS.len()],
                    escape(&row.model),
                    escape(column.name),
                    self.view.measure.format(value)
                );
            }
            let (x, y) = (left + group / 2.0, floor + 16.0);
            let _ = writeln!(
                svg,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"end\" transform=\"rotate(-35 {x:.1} {y:.1})\">{}</text>",
                escape(&row.model)
            );
        }
        let _ = writeln!(
            svg,
            "<line x1=\"{LEFT}\" x2=\"{}\" y1=\"{floor}\" y2=\"{floor}\" stroke=\"black\"/>",
            WIDTH - RIGHT
        );
    }
}

/// A tick's number, short.
fn label(value: f64) -> String {
    match value {
        v if v >= 1e6 => format!("{}M", v / 1e6),
        v if v >= 1e4 => format!("{}k", v / 1e3),
        v if v >= 1.0 => Measure::States.format(v.trunc()) + &fraction(v),
        v => format!("{}", (v * 1e6).round() / 1e6),
    }
}

fn fraction(value: f64) -> String {
    let rest = format!("{:.2}", value.fract());
    rest.trim_start_matches('0').trim_end_matches('0').trim_end_matches('.').to_string()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_fit_the_values() {
        let log = Scale::of(&[0.5, 100.0]);
        assert!(log.logarithmic);
        assert_eq!((log.ticks(), log.height(100.0)), (vec![0.1, 1.0, 10.0, 100.0], PLOT));
        let linear = Scale::of(&[1.0, 4.2]);
        assert!(!linear.logarithmic);
        assert_eq!((linear.ticks().len(), linear.high), (10, 4.5));
        assert_eq!(Scale::of(&[7.0]).high, 7.0);
    }

    #[test]
    fn labels_are_short() {
        let labels: Vec<String> = [0.001, 0.5, 1.5, 3.0, 1000.0, 20_000.0, 3e6].into_iter().map(label).collect();
        assert_eq!(labels, ["0.001", "0.5", "1.5", "3", "1,000", "20k", "3M"]);
    }
}
