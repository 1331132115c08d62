//! Tokens to syntax tree, by recursive descent with a bounded depth.
//!
//! Follows SPIN's grammar (`spin.y`) with its rules for optional semicolons. After an error the parser goes on
//! at the next statement or item, so that one run shows several errors.

mod beside;
mod c_code;
mod cursor;
mod decl;
mod error;
mod expr;
mod inline;
mod io;
mod item;
mod ltl;
mod recover;
mod sequence;
mod stmt;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use kulan_diagnostics::{Diagnostics, Span};

use crate::ast::{Model, VarRef};
use crate::keyword::Keyword;
use crate::token::{Interner, Symbol, Tok, Token};
use inline::InlineDef;

/// Nesting of statements, parentheses and inlines.
const MAX_DEPTH: usize = 256;

/// A message was given already; the caller has to recover or to pass it on.
#[derive(Clone, Copy, Debug)]
struct Failed;

type Parsed<T> = Result<T, Failed>;

/// A place in a list of tokens that ends with [`Tok::Eof`].
struct Cursor {
    tokens: Rc<[Token]>,
    pos: usize,
}

/// An inline being expanded.
struct Expansion {
    name: Symbol,
    call: Span,
    target: Option<VarRef>,
}

struct Parser<'a> {
    names: &'a Interner,
    diags: &'a mut Diagnostics,
    cursor: Cursor,
    /// The kind and place of the token just taken.
    prev: Tok,
    prev_span: Span,
    prev_place: Span,
    /// Open parentheses and brackets: no line break ends a statement inside.
    parens: usize,
    /// In a body or a typedef, where line breaks may stand for semicolons.
    in_sequence: bool,
    depth: usize,
    /// Height of the expression that was parsed last.
    height: usize,
    typedefs: HashSet<Symbol>,
    proctypes: HashSet<Symbol>,
    inlines: HashMap<Symbol, Rc<InlineDef>>,
    expansions: Vec<Expansion>,
    /// Tokens that inlines have put out.
    inlined: usize,
    /// Inlines whose body has an error, so that it is told once.
    broken: HashSet<Symbol>,
    /// The words that the open `if`s and `do`s wait for.
    open_ends: Vec<Keyword>,
    /// The end of the text came too soon, and that was told.
    ended_early: bool,
}

/// What a text beside the model is.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Role<'r> {
    /// A temporal formula of this name.
    Formula(&'r str),
    /// A file of never claims.
    Claim,
    /// A condition on states.
    Proposition,
}

/// Parses a whole model, and texts beside it. None if there was an error.
pub(crate) fn parse_tokens<'r>(
    tokens: Vec<Token>,
    further: impl Iterator<Item = (Role<'r>, Vec<Token>)>,
    names: &Interner,
    diags: &mut Diagnostics,
) -> Option<Model> {
    let prev_span = tokens.first()?.span.shrink_to_start();
    let mut parser = Parser {
        names,
        diags,
        cursor: Cursor { tokens: tokens.into(), pos: 0 },
        prev: Tok::Semi,
        prev_span,
        prev_place: prev_span,
        parens: 0,
        in_sequence: false,
        depth: 0,
        height: 0,
        typedefs: HashSet::new(),
        proctypes: HashSet::new(),
        inlines: HashMap::new(),
        expansions: Vec::new(),
        inlined: 0,
        broken: HashSet::new(),
        open_ends: Vec::new(),
        ended_early: false,
    };
    let mut model = parser.model();
    for (role, tokens) in further {
        model.items.extend(parser.beside(role, tokens));
    }
    (!diags.has_errors()).then_some(model)
}
