//! The whole model and its last line.

use kulan_diagnostics::Diagnostic;
use kulan_syntax::Kind;

use super::{Parsed, Parser};
use crate::ast::{Model, System};

impl Parser<'_> {
    pub(super) fn model(&mut self) -> Model {
        let mut model = Model::default();
        while !self.at_end() && !self.diags.is_full() {
            if self.item(&mut model).is_err() {
                self.skip_item();
            }
        }
        if model.system.is_none() && !self.diags.has_errors() {
            let _: Parsed<()> = self.expected("`system async;` as the last line");
        }
        model
    }

    fn item(&mut self, model: &mut Model) -> Parsed<()> {
        if model.system.is_some() {
            let span = self.bump().span;
            return self.fail(Diagnostic::error("syntax", span, "`system` is the last line of a model"));
        }
        match self.token().kind {
            _ if self.at_declaration() => model.variables.extend(self.variables()?),
            Kind::Fixed("channel") => model.channels.extend(self.channels()?),
            Kind::Fixed("process") => model.processes.push(self.process()?),
            Kind::Fixed("system") => model.system = Some(self.system()?),
            Kind::Fixed("property") => {
                let span = self.bump().span;
                let help = "write a process and `system async property NAME;`, or give a formula on the command line";
                return self.fail(unsupported(span, "a property block").help(help));
            }
            _ => return self.expected("a variable, `channel`, `process` or `system`"),
        }
        Ok(())
    }

    fn system(&mut self) -> Parsed<System> {
        self.bump();
        let synchronous = self.at("sync");
        if !synchronous && !self.at("async") {
            return self.expected("`async` or `sync`");
        }
        self.bump();
        let property = if self.eat("property") { Some(self.ident("the name of a process")?) } else { None };
        self.expect(";")?;
        Ok(System { synchronous, property })
    }
}

/// What DiVinE 3 has and DVE has not.
pub(super) fn unsupported(span: kulan_diagnostics::Span, what: &str) -> Diagnostic {
    Diagnostic::error("unsupported", span, format!("{what} is an addition of DiVinE 3, which is not supported"))
}
