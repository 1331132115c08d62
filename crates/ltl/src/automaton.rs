//! Büchi automata over sets of propositions.

/// A proposition or its negation.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Literal {
    /// The number of the proposition.
    pub atom: usize,
    /// Whether it must hold, or must not.
    pub positive: bool,
}

/// A way from a state: taken by reading a set of propositions that agrees with the literals.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Edge {
    /// All must agree; sorted, no proposition twice. None: any set will do.
    pub guard: Vec<Literal>,
    /// Where to.
    pub target: usize,
}

/// A state.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct State {
    /// Whether a run that passes here forever is accepted.
    pub accepting: bool,
    /// Ways out; several may agree with one set of propositions, or none.
    pub edges: Vec<Edge>,
}

/// A Büchi automaton. A run reads the propositions of the first state when it leaves the initial state.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Automaton {
    /// The states.
    pub states: Vec<State>,
    /// The number of the initial one.
    pub initial: usize,
}
