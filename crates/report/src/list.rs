//! A counterexample as a list: one line per statement.

use kulan_ir::System;
use kulan_trace::{Passing, Step};

use crate::Style;
use crate::text::{clean, clip, clip_start, pad, width, wrap};

/// Columns of the list.
#[derive(Clone, Debug)]
pub struct Columns {
    number: usize,
    process: usize,
    place: usize,
    text: usize,
    /// All of them.
    total: usize,
}

/// Widest process name, position and text that still get a column of that width.
const WIDEST: (usize, usize, usize) = (20, 32, 40);

/// `file:line`, without the folders.
pub fn place(step: &Step) -> String {
    let file = step.file.rsplit(['/', '\\']).next().unwrap_or(&step.file);
    if step.line == 0 { String::new() } else { clean(&format!("{file}:{}", step.line)) }
}

/// Who acts: for a rendezvous, both.
fn actors(step: &Step) -> String {
    clean(&step.process)
}

/// What a step changed and passed, in words. `origin` is the number of the step that sent what it receives.
pub fn details(step: &Step, origin: Option<usize>) -> Vec<String> {
    let mut parts: Vec<String> = step.error.iter().map(|error| format!("error: {error}")).collect();
    if let Some(message) = &step.message {
        let (channel, fields) = (&message.channel, message.fields.join(","));
        parts.push(match message.kind {
            Passing::Send => format!("send {channel}!{fields}"),
            Passing::Receive | Passing::Loss => {
                let verb = if message.kind == Passing::Loss { "lose" } else { "receive" };
                let sent = origin.map_or(String::new(), |origin| format!(" (sent in step {})", origin + 1));
                format!("{verb} {channel}?{fields}{sent}")
            }
            Passing::Handshake => {
                let partner = step.partner.as_deref().unwrap_or("?");
                format!("handshake {channel}: {fields}  {} -> {partner}", step.process)
            }
        });
    }
    parts.extend(fate(&step.text).map(str::to_string));
    parts.extend(step.prints.iter().map(|text| format!("prints \"{}\"", text.trim_end())));
    let own = format!("{}.", step.process);
    for change in &step.changes {
        let name = change.name.strip_prefix(&own).unwrap_or(&change.name);
        parts.push(format!("{name}: {} -> {}", change.old, change.new));
    }
    parts.iter().map(|p| clean(p)).collect()
}

/// What the network does to the message that a step sends, of its choices that stand behind the statement.
fn fate(text: &str) -> Option<&'static str> {
    let (_, choices) = text.rsplit_once(" [")?;
    let fates = [
        ("message lost = 1", "the message is lost"),
        ("message twice = 1", "the message arrives twice"),
        ("message overtakes = 1", "the message overtakes others"),
    ];
    fates.iter().find(|(choice, _)| choices.contains(choice)).map(|(_, fate)| *fate)
}

impl Columns {
    /// Columns that fit the steps.
    pub fn fitting(steps: &[Step], shown: &[usize], total: usize) -> Columns {
        let widest = |f: &dyn Fn(&Step) -> usize| shown.iter().map(|&i| f(&steps[i])).max().unwrap_or(0);
        Columns {
            number: steps.len().to_string().len().max(3),
            process: widest(&|s| width(&actors(s))).min(WIDEST.0),
            place: widest(&|s| width(&place(s))).min(WIDEST.1),
            text: widest(&|s| width(&s.text)).min(WIDEST.2),
            total,
        }
    }

    /// Columns for the steps of a system one at a time.
    pub fn for_system(system: &System, total: usize) -> Columns {
        let process = system.threads.iter().map(|t| width(&t.name)).max().unwrap_or(0).min(WIDEST.0);
        let file = |f: &String| width(f.rsplit(['/', '\\']).next().unwrap_or(f)) + LINE_NUMBER;
        let place = system.files.iter().map(file).max().unwrap_or(0).min(WIDEST.1);
        Columns { number: 4, process, place, text: 24, total }
    }
}

/// Room for a colon and a line number.
const LINE_NUMBER: usize = 5;

/// One step: number, process, position, statement, and what it changed, which goes on lines of its own if it does not
/// fit.
///
/// `label` is the step's number, or something else that identifies it.
pub fn step_line(label: &str, step: &Step, origin: Option<usize>, columns: &Columns, style: Style) -> String {
    let text = clean(&step.text);
    let head = [
        style.dim(&format!("{label:>w$}", w = columns.number)),
        style.key(&pad(&clip(&actors(step), columns.process), columns.process)),
        style.dim(&pad(&clip_start(&place(step), columns.place), columns.place)),
    ]
    .join("  ");
    let start = columns.number + columns.process + columns.place + 6;
    let details = details(step, origin);
    let beside = columns.total.saturating_sub(start + columns.text.max(width(&text)) + 2);
    let together = details.join(", ");
    if together.is_empty() {
        format!("{head}  {}\n", clip(&text, columns.total.saturating_sub(start).max(20)))
    } else if width(&together) <= beside {
        format!("{head}  {}  {}\n", pad(&text, columns.text), style.bold(&together))
    } else {
        let indent = indent(&details, start + 2, columns);
        let below = wrap(&details, columns.total.saturating_sub(indent));
        let below: String = below.iter().map(|l| format!("{}{}\n", " ".repeat(indent), style.bold(l))).collect();
        format!("{head}  {}\n{below}", clip(&text, columns.total.saturating_sub(start).max(20)))
    }
}

/// Where details below their step begin: under the statement, or further left if they are long.
fn indent(details: &[String], wanted: usize, columns: &Columns) -> usize {
    let widest = details.iter().map(|d| width(d)).max().unwrap_or(0);
    let places = [wanted, columns.number + columns.process + 4];
    places.into_iter().find(|place| place + widest <= columns.total).unwrap_or(columns.number + 4)
}
