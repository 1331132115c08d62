//! Types as they are written in C.

use super::{CompositeType, DebugNode, DerivedType};
use crate::id::MetadataId;
use crate::metadata::{MetadataValue, NodeKind};
use crate::module::Module;

/// Parts of a type that are looked at; the rest is `...`.
const MAX_PARTS: usize = 200;
/// How deep types are followed.
const MAX_DEPTH: usize = 60;

impl Module {
    /// A type as it is written in C, such as `struct node *[3]`; none is `void`.
    pub fn c_type(&self, ty: Option<MetadataId>) -> String {
        Writer { module: self, parts: 0, depth: 0 }.declare(ty, String::new())
    }
}

struct Writer<'a> {
    module: &'a Module,
    parts: usize,
    depth: usize,
}

/// The type before what is declared.
fn join(base: &str, declarator: &str) -> String {
    let blank = if declarator.is_empty() || declarator.starts_with('[') { "" } else { " " };
    format!("{base}{blank}{declarator}")
}

impl Writer<'_> {
    /// The declaration of `declarator` with this type.
    fn declare(&mut self, ty: Option<MetadataId>, declarator: String) -> String {
        let Some(ty) = ty else { return join("void", &declarator) };
        self.parts += 1;
        if self.parts > MAX_PARTS || self.depth > MAX_DEPTH {
            return join("...", &declarator);
        }
        self.depth += 1;
        let text = self.declare_node(ty, declarator);
        self.depth -= 1;
        text
    }

    fn declare_node(&mut self, ty: MetadataId, declarator: String) -> String {
        match self.module.debug(ty) {
            Some(DebugNode::BasicType(basic)) => join(basic.name.unwrap_or("?"), &declarator),
            Some(DebugNode::DerivedType(derived)) => self.derived(derived, declarator),
            Some(DebugNode::CompositeType(composite)) => self.composite(composite, declarator),
            Some(DebugNode::SubroutineType(function)) => {
                let (result, parameters) = self.parameters(function.types);
                self.declare(result, format!("{declarator}({parameters})"))
            }
            _ => join("?", &declarator),
        }
    }

    fn derived(&mut self, derived: DerivedType<'_>, declarator: String) -> String {
        let qualifier = match derived.tag {
            "DW_TAG_pointer_type" => return self.pointer(derived.base, declarator),
            "DW_TAG_typedef" => return join(derived.name.unwrap_or("?"), &declarator),
            "DW_TAG_atomic_type" => {
                let inner = self.declare(derived.base, String::new());
                return join(&format!("_Atomic({inner})"), &declarator);
            }
            "DW_TAG_const_type" => "const",
            "DW_TAG_volatile_type" => "volatile",
            "DW_TAG_restrict_type" => "restrict",
            _ => return self.declare(derived.base, declarator),
        };
        let is_pointer =
            |id| matches!(self.module.debug(id), Some(DebugNode::DerivedType(d)) if d.tag == "DW_TAG_pointer_type");
        if derived.base.is_some_and(is_pointer) {
            return self.declare(derived.base, join(qualifier, &declarator));
        }
        format!("{qualifier} {}", self.declare(derived.base, declarator))
    }

    fn pointer(&mut self, base: Option<MetadataId>, declarator: String) -> String {
        let binds_tighter = match base.and_then(|id| self.module.debug(id)) {
            Some(DebugNode::SubroutineType(_)) => true,
            Some(DebugNode::CompositeType(composite)) => composite.tag == "DW_TAG_array_type",
            _ => false,
        };
        self.declare(base, if binds_tighter { format!("(*{declarator})") } else { format!("*{declarator}") })
    }

    fn composite(&mut self, composite: CompositeType<'_>, mut declarator: String) -> String {
        let word = match composite.tag {
            "DW_TAG_structure_type" => "struct",
            "DW_TAG_union_type" => "union",
            "DW_TAG_enumeration_type" => "enum",
            "DW_TAG_array_type" => {
                for id in composite.elements.and_then(|e| self.module.elements(e)).into_iter().flatten() {
                    match self.module.debug(id) {
                        Some(DebugNode::Subrange(range)) => {
                            let length = range.count.filter(|&c| c >= 0).map(|c| c.to_string());
                            declarator += &format!("[{}]", length.unwrap_or_default());
                        }
                        _ => declarator += "[]",
                    }
                }
                return self.declare(composite.base, declarator);
            }
            _ => "?",
        };
        join(&format!("{word} {}", composite.name.unwrap_or("{...}")), &declarator)
    }

    /// The result of a function and the text of its parameters.
    fn parameters(&mut self, types: Option<MetadataId>) -> (Option<MetadataId>, String) {
        let Some(NodeKind::Tuple(values)) = types.map(|id| &self.module.metadata[id].kind) else {
            return (None, "void".to_owned());
        };
        let node = |value: &MetadataValue| if let MetadataValue::Node(id) = value { Some(*id) } else { None };
        let mut list = Vec::new();
        for value in values.iter().skip(1).take(MAX_PARTS) {
            // A null behind the result stands for further arguments.
            list.push(match node(value) {
                Some(id) => self.declare(Some(id), String::new()),
                None => "...".to_owned(),
            });
        }
        let text = if list.is_empty() { "void".to_owned() } else { list.join(", ") };
        (values.first().and_then(node), text)
    }
}
