//! Instructions by their first word; terminators and exceptions.

use kulan_syntax::Parsed;
use rustc_hash::FxHashSet;

use super::Parser;
use crate::id::{BlockId, TypeId};
use crate::instruction::{Clause, Op, Operand};
use crate::lexer::Kind;
use crate::types::Type;
use crate::words::{BinaryOp, CastOp};

/// An instruction and the type of its result.
pub(super) type Operation = (Op, TypeId);

impl Parser<'_> {
    /// An instruction without its name and metadata; none for a call that only informs debuggers.
    pub(super) fn operation(&mut self) -> Parsed<Option<Operation>> {
        let word = self.word();
        if let "call" | "tail" | "musttail" | "notail" = word {
            return self.call_or_record();
        }
        self.other_operation(word).map(Some)
    }

    fn other_operation(&mut self, word: &str) -> Parsed<Operation> {
        match word {
            "load" => self.load(),
            "store" => self.store(),
            "br" => self.branch(),
            "alloca" => self.alloca(),
            "getelementptr" => self.get_element_ptr(),
            "icmp" => self.int_compare(),
            "phi" => self.phi(),
            "ret" => self.return_(),
            "select" => self.select(),
            "switch" => self.switch(),
            "unreachable" => {
                self.bump();
                Ok((Op::Unreachable, self.common.void))
            }
            "fcmp" => self.float_compare(),
            "fneg" => self.negate(),
            "freeze" => self.freeze(),
            "fence" => self.fence(),
            "cmpxchg" => self.compare_exchange(),
            "atomicrmw" => self.atomic_rmw(),
            "extractvalue" => self.extract_value(),
            "insertvalue" => self.insert_value(),
            "extractelement" => self.extract_element(),
            "insertelement" => self.insert_element(),
            "shufflevector" => self.shuffle_vector(),
            "va_arg" => self.va_arg(),
            "indirectbr" => self.indirect_branch(),
            "invoke" => self.invoke(),
            "callbr" => self.call_branch(),
            "resume" => self.resume(),
            "landingpad" => self.landing_pad(),
            "catchswitch" => self.catch_switch(),
            "catchpad" | "cleanuppad" => self.pad(word == "catchpad"),
            "catchret" => self.catch_return(),
            "cleanupret" => self.cleanup_return(),
            _ => {
                if let Some(op) = BinaryOp::from_word(word) {
                    return self.binary(op);
                }
                match CastOp::from_word(word) {
                    Some(op) => self.cast(op),
                    None => self.expected("an instruction"),
                }
            }
        }
    }

    /// A value of this type.
    pub(super) fn value(&mut self, ty: TypeId) -> Parsed<Operand> {
        match self.token.kind {
            _ if ty == self.common.metadata => self.metadata_operand(),
            Kind::Local | Kind::LocalNumber => {
                let token = self.bump();
                Ok(Operand::Value(self.local_value(token, ty)?))
            }
            _ => Ok(Operand::Constant(self.constant_value(ty)?)),
        }
    }

    /// A type and a value of it.
    pub(super) fn typed_value(&mut self) -> Parsed<(Operand, TypeId)> {
        let start = self.here();
        let ty = self.value_type()?;
        self.ensure(self.module.types.is_first_class(ty), self.since(start), |p| {
            format!("there are no values of type {}", p.show(ty))
        })?;
        Ok((self.value(ty)?, ty))
    }

    /// A type and a value of it, which must be this type.
    pub(super) fn value_of_type(&mut self, ty: TypeId) -> Parsed<Operand> {
        let start = self.here();
        let given = self.value_type()?;
        self.ensure(given == ty, self.since(start), |p| {
            format!("expected a value of type {}, found {}", p.show(ty), p.show(given))
        })?;
        self.value(ty)
    }

    fn return_(&mut self) -> Parsed<Operation> {
        self.bump();
        let start = self.here();
        let ty = self.any_type()?;
        let wanted = self.body.result.unwrap_or(ty);
        self.ensure(ty == wanted, self.since(start), |p| {
            format!("this function returns {}, not {}", p.show(wanted), p.show(ty))
        })?;
        let value = if ty == self.common.void { None } else { Some(self.value(ty)?) };
        Ok((Op::Return(value), self.common.void))
    }

    fn branch(&mut self) -> Parsed<Operation> {
        self.bump();
        if self.word() == "label" {
            return Ok((Op::Jump(self.target_block()?), self.common.void));
        }
        let condition = self.value_of_type(self.common.i1)?;
        self.expect(b',')?;
        let then = self.target_block()?;
        self.expect(b',')?;
        let otherwise = self.target_block()?;
        Ok((Op::Branch { condition, then, otherwise }, self.common.void))
    }

    fn switch(&mut self) -> Parsed<Operation> {
        self.bump();
        let start = self.here();
        let (value, ty) = self.typed_value()?;
        let fits = matches!(self.module.types[ty], Type::Integer(_));
        self.ensure(fits, self.since(start), |p| format!("`switch` does not work on {}", p.show(ty)))?;
        self.expect(b',')?;
        let default = self.target_block()?;
        self.expect(b'[')?;
        let (mut cases, mut seen) = (Vec::new(), FxHashSet::default());
        while !self.eat(b']') {
            let start = self.here();
            let case = self.value_of_type(ty)?;
            let Operand::Constant(case) = case else { return self.error("type", start, "a case is a constant") };
            if !seen.insert(case) {
                return self.error("duplicate", self.since(start), "this case occurs twice");
            }
            self.expect(b',')?;
            cases.push((case, self.target_block()?));
        }
        Ok((Op::Switch { value, default, cases: cases.into() }, self.common.void))
    }

    /// Blocks in brackets.
    pub(super) fn block_list(&mut self) -> Parsed<Box<[BlockId]>> {
        self.expect(b'[')?;
        let mut list = Vec::new();
        self.list_until(b']', |p| {
            let block = p.target_block()?;
            list.push(block);
            Ok(())
        })?;
        Ok(list.into())
    }

    fn indirect_branch(&mut self) -> Parsed<Operation> {
        self.bump();
        let address = self.address()?.0;
        self.expect(b',')?;
        let targets = self.block_list()?;
        Ok((Op::IndirectBranch { address, targets }, self.common.void))
    }

    fn resume(&mut self) -> Parsed<Operation> {
        self.bump();
        let (value, _) = self.typed_value()?;
        Ok((Op::Resume(value), self.common.void))
    }

    fn landing_pad(&mut self) -> Parsed<Operation> {
        self.bump();
        let ty = self.value_type()?;
        let cleanup = self.eat_word("cleanup");
        let mut clauses = Vec::new();
        loop {
            let filter = match self.word() {
                "catch" => false,
                "filter" => true,
                _ => break,
            };
            self.bump();
            clauses.push(Clause { filter, value: self.typed_value()?.0 });
        }
        Ok((Op::LandingPad { cleanup, clauses: clauses.into() }, ty))
    }

    /// A token, or `none`.
    fn token_value(&mut self) -> Parsed<Operand> {
        self.value(self.common.token)
    }

    /// `unwind to caller` or `unwind label %x`
    fn unwind(&mut self) -> Parsed<Option<BlockId>> {
        self.expect_word("unwind")?;
        if self.eat_word("to") {
            self.expect_word("caller")?;
            return Ok(None);
        }
        Ok(Some(self.target_block()?))
    }

    fn catch_switch(&mut self) -> Parsed<Operation> {
        self.bump();
        self.expect_word("within")?;
        let parent = self.token_value()?;
        let handlers = self.block_list()?;
        let unwind = self.unwind()?;
        Ok((Op::CatchSwitch { parent, handlers, unwind }, self.common.token))
    }

    fn pad(&mut self, catch: bool) -> Parsed<Operation> {
        self.bump();
        self.expect_word("within")?;
        let parent = self.token_value()?;
        self.expect(b'[')?;
        let mut list = Vec::new();
        self.list_until(b']', |p| {
            let ty = p.value_type()?;
            let argument = p.value(ty)?;
            list.push(argument);
            Ok(())
        })?;
        let arguments = list.into();
        let op = if catch { Op::CatchPad { parent, arguments } } else { Op::CleanupPad { parent, arguments } };
        Ok((op, self.common.token))
    }

    fn catch_return(&mut self) -> Parsed<Operation> {
        self.bump();
        self.expect_word("from")?;
        let pad = self.token_value()?;
        self.expect_word("to")?;
        let target = self.target_block()?;
        Ok((Op::CatchReturn { pad, target }, self.common.void))
    }

    fn cleanup_return(&mut self) -> Parsed<Operation> {
        self.bump();
        self.expect_word("from")?;
        let pad = self.token_value()?;
        let unwind = self.unwind()?;
        Ok((Op::CleanupReturn { pad, unwind }, self.common.void))
    }
}
