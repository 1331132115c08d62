//! Random PROMELA programs, as trees of statements that can be shrunk.

mod expr;
mod generate;
pub mod language;
mod local;
mod shrink;
mod statement;

pub use generate::program;
pub use local::local_program;
pub use shrink::{shrink, shrink_within};

use std::fmt::{self, Write};

/// A program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// Declarations, one per line.
    pub globals: Vec<String>,
    /// Process types.
    pub processes: Vec<Process>,
}

/// A process type, or `init`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Process {
    /// What stands before the body.
    pub head: String,
    /// Declarations at the start.
    pub locals: Vec<String>,
    /// The body.
    pub body: Vec<Stmt>,
}

/// A statement with a label, perhaps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stmt {
    /// The label.
    pub label: Option<String>,
    /// The statement.
    pub kind: Kind,
}

/// Statements by their shape.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// One that stands in a line.
    Line(String),
    /// `if` or `do` with its options.
    Select(&'static str, Vec<Vec<Stmt>>),
    /// Something with braces: what stands before them, and the body.
    Block(String, Vec<Stmt>),
    /// `{ .. } unless { .. }`.
    Unless(Vec<Stmt>, Vec<Stmt>),
}

impl Stmt {
    /// A statement of one line.
    pub fn line(text: impl Into<String>) -> Stmt {
        Stmt { label: None, kind: Kind::Line(text.into()) }
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        // A line of the preprocessor ends without a semicolon.
        let end = |line: &str| if line.starts_with('#') { "" } else { ";" };
        self.globals.iter().try_for_each(|g| writeln!(f, "{g}{}", end(g)))?;
        for process in &self.processes {
            writeln!(f, "{} {{", process.head)?;
            process.locals.iter().try_for_each(|l| writeln!(f, "    {l};"))?;
            f.write_str(&sequence(&process.body, 1))?;
            writeln!(f, "}}")?;
        }
        Ok(())
    }
}

fn sequence(list: &[Stmt], depth: usize) -> String {
    if list.is_empty() {
        return format!("{:1$}skip;\n", "", depth * 4);
    }
    list.iter().map(|s| statement(s, depth)).collect()
}

fn statement(stmt: &Stmt, depth: usize) -> String {
    let indent = " ".repeat(depth * 4);
    let mut out = indent.clone();
    if let Some(label) = &stmt.label {
        let _ = write!(out, "{label}: ");
    }
    let _ = match &stmt.kind {
        Kind::Line(text) if text.ends_with("->") => writeln!(out, "{text}"),
        Kind::Line(text) => writeln!(out, "{text};"),
        Kind::Block(head, body) => writeln!(out, "{head} {{\n{}{indent}}};", sequence(body, depth + 1)),
        Kind::Unless(main, escape) => {
            let (main, escape) = (sequence(main, depth + 1), sequence(escape, depth + 1));
            writeln!(out, "{{\n{main}{indent}}} unless {{\n{escape}{indent}}};")
        }
        Kind::Select(word, options) => {
            let options: String = options.iter().map(|o| format!("{indent}::\n{}", sequence(o, depth + 1))).collect();
            let end = if *word == "if" { "fi" } else { "od" };
            writeln!(out, "{word}\n{options}{indent}{end};")
        }
    };
    out
}
