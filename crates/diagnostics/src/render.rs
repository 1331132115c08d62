//! Messages as text, in the manner of rustc.

use std::fmt::Write;

use crate::{Diagnostic, Diagnostics, Severity, SourceFile, SourceMap, Span, plural};

/// Columns shown of a line; longer lines are clipped around the caret.
const WINDOW: usize = 140;
/// Columns kept before the caret when a line is clipped.
const LEAD: usize = 60;
/// Spaces for a tab.
const TAB: &str = "    ";

const BOLD: &str = "\x1b[1m";
const RED: &str = "\x1b[1;31m";
const YELLOW: &str = "\x1b[1;33m";
const BLUE: &str = "\x1b[1;34m";
const RESET: &str = "\x1b[0m";

/// Turns messages into text.
#[derive(Clone, Copy, Debug)]
pub struct Renderer<'a> {
    sources: &'a SourceMap,
    color: bool,
}

/// A line of source ready to be shown, and where the carets go.
struct Snippet {
    text: String,
    caret: usize,
    width: usize,
}

impl<'a> Renderer<'a> {
    /// A renderer without color.
    pub fn new(sources: &'a SourceMap) -> Self {
        Self { sources, color: false }
    }

    /// Switches ANSI colors on or off.
    pub fn color(mut self, on: bool) -> Self {
        self.color = on;
        self
    }

    /// All messages, and a last line when some were not kept.
    pub fn render_all(&self, diagnostics: &Diagnostics) -> String {
        let mut out: String = diagnostics.iter().map(|one| self.render(one) + "\n").collect();
        let shown = diagnostics.iter().filter(|one| one.severity == Severity::Error).count();
        let hidden = diagnostics.error_count() - shown;
        if hidden > 0 {
            let _ = writeln!(out, "... and {}", plural(hidden, "more error"));
        }
        out
    }

    /// One message; ends with a line break.
    pub fn render(&self, diagnostic: &Diagnostic) -> String {
        let mut out = self.headline(diagnostic);
        let gutter = self.gutter(diagnostic);
        if let Some(span) = diagnostic.span {
            self.place(&mut out, gutter, "-->", span);
            self.snippet(&mut out, gutter, span, ('^', self.tint(diagnostic.severity)), "");
        }
        for label in &diagnostic.labels {
            self.place(&mut out, gutter, ":::", label.span);
            self.snippet(&mut out, gutter, label.span, ('-', BLUE), &label.text);
        }
        if diagnostic.repeated > 0 {
            let places = plural(diagnostic.repeated, "more place");
            self.remark(&mut out, gutter, "note", &format!("the same in {places}"));
        }
        for note in &diagnostic.notes {
            self.remark(&mut out, gutter, "note", note);
        }
        if let Some(help) = &diagnostic.help {
            self.remark(&mut out, gutter, "help", help);
        }
        out
    }

    fn headline(&self, diagnostic: &Diagnostic) -> String {
        let word = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let head = self.paint(self.tint(diagnostic.severity), &format!("{word}[{}]", diagnostic.code));
        format!("{head}{}\n", self.paint(BOLD, &format!(": {}", printable(&diagnostic.message))))
    }

    fn tint(&self, severity: Severity) -> &'static str {
        match severity {
            Severity::Error => RED,
            Severity::Warning => YELLOW,
        }
    }

    fn paint(&self, color: &str, text: &str) -> String {
        if self.color && !text.is_empty() { format!("{color}{text}{RESET}") } else { text.to_owned() }
    }

    /// Width of the widest line number that will be shown.
    fn gutter(&self, diagnostic: &Diagnostic) -> usize {
        let spans = diagnostic.span.into_iter().chain(diagnostic.labels.iter().map(|label| label.span));
        let last = spans.map(|span| self.sources.position(span).line).max().unwrap_or(0);
        last.to_string().len()
    }

    fn place(&self, out: &mut String, gutter: usize, arrow: &str, span: Span) {
        let _ = writeln!(out, "{:gutter$}{} {}", "", self.paint(BLUE, arrow), self.sources.describe(span));
    }

    fn snippet(&self, out: &mut String, gutter: usize, span: Span, (mark, color): (char, &str), text: &str) {
        let file = self.sources.file(span.file);
        let line = file.line_of(span.start as usize);
        let snippet = Snippet::new(file, line, span);
        let bar = self.paint(BLUE, &format!("{:gutter$} |", ""));
        let number = self.paint(BLUE, &format!("{line:>gutter$} |"));
        let marks: String = std::iter::repeat_n(mark, snippet.width).collect();
        let marks = if text.is_empty() { marks } else { format!("{marks} {}", printable(text)) };
        let _ = writeln!(out, "{bar}\n{number} {}", snippet.text);
        let _ = writeln!(out, "{bar} {:caret$}{}", "", self.paint(color, &marks), caret = snippet.caret);
    }

    fn remark(&self, out: &mut String, gutter: usize, word: &str, text: &str) {
        let word = self.paint(BOLD, &format!("{word}:"));
        let _ = writeln!(out, "{:gutter$} {} {word} {}", "", self.paint(BLUE, "="), printable(text));
    }
}

impl Snippet {
    fn new(file: &SourceFile, line: usize, span: Span) -> Self {
        let range = file.line_range(line);
        let start = file.floor(span.start as usize).clamp(range.start, range.end);
        let end = file.floor(span.end as usize).clamp(start, range.end);
        let text = file.text();
        let (lead, clipped) = tail(&text[range.start..start], LEAD);
        let marked = &text[start..end];
        let before = if clipped { "..." } else { "" };
        let shown = format!("{before}{}", printable(lead));
        let rest = head(&text[start..range.end], WINDOW - LEAD);
        let after = if rest.len() < range.end - start { "..." } else { "" };
        let width = columns(head(marked, WINDOW - LEAD)).max(1);
        Self { caret: shown.chars().count(), text: format!("{shown}{}{after}", printable(rest)), width }
    }
}

/// The last `count` characters, and whether that is less than all.
fn tail(text: &str, count: usize) -> (&str, bool) {
    match text.char_indices().rev().nth(count) {
        None => (text, false),
        Some((at, c)) => (&text[at + c.len_utf8()..], true),
    }
}

/// The first `count` characters.
fn head(text: &str, count: usize) -> &str {
    text.char_indices().nth(count).map_or(text, |(at, _)| &text[..at])
}

fn columns(text: &str) -> usize {
    printable(text).chars().count()
}

/// Tabs become spaces, other control characters a visible stand-in: a model must not steer the terminal.
fn printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\t' => out.push_str(TAB),
            '\n' => out.push(' '),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
