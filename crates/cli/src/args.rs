//! The command line: every option is defined here, once.

use std::path::PathBuf;

use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};

/// Kulan checks models of concurrent systems: it searches all behaviors for deadlocks, failed assertions and run-time
/// errors, and shows how they occur.
#[derive(Parser, Debug)]
#[command(name = "kulan", version, args_override_self = true, after_help = EXAMPLES)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// When to use colors
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub color: Color,
}

const EXAMPLES: &str = "\
Examples:
  kulan check model.pml                    look for deadlocks, failed assertions, run-time errors
  kulan check model.pml --search bfs       and show a counterexample of the fewest steps
  kulan check model.pml -D N=4 --memory 8G set a parameter of the model, and a limit
  kulan replay model.pml model.pml.trace   show a counterexample again
  kulan simulate model.pml --interactive   try the model by hand
  kulan relations model.pml --why 3 5      show why two transitions do not commute

Exit status: 0 all checked properties hold, 1 one is violated, 2 the input or the command line is wrong,
3 a limit was reached before an answer was found (also a default bound of a program in C), 4 internal error in Kulan.";

/// What to do.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Search all behaviors of a model for violations
    Check(Box<CheckArgs>),
    /// Walk through a model, at random or by hand
    Simulate(SimulateArgs),
    /// Show a recorded counterexample again, verified step by step
    Replay(ReplayArgs),
    /// Show the relations between transitions that reductions rely on, and the reasons for their entries
    Relations(RelationsArgs),
    /// Check the sets of a reduction, state by state, against the full space
    Validate(ValidateArgs),
    /// Check the certificate of a proof
    Certify(CertifyArgs),
    /// Write a model for other programs: model checkers, solvers, tools for graphs
    Export(ExportArgs),
    /// Run a suite of models and configurations, and compare the results
    Bench(BenchArgs),
}

/// The model and how to read it.
#[derive(Args, Clone, Debug)]
pub struct ModelArgs {
    /// The model file: .pml, .prm, .promela, .spin, .dve, .tmc, .c, .i, .ll, .toml (a system of programs)
    pub model: PathBuf,
    /// The other files of a program in C: .c, .i, .ll
    #[arg(value_name = "MORE")]
    pub others: Vec<PathBuf>,
    /// Define a preprocessor symbol or set a parameter, as in -D N=3; in DVE, name an expression for --ltl and --invariant
    #[arg(short = 'D', value_name = "NAME[=VALUE]", action = ArgAction::Append)]
    pub defines: Vec<String>,
    /// The model's language, if the file name does not imply it
    #[arg(long, value_enum)]
    pub language: Option<LanguageArg>,
    /// Check this formula too, as in '[] (request -> <> served)', or one from a file, as in @FILE; may be given several times
    #[arg(long, value_name = "FORMULA", help_heading = "What to check")]
    pub ltl: Vec<String>,
    /// Check the never claim of this file too
    #[arg(long, value_name = "FILE", help_heading = "What to check")]
    pub never: Option<PathBuf>,
    /// Check that the Büchi automaton in this file (HOA format) accepts no run; its propositions are expressions of the
    /// model
    #[arg(long, value_name = "FILE", help_heading = "What to check")]
    pub hoa: Option<PathBuf>,
    /// Check that this condition holds in all states; may be given several times
    #[arg(long, value_name = "EXPR", help_heading = "What to check")]
    pub invariant: Vec<String>,
    /// What happens when a value out of range is assigned in DVE
    #[arg(long, value_enum, default_value_t = OverflowArg::Error, value_name = "HOW")]
    pub overflow: OverflowArg,
    /// Threads that one place of a program in C creates, at most [default: 3, or what it turns out to need]
    #[arg(long, value_name = "N")]
    pub max_threads: Option<u32>,
    /// Calls of one function of a program in C that are active at once, at most, in each thread [default: 8, or
    /// what it turns out to need]
    #[arg(long, value_name = "N")]
    pub max_frames: Option<u32>,
    /// Objects that one place of a program in C allocates, at most, in each thread [default: 3, or what it turns
    /// out to need]
    #[arg(long, value_name = "N")]
    pub max_objects: Option<u32>,
    /// Let pthread_cond_wait return only after a signal, in a program in C [default: it may also return without one]
    #[arg(long)]
    pub no_spurious_wakeups: bool,
    /// Assume that memory which a program in C freed is never handed out again
    #[arg(long)]
    pub no_reuse: bool,
    /// What threads see of each other's accesses in a program in C: with sc, atomic operations are sequentially consistent
    /// whatever order they ask for [default: sc, which the answer then says where a program asks for less]
    #[arg(long, value_name = "MODEL")]
    pub memory_model: Option<MemoryModelArg>,
    /// Take it that this function, which a program in C has no body of, changes nothing but what its result says
    #[arg(long, value_name = "FUNCTION")]
    pub pure: Vec<String>,
    /// `malloc` and its like can fail in a program in C
    #[arg(long)]
    pub malloc_fails: bool,
    /// Take each file as a program of its own: they run side by side, and talk over sockets
    #[arg(long)]
    pub processes: bool,
    /// `connect` waits until somebody listens, instead of failing, in a system of programs
    #[arg(long)]
    pub connect_waits: bool,
    /// Who sends waits where 8 bytes are under way already, in a system of programs: without this, more are not supported
    #[arg(long)]
    pub full_buffers_block: bool,
    /// What can happen to messages of datagram sockets in a system of programs: without this, they arrive in order
    #[arg(long, value_name = "WHAT", value_delimiter = ',')]
    pub udp: Vec<UdpArg>,
    /// Let messages be lost, connections break, and processes crash and start again in a system of programs, N times in a run
    /// at most
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=15))]
    pub faults: Option<u32>,
    /// Options for clang, behind `--`
    #[arg(last = true, value_name = "CLANG OPTIONS")]
    pub clang: Vec<String>,
}

/// A memory model.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum MemoryModelArg {
    /// Sequential consistency.
    Sc,
}

/// What can happen to a message.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum UdpArg {
    /// It is lost.
    Lose,
    /// It arrives twice.
    Duplicate,
    /// It arrives before others that were sent earlier.
    Reorder,
}

/// What happens when a value out of range is assigned.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum OverflowArg {
    /// An error, which leads to a state of its own, as in BEEM's figures.
    Error,
    /// The value wraps around, as in C.
    Wrap,
}

/// How counterexamples are drawn.
#[derive(Args, Clone, Debug)]
pub struct ViewArgs {
    /// Draw one column per process: where they fit, always, or never
    #[arg(long, value_enum, default_value_t = LanesArg::Auto, value_name = "WHEN")]
    pub lanes: LanesArg,
    /// Show long counterexamples in full: without this, more than 60 steps are cut on a terminal, and more than 10,000
    /// elsewhere
    #[arg(long)]
    pub full: bool,
}

/// How to reduce.
#[derive(Args, Clone, Debug)]
pub struct ReductionArgs {
    /// Partial-order reduction
    #[arg(long, value_enum, default_value_t = PorArg::Auto, value_name = "ALGORITHM")]
    pub por: PorArg,
    /// Put steps of a thread together to transactions (Lipton's reduction)
    #[arg(long, value_enum, default_value_t = TransactionsArg::Auto, value_name = "MOVERS")]
    pub transactions: TransactionsArg,
    /// Kind of stubborn sets [default: weak with --por best, otherwise strong]
    #[arg(long, value_enum, value_name = "KIND")]
    pub stubborn: Option<StubbornArg>,
    /// Use necessary disabling sets too (the default)
    #[arg(long, overrides_with = "no_nds")]
    pub nds: bool,
    /// Use necessary enabling sets only
    #[arg(long, overrides_with = "nds")]
    pub no_nds: bool,
    /// Take the cheapest necessary enabling set (the default)
    #[arg(long, overrides_with = "no_heuristic")]
    pub heuristic: bool,
    /// Take any necessary enabling set
    #[arg(long, overrides_with = "heuristic")]
    pub no_heuristic: bool,
    /// Where the relations between transitions come from
    #[arg(long, value_enum, default_value_t = RelationsArg::Solver, value_name = "METHOD")]
    pub relations: RelationsArg,
    /// Which transitions a temporal property can see: all that change a proposition, or only those that change one in
    /// the wrong direction [default: whichever promises the smaller space]
    #[arg(long, value_enum, value_name = "KIND")]
    pub visibility: Option<VisibilityArg>,
    /// Conditions on sets and cycles for a temporal property [default: vi; with --visibility transparent c2-c3, the only
    /// one proved for it]
    #[arg(long, value_enum, value_name = "CONDITIONS")]
    pub proviso: Option<ProvisoArg>,
}

/// Which transitions a temporal property can see.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum VisibilityArg {
    /// Only those that change a proposition in the wrong direction.
    Transparent,
    /// All that change a proposition.
    Invisible,
}

/// Conditions on sets and cycles for a temporal property.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum ProvisoArg {
    /// Conditions V and I on sets, C3' on cycles.
    Vi,
    /// Conditions V and I on sets, C3 on cycles.
    #[value(name = "vi-c3")]
    ViC3,
    /// Condition C2 on sets, C3' on cycles.
    C2,
    /// Condition C2 on sets, C3 on cycles.
    #[value(name = "c2-c3")]
    C2C3,
}

/// How to transform the model before the search.
#[derive(Args, Clone, Debug)]
pub struct PassesArgs {
    /// Merge local steps (the default)
    #[arg(long, overrides_with = "no_merge")]
    pub merge: bool,
    /// Do not merge steps: each one leads to a state of its own
    #[arg(long, overrides_with = "merge")]
    pub no_merge: bool,
    /// Reset variables whose value no longer matters (the default)
    #[arg(long, overrides_with = "no_reset_dead")]
    pub reset_dead: bool,
    /// Keep the values of all variables
    #[arg(long, overrides_with = "reset_dead")]
    pub no_reset_dead: bool,
    /// Split transitions by the array indices that they compute (the default with --por best, beam, deletion and closure)
    #[arg(long, overrides_with = "no_split")]
    pub split: bool,
    /// Do not split transitions
    #[arg(long, overrides_with = "split")]
    pub no_split: bool,
}

/// Options of `kulan relations`.
#[derive(Args, Clone, Debug)]
#[command(after_help = RELATIONS_EXAMPLES)]
pub struct RelationsArgs {
    /// The model.
    #[command(flatten)]
    pub model: ModelArgs,
    /// Where the relations come from [default: solver, compared with the syntactic estimate]
    #[arg(long, value_enum, value_name = "METHOD")]
    pub relations: Option<RelationsArg>,
    /// Transformations.
    #[command(flatten)]
    pub passes: PassesArgs,
    /// Do not treat failed assertions as errors
    #[arg(long)]
    pub no_assert: bool,
    /// Write the complete relations to a file as JSON; - for standard output
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// List transitions, goals and guards with their numbers
    #[arg(long, group = "asked")]
    pub list: bool,
    /// List which transitions move left or right over those of other threads, and under which conditions
    #[arg(long, group = "asked")]
    pub movers: bool,
    /// Show all entries of one transition
    #[arg(long, value_name = "T", group = "asked")]
    pub transition: Option<usize>,
    /// Show all entries of one guard
    #[arg(long, value_name = "G", group = "asked")]
    pub guard: Option<usize>,
    /// Explain why two transitions accord or do not
    #[arg(long, num_args = 2, value_names = ["T", "U"], group = "asked")]
    pub why: Option<Vec<usize>>,
    /// With --why: ask whether T left-accords with U, where U happens first
    #[arg(long, requires = "why")]
    pub left: bool,
    /// Explain why a transition can or cannot make a guard true
    #[arg(long, num_args = 2, value_names = ["G", "T"], group = "asked")]
    pub enables: Option<Vec<usize>>,
    /// Explain why a transition can or cannot make a guard false
    #[arg(long, num_args = 2, value_names = ["G", "T"], group = "asked")]
    pub disables: Option<Vec<usize>>,
    /// Explain why two guards can or cannot hold together
    #[arg(long, num_args = 2, value_names = ["G", "H"], group = "asked")]
    pub together: Option<Vec<usize>>,
}

const RELATIONS_EXAMPLES: &str = "\
Examples:
  kulan relations model.pml                sizes, entries by both methods, questions and times
  kulan relations model.pml --list         transitions and guards with their numbers
  kulan relations model.pml --transition 3 all entries of one transition
  kulan relations model.pml --why 3 5      a state in which 3 and 5 do not accord, and what happens in it
  kulan relations model.pml --movers       which transitions are movers, and when
  kulan relations model.pml --json -       everything, for programs";

/// Options of `kulan validate`.
#[derive(Args, Clone, Debug)]
pub struct ValidateArgs {
    /// The model.
    #[command(flatten)]
    pub model: ModelArgs,
    /// Reduction.
    #[command(flatten)]
    pub reduction: ReductionArgs,
    /// Transformations.
    #[command(flatten)]
    pub passes: PassesArgs,
    /// Do not look for failed assertions
    #[arg(long)]
    pub no_assert: bool,
    /// Try all algorithms, strong and weak, with and without necessary disabling sets and the heuristic
    #[arg(long)]
    pub all: bool,
    /// Check the sets of all states, not only those of the reduced space
    #[arg(long)]
    pub everywhere: bool,
    /// Give up after this many states
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub max_states: usize,
}

/// Options of `kulan check`.
#[derive(Args, Clone, Debug)]
#[command(after_help = CHECK_EXAMPLES)]
pub struct CheckArgs {
    /// The model.
    #[command(flatten)]
    pub model: ModelArgs,

    /// Check only this property; a word of Kulan's always means its own check, and ltl:NAME a formula: deadlock,
    /// assert, race, lock, memory, overflow (of C), invariant, ltl:NAME, never, acceptance (no cycle passes an accept
    /// label), progress (each cycle passes a progress label); may be given several times. With deadlock, assert or
    /// race, errors that end a run, such as an index out of range, are still reported
    #[arg(long, value_name = "NAME", help_heading = "What to check")]
    pub property: Vec<String>,
    /// Do not look for deadlocks
    #[arg(long, help_heading = "What to check")]
    pub no_deadlock: bool,
    /// Do not look for failed assertions
    #[arg(long, help_heading = "What to check")]
    pub no_assert: bool,
    /// Do not look for run-time errors; they still end a run
    #[arg(long, help_heading = "What to check")]
    pub no_errors: bool,
    /// For temporal properties, consider only weakly fair runs: a process that from some state on can always act does so
    /// infinitely often. Cannot be combined with --por beam, deletion or closure
    #[arg(long, help_heading = "What to check")]
    pub fair: bool,
    /// Continue after the first violation, and count violations
    #[arg(long, help_heading = "What to check")]
    pub all_errors: bool,

    /// Search order; breadth-first search finds counterexamples of the fewest steps
    #[arg(long, value_enum, default_value_t = SearchArg::Dfs, value_name = "ORDER", help_heading = "How to search")]
    pub search: SearchArg,
    /// Worker threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = "How to search")]
    pub threads: Option<u16>,
    /// Reduction.
    #[command(flatten, next_help_heading = "How to reduce")]
    pub reduction: ReductionArgs,
    /// Transformations.
    #[command(flatten, next_help_heading = "How to reduce")]
    pub passes: PassesArgs,
    /// How states are stored: compressed as trees, or uncompressed
    #[arg(long, value_enum, default_value_t = StoreArg::Tree, help_heading = "How to search")]
    pub store: StoreArg,
    /// Which engine answers questions about safety: auto takes whichever answers first
    #[arg(long, value_enum, default_value_t = EngineArg::Auto, help_heading = "How to search")]
    pub engine: EngineArg,
    /// The length of runs up to which --engine bmc and kind look, in steps of the transformed model
    #[arg(long, value_name = "N", help_heading = "How to search")]
    pub depth: Option<u64>,
    /// Write the certificate of a proof to a file, for `kulan certify`; auto is ic3 then
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub certificate: Option<PathBuf>,
    /// What runs the model in an explicit search: machine code, or the slow reference interpreter
    #[arg(long, value_enum, default_value_t = ExecutionArg::Compiled, value_name = "HOW", help_heading = "How to search")]
    pub execution: ExecutionArg,

    /// Memory limit for the whole process, as in 512M or 4G [default: three quarters of what is available]
    #[arg(long, value_name = "SIZE", value_parser = crate::size::parse, help_heading = "Limits")]
    pub memory: Option<u64>,
    /// Stop after this time, in any phase: seconds, or as in 10m or 2h
    #[arg(long, value_name = "TIME", value_parser = crate::size::seconds, help_heading = "Limits")]
    pub timeout: Option<f64>,
    /// Stop when this many states are stored
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_states: Option<u64>,
    /// Time to spend on shortening a counterexample; 0 for none
    #[arg(long, value_name = "SECONDS", value_parser = crate::size::seconds, default_value_t = 2.0, help_heading = "Limits")]
    pub shorten: f64,

    /// Write a report as JSON; - for standard output
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub json: Option<PathBuf>,
    /// Where to save a counterexample [default: the model's name with .trace, in the current folder]
    #[arg(long, value_name = "FILE", conflicts_with = "no_trace", help_heading = "Output")]
    pub trace: Option<PathBuf>,
    /// Do not save a counterexample
    #[arg(long, help_heading = "Output")]
    pub no_trace: bool,
    /// How counterexamples are drawn.
    #[command(flatten, next_help_heading = "Output")]
    pub view: ViewArgs,
    /// Print only the verdict
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
}

const CHECK_EXAMPLES: &str = "\
Examples:
  kulan check model.pml --all-errors --json report.json
  kulan check model.pml --property deadlock --timeout 60
  kulan check model.pml --trace bug.trace && echo fine";

/// Options of `kulan simulate`.
#[derive(Args, Clone, Debug)]
pub struct SimulateArgs {
    /// The model.
    #[command(flatten)]
    pub model: ModelArgs,
    /// Choose each statement by hand; reads from standard input
    #[arg(long, short)]
    pub interactive: bool,
    /// Seed for the random choices; the same seed gives the same walk
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Maximum number of statements in a random walk
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub steps: usize,
}

/// Options of `kulan replay`.
#[derive(Args, Clone, Debug)]
#[command(override_usage = "kulan replay [OPTIONS] <MODEL> [MORE]... <TRACE> [-- <CLANG OPTIONS>...]", after_help = REPLAY_NOTE)]
pub struct ReplayArgs {
    /// The model, and the trace as the last of its files: clap has no list in front of another argument and of `--`.
    #[command(flatten)]
    pub model: ModelArgs,
    /// Step through it, forward and back
    #[arg(long)]
    pub step: bool,
    /// How it is drawn.
    #[command(flatten)]
    pub view: ViewArgs,
}

const REPLAY_NOTE: &str = "\
TRACE is the file that `kulan check` wrote. It knows the options and the other files of a program in C with which it was
recorded.";

/// What a command may use.
#[derive(Args, Clone, Debug)]
pub struct LimitArgs {
    /// Memory limit for the whole process, as in 512M or 4G [default: three quarters of what is available]
    #[arg(long, value_name = "SIZE", value_parser = crate::size::parse, help_heading = "Limits")]
    pub memory: Option<u64>,
    /// Stop after this time, in any phase: seconds, or as in 10m or 2h
    #[arg(long, value_name = "TIME", value_parser = crate::size::seconds, help_heading = "Limits")]
    pub timeout: Option<f64>,
}

/// Options of `kulan certify`.
#[derive(Args, Clone, Debug)]
#[command(override_usage = "kulan certify [OPTIONS] <MODEL> [MORE]... <FILE> [-- <CLANG OPTIONS>...]", after_help = CERTIFY_NOTE)]
pub struct CertifyArgs {
    /// The model, and the certificate as the last of its files: clap has no list in front of another argument and of `--`.
    #[command(flatten)]
    pub model: ModelArgs,
    /// Another solver must agree (z3, cvc5 or bitwuzla) [default: it is asked where one is installed]
    #[arg(long, overrides_with = "no_second")]
    pub second: bool,
    /// Ask no other solver
    #[arg(long, overrides_with = "second")]
    pub no_second: bool,
    /// Limits.
    #[command(flatten)]
    pub limits: LimitArgs,
}

const CERTIFY_NOTE: &str = "\
FILE is the certificate that `kulan check --certificate FILE` wrote. It knows the options and the other files of a program
in C with which it was written.

Exit status: 0 it proves what it says, 1 it does not, 2 it is damaged or does not fit the model, 3 a limit was reached.";

/// Options of `kulan export`.
#[derive(Args, Clone, Debug)]
#[command(after_help = EXPORT_EXAMPLES)]
pub struct ExportArgs {
    /// The model.
    #[command(flatten)]
    pub model: ModelArgs,
    /// What to write
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: FormatArg,
    /// Where to write it; - for standard output
    #[arg(long, short, value_name = "FILE", default_value = "-")]
    pub output: PathBuf,
    /// Deadlocks are no violations
    #[arg(long, help_heading = "What to check")]
    pub no_deadlock: bool,
    /// Failed assertions are no violations
    #[arg(long, help_heading = "What to check")]
    pub no_assert: bool,
    /// Run-time errors are no violations; they still end a run
    #[arg(long, help_heading = "What to check")]
    pub no_errors: bool,
    /// Transformations, for btor2 and smt2.
    #[command(flatten)]
    pub passes: PassesArgs,
    /// Give up after this many states, where states are searched
    #[arg(long, value_name = "N", default_value_t = 100_000, help_heading = "Limits")]
    pub max_states: usize,
    /// Limits.
    #[command(flatten)]
    pub limits: LimitArgs,
}

const EXPORT_EXAMPLES: &str = "\
Examples:
  kulan export model.pml --format btor2 --output model.btor2   for hardware model checkers
  kulan export model.pml --format dot | dot -Tsvg > model.svg  draw all states

Exit status: 0 it was written, 2 the input is wrong, 3 a limit was reached.";

/// Formats of `kulan export`.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum FormatArg {
    /// The transition system over words, for hardware model checkers.
    Btor2,
    /// The transition system over bits, in AIGER's binary format, for hardware model checkers.
    Aiger,
    /// The same as btor2 in SMT-LIB, for solvers.
    Smt2,
    /// All states, for Graphviz.
    Dot,
    /// All states, for CADP and mCRL2.
    Aut,
    /// The system, for programs.
    Json,
}

/// Options of `kulan bench`.
#[derive(Args, Clone, Debug)]
pub struct BenchArgs {
    /// The suite: a TOML file of models and configurations; or results saved with --json, which are shown without running
    /// anything
    pub suite: PathBuf,
    /// How many times to run each configuration
    #[arg(long, value_name = "N")]
    pub rounds: Option<u32>,
    /// Skip the configurations that run SPIN
    #[arg(long)]
    pub no_spin: bool,
    /// Only models whose name contains this
    #[arg(long, value_name = "TEXT")]
    pub only: Option<String>,
    /// Write the results as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Print the suite's tables in Markdown
    #[arg(long)]
    pub table: bool,
    /// Draw the suite's charts as SVG
    #[arg(long, value_name = "FILE")]
    pub chart: Option<PathBuf>,
}

/// When to use colors.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum Color {
    /// On a terminal.
    Auto,
    /// In any case.
    Always,
    /// Not at all.
    Never,
}

/// Input languages.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum LanguageArg {
    /// SPIN's PROMELA.
    Promela,
    /// DVE, the language of BEEM.
    Dve,
    /// The language of the Transparent Model Checker.
    Tmc,
    /// C, or LLVM IR that comes from it.
    C,
}

/// Whether to draw lanes.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum LanesArg {
    /// Where they fit.
    Auto,
    /// In any case.
    Always,
    /// Not at all.
    Never,
}

/// Orders of search.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum SearchArg {
    /// Depth first.
    Dfs,
    /// Breadth first.
    Bfs,
}

/// Algorithms of partial-order reduction.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum PorArg {
    /// Whatever promises to take less time: the whole space, or a reduced one with cheap sets.
    Auto,
    /// The smallest space: beam search, with deletion where a probe finds it worthwhile.
    Best,
    /// Beam search.
    Beam,
    /// Strong components: cheap sets.
    Components,
    /// Strong components, and a set around one transition where they leave several.
    Pruned,
    /// Minimal sets by deletion.
    Deletion,
    /// Closure of one transition.
    Closure,
    /// Process-local states, for safety of a system of programs: the reduction of jpf-nas, with a cycle proviso.
    Process,
    /// No reduction.
    Off,
}

/// Movers of which transactions are made.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum TransactionsArg {
    /// Static ones for IC3 and BMC without --depth, and a search with dynamic ones among the engines that --engine auto runs
    /// side by side.
    Auto,
    /// No transactions.
    Off,
    /// Movers in all states, with phases by location.
    Static,
    /// Movers in all states, with the phase as a part of the state.
    Phase,
    /// Also movers under conditions that the solver has proved.
    Dynamic,
    /// Whatever stubborn sets show to move, state by state; states inside of transactions are not stored.
    Stubborn,
}

/// Kinds of stubborn sets.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum StubbornArg {
    /// Every enabled transition of a set is a key transition.
    Strong,
    /// At least one of them is.
    Weak,
}

/// Where relations come from.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum RelationsArg {
    /// A SAT solver decides what cheap tests leave open.
    Solver,
    /// Only the form of expressions counts.
    Syntactic,
}

/// Kinds of stores.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum StoreArg {
    /// Compressed as trees.
    Tree,
    /// Uncompressed.
    Plain,
}

/// Engines.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum EngineArg {
    /// Whichever suits the model.
    Auto,
    /// A search that stores the states it reaches.
    Explicit,
    /// The same on a GPU: breadth first, and all of the space.
    Gpu,
    /// All runs up to a length at once, one step longer each time; see --depth.
    Bmc,
    /// The same, and induction, which can show that there is nothing deeper.
    Kind,
    /// A proof of safety, or a counterexample, by property-directed reachability.
    Ic3,
}

/// What runs the model in an explicit search.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum ExecutionArg {
    /// Machine code.
    Compiled,
    /// The reference interpreter.
    Interpret,
}
