//! The words and signs of the language, and advice for slips.

use kulan_syntax::{Comments, Cursor, Language, Token};

/// A whole model.
pub(crate) const MODEL: Language = Language {
    text: "model",
    keywords: &[
        "guard", "sync", "async", "effect", "process", "state", "init", "accept", "commit", "assert", "trans",
        "system", "property", "channel", "const", "int", "byte", "true", "false", "and", "or", "not", "imply",
    ],
    signs: &[
        "->", "<<", "<=", ">>", ">=", "==", "!=", "&&", "||", "(", ")", "[", "]", "{", "}", ";", ",", ":", ".", "=",
        "+", "-", "*", "/", "%", "!", "?", "~", "&", "|", "^", "<", ">",
    ],
    in_names: &['$', '#'],
    comments: Comments::Dve,
    max_depth: 250,
    hint,
};

/// An expression of the command line.
pub(crate) const EXPRESSION: Language = Language { text: "expression", ..MODEL };

fn hint(cursor: &Cursor<'_>, token: Token) -> Option<&'static str> {
    let (text, next) = (cursor.text(token), cursor.text(cursor.ahead(1)));
    if matches!(text, "+" | "-") && matches!(next, "+" | "-" | "=") {
        return Some("write `x = x + 1`");
    }
    if matches!(text, "*" | "/" | "%" | "|" | "&" | "^") && next == "=" {
        return Some("write `x = x * 2`");
    }
    // A word that is a name here may stand just before.
    let before = cursor.previous_text();
    let is_word = before.starts_with(|c: char| c.is_ascii_alphabetic());
    word_hint(text).or_else(|| word_hint(before).filter(|_| is_word))
}

fn word_hint(word: &str) -> Option<&'static str> {
    Some(match word {
        "=" => "`==` compares; `=` is for effects and first values",
        "==" => "an assignment is written with `=`",
        "(" => "there are no calls",
        "?" => "there is no `?:`; write two transitions with guards",
        "if" | "while" | "do" | "for" | "else" | "goto" => "write transitions with guards between states",
        "bool" | "bit" | "char" | "short" | "long" | "unsigned" => "the types are `byte` and `int`",
        "chan" => "write `channel`",
        "proctype" | "proc" => "write `process`",
        "input" => "input variables are DiVinE 3's: write the value into the model, as a `const`",
        "imply" | "implies" => "implication is `imply`",
        _ => return None,
    })
}
