//! From control elements to the automaton of a process type.
//!
//! The rules are SPIN's, because they decide at which places a process can stand: jumps and markers are passed over,
//! except where that would leave an atomic sequence; a selection has the steps of its options; an escape's steps stand
//! before those it escapes from.

use std::collections::{HashMap, HashSet};

use kulan_diagnostics::Span;

use super::body::{ANY_ATOMIC, Body, Jump};
use crate::hir::{Action, Binding, Move, State};

/// Part of an atomic chain, and not its last element.
pub(super) const ATOMIC: u8 = 1;
/// The last element of an atomic chain.
pub(super) const LAST_OF_ATOMIC: u8 = 2;
/// Inside a d_step.
pub(super) const DETERMINISTIC: u8 = 4;

/// A sequence of elements.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Seq {
    pub first: usize,
    /// The last element, markers included.
    pub last: usize,
    /// The last element the user wrote.
    pub extent: usize,
}

/// What an element is.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// A step.
    Basic(Action),
    /// `goto` or `break`.
    Jump(Jump),
    /// Behind a selection, around a loop.
    Marker,
    /// `if` or `do`.
    Select(Vec<Seq>),
    /// The main part and the escape of an `unless`.
    Unless(Seq, Seq),
    /// `atomic`.
    Atomic(Seq),
    /// `d_step`.
    DStep(Seq),
    /// `{ }`.
    Block(Seq),
}

/// An element of a body.
#[derive(Clone, Debug)]
pub(super) struct Element {
    pub node: Node,
    pub next: Option<usize>,
    pub status: u8,
    /// Escape sequences, the outermost first.
    pub escapes: Vec<Seq>,
    pub text: String,
    pub span: Span,
}

/// Marks a sequence as atomic, all but its last step as part of the chain.
pub(super) fn make_atomic(elements: &mut Vec<Element>, seq: &Seq, added: u8) {
    walk_atomic(elements, seq.first, seq.last, added);
    match elements[seq.last].node.clone() {
        Node::Block(inner) | Node::Atomic(inner) | Node::Unless(inner, _) => make_atomic(elements, &inner, added),
        _ => {
            elements[seq.last].status &= !ATOMIC;
            elements[seq.last].status |= LAST_OF_ATOMIC;
        }
    }
}

fn walk_atomic(elements: &mut Vec<Element>, first: usize, last: usize, added: u8) {
    let mut at = first;
    loop {
        elements[at].status |= ATOMIC | added;
        match elements[at].node.clone() {
            Node::Atomic(seq) | Node::Block(seq) => {
                elements[at].node = Node::Block(seq);
                walk_atomic(elements, seq.first, seq.last, added);
            }
            Node::DStep(seq) if added != 0 => {
                elements[at].node = Node::Block(seq);
                walk_atomic(elements, seq.first, seq.last, added);
            }
            Node::Select(options) => {
                for option in options {
                    walk_atomic(elements, option.first, option.last, added);
                }
            }
            Node::Unless(main, escape) => {
                walk_atomic(elements, main.first, main.last, added);
                walk_atomic(elements, escape.first, escape.last, added);
            }
            Node::Basic(_) | Node::Jump(_) | Node::Marker | Node::DStep(_) => {}
        }
        match elements[at].next {
            Some(next) if at != last => at = next,
            _ => return,
        }
    }
}

/// Attaches an escape to every element of a sequence.
pub(super) fn attach_escape(elements: &mut Vec<Element>, main: &Seq, escape: &Seq) {
    let mut at = main.first;
    loop {
        escape_element(elements, at, escape);
        match elements[at].next {
            Some(next) if at != main.extent => at = next,
            _ => return,
        }
    }
}

fn escape_element(elements: &mut Vec<Element>, at: usize, escape: &Seq) {
    if elements[at].escapes.iter().any(|s| s.first == escape.first) {
        return;
    }
    for inner in elements[at].escapes.clone() {
        attach_escape(elements, &inner, escape);
    }
    elements[at].escapes.insert(0, *escape);
    match elements[at].node.clone() {
        Node::Unless(seq, _) | Node::Atomic(seq) | Node::Block(seq) => attach_escape(elements, &seq, escape),
        Node::Select(options) => {
            for option in options {
                attach_escape(elements, &option, escape);
            }
        }
        Node::DStep(seq) => escape_element(elements, seq.first, escape),
        Node::Basic(_) | Node::Jump(_) | Node::Marker => {}
    }
}

/// Drops a skip behind a skip or print within an option, as SPIN does.
pub(super) fn prune_skips(body: &mut Body, seq: &mut Seq) {
    let (mut previous, mut at, mut run) = (seq.first, seq.first, 0);
    loop {
        let labelled = body.labels.iter().any(|l| l.element == at);
        let skip = matches!(body.elements[at].node, Node::Basic(Action::Skip | Action::Print(..)));
        run = if skip && !labelled { run + 1 } else { 0 };
        let is_print = matches!(body.elements[at].node, Node::Basic(Action::Print(..)));
        let next = body.elements[at].next;
        if run > 1 && !is_print && at != seq.first && at != seq.last {
            body.elements[previous].next = next;
        } else {
            previous = at;
        }
        match next {
            Some(n) if at != seq.last => at = n,
            _ => return,
        }
    }
}

/// The automaton of a process type.
pub(super) struct Automaton {
    pub states: Vec<State>,
    pub labels: Vec<(String, usize)>,
    /// Labels at statements that no path leads to.
    pub unreachable_labels: Vec<String>,
    /// Statements that no path leads to.
    pub unreachable: Vec<Span>,
    /// What a d_step must not do, with why.
    pub bad_steps: Vec<(Span, &'static str)>,
}

/// The automaton from `first`, where the process starts, to `end`.
pub(super) fn automaton(body: &mut Body, first: usize, end: usize) -> Automaton {
    link_blocks(body);
    patch_jumps(body);
    let mut flow =
        Flow { body, states: Vec::new(), numbers: HashMap::new(), elements: Vec::new(), reached: HashSet::new() };
    let start = flow.hunt(first, 0);
    flow.number(start);
    let mut done = 0;
    while done < flow.elements.len() {
        kulan_control::checkpoint();
        flow.fill(done);
        done += 1;
    }
    flow.mark_ends(end);
    Automaton {
        labels: flow.labels(),
        unreachable_labels: flow.unreachable_labels(),
        unreachable: flow.unreachable(end),
        bad_steps: flow.bad_steps(),
        states: flow.states,
    }
}

/// The last element of a block is followed by what follows the block.
fn link_blocks(body: &mut Body) {
    // Outer blocks were created after inner ones, so going backwards sets outer links first.
    for at in (0..body.elements.len()).rev() {
        if let Node::Atomic(seq) | Node::Block(seq) | Node::DStep(seq) = body.elements[at].node {
            body.elements[seq.last].next = body.elements[at].next;
        }
    }
}

/// A jump out of an atomic sequence ends it; one from its last place into another goes on.
fn patch_jumps(body: &mut Body) {
    for at in 0..body.elements.len() {
        if !matches!(body.elements[at].node, Node::Jump(_)) || body.elements[at].status & ANY_ATOMIC == 0 {
            continue;
        }
        let target = body.elements[jump_target(body, at)].status;
        let status = &mut body.elements[at].status;
        if target & ANY_ATOMIC == 0 {
            *status = (*status & !ATOMIC) | LAST_OF_ATOMIC;
        } else if *status & LAST_OF_ATOMIC != 0 {
            *status = (*status & !LAST_OF_ATOMIC) | ATOMIC;
        }
    }
}

fn jump_target(body: &Body, at: usize) -> usize {
    match &body.elements[at].node {
        Node::Jump(Jump::Label(name, scope, _)) => body.find_label(name, scope).expect("labels were checked"),
        Node::Jump(Jump::Break(number)) => body.break_target(*number),
        _ => unreachable!("only jumps have a target"),
    }
}

/// A step before escapes are mixed in: the element, and the d_step it opens.
#[derive(Clone)]
struct Raw {
    element: usize,
    action: Action,
    target: usize,
    binding: Binding,
    /// The element whose escapes apply.
    escaped: usize,
    /// The d_step whose alternatives are tried in order.
    group: Option<usize>,
}

struct Flow<'b> {
    body: &'b Body,
    states: Vec<State>,
    /// State number by element.
    numbers: HashMap<usize, usize>,
    /// Element by state number.
    elements: Vec<usize>,
    /// Elements that are a step of some state.
    reached: HashSet<usize>,
}

impl Flow<'_> {
    fn element(&self, at: usize) -> &Element {
        &self.body.elements[at]
    }

    fn number(&mut self, element: usize) -> usize {
        if let Some(&n) = self.numbers.get(&element) {
            return n;
        }
        let n = self.elements.len();
        self.numbers.insert(element, n);
        self.elements.push(element);
        self.states.push(State::default());
        n
    }

    /// Passes over jumps and markers to the element where a process stands. From within an atomic chain it stops at the
    /// jump that leaves it.
    fn hunt(&self, from: usize, status: u8) -> usize {
        let mut at = from;
        for _ in 0..self.body.elements.len() + 1 {
            let next = match &self.element(at).node {
                Node::Jump(_) => jump_target(self.body, at),
                Node::Marker => match self.element(at).next {
                    Some(next) => next,
                    None => return at,
                },
                Node::Unless(seq, _) => self.hunt(seq.first, status),
                _ => return at,
            };
            if status & ATOMIC != 0 && self.element(next).status & ATOMIC == 0 {
                return at;
            }
            at = next;
        }
        at
    }

    /// The first element of an option.
    fn hunt_start(&self, from: usize) -> usize {
        let mut at = from;
        for _ in 0..self.body.elements.len() + 1 {
            at = match (&self.element(at).node, self.element(at).next) {
                (Node::Marker, Some(next)) => next,
                (Node::Unless(seq, _), _) => seq.first,
                _ => return at,
            };
        }
        at
    }

    fn after(&self, at: usize) -> usize {
        let element = self.element(at);
        match &element.node {
            Node::Jump(_) => self.hunt(jump_target(self.body, at), element.status),
            _ => element.next.map_or(at, |next| self.hunt(next, element.status)),
        }
    }

    fn binding(&self, at: usize) -> Binding {
        if self.element(at).status & ATOMIC != 0 { Binding::Atomic } else { Binding::Free }
    }

    /// The steps at an element, selections and blocks opened.
    fn steps(&self, at: usize, depth: usize, out: &mut Vec<Raw>) {
        if depth > self.body.elements.len() {
            return; // a cycle of selections without a step; nothing can be done in it
        }
        match &self.element(at).node {
            Node::Select(options) => {
                for option in options {
                    self.steps(self.hunt_start(option.first), depth + 1, out);
                }
            }
            Node::Atomic(seq) | Node::Block(seq) => self.steps(self.hunt_start(seq.first), depth + 1, out),
            Node::Unless(seq, _) => self.steps(self.hunt_start(seq.first), depth + 1, out),
            Node::DStep(seq) => self.d_step(seq.first, at, at, depth, out),
            Node::Basic(action) => out.push(Raw {
                element: at,
                action: action.clone(),
                target: self.after(at),
                binding: self.binding(at),
                escaped: at,
                group: None,
            }),
            Node::Jump(_) | Node::Marker => out.push(Raw {
                element: at,
                action: Action::Skip,
                target: self.after(at),
                binding: self.binding(at),
                escaped: at,
                group: None,
            }),
        }
    }

    /// The steps at a place inside a d_step, in the order in which they are tried.
    fn d_step(&self, from: usize, whole: usize, escaped: usize, depth: usize, out: &mut Vec<Raw>) {
        if depth > self.body.elements.len() {
            return;
        }
        let Some(at) = self.hunt_inside(from) else {
            // An option that does nothing but leave, as `:: break` of the last loop.
            let (target, binding) = (self.after(whole), self.binding(whole));
            out.push(Raw { element: from, action: Action::Skip, target, binding, escaped, group: Some(whole) });
            return;
        };
        match &self.element(at).node {
            Node::Select(options) => {
                for option in options {
                    self.d_step(option.first, whole, escaped, depth + 1, out);
                }
            }
            Node::Atomic(seq) | Node::Block(seq) | Node::DStep(seq) | Node::Unless(seq, _) => {
                self.d_step(seq.first, whole, escaped, depth + 1, out);
            }
            Node::Basic(action) => {
                let inside = self.element(at).next.and_then(|next| self.hunt_inside(next));
                let (target, binding) = match inside {
                    Some(next) => (next, Binding::Deterministic),
                    None => (self.after(whole), self.binding(whole)),
                };
                out.push(Raw { element: at, action: action.clone(), target, binding, escaped, group: Some(whole) });
            }
            Node::Jump(_) | Node::Marker => unreachable!("passed over"),
        }
    }

    /// Passes over jumps and markers within a d_step; `None` when that leaves it.
    fn hunt_inside(&self, from: usize) -> Option<usize> {
        let mut at = from;
        for _ in 0..self.body.elements.len() + 1 {
            if self.element(at).status & DETERMINISTIC == 0 {
                return None;
            }
            at = match (&self.element(at).node, self.element(at).next) {
                (Node::Jump(_), _) => jump_target(self.body, at),
                (Node::Marker, Some(next)) => next,
                (Node::Marker, None) => return None,
                _ => return Some(at),
            };
        }
        None
    }

    /// Fills in the moves of a state.
    fn fill(&mut self, number: usize) {
        let at = self.elements[number];
        let inside = self.element(at).status & DETERMINISTIC != 0 && self.enclosing_d_step(at).is_some();
        let mut raws = Vec::new();
        match self.enclosing_d_step(at) {
            Some(whole) if inside => self.d_step(at, whole, at, 0, &mut raws),
            _ => self.steps(at, 0, &mut raws),
        }
        let moves = self.with_escapes(raws);
        self.reached.extend(moves.iter().map(|(raw, _)| raw.element));
        let source = moves.first().map(|(r, _)| self.element(r.element).span);
        let moves = moves
            .into_iter()
            .map(|(raw, escape)| Move {
                target: self.number(raw.target),
                binding: raw.binding,
                escape,
                group: raw.group,
                text: self.element(raw.element).text.clone(),
                span: self.element(raw.element).span,
                action: raw.action,
            })
            .collect();
        let labels = self.body.labels.iter().filter(|l| l.element == at).map(|l| l.name.clone()).collect();
        let state = &mut self.states[number];
        state.moves = moves;
        state.deterministic = inside;
        state.labels = labels;
        state.span = source;
    }

    /// The d_step an element lies in, not counting the one it is.
    fn enclosing_d_step(&self, at: usize) -> Option<usize> {
        if self.element(at).status & DETERMINISTIC == 0 {
            return None;
        }
        (0..self.body.elements.len()).find(|&e| match self.element(e).node {
            Node::DStep(seq) => self.contains(&seq, at),
            _ => false,
        })
    }

    /// A d_step is one step: nothing jumps into it or out of it, and it creates no process.
    fn bad_steps(&self) -> Vec<(Span, &'static str)> {
        let mut found = Vec::new();
        for (at, element) in self.body.elements.iter().enumerate() {
            match &element.node {
                Node::Jump(_) => {
                    let (from, to) = (self.enclosing_d_step(at), self.enclosing_d_step(jump_target(self.body, at)));
                    if from != to && from.is_some() {
                        found.push((element.span, "a jump out of a d_step"));
                    } else if from != to {
                        found.push((element.span, "a jump into a d_step"));
                    }
                }
                Node::Basic(Action::Run(..)) if element.status & DETERMINISTIC != 0 => {
                    found.push((element.span, "`run` in a d_step"));
                }
                _ => {}
            }
        }
        found
    }

    fn contains(&self, seq: &Seq, wanted: usize) -> bool {
        let mut at = seq.first;
        loop {
            if at == wanted {
                return true;
            }
            let inner = match &self.element(at).node {
                Node::Select(options) => options.iter().any(|o| self.contains(o, wanted)),
                Node::Atomic(s) | Node::Block(s) | Node::DStep(s) => self.contains(s, wanted),
                Node::Unless(main, escape) => self.contains(main, wanted) || self.contains(escape, wanted),
                _ => false,
            };
            if inner {
                return true;
            }
            match self.element(at).next {
                Some(next) if at != seq.last => at = next,
                _ => return false,
            }
        }
    }

    /// Puts the steps of escapes before the others, outermost escapes first.
    fn with_escapes(&self, raws: Vec<Raw>) -> Vec<(Raw, Option<usize>)> {
        let mut list: Vec<(Raw, Option<usize>)> = raws.iter().map(|r| (r.clone(), None)).collect();
        for raw in &raws {
            kulan_control::checkpoint();
            if matches!(self.element(raw.escaped).node, Node::Marker) {
                continue;
            }
            let escaped = self.element(raw.escaped);
            for escape in escaped.escapes.iter().rev() {
                let place = self.hunt(escape.first, escaped.status);
                let mut steps = Vec::new();
                self.steps(place, 0, &mut steps);
                if matches!(self.element(escape.first).node, Node::Jump(_)) && place < raw.escaped {
                    // What it jumps back to may have escapes of its own, which SPIN puts beside the rest.
                    for own in &self.element(place).escapes {
                        self.steps(self.hunt(own.first, escaped.status), 0, &mut steps);
                    }
                }
                for step in steps {
                    if !list.iter().any(|(r, _)| r.element == step.element) {
                        list.insert(0, (step, Some(place)));
                    }
                }
            }
        }
        list
    }

    /// Where a process may end: at its end, at `end` labels, and where SPIN carries such a label on.
    fn mark_ends(&mut self, end: usize) {
        for (number, &element) in self.elements.iter().enumerate() {
            self.states[number].valid_end = element == end || self.has_end_label(element);
        }
        // A label on the first statement of an option marks the place behind that statement.
        for number in 0..self.elements.len() {
            let mut marked = Vec::new();
            self.labelled_options(self.elements[number], 0, &mut marked);
            for element in marked {
                let mut raws = Vec::new();
                self.steps(element, 0, &mut raws);
                for raw in raws {
                    if let Some(&target) = self.numbers.get(&raw.target) {
                        self.states[target].valid_end = true;
                    }
                }
            }
        }
        for number in 0..self.elements.len() {
            let marker = matches!(self.element(self.elements[number]).node, Node::Marker);
            if marker && self.states[number].valid_end {
                for target in self.states[number].moves.iter().map(|m| m.target).collect::<Vec<_>>() {
                    self.states[target].valid_end = true;
                }
            }
        }
    }

    fn labelled_options(&self, at: usize, depth: usize, out: &mut Vec<usize>) {
        let starts: Vec<usize> = match &self.element(at).node {
            Node::Select(options) => options.iter().map(|o| self.hunt_start(o.first)).collect(),
            Node::Atomic(seq) | Node::Block(seq) => vec![self.hunt_start(seq.first)],
            _ => return,
        };
        for start in starts {
            if self.has_end_label(start) {
                out.push(start);
            }
            if depth < self.body.elements.len() {
                self.labelled_options(start, depth + 1, out);
            }
        }
    }

    fn has_end_label(&self, element: usize) -> bool {
        self.body.labels.iter().any(|l| l.element == element && l.name.starts_with("end"))
    }

    /// The first statement of each stretch that is never reached.
    fn unreachable(&self, end: usize) -> Vec<Span> {
        let mut found = Vec::new();
        let mut inside = false;
        for (at, element) in self.body.elements.iter().enumerate() {
            if let Node::Basic(_) = element.node {
                let unreached = at != end && !self.reached.contains(&at);
                if unreached && !inside {
                    found.push(element.span);
                }
                inside = unreached;
            }
        }
        found
    }

    fn unreachable_labels(&self) -> Vec<String> {
        let labels = self.body.labels.iter().filter(|l| !self.numbers.contains_key(&l.element));
        labels.map(|l| l.name.clone()).collect()
    }

    fn labels(&self) -> Vec<(String, usize)> {
        let labels = self.body.labels.iter();
        labels.filter_map(|l| self.numbers.get(&l.element).map(|&n| (l.name.clone(), n))).collect()
    }
}
