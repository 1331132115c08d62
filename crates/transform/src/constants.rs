//! Constants by location: where the location of a thread tells what a variable is, such as the argument that the thread was
//! started with, and that decides a guard or an index, the constant replaces it, so that relations between transitions know
//! which element it is. A transition that never happens is dropped, as is an update that leaves things as they are.
//!
//! States and the steps between them stay as they are.

use kulan_ir::expr::{Bits, evaluate};
use kulan_ir::{BinaryOp, Expr, ExprId, GuardTable, Owner, System, Target, Transition, Update, VarId, Variable};
use kulan_values::AtPlaces;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::access::{counters, expressions};
use crate::parts::Parts;

/// Replaces variables by constants where that decides something.
pub fn fold(system: &mut System) {
    let Some(found) = AtPlaces::find(system) else { return };
    let facts = Facts { found, counters: counters(system) };
    if (0..system.transitions.len()).all(|t| facts.leaves(system, t)) {
        return;
    }
    let parts: Vec<Parts> = (0..system.transitions.len()).filter_map(|t| facts.decided(system, t)).collect();
    system.guards.clear();
    let mut guards = GuardTable::default();
    system.transitions = parts.into_iter().filter_map(|p| p.finish(system, &mut guards)).collect();
}

struct Facts {
    found: AtPlaces,
    counters: Vec<Option<usize>>,
}

impl Facts {
    /// The value that replaces a variable or an element. What threads wait for is left alone, even where it is known to hold
    /// when they look: it tells relations what the others do meanwhile.
    fn value_of(&self, variables: &[Variable], t: usize, v: VarId, element: Option<u64>) -> Option<u64> {
        let is_own = matches!(variables[v.index()].owner, Owner::Thread(_)) && element.is_none();
        let may = self.counters[v.index()].is_none() && (is_own || self.found.is_constant(v, element));
        self.found.value(t, v, element).filter(|_| may)
    }

    fn values<'a>(&'a self, system: &'a System, t: usize) -> Values<'a> {
        Values { facts: self, system, t, memo: FxHashMap::default() }
    }

    /// Whether a transition stays as it is.
    fn leaves(&self, system: &System, t: usize) -> bool {
        let transition = &system.transitions[t];
        let mut values = self.values(system, t);
        self.found.happens(t) && !transition.updates.iter().any(|u| values.keeps(u)) && !values.decide(transition)
    }

    /// A transition, with constants where they decide something; `None` if it never happens.
    fn decided(&self, system: &mut System, t: usize) -> Option<Parts> {
        if !self.found.happens(t) {
            return None;
        }
        let mut parts = Parts::new(system, &system.transitions[t]);
        let mut values = self.values(system, t);
        parts.updates.retain(|u| !values.keeps(u));
        let decides = values.decide(&system.transitions[t]);
        if decides {
            let (exprs, variables, mut memo) = (&mut system.exprs, &system.variables, FxHashMap::default());
            parts.map(|e| {
                exprs.substitute(e, &mut memo, &mut |exprs, read| {
                    let (v, element) = match read {
                        Expr::Var(v) => (v, None),
                        Expr::Element(v, index) => (v, Some(exprs.as_const(index)?)),
                        _ => return None,
                    };
                    let value = self.value_of(variables, t, v, element)?;
                    Some(exprs.constant(variables[v.index()].width, value))
                })
            });
        }
        Some(parts)
    }
}

/// Values of expressions where a transition happens.
struct Values<'a> {
    facts: &'a Facts,
    system: &'a System,
    t: usize,
    memo: FxHashMap<ExprId, Option<u64>>,
}

impl Values<'_> {
    fn of(&mut self, e: ExprId) -> Option<u64> {
        if let Some(&value) = self.memo.get(&e) {
            return value;
        }
        let value = self.operation(e);
        self.memo.insert(e, value);
        value
    }

    fn operation(&mut self, e: ExprId) -> Option<u64> {
        let exprs = &self.system.exprs;
        match exprs.get(e) {
            Expr::Var(v) => self.facts.value_of(&self.system.variables, self.t, v, None),
            Expr::Element(v, index) => {
                let element = self.of(index)?;
                self.facts.value_of(&self.system.variables, self.t, v, Some(element))
            }
            Expr::Ite(c, a, b) => {
                let chosen = if self.of(c)? == 1 { a } else { b };
                self.of(chosen)
            }
            // One side may be enough.
            Expr::Binary(BinaryOp::And, a, b) if self.of(a) == Some(0) || self.of(b) == Some(0) => Some(0),
            operation => {
                let mut known = true;
                let operation = operation.map(|a| {
                    let value = self.of(a);
                    known &= value.is_some();
                    Bits { width: exprs.width(a), value: value.unwrap_or(0) }
                });
                known.then(|| evaluate(operation)).flatten()
            }
        }
    }

    /// Whether an update leaves things as they are. If another one writes the same variable, it may be there to undo that.
    fn keeps(&mut self, update: &Update) -> bool {
        let same = |u: &&Update| u.target == update.target;
        if self.system.transitions[self.t].updates.iter().filter(same).count() > 1 {
            return false;
        }
        let element = match update.target {
            Target::Var(_) => Some(None),
            Target::Element(_, index) => self.of(index).map(Some),
            Target::Fill(_) => None,
        };
        let (value, v) = (self.of(update.value), update.target.variable());
        let old = element.and_then(|element| self.facts.value_of(&self.system.variables, self.t, v, element));
        value.is_some() && old == value
    }

    /// Whether they decide a guard or an index that is not constant by itself.
    fn decide(&mut self, transition: &Transition) -> bool {
        let (system, exprs) = (self.system, &self.system.exprs);
        let guards = transition.guards.iter().map(|g| system.guards[g.index()]);
        let targets = transition.updates.iter().filter_map(|u| u.target.index());
        let mut open: Vec<ExprId> = expressions(system, transition).collect();
        let (mut seen, mut indices) = (FxHashSet::default(), Vec::new());
        while let Some(e) = open.pop() {
            if seen.insert(e) {
                open.extend(exprs.operands(e));
                if let Expr::Element(_, index) = exprs.get(e) {
                    indices.push(index);
                }
            }
        }
        let mut deciding = guards.chain(targets).chain(indices);
        deciding.any(|e| exprs.as_const(e).is_none() && self.of(e).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The transitions that are left of a thread t that reads its x at 1, started by u, with another transition.
    fn left(other: &str) -> usize {
        let text = format!(
            "system s process p
            thread t in p counter pc idle 0 thread u in p counter qc
            var pc of thread t : u2 var qc of thread u : u2 var x of thread t : u3 var y : u3
            transition u {{ when qc == 0 set qc = 1 set pc = 1 set x = 3 }}
            transition t {{ when pc == 1 when x == 3 set pc = 2 }}
            transition t {{ when pc == 1 when !(x == 3) set pc = 2 }}
            {other}"
        );
        let mut system = kulan_ir::text::parse(&text).expect("a system");
        fold(&mut system);
        system.transitions.iter().filter(|t| t.thread.index() == 0).count()
    }

    #[test]
    fn an_argument_is_known_unless_somebody_else_writes_it() {
        assert_eq!(left(""), 1);
        assert_eq!(left("transition u { when qc == 1 set y = 1 set qc = 2 }"), 1);
        // While t is somewhere, only then at another place, and by a jump that may lead anywhere.
        assert_eq!(left("transition u { when qc == 1 set x = 4 set qc = 2 }"), 2);
        assert_eq!(left("transition u { when pc == 2 set x = 4 }"), 1);
        // A jump leads to the places that its values allow.
        let jump =
            "transition u { when qc == 1 set pc = ite(y == 0, 2:2, 1:2) } transition t { when pc == 2 set x = 1 }";
        assert_eq!(left(jump), 2);
        assert_eq!(left(&format!("{jump} transition u {{ set y = 1 }}")), 3);
    }

    #[test]
    fn what_is_there_is_not_written_again() {
        let text = "system s process p thread t in p counter pc thread u in p counter qc
            var pc of thread t : u2 var qc of thread u : u2 var x of thread t : u3 var y : u3 var a : u2[2] = [1, 2] var b : u2[2]
            transition t { when pc == 0 when a[x] == 1 set a[x] = 1 set y = 1 set pc = 1 }
            transition t { when pc == 1 set y = 1 set b[x] = 1 set pc = 2 }
            transition u { when qc == 0 set b[0] = 0 set b[1] = 0 set qc = 1 }";
        let mut system = kulan_ir::text::parse(text).expect("a system");
        fold(&mut system);
        // Elements that somebody else changes are written, and nothing else is shared.
        let updates: Vec<usize> = system.transitions.iter().map(|t| t.updates.len()).collect();
        assert_eq!((updates, system.guards.len()), (vec![2, 3, 2], 3));
    }

    #[test]
    fn the_last_of_two_updates_counts() {
        let text = "system s process p thread t in p counter pc
            var pc of thread t : u2 var x of thread t : u3 var y of thread t : u3
            transition t { when pc == 0 set x = 3 set x = 0 set y = 0 set pc = 1 }
            transition t { when pc == 1 check assert x == 0 check assert y == 0 set pc = 2 }";
        let mut system = kulan_ir::text::parse(text).expect("a system");
        fold(&mut system);
        let updates: Vec<usize> = system.transitions.iter().map(|t| t.updates.len()).collect();
        assert_eq!(updates, [3, 1]);
    }
}
