//! Globals, channels, macros and inlines.

use super::scope::{COLORS, Channel, SIZES, Signature, Type};
use super::{Draft, Inline, Macro, construct};

type Declare = fn(&mut Draft, usize);

const GLOBALS: &[super::Construct<Declare>] = &[
    construct("bit", 3, |d, i| d.scalar("bit", i)),
    construct("bool", 2, |d, i| d.scalar("bool", i)),
    construct("byte", 5, |d, i| d.scalar("byte", i)),
    construct("pid", 1, |d, i| d.scalar("pid", i)),
    construct("short", 2, |d, i| d.scalar("short", i)),
    construct("int", 2, |d, i| d.scalar("int", i)),
    construct("unsigned", 3, Draft::unsigned),
    construct("mtype", 2, |d, i| d.scalar("mtype", i)),
    construct("named mtype", 2, |d, i| d.scalar("mtype:size", i)),
    construct("array", 5, Draft::array),
    construct("typedef", 4, Draft::structure),
    construct("several names in one declaration", 2, Draft::several),
];

impl Draft {
    pub(super) fn declare(&mut self, text: String) {
        self.program.globals.push(text);
    }

    pub(super) fn globals(&mut self) {
        self.declare(format!("mtype = {{ {} }}", COLORS.join(", ")));
        self.declare(format!("mtype:size = {{ {} }}", SIZES.join(", ")));
        self.declare("byte g0".into());
        self.note("byte");
        self.scope.add("g0", Type::BYTE, "variable");
        for i in 1..self.random.between(2, 5) {
            let (name, declare) = self.choose(GLOBALS);
            self.note(name);
            declare(self, i);
        }
        if self.percent(8) {
            self.note("hidden");
            self.declare("hidden byte unread".into());
        }
    }

    fn visibility(&mut self) -> &'static str {
        match self.random.below(24) {
            0 => {
                self.note("show");
                "show "
            }
            1 => {
                self.note("local");
                "local "
            }
            _ => "",
        }
    }

    /// An initial value of a type, or none.
    fn start(&mut self, word: &str) -> String {
        if self.percent(50) {
            return String::new();
        }
        self.note("value for a scalar");
        match word {
            "mtype" => " = green".into(),
            "mtype:size" => " = big".into(),
            "short" | "int" if self.percent(50) => " = -1".into(),
            "bool" => " = true".into(),
            _ => format!(" = {}", self.random.pick(&["1", "0", "1 + 1", "2", "(3 - 1) * 2"])),
        }
    }

    fn scalar(&mut self, word: &str, i: usize) {
        let (visibility, start) = (self.visibility(), self.start(word));
        self.declare(format!("{visibility}{word} g{i}{start}"));
        self.scope.add(format!("g{i}"), Type::of(word), "variable");
    }

    fn unsigned(&mut self, i: usize) {
        let bits = *self.random.pick(&[1u8, 2, 3, 5, 8, 9]);
        let start = self.start("unsigned");
        self.declare(format!("unsigned g{i} : {bits}{start}"));
        self.scope.add(format!("g{i}"), Type::Number { bits, signed: false }, "variable");
    }

    fn several(&mut self, i: usize) {
        let word = *self.random.pick(&["byte", "bit", "short"]);
        self.declare(format!("{word} g{i}, g{i}b = 1, g{i}c[2]"));
        let ty = Type::of(word);
        self.scope.add(format!("g{i}"), ty, "variable");
        self.scope.add(format!("g{i}b"), ty, "variable");
        self.scope.add_array(format!("g{i}c"), "", 2, ty.cell());
    }

    /// What fills an array at the start.
    pub(super) fn fill(&mut self, len: usize) -> String {
        match self.random.below(5) {
            0 => {
                self.note("value for an array");
                " = 1".into()
            }
            1 => {
                self.note("list");
                let values: Vec<String> = (0..len).map(|_| self.random.below(3).to_string()).collect();
                format!(" = {{ {} }}", values.join(", "))
            }
            2 if len > 1 => {
                self.note("short list");
                let values: Vec<String> = (1..len).map(|_| self.random.below(3).to_string()).collect();
                format!(" = {{ {} }}", values.join(", "))
            }
            _ => String::new(),
        }
    }

    fn array(&mut self, i: usize) {
        let len = self.random.between(1, 3);
        let word = *self.random.pick(&["byte", "bit", "int", "bool", "short", "mtype", "pid"]);
        let fill = self.fill(len);
        self.declare(format!("{word} g{i}[{len}]{fill}"));
        self.scope.add_array(format!("g{i}"), "", len, Type::of(word).cell());
    }

    /// A typedef with a variable, or an array, of it.
    fn structure(&mut self, i: usize) {
        let mut fields = vec!["byte a".to_string()];
        if self.percent(40) {
            self.note("value in a typedef");
            fields[0] = "byte a = 1".into();
        }
        self.note("array in a structure");
        fields.push(format!("{} b[2]", self.random.pick(&["bit", "byte", "short"])));
        let word = fields[1].split(' ').next().map_or(Type::BYTE, Type::of).cell();
        let nested = self.percent(35);
        if nested {
            self.note("structure in a structure");
            self.declare(format!("typedef U{i} {{ short u; bit w[2] }}"));
            fields.push(format!("U{i} n[2]"));
        }
        self.declare(format!("typedef T{i} {{ {} }}", fields.join("; ")));
        let many = self.percent(50);
        let suffix = if many { "[2]" } else { "" };
        self.declare(format!("T{i} g{i}{suffix}"));
        if many {
            self.note("array of structures");
            self.scope.add_array(format!("g{i}"), ".a", 2, Type::BYTE);
            self.scope.add_array(format!("g{i}[1].b"), "", 2, word);
            self.scope.add_array(format!("g{i}"), ".b[1]", 2, word);
        } else {
            self.scope.add(format!("g{i}.a"), Type::BYTE, "field");
            self.scope.add_array(format!("g{i}.b"), "", 2, word);
        }
        if nested {
            let base = if many { format!("g{i}[0].n") } else { format!("g{i}.n") };
            self.scope.add_array(base.clone(), ".u", 2, Type::of("short"));
            self.scope.add_array(base, ".w[1]", 2, Type::BYTE);
        }
    }

    /// Signatures and their channels.
    pub(super) fn channels(&mut self) {
        for s in 0..*self.random.pick(&[0, 1, 1, 2, 2, 3]) {
            self.signature(s);
            for c in 0..self.random.between(1, 2) {
                self.channel(s, &format!("c{s}{c}"));
            }
        }
        self.exclusive();
        for s in 0..self.signatures.len() {
            if self.percent(30) {
                self.note("channel variable declared");
                self.declare(format!("chan v{s}"));
                self.scope.add(format!("v{s}"), Type::Chan(s), "channel variable");
            }
        }
    }

    fn signature(&mut self, s: usize) {
        let rendezvous = !self.features.enabled && !self.features.priority && self.percent(40);
        if self.percent(25) {
            return self.message_structure(s, rendezvous);
        }
        let mut words = Vec::new();
        for _ in 0..*self.random.pick(&[1, 1, 1, 2, 2, 3]) {
            let all = ["byte", "bit", "mtype", "short", "int", "bool", "byte", "mtype:size", "pid"];
            words.push(self.random.pick(&all).to_string());
        }
        let mut fields: Vec<Type> = words.iter().map(|w| Type::of(w)).collect();
        if s > 0 && self.percent(35) {
            self.note("channel as a message field");
            words.push("chan".into());
            fields.push(Type::Chan(s - 1));
        }
        if let [only] = &mut fields[..] {
            *only = only.cell();
        }
        self.signatures.push(Signature { fields, words, rendezvous, structure: None });
    }

    /// A message that is a structure.
    fn message_structure(&mut self, s: usize, rendezvous: bool) {
        self.note("structure as a message");
        let word = *self.random.pick(&["bit", "byte", "short"]);
        self.declare(format!("typedef M{s} {{ byte f; {word} h }}"));
        self.declare(format!("M{s} m{s}"));
        self.scope.add(format!("m{s}.f"), Type::BYTE, "field");
        self.scope.add(format!("m{s}.h"), Type::of(word), "field");
        self.scope.messages.push((format!("m{s}"), s));
        let words = if self.percent(70) { vec![format!("M{s}")] } else { vec!["byte".into(), word.to_string()] };
        let structure = Some(format!("M{s}"));
        self.signatures.push(Signature { fields: vec![Type::BYTE, Type::of(word)], words, rendezvous, structure });
    }

    /// What creates a channel of a signature.
    pub(super) fn creation(&mut self, s: usize) -> String {
        let capacity = if self.signatures[s].rendezvous { 0 } else { *self.random.pick(&[1, 1, 2]) };
        format!("[{capacity}] of {{ {} }}", self.signatures[s].words.join(", "))
    }

    fn channel(&mut self, signature: usize, name: &str) {
        let creation = self.creation(signature);
        let add = |draft: &mut Draft, text: String, kind| {
            draft.scope.channels.push(Channel { text, signature, kind, reads: true, writes: true });
        };
        match self.random.below(8) {
            0 => {
                self.note("array of channels");
                self.declare(format!("chan {name}[2] = {creation}"));
                add(self, format!("{name}[1]"), "element of channels");
                add(self, format!("{name}[g0 & 1]"), "element of channels");
            }
            1 => {
                self.note("channel in a structure declared");
                self.declare(format!("typedef N{name} {{ chan q = {creation}; bit v }}"));
                self.declare(format!("N{name} {name}"));
                add(self, format!("{name}.q"), "channel in a structure");
            }
            _ => {
                self.declare(format!("chan {name} = {creation}"));
                let kind =
                    if self.signatures[signature].rendezvous { "rendezvous channel" } else { "buffered channel" };
                add(self, name.into(), kind);
            }
        }
    }

    /// Now and then a channel that one process alone may read or write.
    fn exclusive(&mut self) {
        if !self.percent(15) {
            return;
        }
        let signature = self.signatures.len();
        let words = vec!["byte".to_string()];
        self.signatures.push(Signature { fields: vec![Type::BYTE], words, rendezvous: false, structure: None });
        let creation = self.creation(signature);
        self.declare(format!("chan only = {creation}"));
        let kind = "buffered channel";
        self.scope.channels.push(Channel { text: "only".into(), signature, kind, reads: false, writes: false });
    }

    pub(super) fn macros(&mut self) {
        if self.percent(25) {
            self.note("macro");
            self.declare("#define N 2".into());
            self.macros.push(Macro::Number("N".into()));
        }
        if self.percent(15) {
            self.note("macro");
            self.declare("#define COND (g0 == N0)\n#define N0 1".into());
            self.macros.push(Macro::Condition("COND".into()));
        }
        if self.percent(20) {
            self.note("macro with parameters");
            self.declare("#define STEP(x, n) x = (x + n) % 3".into());
            self.macros.push(Macro::Statement("STEP".into()));
        }
        if self.percent(10) {
            self.note("#if");
            let test = self.random.pick(&["#if 1 + 1 == 2", "#ifdef NOTHING", "#ifndef NOTHING", "#if 0"]);
            self.declare(format!("{test}\nbyte chosen = 1;\n#else\nbyte chosen = 2, other;\n#endif"));
            self.scope.add("chosen", Type::BYTE, "variable");
        }
    }

    pub(super) fn inlines(&mut self) {
        if self.percent(20) {
            self.note("inline with parameters");
            self.declare("inline raise(ix, iy) { if :: iy > 1 -> ix = 0 :: else -> ix = (iy + 1) % 3 fi }".into());
            self.inlines.push(Inline { name: "raise".into(), places: 1, values: 1, returns: false });
            if self.percent(50) {
                self.note("inline in an inline");
                let body = self.random.pick(&["raise(iz, 1); skip", "atomic { raise(iz, g0); raise(g0, iz) }"]);
                self.declare(format!("inline twice(iz) {{ {body} }}"));
                self.inlines.push(Inline { name: "twice".into(), places: 1, values: 0, returns: false });
            }
        }
        if self.percent(12) {
            self.note("inline");
            self.declare("inline plain() { byte t = g0; t++; g0 = t % 3 }".into());
            self.inlines.push(Inline { name: "plain".into(), places: 0, values: 0, returns: false });
        }
        if self.percent(15) {
            self.note("inline with a return");
            self.declare("inline half(iv) { return (iv) / 2 }".into());
            self.inlines.push(Inline { name: "half".into(), places: 0, values: 1, returns: true });
        }
    }
}
