//! Statements of random programs.

use super::expr::{Assignable, Channel, Scope, width_of};
use super::{Kind, Stmt};
use crate::Random;

/// Where a statement stands.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Where {
    /// Anywhere else.
    Free,
    /// In a loop.
    Loop,
    /// In an atomic sequence: what goes in circles here would never end.
    Atomic,
    /// In a d_step: what blocks here is an error.
    DStep,
}

/// Writes the statements of one process type.
pub(super) struct Writer<'r> {
    pub random: &'r mut Random,
    pub scope: Scope,
    /// Labels written so far, and how many jumps were.
    pub labels: usize,
    pub ends: usize,
    pub locals: usize,
    /// Before the first statement of the body or of an option.
    pub may_label: bool,
}

/// Stands for a jump until all labels are known: `goto` and whether it must go forward.
pub(super) const JUMP: &str = "goto ?";
pub(super) const JUMP_FORWARD: &str = "goto >";

impl Writer<'_> {
    pub(super) fn sequence(&mut self, place: Where, most: usize, depth: usize) -> Vec<Stmt> {
        let kept = self.scope.clone();
        let count = self.random.between(1, most);
        let list = (0..count).map(|i| self.labelled(place, depth, i == 0 && !self.may_label)).collect();
        self.scope = kept;
        list
    }

    /// SPIN wants no label at the start of a block, and none at an escape.
    fn labelled(&mut self, place: Where, depth: usize, first: bool) -> Stmt {
        self.may_label = false;
        let mut stmt = self.statement(place, depth);
        let possible = !first && place != Where::DStep && !matches!(stmt.kind, Kind::Unless(..));
        if possible && self.random.percent(15) {
            let end = self.random.percent(40);
            let number = if end { &mut self.ends } else { &mut self.labels };
            *number += 1;
            stmt.label = Some(format!("{}{number}", if end { "end" } else { "L" }));
        }
        stmt
    }

    fn statement(&mut self, place: Where, depth: usize) -> Stmt {
        if depth > 0 && self.random.percent(40) {
            return Stmt { label: None, kind: self.compound(place, depth - 1) };
        }
        Stmt::line(self.simple(place))
    }

    fn simple(&mut self, place: Where) -> String {
        let blocks = place != Where::DStep;
        match self.random.below(24) {
            0..=1 if blocks => self.scope.guard(self.random),
            2..=5 if blocks => self.send(),
            6..=10 if blocks => self.receive(),
            11 => format!("assert({})", self.scope.condition(self.random, 1)),
            12 => self.random.pick(&["skip", "printf(\"x\\n\")", "true", "1"]).to_string(),
            13 if place == Where::Loop => "break".into(),
            14 if matches!(place, Where::Loop | Where::Free) => JUMP.into(),
            14 if place == Where::Atomic => JUMP_FORWARD.into(),
            15 if place == Where::Free => "timeout".into(),
            _ => self.scope.assignment(self.random),
        }
    }

    fn channel(&mut self) -> Option<Channel> {
        let list = &self.scope.channels;
        (!list.is_empty()).then(|| self.random.pick(list).clone())
    }

    fn send(&mut self) -> String {
        let Some(channel) = self.channel() else { return "skip".into() };
        let args: Vec<String> = channel.fields.iter().map(|_| self.message()).collect();
        let op = if channel.capacity > 0 && self.random.percent(25) { "!!" } else { "!" };
        format!("{}{op}{}", channel.name, args.join(", "))
    }

    /// A value to send, one of few.
    fn message(&mut self) -> String {
        match self.random.below(4) {
            0 => self.scope.constant(self.random),
            1 => format!("({}) & 3", self.scope.expr(self.random, 1)),
            2 => self.scope.any_place(self.random),
            _ => self.random.below(3).to_string(),
        }
    }

    fn receive(&mut self) -> String {
        let Some(channel) = self.channel() else { return "skip".into() };
        let mut args: Vec<String> = Vec::new();
        for &width in &channel.fields {
            // No variable may take two fields, or one while another is compared with it.
            let arg = self.scope.pattern(self.random, Some(width));
            let clashes = args.iter().any(|a| variable(a) == variable(&arg));
            args.push(if clashes { "_".into() } else { arg });
        }
        let args = args.join(", ");
        let copy = channel.capacity > 0 && self.random.percent(15);
        let op = if channel.capacity > 0 && self.random.percent(25) { "??" } else { "?" };
        if copy { format!("{}{op}<{args}>", channel.name) } else { format!("{}{op}{args}", channel.name) }
    }

    fn compound(&mut self, place: Where, depth: usize) -> Kind {
        let inside_atomic = matches!(place, Where::Atomic | Where::DStep);
        match self.random.below(16) {
            0..=4 => Kind::Select("if", self.options(place, depth)),
            5..=7 if !inside_atomic => Kind::Select("do", self.options(Where::Loop, depth)),
            8 | 9 if !inside_atomic => Kind::Block("atomic".into(), self.sequence(Where::Atomic, 4, depth)),
            10 => Kind::Block("d_step".into(), self.d_step(depth)),
            11 => Kind::Block(String::new(), self.block(place, depth)),
            12 if !inside_atomic => {
                let main = self.sequence(place, 3, depth);
                let mut escape = vec![Stmt::line(self.simple(Where::Free))];
                escape.extend(self.sequence(place, 2, depth));
                Kind::Unless(main, escape)
            }
            13 if self.counts() => self.for_loop(place, depth),
            14 if self.counts() => Kind::Line(self.select()),
            _ => Kind::Select("if", self.options(place, depth)),
        }
    }

    /// In a d_step one of the options is always possible.
    fn options(&mut self, place: Where, depth: usize) -> Vec<Vec<Stmt>> {
        let count = self.random.between(1, 3);
        let mut list: Vec<Vec<Stmt>> = (0..count).map(|_| self.option(place, depth)).collect();
        if place == Where::DStep || self.random.percent(35) {
            let mut rest = vec![Stmt::line("else")];
            rest.extend(self.sequence(place, 2, depth));
            list.push(rest);
        }
        if place == Where::Loop && self.random.percent(60) {
            list.push(vec![Stmt::line(self.scope.guard(self.random)), Stmt::line("break")]);
        }
        list
    }

    fn option(&mut self, place: Where, depth: usize) -> Vec<Stmt> {
        let mut list = Vec::new();
        if self.random.percent(60) {
            list.push(Stmt::line(self.scope.guard(self.random)));
        }
        self.may_label = self.random.percent(30);
        list.extend(self.sequence(place, 2, depth));
        if begins_with_escape(&list) {
            list.insert(0, Stmt::line("skip"));
        }
        list
    }

    /// Its first statement may block.
    fn d_step(&mut self, depth: usize) -> Vec<Stmt> {
        let mut list = Vec::new();
        if self.random.percent(40) {
            list.push(Stmt::line(self.scope.guard(self.random)));
        }
        list.extend(self.sequence(Where::DStep, 3, depth));
        list
    }

    fn block(&mut self, place: Where, depth: usize) -> Vec<Stmt> {
        let kept = self.scope.clone();
        self.locals += 1;
        let name = format!("n{}", self.locals);
        let ty = self.random.pick(&["byte", "bit", "short"]);
        let init = if self.random.percent(60) { format!(" = {}", self.random.below(3)) } else { String::new() };
        let mut list = vec![Stmt::line(format!("{ty} {name}{init}"))];
        self.scope.places.push(Assignable { text: name, width: width_of(ty) });
        list.extend(self.sequence(place, 3, depth));
        self.scope = kept;
        list
    }

    /// Whether the counter is free: a loop that shares it with another may never end.
    fn counts(&self) -> bool {
        self.scope.places.iter().any(|p| p.text == "k")
    }

    fn for_loop(&mut self, place: Where, depth: usize) -> Kind {
        let place = if place == Where::Free { Where::Loop } else { place };
        let range = match self.scope.arrays.first() {
            Some((array, _)) if self.random.percent(40) => format!("in {array}"),
            _ => format!(": {} .. {}", self.random.below(2), self.random.between(1, 2)),
        };
        let kept = self.scope.clone();
        self.scope.places.retain(|p| p.text != "k");
        let body = self.sequence(place, 2, depth.min(1));
        self.scope = kept;
        Kind::Block(format!("for (k {range})"), body)
    }

    fn select(&mut self) -> String {
        match self.random.below(3) {
            0 => format!("select (k : {} .. {})", self.random.below(2), self.random.between(1, 3)),
            1 => format!("select(k : 0 .. ({}))", self.random.between(1, 2)),
            _ => "select ( k : _pid .. 2 )".into(),
        }
    }
}

/// SPIN wants no escape on the guard of an option: it complains, or mixes up which escape goes first.
pub(super) fn begins_with_escape(list: &[Stmt]) -> bool {
    match list.first().map(|s| &s.kind) {
        Some(Kind::Unless(..)) => true,
        Some(Kind::Block(_, body)) => begins_with_escape(body),
        Some(Kind::Select(_, options)) => options.iter().any(|o| begins_with_escape(o)),
        _ => false,
    }
}

/// The variable, whole arrays taken, that a field of a receive is about.
fn variable(field: &str) -> &str {
    let inside = field.strip_prefix("eval(").unwrap_or(field);
    inside.split(['[', ')']).next().unwrap_or(inside)
}
