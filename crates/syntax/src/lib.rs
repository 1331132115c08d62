//! From text to tokens, and from tokens to a parser: what front-ends without a preprocessor share.
//!
//! A [`Language`] lists its keywords and signs. A parser holds a [`Cursor`] over the tokens and dereferences to it.

mod cursor;
mod language;
mod lexer;
mod token;

pub use cursor::{Cursor, Failed, Ident, Parsed, nested};
pub use language::{Comments, Language};
pub use token::{Kind, Token};
