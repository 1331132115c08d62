//! Changes to the text of a model: small ones, so that many results are still models.

use kulan_testing::Random;

/// Signs of more than one character, longer ones first.
const SIGNS: &[&str] = &[
    "-->", "->", "<-", "::", ":=", "==", "!=", "<=", ">=", "&&", "||", "++", "--", "<<", ">>", "..", "!!", "??", "[]",
    "<>",
];
/// An operator becomes another one of its row.
const OPERATORS: &[&[&str]] = &[
    &["==", "!=", "<", "<=", ">", ">="],
    &["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"],
    &["&&", "||"],
    &["++", "--"],
    &["!", "?", "!!", "??"],
    &["->", ";"],
    &["and", "or", "imply"],
    &["atomic", "d_step"],
    &["if", "do"],
    &["fi", "od"],
    &["bit", "bool", "byte", "short", "int"],
    &["skip", "break", "else", "timeout", "true", "false"],
];
/// A name does not become one of these, nor the other way round: hardly a model would be left.
const KEYWORDS: &[&str] = &[
    "active", "proctype", "init", "never", "ltl", "chan", "of", "mtype", "typedef", "inline", "define", "ifdef",
    "ifndef", "endif", "include", "for", "select", "unless", "run", "process", "state", "trans", "guard", "sync",
    "effect", "system", "async", "commit", "accept", "channel", "const", "property", "goto", "printf", "hidden", "xr",
    "xs", "provided",
];
const NUMBERS: &[&str] = &["0", "1", "2", "3", "7", "8", "31", "32", "255", "256", "65535", "2147483647", "-1"];

/// The words, numbers, signs and blanks of a text; together they are the text.
fn tokens(text: &str) -> Vec<&str> {
    let mut list = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_same = |c: char| is_name(c) == is_name(first) && c.is_whitespace() == first.is_whitespace();
        let run = rest.find(|c| !is_same(c)).unwrap_or(rest.len());
        let sign = || SIGNS.iter().find(|s| rest.starts_with(**s)).map_or(first.len_utf8(), |s| s.len());
        let len = if is_name(first) || first.is_whitespace() { run } else { sign() };
        let (token, tail) = rest.split_at(len);
        list.push(token);
        rest = tail;
    }
    list
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn is_number(token: &str) -> bool {
    token.starts_with(|c: char| c.is_ascii_digit())
}

/// Replaces one of the tokens that qualify, if there are any.
fn replace<'a>(
    list: &mut [&'a str],
    random: &mut Random,
    qualifies: impl Fn(&str) -> bool,
    new: impl Fn(&mut Random, &'a str) -> &'a str,
) {
    let places: Vec<usize> = (0..list.len()).filter(|&i| qualifies(list[i])).collect();
    if !places.is_empty() {
        let at = *random.pick(&places);
        list[at] = new(random, list[at]);
    }
}

fn row(token: &str) -> Option<&'static [&'static str]> {
    OPERATORS.iter().copied().find(|row| row.contains(&token))
}

/// Whether it is the name of something in the model.
fn names(token: &str) -> bool {
    token.starts_with(is_name) && !is_number(token) && row(token).is_none() && !KEYWORDS.contains(&token)
}

fn change_token<'a>(list: &mut Vec<&'a str>, random: &mut Random) {
    let places: Vec<usize> = (0..list.len()).filter(|&i| !list[i].trim().is_empty()).collect();
    if places.is_empty() {
        return;
    }
    let (at, other) = (*random.pick(&places), *random.pick(&places));
    let known: Vec<&'a str> = list.iter().copied().filter(|t| names(t)).collect();
    match random.below(16) {
        0 => drop(list.remove(at)),
        1 => list.insert(at, list[at]),
        2 => list.swap(at, other),
        3..=6 => replace(list, random, is_number, |random, _| *random.pick(NUMBERS)),
        7..=11 => replace(list, random, |t| row(t).is_some(), |random, t| *random.pick(row(t).unwrap())),
        _ => replace(list, random, names, |random, _| *random.pick(&known)),
    }
}

fn change_line<'a>(list: &mut Vec<&'a str>, random: &mut Random, donor: &[&'a str]) {
    let (at, other) = (random.below(list.len()), random.below(list.len()));
    match random.below(4) {
        0 => drop(list.remove(at)),
        1 => list.insert(at, list[other]),
        2 => list.swap(at, other),
        _ => list.insert(at, *random.pick(donor)),
    }
}

/// Changes a text in one to three places. Lines can come from another text.
pub fn mutate(text: &str, donor: &str, random: &mut Random) -> String {
    let donor: Vec<&str> = donor.split_inclusive('\n').collect();
    let mut text = text.to_string();
    for _ in 0..*random.pick(&[1, 1, 1, 2, 3]) {
        let by_line = random.percent(25) && !donor.is_empty();
        let mut pieces = if by_line { text.split_inclusive('\n').collect() } else { tokens(&text) };
        if pieces.is_empty() {
            break;
        }
        match by_line {
            true => change_line(&mut pieces, random, &donor),
            false => change_token(&mut pieces, random),
        }
        text = pieces.concat();
    }
    text
}
