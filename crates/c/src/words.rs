//! Functions whose meaning is known by name: those of POSIX and C, and the words of SV-COMP.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

/// What a call of a known function does.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Known {
    /// The error that must not be reached.
    Error,
    /// Runs in which the argument is 0 do not count from here on.
    Assume,
    /// From here on the thread goes on alone.
    AtomicBegin,
    /// Until here.
    AtomicEnd,
    /// Any value.
    Any,
    /// Any number of 31 bits, so none that is negative.
    Natural,
    /// The whole program ends.
    Exit,
    /// The thread ends.
    ThreadExit,
    Create,
    Join,
    Myself,
    SameThread,
    MutexInit,
    MutexDestroy,
    Lock,
    TryLock,
    Unlock,
    CondInit,
    CondWait,
    /// Waits for a signal, or until some time.
    CondTimedWait,
    CondSignal,
    CondBroadcast,
    Malloc,
    Calloc,
    Free,
    /// How many bytes the memory at an address has.
    SizeOf,
    /// Copies bytes between objects.
    Copy,
    /// Sets bytes.
    Set,
    /// Nothing that matters here; the result is 0.
    Nothing,
    /// Nothing that matters here; the result is any value.
    Prints,
    /// The first scalar at an address.
    Get,
    /// Sets the first scalar at an address.
    Put,
    /// Waits for a condition.
    WaitFor,
    /// What happens if the argument is 0 is not modelled.
    Support,
    /// What lies beyond the room that there is, if the argument is 0, is not modelled.
    Bound,
    /// Bytes that were sent can no longer be read, if the argument is 0.
    Unread,
    /// A lock is given back that the thread does not hold, if the argument is 0.
    Held,
    /// From here on the process has this thread only.
    Alone,
    /// Whether this is the first thread of a process.
    IsFirst,
    /// Whether the process has no other thread.
    OthersEnded,
    /// A computation for which LLVM has a function.
    Arithmetic,
    /// The first argument is the result.
    First,
    /// Reads input, and writes what it is given pointers to. Not modelled.
    Scans,
    /// Not modelled.
    Unsupported,
}

/// Some of the arguments of a call.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Arguments {
    One(usize),
    /// This one and all behind it.
    From(usize),
}

impl Arguments {
    /// Which they are, of so many.
    pub fn of(self, count: usize) -> std::ops::Range<usize> {
        match self {
            Arguments::One(i) => i..count.min(i + 1),
            Arguments::From(i) => i..count.max(i),
        }
    }
}

/// Where the addresses in the result of a call come from, or those that the call leaves elsewhere.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Flow {
    /// There are none.
    Nowhere,
    /// The result has those of these arguments.
    Result(Arguments),
    /// What the second argument points to is copied to where the first points, and the result has those of the first.
    Copied,
    /// The result is a new object.
    New,
    /// The result is the number of the thread.
    Myself,
    /// The first argument is the result of the thread.
    ThreadResult,
    /// The third argument is a function that becomes a thread.
    Starts,
    /// What threads return is stored where the second argument points.
    Joined,
}

/// What a call does with memory. Points-to sets, and so which thread uses which memory and what is constant, follow from it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Effect {
    /// What it reads through these arguments.
    pub reads: Option<Arguments>,
    /// What it writes through these.
    pub writes: Option<Arguments>,
    pub flow: Flow,
}

impl Known {
    /// What a call of it does with memory. There is no rule for the rest: what a new word does has to be said here.
    pub fn effect(self) -> Effect {
        let nothing = Effect { reads: None, writes: None, flow: Flow::Nowhere };
        match self {
            Known::Error
            | Known::Assume
            | Known::AtomicBegin
            | Known::AtomicEnd
            | Known::Any
            | Known::Natural
            | Known::Exit
            | Known::SameThread
            | Known::SizeOf
            | Known::Nothing
            | Known::WaitFor
            | Known::Support
            | Known::Bound
            | Known::Unread
            | Known::Held
            | Known::Alone
            | Known::IsFirst
            | Known::OthersEnded
            | Known::Unsupported => nothing,
            Known::ThreadExit => Effect { flow: Flow::ThreadResult, ..nothing },
            Known::Create => Effect { writes: Some(Arguments::One(0)), flow: Flow::Starts, ..nothing },
            Known::Join => Effect { writes: Some(Arguments::One(1)), flow: Flow::Joined, ..nothing },
            Known::Myself => Effect { flow: Flow::Myself, ..nothing },
            Known::Malloc | Known::Calloc => Effect { flow: Flow::New, ..nothing },
            Known::MutexInit
            | Known::MutexDestroy
            | Known::Lock
            | Known::TryLock
            | Known::Unlock
            | Known::CondInit
            | Known::CondWait
            | Known::CondTimedWait
            | Known::CondSignal
            | Known::CondBroadcast
            | Known::Free
            | Known::Get
            | Known::Put => Effect { writes: Some(Arguments::From(0)), ..nothing },
            Known::Copy => {
                Effect { reads: Some(Arguments::One(1)), writes: Some(Arguments::One(0)), flow: Flow::Copied }
            }
            Known::Set => Effect { writes: Some(Arguments::One(0)), flow: Flow::Result(Arguments::One(0)), ..nothing },
            Known::Prints => Effect { reads: Some(Arguments::From(0)), ..nothing },
            Known::Scans => Effect { writes: Some(Arguments::From(1)), ..nothing },
            Known::Arithmetic => Effect { flow: Flow::Result(Arguments::From(0)), ..nothing },
            Known::First => Effect { flow: Flow::Result(Arguments::One(0)), ..nothing },
        }
    }
}

/// Functions that change nothing that is modelled, and whose result is 0: attributes of threads and locks, pauses, buffers of
/// streams, and what the compiler notes.
const NOTHING: &[&str] = &[
    "pthread_attr_init",
    "pthread_attr_destroy",
    "pthread_attr_setdetachstate",
    "pthread_attr_setguardsize",
    "pthread_attr_setinheritsched",
    "pthread_attr_setschedparam",
    "pthread_attr_setschedpolicy",
    "pthread_attr_setscope",
    "pthread_attr_setstack",
    "pthread_attr_setstacksize",
    "pthread_barrierattr_destroy",
    "pthread_barrierattr_init",
    "pthread_barrierattr_setpshared",
    "pthread_condattr_destroy",
    "pthread_condattr_init",
    "pthread_condattr_setclock",
    "pthread_condattr_setpshared",
    "pthread_mutexattr_init",
    "pthread_mutexattr_destroy",
    "pthread_mutexattr_setprioceiling",
    "pthread_mutexattr_setprotocol",
    "pthread_mutexattr_setpshared",
    "pthread_rwlockattr_destroy",
    "pthread_rwlockattr_init",
    "pthread_rwlockattr_setpshared",
    "pthread_cond_destroy",
    "pthread_detach",
    "pthread_setaffinity_np",
    "pthread_setconcurrency",
    "pthread_setname_np",
    "pthread_spin_destroy",
    "pthread_yield",
    "thrd_yield",
    "thrd_sleep",
    "thrd_detach",
    "mtx_destroy",
    "cnd_destroy",
    "sched_yield",
    "sleep",
    "usleep",
    "nanosleep",
    "clock_nanosleep",
    "srand",
    "srandom",
    "srand48",
    "fflush",
    "perror",
    "setbuf",
    "setlinebuf",
    "setvbuf",
    "llvm.dbg.declare",
    "llvm.dbg.value",
    "llvm.dbg.label",
    "llvm.assume",
    "__VERIFIER_printf",
];
const ARITHMETIC: &[&str] = &["llvm.umin.", "llvm.umax.", "llvm.smin.", "llvm.smax.", "llvm.bswap.", "llvm.usub.sat."];
const PRINTS: &[&str] = &["printf", "puts", "putchar", "fprintf", "vprintf", "fputs", "fputc"];

/// Whether a name is one of the C library's, or of POSIX: see `c_library.txt`. What such a function does is never guessed.
fn is_of_library(name: &str) -> bool {
    static NAMES: LazyLock<FxHashSet<&str>> =
        LazyLock::new(|| include_str!("c_library.txt").split_whitespace().collect());
    // Locks, barriers, keys and more that have a meaning, which is not modelled.
    let families = ["pthread_", "sem_", "__atomic_", "__sync_"];
    NAMES.contains(name) || families.iter().any(|family| name.starts_with(family))
}

/// What a function does that is known by its name. One that the program defines itself means what it says, except for the
/// words of SV-COMP.
pub fn known(name: &str, has_body: bool) -> Option<Known> {
    let word = match name {
        "reach_error" | "__VERIFIER_error" | "__kulan_assertion_fails" => Known::Error,
        "__VERIFIER_assume" => Known::Assume,
        "__VERIFIER_atomic_begin" | "__kulan_atomic_begin" => Known::AtomicBegin,
        "__VERIFIER_atomic_end" | "__kulan_atomic_end" => Known::AtomicEnd,
        "__kulan_get" => Known::Get,
        "__kulan_set" => Known::Put,
        "__kulan_wait" => Known::WaitFor,
        "__kulan_support" => Known::Support,
        "__kulan_bound" => Known::Bound,
        "__kulan_unread" => Known::Unread,
        "__kulan_held" => Known::Held,
        "__kulan_alone" => Known::Alone,
        "__kulan_is_first" => Known::IsFirst,
        "__kulan_others_ended" => Known::OthersEnded,
        "__kulan_size" => Known::SizeOf,
        _ if name.starts_with("__VERIFIER_nondet_") => Known::Any,
        _ if has_body => return None,
        "__assert_fail" | "__assert" | "__assert_rtn" => Known::Error,
        "abort" | "exit" | "_exit" | "_Exit" | "quick_exit" | "llvm.trap" => Known::Exit,
        "pthread_exit" | "__kulan_exit" => Known::ThreadExit,
        "pthread_create" | "__kulan_create" => Known::Create,
        "pthread_join" | "__kulan_join" => Known::Join,
        "pthread_self" | "thrd_current" | "__kulan_self" => Known::Myself,
        "pthread_equal" | "thrd_equal" => Known::SameThread,
        "pthread_mutex_init" | "pthread_spin_init" => Known::MutexInit,
        "pthread_mutex_destroy" => Known::MutexDestroy,
        "pthread_mutex_lock" | "pthread_spin_lock" | "mtx_lock" | "__kulan_lock" => Known::Lock,
        "pthread_mutex_trylock" | "pthread_spin_trylock" | "__kulan_trylock" => Known::TryLock,
        "pthread_mutex_unlock" | "pthread_spin_unlock" | "mtx_unlock" | "__kulan_unlock" => Known::Unlock,
        "pthread_cond_init" | "cnd_init" => Known::CondInit,
        "pthread_cond_wait" | "cnd_wait" | "__kulan_cond_wait" => Known::CondWait,
        "__kulan_cond_timedwait" => Known::CondTimedWait,
        "pthread_cond_signal" | "cnd_signal" => Known::CondSignal,
        "pthread_cond_broadcast" | "cnd_broadcast" => Known::CondBroadcast,
        "malloc" | "__kulan_malloc" => Known::Malloc,
        "calloc" => Known::Calloc,
        "free" | "__kulan_free" => Known::Free,
        "memcpy" | "memmove" | "__kulan_copy" => Known::Copy,
        "memset" => Known::Set,
        _ if name.starts_with("llvm.memcpy") || name.starts_with("llvm.memmove") => Known::Copy,
        _ if name.starts_with("llvm.memset") => Known::Set,
        _ if name.starts_with("llvm.lifetime") || name.starts_with("llvm.stack") => Known::Nothing,
        _ if name.starts_with("llvm.expect") => Known::First,
        _ if ARITHMETIC.iter().any(|word| name.starts_with(word)) => Known::Arithmetic,
        _ if name.starts_with("llvm.threadlocal.address") => Known::First,
        _ if name.starts_with("llvm.") && !NOTHING.contains(&name) => Known::Unsupported,
        _ if NOTHING.contains(&name) => Known::Nothing,
        _ if PRINTS.contains(&name) => Known::Prints,
        "rand" | "random" | "lrand48" | "getpid" | "getppid" | "getpagesize" => Known::Natural,
        "clock" | "sysconf" | "getenv" => Known::Any,
        _ if name.contains("scanf") && is_of_library(name) => Known::Scans,
        _ if is_of_library(name) => Known::Unsupported,
        _ => return None,
    };
    Some(word)
}

/// Whether a function is one step: SV-COMP's rule for names.
pub fn is_atomic_name(name: &str) -> bool {
    name.starts_with("__VERIFIER_atomic_") && !matches!(name, "__VERIFIER_atomic_begin" | "__VERIFIER_atomic_end")
}
