//! Tokens and interned names.

use std::collections::HashMap;
use std::sync::Arc;

use kulan_diagnostics::Span;

use crate::ast::Name;
use crate::keyword::Keyword;

/// An interned text, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Symbol(pub u32);

/// The kinds of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Tok {
    Eof,
    Name,
    Key(Keyword),
    Number,
    Char,
    Str,
    LParen,
    RParen,
    LBrack,
    RBrack,
    LBrace,
    RBrace,
    Semi,
    Comma,
    Colon,
    ColonColon,
    Arrow,
    Dot,
    DotDot,
    At,
    Assign,
    PlusPlus,
    MinusMinus,
    Plus,
    Minus,
    Star,
    Slash,
    Percent,
    Tilde,
    Amp,
    AmpAmp,
    Bar,
    BarBar,
    Caret,
    Bang,
    BangBang,
    Query,
    QueryQuery,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Shl,
    Shr,
    Hash,
    HashHash,
    /// `*/` outside of a comment, which SPIN passes over.
    StrayComment,
    /// A character that begins no token, or an open quote.
    Unknown,
}

/// A token with its text and place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub kind: Tok,
    /// The text as written.
    pub text: Symbol,
    /// Where the user wrote it; for the body of a macro, the outermost invocation.
    pub span: Span,
    /// Where the statement around it is written: for an argument of a macro the invocation, for one of an
    /// inline the parameter in its body.
    pub place: Span,
    /// First on its line, as SPIN sees lines after preprocessing.
    pub newline: bool,
    /// Preceded by white space or a comment.
    pub space: bool,
    /// The name of a macro that must not be expanded any more.
    pub painted: bool,
}

/// All texts of the tokens of one run.
#[derive(Debug)]
pub(crate) struct Interner {
    names: Vec<Name>,
    numbers: HashMap<Arc<str>, Symbol>,
}

impl Interner {
    /// An interner that knows the keywords.
    pub fn new() -> Self {
        let mut interner = Self { names: Vec::new(), numbers: HashMap::new() };
        for &(word, _) in Keyword::ALL {
            interner.intern(word);
        }
        interner
    }

    pub fn intern(&mut self, text: &str) -> Symbol {
        if let Some(&symbol) = self.numbers.get(text) {
            return symbol;
        }
        let symbol = Symbol(u32::try_from(self.names.len()).expect("fewer names than bytes of input"));
        let name: Arc<str> = text.into();
        self.names.push(Name(name.clone()));
        self.numbers.insert(name, symbol);
        symbol
    }

    pub fn name(&self, symbol: Symbol) -> &Name {
        &self.names[symbol.0 as usize]
    }

    pub fn get(&self, symbol: Symbol) -> &str {
        self.name(symbol)
    }

    /// The keyword of this spelling, if it is one.
    pub fn keyword(&self, symbol: Symbol) -> Option<Keyword> {
        Keyword::ALL.get(symbol.0 as usize).map(|&(_, keyword)| keyword)
    }
}
