//! Files that are damaged, and what is said about them.

use std::path::PathBuf;

use kulan_certify::{Asked, Certificate, Method, Refused, check};
use kulan_ir::{CheckKind, Instance, System};
use kulan_sat::Limits;
use kulan_testing::Random;
use kulan_trace::ProgramOptions;

use crate::support::{assertions, certificate, read_back, system};

fn model() -> System {
    system(
        "system s process p thread t in p var x : u8 var \"a b\" : u4[2]
        transition t { when x <u 10 set x = x + 1 set \"a b\"[0] = 1 step \"up\" }
        transition t { check assert x <=u 10 step \"look\" }",
    )
}

fn full() -> Certificate {
    let mut certificate = certificate(&model(), assertions(), Method::Ic3, &["x <=u 10", "\"a b\"[0] <u 2"]);
    certificate.within.insert(CheckKind::Threads, 3);
    let origin = &mut certificate.origin;
    origin.model = "some \"folder\"/m.c".into();
    origin.reading.defines = vec!["N=3".into(), "M".into()];
    origin.reading.ltl = vec!["[] p\n".into()];
    (origin.reading.never, origin.reading.hoa) = (Some("n.pml".into()), Some("a.hoa".into()));
    origin.reading.invariants = vec!["x < 3".into()];
    origin.watched = vec!["ltl:formula".into()];
    origin.reading.overflow_wraps = true;
    let files = vec![PathBuf::from("b.c")];
    origin.reading.program =
        ProgramOptions { files, max_threads: Some(3), no_reuse: true, ..ProgramOptions::default() };
    origin.reading.sought = Some(vec!["race".into()]);
    origin.instances = vec![Instance { template: 1, slot: 2 }, Instance { template: 0, slot: 4 }];
    (origin.merge, origin.reset_dead) = (true, true);
    certificate
}

#[test]
fn everything_is_written_and_read() {
    let certificate = full();
    let read = read_back(&certificate);
    assert_eq!((read.origin, read.asked, read.within), (certificate.origin, certificate.asked, certificate.within));
    assert_eq!(read.method, certificate.method);
    let text = full().write();
    let expected = [
        "kulan-certificate 1",
        "model \"some \\\"folder\\\"/m.c\"",
        "define \"N=3\"",
        "define \"M\"",
        "ltl \"[] p\\n\"",
        "claim \"n.pml\"",
        "hoa \"a.hoa\"",
        "invariant \"x < 3\"",
        "watched \"ltl:formula\"",
        "overflow wrap",
        "program {\"files\":[\"b.c\"],\"max_threads\":3,\"no_reuse\":true}",
        "sought race",
        "instance 1 2",
        "instance 0 4",
        "pass merge",
        "pass reset-dead",
        "never assert",
        "within threads 3",
        "method ic3",
    ];
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[..expected.len()], expected);
    assert_eq!(&lines[lines.len() - 3..lines.len() - 1], ["clause x <=u 10", "clause \"a b\"[0] <u 2"]);
}

#[test]
fn a_file_that_is_cut_is_refused_wherever_that_is() {
    let text = full().write();
    for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
        // The last line may lack its line feed.
        let whole = end == text.len() - 1;
        let read = Certificate::read(&text[..end]);
        assert_eq!(read.is_ok(), whole, "cut behind {end}: {read:?}");
    }
    let cut = Certificate::read(&text[..text.len() / 2]).expect_err("cut").to_string();
    assert!(cut.contains("cut short") || cut.contains("expected"), "{cut}");
    let lines: Vec<&str> = text.lines().collect();
    let without_end = lines[..lines.len() - 1].join("\n");
    let error = Certificate::read(&without_end).expect_err("cut");
    assert_eq!(
        error.to_string(),
        format!("{}:1: the certificate is cut short: its last line, `end`, is missing", lines.len())
    );
}

#[test]
fn a_file_that_was_changed_is_refused() {
    let text = full().write();
    let mut random = Random::new(1);
    for _ in 0..2000 {
        let mut bytes = text.clone().into_bytes();
        let at = random.below(bytes.len());
        bytes[at] = random.below(128) as u8;
        let Ok(changed) = String::from_utf8(bytes) else { continue };
        if changed != text {
            let blank = at + 1 == text.len();
            let read = Certificate::read(&changed);
            assert!(read.is_err() || blank, "{changed}");
        }
    }
}

#[test]
fn one_written_by_hand_is_refused_with_the_place_if_it_is_wrong() {
    let text = full().write();
    let by_hand = text[..text.rfind("end ").expect("an end")].to_string() + "end by hand\n";
    assert!(Certificate::read(&by_hand).is_ok());
    for (from, to, error) in [
        (
            "kulan-certificate 1",
            "kulan-certificate 2",
            "1:19: expected version 1 behind `kulan-certificate`, found `2`",
        ),
        (
            "kulan-certificate 1",
            "certificate",
            "1:1: this is no certificate: expected `kulan-certificate 1` in the first line",
        ),
        ("define \"M\"", "define M", "4:8: expected a quoted text behind `define`, found `M`"),
        ("never assert", "never assertion", "17:7: expected the name of a property behind `never`, found `assertion`"),
        (
            "within threads 3",
            "within index 3",
            "18:8: expected threads, frames or objects behind `within`, found `index 3`",
        ),
        (
            "method ic3",
            "method pdr",
            "19:8: expected `ic3` or `k-induction` with a number behind `method`, found `pdr`",
        ),
        (
            "method ic3",
            "method k-induction 0",
            "19:8: expected `ic3` or `k-induction` with a number behind `method`, found `k-induction 0`",
        ),
        ("method ic3", "method ic3\nmethod ic3", "20:1: there is a second line `method`"),
        ("pass merge", "pass all", "15:6: expected `merge` or `reset-dead` behind `pass`, found `all`"),
        ("sought race", "hope", "12:1: a line cannot begin with `hope`"),
        ("instance 1 2", "instance 1", "13:10: expected two numbers behind `instance`, found `1`"),
        ("method ic3\n", "", "23:1: there is no line `method`"),
    ] {
        let wrong = by_hand.replacen(from, to, 1);
        assert_eq!(Certificate::read(&wrong).expect_err("wrong").to_string(), error);
    }
    let error = Certificate::read("").expect_err("empty").to_string();
    assert_eq!(error, "1:1: this is no certificate: the file is empty");
}

#[test]
fn a_clause_that_means_nothing_is_refused_with_the_place() {
    let text = full().write();
    let by_hand = text[..text.rfind("end ").expect("an end")].to_string() + "end by hand\n";
    let wrong = Certificate::read(&by_hand.replacen("clause x <=u 10", "clause x <=u y", 1)).expect("a certificate");
    match check(&model(), &wrong, &Limits::default()) {
        Err(Refused::Clause(error)) => assert_eq!(error.to_string(), "21:14: there is no variable `y`"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn random_clauses_by_hand_never_panic() {
    let text = full().write();
    let by_hand = text[..text.rfind("end ").expect("an end")].to_string() + "end by hand\n";
    let start = by_hand.find("clause").expect("a clause");
    let signs: Vec<char> = "x<=u10\"ab []()|&$1!~-+:stire,ofk".chars().collect();
    let mut random = Random::new(7);
    for _ in 0..3000 {
        let mut changed: Vec<char> = by_hand.chars().collect();
        for _ in 0..random.between(1, 3) {
            let at = start + random.below(changed.len() - start);
            changed[at] = *random.pick(&signs);
        }
        let changed: String = changed.into_iter().collect();
        if let Ok(certificate) = Certificate::read(&changed) {
            let _ = check(&model(), &certificate, &Limits::default());
        }
    }
    let _ = Asked::default();
}
