//! A report as human-readable text.

use std::fmt::Write;

use kulan_control::{Limit, Phase};
use kulan_search::Kind;

use crate::{
    Answer, Canvas, Counterexample, DeviceFigures, Limits, PropertyReport, Report, SearchReport, Verdict, bytes, clean,
    count, instance_words, limit_option, plural, render_trace, standings_text, width,
};

/// Phases that take less than this share of the time are not mentioned.
const WORTH_A_WORD: f64 = 0.1;

/// The whole report.
pub fn summary(report: &Report, canvas: &Canvas) -> String {
    let mut out = headlines(report, canvas, true);
    out += &table(report, canvas);
    out += &notes(report, canvas);
    out += &figures(report);
    out += &time(report);
    if let Some(file) = &report.certificate_file {
        let words = quoted(report, &file.display().to_string());
        let line = canvas.style.bold(&format!("kulan certify {words}"));
        let _ = writeln!(out, "check the proof with:  {line}");
    }
    for (_, found) in report.counterexamples() {
        if let Some(file) = &found.file {
            let words = quoted(report, &file.display().to_string());
            let line = canvas.style.bold(&format!("kulan replay {words}"));
            let replaced = if found.replaced { "  (the file existed; it was replaced)" } else { "" };
            let _ = writeln!(out, "replay it with:  {line}{replaced}");
        }
    }
    out
}

/// The files of the model, and one more, as words of a command line.
fn quoted(report: &Report, file: &String) -> String {
    let files = std::iter::once(&report.model).chain(&report.others).chain([file]);
    files.map(|f| quote(f).to_string()).collect::<Vec<_>>().join(" ")
}

/// The verdict alone.
pub fn verdict_lines(report: &Report, canvas: &Canvas) -> String {
    headlines(report, canvas, false)
}

fn headlines(report: &Report, canvas: &Canvas, with_traces: bool) -> String {
    let violated = || report.properties.iter().filter(|p| p.answer.verdict() == Verdict::Violated);
    if violated().next().is_none() {
        return overall(report, canvas);
    }
    let mut out = String::new();
    for property in violated() {
        out += &headline(property, canvas);
        if let Some(found) = property.answer.counterexample().filter(|_| with_traces) {
            out += &counterexample(found, canvas);
        }
    }
    out
}

fn overall(report: &Report, canvas: &Canvas) -> String {
    let (style, model) = (canvas.style, clean(&report.files()));
    let assumed = report.assumed.as_ref().map_or(String::new(), |what| match report.assumes_unasked {
        true => format!(" if {what}"),
        false => format!(" ({what})"),
    });
    match (report.verdict(), report.limit) {
        (Verdict::Holds, _) => format!("{}{assumed}: {model}\n", style.good("holds")),
        (Verdict::HoldsWithin, _) => {
            let bound = report.bound().map_or(String::new(), |b| b.words());
            format!("{} {bound}{assumed}: {model}\n", style.good("holds within"))
        }
        (_, Some((limit, phase))) => {
            format!("{}: {model}: {}\n", style.open("unknown"), limit_words(&report.limits, limit, phase))
        }
        (verdict, None) => format!("{}: {model}\n", style.open(verdict.word())),
    }
}

/// `the time limit of 2 s was reached while relating transitions (--timeout raises it)`.
pub fn limit_words(limits: &Limits, limit: Limit, phase: Phase) -> String {
    let reached = match limit {
        Limit::Memory => {
            format!("the memory limit of {} was reached", bytes(limits.memory.unwrap_or_default()))
        }
        Limit::States => {
            format!("the limit of {} was reached", plural(limits.states.unwrap_or_default(), "state"))
        }
        Limit::Time => {
            format!("the time limit of {} s was reached", limits.time.unwrap_or_default().as_secs_f64())
        }
        Limit::Interrupt => "interrupted".to_string(),
        Limit::Device => "the device failed".to_string(),
    };
    let place = if phase == Phase::Search { String::new() } else { format!(" while {}", phase.words()) };
    let raised = limit_option(limit).map_or(String::new(), |option| format!(" ({option} raises it)"));
    format!("{reached}{place}{raised}")
}

/// `violated: assert — assertion violated: x == 1 (m.pml:17)`.
pub fn headline(property: &PropertyReport, canvas: &Canvas) -> String {
    let (word, name) = (canvas.style.bad("violated"), clean(&property.label()));
    match property.answer.counterexample() {
        Some(found) => {
            let place = found.place.as_ref().map_or(String::new(), |p| format!(" ({p})"));
            format!("{word}: {name} — {}\n", clean(&format!("{}{place}", found.message)))
        }
        None => format!("{word}: {name} — the run ended before the counterexample could be replayed\n"),
    }
}

/// The statements of a counterexample, and the positions of all processes in a deadlock.
pub fn counterexample(found: &Counterexample, canvas: &Canvas) -> String {
    let steps = found.steps.len();
    let mut out = format!("counterexample: {}, {}\n\n", plural(steps as u64, "step"), found.length.words());
    out += &render_trace(&found.steps, found.cycle_start, canvas);
    if steps > 0 {
        out.push('\n');
    }
    if !found.standings.is_empty() {
        out += &standings_text(&found.standings, found.stuck.as_deref(), canvas);
        out.push('\n');
    }
    out
}

fn table(report: &Report, canvas: &Canvas) -> String {
    let style = canvas.style;
    let widest = report.properties.iter().map(|p| width(&p.label())).max().unwrap_or(0);
    let mut out = String::new();
    for p in &report.properties {
        let verdict = match &p.answer {
            Answer::Holds(_) => style.good("holds"),
            Answer::HoldsWithin(bound) => format!("{} {}", style.good("holds within"), bound.words()),
            Answer::Violated(_) if report.method.all_errors => {
                format!("{} {}", style.bad("violated"), plural(p.errors, "time"))
            }
            Answer::Violated(_) => style.bad("violated"),
            Answer::Unknown(reason) => format!("{}: {}", style.open("unknown"), reason.words()),
        };
        let _ = writeln!(out, "  {:widest$}  {verdict}", p.label());
    }
    out
}

fn notes(report: &Report, canvas: &Canvas) -> String {
    let mut out = String::new();
    let violated = |p: &&PropertyReport| p.answer.verdict() == Verdict::Violated;
    if report.properties.iter().filter(violated).any(|p| p.id.kind != Kind::Cycle) {
        match report.limit {
            Some((limit, phase)) => {
                let _ = writeln!(out, "the search ended early: {}", limit_words(&report.limits, limit, phase));
            }
            None if !report.method.all_errors => {
                out += "the search ended at the first violation (--all-errors goes on)\n";
            }
            None if counts_are_partial(report) => {
                out +=
                    "a reduced search does not meet all violations: --por off --no-merge --no-reset-dead counts all\n";
            }
            None => {}
        }
    }
    for warning in report.warnings.iter().filter(|w| !w.is_shown) {
        // A message that says itself that something is not supported needs no word in front.
        let kind = Some(&warning.property).filter(|_| !warning.message.starts_with("not supported: "));
        let kind = kind.map_or(String::new(), |property| format!("{property}: "));
        let text = clean(&format!("{kind}{}", warning.sentence()));
        let _ = writeln!(out, "{}: {text}", canvas.style.open("warning"));
    }
    if !report.unchecked.is_empty() {
        let _ = writeln!(out, "not checked: {}", clean(&report.unchecked.join(", ")));
    }
    out
}

/// Whether there may be more violations than were counted.
fn counts_are_partial(report: &Report) -> bool {
    report.searches.iter().any(|s| s.id.is_none() && s.reduction.is_some())
}

fn figures(report: &Report) -> String {
    report.searches.iter().map(search_lines).collect()
}

fn search_lines(search: &SearchReport) -> String {
    let mut out = String::new();
    let parts: Vec<String> = [search.property.clone().unwrap_or_default(), instance_words(&search.instance)]
        .into_iter()
        .filter(|p| !p.is_empty())
        .collect();
    let name = if parts.is_empty() { String::new() } else { format!("{}: ", clean(&parts.join(", "))) };
    if let Some(c) = &search.circuit {
        let learned = if c.clauses > 0 { format!(", {}", plural(c.clauses, "clause")) } else { String::new() };
        let _ = writeln!(
            out,
            "{name}{}: depth {}{learned}; a circuit of {}, {}, {}",
            search.engine,
            count(c.depth),
            plural(c.bits, "bit"),
            plural(c.inputs, "input"),
            plural(c.gates, "gate"),
        );
        out += &transactions(&name, search);
        match search.proof {
            Some(proof) if proof.checked => {
                let _ = writeln!(out, "{name}the proof was checked: {}", plural(proof.questions, "question"));
            }
            Some(_) => {
                let _ =
                    writeln!(out, "{name}the proof was not checked (--certificate FILE keeps one, for kulan certify)");
            }
            None => {}
        }
        return out;
    }
    let _ = writeln!(
        out,
        "{name}{}, {}, depth {}{}",
        plural(search.states, "state"),
        plural(search.transitions, "transition"),
        count(search.depth),
        if search.reduction.is_some() { " (reduced)" } else { "" },
    );
    out += &transactions(&name, search);
    if let Some(p) = &search.program {
        let _ = writeln!(
            out,
            "{name}the reduced program alone: {}, {}; {} to break cycles",
            plural(p.states, "state"),
            plural(p.transitions, "transition"),
            plural(p.breakers, "state"),
        );
    }
    if let Some(c) = &search.comparison {
        let what = if search.reduction.is_some() { "reduced" } else { "not reduced" };
        let _ = writeln!(
            out,
            "{name}{what}: up to depth {}, {} of {} remain; in all about {:.1} times fewer, each {:.1} times as expensive",
            count(c.depth),
            count(c.reduced_states),
            plural(c.full_states, "state"),
            c.fewer.max(1.0),
            c.price,
        );
    }
    if let Some(r) = search.reduction.as_ref().filter(|r| r.solver_questions > 0) {
        let _ = writeln!(
            out,
            "{name}relations: {} in {:.2} s, {} undecided",
            plural(r.solver_questions, "question"),
            r.solver_seconds,
            count(r.solver_undecided),
        );
    }
    if let Some(why) = search.unreduced {
        let _ = writeln!(out, "{name}not reduced: {why}");
    }
    out + &search.device.as_ref().map_or(String::new(), |d| device(&name, d))
}

/// `on NVIDIA H200: ready after 0.41 s, code in 0.22 s, 3 states by the host`.
fn device(name: &str, device: &DeviceFigures) -> String {
    let mut parts = vec![format!("ready after {:.2} s", device.seconds_start)];
    parts.push(format!("code in {:.2} s", device.seconds_compile));
    if device.by_host > 0 {
        parts.push(format!("{} expanded by the host", plural(device.by_host, "state")));
    }
    if device.host_bytes > 0 {
        parts.push(format!("{} of states in the host's memory, which is slower", bytes(device.host_bytes)));
    }
    format!("{name}on {}: {}\n", clean(&device.name), parts.join(", "))
}

fn transactions(name: &str, search: &SearchReport) -> String {
    let Some(t) = &search.transactions else { return String::new() };
    let conditions = match t.conditions {
        0 => String::new(),
        n => format!(", {}", plural(n, "condition")),
    };
    format!(
        "{name}transactions ({}): {} of {} go on inside{conditions}; {} in {:.2} s, {} undecided\n",
        t.movers,
        count(t.inside),
        plural(t.transitions, "transition"),
        plural(t.solver_questions, "question"),
        t.seconds,
        count(t.solver_undecided),
    )
}

/// `1.99 s (relations 1.85 s, search 0.01 s) on 2 threads; states take 218.9 KiB`.
fn time(report: &Report) -> String {
    let search = report.times.of(Phase::Search).as_secs_f64();
    let others = report.times.iter().filter(|&(phase, time)| {
        phase != Phase::Search && time.as_secs_f64() >= 0.005 && time.as_secs_f64() > WORTH_A_WORD * report.seconds
    });
    let parts = others.map(|(phase, time)| (phase, time.as_secs_f64())).chain([(Phase::Search, search)]);
    let parts: Vec<String> = parts.map(|(phase, seconds)| format!("{} {seconds:.2} s", phase.name())).collect();
    format!(
        "{:.2} s ({}) on {}; states take {}\n",
        report.seconds,
        parts.join(", "),
        plural(report.method.threads as u64, "thread"),
        bytes(report.searches.iter().map(|s| s.store_bytes).max().unwrap_or(0)),
    )
}

/// A word for the shell.
fn quote(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./+,:@%=".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
