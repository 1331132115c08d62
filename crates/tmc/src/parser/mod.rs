//! Tokens to syntax tree, by recursive descent with a bounded depth.
//!
//! After an error the parser goes on at the next clause, location or item, so that one run shows several errors. The
//! grammar stands in docs/tmc.md.

mod cursor;
mod expr;
mod item;
mod process;

use kulan_diagnostics::{Diagnostics, FileId, SourceMap, Span};

use crate::ast::Model;
use crate::lexer;
use crate::token::Token;

/// A message was given already; the caller has to recover or to pass it on.
#[derive(Clone, Copy, Debug)]
struct Failed;

type Parsed<T> = Result<T, Failed>;

struct Parser<'a> {
    sources: &'a SourceMap,
    diags: &'a mut Diagnostics,
    tokens: Vec<Token>,
    position: usize,
    /// The place of the token just taken.
    previous: Span,
    /// How deep the expression at hand is nested, and how many parts it has by now.
    depth: usize,
    parts: usize,
    /// Whether temporal operators may occur.
    in_formula: bool,
}

/// Parses a whole program. None if there was an error.
pub(crate) fn parse(main: FileId, sources: &SourceMap, diags: &mut Diagnostics) -> Option<Model> {
    let tokens = lexer::tokens(main, sources.file(main).text(), diags);
    let previous = tokens[0].span.shrink_to_start();
    let mut parser = Parser { sources, diags, tokens, position: 0, previous, depth: 0, parts: 0, in_formula: false };
    let model = parser.model();
    model.filter(|_| !diags.has_errors())
}
