//! The end of a path: a transition.

use kulan_ir::{Check, CheckKind, Expr, ExprId, Input, Owner, Role, Step, Target, ThreadId, Transition, Update};
use kulan_llvm::Operand;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::inputs::{Limits, inputs_in};
use crate::lower::Lowering;
use crate::path::{Note, Path, Value};

/// How a path ends.
#[derive(Debug)]
pub enum End {
    /// At a place from which other transitions go on.
    Here,
    /// The thread ends, with a result.
    Thread(Option<ExprId>),
    /// The program ends, or the run does not count any more.
    Program,
    /// A check fails.
    Fails(CheckKind, String),
    /// The program does something that is not modelled.
    Unsupported(String),
}

impl Lowering<'_, '_> {
    /// Makes a transition of a path.
    pub fn finish(&mut self, mut path: Path, end: End) {
        if matches!(end, End::Program) && path.atomic > 0 {
            if self.start_atomic > 0 {
                let why = "the end of the program behind a loop or an input in an atomic section";
                return self.finish(path, End::Unsupported(why.into()));
            }
            // Nobody sees what an atomic section did that has no end; but the run has one.
            if !self.watched.temporal {
                path.writes.clear();
            }
        }
        if matches!(end, End::Program) && !self.watched.temporal && self.ends_unseen(&path) {
            // Staying here is as good as ending: nobody can tell the difference.
            let always = self.system.exprs.bool(true);
            return self.may_stop(&path, always);
        }
        if !matches!(end, End::Here) {
            // Who has ended reads nothing any more.
            let own = |w: &Update| self.register_of.get(&w.target.variable()).is_some_and(|r| r.0 == self.current);
            path.writes.retain(|w| !own(w));
        }
        let it = &self.instances[self.current];
        let (counter, thread) = (it.counter, it.thread);
        let mut continues = None;
        let to = match end {
            End::Here => {
                if let Err(why) = self.save(&mut path) {
                    return self.finish(path, End::Unsupported(why));
                }
                continues = (path.atomic > 0).then_some(thread);
                let to = self.location(self.current, (path.context, path.at, path.phase, path.atomic));
                self.note_edge(&path, to);
                to
            }
            End::Thread(value) => {
                if self.joins_results {
                    let zero = self.system.exprs.constant(self.pointer_bits, 0);
                    let var =
                        self.bookkeeping(self.current, "result", self.pointer_bits, self.common_owner(self.current));
                    // A C11 thread gives an int.
                    let (bits, e) = (self.pointer_bits, &mut self.system.exprs);
                    let fitted =
                        value.map(|v| if e.width(v) > bits { e.truncate(bits, v) } else { e.zero_extend(bits, v) });
                    let value = fitted.unwrap_or(zero);
                    path.write(Target::Var(var), value);
                }
                0
            }
            End::Program => {
                // Of an infinite run, it matters that nobody goes on.
                let others = (0..self.instances.len()).filter(|&i| self.watched.temporal && i != self.current);
                for counter in others.map(|i| self.instances[i].counter).collect::<Vec<_>>() {
                    let zero = self.system.exprs.constant(self.system.variables[counter.index()].width, 0);
                    path.write(Target::Var(counter), zero);
                }
                self.stopped(self.current)
            }
            End::Fails(kind, message) => {
                let never = self.system.exprs.bool(false);
                self.check(&mut path, never, kind, message);
                self.stopped(self.current)
            }
            End::Unsupported(why) => {
                let never = self.system.exprs.bool(false);
                self.check(&mut path, never, CheckKind::Unsupported, format!("not supported: {why}"));
                path.writes.clear();
                self.stopped(self.current)
            }
        };
        let from = self.start;
        let pc = self.system.read(counter);
        let here = self.system.exprs.eq_const(pc, from);
        if to != from {
            let value = self.system.exprs.constant(self.system.exprs.width(pc), to);
            path.write(Target::Var(counter), value);
        }
        path.conditions.insert(0, here);
        self.narrow(&mut path);
        let (free, bound): (Vec<ExprId>, Vec<ExprId>) =
            path.conditions.iter().partition(|&&c| !self.system.exprs.has_input(c));
        path.conditions = free;
        self.resolve(path, bound, &mut Limits::default(), continues);
    }

    /// Where a path may have to wait, or an assumption may end it: checks until here must not depend on whether it goes on.
    pub fn check_before_waiting(&mut self, path: &Path) {
        let yes = self.system.exprs.bool(true);
        let fine = path.checks.iter().fold(yes, |all, c| self.system.exprs.and(all, c.condition));
        let fails = self.system.exprs.not(fine);
        let mut path = path.clone();
        if path.require(&self.system.exprs, fails) {
            self.finish(path, End::Program);
        }
    }

    /// Whether a path that ends the program does nothing before that others could see.
    fn ends_unseen(&self, path: &Path) -> bool {
        self.start_atomic == 0 && path.checks.is_empty() && self.writes_own(path)
    }

    /// Whether a path changes only what its thread alone uses.
    pub fn writes_own(&self, path: &Path) -> bool {
        let own = Owner::Thread(self.instances[self.current].thread);
        path.writes.iter().all(|w| self.system.variables[w.target.variable().index()].owner == own)
    }

    /// Keeps the registers that are needed later.
    fn save(&mut self, path: &mut Path) -> Result<(), String> {
        let (mut context, mut at) = (path.context, path.at);
        let mut result = None;
        let mut needed = FxHashSet::default();
        loop {
            let function = self.analysis.contexts[context].function;
            let read = self.analysis.flows[&function].read_before(self.function(context), at);
            let shape = self.analysis.contexts[context].shape;
            needed.extend(read.into_iter().map(|v| (shape, v)));
            let mut live: Vec<_> = self.live(context, at).into_iter().collect();
            live.sort_unstable();
            for value in live {
                if Some(value) == result {
                    continue;
                }
                needed.insert((shape, value));
                match path.values.get(&(context, value)).copied() {
                    None => {}
                    // The address of a local variable is always the same.
                    Some(_) if self.local_object(context, value).is_some() => {}
                    Some(Value::One(e)) if self.constant_operand(context, Operand::Value(value)) == Some(e) => {}
                    Some(Value::One(e)) => {
                        let var = self.register(self.current, context, value)?;
                        if self.system.read(var) != e {
                            path.write(Target::Var(var), e);
                        }
                    }
                    Some(Value::Pair(..)) => return Err("a struct in a register".into()),
                }
            }
            let Some((caller, call)) = self.analysis.contexts[context].caller else { break };
            result = self.function(caller).instructions[call].result;
            context = caller;
            at = kulan_llvm::Id::new(kulan_llvm::Id::index(call) + 1);
        }
        // What is not read again need not be written.
        let is_needed = |w: &Update| match self.register_of.get(&w.target.variable()) {
            Some(&(instance, context, value)) => instance != self.current || needed.contains(&(context, value)),
            None => true,
        };
        path.writes.retain(is_needed);
        Ok(())
    }

    /// One transition for each choice of ranges of its inputs.
    pub fn emit(&mut self, path: Path, limits: &Limits, continues: Option<ThreadId>) {
        let mut used = FxHashSet::default();
        for write in &path.writes {
            write
                .target
                .index()
                .into_iter()
                .chain([write.value])
                .for_each(|e| inputs_in(&self.system.exprs, e, &mut used));
        }
        path.checks.iter().for_each(|c| inputs_in(&self.system.exprs, c.condition, &mut used));
        let mut used: Vec<(u32, u8)> = used.into_iter().collect();
        used.sort_unstable();
        // An input that only conditions mention needs to have some value, no matter which.
        if limits.values().any(Vec::is_empty) {
            return;
        }
        let mut limits = limits.clone();
        for &(index, width) in &used {
            if let (None, Some(list)) = (limits.get(&index), self.remainders(&path, &[], index, width)) {
                limits.insert(index, list);
            }
        }
        let mut choices: Vec<Vec<(u64, u64)>> = vec![Vec::new()];
        for (index, _) in &used {
            let whole = vec![(0, self.inputs[*index as usize].most)];
            let list = limits.get(index).unwrap_or(&whole);
            choices = choices.iter().flat_map(|c| list.iter().map(|r| [c.as_slice(), &[*r]].concat())).collect();
        }
        let mut memo = FxHashMap::default();
        let exprs = &mut self.system.exprs;
        let position = |index: u32| used.iter().position(|(i, _)| *i == index);
        let mut put = |e: ExprId| {
            exprs.substitute(e, &mut memo, &mut |exprs, read| match read {
                Expr::Input { index, width } => Some(exprs.input(position(index)? as u32, width)),
                _ => None,
            })
        };
        let updates: Vec<Update> =
            path.writes.iter().map(|w| Update { target: w.target.map_index(&mut put), value: put(w.value) }).collect();
        let checks: Vec<Check> =
            path.checks.iter().map(|c| Check { condition: put(c.condition), ..c.clone() }).collect();
        let updates: Vec<Update> = updates
            .into_iter()
            .filter(|u| match u.target {
                Target::Var(v) => self.system.exprs.get(u.value) != Expr::Var(v),
                _ => true,
            })
            .collect();
        let Some(guards) = self.table.split(&mut self.system, &path.conditions) else { return };
        let thread = self.instances[self.current].thread;
        let mut steps: Vec<Step> = path.notes.list().into_iter().map(|n| step(thread, n)).collect();
        if steps.is_empty() {
            let text = self.text(path.context, path.at);
            steps.push(Step::new(thread, text));
        }
        if let Some(last) = steps.last_mut() {
            last.updates = updates.clone();
        }
        let decided = limits.iter().filter(|(index, _)| position(**index).is_none());
        let mut decided: Vec<(u32, u64)> = decided.filter_map(|(&i, ranges)| Some((i, ranges.first()?.0))).collect();
        decided.sort_unstable();
        if let Some(first) = steps.first_mut().filter(|_| !decided.is_empty()) {
            let values: Vec<String> =
                decided.into_iter().map(|(i, value)| self.inputs[i as usize].show(value)).collect();
            first.text = format!("{} ({})", first.text, values.join(", "));
        }
        for choice in choices {
            let inputs = used.iter().zip(&choice).map(|((index, width), range)| Input {
                name: crate::processes::choice_name(&self.inputs[*index as usize].name).to_string(),
                width: *width,
                low: range.0,
                high: range.1,
                display: crate::processes::choice_display(&self.inputs[*index as usize].name, *width),
            });
            self.system.transitions.push(Transition {
                thread,
                guards: guards.clone(),
                role: Role::Step,
                inputs: inputs.collect(),
                checks: checks.clone(),
                updates: updates.clone(),
                continues,
                steps: steps.clone(),
            });
        }
    }
}

/// What a person sees of a line.
fn step(thread: ThreadId, note: &Note) -> Step {
    Step { source: note.source, prints: note.prints.clone(), ..Step::new(thread, note.text.clone()) }
}
