//! The preprocessor: what SPIN leaves to cpp, done in process.
//!
//! Files and macro expansions form a stack of token sources. A macro is disabled while its expansion is on
//! the stack; a disabled name that passes by is painted and stays as it is, which is the rule of C.

mod condition;
mod directive;
mod expand;
mod predefined;
mod substitute;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use kulan_diagnostics::{Diagnostic, Diagnostics, FileId, FileLoader, SourceMap, Span};

use crate::lexer::Lexer;
use crate::token::{Interner, Symbol, Tok, Token};
use directive::Conditional;
use expand::{Context, Macro};

/// The greatest file we read; offsets must fit 32 bits.
const MAX_FILE: usize = 1 << 30;
/// Tokens after expansion.
const MAX_TOKENS: usize = 20_000_000;
/// Tokens read from macro bodies: stops expansions that never put anything out.
const MAX_STEPS: usize = 20_000_000;

/// Preprocesses `main` after `defines` and returns all tokens, the last being [`Tok::Eof`]; then each of some `further`
/// files by itself, with the macros that are known by then. None after a limit was hit: what came so far would only
/// mislead.
pub(crate) fn preprocess(
    main: FileId,
    further: &[FileId],
    defines: &[(String, Option<String>)],
    env: Env<'_>,
    names: &mut Interner,
) -> Option<(Vec<Token>, Vec<Vec<Token>>)> {
    let mut pp = Preprocessor::new(main, env, names);
    pp.predefine();
    pp.command_line(defines);
    let mut all = |file| {
        pp.enter(file, None);
        pp.run()
    };
    let tokens = all(main);
    let others = further.iter().map(|&file| all(file)).collect();
    pp.warn_of_unused_defines();
    (!pp.stopped).then_some((tokens, others))
}

/// What the preprocessor borrows from its caller.
pub(crate) struct Env<'a> {
    pub loader: &'a dyn FileLoader,
    pub sources: &'a mut SourceMap,
    pub diags: &'a mut Diagnostics,
}

/// An open file.
struct OpenFile {
    lexer: Lexer,
    conditionals: Vec<Conditional>,
}

struct Preprocessor<'a> {
    main: FileId,
    /// The end of the last file, once reached.
    eof: Option<Token>,
    env: Env<'a>,
    names: &'a mut Interner,
    macros: HashMap<Symbol, Rc<Macro>>,
    /// `__LINE__` and `__FILE__`.
    line_name: Symbol,
    file_name: Symbol,
    /// Symbols of the command line that no file has mentioned so far.
    unused: HashMap<Symbol, Span>,
    /// Names that conditions ask about.
    asked: HashSet<Symbol>,
    files: Vec<OpenFile>,
    contexts: Vec<Context>,
    /// A macro at the start of a line expanded to nothing: the next token starts the line.
    pending_newline: bool,
    /// The line went on after a line break in a comment, a splice or a macro call. gcc then begins a new line at
    /// the next blank, and SPIN may see a semicolon there.
    line_crossed: bool,
    steps: usize,
    loads: usize,
    /// Nesting of argument expansion.
    depth: usize,
    /// A limit was hit: say nothing more, produce nothing more.
    stopped: bool,
}

impl<'a> Preprocessor<'a> {
    fn new(main: FileId, env: Env<'a>, names: &'a mut Interner) -> Self {
        let (line_name, file_name) = (names.intern("__LINE__"), names.intern("__FILE__"));
        Self {
            main,
            eof: None,
            env,
            names,
            macros: HashMap::new(),
            line_name,
            file_name,
            unused: HashMap::new(),
            asked: HashSet::new(),
            files: Vec::new(),
            contexts: Vec::new(),
            pending_newline: false,
            line_crossed: false,
            steps: 0,
            loads: 0,
            depth: 0,
            stopped: false,
        }
    }

    fn command_line(&mut self, defines: &[(String, Option<String>)]) {
        if defines.is_empty() {
            return;
        }
        let line = |(name, value): &(String, Option<String>)| {
            format!("#define {name} {}\n", value.as_deref().unwrap_or("1")).replace(['\n', '\r'], " ") + "\n"
        };
        let text: String = defines.iter().map(line).collect();
        let file = self.env.sources.add("<command line>", text);
        self.enter(file, None);
        self.next_expanded();
        let given = || self.macros.iter().filter(|(_, found)| found.span.file == file);
        self.unused = given().map(|(&name, found)| (name, found.span)).collect();
        for token in given().flat_map(|(_, found)| &found.body) {
            self.unused.remove(&token.text);
        }
    }

    /// A name that stands somewhere in a file, even in a part that is skipped.
    fn mention(&mut self, token: Token) {
        if token.kind == Tok::Name && !self.unused.is_empty() {
            self.unused.remove(&token.text);
        }
    }

    /// A misspelt symbol would change nothing, without a word.
    fn warn_of_unused_defines(&mut self) {
        let mut unused: Vec<(Symbol, Span)> = self.unused.drain().collect();
        unused.sort_by_key(|(_, span)| span.start);
        for (name, span) in unused {
            let name = self.names.get(name);
            let known = self.asked.iter().chain(self.macros.keys()).map(|&known| self.names.get(known));
            let near = kulan_diagnostics::nearest(name, known.filter(|&known| known != name));
            let warning = Diagnostic::warning("unused-define", span, format!("nothing in the model asks for `{name}`"));
            let warning = match near {
                Some(near) => warning.help(format!("did you mean `{near}`?")),
                None => warning,
            };
            self.report(warning);
        }
    }

    fn enter(&mut self, file: FileId, from: Option<Span>) {
        let text = self.env.sources.file(file).text().clone();
        if text.len() > MAX_FILE {
            let at = from.unwrap_or(Span::new(file, 0, 0));
            return self.fatal(Diagnostic::error("file-too-large", at, "this file is larger than 1 GiB"));
        }
        self.files.push(OpenFile { lexer: Lexer::new(file, text), conditionals: Vec::new() });
    }

    fn run(&mut self) -> Vec<Token> {
        let mut out = Vec::new();
        loop {
            let mut token = self.next_expanded();
            match token.kind {
                Tok::Name => token.kind = self.names.keyword(token.text).map_or(Tok::Name, Tok::Key),
                Tok::Number => token = self.split_number(token, &mut out),
                _ => {}
            }
            out.push(token);
            if token.kind == Tok::Eof {
                return out;
            }
            if out.len() > MAX_TOKENS {
                self.fatal(too_large(token.span, "the model has more than 20 million tokens after preprocessing"));
            }
        }
    }

    /// `1od` is one token to cpp but two to SPIN: puts out the number and returns the keyword.
    fn split_number(&mut self, token: Token, out: &mut Vec<Token>) -> Token {
        let text = self.names.name(token.text).clone();
        let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let tail = self.names.intern(&text[digits..]);
        let Some(keyword) = self.names.keyword(tail) else { return token };
        out.push(Token { text: self.names.intern(&text[..digits]), ..token });
        Token { kind: Tok::Key(keyword), text: tail, newline: false, space: false, ..token }
    }

    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::error(code, span, message));
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        if !self.stopped {
            self.env.diags.push(diagnostic);
        }
    }

    fn fatal(&mut self, diagnostic: Diagnostic) {
        self.report(diagnostic);
        self.stopped = true;
    }

    /// The next token before expansion: from the innermost expansion, else from the files.
    fn next_raw(&mut self) -> Token {
        if self.stopped {
            return self.end();
        }
        let mut token = self.next_from_contexts().unwrap_or_else(|| self.next_from_files());
        if self.steps > MAX_STEPS {
            self.fatal(too_large(token.span, "macros expand to more than 20 million tokens"));
        }
        if self.pending_newline && token.kind != Tok::Eof {
            token.newline = true;
            self.pending_newline = false;
        }
        token
    }

    fn next_from_files(&mut self) -> Token {
        loop {
            let Some(file) = self.files.last_mut() else { return self.end() };
            let active = file.conditionals.last().is_none_or(Conditional::active);
            let mut token = file.lexer.next(self.names);
            self.line_crossed |= file.lexer.take_crossed();
            self.mention(token);
            match token.kind {
                Tok::Eof if self.leave(token) => return token,
                Tok::Eof => {}
                Tok::Hash if token.newline => self.directive(token),
                Tok::StrayComment if active => {
                    self.pending_newline |= token.newline;
                    self.stray_comment(token);
                }
                _ if active => {
                    token.newline |= self.line_crossed && token.space;
                    self.line_crossed &= !token.newline;
                    return token;
                }
                _ => {}
            }
        }
    }

    fn stray_comment(&mut self, token: Token) {
        self.report(Diagnostic::warning("stray-comment", token.span, "`*/` without `/*`"));
    }

    /// Closes the innermost file; whether it was the last.
    fn leave(&mut self, eof: Token) -> bool {
        let Some(mut file) = self.files.pop() else { return true };
        if let Some(open) = file.lexer.take_open_comment() {
            self.error("open-comment", open, "this comment is never closed");
        }
        if let Some(open) = file.conditionals.last() {
            self.error("open-conditional", open.span, "this conditional has no `#endif`");
        }
        if self.files.is_empty() {
            self.eof = Some(eof);
        }
        self.pending_newline = true;
        self.files.is_empty()
    }

    /// The end, where it was; before any file was read, the start of the main file.
    fn end(&mut self) -> Token {
        let text = self.names.intern("");
        let span = Span::new(self.main, 0, 0);
        let (newline, space, painted) = (true, false, false);
        self.eof.unwrap_or(Token { kind: Tok::Eof, text, span, place: span, newline, space, painted })
    }
}

fn too_large(span: Span, message: &str) -> Diagnostic {
    Diagnostic::error("too-large", span, message).note("no more of the model was read")
}
