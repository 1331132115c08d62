//! Characters to tokens, one file at a time. Comments and line splices are white space here.

use std::sync::Arc;

use kulan_diagnostics::{FileId, Span};

use crate::token::{Interner, Tok, Token};

/// Reads one file.
#[derive(Debug)]
pub(crate) struct Lexer {
    text: Arc<str>,
    file: FileId,
    pos: usize,
    /// A line break was passed since the last token (or this is the start).
    newline: bool,
    space: bool,
    /// A comment or a splice went over a line break since the last token.
    crossed: bool,
    /// Where a comment began that never ends.
    open_comment: Option<Span>,
}

/// Two-character tokens; each is tried before the one-character ones.
const PAIRS: &[(&[u8; 2], Tok)] = &[
    (b"::", Tok::ColonColon),
    (b"->", Tok::Arrow),
    (b"--", Tok::MinusMinus),
    (b"++", Tok::PlusPlus),
    (b"<<", Tok::Shl),
    (b"<=", Tok::Le),
    (b">>", Tok::Shr),
    (b">=", Tok::Ge),
    (b"==", Tok::Eq),
    (b"!=", Tok::Ne),
    (b"!!", Tok::BangBang),
    (b"??", Tok::QueryQuery),
    (b"&&", Tok::AmpAmp),
    (b"||", Tok::BarBar),
    (b"..", Tok::DotDot),
    (b"##", Tok::HashHash),
    (b"*/", Tok::StrayComment),
];

fn single(byte: u8) -> Tok {
    match byte {
        b'(' => Tok::LParen,
        b')' => Tok::RParen,
        b'[' => Tok::LBrack,
        b']' => Tok::RBrack,
        b'{' => Tok::LBrace,
        b'}' => Tok::RBrace,
        b';' => Tok::Semi,
        b',' => Tok::Comma,
        b':' => Tok::Colon,
        b'.' => Tok::Dot,
        b'@' => Tok::At,
        b'=' => Tok::Assign,
        b'+' => Tok::Plus,
        b'-' => Tok::Minus,
        b'*' => Tok::Star,
        b'/' => Tok::Slash,
        b'%' => Tok::Percent,
        b'~' => Tok::Tilde,
        b'&' => Tok::Amp,
        b'|' => Tok::Bar,
        b'^' => Tok::Caret,
        b'!' => Tok::Bang,
        b'?' => Tok::Query,
        b'<' => Tok::Lt,
        b'>' => Tok::Gt,
        b'#' => Tok::Hash,
        _ => Tok::Unknown,
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

impl Lexer {
    pub fn new(file: FileId, text: Arc<str>) -> Self {
        Self { text, file, pos: 0, newline: true, space: false, crossed: false, open_comment: None }
    }

    pub fn file(&self) -> FileId {
        self.file
    }

    /// The start of a comment that the file does not end, once it was met.
    pub fn take_open_comment(&mut self) -> Option<Span> {
        self.open_comment.take()
    }

    /// Whether a comment or a splice went over a line break; once for each time.
    pub fn take_crossed(&mut self) -> bool {
        std::mem::take(&mut self.crossed)
    }

    /// The next token; [`Tok::Eof`] forever after the last.
    pub fn next(&mut self, names: &mut Interner) -> Token {
        kulan_control::checkpoint();
        self.skip_blanks(true);
        self.lex(names)
    }

    /// The next token of this line, if any.
    pub fn next_on_line(&mut self, names: &mut Interner) -> Option<Token> {
        self.skip_blanks(false);
        let at_end = self.pos >= self.text.len() || self.byte(0) == b'\n';
        (!at_end).then(|| self.lex(names))
    }

    /// The rest of this line after blanks, with its place.
    pub fn rest_of_line(&mut self) -> (String, Span) {
        self.skip_blanks(false);
        let start = self.pos;
        let len = self.text.as_bytes()[start..].iter().position(|&b| b == b'\n').unwrap_or(self.text.len() - start);
        self.pos = start + len;
        (self.text[start..self.pos].trim_end().to_owned(), self.span_from(start))
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.pos + ahead).copied().unwrap_or(0)
    }

    fn span_from(&self, start: usize) -> Span {
        Span::new(self.file, start as u32, self.pos as u32)
    }

    fn skip_blanks(&mut self, lines: bool) {
        loop {
            match self.byte(0) {
                b'\n' if !lines => return,
                b'\n' => self.newline = true,
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => {}
                0 if self.pos < self.text.len() => {}
                b'\\' if self.splice() => {
                    self.crossed = true;
                    self.pos += 1;
                    continue;
                }
                b'/' if self.byte(1) == b'*' => self.block_comment(),
                b'/' if self.byte(1) == b'/' => {
                    self.line_comment();
                    continue;
                }
                _ => return,
            }
            self.space = true;
            self.pos += 1;
        }
    }

    /// At a backslash: whether a line break follows; if so, moves onto it.
    fn splice(&mut self) -> bool {
        let len = match (self.byte(1), self.byte(2)) {
            (b'\n', _) => 1,
            (b'\r', b'\n') => 2,
            _ => return false,
        };
        self.pos += len;
        true
    }

    /// Moves onto the last character of the comment.
    fn block_comment(&mut self) {
        let start = self.pos;
        match self.text[start + 2..].find("*/") {
            Some(len) => {
                self.crossed |= self.text[start + 2..start + 2 + len].contains('\n');
                self.pos = start + 2 + len + 1;
            }
            None => {
                self.pos = self.text.len() - 1;
                self.open_comment = Some(Span::new(self.file, start as u32, start as u32 + 2));
            }
        }
    }

    fn line_comment(&mut self) {
        while self.pos < self.text.len() && self.byte(0) != b'\n' {
            if self.byte(0) == b'\\' {
                self.splice();
            }
            self.pos += 1;
        }
        self.space = true;
    }

    fn lex(&mut self, names: &mut Interner) -> Token {
        let start = self.pos.min(self.text.len());
        let kind = self.scan();
        self.pos = self.pos.min(self.text.len());
        let text = names.intern(&self.text[start..self.pos]);
        let span = self.span_from(start);
        let (newline, space) = (self.newline, self.space);
        let token = Token { kind, text, span, place: span, newline, space, painted: false };
        (self.newline, self.space) = (false, false);
        token
    }

    fn scan(&mut self) -> Tok {
        if self.pos >= self.text.len() {
            return Tok::Eof;
        }
        match self.byte(0) {
            b'0'..=b'9' => self.word(Tok::Number),
            byte if is_word(byte) => self.word(Tok::Name),
            b'"' => self.string(),
            b'\'' => self.character(),
            byte => self.punctuation(byte),
        }
    }

    fn word(&mut self, kind: Tok) -> Tok {
        let rest = &self.text.as_bytes()[self.pos..];
        self.pos += rest.iter().position(|&byte| !is_word(byte)).unwrap_or(rest.len());
        kind
    }

    fn punctuation(&mut self, byte: u8) -> Tok {
        if byte == b'-' && self.byte(1) == b'-' && self.byte(2) == b'>' {
            self.pos += 3; // SPIN takes `-->` as `->`
            return Tok::Arrow;
        }
        let pair = [byte, self.byte(1)];
        if let Some(&(_, kind)) = PAIRS.iter().find(|(text, _)| **text == pair) {
            self.pos += 2;
            return kind;
        }
        self.pos += self.text[self.pos..].chars().next().map_or(1, char::len_utf8);
        single(byte)
    }

    /// A string ends on its line; otherwise the rest of the line is one unknown token.
    fn string(&mut self) -> Tok {
        let bytes = self.text.as_bytes();
        let mut at = self.pos + 1;
        while at < bytes.len() && bytes[at] != b'\n' {
            match bytes[at] {
                b'"' => {
                    self.pos = at + 1;
                    return Tok::Str;
                }
                b'\\' => at += 2,
                _ => at += 1,
            }
        }
        self.pos = at.min(bytes.len());
        while !self.text.is_char_boundary(self.pos) {
            self.pos += 1;
        }
        Tok::Unknown
    }

    fn character(&mut self) -> Tok {
        let rest = &self.text.as_bytes()[self.pos..];
        let len = match rest {
            [_, b'\\', _, b'\'', ..] => 4,
            [_, c, b'\'', ..] if *c != b'\\' && *c != b'\n' && c.is_ascii() => 3,
            _ => 0,
        };
        self.pos += len.max(1);
        if len > 0 { Tok::Char } else { Tok::Unknown }
    }
}
