//! Expressions, with the operator table of SPIN.

use kulan_diagnostics::{Diagnostic, Span};

use super::{Parsed, Parser};
use crate::ast::{
    BinaryOp, Cond, Expr, ExprKind, Ident, PathPart, Probe, RemoteLabel, RemoteVar, Run, UnaryOp, VarRef,
};
use crate::keyword::Keyword;
use crate::token::{Tok, Token};

/// Operators on one path of the tree: later passes walk it by recursion.
const MAX_HEIGHT: usize = 2000;

/// How tightly the binary temporal operators bind: between `&&` and `|`.
pub(super) const UNTIL: u8 = 4;

/// The operator of a token, with its binding power. Only `->` and `<->` of formulas bind less than `||`.
pub(super) fn binary_op(kind: Tok) -> Option<(BinaryOp, u8)> {
    let op = match kind {
        Tok::BarBar => BinaryOp::Or,
        Tok::AmpAmp => BinaryOp::And,
        Tok::Bar => BinaryOp::BitOr,
        Tok::Caret => BinaryOp::BitXor,
        Tok::Amp => BinaryOp::BitAnd,
        Tok::Eq => BinaryOp::Eq,
        Tok::Ne => BinaryOp::Ne,
        Tok::Lt => BinaryOp::Lt,
        Tok::Le => BinaryOp::Le,
        Tok::Gt => BinaryOp::Gt,
        Tok::Ge => BinaryOp::Ge,
        Tok::Shl => BinaryOp::Shl,
        Tok::Shr => BinaryOp::Shr,
        Tok::Plus => BinaryOp::Add,
        Tok::Minus => BinaryOp::Sub,
        Tok::Star => BinaryOp::Mul,
        Tok::Slash => BinaryOp::Div,
        Tok::Percent => BinaryOp::Rem,
        _ => return None,
    };
    Some((op, op.power()))
}

impl Parser<'_> {
    /// A whole expression.
    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        self.nested(|p| p.binary(0))
    }

    fn binary(&mut self, least: u8) -> Parsed<Expr> {
        let start = self.token().span;
        let left = self.unary()?;
        self.binary_from(left, least, start)
    }

    /// Goes on after a first operand, which began at `start` (with its parentheses).
    pub(super) fn binary_from(&mut self, mut left: Expr, least: u8, start: Span) -> Parsed<Expr> {
        let mut height = self.height;
        while let Some((op, power)) = binary_op(self.peek()).filter(|&(_, power)| power >= least) {
            if self.implied_semicolon() && !self.continues_line(op) {
                break;
            }
            self.bump();
            let right = self.nested(|p| p.binary(power + 1))?;
            height = self.taller(height.max(self.height))?;
            let span = self.since(start);
            left = Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), span };
        }
        self.height = height;
        Ok(left)
    }

    /// An operator at the start of a line: `-` begins a new statement, others can only go on with the old one.
    fn continues_line(&mut self, op: BinaryOp) -> bool {
        if op == BinaryOp::Sub {
            return false;
        }
        self.warn_line_break();
        true
    }

    /// Where a statement goes on after a line break that ends it for SPIN.
    pub(super) fn warn_line_break(&mut self) {
        let text = "SPIN ends the statement at the line break before this operator";
        let help = "put the operator at the end of the line before, or parentheses around the expression";
        self.report(Diagnostic::warning("line-break", self.token().span, text).help(help));
    }

    /// Notes the height of a node above nodes of height `below`.
    pub(super) fn taller(&mut self, below: usize) -> Parsed<usize> {
        self.height = below + 1;
        if self.height > MAX_HEIGHT {
            let text = format!("this expression has more than {MAX_HEIGHT} operators on one path");
            return self.error("too-deep", self.token().span, text);
        }
        Ok(self.height)
    }

    fn unary(&mut self) -> Parsed<Expr> {
        let op = match self.peek() {
            Tok::Bang => UnaryOp::Not,
            Tok::Tilde => UnaryOp::BitNot,
            Tok::Minus => UnaryOp::Neg,
            _ => return self.primary(),
        };
        let start = self.bump().span;
        let operand = self.nested(Self::unary)?;
        self.taller(self.height)?;
        Ok(self.unary_node(op, operand, start))
    }

    pub(super) fn unary_node(&mut self, op: UnaryOp, operand: Expr, start: Span) -> Expr {
        let span = self.since(start);
        if let (UnaryOp::Not, ExprKind::Probe(probe, _)) = (op, &operand.kind) {
            let (word, opposite) = (probe.word(), opposite(*probe).word());
            let text = format!("SPIN does not allow the negation of `{word}`");
            self.report(Diagnostic::warning("negated-probe", span, text).help(format!("write `{opposite}`")));
        }
        Expr { kind: ExprKind::Unary(op, Box::new(operand)), span }
    }

    /// An operand without operators around it.
    pub(super) fn primary(&mut self) -> Parsed<Expr> {
        self.height = 1;
        let token = self.token();
        let kind = match token.kind {
            Tok::Number => self.number(token)?,
            Tok::Char => self.character(token),
            Tok::LParen => return self.nested(Self::parenthesized),
            Tok::Name => return self.nested(Self::name_expr),
            Tok::Key(keyword) => return self.keyword_expr(keyword),
            _ => return self.expected("an expression"),
        };
        Ok(Expr { kind, span: token.span })
    }

    fn keyword_expr(&mut self, keyword: Keyword) -> Parsed<Expr> {
        let start = self.token().span;
        let kind = match keyword {
            Keyword::True => self.word(ExprKind::Bool(true)),
            Keyword::False => self.word(ExprKind::Bool(false)),
            Keyword::Skip => self.word(ExprKind::Skip),
            Keyword::Timeout => self.word(ExprKind::Timeout),
            Keyword::Np => self.word(ExprKind::NonProgress),
            Keyword::Run => self.nested(Self::run)?,
            Keyword::Len => ExprKind::Len(self.channel_argument()?),
            Keyword::Full => ExprKind::Probe(Probe::Full, self.channel_argument()?),
            Keyword::Nfull => ExprKind::Probe(Probe::NotFull, self.channel_argument()?),
            Keyword::Empty => ExprKind::Probe(Probe::Empty, self.channel_argument()?),
            Keyword::Nempty => ExprKind::Probe(Probe::NotEmpty, self.channel_argument()?),
            Keyword::Enabled => ExprKind::Enabled(self.argument()?),
            Keyword::PcValue => ExprKind::PcValue(self.argument()?),
            Keyword::GetPriority => ExprKind::GetPriority(self.argument()?),
            Keyword::CExpr => ExprKind::C(self.c_code()?),
            _ => return self.expected("an expression"),
        };
        Ok(Expr { kind, span: self.since(start) })
    }

    fn word(&mut self, kind: ExprKind) -> ExprKind {
        self.bump();
        kind
    }

    fn number(&mut self, token: Token) -> Parsed<ExprKind> {
        let text = self.names.get(token.text);
        if !text.bytes().all(|byte| byte.is_ascii_digit()) {
            let message = format!("`{text}` is no number: PROMELA has decimal numbers only");
            return self.error("bad-number", token.span, message);
        }
        // SPIN reads a long and keeps its low 32 bits.
        let long = text.parse::<i64>().unwrap_or(i64::MAX);
        let value = long as i32;
        if i64::from(value) != long {
            let message = format!("`{text}` does not fit 32 bits and becomes {value}");
            self.report(Diagnostic::warning("number-range", token.span, message));
        }
        self.bump();
        Ok(ExprKind::Number(value))
    }

    fn character(&mut self, token: Token) -> ExprKind {
        let value = match self.names.get(token.text).as_bytes() {
            [_, b'\\', b'n', _] => b'\n',
            [_, b'\\', b'r', _] => b'\r',
            [_, b'\\', b't', _] => b'\t',
            [_, b'\\', b'f', _] => 0x0c,
            [.., c, _] => *c,
            _ => 0,
        };
        self.word(ExprKind::Char(value))
    }

    /// `(e)` or `(c -> a : b)`.
    fn parenthesized(&mut self) -> Parsed<Expr> {
        let start = self.token().span;
        self.open_paren("`(`")?;
        let cond = self.expr()?;
        if !self.eat(Tok::Arrow) {
            self.close_paren()?;
            return Ok(cond);
        }
        let mut height = self.height;
        let yes = self.expr()?;
        height = height.max(self.height);
        self.expect(Tok::Colon, "`:` of the conditional expression")?;
        let no = self.expr()?;
        self.taller(height.max(self.height))?;
        self.close_paren()?;
        Ok(Expr { kind: ExprKind::Cond(Box::new(Cond { cond, yes, no })), span: self.since(start) })
    }

    /// `(e)` after a word such as `enabled`.
    fn argument(&mut self) -> Parsed<Box<Expr>> {
        self.bump();
        self.open_paren("`(`")?;
        let argument = self.expr()?;
        self.taller(self.height)?;
        self.close_paren()?;
        Ok(Box::new(argument))
    }

    /// `(c)` after a word such as `len`.
    fn channel_argument(&mut self) -> Parsed<VarRef> {
        self.bump();
        self.open_paren("`(`")?;
        let chan = self.var_ref()?;
        self.close_paren()?;
        Ok(chan)
    }

    fn run(&mut self) -> Parsed<ExprKind> {
        self.bump();
        let proc = self.ident("the name of a process type")?;
        self.open_paren("`(`")?;
        let args = if self.at(Tok::RParen) { Vec::new() } else { self.expressions()? };
        self.close_paren()?;
        let priority = self.priority()?;
        Ok(ExprKind::Run(Box::new(Run { proc, args, priority })))
    }

    /// Expressions with commas between them; leaves the height of a node above them.
    pub(super) fn expressions(&mut self) -> Parsed<Vec<Expr>> {
        let mut height = 0;
        let args = self.list(|p| {
            let arg = p.expr()?;
            height = height.max(p.height);
            Ok(arg)
        })?;
        self.taller(height)?;
        Ok(args)
    }

    /// An expression that begins with a name: a variable, a poll, or a part of another process.
    pub(super) fn name_expr(&mut self) -> Parsed<Expr> {
        let token = self.token();
        let proctype = self.proctypes.contains(&token.text);
        if self.inlines.contains_key(&token.text) && self.ahead(1).kind == Tok::LParen {
            return self.inline_in_expression(token);
        }
        let mut first = self.path_part("an expression")?;
        if self.at(Tok::At) || (proctype && self.at(Tok::Colon)) {
            let pid = first.index.take().map(|index| *index);
            let kind = self.remote(first.name, pid)?;
            return Ok(Expr { kind, span: self.since(token.span) });
        }
        let var = self.var_ref_from(first, token.span)?;
        if matches!(self.peek(), Tok::Query | Tok::QueryQuery) && self.ahead(1).kind == Tok::LBrack {
            return self.poll(var);
        }
        Ok(Expr { span: var.span, kind: ExprKind::Ref(var) })
    }

    fn inline_in_expression<T>(&mut self, token: Token) -> Parsed<T> {
        let name = self.names.get(token.text);
        let text = format!("inline `{name}` cannot be called inside an expression");
        let help = format!("an inline with a value is called as `x = {name}(...)`, or make it a macro");
        self.fail(Diagnostic::error("inline-in-expression", token.span, text).help(help))
    }

    /// The rest of `P[pid]@label` or `P[pid]:x`.
    fn remote(&mut self, proc: Ident, pid: Option<Expr>) -> Parsed<ExprKind> {
        if self.bump().kind == Tok::At {
            let label = self.ident("a label")?;
            return Ok(ExprKind::RemoteLabel(Box::new(RemoteLabel { proc, pid, label })));
        }
        let var = self.path_part("a variable of that process")?;
        Ok(ExprKind::RemoteVar(Box::new(RemoteVar { proc, pid, var })))
    }

    /// `a`, `a[i]`, `a.b[i].c`.
    pub(super) fn var_ref(&mut self) -> Parsed<VarRef> {
        self.height = 1;
        let start = self.token().span;
        let first = self.path_part("a variable")?;
        self.var_ref_from(first, start)
    }

    fn var_ref_from(&mut self, first: PathPart, start: Span) -> Parsed<VarRef> {
        let mut path = vec![first];
        let mut height = self.height;
        while self.eat(Tok::Dot) {
            path.push(self.path_part("the name of a field")?);
            height = height.max(self.height);
        }
        self.height = height;
        Ok(VarRef { path, span: self.since(start) })
    }

    fn path_part(&mut self, what: &str) -> Parsed<PathPart> {
        let name = self.ident(what)?;
        self.height = 1;
        let mut index = None;
        if self.at(Tok::LBrack) {
            self.open_bracket();
            index = Some(Box::new(self.expr()?));
            self.taller(self.height)?;
            self.close_bracket()?;
            if self.at(Tok::LBrack) && !self.implied_semicolon() {
                return self.expected("an operator or the end of the statement");
            }
        }
        Ok(PathPart { name, index })
    }
}

fn opposite(probe: Probe) -> Probe {
    match probe {
        Probe::Full => Probe::NotFull,
        Probe::NotFull => Probe::Full,
        Probe::Empty => Probe::NotEmpty,
        Probe::NotEmpty => Probe::Empty,
    }
}
