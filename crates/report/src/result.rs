//! The report of a run: the one value that every run ends with, whoever requested it.

use std::path::PathBuf;

use kulan_control::{Limit, Phase, Times};
use kulan_ir::{Layout, System};
use kulan_search::Kind;
use kulan_trace::{Length, Step};
use serde::Serialize;

use crate::{Answer, Bound, Standing, Verdict};

/// The result of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The model as it was named.
    pub model: String,
    /// Its other files.
    pub others: Vec<String>,
    /// The answer for each property, in the order in which they were requested.
    pub properties: Vec<PropertyReport>,
    /// What the answers take for granted.
    pub assumed: Option<String>,
    /// Whether no option says some of that.
    pub assumes_unasked: bool,
    /// Why answers hold within bounds of the program only, in words.
    pub bound_reasons: Vec<String>,
    /// Properties of the model that were not checked.
    pub unchecked: Vec<String>,
    /// What may be misleading although nothing is wrong, such as vacuous answers.
    pub warnings: Vec<Warning>,
    /// The limit that ended the run, and the phase in which it did.
    pub limit: Option<(Limit, Phase)>,
    /// Why there is no answer at all, or not to all properties.
    pub error: Option<Error>,
    /// The searches of the run, in order. Safety comes first and has no property of its own.
    pub searches: Vec<SearchReport>,
    /// What was used.
    pub method: Method,
    /// The certificate of a proof, if one was asked for.
    pub certificate: Option<String>,
    /// The file that it is saved in.
    pub certificate_file: Option<PathBuf>,
    /// What it was allowed to use.
    pub limits: Limits,
    /// Time from start to end.
    pub seconds: f64,
    /// Where the time went.
    pub times: Times,
    /// Peak resident memory of the process; 0 where the system does not provide it.
    pub memory_bytes: u64,
}

impl Report {
    /// A report of a run that has not begun.
    pub fn new(model: impl Into<String>, method: Method, limits: Limits) -> Report {
        Report {
            model: model.into(),
            others: Vec::new(),
            assumed: None,
            assumes_unasked: false,
            bound_reasons: Vec::new(),
            properties: Vec::new(),
            unchecked: Vec::new(),
            warnings: Vec::new(),
            limit: None,
            error: None,
            searches: Vec::new(),
            method,
            certificate: None,
            certificate_file: None,
            limits,
            seconds: 0.0,
            times: Times::default(),
            memory_bytes: 0,
        }
    }

    /// Takes over the answers of a run on the same model with other bounds.
    pub fn adopt(&mut self, other: Report, within: Bound) {
        let Report { properties, warnings, searches, method, bound_reasons, .. } = other;
        (self.properties, self.searches, self.method) = (properties, searches, method);
        self.bound_reasons = bound_reasons;
        self.warnings.retain(|w| w.is_shown);
        self.warnings.extend(warnings);
        for property in &mut self.properties {
            if let Answer::Violated(Some(found)) = &mut property.answer {
                found.within = within;
            }
        }
    }

    /// All files of the model, as they were named.
    pub fn files(&self) -> String {
        std::iter::once(&self.model).chain(&self.others).map(String::as_str).collect::<Vec<_>>().join(" ")
    }

    /// The answer for all properties together.
    pub fn verdict(&self) -> Verdict {
        let overall = Verdict::overall(self.properties.iter().map(|p| p.answer.verdict()));
        // A violation was replayed: no error elsewhere can make it untrue.
        match self.error {
            Some(_) if overall != Verdict::Violated => Verdict::Unknown,
            _ => overall,
        }
    }

    /// How far the answers reach, if one holds within a bound only.
    pub fn bound(&self) -> Option<Bound> {
        self.properties.iter().find_map(|p| p.answer.bound())
    }

    /// The exit status of a command that ends with this report. A default bound that was met is a limit, and so is something
    /// that is taken for granted although nobody said so.
    pub fn status(&self) -> u8 {
        let by_default = self.properties.iter().filter_map(|p| p.answer.bound()).any(|b| b.by_default);
        match (&self.error, self.verdict()) {
            (_, Verdict::Violated) => Verdict::Violated.status(),
            (Some(error), _) => error.status(),
            (None, Verdict::HoldsWithin) if by_default => Verdict::Unknown.status(),
            (None, Verdict::Holds | Verdict::HoldsWithin) if self.assumes_unasked => Verdict::Unknown.status(),
            (None, verdict) => verdict.status(),
        }
    }

    /// The answer for a property, by name.
    pub fn property(&self, name: &str) -> Option<&PropertyReport> {
        self.properties.iter().find(|p| p.name == name)
    }

    /// The properties that are violated, with their counterexamples.
    pub fn counterexamples(&self) -> impl Iterator<Item = (&PropertyReport, &Counterexample)> {
        self.properties.iter().filter_map(|p| Some((p, p.answer.counterexample()?)))
    }

    /// The search that answered a property: its own, or the one for safety.
    pub fn search_of(&self, property: &PropertyReport) -> Option<&SearchReport> {
        let mut same = self.searches.iter().filter(|s| s.instance == property.instance);
        let own = same.clone().find(|s| s.id == Some(property.id));
        own.or_else(|| same.find(|s| s.id.is_none() && property.id.kind != Kind::Cycle))
    }
}

/// Why a run has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// The command line is wrong, or a file cannot be read.
    Call(String),
    /// The model is wrong: all errors, with their positions.
    Model(String),
    /// A bug in this program.
    Internal(String),
}

impl Error {
    /// The exit status.
    pub fn status(&self) -> u8 {
        match self {
            Error::Call(_) | Error::Model(_) => 2,
            Error::Internal(_) => 4,
        }
    }

    /// The text.
    pub fn message(&self) -> &str {
        match self {
            Error::Call(message) | Error::Model(message) | Error::Internal(message) => message,
        }
    }
}

/// Which of the properties of a model one is. It is made once, from what was asked for; names are for people.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct PropertyId {
    /// What a violation of it is.
    pub kind: Kind,
    /// Which one of the temporal properties, by its place among them. Of the others, there is one of each kind.
    pub number: u32,
}

impl PropertyId {
    /// The property that there is one of.
    pub fn of(kind: Kind) -> PropertyId {
        PropertyId { kind, number: 0 }
    }

    /// A temporal property.
    pub fn temporal(number: u32) -> PropertyId {
        PropertyId { kind: Kind::Cycle, number }
    }
}

/// The answer for one property.
#[derive(Clone, PartialEq, Debug)]
pub struct PropertyReport {
    /// Which one it is.
    pub id: PropertyId,
    /// `deadlock`, `assert`, `ltl:NAME`, …
    pub name: String,
    /// The parameters it is about and their values, if the run checks the model for several choices of them.
    pub instance: Instance,
    /// The answer.
    pub answer: Answer,
    /// How many violations were found.
    pub errors: u64,
}

/// Values of parameters, by name.
pub type Instance = Vec<(String, i32)>;

/// `N=3, size=1`.
pub fn instance_words(instance: &Instance) -> String {
    instance.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(", ")
}

impl PropertyReport {
    /// The name, and the parameters it is about: `ltl:fair, N=3`.
    pub fn label(&self) -> String {
        if self.instance.is_empty() {
            self.name.clone()
        } else {
            format!("{}, {}", self.name, instance_words(&self.instance))
        }
    }
}

/// A run that violates a property, statement by statement.
#[derive(Clone, PartialEq, Debug)]
pub struct Counterexample {
    /// What is violated, in the user's terms.
    pub message: String,
    /// The message of the check that fails, which a replay must reproduce; empty for a deadlock or a cycle.
    pub claim: String,
    /// For a local deadlock: the process that can never go on again.
    pub stuck: Option<String>,
    /// Where, as `file:line`.
    pub place: Option<String>,
    /// What is known about its length.
    pub length: Length,
    /// The statements.
    pub steps: Vec<Step>,
    /// For an infinite run: how many statements come before those that repeat.
    pub cycle_start: Option<usize>,
    /// For a deadlock: the position of each process.
    pub standings: Vec<Standing>,
    /// The bounds of the program that it was found in, where these are not the requested ones.
    pub within: Bound,
    /// The file it is saved in.
    pub file: Option<PathBuf>,
    /// Whether that file existed before.
    pub replaced: bool,
}

/// Something that may be misleading.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Warning {
    /// The property it is about.
    pub property: String,
    /// In words.
    pub message: String,
    /// Where, as `file:line`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// Whether it was shown when the model was read: it is about the text of the model, and the property is the kind of
    /// message.
    #[serde(skip)]
    pub is_shown: bool,
}

impl Warning {
    /// What it says, and where.
    pub fn sentence(&self) -> String {
        let place = self.place.as_ref().map_or(String::new(), |p| format!(" ({p})"));
        format!("{}{place}", self.message)
    }
}

/// One search.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchReport {
    /// The property it was for; `None` for safety.
    pub id: Option<PropertyId>,
    /// Its name.
    pub property: Option<String>,
    /// The parameters it was for, if the run checks the model for several choices of them.
    pub instance: Instance,
    /// States stored.
    pub states: u64,
    /// Transitions explored.
    pub transitions: u64,
    /// Greatest depth.
    pub depth: u64,
    /// Deadlocks found, whether or not the search looked for them.
    pub deadlocks: u64,
    /// Bytes of the store at its largest.
    pub store_bytes: u64,
    /// The limit that ended it.
    pub limit: Option<Limit>,
    /// Time for this search and everything done for it.
    pub times: Times,
    /// The searched system.
    pub ir: SystemSize,
    /// The transactions of the searched system, if there are any.
    pub transactions: Option<TransactionFigures>,
    /// How it was reduced, if it was.
    pub reduction: Option<Reduction>,
    /// Why it was not reduced although reduction was requested.
    pub unreduced: Option<&'static str>,
    /// What decided whether to reduce, where that was left open.
    pub comparison: Option<Comparison>,
    /// The reduced program by itself, where its cycles had to be broken first.
    pub program: Option<ProgramFigures>,
    /// The engine, and what it worked on if that was a circuit.
    pub engine: &'static str,
    /// The circuit.
    pub circuit: Option<CircuitFigures>,
    /// The device, if it was searched on one.
    pub device: Option<DeviceFigures>,
    /// The proof, if there is one.
    pub proof: Option<ProofFigures>,
}

/// The proof of an engine.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ProofFigures {
    /// Whether the certifier has checked it. It does if that does not take too long.
    pub checked: bool,
    /// Questions to the solver that this took.
    pub questions: u64,
}

/// A search on a device.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct DeviceFigures {
    /// Its name.
    pub name: String,
    /// Time until it could be used.
    pub seconds_start: f64,
    /// Time in which its driver compiled the code.
    pub seconds_compile: f64,
    /// Time in which it expanded states.
    pub seconds_expand: f64,
    /// Time in which its memory was made ready for more of them.
    pub seconds_memory: f64,
    /// States that it left to the host.
    pub by_host: u64,
    /// Bytes of states in the host's memory, where the device reaches them slowly.
    pub host_bytes: u64,
}

/// Transactions of a system.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct TransactionFigures {
    /// Of which movers: `static`, `phase` or `dynamic`.
    pub movers: &'static str,
    /// Transitions after which a transaction can go on.
    pub inside: u64,
    /// Transitions without transactions.
    pub transitions: u64,
    /// Conditions under which steps are movers, apart from those that hold in all states.
    pub conditions: u64,
    /// Questions to the solver.
    pub solver_questions: u64,
    /// Those of them that stayed open.
    pub solver_undecided: u64,
    /// The time all that took.
    pub seconds: f64,
}

/// What a symbolic engine worked on, and how far it came.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct CircuitFigures {
    /// Bits of the state.
    pub bits: u64,
    /// Inputs.
    pub inputs: u64,
    /// Gates.
    pub gates: u64,
    /// The length of the runs, or the number of frames.
    pub depth: u64,
    /// Clauses that were learned.
    pub clauses: u64,
}

/// The whole space and a reduced one, compared by samples.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct Comparison {
    /// The depth up to which states were counted.
    pub depth: u64,
    /// States of the whole space up to there.
    pub full_states: u64,
    /// States of the reduced space up to there.
    pub reduced_states: u64,
    /// How many times as many states the whole space probably has.
    pub fewer: f64,
    /// What a state of the reduced space costs, relative to one of the whole space.
    pub price: f64,
    /// Whether the reduction promised to take less time.
    pub pays: bool,
}

/// Sizes of a system.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SystemSize {
    /// Variables.
    pub variables: usize,
    /// Guards.
    pub guards: usize,
    /// Transitions.
    pub transitions: usize,
    /// Bits of a state that carry information.
    pub state_bits: u64,
}

impl SystemSize {
    /// The sizes of a system.
    pub fn of(system: &System) -> SystemSize {
        SystemSize {
            variables: system.variables.len(),
            guards: system.guards.len(),
            transitions: system.transitions.len(),
            state_bits: Layout::new(system).bits(),
        }
    }
}

/// Figures of a reduced program, which is searched by itself before the product.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ProgramFigures {
    /// States stored.
    pub states: u64,
    /// Transitions explored.
    pub transitions: u64,
    /// States that were made to break cycles.
    pub breakers: u64,
}

/// How a space was reduced.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Reduction {
    /// `components`, `beam`, …; `off` if it was not reduced.
    pub algorithm: &'static str,
    /// The kind of stubborn sets that were used.
    pub stubborn: Option<&'static str>,
    /// Where the relations come from.
    pub relations: Option<&'static str>,
    /// Questions about relations that were asked.
    pub solver_questions: u64,
    /// Questions that remained undecided.
    pub solver_undecided: u64,
    /// What answering them took, on all threads together.
    pub solver_seconds: f64,
    /// Which transitions a temporal property was assumed to see.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visibility: Option<&'static str>,
    /// The conditions on sets and cycles for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proviso: Option<&'static str>,
}

impl Reduction {
    /// No reduction.
    pub const OFF: Reduction = Reduction {
        algorithm: "off",
        stubborn: None,
        relations: None,
        solver_questions: 0,
        solver_undecided: 0,
        solver_seconds: 0.0,
        visibility: None,
        proviso: None,
    };
}

/// What a run was allowed to use.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Limits {
    /// Time.
    pub time: Option<std::time::Duration>,
    /// Bytes.
    pub memory: Option<u64>,
    /// Stored states.
    pub states: Option<u64>,
}

/// What a run used.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Method {
    /// `explicit`.
    pub engine: &'static str,
    /// `compiled` or `interpret`.
    pub execution: &'static str,
    /// `dfs` or `bfs`.
    pub search: &'static str,
    /// `tree` or `plain`.
    pub store: &'static str,
    /// Worker threads.
    pub threads: usize,
    /// Whether all violations were counted.
    pub all_errors: bool,
    /// Whether only fair runs counted.
    pub fair: bool,
}
