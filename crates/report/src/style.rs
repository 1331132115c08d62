//! Colors, where the terminal supports them.

/// Colors text, or leaves it plain.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Style {
    color: bool,
}

impl Style {
    /// With or without colors.
    pub fn new(color: bool) -> Style {
        Style { color }
    }

    fn paint(self, code: &str, text: &str) -> String {
        if self.color && !text.is_empty() { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
    }

    /// Emphasized.
    pub fn bold(self, text: &str) -> String {
        self.paint("1", text)
    }

    /// De-emphasized.
    pub fn dim(self, text: &str) -> String {
        self.paint("2", text)
    }

    /// All is well.
    pub fn good(self, text: &str) -> String {
        self.paint("1;32", text)
    }

    /// Something is wrong.
    pub fn bad(self, text: &str) -> String {
        self.paint("1;31", text)
    }

    /// Something is undecided.
    pub fn open(self, text: &str) -> String {
        self.paint("1;33", text)
    }

    /// A name, a number: something to look for.
    pub fn key(self, text: &str) -> String {
        self.paint("36", text)
    }
}
