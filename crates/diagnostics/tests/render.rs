//! Messages as the user sees them.

use kulan_diagnostics::render::Renderer;
use kulan_diagnostics::{Diagnostic, Diagnostics, FileLoader, LoadRequest, MemoryLoader, Position, SourceMap, Span};

/// Renders one error at the first occurrence of `needle`, changed by `f`.
fn render(text: &str, needle: &str, f: impl FnOnce(Diagnostic, Span) -> Diagnostic) -> String {
    let mut sources = SourceMap::new();
    let file = sources.add("a.pml", text);
    let start = text.find(needle).expect("the needle") as u32;
    let span = Span::new(file, start, start + needle.len() as u32);
    Renderer::new(&sources).render(&f(Diagnostic::error("slug", span, "wrong"), span))
}

#[track_caller]
fn check(actual: &str, expected: &[&str]) {
    assert_eq!(actual.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn one_place() {
    let text = render("one\ntwo three\n", "three", |error, _| error);
    check(&text, &["error[slug]: wrong", " --> a.pml:2:5", "  |", "2 | two three", "  |     ^^^^^"]);
}

#[test]
fn labels_notes_help() {
    let text = render("one\ntwo\n", "two", |error, span| {
        error.label(span, "here too").note("first\nsecond").help("do better")
    });
    let expected = [
        "error[slug]: wrong",
        " --> a.pml:2:1",
        "  |",
        "2 | two",
        "  | ^^^",
        " ::: a.pml:2:1",
        "  |",
        "2 | two",
        "  | --- here too",
        "  = note: first second",
        "  = help: do better",
    ];
    check(&text, &expected);
}

#[test]
fn tabs_and_other_letters() {
    let text = render("\tä\tx", "x", |error, _| error);
    check(&text, &["error[slug]: wrong", " --> a.pml:1:4", "  |", "1 |     ä    x", "  |          ^"]);
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let text = render("\x1b[31mx", "x", |error, _| error);
    assert!(!text.contains('\x1b') && text.contains("\u{fffd}[31mx"));
}

#[test]
fn spans_over_lines_and_at_the_end() {
    let text = render("ab\ncd", "b\nc", |error, _| error);
    check(&text, &["error[slug]: wrong", " --> a.pml:1:2", "  |", "1 | ab", "  |  ^"]);
    let text = render("ab\n", "", |error, span| Diagnostic { span: Some(Span { start: 3, end: 3, ..span }), ..error });
    check(&text, &["error[slug]: wrong", " --> a.pml:2:1", "  |", "2 | ", "  | ^"]);
}

#[test]
fn spans_outside_of_the_file_do_no_harm() {
    for (start, end) in [(90, 99), (2, 1), (1, 2), (0, u32::MAX)] {
        let text = render("äö", "", |error, span| Diagnostic { span: Some(Span { start, end, ..span }), ..error });
        assert!(text.contains("a.pml:1:"), "{text}");
    }
}

#[test]
fn long_lines_are_clipped() {
    let line = format!("{}needle{}", "a".repeat(1_000_000), "b".repeat(1_000_000));
    let text = render(&line, "needle", |error, _| error);
    assert!(text.len() < 600, "{}", text.len());
    assert!(text.contains("...aaa") && text.contains("needlebbb") && text.contains("bbb..."));
    let text = render(&line, &line, |error, _| error);
    assert!(text.len() < 600);
}

#[test]
fn colours_only_on_demand() {
    let mut sources = SourceMap::new();
    let file = sources.add("a", "x");
    let error = Diagnostic::warning("w", Span::new(file, 0, 1), "hm");
    assert!(!Renderer::new(&sources).render(&error).contains('\x1b'));
    assert!(Renderer::new(&sources).color(true).render(&error).contains("\x1b[1;33mwarning[w]"));
}

#[test]
fn too_many_errors_are_counted() {
    let mut sources = SourceMap::new();
    let file = sources.add("a", "xxxxx");
    let mut diags = Diagnostics::with_caps(2, 1);
    for at in 0..5 {
        diags.push(Diagnostic::error("e", Span::new(file, at, at + 1), "no"));
    }
    assert!(diags.is_full() && diags.has_errors());
    assert_eq!((diags.error_count(), diags.iter().count()), (5, 2));
    assert!(Renderer::new(&sources).render_all(&diags).ends_with("... and 3 more errors\n"));
}

#[test]
fn repetitions_are_dropped() {
    let mut sources = SourceMap::new();
    let file = sources.add("a", "x");
    let mut diags = Diagnostics::new();
    for _ in 0..3 {
        diags.push(Diagnostic::error("e", Span::new(file, 0, 1), "no"));
    }
    assert_eq!(diags.error_count(), 1);
}

#[test]
fn positions() {
    let mut sources = SourceMap::new();
    let file = sources.add("a", "ab\r\nä c\n");
    let at = |start| sources.position(Span::new(file, start, start));
    assert_eq!(at(0), Position { line: 1, column: 1 });
    assert_eq!(at(4), Position { line: 2, column: 1 });
    assert_eq!(at(7), Position { line: 2, column: 3 });
    assert_eq!(at(9), Position { line: 3, column: 1 });
    assert_eq!(sources.file(file).line_range(1), 0..2);
    assert_eq!(sources.text(Span::new(file, 4, 6)), "ä");
}

#[test]
fn memory_files_are_found_beside_the_one_that_asks() {
    let loader = MemoryLoader::new().with("d/a.h", "beside").with("a.h", "plain");
    let load = |from| loader.load(LoadRequest { path: "a.h", from, system: false }).map(|file| file.text);
    assert_eq!(load("d/m.pml").expect("found"), "beside");
    assert_eq!(load("e/m.pml").expect("found"), "plain");
    assert!(loader.load(LoadRequest { path: "b.h", from: "", system: true }).is_err());
}
