//! Tokens to syntax tree, by recursive descent with a bounded depth.
//!
//! After an error the parser goes on at the next clause, location or item, so that one run shows several errors. The
//! grammar stands in docs/tmc.md.

mod expr;
mod item;
mod process;
mod recovery;

use std::ops::{Deref, DerefMut};

use kulan_diagnostics::{Diagnostics, FileId, SourceMap};
use kulan_syntax::{Cursor, Parsed};

use crate::ast::{Definition, Ident, Model};
use crate::language::LANGUAGE;

struct Parser<'a> {
    cursor: Cursor<'a>,
    /// How many parts the expression at hand has by now.
    parts: usize,
    /// Whether temporal operators may occur.
    in_formula: bool,
}

impl<'a> Deref for Parser<'a> {
    type Target = Cursor<'a>;

    fn deref(&self) -> &Cursor<'a> {
        &self.cursor
    }
}

impl DerefMut for Parser<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.cursor
    }
}

/// Parses a definition whose body is the whole of a file. None if there was an error.
pub(crate) fn parse_definition(
    name: &str,
    is_formula: bool,
    file: FileId,
    sources: &SourceMap,
    diags: &mut Diagnostics,
) -> Option<Definition> {
    let cursor = Cursor::new(&LANGUAGE, file, sources, diags);
    let body = Parser { cursor, parts: 0, in_formula: false }.whole_formula().ok()?;
    let name = Ident { name: name.to_owned(), span: body.span };
    Some(Definition { is_formula, name, parameters: Vec::new(), body })
}

/// Parses a whole program. None if there was an error.
pub(crate) fn parse(main: FileId, sources: &SourceMap, diags: &mut Diagnostics) -> Option<Model> {
    let cursor = Cursor::new(&LANGUAGE, main, sources, diags);
    let model = Parser { cursor, parts: 0, in_formula: false }.model();
    model.filter(|_| !diags.has_errors())
}
