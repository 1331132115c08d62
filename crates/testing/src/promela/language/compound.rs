//! Statements with others inside, and sequences.

use super::scope::Type;
use super::{Context, Draft, Mode, Stmt, construct};
use crate::promela::Kind;
use crate::promela::statement::begins_with_escape;

type Compound = fn(&mut Draft, Context, usize) -> Option<Kind>;

const COMPOUNDS: &[super::Construct<Compound>] = &[
    construct("if", 8, |d, c, n| Some(Kind::Select("if", d.options(c, n)))),
    construct("do", 6, Draft::cycle),
    construct("atomic", 5, Draft::atomic),
    construct("d_step", 4, Draft::d_step),
    construct("block", 3, Draft::block),
    construct("main of unless", 4, Draft::unless),
    construct("for range", 2, |d, c, n| d.count(c, n, None)),
    construct("for array", 2, Draft::over_array),
    construct("for channel", 3, Draft::over_channel),
    construct("goto in a d_step", 2, Draft::jump_in_d_step),
];

impl Draft {
    pub(super) fn sequence(&mut self, context: Context, most: usize, depth: usize) -> Vec<Stmt> {
        let kept = self.scope.clone();
        let count = self.random.between(1, most);
        let mut context = context;
        let mut list = Vec::new();
        for i in 0..count {
            list.push(self.labelled(context, depth, i > 0));
            context.first = false;
        }
        self.scope = kept;
        list
    }

    /// SPIN wants no label at the start of a block, at an escape, a d_step or a declaration.
    fn labelled(&mut self, context: Context, depth: usize, may: bool) -> Stmt {
        let (name, kind) = self.statement(context, depth);
        let may = may && context.mode != Mode::DStep && !["declaration", "main of unless", "d_step"].contains(&name);
        let label = (may && self.percent(16)).then(|| self.label());
        Stmt { label, kind }
    }

    fn label(&mut self) -> String {
        let (name, word) = *self.random.pick(&[
            ("label", "L"),
            ("label", "L"),
            ("label", "L"),
            ("end label", "end"),
            ("end label", "end"),
            ("accept label", "accept"),
            ("progress label", "progress"),
        ]);
        self.note(name);
        let number = if word == "L" { &mut self.body.labels } else { &mut self.body.special };
        *number += 1;
        let label = format!("{word}{number}");
        if self.percent(10) {
            self.note("two labels");
            return format!("{label}: also{label}");
        }
        label
    }

    fn statement(&mut self, context: Context, depth: usize) -> (&'static str, Kind) {
        if depth > 0 && self.percent(40) {
            for _ in 0..3 {
                let (name, write) = self.choose(COMPOUNDS);
                if let Some(kind) = self.inside(name, |d| write(d, context, depth - 1)) {
                    return (name, kind);
                }
            }
        }
        let (name, text) = self.line(context);
        (name, Kind::Line(text))
    }

    /// In a d_step, behind its first statement, one of the options is always possible. What `enabled` says in an option
    /// depends, in SPIN, on the options before it.
    fn options(&mut self, context: Context, depth: usize) -> Vec<Vec<Stmt>> {
        let asks = std::mem::replace(&mut self.body.asks_enabled, false);
        let count = self.random.between(1, 3);
        let mut list: Vec<Vec<Stmt>> = (0..count).map(|_| self.option(context, depth)).collect();
        self.body.asks_enabled = asks;
        if !context.may_block() || self.percent(35) {
            self.note("else");
            let mut rest = vec![Stmt::line(*self.random.pick(&["else", "else ->"]))];
            rest.extend(self.sequence(Context { first: false, ..context }, 2, depth));
            list.push(rest);
        }
        list
    }

    fn option(&mut self, context: Context, depth: usize) -> Vec<Stmt> {
        let mut list = Vec::new();
        let mut context = context;
        if !context.may_block() || context.first || self.percent(50) {
            let timeout = context.mode == Mode::Free && self.percent(12);
            list.push(Stmt::line(self.guard(timeout)));
            context.first = false;
        }
        list.extend(self.sequence(context, 2, depth));
        not_first(list)
    }

    fn guard(&mut self, timeout: bool) -> String {
        self.body.timeout = timeout;
        let guard = self.full_condition();
        self.body.timeout = false;
        if self.percent(30) { format!("{guard} ->") } else { guard }
    }

    fn cycle(&mut self, context: Context, depth: usize) -> Option<Kind> {
        if context.mode != Mode::Free {
            return self.bounded(context, depth);
        }
        let mut options = self.options(Context { breaks: true, ..context }, depth);
        if self.percent(55) {
            let guard = self.guard(false);
            self.note("break");
            options.insert(0, vec![Stmt::line(guard), Stmt::line("break")]);
        }
        Some(Kind::Select("do", options))
    }

    /// A loop that ends by itself, with a counter of its own.
    fn bounded(&mut self, context: Context, depth: usize) -> Option<Kind> {
        self.body.counters += 1;
        let counter = format!("w{}", self.body.counters);
        let inner = Context { breaks: true, first: false, ..context };
        let mut body = vec![Stmt::line(format!("({counter} < 2) ->")), Stmt::line(format!("{counter}++"))];
        body.extend(self.sequence(inner, 2, depth));
        self.note("else");
        self.note("break");
        let out = vec![Stmt::line("else"), Stmt::line(format!("{counter} = 0")), Stmt::line("break")];
        Some(Kind::Select("do", vec![body, out]))
    }

    fn atomic(&mut self, context: Context, depth: usize) -> Option<Kind> {
        if context.mode == Mode::DStep {
            return None;
        }
        let inner = Context { mode: Mode::Atomic, ..context };
        Some(Kind::Block("atomic".into(), not_first(self.sequence(inner, 4, depth))))
    }

    /// A block, now and then with a variable whose name another block has too.
    fn block(&mut self, context: Context, depth: usize) -> Option<Kind> {
        let kept = self.scope.clone();
        let mut list = Vec::new();
        let is_free = !self.scope.places.iter().any(|p| p.text == "own");
        if is_free && context.mode != Mode::DStep && self.percent(30) {
            self.note("same name in several blocks");
            let word = *self.random.pick(&["byte", "short"]);
            list.push(Stmt::line(format!("{word} own = {}", self.random.below(3))));
            self.scope.add("own", Type::of(word), "variable");
        }
        list.extend(self.sequence(context, 3, depth));
        self.scope = kept;
        Some(Kind::Block(String::new(), not_first(list)))
    }

    /// A jump forward inside a d_step.
    fn jump_in_d_step(&mut self, context: Context, _: usize) -> Option<Kind> {
        if context.mode != Mode::DStep || context.first {
            return None;
        }
        self.body.special += 1;
        let label = format!("D{}", self.body.special);
        let jump = format!("if :: {} -> goto {label} :: else fi", self.truth(1));
        let [skipped, last] = [(); 2].map(|()| Kind::Line(self.assignment()));
        let plain = |kind| Stmt { label: None, kind };
        let last = Stmt { label: Some(label), kind: last };
        Some(Kind::Block(String::new(), vec![Stmt::line(jump), plain(skipped), last]))
    }

    fn d_step(&mut self, context: Context, depth: usize) -> Option<Kind> {
        if context.mode == Mode::DStep {
            return None;
        }
        let inner = Context { mode: Mode::DStep, breaks: false, first: true };
        self.body.in_d_step = true;
        let body = self.sequence(inner, 4, depth);
        self.body.in_d_step = false;
        Some(Kind::Block("d_step".into(), body))
    }

    /// The escape is noted as a construct of its own.
    fn unless(&mut self, context: Context, depth: usize) -> Option<Kind> {
        if context.mode == Mode::DStep {
            return None;
        }
        let mut main = self.sequence(context, 3, depth);
        // SPIN loses a jump that is all there is before `unless`.
        if matches!(&main[0].kind, Kind::Line(text) if text.starts_with("goto") || text == "break") {
            main.insert(0, Stmt::line("(g0 != 99)"));
        }
        let escape = self.outside(|d| d.inside("escape", |d| Some(d.escape(context, depth))))?;
        Some(Kind::Unless(main, escape))
    }

    fn escape(&mut self, context: Context, depth: usize) -> Vec<Stmt> {
        let mut list = Vec::new();
        if self.percent(60) {
            let text = self.inside("condition", |d| {
                let timeout = d.percent(15);
                Some(d.guard(timeout))
            });
            list.extend(text.map(Stmt::line));
        }
        list.extend(self.sequence(context, 2, depth));
        not_first(list)
    }

    /// Writes what is not inside the construct entered last, but beside it.
    fn outside<T>(&mut self, write: impl FnOnce(&mut Draft) -> T) -> T {
        let name = self.uses.inside.pop();
        let result = write(self);
        self.uses.inside.extend(name);
        result
    }

    /// A loop with a counter that no other around it has.
    fn count(&mut self, context: Context, depth: usize, over: Option<String>) -> Option<Kind> {
        let counter = self.some_place(|p| ["k", "kk"].contains(&p.text.as_str()))?.text;
        let (low, high) = (self.random.below(2), self.random.between(1, 2));
        let range = match over {
            Some(array) => format!(" in {array}"),
            None if self.percent(25) => format!(" : {low} .. {low} + (g0 & 1)"),
            None => format!(" : {low} .. {high}"),
        };
        let kept = self.scope.clone();
        self.scope.forget(&counter);
        if range.contains("g0") && context.mode != Mode::Free {
            return None;
        }
        let body = self.sequence(Context { breaks: true, first: false, ..context }, 2, depth.min(1));
        self.scope = kept;
        Some(Kind::Block(format!("for ({counter}{range})"), body))
    }

    fn over_array(&mut self, context: Context, depth: usize) -> Option<Kind> {
        let plain = |before: &str| before.chars().all(|c| c.is_ascii_alphanumeric());
        let list: Vec<String> = self.scope.arrays.iter().map(|a| &a.before).filter(|b| plain(b)).cloned().collect();
        if list.is_empty() {
            return None;
        }
        let array = self.random.pick(&list).clone();
        self.count(context, depth, Some(array))
    }

    /// The messages of a channel, each of which is received and sent again.
    fn over_channel(&mut self, context: Context, depth: usize) -> Option<Kind> {
        if context.mode == Mode::DStep || self.scope.messages.is_empty() {
            return None;
        }
        let (message, signature) = self.random.pick(&self.scope.messages).clone();
        // SPIN wants the structure in the declaration of the channel.
        if self.signatures[signature].words.len() > 1 {
            return None;
        }
        let channel = self.buffered(|c| c.signature == signature && c.kind == "buffered channel")?;
        let kept = self.scope.clone();
        self.scope.channels.retain(|c| c.signature != signature);
        let body = self.sequence(Context { breaks: true, first: false, ..context }, 2, depth.min(1));
        self.scope = kept;
        Some(Kind::Block(format!("for ({message} in {})", channel.text), body))
    }
}

/// SPIN mixes up which escape goes first if one begins a block or an option.
fn not_first(mut list: Vec<Stmt>) -> Vec<Stmt> {
    if begins_with_escape(&list) {
        list.insert(0, Stmt::line("skip"));
    }
    list
}
