//! Characters to tokens.

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// `define`, `i32`, `DW_TAG_member`
    Word,
    /// `name:`, `"a b":` or `12:`
    Label,
    /// `@name` or `@"a b"`
    Global,
    /// `@12`
    GlobalNumber,
    /// `%name` or `%"a b"`
    Local,
    /// `%12`
    LocalNumber,
    /// `$name` or `$"a b"`
    Comdat,
    /// `!name`
    MetadataName,
    /// `!12`
    MetadataNumber,
    /// `#12`
    Group,
    /// `#dbg_declare`
    Record,
    /// `^12`
    Summary,
    /// `-12`
    Integer,
    /// `u0x1f` or `s0x1f`
    HexInteger,
    /// `1.5e+3`
    Decimal,
    /// `0x1f`, `0xK1f`
    Hexadecimal,
    /// `"..."`
    Text,
    /// `c"..."`
    Bytes,
    /// `...`
    Ellipsis,
    /// Any other sign.
    Sign(u8),
    /// A `"` without its partner.
    Unclosed,
    /// The end of the text.
    End,
}

/// A token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub kind: Kind,
    pub start: u32,
    pub end: u32,
}

/// A place in a text.
#[derive(Clone, Copy)]
pub(crate) struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
}

const NAME: u8 = 1;
const DIGIT: u8 = 2;
const HEX: u8 = 4;
const BLANK: u8 = 8;

/// The classes of each byte.
const CLASSES: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        if b.is_ascii_alphanumeric() || matches!(b, b'-' | b'$' | b'.' | b'_') {
            table[byte] |= NAME;
        }
        if b.is_ascii_digit() {
            table[byte] |= DIGIT;
        }
        if b.is_ascii_hexdigit() {
            table[byte] |= HEX;
        }
        if matches!(b, b' ' | b'\t' | b'\n' | b'\r' | 0) {
            table[byte] |= BLANK;
        }
        byte += 1;
    }
    table
};

fn is(byte: u8, class: u8) -> bool {
    CLASSES[byte as usize] & class != 0
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text: text.as_bytes(), at: 0 }
    }

    /// The next token.
    pub fn next(&mut self) -> Token {
        self.skip_blanks();
        let start = self.at;
        let kind = self.kind();
        Token { kind, start: start as u32, end: self.at as u32 }
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn skip_blanks(&mut self) {
        while let Some(&byte) = self.text.get(self.at) {
            if is(byte, BLANK) {
                self.at += 1;
            } else if byte == b';' {
                let rest = &self.text[self.at..];
                self.at += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
            } else {
                return;
            }
        }
    }

    fn skip(&mut self, class: u8) -> usize {
        let rest = &self.text[self.at..];
        let count = rest.iter().position(|&b| !is(b, class)).unwrap_or(rest.len());
        self.at += count;
        count
    }

    fn kind(&mut self) -> Kind {
        let Some(&byte) = self.text.get(self.at) else { return Kind::End };
        match byte {
            b'@' => self.name(Kind::Global, Kind::GlobalNumber),
            b'%' => self.name(Kind::Local, Kind::LocalNumber),
            b'$' if self.peek(1) == b'"' => self.name(Kind::Comdat, Kind::Sign(b'$')),
            b'$' => self.comdat_or_label(),
            b'!' => self.metadata(),
            b'#' => self.hash(),
            b'^' => {
                self.at += 1;
                if self.skip(DIGIT) > 0 { Kind::Summary } else { Kind::Sign(b'^') }
            }
            b'"' => {
                let kind = self.quoted();
                if kind == Kind::Text && self.peek(0) == b':' {
                    self.at += 1;
                    return Kind::Label;
                }
                kind
            }
            b'c' if self.peek(1) == b'"' => {
                self.at += 1;
                if self.quoted() == Kind::Text { Kind::Bytes } else { Kind::Unclosed }
            }
            b'.' if self.peek(1) == b'.' && self.peek(2) == b'.' && !is(self.peek(3), NAME) => {
                self.at += 3;
                Kind::Ellipsis
            }
            b'0'..=b'9' | b'-' | b'+' => self.number(),
            _ if is(byte, NAME) => self.word(),
            _ => {
                self.at += 1;
                while matches!(self.peek(0), 0x80..=0xbf) {
                    self.at += 1;
                }
                Kind::Sign(byte)
            }
        }
    }

    /// After a sigil: a quoted or plain name, or a number.
    fn name(&mut self, named: Kind, numbered: Kind) -> Kind {
        let sigil = self.text[self.at];
        self.at += 1;
        if self.peek(0) == b'"' {
            return if self.quoted() == Kind::Text { named } else { Kind::Unclosed };
        }
        let start = self.at;
        if self.skip(NAME) == 0 {
            return Kind::Sign(sigil);
        }
        if self.text[start..self.at].iter().all(|&b| is(b, DIGIT)) { numbered } else { named }
    }

    fn quoted(&mut self) -> Kind {
        self.at += 1;
        let rest = &self.text[self.at..];
        match rest.iter().position(|&b| b == b'"') {
            Some(count) => {
                self.at += count + 1;
                Kind::Text
            }
            None => {
                self.at = self.text.len();
                Kind::Unclosed
            }
        }
    }

    fn comdat_or_label(&mut self) -> Kind {
        self.at += 1;
        self.skip(NAME);
        if self.peek(0) == b':' {
            self.at += 1;
            return Kind::Label;
        }
        Kind::Comdat
    }

    fn metadata(&mut self) -> Kind {
        self.at += 1;
        let start = self.at;
        while is(self.peek(0), NAME) || self.peek(0) == b'\\' {
            self.at += 1;
        }
        let name = &self.text[start..self.at];
        match name {
            [] => Kind::Sign(b'!'),
            _ if name.iter().all(|&b| is(b, DIGIT)) => Kind::MetadataNumber,
            _ => Kind::MetadataName,
        }
    }

    fn hash(&mut self) -> Kind {
        self.at += 1;
        if self.skip(DIGIT) > 0 {
            return Kind::Group;
        }
        if self.skip(NAME) > 0 { Kind::Record } else { Kind::Sign(b'#') }
    }

    fn word(&mut self) -> Kind {
        let start = self.at;
        self.skip(NAME);
        if self.peek(0) == b':' {
            self.at += 1;
            return Kind::Label;
        }
        let word = &self.text[start..self.at];
        let is_number = matches!(word, [b'u' | b's', b'0', b'x', digits @ ..] if !digits.is_empty() && digits.iter().all(|&b| is(b, HEX)));
        if is_number { Kind::HexInteger } else { Kind::Word }
    }

    fn number(&mut self) -> Kind {
        let start = self.at;
        let signed = matches!(self.text[start], b'-' | b'+');
        self.at += usize::from(signed);
        if self.skip(DIGIT) == 0 {
            self.at = start;
            return self.odd_label(Kind::Sign(self.text[start]));
        }
        if self.peek(0) == b'x' && &self.text[start..self.at] == b"0" {
            self.at += 1;
            self.at += usize::from(matches!(self.peek(0), b'K' | b'L' | b'M' | b'H' | b'R'));
            self.skip(HEX);
            return Kind::Hexadecimal;
        }
        if self.peek(0) == b'.' {
            self.at += 1;
            self.skip(DIGIT);
            if matches!(self.peek(0), b'e' | b'E') {
                let sign = usize::from(matches!(self.peek(1), b'-' | b'+'));
                if is(self.peek(1 + sign), DIGIT) {
                    self.at += 1 + sign;
                    self.skip(DIGIT);
                }
            }
            return Kind::Decimal;
        }
        let end = self.at;
        let kind = if is(self.peek(0), NAME) || self.peek(0) == b':' {
            self.at = start;
            self.odd_label(Kind::Integer)
        } else {
            Kind::Integer
        };
        if kind == Kind::Integer {
            self.at = end;
        }
        kind
    }

    /// A label may begin like a number: `12:`, `-x:`, `1a:`. Otherwise one byte is taken, for the given kind.
    fn odd_label(&mut self, otherwise: Kind) -> Kind {
        let start = self.at;
        self.skip(NAME);
        if self.at > start && self.peek(0) == b':' {
            self.at += 1;
            return Kind::Label;
        }
        self.at = start + 1;
        otherwise
    }
}

/// The digits of a character code, two behind a `\`.
fn escape(rest: &[u8]) -> Option<u8> {
    let digit = |byte: u8| (byte as char).to_digit(16);
    Some((digit(*rest.first()?)? * 16 + digit(*rest.get(1)?)?) as u8)
}

/// The bytes that a quoted text stands for: `\xx` is a byte by its number, `\\` is `\`.
pub(crate) fn unescape(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at + 1..];
        let (byte, length) = match bytes[at] {
            b'\\' if rest.first() == Some(&b'\\') => (b'\\', 2),
            b'\\' => escape(rest).map_or((b'\\', 1), |byte| (byte, 3)),
            byte => (byte, 1),
        };
        out.push(byte);
        at += length;
    }
    out
}

/// Stand-ins for bytes that are no UTF-8, so that names are texts: private characters, which nobody uses.
const STAND_INS: u32 = 0x10_ff00;

/// The text of a name in the file.
pub(crate) fn unescape_name(text: &str) -> String {
    let bytes = unescape(text);
    let mut out = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        out.push_str(chunk.valid());
        out.extend(chunk.invalid().iter().filter_map(|&byte| char::from_u32(STAND_INS + u32::from(byte))));
    }
    out
}

/// The inverse of [`unescape_name`], for between quotes.
pub(crate) fn escape_name(name: &str, out: &mut String) {
    let mut buffer = [0; 4];
    for c in name.chars() {
        match u32::from(c).checked_sub(STAND_INS).map(u8::try_from) {
            Some(Ok(byte)) => escape_bytes(&[byte], out),
            _ => escape_bytes(c.encode_utf8(&mut buffer).as_bytes(), out),
        }
    }
}

/// Bytes as they stand between quotes.
pub(crate) fn escape_bytes(bytes: &[u8], out: &mut String) {
    use std::fmt::Write;
    for &byte in bytes {
        if matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\' {
            out.push(byte as char);
        } else {
            let _ = write!(out, "\\{byte:02X}");
        }
    }
}

/// Whether a name is written without quotes. LLVM would read one with `$`, but writes quotes.
pub(crate) fn is_plain(name: &str) -> bool {
    let bytes = name.as_bytes();
    bytes.first().is_some_and(|b| !b.is_ascii_digit()) && bytes.iter().all(|&b| is(b, NAME) && b != b'$')
}

/// Whether the first pointer type in a text is `ptr` rather than `i8*`.
pub(crate) fn has_opaque_pointers(text: &str) -> bool {
    let mut lexer = Lexer::new(text);
    loop {
        let token = lexer.next();
        match token.kind {
            Kind::Sign(b'*') => return false,
            Kind::End => return true,
            Kind::Word if &text[token.start as usize..token.end as usize] == "ptr" => return true,
            _ => {}
        }
    }
}
