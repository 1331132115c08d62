//! Metadata.

use super::Printer;
use crate::id::{MetadataId, Name};
use crate::metadata::{ExpressionItem, Field, Location, MetadataValue, NodeKind};

impl Printer<'_> {
    pub(super) fn named_metadata(&mut self) {
        for (name, nodes) in &self.module.named_metadata {
            self.metadata_name(*name);
            self.put(" = !{");
            self.list(nodes.iter(), |p, &node| p.node(node));
            self.put("}\n");
        }
    }

    pub(super) fn numbered_metadata(&mut self) {
        for &id in &self.module.metadata_definitions {
            let node = &self.module.metadata[id];
            self.put("!");
            self.number(node.number.unwrap_or(0));
            self.put(" = ");
            self.node_text(id);
            self.put("\n");
        }
    }

    /// `!name`, with odd characters escaped.
    pub(super) fn metadata_name(&mut self, name: Name) {
        self.put("!");
        let text = self.text(name);
        let mut escaped = String::new();
        crate::lexer::escape_name(text, &mut escaped);
        for c in escaped.chars() {
            if c.is_ascii_alphanumeric() || matches!(c, '-' | '$' | '.' | '_' | '\\') {
                self.out.push(c);
            } else {
                self.out.push_str(&format!("\\{:02X}", u32::from(c)));
            }
        }
    }

    /// A node by its number, or written out.
    pub(super) fn node(&mut self, id: MetadataId) {
        match self.module.metadata[id].number {
            Some(number) => {
                self.put("!");
                self.number(number);
            }
            None => self.node_text(id),
        }
    }

    fn node_text(&mut self, id: MetadataId) {
        let node = &self.module.metadata[id];
        if node.distinct {
            self.word("distinct");
        }
        match &node.kind {
            NodeKind::Tuple(values) => {
                self.put("!{");
                self.list(values.iter(), |p, &value| p.metadata_value(value));
                self.put("}");
            }
            NodeKind::Location(location) => self.location(location),
            NodeKind::Expression(items) => {
                self.put("!DIExpression(");
                self.list(items.iter(), |p, item| match item {
                    ExpressionItem::Word(word) => p.put(p.text(*word)),
                    ExpressionItem::Number(number) => p.number(number),
                });
                self.put(")");
            }
            NodeKind::Value(value) => self.metadata_value(*value),
            NodeKind::Specialized { name, fields } => {
                self.metadata_name(*name);
                self.put("(");
                self.list(fields.iter(), |p, (name, field)| {
                    p.put(p.text(*name));
                    p.put(": ");
                    p.field(field);
                });
                self.put(")");
            }
        }
    }

    fn location(&mut self, location: &Location) {
        self.put("!DILocation(line: ");
        self.number(location.line);
        if location.column > 0 {
            self.put(", column: ");
            self.number(location.column);
        }
        self.put(", scope: ");
        self.node(location.scope);
        if let Some(call) = location.inlined_at {
            self.put(", inlinedAt: ");
            self.node(call);
        }
        if location.implicit {
            self.put(", isImplicitCode: true");
        }
        let (group, rank) = location.atom;
        if (group, rank) != (0, 0) {
            self.put(", atomGroup: ");
            self.number(group);
            self.put(", atomRank: ");
            self.number(rank);
        }
        self.put(")");
    }

    fn field(&mut self, field: &Field) {
        match field {
            Field::Value(value) => self.metadata_value(*value),
            Field::List(values) => {
                self.put("{");
                self.list(values.iter(), |p, &value| p.metadata_value(value));
                self.put("}");
            }
            Field::Text(text) => self.quoted(*text),
            Field::Number(number) => self.number(number),
            Field::Words(words) => {
                for (index, &word) in words.iter().enumerate() {
                    if index > 0 {
                        self.put(" | ");
                    }
                    self.put(self.text(word));
                }
            }
        }
    }

    pub(super) fn metadata_value(&mut self, value: MetadataValue) {
        match value {
            MetadataValue::Null => self.put("null"),
            MetadataValue::Node(id) => self.node(id),
            MetadataValue::Text(text) => {
                self.put("!");
                self.quoted(text);
            }
            MetadataValue::Constant(constant) => self.typed_constant(constant),
        }
    }

    /// `!dbg !1`, each behind the separator.
    pub(super) fn attachments(&mut self, separator: &str, list: &[(Name, MetadataId)]) {
        for (name, node) in list {
            self.put(separator);
            self.metadata_name(*name);
            self.put(" ");
            self.node(*node);
        }
    }
}
