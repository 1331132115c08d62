//! What a front-end has to say about a source text.

use crate::Span;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The text has a meaning, but perhaps not the one meant.
    Warning,
    /// The text has no meaning.
    Error,
}

/// A further place with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What is to be seen there.
    pub text: String,
}

/// One message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// A short stable slug such as `unknown-name`.
    pub code: &'static str,
    /// One sentence.
    pub message: String,
    /// The place; none for a message about the whole run.
    pub span: Option<Span>,
    /// Further places.
    pub labels: Vec<Label>,
    /// How many more places have the same problem, and are not listed.
    pub repeated: usize,
    /// Further sentences.
    pub notes: Vec<String>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    fn new(severity: Severity, code: &'static str, span: Option<Span>, message: String) -> Self {
        Self { severity, code, message, span, labels: Vec::new(), repeated: 0, notes: Vec::new(), help: None }
    }

    /// An error at a place.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, Some(span), message.into())
    }

    /// A warning at a place.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, Some(span), message.into())
    }

    /// An error without a place.
    pub fn global_error(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, None, message.into())
    }

    /// Adds a further place.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Adds a further sentence.
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Says what to do about it.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }
}

/// Collects messages up to a cap, so that garbage does not drown the user.
#[derive(Clone, Debug)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    errors: usize,
    warnings: usize,
    max_errors: usize,
    max_warnings: usize,
}

impl Default for Diagnostics {
    fn default() -> Self {
        Self::with_caps(50, 200)
    }
}

impl Diagnostics {
    /// A collector with the usual caps.
    pub fn new() -> Self {
        Self::default()
    }

    /// A collector that keeps at most so many errors and warnings.
    pub fn with_caps(max_errors: usize, max_warnings: usize) -> Self {
        Self { list: Vec::new(), errors: 0, warnings: 0, max_errors, max_warnings }
    }

    /// Takes in a message. Beyond the cap it is counted but not kept; an exact repetition is dropped.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let (count, cap) = match diagnostic.severity {
            Severity::Error => (&mut self.errors, self.max_errors),
            Severity::Warning => (&mut self.warnings, self.max_warnings),
        };
        if *count < cap && self.list.contains(&diagnostic) {
            return;
        }
        *count += 1;
        if *count <= cap {
            self.list.push(diagnostic);
        }
    }

    /// Counts a further place of a problem that was reported already, with the same code and words; returns whether it
    /// was.
    pub fn repeat(&mut self, code: &str, message: &str) -> bool {
        let known = self.list.iter_mut().find(|d| d.code == code && d.message == message);
        known.map(|d| d.repeated += 1).is_some()
    }

    /// The messages kept, in the order they came.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }

    /// How many errors came, kept or not.
    pub fn error_count(&self) -> usize {
        self.errors
    }

    /// How many warnings came, kept or not.
    pub fn warning_count(&self) -> usize {
        self.warnings
    }

    /// Whether any error came.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Whether the front-end should give up, since further errors would not be shown.
    pub fn is_full(&self) -> bool {
        self.errors >= self.max_errors
    }
}
