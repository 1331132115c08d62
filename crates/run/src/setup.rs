//! How to check: the choices that do not change a verdict.

use std::time::Duration;

use kulan_relations::Method;
use kulan_search::Options;
use kulan_stubborn::{Algorithm, Condition, Cycles, Strength, Visibility};
use kulan_transactions::Mode;
use kulan_transform::Passes;

use crate::Effort;

/// How states are stored.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum StoreKind {
    /// Compressed as trees.
    #[default]
    Tree,
    /// Uncompressed.
    Plain,
}

/// What runs the model.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Execution {
    /// Machine code.
    #[default]
    Compiled,
    /// The reference interpreter.
    Interpret,
}

/// What answers questions about safety.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Engine {
    /// Whichever answers first.
    Auto,
    /// A search that stores the states it reaches.
    #[default]
    Explicit,
    /// The same on a GPU.
    Gpu,
    /// Runs up to a length, all at once.
    Bmc,
    /// The same, and induction over the length.
    Induction,
    /// A proof, frame by frame, or a run.
    Ic3,
}

impl Engine {
    /// The name on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Auto => "auto",
            Engine::Explicit => "explicit",
            Engine::Gpu => "gpu",
            Engine::Bmc => "bmc",
            Engine::Induction => "kind",
            Engine::Ic3 => "ic3",
        }
    }

    /// Whether it does not check temporal properties.
    pub fn is_for_safety_only(self) -> bool {
        self.is_symbolic() || self == Engine::Gpu
    }

    /// Whether it works on the transition relation as a circuit.
    pub fn is_symbolic(self) -> bool {
        matches!(self, Engine::Bmc | Engine::Induction | Engine::Ic3)
    }
}

/// How to reduce.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Reduction {
    /// The algorithm and its options.
    pub options: kulan_stubborn::Options,
    /// Where the relations come from.
    pub method: Method,
    /// Whether to use the other strength of sets where that leaves fewer states.
    pub either_strength: bool,
    /// Whether the relations must tell which transitions move to the right.
    pub movers: bool,
    /// To reduce only if that promises to take less time than searching the whole space: the number of states that are
    /// searched before anything is compared.
    pub auto: Option<u64>,
}

impl Default for Reduction {
    /// Cheap sets, if they pay.
    fn default() -> Reduction {
        let options = kulan_stubborn::Options { algorithm: Algorithm::Components, ..Default::default() };
        Reduction {
            options,
            method: Method::Solver,
            either_strength: false,
            movers: false,
            auto: Some(Reduction::FIRST),
        }
    }
}

impl Reduction {
    /// How many states `auto` searches before it compares: this takes less time than finding relations.
    pub const FIRST: u64 = 30_000;
    /// How many times fewer, once a reduction has paid.
    const SOONER: u64 = 10;

    /// The relations that it needs.
    pub fn relations(&self) -> kulan_relations::Options {
        let left = self.options.strength == Strength::Weak || self.either_strength || self.movers;
        kulan_relations::Options { left, ..Default::default() }
    }

    /// Whether relations are found when a set first asks for them: for algorithms that need few.
    pub fn on_demand(&self) -> bool {
        self.options.algorithm.is_cheap() && self.method == Method::Solver
    }

    /// The smallest space that we know how to get, whatever it costs.
    pub fn best() -> Reduction {
        let (algorithm, strength) = (Algorithm::Both, Strength::Weak);
        let options = kulan_stubborn::Options { algorithm, strength, disabling: true, heuristic: true };
        Reduction { options, method: Method::Solver, either_strength: true, movers: false, auto: None }
    }
}

/// How a reduction preserves what a temporal property sees.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Watching {
    /// The condition on sets.
    pub condition: Condition,
    /// The condition on cycles.
    pub cycles: Cycles,
    /// Which transitions count.
    pub visibility: Visibility,
}

impl Watching {
    /// V, I and C3', for strong and weak sets.
    pub const INVISIBLE: Watching =
        Watching { condition: Condition::Visible, cycles: Cycles::Visible, visibility: Visibility::Invisible };
    /// C2 and C3 for transitions that are not transparent.
    pub const TRANSPARENT: Watching =
        Watching { condition: Condition::Ample, cycles: Cycles::Full, visibility: Visibility::Transparent };
}

/// How temporal properties are checked.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Temporal {
    /// How a reduction preserves what the property sees; by default, whatever promises the smaller space.
    pub watching: Option<Watching>,
    /// Whether only weakly fair runs count: a process that can always act from some state on acts infinitely often.
    pub fair: bool,
}

/// Whether steps of a thread are put together to transactions.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Transactions {
    /// Static ones for IC3, and for bounded model checking where no depth is given. A search of states has none by itself;
    /// where several engines run side by side, one of them searches a system with transactions.
    Auto,
    /// No.
    #[default]
    Off,
    /// Of such movers, whatever it takes.
    Of(Mode),
    /// Of what stubborn sets show to move in a state, by a search of states that does not store what is inside.
    Stubborn,
}

/// How to check.
#[derive(Clone, Debug)]
pub struct Setup {
    /// What answers questions about safety.
    pub engine: Engine,
    /// The length of runs up to which bounded engines look.
    pub depth: Option<u64>,
    /// Whether what holds needs a proof that can be written down.
    pub proof: bool,
    /// The transformations.
    pub passes: Passes,
    /// The search.
    pub search: Options,
    /// The store.
    pub store: StoreKind,
    /// What runs the model.
    pub execution: Execution,
    /// Bytes the store may take.
    pub memory: u64,
    /// Transactions, if any.
    pub transactions: Transactions,
    /// Partial-order reduction, if any.
    pub reduction: Option<Reduction>,
    /// Whether safety is searched with process-local states, in place of stubborn sets.
    pub by_process: bool,
    /// Whether the model is a system of several programs.
    pub programs: bool,
    /// Whether a search for safety should also find out, by the way, that no process is stuck.
    pub local_deadlocks: bool,
    /// How temporal properties are checked.
    pub temporal: Temporal,
    /// Time for making a counterexample shorter; none is made shorter with none.
    pub shorten: Duration,
}

impl Default for Setup {
    /// What is usual, on all cores, with three quarters of the available memory.
    fn default() -> Setup {
        let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
        Setup {
            engine: Engine::default(),
            depth: None,
            proof: false,
            passes: Passes::USUAL,
            search: Options { threads, ..Options::default() },
            store: StoreKind::default(),
            execution: Execution::default(),
            memory: kulan_control::available_memory().unwrap_or(4 << 30) / 4 * 3,
            transactions: Transactions::default(),
            reduction: Some(Reduction::default()),
            by_process: false,
            programs: false,
            local_deadlocks: false,
            temporal: Temporal::default(),
            shorten: Effort::default().time,
        }
    }
}

impl Setup {
    /// How to reduce, if at all. Transactions that need a reduction do not wait until it pays.
    pub fn reduces(&self) -> Option<Reduction> {
        match self.transactions {
            Transactions::Stubborn => self.reduction.map(|r| Reduction { movers: true, auto: None, ..r }),
            _ => self.reduction,
        }
    }

    /// The transactions of a space that is reduced. For several programs, `auto` has static ones, unless a way to choose stubborn
    /// sets was asked for: under locks of its own, a process does much that no other one can see.
    pub fn transactions_where_reduced(&self) -> Transactions {
        let is_asked_for = matches!(self.reduction, Some(Reduction { auto: None, .. }));
        match self.transactions {
            Transactions::Auto if self.programs && !is_asked_for => Transactions::Of(Mode::Static),
            asked => asked,
        }
    }

    /// The same as its engine does it: a device searches breadth first, and all of the space.
    pub fn of_engine(self) -> Setup {
        if self.engine != Engine::Gpu {
            return self;
        }
        let search = Options { order: kulan_search::Order::BreadthFirst, ..self.search };
        Setup { search, reduction: None, store: StoreKind::Plain, ..self }
    }

    /// Notes that a search of the program was reduced because that pays: searches for its properties will ask sooner
    /// whether it does for them.
    pub fn look_sooner(&mut self) {
        if let Some(Reduction { auto: Some(first), .. }) = &mut self.reduction {
            *first = (*first / Reduction::SOONER).max(1);
        }
    }

    /// A system that was transformed without being split, split if that is wanted.
    pub fn split(&self, system: kulan_ir::System) -> kulan_ir::System {
        if self.passes.split { kulan_transform::split(system) } else { system }
    }

    /// The transformations: without a reduction there is no need to split, and `auto` splits once it reduces.
    pub fn passes(&self) -> Passes {
        Passes { split: self.passes.split && self.reduction.is_some_and(|r| r.auto.is_none()), ..self.passes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reduction_that_pays_is_looked_for_sooner() {
        let mut setup = Setup::default();
        setup.look_sooner();
        assert_eq!(setup.reduction, Some(Reduction { auto: Some(Reduction::FIRST / 10), ..Reduction::default() }));
        for fixed in [None, Some(Reduction::best())] {
            let mut setup = Setup { reduction: fixed, ..Setup::default() };
            setup.look_sooner();
            assert_eq!(setup.reduction, fixed);
        }
    }
}
