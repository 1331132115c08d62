//! The text form of a system: for tests, for people who want to see what a model became, and for writing one directly.
//!
//! `docs/ir.md` explains it with an example. White space and `// comments` part tokens; things are declared before they
//! are used, but a thread may name its program counter beforehand.
//!
//! ```text
//! system     = "system" name item*
//! item       = "file" name
//!            | "process" name
//!            | "thread" name "in" ref ["counter" ref] ["idle" number] ["{" (number ":" name* [at])* "}"]
//!            | "var" name ["of" ("process" | "thread") ref] ":" type ["=" (value | "[" value,* "]")] [display]
//!            | "let" "$"number "=" expr
//!            | "guard" expr
//!            | "transition" ref ["fallback" | "observer"] "{" part* "}"
//!            | "label" name "=" expr
//!            | "end" expr
//!            | "error" "{" (ref "=" (value | "[" value,* "]"))* "}"
//! part       = "when" expr
//!            | "input" name ":" type "in" number ".." number [display]
//!            | "check" kind expr ["template" number "slot" number] ["says" text] [at]
//!            | update
//!            | "alone" ref
//!            | "step" ["of" ref] ["with" ref] text [at] ["from" number] ["{" ("same" | update | message)* "}"]
//! update     = "set" ref ["[" expr "]"] "=" expr | "fill" ref "=" expr
//! message    = ("send" | "receive" | "handshake") name "(" (expr [display]),* ")"
//! type       = ("u" | "s")width ["[" number "]"]                       u8, s16, u1[4]
//! display    = "as" ("bool" | "hidden" | "{" (number ":" name),* "}")
//! at         = "at" ref number ":" number                              file, line, column
//! kind       = "assert" | "index" | "division" | "overflow" | "processes" | "channel" | "blocked" | "invariant" | "instance"
//! ref        = name ["#" number]                                       the number tells equal names apart
//! name       = word | text                                             text is quoted
//! ```
//!
//! Expressions are C's, with C's order of strength; where it matters, the sign says how operands are taken: `s` as signed
//! numbers, `u` as unsigned ones. Comparisons do not chain.
//!
//! ```text
//! |   ^   &   == != <u <=u >u >=u <s <=s >s >=s   << >>u >>s   + -   * /u /s %u %s   ! ~ -
//! 3:8  -1:16  true  x  a[i]  (e)  ite(c, a, b)  zext(w, e)  sext(w, e)  trunc(w, e)  position  $1
//! ```
//!
//! A constant says its width, unless an operand beside it or the context does: `x + 1`, `set x = 3`; an index is 32 bits
//! wide. `!` and `~` are the same. `a != b` is the complement of `a == b`, and so on for the other comparisons: the
//! expression is built as written and not simplified.

mod conditions;
mod error;
mod lexer;
mod names;
mod operator;
mod parse;
mod parse_expr;
mod parse_transition;
mod print;
mod print_expr;

pub use conditions::{Conditions, parse_conditions, print_conditions};
pub use error::{Error, Position};
pub use parse::parse;
pub use print::print;
