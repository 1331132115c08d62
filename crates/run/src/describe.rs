//! How reports describe the choices that were made, in the terms of the command line.

use kulan_ir::CheckKind;
use kulan_relations::Method as RelationsMethod;
use kulan_report::{Method, ProofFigures, PropertyId, Reduction, SearchReport, SystemSize, TransactionFigures};
use kulan_search::Order;
use kulan_stubborn::{Algorithm, Condition, Cycles, Strength, Visibility};

use crate::{Engine, Execution, Found, Searched, Setup, StoreKind, Watching};

/// What a run uses.
pub fn method(setup: &Setup) -> Method {
    Method {
        engine: if setup.engine == Engine::Auto { Engine::Explicit } else { setup.engine }.name(),
        execution: match setup.execution {
            Execution::Compiled => "compiled",
            Execution::Interpret => "interpret",
        },
        search: match setup.search.order {
            Order::DepthFirst => "dfs",
            Order::BreadthFirst => "bfs",
        },
        store: match setup.store {
            StoreKind::Tree => "tree",
            StoreKind::Plain => "plain",
        },
        threads: setup.search.threads,
        all_errors: setup.search.all_errors,
        fair: setup.temporal.fair,
    }
}

/// One search; with the property that it was for, unless it was for safety.
pub fn search_report(property: Option<(PropertyId, String)>, searched: &Searched, setup: &Setup) -> SearchReport {
    let (found, outcome) = (&searched.found, &searched.found.outcome);
    let (id, property) = property.unzip();
    SearchReport {
        id,
        property,
        instance: Vec::new(),
        states: outcome.states,
        transitions: outcome.transitions,
        depth: outcome.depth,
        deadlocks: outcome.deadlocks,
        store_bytes: found.store_bytes,
        limit: outcome.limit,
        times: searched.times,
        ir: SystemSize::of(&searched.system),
        transactions: found.transacted.as_ref().map(transactions),
        reduction: reduction(searched, setup),
        unreduced: found.unreduced,
        comparison: found.comparison,
        program: found.program,
        engine: engine(found).name(),
        circuit: found.symbolic.as_ref().map(|s| s.figures),
        device: found.device.as_ref().map(|d| d.figures.clone()),
        proof: proof(found).filter(|_| !setup.proof),
    }
}

/// The engine that found something.
fn engine(found: &Found) -> Engine {
    match (&found.symbolic, &found.device) {
        (Some(symbolic), _) => symbolic.engine,
        (None, Some(_)) => Engine::Gpu,
        (None, None) => Engine::Explicit,
    }
}

/// Whether the proof of a symbolic engine was checked.
fn proof(found: &Found) -> Option<ProofFigures> {
    let outcome = &found.outcome;
    let is_cut = outcome.limit.is_some() || outcome.failures.contains_key(&CheckKind::Unsupported);
    let is_proof = outcome.violations.is_empty() && !is_cut && found.symbolic.as_ref()?.invariant.is_some();
    let questions = found.checked.map_or(0, |checked| checked.questions);
    is_proof.then_some(ProofFigures { checked: found.checked.is_some(), questions })
}

fn transactions(figures: &kulan_transactions::Figures) -> TransactionFigures {
    TransactionFigures {
        movers: figures.mode.name(),
        inside: figures.inside as u64,
        transitions: figures.transitions as u64,
        conditions: figures.conditions as u64,
        solver_questions: figures.questions,
        solver_undecided: figures.undecided,
        seconds: figures.seconds,
    }
}

fn reduction(searched: &Searched, setup: &Setup) -> Option<Reduction> {
    let (reduction, relating) = setup.reduction.zip(searched.found.relating.as_ref())?;
    let watching = searched.found.watching;
    Some(Reduction {
        algorithm: match reduction.options.algorithm {
            // It is called by what was asked for, though a probe may have found deletion not worthwhile.
            Algorithm::Both => algorithm_name(Algorithm::Both),
            _ => algorithm_name(relating.options.algorithm),
        },
        stubborn: Some(strength_name(relating.options.strength)),
        relations: Some(relations_name(reduction.method)),
        solver_questions: relating.figures.questions(),
        solver_undecided: relating.figures.undecided(),
        solver_seconds: relating.figures.seconds,
        visibility: watching.map(|w| match w.visibility {
            Visibility::Transparent => "transparent",
            Visibility::Invisible => "invisible",
        }),
        proviso: watching.map(proviso_name),
    })
}

fn proviso_name(watching: Watching) -> &'static str {
    match (watching.condition, watching.cycles) {
        (Condition::Visible, Cycles::Visible) => "vi",
        (Condition::Visible, Cycles::Full) => "vi-c3",
        (Condition::Ample, Cycles::Visible) => "c2",
        (Condition::Ample, Cycles::Full) => "c2-c3",
    }
}

/// The name of an algorithm on the command line.
pub fn algorithm_name(algorithm: Algorithm) -> &'static str {
    match algorithm {
        Algorithm::Closure => "closure",
        Algorithm::Beam => "beam",
        Algorithm::Components => "components",
        Algorithm::Pruned => "pruned",
        Algorithm::Deletion => "deletion",
        Algorithm::Both => "best",
    }
}

/// The name of a kind of sets on the command line.
pub fn strength_name(strength: Strength) -> &'static str {
    match strength {
        Strength::Strong => "strong",
        Strength::Weak => "weak",
    }
}

/// The name of a source of relations on the command line.
pub fn relations_name(method: RelationsMethod) -> &'static str {
    match method {
        RelationsMethod::Solver => "solver",
        RelationsMethod::Syntactic => "syntactic",
    }
}
