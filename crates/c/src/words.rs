//! Functions whose meaning is known by name: those of POSIX and C, and the words of SV-COMP.

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
    /// Not modelled.
    Unsupported,
}

const NOTHING: &[&str] = &[
    "pthread_attr_init",
    "pthread_attr_destroy",
    "pthread_attr_setdetachstate",
    "pthread_mutexattr_init",
    "pthread_mutexattr_destroy",
    "pthread_cond_destroy",
    "pthread_detach",
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
    "srand",
    "srandom",
    "fflush",
    "perror",
    "setbuf",
    "llvm.dbg.declare",
    "llvm.dbg.value",
    "llvm.dbg.label",
    "llvm.assume",
    "__VERIFIER_printf",
];
const ARITHMETIC: &[&str] = &["llvm.umin.", "llvm.umax.", "llvm.smin.", "llvm.smax.", "llvm.bswap.", "llvm.usub.sat."];
const PRINTS: &[&str] = &["printf", "puts", "putchar", "fprintf", "vprintf", "fputs", "fputc"];
const UNSUPPORTED: &[&str] = &[
    "scanf",
    "sscanf",
    "fscanf",
    "__isoc99_scanf",
    "__isoc99_sscanf",
    "gets",
    "fgets",
    "read",
    "strcpy",
    "strncpy",
    "strcat",
    "strncat",
    "strdup",
    "sprintf",
    "snprintf",
    "realloc",
    "alloca",
    "posix_memalign",
    "aligned_alloc",
    "memcmp",
    "strcmp",
    "strncmp",
    "strlen",
    "strchr",
    "signal",
    "sigaction",
    "setjmp",
    "longjmp",
    "_setjmp",
    "fork",
    "atexit",
    "qsort",
    "gettimeofday",
    "thrd_create",
    "thrd_join",
    "thrd_exit",
    "mtx_init",
    "mtx_trylock",
    "mtx_timedlock",
    "cnd_timedwait",
    "tss_create",
    "tss_get",
    "tss_set",
    "call_once",
];

/// Functions of the network and of processes, which nothing here has a meaning for. Those that systems of programs have are
/// defined there.
const OF_SYSTEMS: &[&str] = &[
    "socket",
    "socketpair",
    "pipe",
    "pipe2",
    "accept",
    "accept4",
    "bind",
    "listen",
    "connect",
    "recv",
    "send",
    "recvfrom",
    "sendto",
    "recvmsg",
    "sendmsg",
    "readv",
    "writev",
    "shutdown",
    "poll",
    "ppoll",
    "select",
    "pselect",
    "epoll_create",
    "epoll_create1",
    "epoll_ctl",
    "epoll_wait",
    "getsockopt",
    "getsockname",
    "getpeername",
    "getaddrinfo",
    "freeaddrinfo",
    "gethostbyname",
    "gethostname",
    "inet_addr",
    "inet_aton",
    "inet_ntoa",
    "inet_ntop",
    "inet_pton",
    "ioctl",
    "dup",
    "dup2",
    "dup3",
    "fdopen",
    "open",
    "kill",
    "raise",
    "pause",
    "alarm",
    "wait",
    "waitpid",
    "execve",
    "execv",
    "execvp",
    "execl",
    "execlp",
    "sigprocmask",
    "sigwait",
    "pthread_kill",
];

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
        "clock" | "rand" | "random" => Known::Any,
        _ if UNSUPPORTED.contains(&name) || OF_SYSTEMS.contains(&name) => Known::Unsupported,
        // Locks, barriers, keys and more that have a meaning, which is not modelled.
        _ if name.starts_with("pthread_") || name.starts_with("sem_") || name.starts_with("__atomic_") => {
            Known::Unsupported
        }
        _ => return None,
    };
    Some(word)
}

/// Whether a function is one step: SV-COMP's rule for names.
pub fn is_atomic_name(name: &str) -> bool {
    name.starts_with("__VERIFIER_atomic_") && !matches!(name, "__VERIFIER_atomic_begin" | "__VERIFIER_atomic_end")
}
