//! Certificates: proofs that a system has no violation, and their checker.
//!
//! A [`Certificate`] is an invariant of a system, as text in the names of the model, with what it is said to prove. [`check`]
//! asks by itself whether it does, and shares nothing with what found it but the IR and the encoding of expressions:
//!
//! - *initial*: the initial state satisfies every clause;
//! - *inductive*: whatever fires in a state that satisfies them all leads to such a state again;
//! - *safe*: in no such state something is violated that the certificate is about.
//!
//! For a proof by k-induction the questions are about k states in a row. Whoever reads a refusal gets the state that breaks the
//! proof, which was confirmed by the interpreter.
//!
//! A [`Judge`] is another solver, which is asked the same questions in SMT-LIB: only the IR and its translation to words are
//! shared with it.

mod certificate;
mod check;
mod encoding;
mod fingerprint;
mod path;
mod refusal;
mod second;
mod text;

pub use certificate::{Asked, Certificate, Method, Origin};
pub use check::{Accepted, check};
pub use fingerprint::fingerprint;
pub use refusal::{Breach, Moment, Question, Refused};
pub use second::{Judge, Opinion, script};
pub use text::Error;
