//! `kulan relations`.

use std::fmt::Write;
use std::path::Path;

use kulan_ir::{CheckKind, System, TransitionId};
use kulan_relations::{Counts, Figures, Matrix, Method, Question, Relations, Subject};
use kulan_report::{count, expr_text, plural};
use kulan_run::relations_name;
use serde_json::{Value, json};

use crate::args::{Color, RelationsArgs};
use crate::failure::Failure;
use crate::why::Why;
use crate::{load, movers, reduce, terminal};

/// States that are searched for processes created at run time.
const MOST_STATES: u64 = 20_000;

/// A subject with its relations by one method.
pub struct Found {
    pub subject: Subject,
    pub relations: Relations,
    pub figures: Figures,
    pub method: Method,
}

impl Found {
    fn new(subject: &Subject, method: Method) -> Found {
        let mut subject = subject.clone();
        let (relations, figures) = kulan_relations::relations(&mut subject, method);
        Found { subject, relations, figures, method }
    }
}

/// Runs the command; gives the exit status.
pub fn run(args: &RelationsArgs, color: Color) -> Result<u8, Failure> {
    let mut workshop = load::load(&args.model, color)?;
    if workshop.source().creates_processes() {
        // What processes there are is found by running; where that takes long, those found so far will do.
        kulan_run::complete(&mut workshop, MOST_STATES, &kulan_run::Control::default())?;
    }
    let system = kulan_transform::transform(&workshop.system(), reduce::passes(&args.passes, false));
    if args.movers {
        let wanted = |kind| kind != CheckKind::Assertion || !args.no_assert;
        terminal::print(&movers::text(&kulan_transactions::table(&system, &wanted)));
        return Ok(0);
    }
    let subject = Subject::new(&system, !args.no_assert);
    let method = args.relations.map_or(Method::Solver, reduce::relations_method);
    let found = Found::new(&subject, method);
    if let Some(question) = question(args, &found)? {
        terminal::print(&Why { found: &found, subject: &subject }.answer(question));
        return Ok(0);
    }
    if let Some(t) = args.transition {
        check("transition", t, found.relations.transitions)?;
        terminal::print(&about_transition(&found, t));
    } else if let Some(g) = args.guard {
        check("guard", g, found.subject.system.guards.len())?;
        terminal::print(&about_guard(&found, g));
    } else if args.list {
        terminal::print(&list(&found));
    } else if args.json.as_deref() != Some(Path::new("-")) {
        let other = (args.relations.is_none()).then(|| Found::new(&subject, Method::Syntactic));
        terminal::print(&summary(args, subject.goals.len(), &found, other.as_ref()));
    }
    if let Some(file) = &args.json {
        terminal::write(file, format!("{}\n", export(args, &found)))?;
    }
    Ok(0)
}

fn check(what: &str, number: usize, bound: usize) -> Result<(), Failure> {
    if number < bound {
        return Ok(());
    }
    let there_are = match bound {
        0 => format!("the model has no {what}s"),
        _ => format!("{what}s are numbered 0 to {}", bound - 1),
    };
    Err(Failure::Input(format!("there is no {what} {number}: {there_are}\n  help: --list shows them")))
}

/// The question that was asked, if one was.
fn question(args: &RelationsArgs, found: &Found) -> Result<Option<Question>, Failure> {
    let (guards, transitions) = (found.subject.system.guards.len(), found.relations.transitions);
    let pair = |list: &Option<Vec<usize>>, first: (&str, usize), second: (&str, usize)| match list.as_deref() {
        Some(&[a, b]) => {
            check(first.0, a, first.1)?;
            check(second.0, b, second.1)?;
            Ok::<_, Failure>(Some((a, b)))
        }
        _ => Ok(None),
    };
    let (guard, transition) = (("guard", guards), ("transition", transitions));
    if let Some((t, u)) = pair(&args.why, transition, transition)? {
        if t == u {
            return Err(Failure::Input("--why needs two different transitions".to_string()));
        }
        return Ok(Some(if args.left {
            Question::DoNotLeftAccord { then: t, first: u }
        } else {
            Question::DoNotAccord(t, u)
        }));
    }
    if let Some((g, t)) = pair(&args.enables, guard, transition)? {
        return Ok(Some(Question::Enabling { guard: g, transition: t }));
    }
    if let Some((g, t)) = pair(&args.disables, guard, transition)? {
        return Ok(Some(Question::Disabling { guard: g, transition: t }));
    }
    Ok(pair(&args.together, guard, guard)?.map(|(g, h)| Question::CoEnabled(g, h)))
}

/// The relations with their names.
fn matrices(relations: &Relations) -> [(&'static str, &'static str, &Matrix); 5] {
    [
        ("may hold together", "may_hold_together", &relations.co_enabled),
        ("can enable (NES)", "necessary_enabling", &relations.necessary_enabling),
        ("can disable (NDS)", "necessary_disabling", &relations.necessary_disabling),
        ("do not accord (DNA)", "do_not_accord", &relations.do_not_accord),
        ("do not left-accord (DNB)", "do_not_left_accord", &relations.do_not_left_accord),
    ]
}

fn summary(args: &RelationsArgs, goals: usize, found: &Found, other: Option<&Found>) -> String {
    let system = &found.subject.system;
    let opaque = system.transitions.iter().filter(|t| t.continues.is_some()).count();
    let mut text = format!(
        "{}: {}, {} ({opaque} opaque), {}, {} ({} proved impossible)\n\n",
        args.model.model.display(),
        plural(system.variables.len() as u64, "variable"),
        plural(system.transitions.len() as u64, "transition"),
        plural(system.guards.len() as u64, "guard"),
        plural(goals as u64, "goal"),
        found.figures.impossible_goals
    );
    let _ = write!(text, "{:<26}{:>12}{:>22}", "relation", "pairs", relations_name(found.method));
    let _ = writeln!(text, "{}", other.map_or(String::new(), |o| format!("{:>22}", relations_name(o.method))));
    // Goals that turned out to be impossible are counted for both.
    let actions = system.transitions.len() + goals;
    for (i, (title, _, matrix)) in matrices(&found.relations).into_iter().enumerate() {
        let pairs = match i {
            0 => system.guards.len().pow(2),
            1 | 2 => system.guards.len() * system.transitions.len(),
            _ => actions.pow(2),
        } as u64;
        let _ = write!(text, "{title:<26}{:>12}{:>22}", count(pairs), share(matrix.count(), pairs));
        let other = other.map(|o| matrices(&o.relations)[i].2.count());
        let _ = writeln!(text, "{}", other.map_or(String::new(), |n| format!("{:>22}", share(n, pairs))));
    }
    if found.method == Method::Solver {
        text += &questions(&found.figures);
    }
    text
}

fn share(entries: u64, pairs: u64) -> String {
    format!("{} {:>7}", count(entries), format!("{:.1} %", 100.0 * entries as f64 / pairs.max(1) as f64))
}

fn kinds(figures: &Figures) -> [(&'static str, Counts); 6] {
    [
        ("goals", figures.goals),
        ("may hold together", figures.co_enabled),
        ("can enable (NES)", figures.necessary_enabling),
        ("can disable (NDS)", figures.necessary_disabling),
        ("do not accord (DNA)", figures.do_not_accord),
        ("do not left-accord (DNB)", figures.do_not_left_accord),
    ]
}

fn questions(figures: &Figures) -> String {
    let mut text = format!(
        "\n{:<26}{:>12}{:>11}{:>11}{:>11}{:>11}\n",
        "questions", "asked", "form", "cache", "solved", "undecided"
    );
    for (title, counts) in kinds(figures) {
        let _ = write!(text, "{title:<26}{:>12}", count(counts.asked));
        for number in [counts.plain, counts.kept, counts.solved, counts.open] {
            let _ = write!(text, "{:>11}", count(number));
        }
        text.push('\n');
    }
    let _ = writeln!(
        text,
        "\n{:.3} s: values {:.3} s, exclusions {:.3} s ({})",
        figures.seconds,
        figures.analysis_seconds,
        figures.exclusion_seconds,
        plural(figures.exclusions, "pair")
    );
    text
}

/// A transition in the model's words.
pub fn transition_text(system: &System, t: usize) -> String {
    let transition = system.transition(TransitionId(t as u32));
    let steps: Vec<&str> = transition.steps.iter().map(|s| s.text.as_str()).filter(|s| !s.is_empty()).collect();
    let words = if steps.is_empty() { "(a jump)".to_string() } else { steps.join("; ") };
    let place = transition.steps.iter().find_map(|s| s.source);
    let place = place.map_or(String::new(), |s| format!("  ({}:{})", system.files[s.file.index()], s.line));
    format!("{}: {words}{place}", system.threads[transition.thread.index()].name)
}

/// A guard in the model's words.
pub fn guard_text(system: &System, g: usize) -> String {
    expr_text(system, system.guards[g])
}

/// A transition or a goal in the model's words.
pub fn action_text(subject: &Subject, action: usize) -> String {
    match action.checked_sub(subject.system.transitions.len()) {
        None => transition_text(&subject.system, action),
        Some(goal) => {
            let goal = &subject.goals[goal];
            format!("an error of {}: {}", goal.transition.0, transition_text(&subject.system, goal.transition.index()))
        }
    }
}

fn list(found: &Found) -> String {
    let system = &found.subject.system;
    let mut text = String::from("transitions\n");
    for t in 0..found.relations.actions() {
        if t == found.relations.transitions {
            text += "goals\n";
        }
        let _ = writeln!(text, "{t:>6}  {}", action_text(&found.subject, t));
    }
    text += "guards\n";
    for g in 0..system.guards.len() {
        let _ = writeln!(text, "{g:>6}  {}", guard_text(system, g));
    }
    text
}

fn section(text: &mut String, title: &str, numbers: impl Iterator<Item = usize>, words: impl Fn(usize) -> String) {
    let mut any = false;
    for number in numbers {
        if !std::mem::replace(&mut any, true) {
            let _ = writeln!(text, "{title}");
        }
        let _ = writeln!(text, "{number:>6}  {}", words(number));
    }
    if !any {
        let _ = writeln!(text, "{title}: none");
    }
}

fn column(matrix: &Matrix, column: usize) -> impl Iterator<Item = usize> + '_ {
    (0..matrix.rows()).filter(move |&row| matrix.get(row, column))
}

fn about_transition(found: &Found, t: usize) -> String {
    let (relations, system) = (&found.relations, &found.subject.system);
    let guard = |g: usize| guard_text(system, g);
    let action = |a: usize| action_text(&found.subject, a);
    let mut text = format!("transition {t}  {}\n", transition_text(system, t));
    if system.transitions[t].continues.is_some() {
        text += "opaque: its thread goes on alone afterwards, so only what it reads and writes is known\n";
    }
    section(&mut text, "guards", relations.guards[t].iter().map(|&g| g as usize), guard);
    section(&mut text, "can enable the guards", column(&relations.necessary_enabling, t), guard);
    section(&mut text, "can disable the guards", column(&relations.necessary_disabling, t), guard);
    section(&mut text, "does not accord with", relations.do_not_accord.columns_of(t), action);
    section(&mut text, "does not left-accord with", relations.do_not_left_accord.columns_of(t), action);
    text
}

fn about_guard(found: &Found, g: usize) -> String {
    let (relations, system) = (&found.relations, &found.subject.system);
    let action = |a: usize| action_text(&found.subject, a);
    let users = (0..relations.actions()).filter(|&a| relations.guards[a].contains(&(g as u32)));
    let mut text = format!("guard {g}  {}\n", guard_text(system, g));
    section(&mut text, "a guard of", users, action);
    section(&mut text, "can be enabled by", relations.necessary_enabling.columns_of(g), action);
    section(&mut text, "can be disabled by", relations.necessary_disabling.columns_of(g), action);
    let excluded = (0..system.guards.len()).filter(|&h| h != g && !relations.co_enabled.get(g, h));
    section(&mut text, "never holds together with", excluded, |h| guard_text(system, h));
    text
}

fn export(args: &RelationsArgs, found: &Found) -> Value {
    let (relations, system) = (&found.relations, &found.subject.system);
    let transitions = system.transitions.iter().enumerate().map(|(t, transition)| {
        let place = transition.steps.iter().find_map(|s| s.source);
        json!({
            "process": system.threads[transition.thread.index()].name,
            "text": transition.steps.iter().map(|s| s.text.as_str()).collect::<Vec<_>>().join("; "),
            "file": place.map(|s| &system.files[s.file.index()]),
            "line": place.map(|s| s.line),
            "column": place.map(|s| s.column),
            "guards": relations.guards[t],
            "opaque": transition.continues.is_some(),
            "fallback": transition.is_fallback(),
        })
    });
    let goals = found.subject.goals.iter().enumerate().map(
        |(i, goal)| json!({ "transition": goal.transition.0, "guards": relations.guards[relations.transitions + i] }),
    );
    let pairs = |m: &Matrix| -> Vec<[usize; 2]> {
        (0..m.rows()).flat_map(|row| m.columns_of(row).map(move |column| [row, column])).collect()
    };
    let lists = matrices(&found.relations).map(|(_, key, matrix)| (key.to_string(), json!(pairs(matrix))));
    json!({
        "tool": "kulan",
        "version": env!("CARGO_PKG_VERSION"),
        "model": args.model.model.display().to_string(),
        "method": relations_name(found.method),
        "variables": system.variables.len(),
        "transitions": transitions.collect::<Vec<_>>(),
        "goals": goals.collect::<Vec<_>>(),
        "guards": (0..system.guards.len()).map(|g| guard_text(system, g)).collect::<Vec<_>>(),
        "relations": serde_json::Map::from_iter(lists),
        "figures": {
            "impossible_goals": found.figures.impossible_goals,
            "questions": found.figures.questions(),
            "undecided": found.figures.undecided(),
            "exclusions": found.figures.exclusions,
            "seconds": found.figures.seconds,
        },
    })
}
