//! From the syntax tree to the resolved program: names, types, constants, control flow.
//!
//! All errors a user can make beyond syntax are found here, so that the lowering cannot fail on its input.

mod body;
mod declare;
mod expr;
mod flow;
mod property;
mod trace;

use std::collections::{HashMap, HashSet};

pub(crate) use expr::fold;
pub use property::{BUILTIN, builtins};

use kulan_diagnostics::{Diagnostic, Diagnostics, Span, plural};

use crate::ast;
use crate::hir::{self, Program, Scalar, Symbol};

/// Resolves a model. `None` if there were errors.
pub fn resolve(model: &ast::Model, diags: &mut Diagnostics) -> Option<Program> {
    let before = diags.error_count();
    let mut resolver = Resolver::new(diags);
    resolver.model(model);
    if resolver.diags.error_count() == before {
        // Otherwise bodies may be missing.
        resolver.unknown_labels();
    }
    let program = resolver.program;
    if diags.error_count() != before {
        return None;
    }
    crate::lint::warn(model, &program, diags);
    Some(program)
}

/// The kind of a field or variable: a scalar or a structure.
#[derive(Clone, Debug)]
enum Kind {
    Scalar(Scalar),
    Struct(usize),
}

/// A field of a structure, or a declared variable before flattening.
#[derive(Clone, Debug)]
struct Field {
    name: String,
    kind: Kind,
    dim: Option<u32>,
    channel: Option<hir::ChanType>,
    init: Vec<hir::Expr>,
}

struct Resolver<'d> {
    diags: &'d mut Diagnostics,
    program: Program,
    typedefs: HashMap<ast::Name, usize>,
    structs: Vec<Vec<Field>>,
    /// mtype constants: table and value.
    constants: HashMap<ast::Name, (usize, i32)>,
    proctypes: HashMap<ast::Name, usize>,
    globals: HashMap<ast::Name, usize>,
    /// Variables whose declarations are wrong, which was reported.
    failed: HashSet<ast::Name>,
    /// The shape of each global and local, before flattening.
    global_fields: Vec<Field>,
    /// Locals of every process type that is resolved so far, for remote references.
    local_fields: Vec<Vec<Field>>,
    /// Scopes of the body at hand, innermost last; each maps to an index into the locals.
    scopes: Vec<HashMap<ast::Name, usize>>,
    /// The process type at hand.
    current: Option<usize>,
    /// Labels that remote references name: process type and label.
    remote_labels: Vec<(usize, String, Span)>,
    /// Every `run`: the process type and the number of arguments. The type may be declared behind it.
    runs: Vec<(usize, usize, Span)>,
    /// Typed mtype arguments of every `run`: the process type, the parameter, the table of the argument.
    typed_arguments: Vec<(usize, usize, usize, Span)>,
    /// Constant pids in remote references, with the process type that they are said to have, and whether they stand in a
    /// never claim.
    remote_pids: Vec<(usize, i32, Span, bool)>,
    /// In a never claim, not in a formula.
    in_never: bool,
    /// Remote variable references wait until all process types are known.
    in_claim: bool,
    /// Statements are events of a trace assertion.
    in_trace: bool,
    /// The ends of channels that these name.
    trace_scope: Vec<(hir::Direction, hir::VarUse)>,
    /// Whether a constant index out of range or a constant divisor of zero is an error here. Elsewhere it is one only if
    /// the statement is reached.
    strict: bool,
}

impl<'d> Resolver<'d> {
    fn new(diags: &'d mut Diagnostics) -> Self {
        let program = Program { mtypes: vec![hir::MtypeTable::default()], ..Program::default() };
        Resolver {
            diags,
            program,
            typedefs: HashMap::new(),
            structs: Vec::new(),
            constants: HashMap::new(),
            proctypes: HashMap::new(),
            globals: HashMap::new(),
            failed: HashSet::new(),
            global_fields: Vec::new(),
            local_fields: Vec::new(),
            scopes: Vec::new(),
            current: None,
            remote_labels: Vec::new(),
            runs: Vec::new(),
            typed_arguments: Vec::new(),
            remote_pids: Vec::new(),
            in_never: false,
            in_claim: false,
            in_trace: false,
            trace_scope: Vec::new(),
            strict: false,
        }
    }

    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.diags.push(Diagnostic::error(code, span, message));
    }

    fn unsupported(&mut self, span: Span, what: &str, instead: &str) {
        let message = format!("{what} is not supported");
        self.diags.push(Diagnostic::error("unsupported", span, message).help(instead));
    }

    fn model(&mut self, model: &ast::Model) {
        self.declare_proctypes(model);
        for item in &model.items {
            match item {
                ast::Item::Mtype(m) => self.mtype(m),
                ast::Item::Typedef(t) => self.typedef(t),
                ast::Item::Decl(d) => self.global(d),
                _ => {}
            }
        }
        self.collect_remote_labels(model);
        for item in &model.items {
            match item {
                ast::Item::Proctype(p) => self.proctype(p),
                ast::Item::Init(i) => self.init(i),
                ast::Item::C(c) => self.embedded_c_item(c),
                // Behind all process types, which they may speak of, or whose numbers they must not change.
                ast::Item::Never(_) | ast::Item::Ltl(_) | ast::Item::Proposition(_) | ast::Item::Trace(_) => {}
                ast::Item::Mtype(_) | ast::Item::Typedef(_) | ast::Item::Decl(_) => {}
            }
        }
        self.check_runs();
        for item in &model.items {
            if let ast::Item::Trace(t) = item {
                self.trace(t);
            }
        }
        self.properties(model);
        self.check_pids();
        if self.program.initial.is_empty() && !self.diags.has_errors() {
            self.diags.push(Diagnostic::global_error(
                "no-process",
                "the model has no process: no init and no active proctype",
            ));
        }
    }

    /// Labels that remote references name and their process types lack: a test of one would be false, without a word.
    fn unknown_labels(&mut self) {
        for (proctype, label, span) in std::mem::take(&mut self.remote_labels) {
            let proctype = &self.program.proctypes[proctype];
            if proctype.labels.iter().any(|(known, _)| *known == label) {
                continue;
            }
            if proctype.unreachable_labels.contains(&label) {
                let message = format!("no process is ever at label `{label}`");
                let d = Diagnostic::warning("unreachable", span, message);
                let help = "a label on the first statement of an option belongs before the `if` or `do`";
                self.diags.push(d.help(help));
                continue;
            }
            let message = format!("proctype `{}` has no label `{label}`", proctype.name);
            let mut d = Diagnostic::error("unknown-label", span, message);
            let known = proctype.states.iter().flat_map(|s| &s.labels);
            if let Some(near) = kulan_diagnostics::nearest(&label, known.map(String::as_str)) {
                d = d.help(format!("did you mean `{near}`?"));
            }
            self.diags.push(d);
        }
    }

    /// Every `run` has an argument for each parameter, of its type.
    fn check_runs(&mut self) {
        for (proctype, given, span) in std::mem::take(&mut self.runs) {
            let Some(target) = self.program.proctypes.get(proctype) else { continue };
            let leaves: usize = target.locals[..target.params].iter().map(|p| p.leaves.len()).sum();
            if given != leaves {
                let name = target.name.clone();
                let (wanted, given) = (plural(leaves, "argument"), plural(given, "argument"));
                let message = format!("proctype `{name}` takes {wanted}, but gets {given} here");
                self.error("arguments", span, message);
            }
        }
        for (proctype, parameter, table, span) in std::mem::take(&mut self.typed_arguments) {
            let Some(target) = self.program.proctypes.get(proctype) else { continue };
            let leaves = target.locals[..target.params].iter().flat_map(|p| &p.leaves);
            if let Some(Scalar::Mtype(wanted)) = leaves.map(|l| l.scalar).nth(parameter) {
                self.same_mtype(wanted, table, span);
            }
        }
    }

    /// A process that a remote reference names can exist: where no `run` stands, those at the start are all.
    fn check_pids(&mut self) {
        let known = !self.program.creates_processes();
        for (proctype, pid, span, in_never) in std::mem::take(&mut self.remote_pids) {
            let slot = usize::try_from(pid).ok().filter(|&slot| slot < hir::MAX_PROCESSES);
            let there = slot.and_then(|slot| self.program.initial.get(slot)).copied();
            if there == Some(proctype) || (!known && slot.is_some()) {
                continue;
            }
            let name = self.program.proctypes.get(proctype).map_or("", |p| &p.name);
            let pids: Vec<String> = self
                .program
                .initial
                .iter()
                .enumerate()
                .filter(|(_, t)| **t == proctype)
                .map(|(pid, _)| pid.to_string())
                .collect();
            let message = format!("no process of type `{name}` has pid {pid}");
            // Never claims that were written for older versions of SPIN, where the claim itself had a pid, are many.
            let mut d = match in_never {
                true => Diagnostic::warning("unknown-process", span, message),
                false => Diagnostic::error("unknown-process", span, message),
            };
            if !pids.is_empty() {
                d = d.help(format!("those of type `{name}` are {}", pids.join(", ")));
            }
            self.diags.push(d);
        }
    }

    /// A variable of a named mtype takes values of that mtype only.
    fn same_mtype(&mut self, wanted: usize, given: usize, span: Span) {
        let name = |table: usize| match &self.program.mtypes[table].name {
            Some(name) => format!("mtype:{name}"),
            None => "mtype".into(),
        };
        if wanted != given && self.program.mtypes[wanted].name.is_some() {
            let message = format!("this must be of type {}, but is of type {}", name(wanted), name(given));
            self.error("type", span, message);
        }
    }

    /// Process types are known before anything else, because `run` may name a later one.
    fn declare_proctypes(&mut self, model: &ast::Model) {
        let mut count = 0;
        for item in &model.items {
            match item {
                ast::Item::Proctype(p) => {
                    if self.proctypes.insert(p.name.name.clone(), count).is_some() {
                        self.error("duplicate", p.name.span, format!("proctype `{}` is declared twice", p.name.name));
                    }
                    count += 1;
                }
                ast::Item::Init(i) => {
                    if self.proctypes.insert(":init:".into(), count).is_some() {
                        self.error("duplicate", i.span, "there is already an init");
                    }
                    count += 1;
                }
                _ => {}
            }
        }
    }

    fn embedded_c(&mut self, keyword: &ast::Ident) {
        self.unsupported(
            keyword.span,
            &format!("embedded C (`{}`)", keyword.name),
            "express it in PROMELA; Kulan runs no foreign code",
        );
    }

    fn embedded_c_item(&mut self, item: &ast::CItem) {
        match item {
            ast::CItem::Code(code) => self.embedded_c(&code.keyword),
            ast::CItem::State { keyword, .. } => self.embedded_c(keyword),
        }
    }

    fn lookup(&self, name: &ast::Name) -> Option<Symbol> {
        let local = self.scopes.iter().rev().find_map(|scope| scope.get(name).copied());
        local.map(Symbol::Local).or_else(|| self.globals.get(name).copied().map(Symbol::Global))
    }

    fn field(&self, symbol: Symbol, proctype: Option<usize>) -> &Field {
        match symbol {
            Symbol::Global(i) => &self.global_fields[i],
            Symbol::Local(i) => &self.local_fields[proctype.expect("a local has a process type")][i],
        }
    }
}
