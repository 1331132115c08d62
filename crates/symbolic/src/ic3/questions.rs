//! What IC3 asks of its solvers.

use std::ops::RangeInclusive;

use kulan_sat::{Lit, Stop};

use super::cube::Cube;
use super::gates::Gates;
use super::solver::Cdcl;
use super::{Options, Said, Stopped};
use crate::relation::{Atom, Relation};

/// The solvers, one per frame and one for the relation alone.
pub struct Questions<'r> {
    relation: &'r Relation,
    /// What cubes speak of: bits, then conditions.
    pub atoms: Vec<Atom>,
    /// How many of them are bits.
    bits: usize,
    gates: Gates,
    /// Knows the circuit, and nothing else: frames start from it.
    base: Cdcl,
    frames: Vec<Cdcl>,
    lifting: Cdcl,
    domain: Domain,
    stop: Stop,
    /// As in [`Options`].
    stale: usize,
    asked: u64,
    /// The frame that was asked last.
    last: usize,
}

/// The variables that a question is about.
struct Domain {
    /// By node: the question for which it was last marked.
    marks: Vec<u32>,
    question: u32,
    list: Vec<u32>,
    /// What blocked cubes speak of.
    blocked: Vec<u32>,
    is_blocked: Vec<bool>,
}

impl Domain {
    fn begin(&mut self) {
        self.question += 1;
        self.list.clear();
    }

    fn add_cone(&mut self, gates: &Gates, lit: Lit) {
        let mut next = self.list.len();
        self.add(lit.variable());
        while let Some(&v) = self.list.get(next) {
            next += 1;
            gates.operands(v).iter().for_each(|&operand| self.add(operand));
        }
    }

    fn add(&mut self, v: u32) {
        if self.marks[v as usize] != self.question {
            self.marks[v as usize] = self.question;
            self.list.push(v);
        }
    }

    fn add_blocked(&mut self) {
        for i in 0..self.blocked.len() {
            self.add(self.blocked[i]);
        }
    }

    /// From now on, questions about frames need these variables.
    fn block(&mut self, gates: &Gates, lit: Lit) {
        let mut stack = vec![lit.variable()];
        while let Some(v) = stack.pop() {
            if !std::mem::replace(&mut self.is_blocked[v as usize], true) {
                self.blocked.push(v);
                stack.extend(gates.operands(v));
            }
        }
    }
}

/// How often a cube is made smaller by looking at it in another order.
const ROUNDS: usize = 3;

impl<'r> Questions<'r> {
    pub fn new(relation: &'r Relation, options: Options, stop: Stop) -> Questions<'r> {
        let count = if options.conditions { usize::MAX } else { relation.bits.len() };
        let atoms: Vec<Atom> = relation.atoms().take(count).copied().collect();
        let nodes = relation.aig.len();
        let asked = atoms.iter().flat_map(|a| [a.now, a.next]).chain(relation.inputs.iter().copied().flatten());
        let (gates, base) = Gates::new(&relation.aig, asked.chain([relation.bad]));
        let mut initial = base.clone();
        for bit in &relation.bits {
            initial.add_clause(&[bit.now.complement_if(!bit.initial)]);
        }
        let domain = Domain {
            marks: vec![0; nodes],
            question: 0,
            list: Vec::new(),
            blocked: Vec::new(),
            is_blocked: vec![false; nodes],
        };
        let (lifting, bits) = (base.clone(), relation.bits.len());
        Questions {
            relation,
            atoms,
            bits,
            gates,
            base,
            frames: vec![initial],
            lifting,
            domain,
            stop,
            stale: options.stale,
            asked: 0,
            last: 0,
        }
    }

    fn frame(&mut self, level: usize) -> &mut Cdcl {
        while self.frames.len() <= level {
            self.frames.push(self.base.clone());
        }
        &mut self.frames[level]
    }

    fn now(&self, lit: Lit) -> Lit {
        self.atoms[lit.variable() as usize].now.complement_if(lit.is_complement())
    }

    fn next(&self, lit: Lit) -> Lit {
        self.atoms[lit.variable() as usize].next.complement_if(lit.is_complement())
    }

    /// What a literal says.
    pub fn said(&self, lit: Lit) -> Said {
        (self.atoms[lit.variable() as usize].meaning, !lit.is_complement())
    }

    /// Whether the initial state belongs to a cube.
    pub fn has_initial(&self, cube: &Cube) -> bool {
        cube.iter().all(|l| self.excludes_initial(l).is_none())
    }

    fn excludes_initial(&self, lit: Lit) -> Option<Lit> {
        (self.atoms[lit.variable() as usize].initial == lit.is_complement()).then_some(lit)
    }

    /// Takes a cube out of some frames.
    pub fn block(&mut self, cube: &Cube, levels: RangeInclusive<usize>) {
        let clause: Vec<Lit> = cube.iter().map(|l| !self.now(l)).collect();
        clause.iter().for_each(|&l| self.domain.block(&self.gates, l));
        self.frame(*levels.end());
        for frame in &mut self.frames[levels] {
            frame.add_clause(&clause);
        }
    }

    /// Forgets cubes that are included in others by now, if they are many; `cubes` are those that count.
    pub fn refresh<'c>(&mut self, level: usize, cubes: impl Iterator<Item = &'c Cube>) {
        let clauses: Vec<Vec<Lit>> = cubes.map(|cube| cube.iter().map(|l| !self.now(l)).collect()).collect();
        let base = &self.base;
        let most = base.permanent() + 2 * clauses.len() + self.stale;
        let always = self.stale == 0;
        if let Some(frame) = self.frames.get_mut(level).filter(|f| always || f.permanent() > most) {
            frame.restart_from(base);
            clauses.iter().for_each(|clause| frame.add_clause(clause));
        }
    }

    fn solve(&mut self, level: usize, assumptions: &[Lit], extra: &[Lit]) -> Result<bool, Stopped> {
        (self.asked, self.last) = (self.asked + 1, level);
        if self.asked.is_multiple_of(64) && (self.stop)() {
            return Err(Stopped);
        }
        self.domain.begin();
        for &lit in assumptions.iter().chain(extra) {
            self.domain.add_cone(&self.gates, lit);
        }
        self.domain.add_blocked();
        self.frame(level);
        let (frame, stop) = (&mut self.frames[level], self.stop.clone());
        if self.asked.is_multiple_of(1024) && frame.is_wasteful() {
            frame.compact();
        }
        frame.solve(assumptions, extra, &self.domain.list, &stop).ok_or(Stopped)
    }

    /// A cube of bad states in a frame, with the inputs that show it.
    pub fn bad(&mut self, level: usize) -> Result<Option<(Cube, Vec<bool>)>, Stopped> {
        let bad = self.relation.bad;
        if self.relation.never_bad() {
            return Ok(None);
        }
        if !self.solve(level, &[bad], &[])? {
            return Ok(None);
        }
        let inputs = self.inputs(level);
        let state = self.state(level);
        Ok(Some((self.lift(state, &[bad])?, inputs)))
    }

    /// If a cube cannot be reached from frame `level - 1` in one step, from outside of it: a cube that includes it and
    /// cannot be reached either. Otherwise the last model says from where.
    pub fn unreached(&mut self, level: usize, cube: &Cube) -> Result<Option<Cube>, Stopped> {
        let target: Vec<Lit> = cube.iter().map(|l| self.next(l)).collect();
        let outside: Vec<Lit> = cube.iter().map(|l| !self.now(l)).collect();
        if self.solve(level - 1, &target, &outside)? {
            return Ok(None);
        }
        let frame = &self.frames[level - 1];
        let needed = cube.iter().zip(&target).filter(|(_, next)| frame.in_core(**next));
        let needed: Vec<Lit> = needed.map(|(l, _)| l).collect();
        Ok(Some(self.without_initial(needed, cube)))
    }

    /// States from which the cube that was asked about last is reached, and the inputs that lead there.
    pub fn predecessors(&mut self, cube: &Cube) -> Result<(Cube, Vec<bool>), Stopped> {
        let target: Vec<Lit> = cube.iter().map(|l| self.next(l)).collect();
        let (inputs, state) = (self.inputs(self.last), self.state(self.last));
        Ok((self.lift(state, &target)?, inputs))
    }

    /// What a cube has in common with the state from which it was found to be reached.
    pub fn in_common(&self, cube: &Cube) -> Cube {
        let frame = &self.frames[self.last];
        Cube::new(cube.iter().filter(|&l| frame.is_true(self.now(l))).collect())
    }

    /// Literals of a cube, and one more if the initial state would belong to them.
    fn without_initial(&self, mut lits: Vec<Lit>, cube: &Cube) -> Cube {
        if !lits.iter().any(|&l| self.excludes_initial(l).is_some()) {
            lits.extend(cube.iter().find_map(|l| self.excludes_initial(l)));
        }
        Cube::new(lits)
    }

    /// The inputs in the model of a frame.
    fn inputs(&self, level: usize) -> Vec<bool> {
        let frame = &self.frames[level];
        self.relation.inputs.iter().map(|input| input.is_some_and(|l| frame.is_true(l))).collect()
    }

    /// What is known of the state in the model of a frame, conditions first.
    fn state(&self, level: usize) -> Vec<Lit> {
        let frame = &self.frames[level];
        let known = |(i, atom): (usize, &Atom)| {
            frame.is_known(atom.now).then(|| Lit::new(i as u32).complement_if(!frame.is_true(atom.now)))
        };
        let all = self.atoms.iter().enumerate();
        let (bits, conditions) = (all.clone().take(self.bits), all.skip(self.bits));
        conditions.chain(bits).filter_map(known).collect()
    }

    /// The part of a state that leads to all of `target` with the inputs of the model of the last question: the circuit is
    /// a function, so the state and the inputs contradict that one of them is false.
    fn lift(&mut self, state: Vec<Lit>, target: &[Lit]) -> Result<Cube, Stopped> {
        let frame = &self.frames[self.last];
        let inputs: Vec<Lit> = self
            .relation
            .inputs
            .iter()
            .flatten()
            .filter(|&&l| frame.is_known(l))
            .map(|&l| l.complement_if(!frame.is_true(l)))
            .collect();
        let negated: Vec<Lit> = target.iter().map(|&l| !l).collect();
        self.domain.begin();
        for &lit in &negated {
            self.domain.add_cone(&self.gates, lit);
        }
        let mut state: Vec<Lit> = state.into_iter().filter(|&l| self.is_in_domain(self.now(l))).collect();
        for _ in 0..ROUNDS {
            let mut assumptions = inputs.clone();
            assumptions.retain(|&l| self.is_in_domain(l));
            assumptions.extend(state.iter().map(|&l| self.now(l)));
            let stop = self.stop.clone();
            let contradicted = !self.lifting.solve(&assumptions, &negated, &self.domain.list, &stop).ok_or(Stopped)?;
            debug_assert!(contradicted, "the next state is a function of the state and the inputs");
            if !contradicted {
                break;
            }
            let before = state.len();
            let atoms = &self.atoms;
            let now = |l: Lit| atoms[l.variable() as usize].now.complement_if(l.is_complement());
            state.retain(|&l| self.lifting.in_core(now(l)));
            if state.len() == before {
                break;
            }
            state.reverse();
        }
        if self.lifting.is_wasteful() {
            self.lifting.compact();
        }
        Ok(Cube::new(state))
    }

    fn is_in_domain(&self, lit: Lit) -> bool {
        self.domain.marks[lit.variable() as usize] == self.domain.question
    }
}
