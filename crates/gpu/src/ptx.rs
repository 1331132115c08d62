//! PTX as text: registers, labels, instructions, one after the other.
//!
//! Only what an emulator of a few hundred lines can follow is ever written: see [`crate::emulate`].

use std::fmt::{self, Display, Write};

use crate::device::BLOCK;

/// Blocks of a multiprocessor that there must be registers for.
const RESIDENT: u32 = 4;

/// The kind of a register.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A truth value that instructions can depend on.
    Predicate,
    /// 32 bits.
    Narrow,
    /// 64 bits.
    Wide,
}

/// A register.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Register {
    kind: Kind,
    number: u32,
}

impl Display for Register {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.kind {
            Kind::Predicate => 'p',
            Kind::Narrow => 'r',
            Kind::Wide => 'd',
        };
        write!(f, "%{letter}{}", self.number)
    }
}

/// A place in the code.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Label(u32);

impl Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "L{}", self.0)
    }
}

/// The code of one kernel in the making.
#[derive(Debug, Default)]
pub struct Code {
    text: String,
    predicates: u32,
    narrow: u32,
    wide: u32,
    labels: u32,
}

impl Code {
    fn register(&mut self, kind: Kind) -> Register {
        let count = match kind {
            Kind::Predicate => &mut self.predicates,
            Kind::Narrow => &mut self.narrow,
            Kind::Wide => &mut self.wide,
        };
        *count += 1;
        Register { kind, number: *count - 1 }
    }

    /// A new register of 32 bits.
    pub fn narrow(&mut self) -> Register {
        self.register(Kind::Narrow)
    }

    /// A new register of 64 bits.
    pub fn wide(&mut self) -> Register {
        self.register(Kind::Wide)
    }

    /// A new register for a truth value.
    pub fn predicate(&mut self) -> Register {
        self.register(Kind::Predicate)
    }

    /// A new label, not placed yet.
    pub fn label(&mut self) -> Label {
        self.labels += 1;
        Label(self.labels - 1)
    }

    /// Puts a label here.
    pub fn place(&mut self, label: Label) {
        let _ = writeln!(self.text, "{label}:");
    }

    /// One instruction.
    pub fn line(&mut self, instruction: impl Display) {
        let _ = writeln!(self.text, "\t{instruction};");
    }

    /// An instruction on one operand, or on none but a special register.
    pub fn one(&mut self, name: &str, to: Register, a: impl Display) {
        self.line(format_args!("{name} {to}, {a}"));
    }

    /// An instruction on two operands.
    pub fn two(&mut self, name: &str, to: Register, a: impl Display, b: impl Display) {
        self.line(format_args!("{name} {to}, {a}, {b}"));
    }

    /// An instruction on three operands.
    pub fn three(&mut self, name: &str, to: Register, a: impl Display, b: impl Display, c: impl Display) {
        self.line(format_args!("{name} {to}, {a}, {b}, {c}"));
    }

    /// A new register of 32 bits with what an instruction on two operands gives.
    pub fn narrow_of(&mut self, name: &str, a: impl Display, b: impl Display) -> Register {
        let to = self.narrow();
        self.two(name, to, a, b);
        to
    }

    /// The same of 64 bits.
    pub fn wide_of(&mut self, name: &str, a: impl Display, b: impl Display) -> Register {
        let to = self.wide();
        self.two(name, to, a, b);
        to
    }

    /// The lower and the upper 32 bits of a value of 64.
    pub fn halves(&mut self, value: Register) -> [Register; 2] {
        let (low, high) = (self.narrow(), self.narrow());
        self.one("cvt.u32.u64", low, value);
        let up = self.wide_of("shr.u64", value, 32);
        self.one("cvt.u32.u64", high, up);
        [low, high]
    }

    /// A new register with a constant of 32 bits.
    pub fn constant(&mut self, value: u32) -> Register {
        let to = self.narrow();
        self.one("mov.u32", to, value);
        to
    }

    /// A new register with a constant of 64 bits.
    pub fn wide_constant(&mut self, value: u64) -> Register {
        let to = self.wide();
        self.one("mov.u64", to, value);
        to
    }

    /// A new predicate: a comparison, such as `setp.eq.u32`.
    pub fn test(&mut self, name: &str, a: impl Display, b: impl Display) -> Register {
        let to = self.predicate();
        self.two(name, to, a, b);
        to
    }

    /// Loads several words of 32 bits at once, from an address that is a multiple of their size.
    pub fn load_words(&mut self, name: &str, address: impl Display, count: u32) -> Vec<Register> {
        let to: Vec<Register> = (0..count).map(|_| self.narrow()).collect();
        let list: Vec<String> = to.iter().map(Register::to_string).collect();
        self.line(format_args!("{name}.v{count}.u32 {{{}}}, [{address}]", list.join(", ")));
        to
    }

    /// Stores several words of 32 bits at once, to an address that is a multiple of their size.
    pub fn store_words(&mut self, name: &str, address: impl Display, words: &[Register]) {
        let list: Vec<String> = words.iter().map(Register::to_string).collect();
        self.line(format_args!("{name}.v{}.u32 [{address}], {{{}}}", words.len(), list.join(", ")));
    }

    /// Waits until all lanes of the warp are here.
    pub fn meet(&mut self) {
        self.line(format_args!("bar.warp.sync {}", u32::MAX));
    }

    /// Whether a predicate is true for some lane of the warp, all of which are here.
    pub fn any(&mut self, condition: Register) -> Register {
        let to = self.predicate();
        self.line(format_args!("vote.sync.any.pred {to}, {condition}, {}", u32::MAX));
        to
    }

    /// Goes on elsewhere.
    pub fn jump(&mut self, to: Label) {
        self.line(format_args!("bra {to}"));
    }

    /// Goes on elsewhere if a predicate is true.
    pub fn jump_if(&mut self, condition: Register, to: Label) {
        self.line(format_args!("@{condition} bra {to}"));
    }

    /// Goes on elsewhere if a predicate is false.
    pub fn jump_unless(&mut self, condition: Register, to: Label) {
        self.line(format_args!("@!{condition} bra {to}"));
    }

    /// Goes on at the label of an index, which is less than the number of labels.
    pub fn jump_by(&mut self, index: Register, to: &[Label]) {
        let table = self.label();
        let list: Vec<String> = to.iter().map(Label::to_string).collect();
        self.line(format_args!("T{}: .branchtargets {}", table.0, list.join(", ")));
        self.line(format_args!("brx.idx {index}, T{}", table.0));
    }

    /// The text of a kernel with this body. All its parameters have 64 bits; `local` is the number of bytes that each
    /// thread has for itself, under the name `next`.
    pub fn kernel(&self, name: &str, parameters: &[&str], local: usize) -> String {
        let list: Vec<String> = parameters.iter().map(|p| format!("\t.param .u64 {p}")).collect();
        let mut out = format!(".visible .entry {name}(\n{}\n)\n", list.join(",\n"));
        // As many registers as leave room for several blocks: what waits for memory must be many threads.
        let _ = writeln!(out, ".maxntid {BLOCK}, 1, 1\n.minnctapersm {RESIDENT}\n{{");
        let _ = writeln!(out, "\t.local .align 16 .b8 next[{local}];");
        let kinds = [(".pred", "p", self.predicates), (".b32", "r", self.narrow), (".b64", "d", self.wide)];
        for (kind, letter, count) in kinds {
            let _ = writeln!(out, "\t.reg {kind} %{letter}<{}>;", count.max(1));
        }
        out + &self.text + "\tret;\n}\n\n"
    }
}
