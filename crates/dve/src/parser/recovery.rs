//! Where to go on after an error.

use kulan_syntax::Kind;

use super::Parser;

/// What can stand behind the transitions of a process.
const ENDS: [&str; 8] = ["}", "state", "init", "accept", "commit", "assert", "process", "system"];

impl Parser<'_> {
    /// A word that can only begin a top-level item, or the end.
    fn at_item(&self) -> bool {
        self.at("process") || self.at("system") || self.at_end()
    }

    /// Whether a transition begins here; `P->v` in an expression has no brace behind it.
    pub(super) fn at_transition(&self) -> bool {
        let skip = usize::from(self.token().kind == Kind::Name);
        self.ahead(skip).is("->") && self.ahead(skip + 1).kind == Kind::Name && self.ahead(skip + 2).is("{")
    }

    /// Skips to what looks like the next top-level item.
    pub(super) fn skip_item(&mut self) {
        let mut nest = 0usize;
        while !self.at_item() {
            match self.bump().kind {
                Kind::Fixed("{") => nest += 1,
                Kind::Fixed("}") if nest <= 1 => return,
                Kind::Fixed("}") => nest -= 1,
                Kind::Fixed(";") if nest == 0 => return,
                _ => {}
            }
        }
    }

    /// Skips the rest of a section of a process.
    pub(super) fn skip_section(&mut self) {
        while !self.at_item() && !self.at("}") && !self.at("trans") {
            if self.bump().is(";") {
                return;
            }
        }
    }

    /// Skips the rest of a transition; whether another one follows.
    pub(super) fn skip_transition(&mut self) -> bool {
        while !self.at_item() {
            if self.at_transition() {
                return true;
            }
            let last = self.at("}") && self.ahead(1).is(";") && ENDS.iter().any(|end| self.ahead(2).is(end));
            self.bump();
            if last {
                self.bump();
                return false;
            }
        }
        false
    }
}
