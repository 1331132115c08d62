//! Who waits for whom where nobody can go on, across processes.

use kulan_ir::{Display, Expr, ExprId, System, ThreadId, Valuation};
use kulan_trace::{Awaited, Explorer, Streams};

use crate::Standing;
use crate::stuck::{awaited_end, running};

/// The running threads without which a thread cannot go on: those that hold its lock, that it joins, or of the process from which
/// bytes must come.
pub fn parties(explorer: &Explorer, state: &Valuation, thread: ThreadId) -> Vec<String> {
    let system = explorer.system();
    let mut names = Vec::new();
    for guard in failing(explorer, state, thread) {
        names.extend(awaited_end(system, guard).map(str::to_string));
        each_read(explorer, state, guard, &mut |variable, _| names.extend(holder(system, state, explorer, variable)));
    }
    for awaited in network(explorer, state, thread) {
        if let Some(peer) = peer(explorer, state, thread, awaited) {
            let process = |t: &ThreadId| system.processes[system.threads[t.index()].process.index()].name == peer;
            names.extend(running(explorer, state).filter(process).map(|t| system.threads[t.index()].name.clone()));
        }
    }
    names.sort();
    names.dedup();
    names
}

/// What the network does not do for a thread that waits for it, in words.
pub fn network_reasons(explorer: &Explorer, state: &Valuation, thread: ThreadId) -> Vec<String> {
    let reason = |awaited| match (awaited, peer(explorer, state, thread, awaited)) {
        (Awaited::Callers, _) => "nobody connects".to_string(),
        (Awaited::Start(_), process) => format!("{} does not listen yet", process.unwrap_or("nobody")),
        (Awaited::Messages(_), Some(process)) => format!("{process} sends no message"),
        (Awaited::Messages(_), None) => "nobody sends a message".to_string(),
        (_, Some(process)) => format!("{process} does nothing on the connection"),
        (_, None) => "nobody is at the other end of the connection".to_string(),
    };
    let mut reasons: Vec<String> = network(explorer, state, thread).into_iter().map(reason).collect();
    reasons.sort();
    reasons.dedup();
    reasons
}

/// The shortest way in which threads wait for each other, from one of them back to it.
pub fn cycle(standings: &[Standing]) -> Option<Vec<String>> {
    let on = |name: &str| standings.iter().find(|s| s.process == name).map_or(&[][..], |s| &s.on);
    let from = |start: &Standing| {
        let mut paths = vec![vec![start.process.clone()]];
        let mut seen = vec![start.process.as_str()];
        while !paths.is_empty() {
            let mut longer = Vec::new();
            for path in paths {
                for next in on(path.last()?) {
                    let further: Vec<String> = path.iter().cloned().chain([next.clone()]).collect();
                    if *next == start.process {
                        return Some(further);
                    }
                    if !seen.contains(&next.as_str()) {
                        seen.push(next);
                        longer.push(further);
                    }
                }
            }
            paths = longer;
        }
        None
    };
    standings.iter().filter_map(from).min_by_key(Vec::len)
}

/// The conditions that keep a thread where it is.
fn failing(explorer: &Explorer, state: &Valuation, thread: ThreadId) -> Vec<ExprId> {
    let system = explorer.system();
    let guards = explorer.here(state, thread).flat_map(|t| &system.transition(t).guards);
    let mut failing: Vec<ExprId> = guards.map(|g| system.guards[g.index()]).collect();
    failing.retain(|&g| !explorer.interpreter().holds(state, g));
    failing.sort_unstable();
    failing.dedup();
    failing
}

/// The variables that an expression reads, each with the element.
fn each_read(explorer: &Explorer, state: &Valuation, e: ExprId, f: &mut dyn FnMut(usize, usize)) {
    let exprs = &explorer.system().exprs;
    exprs.operands(e).for_each(|operand| each_read(explorer, state, operand, f));
    match exprs.get(e) {
        Expr::Var(v) => f(v.index(), 0),
        Expr::Element(v, index) => f(v.index(), explorer.interpreter().evaluate(state, index) as usize),
        _ => {}
    }
}

/// The thread that holds a lock.
fn holder(system: &System, state: &Valuation, explorer: &Explorer, variable: usize) -> Option<String> {
    let Display::Names(names) = &system.variables[variable].display else { return None };
    let value = state.0[explorer.offset(variable)];
    let name = names.iter().find(|(v, _)| *v == value).map(|(_, name)| name)?;
    system.threads.iter().any(|t| t.name == *name).then(|| name.clone())
}

fn network(explorer: &Explorer, state: &Valuation, thread: ThreadId) -> Vec<Awaited> {
    let Some(streams) = Streams::of(explorer) else { return Vec::new() };
    let mut found = Vec::new();
    for guard in failing(explorer, state, thread) {
        each_read(explorer, state, guard, &mut |variable, element| {
            let awaited = streams.awaited(variable, element);
            found.extend(awaited.filter(|a| !found.contains(a)));
        });
    }
    let own = &explorer.system().processes[explorer.system().threads[thread.index()].process.index()].name;
    let concerns: Vec<Awaited> = found.iter().copied().filter(|&a| streams.concerns(state, own, a)).collect();
    if concerns.is_empty() { found } else { concerns }
}

fn peer<'s>(explorer: &'s Explorer<'s>, state: &Valuation, thread: ThreadId, awaited: Awaited) -> Option<&'s str> {
    let system = explorer.system();
    let own = &system.processes[system.threads[thread.index()].process.index()].name;
    match awaited {
        Awaited::End(end) => Streams::of(explorer)?.peer(state, own, end),
        Awaited::Messages(socket) => Streams::of(explorer)?.correspondent(state, socket).filter(|p| p != own),
        Awaited::Start(process) => Streams::of(explorer)?.process(process),
        Awaited::Callers => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(process: &str, on: &[&str]) -> Standing {
        Standing {
            process: process.into(),
            place: String::new(),
            is_thread: true,
            is_stuck: true,
            may_end: false,
            waits: Vec::new(),
            calls: String::new(),
            on: on.iter().map(|s| s.to_string()).collect(),
        }
    }

    #[test]
    fn the_shortest_cycle_is_found() {
        let all = [standing("a", &["b"]), standing("b", &["c"]), standing("c", &["d", "b"]), standing("d", &["a"])];
        assert_eq!(cycle(&all).expect("a cycle"), ["b", "c", "b"]);
        assert_eq!(cycle(&all[..2]), None);
        assert_eq!(cycle(&[standing("a", &["a"])]).expect("a cycle"), ["a", "a"]);
    }
}
