//! Tokens.

use super::error::{Error, Position};

/// A token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// A word: a keyword or a plain name.
    Word(String),
    /// A quoted name or message.
    Text(String),
    /// A number.
    Number(u64),
    /// `$7`: a shared expression.
    Shared(u64),
    /// An operator or a mark.
    Sign(&'static str),
    /// The end.
    End,
}

impl Token {
    /// As error messages show it.
    pub(super) fn describe(&self) -> String {
        match self {
            Token::Word(w) => format!("`{w}`"),
            Token::Text(t) => format!("{t:?}"),
            Token::Number(n) => format!("`{n}`"),
            Token::Shared(n) => format!("`${n}`"),
            Token::Sign(s) => format!("`{s}`"),
            Token::End => "the end".into(),
        }
    }
}

/// Longer signs stand before their prefixes.
const SIGNS: [&str; 37] = [
    "..", "<=s", "<=u", ">=s", ">=u", ">>s", ">>u", "<<", "==", "!=", "<s", "<u", ">s", ">u", "/s", "/u", "%s", "%u",
    "+", "-", "*", "&", "|", "^", "!", "~", "(", ")", "[", "]", "{", "}", ",", ";", ":", "=", "#",
];

/// Whether a name can stand without quotes, keywords apart.
pub(super) fn is_word(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && name.chars().all(in_word)
}

fn in_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '\'')
}

/// Splits a text into tokens with their places; the last one is [`Token::End`].
pub(super) fn tokens(text: &str) -> Result<Vec<(Token, Position)>, Error> {
    let mut lexer = Lexer { rest: text, position: Position { line: 1, column: 1 } };
    let mut list = Vec::new();
    loop {
        lexer.blank();
        let position = lexer.position;
        let token = lexer.token()?;
        let done = token == Token::End;
        list.push((token, position));
        if done {
            return Ok(list);
        }
    }
}

struct Lexer<'t> {
    rest: &'t str,
    position: Position,
}

impl<'t> Lexer<'t> {
    fn take(&mut self, bytes: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(bytes);
        for c in taken.chars() {
            if c == '\n' {
                self.position = Position { line: self.position.line + 1, column: 1 };
            } else {
                self.position.column += 1;
            }
        }
        self.rest = rest;
        taken
    }

    fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'t str {
        let end = self.rest.find(|c| !fits(c)).unwrap_or(self.rest.len());
        self.take(end)
    }

    /// Passes over white space and comments, which go from `//` to the end of the line.
    fn blank(&mut self) {
        loop {
            self.take_while(char::is_whitespace);
            if !self.rest.starts_with("//") {
                return;
            }
            self.take_while(|c| c != '\n');
        }
    }

    fn token(&mut self) -> Result<Token, Error> {
        match self.rest.chars().next() {
            None => Ok(Token::End),
            Some('"') => self.quoted(),
            Some('0'..='9') => self.number().map(Token::Number),
            Some('$') => {
                self.take(1);
                self.number().map(Token::Shared)
            }
            Some(c) if c.is_ascii_alphabetic() || c == '_' => Ok(Token::Word(self.take_while(in_word).to_string())),
            Some(c) => self.sign(c),
        }
    }

    fn sign(&mut self, c: char) -> Result<Token, Error> {
        if let Some(sign) = SIGNS.iter().find(|s| self.rest.starts_with(**s)) {
            self.take(sign.len());
            return Ok(Token::Sign(sign));
        }
        let message = match c {
            '/' | '%' | '<' | '>' => format!("expected `s` (signed) or `u` (unsigned) behind `{c}`"),
            _ => format!("unexpected character {c:?}"),
        };
        Err(Error::new(self.position, message))
    }

    fn number(&mut self) -> Result<u64, Error> {
        let position = self.position;
        let digits = self.take_while(|c| c.is_ascii_digit());
        digits.parse().map_err(|_| Error::new(position, "expected a number below 2^64"))
    }

    /// Quoted as in Rust: `\"`, `\\`, `\n`, `\t`, `\r`, `\u{..}` and the like.
    fn quoted(&mut self) -> Result<Token, Error> {
        self.take(1);
        let mut text = String::new();
        loop {
            let position = self.position;
            text.push_str(self.take_while(|c| !matches!(c, '"' | '\\' | '\n')));
            match self.rest.chars().next() {
                Some('"') => {
                    self.take(1);
                    return Ok(Token::Text(text));
                }
                Some('\\') => text.push(self.escape()?),
                _ => return Err(Error::new(position, "expected a closing quote in this line")),
            }
        }
    }

    fn escape(&mut self) -> Result<char, Error> {
        let position = self.position;
        let error = || Error::new(position, "expected one of the escapes \\\\ \\\" \\n \\t \\r \\0 \\u{..}");
        self.take(1);
        let c = self.rest.chars().next().ok_or_else(error)?;
        self.take(c.len_utf8());
        match c {
            '\\' | '"' | '\'' => Ok(c),
            'n' => Ok('\n'),
            't' => Ok('\t'),
            'r' => Ok('\r'),
            '0' => Ok('\0'),
            'u' if self.rest.starts_with('{') => {
                let digits = self.take_while(|c| c != '}' && c != '\n').get(1..).unwrap_or_default();
                if !self.rest.starts_with('}') {
                    return Err(error());
                }
                self.take(1);
                u32::from_str_radix(digits, 16).ok().and_then(char::from_u32).ok_or_else(error)
            }
            _ => Err(error()),
        }
    }
}
