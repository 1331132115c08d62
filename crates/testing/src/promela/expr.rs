//! Expressions and places of random programs.

use crate::Random;

/// What stands in scope.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    /// What can be assigned, with how its values are kept few.
    pub places: Vec<Assignable>,
    /// Channels.
    pub channels: Vec<Channel>,
    /// Arrays and their lengths.
    pub arrays: Vec<(String, usize)>,
}

/// Something that can be assigned.
#[derive(Clone, Debug)]
pub(super) struct Assignable {
    pub text: String,
    /// Bits of its type.
    pub width: u8,
}

impl Assignable {
    /// Whether its type alone keeps its values few.
    pub(super) fn narrow(&self) -> bool {
        self.width < 8
    }
}

/// A channel.
#[derive(Clone, Debug)]
pub(super) struct Channel {
    pub name: String,
    pub capacity: usize,
    /// Bits of the fields.
    pub fields: Vec<u8>,
}

/// The names of mtype constants.
pub(super) const MTYPES: [&str; 3] = ["red", "green", "blue"];

/// Bits of a type.
pub(super) fn width_of(ty: &str) -> u8 {
    match ty {
        "bit" | "bool" => 1,
        "short" => 16,
        "int" => 32,
        _ => 8,
    }
}

impl Scope {
    /// A number, small most of the time.
    pub(super) fn constant(&self, random: &mut Random) -> String {
        match random.below(12) {
            0 => "-1".into(),
            1 => random.pick(&["255", "-2", "300", "7"]).to_string(),
            2 => random.pick(&MTYPES).to_string(),
            3 => random.pick(&["true", "false"]).to_string(),
            _ => random.below(4).to_string(),
        }
    }

    /// An expression that is safe to evaluate.
    pub(super) fn expr(&self, random: &mut Random, depth: usize) -> String {
        if depth == 0 || random.percent(20) {
            return self.leaf(random);
        }
        let mut sub = || self.expr(random, depth - 1);
        let (a, b) = (sub(), sub());
        match random.below(14) {
            0 | 1 => format!("({a} + {b})"),
            2 => format!("({a} - {b})"),
            3 => format!("({a} * {b})"),
            4 => format!("({a} {} {})", random.pick(&["/", "%"]), random.pick(&["2", "3", "-3"])),
            5 => format!("({a} {} {b})", random.pick(&["&", "|", "^"])),
            6 => format!("({a} {} {})", random.pick(&["<<", ">>"]), random.below(4)),
            7 => format!("(~{a})"),
            8 => format!("(- {a})"),
            9 => format!("({} -> {a} : {b})", self.condition(random, depth - 1)),
            10 => format!("(!{a})"),
            _ => self.condition(random, depth),
        }
    }

    fn leaf(&self, random: &mut Random) -> String {
        match random.below(10) {
            0..=5 if !self.places.is_empty() => random.pick(&self.places).text.clone(),
            6 => "_pid".into(),
            7 if random.percent(40) => "_nr_pr".into(),
            8 => match self.channels.iter().find(|c| c.capacity > 0) {
                Some(channel) => format!("len({})", channel.name),
                None => self.constant(random),
            },
            _ => self.constant(random),
        }
    }

    /// A truth value.
    pub(super) fn condition(&self, random: &mut Random, depth: usize) -> String {
        let deeper = depth.saturating_sub(1);
        if depth > 0 && random.percent(20) {
            let (a, b) = (self.condition(random, deeper), self.condition(random, deeper));
            return format!("({a} {} {b})", random.pick(&["&&", "||"]));
        }
        let op = random.pick(&["==", "!=", "<", "<=", ">", ">="]);
        let a = if self.places.is_empty() { self.leaf(random) } else { random.pick(&self.places).text.clone() };
        format!("({a} {op} {})", self.expr(random, deeper))
    }

    /// A condition that may ask channels.
    pub(super) fn guard(&self, random: &mut Random) -> String {
        let buffered: Vec<&Channel> = self.channels.iter().filter(|c| c.capacity > 0).collect();
        if buffered.is_empty() || random.percent(70) {
            return self.condition(random, 2);
        }
        let channel = *random.pick(&buffered);
        if random.percent(35) {
            return self.poll(random, channel);
        }
        let probe = random.pick(&["full", "empty", "nfull", "nempty"]);
        let probe = format!("{probe}({})", channel.name);
        match random.below(4) {
            0 => format!("{probe} && {}", self.condition(random, 1)),
            1 => format!("{probe} || {}", self.condition(random, 1)),
            _ => probe,
        }
    }

    /// `c?[..]`, which may stand between others.
    fn poll(&self, random: &mut Random, channel: &Channel) -> String {
        let args: Vec<String> = channel.fields.iter().map(|_| self.pattern(random, None)).collect();
        let poll = format!("{}{}[{}]", channel.name, random.pick(&["?", "??"]), args.join(", "));
        if random.percent(30) { format!("({poll} && {})", self.condition(random, 1)) } else { poll }
    }

    /// A field of a receive: one that stores what has `width` bits, or one that matches. What is received must fit:
    /// going back, SPIN puts into the channel what the variable holds, and for `eval(len(c))` the length at that time.
    pub(super) fn pattern(&self, random: &mut Random, width: Option<u8>) -> String {
        match random.below(10) {
            0 | 1 => return random.below(3).to_string(),
            2 => return random.pick(&MTYPES).to_string(),
            3 => {
                let leaf = self.leaf(random);
                let changes = width.is_some() && leaf.starts_with("len(");
                return if changes { "_".into() } else { format!("eval({leaf})") };
            }
            4 => return "_".into(),
            _ => {}
        }
        let fits: Vec<&Assignable> = self.places.iter().filter(|p| width.is_some_and(|w| p.width >= w)).collect();
        if fits.is_empty() { "_".into() } else { random.pick(&fits).text.clone() }
    }

    /// Some place.
    pub(super) fn any_place(&self, random: &mut Random) -> String {
        random.pick(&self.places).text.clone()
    }

    /// An assignment whose values stay few.
    pub(super) fn assignment(&self, random: &mut Random) -> String {
        let place = random.pick(&self.places);
        let text = &place.text;
        match random.below(8) {
            0 => format!("{text} = {}", self.constant(random)),
            1 if place.narrow() => format!("{text}{}", random.pick(&["++", "--"])),
            2 => format!("{text} = ({text} + 1) % {}", random.between(2, 4)),
            _ if place.narrow() => format!("{text} = {}", self.expr(random, 2)),
            _ => format!("{text} = ({}) {} {}", self.expr(random, 2), random.pick(&["%", "&"]), random.between(2, 3)),
        }
    }
}
