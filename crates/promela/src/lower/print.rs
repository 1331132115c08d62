//! What `printf` and `printm` print, for people.

use kulan_ir::{Display, Print};

use super::expr::Context;
use super::{Lowering, Storage};
use crate::hir::{Expr, ExprKind};

impl Lowering<'_> {
    /// The format with its values. What their evaluation needs is checked by the transition.
    pub(super) fn print(&mut self, process: usize, format: &str, args: &[Expr]) -> Print {
        let values = args.iter().map(|arg| {
            let known = !self.is_discarded(process, arg);
            let display = self.printed_as(process, arg);
            known.then(|| (self.expr(&mut Context::new(Some(process)), arg), display))
        });
        Print { format: format.to_string(), values: values.collect() }
    }

    /// Whether a variable is kept nowhere, since nothing but printing reads it.
    fn is_discarded(&self, process: usize, arg: &Expr) -> bool {
        let ExprKind::Var(var) = &arg.kind else { return false };
        matches!(self.storage(Some(process), var.symbol, var.leaf), Storage::Discarded)
    }

    /// How `%e` shows a value: by its name in the mtype of the variable, otherwise in the first one.
    fn printed_as(&self, process: usize, arg: &Expr) -> Display {
        let scalar = match &arg.kind {
            ExprKind::Var(var) => Some(self.scalar_of(Some(process), var)),
            _ => None,
        };
        let names = scalar.map(|scalar| self.display(scalar)).filter(|d| matches!(d, Display::Names(_)));
        names.unwrap_or_else(|| self.display(crate::hir::Scalar::Mtype(0)))
    }
}
