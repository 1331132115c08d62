//! Symbols that gcc, which SPIN preprocesses with, predefines. They are those of Linux on a 64-bit machine wherever Kulan
//! runs, so that a model means the same everywhere.

use super::Preprocessor;
use crate::token::{Symbol, Tok, Token};

const PREDEFINED: &[(&str, &str)] = &[
    ("__STDC__", "1"),
    ("__STDC_HOSTED__", "1"),
    ("__STDC_VERSION__", "199901L"),
    ("__GNUC__", "12"),
    ("__GNUC_MINOR__", "2"),
    ("__GNUC_PATCHLEVEL__", "0"),
    ("__linux", "1"),
    ("__linux__", "1"),
    ("linux", "1"),
    ("__gnu_linux__", "1"),
    ("__unix", "1"),
    ("__unix__", "1"),
    ("unix", "1"),
    ("__ELF__", "1"),
    ("__LP64__", "1"),
    ("_LP64", "1"),
    ("__x86_64", "1"),
    ("__x86_64__", "1"),
    ("__amd64", "1"),
    ("__amd64__", "1"),
    ("__CHAR_BIT__", "8"),
    ("__SCHAR_MAX__", "0x7f"),
    ("__SHRT_MAX__", "0x7fff"),
    ("__INT_MAX__", "0x7fffffff"),
    ("__SIZEOF_SHORT__", "2"),
    ("__SIZEOF_INT__", "4"),
    ("__SIZEOF_LONG__", "8"),
    ("__SIZEOF_POINTER__", "8"),
    ("__VERSION__", "\"12.2.0\""),
];

impl Preprocessor<'_> {
    pub(super) fn predefine(&mut self) {
        let text: String = PREDEFINED.iter().map(|(name, value)| format!("#define {name} {value}\n")).collect();
        let file = self.env.sources.add("<predefined>", text);
        self.enter(file, None);
        self.next_expanded();
    }

    pub(super) fn is_defined(&self, name: Symbol) -> bool {
        self.macros.contains_key(&name) || name == self.line_name || name == self.file_name
    }

    /// `__LINE__` and `__FILE__` by what they stand for; any other name is itself.
    pub(super) fn place_name(&mut self, token: Token) -> Token {
        if token.text == self.line_name {
            let line = self.env.sources.position(token.span).line.to_string();
            return Token { kind: Tok::Number, text: self.names.intern(&line), ..token };
        }
        if token.text == self.file_name {
            let name = format!("\"{}\"", self.env.sources.file(token.span.file).name());
            return Token { kind: Tok::Str, text: self.names.intern(&name), ..token };
        }
        token
    }
}
