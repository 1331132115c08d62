//! The reserved words.

/// Declares the enum and its table in one go, so that both stay in the same order.
macro_rules! keywords {
    ($($variant:ident $word:literal),* $(,)?) => {
        /// A reserved word.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(crate) enum Keyword { $($variant),* }

        impl Keyword {
            /// Every word with its keyword.
            pub const ALL: &'static [(&'static str, Keyword)] = &[$(($word, Keyword::$variant)),*];

            /// The spelling.
            pub fn word(self) -> &'static str {
                Self::ALL[self as usize].0
            }
        }
    };
}

keywords! {
    Active "active", Assert "assert", Atomic "atomic", Bit "bit", Bool "bool", Break "break", Byte "byte",
    CCode "c_code", CDecl "c_decl", CExpr "c_expr", CState "c_state", CTrack "c_track",
    DProctype "D_proctype", Do "do", Chan "chan", Else "else", Empty "empty", Enabled "enabled",
    Eval "eval", False "false", Fi "fi", For "for", Full "full", GetPriority "get_priority", Goto "goto",
    Hidden "hidden", If "if", Init "init", Inline "inline", Int "int", Len "len", Local "local",
    Ltl "ltl", Mtype "mtype", Nempty "nempty", Never "never", Nfull "nfull", Notrace "notrace",
    Np "np_", Od "od", Of "of", PcValue "pc_value", Pid "pid", Printf "printf", Printm "printm",
    Priority "priority", Proctype "proctype", Provided "provided", Return "return", Run "run",
    DStep "d_step", Select "select", SetPriority "set_priority", Short "short", Skip "skip",
    Timeout "timeout", Trace "trace", True "true", Show "show", Typedef "typedef", Unless "unless",
    Unsigned "unsigned", Xr "xr", Xs "xs",
}
