//! Where each process is at the end of a counterexample, and in a deadlock, why none can continue.

use kulan_ir::{
    Display, Expr, ExprId, GuardId, MessageKind, Source, Step, System, ThreadId, TransitionId, Valuation, conjuncts,
};
use kulan_trace::{Explorer, display_value};

use crate::expr::{expr_text, variables};
use crate::text::{clean, clip, pad, width, wrap_words};
use crate::{Canvas, Style, channel};

/// Longest condition that is shown.
const CONDITION: usize = 60;
/// Most reasons shown for one statement.
const REASONS: usize = 3;

/// Returns a line of a source file, for statements that have no transition of their own.
pub type Lines<'a> = dyn Fn(&str, u32) -> Option<String> + 'a;

/// The position of a process.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Its name.
    pub process: String,
    /// The position, as `file:line`.
    pub place: String,
    /// Whether it is a thread of a program.
    pub is_thread: bool,
    /// Whether it cannot go on.
    pub is_stuck: bool,
    /// Whether this is a valid end.
    pub may_end: bool,
    /// The statements it waits for; none if it is not stuck.
    pub waits: Vec<Wait>,
    /// The calls that led there, and the locks it holds, in words.
    pub calls: String,
    /// Those without which it cannot go on, of those that run; none where that is not known.
    pub on: Vec<String>,
}

/// A statement that cannot happen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wait {
    /// The statement.
    pub text: String,
    /// What prevents it.
    pub why: Vec<String>,
}

/// The position of each running process in a state in which none can go on.
pub fn standings(explorer: &Explorer, state: &Valuation, lines: &Lines) -> Vec<Standing> {
    let at_fault = at_fault(explorer, state);
    let all = running(explorer, state).map(|t| Standing {
        is_stuck: true,
        may_end: !at_fault.contains(&t),
        waits: waits(explorer, state, t, lines),
        on: crate::waiting::parties(explorer, state, t),
        ..standing(explorer, state, t)
    });
    all.collect()
}

/// The position of each running process in a state; none if there is nothing to say about them.
pub fn positions(explorer: &Explorer, state: &Valuation) -> Vec<Standing> {
    let all: Vec<Standing> = running(explorer, state).map(|t| standing(explorer, state, t)).collect();
    if all.iter().all(|s| s.calls.is_empty()) { Vec::new() } else { all }
}

pub fn running(explorer: &Explorer, state: &Valuation) -> impl Iterator<Item = ThreadId> {
    let system = explorer.system();
    let threads = (0..system.threads.len() as u32).map(ThreadId);
    let observes =
        |t: ThreadId| system.transitions.iter().any(|transition| transition.thread == t && transition.is_observer());
    threads.filter(move |&t| explorer.runs(state, t) && !observes(t))
}

fn standing(explorer: &Explorer, state: &Valuation, thread: ThreadId) -> Standing {
    let system = explorer.system();
    let place = explorer.source(state, thread).map_or(String::new(), |s| place_text(system, s));
    let process = system.threads[thread.index()].name.clone();
    let calls = calls(explorer, state, thread);
    let is_thread = !explorer.frames(state, thread).is_empty();
    Standing { process, place, is_thread, is_stuck: false, may_end: false, waits: Vec::new(), calls, on: Vec::new() }
}

fn place_text(system: &System, source: Source) -> String {
    format!("{}:{}", last_part(&system.files[source.file.index()]), source.line)
}

/// `in take, called by worker at stack.c:41; holds lock`; nothing for languages without calls.
fn calls(explorer: &Explorer, state: &Valuation, thread: ThreadId) -> String {
    let system = explorer.system();
    let frames = explorer.frames(state, thread);
    // A thread has the name of its own function.
    let mut text = if frames.len() > 1 { format!("in {}", frames[0].function) } else { String::new() };
    for (inner, outer) in frames.iter().zip(frames.iter().skip(1)) {
        let at = inner.called_at.map_or(String::new(), |s| format!(" at {}", place_text(system, s)));
        text += &format!(", called by {}{at}", outer.function);
    }
    let name = &system.threads[thread.index()].name;
    let offsets = system.offsets();
    let holds = |v: &usize| {
        // A mutex is shown by the name of the thread that holds it.
        let (variable, value) = (&system.variables[*v], state.0[offsets[*v]]);
        variable.elements.is_none()
            && matches!(&variable.display, Display::Names(names) if names.iter().any(|(n, of)| *n == value && of == name))
    };
    let held: Vec<&str> =
        (0..system.variables.len()).filter(holds).map(|v| system.variables[v].name.as_str()).collect();
    let held = if held.is_empty() { String::new() } else { format!("holds {}", held.join(", ")) };
    [text, held].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
}

fn last_part(file: &str) -> &str {
    file.rsplit(['/', '\\']).next().unwrap_or(file)
}

/// The threads because of which the end is not valid: those whose part of the condition fails.
fn at_fault(explorer: &Explorer, state: &Valuation) -> Vec<ThreadId> {
    let system = explorer.system();
    if system.exprs.as_const(system.valid_end) == Some(0) {
        return (0..system.threads.len() as u32).map(ThreadId).collect();
    }
    let mut parts = Vec::new();
    conjuncts(&system.exprs, system.valid_end, &mut parts);
    let mut read = Vec::new();
    for part in parts.into_iter().filter(|&p| !explorer.interpreter().holds(state, p)) {
        variables(system, part, &mut read);
    }
    let threads = system.threads.iter().enumerate();
    threads
        .filter(|(_, t)| t.program_counter.is_some_and(|pc| read.contains(&pc.index())))
        .map(|(i, _)| ThreadId(i as u32))
        .collect()
}

/// The statements of one position and text, and what prevents its transitions.
struct Group<'a> {
    step: &'a Step,
    obstacles: Vec<Obstacle>,
}

fn waits(explorer: &Explorer, state: &Valuation, thread: ThreadId, lines: &Lines) -> Vec<Wait> {
    let system = explorer.system();
    let mut groups: Vec<Group> = Vec::new();
    for t in explorer.here(state, thread).filter(|&t| !is_error(system, t)) {
        let Some(step) = system.transition(t).steps.first().filter(|s| !s.text.is_empty()) else { continue };
        let obstacle = obstacle(explorer, state, t);
        match groups.iter_mut().find(|g| g.step.text == step.text && g.step.source == step.source) {
            Some(group) => group.obstacles.extend(obstacle),
            None => groups.push(Group { step, obstacles: obstacle.into_iter().collect() }),
        }
    }
    let place = explorer.source(state, thread).filter(|_| groups.is_empty());
    let line = place.and_then(|s| Some(statement(&lines(&system.files[s.file.index()], s.line)?, s.column)));
    let own = format!("{}.", system.threads[thread.index()].name);
    let mut waits: Vec<Wait> = groups.into_iter().map(|g| wait(g, &own)).collect();
    let network = crate::waiting::network_reasons(explorer, state, thread);
    waits.iter_mut().filter(|w| w.why.is_empty()).for_each(|w| w.why.clone_from(&network));
    waits.extend(as_receiver(explorer, state, thread, line));
    waits
}

/// A statement with the reasons, in which the process's own variables have short names. If the condition only repeats
/// the statement, only the values are given.
fn wait(group: Group, own: &str) -> Wait {
    let text = group.step.text.clone();
    let again = format!("needs {text}; ");
    let short = |reason: String| reason.replace(own, "").replacen(&again, "", 1);
    Wait { why: reasons(group.obstacles).into_iter().map(short).collect(), text }
}

/// If some transitions of a statement lack only a message, the others stand for channels that it does not currently
/// refer to.
fn reasons(obstacles: Vec<Obstacle>) -> Vec<String> {
    let only_channels = obstacles.iter().any(|o| matches!(o, Obstacle::Channel(_)));
    let wanted = |o: &Obstacle| !only_channels || matches!(o, Obstacle::Channel(_));
    let mut list: Vec<String> = obstacles.into_iter().filter(wanted).map(Obstacle::text).collect();
    list.sort();
    list.dedup();
    list.truncate(REASONS);
    list
}

/// Whether a transition only represents an error.
fn is_error(system: &System, t: TransitionId) -> bool {
    let transition = system.transition(t);
    let guards: Vec<Expr> = transition.guards.iter().map(|g| system.exprs.get(system.guards[g.index()])).collect();
    let fails = |c: ExprId| system.exprs.as_const(c) == Some(0) || guards.contains(&Expr::Not(c));
    transition.checks.iter().any(|c| fails(c.condition))
}

/// A rendezvous is a transition of its sender: for the receiver's statement only the channels and the line are known.
fn as_receiver(explorer: &Explorer, state: &Valuation, thread: ThreadId, line: Option<String>) -> Option<Wait> {
    let channels = awaited(explorer, state, thread);
    let ready = "no process is ready to send".to_string();
    match line {
        None if channels.is_empty() => None,
        Some(text) if channels.is_empty() => Some(Wait { text, why: vec!["it can never happen".to_string()] }),
        Some(text) => Some(Wait { text, why: vec![ready] }),
        None => Some(Wait { text: format!("a message on {}", channels.join(", ")), why: vec![ready] }),
    }
}

/// The statement at a column of a line, as far as a reader needs it.
fn statement(line: &str, column: u32) -> String {
    let rest: String = line.chars().skip(column.saturating_sub(1) as usize).collect();
    let end = [";", "->", "}", " ::"].iter().filter_map(|sign| rest.find(sign)).min().unwrap_or(rest.len());
    rest[..end].trim().trim_start_matches(':').trim().to_string()
}

/// The channels on which a thread would receive at its position.
fn awaited<'s>(explorer: &Explorer<'s>, state: &Valuation, thread: ThreadId) -> Vec<&'s str> {
    let system = explorer.system();
    let here = explorer.location(state, thread);
    let counter = system.threads[thread.index()].program_counter;
    let is_here = |g: &GuardId| match system.as_equality(system.guards[g.index()]) {
        Some((v, value)) => Some(v) == counter && Some(value) == here,
        None => false,
    };
    let mut channels: Vec<&str> = Vec::new();
    for transition in system.transitions.iter().filter(|t| t.guards.iter().any(is_here)) {
        let step = transition.steps.first().filter(|s| s.partner == Some(thread));
        channels.extend(step.and_then(|s| s.message.as_ref()).map(|m| m.channel.as_str()));
    }
    channels.sort_unstable();
    channels.dedup();
    channels
}

/// What prevents a transition.
enum Obstacle {
    /// Only the state of its channel.
    Channel(String),
    /// Anything else.
    Other(String),
}

impl Obstacle {
    fn text(self) -> String {
        match self {
            Obstacle::Channel(text) | Obstacle::Other(text) => text,
        }
    }
}

fn obstacle(explorer: &Explorer, state: &Valuation, t: TransitionId) -> Option<Obstacle> {
    let system = explorer.system();
    let transition = system.transition(t);
    let guards = transition.guards.iter().map(|g| system.guards[g.index()]);
    let failing: Vec<ExprId> = guards.filter(|&g| !explorer.interpreter().holds(state, g)).collect();
    if failing.is_empty() {
        return None;
    }
    let message = transition.steps.first().and_then(|s| s.message.as_ref());
    match message {
        Some(m) if m.kind == MessageKind::Handshake => {
            Some(Obstacle::Channel("no process is ready to receive".to_string()))
        }
        Some(m) if failing.iter().all(|&g| channel::is_read_by(system, &m.channel, g)) => {
            Some(Obstacle::Channel(channel::obstacle(explorer, state, m)))
        }
        _ => {
            // One that fails by bookkeeping is for another case of the statement.
            let conditions: Option<Vec<_>> = failing.into_iter().map(|g| condition(explorer, state, g)).collect();
            conditions?.into_iter().min_by_key(|c| width(c)).map(Obstacle::Other)
        }
    }
}

/// What a guard needs; nothing if it is about bookkeeping that means nothing to a reader.
fn condition(explorer: &Explorer, state: &Valuation, guard: ExprId) -> Option<String> {
    let system = explorer.system();
    let mut read = Vec::new();
    variables(system, guard, &mut read);
    if let Some(other) = awaited_end(system, guard) {
        return Some(format!("waits for {other} to end first"));
    }
    if read.iter().any(|&v| is_program_counter(system, v)) {
        return Some("waits for another process".to_string());
    }
    if !read.is_empty() && read.iter().all(|&v| system.variables[v].display == Display::Hidden) {
        return None;
    }
    let text = expr_text(system, guard);
    if width(&text) > CONDITION {
        return Some(format!("needs {}", clip(&text, CONDITION)));
    }
    let mut values = Vec::new();
    values_read(explorer, state, guard, &mut values);
    Some(if values.is_empty() { format!("needs {text}") } else { format!("needs {text}; {}", values.join(", ")) })
}

/// The values of the variables and elements that an expression reads.
fn values_read(explorer: &Explorer, state: &Valuation, id: ExprId, out: &mut Vec<String>) {
    let system = explorer.system();
    system.exprs.operands(id).for_each(|operand| values_read(explorer, state, operand, out));
    let (v, element) = match system.exprs.get(id) {
        Expr::Var(v) => (v, None),
        Expr::Element(v, index) => (v, Some(explorer.interpreter().evaluate(state, index))),
        _ => return,
    };
    let variable = &system.variables[v.index()];
    let value = display_value(variable, explorer.interpreter().evaluate(state, id));
    let text = match element {
        Some(i) => format!("{} is {value}", variable.element_name(i as usize)),
        None => format!("{} is {value}", variable.name),
    };
    if !out.contains(&text) {
        out.push(text);
    }
}

/// The process that must have ended for a condition to hold.
pub fn awaited_end(system: &System, guard: ExprId) -> Option<&str> {
    let (variable, value) = system.as_equality(guard)?;
    let thread = system.threads.iter().find(|t| t.program_counter == Some(variable))?;
    (value == 0).then_some(&thread.name)
}

fn is_program_counter(system: &System, variable: usize) -> bool {
    system.threads.iter().any(|t| t.program_counter.is_some_and(|pc| pc.index() == variable))
}

/// The table shown at the end of a counterexample; of a local deadlock, it is about one process, and others may go on.
pub fn standings_text(standings: &[Standing], stuck: Option<&str>, canvas: &Canvas) -> String {
    let widest = |f: &dyn Fn(&Standing) -> usize| standings.iter().map(f).max().unwrap_or(0);
    let (process, place) = (widest(&|s| width(&s.process)), widest(&|s| width(&s.place)));
    let is_stuck = standings.iter().any(|s| s.is_stuck);
    let heading = match stuck {
        Some(stuck) if is_stuck => format!("{} cannot go on", clean(stuck)),
        Some(_) => "where the threads are".to_string(),
        None if !is_stuck => "where the threads are before the last step".to_string(),
        None if standings.iter().any(|s| s.is_thread) => "no thread can go on".to_string(),
        None => "no process can go on".to_string(),
    };
    let mut out = format!("{heading}:\n");
    for standing in standings {
        let head = format!(
            "  {}  {}",
            canvas.style.key(&pad(&clean(&standing.process), process)),
            canvas.style.dim(&pad(&clean(&standing.place), place))
        );
        out.push_str(&one(standing, &head, process + place + 4, canvas));
    }
    if let Some(cycle) = crate::waiting::cycle(standings) {
        let text = format!("they wait for each other: {}", clean(&cycle.join(" -> ")));
        wrap_words(&text, canvas.width.max(LEAST))
            .iter()
            .for_each(|line| out += &format!("{}\n", canvas.style.bold(line)));
    }
    out
}

fn one(standing: &Standing, head: &str, indent: usize, canvas: &Canvas) -> String {
    if !standing.is_stuck {
        return wrapped(&standing.calls, head, indent, canvas);
    }
    if standing.waits.is_empty() || standing.may_end {
        let note = match () {
            () if standing.may_end => "may stay here at the end",
            // A thread that has ended is nowhere.
            () if standing.is_thread && !standing.place.is_empty() => "cannot go on",
            () => "has nothing left to do",
        };
        return format!("{head}  {}\n", canvas.style.dim(note));
    }
    let mut out = String::new();
    let is_narrow = canvas.width < indent + 2 + LEAST;
    let (head, indent) =
        if is_narrow { (format!("{}\n{BELOW}", head.trim_end()), BELOW.len()) } else { (head.to_string(), indent) };
    for (number, wait) in standing.waits.iter().enumerate() {
        let blank = " ".repeat(indent);
        let head = if number == 0 { &head } else { &blank };
        out.push_str(&wait_lines(wait, head, indent, canvas.width, canvas.style));
    }
    if !standing.calls.is_empty() {
        out.push_str(&wrapped(&standing.calls, &" ".repeat(indent), indent, canvas));
    }
    out
}

/// A text behind the head of a line, and below.
fn wrapped(text: &str, head: &str, indent: usize, canvas: &Canvas) -> String {
    if text.is_empty() {
        return format!("{}\n", head.trim_end());
    }
    let lines = wrap_words(&clean(text), canvas.width.saturating_sub(indent + 4).max(LEAST));
    let mut out = format!("{head}  {}\n", lines[0]);
    out.extend(lines[1..].iter().map(|line| format!("{}{line}\n", " ".repeat(indent + 4))));
    out
}

fn wait_lines(wait: &Wait, head: &str, indent: usize, total: usize, style: Style) -> String {
    let text = format!("waits for {}", clean(&wait.text));
    let why = clean(&wait.why.join("; or "));
    let why = if why.is_empty() { why } else { format!("({why})") };
    if !why.is_empty() && indent + 2 + width(&text) + 2 + width(&why) <= total {
        return format!("{head}  {text}  {}\n", style.bold(&why));
    }
    let below = |indent: usize, line: &str| format!("{}{line}\n", " ".repeat(indent));
    let fitting = |text: &str, indent: usize| wrap_words(text, total.saturating_sub(indent).max(LEAST));
    let text = fitting(&text, indent + 2);
    let mut out = format!("{head}  {}\n", text[0]);
    out.extend(text[1..].iter().map(|line| below(indent + 4, line)));
    if !why.is_empty() {
        out.extend(fitting(&why, indent + 4).iter().map(|line| below(indent + 4, &style.bold(line))));
    }
    out
}

/// Columns for a text; where fewer are left beside the process, it stands below, indented like this.
const LEAST: usize = 30;
const BELOW: &str = "    ";
