//! What IC3 asks of its solvers.

use kulan_sat::{Lit, Stop};

use super::cube::Cube;
use super::solver::Cdcl;
use super::{Said, Stopped};
use crate::aig::{Aig, Node};
use crate::relation::{Atom, Relation};

/// Whether a cube can be reached from a frame.
pub enum Reached {
    /// No: and neither can this cube, which includes it.
    Not(Cube),
    /// From all states of this cube, with these inputs.
    From(Cube, Vec<bool>),
}

/// The solvers, one per frame and one for the relation alone.
pub struct Questions<'r> {
    relation: &'r Relation,
    /// What cubes speak of: bits, then conditions.
    pub atoms: Vec<Atom>,
    /// How many of them are bits.
    bits: usize,
    /// Knows the circuit, and nothing else: frames start from it.
    base: Cdcl,
    frames: Vec<Cdcl>,
    lifting: Cdcl,
    domain: Domain,
    stop: Stop,
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

    fn add_cone(&mut self, aig: &Aig, lit: Lit) {
        let mut stack = vec![lit.variable()];
        while let Some(v) = stack.pop() {
            if self.marks[v as usize] == self.question {
                continue;
            }
            self.marks[v as usize] = self.question;
            self.list.push(v);
            if let Node::And(a, b) | Node::Xor(a, b) = aig.node(Lit::new(v)) {
                stack.extend([a.variable(), b.variable()]);
            }
        }
    }

    fn add_blocked(&mut self) {
        for &v in &self.blocked {
            if self.marks[v as usize] != self.question {
                self.marks[v as usize] = self.question;
                self.list.push(v);
            }
        }
    }

    /// From now on, questions about frames need these variables.
    fn block(&mut self, aig: &Aig, lit: Lit) {
        let mut stack = vec![lit.variable()];
        while let Some(v) = stack.pop() {
            if !std::mem::replace(&mut self.is_blocked[v as usize], true) {
                self.blocked.push(v);
                if let Node::And(a, b) | Node::Xor(a, b) = aig.node(Lit::new(v)) {
                    stack.extend([a.variable(), b.variable()]);
                }
            }
        }
    }
}

/// How often a cube is made smaller by looking at it in another order.
const ROUNDS: usize = 3;

impl<'r> Questions<'r> {
    pub fn new(relation: &'r Relation, conditions: bool, stop: Stop) -> Questions<'r> {
        let count = if conditions { usize::MAX } else { relation.bits.len() };
        let atoms: Vec<Atom> = relation.atoms().take(count).copied().collect();
        let nodes = relation.aig.len();
        let mut base = Cdcl::new(nodes);
        for (gate, node) in relation.aig.nodes() {
            gate_clauses(&mut base, gate, node);
        }
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
        Questions { relation, atoms, bits, base, frames: vec![initial], lifting, domain, stop, asked: 0, last: 0 }
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

    /// Takes a cube out of all frames up to one.
    pub fn block(&mut self, cube: &Cube, level: usize) {
        let clause: Vec<Lit> = cube.iter().map(|l| !self.now(l)).collect();
        clause.iter().for_each(|&l| self.domain.block(&self.relation.aig, l));
        self.frame(level);
        for frame in &mut self.frames[1..=level] {
            frame.add_clause(&clause);
        }
    }

    fn solve(&mut self, level: usize, assumptions: &[Lit], extra: &[Lit]) -> Result<bool, Stopped> {
        (self.asked, self.last) = (self.asked + 1, level);
        if self.asked.is_multiple_of(64) && (self.stop)() {
            return Err(Stopped);
        }
        self.domain.begin();
        for &lit in assumptions.iter().chain(extra) {
            self.domain.add_cone(&self.relation.aig, lit);
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
        if bad.variable() == 0 && bad.is_complement() {
            return Ok(None);
        }
        if !self.solve(level, &[bad], &[])? {
            return Ok(None);
        }
        let inputs = self.inputs(level);
        let state = self.state(level);
        Ok(Some((self.lift(state, &[bad])?, inputs)))
    }

    /// Whether a cube can be reached from frame `level - 1` in one step, from outside of it. With `lift`, what it is reached
    /// from is made as large as possible.
    pub fn reach(&mut self, level: usize, cube: &Cube, lift: bool) -> Result<Reached, Stopped> {
        let target: Vec<Lit> = cube.iter().map(|l| self.next(l)).collect();
        let outside: Vec<Lit> = cube.iter().map(|l| !self.now(l)).collect();
        if !self.solve(level - 1, &target, &outside)? {
            let frame = &self.frames[level - 1];
            let needed = cube.iter().zip(&target).filter(|(_, next)| frame.in_core(**next));
            let needed: Vec<Lit> = needed.map(|(l, _)| l).collect();
            return Ok(Reached::Not(self.without_initial(needed, cube)));
        }
        let inputs = self.inputs(level - 1);
        let state = self.state(level - 1);
        if !lift {
            return Ok(Reached::From(Cube::new(state), inputs));
        }
        let known = target;
        Ok(Reached::From(self.lift(state, &known)?, inputs))
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
            self.domain.add_cone(&self.relation.aig, lit);
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

fn gate_clauses(solver: &mut Cdcl, gate: Lit, node: Node) {
    match node {
        Node::True => solver.add_clause(&[gate]),
        Node::Free => {}
        Node::And(a, b) => {
            solver.add_clause(&[!gate, a]);
            solver.add_clause(&[!gate, b]);
            solver.add_clause(&[gate, !a, !b]);
        }
        Node::Xor(a, b) => {
            solver.add_clause(&[!gate, a, b]);
            solver.add_clause(&[!gate, !a, !b]);
            solver.add_clause(&[gate, !a, b]);
            solver.add_clause(&[gate, a, !b]);
        }
    }
}
