//! What `printf` prints.

use kulan_ir::expr::signed;
use kulan_ir::{Display, Print, Valuation};

use crate::Explorer;

/// The text, in a state with some inputs.
pub fn text(explorer: &Explorer, (state, inputs): (&Valuation, &[u64]), print: &Print) -> String {
    let mut values = print.values.iter().map(|value| {
        let (id, display) = value.as_ref()?;
        let raw = explorer.interpreter().evaluate_with(state, *id, inputs);
        Some((signed(explorer.system().exprs.width(*id), raw), display))
    });
    let mut out = String::new();
    let quoted = print.format.strip_prefix('"').and_then(|f| f.strip_suffix('"'));
    let mut format = quoted.unwrap_or(&print.format).chars();
    while let Some(c) = format.next() {
        match c {
            '\\' => out.extend(format.next().map(escaped)),
            '%' => {
                // Flags, width and precision make no difference here; a length says that a value is wide.
                let between = format.as_str().find(|c| !"-+ #0123456789.*hljztL".contains(c));
                let (passed, rest) = format.as_str().split_at(between.unwrap_or(format.as_str().len()));
                let is_wide = passed.contains(['l', 'j', 'z', 't']);
                format = rest.chars();
                out.push_str(&match format.next() {
                    Some('%') => "%".to_string(),
                    Some(kind) => values.next().flatten().map_or("?".to_string(), |value| shown(kind, is_wide, value)),
                    None => "%".to_string(),
                });
            }
            c => out.push(c),
        }
    }
    out
}

fn escaped(c: char) -> char {
    match c {
        'n' => '\n',
        't' => '\t',
        c => c,
    }
}

/// A value as C prints it; `%e` is PROMELA's, for names.
fn shown(kind: char, is_wide: bool, (value, display): (i64, &Display)) -> String {
    let value32 = value as i32;
    match kind {
        'u' if is_wide => (value as u64).to_string(),
        'x' | 'p' if is_wide || kind == 'p' => format!("{value:#x}"),
        'd' | 'i' if is_wide => value.to_string(),
        'c' => char::from(value as u8).to_string(),
        'e' => display.show(true, 32, value32 as u32 as u64),
        'u' => (value32 as u32).to_string(),
        'x' => format!("{value32:x}"),
        'o' => format!("{value32:o}"),
        _ => value32.to_string(),
    }
}
