//! Texts beside the model: properties and conditions of the command line. Each is parsed by itself, to its end.

use kulan_diagnostics::Diagnostic;

use super::{Cursor, Parsed, Parser, Role};
use crate::ast::{Formula, Ident, Item, Ltl};
use crate::keyword::Keyword;
use crate::token::{Tok, Token};

impl Parser<'_> {
    /// The items that a text stands for.
    pub(super) fn beside(&mut self, role: Role, tokens: Vec<Token>) -> Vec<Item> {
        self.cursor = Cursor { tokens: tokens.into(), pos: 0 };
        self.prev = Tok::Semi;
        let items = match role {
            Role::Formula(name) => self.top(Self::whole_formula).map(|formula| {
                let span = formula.span;
                let name = Some(Ident { name: name.into(), span });
                vec![Item::Ltl(Ltl { name, formula, span })]
            }),
            Role::Proposition => self.top(Self::whole_formula).map(|formula| vec![Item::Proposition(formula)]),
            Role::Claim => self.top(Self::claims),
        };
        items.unwrap_or_default()
    }

    fn whole_formula(&mut self) -> Parsed<Formula> {
        let formula = self.formula(0)?;
        if self.at_separator() {
            self.bump();
        }
        self.end("an operator or the end of the formula")?;
        Ok(formula)
    }

    /// One never claim or more. Anything else would be a part of the model that the model does not have.
    fn claims(&mut self) -> Parsed<Vec<Item>> {
        let mut claims = Vec::new();
        while !self.at(Tok::Eof) {
            match () {
                () if self.at_separator() => {
                    self.bump();
                }
                () if self.at_key(Keyword::Never) => claims.push(Item::Never(self.never()?)),
                () => return self.expected("`never`: a file of a claim has nothing else"),
            }
        }
        if claims.is_empty() {
            let at = self.token().span;
            return self.fail(Diagnostic::error("empty", at, "there is no never claim in this file"));
        }
        Ok(claims)
    }

    fn end(&mut self, what: &str) -> Parsed<()> {
        if self.at(Tok::Eof) { Ok(()) } else { self.expected(what) }
    }
}
