//! Expressions and places.

use super::scope::{COLORS, Channel, Place, SIZES, Type, names};
use super::{Draft, Macro, construct};

type Write = fn(&mut Draft, usize) -> Option<String>;

/// Values that have none inside.
const LEAVES: &[super::Construct<Write>] = &[
    construct("number", 6, |d, _| Some(d.random.below(4).to_string())),
    construct("large number", 2, |d, _| Some(d.random.pick(LARGE).to_string())),
    construct("character", 1, |d, _| Some(d.random.pick(&["'a'", "'0'", "'\\n'"]).to_string())),
    construct("truth value", 2, |d, _| Some(d.random.pick(&["true", "false"]).to_string())),
    construct("constant of mtype", 2, |d, _| Some(d.random.pick(&COLORS).to_string())),
    construct("name of a macro", 2, |d, _| d.macro_name()),
    construct("variable", 9, |d, _| d.read("variable")),
    construct("element", 7, |d, depth| d.element(depth)),
    construct("field", 5, |d, _| d.read("field")),
    construct("_pid", 2, |_, _| Some("_pid".into())),
    construct("_nr_pr", 1, |_, _| Some("_nr_pr".into())),
    construct("_last", 4, |d, _| (d.features.last && !d.body.plain).then(|| "_last".into())),
    construct("_priority", 3, |d, _| d.features.priority.then(|| "_priority".into())),
    construct("get_priority", 3, |d, _| d.get_priority()),
    construct("enabled", 6, |d, _| d.enabled()),
    construct("pc_value", 3, |d, _| d.pc_value()),
    construct("len", 3, |d, _| d.length()),
    construct("label of a process", 3, |d, _| d.remote_label(true)),
    construct("label of a type", 3, |d, _| d.remote_label(false)),
    construct("variable of a process", 3, |d, _| d.remote_variable(true)),
    construct("variable of a type", 3, |d, _| d.remote_variable(false)),
    construct("timeout", 2, |d, _| d.body.timeout.then(|| "timeout".into())),
];

const LARGE: &[&str] = &["255", "256", "300", "-1", "-2", "32767", "-32768", "65535", "2147483647", "128"];

/// Operators.
const OPERATORS: &[super::Construct<Write>] = &[
    construct("conditional", 2, |d, n| Some(format!("({} -> {} : {})", d.truth(n), d.value(n), d.value(n)))),
    construct("arithmetic", 5, |d, n| d.binary(&["+", "-", "*"], n)),
    construct("division", 2, |d, n| d.with_constant(&["/", "%"], &["2", "3", "-3", "7"], n)),
    construct("bitwise", 3, |d, n| d.binary(&["&", "|", "^"], n)),
    construct("shift", 2, |d, n| d.with_constant(&["<<", ">>"], &["0", "1", "3", "31"], n)),
    construct("comparison", 4, |d, n| d.binary(&["==", "!=", "<", "<=", ">", ">="], n)),
    construct("logic", 2, |d, n| d.binary(&["&&", "||"], n)),
    construct("not", 2, |d, n| Some(format!("(!{})", d.value(n)))),
    construct("complement", 1, |d, n| Some(format!("(~{})", d.value(n)))),
    construct("division by a variable", 3, |d, n| d.risky_division(n)),
    construct("minus", 1, |d, n| Some(format!("(- {})", d.value(n)))),
    construct("without parentheses", 3, |d, n| d.flat(n)),
];

impl Draft {
    /// A number.
    pub(super) fn value(&mut self, depth: usize) -> String {
        let table = if depth > 0 && self.percent(55) { OPERATORS } else { LEAVES };
        for _ in 0..4 {
            let (name, write) = self.choose(table);
            if let Some(text) = self.inside(name, |d| write(d, depth.saturating_sub(1))) {
                return text;
            }
        }
        self.note("number");
        self.random.below(3).to_string()
    }

    /// A truth value that is neither always true nor always false, most of the time.
    pub(super) fn truth(&mut self, depth: usize) -> String {
        if self.percent(15) {
            return self.value(depth);
        }
        if self.percent(12)
            && let Some(text) = self.inside("comparison", |d| d.compared())
        {
            return text;
        }
        if self.percent(10)
            && let Some(text) = self.polled()
        {
            return text;
        }
        let text = self.inside("comparison", |d| {
            let a = d.read("variable").inspect(|_| d.note("variable"));
            let a = a.unwrap_or_else(|| d.value(0));
            // Conditions that hold most of the time let programs go on.
            let op = *d.random.pick(&["==", "!=", "!=", "<", "<=", "<=", ">", ">="]);
            Some(format!("({a} {op} {})", d.value(depth.saturating_sub(1))))
        });
        text.unwrap_or_else(|| "true".into())
    }

    /// A named mtype or a channel is compared with its like.
    fn compared(&mut self) -> Option<String> {
        let place = self.some_place(|p| p.ty == Type::Size)?;
        let size = *self.random.pick(&SIZES);
        Some(format!("({} {} {size})", place.text, self.random.pick(&["==", "!="])))
    }

    /// A poll where its value is nothing but true or false: SPIN writes it without parentheses into the C program, so
    /// that operators take half of it.
    fn polled(&mut self) -> Option<String> {
        let (name, op) = *self.random.pick(&[("poll", "?"), ("random poll", "??")]);
        let poll = |d: &mut Draft| d.inside(name, |d| d.poll(op));
        match self.random.below(5) {
            0 => self.inside("logic", |d| Some(format!("({} && {})", poll(d)?, d.truth(1)))),
            1 => self.inside("logic", |d| Some(format!("({} || {})", d.truth(1), poll(d)?))),
            2 => self.inside("not", |d| Some(format!("(!{})", poll(d)?))),
            3 => self.inside("conditional", |d| Some(format!("({} -> {} : {})", poll(d)?, d.value(0), d.value(0)))),
            _ => poll(self),
        }
    }

    fn binary(&mut self, ops: &[&str], depth: usize) -> Option<String> {
        let (a, b) = (self.value(depth), self.value(depth));
        Some(format!("({a} {} {b})", self.random.pick(ops)))
    }

    fn with_constant(&mut self, ops: &[&str], constants: &[&str], depth: usize) -> Option<String> {
        let a = self.value(depth);
        Some(format!("({a} {} {})", self.random.pick(ops), self.random.pick(constants)))
    }

    /// A division that may be by zero.
    fn risky_division(&mut self, depth: usize) -> Option<String> {
        let divisor = self.read("variable").filter(|_| self.features.errors)?;
        Some(format!("({} {} {divisor})", self.value(depth), self.random.pick(&["/", "%"])))
    }

    /// Operators that are told apart by how tightly they bind.
    fn flat(&mut self, depth: usize) -> Option<String> {
        const ANY: [&str; 14] = ["+", "-", "*", "&", "|", "^", "==", "!=", "<", "<=", ">", ">=", "&&", "||"];
        let mut text = self.value(depth.min(1));
        for _ in 0..self.random.between(2, 4) {
            if self.percent(20) {
                text = format!("{text} {} {}", self.random.pick(&["/", "%"]), self.random.pick(&["2", "3"]));
            }
            let prefix = *self.random.pick(&["", "", "", "", "!", "~", "- "]);
            text = format!("{text} {} {prefix}{}", self.random.pick(&ANY), self.value(0));
        }
        if self.percent(25) {
            text = format!("{text} << 1 {} {}", self.random.pick(&["<", "==", "&", "||"]), self.value(0));
        }
        // Nothing may follow a shift that would change its right side.
        Some(if self.percent(50) { format!("({text})") } else { format!("({text}) + 0") })
    }

    fn macro_name(&mut self) -> Option<String> {
        let list: Vec<String> = self.macros.iter().filter_map(readable).collect();
        (!list.is_empty()).then(|| self.random.pick(&list).clone())
    }

    pub(super) fn some_place(&mut self, fits: impl Fn(&Place) -> bool) -> Option<Place> {
        let list: Vec<&Place> = self.scope.places.iter().filter(|p| fits(p)).collect();
        (!list.is_empty()).then(|| (*self.random.pick(&list)).clone())
    }

    fn read(&mut self, kind: &'static str) -> Option<String> {
        self.some_place(|p| p.ty.number() && p.kind == kind).map(|p| p.text)
    }

    fn element(&mut self, depth: usize) -> Option<String> {
        if self.percent(50) {
            return self.read("element");
        }
        Some(self.indexed(depth, true)?.text)
    }

    /// An element whose index is computed, mostly within the range. The index of a place that is assigned does not
    /// depend on its array, except in a d_step: SPIN's backtracking computes it again.
    pub(super) fn indexed(&mut self, depth: usize, reads: bool) -> Option<Place> {
        if self.scope.arrays.is_empty() {
            return None;
        }
        let array = self.random.pick(&self.scope.arrays).clone();
        let kept = std::mem::replace(&mut self.body.plain, true);
        let index = self.value(depth.min(1));
        self.body.plain = kept;
        let own = names(&array.before).next().unwrap_or_default().to_string();
        let depends = names(&index).any(|n| n == own);
        if !reads && depends && !self.body.in_d_step {
            return None;
        }
        if !reads && depends {
            self.note("index that the assignment changes");
        }
        let index = match array.len {
            _ if self.features.errors && self.percent(40) => {
                self.note("index out of range");
                format!("({index}) & 3")
            }
            1 => format!("({index}) * 0"),
            2 => format!("({index}) & 1"),
            n => format!("(({index}) & 7) % {n}"),
        };
        let kind = if array.after.is_empty() { "element" } else { "field" };
        Some(Place { text: format!("{}[{index}]{}", array.before, array.after), ty: array.ty, kind })
    }

    /// A place for a number.
    pub(super) fn target(&mut self) -> Place {
        if self.percent(25)
            && let Some(place) = self.inside("element", |d| d.indexed(1, false))
        {
            return place;
        }
        let place = self.some_place(|p| p.ty.number()).expect("there is a global number");
        self.note(place.kind);
        place
    }

    /// A channel that messages can wait in.
    pub(super) fn buffered(&mut self, fits: impl Fn(&Channel) -> bool) -> Option<Channel> {
        let signatures = &self.signatures;
        let fits = |c: &&Channel| !signatures[c.signature].rendezvous && fits(c);
        let list: Vec<&Channel> = self.scope.channels.iter().filter(fits).collect();
        (!list.is_empty()).then(|| (*self.random.pick(&list)).clone())
    }

    fn length(&mut self) -> Option<String> {
        if self.body.plain {
            return None;
        }
        let list: Vec<&Channel> = self.scope.channels.iter().filter(|c| c.reads && c.writes).collect();
        (!list.is_empty()).then(|| format!("len({})", self.random.pick(&list).text))
    }

    /// A process that exists as long as the program does, or this one.
    fn process(&mut self) -> String {
        let mut list = vec!["_pid".to_string()];
        list.extend(self.known.iter().flat_map(|k| &k.pids).map(usize::to_string));
        self.random.pick(&list).clone()
    }

    fn get_priority(&mut self) -> Option<String> {
        self.features.priority.then(|| format!("get_priority({})", self.process()))
    }

    /// Of one process about others: those that ask about one another have no meaning.
    fn enabled(&mut self) -> Option<String> {
        let pids: Vec<usize> = self.known.iter().flat_map(|k| k.pids.clone()).collect();
        let may = self.body.asks_enabled && !self.body.plain && !pids.is_empty();
        may.then(|| format!("enabled({})", self.random.pick(&pids)))
    }

    /// Numbers of places differ between verifiers; whether two processes are at the same one does not.
    fn pc_value(&mut self) -> Option<String> {
        let known = self.known.iter().find(|k| k.pids.len() > 1 && !self.body.plain)?;
        Some(format!("(pc_value({}) == pc_value({}))", known.pids[0], known.pids[1]))
    }

    fn remote_label(&mut self, with_pid: bool) -> Option<String> {
        let list: Vec<_> = self
            .known
            .iter()
            .filter(|k| !k.labels.is_empty() && !self.body.plain && !self.body.in_d_step)
            .cloned()
            .collect();
        if list.is_empty() {
            return None;
        }
        let known = self.random.pick(&list);
        let (pid, label) = (pid_of(&mut self.random, &known.pids, with_pid)?, self.random.pick(&known.labels));
        Some(format!("{}{pid}@{label}", known.name))
    }

    fn remote_variable(&mut self, with_pid: bool) -> Option<String> {
        if self.known.is_empty() || self.body.plain || self.body.in_d_step {
            return None;
        }
        let known = self.random.pick(&self.known).clone();
        let (pid, local) = (pid_of(&mut self.random, &known.pids, with_pid)?, self.random.pick(&known.locals));
        Some(format!("{}{pid}:{local}", known.name))
    }

    /// A condition where `full` and its kin may stand.
    pub(super) fn full_condition(&mut self) -> String {
        if self.percent(75) {
            return self.truth(2);
        }
        let Some(probe) = self.probe() else { return self.truth(2) };
        match self.random.below(6) {
            0 => format!("{probe} && {}", self.truth(1)),
            1 => format!("{probe} || {}", self.truth(1)),
            2 => {
                let other = self.probe().unwrap_or_else(|| "true".into());
                format!("({probe} || {other})")
            }
            _ => probe,
        }
    }

    pub(super) fn probe(&mut self) -> Option<String> {
        let list: Vec<_> = self.scope.channels.iter().filter(|c| c.reads && c.writes).cloned().collect();
        if list.is_empty() {
            return None;
        }
        let channel = self.random.pick(&list).clone();
        if self.signatures[channel.signature].rendezvous {
            self.note("probe of a rendezvous channel");
        }
        let word = *self.random.pick(super::uses::PROBES);
        self.note(word);
        Some(format!("{word}({})", channel.text))
    }
}

fn readable(m: &Macro) -> Option<String> {
    match m {
        Macro::Number(name) | Macro::Condition(name) => Some(name.clone()),
        Macro::Statement(_) => None,
    }
}

/// `[pid]`, or nothing.
fn pid_of(random: &mut crate::Random, pids: &[usize], wanted: bool) -> Option<String> {
    match (wanted, pids.is_empty()) {
        (false, _) => Some(String::new()),
        (true, true) => None,
        (true, false) => Some(format!("[{}]", random.pick(pids))),
    }
}
