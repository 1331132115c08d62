//! Where to go on after an error.

use kulan_syntax::Kind;

use super::Parser;

impl Parser<'_> {
    /// A word that can only begin a top-level item.
    pub(super) fn at_item(&self) -> bool {
        ["proc", "predicate", "formula", "check", "model"].iter().any(|word| self.at(word))
    }

    /// Skips to what looks like the next top-level item.
    pub(super) fn skip_item(&mut self) {
        let mut nest = 0usize;
        while !self.at_end() && !self.at_item() {
            let token = self.bump();
            match token.kind {
                Kind::Fixed("{") => nest += 1,
                Kind::Fixed("}") if nest <= 1 => return,
                Kind::Fixed("}") => nest -= 1,
                Kind::Fixed(";") if nest == 0 => return,
                _ => {}
            }
        }
    }

    /// Skips the rest of a clause or a declaration in a process.
    pub(super) fn skip_clause(&mut self) {
        while !self.at_end() && !self.at_item() && !self.at("}") {
            if self.at("when") || self.at_both(Kind::Name, ":") {
                return;
            }
            if self.eat("goto") {
                // The clause ends here.
                if self.token().kind == Kind::Name && !self.at_both(Kind::Name, ":") {
                    self.bump();
                }
                self.eat(";");
                return;
            }
            self.bump();
        }
    }
}
