//! Calls.

use kulan_diagnostics::{Span, plural};
use kulan_syntax::Parsed;

use super::attributes::Place as At;
use super::instructions::Operation;
use super::{Key, Parser};
use crate::constant::{ConstantKind, InlineAsm};
use crate::id::{ConstantId, TypeId};
use crate::instruction::{Bundle, Call, Flags, Op, Operand};
use crate::lexer::{Kind, Token};
use crate::types::{Signature, Type};
use crate::words::Tail;

/// A callee whose type is known only behind its arguments.
enum Callee {
    Local(Key, Span),
    Global(Token),
    Asm(InlineAsm),
    Null(ConstantKind),
    Constant(ConstantId, Span),
}

/// The arguments of a call.
#[derive(Default)]
struct Arguments {
    operands: Vec<Operand>,
    types: Vec<TypeId>,
    attributes: Vec<crate::id::AttributesId>,
}

impl Parser<'_> {
    /// `call`, perhaps to tell debuggers something.
    pub(super) fn call_or_record(&mut self) -> Parsed<Option<Operation>> {
        let start = self.here();
        let tail = self.eat_one(Tail::from_word);
        self.expect_word("call")?;
        if self.word() == "void" {
            let ahead = self.ahead();
            if ahead.kind == Kind::Global && self.text_of(ahead).starts_with("@llvm.dbg.") {
                return self.debug_call(start).map(|()| None);
            }
        }
        let mut call = self.call(true)?;
        call.tail = tail;
        let ty = self.result_of(&call);
        Ok(Some((Op::Call(Box::new(call)), ty)))
    }

    fn result_of(&self, call: &Call) -> TypeId {
        self.module.types.signature(call.signature).map_or(self.common.void, |s| s.result)
    }

    pub(super) fn invoke(&mut self) -> Parsed<Operation> {
        self.bump();
        let call = self.call(false)?;
        self.expect_word("to")?;
        let normal = self.target_block()?;
        self.expect_word("unwind")?;
        let unwind = self.target_block()?;
        let ty = self.result_of(&call);
        Ok((Op::Invoke { call: Box::new(call), normal, unwind }, ty))
    }

    pub(super) fn call_branch(&mut self) -> Parsed<Operation> {
        self.bump();
        let call = self.call(false)?;
        self.expect_word("to")?;
        let fallthrough = self.target_block()?;
        let indirect = self.block_list()?;
        let ty = self.result_of(&call);
        Ok((Op::CallBranch { call: Box::new(call), fallthrough, indirect }, ty))
    }

    /// A call behind its first word.
    fn call(&mut self, fast_math: bool) -> Parsed<Call> {
        let start = self.here();
        let flags = if fast_math { self.flags(Flags::FAST) } else { Flags::default() };
        let convention = self.convention()?;
        let return_attributes = self.attributes(At::Parameter)?;
        let space =
            if self.word() == "addrspace" { self.optional_address_space()? } else { self.module.layout.program_space };
        let written = self.any_type()?;
        let callee = self.callee()?;
        let arguments = self.arguments()?;
        let signature = self.call_signature(written, &arguments, self.since(start))?;
        let callee = self.resolve_callee(callee, signature, space)?;
        let attributes = self.attributes(At::Function)?;
        let bundles = self.bundles()?;
        Ok(Call {
            signature,
            callee,
            arguments: arguments.operands.into(),
            argument_attributes: arguments.attributes.into(),
            return_attributes,
            attributes,
            convention,
            tail: None,
            flags,
            bundles,
            space,
        })
    }

    fn callee(&mut self) -> Parsed<Callee> {
        let span = self.here();
        Ok(match self.token.kind {
            Kind::Local | Kind::LocalNumber => {
                let token = self.bump();
                Callee::Local(self.key(token)?, span)
            }
            Kind::Global | Kind::GlobalNumber => Callee::Global(self.bump()),
            _ => match self.word() {
                "asm" => Callee::Asm(self.inline_asm()?),
                word @ ("null" | "undef" | "poison") => {
                    self.bump();
                    Callee::Null(match word {
                        "null" => ConstantKind::Null,
                        "undef" => ConstantKind::Undef,
                        _ => ConstantKind::Poison,
                    })
                }
                _ => {
                    let (expression, ty) = self.expression_of_any_type()?;
                    let kind = ConstantKind::Expression(Box::new(expression));
                    Callee::Constant(self.constant(ty, kind), self.since(span))
                }
            },
        })
    }

    fn arguments(&mut self) -> Parsed<Arguments> {
        let mut list = Arguments::default();
        self.in_parentheses(|p| {
            if p.token.kind == Kind::Ellipsis {
                // A `musttail` call in a variadic function passes everything on.
                p.bump();
                return if p.at(b')') { Ok(()) } else { p.expected("`)`") };
            }
            let ty = p.value_type()?;
            let attributes = p.attributes(At::Parameter)?;
            let operand = p.value(ty)?;
            list.operands.push(operand);
            list.types.push(ty);
            list.attributes.push(attributes);
            Ok(())
        })?;
        Ok(list)
    }

    /// The signature that is written, or that of a function with just these parameters.
    fn call_signature(&mut self, written: TypeId, arguments: &Arguments, span: Span) -> Parsed<TypeId> {
        let Type::Function(signature) = &self.module.types[written] else {
            let parameters = arguments.types.clone().into();
            self.ensure(!matches!(self.module.types[written], Type::Label | Type::Metadata), span, |p| {
                format!("a function cannot return {}", p.show(written))
            })?;
            return self.type_id(Type::Function(Signature { result: written, parameters, varargs: false }));
        };
        let (wanted, given) = (signature.parameters.len(), arguments.types.len());
        let fits = wanted == given || (signature.varargs && wanted < given);
        let wrong = signature.parameters.iter().zip(&arguments.types).position(|(a, b)| a != b);
        self.ensure(fits, span, |p| {
            format!("{} given, but {} takes {wanted}", plural(given, "argument"), p.show(written))
        })?;
        self.ensure(wrong.is_none(), span, |p| {
            format!("argument {} does not have the type that {} wants", wrong.unwrap_or(0) + 1, p.show(written))
        })?;
        Ok(written)
    }

    fn resolve_callee(&mut self, callee: Callee, signature: TypeId, space: u32) -> Parsed<Operand> {
        let ty = self.pointer_to(signature, space)?;
        Ok(match callee {
            Callee::Local(key, span) => Operand::Value(self.use_value(key, ty, span)?),
            Callee::Global(token) => self.callee_global(token, signature, ty)?,
            Callee::Asm(asm) => Operand::Constant(self.constant(ty, ConstantKind::Asm(Box::new(asm)))),
            Callee::Null(kind) => Operand::Constant(self.constant(ty, kind)),
            Callee::Constant(constant, span) => {
                let given = self.module.constants[constant].ty;
                self.ensure(given == ty, span, |p| {
                    format!("expected a callee of type {}, found {}", p.show(ty), p.show(given))
                })?;
                Operand::Constant(constant)
            }
        })
    }

    /// With opaque pointers, a function may be called with another signature; that is no error of the text.
    fn callee_global(&mut self, token: Token, signature: TypeId, ty: TypeId) -> Parsed<Operand> {
        let id = self.global(token)?;
        if self.is_defined_global(id) && !self.opaque {
            let global = &self.module.globals[id];
            let (own, fits) = (global.value_type, global.value_type == signature);
            self.ensure(fits, self.span(token), |p| {
                format!("this is {}, but is called as {}", p.show(own), p.show(signature))
            })?;
        }
        Ok(Operand::Constant(self.global_address(token, ty)?))
    }

    fn bundles(&mut self) -> Parsed<Box<[Bundle]>> {
        let mut list = Vec::new();
        if self.eat(b'[') {
            self.list_until(b']', |p| {
                let tag = p.quoted()?;
                let mut operands = Vec::new();
                p.in_parentheses(|p| {
                    let ty = p.value_type()?;
                    let operand = p.value(ty)?;
                    operands.push(operand);
                    Ok(())
                })?;
                list.push(Bundle { tag, operands: operands.into() });
                Ok(())
            })?;
        }
        Ok(list.into())
    }
}
