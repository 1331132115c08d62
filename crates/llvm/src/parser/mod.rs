//! Reading: one pass over the tokens; what is used before it is defined gets its id at the first use.

mod attributes;
mod body;
mod calls;
mod cast;
mod check;
mod constants;
mod dominance;
mod expressions;
mod globals;
mod instructions;
mod memory;
mod metadata;
mod operators;
mod records;
mod sizes;
mod top;
mod types;

use kulan_diagnostics::{Diagnostic, Diagnostics, FileId, SourceMap, Span};
use kulan_syntax::{Failed, Parsed};
use rustc_hash::FxHashMap;

use crate::constant::{Constant, ConstantKind};
use crate::id::{Arena, AttributesId, ConstantId, GlobalId, Id, Name, Names, StructId, TypeId};
use crate::layout::DataLayout;
use crate::lexer::{self, Kind, Lexer, Token};
use crate::module::{Attribute, Module};
use crate::types::{StructName, Type, Types};

use body::Body;
use globals::Globals;
use metadata::Nodes;

/// Deeper nesting is refused.
const MAX_DEPTH: usize = 120;

/// Reads a module. None if there was an error; the messages are in `diags`.
pub(crate) fn parse(file: FileId, sources: &SourceMap, diags: &mut Diagnostics) -> Option<Module> {
    let text: &str = sources.file(file).text();
    if u32::try_from(text.len()).is_err() {
        diags.push(Diagnostic::global_error("too-large", "a module of 4 GiB or more cannot be read"));
        return None;
    }
    let mut parser = Parser::new(file, text, diags);
    parser.module().ok()?;
    Some(parser.module)
}

/// Types that are needed all the time.
struct Common {
    void: TypeId,
    i1: TypeId,
    i8: TypeId,
    i32: TypeId,
    metadata: TypeId,
    token: TypeId,
}

/// A name or a number behind a sigil.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Key {
    Name(Name),
    Number(u32),
}

struct Parser<'a> {
    text: &'a str,
    file: FileId,
    lexer: Lexer<'a>,
    token: Token,
    previous: Token,
    diags: &'a mut Diagnostics,
    /// How many errors there were before this text.
    errors_before: usize,
    depth: usize,
    module: Module,
    common: Common,
    /// Whether pointers are written as `ptr`.
    opaque: bool,
    constants: FxHashMap<Constant, ConstantId>,
    attribute_sets: FxHashMap<Box<[Attribute]>, AttributesId>,
    used_groups: FxHashMap<u32, Span>,
    type_names: FxHashMap<StructName, TypeId>,
    undefined_structs: FxHashMap<StructId, Span>,
    used_comdats: Vec<(Name, Span)>,
    globals: Globals,
    nodes: Nodes,
    body: Body,
}

impl<'a> Parser<'a> {
    fn new(file: FileId, text: &'a str, diags: &'a mut Diagnostics) -> Self {
        let mut types = Types::default();
        let common = Common {
            void: types.intern(Type::Void),
            i1: types.intern(Type::Integer(1)),
            i8: types.intern(Type::Integer(8)),
            i32: types.intern(Type::Integer(32)),
            metadata: types.intern(Type::Metadata),
            token: types.intern(Type::Token),
        };
        let mut attributes = Arena::default();
        attributes.push(Box::default());
        let module = Module {
            source_filename: None,
            triple: None,
            layout_text: None,
            layout: DataLayout::default(),
            asm: Vec::new(),
            names: Names::default(),
            types,
            constants: Arena::default(),
            globals: Arena::default(),
            comdats: Vec::new(),
            attributes,
            attribute_groups: Vec::new(),
            metadata: Arena::default(),
            metadata_definitions: Vec::new(),
            named_metadata: Vec::new(),
        };
        let errors_before = diags.error_count();
        let mut lexer = Lexer::new(text);
        let token = lexer.next();
        Parser {
            text,
            file,
            lexer,
            token,
            previous: Token { kind: Kind::End, start: 0, end: 0 },
            diags,
            errors_before,
            depth: 0,
            module,
            common,
            opaque: lexer::has_opaque_pointers(text),
            constants: FxHashMap::default(),
            attribute_sets: FxHashMap::default(),
            used_groups: FxHashMap::default(),
            type_names: FxHashMap::default(),
            undefined_structs: FxHashMap::default(),
            used_comdats: Vec::new(),
            globals: Globals::default(),
            nodes: Nodes::default(),
            body: Body::default(),
        }
    }

    // Tokens.

    fn bump(&mut self) -> Token {
        self.previous = self.token;
        self.token = self.lexer.next();
        self.previous
    }

    /// The token after the next.
    fn ahead(&self) -> Token {
        let mut lexer = self.lexer;
        lexer.next()
    }

    fn text_of(&self, token: Token) -> &'a str {
        self.text.get(token.start as usize..token.end as usize).unwrap_or("")
    }

    /// The next token, if it is a word.
    fn word(&self) -> &'a str {
        if self.token.kind == Kind::Word { self.text_of(self.token) } else { "" }
    }

    fn at(&self, sign: u8) -> bool {
        self.token.kind == Kind::Sign(sign)
    }

    fn eat(&mut self, sign: u8) -> bool {
        let hit = self.at(sign);
        if hit {
            self.bump();
        }
        hit
    }

    fn expect(&mut self, sign: u8) -> Parsed<()> {
        if self.eat(sign) { Ok(()) } else { self.expected(&format!("`{}`", sign as char)) }
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let hit = self.word() == word;
        if hit {
            self.bump();
        }
        hit
    }

    fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.eat_word(word) { Ok(()) } else { self.expected(&format!("`{word}`")) }
    }

    /// Takes a word that `from` knows, if the next token is one.
    fn eat_one<T>(&mut self, from: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        let found = from(self.word())?;
        self.bump();
        Some(found)
    }

    /// Items up to a closing sign, with commas between them; the opening sign is taken already.
    fn list_until(&mut self, close: u8, mut item: impl FnMut(&mut Self) -> Parsed<()>) -> Parsed<()> {
        if self.eat(close) {
            return Ok(());
        }
        loop {
            item(self)?;
            if !self.eat(b',') {
                return self.expect(close);
            }
        }
    }

    /// A list in parentheses.
    fn in_parentheses(&mut self, item: impl FnMut(&mut Self) -> Parsed<()>) -> Parsed<()> {
        self.expect(b'(')?;
        self.list_until(b')', item)
    }

    // Names and numbers.

    /// The name of a token without its sigil, quotes and colon.
    fn name_of(&mut self, token: Token) -> Name {
        let text = self.text_of(token);
        let text = match token.kind {
            Kind::Label => &text[..text.len() - 1],
            Kind::Word | Kind::Text => text,
            _ => &text[1..],
        };
        let (quoted, inner) = match text.strip_prefix('"').and_then(|t| t.strip_suffix('"')) {
            Some(inner) => (true, inner),
            None => (token.kind == Kind::MetadataName, text),
        };
        if quoted && inner.contains('\\') {
            let decoded = lexer::unescape_name(inner);
            return self.module.names.intern(&decoded);
        }
        self.module.names.intern(inner)
    }

    /// Takes a quoted text.
    fn quoted(&mut self) -> Parsed<Name> {
        if self.token.kind != Kind::Text {
            return self.expected("a text in quotes");
        }
        let token = self.bump();
        Ok(self.name_of(token))
    }

    /// The number behind a sigil.
    fn number_of(&mut self, token: Token) -> Parsed<u32> {
        match self.text_of(token)[1..].parse() {
            Ok(number) => Ok(number),
            Err(_) => self.error("number", self.span(token), "this number is greater than 4294967295"),
        }
    }

    /// Takes a token with a sigil: by name or by number.
    fn key(&mut self, token: Token) -> Parsed<Key> {
        match token.kind {
            Kind::GlobalNumber | Kind::LocalNumber => Ok(Key::Number(self.number_of(token)?)),
            _ => Ok(Key::Name(self.name_of(token))),
        }
    }

    /// Takes a number without sign.
    fn integer<T: std::str::FromStr>(&mut self, what: &str) -> Parsed<T> {
        if self.token.kind != Kind::Integer {
            return self.expected(what);
        }
        let token = self.bump();
        match self.text_of(token).parse() {
            Ok(number) => Ok(number),
            Err(_) => self.error("number", self.span(token), format!("this is out of range for {what}")),
        }
    }

    /// Takes an alignment: a power of two.
    fn alignment(&mut self) -> Parsed<u64> {
        let parenthesis = self.eat(b'(');
        let token = self.token;
        let number: u64 = self.integer("an alignment")?;
        if !number.is_power_of_two() || number > 1 << 32 {
            return self.error(
                "number",
                self.span(token),
                format!("{number} is no alignment, which is a power of two"),
            );
        }
        if parenthesis {
            self.expect(b')')?;
        }
        Ok(number)
    }

    // Messages.

    fn span(&self, token: Token) -> Span {
        Span::new(self.file, token.start, token.end)
    }

    /// The place of the next token.
    fn here(&self) -> Span {
        self.span(self.token)
    }

    /// From there to the token just taken.
    fn since(&self, start: Span) -> Span {
        start.to(self.span(self.previous))
    }

    fn error<T>(&mut self, code: &'static str, span: Span, message: impl Into<String>) -> Parsed<T> {
        self.diags.push(Diagnostic::error(code, span, message));
        Err(Failed)
    }

    fn expected<T>(&mut self, what: &str) -> Parsed<T> {
        let text: String = self.text_of(self.token).chars().take(40).collect();
        let found = match self.token.kind {
            Kind::End => "the end of the text".to_owned(),
            Kind::Unclosed => return self.error("syntax", self.here(), "this quote has no end"),
            _ => format!("`{text}`"),
        };
        self.error("syntax", self.here(), format!("expected {what}, found {found}"))
    }

    /// Runs `f` one level deeper, unless that is too deep.
    fn nested<T>(&mut self, f: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            return self.too_deep();
        }
        self.depth += 1;
        let result = f(self);
        self.depth -= 1;
        result
    }

    fn too_deep<T>(&mut self) -> Parsed<T> {
        self.error("too-deep", self.here(), format!("this is nested more than {MAX_DEPTH} levels deep"))
    }

    /// A type in words.
    fn show(&self, ty: TypeId) -> String {
        let text = self.module.print_type(ty);
        if text.chars().count() <= 80 { text } else { text.chars().take(77).chain("...".chars()).collect() }
    }

    // Interning.

    fn constant(&mut self, ty: TypeId, kind: ConstantKind) -> ConstantId {
        let constant = Constant { ty, kind };
        if let Some(&id) = self.constants.get(&constant) {
            return id;
        }
        let id = self.module.constants.push(constant.clone());
        self.constants.insert(constant, id);
        id
    }

    fn type_id(&mut self, ty: Type) -> Parsed<TypeId> {
        match self.module.types.try_intern(ty) {
            Some(id) => Ok(id),
            None => self.too_deep(),
        }
    }

    fn attribute_set(&mut self, list: Vec<Attribute>) -> AttributesId {
        if list.is_empty() {
            return AttributesId::default();
        }
        let list = list.into_boxed_slice();
        if let Some(&id) = self.attribute_sets.get(&list) {
            return id;
        }
        let id = self.module.attributes.push(list.clone());
        self.attribute_sets.insert(list, id);
        id
    }

    /// A pointer to this type.
    fn pointer_to(&mut self, ty: TypeId, space: u32) -> Parsed<TypeId> {
        let pointee = (!self.opaque).then_some(ty);
        self.type_id(Type::Pointer { pointee, space })
    }

    fn global_key_text(&self, key: Key) -> String {
        match key {
            Key::Name(name) => crate::print::quoted_name('@', self.module.text(name)),
            Key::Number(number) => format!("@{number}"),
        }
    }

    fn is_defined_global(&self, id: GlobalId) -> bool {
        self.globals.defined[id.index()]
    }
}
