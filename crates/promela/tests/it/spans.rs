//! Each statement knows the text it came from.

use kulan_diagnostics::{Diagnostics, MemoryLoader, SourceMap, Span};
use kulan_promela::ast::{Expr, ExprKind, Item, Sequence, Step, Stmt, StmtKind};

/// The texts of all statements, compound ones by their first word.
fn texts(source: &str) -> Vec<String> {
    let (mut sources, mut diags) = (SourceMap::new(), Diagnostics::new());
    let main = sources.add("spans.pml", source);
    let model = kulan_promela::parse(main, &MemoryLoader::new(), &[], &mut sources, &mut diags).expect("a model");
    let mut spans = Vec::new();
    for item in &model.items {
        if let Item::Proctype(proc) = item {
            sequence(&proc.body, &mut spans);
        }
    }
    spans.into_iter().map(|span| sources.text(span).to_owned()).collect()
}

fn sequence(body: &Sequence, spans: &mut Vec<Span>) {
    for step in &body.steps {
        if let Step::Stmt(stmt) = step {
            statement(stmt, spans);
        }
    }
}

fn statement(stmt: &Stmt, spans: &mut Vec<Span>) {
    match &stmt.kind {
        StmtKind::If(options) => options.iter().for_each(|option| sequence(option, spans)),
        StmtKind::Inline(call) => {
            spans.push(call.call);
            sequence(&call.body, spans);
        }
        StmtKind::Expr(expr) => operands(expr, spans),
        _ => spans.push(stmt.span),
    }
}

fn operands(expr: &Expr, spans: &mut Vec<Span>) {
    spans.push(expr.span);
    if let ExprKind::Binary(_, left, right) = &expr.kind {
        operands(left, spans);
        operands(right, spans);
    }
}

#[track_caller]
fn check(body: &str, expected: &[&str]) {
    let head = "#define ONE 1\n#define SET(v) v = ONE\nbyte x, y;\ninline set(v, e) { v = e; skip }\n";
    assert_eq!(texts(&format!("{head}proctype P() {{ {body} }}")), expected);
}

#[test]
fn plain_statements() {
    check("x = 1; L: y = x + 1", &["x = 1", "y = x + 1"]);
    check("if :: x++ :: else -> y-- fi", &["x++", "else", "y--"]);
}

#[test]
fn operands_with_their_parentheses() {
    check("(x + y) * (x) > 1", &["(x + y) * (x) > 1", "(x + y) * (x)", "x + y", "x", "y", "x", "1"]);
    check("!(x) && -(y)", &["!(x) && -(y)", "!(x)", "-(y)"]);
}

#[test]
fn macros_stand_where_they_are_called() {
    check("SET(x); x = ONE", &["SET(x)", "x = ONE"]);
}

#[test]
fn inlines_keep_the_place_of_their_body() {
    check("set(y, x + 1)", &["set(y, x + 1)", "v = e", "skip"]);
}
