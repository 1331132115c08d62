//! Enumerations whose members are words of the language.

/// Declares an enumeration with the word of each member.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($(#[$inner:meta])* $member:ident = $word:literal,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $name { $($(#[$inner])* #[doc = concat!("`", $word, "`")] $member,)* }

        impl $name {
            /// The member with this word.
            pub fn from_word(word: &str) -> Option<Self> {
                Some(match word { $($word => Self::$member,)* _ => return None })
            }

            /// The word of the member.
            pub fn word(self) -> &'static str {
                match self { $(Self::$member => $word,)* }
            }
        }
    )*};
}

words! {
    /// An operation on two numbers, or on two vectors element by element.
    BinaryOp {
        Add = "add", FAdd = "fadd", Sub = "sub", FSub = "fsub", Mul = "mul", FMul = "fmul",
        UDiv = "udiv", SDiv = "sdiv", FDiv = "fdiv", URem = "urem", SRem = "srem", FRem = "frem",
        Shl = "shl", LShr = "lshr", AShr = "ashr", And = "and", Or = "or", Xor = "xor",
    }
    /// A conversion to another type.
    CastOp {
        Trunc = "trunc", ZExt = "zext", SExt = "sext", FPTrunc = "fptrunc", FPExt = "fpext",
        FPToUI = "fptoui", FPToSI = "fptosi", UIToFP = "uitofp", SIToFP = "sitofp",
        PtrToInt = "ptrtoint", IntToPtr = "inttoptr", BitCast = "bitcast", AddrSpaceCast = "addrspacecast",
    }
    /// A comparison of integers or pointers.
    IntPredicate {
        Eq = "eq", Ne = "ne", Ugt = "ugt", Uge = "uge", Ult = "ult", Ule = "ule",
        Sgt = "sgt", Sge = "sge", Slt = "slt", Sle = "sle",
    }
    /// A comparison of floating-point numbers.
    FloatPredicate {
        False = "false", Oeq = "oeq", Ogt = "ogt", Oge = "oge", Olt = "olt", Ole = "ole", One = "one", Ord = "ord",
        Ueq = "ueq", Ugt = "ugt", Uge = "uge", Ult = "ult", Ule = "ule", Une = "une", Uno = "uno", True = "true",
    }
    /// What an atomic access promises about the order of others.
    Ordering {
        Unordered = "unordered", Monotonic = "monotonic", Acquire = "acquire", Release = "release",
        AcquireRelease = "acq_rel", SequentiallyConsistent = "seq_cst",
    }
    /// What an `atomicrmw` does with the value in memory.
    RmwOp {
        Exchange = "xchg", Add = "add", Sub = "sub", And = "and", Nand = "nand", Or = "or", Xor = "xor",
        Max = "max", Min = "min", UMax = "umax", UMin = "umin", FAdd = "fadd", FSub = "fsub", FMax = "fmax",
        FMin = "fmin", FMaximum = "fmaximum", FMinimum = "fminimum", UIncWrap = "uinc_wrap",
        UDecWrap = "udec_wrap", USubCond = "usub_cond", USubSat = "usub_sat",
    }
    /// Whether a call may reuse the caller's frame.
    Tail {
        Tail = "tail", MustTail = "musttail", NoTail = "notail",
    }
    /// Who else sees a global, and what happens to equal names.
    Linkage {
        External = "external", Private = "private", Internal = "internal",
        AvailableExternally = "available_externally", LinkOnce = "linkonce", LinkOnceOdr = "linkonce_odr",
        Weak = "weak", WeakOdr = "weak_odr", Common = "common", Appending = "appending", ExternWeak = "extern_weak",
    }
    /// Whether other shared objects see a global.
    Visibility {
        Default = "default", Hidden = "hidden", Protected = "protected",
    }
    /// Whether another shared object may replace a global.
    Preemption {
        Local = "dso_local", Preemptable = "dso_preemptable",
    }
    /// How a global goes through a Windows library.
    DllStorage {
        Import = "dllimport", Export = "dllexport",
    }
    /// How a thread finds its copy of a variable.
    ThreadLocal {
        GeneralDynamic = "generaldynamic", LocalDynamic = "localdynamic", InitialExec = "initialexec",
        LocalExec = "localexec",
    }
    /// Whether the address of a global matters.
    UnnamedAddr {
        Global = "unnamed_addr", Local = "local_unnamed_addr",
    }
    /// What the linker does with comdats of one name.
    ComdatKind {
        Any = "any", ExactMatch = "exactmatch", Largest = "largest", NoDeduplicate = "nodeduplicate",
        SameSize = "samesize",
    }
    /// A floating-point format.
    FloatKind {
        Half = "half", BFloat = "bfloat", Float = "float", Double = "double", X86Fp80 = "x86_fp80", Fp128 = "fp128",
        PpcFp128 = "ppc_fp128",
    }
}
