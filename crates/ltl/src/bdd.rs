//! Binary decision diagrams: R. E. Bryant, "Graph-based algorithms for Boolean function manipulation" (1986), as much of
//! them as translating formulas needs. A variable's number is its place in the order.
//!
//! Work is bounded by fuel: once it is spent, operations answer at once, with anything, and [`Bdd::spent`] tells.

use rustc_hash::FxHashMap;

use crate::Literal;

/// A function, by number.
pub(crate) type Ref = u32;
/// Never.
pub(crate) const FALSE: Ref = 0;
/// Always.
pub(crate) const TRUE: Ref = 1;

/// Obligations for the next state have the variables below this one: they are on top. Propositions and acceptance marks
/// follow.
pub(crate) const LABELS: u32 = 1 << 26;
/// Between two propositions there is room for this many acceptance marks, less one. A mark stands beside a proposition
/// that it depends on: in any other order, a conjunction of "again and again" would be exponential.
pub(crate) const ROOM: u32 = 1 << 12;

/// The variable of a proposition.
pub(crate) fn atom_variable(atom: usize) -> u32 {
    LABELS + atom as u32 * ROOM
}

fn is_mark(variable: u32) -> bool {
    variable >= LABELS && !variable.is_multiple_of(ROOM)
}

#[derive(Copy, Clone, PartialEq, Eq, Hash)]
struct Node {
    variable: u32,
    low: Ref,
    high: Ref,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash)]
enum Operation {
    And(Ref, Ref),
    Or(Ref, Ref),
    Not(Ref),
    /// Some values of all marks.
    AnyMarks(Ref),
    /// Also with more marks.
    MoreMarks(Ref),
    /// Where a variable is false.
    Without(Ref, u32),
}

/// Functions with shared nodes.
pub(crate) struct Bdd {
    nodes: Vec<Node>,
    unique: FxHashMap<Node, Ref>,
    results: FxHashMap<Operation, Ref>,
    fuel: u64,
}

impl Bdd {
    pub(crate) fn new(fuel: u64) -> Bdd {
        let constant = Node { variable: u32::MAX, low: 0, high: 0 };
        Bdd { nodes: vec![constant; 2], unique: FxHashMap::default(), results: FxHashMap::default(), fuel }
    }

    /// Whether nothing can be believed since the fuel was filled up.
    pub(crate) fn spent(&self) -> bool {
        self.fuel == 0
    }

    /// So much work from here on; gives what was left.
    pub(crate) fn refuel(&mut self, fuel: u64) -> u64 {
        std::mem::replace(&mut self.fuel, fuel)
    }

    /// Counts work done elsewhere.
    pub(crate) fn burn(&mut self, fuel: usize) {
        self.fuel = self.fuel.saturating_sub(fuel as u64);
    }

    pub(crate) fn variable_of(&self, f: Ref) -> u32 {
        self.nodes[f as usize].variable
    }

    /// The function where its first variable is false, and where it is true.
    pub(crate) fn branches(&self, f: Ref) -> (Ref, Ref) {
        let node = self.nodes[f as usize];
        (node.low, node.high)
    }

    fn node(&mut self, variable: u32, low: Ref, high: Ref) -> Ref {
        kulan_control::checkpoint();
        if low == high {
            return low;
        }
        let node = Node { variable, low, high };
        *self.unique.entry(node).or_insert_with(|| {
            self.nodes.push(node);
            self.nodes.len() as Ref - 1
        })
    }

    pub(crate) fn variable(&mut self, variable: u32) -> Ref {
        self.node(variable, FALSE, TRUE)
    }

    pub(crate) fn literal(&mut self, literal: Literal) -> Ref {
        let variable = atom_variable(literal.atom);
        if literal.positive { self.node(variable, FALSE, TRUE) } else { self.node(variable, TRUE, FALSE) }
    }

    pub(crate) fn cube(&mut self, literals: &[Literal]) -> Ref {
        literals.iter().fold(TRUE, |all, &literal| {
            let one = self.literal(literal);
            self.and(all, one)
        })
    }

    pub(crate) fn and(&mut self, a: Ref, b: Ref) -> Ref {
        match (a.min(b), a.max(b)) {
            (FALSE, _) => FALSE,
            (TRUE, other) => other,
            (a, b) if a == b => a,
            (a, b) => self.binary(Operation::And(a, b), a, b, Bdd::and),
        }
    }

    pub(crate) fn or(&mut self, a: Ref, b: Ref) -> Ref {
        match (a.min(b), a.max(b)) {
            (FALSE, other) => other,
            (TRUE, _) => TRUE,
            (a, b) if a == b => a,
            (a, b) => self.binary(Operation::Or(a, b), a, b, Bdd::or),
        }
    }

    fn binary(&mut self, key: Operation, a: Ref, b: Ref, go: fn(&mut Bdd, Ref, Ref) -> Ref) -> Ref {
        let Some(known) = self.known(key) else {
            let variable = self.variable_of(a).min(self.variable_of(b));
            let ((a0, a1), (b0, b1)) = (self.at(a, variable), self.at(b, variable));
            let low = go(self, a0, b0);
            let high = go(self, a1, b1);
            return self.learn(key, variable, low, high);
        };
        known
    }

    pub(crate) fn not(&mut self, f: Ref) -> Ref {
        if f <= TRUE {
            return 1 - f;
        }
        let key = Operation::Not(f);
        if let Some(known) = self.known(key) {
            return known;
        }
        let (low, high) = self.branches(f);
        let (low, high) = (self.not(low), self.not(high));
        self.learn(key, self.variable_of(f), low, high)
    }

    /// `a` without `b`.
    pub(crate) fn minus(&mut self, a: Ref, b: Ref) -> Ref {
        let other = self.not(b);
        self.and(a, other)
    }

    pub(crate) fn implies(&mut self, a: Ref, b: Ref) -> bool {
        self.minus(a, b) == FALSE
    }

    /// Over propositions only: with some marks.
    pub(crate) fn any_marks(&mut self, f: Ref) -> Ref {
        self.over_marks(Operation::AnyMarks(f), f, Bdd::any_marks, |bdd, _, low, high| bdd.or(low, high))
    }

    /// With these marks or more.
    pub(crate) fn more_marks(&mut self, f: Ref) -> Ref {
        self.over_marks(Operation::MoreMarks(f), f, Bdd::more_marks, |bdd, variable, low, high| {
            let high = bdd.or(low, high);
            bdd.node(variable, low, high)
        })
    }

    fn over_marks(
        &mut self,
        key: Operation,
        f: Ref,
        go: fn(&mut Bdd, Ref) -> Ref,
        join: fn(&mut Bdd, u32, Ref, Ref) -> Ref,
    ) -> Ref {
        if f <= TRUE {
            return f;
        }
        if let Some(known) = self.known(key) {
            return known;
        }
        let (low, high) = self.branches(f);
        let (low, high) = (go(self, low), go(self, high));
        let variable = self.variable_of(f);
        let result = if is_mark(variable) { join(self, variable, low, high) } else { self.node(variable, low, high) };
        if self.fuel > 0 {
            self.results.insert(key, result);
        }
        result
    }

    /// The function where a variable is false.
    pub(crate) fn without(&mut self, f: Ref, variable: u32) -> Ref {
        let top = self.variable_of(f);
        if top >= variable {
            return if top == variable { self.branches(f).0 } else { f };
        }
        let key = Operation::Without(f, variable);
        if let Some(known) = self.known(key) {
            return known;
        }
        let (low, high) = self.branches(f);
        let (low, high) = (self.without(low, variable), self.without(high, variable));
        self.learn(key, top, low, high)
    }

    fn at(&self, f: Ref, variable: u32) -> (Ref, Ref) {
        if self.variable_of(f) == variable { self.branches(f) } else { (f, f) }
    }

    /// The result of an operation that was done before; anything if there is no fuel.
    fn known(&self, key: Operation) -> Option<Ref> {
        if self.fuel == 0 { Some(FALSE) } else { self.results.get(&key).copied() }
    }

    fn learn(&mut self, key: Operation, variable: u32, low: Ref, high: Ref) -> Ref {
        if self.fuel == 0 {
            return FALSE;
        }
        self.fuel -= 1;
        let result = self.node(variable, low, high);
        self.results.insert(key, result);
        result
    }

    /// A short list of cubes that hold at least where `least` does and at most where `most` does, which are over
    /// propositions: S. Minato, "Fast generation of irredundant sum-of-products forms from binary decision diagrams"
    /// (1992).
    pub(crate) fn cubes(&mut self, least: Ref, most: Ref) -> Vec<Vec<Literal>> {
        let (mut cubes, _) = self.cubes_between(least, most);
        cubes.iter_mut().for_each(|cube| cube.sort());
        cubes.sort();
        cubes
    }

    /// The cubes, not sorted, and their disjunction.
    fn cubes_between(&mut self, least: Ref, most: Ref) -> (Vec<Vec<Literal>>, Ref) {
        self.burn(1);
        if least == FALSE || self.spent() {
            return (Vec::new(), FALSE);
        }
        if most == TRUE {
            return (vec![Vec::new()], TRUE);
        }
        let variable = self.variable_of(least).min(self.variable_of(most));
        let ((l0, l1), (m0, m1)) = (self.at(least, variable), self.at(most, variable));
        let only_low = self.minus(l0, m1);
        let (mut low_cubes, low) = self.cubes_between(only_low, m0);
        let only_high = self.minus(l1, m0);
        let (mut high_cubes, high) = self.cubes_between(only_high, m1);
        let (rest0, rest1) = (self.minus(l0, low), self.minus(l1, high));
        let rest = self.or(rest0, rest1);
        let most_both = self.and(m0, m1);
        let (mut cubes, either) = self.cubes_between(rest, most_both);
        let atom = ((variable - LABELS) / ROOM) as usize;
        low_cubes.iter_mut().for_each(|cube| cube.push(Literal { atom, positive: false }));
        high_cubes.iter_mut().for_each(|cube| cube.push(Literal { atom, positive: true }));
        cubes.append(&mut low_cubes);
        cubes.append(&mut high_cubes);
        let split = self.node(variable, low, high);
        (cubes, self.or(split, either))
    }
}
