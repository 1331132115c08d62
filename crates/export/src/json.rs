//! A system as JSON, for programs. Expressions are in the text form of the IR (docs/ir.md).

use kulan_ir::text::print_conditions;
use kulan_ir::{ExprId, Role, System, Target, Transition};
use rustc_hash::FxHashMap;
use serde_json::{Map, Value, json};

/// A system as JSON. What several expressions use stands under `shared`, and they refer to it by its number.
pub fn json(system: &System) -> String {
    let roots = roots(system);
    let printed = print_conditions(system, &roots);
    let texts = roots.into_iter().zip(printed.conditions).collect();
    let writer = Writer { system, texts };
    let whole = json!({
        "tool": "kulan",
        "version": env!("CARGO_PKG_VERSION"),
        "name": system.name,
        "variables": writer.variables(),
        "threads": writer.threads(),
        "shared": printed.shared,
        "transitions": system.transitions.iter().map(|t| writer.transition(t)).collect::<Vec<_>>(),
        "labels": system.labels.iter().map(|l| (l.name.clone(), writer.text(l.predicate))).collect::<Map<_, _>>(),
        "valid_end": writer.text(system.valid_end),
        "error_state": system.error_state,
    });
    format!("{whole:#}\n")
}

/// All expressions that are shown.
fn roots(system: &System) -> Vec<ExprId> {
    let mut list = vec![system.valid_end];
    list.extend(&system.guards);
    list.extend(system.labels.iter().map(|l| l.predicate));
    for t in &system.transitions {
        list.extend(t.checks.iter().map(|c| c.condition));
        list.extend(t.updates.iter().flat_map(|u| u.expressions()));
    }
    list.sort_unstable();
    list.dedup();
    list
}

struct Writer<'s> {
    system: &'s System,
    texts: FxHashMap<ExprId, String>,
}

impl Writer<'_> {
    fn text(&self, id: ExprId) -> Value {
        self.texts[&id].as_str().into()
    }

    fn variables(&self) -> Vec<Value> {
        let variable = |v: &kulan_ir::Variable| json!({ "name": v.name, "width": v.width, "signed": v.signed, "elements": v.elements, "initial": v.initial });
        self.system.variables.iter().map(variable).collect()
    }

    fn threads(&self) -> Vec<Value> {
        let thread = |t: &kulan_ir::Thread| {
            let counter = t.program_counter.map(|pc| &self.system.variables[pc.index()].name);
            json!({ "name": t.name, "process": self.system.processes[t.process.index()].name, "counter": counter })
        };
        self.system.threads.iter().map(thread).collect()
    }

    fn transition(&self, t: &Transition) -> Value {
        let system = self.system;
        let place = t.steps.iter().find_map(|s| s.source);
        let role = match t.role {
            Role::Step => "step",
            Role::Fallback => "fallback",
            Role::Observer => "observer",
        };
        json!({
            "thread": system.threads[t.thread.index()].name,
            "role": role,
            "text": t.steps.iter().map(|s| s.text.as_str()).collect::<Vec<_>>().join("; "),
            "file": place.map(|s| &system.files[s.file.index()]),
            "line": place.map(|s| s.line),
            "guards": t.guards.iter().map(|g| self.text(system.guards[g.index()])).collect::<Vec<_>>(),
            "inputs": self.inputs(t),
            "checks": self.checks(t),
            "updates": self.updates(t),
            "alone": t.continues.map(|thread| &system.threads[thread.index()].name),
        })
    }

    fn inputs(&self, t: &Transition) -> Vec<Value> {
        let inputs = t.inputs.iter();
        inputs.map(|i| json!({ "name": i.name, "width": i.width, "low": i.low, "high": i.high })).collect()
    }

    fn checks(&self, t: &Transition) -> Vec<Value> {
        let check = |c: &kulan_ir::Check| {
            let (kind, condition, ends_run) = (c.kind.property(), self.text(c.condition), !c.kind.goes_on());
            json!({ "kind": kind, "condition": condition, "message": c.message, "ends_run": ends_run })
        };
        t.checks.iter().map(check).collect()
    }

    fn updates(&self, t: &Transition) -> Vec<Value> {
        let update = |u: &kulan_ir::Update| {
            let name = &self.system.variables[u.target.variable().index()].name;
            let (index, all) = (u.target.index().map(|i| self.text(i)), matches!(u.target, Target::Fill(_)));
            json!({ "variable": name, "index": index, "all": all, "value": self.text(u.value) })
        };
        t.updates.iter().map(update).collect()
    }
}
