//! Random programs of processes that mostly mind their own business: what merging and resetting can get wrong.

use super::{Kind, Process, Program, Stmt};
use crate::Random;

/// Local variables of every process; `a` and `b` count, `v` is an array of [`LENGTH`] elements.
const LOCALS: [&str; 4] = ["byte a", "byte b = 1", "bit f", "byte v[2]"];
const LENGTH: usize = 2;

/// The program of a seed.
pub fn local_program(seed: u64) -> Program {
    let mut random = Random::new(seed ^ 0x10ca1);
    let count = random.between(1, 3);
    let created = random.percent(25);
    let mut globals: Vec<String> = vec!["byte g".into(), "byte h = 1".into()];
    globals.push("chan c = [0] of { byte }".into());
    globals.push(format!("chan d = [{}] of {{ byte }}", random.between(1, 2)));
    let mut processes: Vec<Process> = (0..count).map(|i| process(&mut random, i, count, created)).collect();
    if created {
        processes.push(init(&mut random, count));
    }
    Program { globals, processes }
}

/// Starts the processes, which then number from one.
fn init(random: &mut Random, count: usize) -> Process {
    let mut body: Vec<Stmt> = (0..count).map(|i| Stmt::line(format!("run P{i}({})", random.below(3)))).collect();
    if random.percent(60) {
        body = vec![Stmt { label: None, kind: Kind::Block("atomic".into(), body) }];
    }
    if random.percent(30) {
        body.push(Stmt::line("(_nr_pr == 1)"));
        body.push(Stmt::line("assert(g < 3)"));
    }
    Process { head: "init".into(), locals: Vec::new(), body }
}

fn process(random: &mut Random, i: usize, count: usize, created: bool) -> Process {
    let head = match created {
        true => format!("proctype P{i}(byte p)"),
        false => format!("active proctype P{i}()"),
    };
    let others = (0..count).filter(|&o| o != i).collect();
    let first = usize::from(created);
    let mut locals: Vec<String> = LOCALS.map(String::from).to_vec();
    if random.percent(15) {
        locals.push("chan l = [1] of { byte }".into());
    }
    let own_channel = locals.len() > LOCALS.len();
    let mut writer = Writer { random, others, first, created, own_channel, labels: 0, ends: 0 };
    // A label to be asked for, in the midst of local steps.
    let mut body = writer.sequence(4, 2, false);
    let mark = writer.local();
    body.push(Stmt { label: Some("mark".into()), kind: Kind::Line(mark) });
    body.extend(writer.sequence(3, 2, false));
    Process { head, locals, body }
}

struct Writer<'r> {
    random: &'r mut Random,
    /// Numbers of the other processes.
    others: Vec<usize>,
    /// The number of `P0` at run time.
    first: usize,
    /// Whether there is a parameter.
    created: bool,
    own_channel: bool,
    labels: usize,
    ends: usize,
}

impl Writer<'_> {
    fn sequence(&mut self, most: usize, depth: usize, atomic: bool) -> Vec<Stmt> {
        let count = self.random.between(1, most);
        (0..count).map(|i| self.statement(depth, atomic, i > 0)).collect()
    }

    fn statement(&mut self, depth: usize, atomic: bool, may_label: bool) -> Stmt {
        let kind = match depth > 0 && self.random.percent(35) {
            true => self.compound(depth - 1, atomic),
            false => Kind::Line(self.simple(atomic)),
        };
        let label = (may_label && !atomic && self.random.percent(12)).then(|| self.label());
        Stmt { label, kind }
    }

    fn label(&mut self) -> String {
        if self.random.percent(70) {
            self.ends += 1;
            return format!("end{}", self.ends);
        }
        self.labels += 1;
        format!("L{}", self.labels)
    }

    fn simple(&mut self, atomic: bool) -> String {
        match self.random.below(20) {
            0..=9 => self.local(),
            10 | 11 => self.global(),
            12 | 13 => self.message(),
            14 | 15 => self.remote(),
            16 if !atomic => "timeout".into(),
            17 if !atomic && self.random.percent(30) => "goto mark".into(),
            18 => format!("({} {} {})", self.value(), self.pick(&["<", "!=", ">="]), self.value()),
            _ => self.local(),
        }
    }

    fn pick(&mut self, list: &[&'static str]) -> &'static str {
        list[self.random.below(list.len())]
    }

    /// A statement that touches nothing but locals.
    fn local(&mut self) -> String {
        match self.random.below(18) {
            0 | 1 => format!("{} = {}", self.pick(&["a", "b", "f", "v[0]", "v[1]"]), self.random.below(3)),
            2 => format!("{0} = ({0} + 1) % 3", self.pick(&["a", "b", "v[1]"])),
            3 => "a = b".into(),
            4 => format!("v[{}] = {}", self.index(), self.pick(&["a", "b", "1", "0"])),
            5 => format!("b = v[{}]", self.index()),
            6 => "f = 1 - f".into(),
            7 => format!("assert({} {} {})", self.own(), self.pick(&["<", "!=", ">="]), self.random.below(3)),
            8 if self.random.percent(40) => format!("b = 2 / {}", self.pick(&["a", "f", "v[0]"])),
            9 => format!("({} {} {})", self.own(), self.pick(&["<", "!=", "=="]), self.random.below(3)),
            10 if self.created => "a = p % 3".into(),
            11 if self.own_channel => self.pick(&["l!a", "l?b", "(len(l) == 0)"]).into(),
            12 => "v[0] = v[1]".into(),
            13 => format!("select (a : 0 .. {})", self.random.between(1, 2)),
            _ => format!("{} = {} & 1", self.pick(&["a", "b"]), self.own()),
        }
    }

    /// An index, which may be out of range now and then.
    fn index(&mut self) -> String {
        match self.random.below(8) {
            0 => self.pick(&["a", "b"]).into(),
            1 | 2 => "f".into(),
            3 => format!("b % {LENGTH}"),
            4 => format!("a & {}", LENGTH - 1),
            _ => self.random.below(LENGTH).to_string(),
        }
    }

    fn own(&mut self) -> &'static str {
        self.pick(&["a", "b", "f", "v[0]", "v[1]", "a", "b"])
    }

    /// A value of the process or of all.
    fn value(&mut self) -> String {
        match self.random.below(4) {
            0 => "g".into(),
            1 => "h".into(),
            2 => self.random.below(3).to_string(),
            _ => self.own().into(),
        }
    }

    fn global(&mut self) -> String {
        match self.random.below(7) {
            0 => "g = (g + 1) % 3".into(),
            1 => format!("h = {}", self.own()),
            2 => format!("g = {}", self.own()),
            3 => format!("a = {} % 3", self.pick(&["g", "h"])),
            4 => format!("assert({} != {})", self.pick(&["g", "h"]), self.random.below(3)),
            5 => format!("(_nr_pr < {})", self.random.between(2, 3)),
            _ => format!("({} == {})", self.pick(&["g", "h"]), self.random.below(3)),
        }
    }

    fn message(&mut self) -> String {
        let channel = self.pick(&["c", "c", "d"]);
        match self.random.below(6) {
            0 | 1 => format!("{channel}!{}", self.pick(&["a", "b", "v[0]", "1"])),
            2 => format!("{channel}?{}", self.random.below(2)),
            3 => format!("{channel}?eval({})", self.pick(&["a", "b"])),
            _ => format!("{channel}?{}", self.pick(&["a", "b", "v[1]", "g"])),
        }
    }

    /// A look at a variable or a place of another process.
    fn remote(&mut self) -> String {
        let Some(&other) = self.others.first() else { return self.local() };
        let other = if self.random.percent(50) { other } else { self.others[self.others.len() - 1] };
        let name = format!("P{other}[{}]", other + self.first);
        match self.random.below(7) {
            5 => format!("g = pc_value({})", other + self.first),
            6 => format!("assert({name}:{} != {})", self.pick(&["a", "b"]), self.random.between(1, 2)),
            0 => format!("({name}:{} == {})", self.pick(&["a", "b"]), self.random.below(3)),
            1 => format!("a = {name}:{} % 3", self.pick(&["a", "b"])),
            2 => format!("assert(!{name}@mark)"),
            3 => format!("g = {name}:{}", self.pick(&["a", "b", "f"])),
            _ => format!("({name}@mark)"),
        }
    }

    fn compound(&mut self, depth: usize, atomic: bool) -> Kind {
        match self.random.below(10) {
            0..=3 => Kind::Select("if", self.options(depth, atomic)),
            4 | 5 if !atomic => Kind::Select("do", self.cycle(depth)),
            6 | 7 if !atomic => Kind::Block("atomic".into(), self.sequence(3, depth, true)),
            8 => Kind::Block("d_step".into(), self.d_step()),
            _ => Kind::Select("if", self.options(depth, atomic)),
        }
    }

    fn options(&mut self, depth: usize, atomic: bool) -> Vec<Vec<Stmt>> {
        let count = self.random.between(1, 3);
        let mut options: Vec<Vec<Stmt>> = (0..count).map(|_| self.sequence(2, depth, atomic)).collect();
        if self.random.percent(40) {
            options.push(vec![Stmt::line("else"), Stmt::line(self.simple(true))]);
        }
        options
    }

    /// A loop, often with no way out, often with local steps only.
    fn cycle(&mut self, depth: usize) -> Vec<Vec<Stmt>> {
        let count = self.random.between(1, 2);
        let is_local = self.random.percent(50);
        let mut options: Vec<Vec<Stmt>> = Vec::new();
        for _ in 0..count {
            options.push(match is_local {
                true => (0..self.random.between(1, 2)).map(|_| Stmt::line(self.local())).collect(),
                false => self.sequence(2, depth, false),
            });
        }
        match self.random.below(4) {
            0 => options.push(vec![Stmt::line("else"), Stmt::line("break")]),
            1 => options.push(vec![Stmt::line("break")]),
            2 => options.push(vec![Stmt::line(format!("({} > 1)", self.own())), Stmt::line("break")]),
            _ => {}
        }
        options
    }

    /// What does not block, local or not.
    fn d_step(&mut self) -> Vec<Stmt> {
        let mut list = vec![Stmt::line(self.simple(true))];
        for _ in 0..self.random.between(1, 2) {
            list.push(Stmt::line(match self.random.below(4) {
                0 => format!("g = {}", self.own()),
                1 => format!("v[{}] = a", self.index()),
                2 => format!("assert({} != 2)", self.own()),
                _ => format!("{} = {} & 1", self.pick(&["a", "b"]), self.own()),
            }));
        }
        list
    }
}
