//! What SPIN gets wrong, as far as random programs have it or making one smaller could lead there.

use crate::promela::statement::begins_with_escape;
use crate::promela::{Kind, Process, Program, Stmt};

/// Whether a program has something that SPIN is known to get wrong (docs/promela.md): a difference says nothing then.
pub fn quirky(program: &Program) -> bool {
    let rendezvous = program.globals.iter().any(|g| g.contains("[0] of"));
    let asks = |p: &Process| p.head.split_once("provided").is_some_and(|(_, asked)| asks_for_length(asked));
    let text = program.to_string();
    // Its verifier numbers the channels in structures after all others, and sorted sends compare the numbers.
    let sorts_channels = text.contains("chan q = ") && text.contains("!!");
    // Between the arguments of an inline, it loses a sign behind an arrow.
    let loses_sign = text.lines().any(|l| l.contains("raise(") && l.contains("-> -"));
    let process = |p: &Process| rendezvous && asks(p) || p.body.iter().any(is_quirky);
    sorts_channels || loses_sign || program.processes.iter().any(process)
}

/// While SPIN looks for the partner of a rendezvous, the message is in the channel.
fn asks_for_length(condition: &str) -> bool {
    ["len(", "empty(", "full("].iter().any(|word| condition.contains(word))
}

fn is_quirky(stmt: &Stmt) -> bool {
    let any = |list: &[Stmt]| list.iter().any(is_quirky);
    match &stmt.kind {
        Kind::Line(_) => false,
        Kind::Block(head, body) if head == "d_step" => blocks_wrongly(body) || any(body),
        Kind::Block(_, body) => begins_with_escape(body) || any(body),
        Kind::Select(_, options) => options.iter().any(|o| begins_with_escape(o) || any(o)),
        Kind::Unless(main, escape) => jumps(&main[..1.min(main.len())]) || any(main) || any(escape),
    }
}

/// The guard of a d_step that begins with options is made of their conditions alone. Without conditions, and with an
/// assertion or a print at the start, SPIN executes the d_step while it looks for the partner of a rendezvous.
fn blocks_wrongly(body: &[Stmt]) -> bool {
    match body.first().map(|s| &s.kind) {
        Some(Kind::Line(text)) => ["assert", "print", "select"].iter().any(|word| text.starts_with(word)),
        Some(Kind::Select(_, options)) => options.iter().any(|o| !begins_with_condition(o)),
        Some(Kind::Block(_, inner)) => blocks_wrongly(inner),
        _ => false,
    }
}

fn begins_with_condition(option: &[Stmt]) -> bool {
    let is_condition = |text: &str| text.starts_with('(') || text.starts_with("else");
    matches!(option.first().map(|s| &s.kind), Some(Kind::Line(text)) if is_condition(text))
}

/// SPIN loses a jump that is all there is before `unless`.
fn jumps(list: &[Stmt]) -> bool {
    list.iter().any(|s| matches!(&s.kind, Kind::Line(text) if text.starts_with("goto") || text == "break"))
}
