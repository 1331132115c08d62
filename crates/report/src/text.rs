//! Text that fits into columns.

/// Control characters become visible ones: a model must not control the terminal.
pub fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// How many columns a text takes.
pub fn width(text: &str) -> usize {
    text.chars().count()
}

/// The text cut to some columns.
pub fn clip(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_string();
    }
    if columns == 0 {
        return String::new();
    }
    let kept: String = text.chars().take(columns.saturating_sub(1)).collect();
    format!("{kept}…")
}

/// The end of the text, cut to some columns: the line number of a position is what matters.
pub fn clip_start(text: &str, columns: usize) -> String {
    let surplus = width(text).saturating_sub(columns);
    if surplus == 0 {
        return text.to_string();
    }
    format!("…{}", text.chars().skip(surplus + 1).collect::<String>())
}

/// The text padded with blanks.
pub fn pad(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// Joins parts into lines of at most this many columns; a longer part gets its own line.
pub fn wrap(parts: &[String], columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut() {
            Some(line) if width(line) + 2 + width(part) <= columns => {
                line.push_str(", ");
                line.push_str(part);
            }
            _ => lines.push(part.clone()),
        }
    }
    lines
}

/// Breaks a text between words into lines of at most this many columns; a longer word gets its own line.
pub fn wrap_words(text: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if width(line) + 1 + width(word) <= columns => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

/// `1 step`, `2,000 steps`.
pub fn plural(number: u64, word: &str) -> String {
    format!("{} {word}{}", crate::count(number), if number == 1 { "" } else { "s" })
}
