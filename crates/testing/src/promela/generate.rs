//! Whole random programs.

use super::expr::{Assignable, Channel, MTYPES, Scope, width_of};
use super::statement::{JUMP, JUMP_FORWARD, Where, Writer};
use super::{Kind, Process, Program, Stmt};
use crate::Random;

/// The program of a seed.
pub fn program(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let mut draft = Draft { random: &mut random, scope: Scope::default(), program: empty() };
    draft.globals();
    draft.channels();
    draft.processes();
    draft.program
}

fn empty() -> Program {
    Program { globals: vec![format!("mtype = {{ {} }}", MTYPES.join(", "))], processes: Vec::new() }
}

struct Draft<'r> {
    random: &'r mut Random,
    scope: Scope,
    program: Program,
}

impl Draft<'_> {
    fn declare(&mut self, text: String) {
        self.program.globals.push(text);
    }

    fn place(&mut self, text: impl Into<String>, width: u8) {
        self.scope.places.push(Assignable { text: text.into(), width });
    }

    fn globals(&mut self) {
        for i in 0..self.random.between(2, 4) {
            let init = if self.random.percent(40) { format!(" = {}", self.random.below(3)) } else { String::new() };
            match self.random.below(10) {
                0 => self.scalar("bit", i, &init),
                1 => self.scalar("bool", i, &init),
                2 | 3 => self.scalar("byte", i, &init),
                4 => self.scalar("short", i, " = -1"),
                5 => self.scalar("int", i, &init),
                6 => {
                    self.declare(format!("unsigned g{i} : 2{init}"));
                    self.place(format!("g{i}"), 2);
                }
                7 => self.scalar("mtype", i, " = red"),
                8 => self.array(i, &init),
                _ => self.structure(i),
            }
        }
    }

    fn scalar(&mut self, ty: &str, i: usize, init: &str) {
        self.declare(format!("{ty} g{i}{init}"));
        self.place(format!("g{i}"), width_of(ty));
    }

    fn array(&mut self, i: usize, init: &str) {
        let len = self.random.between(1, 3);
        let ty = *self.random.pick(&["byte", "bit", "int", "bool"]);
        self.declare(format!("{ty} g{i}[{len}]{init}"));
        let index = self.random.below(len);
        let width = width_of(ty).max(8); // bits of an array are kept in bytes
        self.place(format!("g{i}[{index}]"), width);
        self.place(format!("g{i}[_pid % {len}]"), width);
        self.scope.arrays.push((format!("g{i}"), len));
    }

    fn structure(&mut self, i: usize) {
        self.declare(format!("typedef T{i} {{ byte a = 1; bit b[2]; short c }}"));
        if self.random.percent(50) {
            self.declare(format!("T{i} g{i}"));
            self.place(format!("g{i}.a"), 8);
            self.place(format!("g{i}.b[1]"), 8);
        } else {
            self.declare(format!("T{i} g{i}[2]"));
            self.place(format!("g{i}[1].c"), 16);
            self.place(format!("g{i}[_pid & 1].b[0]"), 8);
        }
    }

    fn channels(&mut self) {
        for i in 0..self.random.below(4) {
            let capacity = *self.random.pick(&[0, 0, 1, 1, 2, 2, 3]);
            let fields = self.random.between(1, 3);
            let types: Vec<&str> = (0..fields)
                .map(|_| *self.random.pick(&["byte", "bit", "mtype", "short", "int", "bool", "byte"]))
                .collect();
            self.declare(format!("chan c{i} = [{capacity}] of {{ {} }}", types.join(", ")));
            let mut fields: Vec<u8> = types.iter().map(|t| width_of(t)).collect();
            if let [only] = &mut fields[..] {
                *only = (*only).max(8); // a bit alone is kept in a byte
            }
            self.scope.channels.push(Channel { name: format!("c{i}"), capacity, fields });
        }
    }

    fn processes(&mut self) {
        let with_init = self.random.percent(50);
        let count = self.random.between(1, if with_init { 2 } else { 3 });
        for i in 0..count {
            let created = with_init && self.random.percent(70);
            let process = self.process(i, created);
            self.program.processes.push(process);
        }
        if with_init {
            let init = self.init(count);
            self.program.processes.push(init);
        }
    }

    /// Created ones have parameters.
    fn process(&mut self, i: usize, created: bool) -> Process {
        let mut scope = self.scope.clone();
        let (mut params, mut head) = (String::new(), "proctype");
        if created {
            params = self.parameters(&mut scope);
        } else {
            head = *self.random.pick(&["active proctype", "active proctype", "active [2] proctype"]);
        }
        let provided = if self.random.percent(10) {
            format!(" provided {}", self.scope.condition(self.random, 1))
        } else {
            String::new()
        };
        self.finish(format!("{head} P{i}({params}){provided}"), scope, Vec::new())
    }

    fn parameters(&mut self, scope: &mut Scope) -> String {
        scope.places.push(Assignable { text: "p".into(), width: 8 });
        match self.scope.channels.first() {
            Some(first) => {
                // The parameter stands for any channel with as many fields.
                let same = self.scope.channels.iter().filter(|c| c.fields == first.fields);
                let capacity = same.map(|c| c.capacity).min().unwrap_or(0);
                scope.channels.push(Channel { name: "q".into(), capacity, fields: first.fields.clone() });
                "byte p; chan q".into()
            }
            None => "byte p".into(),
        }
    }

    fn argument(&mut self) -> String {
        let channels = &self.scope.channels;
        let Some(first) = channels.first() else { return self.random.below(4).to_string() };
        let same: Vec<&Channel> = channels.iter().filter(|c| c.fields == first.fields).collect();
        let name = &self.random.pick(&same).name;
        format!("{}, {name}", self.random.below(4))
    }

    /// Runs what is not active, waits now and then, and does something of its own.
    fn init(&mut self, count: usize) -> Process {
        let mut starts = Vec::new();
        for i in 0..count {
            if self.program.processes[i].head.starts_with("active") {
                continue;
            }
            for _ in 0..self.random.between(1, 2) {
                let run = format!("run P{i}({})", self.argument());
                starts.push(Stmt::line(if self.random.percent(30) { format!("pd = {run}") } else { run }));
                if self.random.percent(20) {
                    starts.push(Stmt::line(format!("(_nr_pr <= {})", self.random.between(1, 3))));
                }
            }
        }
        if self.random.percent(50) && !starts.is_empty() {
            starts = vec![Stmt { label: None, kind: Kind::Block("atomic".into(), starts) }];
        }
        self.finish("init".into(), self.scope.clone(), starts)
    }

    fn finish(&mut self, head: String, mut scope: Scope, mut body: Vec<Stmt>) -> Process {
        let mut locals = vec!["byte k".into(), "byte pd".into()];
        scope.places.push(Assignable { text: "k".into(), width: 8 });
        if self.random.percent(40) {
            locals.push("short x = -1".into());
            scope.places.push(Assignable { text: "x".into(), width: 16 });
        }
        let most = if head == "init" { 2 } else { 5 };
        let mut writer = Writer { random: self.random, scope, labels: 0, ends: 0, locals: 0, may_label: true };
        body.extend(writer.sequence(Where::Free, most, 3));
        let mut labels = Vec::new();
        each(&mut body, &mut |s| labels.extend(s.label.clone().filter(|l| l.starts_with('L'))));
        let mut seen = 0;
        each(&mut body, &mut |s| {
            seen += usize::from(s.label.as_ref().is_some_and(|l| l.starts_with('L')));
            resolve_jump(self.random, s, &labels, seen);
        });
        Process { head, locals, body }
    }
}

/// Gives a jump its target; a forward one goes to a label that comes later.
pub(super) fn resolve_jump(random: &mut Random, stmt: &mut Stmt, labels: &[String], seen: usize) {
    let Kind::Line(text) = &mut stmt.kind else { return };
    let choices = match text.as_str() {
        JUMP => labels,
        JUMP_FORWARD => &labels[seen..],
        _ => return,
    };
    *text = if choices.is_empty() { "skip".into() } else { format!("goto {}", random.pick(choices)) };
}

/// Visits all statements in the order of the text.
pub(super) fn each(list: &mut [Stmt], f: &mut dyn FnMut(&mut Stmt)) {
    for stmt in list {
        f(stmt);
        match &mut stmt.kind {
            Kind::Line(_) => {}
            Kind::Block(_, body) => each(body, f),
            Kind::Select(_, options) => options.iter_mut().for_each(|o| each(o, f)),
            Kind::Unless(main, escape) => {
                each(main, f);
                each(escape, f);
            }
        }
    }
}
