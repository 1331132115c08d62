//! What is in scope: variables, channels, process types.

/// The type of a value.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Type {
    /// A number of so many bits.
    Number { bits: u8, signed: bool },
    /// The constants of `mtype:size`, which SPIN does not mix with others.
    Size,
    /// A channel of a signature, by number.
    Chan(usize),
}

/// The constants of the two mtypes.
pub(super) const COLORS: [&str; 3] = ["red", "green", "blue"];
pub(super) const SIZES: [&str; 2] = ["small", "big"];

impl Type {
    pub(super) const BYTE: Type = Type::Number { bits: 8, signed: false };

    /// The type of a word of the language.
    pub(super) fn of(word: &str) -> Type {
        let (bits, signed) = match word {
            "bit" | "bool" => (1, false),
            "short" => (16, true),
            "int" => (32, true),
            "mtype:size" => return Type::Size,
            _ => (8, false),
        };
        Type::Number { bits, signed }
    }

    /// As an element of an array, or as the only field of a message, where SPIN keeps bits in bytes.
    pub(super) fn cell(self) -> Type {
        match self {
            Type::Number { bits: 1, .. } => Type::BYTE,
            other => other,
        }
    }

    /// Whether every value of the other type is one of this. What is received has to fit: SPIN's backtracking puts into
    /// the channel what the variable holds.
    pub(super) fn holds(self, other: Type) -> bool {
        match (self, other) {
            (Type::Number { bits, signed }, Type::Number { bits: b, signed: s }) => {
                if signed == s {
                    bits >= b
                } else {
                    signed && bits > b
                }
            }
            _ => self == other,
        }
    }

    pub(super) fn number(self) -> bool {
        matches!(self, Type::Number { .. })
    }

    /// Whether the type alone keeps its values few.
    pub(super) fn narrow(self) -> bool {
        matches!(self, Type::Number { bits: 0..=3, .. })
    }
}

/// Something that can be assigned.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub text: String,
    pub ty: Type,
    /// `variable`, `element`, `field`.
    pub kind: &'static str,
}

/// An array of numbers whose elements may be chosen by an index.
#[derive(Clone, Debug)]
pub(super) struct Array {
    /// What stands before and after the index.
    pub before: String,
    pub after: String,
    pub len: usize,
    pub ty: Type,
}

/// A message's fields; all channels of one signature are rendezvous channels, or none.
#[derive(Clone, Debug)]
pub(super) struct Signature {
    pub fields: Vec<Type>,
    pub words: Vec<String>,
    pub rendezvous: bool,
    /// The typedef whose fields these are.
    pub structure: Option<String>,
}

/// A channel.
#[derive(Clone, Debug)]
pub(super) struct Channel {
    pub text: String,
    pub signature: usize,
    /// One of [`super::uses::CHANNELS`].
    pub kind: &'static str,
    /// What this process may do with it.
    pub reads: bool,
    pub writes: bool,
}

/// A process type that has been declared.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub name: String,
    /// Numbers that are of this type as long as nothing with this number has ended.
    pub pids: Vec<usize>,
    /// Its labels.
    pub labels: Vec<String>,
    /// Its variables of the outermost scope.
    pub locals: Vec<String>,
}

/// All of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    pub places: Vec<Place>,
    pub arrays: Vec<Array>,
    pub channels: Vec<Channel>,
    /// Variables of typedefs that are messages: the text and the signature.
    pub messages: Vec<(String, usize)>,
}

impl Scope {
    pub(super) fn add(&mut self, text: impl Into<String>, ty: Type, kind: &'static str) {
        self.places.push(Place { text: text.into(), ty, kind });
    }

    /// An array, whose first and last elements are places of their own.
    pub(super) fn add_array(&mut self, before: String, after: &str, len: usize, ty: Type) {
        let kind = if after.is_empty() { "element" } else { "field" };
        self.add(format!("{before}[0]{after}"), ty, kind);
        if len > 1 {
            self.add(format!("{before}[{}]{after}", len - 1), ty, kind);
        }
        self.arrays.push(Array { before, after: after.into(), len, ty });
    }

    /// Takes away everything about a variable, so that nothing inside a loop disturbs its counter.
    pub(super) fn forget(&mut self, name: &str) {
        self.places.retain(|p| !names(&p.text).any(|n| n == name));
        self.channels.retain(|c| !names(&c.text).any(|n| n == name));
    }
}

/// The names in a text that could be variables.
pub(super) fn names(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|w| w.starts_with(|c: char| c.is_ascii_alphabetic()) && !["eval", "len"].contains(w))
}
