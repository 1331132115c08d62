//! Systems as text.

use std::fmt::Write;

use super::names::{quoted, reference};
use super::print_expr::ExprPrinter;
use crate::{
    Check, Display, ExprId, Message, MessageKind, Owner, ProcessId, Role, Source, Step, System, Target, Thread,
    ThreadId, Transition, Update, Variable,
};

/// The text of a system; [`super::parse`] reads it back.
pub fn print(system: &System) -> String {
    let exprs = ExprPrinter::new(system, &roots(system));
    let mut printer = Printer { system, exprs, out: String::new() };
    printer.system();
    printer.out
}

/// All expressions a system uses, as often as they are used.
fn roots(system: &System) -> Vec<ExprId> {
    let mut list = vec![system.valid_end];
    list.extend(&system.guards);
    list.extend(system.labels.iter().map(|l| l.predicate));
    for t in &system.transitions {
        list.extend(t.checks.iter().map(|c| c.condition));
        let messages = t.steps.iter().filter_map(|s| s.message.as_ref());
        list.extend(messages.flat_map(|m| m.fields.iter().map(|f| f.0)));
        for update in t.updates.iter().chain(t.steps.iter().flat_map(|s| &s.updates)) {
            list.extend(update.expressions());
        }
    }
    list
}

struct Printer<'s> {
    system: &'s System,
    exprs: ExprPrinter<'s>,
    out: String,
}

impl Printer<'_> {
    fn line(&mut self, indent: usize, text: &str) {
        let _ = writeln!(self.out, "{:1$}{text}", "", indent * 4);
    }

    fn system(&mut self) {
        let system = self.system;
        self.line(0, &format!("system {}", quoted(&system.name)));
        for file in &system.files {
            self.line(0, &format!("file {file:?}"));
        }
        for process in &system.processes {
            self.line(0, &format!("process {}", quoted(&process.name)));
        }
        system.threads.iter().for_each(|t| self.thread(t));
        system.variables.iter().for_each(|v| self.variable(v));
        for (number, text) in self.exprs.definitions() {
            self.line(0, &format!("let ${number} = {text}"));
        }
        self.guards();
        system.transitions.iter().for_each(|t| self.transition(t));
        for label in &system.labels {
            let text = format!("label {} = {}", quoted(&label.name), self.exprs.expected(label.predicate));
            self.line(0, &text);
        }
        self.line(0, &format!("end {}", self.exprs.expected(system.valid_end)));
        self.error_state();
    }

    fn error_state(&mut self) {
        let Some(values) = &self.system.error_state else { return };
        self.line(0, "error {");
        for (v, values) in values.iter().enumerate() {
            let text = list(values);
            if !text.is_empty() {
                self.line(1, &format!("{}{text}", self.exprs.variable(crate::VarId(v as u32))));
            }
        }
        self.line(0, "}");
    }

    /// Guards stand where they are used, unless that would change their order.
    fn guards(&mut self) {
        let mut met = Vec::new();
        for guard in self.system.transitions.iter().flat_map(|t| &t.guards) {
            if !met.contains(&guard.index()) {
                met.push(guard.index());
            }
        }
        if met.len() == self.system.guards.len() && met.is_sorted() {
            return;
        }
        for &guard in &self.system.guards {
            self.line(0, &format!("guard {}", self.exprs.expected(guard)));
        }
    }

    fn thread_name(&self, id: ThreadId) -> String {
        reference(id.index(), self.system.threads.iter().map(|t| t.name.as_str()))
    }

    fn process_name(&self, id: ProcessId) -> String {
        reference(id.index(), self.system.processes.iter().map(|p| p.name.as_str()))
    }

    fn at(&self, source: Option<Source>) -> String {
        let Some(Source { file, line, column }) = source else { return String::new() };
        let file = reference(file.index(), self.system.files.iter().map(String::as_str));
        format!(" at {file} {line}:{column}")
    }

    fn thread(&mut self, thread: &Thread) {
        let mut head = format!("thread {} in {}", quoted(&thread.name), self.process_name(thread.process));
        if let Some(pc) = thread.program_counter {
            let _ = write!(head, " counter {}", self.exprs.variable(pc));
        }
        let _ = thread.idle.map_or(Ok(()), |location| write!(head, " idle {location}"));
        if thread.locations.is_empty() {
            return self.line(0, &head);
        }
        self.line(0, &(head + " {"));
        for (number, location) in thread.locations.iter().enumerate() {
            let labels: String = location.labels.iter().map(|l| format!(" {}", quoted(l))).collect();
            self.line(1, &format!("{number}:{labels}{}", self.at(location.source)));
        }
        self.line(0, "}");
    }

    fn variable(&mut self, v: &Variable) {
        let mut text = format!("var {}", quoted(&v.name));
        match v.owner {
            Owner::System => {}
            Owner::Process(p) => text += &format!(" of process {}", self.process_name(p)),
            Owner::Thread(t) => text += &format!(" of thread {}", self.thread_name(t)),
        }
        let _ = write!(text, " : {}{}", if v.signed { 's' } else { 'u' }, v.width);
        let _ = v.elements.map_or(Ok(()), |n| write!(text, "[{n}]"));
        text += &list(&v.initial);
        text += &display(&v.display);
        self.line(0, &text);
    }

    fn transition(&mut self, t: &Transition) {
        let role = match t.role {
            Role::Step => "",
            Role::Fallback => " fallback",
            Role::Observer => " observer",
        };
        self.line(0, &format!("transition {}{role} {{", self.thread_name(t.thread)));
        for guard in &t.guards {
            self.line(1, &format!("when {}", self.exprs.expected(self.system.guards[guard.index()])));
        }
        for input in &t.inputs {
            let (name, shown) = (quoted(&input.name), display(&input.display));
            self.line(1, &format!("input {name} : u{} in {}..{}{shown}", input.width, input.low, input.high));
        }
        t.checks.iter().for_each(|c| self.check(c));
        t.updates.iter().for_each(|u| self.update(1, u));
        if let Some(thread) = t.continues {
            self.line(1, &format!("alone {}", self.thread_name(thread)));
        }
        t.steps.iter().for_each(|s| self.step(t, s));
        self.line(0, "}");
    }

    fn check(&mut self, check: &Check) {
        let Check { condition, kind, message, source, instance } = check;
        let condition = self.exprs.expected(*condition);
        let instance = instance.map_or(String::new(), |i| format!(" template {} slot {}", i.template, i.slot));
        self.line(1, &format!("check {} {condition}{instance} says {message:?}{}", kind.property(), self.at(*source)));
    }

    fn update(&mut self, indent: usize, update: &Update) {
        let name = self.exprs.variable(update.target.variable());
        let target = match update.target {
            Target::Var(_) => format!("set {name}"),
            Target::Element(_, index) => format!("set {name}[{}]", self.exprs.index(index)),
            Target::Fill(_) => format!("fill {name}"),
        };
        self.line(indent, &format!("{target} = {}", self.exprs.expected(update.value)));
    }

    fn step(&mut self, t: &Transition, step: &Step) {
        let mut head = "step".to_string();
        if step.thread != t.thread {
            head += &format!(" of {}", self.thread_name(step.thread));
        }
        if let Some(partner) = step.partner {
            head += &format!(" with {}", self.thread_name(partner));
        }
        let _ = write!(head, " {:?}{}", step.text, self.at(step.source));
        let _ = step.origin.map_or(Ok(()), |t| write!(head, " from {}", t.0));
        let message = step.message.as_ref().map(|m| self.message(m));
        let same = !step.updates.is_empty() && step.updates == t.updates;
        if same && message.is_none() {
            return self.line(1, &(head + " { same }"));
        }
        if step.updates.is_empty() && message.is_none() {
            return self.line(1, &head);
        }
        self.line(1, &(head + " {"));
        if same {
            self.line(2, "same");
        } else {
            step.updates.iter().for_each(|u| self.update(2, u));
        }
        message.iter().for_each(|m| self.line(2, m));
        self.line(1, "}");
    }

    fn message(&self, message: &Message) -> String {
        let kind = kind_word(message.kind);
        let field = |(e, d): &(ExprId, Display)| format!("{}{}", self.exprs.sized(*e), display(d));
        let fields: Vec<String> = message.fields.iter().map(field).collect();
        format!("{kind} {}({})", quoted(&message.channel), fields.join(", "))
    }
}

/// The word for what happens to a message.
pub(super) fn kind_word(kind: MessageKind) -> &'static str {
    match kind {
        MessageKind::Send => "send",
        MessageKind::Receive => "receive",
        MessageKind::Handshake => "handshake",
    }
}

/// Zero goes without saying, and one value stands for all elements.
fn list(values: &[u64]) -> String {
    match values {
        all if all.iter().all(|&x| x == 0) => String::new(),
        [first, rest @ ..] if rest.iter().all(|x| x == first) => format!(" = {first}"),
        all => format!(" = {all:?}"),
    }
}

fn display(display: &Display) -> String {
    match display {
        Display::Number => String::new(),
        Display::Bool => " as bool".into(),
        Display::Hidden => " as hidden".into(),
        Display::Choice { width, signed, ranges } => {
            let ranges: Vec<String> = ranges.iter().map(|(first, count)| format!("{first} {count}")).collect();
            let sign = if *signed { "signed " } else { "" };
            format!(" as choice {sign}{width} {{ {} }}", ranges.join(", "))
        }
        Display::Names(names) => {
            let names: Vec<String> = names.iter().map(|(value, name)| format!("{value}: {}", quoted(name))).collect();
            format!(" as {{ {} }}", names.join(", "))
        }
    }
}
