//! Transitions from text.

use super::error::Error;
use super::lexer::Token;
use super::parse::Parser;
use super::print::kind_word;
use crate::{
    Check, CheckKind, Input, Instance, Message, MessageKind, Role, Step, Target, ThreadId, Transition, TransitionId,
    Update,
};

type Result<T> = std::result::Result<T, Error>;

impl Parser<'_> {
    pub(super) fn transition(&mut self) -> Result<()> {
        let thread = self.thread_use()?;
        let role = self.role();
        let mut t = Transition {
            thread,
            guards: Vec::new(),
            role,
            inputs: Vec::new(),
            checks: Vec::new(),
            updates: Vec::new(),
            continues: None,
            steps: Vec::new(),
        };
        self.sign("{")?;
        while !self.eat("}") {
            self.part(&mut t)?;
        }
        self.system.transitions.push(t);
        Ok(())
    }

    fn role(&mut self) -> Role {
        let named = [("fallback", Role::Fallback), ("observer", Role::Observer)];
        named.into_iter().find(|(word, _)| self.eat_word(word)).map_or(Role::Step, |(_, role)| role)
    }

    fn part(&mut self, t: &mut Transition) -> Result<()> {
        if self.eat_word("when") {
            t.guards.push(self.guard()?);
        } else if self.eat_word("input") {
            t.inputs.push(self.input_declaration()?);
        } else if self.eat_word("check") {
            t.checks.push(self.check()?);
        } else if let Some(update) = self.update()? {
            t.updates.push(update);
        } else if self.eat_word("alone") {
            t.continues = Some(self.thread_use()?);
        } else if self.eat_word("step") {
            let step = self.step(t.thread, &t.updates)?;
            t.steps.push(step);
        } else {
            return Err(self.error("`when`, `input`, `check`, `set`, `fill`, `alone`, `step` or `}`"));
        }
        Ok(())
    }

    fn input_declaration(&mut self) -> Result<Input> {
        let name = self.name()?;
        self.sign(":")?;
        let (_, width) = self.variable_type()?;
        self.word("in")?;
        let low = self.number()?;
        self.sign("..")?;
        let high = self.number()?;
        Ok(Input { name, width, low, high, display: self.display()? })
    }

    fn check(&mut self) -> Result<Check> {
        let kind = self.check_kind()?;
        let condition = self.expr_of(1)?;
        let instance = if kind == CheckKind::MissingInstance { Some(self.instance()?) } else { None };
        let message = if self.eat_word("says") { self.text()? } else { String::new() };
        Ok(Check { condition, kind, message, source: self.source()?, instance })
    }

    fn instance(&mut self) -> Result<Instance> {
        let mut part = |word| {
            self.word(word)?;
            self.small_number()
        };
        let (template, slot) = (part("template")?, part("slot")?);
        Ok(Instance { template, slot })
    }

    fn check_kind(&mut self) -> Result<CheckKind> {
        let found = match self.peek() {
            Token::Word(word) => CheckKind::ALL.into_iter().find(|k| k.property() == word),
            _ => None,
        };
        let names = || CheckKind::ALL.map(CheckKind::property).join(", ");
        let kind = found.ok_or_else(|| self.error(&format!("a kind of check: {}", names())))?;
        self.advance();
        Ok(kind)
    }

    fn update(&mut self) -> Result<Option<Update>> {
        if self.eat_word("set") {
            return self.set().map(Some);
        }
        if !self.eat_word("fill") {
            return Ok(None);
        }
        let var = self.variable()?;
        let width = self.system.variables[var.index()].width;
        self.sign("=")?;
        Ok(Some(Update { target: Target::Fill(var), value: self.expr_of(width)? }))
    }

    fn set(&mut self) -> Result<Update> {
        let var = self.variable()?;
        let variable = &self.system.variables[var.index()];
        let (width, is_array) = (variable.width, variable.elements.is_some());
        let target = if is_array {
            self.sign("[")?;
            let index = self.expr(Some(32))?;
            self.sign("]")?;
            Target::Element(var, index)
        } else {
            Target::Var(var)
        };
        self.sign("=")?;
        Ok(Update { target, value: self.expr_of(width)? })
    }

    fn step(&mut self, thread: ThreadId, all: &[Update]) -> Result<Step> {
        let thread = if self.eat_word("of") { self.thread_use()? } else { thread };
        let partner = if self.eat_word("with") { Some(self.thread_use()?) } else { None };
        let text = self.text()?;
        let source = self.source()?;
        let origin = if self.eat_word("from") { Some(TransitionId(self.small_number()?)) } else { None };
        let mut step = Step { partner, source, origin, ..Step::new(thread, text) };
        if self.eat("{") {
            while !self.eat("}") {
                self.step_part(&mut step, all)?;
            }
        }
        Ok(step)
    }

    fn step_part(&mut self, step: &mut Step, all: &[Update]) -> Result<()> {
        if self.eat_word("same") {
            step.updates = all.to_vec();
            return Ok(());
        }
        if let Some(update) = self.update()? {
            step.updates.push(update);
            return Ok(());
        }
        let kinds = [MessageKind::Send, MessageKind::Receive, MessageKind::Handshake];
        match kinds.into_iter().find(|k| self.eat_word(kind_word(*k))) {
            Some(kind) => step.message = Some(self.message(kind)?),
            None => return Err(self.error("`same`, `set`, `fill`, `send`, `receive`, `handshake` or `}`")),
        }
        Ok(())
    }

    fn message(&mut self, kind: MessageKind) -> Result<Message> {
        let channel = self.name()?;
        self.sign("(")?;
        let mut fields = Vec::new();
        while !self.eat(")") {
            let value = self.expr(None)?;
            fields.push((value, self.display()?));
            if !self.eat(",") {
                self.sign(")")?;
                break;
            }
        }
        Ok(Message { kind, channel, fields })
    }
}
