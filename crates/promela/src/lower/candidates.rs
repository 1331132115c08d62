//! Which channels a channel variable can hold: a flow-insensitive analysis over the instances at hand.
//!
//! It keeps the IR small: a send through a parameter becomes one transition per channel the parameter can name.

use std::collections::{BTreeSet, HashMap};

use super::{Lowering, Storage};
use crate::hir::{Action, Expr, ExprKind, Pattern, Scalar, Symbol, VarUse};

/// A channel-valued place: a variable part of an instance or global, or a field of the messages of a channel.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
enum Holder {
    Global(usize, usize),
    Local(usize, usize, usize),
    Field(usize, usize),
}

/// The analysis' result.
#[derive(Default, Debug)]
pub(super) struct Candidates {
    sets: HashMap<Holder, BTreeSet<usize>>,
    /// A number was made a channel somewhere: anything goes.
    anything: bool,
}

impl Candidates {
    fn add(&mut self, place: Holder, channels: &BTreeSet<usize>) -> bool {
        let set = self.sets.entry(place).or_default();
        let before = set.len();
        set.extend(channels);
        set.len() != before
    }
}

/// Computes the least solution.
pub(super) fn compute(lowering: &Lowering) -> Candidates {
    let mut result = Candidates::default();
    for (g, leaves) in lowering.global_channels.iter().enumerate() {
        for (l, channels) in leaves.iter().enumerate() {
            result.add(Holder::Global(g, l), &channels.iter().copied().collect());
        }
    }
    for (p, process) in lowering.processes.iter().enumerate() {
        for (v, leaves) in process.channels.iter().enumerate() {
            for (l, channels) in leaves.iter().enumerate() {
                result.add(Holder::Local(p, v, l), &channels.iter().copied().collect());
            }
        }
    }
    while round(lowering, &mut result) {}
    result
}

fn round(lowering: &Lowering, result: &mut Candidates) -> bool {
    let mut changed = false;
    for (p, process) in lowering.processes.iter().enumerate() {
        let proctype = &lowering.program.proctypes[process.proctype];
        for (v, variable) in proctype.locals.iter().enumerate() {
            for (l, leaf) in variable.leaves.iter().enumerate().filter(|(_, l)| l.scalar == Scalar::Chan) {
                for init in &leaf.init {
                    changed |= flow(lowering, result, p, init, Holder::Local(p, v, l));
                }
            }
        }
        for m in proctype.states.iter().flat_map(|s| &s.moves) {
            changed |= action(lowering, result, p, &m.action);
        }
    }
    changed
}

fn action(lowering: &Lowering, result: &mut Candidates, p: usize, action: &Action) -> bool {
    let mut changed = false;
    match action {
        Action::Assign(var, e) if is_chan(lowering, p, var) => changed |= flow(lowering, result, p, e, place(p, var)),
        Action::Send { chan, args, .. } => {
            for channel in lookup(lowering, result, p, chan) {
                for (f, arg) in args.iter().enumerate() {
                    if lowering.channels[channel].fields.get(f) == Some(&Scalar::Chan) {
                        changed |= flow(lowering, result, p, arg, Holder::Field(channel, f));
                    }
                }
            }
        }
        Action::Receive { chan, args, .. } => {
            for channel in lookup(lowering, result, p, chan) {
                for (f, arg) in args.iter().enumerate() {
                    if let Pattern::Store(var) = arg
                        && is_chan(lowering, p, var)
                    {
                        if lowering.channels[channel].fields.get(f) != Some(&Scalar::Chan) {
                            changed |= !std::mem::replace(&mut result.anything, true);
                        }
                        let from = result.sets.get(&Holder::Field(channel, f)).cloned().unwrap_or_default();
                        changed |= result.add(place(p, var), &from);
                    }
                }
            }
        }
        Action::Run(_, run) => {
            for (q, target) in lowering.processes.iter().enumerate().filter(|(_, t)| t.proctype == run.proctype) {
                let proctype = &lowering.program.proctypes[target.proctype];
                let params = proctype.locals[..proctype.params].iter().enumerate();
                let leaves = params
                    .flat_map(|(v, variable)| variable.leaves.iter().enumerate().map(move |(l, leaf)| (v, l, leaf)));
                for ((v, l, leaf), arg) in leaves.zip(&run.args) {
                    // Only a process above this one can have been started by it.
                    if leaf.scalar == Scalar::Chan && target.slot > lowering.processes[p].slot {
                        changed |= flow(lowering, result, p, arg, Holder::Local(q, v, l));
                    }
                }
            }
        }
        _ => {}
    }
    changed
}

fn is_chan(lowering: &Lowering, p: usize, var: &VarUse) -> bool {
    let variable = match var.symbol {
        Symbol::Global(i) => &lowering.program.globals[i],
        Symbol::Local(i) => &lowering.program.proctypes[lowering.processes[p].proctype].locals[i],
    };
    variable.leaves[var.leaf].scalar == Scalar::Chan
}

fn place(p: usize, var: &VarUse) -> Holder {
    match var.symbol {
        Symbol::Global(i) => Holder::Global(i, var.leaf),
        Symbol::Local(i) => Holder::Local(p, i, var.leaf),
    }
}

/// The value of `e` flows into a place.
fn flow(lowering: &Lowering, result: &mut Candidates, p: usize, e: &Expr, to: Holder) -> bool {
    match &e.kind {
        ExprKind::Var(var) if is_chan(lowering, p, var) => {
            let from = result.sets.get(&place(p, var)).cloned().unwrap_or_default();
            result.add(to, &from)
        }
        ExprKind::Const(0) => false,
        ExprKind::Cond(parts) => {
            let a = flow(lowering, result, p, &parts[1], to);
            flow(lowering, result, p, &parts[2], to) | a
        }
        _ => !std::mem::replace(&mut result.anything, true),
    }
}

fn lookup(lowering: &Lowering, result: &Candidates, p: usize, var: &VarUse) -> Vec<usize> {
    if let Storage::Constant(value) = lowering.storage(Some(p), var.symbol, var.leaf) {
        return if value > 0 { vec![value as usize - 1] } else { Vec::new() };
    }
    if result.anything {
        return (0..lowering.channels.len()).collect();
    }
    result.sets.get(&place(p, var)).map(|s| s.iter().copied().collect()).unwrap_or_default()
}

impl Lowering<'_> {
    /// The channels a use of a channel variable in a process can mean.
    pub(super) fn possible_channels(&self, process: usize, var: &VarUse) -> Vec<usize> {
        lookup(self, &self.candidates, process, var)
    }
}
