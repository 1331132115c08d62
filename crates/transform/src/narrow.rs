//! Narrow variables: a wide variable that takes few values, such as a pointer into an array, is kept as the number of its
//! value among these. What is computed from one such variable alone becomes a table of that number, and the table a
//! comparison or a line where it is one: an address that is divided by the size of elements is just the number again.
//!
//! States and the steps between them stay as they are, up to the numbering. The values come from an invariant of the whole
//! system (`kulan_values`); what is written where the invariant does not hold, which is nowhere, does not matter.

use std::borrow::Cow;
use std::rc::Rc;

use kulan_ir::expr::{Bits, evaluate, mask, width_of};
use kulan_ir::{BinaryOp, Check, Expr, ExprId, Exprs, GuardTable, System, Update, VarId};
use kulan_values::{Cells, Values, analyse, as_variables};
use rustc_hash::FxHashMap;

use crate::access::{counters, written};
use crate::parts::Parts;

/// Variables of fewer bits stay as they are.
pub const WIDE: u8 = 16;
/// Values that are told apart one by one where something else is assigned.
const MOST_CASES: usize = 16;
/// The longest arrays whose elements are looked at one by one.
const SPLIT: u32 = 64;
/// Evaluated operations after which values are found less exactly.
const PATIENCE: u64 = 4_000_000;

/// Makes variables of at least `wide` bits narrow if they take few values.
pub fn narrow(system: &mut System, wide: u8) {
    let mut codes = Codes::find(system, wide);
    loop {
        kulan_control::checkpoint();
        let hard = codes.hard_to_write(system);
        if hard.is_empty() {
            break;
        }
        hard.iter().for_each(|v| codes.0[v.index()] = None);
    }
    if codes.0.iter().any(Option::is_some) {
        Narrowing::new(system, &codes).apply();
    }
}

/// The values of a variable, in order: each is kept as its place in the list.
#[derive(Debug)]
struct Code {
    values: Rc<[u64]>,
    width: u8,
}

impl Code {
    fn number(&self, value: u64) -> Option<u64> {
        self.values.binary_search(&value).ok().map(|n| n as u64)
    }

    /// The distance of values, if all have the same.
    fn stride(&self) -> Option<u64> {
        let stride = self.values.get(1)? - self.values[0];
        self.values.windows(2).all(|pair| pair[1] - pair[0] == stride).then_some(stride)
    }
}

/// By variable: how it is kept, if not as it is.
struct Codes(Vec<Option<Code>>);

impl Codes {
    fn find(system: &System, wide: u8) -> Codes {
        let counters = counters(system);
        let is_wide = |v: usize| system.variables[v].width >= wide && counters[v].is_none();
        let mut codes: Vec<Option<Code>> = system.variables.iter().map(|_| None).collect();
        if (0..codes.len()).any(is_wide) {
            // Only inputs make a copy necessary.
            let mut plain = Cow::Borrowed(system);
            let has_inputs = system.transitions.iter().any(|t| !t.inputs.is_empty());
            let free = if has_inputs { as_variables(plain.to_mut()) } else { Vec::new() };
            let cells = Cells::new(&plain, SPLIT);
            let values = analyse(&plain, &free, &cells, &[], PATIENCE);
            for v in (0..codes.len()).filter(|&v| is_wide(v)) {
                codes[v] = code(system, v, &values[cells.all(VarId(v as u32))]);
            }
        }
        Codes(codes)
    }

    fn get(&self, v: VarId) -> Option<&Code> {
        self.0[v.index()].as_ref()
    }

    /// Variables of many values without order that something is assigned to which is not known by these alone.
    fn hard_to_write(&self, system: &System) -> Vec<VarId> {
        let mut reads = Reads { codes: self, exprs: &system.exprs, memo: FxHashMap::default() };
        let updates = system.transitions.iter().flat_map(|t| &t.updates);
        let hard = updates.filter(|u| {
            let code = self.get(written(u));
            code.is_some_and(|c| c.values.len() > MOST_CASES && c.stride().is_none()) && !reads.are_few(u.value)
        });
        hard.map(written).collect()
    }
}

fn code(system: &System, v: usize, values: &[Values]) -> Option<Code> {
    let variable = &system.variables[v];
    let mut list = Vec::new();
    for values in values {
        let Values::Set(set) = values else { return None };
        list.extend_from_slice(set);
    }
    if variable.elements.is_some() {
        // An element that does not exist is read as zero.
        list.push(0);
    }
    list.sort_unstable();
    list.dedup();
    let width = width_of(list.len().saturating_sub(1) as u64).max(1);
    (!list.is_empty() && 2 * width <= variable.width).then(|| Code { values: list.into(), width })
}

/// What expressions of a system read.
struct Reads<'a> {
    codes: &'a Codes,
    exprs: &'a Exprs,
    memo: FxHashMap<ExprId, Read>,
}

/// What an expression reads.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Read {
    Nothing,
    /// One narrow variable or element.
    One(ExprId),
    Other,
}

impl Reads<'_> {
    fn of(&mut self, e: ExprId) -> Read {
        if let Some(&known) = self.memo.get(&e) {
            return known;
        }
        let read = match self.exprs.get(e) {
            Expr::Var(v) | Expr::Element(v, _) if self.codes.get(v).is_some() => Read::One(e),
            Expr::Var(_) | Expr::Element(..) | Expr::Input { .. } | Expr::Position => Read::Other,
            _ => self.exprs.operands(e).fold(Read::Nothing, |read, operand| match (read, self.of(operand)) {
                (Read::Nothing, other) | (other, Read::Nothing) => other,
                (a, b) if a == b => a,
                _ => Read::Other,
            }),
        };
        self.memo.insert(e, read);
        read
    }

    /// Whether an expression is one of several, each of which reads one narrow variable at most.
    fn are_few(&mut self, e: ExprId) -> bool {
        self.of(e) != Read::Other
            || matches!(self.exprs.get(e), Expr::Ite(_, a, b) if self.are_few(a) && self.are_few(b))
    }
}

/// An expression of the new system.
#[derive(Clone)]
enum Form {
    /// A value for each number that a narrow variable can have.
    Table(ExprId, Rc<[u64]>),
    Plain(ExprId),
}

/// A system that is built anew with narrow variables.
struct Narrowing<'a> {
    system: &'a mut System,
    codes: &'a Codes,
    /// The expressions before.
    old: Exprs,
    /// Of the transition at hand: what its guards allow of the numbers that are read.
    allowed: FxHashMap<ExprId, Vec<bool>>,
    forms: FxHashMap<ExprId, Form>,
    plain: FxHashMap<ExprId, ExprId>,
}

impl<'a> Narrowing<'a> {
    fn new(system: &'a mut System, codes: &'a Codes) -> Narrowing<'a> {
        let old = std::mem::take(&mut system.exprs);
        let (allowed, forms, plain) = Default::default();
        Narrowing { system, codes, old, allowed, forms, plain }
    }

    fn apply(mut self) {
        let parts: Vec<Parts> = self.system.transitions.iter().map(|t| Parts::new(self.system, t)).collect();
        let parts: Vec<Parts> = parts.into_iter().map(|p| self.parts(p)).collect();
        self.system.valid_end = self.plain(self.system.valid_end);
        for i in 0..self.system.labels.len() {
            self.system.labels[i].predicate = self.plain(self.system.labels[i].predicate);
        }
        self.variables();
        self.system.guards.clear();
        let mut guards = GuardTable::default();
        self.system.transitions = parts.into_iter().filter_map(|p| p.finish(self.system, &mut guards)).collect();
    }

    fn variables(&mut self) {
        let System { variables, error_state, .. } = &mut *self.system;
        for (v, code) in self.codes.0.iter().enumerate() {
            let Some(code) = code else { continue };
            let variable = &mut variables[v];
            let error = error_state.iter_mut().flat_map(|values| &mut values[v]);
            for value in variable.initial.iter_mut().chain(error) {
                *value = code.number(*value & mask(variable.width)).expect("a value that it has");
            }
            (variable.width, variable.signed) = (code.width, false);
        }
    }

    fn parts(&mut self, mut parts: Parts) -> Parts {
        self.begin();
        let mut tables: Vec<(ExprId, Vec<bool>)> = Vec::new();
        let mut others = Vec::new();
        for &condition in &parts.conditions {
            let Form::Table(read, values) = self.form(condition) else {
                others.push(condition);
                continue;
            };
            match tables.iter_mut().find(|t| t.0 == read) {
                Some((_, both)) => both.iter_mut().zip(&*values).for_each(|(b, &value)| *b &= value == 1),
                None => tables.push((read, values.iter().map(|&value| value == 1).collect())),
            }
        }
        parts.conditions = tables.iter().map(|(read, values)| self.condition(*read, values)).collect();
        // What else reads the same number needs a value only where these hold.
        self.begin();
        self.allowed = tables.into_iter().collect();
        parts.conditions.extend(others.iter().map(|&c| self.plain(c)));
        parts.checks = parts.checks.iter().map(|c| Check { condition: self.plain(c.condition), ..c.clone() }).collect();
        parts.updates = parts.updates.iter().map(|u| self.update(u)).collect();
        self.begin();
        parts
    }

    /// Forgets what holds in the transition at hand.
    fn begin(&mut self) {
        self.allowed.clear();
        self.forms.clear();
        self.plain.clear();
    }

    fn update(&mut self, update: &Update) -> Update {
        let target = update.target.map_index(|index| self.plain(index));
        let codes = self.codes;
        let value = match codes.get(target.variable()) {
            Some(code) => self.encode(code, update.value),
            None => self.plain(update.value),
        };
        Update { target, value }
    }

    /// The number of a value.
    fn encode(&mut self, code: &Code, e: ExprId) -> ExprId {
        match (self.form(e), self.old.get(e)) {
            (Form::Table(read, values), _) => {
                let numbers: Vec<Option<u64>> = values.iter().map(|&value| code.number(value)).collect();
                self.table(read, numbers, code.width)
            }
            (Form::Plain(value), _) if self.system.exprs.as_const(value).is_some() => {
                let value = self.system.exprs.as_const(value).unwrap_or(0);
                self.system.exprs.constant(code.width, code.number(value).unwrap_or(0))
            }
            (_, Expr::Ite(c, a, b)) => {
                let (c, a, b) = (self.plain(c), self.encode(code, a), self.encode(code, b));
                self.system.exprs.ite(c, a, b)
            }
            (Form::Plain(value), _) => self.encode_other(code, value),
        }
    }

    fn encode_other(&mut self, code: &Code, value: ExprId) -> ExprId {
        let exprs = &mut self.system.exprs;
        let width = exprs.width(value);
        if let Some(stride) = code.stride() {
            let (first, stride) = (exprs.constant(width, code.values[0]), exprs.constant(width, stride));
            let distance = exprs.binary(BinaryOp::Sub, value, first);
            let number = exprs.binary(BinaryOp::UnsignedDiv, distance, stride);
            return exprs.truncate(code.width, number);
        }
        let mut result = exprs.constant(code.width, 0);
        for (number, &one) in code.values.iter().enumerate().skip(1) {
            let (is, number) = (exprs.eq_const(value, one), exprs.constant(code.width, number as u64));
            result = exprs.ite(is, number, result);
        }
        result
    }

    /// An expression of the old system as one of the new.
    fn plain(&mut self, e: ExprId) -> ExprId {
        if let Some(&known) = self.plain.get(&e) {
            return known;
        }
        let result = match self.form(e) {
            Form::Plain(plain) => plain,
            Form::Table(read, values) => {
                self.table(read, values.iter().copied().map(Some).collect(), self.old.width(e))
            }
        };
        self.plain.insert(e, result);
        result
    }

    fn form(&mut self, e: ExprId) -> Form {
        if let Some(known) = self.forms.get(&e) {
            return known.clone();
        }
        let form = self.new_form(e);
        self.forms.insert(e, form.clone());
        form
    }

    fn new_form(&mut self, e: ExprId) -> Form {
        let (codes, width) = (self.codes, self.old.width(e));
        match self.old.get(e) {
            Expr::Var(v) => match codes.get(v) {
                Some(code) => Form::Table(self.system.exprs.var(v, code.width), code.values.clone()),
                None => Form::Plain(self.system.exprs.var(v, width)),
            },
            Expr::Element(v, index) => {
                let index = self.plain(index);
                match codes.get(v) {
                    Some(code) => Form::Table(self.system.exprs.element(v, code.width, index), code.values.clone()),
                    None => Form::Plain(self.system.exprs.element(v, width, index)),
                }
            }
            operation => {
                let operands: Vec<(ExprId, Form)> = self.old.operands(e).map(|o| (o, self.form(o))).collect();
                if let Some(table) = self.combined(operation, &operands) {
                    return table;
                }
                if let Some(same) = self.compared(operation, &operands) {
                    return Form::Plain(same);
                }
                let operation = operation.map(|operand| self.plain(operand));
                Form::Plain(self.system.exprs.build(operation, width))
            }
        }
    }

    /// An operation on tables of one variable and constants.
    fn combined(&self, operation: Expr, operands: &[(ExprId, Form)]) -> Option<Form> {
        let mut table = None;
        for (_, form) in operands {
            match (form, &table) {
                (Form::Plain(e), _) => {
                    self.system.exprs.as_const(*e)?;
                }
                (Form::Table(read, values), None) => table = Some((*read, values.len())),
                (Form::Table(read, _), Some((other, _))) if read == other => {}
                _ => return None,
            }
        }
        let (read, count) = table?;
        let value = |at: usize, operand: ExprId| {
            let (_, form) = operands.iter().find(|o| o.0 == operand).expect("one of the operands");
            let value = match form {
                Form::Table(_, values) => values[at],
                Form::Plain(e) => self.system.exprs.as_const(*e).expect("a constant"),
            };
            Bits { width: self.old.width(operand), value }
        };
        let all = (0..count).map(|at| evaluate(operation.map(|operand| value(at, operand))));
        Some(Form::Table(read, all.collect::<Option<Rc<[u64]>>>()?))
    }

    /// Whether two variables with the same different values are equal: then their numbers are.
    fn compared(&mut self, operation: Expr, operands: &[(ExprId, Form)]) -> Option<ExprId> {
        let (Expr::Binary(BinaryOp::Equal, ..), [(_, Form::Table(a, x)), (_, Form::Table(b, y))]) =
            (operation, operands)
        else {
            return None;
        };
        let differ = || x.iter().enumerate().all(|(i, value)| !x[..i].contains(value));
        (x == y && differ()).then(|| self.system.exprs.eq(*a, *b))
    }

    /// An expression of some bits that has the values by the number that is read; missing ones do not matter.
    fn table(&mut self, read: ExprId, mut values: Vec<Option<u64>>, width: u8) -> ExprId {
        if let Some(allowed) = self.allowed.get(&read) {
            values.iter_mut().zip(allowed).filter(|(_, allowed)| !**allowed).for_each(|(value, _)| *value = None);
        }
        let Some(first) = values.iter().position(Option::is_some) else {
            return self.system.exprs.constant(width, 0);
        };
        let last = values.iter().rposition(Option::is_some).unwrap_or(first);
        let known = filled(&values[first..=last], width);
        if width == 1 {
            let before = std::iter::repeat_n(known[0], first);
            let behind = std::iter::repeat_n(known[last - first], values.len() - 1 - last);
            let all: Vec<bool> = before.chain(known.iter().copied()).chain(behind).map(|value| value == 1).collect();
            return self.condition(read, &all);
        }
        let lines = lines(&known, first, width);
        let mut rest = lines.iter().rev();
        let end = rest.next().expect("there are values");
        let mut result = self.line(read, end, width);
        for line in rest {
            let here = below(&mut self.system.exprs, read, line.behind as u64);
            let value = self.line(read, line, width);
            result = self.system.exprs.ite(here, value, result);
        }
        result
    }

    /// The values on a line: computed with as few bits as they need.
    fn line(&mut self, read: ExprId, line: &Line, width: u8) -> ExprId {
        let exprs = &mut self.system.exprs;
        if line.step == 0 {
            return exprs.constant(width, line.value);
        }
        let bits = width_of(line.most);
        let number = match exprs.width(read) {
            more if more > bits => exprs.truncate(bits, read),
            _ => exprs.zero_extend(bits, read),
        };
        let step = line.step & mask(bits);
        let start = line.value.wrapping_sub(line.step.wrapping_mul(line.first as u64)) & mask(bits);
        let (factor, term) = (exprs.constant(bits, step), exprs.constant(bits, start));
        let scaled = if step == 1 { number } else { exprs.binary(BinaryOp::Mul, number, factor) };
        let value = if start == 0 { scaled } else { exprs.binary(BinaryOp::Add, scaled, term) };
        exprs.zero_extend(width, value)
    }

    /// A condition on the number that is read.
    fn condition(&mut self, read: ExprId, values: &[bool]) -> ExprId {
        let exprs = &mut self.system.exprs;
        let (mut parts, mut begin) = (Vec::new(), 0);
        while begin < values.len() {
            let end = begin + values[begin..].iter().take_while(|&&v| v == values[begin]).count();
            if values[begin] {
                parts.push(match end - begin {
                    1 if values.len() > 1 => exprs.eq_const(read, begin as u64),
                    _ => {
                        let before = if begin > 0 { below(exprs, read, begin as u64) } else { exprs.bool(false) };
                        let from = exprs.not(before);
                        let is_last = end == values.len();
                        let up_to = if is_last { exprs.bool(true) } else { below(exprs, read, end as u64) };
                        exprs.and(from, up_to)
                    }
                });
            }
            begin = end;
        }
        exprs.any(&parts)
    }
}

/// Whether a number is below a limit.
fn below(exprs: &mut Exprs, number: ExprId, limit: u64) -> ExprId {
    if limit == 1 {
        return exprs.eq_const(number, 0);
    }
    let limit = exprs.constant(exprs.width(number), limit);
    exprs.binary(BinaryOp::UnsignedLess, number, limit)
}

/// Values of which the first is known; those that do not matter are such that lines go on.
fn filled(values: &[Option<u64>], width: u8) -> Vec<u64> {
    let mut all: Vec<u64> = Vec::new();
    for value in values {
        let on_line = match all[..] {
            [.., a, b] if width > 1 => b.wrapping_add(b.wrapping_sub(a)) & mask(width),
            [.., b] => b,
            [] => 0,
        };
        all.push(value.unwrap_or(on_line));
    }
    all
}

/// Numbers in a row whose values are on a line.
struct Line {
    first: usize,
    behind: usize,
    value: u64,
    step: u64,
    /// The largest value.
    most: u64,
}

/// Values of the numbers from `begin` on, as lines.
fn lines(values: &[u64], begin: usize, width: u8) -> Vec<Line> {
    let distance = |i: usize| values[i + 1].wrapping_sub(values[i]) & mask(width);
    let (mut lines, mut first) = (Vec::new(), 0);
    while first < values.len() {
        // The one before a longer line is by itself.
        let is_apart = first + 3 < values.len() && {
            let [a, b, c] = [first, first + 1, first + 2].map(distance);
            a != b && b == c
        };
        let step = if first + 1 < values.len() && !is_apart { distance(first) } else { 0 };
        let mut behind = first + 1;
        while behind < values.len() && !is_apart && distance(behind - 1) == step {
            behind += 1;
        }
        let most = values[first..behind].iter().copied().max().unwrap_or(0);
        lines.push(Line { first: begin + first, behind: begin + behind, value: values[first], step, most });
        first = behind;
    }
    lines
}
