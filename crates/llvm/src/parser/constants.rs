//! Constants.

use kulan_diagnostics::Span;
use kulan_syntax::Parsed;

use super::Parser;
use crate::constant::{ConstantKind, InlineAsm};
use crate::id::{BlockId, ConstantId, TypeId};
use crate::lexer::{self, Kind};
use crate::types::Type;
use crate::{float, integer};

/// Longer decimal numbers are refused: reading them takes time that grows with the square.
const MAX_DIGITS: usize = 10_000;

impl Parser<'_> {
    /// A type and a constant of it.
    pub(super) fn typed_constant(&mut self) -> Parsed<ConstantId> {
        let ty = self.value_type()?;
        self.constant_value(ty)
    }

    /// A constant of this type.
    pub(super) fn constant_value(&mut self, ty: TypeId) -> Parsed<ConstantId> {
        match self.token.kind {
            Kind::Integer | Kind::HexInteger => self.integer_constant(ty),
            Kind::Global | Kind::GlobalNumber => {
                let token = self.bump();
                self.global_address(token, ty)
            }
            _ => self.nested(|p| p.other_constant(ty)),
        }
    }

    fn other_constant(&mut self, ty: TypeId) -> Parsed<ConstantId> {
        match self.token.kind {
            Kind::Decimal | Kind::Hexadecimal => self.float_constant(ty),
            Kind::Bytes => self.byte_constant(ty),
            Kind::Word => self.word_constant(ty),
            Kind::Sign(b'[') => {
                self.bump();
                self.aggregate(ty, b']')
            }
            Kind::Sign(b'{') => {
                self.bump();
                self.aggregate(ty, b'}')
            }
            Kind::Sign(b'<') => {
                self.bump();
                if !self.eat(b'{') {
                    return self.aggregate(ty, b'>');
                }
                let constant = self.aggregate(ty, b'}')?;
                self.expect(b'>')?;
                Ok(constant)
            }
            Kind::Local | Kind::LocalNumber => self.error("syntax", self.here(), "expected a constant"),
            _ => self.expected("a value"),
        }
    }

    fn wrong_type<T>(&mut self, span: Span, ty: TypeId) -> Parsed<T> {
        let message = format!("this is not a value of type {}", self.show(ty));
        self.error("type", span, message)
    }

    fn word_constant(&mut self, ty: TypeId) -> Parsed<ConstantId> {
        use ConstantKind as C;
        let span = self.here();
        let value = &self.module.types[ty];
        let is_value = self.module.types.is_first_class(ty) && !matches!(value, Type::Token);
        let (kind, fits) = match self.word() {
            "true" => (C::Integer(1), ty == self.common.i1),
            "false" => (C::Integer(0), ty == self.common.i1),
            "null" => (C::Null, matches!(value, Type::Pointer { .. })),
            "undef" => (C::Undef, self.module.types.is_first_class(ty)),
            "poison" => (C::Poison, self.module.types.is_first_class(ty)),
            "zeroinitializer" => (C::Zero, is_value),
            "none" => (C::None, matches!(value, Type::Token)),
            "blockaddress" => return self.block_address(ty),
            "dso_local_equivalent" | "no_cfi" => return self.function_reference(ty),
            "splat" => return self.splat(ty),
            "ptrauth" => return self.signed_pointer(ty),
            _ => return self.constant_expression(ty),
        };
        self.bump();
        if !fits {
            return self.wrong_type(span, ty);
        }
        // Numbers have one form each, so that equal ones have equal ids.
        let kind = match (&kind, &self.module.types[ty]) {
            (C::Zero, Type::Integer(bits)) => integer::parse("0", *bits).unwrap_or(kind),
            (C::Zero, Type::Float(_)) => C::Float(0),
            (C::Zero, Type::Pointer { .. }) => C::Null,
            _ => kind,
        };
        Ok(self.constant(ty, kind))
    }

    fn integer_constant(&mut self, ty: TypeId) -> Parsed<ConstantId> {
        let token = self.bump();
        let (span, text) = (self.span(token), self.text_of(token));
        let Type::Integer(bits) = self.module.types[ty] else { return self.wrong_type(span, ty) };
        let digits = text.trim_start_matches(['-', '+']);
        if digits.len() > MAX_DIGITS && token.kind == Kind::Integer {
            return self.error("number", span, format!("this number has more than {MAX_DIGITS} digits"));
        }
        let kind = integer::parse(text, bits);
        match kind {
            Some(kind) => Ok(self.constant(ty, kind)),
            None => self.error("number", span, format!("this number does not fit into {}", self.show(ty))),
        }
    }

    fn float_constant(&mut self, ty: TypeId) -> Parsed<ConstantId> {
        let token = self.bump();
        let Type::Float(kind) = self.module.types[ty] else { return self.wrong_type(self.span(token), ty) };
        match float::parse(kind, self.text_of(token)) {
            Some(bits) => Ok(self.constant(ty, ConstantKind::Float(bits))),
            None => self.error("number", self.span(token), format!("this is not an exact {}", kind.word())),
        }
    }

    fn byte_constant(&mut self, ty: TypeId) -> Parsed<ConstantId> {
        let token = self.bump();
        let text = self.text_of(token);
        let bytes = lexer::unescape(&text[2..text.len() - 1]);
        match self.module.types[ty] {
            Type::Array { element, length } if element == self.common.i8 && length == bytes.len() as u64 => {
                Ok(self.constant(ty, ConstantKind::Bytes(bytes.into())))
            }
            _ => {
                let message = format!("this text has {} bytes and does not fit {}", bytes.len(), self.show(ty));
                self.error("type", self.span(token), message)
            }
        }
    }

    /// The elements up to the closing sign.
    fn aggregate(&mut self, ty: TypeId, close: u8) -> Parsed<ConstantId> {
        let start = self.span(self.previous);
        let (is_struct, count) = match &self.module.types[ty] {
            Type::Array { length, .. } if close == b']' => (false, Some(*length)),
            Type::Vector { length, scalable: false, .. } if close == b'>' => (false, Some(u64::from(*length))),
            _ if close == b'}' => (true, self.module.types.fields(ty).map(|f| f.types.len() as u64)),
            _ => (false, None),
        };
        let Some(count) = count else { return self.wrong_type(start, ty) };
        let mut list: Vec<ConstantId> = Vec::new();
        self.list_until(close, |p| {
            let place = p.here();
            let types = &p.module.types;
            let wanted = match types[ty] {
                Type::Array { element, .. } | Type::Vector { element, .. } => Some(element),
                _ => types.fields(ty).and_then(|f| f.types.get(list.len()).copied()),
            };
            let given = p.value_type()?;
            match wanted {
                Some(wanted) if wanted != given => {
                    let message = format!("expected an element of type {}, found {}", p.show(wanted), p.show(given));
                    p.error("type", p.since(place), message)
                }
                _ => {
                    let element = p.constant_value(given)?;
                    list.push(element);
                    Ok(())
                }
            }
        })?;
        if list.len() as u64 != count {
            let what = if is_struct { "fields" } else { "elements" };
            let message = format!("{} has {count} {what}, but {} are given", self.show(ty), list.len());
            return self.error("type", self.since(start), message);
        }
        Ok(self.constant(ty, ConstantKind::Aggregate(list.into())))
    }

    fn splat(&mut self, ty: TypeId) -> Parsed<ConstantId> {
        let start = self.here();
        self.bump();
        self.expect(b'(')?;
        let element = self.typed_constant()?;
        self.expect(b')')?;
        let types = &self.module.types;
        if types.vector_shape(ty).is_none() || types.scalar(ty) != self.module.constants[element].ty {
            return self.wrong_type(self.since(start), ty);
        }
        Ok(self.constant(ty, ConstantKind::Splat(element)))
    }

    fn signed_pointer(&mut self, ty: TypeId) -> Parsed<ConstantId> {
        self.bump();
        let mut parts = Vec::new();
        self.in_parentheses(|p| {
            let part = p.typed_constant()?;
            parts.push(part);
            Ok(())
        })?;
        Ok(self.constant(ty, ConstantKind::PtrAuth(parts.into())))
    }

    fn function_reference(&mut self, ty: TypeId) -> Parsed<ConstantId> {
        let is_local = self.word() == "dso_local_equivalent";
        self.bump();
        if !self.at_global() {
            return self.expected("a function");
        }
        let token = self.bump();
        let id = self.global(token)?;
        self.use_global(id, ty, self.span(token))?;
        let kind = if is_local { ConstantKind::DsoLocalEquivalent(id) } else { ConstantKind::NoCfi(id) };
        Ok(self.constant(ty, kind))
    }

    fn block_address(&mut self, ty: TypeId) -> Parsed<ConstantId> {
        let start = self.here();
        self.bump();
        self.expect(b'(')?;
        if !self.at_global() {
            return self.expected("a function");
        }
        let token = self.bump();
        let function = self.global(token)?;
        self.expect(b',')?;
        if !matches!(self.token.kind, Kind::Local | Kind::LocalNumber) {
            return self.expected("a block");
        }
        let token = self.bump();
        let key = self.key(token)?;
        self.expect(b')')?;
        if !self.module.types.is_pointer(ty) {
            return self.wrong_type(self.since(start), ty);
        }
        // The block may come later, so the constant is completed at the end.
        let kind = ConstantKind::BlockAddress { function, block: BlockId(0) };
        let id = self.module.constants.push(crate::constant::Constant { ty, kind });
        self.globals.block_addresses.push((id, function, key, self.span(token)));
        Ok(id)
    }

    /// `asm sideeffect "...", "..."`, up to its arguments.
    pub(super) fn inline_asm(&mut self) -> Parsed<InlineAsm> {
        self.expect_word("asm")?;
        let side_effect = self.eat_word("sideeffect");
        let align_stack = self.eat_word("alignstack");
        let intel = self.eat_word("inteldialect");
        let unwind = self.eat_word("unwind");
        let code = self.quoted()?;
        self.expect(b',')?;
        let constraints = self.quoted()?;
        Ok(InlineAsm { code, constraints, side_effect, align_stack, intel, unwind })
    }
}
