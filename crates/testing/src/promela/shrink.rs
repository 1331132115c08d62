//! Smaller programs that still fail.

use super::{Kind, Program, Stmt};

/// Drops parts of a program while `fails` holds, until nothing more can go.
pub fn shrink(program: Program, fails: &mut dyn FnMut(&Program) -> bool) -> Program {
    shrink_within(program, usize::MAX, fails)
}

/// [`shrink`] that gives up after so many questions.
pub fn shrink_within(mut program: Program, mut most: usize, fails: &mut dyn FnMut(&Program) -> bool) -> Program {
    let mut asked = |p: &Program| {
        most = most.saturating_sub(1);
        most > 0 && fails(p)
    };
    loop {
        let Some(smaller) = candidates(&program).into_iter().find(|c| asked(c)) else { return program };
        program = smaller;
    }
}

fn candidates(program: &Program) -> Vec<Program> {
    let mut list = Vec::new();
    let mut with = |change: &mut dyn FnMut(&mut Program)| {
        let mut copy = program.clone();
        change(&mut copy);
        list.push(copy);
    };
    for i in 0..program.processes.len() {
        with(&mut |p| drop(p.processes.remove(i)));
    }
    for (i, process) in program.processes.iter().enumerate() {
        for body in smaller(&process.body) {
            with(&mut |p| p.processes[i].body = body.clone());
        }
        for l in 0..process.locals.len() {
            with(&mut |p| drop(p.processes[i].locals.remove(l)));
        }
        if let Some((head, _)) = process.head.split_once(" provided") {
            with(&mut |p| p.processes[i].head = head.to_string());
        }
        with(&mut |p| p.processes[i].head = p.processes[i].head.replace("active [2]", "active"));
    }
    for i in 0..program.globals.len() {
        with(&mut |p| drop(p.globals.remove(i)));
    }
    list.retain(|c| c != program);
    list
}

/// Sequences with one statement less, or one statement smaller.
fn smaller(list: &[Stmt]) -> Vec<Vec<Stmt>> {
    let mut result = Vec::new();
    if list.len() > 3 {
        let middle = list.len() / 2;
        result.extend([list[..middle].to_vec(), list[middle..].to_vec()]);
    }
    for (i, stmt) in list.iter().enumerate() {
        let splice = |with: &[Stmt]| [&list[..i], with, &list[i + 1..]].concat();
        result.push(splice(&[]));
        result.extend(simpler(stmt).iter().map(|s| splice(s)));
    }
    result
}

/// What can stand for a statement.
fn simpler(stmt: &Stmt) -> Vec<Vec<Stmt>> {
    let again = |kind: Kind| vec![Stmt { label: stmt.label.clone(), kind }];
    let mut result = Vec::new();
    match &stmt.kind {
        Kind::Line(text) => {
            let plain = ["skip", "true", "else", "break"].contains(&text.as_str());
            result.extend((!plain).then(|| again(Kind::Line("skip".into()))));
            result.extend(simpler_text(text).into_iter().map(|t| again(Kind::Line(t))));
        }
        Kind::Block(head, body) => {
            result.push(body.clone());
            result.extend(smaller(body).into_iter().map(|b| again(Kind::Block(head.clone(), b))));
        }
        Kind::Unless(main, escape) => {
            result.push(main.clone());
            result.extend(smaller(main).into_iter().map(|m| again(Kind::Unless(m, escape.clone()))));
            result.extend(smaller(escape).into_iter().map(|e| again(Kind::Unless(main.clone(), e))));
        }
        Kind::Select(word, options) => {
            for (i, option) in options.iter().enumerate() {
                let mut fewer = options.clone();
                fewer.remove(i);
                result.extend((!fewer.is_empty()).then(|| again(Kind::Select(word, fewer))));
                result.push(option.clone());
                for body in smaller(option) {
                    let mut changed = options.clone();
                    changed[i] = body;
                    result.push(again(Kind::Select(word, changed)));
                }
            }
        }
    }
    if stmt.label.is_some() {
        result.push(vec![Stmt { label: None, kind: stmt.kind.clone() }]);
    }
    result
}

/// A line with a part in parentheses replaced by a number. The arguments of a call are left alone.
fn simpler_text(text: &str) -> Vec<String> {
    let mut result = Vec::new();
    let mut open = Vec::new();
    for (i, c) in text.char_indices() {
        match c {
            '(' => open.push(i),
            ')' => {
                let Some(from) = open.pop() else { continue };
                let called = text[..from].ends_with(|c: char| c.is_ascii_alphanumeric() || "_)]".contains(c));
                if !called && i - from > 2 {
                    result.extend(["0", "1"].map(|n| format!("{}({n}){}", &text[..from], &text[i + 1..])));
                }
            }
            _ => {}
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_in_parentheses_become_numbers() {
        let smaller = simpler_text("assert(((a + b) > len(c)))");
        assert_eq!(
            smaller,
            ["(0)", "(1)"]
                .map(|n| format!("assert(({n} > len(c)))"))
                .into_iter()
                .chain(["assert((0))".into(), "assert((1))".into()])
                .collect::<Vec<_>>()
        );
        assert!(simpler_text("run P0(1, c)").is_empty(), "the arguments of a call stay");
    }

    #[test]
    fn a_limit_on_questions_is_kept() {
        let program = crate::promela::program(1);
        let mut asked = 0;
        shrink_within(program, 10, &mut |_| {
            asked += 1;
            false
        });
        assert!(asked < 10, "{asked} questions");
    }
}
