//! The words and signs of the language, and advice for slips.

use kulan_syntax::{Comments, Cursor, Language, Token};

pub(crate) const LANGUAGE: Language = Language {
    text: "program",
    // The other words of the language (`pid`, `and`, `or`, `empty`, `full`, `U`, …) are names that mean something only
    // at their place, as `empty` and `full` are also variables in the paper's example.
    keywords: &[
        "model",
        "int",
        "proc",
        "when",
        "goto",
        "send",
        "recv",
        "null",
        "predicate",
        "formula",
        "check",
        "for",
        "using",
    ],
    signs: &[
        "<->", "->", "<>", "<<", "<=", ">>", ">=", "==", "!=", "&&", "||", "..", "(", ")", "[", "]", "{", "}", ";",
        ",", ":", ".", "@", "=", "+", "-", "*", "/", "%", "!", "~", "&", "|", "^", "<", ">",
    ],
    in_names: &[],
    comments: Comments::C,
    max_depth: 150,
    hint,
};

/// Advice for common slips, where this token stands, or behind a word that is a name here.
fn hint(cursor: &Cursor<'_>, token: Token) -> Option<&'static str> {
    let text = cursor.text(token);
    let sign = matches!(text, "+" | "-") && ["+", "-", "="].contains(&cursor.text(cursor.ahead(1)));
    if sign {
        return Some("write `x = x + 1;`");
    }
    word_hint(text).or_else(|| word_hint(cursor.previous_text()))
}

fn word_hint(word: &str) -> Option<&'static str> {
    Some(match word {
        "if" | "while" | "do" => "write a location with `when (condition) goto location;` clauses",
        "else" => "write a clause `when (!(condition)) goto location;`",
        "always" => "write `[]`",
        "eventually" => "write `<>`",
        "const" | "define" => "a constant is a parameter: `model name(N);` and -D N=4",
        "bool" | "byte" | "char" | "short" | "long" | "unsigned" => "the only type is `int`",
        "[" => "there are no arrays",
        _ => return None,
    })
}
