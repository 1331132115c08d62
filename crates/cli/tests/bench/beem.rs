//! The tables of BEEM in the benchmark folder: instances with their counts, questions with their answers.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// `beem` in the benchmark folder. None, and said so, without it.
pub fn folder() -> Option<PathBuf> {
    kulan_testing::needs::bench("beem")
}

/// Figures of a whole space; those that nobody knows are none.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Counts {
    pub states: u64,
    pub transitions: Option<u64>,
    pub deadlocks: Option<u64>,
}

/// A model, and how many states it has.
#[derive(Clone, Debug)]
pub struct Instance {
    pub name: String,
    pub file: String,
    /// With the error state behind what goes wrong.
    pub counts: Counts,
    /// With `--overflow wrap`, where that makes a difference.
    pub wrapped: Option<Counts>,
}

/// States behind the error state that BEEM's figure leaves out, where only that is known: as in `resistance.1`, its search
/// ended there. A model that starts where the error leads, without ways to it from elsewhere, has one more.
const BEHIND_THE_ERROR: &[(&str, u64)] = &[("resistance.2", 4_169_645)];

/// The instances whose size is known and whose model is at hand, small ones first.
pub fn instances(root: &Path) -> Vec<Instance> {
    let mut all: Vec<Instance> = rows(root, "counts.csv").iter().filter_map(|row| instance(root, row)).collect();
    all.sort_by_key(|i| i.counts.states);
    all
}

fn instance(root: &Path, row: &Row) -> Option<Instance> {
    let number = |name: &str| row[name].parse().ok();
    let left_out = BEHIND_THE_ERROR.iter().find(|(model, _)| *model == row["model"]).map_or(0, |(_, states)| *states);
    let states = number("states_BEEM")? + left_out;
    let published = Counts { states, transitions: number("transitions_BEEM"), deadlocks: None };
    let deadlocks = number("deadlocks");
    let counts = match number("states_errorstate") {
        Some(states) => Counts { states, transitions: number("transitions_errorstate"), deadlocks },
        None => published,
    };
    let wrapped = number("states_wrap").filter(|n| *n != counts.states);
    let wrapped = wrapped.map(|states| Counts { states, transitions: number("transitions_wrap"), deadlocks: None });
    let file = model(root, &format!("{}.dve", row["model"]))?;
    Some(Instance { name: row["model"].clone(), file, counts, wrapped })
}

/// A property with BEEM's answer.
#[derive(Clone, Debug)]
pub struct Question {
    pub instance: String,
    pub number: String,
    pub file: String,
    /// States of the instance, where that is known.
    pub states: Option<u64>,
    pub formula: String,
    /// NAME=EXPR
    pub defines: Vec<String>,
    pub asked: Asked,
}

#[derive(Clone, Debug)]
pub enum Asked {
    /// Whether a state is reachable, and the least number of steps to one.
    Goal { reachable: bool, steps: Option<usize> },
    /// Whether a formula holds; the model together with the automaton of what must not happen.
    Formula { holds: bool, product: Option<String> },
}

impl Question {
    /// Whether the published answer is that of the error state; with wrap-around it is the other one.
    pub fn depends_on_overflow(&self) -> bool {
        self.instance == "anderson.1" && self.number == "4"
    }
}

/// The questions that BEEM answers, small instances first, those of unknown size last.
pub fn questions(root: &Path) -> Vec<Question> {
    let states: HashMap<String, u64> = instances(root).into_iter().map(|i| (i.name, i.counts.states)).collect();
    let rows = rows(root, "properties.csv");
    let mut all: Vec<Question> = rows.iter().filter_map(|row| question(root, row, &states)).collect();
    all.sort_by_key(|q| q.states.unwrap_or(u64::MAX));
    all
}

fn question(root: &Path, row: &Row, states: &HashMap<String, u64>) -> Option<Question> {
    let yes = match row["answer_published"].as_str() {
        "yes" => true,
        "no" => false,
        _ => return None,
    };
    // A definition of it was pasted into the formula without parentheses.
    if row["model"].starts_with("brp2.") && row["prop_id"] == "1" {
        return None;
    }
    let asked = match row["type"].as_str() {
        // BEEM counts states.
        "reachability" => {
            let published = row["witness_length_published"].parse::<usize>().ok().map(|n| n - 1);
            let steps = row["depth_checked"].parse().ok().or(published);
            assert!(published.is_none_or(|n| steps == Some(n)), "{row:?}");
            Asked::Goal { reachable: yes, steps }
        }
        _ => Asked::Formula { holds: yes, product: model(root, &row["product_file"]) },
    };
    let definitions = row["atomic_propositions"].split(';').filter_map(|d| d.split_once(":="));
    Some(Question {
        instance: row["model"].clone(),
        number: row["prop_id"].clone(),
        file: model(root, &format!("{}.dve", row["model"]))?,
        states: states.get(&row["model"]).copied(),
        formula: row["formula"].clone(),
        defines: definitions.map(|(name, text)| format!("{}={}", name.trim(), text.trim())).collect(),
        asked,
    })
}

fn model(root: &Path, name: &str) -> Option<String> {
    let path = root.join("models").join(name);
    path.is_file().then(|| path.display().to_string())
}

/// The cells of a line by the names of their columns.
type Row = HashMap<String, String>;

fn rows(root: &Path, table: &str) -> Vec<Row> {
    let text = std::fs::read_to_string(root.join(table)).unwrap();
    let mut lines = text.lines().map(kulan_testing::files::cells);
    let names = lines.next().unwrap();
    lines.map(|line| names.iter().cloned().zip(line).collect()).collect()
}
