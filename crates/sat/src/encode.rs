//! Expressions as circuits.

use kulan_ir::expr::POSITION_WIDTH;
use kulan_ir::{Expr, ExprId, Exprs, Update, VarId};
use rustc_hash::FxHashMap;

use crate::frame::{Data, Origin, updates_of};
use crate::tabulate::{self, Tabulation};
use crate::{At, Circuit, Firing, Frame, Gates, Lit, Solver, Space, Word};

/// A circuit with what was encoded in it so far. All calls must be given the same expressions, to which new ones may have
/// been added.
pub struct Encoder<'a, S, P> {
    /// The gates.
    pub circuit: Circuit<S>,
    space: &'a P,
    frames: Vec<Data>,
    words: FxHashMap<(Scene, ExprId), Word>,
    /// Numbers for the positions at which values of fills were encoded.
    positions: FxHashMap<Word, u32>,
    inputs: FxHashMap<(Firing, u32), Word>,
    tabulation: Tabulation,
}

/// Where an expression is evaluated.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
struct Scene {
    at: At,
    /// The number of the position, for an expression that depends on it.
    position: Option<u32>,
}

impl Scene {
    /// Where an operand is evaluated: what does not depend on the position is the same for all.
    fn of(self, exprs: &Exprs, id: ExprId) -> Scene {
        Scene { position: self.position.filter(|_| exprs.has_position(id)), ..self }
    }
}

impl<'a, S: Gates, P: Space> Encoder<'a, S, P> {
    /// An encoder without frames.
    pub fn new(solver: S, space: &'a P) -> Encoder<'a, S, P> {
        let (words, positions, inputs) = (FxHashMap::default(), FxHashMap::default(), FxHashMap::default());
        let (frames, tabulation) = (Vec::new(), Tabulation::default());
        Encoder { circuit: Circuit::new(solver), space, frames, words, positions, inputs, tabulation }
    }

    fn add(&mut self, origin: Origin) -> Frame {
        self.frames.push(Data::new(origin));
        Frame(self.frames.len() as u32 - 1)
    }

    /// A frame that can be any state of the space.
    pub fn free(&mut self) -> Frame {
        self.add(Origin::Free)
    }

    /// A frame with given values, by variable and element.
    pub fn given(&mut self, values: Vec<Vec<u64>>) -> Frame {
        self.add(Origin::Given(values.into()))
    }

    /// The frame that simultaneous updates make of another.
    pub fn after(&mut self, at: At, updates: &[Update]) -> Frame {
        self.add(Origin::After(at, updates.into()))
    }

    /// If the condition holds the one frame, else the other.
    pub fn choose(&mut self, condition: Lit, then: Frame, otherwise: Frame) -> Frame {
        self.add(Origin::Choice(condition, then, otherwise))
    }

    /// What a firing gets from outside under a number: any value of the width. Whoever encodes a transition demands that it
    /// is in the range of the input.
    pub fn input(&mut self, firing: Firing, number: u32, width: u8) -> Word {
        let circuit = &mut self.circuit;
        self.inputs.entry((firing, number)).or_insert_with(|| circuit.fresh_word(width)).clone()
    }

    /// Gives a firing this word under a number, before anybody asks for it.
    pub fn set_input(&mut self, firing: Firing, number: u32, word: Word) {
        self.inputs.insert((firing, number), word);
    }

    /// The value of a truth value.
    pub fn bit(&mut self, exprs: &Exprs, at: At, id: ExprId) -> Lit {
        self.word(exprs, at, id)[0]
    }

    /// The value of an expression.
    pub fn word(&mut self, exprs: &Exprs, at: At, id: ExprId) -> Word {
        self.word_in(exprs, Scene { at, position: None }, id)
    }

    /// The value that a fill gives to the element at an index in range.
    fn word_at(&mut self, exprs: &Exprs, at: At, index: &[Lit], id: ExprId) -> Word {
        if !exprs.has_position(id) {
            return self.word(exprs, at, id);
        }
        let position = extended(index, POSITION_WIDTH, self.circuit.bit(false));
        let next = self.positions.len() as u32;
        let number = *self.positions.entry(position.clone()).or_insert(next);
        let scene = Scene { at, position: Some(number) };
        // Whoever reads the position finds it under its number.
        if let Some(read) = exprs.find_position() {
            self.words.insert((scene, read), position);
        }
        self.word_in(exprs, scene, id)
    }

    fn word_in(&mut self, exprs: &Exprs, scene: Scene, id: ExprId) -> Word {
        // Operands first, without recursion: expressions can be deep.
        let mut stack = vec![id];
        while let Some(&top) = stack.last() {
            if self.words.contains_key(&(scene.of(exprs, top), top)) {
                stack.pop();
                continue;
            }
            if let Some(word) = self.tabulated(exprs, scene, top) {
                self.words.insert((scene.of(exprs, top), top), word);
                continue;
            }
            let known = stack.len();
            stack.extend(exprs.operands(top).filter(|&o| !self.words.contains_key(&(scene.of(exprs, o), o))));
            stack[known..].reverse();
            if stack.len() == known {
                let word = self.operation(exprs, scene, top);
                self.words.insert((scene.of(exprs, top), top), word);
            }
        }
        self.words[&(scene.of(exprs, id), id)].clone()
    }

    /// The value of an expression that is expensive to encode, by a table of the values of what it reads.
    fn tabulated(&mut self, exprs: &Exprs, scene: Scene, id: ExprId) -> Option<Word> {
        let Origin::Free = self.frames[scene.at.frame.0 as usize].origin else { return None };
        let (argument, element) = self.tabulation.argument(exprs, id)?;
        if self.space.array(argument).is_some_and(|array| !array.split || element >= array.length) {
            return None;
        }
        let values = tabulate::few(self.space.domain(argument, element))?;
        let word = self.cell(exprs, scene.at.frame, argument, element);
        let width = exprs.width(id);
        let mut result = self.circuit.constant(width, 0);
        for value in values {
            let here = self.circuit.equals(&word, value);
            let of = tabulate::value(exprs, id, value, &mut FxHashMap::default());
            let of = self.circuit.constant(width, of);
            result = self.circuit.choose_word(here, &of, &result);
        }
        Some(result)
    }

    /// The value of an expression whose operands are known.
    fn operation(&mut self, exprs: &Exprs, scene: Scene, id: ExprId) -> Word {
        let (width, at) = (exprs.width(id), scene.at);
        let (words, circuit) = (&self.words, &mut self.circuit);
        let of = |id: ExprId| &words[&(scene.of(exprs, id), id)];
        match exprs.get(id) {
            Expr::Const { bits, .. } => circuit.constant(width, bits),
            Expr::Var(v) => self.cell(exprs, at.frame, v, 0),
            Expr::Element(v, index) => {
                let index = of(index).clone();
                self.element(exprs, at.frame, v, &index)
            }
            Expr::Input { index, width } => self.input(at.firing, index, width),
            Expr::Position => unreachable!("a position is known before what depends on it is encoded"),
            Expr::Not(a) => of(a).iter().map(|&bit| !bit).collect(),
            Expr::Neg(a) => circuit.negate(of(a)),
            Expr::Binary(op, a, b) => circuit.binary(op, of(a), of(b)),
            Expr::Ite(c, a, b) => circuit.choose_word(of(c)[0], of(a), of(b)),
            Expr::ZeroExtend(_, a) => extended(of(a), width, circuit.bit(false)),
            Expr::SignExtend(_, a) => extended(of(a), width, *of(a).last().expect("a word has bits")),
            Expr::Extract { low, of: a, .. } => of(a)[usize::from(low)..][..usize::from(width)].to_vec(),
            Expr::Concat(a, b) => [&of(b)[..], of(a)].concat(),
        }
    }

    /// A scalar, or an element of a split array, in a frame.
    pub fn cell(&mut self, exprs: &Exprs, frame: Frame, v: VarId, element: u32) -> Word {
        if let Some(word) = self.frames[frame.0 as usize].cells.get(&(v, element)) {
            return word.clone();
        }
        let width = self.space.width(v);
        let word = match self.frames[frame.0 as usize].origin.clone() {
            Origin::Free => self.circuit.one_of(width, self.space.domain(v, element)),
            Origin::Given(values) => self.circuit.constant(width, values[v.index()][element as usize]),
            Origin::After(before, updates) if self.space.array(v).is_none() => match updates_of(&updates, v).last() {
                Some(&(_, value)) => self.word(exprs, before, value),
                None => self.cell(exprs, before.frame, v, element),
            },
            Origin::After(before, updates) => {
                let old = self.cell(exprs, before.frame, v, element);
                let here = self.circuit.constant(32, u64::from(element));
                self.updated(exprs, before, &updates, v, &here, old)
            }
            Origin::Choice(condition, then, otherwise) => {
                let (a, b) = (self.cell(exprs, then, v, element), self.cell(exprs, otherwise, v, element));
                self.circuit.choose_word(condition, &a, &b)
            }
        };
        self.frames[frame.0 as usize].cells.insert((v, element), word.clone());
        word
    }

    /// The element at an index in range after updates of what it was.
    fn updated(&mut self, exprs: &Exprs, before: At, updates: &[Update], v: VarId, index: &[Lit], old: Word) -> Word {
        let mut word = old;
        for (target, value) in updates_of(updates, v) {
            let value = match target {
                Some(_) => self.word(exprs, before, value),
                None => self.word_at(exprs, before, index, value),
            };
            let target = target.map(|target| self.word(exprs, before, target));
            let hit = target.map_or(self.circuit.bit(true), |target| self.same(&target, index));
            word = self.circuit.choose_word(hit, &value, &word);
        }
        word
    }

    /// Whether two indices, of any width, are the same.
    fn same(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let (wide, no) = (a.len().max(b.len()) as u8, self.circuit.bit(false));
        self.circuit.equal(&extended(a, wide, no), &extended(b, wide, no))
    }

    /// The element of an array at an index; zero out of range.
    fn element(&mut self, exprs: &Exprs, frame: Frame, v: VarId, index: &Word) -> Word {
        let array = self.space.array(v).expect("elements are read of arrays only");
        let zero = self.circuit.constant(self.space.width(v), 0);
        if !array.split {
            let value = self.long(exprs, frame, v, index);
            let inside = self.circuit.below(index, u64::from(array.length));
            return self.circuit.choose_word(inside, &value, &zero);
        }
        let mut result = zero;
        for element in 0..array.length {
            let here = self.circuit.equals(index, u64::from(element));
            if here != self.circuit.bit(false) {
                let value = self.cell(exprs, frame, v, element);
                result = self.circuit.choose_word(here, &value, &result);
            }
        }
        result
    }

    /// The element of a long array; anything if the index is out of range.
    fn long(&mut self, exprs: &Exprs, frame: Frame, v: VarId, index: &Word) -> Word {
        let key = (v, index.clone());
        if let Some(word) = self.frames[frame.0 as usize].reads.get(&key) {
            return word.clone();
        }
        let word = match self.frames[frame.0 as usize].origin.clone() {
            Origin::Free => self.long_free(frame, v, index),
            Origin::Given(values) => self.long_given(&values[v.index()], self.space.width(v), index),
            Origin::After(before, updates) => {
                let old = self.long(exprs, before.frame, v, index);
                self.updated(exprs, before, &updates, v, index, old)
            }
            Origin::Choice(condition, then, otherwise) => {
                let (a, b) = (self.long(exprs, then, v, index), self.long(exprs, otherwise, v, index));
                self.circuit.choose_word(condition, &a, &b)
            }
        };
        self.frames[frame.0 as usize].reads.insert(key, word.clone());
        word
    }

    fn long_given(&mut self, values: &[u64], width: u8, index: &[Lit]) -> Word {
        let mut result = self.circuit.constant(width, 0);
        for (element, &value) in values.iter().enumerate() {
            let (here, value) = (self.circuit.equals(index, element as u64), self.circuit.constant(width, value));
            result = self.circuit.choose_word(here, &value, &result);
        }
        result
    }

    /// A new value that agrees with what was read at the same index before.
    fn long_free(&mut self, frame: Frame, v: VarId, index: &Word) -> Word {
        let value = self.circuit.one_of(self.space.width(v), self.space.domain(v, 0));
        let mut reads = std::mem::take(&mut self.frames[frame.0 as usize].long);
        for (other, other_index, other_value) in &reads {
            if *other == v {
                let same = self.same(index, other_index);
                let agree = self.circuit.equal(&value, other_value);
                let consistent = self.circuit.or(!same, agree);
                self.circuit.require(consistent);
            }
        }
        reads.push((v, index.clone(), value.clone()));
        self.frames[frame.0 as usize].long = reads;
        value
    }
}

impl<S: Solver, P: Space> Encoder<'_, S, P> {
    /// The cells of a frame that were asked for, with their values in the model found.
    pub fn cells(&self, frame: Frame) -> impl Iterator<Item = (VarId, u32, u64)> + '_ {
        let cells = self.frames[frame.0 as usize].cells.iter();
        cells.map(|(&(v, element), word)| (v, element, self.circuit.value(word)))
    }

    /// The elements of long arrays that were asked for in a free frame: the variable, the position, which may be out of
    /// range, and the value in the model found.
    pub fn long_elements(&self, frame: Frame) -> impl Iterator<Item = (VarId, u64, u64)> + '_ {
        let reads = self.frames[frame.0 as usize].long.iter();
        reads.map(|(v, index, value)| (*v, self.circuit.value(index), self.circuit.value(value)))
    }
}

fn extended(word: &[Lit], width: u8, by: Lit) -> Word {
    let mut word = word.to_vec();
    word.resize(usize::from(width), by);
    word
}
