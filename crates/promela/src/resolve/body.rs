//! Statements to control elements.
//!
//! SPIN's verifier counts a state per *element* at which a process can stand, so the elements are laid out as SPIN lays
//! them out: one per basic statement, one per selection, loop and block, an end marker behind each selection, an entry
//! and an exit marker around each loop. [`super::flow`] turns the elements into an automaton.

use kulan_diagnostics::{Diagnostic, Span};

use super::Resolver;
use super::flow::{self, ATOMIC, DETERMINISTIC, Element, LAST_OF_ATOMIC, Node, Seq};
use crate::ast::{self, BinaryOp, StmtKind};
use crate::hir::{Action, Expr, ExprKind, Pattern, Scalar, VarUse};
use crate::print::stmt_text;

/// A sequence being built.
#[derive(Default)]
struct Open {
    first: Option<usize>,
    last: usize,
}

/// What building a body needs beyond the resolver.
pub(super) struct Body {
    pub elements: Vec<Element>,
    pub labels: Vec<Label>,
    open: Vec<Open>,
    /// Break targets: each loop has one, known once the loop is closed.
    breaks: Vec<Option<usize>>,
    loops: Vec<usize>,
    /// The scope path, as SPIN's label lookup wants it.
    scope: Vec<u32>,
    next_scope: u32,
    /// Whether a declaration here still belongs to the creation of the process.
    at_start: bool,
    /// Labels that remote references name.
    remote: Vec<String>,
    /// How many inlines are open.
    inlines: usize,
}

/// A label with the scope it stands in.
pub(super) struct Label {
    pub name: String,
    pub element: usize,
    pub scope: Vec<u32>,
}

/// A bound of a loop, with its text.
struct Bound {
    value: Expr,
    text: String,
}

impl Bound {
    fn number(n: i32, span: Span) -> Bound {
        Bound { value: Expr { kind: ExprKind::Const(n), span }, text: n.to_string() }
    }
}

/// Where a jump goes: a label as seen from a scope, or a loop's exit.
#[derive(Clone, Debug)]
pub(super) enum Jump {
    Label(String, Vec<u32>, Span),
    Break(usize),
}

impl Body {
    fn element(&mut self, node: Node, text: String, span: Span) -> usize {
        self.elements.push(Element { node, next: None, status: 0, escapes: Vec::new(), text, span });
        self.elements.len() - 1
    }

    fn open(&mut self) {
        self.open.push(Open::default());
        self.at_start = false;
    }

    fn append(&mut self, element: usize) {
        if let Node::Jump(_) = self.elements[element].node
            && let Some(label) = self.labels.iter().position(|l| l.element == element && self.keeps_jump(&l.name))
        {
            // A jump is no state of its own; what a label marks must be one.
            let span = self.elements[element].span;
            let skip = self.element(Node::Basic(Action::Skip), "skip".into(), span);
            self.labels[label].element = skip;
            self.append(skip);
        }
        let open = self.open.last_mut().expect("a sequence is open");
        match open.first {
            None => open.first = Some(element),
            Some(_) => self.elements[open.last].next = Some(element),
        }
        open.last = element;
    }

    fn keeps_jump(&self, label: &str) -> bool {
        ["end", "accept", "progress"].iter().any(|p| label.starts_with(p)) || self.remote.iter().any(|r| r == label)
    }

    fn close(&mut self) -> Option<Seq> {
        let open = self.open.pop().expect("a sequence is open");
        open.first.map(|first| Seq { first, last: open.last, extent: open.last })
    }

    /// Adds the end marker to a sequence that is already closed.
    fn extend(&mut self, seq: &mut Seq, element: usize) {
        self.elements[seq.last].next = Some(element);
        seq.last = element;
    }

    /// The break target of a loop, once it is closed.
    pub(super) fn break_target(&self, number: usize) -> usize {
        self.breaks[number].expect("loops are closed before their flow is read")
    }

    /// The label a jump means: in its own scope, else in an enclosing one, else anywhere.
    pub(super) fn find_label(&self, name: &str, scope: &[u32]) -> Option<usize> {
        let mut best = None;
        for label in self.labels.iter().rev().filter(|l| l.name == name) {
            if label.scope == scope {
                return Some(label.element);
            }
            if scope.starts_with(&label.scope) || best.is_none() {
                best = Some(label.element);
            }
        }
        best
    }
}

impl Resolver<'_> {
    pub(super) fn collect_remote_labels(&mut self, model: &ast::Model) {
        let mut found = Vec::new();
        crate::visit::each_expr(model, &mut |e| {
            if let ast::ExprKind::RemoteLabel(r) = &e.kind {
                found.push((r.proc.name.clone(), r.label.name.to_string(), r.label.span));
            }
        });
        for (proc, label, span) in found {
            if let Some(&index) = self.proctypes.get(&proc) {
                self.remote_labels.push((index, label, span));
            }
        }
    }

    pub(super) fn body(&mut self, sequence: &ast::Sequence) {
        let current = self.current.expect("inside a process type");
        let remote = self.remote_labels.iter().filter(|r| r.0 == current).map(|r| r.1.clone()).collect();
        let mut body = Body {
            elements: Vec::new(),
            labels: Vec::new(),
            open: vec![Open::default()],
            breaks: Vec::new(),
            loops: Vec::new(),
            scope: Vec::new(),
            next_scope: 0,
            at_start: true,
            remote,
            inlines: 0,
        };
        self.steps(&mut body, sequence);
        let end_span = sequence.span.shrink_to_end();
        let end = body.element(Node::Basic(Action::End), "-end-".into(), end_span);
        body.append(end);
        let Some(whole) = body.close() else { return };
        if self.check_labels(&body) {
            let automaton = flow::automaton(&mut body, whole.first, end);
            for (span, what) in automaton.bad_steps {
                self.error("d-step", span, format!("{what} is not possible: a d_step is one step of its process"));
            }
            let proctype = &mut self.program.proctypes[current];
            proctype.states = automaton.states;
            proctype.labels = automaton.labels;
            proctype.unreachable_labels = automaton.unreachable_labels;
            proctype.unreachable = automaton.unreachable;
        }
    }

    /// Every jump has a target, every label is declared once per scope.
    fn check_labels(&mut self, body: &Body) -> bool {
        let mut fine = true;
        for element in &body.elements {
            if let Node::Jump(Jump::Label(name, scope, span)) = &element.node
                && body.find_label(name, scope).is_none()
            {
                self.error("unknown-label", *span, format!("there is no label `{name}`"));
                fine = false;
            }
        }
        for (i, label) in body.labels.iter().enumerate() {
            if body.labels[..i].iter().any(|l| l.name == label.name && l.scope == label.scope) {
                let span = body.elements[label.element].span;
                self.error("duplicate", span, format!("label `{}` is declared twice", label.name));
                fine = false;
            }
        }
        fine
    }

    fn steps(&mut self, body: &mut Body, sequence: &ast::Sequence) {
        if sequence.braces {
            self.scopes.push(Default::default());
            body.next_scope += 1;
            body.scope.push(body.next_scope);
        }
        for step in &sequence.steps {
            match step {
                ast::Step::Decl(decl) => self.declaration(body, decl),
                ast::Step::Exclusive(x) => {
                    for chan in &x.chans {
                        self.channel(chan);
                    }
                }
                ast::Step::Stmt(stmt) => self.statement(body, stmt),
            }
        }
        if sequence.braces {
            self.scopes.pop();
            body.scope.pop();
        }
    }

    /// Behind the first statement a declaration is a step that sets the variable, as in SPIN.
    fn declaration(&mut self, body: &mut Body, decl: &ast::Decl) {
        for d in &decl.vars {
            let at_start = body.at_start;
            let Some(index) = self.local(decl, d, at_start) else { continue };
            if at_start || matches!(d.init, Some(ast::Initializer::Chan(_))) {
                continue;
            }
            let current = self.current.expect("in a body");
            let variable = &self.program.proctypes[current].locals[index];
            let is_struct = variable.leaves.len() != 1 || !variable.leaves[0].suffix.is_empty();
            let zero = Expr { kind: ExprKind::Const(0), span: d.span };
            let value = match &d.init {
                Some(ast::Initializer::Expr(e)) => self.value(e),
                Some(ast::Initializer::List(_, span)) => {
                    self.error(
                        "initialiser",
                        *span,
                        "an array list cannot initialise a variable behind the first statement",
                    );
                    None
                }
                _ => Some(zero.clone()),
            };
            let Some(value) = value else { continue };
            let action = if is_struct {
                Action::Skip
            } else {
                let dims = self.program.proctypes[current].locals[index].leaves[0].dims.len();
                let indices = vec![zero; dims];
                let symbol = crate::hir::Symbol::Local(index);
                Action::Assign(VarUse { symbol, leaf: 0, indices, span: d.span }, value)
            };
            let text = match &d.init {
                Some(ast::Initializer::Expr(e)) => format!("{} = {}", d.name.name, crate::print::expr_text(e)),
                _ => format!("{} = 0", d.name.name),
            };
            let element = body.element(Node::Basic(action), text, d.span);
            body.append(element);
        }
    }

    /// Adds a statement with its labels to the open sequence.
    fn statement(&mut self, body: &mut Body, stmt: &ast::Stmt) {
        let scope = body.scope.clone();
        if let Some((element, append)) = self.element(body, stmt) {
            for label in &stmt.labels {
                body.labels.push(Label { name: label.name.to_string(), element, scope: scope.clone() });
            }
            if append {
                body.append(element);
            }
        }
        body.at_start = false;
    }

    /// The element a label of this statement marks, and whether it is still to be appended.
    fn element(&mut self, body: &mut Body, stmt: &ast::Stmt) -> Option<(usize, bool)> {
        let node = match &stmt.kind {
            StmtKind::If(options) => {
                let seqs = self.options(body, options);
                return Some((self.selection(body, seqs, false, stmt.span), false));
            }
            StmtKind::Do(options) => {
                self.open_loop(body);
                let seqs = self.options(body, options);
                return Some((self.selection(body, seqs, true, stmt.span), false));
            }
            StmtKind::For(l) => return Some((self.for_loop(body, l, stmt.span)?, false)),
            StmtKind::Select { var, from, to, plain } => {
                let values = if *plain && body.inlines == 0 { few_values(var, from, to) } else { None };
                let element = match values {
                    Some(values) => self.select_one_of(body, var, values, stmt.span)?,
                    None => self.select(body, var, from, to, stmt.span)?,
                };
                return Some((element, false));
            }
            StmtKind::Unless { main, escape } => return self.unless(body, main, escape, stmt.span).map(|e| (e, false)),
            StmtKind::Atomic(s) => {
                let seq = self.block(body, s)?;
                flow::make_atomic(&mut body.elements, &seq, 0);
                Node::Atomic(seq)
            }
            StmtKind::DStep(s) => {
                let seq = self.block(body, s)?;
                flow::make_atomic(&mut body.elements, &seq, DETERMINISTIC);
                Node::DStep(seq)
            }
            StmtKind::Block(s) => Node::Block(self.block(body, s)?),
            StmtKind::Inline(call) => Node::Block(self.inline(body, call)?),
            StmtKind::Break => {
                let Some(&number) = body.loops.last() else {
                    self.error("break", stmt.span, "`break` outside of a loop");
                    return None;
                };
                Node::Jump(Jump::Break(number))
            }
            StmtKind::Goto(label) => Node::Jump(Jump::Label(label.name.to_string(), body.scope.clone(), label.span)),
            _ => Node::Basic(self.action(stmt)?),
        };
        Some((body.element(node, stmt_text(stmt), stmt.span), true))
    }

    /// Nothing is left of a statement that is wrong, either.
    fn empty(&mut self, span: Span, message: &str) {
        if !self.diags.has_errors() {
            self.error("empty", span, message);
        }
    }

    fn block(&mut self, body: &mut Body, s: &ast::Sequence) -> Option<Seq> {
        body.open();
        self.steps(body, s);
        let seq = body.close();
        if seq.is_none() {
            self.empty(s.span, "a block must have at least one statement");
        }
        seq
    }

    fn inline(&mut self, body: &mut Body, call: &ast::InlineCall) -> Option<Seq> {
        body.inlines += 1;
        let seq = self.block(body, &call.body);
        body.inlines -= 1;
        seq
    }

    fn options(&mut self, body: &mut Body, options: &[ast::Sequence]) -> Vec<Seq> {
        let mut seqs: Vec<Seq> = options.iter().filter_map(|o| self.block(body, o)).collect();
        for seq in &mut seqs {
            flow::prune_skips(body, seq);
        }
        seqs
    }

    fn open_loop(&mut self, body: &mut Body) {
        body.loops.push(body.breaks.len());
        body.breaks.push(None);
    }

    /// `if` or `do` over sequences that are closed.
    fn selection(&mut self, body: &mut Body, mut options: Vec<Seq>, is_loop: bool, span: Span) -> usize {
        let is_else = |body: &Body, s: &Seq| matches!(body.elements[s.first].node, Node::Basic(Action::Else));
        if options.iter().filter(|s| is_else(body, s)).count() > 1 {
            self.error("duplicate", span, "more than one `else` in one selection");
        }
        if options.iter().any(|s| is_else(body, s))
            && options.iter().any(|s| {
                matches!(body.elements[s.first].node, Node::Basic(Action::Send { .. } | Action::Receive { .. }))
            })
        {
            let d = Diagnostic::warning(
                "else-io",
                span,
                "`else` beside a send or receive: it does not see a waiting rendezvous partner",
            )
            .note("as in SPIN, `else` counts only what this process could do on its own");
            self.diags.push(d);
        }
        options.sort_by_key(|s| is_else(body, s));
        let marker = body.element(Node::Marker, String::new(), span);
        for option in &mut options {
            body.extend(option, marker);
        }
        let element = body.element(Node::Select(options), String::new(), span);
        if is_loop {
            let exit = body.element(Node::Marker, String::new(), span);
            let number = body.loops.pop().expect("the loop was opened");
            body.breaks[number] = Some(exit);
            body.append(marker);
            body.append(element);
            body.append(exit);
        } else {
            body.append(element);
            body.append(marker);
        }
        element
    }

    fn basic(&mut self, body: &mut Body, action: Action, text: String, span: Span) {
        let element = body.element(Node::Basic(action), text, span);
        body.append(element);
    }

    fn for_loop(&mut self, body: &mut Body, l: &ast::For, span: Span) -> Option<usize> {
        self.open_loop(body);
        let counter = match &l.range {
            ast::ForRange::Range { from, to } => {
                let var = self.counter(&l.var)?;
                let (from, to) = self.range(from, to)?;
                self.count_from(body, &var, from, BinaryOp::Le, to, span);
                var
            }
            ast::ForRange::In(over) => self.for_in(body, &l.var, over, span)?,
        };
        self.steps(body, &l.body);
        Some(self.close_count(body, counter, true, span))
    }

    fn counter(&mut self, var: &ast::VarRef) -> Option<VarUse> {
        let var = self.scalar_use(var)?;
        if self.scalar_type(&var) == Scalar::Chan {
            self.error("type", var.span, "a channel cannot count");
            return None;
        }
        Some(var)
    }

    fn bound(&mut self, e: &ast::Expr) -> Option<Bound> {
        Some(Bound { value: self.value(e)?, text: crate::print::expr_text(e) })
    }

    /// The bounds of a range, which must not be empty where they are constants.
    fn range(&mut self, from: &ast::Expr, to: &ast::Expr) -> Option<(Bound, Bound)> {
        let span = from.span.to(to.span);
        let (from, to) = (self.bound(from), self.bound(to));
        let (from, to) = (from?, to?);
        if let (Some(first), Some(last)) = (super::expr::fold(&from.value), super::expr::fold(&to.value))
            && first > last
        {
            self.error("range", span, format!("the range from {first} to {last} is empty"));
        }
        Some((from, to))
    }

    /// `x = from`, then an open option that begins with `x < to` or `x <= to`.
    fn count_from(&mut self, body: &mut Body, var: &VarUse, from: Bound, op: BinaryOp, to: Bound, span: Span) {
        let text = self.counter_text(var, &format!(" = {}", from.text));
        self.basic(body, Action::Assign(var.clone(), from.value), text, span);
        body.open();
        let read = Expr { kind: ExprKind::Var(var.clone()), span };
        let condition = Expr { kind: ExprKind::Binary(op, Box::new(read), Box::new(to.value)), span };
        let text = self.counter_text(var, &format!(" {} {}", op.text(), to.text));
        self.basic(body, Action::Condition(condition), text, span);
    }

    fn counter_text(&self, var: &VarUse, rest: &str) -> String {
        let name = match var.symbol {
            crate::hir::Symbol::Global(i) => &self.program.globals[i].name,
            crate::hir::Symbol::Local(i) => &self.program.proctypes[self.current.expect("in a body")].locals[i].name,
        };
        format!("{name}{rest}")
    }

    /// The increment, the other option, and the loop around both.
    fn close_count(&mut self, body: &mut Body, var: VarUse, with_else: bool, span: Span) -> usize {
        let one = Expr { kind: ExprKind::Const(1), span };
        let read = Expr { kind: ExprKind::Var(var.clone()), span };
        let sum = Expr { kind: ExprKind::Binary(BinaryOp::Add, Box::new(read), Box::new(one)), span };
        let text = self.counter_text(&var, "++");
        self.basic(body, Action::Assign(var, sum), text, span);
        let main = body.close().expect("the option has a condition");
        body.open();
        if with_else {
            self.basic(body, Action::Else, "else".into(), span);
        }
        let number = *body.loops.last().expect("the loop is open");
        let leave = body.element(Node::Jump(Jump::Break(number)), "break".into(), span);
        body.append(leave);
        let other = body.close().expect("the option has a jump");
        self.selection(body, vec![other, main], true, span)
    }

    /// `for (x in array)` counts indices; `for (m in channel)` rotates the channel.
    fn for_in(&mut self, body: &mut Body, var: &ast::VarRef, over: &ast::VarRef, span: Span) -> Option<VarUse> {
        let is_channel = self.is_channel_variable(over);
        if !is_channel {
            let len = self.array_len(over)?;
            let counter = self.counter(var)?;
            let last = len as i32 - 1;
            self.count_from(body, &counter, Bound::number(0, span), BinaryOp::Le, Bound::number(last, span), span);
            return Some(counter);
        }
        let chan = self.channel(over)?;
        self.check_message(var, over)?;
        let patterns = self.patterns(&[ast::RecvArg::Ref(var.clone())])?;
        let as_args: Vec<Expr> = patterns
            .iter()
            .filter_map(|p| match p {
                Pattern::Store(v) => Some(Expr { kind: ExprKind::Var(v.clone()), span }),
                _ => None,
            })
            .collect();
        let counter = self.hidden_counter(span);
        let name = over.head().name.to_string();
        let limit = Bound { value: Expr { kind: ExprKind::Len(chan.clone()), span }, text: format!("len({name})") };
        self.count_from(body, &counter, Bound::number(0, span), BinaryOp::Lt, limit, span);
        let receive = Action::Receive { chan: chan.clone(), random: false, copy: false, args: patterns };
        self.basic(body, receive, format!("{name}?{}", var.head().name), span);
        let send = Action::Send { chan, sorted: false, args: as_args };
        self.basic(body, send, format!("{name}!{}", var.head().name), span);
        Some(counter)
    }

    /// `for (m in c)` needs a structure that has the fields of the channel's messages.
    fn check_message(&mut self, var: &ast::VarRef, over: &ast::VarRef) -> Option<()> {
        let symbol = self.lookup(&over.head().name)?;
        let fields = self.field(symbol, self.current).channel.as_ref().map(|c| c.fields.clone());
        let structure = self.lookup(&var.head().name).and_then(|s| match self.field(s, self.current).kind {
            super::Kind::Struct(index) => Some(self.message_fields(index)),
            super::Kind::Scalar(_) => None,
        });
        let Some(structure) = structure else {
            let message = "a loop over the messages of a channel needs a variable of a structured type";
            self.diags.push(Diagnostic::error("type", var.span, message).help("declare it with a `typedef`"));
            return None;
        };
        if fields.is_some_and(|fields| fields != structure) {
            self.error("type", var.span, "this structure has other fields than the messages of the channel");
        }
        Some(())
    }

    fn is_channel_variable(&self, r: &ast::VarRef) -> bool {
        let Some(symbol) = self.lookup(&r.head().name) else { return false };
        let field = self.field(symbol, self.current);
        matches!(field.kind, super::Kind::Scalar(Scalar::Chan)) && (field.dim.is_none() || r.as_ident().is_none())
    }

    fn array_len(&mut self, r: &ast::VarRef) -> Option<u32> {
        let symbol = self.lookup(&r.head().name);
        let dim = symbol.and_then(|s| self.field(s, self.current).dim);
        if dim.is_none() {
            self.error("type", r.span, "`for (x in a)` needs an array or a channel");
        }
        dim
    }

    /// The counter of `for (m in channel)`, which the user does not see. As in SPIN, the loops of a scope share one.
    fn hidden_counter(&mut self, span: Span) -> VarUse {
        let current = self.current.expect("in a body");
        let next = self.local_fields[current].len();
        let scope = self.scopes.last_mut().expect("a body has a scope");
        // A name that no variable can have.
        let index = *scope.entry(ast::Name("for".into())).or_insert(next);
        let used = VarUse { symbol: crate::hir::Symbol::Local(index), leaf: 0, indices: Vec::new(), span };
        if index < next {
            return used;
        }
        let leaf = crate::hir::Leaf {
            suffix: String::new(),
            scalar: Scalar::Byte,
            dims: Vec::new(),
            channel: None,
            init: Vec::new(),
        };
        let name = format!("_for{index}");
        let variable = crate::hir::Variable { name: name.clone(), leaves: vec![leaf], hidden: false, span };
        self.program.proctypes[current].locals.push(variable);
        self.local_fields[current].push(super::Field {
            name,
            kind: super::Kind::Scalar(Scalar::Byte),
            dim: None,
            channel: None,
            init: Vec::new(),
        });
        used
    }

    fn select(
        &mut self,
        body: &mut Body,
        var: &ast::VarRef,
        from: &ast::Expr,
        to: &ast::Expr,
        span: Span,
    ) -> Option<usize> {
        let var = self.counter(var)?;
        let (from, to) = self.range(from, to)?;
        self.open_loop(body);
        self.count_from(body, &var, from, BinaryOp::Lt, to, span);
        Some(self.close_count(body, var, false, span))
    }

    /// `select` between few values is an `if` with an assignment for each.
    fn select_one_of(
        &mut self,
        body: &mut Body,
        var: &ast::VarRef,
        values: std::ops::RangeInclusive<i32>,
        span: Span,
    ) -> Option<usize> {
        let var = self.counter(var)?;
        let options = values.map(|n| {
            body.open();
            let value = Expr { kind: ExprKind::Const(n), span };
            let text = self.counter_text(&var, &format!(" = {n}"));
            self.basic(body, Action::Assign(var.clone(), value), text, span);
            body.close().expect("the option has an assignment")
        });
        let options = options.collect();
        Some(self.selection(body, options, false, span))
    }

    fn unless(&mut self, body: &mut Body, main: &ast::Stmt, escape: &ast::Stmt, span: Span) -> Option<usize> {
        let main = self.unless_part(body, main);
        let escape = self.unless_part(body, escape);
        let (mut main, mut escape) = (main?, escape?);
        let marker = body.element(Node::Marker, String::new(), span);
        body.extend(&mut main, marker);
        body.extend(&mut escape, marker);
        flow::attach_escape(&mut body.elements, &main, &escape);
        let element = body.element(Node::Unless(main, escape), String::new(), span);
        body.append(element);
        body.append(marker);
        Some(element)
    }

    fn unless_part(&mut self, body: &mut Body, stmt: &ast::Stmt) -> Option<Seq> {
        if stmt.labels.is_empty() {
            match &stmt.kind {
                StmtKind::Block(s) => return self.block(body, s),
                StmtKind::Inline(call) => return self.inline(body, call),
                _ => {}
            }
        }
        body.open();
        self.statement(body, stmt);
        let seq = body.close();
        if seq.is_none() {
            self.empty(stmt.span, "a statement is missing");
        }
        seq
    }

    /// A statement that is one step.
    fn action(&mut self, stmt: &ast::Stmt) -> Option<Action> {
        if self.in_trace {
            return self.event(stmt);
        }
        Some(match &stmt.kind {
            StmtKind::Assign { target, value } => return self.assignment(target, value),
            StmtKind::Increment(v) => self.count(v, BinaryOp::Add, stmt.span)?,
            StmtKind::Decrement(v) => self.count(v, BinaryOp::Sub, stmt.span)?,
            StmtKind::Send(s) => {
                let chan = self.channel(&s.chan)?;
                Action::Send { chan, sorted: s.sorted, args: self.arguments(&s.args)? }
            }
            StmtKind::Receive(r) => {
                let chan = self.channel(&r.chan)?;
                Action::Receive { chan, random: r.random, copy: r.copy, args: self.receive_patterns(&r.args)? }
            }
            StmtKind::Expr(e) => match &e.kind {
                ast::ExprKind::Skip => Action::Skip,
                ast::ExprKind::Run(run) => Action::Run(None, self.run(run, e.span)?),
                _ => {
                    let value = self.value(e)?;
                    // `true` and `1` are skip.
                    if super::expr::fold(&value) == Some(1) { Action::Skip } else { Action::Condition(value) }
                }
            },
            StmtKind::Else => Action::Else,
            StmtKind::Assert(e) => Action::Assert(self.value(e)?, crate::print::expr_text(e)),
            StmtKind::Printf { format, args } => {
                let args = args.iter().filter_map(|arg| self.value(arg)).collect();
                Action::Print(format.text.to_string(), args)
            }
            StmtKind::Printm(e) => Action::Print("%e".into(), self.value(e).into_iter().collect()),
            StmtKind::SetPriority(p, n) => {
                self.program.uses_priority = true;
                let (p, n) = (self.value(p), self.value(n));
                Action::SetPriority(p?, n?)
            }
            StmtKind::C(code) => {
                self.embedded_c(&code.keyword);
                return None;
            }
            _ => unreachable!("compound statements are handled by `element`"),
        })
    }

    fn assignment(&mut self, target: &ast::VarRef, value: &ast::Expr) -> Option<Action> {
        if let Some(ident) = target.as_ident()
            && self.lookup(&ident.name).is_none()
        {
            match &*ident.name {
                "_" => return self.value(value).map(Action::Evaluate),
                "_priority" => {
                    self.program.uses_priority = true;
                    let own = Expr { kind: ExprKind::Pid, span: ident.span };
                    return Some(Action::SetPriority(own, self.value(value)?));
                }
                "_pid" | "_nr_pr" | "_last" => {
                    self.error("read-only", ident.span, format!("`{}` cannot be assigned", ident.name));
                    return None;
                }
                _ => {}
            }
        }
        let var = self.scalar_use(target)?;
        if let ast::ExprKind::Run(run) = &value.kind {
            return Some(Action::Run(Some(var), self.run(run, value.span)?));
        }
        if let (Scalar::Mtype(wanted), Some(given)) = (self.scalar_type(&var), self.mtype_of(value)) {
            self.same_mtype(wanted, given, value.span);
        }
        let value = self.value(value)?;
        // Zero is no channel yet, as at the start.
        if let (Scalar::Chan, ExprKind::Const(1..)) = (self.scalar_type(&var), &value.kind) {
            self.error("type", value.span, "a number is no channel");
        }
        Some(Action::Assign(var, value))
    }

    fn count(&mut self, v: &ast::VarRef, op: BinaryOp, span: Span) -> Option<Action> {
        let var = self.counter(v)?;
        let one = Expr { kind: ExprKind::Const(1), span };
        let read = Expr { kind: ExprKind::Var(var.clone()), span };
        Some(Action::Assign(var, Expr { kind: ExprKind::Binary(op, Box::new(read), Box::new(one)), span }))
    }
}

/// The values of a `select` that SPIN's lexer expands: its name has only letters and digits, and they are at most 33.
fn few_values(var: &ast::VarRef, from: &ast::Expr, to: &ast::Expr) -> Option<std::ops::RangeInclusive<i32>> {
    let (ast::ExprKind::Number(from), ast::ExprKind::Number(to)) = (&from.kind, &to.kind) else { return None };
    let plain = var.as_ident()?.name.chars().all(|c| c.is_ascii_alphanumeric());
    (plain && (0..=32).contains(&(to - from))).then_some(*from..=*to)
}

/// For [`flow`]: the marks of an element's status.
pub(super) const ANY_ATOMIC: u8 = ATOMIC | LAST_OF_ATOMIC;
