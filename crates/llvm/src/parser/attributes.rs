//! Attributes of functions, parameters and results.

use kulan_syntax::Parsed;

use super::Parser;
use crate::id::{AttributesId, Name};
use crate::instruction::Convention;
use crate::lexer::Kind;
use crate::module::Attribute;

/// Where attributes stand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Behind the type of a parameter, or before the type of a result.
    Parameter,
    /// Behind the parameters of a function or the arguments of a call.
    Function,
    /// In a group.
    Group,
}

/// Attributes without argument.
const FLAGS: &[&str] = &[
    "allocalign",
    "allocptr",
    "alwaysinline",
    "argmemonly",
    "builtin",
    "cold",
    "convergent",
    "coro_elide_safe",
    "coro_only_destroy_when_complete",
    "dead_on_return",
    "dead_on_unwind",
    "disable_sanitizer_instrumentation",
    "fn_ret_thunk_extern",
    "hot",
    "hybrid_patchable",
    "immarg",
    "inaccessiblemem_or_argmemonly",
    "inaccessiblememonly",
    "inlinehint",
    "inreg",
    "jumptable",
    "minsize",
    "mustprogress",
    "naked",
    "nest",
    "noalias",
    "nobuiltin",
    "nocallback",
    "nocapture",
    "nocf_check",
    "nocreateundeforpoison",
    "nodivergencesource",
    "noduplicate",
    "noext",
    "nofree",
    "noimplicitfloat",
    "noinline",
    "nomerge",
    "nonlazybind",
    "nonnull",
    "noprofile",
    "norecurse",
    "noredzone",
    "noreturn",
    "nosanitize_bounds",
    "nosanitize_coverage",
    "nosync",
    "noundef",
    "nounwind",
    "null_pointer_is_valid",
    "optdebug",
    "optforfuzzing",
    "optnone",
    "optsize",
    "presplitcoroutine",
    "readnone",
    "readonly",
    "returned",
    "returns_twice",
    "safestack",
    "sanitize_address",
    "sanitize_alloc_token",
    "sanitize_hwaddress",
    "sanitize_memory",
    "sanitize_memtag",
    "sanitize_numerical_stability",
    "sanitize_realtime",
    "sanitize_realtime_blocking",
    "sanitize_thread",
    "sanitize_type",
    "shadowcallstack",
    "signext",
    "skipprofile",
    "speculatable",
    "speculative_load_hardening",
    "ssp",
    "sspreq",
    "sspstrong",
    "strictfp",
    "swiftasync",
    "swifterror",
    "swiftself",
    "willreturn",
    "writable",
    "writeonly",
    "zeroext",
];

/// What may stand behind an attribute.
enum Argument {
    None,
    Number,
    Type,
    Words,
}

fn argument(word: &str) -> Option<Argument> {
    Some(match word {
        "align" | "alignstack" | "dereferenceable" | "dereferenceable_or_null" => Argument::Number,
        "byref" | "byval" | "elementtype" | "inalloca" | "preallocated" | "sret" => Argument::Type,
        "allockind" | "allocsize" | "captures" | "initializes" | "memory" | "nofpclass" | "range" | "uwtable"
        | "vscale_range" => Argument::Words,
        _ if FLAGS.binary_search(&word).is_ok() => Argument::None,
        _ => return None,
    })
}

impl Parser<'_> {
    /// All attributes that follow.
    pub(super) fn attributes(&mut self, place: Place) -> Parsed<AttributesId> {
        let mut list = Vec::new();
        while let Some(attribute) = self.attribute(place)? {
            list.push(attribute);
        }
        Ok(self.attribute_set(list))
    }

    fn attribute(&mut self, place: Place) -> Parsed<Option<Attribute>> {
        match self.token.kind {
            Kind::Group if place != Place::Parameter => {
                let token = self.bump();
                let number = self.number_of(token)?;
                let span = self.span(token);
                self.used_groups.entry(number).or_insert(span);
                Ok(Some(Attribute::Group(number)))
            }
            Kind::Text => {
                let key = self.quoted()?;
                let value = if self.eat(b'=') { Some(self.quoted()?) } else { None };
                Ok(Some(Attribute::Text(key, value)))
            }
            Kind::Word => self.word_attribute(place),
            _ => Ok(None),
        }
    }

    fn word_attribute(&mut self, place: Place) -> Parsed<Option<Attribute>> {
        let word = self.word();
        if word == "align" && place == Place::Function {
            return Ok(None);
        }
        let Some(argument) = argument(word) else { return Ok(None) };
        self.bump();
        let name = self.module.names.intern(word);
        Ok(Some(match argument {
            Argument::None => Attribute::Flag(name),
            Argument::Number => Attribute::Number(name, self.attribute_number(word)?),
            Argument::Type if self.eat(b'(') => {
                let ty = self.any_type()?;
                self.expect(b')')?;
                Attribute::Type(name, ty)
            }
            Argument::Words if self.at(b'(') => Attribute::Words(name, self.attribute_words()?),
            Argument::Type | Argument::Words => Attribute::Flag(name),
        }))
    }

    /// `align 8`, `align(8)` or `align=8`
    fn attribute_number(&mut self, word: &str) -> Parsed<u64> {
        self.eat(b'=');
        if word.starts_with("align") {
            return self.alignment();
        }
        self.expect(b'(')?;
        let number = self.integer("a number of bytes")?;
        self.expect(b')')?;
        Ok(number)
    }

    /// Arguments that nobody looks at, as a text with single blanks.
    fn attribute_words(&mut self) -> Parsed<Name> {
        let mut text = String::new();
        let mut depth = 0;
        loop {
            let token = self.bump();
            let open = text.is_empty() || text.ends_with('(');
            match token.kind {
                Kind::Sign(b'(') => {
                    depth += 1;
                    text.push_str(if open { "(" } else { " (" });
                }
                Kind::Sign(b')') => {
                    depth -= 1;
                    text.push(')');
                    if depth == 0 {
                        return Ok(self.module.names.intern(&text[1..text.len() - 1]));
                    }
                }
                Kind::Sign(b',') => text.push(','),
                Kind::Word | Kind::Label | Kind::Integer | Kind::Text => {
                    text.push_str(if open { "" } else { " " });
                    text.push_str(self.text_of(token));
                }
                _ => return self.error("syntax", self.span(token), "expected the arguments of an attribute"),
            }
        }
    }

    /// `attributes #0 = { ... }`
    pub(super) fn attribute_group(&mut self) -> Parsed<()> {
        self.expect_word("attributes")?;
        if self.token.kind != Kind::Group {
            return self.expected("the number of a group, such as `#0`");
        }
        let token = self.bump();
        let number = self.number_of(token)?;
        self.expect(b'=')?;
        self.expect(b'{')?;
        let start = self.here();
        let set = self.attributes(Place::Group)?;
        if self.module.attributes[set].iter().any(|a| matches!(a, Attribute::Group(_))) {
            return self.error("syntax", self.since(start), "a group cannot contain another group");
        }
        self.expect(b'}')?;
        if self.module.attribute_groups.iter().any(|(n, _)| *n == number) {
            return self.error("duplicate", self.span(token), "this group is defined twice");
        }
        self.module.attribute_groups.push((number, set));
        Ok(())
    }

    /// A calling convention, if one is written.
    pub(super) fn convention(&mut self) -> Parsed<Convention> {
        let word = self.word();
        if word == "ccc" {
            self.bump();
            return Ok(Convention::C);
        }
        if word == "cc" {
            self.bump();
            return Ok(Convention::Number(self.integer("a calling convention")?));
        }
        let other = ["amdgpu_", "spir_", "ptx_", "aarch64_", "riscv_"].iter().any(|start| word.starts_with(start));
        if !word.ends_with("cc") && !other {
            return Ok(Convention::C);
        }
        let token = self.bump();
        Ok(Convention::Named(self.name_of(token)))
    }
}

#[cfg(test)]
#[test]
fn flags_are_sorted() {
    assert!(FLAGS.is_sorted());
}
