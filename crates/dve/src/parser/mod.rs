//! Tokens to syntax tree, by recursive descent with a bounded depth.
//!
//! After an error the parser goes on at the next transition, section or item, so that one run shows several errors. The
//! grammar stands in docs/dve.md.

mod declaration;
mod expr;
mod model;
mod process;
mod recovery;

use std::ops::{Deref, DerefMut};

use kulan_diagnostics::{Diagnostics, FileId, SourceMap};
use kulan_syntax::{Cursor, Parsed};

use crate::ast::{Expr, Model};
use crate::language;

struct Parser<'a>(Cursor<'a>);

impl<'a> Deref for Parser<'a> {
    type Target = Cursor<'a>;

    fn deref(&self) -> &Cursor<'a> {
        &self.0
    }
}

impl DerefMut for Parser<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

/// Parses a whole model. None if there was an error.
pub(crate) fn parse(main: FileId, sources: &SourceMap, diags: &mut Diagnostics) -> Option<Model> {
    let model = Parser(Cursor::new(&language::MODEL, main, sources, diags)).model();
    (!diags.has_errors()).then_some(model)
}

/// Parses a file that is one expression. None if there was an error.
pub(crate) fn parse_expr(file: FileId, sources: &SourceMap, diags: &mut Diagnostics) -> Option<Expr> {
    let before = diags.error_count();
    let mut parser = Parser(Cursor::new(&language::EXPRESSION, file, sources, diags));
    let expr = parser.expr();
    if expr.is_ok() && !parser.at_end() {
        let _: Parsed<()> = parser.expected("an operator or the end");
    }
    expr.ok().filter(|_| diags.error_count() == before)
}
