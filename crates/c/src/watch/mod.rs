//! What properties speak of: conditions over global variables and labels.
//!
//! Threads must be seen doing whatever can change such a condition, even where no other thread could see it. So a
//! *watched* variable counts as shared, and a thread stops at each watched label.

mod parse;

use kulan_diagnostics::{Diagnostic, Diagnostics, FileId, SourceMap, Span};
use kulan_ir::expr::mask;
use kulan_ir::{BinaryOp, ExprId, Label};
use kulan_llvm::function::RecordKind;
use kulan_llvm::{BlockId, GlobalId, GlobalKind, MetadataId, Module};
use kulan_syntax::Ident;
use rustc_hash::FxHashSet;

use crate::lower::Lowering;
use crate::memory::{offsets, scalar_bits};
use crate::processes::{is_network, is_start, scope_of};
use parse::{Constant, Part, Term};

/// What is asked about a program besides what is always checked.
#[derive(Clone, Debug, Default)]
pub struct Watched {
    conditions: Vec<(String, Condition)>,
    globals: FxHashSet<GlobalId>,
    labels: FxHashSet<(GlobalId, BlockId)>,
    /// Whether infinite runs matter. Then the end of the program stops all threads, and a run that does not count is cut
    /// off.
    pub temporal: bool,
}

/// A condition whose names are known.
#[derive(Clone, Debug)]
enum Condition {
    Number(Constant),
    /// Bits of a variable.
    Bits(Bits),
    /// The name of threads, with their process if there are several, and a label.
    At(String, String),
    Unary(&'static str, Box<Condition>),
    Binary(&'static str, Box<Condition>, Box<Condition>),
}

#[derive(Copy, Clone, Debug)]
struct Bits {
    global: GlobalId,
    /// In bits.
    offset: u64,
    size: u8,
    signed: bool,
}

impl Watched {
    /// Reads conditions, each in a file of its own. None if there is an error; the messages are in `diags`.
    pub fn read(module: &Module, asked: &[FileId], sources: &SourceMap, diags: &mut Diagnostics) -> Option<Watched> {
        let mut watched = Watched::default();
        for &file in asked {
            let text = sources.file(file).text().trim().to_string();
            let Some(term) = parse::parse(file, sources, diags) else { continue };
            match watched.resolve(module, &term) {
                Ok(condition) => watched.conditions.push((text, condition)),
                Err((span, message)) => diags.push(Diagnostic::error("condition", span, message)),
            }
        }
        (watched.conditions.len() == asked.len()).then_some(watched)
    }

    /// The same for infinite runs.
    pub fn temporal(&self) -> Watched {
        Watched { temporal: true, ..self.clone() }
    }

    /// Whether there is anything to watch.
    pub fn any(&self) -> bool {
        !self.conditions.is_empty()
    }

    /// The variables that conditions read.
    pub fn globals(&self) -> impl Iterator<Item = GlobalId> {
        self.globals.iter().copied()
    }

    pub fn global(&self, global: GlobalId) -> bool {
        self.globals.contains(&global)
    }

    pub fn label(&self, function: GlobalId, block: BlockId) -> bool {
        self.labels.contains(&(function, block))
    }

    fn resolve(&mut self, module: &Module, term: &Term) -> Result<Condition, (Span, String)> {
        Ok(match term {
            Term::Number(value) => Condition::Number(*value),
            Term::Unary(op, a) => Condition::Unary(op, Box::new(self.resolve(module, a)?)),
            Term::Binary(op, a, b, span) => {
                let (left, right) = (self.resolve(module, a)?, self.resolve(module, b)?);
                let constant = matches!(right, Condition::Number(n) if n.value > 0 && n.value < 64);
                if matches!(*op, "/" | "%" | "<<" | ">>") && !constant {
                    return Err((*span, format!("behind `{op}` only a number from 1 to 63 is supported")));
                }
                Condition::Binary(op, Box::new(left), Box::new(right))
            }
            Term::Variable(name, parts) => {
                let bits = variable(module, name, parts)?;
                self.globals.insert(bits.global);
                Condition::Bits(bits)
            }
            Term::At(process, thread, label) => self.at(module, process.as_ref(), thread, label)?,
        })
    }

    /// Threads at a label.
    fn at(
        &mut self,
        module: &Module,
        process: Option<&Ident>,
        thread: &Ident,
        label: &Ident,
    ) -> Result<Condition, (Span, String)> {
        let known = processes(module);
        match process {
            None if !known.is_empty() => {
                let text = format!("a thread is one of a process, as in `{}.{}`", known[0], thread.name);
                return Err((thread.span, text));
            }
            Some(process) if !known.contains(&process.name.as_str()) => {
                return Err((process.span, no_process(&process.name, &known)));
            }
            _ => {}
        }
        let within = |name: &str| process.map_or(name.to_string(), |p| format!("{}:{name}", p.name));
        let function = thread.name.split('#').next().unwrap_or_default();
        if module.global(&within(function)).and_then(|g| module.function(g)).is_none() {
            return Err((thread.span, format!("there is no function `{function}` that a thread could run")));
        }
        let mut found = false;
        for (global, f) in module.functions().filter(|(g, _)| is_in(module, *g, process)) {
            for (_, at) in labels_of(module, f).filter(|(name, _)| *name == label.name) {
                self.labels.insert((global, f.block_of(at)));
                found = true;
            }
        }
        if !found {
            return Err((label.span, format!("there is no label `{}`", label.name)));
        }
        Ok(Condition::At(within(&thread.name), label.name.clone()))
    }
}

/// The processes of a system of programs; none if it is one program.
fn processes(module: &Module) -> Vec<&str> {
    let starts = module.functions().map(|(g, _)| module.global_name(g)).filter(|name| is_start(name));
    starts.filter_map(|name| Some(scope_of(name)?.0)).collect()
}

fn no_process(name: &str, known: &[&str]) -> String {
    format!("there is no process `{name}`, but {}", known.join(", "))
}

/// Whether a global belongs to a process; where there is but one program, all do.
fn is_in(module: &Module, global: GlobalId, process: Option<&Ident>) -> bool {
    let name = module.global_name(global);
    process.is_none_or(|p| scope_of(name).is_some_and(|(scope, _)| scope == p.name) && !is_network(name))
}

/// The labels of a function of the source, each with the instruction that follows it.
fn labels_of<'m>(
    module: &'m Module,
    f: &'m kulan_llvm::Function,
) -> impl Iterator<Item = (&'m str, kulan_llvm::InstructionId)> {
    f.records.iter().filter_map(|record| match record.kind {
        RecordKind::Label(node) => Some((module.source_label(node)?, record.before)),
        _ => None,
    })
}

/// The bits of a variable, or of a part of one, and how C reads them.
fn variable(module: &Module, name: &Ident, parts: &[Part]) -> Result<Bits, (Span, String)> {
    let known = processes(module);
    let (process, name, parts) = match parts {
        _ if known.is_empty() => (None, name, parts),
        [Part::Field(own), parts @ ..] if known.contains(&name.name.as_str()) => (Some(name), own, parts),
        _ if known.contains(&name.name.as_str()) => {
            return Err((name.span, format!("`{}` is a process, and no variable", name.name)));
        }
        _ => {
            let text = no_process(&name.name, &known);
            return Err((name.span, format!("{text}; a variable is one of a process, as in `{}.x`", known[0])));
        }
    };
    let own_name = |g: GlobalId| scope_of(module.global_name(g)).map_or(module.global_name(g), |(_, own)| own);
    let named = |g: GlobalId| match module.source_global(g) {
        Some(source) => source.name == name.name,
        None => own_name(g) == name.name,
    };
    let is_variable = |g: GlobalId| matches!(module.globals[g].kind, GlobalKind::Variable(_));
    let mut found = module.globals.ids().filter(|&g| is_variable(g) && named(g) && is_in(module, g, process));
    let Some(global) = found.next() else {
        return Err((name.span, format!("there is no global variable `{}`", name.name)));
    };
    if found.next().is_some() {
        return Err((name.span, format!("there are several variables `{}`", name.name)));
    }
    if module.globals[global].thread_local.is_some() {
        return Err((name.span, format!("each thread has a variable `{}` of its own", name.name)));
    }
    let Some(ty) = module.source_global(global).and_then(|s| s.ty) else {
        // Without debug information there are no names for parts.
        let bits = scalar_bits(module, module.globals[global].value_type);
        return match bits.filter(|_| parts.is_empty()) {
            Some(size) => Ok(Bits { global, offset: 0, size, signed: true }),
            None => Err((name.span, format!("the parts of `{}` are not known: compile with -g", name.name))),
        };
    };
    let mut at = Inside { ty, offset: 0, size: None, dimension: 0 };
    for part in parts {
        at = match part {
            Part::Field(field) => at.field(module, field)?,
            Part::Element(index, span) => at.element(module, *index, *span)?,
        };
    }
    let size = at.size.or_else(|| module.scalar_bits_of(at.ty)).filter(|&s| s <= 64 && at.dimension == 0);
    let Some(size) = size else {
        return Err((name.span, format!("this is a {}, and no number or pointer", module.c_type(Some(at.ty)))));
    };
    Ok(Bits { global, offset: at.offset, size: size as u8, signed: module.is_signed(at.ty) })
}

/// A part of a variable, by its type in C.
#[derive(Copy, Clone)]
struct Inside {
    ty: MetadataId,
    /// In bits.
    offset: u64,
    /// In bits, if it is a field.
    size: Option<u64>,
    /// Of an array of arrays: how many indices there were.
    dimension: usize,
}

impl Inside {
    fn field(self, module: &Module, field: &Ident) -> Result<Inside, (Span, String)> {
        let fields = module.source_fields(self.ty).filter(|_| self.dimension == 0).unwrap_or_default();
        let found = fields.iter().find(|f| f.name == Some(&field.name));
        let inside = found.and_then(|f| {
            let (ty, offset) = (f.ty?, self.offset + f.offset);
            let size = module.scalar_bits_of(ty).map(|_| f.size);
            Some(Inside { ty, offset, size, dimension: 0 })
        });
        inside.ok_or_else(|| {
            let names: Vec<&str> = fields.iter().filter_map(|f| f.name).collect();
            let known = if names.is_empty() { String::new() } else { format!("; it has {}", names.join(", ")) };
            (field.span, format!("{} has no field `{}`{known}", module.c_type(Some(self.ty)), field.name))
        })
    }

    fn element(self, module: &Module, index: u64, span: Span) -> Result<Inside, (Span, String)> {
        let Some((element, bits, counts)) = module.source_array(self.ty) else {
            return Err((span, format!("{} is no array", module.c_type(Some(self.ty)))));
        };
        let (count, inner) = (counts[self.dimension], &counts[self.dimension + 1..]);
        if index >= count {
            let last = count.saturating_sub(1);
            return Err((span, format!("the elements of {} are 0 to {last}", module.c_type(Some(self.ty)))));
        }
        let offset = self.offset + index * bits * inner.iter().product::<u64>();
        Ok(if inner.is_empty() {
            Inside { ty: element, offset, size: None, dimension: 0 }
        } else {
            Inside { offset, dimension: self.dimension + 1, ..self }
        })
    }
}

/// A value as C computes with it.
#[derive(Copy, Clone)]
struct Number {
    expr: ExprId,
    signed: bool,
}

impl Lowering<'_, '_> {
    /// Gives the system a label for each condition.
    pub fn label_conditions(&mut self) -> Result<(), String> {
        let watched = self.watched;
        for (name, condition) in &watched.conditions {
            let value = self.condition(condition)?;
            let predicate = self.truth(value.expr);
            self.system.labels.push(Label { name: name.clone(), predicate });
        }
        Ok(())
    }

    fn truth(&mut self, value: ExprId) -> ExprId {
        let zero = self.system.exprs.eq_const(value, 0);
        self.system.exprs.not(zero)
    }

    fn condition(&mut self, condition: &Condition) -> Result<Number, String> {
        match condition {
            &Condition::Number(Constant { value, width, signed }) => {
                Ok(Number { expr: self.system.exprs.constant(width, value), signed })
            }
            Condition::Bits(bits) => self.bits(*bits),
            Condition::At(threads, label) => {
                let expr = self.at_label(threads, label);
                Ok(Number { expr, signed: false })
            }
            Condition::Unary(op, a) => {
                let a = self.condition(a)?;
                let a = self.promoted(a);
                let e = &mut self.system.exprs;
                Ok(match *op {
                    "!" => Number { expr: e.eq_const(a.expr, 0), signed: false },
                    "-" => Number { expr: e.neg(a.expr), ..a },
                    _ => Number { expr: e.not(a.expr), ..a },
                })
            }
            Condition::Binary(op, a, b) => {
                let (a, b) = (self.condition(a)?, self.condition(b)?);
                Ok(self.combined(op, a, b))
            }
        }
    }

    /// C's integer promotion.
    fn promoted(&mut self, a: Number) -> Number {
        if self.system.exprs.width(a.expr) >= 32 { a } else { Number { expr: self.extended(a, 32), signed: true } }
    }

    fn extended(&mut self, a: Number, width: u8) -> ExprId {
        let e = &mut self.system.exprs;
        if a.signed { e.sign_extend(width, a.expr) } else { e.zero_extend(width, a.expr) }
    }

    fn combined(&mut self, op: &str, a: Number, b: Number) -> Number {
        if matches!(op, "&&" | "||") {
            let (a, b) = (self.truth(a.expr), self.truth(b.expr));
            let e = &mut self.system.exprs;
            let expr = if op == "&&" { e.and(a, b) } else { e.or(a, b) };
            return Number { expr, signed: false };
        }
        let (a, b) = (self.promoted(a), self.promoted(b));
        let (wa, wb) = (self.system.exprs.width(a.expr), self.system.exprs.width(b.expr));
        let width = wa.max(wb);
        // The usual arithmetic conversions: the wider type, and the unsigned one of two that are equally wide.
        let signed = match wa.cmp(&wb) {
            std::cmp::Ordering::Less => b.signed,
            std::cmp::Ordering::Greater => a.signed,
            std::cmp::Ordering::Equal => a.signed && b.signed,
        };
        if matches!(op, "<<" | ">>") {
            let by = self.system.exprs.as_const(b.expr).unwrap_or(0);
            let by = self.system.exprs.constant(wa, by);
            let op = match (op, a.signed) {
                ("<<", _) => BinaryOp::ShiftLeft,
                (_, true) => BinaryOp::ArithmeticShiftRight,
                (_, false) => BinaryOp::LogicalShiftRight,
            };
            return Number { expr: self.system.exprs.binary(op, a.expr, by), signed: a.signed };
        }
        let (left, right) = (self.extended(a, width), self.extended(b, width));
        let e = &mut self.system.exprs;
        let chosen = |s: BinaryOp, u: BinaryOp| if signed { s } else { u };
        let (op, left, right, negated) = match op {
            "==" => (BinaryOp::Equal, left, right, false),
            "!=" => (BinaryOp::Equal, left, right, true),
            "<" => (chosen(BinaryOp::SignedLess, BinaryOp::UnsignedLess), left, right, false),
            ">" => (chosen(BinaryOp::SignedLess, BinaryOp::UnsignedLess), right, left, false),
            ">=" => (chosen(BinaryOp::SignedLess, BinaryOp::UnsignedLess), left, right, true),
            "<=" => (chosen(BinaryOp::SignedLess, BinaryOp::UnsignedLess), right, left, true),
            "+" => (BinaryOp::Add, left, right, false),
            "-" => (BinaryOp::Sub, left, right, false),
            "*" => (BinaryOp::Mul, left, right, false),
            "/" => (chosen(BinaryOp::SignedDiv, BinaryOp::UnsignedDiv), left, right, false),
            "%" => (chosen(BinaryOp::SignedRem, BinaryOp::UnsignedRem), left, right, false),
            "&" => (BinaryOp::And, left, right, false),
            "|" => (BinaryOp::Or, left, right, false),
            _ => (BinaryOp::Xor, left, right, false),
        };
        let value = e.binary(op, left, right);
        let compares = op.is_comparison();
        Number { expr: if negated { e.not(value) } else { value }, signed: !compares && signed }
    }

    /// Where the program keeps these bits.
    fn bits(&mut self, bits: Bits) -> Result<Number, String> {
        let name = || self.module.global_name(bits.global).to_string();
        let base = self.bases.get(&bits.global).copied();
        let object = base.and_then(|base| self.memory.iter().position(|m| m.base == base));
        let Some(object) = object else { return Err(format!("a property of `{}`, which nothing uses", name())) };
        let object = &self.memory[object];
        if let Some(why) = &object.unsupported {
            return Err(format!("a property of `{}`: {why}", name()));
        }
        for cells in &object.cells {
            for (i, start) in offsets(cells).into_iter().enumerate() {
                let inside =
                    bits.offset.checked_sub(start * 8).filter(|low| low + u64::from(bits.size) <= cells.width.into());
                let Some(low) = inside else { continue };
                let whole = match (&object.fixed, cells.var) {
                    (Some(values), _) => {
                        let value = values.get(&start).copied().unwrap_or(0);
                        self.system.exprs.constant(cells.width, value & mask(cells.width))
                    }
                    (None, Some(var)) if cells.dims.is_empty() => self.system.read(var),
                    (None, Some(var)) => {
                        let index = self.system.exprs.constant(32, i as u64);
                        self.system.read_element(var, index)
                    }
                    (None, None) => continue,
                };
                let expr = self.system.exprs.extract(low as u8, bits.size, whole);
                return Ok(Number { expr, signed: bits.signed });
            }
        }
        Err(format!("a property of a part of `{}` that is several scalars", name()))
    }

    /// Whether some thread of a name is at a label.
    fn at_label(&mut self, threads: &str, label: &str) -> ExprId {
        let module = self.module;
        let mut found = Vec::new();
        for instance in 0..self.instances.len() {
            let it = &self.instances[instance];
            let function = module.global_name(self.analysis.templates[it.template].function);
            if it.name != threads && function != threads {
                continue;
            }
            let numbers: Vec<u64> = it
                .places
                .iter()
                .filter(|((context, at, phase, _), _)| {
                    let f = self.function(*context);
                    let starts = |at: kulan_llvm::InstructionId| self.first_of(*context, f.block_of(at));
                    *phase == 0 && labels_of(module, f).any(|(name, behind)| name == label && starts(behind) == *at)
                })
                .map(|(_, &number)| number)
                .collect();
            let pc = self.system.read(self.instances[instance].counter);
            found.extend(numbers.into_iter().map(|n| self.system.exprs.eq_const(pc, n)));
        }
        found.sort_unstable();
        self.system.exprs.any(&found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_c_are_read() {
        let mut sources = SourceMap::new();
        let mut diags = Diagnostics::new();
        for (text, value) in [("0x1F", 31), ("017", 15), ("0", 0), ("42ul", 42)] {
            let file = sources.add("condition", text);
            let term = parse::parse(file, &sources, &mut diags);
            assert!(matches!(term, Some(Term::Number(n)) if n.value == value), "{text}");
        }
    }
}
