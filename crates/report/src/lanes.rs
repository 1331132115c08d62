//! A counterexample in lanes: one column per process, messages as arrows between them.

use kulan_trace::{Passing, Step};

use crate::Style;
use crate::list::{details, place};
use crate::text::{clean, clip, clip_start, pad, width, wrap};

/// Narrowest useful lane.
const NARROW: usize = 20;
/// Narrowest lane beside positions and changes, where lanes are required.
const HALF: usize = 12;
/// Least room for what a step changes.
const DETAILS: usize = 28;
/// Narrowest lane at all: an arrow and a letter.
const LEAST: usize = 3;
/// Narrowest lane in which a clipped statement leaves room for the sign of a message.
const SIGNED: usize = 9;

/// The processes and the widths of their lanes.
pub struct Plan {
    names: Vec<String>,
    lanes: Vec<usize>,
    number: usize,
    place: usize,
    details: usize,
    /// Blanks at both sides of the lines between lanes.
    gap: &'static str,
    /// Whether positions and changes have no room beside the lanes and stand below.
    below: bool,
}

impl Plan {
    /// Lanes for the shown steps, or `None` if they do not fit and are not required.
    pub fn new(steps: &[Step], shown: &[usize], total: usize, always: bool) -> Option<Plan> {
        let shown: Vec<&Step> = shown.iter().map(|&i| &steps[i]).collect();
        let names = names(&shown);
        if names.len() < 2 && !always {
            return None;
        }
        let number = steps.len().to_string().len().max(3);
        let place = shown.iter().map(|s| width(&place(s))).max().unwrap_or(0).min(32);
        let natural: Vec<usize> = names.iter().map(|n| natural(n, &shown)).collect();
        let fixed = number + place + 4 + 3 * names.len();
        let widest = natural.iter().copied().max().unwrap_or(0);
        if let Some(lanes) =
            fit(&natural, total.saturating_sub(fixed + DETAILS), if always { HALF } else { NARROW }.min(widest))
        {
            let details = total.saturating_sub(fixed + lanes.iter().sum::<usize>()).max(DETAILS);
            return Some(Plan { names, lanes, number, place, details, gap: " ", below: false });
        }
        let details = total.saturating_sub(number + 2 + place + 2).max(NARROW);
        let narrow = |gap: &'static str| {
            let lines = (1 + 2 * gap.len()) * names.len().saturating_sub(1);
            let lanes =
                fit(&natural, total.saturating_sub(number + 3 + lines), if gap.is_empty() { LEAST } else { SIGNED })?;
            Some(Plan { names: names.clone(), lanes, number, place, details, gap, below: true })
        };
        if always { narrow(" ").or_else(|| narrow("")) } else { None }
    }

    fn lane(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|n| n == name)
    }

    fn blank(&self) -> Vec<String> {
        self.lanes.iter().map(|&w| " ".repeat(w)).collect()
    }

    /// What stands between two lanes.
    fn line(&self) -> String {
        format!("{0}│{0}", self.gap)
    }

    /// The same where something crosses it.
    fn crossing(&self) -> String {
        format!("{0}┼{0}", "─".repeat(self.gap.len()))
    }
}

/// Lanes of equal or smaller width than they would like to have, if they fit with at least `least` columns each.
fn fit(natural: &[usize], room: usize, least: usize) -> Option<Vec<usize>> {
    let capped = |cap: usize| natural.iter().map(move |&w| w.min(cap));
    let cap = (least.max(1)..=64).rev().find(|&cap| capped(cap).sum::<usize>() <= room)?;
    Some(capped(cap).collect())
}

fn names(steps: &[&Step]) -> Vec<String> {
    let mut names: Vec<String> = steps.iter().map(|s| s.process.clone()).collect();
    names.extend(steps.iter().filter_map(|s| s.partner.clone()));
    names.sort_by_cached_key(|name| {
        // Threads stand beside each other that are of one process, its first one before the others.
        let (process, thread) = name.split_once(':').unwrap_or((name, ""));
        (number_of(name), process.to_string(), thread != "main", thread.to_string())
    });
    names.dedup();
    names
}

/// Processes are ordered by their numbers, as in `P(10)`.
fn number_of(name: &str) -> u64 {
    let digits = name.trim_end_matches(')').rsplit('(').next().unwrap_or("");
    digits.parse().unwrap_or(u64::MAX)
}

/// The preferred width of a lane.
fn natural(name: &str, steps: &[&Step]) -> usize {
    let texts = steps.iter().filter(|s| s.process == name).map(|s| width(&s.text) + arrow_room(s));
    texts.chain([width(name), LEAST]).max().unwrap_or(LEAST)
}

fn arrow_room(step: &Step) -> usize {
    if step.message.is_some() { 3 } else { 0 }
}

/// The names above the lanes.
pub fn header(plan: &Plan, style: Style) -> String {
    let cells: Vec<String> = plan.names.iter().zip(&plan.lanes).map(|(n, &w)| pad(&clip(&clean(n), w), w)).collect();
    let rules: Vec<String> = plan.lanes.iter().map(|&w| "─".repeat(w)).collect();
    let margin = " ".repeat(plan.number);
    let names = cells.iter().map(|c| style.key(c)).collect::<Vec<_>>().join(&style.dim(&plan.line()));
    let rules = rules.join(&plan.crossing());
    format!("{margin}  {}\n{}\n", names.trim_end(), style.dim(&format!("{margin} ─{rules}─")))
}

/// One step, in its lane. `origin` is the step that sent what it receives, with its number.
pub fn row(plan: &Plan, number: usize, step: &Step, origin: Option<(usize, &Step)>, style: Style) -> String {
    let mut details = details(step, origin.map(|(number, _)| number));
    let handshake = matches!(&step.message, Some(m) if m.kind == Passing::Handshake);
    if handshake && !details.is_empty() {
        details.remove(0); // the arrow says it
    }
    let lines = wrap(&details, plan.details);
    if plan.below {
        return row_above(plan, number, (step, origin), &lines, style);
    }
    let first = lines.first().map_or("", String::as_str);
    let mut out = format!(
        "{}  {}  {}  {}",
        style.dim(&format!("{number:>w$}", w = plan.number)),
        cells(plan, step, origin, style),
        style.dim(&pad(&clip_start(&place(step), plan.place), plan.place)),
        style.bold(first)
    );
    out.truncate(out.trim_end().len());
    out.push('\n');
    for line in lines.iter().skip(1) {
        let blank = plan.blank().join(&style.dim(&plan.line()));
        let margin = " ".repeat(plan.number);
        out.push_str(&format!("{margin}  {blank}  {}  {}\n", " ".repeat(plan.place), style.bold(line)));
    }
    out
}

/// A step whose position and changes stand below its lane.
fn row_above(
    plan: &Plan,
    number: usize,
    (step, origin): (&Step, Option<(usize, &Step)>),
    details: &[String],
    style: Style,
) -> String {
    let label = style.dim(&format!("{number:>w$}", w = plan.number));
    let mut out = format!("{label}  {}", cells(plan, step, origin, style));
    out.truncate(out.trim_end().len());
    out.push('\n');
    let margin = " ".repeat(plan.number + 2);
    let place = pad(&clip_start(&place(step), plan.place), plan.place);
    let first = details.first().map_or("", String::as_str);
    out.push_str(format!("{margin}{}  {}", style.dim(&place), style.bold(first)).trim_end());
    out.push('\n');
    for line in details.iter().skip(1) {
        out.push_str(&format!("{margin}{}  {}\n", " ".repeat(plan.place), style.bold(line)));
    }
    out
}

fn cells(plan: &Plan, step: &Step, origin: Option<(usize, &Step)>, style: Style) -> String {
    let Some(from) = plan.lane(&step.process) else { return plan.blank().join(&plan.line()) };
    if let Some((number, sender)) = origin.filter(|_| step.message.as_ref().is_some_and(|m| is_of_network(&m.channel)))
        && let Some(at) = plan.lane(&sender.process).filter(|&at| at != from)
        && plan.lanes[at].min(plan.lanes[from]) >= SIGNED
    {
        let sent = format!("sent in {}", number + 1);
        let sent = if width(&sent) + 2 <= plan.lanes[at] { sent } else { (number + 1).to_string() };
        return arrow(plan, at, from, &sent, &clean(&step.text), style);
    }
    let partner = step.partner.as_deref().and_then(|p| plan.lane(p));
    match (&step.message, partner) {
        (Some(message), Some(to)) if message.kind == Passing::Handshake && to != from => {
            arrow(plan, from, to, &clean(&step.text), &clean(&message.fields.join(",")), style)
        }
        (message, _) => {
            let sign = match message.as_ref().map(|m| m.kind) {
                Some(Passing::Send) => " ▸▸",
                Some(Passing::Receive) => " ◂◂",
                Some(Passing::Loss) => " ✕",
                _ => "",
            };
            let mut cells = plan.blank();
            let (text, lane) = (clean(&step.text), plan.lanes[from]);
            let sign = if width(&text) + width(sign) <= lane || lane >= SIGNED { sign } else { "" };
            let text = clip(&text, lane.saturating_sub(width(sign)));
            cells[from] = pad(&format!("{text}{sign}"), lane);
            cells.join(&style.dim(&plan.line()))
        }
    }
}

/// Whether a channel is a connection (`Client/1`) or a datagram socket (`Server@7000`) of a system of programs.
fn is_of_network(channel: &str) -> bool {
    channel.contains(['/', '@'])
}

/// A message handed from one lane to another: `c!3 ──┼──▶ 3`.
fn arrow(plan: &Plan, from: usize, to: usize, text: &str, fields: &str, style: Style) -> String {
    let mut cells = plan.blank();
    let (low, high) = (from.min(to), from.max(to));
    for (cell, &lane) in cells.iter_mut().zip(&plan.lanes).take(high).skip(low + 1) {
        *cell = "─".repeat(lane);
    }
    let (sender, receiver) = (plan.lanes[from], plan.lanes[to]);
    let text = clip(text, sender.saturating_sub(2));
    let fields = clip(fields, receiver.saturating_sub(3));
    if from < to {
        cells[from] = format!("{text} {}", "─".repeat(sender.saturating_sub(width(&text) + 1)));
        cells[to] = pad(&format!("─▶ {fields}"), receiver);
    } else {
        cells[from] = pad(&format!("─ {text}"), sender);
        let line = "─".repeat(receiver.saturating_sub(width(&fields) + 2));
        cells[to] = format!("{fields} ◀{line}");
    }
    let mut out = String::new();
    for (lane, cell) in cells.iter().enumerate() {
        if lane > 0 {
            out.push_str(&if lane > low && lane <= high { plan.crossing() } else { style.dim(&plan.line()) });
        }
        out.push_str(cell);
    }
    out
}
