//! Metadata.

use kulan_diagnostics::Span;
use kulan_syntax::Parsed;
use rustc_hash::FxHashMap;

use super::Parser;
use crate::id::{Id, MetadataId, Name, Place};
use crate::lexer::Kind;
use crate::metadata::{ExpressionItem, Field, Location, MetadataValue, Node, NodeKind};

/// What is known of nodes while reading.
#[derive(Default)]
pub(super) struct Nodes {
    /// By number.
    dense: Vec<Option<MetadataId>>,
    /// Those whose numbers are strangely large.
    others: FxHashMap<u32, MetadataId>,
    /// By id, whether the definition is still to come; shorter than the list of nodes.
    undefined: Vec<bool>,
}

impl Nodes {
    /// The nodes without a definition.
    pub(super) fn undefined(&self) -> impl Iterator<Item = MetadataId> {
        self.undefined.iter().enumerate().filter(|(_, undefined)| **undefined).map(|(id, _)| MetadataId::new(id))
    }
}

impl Parser<'_> {
    /// `!name = !{...}` or `!12 = ...`
    pub(super) fn metadata_definition(&mut self) -> Parsed<()> {
        let token = self.bump();
        self.expect(b'=')?;
        if token.kind == Kind::MetadataName {
            let name = self.name_of(token);
            self.expect(b'!')?;
            self.expect(b'{')?;
            let mut nodes = Vec::new();
            self.list_until(b'}', |p| {
                let node = p.node()?;
                nodes.push(node);
                Ok(())
            })?;
            self.module.named_metadata.push((name, nodes.into()));
            return Ok(());
        }
        let number = self.number_of(token)?;
        let id = self.numbered_node(number, self.span(token));
        if !std::mem::replace(&mut self.nodes.undefined[id.index()], false) {
            return self.error("duplicate", self.span(token), format!("!{number} is defined twice"));
        }
        let distinct = self.eat_word("distinct");
        let kind = self.node_kind()?;
        self.module.metadata[id] = Node { number: Some(number), distinct, kind, place: Place(self.span(token)) };
        self.module.metadata_definitions.push(id);
        Ok(())
    }

    /// The node of this number, seen or yet to come.
    fn numbered_node(&mut self, number: u32, span: Span) -> MetadataId {
        // A definition takes 8 bytes, so most numbers are small.
        if number as usize > self.text.len() / 8 {
            let next = MetadataId::new(self.module.metadata.len());
            let id = *self.nodes.others.entry(number).or_insert(next);
            if id == next {
                self.push_undefined(number, span);
            }
            return id;
        }
        let dense = &mut self.nodes.dense;
        if dense.len() <= number as usize {
            dense.resize(number as usize + 1, None);
        }
        if let Some(id) = dense[number as usize] {
            return id;
        }
        let id = self.push_undefined(number, span);
        self.nodes.dense[number as usize] = Some(id);
        id
    }

    fn push_undefined(&mut self, number: u32, span: Span) -> MetadataId {
        let kind = NodeKind::Tuple(Box::default());
        let node = Node { number: Some(number), distinct: false, kind, place: Place(span) };
        let id = self.module.metadata.push(node);
        self.nodes.undefined.resize(id.index(), false);
        self.nodes.undefined.push(true);
        id
    }

    /// A node by its number, or written out.
    pub(super) fn node(&mut self) -> Parsed<MetadataId> {
        let start = self.here();
        if self.token.kind == Kind::MetadataNumber {
            let token = self.bump();
            let number = self.number_of(token)?;
            return Ok(self.numbered_node(number, start));
        }
        let distinct = self.eat_word("distinct");
        let kind = self.nested(Self::node_kind)?;
        Ok(self.module.metadata.push(Node { number: None, distinct, kind, place: Place(start) }))
    }

    /// What stands behind `!12 =`.
    fn node_kind(&mut self) -> Parsed<NodeKind> {
        match self.token.kind {
            Kind::Sign(b'!') => {
                self.bump();
                self.expect(b'{')?;
                Ok(NodeKind::Tuple(self.values()?))
            }
            Kind::MetadataName => {
                let token = self.bump();
                match self.text_of(token) {
                    "!DILocation" => self.location(self.span(token)),
                    "!DIExpression" => self.expression(),
                    _ => {
                        let name = self.name_of(token);
                        let fields = self.fields()?;
                        Ok(NodeKind::Specialized { name, fields })
                    }
                }
            }
            _ => self.expected("a metadata node"),
        }
    }

    /// Up to `}`.
    fn values(&mut self) -> Parsed<Box<[MetadataValue]>> {
        let mut list = Vec::new();
        self.list_until(b'}', |p| {
            let value = p.nested(Self::metadata_value)?;
            list.push(value);
            Ok(())
        })?;
        Ok(list.into())
    }

    /// `null`, a node, a text with `!`, or a constant with its type.
    pub(super) fn metadata_value(&mut self) -> Parsed<MetadataValue> {
        match self.token.kind {
            Kind::Word if self.word() == "null" => {
                self.bump();
                Ok(MetadataValue::Null)
            }
            Kind::Sign(b'!') if self.ahead().kind == Kind::Text => {
                self.bump();
                Ok(MetadataValue::Text(self.quoted()?))
            }
            Kind::Sign(b'!') | Kind::MetadataName | Kind::MetadataNumber => Ok(MetadataValue::Node(self.node()?)),
            _ => Ok(MetadataValue::Constant(self.typed_constant()?)),
        }
    }

    fn location(&mut self, start: Span) -> Parsed<NodeKind> {
        let (mut line, mut column, mut scope, mut inlined_at, mut implicit) = (0, 0, None, None, false);
        let mut atom = (0, 0);
        self.in_parentheses(|p| {
            let label = p.label()?;
            match p.text_of(label) {
                "line:" => line = p.integer("a line")?,
                "column:" => column = p.integer("a column")?,
                "scope:" => scope = Some(p.node()?),
                "inlinedAt:" => inlined_at = if p.eat_word("null") { None } else { Some(p.node()?) },
                "isImplicitCode:" => implicit = p.boolean()?,
                "atomGroup:" => atom.0 = p.integer("a group")?,
                "atomRank:" => atom.1 = p.integer("a rank")?,
                _ => return p.error("syntax", p.span(label), "a location has no such field"),
            }
            Ok(())
        })?;
        let Some(scope) = scope else { return self.error("syntax", start, "this location has no `scope:`") };
        Ok(NodeKind::Location(Location { line, column, scope, inlined_at, implicit, atom }))
    }

    fn boolean(&mut self) -> Parsed<bool> {
        if self.eat_word("true") {
            return Ok(true);
        }
        if self.eat_word("false") { Ok(false) } else { self.expected("`true` or `false`") }
    }

    fn label(&mut self) -> Parsed<crate::lexer::Token> {
        if self.token.kind == Kind::Label { Ok(self.bump()) } else { self.expected("a field, such as `line:`") }
    }

    fn expression(&mut self) -> Parsed<NodeKind> {
        let mut items = Vec::new();
        self.in_parentheses(|p| {
            let item = match p.token.kind {
                Kind::Word => {
                    let token = p.bump();
                    ExpressionItem::Word(p.name_of(token))
                }
                _ => ExpressionItem::Number(p.integer("an operation or a number")?),
            };
            items.push(item);
            Ok(())
        })?;
        Ok(NodeKind::Expression(items.into()))
    }

    fn fields(&mut self) -> Parsed<Box<[(Name, Field)]>> {
        let mut list = Vec::new();
        self.in_parentheses(|p| {
            let label = p.label()?;
            let name = p.name_of(label);
            let field = p.nested(Self::field)?;
            list.push((name, field));
            Ok(())
        })?;
        Ok(list.into())
    }

    fn field(&mut self) -> Parsed<Field> {
        match self.token.kind {
            Kind::Text => Ok(Field::Text(self.quoted()?)),
            Kind::Integer => Ok(Field::Number(self.integer("a field")?)),
            Kind::Sign(b'{') => {
                self.bump();
                Ok(Field::List(self.values()?))
            }
            // A word, unless a value follows, of which it is the type.
            Kind::Word if self.word() != "null" && matches!(self.ahead().kind, Kind::Sign(b',' | b')' | b'|')) => {
                self.field_words()
            }
            _ => Ok(Field::Value(self.metadata_value()?)),
        }
    }

    fn field_words(&mut self) -> Parsed<Field> {
        let mut words = Vec::new();
        loop {
            match self.token.kind {
                Kind::Word => {
                    let token = self.bump();
                    words.push(self.name_of(token));
                }
                _ => return self.expected("a word"),
            }
            if !self.eat(b'|') {
                return Ok(Field::Words(words.into()));
            }
        }
    }

    /// `!dbg !12`, `!tbaa !3`: pairs, each behind a comma if `commas`.
    pub(super) fn attachments(&mut self, commas: bool) -> Parsed<Vec<(Name, MetadataId)>> {
        let mut list = Vec::new();
        loop {
            if commas {
                if !(self.at(b',') && self.ahead().kind == Kind::MetadataName) {
                    return Ok(list);
                }
                self.bump();
            } else if self.token.kind != Kind::MetadataName {
                return Ok(list);
            }
            list.push(self.attachment()?);
        }
    }

    /// `!dbg !12`
    pub(super) fn attachment(&mut self) -> Parsed<(Name, MetadataId)> {
        let token = self.bump();
        let name = self.name_of(token);
        Ok((name, self.node()?))
    }
}
