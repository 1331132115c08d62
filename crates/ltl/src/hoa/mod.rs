//! The Hanoi Omega-Automata format, version 1: T. Babiak et al., "The Hanoi omega-automata format" (2015).
//!
//! Büchi and generalized Büchi automata are read, with acceptance on states or edges. Everything else is refused.

mod header;
mod lexer;
mod print;

use std::collections::BTreeMap;
use std::fmt;

use crate::Automaton;
use crate::bdd::{Bdd, FALSE, LABELS, ROOM, Ref, TRUE};
use crate::translate::graph::Graph;
use crate::translate::{Limits, output, smallest};
use header::Header;
use lexer::{Token, tokens};

/// An automaton, and what its propositions are called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hoa {
    /// The automaton, with accepting states and not more of them than needed.
    pub automaton: Automaton,
    /// The names of the propositions, by number.
    pub atoms: Vec<String>,
}

/// Why a text is not a supported automaton.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HoaError {
    /// Where, in bytes.
    pub offset: usize,
    /// What is wrong there.
    pub message: String,
}

impl HoaError {
    fn new(offset: usize, message: &str) -> HoaError {
        HoaError { offset, message: message.into() }
    }
}

impl fmt::Display for HoaError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for HoaError {}

/// States and propositions are few enough for numbers to be trusted.
const MANY: usize = 1 << 18;

/// Reads one automaton.
pub fn parse_hoa(text: &str) -> Result<Hoa, HoaError> {
    let limits = Limits::default();
    let mut reader = Reader {
        text,
        tokens: tokens(text)?,
        at: 0,
        header: Header::default(),
        bdd: Bdd::new(limits.edges as u64 * 100),
        states: BTreeMap::new(),
    };
    reader.header()?;
    if reader.header.atoms.len() > 1000 || reader.header.sets > 1000 {
        return Err(HoaError::new(0, "more than 1000 propositions or acceptance sets"));
    }
    reader.body()?;
    let too_large = HoaError::new(0, "the automaton is too large");
    let graph = reader.graph()?;
    if reader.bdd.spent() {
        return Err(too_large);
    }
    let plain = by_states(&mut reader.bdd, &graph).unwrap_or(graph);
    let graph = smallest(&mut reader.bdd, &plain);
    let automaton = output::automaton(&mut reader.bdd, &graph, limits.edges).ok_or(too_large)?;
    Ok(Hoa { automaton, atoms: reader.header.atoms })
}

struct Reader<'a> {
    text: &'a str,
    tokens: Vec<(Token, usize)>,
    at: usize,
    header: Header,
    bdd: Bdd,
    /// The edges of each state: target with its place in the text, and guard with marks.
    states: BTreeMap<usize, Vec<(usize, usize, Ref)>>,
}

impl Reader<'_> {
    fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }

    fn place(&self) -> usize {
        self.tokens[self.at].1
    }

    fn next(&mut self) -> (Token, usize) {
        let token = self.tokens[self.at].clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    fn number(&mut self, what: &str) -> Result<usize, HoaError> {
        match self.next() {
            (Token::Number(number), at) if number > MANY => Err(HoaError::new(at, "this number is too large")),
            (Token::Number(number), _) => Ok(number),
            (_, at) => Err(HoaError::new(at, &format!("expected {what}"))),
        }
    }

    fn sign(&mut self, sign: char) -> Result<(), HoaError> {
        match self.next() {
            (Token::Sign(found), _) if found == sign => Ok(()),
            (_, at) => Err(HoaError::new(at, &format!("expected `{sign}`"))),
        }
    }

    fn body(&mut self) -> Result<(), HoaError> {
        loop {
            match self.next() {
                (Token::Header(name), at) if name == "State" => self.state(at)?,
                (Token::Mark(mark), _) if mark == "--END--" => break,
                (Token::Mark(mark), at) if mark == "--ABORT--" => {
                    return Err(HoaError::new(at, "the automaton was aborted"));
                }
                (_, at) => return Err(HoaError::new(at, "expected `State:` or `--END--`")),
            }
        }
        match self.next() {
            (Token::End, _) => Ok(()),
            (_, at) => Err(HoaError::new(at, "expected one automaton only")),
        }
    }

    fn state(&mut self, at: usize) -> Result<(), HoaError> {
        let state_label = self.optional_label()?;
        let number = self.number("the number of a state")?;
        if let Token::Text(_) = self.peek() {
            self.next();
        }
        let state_sets = self.sets()?;
        let mut edges = Vec::new();
        while !matches!(self.peek(), Token::Header(_) | Token::Mark(_) | Token::End) {
            let place = self.place();
            let label = match (self.optional_label()?, state_label) {
                (Some(_), Some(_)) => return Err(HoaError::new(place, "the state is labelled already")),
                (Some(label), _) | (None, Some(label)) => label,
                (None, None) => self.implicit(edges.len(), place)?,
            };
            let target_place = self.place();
            let target = self.number("the target of an edge")?;
            self.refuse_alternation()?;
            let mut sets = self.sets()?;
            sets.extend(&state_sets);
            let marks = self.marks_but(&sets);
            edges.push((target, target_place, self.bdd.and(label, marks)));
        }
        if self.states.insert(number, edges).is_some() {
            return Err(HoaError::new(at, "this state was described before"));
        }
        Ok(())
    }

    fn optional_label(&mut self) -> Result<Option<Ref>, HoaError> {
        if *self.peek() != Token::Sign('[') {
            return Ok(None);
        }
        self.next();
        let label = self.label(0)?;
        self.sign(']')?;
        Ok(Some(label))
    }

    /// Without labels, edges are in the order of the letters as binary numbers, the first proposition being the last digit.
    fn implicit(&mut self, edge: usize, at: usize) -> Result<Ref, HoaError> {
        let atoms = self.header.atoms.len();
        if atoms > 20 || edge >= 1 << atoms {
            return Err(HoaError::new(at, "there are more edges without label than letters"));
        }
        let literal = |atom: usize| crate::Literal { atom, positive: edge >> atom & 1 == 1 };
        let cube: Vec<_> = (0..atoms).map(literal).collect();
        Ok(self.bdd.cube(&cube))
    }

    fn sets(&mut self) -> Result<Vec<usize>, HoaError> {
        let mut sets = Vec::new();
        if *self.peek() == Token::Sign('{') {
            self.next();
            while *self.peek() != Token::Sign('}') {
                let place = self.place();
                let set = self.number("an acceptance set")?;
                if set >= self.header.sets {
                    return Err(HoaError::new(place, "there are fewer acceptance sets"));
                }
                sets.push(set);
            }
            self.next();
        }
        Ok(sets)
    }

    /// The marks of all required sets but these: being in a set is to be without its mark.
    fn marks_but(&mut self, sets: &[usize]) -> Ref {
        let mut all = TRUE;
        for set in self.header.required.clone() {
            if !sets.contains(&set) {
                let mark = self.bdd.variable(mark(set));
                all = self.bdd.and(all, mark);
            }
        }
        all
    }

    fn graph(&mut self) -> Result<Graph, HoaError> {
        let count = self.header.states.unwrap_or(0).max(self.states.keys().max().map_or(0, |max| max + 1));
        let mut edges = vec![Vec::new(); count + 1];
        for (&s, own) in &self.states {
            for &(target, place, guard) in own {
                if target >= count {
                    return Err(HoaError::new(place, "there is no such state"));
                }
                Graph::add_edge(&mut self.bdd, &mut edges[s], target, guard);
            }
        }
        // A state of its own stands for all initial ones: no run comes back to it, so acceptance does not matter there.
        for &start in &self.header.starts {
            if start >= count {
                return Err(HoaError::new(0, &format!("there is no state {start} to start in")));
            }
            for (target, guard) in edges[start].clone() {
                Graph::add_edge(&mut self.bdd, &mut edges[count], target, guard);
            }
        }
        let initial = if let [start] = self.header.starts[..] { start } else { count };
        if self.header.never {
            edges.iter_mut().for_each(Vec::clear);
        }
        edges.iter_mut().for_each(|edges| edges.retain(|edge| edge.1 != FALSE));
        let mut marks: Vec<u32> = self.header.required.iter().map(|&set| mark(set)).collect();
        marks.sort();
        marks.dedup();
        Ok(Graph { initial, edges, accepting: vec![false; count + 1], marks: Some(marks) })
    }
}

/// The same automaton without marks, if its acceptance is by states already. Making it so once more would copy states.
fn by_states(bdd: &mut Bdd, graph: &Graph) -> Option<Graph> {
    let &[mark] = graph.marks.as_deref()? else { return None };
    let (mut edges, mut accepting) = (graph.edges.clone(), Vec::new());
    for (s, own) in edges.iter_mut().enumerate() {
        let (mut inside, mut outside) = (false, false);
        for (_, guard) in own {
            let (all, unmarked) = (bdd.any_marks(*guard), bdd.without(*guard, mark));
            inside |= unmarked != FALSE;
            outside |= unmarked != all;
            *guard = all;
        }
        // No run comes back to the last state, which stands for the initial ones.
        if inside && outside && s + 1 < graph.len() {
            return None;
        }
        accepting.push(inside && !outside);
    }
    Some(Graph { initial: graph.initial, edges, accepting, marks: None })
}

/// The variable of the mark that stands for not being in a set.
fn mark(set: usize) -> u32 {
    debug_assert!(set + 1 < ROOM as usize);
    LABELS + 1 + set as u32
}
