//! The states of a system and the steps between them, one by one.

use std::collections::HashMap;
use std::fmt::Write;

use kulan_control::checkpoint;
use kulan_ir::{Display, Interpreter, System, Valuation, reference};

/// What happens from one state to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// The state before.
    pub from: usize,
    /// The state after.
    pub to: usize,
    /// What people see.
    pub label: String,
}

/// All reachable states, the initial one first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Graph {
    /// The states, as text.
    pub states: Vec<String>,
    /// The steps. A failed check that ends the run leads nowhere.
    pub edges: Vec<Edge>,
}

impl Graph {
    /// Explores a system; none if it has more states than this.
    pub fn explore(system: &System, most: usize) -> Option<Graph> {
        let interpreter = Interpreter::new(system);
        let mut list = vec![interpreter.initial()];
        let mut numbers: HashMap<Valuation, usize> = [(list[0].clone(), 0)].into();
        let mut edges = Vec::new();
        let mut from = 0;
        while from < list.len() {
            checkpoint();
            for path in reference::successors(&interpreter, system, &list[from].clone()) {
                let label = words(system, &path);
                let Some(state) = path.state else { continue };
                let to = *numbers.entry(state.clone()).or_insert(list.len());
                if to == list.len() {
                    list.push(state);
                }
                edges.push(Edge { from, to, label });
            }
            if list.len() > most {
                return None;
            }
            from += 1;
        }
        Some(Graph { states: list.iter().map(|state| values(system, state)).collect(), edges })
    }

    /// In the language of Graphviz.
    pub fn dot(&self) -> String {
        let mut out = "digraph states {\n  node [shape=box];\n".to_string();
        for (i, state) in self.states.iter().enumerate() {
            let style = if i == 0 { ", penwidth=2" } else { "" };
            let _ = writeln!(out, "  {i} [label={}{style}];", text(state));
        }
        for Edge { from, to, label } in &self.edges {
            let _ = writeln!(out, "  {from} -> {to} [label={}];", text(label));
        }
        out + "}\n"
    }

    /// As a labelled transition system in the format of Aldebaran (CADP, mCRL2).
    pub fn aut(&self) -> String {
        let mut out = format!("des (0,{},{})\n", self.edges.len(), self.states.len());
        for Edge { from, to, label } in &self.edges {
            let _ = writeln!(out, "({from},{},{to})", text(label));
        }
        out
    }
}

/// A text in quotes.
fn text(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

/// The statements on the way, with the choices that were made.
fn words(system: &System, path: &reference::Path) -> String {
    let mut parts = Vec::new();
    for (&t, inputs) in path.transitions.iter().zip(&path.inputs) {
        let transition = system.transition(t);
        let thread = &system.threads[transition.thread.index()].name;
        let mut part: Vec<String> =
            transition.steps.iter().filter(|s| !s.text.is_empty()).map(|s| format!("{thread}: {}", s.text)).collect();
        let chosen = transition.inputs.iter().zip(inputs);
        part.extend(
            chosen.map(|(input, &v)| format!("{} = {}", input.name, input.display.show(false, input.width, v))),
        );
        parts.extend(part);
    }
    parts.join("; ")
}

fn values(system: &System, state: &Valuation) -> String {
    let mut rest = state.0.iter();
    let mut lines = Vec::new();
    for variable in &system.variables {
        let display = if variable.display == Display::Hidden { &Display::Number } else { &variable.display };
        let shown: Vec<String> = (&mut rest)
            .take(variable.len())
            .map(|&value| display.show(variable.signed, variable.width, value))
            .collect();
        let value = if variable.elements.is_some() { format!("[{}]", shown.join(", ")) } else { shown.concat() };
        lines.push(format!("{} = {value}", variable.name));
    }
    lines.join("\n")
}
