//! A satisfiability solver for the questions of IC3: very many, small, and each about a part of one circuit.
//!
//! It learns from conflicts like others. What is different: a question names its *domain*, the variables that matter for
//! it, and no other variable is ever looked at. That is sound because all others are gates, or free: whatever values the
//! domain has, the gates outside of it can follow. And one clause can be added for a single question; what was learned from
//! it is forgotten with it.

use kulan_sat::{Lit, Stop};

/// What is known of a variable.
#[derive(Copy, Clone, Debug)]
struct Assigned {
    level: u32,
    reason: u32,
}

const NO_REASON: u32 = u32::MAX;

/// Marks, in a watch, a clause of two literals that is never forgotten: all of it is in the watch.
const PAIR: u32 = 1 << 31;

/// A variable counts as active if it was bumped in the last few hundred conflicts.
const ACTIVE: f64 = 1e-6;

#[derive(Copy, Clone, Debug)]
struct Watch {
    clause: u32,
    /// Another literal of the clause: if it is true, the clause need not be looked at.
    blocker: Lit,
}

#[derive(Copy, Clone, Debug)]
struct Clause {
    start: u32,
    len: u32,
    learned: bool,
    dead: bool,
    activity: f32,
}

/// The solver.
#[derive(Clone)]
pub struct Cdcl {
    clauses: Vec<Clause>,
    literals: Vec<Lit>,
    /// By literal: the clauses to look at when it becomes false.
    watches: Vec<Vec<Watch>>,
    /// By literal: 1 true, -1 false, 0 open.
    values: Vec<i8>,
    assigned: Vec<Assigned>,
    trail: Vec<Lit>,
    levels: Vec<u32>,
    head: usize,
    activity: Vec<f64>,
    bump: f64,
    clause_bump: f32,
    phase: Vec<bool>,
    /// Active variables of the domain.
    heap: Heap,
    /// The others, and where to look for the next one.
    quiet: Vec<u32>,
    cursor: usize,
    /// By variable: the question whose domain it was last in.
    domain: Vec<u32>,
    question: u32,
    /// Whether everything is in the domain, as before any question.
    everything: bool,
    seen: Vec<bool>,
    /// The literals of the last contradiction between assumptions.
    core: Vec<bool>,
    core_list: Vec<Lit>,
    /// By literal: its value in the last model, and the literals that have one.
    model: Vec<i8>,
    model_list: Vec<Lit>,
    permanent: usize,
    learned: usize,
    dead: usize,
    most_learned: usize,
    /// Learned from the clause of the question at hand.
    temporary: Vec<u32>,
    is_unsatisfiable: bool,
}

fn code(lit: Lit) -> usize {
    (lit.variable() as usize) << 1 | usize::from(lit.is_complement())
}

impl Cdcl {
    /// A solver with some variables, and one more, whose literal is [`Cdcl::activation`].
    pub fn new(variables: usize) -> Cdcl {
        let all = variables + 1;
        Cdcl {
            clauses: Vec::new(),
            literals: Vec::new(),
            watches: vec![Vec::new(); 2 * all],
            values: vec![0; 2 * all],
            assigned: vec![Assigned { level: 0, reason: NO_REASON }; all],
            trail: Vec::new(),
            levels: Vec::new(),
            head: 0,
            activity: vec![0.0; all],
            bump: 1.0,
            clause_bump: 1.0,
            phase: vec![false; all],
            heap: Heap { list: Vec::new(), at: vec![u32::MAX; all] },
            quiet: Vec::new(),
            cursor: 0,
            domain: vec![0; all],
            question: 0,
            everything: true,
            seen: vec![false; all],
            core: vec![false; 2 * all],
            core_list: Vec::new(),
            model: vec![0; 2 * all],
            model_list: Vec::new(),
            permanent: 0,
            learned: 0,
            dead: 0,
            most_learned: 2000,
            temporary: Vec::new(),
            is_unsatisfiable: false,
        }
    }

    /// Activates the clause of a question.
    pub fn activation(&self) -> Lit {
        Lit::new(self.assigned.len() as u32 - 1)
    }

    fn value(&self, lit: Lit) -> i8 {
        self.values[code(lit)]
    }

    fn lits(&self, clause: u32) -> &[Lit] {
        let Clause { start, len, .. } = self.clauses[clause as usize];
        &self.literals[start as usize..][..len as usize]
    }

    /// Adds a clause for good; only between questions.
    pub fn add_clause(&mut self, lits: &[Lit]) {
        debug_assert!(self.levels.is_empty());
        if lits.iter().any(|&l| self.value(l) == 1) {
            return;
        }
        let open: Vec<Lit> = lits.iter().copied().filter(|&l| self.value(l) == 0).collect();
        match open[..] {
            [] => self.is_unsatisfiable = true,
            [unit] => {
                self.assign(unit, NO_REASON);
                self.everything = true;
                self.is_unsatisfiable |= self.propagate().is_some();
            }
            _ => {
                self.attach(&open, false, true);
                self.permanent += 1;
            }
        }
    }

    /// Adds a clause of at least two literals, perhaps forever.
    fn attach(&mut self, lits: &[Lit], learned: bool, stays: bool) -> u32 {
        let (start, len) = (self.literals.len() as u32, lits.len() as u32);
        self.literals.extend_from_slice(lits);
        let id = self.clauses.len() as u32;
        self.clauses.push(Clause { start, len, learned, dead: false, activity: self.clause_bump });
        let clause = if stays && lits.len() == 2 { id | PAIR } else { id };
        self.watches[code(lits[0])].push(Watch { clause, blocker: lits[1] });
        self.watches[code(lits[1])].push(Watch { clause, blocker: lits[0] });
        self.learned += usize::from(learned);
        id
    }

    fn assign(&mut self, lit: Lit, reason: u32) {
        self.values[code(lit)] = 1;
        self.values[code(!lit)] = -1;
        self.assigned[lit.variable() as usize] = Assigned { level: self.levels.len() as u32, reason };
        self.trail.push(lit);
    }

    fn in_domain(&self, lit: Lit) -> bool {
        self.everything || self.domain[lit.variable() as usize] == self.question
    }

    /// Follows what is assigned; returns a clause that cannot be true any more.
    fn propagate(&mut self) -> Option<u32> {
        while let Some(&lit) = self.trail.get(self.head) {
            self.head += 1;
            let falsified = !lit;
            let mut watches = std::mem::take(&mut self.watches[code(falsified)]);
            let (mut kept, mut i, mut conflict) = (0, 0, None);
            while i < watches.len() {
                let watch = watches[i];
                i += 1;
                if self.value(watch.blocker) == 1 {
                    watches[kept] = watch;
                    kept += 1;
                    continue;
                }
                if watch.clause & PAIR != 0 {
                    watches[kept] = watch;
                    kept += 1;
                    if self.value(watch.blocker) == -1 {
                        conflict = Some(watch.clause & !PAIR);
                        break;
                    }
                    if self.in_domain(watch.blocker) {
                        self.assign(watch.blocker, watch.clause & !PAIR);
                    }
                    continue;
                }
                let Clause { start, len, dead, .. } = self.clauses[watch.clause as usize];
                if dead {
                    continue;
                }
                let lits = &mut self.literals[start as usize..][..len as usize];
                if lits[0] == falsified {
                    lits.swap(0, 1);
                }
                let first = lits[0];
                if first != watch.blocker && self.values[code(first)] == 1 {
                    watches[kept] = Watch { blocker: first, ..watch };
                    kept += 1;
                    continue;
                }
                if let Some(k) = lits[2..].iter().position(|&l| self.values[code(l)] != -1) {
                    lits.swap(1, k + 2);
                    let other = lits[1];
                    self.watches[code(other)].push(Watch { clause: watch.clause, blocker: first });
                    continue;
                }
                watches[kept] = Watch { blocker: first, ..watch };
                kept += 1;
                if self.value(first) == -1 {
                    conflict = Some(watch.clause);
                    break;
                }
                if self.in_domain(first) {
                    self.assign(first, watch.clause);
                }
            }
            while i < watches.len() {
                watches[kept] = watches[i];
                (kept, i) = (kept + 1, i + 1);
            }
            watches.truncate(kept);
            self.watches[code(falsified)] = watches;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    fn back_to(&mut self, level: usize) {
        if self.levels.len() <= level {
            return;
        }
        let keep = self.levels[level] as usize;
        for i in (keep..self.trail.len()).rev() {
            let lit = self.trail[i];
            self.values[code(lit)] = 0;
            self.values[code(!lit)] = 0;
            self.phase[lit.variable() as usize] = !lit.is_complement();
            if self.activity[lit.variable() as usize] > ACTIVE * self.bump {
                self.heap.insert(lit.variable(), &self.activity);
            }
        }
        self.cursor = 0;
        self.trail.truncate(keep);
        self.levels.truncate(level);
        self.head = keep;
    }

    fn bump_variable(&mut self, variable: u32) {
        self.activity[variable as usize] += self.bump;
        if self.activity[variable as usize] > 1e100 {
            self.activity.iter_mut().for_each(|a| *a *= 1e-100);
            self.bump *= 1e-100;
        }
        // In the heap or not: it is active now.
        self.heap.insert(variable, &self.activity);
        self.heap.moved_up(variable, &self.activity);
    }

    /// The clause to learn from a conflict, its asserting literal first, and the level to go back to.
    fn analyze(&mut self, conflict: u32) -> (Vec<Lit>, usize) {
        let level = self.levels.len() as u32;
        let mut learned = vec![Lit::new(0)];
        let (mut open, mut i, mut clause, mut skip) = (0, self.trail.len(), conflict, None);
        loop {
            if self.clauses[clause as usize].learned {
                self.clauses[clause as usize].activity += self.clause_bump;
            }
            for k in 0..self.clauses[clause as usize].len {
                let lit = self.literals[(self.clauses[clause as usize].start + k) as usize];
                let variable = lit.variable() as usize;
                if Some(lit) == skip || self.seen[variable] || self.assigned[variable].level == 0 {
                    continue;
                }
                self.seen[variable] = true;
                self.bump_variable(lit.variable());
                if self.assigned[variable].level == level {
                    open += 1;
                } else {
                    learned.push(lit);
                }
            }
            loop {
                i -= 1;
                if self.seen[self.trail[i].variable() as usize] {
                    break;
                }
            }
            let lit = self.trail[i];
            self.seen[lit.variable() as usize] = false;
            open -= 1;
            if open == 0 {
                learned[0] = !lit;
                break;
            }
            clause = self.assigned[lit.variable() as usize].reason;
            skip = Some(lit);
        }
        let rest = learned.split_off(1);
        learned.extend(rest.iter().filter(|&&l| !self.is_redundant(l)));
        rest.iter().for_each(|l| self.seen[l.variable() as usize] = false);
        // The second literal is one of the level to go back to.
        let mut back = 0;
        if learned.len() > 1 {
            let at = |l: &Lit| self.assigned[l.variable() as usize].level;
            let k = (1..learned.len()).max_by_key(|&k| at(&learned[k])).expect("there are others");
            learned.swap(1, k);
            back = at(&learned[1]) as usize;
        }
        (learned, back)
    }

    /// Whether a literal follows from others that were seen.
    fn is_redundant(&self, lit: Lit) -> bool {
        let reason = self.assigned[lit.variable() as usize].reason;
        reason != NO_REASON
            && self.lits(reason).iter().all(|&l| {
                l.variable() == lit.variable()
                    || self.seen[l.variable() as usize]
                    || self.assigned[l.variable() as usize].level == 0
            })
    }

    /// Notes which assumptions make a literal false.
    fn contradiction(&mut self, failed: Lit) {
        self.note(failed);
        if self.levels.is_empty() || self.assigned[failed.variable() as usize].level == 0 {
            return;
        }
        self.seen[failed.variable() as usize] = true;
        for i in (self.levels[0] as usize..self.trail.len()).rev() {
            let lit = self.trail[i];
            if !std::mem::replace(&mut self.seen[lit.variable() as usize], false) {
                continue;
            }
            match self.assigned[lit.variable() as usize].reason {
                NO_REASON => self.note(lit),
                reason => {
                    let Clause { start, len, .. } = self.clauses[reason as usize];
                    for k in start..start + len {
                        let variable = self.literals[k as usize].variable() as usize;
                        if self.assigned[variable].level > 0 && variable != lit.variable() as usize {
                            self.seen[variable] = true;
                        }
                    }
                }
            }
        }
    }

    fn note(&mut self, lit: Lit) {
        if !std::mem::replace(&mut self.core[code(lit)], true) {
            self.core_list.push(lit);
        }
    }

    /// Whether an assumption was needed for the contradiction; only after `Some(false)`.
    pub fn in_core(&self, lit: Lit) -> bool {
        self.core[code(lit)]
    }

    /// Whether a literal of the domain is true in the model; only after `Some(true)`.
    pub fn is_true(&self, lit: Lit) -> bool {
        self.model[code(lit)] == 1
    }

    /// Whether a literal has a value in the model.
    pub fn is_known(&self, lit: Lit) -> bool {
        self.model[code(lit)] != 0
    }

    /// Looks for a model in which the assumptions and one of the `extra` literals are true, if there are any. All variables
    /// of these must be in the domain. `None` if it was stopped.
    pub fn solve(&mut self, assumptions: &[Lit], extra: &[Lit], domain: &[u32], stop: &Stop) -> Option<bool> {
        self.core_list.drain(..).for_each(|l| self.core[code(l)] = false);
        if self.is_unsatisfiable {
            return Some(false);
        }
        self.question += 1;
        self.everything = false;
        self.heap.clear();
        self.quiet.clear();
        self.cursor = 0;
        for &v in domain {
            self.domain[v as usize] = self.question;
            if self.values[(v as usize) << 1] == 0 {
                if self.activity[v as usize] > ACTIVE * self.bump {
                    self.heap.push(v);
                } else {
                    self.quiet.push(v);
                }
            }
        }
        self.heap.order(&self.activity);
        let activation = self.activation();
        self.domain[activation.variable() as usize] = self.question;
        let mut all = Vec::with_capacity(assumptions.len() + 1);
        let clause = (!extra.is_empty()).then(|| {
            all.push(activation);
            let mut clause = vec![!activation];
            clause.extend(extra.iter().copied().filter(|&l| self.value(l) != -1));
            clause
        });
        all.extend_from_slice(assumptions);
        let satisfied = clause.as_ref().is_some_and(|c| c.iter().any(|&l| self.value(l) == 1));
        if let Some(clause) = clause.filter(|_| !satisfied) {
            if clause.len() == 1 {
                self.core_list.clear();
                return Some(false); // none of them can be true
            }
            let id = self.attach(&clause, false, false);
            self.temporary.push(id);
        }
        let answer = self.search(&all, stop);
        if answer == Some(true) {
            self.keep_model();
        }
        self.back_to(0);
        for id in std::mem::take(&mut self.temporary) {
            self.kill(id);
        }
        if self.value(activation) != 0 {
            // It followed at level 0, and nothing follows from it.
            self.trail.retain(|l| l.variable() != activation.variable());
            self.head = self.trail.len();
            self.values[code(activation)] = 0;
            self.values[code(!activation)] = 0;
        }
        answer
    }

    fn keep_model(&mut self) {
        for lit in std::mem::take(&mut self.model_list) {
            (self.model[code(lit)], self.model[code(!lit)]) = (0, 0);
        }
        for &lit in &self.trail {
            (self.model[code(lit)], self.model[code(!lit)]) = (1, -1);
        }
        self.model_list.clone_from(&self.trail);
    }

    fn kill(&mut self, id: u32) {
        let clause = &mut self.clauses[id as usize];
        if !clause.dead {
            clause.dead = true;
            self.dead += 1;
            self.learned -= usize::from(clause.learned);
        }
    }

    fn search(&mut self, assumptions: &[Lit], stop: &Stop) -> Option<bool> {
        let (mut restart, mut conflicts) = (0u32, 0u64);
        let mut budget = 100 * luby(restart);
        loop {
            if let Some(conflict) = self.propagate() {
                if self.levels.is_empty() {
                    self.is_unsatisfiable = true;
                    return Some(false);
                }
                conflicts += 1;
                let (learned, back) = self.analyze(conflict);
                self.back_to(back);
                if !self.learn(&learned) {
                    return Some(false);
                }
                self.bump /= 0.95;
                self.clause_bump /= 0.999;
                if self.clause_bump > 1e20 {
                    self.clauses.iter_mut().for_each(|c| c.activity *= 1e-20);
                    self.clause_bump *= 1e-20;
                }
                continue;
            }
            if conflicts >= budget {
                if stop() {
                    return None;
                }
                (restart, conflicts) = (restart + 1, 0);
                budget = 100 * luby(restart);
                self.back_to(0);
                self.tidy();
                continue;
            }
            let next = match assumptions.get(self.levels.len()) {
                Some(&lit) => match self.value(lit) {
                    1 => {
                        self.levels.push(self.trail.len() as u32);
                        continue;
                    }
                    -1 => {
                        self.contradiction(lit);
                        return Some(false);
                    }
                    _ => lit,
                },
                None => match self.decide() {
                    Some(lit) => lit,
                    None => return Some(true),
                },
            };
            self.levels.push(self.trail.len() as u32);
            self.assign(next, NO_REASON);
        }
    }

    /// Learns a clause; returns whether there may still be a model.
    fn learn(&mut self, lits: &[Lit]) -> bool {
        let activation = self.activation();
        if let [unit] = *lits {
            if unit == !activation {
                return false; // the clause of this question cannot hold
            }
            self.assign(unit, NO_REASON);
            // It holds for all questions, so it is followed everywhere.
            self.everything = true;
            self.is_unsatisfiable = self.propagate().is_some();
            self.everything = false;
            return !self.is_unsatisfiable;
        }
        let id = self.attach(lits, true, false);
        if lits.contains(&!activation) {
            self.temporary.push(id);
        }
        self.assign(lits[0], id);
        true
    }

    fn decide(&mut self) -> Option<Lit> {
        while let Some(v) = self.heap.pop(&self.activity) {
            if self.values[(v as usize) << 1] == 0 {
                return Some(Lit::new(v).complement_if(!self.phase[v as usize]));
            }
        }
        while let Some(&v) = self.quiet.get(self.cursor) {
            if self.values[(v as usize) << 1] == 0 {
                return Some(Lit::new(v).complement_if(!self.phase[v as usize]));
            }
            self.cursor += 1;
        }
        None
    }

    /// Forgets half of what was learned if it is too much; only at level 0.
    fn tidy(&mut self) {
        if self.learned < self.most_learned {
            return;
        }
        let inactive = !self.activation();
        let ids = 0..self.clauses.len() as u32;
        let is_old = |c: &Clause| c.learned && !c.dead && c.len > 2;
        let mut learned: Vec<u32> =
            ids.filter(|&id| is_old(&self.clauses[id as usize]) && !self.lits(id).contains(&inactive)).collect();
        let activity = |id: &u32| self.clauses[*id as usize].activity;
        learned.sort_by(|a, b| activity(a).total_cmp(&activity(b)));
        let half = learned.len() / 2;
        learned.truncate(half);
        learned.into_iter().for_each(|id| self.kill(id));
        self.most_learned += self.most_learned / 10;
    }

    /// Clauses that were added for good.
    pub fn permanent(&self) -> usize {
        self.permanent
    }

    /// Forgets all clauses but those of another solver; what is known of variables stays.
    pub fn restart_from(&mut self, base: &Cdcl) {
        let (activity, bump, phase) = (std::mem::take(&mut self.activity), self.bump, std::mem::take(&mut self.phase));
        self.clone_from(base);
        (self.activity, self.bump, self.phase) = (activity, bump, phase);
    }

    /// How much memory is wasted on clauses that are gone.
    pub fn is_wasteful(&self) -> bool {
        self.dead > 5000 && self.dead > self.clauses.len() / 2
    }

    /// Gives the memory of clauses that are gone back; only between questions.
    pub fn compact(&mut self) {
        let clauses = std::mem::take(&mut self.clauses);
        let literals = std::mem::take(&mut self.literals);
        self.watches.iter_mut().for_each(Vec::clear);
        (self.learned, self.dead) = (0, 0);
        // Nothing at level 0 needs its reason any more.
        self.assigned.iter_mut().for_each(|a| a.reason = NO_REASON);
        for clause in clauses.into_iter().filter(|c| !c.dead) {
            let lits = &literals[clause.start as usize..][..clause.len as usize];
            if lits.iter().any(|&l| self.value(l) == 1) {
                continue;
            }
            let open: Vec<Lit> = lits.iter().copied().filter(|&l| self.value(l) == 0).collect();
            match open[..] {
                [] => self.is_unsatisfiable = true,
                [unit] => self.assign(unit, NO_REASON),
                _ => {
                    let id = self.attach(&open, clause.learned, !clause.learned);
                    self.clauses[id as usize].activity = clause.activity;
                }
            }
        }
        self.everything = true;
        self.head = 0;
        self.is_unsatisfiable |= self.propagate().is_some();
    }
}

/// 1, 1, 2, 1, 1, 2, 4, …
fn luby(mut i: u32) -> u64 {
    let (mut size, mut power) = (1u32, 0);
    while size < i + 1 {
        size = 2 * size + 1;
        power += 1;
    }
    while size - 1 != i {
        size = (size - 1) / 2;
        power -= 1;
        i %= size;
    }
    1 << power
}

/// Variables by activity.
#[derive(Clone)]
struct Heap {
    list: Vec<u32>,
    at: Vec<u32>,
}

impl Heap {
    fn clear(&mut self) {
        self.list.drain(..).for_each(|v| self.at[v as usize] = u32::MAX);
    }

    /// Adds without order.
    fn push(&mut self, v: u32) {
        if self.at[v as usize] == u32::MAX {
            self.at[v as usize] = self.list.len() as u32;
            self.list.push(v);
        }
    }

    fn order(&mut self, activity: &[f64]) {
        for i in (0..self.list.len() / 2).rev() {
            self.down(i, activity);
        }
    }

    fn insert(&mut self, v: u32, activity: &[f64]) {
        if self.at[v as usize] == u32::MAX {
            self.push(v);
            self.up(self.list.len() - 1, activity);
        }
    }

    fn moved_up(&mut self, v: u32, activity: &[f64]) {
        let at = self.at[v as usize];
        if at != u32::MAX {
            self.up(at as usize, activity);
        }
    }

    fn pop(&mut self, activity: &[f64]) -> Option<u32> {
        let top = *self.list.first()?;
        let last = self.list.pop()?;
        self.at[top as usize] = u32::MAX;
        if !self.list.is_empty() {
            self.list[0] = last;
            self.at[last as usize] = 0;
            self.down(0, activity);
        }
        Some(top)
    }

    fn up(&mut self, mut i: usize, activity: &[f64]) {
        let v = self.list[i];
        while i > 0 {
            let parent = (i - 1) / 2;
            let above = self.list[parent];
            if activity[above as usize] >= activity[v as usize] {
                break;
            }
            self.list[i] = above;
            self.at[above as usize] = i as u32;
            i = parent;
        }
        self.list[i] = v;
        self.at[v as usize] = i as u32;
    }

    fn down(&mut self, mut i: usize, activity: &[f64]) {
        let v = self.list[i];
        loop {
            let mut child = 2 * i + 1;
            if child >= self.list.len() {
                break;
            }
            let weight = |k: usize| activity[self.list[k] as usize];
            if child + 1 < self.list.len() && weight(child + 1) > weight(child) {
                child += 1;
            }
            if weight(child) <= activity[v as usize] {
                break;
            }
            let below = self.list[child];
            self.list[i] = below;
            self.at[below as usize] = i as u32;
            i = child;
        }
        self.list[i] = v;
        self.at[v as usize] = i as u32;
    }
}
