//! Conditions about the states of a system, as text beside it: for what is said about a system, such as an invariant.

use std::collections::HashMap;

use super::error::{Error, Position};
use super::lexer::{Token, tokens};
use super::parse::Parser;
use super::print_expr::ExprPrinter;
use crate::{ExprId, System};

/// Conditions as text, with what they share.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Conditions {
    /// What several conditions use, in order: `let $1 = expr`.
    pub shared: Vec<String>,
    /// The conditions, in the form of a `when`.
    pub conditions: Vec<String>,
}

/// Conditions in the text form of expressions, each in a line. [`parse_conditions`] reads them back.
pub fn print_conditions(system: &System, conditions: &[ExprId]) -> Conditions {
    let printer = ExprPrinter::new(system, conditions);
    let definition = |(number, text): (usize, String)| format!("let ${number} = {text}");
    Conditions {
        shared: printer.definitions().into_iter().map(definition).collect(),
        conditions: conditions.iter().map(|&c| printer.expected(c)).collect(),
    }
}

/// Reads conditions about the states of a system, to which their expressions are added. An error comes with the position in
/// the list of texts, what is shared first.
pub fn parse_conditions(system: &mut System, text: &Conditions) -> Result<Vec<ExprId>, (usize, Error)> {
    let mut shared = HashMap::new();
    for (i, line) in text.shared.iter().enumerate() {
        in_line(system, &mut shared, line, |parser| {
            parser.word("let")?;
            parser.definition()
        })
        .map_err(|e| (i, e))?;
    }
    let conditions = text.conditions.iter().enumerate();
    let read = conditions.map(|(i, line)| {
        in_line(system, &mut shared, line, |parser| parser.condition()).map_err(|e| (text.shared.len() + i, e))
    });
    read.collect()
}

/// Parses one line, all of it.
fn in_line<T>(
    system: &mut System,
    shared: &mut HashMap<u64, ExprId>,
    line: &str,
    parse: impl FnOnce(&mut Parser<'_>) -> Result<T, Error>,
) -> Result<T, Error> {
    let tokens = tokens(line)?;
    let taken = std::mem::replace(system, System::new(""));
    let mut parser = Parser::new(&tokens, taken);
    parser.shared = std::mem::take(shared);
    let parsed = parse(&mut parser).and_then(|value| match parser.peek() {
        Token::End => Ok(value),
        _ => Err(parser.error("the end of the line")),
    });
    (*system, *shared) = (parser.system, parser.shared);
    parsed
}

impl Parser<'_> {
    /// A truth value of states alone.
    fn condition(&mut self) -> Result<ExprId, Error> {
        let start: Position = self.position();
        let condition = self.expr_of(1)?;
        let exprs = &self.system.exprs;
        if exprs.has_input(condition) || exprs.has_position(condition) {
            return Err(Error::new(start, "expected a condition about states, without `input` and `position`"));
        }
        Ok(condition)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SYSTEM: &str =
        "system s process p thread t in p var x : u8 var \"a b\" : u4[3] transition t { set x = x + 1 }";

    fn read(conditions: &[&str]) -> Result<Vec<ExprId>, (usize, Error)> {
        let mut system = crate::text::parse(SYSTEM).expect("a system");
        let conditions = conditions.iter().map(|c| c.to_string()).collect();
        parse_conditions(&mut system, &Conditions { shared: vec!["let $1 = x + 1".into()], conditions })
    }

    #[test]
    fn conditions_are_read_as_they_were_printed() {
        let mut system = crate::text::parse(SYSTEM).expect("a system");
        let mut list = Vec::new();
        for value in 0..40 {
            let x = system.read(crate::VarId(0));
            let is = system.exprs.eq_const(x, value);
            let before = list.last().copied().unwrap_or(is);
            list.push(system.exprs.or(before, is));
        }
        let text = print_conditions(&system, &list);
        assert!(!text.shared.is_empty(), "deep ones are shared");
        assert_eq!(parse_conditions(&mut system, &text), Ok(list));
    }

    #[test]
    fn a_variable_that_was_dropped_is_refused() {
        let mut system = crate::text::parse(SYSTEM).expect("a system");
        system.variables[0].width = 1;
        let text = Conditions { shared: Vec::new(), conditions: vec!["x == 1".into()] };
        let refused = parse_conditions(&mut system, &text).expect_err("the width changed");
        assert_eq!(refused.1.to_string(), "1:1: the variable `x` was dropped: nothing depends on it");
    }

    #[test]
    fn what_is_no_condition_is_refused_with_its_place() {
        assert!(read(&["x == 1 | \"a b\"[2] <u 3", "$1 == 4"]).is_ok());
        let refused = |condition| read(&["true", condition]).expect_err("no condition");
        assert_eq!(refused("x == y").0, 2);
        for (condition, what) in [
            ("x == y", "1:6: there is no variable `y`"),
            ("x", "1:1: expected an expression of width 1, found one of width 8"),
            ("x == 1 )", "1:8: expected the end of the line, found `)`"),
            ("x ==", "1:5: expected an expression, found the end"),
            ("x == $2", "1:6: expected a number that a `let` defined, found `$2`"),
            ("position == 1", "1:1: expected a condition about states, without `input` and `position`"),
            ("input(0, 1)", "1:1: expected a condition about states, without `input` and `position`"),
        ] {
            assert_eq!(refused(condition).1.to_string(), what);
        }
    }
}
