//! Processes: variables, states and their marks, transitions.

use kulan_diagnostics::Diagnostic;
use kulan_syntax::Kind;

use super::model::unsupported;
use super::{Parsed, Parser};
use crate::ast::{Action, Assignment, Expr, Ident, Process, Sync, Transition};

/// The parts of a transition, in their order.
const PARTS: [&str; 3] = ["guard", "sync", "effect"];

impl Parser<'_> {
    pub(super) fn process(&mut self) -> Parsed<Process> {
        self.bump();
        let name = self.ident("the process's name")?;
        if self.at("(") {
            let diagnostic = unsupported(name.span, "a process with parameters");
            return self.fail(diagnostic.help("write a process for each choice of them"));
        }
        self.expect("{")?;
        let mut process = Process {
            name,
            variables: Vec::new(),
            states: Vec::new(),
            initial: None,
            accepting: Vec::new(),
            committed: Vec::new(),
            assertions: Vec::new(),
            transitions: Vec::new(),
        };
        while !self.at("}") {
            if self.at("process") || self.at("system") || self.at_end() {
                return self.expected("the `}` of the process");
            }
            if self.diags.is_full() {
                self.bump();
            } else if self.section(&mut process).is_err() {
                self.skip_section();
            }
        }
        self.bump();
        Ok(process)
    }

    fn section(&mut self, process: &mut Process) -> Parsed<()> {
        match self.token().kind {
            _ if self.at_declaration() => process.variables.extend(self.variables()?),
            Kind::Fixed("state") => process.states.extend(self.states()?),
            Kind::Fixed("init") => {
                let start = self.bump().span;
                let name = self.ident("a state")?;
                if process.initial.is_some() {
                    let span = self.since(start);
                    self.diags.push(Diagnostic::error("syntax", span, "a process has one first state"));
                }
                process.initial = Some(name);
                self.expect(";")?;
            }
            Kind::Fixed("accept") => process.accepting.extend(self.accept()?),
            Kind::Fixed("commit") => process.committed.extend(self.states()?),
            Kind::Fixed("assert") => {
                self.bump();
                process.assertions.extend(self.list(Self::assertion)?);
                self.expect(";")?;
            }
            Kind::Fixed("trans") => self.transitions(&mut process.transitions),
            Kind::Fixed("channel") => {
                let diagnostic = unsupported(self.token().span, "a channel inside a process");
                return self.fail(diagnostic.help("declare it outside of all processes"));
            }
            _ => return self.expected("a variable, `state`, `init`, `accept`, `commit`, `assert`, `trans` or `}`"),
        }
        Ok(())
    }

    /// `state a, b;` and the like.
    fn states(&mut self) -> Parsed<Vec<Ident>> {
        self.bump();
        let list = self.list(|p| p.ident("a state"))?;
        self.expect(";")?;
        Ok(list)
    }

    fn accept(&mut self) -> Parsed<Vec<Ident>> {
        let kind = self.ahead(1);
        let condition = ["genbuchi", "streett", "rabin", "muller"].contains(&self.text(kind));
        if condition && self.ahead(2).kind != Kind::Fixed(";") && self.ahead(2).kind != Kind::Fixed(",") {
            let message = format!("`{}` acceptance is not supported", self.text(kind));
            let help = "write a Büchi automaton: `accept` and its accepting states";
            return self.fail(Diagnostic::error("unsupported", kind.span, message).help(help));
        }
        if self.text(kind) == "buchi" && self.ahead(2).kind == Kind::Name {
            self.bump();
        }
        self.states()
    }

    /// `state: condition`.
    fn assertion(&mut self) -> Parsed<(Ident, Expr)> {
        let state = self.ident("a state")?;
        self.expect(":")?;
        Ok((state, self.expr()?))
    }

    fn transitions(&mut self, list: &mut Vec<Transition>) {
        self.bump();
        if self.eat(";") {
            return;
        }
        loop {
            let more = match self.transition() {
                Ok(transition) => {
                    list.push(transition);
                    self.separator()
                }
                Err(_) => self.skip_transition(),
            };
            if !more || self.diags.is_full() {
                return;
            }
        }
    }

    /// Takes what stands behind a transition; whether another one follows.
    fn separator(&mut self) -> bool {
        if self.eat(",") {
            return true;
        }
        if self.eat(";") {
            if !self.at_transition() {
                return false;
            }
            let message = "between transitions stands `,`, behind the last one `;`";
            let span = self.previous;
            self.diags.push(Diagnostic::error("syntax", span, message));
            return true;
        }
        let _: Parsed<()> = self.expected("`,` and another transition, or `;`");
        self.skip_transition()
    }

    /// `a -> b { guard g; sync c!e; effect x = e; }`
    fn transition(&mut self) -> Parsed<Transition> {
        let start = self.token().span;
        let source = if self.at("->") { None } else { Some(self.ident("a state")?) };
        self.expect("->")?;
        let target = self.ident("a state")?;
        self.expect("{")?;
        let mut transition = Transition { source, target, guard: None, sync: None, effects: Vec::new(), span: start };
        let mut next = 0;
        while !self.at("}") {
            let Some(part) = PARTS.iter().position(|p| self.at(p)) else {
                return self.expected("`guard`, `sync`, `effect` or `}`");
            };
            let span = self.bump().span;
            if part < next {
                let message = "a transition has at most one `guard`, one `sync` and one `effect`, in this order";
                self.diags.push(Diagnostic::error("syntax", span, message));
            }
            next = part + 1;
            match part {
                0 => transition.guard = Some(self.expr()?),
                1 => transition.sync = Some(self.sync()?),
                _ => transition.effects = self.list(Self::assignment)?,
            }
            self.expect(";")?;
        }
        self.bump();
        transition.span = self.since(start);
        Ok(transition)
    }

    /// `c!value` or `c?variable`, with or without a value.
    fn sync(&mut self) -> Parsed<Sync> {
        let channel = self.ident("a channel")?;
        if self.at("->") {
            let diagnostic = unsupported(channel.span, "a channel of a process");
            return self.fail(diagnostic.help("declare it outside of all processes"));
        }
        let start = channel.span;
        let action = if self.eat("!") {
            Action::Send(if self.at(";") { Vec::new() } else { self.one_or_list(Self::expr)? })
        } else if self.at("?") {
            self.bump();
            Action::Receive(if self.at(";") { Vec::new() } else { self.one_or_list(Self::place)? })
        } else {
            return self.expected("`!` or `?`");
        };
        Ok(Sync { channel, action, span: self.since(start) })
    }

    fn assignment(&mut self) -> Parsed<Assignment> {
        let start = self.token().span;
        let place = self.place()?;
        self.expect("=")?;
        let value = self.expr()?;
        Ok(Assignment { place, value, span: self.since(start) })
    }
}
