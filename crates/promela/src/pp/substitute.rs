//! Macro bodies with the arguments put in: parameters, `#` and `##`.

use kulan_diagnostics::Span;

use super::expand::{MAX_EXPANSION, Macro};
use super::{Preprocessor, too_large};
use crate::lexer::Lexer;
use crate::token::{Tok, Token};

/// An argument of a call.
struct Argument<'a> {
    raw: &'a [Token],
    /// After expansion on its own, once needed.
    expanded: Option<Vec<Token>>,
}

impl Macro {
    /// The number of the parameter that this token names.
    fn param(&self, token: &Token) -> Option<usize> {
        let params = self.params.as_deref().unwrap_or(&[]);
        params.iter().position(|&param| token.kind == Tok::Name && param == token.text)
    }

    fn is_paste(&self, at: usize) -> bool {
        // Without an operand on either side, `##` is a token like any other.
        at > 0 && at + 1 < self.body.len() && self.body[at].kind == Tok::HashHash
    }
}

impl Preprocessor<'_> {
    /// The body with the arguments put in.
    pub(super) fn substitute(&mut self, found: &Macro, args: &[Vec<Token>], at: Span) -> Vec<Token> {
        let mut args: Vec<_> = args.iter().map(|raw| Argument { raw, expanded: None }).collect();
        let mut out = Vec::new();
        let mut pos = 0;
        // Whether the left side of `##` was an empty argument.
        let mut left_empty = false;
        while pos < found.body.len() {
            let pasting = found.is_paste(pos);
            pos += usize::from(pasting);
            let (piece, len) = self.piece(found, &mut args, pos, pasting, at);
            pos += len;
            let empty = piece.is_empty();
            if pasting && !left_empty {
                self.paste(&mut out, piece, at);
            } else {
                out.extend(piece);
            }
            left_empty = empty && (left_empty || !pasting);
            if out.len() > MAX_EXPANSION {
                self.fatal(too_large(at, "this macro expands to more than 4 million tokens"));
                return Vec::new();
            }
        }
        out
    }

    /// What stands for the token of the body at `pos`, and how many tokens of the body that takes.
    fn piece(
        &mut self,
        found: &Macro,
        args: &mut [Argument<'_>],
        pos: usize,
        pasting: bool,
        at: Span,
    ) -> (Vec<Token>, usize) {
        let token = found.body[pos];
        if token.kind == Tok::Hash
            && let Some(index) = found.body.get(pos + 1).and_then(|next| found.param(next))
        {
            return (vec![self.stringify(args[index].raw, token, at)], 2);
        }
        let Some(index) = found.param(&token) else { return (vec![Token { span: at, ..token }], 1) };
        let arg = &mut args[index];
        if pasting || found.is_paste(pos + 1) {
            return (arg.raw.to_vec(), 1);
        }
        (arg.expanded.get_or_insert_with(|| self.expand_list(arg.raw)).clone(), 1)
    }

    /// `#x`.
    fn stringify(&mut self, arg: &[Token], hash: Token, at: Span) -> Token {
        let mut text = String::from("\"");
        for (i, token) in arg.iter().enumerate() {
            if i > 0 && token.space {
                text.push(' ');
            }
            let word = self.names.get(token.text);
            match token.kind {
                Tok::Str | Tok::Char => text.push_str(&word.replace('\\', "\\\\").replace('"', "\\\"")),
                _ => text.push_str(word),
            }
        }
        text.push('"');
        Token { kind: Tok::Str, text: self.names.intern(&text), span: at, ..hash }
    }

    /// `a ## b`: joins the last token of `out` with the first of `right`.
    fn paste(&mut self, out: &mut Vec<Token>, right: Vec<Token>, at: Span) {
        let mut right = right.into_iter();
        let Some(first) = right.next() else {
            // `, ## __VA_ARGS__` with nothing to follow the comma.
            out.pop_if(|left| left.kind == Tok::Comma);
            return;
        };
        let Some(left) = out.pop() else { return out.extend(std::iter::once(first).chain(right)) };
        if left.kind == Tok::Comma {
            out.extend([left, first]);
        } else {
            out.extend(self.join(left, first, at));
        }
        out.extend(right);
    }

    fn join(&mut self, left: Token, right: Token, at: Span) -> Vec<Token> {
        let text = format!("{}{}", self.names.get(left.text), self.names.get(right.text));
        let mut lexer = Lexer::new(at.file, text.as_str().into());
        let first = lexer.next(self.names);
        if lexer.next(self.names).kind != Tok::Eof {
            return vec![left, right];
        }
        vec![Token { span: at, newline: false, space: left.space, ..first }]
    }
}
