//! Statements of one line.

use super::scope::{Place, Type};
use super::{Context, Draft, Macro, Mode, construct};
use crate::promela::statement::{JUMP, JUMP_FORWARD};

pub(super) type Line = fn(&mut Draft, Context) -> Option<String>;

/// The statements; `else` and labels are written with what they belong to.
pub(super) const LINES: &[super::Construct<Line>] = &[
    construct("assignment", 14, |d, _| Some(d.assignment())),
    construct("increment", 3, |d, _| d.counted("++")),
    construct("decrement", 2, |d, _| d.counted("--")),
    construct("send", 9, |d, c| d.send(c, false)),
    construct("sorted send", 4, |d, c| d.send(c, true)),
    construct("receive", 10, |d, c| d.receive(c, "?", false)),
    construct("random receive", 4, |d, c| d.receive(c, "??", false)),
    construct("copying receive", 3, |d, c| d.receive(c, "?", true)),
    construct("random copying receive", 3, |d, c| d.receive(c, "??", true)),
    construct("condition", 4, Draft::condition),
    construct("timeout alone", 2, |_, c| (c.mode != Mode::DStep).then(|| "timeout".into())),
    construct("assert", 4, |d, c| (!c.first).then(|| format!("assert({})", d.full_condition()))),
    construct("printf", 1, Draft::printf),
    construct("printm", 1, |d, c| (!c.first).then(|| format!("printm({})", d.random.pick(&super::scope::COLORS)))),
    construct("set_priority", 6, |d, _| d.set_priority()),
    construct("assigned _priority", 3, |d, _| {
        d.features.priority.then(|| format!("_priority = {}", d.random.between(1, 3)))
    }),
    construct("break", 4, |_, c| c.breaks.then(|| "break".into())),
    construct("goto", 3, |_, c| jump(c)),
    construct("select", 3, |d, c| if c.first { None } else { d.select() }),
    construct("run", 4, |d, c| d.run(c, "")),
    construct("assigned run", 3, |d, c| d.run(c, "pd = ")),
    construct("skip", 1, |d, _| Some(d.random.pick(&["skip", "true", "1"]).to_string())),
    construct("call of an inline", 5, |d, _| d.call(false)),
    construct("assigned inline", 5, |d, _| d.call(true)),
    construct("call of a macro", 4, |d, _| d.macro_call()),
    construct("declaration", 3, |d, c| d.declaration(c)),
    construct("assigned _", 1, |d, _| Some(format!("_ = {}", d.value(1)))),
    construct("assigned channel", 4, |d, _| d.assigned_channel()),
];

fn jump(context: Context) -> Option<String> {
    match context.mode {
        Mode::Free => Some(JUMP.into()),
        Mode::Atomic => Some(JUMP_FORWARD.into()),
        Mode::DStep => None,
    }
}

impl Draft {
    /// A statement of one line, and its name.
    pub(super) fn line(&mut self, context: Context) -> (&'static str, String) {
        for _ in 0..6 {
            let (name, write) = self.choose(LINES);
            if let Some(text) = self.inside(name, |d| write(d, context)) {
                return (name, text);
            }
        }
        ("assignment", self.inside("assignment", |d| Some(d.assignment())).expect("it is always possible"))
    }

    /// Values stay few.
    pub(super) fn assignment(&mut self) -> String {
        if self.percent(8)
            && let Some(place) = self.some_place(|p| p.ty == Type::Size)
        {
            return format!("{} = {}", place.text, self.size());
        }
        let Place { text, ty, .. } = self.target();
        match self.random.below(9) {
            0 => format!("{text} = {}", self.value(0)),
            1 | 2 => format!("{text} = ({text} + 1) % {}", self.random.between(2, 4)),
            // The value of a random poll is a number of SPIN's own.
            3 => format!("{text} = (true && {})", self.truth(1)),
            4 => format!("{text} = {}", self.probe().unwrap_or_else(|| "1".into())),
            _ if ty.narrow() => format!("{text} = {}", self.value(2)),
            _ => {
                format!("{text} = ({}) {} {}", self.value(2), self.random.pick(&["%", "&"]), self.random.between(2, 3))
            }
        }
    }

    fn counted(&mut self, op: &str) -> Option<String> {
        let place = self.target();
        (place.ty.narrow() || self.percent(25)).then(|| format!("{}{op}", place.text))
    }

    fn printf(&mut self, context: Context) -> Option<String> {
        (!context.first).then(|| format!("printf(\"%d %x\\n\", {}, {})", self.value(1), self.value(0)))
    }

    fn condition(&mut self, context: Context) -> Option<String> {
        if !context.may_block() {
            return None;
        }
        self.body.timeout = context.mode != Mode::DStep && self.percent(30);
        let text = self.full_condition();
        self.body.timeout = false;
        Some(text)
    }

    /// Of this process or of the first, which exists as long as any does: SPIN goes wrong about others.
    fn set_priority(&mut self) -> Option<String> {
        let pid = *self.random.pick(&["_pid", "0"]);
        self.features.priority.then(|| format!("set_priority({pid}, {})", self.random.between(1, 3)))
    }

    /// A local byte that no loop counts with.
    fn byte(&mut self) -> String {
        self.random.pick(&["pd", "g0"]).to_string()
    }

    fn select(&mut self) -> Option<String> {
        if !self.scope.places.iter().any(|p| p.text == "k") {
            return None;
        }
        let (low, high) = (self.random.below(2), self.random.between(1, 3));
        Some(match self.random.below(3) {
            0 => format!("select (k : {low} .. {high})"),
            1 => format!("select(k : 0 .. ({high}))"),
            _ => format!("select ( k : _pid .. {} )", self.random.pick(&["2", "_pid + 1", "g0"])),
        })
    }

    /// A process that is created, of a type that is not active, as long as there are few.
    fn run(&mut self, context: Context, target: &str) -> Option<String> {
        if context.mode == Mode::DStep || !self.features.creates {
            return None;
        }
        let number = match (self.body.is_init, self.body.creates_itself && self.percent(40)) {
            (true, _) => None,
            (false, true) => Some(self.body.number),
            (false, false) => return None,
        };
        if number.is_some() {
            self.note("run by a created process");
        }
        let run = self.run_created(number)?;
        Some(format!("if :: (_nr_pr < 4) -> {target}{run} :: else fi"))
    }

    fn call(&mut self, returns: bool) -> Option<String> {
        let list: Vec<_> = self.inlines.iter().filter(|i| i.returns == returns).cloned().collect();
        if list.is_empty() {
            return None;
        }
        let inline = self.random.pick(&list).clone();
        let mut args = Vec::new();
        for _ in 0..inline.places {
            args.push(self.some_place(|p| p.ty.number())?.text);
        }
        let kept = std::mem::replace(&mut self.body.plain, true);
        for _ in 0..inline.values {
            args.push(self.value(1));
        }
        self.body.plain = kept;
        let call = format!("{}({})", inline.name, args.join(", "));
        Some(if returns { format!("{} = {call}", self.byte()) } else { call })
    }

    fn macro_call(&mut self) -> Option<String> {
        let list: Vec<_> = self.macros.iter().filter(|m| matches!(m, Macro::Statement(_))).cloned().collect();
        let Some(Macro::Statement(name)) = list.first() else { return None };
        let place = self.some_place(|p| p.ty.number())?;
        Some(format!("{name}({}, {})", place.text, self.random.between(1, 2)))
    }

    /// A variable whose scope begins here. SPIN sets it when the process gets there.
    fn declaration(&mut self, context: Context) -> Option<String> {
        if context.mode == Mode::DStep {
            return None;
        }
        self.body.locals += 1;
        let name = format!("n{}", self.body.locals);
        let word = *self.random.pick(&["byte", "bit", "short", "int", "bool"]);
        let start = match self.random.below(4) {
            0 => String::new(),
            1 => format!(" = ({}) & 3", self.value(1)),
            _ => format!(" = {}", self.random.below(3)),
        };
        self.scope.add(name.clone(), Type::of(word), "variable");
        Some(format!("{word} {name}{start}"))
    }

    fn assigned_channel(&mut self) -> Option<String> {
        let place = self.some_place(|p| matches!(p.ty, Type::Chan(_)))?;
        let Type::Chan(signature) = place.ty else { return None };
        let value = self.channel_value(signature)?;
        self.holds_channel(&place);
        Some(format!("{} = {value}", place.text))
    }
}
