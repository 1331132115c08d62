//! C sources to LLVM IR, by the compiler that is installed.

use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::Error;

/// Names under which clang is installed, the best first.
const NAMES: [&str; 7] = ["clang", "clang-19", "clang-18", "clang-17", "clang-16", "clang-15", "clang-14"];

/// No optimisation, which might remove the very behavior that is looked for; names and places for counterexamples.
const OPTIONS: [&str; 9] = [
    "-S",
    "-emit-llvm",
    "-g",
    "-O0",
    "-Xclang",
    "-disable-O0-optnone",
    "-fno-discard-value-names",
    "-w",
    "-fgnu89-inline",
];

/// The program in a file, whose text is given, as LLVM IR. What clang complains about is shown as it is.
pub fn compile(path: &Path, text: &str, further: &[String]) -> Result<String, Error> {
    let call = |why: &str| Error::Call(format!("cannot compile {}: {why}", path.display()));
    let annotated = with_assertions(path, text);
    for name in NAMES {
        let output = match run(name, path, annotated.as_deref(), further) {
            Err(e) if e.kind() == ErrorKind::NotFound => continue,
            other => other.map_err(|e| call(&e.to_string()))?,
        };
        if !output.status.success() {
            let text = String::from_utf8_lossy(&output.stderr).trim_end().to_string();
            return Err(Error::Call(format!("{name} cannot compile {}:\n{text}", path.display())));
        }
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(call("there is no clang\n  help: install it (apt install clang), or give the program as LLVM IR (.ll)"))
}

/// Runs a compiler on the file, or on another text in its place.
fn run(name: &str, path: &Path, instead: Option<&str>, further: &[String]) -> std::io::Result<Output> {
    let mut command = Command::new(name);
    command.args(OPTIONS).args(further).arg("-o").arg("-");
    let Some(text) = instead else { return command.arg(path).stdin(Stdio::null()).output() };
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    command.arg("-iquote").arg(folder).args(["-x", "c", "-"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let input = child.stdin.take();
    std::thread::scope(|scope| {
        // A compiler that stops reading says why itself.
        scope.spawn(move || input.map(|mut input| input.write_all(text.as_bytes())));
        child.wait_with_output()
    })
}

/// The text with assertions in comments (`//@ assert x != 0;`) as statements that look at all at once; none if it has no
/// such comments, or some that C has no words for, or that stand where a statement more would change the program.
fn with_assertions(path: &Path, text: &str) -> Option<String> {
    const MARK: &str = "//@ assert ";
    if !text.contains(MARK) || text.contains("/*@ assert") {
        return None;
    }
    let mut result = String::from(
        "extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), __kulan_assertion_fails(void); \
         const int __kulan_assertions_are_read = 1;\n",
    );
    result += &format!("#line 1 {:?}\n", path.display().to_string());
    let mut code = Code::default();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        match line.split_once(MARK) {
            None => {
                code.read(line);
                result += line;
            }
            Some((before, claim)) => {
                code.read(before);
                let claim = claim.split_once(';')?.0.replace("\\true", "1").replace("\\false", "0");
                if claim.contains('\\') || claim.contains("==>") || before.contains("//") {
                    return None;
                }
                let check = format!(
                    "{{ __VERIFIER_atomic_begin(); int __claim = ({claim}) != 0; __VERIFIER_atomic_end(); \
                     if (!__claim) __kulan_assertion_fails(); }}"
                );
                result += before;
                if code.is_between_statements() {
                    result += &check;
                } else if code.is_before_a_statement() && !leaves_loop(lines.clone()) {
                    // Together with the statement behind, it is one, as `if` and `else` want.
                    result += &format!("for (int __once = ({{ {check} 1; }}); __once; __once = 0)");
                } else {
                    return None;
                }
            }
        }
        result.push('\n');
    }
    Some(result)
}

/// Whether the next statement would leave a loop around it.
fn leaves_loop<'t>(mut lines: impl Iterator<Item = &'t str>) -> bool {
    let next = lines.find(|l| !l.trim().is_empty() && !l.trim_start().starts_with("//"));
    // Which statement comes behind another comment is not looked for.
    next.is_none_or(|l| ["break", "continue", "/*", "case", "default"].iter().any(|w| l.trim_start().starts_with(w)))
}

/// What has been read of a text in C: enough to tell whether a statement may stand there.
#[derive(Default)]
struct Code {
    in_comment: bool,
    /// The last character that is no space and not in a comment.
    last: Option<char>,
    /// The word that it ends, if it does.
    word: String,
    /// Whether that word may go on.
    in_word: bool,
}

impl Code {
    /// Reads a line, or its beginning.
    fn read(&mut self, line: &str) {
        let (mut rest, mut quote) = (line.chars().peekable(), None);
        self.in_word = false;
        while let Some(c) = rest.next() {
            match (c, rest.peek()) {
                ('*', Some('/')) if self.in_comment => {
                    rest.next();
                    self.in_comment = false;
                }
                _ if self.in_comment => {}
                ('\\', Some(_)) if quote.is_some() => {
                    rest.next();
                }
                _ if quote.is_some() => quote = quote.filter(|&q| q != c),
                ('"' | '\'', _) => (quote, self.last) = (Some(c), Some(c)),
                ('/', Some('/')) => return,
                ('/', Some('*')) => {
                    rest.next();
                    self.in_comment = true;
                }
                _ if c.is_whitespace() => self.in_word = false,
                _ => {
                    if !self.in_word {
                        self.word.clear();
                    }
                    self.in_word = c.is_alphanumeric() || c == '_';
                    self.word.extend(Some(c).filter(|_| self.in_word));
                    self.last = Some(c);
                }
            }
        }
    }

    /// Whether `if (c)`, `else` and the like wait for a statement.
    fn is_before_a_statement(&self) -> bool {
        !self.in_comment && (self.last == Some(')') || matches!(self.word.as_str(), "else" | "do"))
    }

    /// Whether a statement has just ended, or a block begun: not behind `if (c)`, `else`, `do` or a label.
    fn is_between_statements(&self) -> bool {
        !self.in_comment && matches!(self.last, Some(';' | '{' | '}'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assertions_in_comments_do_not_change_a_program() {
        let read = |text: &str| with_assertions(Path::new("a.c"), text);
        let is_read = |text: &str| read(text).is_some();
        let is_wrapped = |text: &str| read(text).is_some_and(|text| text.contains("for (int __once"));
        assert!(is_read("int main() {\n  x = 1;\n  //@ assert x == 1;\n}"));
        assert!(is_read("int main() { //@ assert x == 1;\n}"));
        assert!(is_read("void f() { if (c) { x = 1; }\n  /* ) */ //@ assert x == 1;\n}"));
        assert!(!is_wrapped("int main() { //@ assert x == 1;\n}"));
        assert!(is_wrapped("void f() { if (c)\n  //@ assert x == 1;\n  x = 2; }"));
        assert!(is_wrapped("void f() { if (c) x = 1; else\n  //@ assert x == 1;\n  x = 2; }"));
        assert!(is_wrapped("void f() { if (c) /* ; */\n  //@ assert x == 1;\n  x = 2; }"));
        assert!(is_wrapped("void f() { while (*s == ';')\n  //@ assert x == 1;\n  x = 2; }"));
        assert!(!is_read("void f() { while (c) if (d)\n  //@ assert x == 1;\n  break; }"));
        assert!(!is_read("void f() { x = 1 +\n  //@ assert x == 1;\n  2; }"));
        assert!(!is_read("void f() { /* a;\n  //@ assert x == 1;\n */ }"));
    }
}
