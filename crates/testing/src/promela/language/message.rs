//! Sends, receives and polls.

use super::scope::{COLORS, Channel, Place, SIZES, Type, names};
use super::{Context, Draft, Mode};

impl Draft {
    /// A channel for a send or receive; in a d_step nobody can meet.
    fn partner(&mut self, context: Context, fits: impl Fn(&Channel) -> bool) -> Option<Channel> {
        let meets = context.mode != Mode::DStep;
        let signatures = &self.signatures;
        let fits = |c: &&Channel| (meets || !signatures[c.signature].rendezvous) && fits(c);
        let list: Vec<&Channel> = self.scope.channels.iter().filter(fits).collect();
        let channel = (!list.is_empty()).then(|| (*self.random.pick(&list)).clone())?;
        self.note(channel.kind);
        Some(channel)
    }

    pub(super) fn send(&mut self, context: Context, sorted: bool) -> Option<String> {
        if !context.may_block() {
            return None;
        }
        let signatures = self.signatures.clone();
        let fits = |c: &Channel| c.writes && !(sorted && signatures[c.signature].rendezvous);
        let channel = self.partner(context, fits)?;
        let op = if sorted { "!!" } else { "!" };
        let args = self.message(channel.signature)?;
        if args.len() > 1 && self.percent(15) {
            return Some(format!("{}{op}{}({})", channel.text, args[0], args[1..].join(", ")));
        }
        Some(format!("{}{op}{}", channel.text, args.join(", ")))
    }

    fn message(&mut self, signature: usize) -> Option<Vec<String>> {
        if let Some(whole) = self.whole_message(signature) {
            return Some(vec![whole]);
        }
        let fields = self.signatures[signature].fields.clone();
        fields.iter().map(|&ty| self.message_field(ty)).collect()
    }

    /// A structure that is the message.
    fn whole_message(&mut self, signature: usize) -> Option<String> {
        let list: Vec<String> =
            self.scope.messages.iter().filter(|(_, s)| *s == signature).map(|(m, _)| m.clone()).collect();
        (!list.is_empty() && self.percent(60)).then(|| self.random.pick(&list).clone())
    }

    /// One of few values of a type.
    fn message_field(&mut self, ty: Type) -> Option<String> {
        Some(match ty {
            Type::Number { .. } if self.percent(60) => self.value(0),
            Type::Number { .. } => format!("({}) & 3", self.value(1)),
            Type::Size => self.size(),
            Type::Chan(signature) => self.channel_value(signature)?,
        })
    }

    pub(super) fn size(&mut self) -> String {
        match self.some_place(|p| p.ty == Type::Size) {
            Some(place) if self.percent(40) => place.text,
            _ => self.random.pick(&SIZES).to_string(),
        }
    }

    /// A channel as a value.
    pub(super) fn channel_value(&mut self, signature: usize) -> Option<String> {
        let list: Vec<&Channel> =
            self.scope.channels.iter().filter(|c| c.signature == signature && c.reads && c.writes).collect();
        (!list.is_empty()).then(|| self.random.pick(&list).text.clone())
    }

    pub(super) fn receive(&mut self, context: Context, op: &str, copies: bool) -> Option<String> {
        if !context.may_block() {
            return None;
        }
        let signatures = self.signatures.clone();
        let waits = copies || op == "??";
        let fits = |c: &Channel| c.reads && !(waits && signatures[c.signature].rendezvous);
        let channel = self.partner(context, fits)?;
        let mut args = self.patterns(&channel, true)?;
        if args.len() > 1 && !copies && self.percent(10) {
            args = vec![format!("{}({})", args[0], args[1..].join(", "))];
        }
        let args = args.join(", ");
        Some(if copies { format!("{}{op}<{args}>", channel.text) } else { format!("{}{op}{args}", channel.text) })
    }

    pub(super) fn poll(&mut self, op: &str) -> Option<String> {
        if self.body.plain {
            return None;
        }
        let channel = self.buffered(|c| c.reads && c.writes)?;
        let args = self.patterns(&channel, false)?;
        Some(format!("{}{op}[{}]", channel.text, args.join(", ")))
    }

    /// The fields of a receive, or of a poll, which stores nothing.
    fn patterns(&mut self, channel: &Channel, stores: bool) -> Option<Vec<String>> {
        if stores && let Some(whole) = self.whole_message(channel.signature) {
            self.note("structure");
            return Some(vec![whole]);
        }
        let fields = self.signatures[channel.signature].fields.clone();
        if stores && let Some(args) = self.index_before(&fields, &channel.text) {
            return Some(args);
        }
        let mut args: Vec<String> = Vec::new();
        for &ty in &fields {
            let kept = self.uses.clone();
            let arg = self.pattern(ty, stores)?;
            // No variable may take two fields, or one while another is compared with it, or choose the channel.
            let used: Vec<&str> = args.iter().chain([&channel.text]).flat_map(|a| names(a)).collect();
            if names(&arg).any(|n| used.contains(&n) && !COLORS.contains(&n) && !SIZES.contains(&n)) {
                self.uses = kept;
                self.note("_");
                args.push("_".into());
            } else {
                args.push(arg);
            }
        }
        Some(args)
    }

    /// A field that is the index of the place for the next one. SPIN goes back wrongly behind it, but not in a d_step.
    fn index_before(&mut self, fields: &[Type], channel: &str) -> Option<Vec<String>> {
        let [first, second] = fields else { return None };
        if !self.body.in_d_step || !self.percent(60) || !first.number() {
            return None;
        }
        let index = self.some_place(|p| p.kind == "variable" && p.ty.holds(*first))?;
        let arrays: Vec<_> = self.scope.arrays.iter().filter(|a| a.ty.holds(*second)).cloned().collect();
        if arrays.is_empty() || names(channel).any(|n| n == index.text) {
            return None;
        }
        let array = self.random.pick(&arrays).clone();
        self.note("index received before");
        let at = format!("({} & 7) % {}", index.text, array.len);
        Some(vec![index.text, format!("{}[{at}]{}", array.before, array.after)])
    }

    fn pattern(&mut self, ty: Type, stores: bool) -> Option<String> {
        match self.random.below(10) {
            0 => self.note("_"),
            1 | 2 => return self.constant_pattern(ty),
            3 | 4 => return self.inside("eval", |d| d.eval(ty)),
            _ => return self.stored(ty, stores),
        }
        Some("_".into())
    }

    fn constant_pattern(&mut self, ty: Type) -> Option<String> {
        match ty {
            Type::Number { .. } if self.percent(30) => {
                self.note("constant of mtype");
                Some(self.random.pick(&COLORS).to_string())
            }
            Type::Number { .. } => {
                self.note("number");
                Some(self.random.pick(&["0", "1", "2", "-1", "true", "'a'"]).to_string())
            }
            Type::Size => Some(self.random.pick(&SIZES).to_string()),
            Type::Chan(_) => Some("_".into()),
        }
    }

    fn eval(&mut self, ty: Type) -> Option<String> {
        let value = match ty {
            Type::Number { .. } => {
                let kept = std::mem::replace(&mut self.body.plain, true);
                let value = self.value(1);
                self.body.plain = kept;
                value
            }
            Type::Size => self.size(),
            Type::Chan(signature) => self.channel_value(signature)?,
        };
        Some(format!("eval({value})"))
    }

    /// From here on, a variable of channels holds one.
    pub(super) fn holds_channel(&mut self, place: &Place) {
        let Type::Chan(signature) = place.ty else { return };
        let channel =
            Channel { text: place.text.clone(), signature, kind: "channel variable", reads: true, writes: true };
        self.scope.channels.push(channel);
    }

    fn stored(&mut self, ty: Type, stores: bool) -> Option<String> {
        if stores && ty.number() && self.percent(25) {
            let place = self.inside("element", |d| d.indexed(1, false).filter(|p| p.ty.holds(ty)));
            if let Some(place) = place {
                return Some(place.text);
            }
        }
        let narrow = self.body.in_d_step && stores && ty.number() && self.percent(40);
        let Some(place) = self.some_place(|p| p.ty.holds(ty) || narrow && p.ty.number()) else {
            self.note("_");
            return Some("_".into());
        };
        if !place.ty.holds(ty) {
            self.note("narrower variable");
        }
        self.note(match place.ty {
            Type::Size => "variable of a named mtype",
            Type::Chan(_) => "channel variable",
            Type::Number { .. } => place.kind,
        });
        if stores {
            self.holds_channel(&place);
        }
        Some(place.text)
    }
}
