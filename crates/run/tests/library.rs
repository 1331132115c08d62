//! Runs by library calls: reports, limits, cancellation, events.
#![allow(clippy::unwrap_used)]

#[path = "../examples/library.rs"]
mod example;

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use kulan_run::{Answer, Control, Event, Limit, Limits, Phase, Report, Request, Silent, Sink, check, check_with};

const COUNTERS: &str = "byte a, b, c, d;
    active proctype A() { do :: a++ od } active proctype B() { do :: b++ od }
    active proctype C() { do :: c++ od } active proctype D() { do :: d++ od }";

fn unreduced(text: &str) -> Request {
    let mut request = Request::text("m.pml", text);
    request.setup.reduction = None;
    request.setup.passes.reset_dead = false;
    request
}

#[test]
fn the_example_program_checks_a_model() {
    let (text, status) = example::tell(Request::text("m.pml", "byte x; active proctype P() { x = 1; assert(x == 2) }"));
    assert_eq!(status, 1);
    assert!(text.contains("assert: violated\n  P(0): x = 1 (line 1)\n"), "{text}");
}

#[test]
fn errors_are_part_of_the_report() {
    let report = check(&Request::text("m.pml", "active proctype P() { x = 1 }"));
    assert_eq!((report.status(), report.verdict().word()), (2, "unknown"));
    assert!(report.error.unwrap().message().contains("m.pml:1"), "with its place");
    let report = check(&Request::file("no-such-model.pml"));
    assert!(report.error.unwrap().message().contains("no such file"));
    let mut request = Request::text("m.pml", "active proctype P() { skip }");
    request.asked.properties = vec!["index".into()];
    assert_eq!(check(&request).status(), 2, "nothing is checked");
}

#[test]
fn limits_end_a_run_with_what_is_known() {
    let mut request = unreduced(COUNTERS);
    request.timeout = Some(Duration::from_millis(300));
    let begin = Instant::now();
    let report = check(&request);
    assert!(begin.elapsed() < Duration::from_secs(20));
    assert_eq!((report.status(), report.limit), (3, Some((Limit::Time, Phase::Search))));
    assert!(report.searches[0].states > 0);
    request.timeout = None;
    request.setup.search.max_states = Some(1000);
    assert_eq!(check(&request).limit, Some((Limit::States, Phase::Search)));
}

/// Notes what happens.
#[derive(Default)]
struct Notes(Mutex<(u64, Vec<String>)>);

impl Sink for Notes {
    fn event(&self, event: Event) {
        let mut notes = self.0.lock().unwrap();
        match event {
            Event::Progress(snapshot) => notes.0 = notes.0.max(snapshot.progress.map_or(0, |p| p.states)),
            Event::Answered(property) => notes.1.push(property.name.clone()),
        }
    }
}

#[test]
fn another_thread_can_watch_and_cancel() {
    let control = Control::new(Limits::default());
    let notes = Arc::new(Notes::default());
    let stopper = control.clone();
    let watcher = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(500));
        stopper.stop(Limit::Interrupt);
    });
    let report = check_with(&unreduced(COUNTERS), &control, notes.clone());
    watcher.join().unwrap();
    assert_eq!(report.limit, Some((Limit::Interrupt, Phase::Search)));
    let (states, answered) = &*notes.0.lock().unwrap();
    assert!(*states > 0, "progress was told");
    assert_eq!(answered, &["deadlock", "assert"]);
}

#[test]
fn a_run_that_was_stopped_before_it_began_says_so() {
    let control = Control::default();
    control.stop(Limit::Interrupt);
    let report: Report = check_with(&unreduced(COUNTERS), &control, Arc::new(Silent));
    assert_eq!((report.status(), report.limit), (3, Some((Limit::Interrupt, Phase::Reading))));
}

#[test]
fn what_holds_vacuously_is_told() {
    let warnings = |text: &str| {
        let report = check(&Request::text("m.pml", text));
        assert!(report.properties.iter().all(|p| matches!(p.answer, Answer::Holds(_))), "{report:?}");
        report.warnings.iter().map(|w| w.message.clone()).collect::<Vec<_>>()
    };
    let unreached = "bool b; active proctype P() { if :: b -> assert(false) :: !b fi }";
    assert_eq!(warnings(unreached), ["no run reaches assert(false)"]);
    let reached = "bool b; active [2] proctype P() { if :: _pid == 1 -> assert(!b) :: _pid == 0 fi }";
    assert_eq!(warnings(reached), [""; 0], "one of the processes reaches it");
    let implied = "bool p, q; active proctype P() { q = true } ltl f { [] (p -> <> q) }";
    assert_eq!(warnings(implied), ["p is never true, so what it implies is not checked"]);
    let triggered = "bool p, q; active proctype P() { p = true; q = true } ltl f { [] (p -> <> q) }";
    assert_eq!(warnings(triggered), [""; 0]);
}

/// Panics when a property has its answer: an error of this program in the middle of a run.
struct FailsAt(&'static str);

impl Sink for FailsAt {
    fn event(&self, event: Event) {
        if let Event::Answered(property) = event
            && property.name == self.0
        {
            std::panic::resume_unwind(Box::new("an error"));
        }
    }
}

#[test]
fn an_error_takes_no_answer_away() {
    let text = "byte x; active proctype P() { x = 1; x = 2 }
        ltl a { [] (x < 3) } ltl b { [] (x < 3) } ltl c { [] (x < X) }";
    // The property that fails, what is known of it then, whether another one is violated, and the exit status.
    for (fails, known, limit, status) in [
        ("ltl:b", "unknown", "3", 4),
        ("ltl:b", "unknown", "2", 1),
        ("deadlock", "holds", "3", 4),
        ("assert", "holds", "2", 1),
    ] {
        let request = Request::text("m.pml", text.replace('X', limit));
        let report = check_with(&request, &Control::default(), Arc::new(FailsAt(fails)));
        assert!(matches!(&report.error, Some(kulan_run::Error::Internal(why)) if why == "an error"), "{fails}");
        assert_eq!(report.status(), status, "{fails}, {limit}");
        assert_eq!(report.verdict().word(), if status == 1 { "violated" } else { "unknown" });
        let word = |name: &str| report.property(name).map(|p| p.answer.verdict().word());
        assert_eq!(word(fails), Some(known), "{fails}");
        assert_eq!(word("ltl:a"), Some("holds"));
        assert_eq!(word("ltl:c"), Some(if limit == "2" { "violated" } else { "holds" }));
        let shown = report.counterexamples().count();
        assert_eq!(shown, usize::from(limit == "2"), "{fails}");
    }
}
