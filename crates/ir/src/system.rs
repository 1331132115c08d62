//! The parts of a system: variables, processes and threads, guards, transitions.

use crate::analysis::conjuncts;
use crate::expr::{Expr, ExprId, Exprs, mask, signed};
use crate::{Check, CheckKind, Role, Transition};

macro_rules! index {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(pub u32);

        impl $name {
            /// The position, for dense tables.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

index!(
    /// A variable of a [`System`].
    VarId
);
index!(
    /// A process of a [`System`].
    ProcessId
);
index!(
    /// A thread of a [`System`].
    ThreadId
);
index!(
    /// A guard of a [`System`].
    GuardId
);
index!(
    /// A transition of a [`System`].
    TransitionId
);
index!(
    /// A source file of a [`System`].
    FileId
);

/// Where something stands in the user's source.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Source {
    /// Index into [`System::files`].
    pub file: FileId,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
}

/// To whom a variable belongs.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Owner {
    /// Shared by all.
    System,
    /// Local to a process, shared by its threads.
    Process(ProcessId),
    /// Local to a thread.
    Thread(ThreadId),
}

/// How the values of a variable are shown to people.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Display {
    /// As a number, signed or not as the variable is.
    #[default]
    Number,
    /// `false` and `true`.
    Bool,
    /// By name where there is one (PROMELA's mtype, channel names).
    Names(Vec<(u64, String)>),
    /// Not shown among the changes: program counters, bookkeeping.
    Hidden,
    /// An input that stands for a value: the place of the value in some ranges, or without ranges the value itself.
    Choice {
        /// Bits of the value.
        width: u8,
        /// Whether it is meant signed.
        signed: bool,
        /// The first value of each range, and how many there are.
        ranges: Vec<(u64, u64)>,
    },
}

/// A variable: a bit-vector, or a fixed-size array of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Its name as the user knows it, qualified by its owner where needed to be unique. For how an array is named, see
    /// [`indexed`].
    pub name: String,
    /// Bits of the value or of each element, 1 to 64.
    pub width: u8,
    /// Whether the value is meant signed; expressions do not care, display does.
    pub signed: bool,
    /// Number of elements, for an array.
    pub elements: Option<u32>,
    /// To whom it belongs.
    pub owner: Owner,
    /// The value at the start: one entry, or one per element.
    pub initial: Vec<u64>,
    /// How to show it.
    pub display: Display,
}

impl Variable {
    /// The name of an element, or of the variable if it is no array.
    pub fn element_name(&self, index: usize) -> String {
        if self.elements.is_some() { indexed(&self.name, index) } else { self.name.clone() }
    }

    /// How many values it holds.
    pub fn len(&self) -> usize {
        self.elements.unwrap_or(1) as usize
    }

    /// Whether it holds no value (an array of length zero).
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The name of an element of an array. Where the name of the array has `[:3]`, that stands for an index below 3, and the
/// last one changes fastest: with 3 dots each, the fourth dot of `lines[:2].dots[:3]` is `lines[1].dots[0]`. Otherwise
/// the index follows the name.
pub fn indexed(name: &str, index: usize) -> String {
    let (head, sizes) = dimensions(name);
    if sizes.is_empty() {
        return format!("{name}[{index}]");
    }
    let (mut rest, mut text) = (index, String::new());
    for (number, &(size, behind)) in sizes.iter().enumerate().rev() {
        let own = if number == 0 { rest } else { rest % size.max(1) };
        rest /= size.max(1);
        text = format!("[{own}]{behind}{text}");
    }
    format!("{head}{text}")
}

/// The same for an index that is an expression.
pub fn indexed_by(name: &str, index: &str) -> String {
    match dimensions(name) {
        (head, sizes) if sizes.len() == 1 => format!("{head}[{index}]{}", sizes[0].1),
        (head, sizes) => {
            let inner: String = sizes.iter().map(|(_, behind)| format!("[]{behind}")).collect();
            format!("{head}{inner}[{index}]")
        }
    }
}

/// What is before the first `[:n]` of a name, and each n with what is behind it.
fn dimensions(name: &str) -> (&str, Vec<(usize, &str)>) {
    let mut parts = name.split("[:");
    let head = parts.next().unwrap_or_default();
    let size = |part: &'_ str| part.split_once(']').and_then(|(size, _)| size.parse().ok());
    let behind = |part| str::split_once(part, ']').map_or("", |(_, behind)| behind);
    (head, parts.filter_map(|part| Some((size(part)?, behind(part)))).collect())
}

/// A process: an address space with threads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Process {
    /// Its name, as in `Client(3)`.
    pub name: String,
}

/// A thread of control.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thread {
    /// Its name, equal to the process's where that has only one.
    pub name: String,
    /// The process it runs in.
    pub process: ProcessId,
    /// The variable that holds its location, if it has one.
    pub program_counter: Option<VarId>,
    /// The location at which it does not run: not yet started, or ended. No transition of the thread starts there, and
    /// what it owns is not shown. A thread without such a location always runs.
    pub idle: Option<u64>,
    /// What is known of each value of the program counter; may be shorter than its range.
    pub locations: Vec<Location>,
}

/// A value of a program counter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Location {
    /// Labels of the source at this place.
    pub labels: Vec<String>,
    /// The place.
    pub source: Option<Source>,
    /// The functions that are active here, innermost first, for languages with calls. The text form of a system does not
    /// have them.
    pub frames: Vec<Frame>,
}

/// A function that was called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// Its name.
    pub function: String,
    /// Where it was called; none for the outermost.
    pub called_at: Option<Source>,
}

impl Display {
    /// A value of some bits, in the user's terms.
    pub fn show(&self, is_signed: bool, width: u8, value: u64) -> String {
        let value = value & mask(width);
        let number = || if is_signed { signed(width, value).to_string() } else { value.to_string() };
        match self {
            Display::Bool => (value != 0).to_string(),
            Display::Names(names) => {
                names.iter().find(|(v, _)| *v == value).map_or_else(number, |(_, name)| name.clone())
            }
            Display::Number | Display::Hidden => number(),
            Display::Choice { width, signed: is_signed, ranges } => {
                let value = value_at(ranges, value) & mask(*width);
                if *is_signed { signed(*width, value).to_string() } else { value.to_string() }
            }
        }
    }

    /// The value of some bits that is shown like this, of numbers only.
    pub fn read(&self, width: u8, text: &str) -> Option<u64> {
        let number: i128 = text.parse().ok()?;
        match self {
            Display::Number => u64::try_from(number).ok().filter(|&value| value <= mask(width)),
            Display::Choice { width, ranges, .. } => place_of(ranges, number as u64 & mask(*width)),
            _ => None,
        }
    }

    /// The same for an input that has become the place of its value in some ranges.
    #[must_use]
    pub fn chosen_from(&self, width: u8, regions: &[(u64, u64)]) -> Display {
        match self {
            Display::Choice { width, signed, ranges } if !ranges.is_empty() => {
                let places = regions.iter().flat_map(|&(start, count)| cut(ranges, start, count));
                Display::Choice { width: *width, signed: *signed, ranges: places.collect() }
            }
            _ => {
                let signed = matches!(self, Display::Choice { signed: true, .. });
                Display::Choice { width, signed, ranges: regions.to_vec() }
            }
        }
    }
}

/// The value at a place in some ranges.
fn value_at(ranges: &[(u64, u64)], place: u64) -> u64 {
    let mut left = place;
    for &(first, count) in ranges {
        if left < count {
            return first.wrapping_add(left);
        }
        left -= count;
    }
    if ranges.is_empty() { place } else { left }
}

/// The place of a value in some ranges.
fn place_of(ranges: &[(u64, u64)], value: u64) -> Option<u64> {
    if ranges.is_empty() {
        return Some(value);
    }
    let mut before = 0;
    for &(first, count) in ranges {
        if (first..first.saturating_add(count)).contains(&value) {
            return Some(before + (value - first));
        }
        before += count;
    }
    None
}

/// What some places in a row are the values of.
fn cut(ranges: &[(u64, u64)], start: u64, count: u64) -> Vec<(u64, u64)> {
    let (mut before, mut list) = (0, Vec::new());
    for &(first, size) in ranges {
        let (from, to) = (start.max(before), (start + count).min(before + size));
        if from < to {
            list.push((first + (from - before), to - from));
        }
        before += size;
    }
    list
}

/// A condition that must hold in all states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invariant {
    /// The condition.
    pub condition: ExprId,
    /// What its failure means.
    pub kind: CheckKind,
    /// The failure in the user's words.
    pub message: String,
    /// Where it stands.
    pub source: Option<Source>,
}

impl Invariant {
    /// The condition that the user calls by its text.
    pub fn stated(condition: ExprId, text: &str) -> Invariant {
        let message = format!("a state in which this does not hold: {text}");
        Invariant { condition, kind: CheckKind::Invariant, message, source: None }
    }

    /// That something the user asks for, called `what`, can be evaluated: a check that this needs.
    pub fn evaluation(check: Check, what: &str) -> Invariant {
        let message = format!("{}, in {what}", check.message);
        Invariant { condition: check.condition, kind: CheckKind::Evaluation, message, source: check.source }
    }

    /// Whether a check is one that [`Invariant::evaluation`] made for `what`.
    pub fn is_evaluation_of(check: &Check, what: &str) -> bool {
        check.kind == CheckKind::Evaluation && check.message.ends_with(&format!(", in {what}"))
    }
}

/// A named state predicate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Its name.
    pub name: String,
    /// True where the label applies.
    pub predicate: ExprId,
}

/// A whole system.
#[derive(Clone, Debug)]
pub struct System {
    /// Its name, usually the file's.
    pub name: String,
    /// The files that [`Source`] refers to.
    pub files: Vec<String>,
    /// All expressions.
    pub exprs: Exprs,
    /// Variables by [`VarId`].
    pub variables: Vec<Variable>,
    /// Processes by [`ProcessId`].
    pub processes: Vec<Process>,
    /// Threads by [`ThreadId`].
    pub threads: Vec<Thread>,
    /// Guards by [`GuardId`], each of width 1, no two equal.
    pub guards: Vec<ExprId>,
    /// Transitions by [`TransitionId`].
    pub transitions: Vec<Transition>,
    /// Named predicates.
    pub labels: Vec<Label>,
    /// A state without enabled transition is a deadlock unless this holds in it.
    pub valid_end: ExprId,
    /// By variable: its values in the state to which a check leads that does not let the run go on. Without it, the run
    /// ends there.
    pub error_state: Option<Vec<Vec<u64>>>,
    /// What never changes and is therefore no variable, with its value, for people.
    pub constants: Vec<(String, String)>,
    /// Whether a thread that goes on alone enters each unobservable state once, and not once per path: for transactions,
    /// whose paths nobody counts. The text form of a system does not have it.
    pub enters_once: bool,
}

impl System {
    /// A system with nothing in it, in which every end is valid.
    pub fn new(name: impl Into<String>) -> System {
        let mut exprs = Exprs::default();
        let valid_end = exprs.bool(true);
        System {
            name: name.into(),
            files: Vec::new(),
            exprs,
            variables: Vec::new(),
            processes: Vec::new(),
            threads: Vec::new(),
            guards: Vec::new(),
            transitions: Vec::new(),
            labels: Vec::new(),
            valid_end,
            error_state: None,
            constants: Vec::new(),
            enters_once: false,
        }
    }

    /// Adds a variable.
    pub fn add_variable(&mut self, variable: Variable) -> VarId {
        let id = VarId(self.variables.len() as u32);
        self.variables.push(variable);
        id
    }

    /// Reads a scalar variable.
    pub fn read(&mut self, var: VarId) -> ExprId {
        self.exprs.var(var, self.variables[var.index()].width)
    }

    /// Reads an array element.
    pub fn read_element(&mut self, var: VarId, index: ExprId) -> ExprId {
        self.exprs.element(var, self.variables[var.index()].width, index)
    }

    /// Adds observers of conditions, in a thread of their own.
    pub fn add_invariants(&mut self, invariants: Vec<Invariant>) {
        if invariants.is_empty() {
            return;
        }
        let mut guards = GuardTable::of(self);
        let name = "invariant";
        self.processes.push(Process { name: name.into() });
        let (process, thread) = (ProcessId(self.processes.len() as u32 - 1), ThreadId(self.threads.len() as u32));
        let (program_counter, idle, locations) = (None, None, Vec::new());
        self.threads.push(Thread { name: name.into(), process, program_counter, idle, locations });
        for Invariant { condition, kind, message, source } in invariants {
            let fails = self.exprs.not(condition);
            let Some(guards) = guards.split(self, &[fails]) else { continue };
            let checks = vec![Check::new(condition, kind, message, source)];
            let (updates, steps) = (Vec::new(), Vec::new());
            let (role, continues) = (Role::Observer, None);
            self.transitions.push(Transition {
                thread,
                guards,
                role,
                inputs: Vec::new(),
                checks,
                updates,
                continues,
                steps,
            });
        }
    }

    /// The transition of an id.
    pub fn transition(&self, id: TransitionId) -> &Transition {
        &self.transitions[id.index()]
    }

    /// All transition ids.
    pub fn transition_ids(&self) -> impl Iterator<Item = TransitionId> + use<> {
        (0..self.transitions.len() as u32).map(TransitionId)
    }

    /// If the guard has the form `variable == constant`, that variable and constant. The code generator dispatches on it.
    pub fn as_equality(&self, guard: ExprId) -> Option<(VarId, u64)> {
        match self.exprs.get(guard) {
            Expr::Binary(crate::BinaryOp::Equal, a, b) => match (self.exprs.get(a), self.exprs.get(b)) {
                (Expr::Var(v), Expr::Const { bits, .. }) | (Expr::Const { bits, .. }, Expr::Var(v)) => Some((v, bits)),
                _ => None,
            },
            Expr::Var(v) if self.exprs.width(guard) == 1 => Some((v, 1)),
            Expr::Not(a) => match self.exprs.get(a) {
                Expr::Var(v) if self.exprs.width(a) == 1 => Some((v, 0)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The location at which a transition starts: the constant its thread's program counter is compared with.
    pub fn location_of(&self, transition: &Transition) -> Option<u64> {
        let pc = self.threads[transition.thread.index()].program_counter?;
        transition.guards.iter().find_map(|&g| match self.as_equality(self.guards[g.index()]) {
            Some((v, value)) if v == pc => Some(value),
            _ => None,
        })
    }
}

/// Interns guards while a system is built: splits conjunctions, drops `true`, shares equal ones.
#[derive(Default, Debug)]
pub struct GuardTable {
    ids: rustc_hash::FxHashMap<ExprId, GuardId>,
}

impl GuardTable {
    /// The guards that a system has.
    pub fn of(system: &System) -> GuardTable {
        let guards = system.guards.iter().enumerate();
        GuardTable { ids: guards.map(|(i, &expr)| (expr, GuardId(i as u32))).collect() }
    }

    /// The guards whose conjunction is `condition`, or `None` if that is plainly false.
    pub fn split(&mut self, system: &mut System, conditions: &[ExprId]) -> Option<Vec<GuardId>> {
        let mut parts = Vec::new();
        for &condition in conditions {
            conjuncts(&system.exprs, condition, &mut parts);
        }
        parts.sort_unstable();
        parts.dedup();
        if contradictory(system, &parts) {
            return None;
        }
        let mut result = Vec::new();
        for part in parts {
            match system.exprs.as_const(part) {
                Some(0) => return None,
                Some(_) => {}
                None => result.push(self.guard(system, part)),
            }
        }
        Some(result)
    }

    /// An expression as one guard, not split.
    pub fn guard(&mut self, system: &mut System, expr: ExprId) -> GuardId {
        *self.ids.entry(expr).or_insert_with(|| {
            system.guards.push(expr);
            GuardId(system.guards.len() as u32 - 1)
        })
    }
}

/// Whether two conjuncts compare one variable with different constants, or one is the complement of another.
fn contradictory(system: &System, parts: &[ExprId]) -> bool {
    let mut values: rustc_hash::FxHashMap<VarId, u64> = Default::default();
    parts.iter().any(|&part| {
        let clash = match system.as_equality(part) {
            Some((v, value)) => values.insert(v, value).is_some_and(|other| other != value),
            None => false,
        };
        clash || matches!(system.exprs.get(part), Expr::Not(inner) if parts.binary_search(&inner).is_ok())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_are_shown_by_their_values() {
        let negative = Display::Choice { width: 8, signed: true, ranges: vec![] };
        assert_eq!((negative.show(false, 8, 255), negative.read(8, "-1")), ("-1".into(), Some(255)));
        let chosen = negative.chosen_from(8, &[(0, 4), (100, 2), (250, 6)]);
        let shown: Vec<String> = [0, 3, 4, 5, 6, 11].map(|place| chosen.show(false, 4, place)).into();
        assert_eq!(shown, ["0", "3", "100", "101", "-6", "-1"]);
        for place in 0..12 {
            assert_eq!(chosen.read(4, &chosen.show(false, 4, place)), Some(place));
        }
        assert_eq!(chosen.read(4, "7"), None);
        // Some of these.
        let fewer = chosen.chosen_from(4, &[(3, 2), (11, 1)]);
        let shown: Vec<String> = [0, 1, 2].map(|place| fewer.show(false, 2, place)).into();
        assert_eq!(shown, ["3", "100", "-1"]);
    }
}
