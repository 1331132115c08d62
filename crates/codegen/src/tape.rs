//! Code that needs no compiler: operations one after the other, run by a loop. A tape is laid out in the time in which a
//! compiler looks at its first operation, so it is what runs until machine code pays.

use std::ops::Range;

use kulan_ir::expr::{evaluate_binary, mask, signed};
use kulan_ir::{BinaryOp, Expr, ExprId, PackedSlot, Rows, Target, TransitionId, Update, VarId};
use rustc_hash::FxHashMap;

use crate::compiler::Parts;
use crate::function::FAILED;
use crate::order::{Order, Tried};

/// Where a value is: each operation has a slot for what it gives.
type Slot = u32;

#[derive(Copy, Clone, Debug)]
enum Op {
    Const(u64),
    /// A variable of at most 32 bits: its word, shift and width.
    Load(u32, u8, u8),
    /// An element of the array at a place, of those of the tape.
    Element(u32, Slot),
    Input(u32),
    Position,
    Not(u8, Slot),
    Neg(u8, Slot),
    Binary(BinaryOp, u8, Slot, Slot),
    Ite(Slot, Slot, Slot),
    /// From and to a width.
    SignExtend(u8, u8, Slot),
    /// The lowest bit and the width.
    Extract(u8, u8, Slot),
    /// The operands, and the width of the second.
    Concat(Slot, Slot, u8),
    /// Goes on elsewhere unless a value is true.
    Unless(Slot, u32),
    /// Goes on elsewhere unless a variable of at most 32 bits has a value.
    UnlessIs {
        word: u32,
        shift: u8,
        width: u8,
        value: u32,
        to: u32,
    },
    GoTo(u32),
    /// Begins a successor: what is not set stays.
    Begin,
    /// Sets an element of the array at a place, if there is one at that index.
    Set(u32, Slot, Slot),
    /// Sets all elements of the array at a place; a variable is an array of one.
    Fill(u32, Slot),
    /// The same, where the operations up to `end` give a value for each position.
    FillEach {
        place: u32,
        end: u32,
        value: Slot,
    },
    Check(Slot),
    /// The successor by a row is complete.
    End(u32),
    /// The operations up to `end` for each tuple of a transition's inputs.
    EachInput {
        transition: TransitionId,
        end: u32,
    },
    /// The value of a guard.
    Guard(u32, Slot),
}

/// Operations in the order in which they are run.
#[derive(Debug, Default)]
pub struct Tape {
    ops: Vec<Op>,
    places: Vec<PackedSlot>,
}

/// What runs on a tape.
struct Run<'r> {
    state: &'r [u32],
    rows: &'r Rows,
    /// Where successors go, with their rows, and how many there are.
    states: &'r mut [u32],
    tags: &'r mut [u32],
    count: usize,
    /// Where the values of guards go.
    guards: &'r mut [u64],
    slots: &'r mut [u64],
    /// Whether a check of the successor failed.
    failed: bool,
    /// The tuple of inputs with which a transition fires, and its number.
    inputs: &'r [u64],
    tuple: u32,
    /// The index of the element that is being set.
    position: u32,
    /// Operations so far.
    work: u32,
}

impl Tape {
    /// The successors by a group's transitions.
    pub fn group(parts: Parts, order: &Order) -> Tape {
        Layer::lay(parts, |layer| layer.tries(order))
    }

    /// The successors by a transition, where its guards hold.
    pub fn transition(parts: Parts, transition: TransitionId) -> Tape {
        Layer::lay(parts, |layer| layer.write(transition))
    }

    /// The values of all guards.
    pub fn guards(parts: Parts) -> Tape {
        Layer::lay(parts, |layer| {
            for (number, &guard) in parts.0.guards.iter().enumerate() {
                let value = layer.value(guard);
                layer.push(Op::Guard(number as u32, value));
            }
        })
    }

    /// How many operations there are.
    pub fn len(&self) -> usize {
        self.ops.len()
    }

    /// Writes successors and their tags, as [`crate::function::emit_group`] does; returns how many there are, and how many
    /// operations that took. `slots` is scratch space.
    pub fn successors(
        &self,
        rows: &Rows,
        state: &[u32],
        states: &mut [u32],
        tags: &mut [u32],
        slots: &mut Vec<u64>,
    ) -> (usize, u32) {
        let run = self.run(Run { states, tags, ..Run::new(rows, state, self.slots(slots)) });
        (run.count, run.work)
    }

    /// Writes the values of guards, 64 to a word; returns how many operations that took.
    pub fn evaluate_guards(&self, rows: &Rows, state: &[u32], guards: &mut [u64], slots: &mut Vec<u64>) -> u32 {
        guards.fill(0);
        self.run(Run { guards, ..Run::new(rows, state, self.slots(slots)) }).work
    }

    fn slots<'s>(&self, slots: &'s mut Vec<u64>) -> &'s mut [u64] {
        if slots.len() < self.ops.len() {
            slots.resize(self.ops.len(), 0);
        }
        slots
    }

    fn run<'r>(&self, mut run: Run<'r>) -> Run<'r> {
        self.part(&mut run, 0..self.ops.len());
        run
    }

    /// Runs some of the operations.
    fn part(&self, run: &mut Run, range: Range<usize>) {
        let mut at = range.start;
        while at < range.end {
            run.work = run.work.saturating_add(1);
            let value = |slot: Slot| run.slots[slot as usize];
            let found = match self.ops[at] {
                Op::Const(bits) => bits,
                Op::Load(word, shift, width) => load(run.state, word, shift, width).into(),
                Op::Element(place, index) => self.element(run.state, place, value(index)),
                Op::Input(index) => run.inputs[index as usize],
                Op::Position => run.position.into(),
                Op::Not(width, a) => !value(a) & mask(width),
                Op::Neg(width, a) => value(a).wrapping_neg() & mask(width),
                Op::Binary(op, width, a, b) => evaluate_binary(op, width, value(a), value(b)),
                Op::Ite(c, a, b) => value(if value(c) == 1 { a } else { b }),
                Op::SignExtend(from, to, a) => signed(from, value(a)) as u64 & mask(to),
                Op::Extract(low, width, a) => value(a) >> low & mask(width),
                Op::Concat(a, b, low) => value(a) << low | value(b),
                Op::Unless(condition, to) => {
                    at = if value(condition) == 1 { at + 1 } else { to as usize };
                    continue;
                }
                Op::UnlessIs { word, shift, width, value, to } => {
                    at = if load(run.state, word, shift, width) == value { at + 1 } else { to as usize };
                    continue;
                }
                Op::GoTo(to) => {
                    at = to as usize;
                    continue;
                }
                other => {
                    at = self.effect(run, other, at);
                    continue;
                }
            };
            run.slots[at] = found;
            at += 1;
        }
    }

    /// Runs an operation that gives no value; returns where to go on.
    fn effect(&self, run: &mut Run, op: Op, at: usize) -> usize {
        let value = |slot: Slot| run.slots[slot as usize];
        match op {
            Op::Begin => {
                let state = run.state;
                run.successor().copy_from_slice(state);
                run.failed = false;
            }
            Op::Set(place, index, new) => {
                let (place, index, new) = (self.places[place as usize], value(index), value(new));
                if index < u64::from(place.elements) {
                    place.set(run.successor(), index as u32, new);
                }
            }
            Op::Fill(place, new) => {
                let (place, new) = (self.places[place as usize], value(new));
                (0..place.elements).for_each(|i| place.set(run.successor(), i, new));
            }
            Op::FillEach { place, end, value } => {
                let place = self.places[place as usize];
                for position in 0..place.elements {
                    run.position = position;
                    self.part(run, at + 1..end as usize);
                    let new = run.slots[value as usize];
                    place.set(run.successor(), position, new);
                }
                return end as usize;
            }
            Op::Check(condition) => run.failed |= value(condition) != 1,
            Op::End(row) => {
                run.tags[run.count] = (row + run.tuple) | if run.failed { FAILED } else { 0 };
                run.count += 1;
            }
            Op::EachInput { transition, end } => {
                for tuple in 0..run.rows.count(transition) as u32 {
                    (run.tuple, run.inputs) = (tuple, run.rows.inputs(run.rows.first(transition) + tuple));
                    self.part(run, at + 1..end as usize);
                }
                run.tuple = 0;
                return end as usize;
            }
            Op::Guard(number, holds) => run.guards[number as usize / 64] |= value(holds) << (number % 64),
            _ => unreachable!("the others give values or go elsewhere"),
        }
        at + 1
    }

    fn element(&self, state: &[u32], place: u32, index: u64) -> u64 {
        let place = self.places[place as usize];
        if index < u64::from(place.elements) { place.get(state, index as u32) } else { 0 }
    }
}

impl<'r> Run<'r> {
    fn new(rows: &'r Rows, state: &'r [u32], slots: &'r mut [u64]) -> Run<'r> {
        let (states, tags, guards) = (&mut [][..], &mut [][..], &mut [][..]);
        let (inputs, tuple, position) = (&[][..], 0, 0);
        Run { state, rows, states, tags, count: 0, guards, slots, failed: false, inputs, tuple, position, work: 0 }
    }

    /// The successor that was begun.
    fn successor(&mut self) -> &mut [u32] {
        let words = self.state.len();
        &mut self.states[self.count * words..][..words]
    }
}

#[inline]
fn load(state: &[u32], word: u32, shift: u8, width: u8) -> u32 {
    state[word as usize] >> shift & mask(width) as u32
}

/// Lays out a tape.
struct Layer<'a> {
    parts: Parts<'a>,
    tape: Tape,
    /// The values that were computed on every way to the next operation, and in which order they were added.
    known: FxHashMap<ExprId, Slot>,
    added: Vec<ExprId>,
    /// The places of variables among those of the tape.
    places: FxHashMap<VarId, u32>,
}

impl Layer<'_> {
    fn lay<'a>(parts: Parts<'a>, lay: impl FnOnce(&mut Layer<'a>)) -> Tape {
        let (known, places) = (FxHashMap::default(), FxHashMap::default());
        let mut layer = Layer { parts, tape: Tape::default(), known, added: Vec::new(), places };
        lay(&mut layer);
        layer.tape
    }

    fn push(&mut self, op: Op) -> Slot {
        self.tape.ops.push(op);
        self.here() - 1
    }

    /// Where the next operation will be.
    fn here(&self) -> u32 {
        self.tape.ops.len() as u32
    }

    /// Lays out what may not be run; what it computes is not known afterwards.
    fn apart(&mut self, lay: impl FnOnce(&mut Self)) {
        let before = self.added.len();
        lay(self);
        self.forget(before);
    }

    /// Forgets all but so many of the values that are known.
    fn forget(&mut self, before: usize) {
        self.added.drain(before..).for_each(|id| {
            self.known.remove(&id);
        });
    }

    /// Lets jumps lead to the next operation.
    fn land(&mut self, jumps: &[Slot]) {
        let here = self.here();
        for &jump in jumps {
            match &mut self.tape.ops[jump as usize] {
                Op::Unless(_, to) | Op::UnlessIs { to, .. } | Op::GoTo(to) => *to = here,
                Op::FillEach { end, .. } | Op::EachInput { end, .. } => *end = here,
                _ => unreachable!("the others go nowhere"),
            }
        }
    }

    fn tries(&mut self, order: &Order) {
        match &order.tried {
            Tried::List(transitions) => transitions.iter().for_each(|&t| self.attempt(order, t)),
            Tried::Split { variable, rest, cases } => {
                if let Some(rest) = rest {
                    self.tries(rest);
                }
                let mut done = Vec::new();
                for (value, order) in cases {
                    let next = self.unless_is(*variable, *value);
                    self.apart(|layer| layer.tries(order));
                    done.push(self.push(Op::GoTo(0)));
                    self.land(&[next]);
                }
                self.land(&done);
            }
        }
    }

    /// Goes on elsewhere unless a variable of at most 32 bits has a value.
    fn unless_is(&mut self, variable: VarId, value: u64) -> Slot {
        let PackedSlot { word, shift, width, .. } = self.parts.1.place(variable);
        self.push(Op::UnlessIs { word, shift, width, value: value as u32, to: 0 })
    }

    /// Writes the successors by a transition if its guards hold.
    fn attempt(&mut self, order: &Order, t: TransitionId) {
        let (system, layout, _) = self.parts;
        let (mut jumps, mut before) = (Vec::new(), None);
        for guard in order.undecided(system, t) {
            jumps.push(match system.as_equality(guard) {
                Some((v, value)) if layout.place(v).width <= 32 => self.unless_is(v, value),
                _ => {
                    let holds = self.value(guard);
                    self.push(Op::Unless(holds, 0))
                }
            });
            before.get_or_insert(self.added.len());
        }
        let before = before.unwrap_or(self.added.len());
        self.write(t);
        self.forget(before);
        self.land(&jumps);
    }

    /// Writes the successors by a transition: one for each tuple of inputs.
    fn write(&mut self, t: TransitionId) {
        if self.parts.2.table(t).is_none() {
            return self.write_one(t);
        }
        let each = self.push(Op::EachInput { transition: t, end: 0 });
        self.apart(|layer| layer.write_one(t));
        self.land(&[each]);
    }

    fn write_one(&mut self, t: TransitionId) {
        let (system, _, rows) = self.parts;
        let transition = system.transition(t);
        self.push(Op::Begin);
        transition.updates.iter().for_each(|update| self.update(update));
        for check in &transition.checks {
            let holds = self.value(check.condition);
            self.push(Op::Check(holds));
        }
        self.push(Op::End(rows.first(t)));
    }

    /// Updates speak of the state before, which stays as it is.
    fn update(&mut self, update: &Update) {
        let place = self.place(update.target.variable());
        match update.target {
            Target::Fill(_) if self.parts.0.exprs.has_position(update.value) => {
                let fill = self.push(Op::FillEach { place, end: 0, value: 0 });
                self.apart(|layer| {
                    let found = layer.value(update.value);
                    let Op::FillEach { value, .. } = &mut layer.tape.ops[fill as usize] else {
                        unreachable!("as pushed")
                    };
                    *value = found;
                });
                self.land(&[fill]);
            }
            Target::Var(_) | Target::Fill(_) => {
                let value = self.value(update.value);
                self.push(Op::Fill(place, value));
            }
            Target::Element(_, index) => {
                let (index, value) = (self.value(index), self.value(update.value));
                self.push(Op::Set(place, index, value));
            }
        }
    }

    /// The place of a variable, among those of the tape.
    fn place(&mut self, variable: VarId) -> u32 {
        let places = &mut self.tape.places;
        *self.places.entry(variable).or_insert_with(|| {
            places.push(self.parts.1.place(variable));
            places.len() as u32 - 1
        })
    }

    /// The slot of an expression's value.
    fn value(&mut self, id: ExprId) -> Slot {
        if let Some(&slot) = self.known.get(&id) {
            return slot;
        }
        let slot = self.operation(id);
        self.known.insert(id, slot);
        self.added.push(id);
        slot
    }

    fn operation(&mut self, id: ExprId) -> Slot {
        let (system, layout, _) = self.parts;
        let exprs = &system.exprs;
        let width = |id: ExprId| exprs.width(id);
        let op = match exprs.get(id) {
            Expr::Const { bits, .. } => Op::Const(bits),
            Expr::Var(v) => match layout.place(v) {
                PackedSlot { word, shift, width, .. } if width <= 32 => Op::Load(word, shift, width),
                _ => {
                    let (place, first) = (self.place(v), self.push(Op::Const(0)));
                    Op::Element(place, first)
                }
            },
            Expr::Element(v, index) => Op::Element(self.place(v), self.value(index)),
            Expr::Input { index, .. } => Op::Input(index),
            Expr::Position => Op::Position,
            Expr::Not(a) => Op::Not(width(a), self.value(a)),
            Expr::Neg(a) => Op::Neg(width(a), self.value(a)),
            Expr::Binary(op, a, b) => Op::Binary(op, width(a), self.value(a), self.value(b)),
            Expr::Ite(c, a, b) => Op::Ite(self.value(c), self.value(a), self.value(b)),
            Expr::ZeroExtend(_, a) => return self.value(a),
            Expr::SignExtend(to, a) => Op::SignExtend(width(a), to, self.value(a)),
            Expr::Extract { low, width, of } => Op::Extract(low, width, self.value(of)),
            Expr::Concat(a, b) => Op::Concat(self.value(a), self.value(b), width(b)),
        };
        self.push(op)
    }
}
