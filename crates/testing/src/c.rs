//! Random C programs with a few threads, and everything that can come of them.
//!
//! A program is made twice: as text for the compiler, and as a list of operations for each thread, each of which is one
//! access to shared memory or something that no other thread notices. [`Program::outcomes`] goes through all
//! interleavings of the latter. It shares nothing with the front-end.

use std::collections::BTreeSet;
use std::fmt::Write;

use rustc_hash::FxHashSet;

use crate::Random;

const GLOBALS: usize = 2;
/// The elements of a shared array: they follow the globals.
const ELEMENTS: usize = 2;
const MUTEXES: usize = 2;
const LOCALS: usize = 2;

/// Where a thread goes that ends, until it is known where that is.
const END: usize = usize::MAX;

/// What a thread does in one step. The last local of a thread holds what an expression has read.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Op {
    /// A shared cell is read or written; by an address that depends on a local, if it is not a single cell.
    Load(usize, Place),
    Store(Place, Value),
    Set(usize, Value),
    /// A local becomes any value from one to another.
    Choose(usize, i32, i32),
    Lock(usize),
    Unlock(usize),
    /// Changes bits of a cell at once, and keeps what was there.
    FetchXor(usize, usize, i32),
    /// Sets a cell to the second value if it has the first, and keeps whether it had.
    CompareAndSwap(usize, usize, i32, i32),
    /// Goes on elsewhere unless a local has a value.
    Unless(usize, i32, usize),
    Goto(usize),
    /// Fails if a local has a value.
    AssertNot(usize, i32),
    /// The thread stays here forever unless a local has a value; the run is not a deadlock then.
    Assume(usize, i32),
    /// From here until the end of the section, no other thread does anything.
    BeginAtomic,
    EndAtomic,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Place {
    Cell(usize),
    /// One of two cells: the second if the local is odd.
    Either(usize, usize, usize),
}

/// A local plus a constant, in two bits; or a constant.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Value {
    Constant(i32),
    Sum(usize, i32),
}

/// A program.
pub struct Program {
    threads: Vec<Vec<Op>>,
    bodies: Vec<String>,
}

/// What can come of a program.
#[derive(Default, Debug)]
pub struct Outcomes {
    /// Whether an assertion of a thread can fail.
    pub fails: bool,
    /// Whether threads can wait for each other forever.
    pub deadlock: bool,
    /// Whether two threads can be right before conflicting accesses of which one is not atomic.
    pub race: bool,
    /// The values that shared cells can have in the end.
    pub last: BTreeSet<Vec<i32>>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    places: Vec<usize>,
    locals: Vec<[i32; LOCALS + 1]>,
    cells: Vec<i32>,
    /// By mutex, one more than the thread that has it.
    owners: [usize; MUTEXES],
    /// The thread that is in an atomic section.
    alone: Option<usize>,
}

impl Program {
    /// The program of a seed.
    pub fn new(seed: u64) -> Program {
        Program::of(seed, false)
    }

    /// One whose threads choose: by inputs, random numbers, and conditions on them.
    pub fn with_choices(seed: u64) -> Program {
        Program::of(seed, true)
    }

    fn of(seed: u64, chooses: bool) -> Program {
        let mut random = Random::new(seed);
        let mut program = Program { threads: Vec::new(), bodies: Vec::new() };
        for _ in 0..random.between(2, 3) {
            let (ops, text, held) = (Vec::new(), String::new(), Vec::new());
            let mut thread = Thread { random: &mut random, ops, text, held, chooses };
            let length = thread.random.between(1, 3);
            thread.block(length, 2, 1);
            let Thread { mut ops, text, .. } = thread;
            let end = ops.len();
            ops.iter_mut().filter(|op| **op == Op::Goto(END)).for_each(|op| *op = Op::Goto(end));
            program.threads.push(ops);
            program.bodies.push(text);
        }
        program
    }

    /// The text, in which `main` asserts in the end that the shared cells do not have these values.
    pub fn text(&self, not_in_the_end: &[i32]) -> String {
        let mut text = String::from(
            "#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\n\nvoid __VERIFIER_assume(int);\n\
             void __VERIFIER_atomic_begin(void);\nvoid __VERIFIER_atomic_end(void);\nint __VERIFIER_nondet_int(void);\n\
             unsigned __VERIFIER_nondet_uint(void);\n_Bool __VERIFIER_nondet_bool(void);\n",
        );
        let _ = writeln!(text, "int g0, g1, a[{ELEMENTS}];");
        let _ = writeln!(text, "pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;");
        for (i, body) in self.bodies.iter().enumerate() {
            let _ = write!(text, "\nvoid *t{i}(void *x)\n{{\n    int l0 = 0, l1 = 0;\n{body}    return 0;\n}}\n");
        }
        text.push_str("\nint main(void)\n{\n");
        let each = |text: &mut String, f: &dyn Fn(usize) -> String| {
            (0..self.bodies.len()).for_each(|i| text.push_str(&format!("    {}\n", f(i))));
        };
        each(&mut text, &|i| format!("pthread_t p{i};"));
        each(&mut text, &|i| format!("pthread_create(&p{i}, 0, t{i}, 0);"));
        each(&mut text, &|i| format!("pthread_join(p{i}, 0);"));
        let equal: Vec<String> =
            not_in_the_end.iter().enumerate().map(|(i, v)| format!("{} == {v}", cell(i))).collect();
        let _ = write!(text, "    assert(!({}));\n    return 0;\n}}\n", equal.join(" && "));
        text
    }

    /// Everything that can come of it.
    pub fn outcomes(&self) -> Outcomes {
        let mut outcomes = Outcomes::default();
        let threads = self.threads.len();
        let initial = State {
            places: vec![0; threads],
            locals: vec![[0; LOCALS + 1]; threads],
            cells: vec![0; GLOBALS + ELEMENTS],
            owners: [0; MUTEXES],
            alone: None,
        };
        let mut seen = FxHashSet::from_iter([initial.clone()]);
        let mut open = vec![initial];
        while let Some(state) = open.pop() {
            outcomes.race |= self.races(&state);
            let mut stuck = true;
            for thread in 0..threads {
                for step in self.steps(&state, thread) {
                    match step {
                        Step::Next(next) => {
                            stuck = false;
                            if seen.insert(next.clone()) {
                                open.push(next);
                            }
                        }
                        Step::Fails => (stuck, outcomes.fails) = (false, true),
                        Step::Waits => {}
                    }
                }
            }
            if stuck {
                if (0..threads).all(|t| state.places[t] == self.threads[t].len()) {
                    outcomes.last.insert(state.cells);
                } else if !(0..threads).any(|t| self.is_stopped(&state, t)) {
                    outcomes.deadlock = true;
                }
            }
        }
        outcomes
    }

    /// Whether a thread has come to an assumption that does not hold.
    fn is_stopped(&self, state: &State, thread: usize) -> bool {
        match self.threads[thread].get(state.places[thread]) {
            Some(&Op::Assume(local, value)) => state.locals[thread][local] != value,
            _ => false,
        }
    }

    /// What a thread can do next.
    fn steps(&self, state: &State, thread: usize) -> Vec<Step> {
        match self.threads[thread].get(state.places[thread]) {
            Some(&Op::Choose(to, low, high)) if state.alone.is_none_or(|t| t == thread) => (low..=high)
                .map(|value| {
                    let mut next = state.clone();
                    next.places[thread] += 1;
                    next.locals[thread][to] = value;
                    Step::Next(next)
                })
                .collect(),
            _ => vec![self.step(state, thread)],
        }
    }

    fn step(&self, state: &State, thread: usize) -> Step {
        if state.alone.is_some_and(|t| t != thread) {
            return Step::Waits;
        }
        let Some(&op) = self.threads[thread].get(state.places[thread]) else { return Step::Waits };
        let mut next = state.clone();
        let locals = &mut next.locals[thread];
        next.places[thread] += 1;
        match op {
            Op::Load(to, from) => locals[to] = state.cells[from.cell(&state.locals[thread])],
            Op::Store(to, value) => next.cells[to.cell(&state.locals[thread])] = value.of(&state.locals[thread]),
            Op::Set(to, value) => locals[to] = value.of(&state.locals[thread]),
            Op::Choose(..) => return Step::Waits,
            Op::Lock(m) if state.owners[m] != 0 => return Step::Waits,
            Op::Lock(m) => next.owners[m] = thread + 1,
            Op::Unlock(m) => next.owners[m] = 0,
            Op::FetchXor(to, cell, change) => {
                locals[to] = state.cells[cell];
                next.cells[cell] ^= change;
            }
            Op::CompareAndSwap(to, cell, old, new) => {
                locals[to] = i32::from(state.cells[cell] == old);
                if state.cells[cell] == old {
                    next.cells[cell] = new;
                }
            }
            Op::Unless(local, value, target) if state.locals[thread][local] != value => next.places[thread] = target,
            Op::Unless(..) => {}
            Op::Goto(target) => next.places[thread] = target,
            Op::AssertNot(local, value) if state.locals[thread][local] == value => return Step::Fails,
            Op::AssertNot(..) => {}
            Op::Assume(..) if self.is_stopped(state, thread) => return Step::Waits,
            Op::Assume(..) => {}
            Op::BeginAtomic => next.alone = Some(thread),
            Op::EndAtomic => next.alone = None,
        }
        Step::Next(next)
    }

    /// Whether two threads are right before accesses that conflict.
    fn races(&self, state: &State) -> bool {
        // The cell, whether it is written, whether that is atomic.
        let access = |thread: usize| {
            let (locals, atomic) = (&state.locals[thread], state.alone == Some(thread));
            Some(match *self.threads[thread].get(state.places[thread])? {
                Op::Load(_, place) => (place.cell(locals), false, atomic),
                Op::Store(place, _) => (place.cell(locals), true, atomic),
                Op::FetchXor(_, cell, _) | Op::CompareAndSwap(_, cell, ..) => (cell, true, true),
                _ => return None,
            })
        };
        let accesses: Vec<_> = (0..self.threads.len()).filter_map(access).collect();
        let conflict = |a: &(usize, bool, bool), b: &(usize, bool, bool)| a.0 == b.0 && (a.1 || b.1) && !(a.2 && b.2);
        accesses.iter().enumerate().any(|(i, a)| accesses[i + 1..].iter().any(|b| conflict(a, b)))
    }
}

enum Step {
    Next(State),
    Fails,
    Waits,
}

impl Place {
    fn cell(self, locals: &[i32; LOCALS + 1]) -> usize {
        match self {
            Place::Cell(cell) => cell,
            Place::Either(local, even, odd) => {
                if locals[local] & 1 == 0 {
                    even
                } else {
                    odd
                }
            }
        }
    }

    /// As an expression.
    fn text(self) -> String {
        match self {
            Place::Cell(c) => cell(c),
            Place::Either(local, even, _) if even == GLOBALS => format!("a[l{local} & 1]"),
            Place::Either(local, even, odd) => format!("*(l{local} & 1 ? &{} : &{})", cell(odd), cell(even)),
        }
    }
}

impl Value {
    fn of(self, locals: &[i32; LOCALS + 1]) -> i32 {
        match self {
            Value::Constant(value) => value,
            Value::Sum(local, add) => (locals[local] + add) & 3,
        }
    }
}

fn cell(number: usize) -> String {
    if number < GLOBALS { format!("g{number}") } else { format!("a[{}]", number - GLOBALS) }
}

/// A thread in the making.
struct Thread<'r> {
    random: &'r mut Random,
    ops: Vec<Op>,
    text: String,
    held: Vec<usize>,
    chooses: bool,
}

impl Thread<'_> {
    /// So many statements, with blocks inside to a depth.
    fn block(&mut self, length: usize, depth: usize, indent: usize) {
        for _ in 0..length {
            self.statement(depth, indent);
        }
    }

    fn line(&mut self, indent: usize, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "    ".repeat(indent));
    }

    fn place(&mut self) -> Place {
        let local = self.random.below(LOCALS);
        match self.random.below(6) {
            0 => Place::Either(local, 0, 1),
            1 => Place::Either(local, GLOBALS, GLOBALS + 1),
            2 => Place::Cell(GLOBALS + self.random.below(ELEMENTS)),
            _ => Place::Cell(self.random.below(GLOBALS)),
        }
    }

    fn statement(&mut self, depth: usize, indent: usize) {
        let local = self.random.below(LOCALS);
        let constant = self.random.below(3) as i32;
        let global = self.random.below(GLOBALS);
        // A choice in an atomic section, in which nothing waits, is one that the section makes.
        if self.chooses && depth > 0 && self.random.percent(40) {
            return self.choice(local, depth, indent);
        }
        if self.chooses && depth > 0 && self.random.percent(40) {
            return self.locked(depth, indent);
        }
        match self.random.below(if depth == 0 { 9 } else { 14 }) {
            0 | 1 => {
                let place = self.place();
                self.ops.push(Op::Load(local, place));
                self.line(indent, &format!("l{local} = {};", place.text()));
            }
            2 => {
                let place = self.place();
                // Some are stored again and again.
                let rounds = if constant == 2 { 3 } else { 1 };
                self.ops.extend(vec![Op::Store(place, Value::Constant(constant)); rounds]);
                let again =
                    if rounds > 1 { format!("for (unsigned i = 0; i < {rounds}; i++) ") } else { String::new() };
                self.line(indent, &format!("{again}{} = {constant};", place.text()));
            }
            3 => {
                let place = self.place();
                self.ops.push(Op::Store(place, Value::Sum(local, constant)));
                self.line(indent, &format!("{} = (l{local} + {constant}) & 3;", place.text()));
            }
            4 => {
                self.ops.push(Op::Load(LOCALS, Place::Cell(global)));
                self.ops.push(Op::Store(Place::Cell(global), Value::Sum(LOCALS, 1)));
                self.line(indent, &format!("g{global} = (g{global} + 1) & 3;"));
            }
            5 => {
                self.ops.push(Op::FetchXor(local, global, constant));
                self.line(indent, &format!("l{local} = __atomic_fetch_xor(&g{global}, {constant}, __ATOMIC_SEQ_CST);"));
            }
            6 => {
                self.ops.push(Op::CompareAndSwap(local, global, constant, 2));
                self.line(indent, &format!("l{local} = __sync_bool_compare_and_swap(&g{global}, {constant}, 2);"));
            }
            7 => {
                self.ops.push(Op::Set(local, Value::Sum(local, 1)));
                self.line(indent, &format!("l{local} = (l{local} + 1) & 3;"));
                self.ops.push(Op::AssertNot(local, constant + 1));
                self.line(indent, &format!("assert(l{local} != {});", constant + 1));
            }
            8 => {
                self.ops.push(Op::Assume(local, constant));
                self.line(indent, &format!("__VERIFIER_assume(l{local} == {constant});"));
            }
            9 | 10 => self.locked(depth, indent),
            11 => self.section(indent),
            12 => self.branch(constant, depth, indent),
            _ => self.repeated(local, depth, indent),
        }
    }

    /// A choice: of a value, or of what to do.
    fn choice(&mut self, local: usize, depth: usize, indent: usize) {
        // Who leaves with a lock keeps others waiting.
        if !self.held.is_empty() && self.random.percent(50) {
            return self.chosen_end(indent);
        }
        let count = self.random.between(2, 3) as i32;
        let limits = "{ unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();";
        let (low, high, text) = match self.random.below(7) {
            0 => (0, count - 1, format!("l{local} = __VERIFIER_nondet_uint() % {count};")),
            1 => (0, count - 1, format!("l{local} = rand() % {count};")),
            2 => (0, 1, format!("l{local} = __VERIFIER_nondet_bool();")),
            3 => (0, 1, format!("l{local} = __VERIFIER_nondet_int() > 7;")),
            4 => (
                1,
                3,
                format!(
                    "{limits} __VERIFIER_assume(x < 4); __VERIFIER_assume(y < 3); __VERIFIER_assume(x > y); l{local} = x; }}"
                ),
            ),
            5 => (
                0,
                count - 1,
                format!("{limits} __VERIFIER_assume(x < {count}); __VERIFIER_assume(y == x + 1); l{local} = y - 1; }}"),
            ),
            _ => return self.chosen_branch(depth, indent),
        };
        self.ops.push(Op::Choose(local, low, high));
        self.line(indent, &text);
    }

    /// The end of the thread, if that is chosen.
    fn chosen_end(&mut self, indent: usize) {
        self.ops.push(Op::Choose(LOCALS, 0, 1));
        self.ops.push(Op::Unless(LOCALS, 1, self.ops.len() + 2));
        self.ops.push(Op::Goto(END));
        self.line(indent, "if (__VERIFIER_nondet_bool()) return 0;");
    }

    /// Two blocks, of which one is chosen.
    fn chosen_branch(&mut self, depth: usize, indent: usize) {
        self.ops.push(Op::Choose(LOCALS, 0, 1));
        let test = self.ops.len();
        self.ops.push(Op::Goto(0));
        self.line(indent, "if (__VERIFIER_nondet_int() == 5) {");
        self.block(1, depth - 1, indent + 1);
        let end = self.ops.len();
        self.ops.push(Op::Goto(0));
        self.ops[test] = Op::Unless(LOCALS, 1, self.ops.len());
        self.line(indent, "} else {");
        if self.random.percent(50) {
            self.block(1, depth - 1, indent + 1);
        }
        self.ops[end] = Op::Goto(self.ops.len());
        self.line(indent, "}");
    }

    fn locked(&mut self, depth: usize, indent: usize) {
        let m = self.random.below(MUTEXES);
        if self.held.contains(&m) {
            return;
        }
        self.held.push(m);
        self.ops.push(Op::Lock(m));
        self.line(indent, &format!("pthread_mutex_lock(&m{m});"));
        // Another lock inside, often enough for deadlocks.
        match depth > 1 && self.random.percent(60) {
            true => self.locked(depth - 1, indent),
            false => self.block(1, depth - 1, indent),
        }
        self.ops.push(Op::Unlock(m));
        self.line(indent, &format!("pthread_mutex_unlock(&m{m});"));
        self.held.pop();
    }

    /// An atomic section, in which nothing waits.
    fn section(&mut self, indent: usize) {
        self.ops.push(Op::BeginAtomic);
        self.line(indent, "__VERIFIER_atomic_begin();");
        self.block(2, 0, indent);
        self.ops.push(Op::EndAtomic);
        self.line(indent, "__VERIFIER_atomic_end();");
    }

    fn branch(&mut self, constant: i32, depth: usize, indent: usize) {
        let place = self.place();
        self.ops.push(Op::Load(LOCALS, place));
        let test = self.ops.len();
        self.ops.push(Op::Goto(0));
        self.line(indent, &format!("if ({} == {constant}) {{", place.text()));
        self.block(1, depth - 1, indent + 1);
        let end = self.ops.len();
        self.ops.push(Op::Goto(0));
        self.ops[test] = Op::Unless(LOCALS, constant, self.ops.len());
        self.line(indent, "} else {");
        self.block(1, depth - 1, indent + 1);
        self.ops[end] = Op::Goto(self.ops.len());
        self.line(indent, "}");
    }

    /// A loop until a local, which is read from a shared cell again and again, has a value.
    fn repeated(&mut self, local: usize, depth: usize, indent: usize) {
        let (global, value) = (self.random.below(GLOBALS), self.random.below(2) as i32);
        let begin = self.ops.len();
        self.line(indent, "do {");
        self.block(1, depth - 1, indent + 1);
        self.ops.push(Op::Load(local, Place::Cell(global)));
        self.line(indent + 1, &format!("l{local} = g{global};"));
        self.line(indent, &format!("}} while (l{local} == {value});"));
        let test = self.ops.len();
        self.ops.push(Op::Unless(local, value, test + 2));
        self.ops.push(Op::Goto(begin));
    }
}
