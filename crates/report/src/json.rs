//! The JSON report. Its fields are a promise: new ones may come, none may go.

use kulan_ir::{Layout, System};
use kulan_trace::{Length, Step};
use serde::Serialize;

use crate::Verdict;

/// The whole report.
#[derive(Clone, Debug, Serialize)]
pub struct JsonReport {
    /// `kulan`.
    pub tool: &'static str,
    /// The program's version.
    pub version: &'static str,
    /// The model as it was named.
    pub model: String,
    /// The call.
    pub command: Vec<String>,
    /// The answer for all properties together.
    pub verdict: Verdict,
    /// The limit that ended the search, if one did.
    pub limit: Option<&'static str>,
    /// The answer for each.
    pub properties: Vec<PropertyJson>,
    /// Properties of the model that were not looked at.
    pub unchecked: Vec<String>,
    /// Numbers.
    pub figures: Figures,
    /// How the space was reduced.
    pub reduction: Reduction,
}

/// One property.
#[derive(Clone, Debug, Serialize)]
pub struct PropertyJson {
    /// `deadlock`, `assert`, …
    pub name: String,
    /// `safety` or `temporal`.
    pub kind: &'static str,
    /// The answer.
    pub verdict: Verdict,
    /// How many violations were met.
    pub errors: u64,
    /// What was violated, in the user's words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Why there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<&'static str>,
    /// The counterexample.
    pub trace: Option<TraceJson>,
    /// Numbers about the search for it, where it had one of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figures: Option<Figures>,
    /// The reduced program by itself, where its cycles had to be broken first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub program: Option<ProgramFigures>,
    /// How that search was reduced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reduction: Option<Reduction>,
}

/// Numbers about a reduced program, which is searched by itself before it is watched.
#[derive(Clone, Debug, Serialize)]
pub struct ProgramFigures {
    /// States stored.
    pub states: u64,
    /// Transitions explored.
    pub transitions: u64,
    /// States that were made to break cycles.
    pub breakers: u64,
}

/// A counterexample.
#[derive(Clone, Debug, Serialize)]
pub struct TraceJson {
    /// What is known of its length.
    pub length: Length,
    /// The trace file, if one was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The statements.
    pub steps: Vec<Step>,
    /// Where a cycle begins; safety has none.
    pub cycle_start: Option<usize>,
}

/// Numbers about the search.
#[derive(Clone, Debug, Serialize)]
pub struct Figures {
    /// States stored.
    pub states: u64,
    /// Transitions explored.
    pub transitions: u64,
    /// Greatest depth.
    pub depth: u64,
    /// Deadlocks met, looked for or not.
    pub deadlocks: u64,
    /// All time.
    pub seconds: f64,
    /// Reading, lowering and transforming.
    pub seconds_front_end: f64,
    /// Computing relations.
    pub seconds_relations: f64,
    /// Making machine code.
    pub seconds_compile: f64,
    /// Searching.
    pub seconds_search: f64,
    /// Greatest resident memory of the process, where the system tells it; 0 otherwise.
    pub memory_bytes: u64,
    /// Bytes of the store at its largest.
    pub store_bytes: u64,
    /// Worker threads.
    pub threads: usize,
    /// The searched system.
    pub ir: IrFigures,
}

/// Sizes of a system.
#[derive(Clone, Debug, Serialize)]
pub struct IrFigures {
    /// Variables.
    pub variables: usize,
    /// Guards.
    pub guards: usize,
    /// Transitions.
    pub transitions: usize,
    /// Bits of a state that carry information.
    pub state_bits: u64,
}

impl IrFigures {
    /// The sizes of a system.
    pub fn of(system: &System) -> IrFigures {
        IrFigures {
            variables: system.variables.len(),
            guards: system.guards.len(),
            transitions: system.transitions.len(),
            state_bits: Layout::new(system).bits(),
        }
    }
}

/// How the space was reduced.
#[derive(Clone, Debug, Serialize)]
pub struct Reduction {
    /// `off`.
    pub algorithm: &'static str,
    /// The flavour of stubborn sets.
    pub stubborn: &'static str,
    /// Where the relations come from.
    pub relations: &'static str,
    /// Questions asked.
    pub solver_questions: u64,
    /// Questions that stayed open.
    pub solver_undecided: u64,
    /// Which transitions a temporal property was taken to notice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visibility: Option<&'static str>,
    /// What was asked of sets and cycles for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proviso: Option<&'static str>,
}

impl Reduction {
    /// No reduction.
    pub fn off() -> Reduction {
        let (stubborn, relations) = ("strong", "solver");
        let (solver_questions, solver_undecided, visibility, proviso) = (0, 0, None, None);
        Reduction { algorithm: "off", stubborn, relations, solver_questions, solver_undecided, visibility, proviso }
    }
}
