//! What the program prints, for counterexamples.

use kulan_ir::{Display, ExprId, Print};
use kulan_llvm::constant::ConstantExpression;
use kulan_llvm::{Call, ConstantKind, Module, Operand};

use crate::lower::Lowering;
use crate::path::{Path, Value};

/// Longer texts are cut.
const LONGEST: usize = 200;

/// The string that a constant address leads to, without its end.
pub fn constant_string(module: &Module, operand: Operand) -> Option<&[u8]> {
    let start = match operand {
        Operand::Constant(c) => match &module.constants[c].kind {
            ConstantKind::Expression(e) => match **e {
                ConstantExpression::GetElementPtr { base, .. } => Operand::Constant(base),
                _ => operand,
            },
            _ => operand,
        },
        _ => return None,
    };
    let variable = module.variable(module.global_behind(start)?)?;
    match &module.constants[variable.initializer?].kind {
        ConstantKind::Bytes(bytes) => Some(bytes.split(|&b| b == 0).next().unwrap_or_default()),
        _ => None,
    }
}

/// Whether a call reads strings: what `%s` stands for, or all that is printed.
pub fn prints_strings(module: &Module, name: &str, call: &Call) -> bool {
    let has_string =
        |&operand: &Operand| constant_string(module, operand).is_some_and(|text| text.windows(2).any(|w| w == b"%s"));
    matches!(name, "puts" | "fputs") || call.arguments.iter().any(has_string)
}

/// Whether an operand is a format that writes how much was printed.
pub fn prints_back(module: &Module, operand: Operand) -> bool {
    let Some(text) = constant_string(module, operand) else { return false };
    let mut rest = text.split(|&b| b == b'%').skip(1).peekable();
    while let Some(part) = rest.next() {
        if part.is_empty() {
            // `%%`
            rest.next();
        } else if part.iter().find(|b| b.is_ascii_alphabetic() && !b"hlLqjzt".contains(b)) == Some(&b'n') {
            return true;
        }
    }
    false
}

impl Lowering<'_, '_> {
    /// Notes what a call prints.
    pub fn note_print(&mut self, path: &mut Path, name: &str, call: &Call) {
        let print = self.printed(path, name, call);
        if let (Some(print), Some(_)) = (print, path.notes.last()) {
            path.notes.change_last(|note| match &mut note.prints {
                // Several on a line.
                Some(before) => {
                    // One quote each: a text may end with one of its own.
                    before.format.pop();
                    before.format += &print.format[1..];
                    before.values.extend(print.values);
                }
                none => *none = Some(print),
            });
            path.prints += 1;
        }
    }

    fn printed(&mut self, path: &Path, name: &str, call: &Call) -> Option<Print> {
        let module = self.module;
        let (format, arguments): (Vec<u8>, &[Operand]) = match (name, &call.arguments[..]) {
            ("printf", [format, rest @ ..]) | ("fprintf", [_, format, rest @ ..]) => {
                (constant_string(module, *format)?.to_vec(), rest)
            }
            ("puts", [text]) => (b"%s\n".to_vec(), std::slice::from_ref(text)),
            ("fputs", [text, _]) => (b"%s".to_vec(), std::slice::from_ref(text)),
            ("putchar", [c]) | ("fputc", [c, _]) => (b"%c".to_vec(), std::slice::from_ref(c)),
            _ => return None,
        };
        let mut values = Vec::new();
        let mut text = String::new();
        let mut arguments = arguments.iter();
        let mut rest = format.iter().take(LONGEST).map(|&b| char::from(b)).peekable();
        while let Some(c) = rest.next() {
            if c != '%' {
                escape(c, &mut text);
                continue;
            }
            let mut directive = String::from("%");
            while let Some(&c) = rest.peek() {
                directive.push(c);
                rest.next();
                if c.is_ascii_alphabetic() && !"hljztL".contains(c) || c == '%' {
                    break;
                }
            }
            if directive.ends_with('%') {
                text += "%%";
                continue;
            }
            let argument = arguments.next().copied();
            match argument.and_then(|a| constant_string(module, a)).filter(|_| directive.ends_with('s')) {
                Some(string) => string.iter().for_each(|&b| match char::from(b) {
                    '%' => text += "%%",
                    c => escape(c, &mut text),
                }),
                None => {
                    let number = |a: Operand| self.printable(path, a);
                    values.push(argument.and_then(number).filter(|_| !directive.ends_with('s')));
                    text += &directive;
                }
            }
        }
        Some(Print { format: format!("\"{text}\""), values })
    }

    /// A value that can be shown; inputs that nothing else depends on have none.
    fn printable(&mut self, path: &Path, argument: Operand) -> Option<(ExprId, Display)> {
        match self.value(path, argument) {
            Ok(Value::One(e)) if !self.system.exprs.has_input(e) => Some((e, Display::Number)),
            _ => None,
        }
    }
}

/// A character of a format in quotes.
fn escape(c: char, text: &mut String) {
    match c {
        '\n' => *text += "\\n",
        '\t' => *text += "\\t",
        '"' | '\\' => text.extend(['\\', c]),
        c if c.is_control() => text.push('?'),
        c => text.push(c),
    }
}
