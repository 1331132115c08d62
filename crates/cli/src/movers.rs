//! `kulan relations --movers`: which steps move over those of other threads, and when.

use std::collections::BTreeMap;
use std::fmt::Write;

use kulan_ir::{System, ThreadId};
use kulan_report::{expr_text, plural};
use kulan_transactions::{Clause, Mover, Strategy, Table, When};

use crate::relations::{action_text, transition_text};

/// The table in words.
pub fn text(table: &Table) -> String {
    let mut text = String::new();
    for mover in &table.movers {
        let t = mover.transition.index();
        let _ = writeln!(text, "{t:>6}  {}", transition_text(&table.system, t));
        let _ = writeln!(text, "        {}", kind(mover));
        for (word, when, obstacle) in
            [("left", &mover.left, mover.left_obstacle), ("right", &mover.right, mover.right_obstacle)]
        {
            direction(&mut text, table, word, when, obstacle);
        }
    }
    let _ = writeln!(text, "{}", plural(table.questions, "question"));
    text
}

fn kind(mover: &Mover) -> &'static str {
    match (&mover.left, &mover.right) {
        (When::Always, When::Always) => "both mover",
        (When::Always, _) => "left mover",
        (_, When::Always) => "right mover",
        (When::Never, When::Never) => "not a mover",
        _ => "a mover under conditions",
    }
}

fn direction(text: &mut String, table: &Table, word: &str, when: &When, obstacle: Option<usize>) {
    if let Some(other) = obstacle {
        let _ = writeln!(text, "        does not always move {word}: {other}  {}", action_text(&table.subject, other));
    }
    if let When::If(_, ways) = when {
        for (strategy, clauses) in ways {
            let words = clauses_text(&table.system, clauses);
            let _ = writeln!(text, "        moves {word} if ({}): {}", strategy_name(*strategy), words.join("; "));
        }
    }
}

fn strategy_name(strategy: Strategy) -> &'static str {
    match strategy {
        Strategy::Reachability => "reachability",
        Strategy::Apart => "static pointer",
        Strategy::Spent => "monotonic atomic",
        Strategy::Disabled => "disabled",
    }
}

/// The clauses of a condition; where a thread must not be is told once for each thread.
fn clauses_text(system: &System, clauses: &[Clause]) -> Vec<String> {
    let mut nowhere: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    let mut words = Vec::new();
    for clause in clauses {
        let holds = expr_text(system, clause.holds);
        match clause.place {
            None => words.push(holds),
            Some((thread, location)) if system.exprs.as_const(clause.holds) == Some(0) => {
                nowhere.entry(thread.0).or_default().push(place_text(system, thread, location));
            }
            Some((thread, location)) => {
                let name = &system.threads[thread.index()].name;
                words.push(format!("{holds} while {name} is at {}", place_text(system, thread, location)));
            }
        }
    }
    let nowhere = nowhere.into_iter().map(|(thread, places)| {
        let name = &system.threads[thread as usize].name;
        format!("{name} is not at {}", places.join(", "))
    });
    nowhere.chain(words).collect()
}

/// A location, by its line if it has one.
fn place_text(system: &System, thread: ThreadId, location: u64) -> String {
    let place = system.threads[thread.index()].locations.get(location as usize).and_then(|l| l.source);
    match place {
        Some(source) => format!("{}:{}", system.files[source.file.index()], source.line),
        None => format!("location {location}"),
    }
}
