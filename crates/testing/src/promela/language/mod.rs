//! Random programs that cover the language: a table of constructs, each with a generator.
//!
//! A program records what it uses ([`Uses`]), so that a test can say what has been compared and what has not. Every
//! construct is favored in some programs and absent from others, by the seed: programs that use a few constructs many
//! times show more than programs that use all of them once.
//!
//! Programs avoid what SPIN itself gets wrong or leaves open (docs/promela.md).

mod compound;
mod declare;
mod message;
mod process;
mod quirk;
mod scope;
mod simple;
mod uses;
mod value;

pub use quirk::quirky;
pub use uses::{Uses, constructs, pairs};

use super::{Program, Stmt};
use crate::Random;
use scope::{Known, Scope, Signature};

/// A program and what it uses.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The program.
    pub program: Program,
    /// Its constructs.
    pub uses: Uses,
}

/// The program of a seed.
pub fn sample(seed: u64) -> Sample {
    let mut draft = Draft::new(seed);
    draft.globals();
    draft.channels();
    draft.macros();
    draft.inlines();
    draft.processes();
    Sample { program: draft.program, uses: draft.uses }
}

/// The program of a seed, without the list of what it uses.
pub fn language_program(seed: u64) -> Program {
    sample(seed).program
}

/// A program in the making.
struct Draft {
    random: Random,
    seed: u64,
    uses: Uses,
    program: Program,
    /// What the globals are, and in a process its locals.
    scope: Scope,
    signatures: Vec<Signature>,
    known: Vec<Known>,
    inlines: Vec<Inline>,
    macros: Vec<Macro>,
    features: Features,
    body: Body,
}

/// An inline that can be called.
#[derive(Clone, Debug)]
struct Inline {
    name: String,
    /// Places and values that it takes.
    places: usize,
    values: usize,
    returns: bool,
}

/// A macro that can be used.
#[derive(Clone, Debug)]
enum Macro {
    /// The name of a number.
    Number(String),
    /// The name of a condition.
    Condition(String),
    /// A statement about a place.
    Statement(String),
}

/// What the whole program has or has not.
#[derive(Copy, Clone, Debug, Default)]
struct Features {
    last: bool,
    priority: bool,
    /// One process asks; SPIN wants no rendezvous channels then.
    enabled: bool,
    /// Errors at run time are possible.
    errors: bool,
    /// Processes that end leave their number to others.
    creates: bool,
}

/// The body in the making.
#[derive(Clone, Debug, Default)]
struct Body {
    labels: usize,
    special: usize,
    locals: usize,
    /// Counters of loops, to be declared.
    counters: usize,
    /// Number of the process type.
    number: usize,
    is_init: bool,
    /// Whether only one process has this body.
    single: bool,
    /// Parameters of a type that may create another of its kind.
    creates_itself: bool,
    asks_enabled: bool,
    /// Inside an index or `eval`, where values must not change during the statement.
    plain: bool,
    /// Where `timeout` may be read.
    timeout: bool,
    /// Inside a d_step, where SPIN wants no labels of other processes.
    in_d_step: bool,
}

/// Where a statement stands.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Context {
    mode: Mode,
    /// Whether a loop is around.
    breaks: bool,
    /// The first statement of a d_step, which may block.
    first: bool,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Mode {
    Free,
    /// What goes in circles here would never end.
    Atomic,
    /// What blocks here is an error.
    DStep,
}

impl Context {
    const FREE: Context = Context { mode: Mode::Free, breaks: false, first: false };

    fn may_block(self) -> bool {
        self.mode != Mode::DStep || self.first
    }
}

/// A construct: its name, how often it is chosen, and what writes it, unless that is not possible here.
struct Construct<T: 'static> {
    name: &'static str,
    weight: usize,
    write: T,
}

/// Short for the tables.
const fn construct<T>(name: &'static str, weight: usize, write: T) -> Construct<T> {
    Construct { name, weight, write }
}

impl Draft {
    fn new(seed: u64) -> Draft {
        let mut random = Random::new(seed ^ 0x006c_616e_6775_6167);
        let features = Features {
            last: random.percent(10),
            priority: random.percent(15),
            enabled: random.percent(8),
            creates: random.percent(45),
            errors: random.percent(6),
        };
        Draft {
            random,
            seed,
            uses: Uses::default(),
            program: Program { globals: Vec::new(), processes: Vec::new() },
            scope: Scope::default(),
            signatures: Vec::new(),
            known: Vec::new(),
            inlines: Vec::new(),
            macros: Vec::new(),
            features,
            body: Body::default(),
        }
    }

    fn note(&mut self, name: &'static str) {
        self.uses.note(name);
    }

    fn percent(&mut self, n: usize) -> bool {
        self.random.percent(n)
    }

    /// How much this program likes a construct.
    fn favor(&self, name: &str) -> usize {
        let hash = name.bytes().fold(self.seed, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3));
        [0, 1, 1, 1, 5][Random::new(hash).below(5)]
    }

    /// Chooses from a table, by weight and favor.
    fn choose<T: Copy>(&mut self, table: &[Construct<T>]) -> (&'static str, T) {
        let weights: Vec<usize> = table.iter().map(|c| c.weight * self.favor(c.name)).collect();
        let total: usize = weights.iter().sum();
        if total == 0 {
            let first = &table[self.random.below(table.len())];
            return (first.name, first.write);
        }
        let mut at = self.random.below(total);
        for (construct, weight) in table.iter().zip(weights) {
            if at < weight {
                return (construct.name, construct.write);
            }
            at -= weight;
        }
        unreachable!("the choice is below the sum of the weights")
    }

    /// Writes inside a construct; if that is not possible, nothing has been recorded.
    fn inside<T>(&mut self, name: &'static str, write: impl FnOnce(&mut Draft) -> Option<T>) -> Option<T> {
        let kept = self.uses.clone();
        self.uses.enter(name);
        let result = write(self);
        match result {
            Some(_) => self.uses.leave(),
            None => self.uses = kept,
        }
        result
    }
}
