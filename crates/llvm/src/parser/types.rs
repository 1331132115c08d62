//! Types.

use kulan_diagnostics::Span;
use kulan_syntax::Parsed;

use super::{Key, Parser};
use crate::id::{Place, StructId, TypeId};
use crate::lexer::Kind;
use crate::types::{Fields, MAX_INTEGER_BITS, NamedStruct, Signature, StructName, Type};
use crate::words::FloatKind;

impl Parser<'_> {
    /// A type that values can have, `metadata` included.
    pub(super) fn value_type(&mut self) -> Parsed<TypeId> {
        let start = self.here();
        let ty = self.any_type()?;
        if matches!(self.module.types[ty], Type::Void | Type::Function(_)) {
            let message = format!("there are no values of type {}", self.show(ty));
            return self.error("type", self.since(start), message);
        }
        Ok(ty)
    }

    /// Any type, with `*` and parameter lists behind it.
    pub(super) fn any_type(&mut self) -> Parsed<TypeId> {
        let mut ty = self.nested(Self::base_type)?;
        loop {
            match self.token.kind {
                Kind::Sign(b'*') => {
                    ty = self.typed_pointer(ty, 0)?;
                }
                Kind::Sign(b'(') => {
                    self.bump();
                    ty = self.nested(|p| p.function_type(ty))?;
                }
                Kind::Word if self.word() == "addrspace" && !self.is_opaque_pointer(ty) => {
                    let space = self.address_space()?;
                    if !self.at(b'*') {
                        return self.expected("`*`");
                    }
                    ty = self.typed_pointer(ty, space)?;
                }
                _ => return Ok(ty),
            }
        }
    }

    fn is_opaque_pointer(&self, ty: TypeId) -> bool {
        matches!(self.module.types[ty], Type::Pointer { pointee: None, .. })
    }

    fn typed_pointer(&mut self, ty: TypeId, space: u32) -> Parsed<TypeId> {
        if matches!(self.module.types[ty], Type::Void | Type::Label | Type::Metadata | Type::Token)
            || self.is_opaque_pointer(ty)
        {
            let message = format!("there are no pointers to {}", self.show(ty));
            return self.error("type", self.here(), message);
        }
        self.bump();
        self.type_id(Type::Pointer { pointee: Some(ty), space })
    }

    /// `addrspace(1)`, if it is there; else 0.
    pub(super) fn optional_address_space(&mut self) -> Parsed<u32> {
        if self.word() == "addrspace" { self.address_space() } else { Ok(0) }
    }

    fn address_space(&mut self) -> Parsed<u32> {
        self.expect_word("addrspace")?;
        self.expect(b'(')?;
        let space = if self.token.kind == Kind::Text {
            // `"A"`, `"G"` and `"P"` stand for those of the data layout.
            let name = self.quoted()?;
            let layout = &self.module.layout;
            match self.module.text(name) {
                "A" => layout.alloca_space,
                "G" => layout.globals_space,
                "P" => layout.program_space,
                _ => return self.error("syntax", self.span(self.previous), "expected \"A\", \"G\" or \"P\""),
            }
        } else {
            self.integer("an address space")?
        };
        self.expect(b')')?;
        Ok(space)
    }

    fn base_type(&mut self) -> Parsed<TypeId> {
        match self.token.kind {
            Kind::Word => self.type_word(),
            Kind::Local | Kind::LocalNumber => self.type_name(),
            Kind::Sign(b'[') => {
                self.bump();
                let length = self.integer("a number of elements")?;
                let element = self.element_type()?;
                self.expect(b']')?;
                self.type_id(Type::Array { element, length })
            }
            Kind::Sign(b'{') => {
                let types = self.field_types()?;
                self.type_id(Type::Struct(Fields { types, packed: false }))
            }
            Kind::Sign(b'<') => self.vector_or_packed(),
            _ => self.expected("a type"),
        }
    }

    fn type_word(&mut self) -> Parsed<TypeId> {
        let word = self.word();
        if let Some(digits) = word.strip_prefix('i')
            && digits.bytes().all(|b| b.is_ascii_digit())
            && !digits.is_empty()
        {
            return self.integer_type(digits);
        }
        let ty = match word {
            "void" => Type::Void,
            "ptr" => {
                self.bump();
                let space = self.optional_address_space()?;
                return self.type_id(Type::Pointer { pointee: None, space });
            }
            "label" => Type::Label,
            "metadata" => Type::Metadata,
            "token" => Type::Token,
            "x86_mmx" => Type::X86Mmx,
            "x86_amx" => Type::X86Amx,
            "target" => return self.target_type(),
            _ => match FloatKind::from_word(word) {
                Some(kind) => Type::Float(kind),
                None => return self.expected("a type"),
            },
        };
        self.bump();
        self.type_id(ty)
    }

    fn integer_type(&mut self, digits: &str) -> Parsed<TypeId> {
        match digits.parse() {
            Ok(bits @ 1..=MAX_INTEGER_BITS) => {
                self.bump();
                self.type_id(Type::Integer(bits))
            }
            _ => self.error("number", self.here(), format!("integers have 1 to {MAX_INTEGER_BITS} bits")),
        }
    }

    fn target_type(&mut self) -> Parsed<TypeId> {
        self.bump();
        self.expect(b'(')?;
        let name = self.quoted()?;
        let (mut types, mut numbers) = (Vec::new(), Vec::new());
        while self.eat(b',') {
            if self.token.kind == Kind::Integer {
                numbers.push(self.integer("a parameter")?);
            } else if numbers.is_empty() {
                types.push(self.any_type()?);
            } else {
                return self.expected("a number");
            }
        }
        self.expect(b')')?;
        self.type_id(Type::Target { name, types: types.into(), numbers: numbers.into() })
    }

    /// `x T`, with a type that can be an element.
    fn element_type(&mut self) -> Parsed<TypeId> {
        self.expect_word("x")?;
        self.stored_type()
    }

    /// A type that can be part of another.
    fn stored_type(&mut self) -> Parsed<TypeId> {
        let start = self.here();
        let ty = self.value_type()?;
        if matches!(self.module.types[ty], Type::Label | Type::Metadata | Type::Token) {
            let message = format!("{} cannot be part of another type", self.show(ty));
            return self.error("type", self.since(start), message);
        }
        Ok(ty)
    }

    fn field_types(&mut self) -> Parsed<Box<[TypeId]>> {
        self.expect(b'{')?;
        let mut types = Vec::new();
        self.list_until(b'}', |p| {
            let ty = p.stored_type()?;
            types.push(ty);
            Ok(())
        })?;
        Ok(types.into())
    }

    fn vector_or_packed(&mut self) -> Parsed<TypeId> {
        self.expect(b'<')?;
        if self.at(b'{') {
            let types = self.field_types()?;
            self.expect(b'>')?;
            return self.type_id(Type::Struct(Fields { types, packed: true }));
        }
        let scalable = self.eat_word("vscale");
        if scalable {
            self.expect_word("x")?;
        }
        let start = self.here();
        let length = self.integer("a number of elements")?;
        let element = self.element_type()?;
        if length == 0
            || !matches!(self.module.types[element], Type::Integer(_) | Type::Float(_) | Type::Pointer { .. })
        {
            let message = "a vector has at least one element, which is a number or a pointer";
            return self.error("type", self.since(start), message);
        }
        self.expect(b'>')?;
        self.type_id(Type::Vector { element, length, scalable })
    }

    /// Behind a result type and `(`.
    fn function_type(&mut self, result: TypeId) -> Parsed<TypeId> {
        if matches!(self.module.types[result], Type::Function(_) | Type::Label | Type::Metadata) {
            let message = format!("a function cannot return {}", self.show(result));
            return self.error("type", self.span(self.previous), message);
        }
        let mut parameters = Vec::new();
        let mut varargs = false;
        self.list_until(b')', |p| {
            if p.token.kind == Kind::Ellipsis {
                p.bump();
                varargs = true;
                return if p.at(b')') { Ok(()) } else { p.expected("`)`") };
            }
            let ty = p.value_type()?;
            parameters.push(ty);
            Ok(())
        })?;
        self.type_id(Type::Function(Signature { result, parameters: parameters.into(), varargs }))
    }

    fn struct_name(&mut self) -> Parsed<StructName> {
        let token = self.bump();
        Ok(match self.key(token)? {
            Key::Name(name) => StructName::Named(name),
            Key::Number(number) => StructName::Number(number),
        })
    }

    /// The use of a named type.
    fn type_name(&mut self) -> Parsed<TypeId> {
        let span = self.here();
        let name = self.struct_name()?;
        if let Some(&ty) = self.type_names.get(&name) {
            return Ok(ty);
        }
        let (id, ty) = self.new_struct(name, span)?;
        self.undefined_structs.insert(id, span);
        Ok(ty)
    }

    fn new_struct(&mut self, name: StructName, span: Span) -> Parsed<(StructId, TypeId)> {
        let id = self.module.types.structs.push(NamedStruct { name, fields: None, place: Place(span) });
        let ty = self.type_id(Type::Named(id))?;
        self.type_names.insert(name, ty);
        Ok((id, ty))
    }

    /// `%name = type ...`
    pub(super) fn type_definition(&mut self) -> Parsed<()> {
        let span = self.here();
        let name = self.struct_name()?;
        self.expect(b'=')?;
        self.expect_word("type")?;
        let is_struct =
            self.at(b'{') || self.word() == "opaque" || (self.at(b'<') && self.ahead().kind == Kind::Sign(b'{'));
        let known = self.type_names.get(&name).copied();
        if !is_struct {
            if known.is_some() {
                let message = "a type that is no struct is defined once, before its first use";
                return self.error("duplicate", span, message);
            }
            let ty = self.any_type()?;
            self.type_names.insert(name, ty);
            return Ok(());
        }
        let id = match known.map(|ty| &self.module.types[ty]) {
            None => self.new_struct(name, span)?.0,
            Some(&Type::Named(id)) if self.undefined_structs.remove(&id).is_some() => id,
            Some(_) => return self.error("duplicate", span, "this type is defined twice"),
        };
        let fields = if self.eat_word("opaque") {
            None
        } else {
            let packed = self.eat(b'<');
            let types = self.field_types()?;
            if packed {
                self.expect(b'>')?;
            }
            Some(Fields { types, packed })
        };
        let types = &mut self.module.types;
        types.structs[id].fields = fields;
        types.structs[id].place = Place(span);
        types.definitions.push(id);
        Ok(())
    }
}
