//! The JSON report: docs/report.md explains each field, docs/report.schema.json is its schema. The fields are stable:
//! new ones may be added, none may be removed.

use std::collections::BTreeMap;

use kulan_control::{Phase, Times};
use kulan_search::Kind;
use kulan_trace::{Length, Step};
use serde::Serialize;
use serde::ser::SerializeMap;

use crate::result::{
    CircuitFigures, Comparison, DeviceFigures, Method, ProgramFigures, ProofFigures, Reduction, SearchReport,
    SystemSize, TransactionFigures, Warning,
};
use crate::{Answer, Bound, Error, Proof, PropertyReport, Reason, Report, Verdict};

/// The version of the format. It changes when a field is removed or changes its meaning, not when one is added.
const SCHEMA_VERSION: u32 = 1;

/// The report as JSON text; `command` is the command line that produced it.
pub fn to_json(report: &Report, command: &[String]) -> String {
    let text = serde_json::to_string_pretty(&ReportJson::new(report, command));
    text.expect("a report is made of strings, numbers and lists") + "\n"
}

#[derive(Serialize)]
struct ReportJson<'a> {
    tool: &'static str,
    version: &'static str,
    schema_version: u32,
    model: String,
    command: &'a [String],
    verdict: Verdict,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<Bound>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    bound_reasons: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    assumed: Option<&'a str>,
    exit_status: u8,
    limit: Option<&'static str>,
    limit_phase: Option<&'static str>,
    error: Option<ErrorJson<'a>>,
    properties: Vec<PropertyJson<'a>>,
    unchecked: &'a [String],
    warnings: &'a [Warning],
    method: &'a Method,
    figures: Figures,
    reduction: ReductionJson,
}

#[derive(Serialize)]
struct ErrorJson<'a> {
    kind: &'static str,
    message: &'a str,
}

#[derive(Serialize)]
struct PropertyJson<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    parameters: BTreeMap<&'a str, i32>,
    kind: &'static str,
    verdict: Verdict,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<Bound>,
    errors: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<String>,
    trace: Option<TraceJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    figures: Option<Figures>,
    #[serde(skip_serializing_if = "Option::is_none")]
    program: Option<ProgramFigures>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reduction: Option<ReductionJson>,
}

/// What was really used, and why.
#[derive(Serialize)]
struct ReductionJson {
    #[serde(flatten)]
    reduction: Reduction,
    #[serde(skip_serializing_if = "Option::is_none")]
    comparison: Option<Comparison>,
    #[serde(skip_serializing_if = "Option::is_none")]
    transactions: Option<TransactionFigures>,
}

#[derive(Serialize)]
struct TraceJson<'a> {
    length: Length,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    steps: &'a [Step],
    cycle_start: Option<usize>,
}

#[derive(Serialize, Default)]
struct Figures {
    states: u64,
    transitions: u64,
    depth: u64,
    deadlocks: u64,
    seconds: f64,
    seconds_front_end: f64,
    seconds_relations: f64,
    seconds_compile: f64,
    seconds_search: f64,
    phases: Phases,
    memory_bytes: u64,
    store_bytes: u64,
    threads: usize,
    ir: Option<SystemSize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    circuit: Option<CircuitFigures>,
    #[serde(skip_serializing_if = "Option::is_none")]
    device: Option<DeviceFigures>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<ProofFigures>,
}

/// Seconds by phase.
#[derive(Default)]
struct Phases(Times);

impl Serialize for Phases {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(None)?;
        for (phase, time) in self.0.iter() {
            map.serialize_entry(phase.name(), &time.as_secs_f64())?;
        }
        map.end()
    }
}

impl<'a> ReportJson<'a> {
    fn new(report: &'a Report, command: &'a [String]) -> ReportJson<'a> {
        let first = report.searches.first();
        ReportJson {
            tool: "kulan",
            version: env!("CARGO_PKG_VERSION"),
            schema_version: SCHEMA_VERSION,
            model: report.files(),
            command,
            verdict: report.verdict(),
            bound: report.bound().filter(|_| report.verdict() == Verdict::HoldsWithin),
            bound_reasons: if report.bound().is_some() { &report.bound_reasons } else { &[] },
            assumed: report.assumed.as_deref(),
            exit_status: report.status(),
            limit: report.limit.map(|(limit, _)| limit.name()),
            limit_phase: report.limit.map(|(_, phase)| phase.name()),
            error: report.error.as_ref().map(|e| ErrorJson {
                kind: match e {
                    Error::Call(_) => "call",
                    Error::Model(_) => "model",
                    Error::Internal(_) => "internal",
                },
                message: e.message(),
            }),
            properties: report.properties.iter().map(|p| PropertyJson::new(report, p)).collect(),
            unchecked: &report.unchecked,
            warnings: &report.warnings,
            method: &report.method,
            figures: Figures { seconds: report.seconds, phases: Phases(report.times), ..Figures::new(report, first) },
            reduction: ReductionJson::new(first),
        }
    }
}

impl<'a> PropertyJson<'a> {
    fn new(report: &'a Report, property: &'a PropertyReport) -> PropertyJson<'a> {
        let found = property.answer.counterexample();
        let own = report.search_of(property).filter(|s| s.id.is_some());
        PropertyJson {
            name: &property.name,
            parameters: property.instance.iter().map(|(name, value)| (name.as_str(), *value)).collect(),
            kind: if property.id.kind == Kind::Cycle { "temporal" } else { "safety" },
            verdict: property.answer.verdict(),
            bound: property.answer.bound(),
            errors: property.errors,
            message: found.map(|c| c.message.as_str()),
            reason: match &property.answer {
                Answer::Unknown(reason) => Some(reason.words()),
                _ => None,
            },
            limit: match property.answer {
                Answer::Unknown(Reason::Limit(limit, _)) => Some(limit.name()),
                _ => None,
            },
            certificate: match &property.answer {
                Answer::Holds(Proof::Certificate(file)) => Some(file.display().to_string()),
                _ => None,
            },
            trace: found.map(|c| TraceJson {
                length: c.length,
                file: c.file.as_ref().map(|f| f.display().to_string()),
                steps: &c.steps,
                cycle_start: c.cycle_start,
            }),
            figures: own.map(|s| Figures::new(report, Some(s))),
            program: own.and_then(|s| s.program),
            reduction: own.map(|s| ReductionJson::new(Some(s))),
        }
    }
}

impl ReductionJson {
    fn new(search: Option<&SearchReport>) -> ReductionJson {
        let reduction = search.and_then(|s| s.reduction.clone()).unwrap_or(Reduction::OFF);
        let (comparison, transactions) = (search.and_then(|s| s.comparison), search.and_then(|s| s.transactions));
        ReductionJson { reduction, comparison, transactions }
    }
}

impl Figures {
    /// For one search; for none, if the run did not get to one.
    fn new(report: &Report, search: Option<&SearchReport>) -> Figures {
        let times = search.map_or(report.times, |s| s.times);
        let of = |phases: &[Phase]| phases.iter().map(|&phase| times.of(phase).as_secs_f64()).sum::<f64>();
        let own = |figure: fn(&SearchReport) -> u64| search.map_or(0, figure);
        Figures {
            states: own(|s| s.states),
            transitions: own(|s| s.transitions),
            depth: own(|s| s.depth),
            deadlocks: own(|s| s.deadlocks),
            seconds: of(&Phase::ALL),
            seconds_front_end: report.times.of(Phase::Reading).as_secs_f64()
                + of(&[Phase::Instances, Phase::Preparing, Phase::Translating]),
            seconds_relations: of(&[Phase::Relations]),
            seconds_compile: of(&[Phase::Compiling]),
            seconds_search: of(&[Phase::Search]),
            phases: Phases(times),
            memory_bytes: report.memory_bytes,
            store_bytes: own(|s| s.store_bytes),
            threads: report.method.threads,
            ir: search.map(|s| s.ir),
            circuit: search.and_then(|s| s.circuit),
            device: search.and_then(|s| s.device.clone()),
            proof: search.and_then(|s| s.proof),
        }
    }
}
