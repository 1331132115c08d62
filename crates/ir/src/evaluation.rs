//! Values of expressions, of shared parts once.

use crate::expr::{Bits, Expr, ExprId, Exprs, evaluate};

/// Values found within one evaluation; without it, a composed step could take exponential time.
#[derive(Debug, Default)]
pub struct Evaluation {
    round: u32,
    values: Vec<(u32, u64)>,
}

impl Evaluation {
    /// Forgets all values: what is read may have changed.
    pub fn begin(&mut self, exprs: &Exprs) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.values.clear();
            self.round = 1;
        }
        if self.values.len() < exprs.len() {
            self.values.resize(exprs.len(), (0, 0));
        }
    }

    /// The value of an expression; `read` gives that of a variable, element, input or position.
    pub fn value(&mut self, exprs: &Exprs, id: ExprId, read: &impl Fn(Expr<Bits>) -> u64) -> u64 {
        let (round, value) = self.values[id.index()];
        if round == self.round {
            return value;
        }
        let value = self.operation(exprs, id, read);
        self.values[id.index()] = (self.round, value);
        value
    }

    fn operation(&mut self, exprs: &Exprs, id: ExprId, read: &impl Fn(Expr<Bits>) -> u64) -> u64 {
        if let Expr::Ite(c, a, b) = exprs.get(id) {
            // Only the side that is chosen: the other may be large.
            let chosen = if self.value(exprs, c, read) == 1 { a } else { b };
            return self.value(exprs, chosen, read);
        }
        let operation = exprs.get(id).map(|a| Bits { width: exprs.width(a), value: self.value(exprs, a, read) });
        evaluate(operation).unwrap_or_else(|| read(operation))
    }
}
