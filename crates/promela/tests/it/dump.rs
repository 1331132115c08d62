//! The tree as indented text: one line for each item, step and option.

use std::fmt::Write;

use kulan_promela::ast::*;
use kulan_promela::{expr_text, formula_text, stmt_text, var_text};

pub fn model(model: &Model) -> String {
    let mut dump = Dump::default();
    model.items.iter().for_each(|item| dump.item(item));
    dump.out
}

#[derive(Default)]
struct Dump {
    out: String,
    indent: usize,
}

impl Dump {
    fn line(&mut self, text: impl AsRef<str>) {
        let _ = writeln!(self.out, "{:width$}{}", "", text.as_ref(), width = 2 * self.indent);
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Decl(decl) => self.line(decl_text(decl)),
            Item::Mtype(decl) => {
                let names: Vec<_> = decl.names.iter().map(|name| name.name.as_str()).collect();
                self.line(format!("mtype{} = {{{}}}", subtype(&decl.subtype), names.join(" ")));
            }
            Item::Typedef(def) => {
                self.line(format!("typedef {}", def.name.name));
                self.indented(|dump| def.fields.iter().for_each(|field| dump.line(decl_text(field))));
            }
            Item::Proctype(proc) => self.body(&proctype_text(proc), &proc.body),
            Item::Init(init) => self.body(&format!("init{}", priority(&init.priority)), &init.body),
            Item::Never(never) => self.body(&format!("never {}", name(&never.name)), &never.body),
            Item::Trace(trace) => self.body(if trace.negated { "notrace" } else { "trace" }, &trace.body),
            Item::Proposition(formula) => self.line(format!("proposition {}", formula_text(formula))),
            Item::Ltl(ltl) => self.line(format!("ltl {} {}", name(&ltl.name), formula_text(&ltl.formula))),
            Item::C(CItem::Code(code)) => self.line(&*code.keyword.name),
            Item::C(CItem::State { keyword, strings, .. }) => {
                self.line(format!("{} with {} strings", keyword.name, strings.len()));
            }
        }
    }

    fn indented(&mut self, f: impl FnOnce(&mut Self)) {
        self.indent += 1;
        f(self);
        self.indent -= 1;
    }

    fn body(&mut self, head: &str, body: &Sequence) {
        self.line(head);
        self.sequence(body);
    }

    fn sequence(&mut self, sequence: &Sequence) {
        self.indented(|dump| sequence.steps.iter().for_each(|step| dump.step(step)));
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Decl(decl) => self.line(decl_text(decl)),
            Step::Exclusive(exclusive) => {
                let chans: Vec<_> = exclusive.chans.iter().map(var_text).collect();
                self.line(format!("{} {}", if exclusive.receive { "xr" } else { "xs" }, chans.join(",")));
            }
            Step::Stmt(stmt) => self.stmt(stmt),
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let labels: String = stmt.labels.iter().map(|label| format!("{}: ", label.name)).collect();
        match &stmt.kind {
            StmtKind::Unless { main, escape } => {
                self.line(format!("{labels}unless"));
                self.indented(|dump| [main, escape].iter().for_each(|part| dump.stmt(part)));
            }
            _ => self.line(format!("{labels}{}", stmt_text(stmt))),
        }
        self.parts(&stmt.kind);
    }

    fn parts(&mut self, kind: &StmtKind) {
        match kind {
            StmtKind::If(options) | StmtKind::Do(options) => options.iter().for_each(|option| {
                self.line("::");
                self.sequence(option);
            }),
            StmtKind::Atomic(body) | StmtKind::DStep(body) | StmtKind::Block(body) => self.sequence(body),
            StmtKind::For(each) => self.sequence(&each.body),
            StmtKind::Inline(call) => self.sequence(&call.body),
            _ => {}
        }
    }
}

fn name(name: &Option<Ident>) -> &str {
    name.as_ref().map_or("(no name)", |name| &name.name)
}

fn subtype(subtype: &Option<Ident>) -> String {
    subtype.as_ref().map_or(String::new(), |name| format!(":{}", name.name))
}

fn priority(priority: &Option<Expr>) -> String {
    priority.as_ref().map_or(String::new(), |value| format!(" priority {}", expr_text(value)))
}

fn proctype_text(proc: &Proctype) -> String {
    let active = match &proc.active {
        None => String::new(),
        Some(Active { count: None, .. }) => "active ".to_owned(),
        Some(Active { count: Some(count), .. }) => format!("active [{}] ", expr_text(count)),
    };
    let word = if proc.deterministic { "D_proctype" } else { "proctype" };
    let params: Vec<_> = proc.params.iter().map(decl_text).collect();
    let provided = proc.provided.as_ref().map_or(String::new(), |e| format!(" provided ({})", expr_text(e)));
    let priority = priority(&proc.priority);
    format!("{active}{word} {}({}){priority}{provided}", proc.name.name, params.join("; "))
}

fn decl_text(decl: &Decl) -> String {
    let visibility = match decl.visibility {
        Visibility::Plain => "",
        Visibility::Hidden => "hidden ",
        Visibility::Show => "show ",
        Visibility::Local => "local ",
    };
    let vars: Vec<_> = decl.vars.iter().map(declarator_text).collect();
    format!("{visibility}{} {}", type_text(&decl.ty), vars.join(", "))
}

fn type_text(ty: &TypeName) -> String {
    match ty {
        TypeName::Mtype(sub) => format!("mtype{}", subtype(sub)),
        TypeName::User(name) => format!("struct {}", name.name),
        simple => format!("{simple:?}").to_lowercase(),
    }
}

fn declarator_text(var: &Declarator) -> String {
    let width = var.width.as_ref().map_or(String::new(), |e| format!(" : {}", expr_text(e)));
    let len = var.len.as_ref().map_or(String::new(), |e| format!("[{}]", expr_text(e)));
    let init = match &var.init {
        None => String::new(),
        Some(Initializer::Expr(value)) => format!(" = {}", expr_text(value)),
        Some(Initializer::List(values, _)) => {
            format!(" = {{{}}}", values.iter().map(expr_text).collect::<Vec<_>>().join(","))
        }
        Some(Initializer::Chan(chan)) => {
            let fields: Vec<_> = chan.fields.iter().map(type_text).collect();
            format!(" = [{}] of {{{}}}", expr_text(&chan.capacity), fields.join(","))
        }
    };
    format!("{}{width}{len}{init}", var.name.name)
}
