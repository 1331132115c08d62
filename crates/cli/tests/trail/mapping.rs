//! Steps of a run to lines of a trail.

use std::collections::BTreeMap;

use kulan_diagnostics::SourceMap;
use kulan_ir::{ThreadId, TransitionId, Valuation};
use kulan_promela::hir::{Action, Move, Program, State};
use kulan_testing::spin::{Automaton, Edge};
use kulan_trace::{End, Explorer, Run};

/// A line of a trail.
pub struct Line {
    pub pid: usize,
    /// SPIN's transition; several where a rendezvous may be with one of several receives that lead to the same place.
    pub ids: Vec<u32>,
    /// The state behind it; none for the first half of a rendezvous.
    pub after: Option<Valuation>,
}

/// A run as SPIN should follow it.
pub struct Trail {
    pub lines: Vec<Line>,
    /// The state of SPIN's automaton in which each process stands at the end.
    pub stands: Vec<u32>,
    /// The last state.
    pub last: Valuation,
}

pub struct Mapper<'a> {
    program: &'a Program,
    sources: &'a SourceMap,
    explorer: &'a Explorer<'a>,
    automata: &'a BTreeMap<String, Automaton>,
    /// Where SPIN's processes stand, by pid.
    stands: BTreeMap<usize, u32>,
    /// Where the process of a d_step will stand behind it.
    behind: Option<(usize, u32)>,
    lines: Vec<Line>,
}

impl<'a> Mapper<'a> {
    pub fn new(
        program: &'a Program,
        sources: &'a SourceMap,
        explorer: &'a Explorer<'a>,
        automata: &'a BTreeMap<String, Automaton>,
    ) -> Mapper<'a> {
        Mapper { program, sources, explorer, automata, stands: BTreeMap::new(), behind: None, lines: Vec::new() }
    }

    /// The trail of a run, or why there is none.
    pub fn trail(mut self, run: &Run) -> Result<Trail, String> {
        let mut position = self.explorer.start();
        self.births(None, &position.state)?;
        for (number, &t) in run.transitions.iter().enumerate() {
            let fails = number + 1 == run.transitions.len() && run.end != End::Deadlock;
            let next = self.explorer.step(&position, t, &run.inputs[number]).next.filter(|_| !fails);
            self.step(t, &position.state, next.as_ref().map(|n| &n.state))?;
            let Some(next) = next else { break };
            self.births(Some(&position.state), &next.state)?;
            position = next;
        }
        let alive = self.alive(&position.state);
        let stands = alive.into_iter().map(|pid| self.stands[&pid]).collect();
        Ok(Trail { lines: self.lines, stands, last: position.state })
    }

    /// The pids of the processes that run.
    fn alive(&self, state: &Valuation) -> Vec<usize> {
        let threads = (0..self.explorer.system().threads.len() as u32).map(ThreadId);
        let mut pids: Vec<usize> =
            threads.filter(|&t| self.explorer.location(state, t) != Some(0)).map(|t| self.name(t).1).collect();
        pids.sort_unstable();
        pids
    }

    /// Process type and pid, as in `P(3)`.
    fn name(&self, thread: ThreadId) -> (&'a str, usize) {
        let name = &self.explorer.system().threads[thread.index()].name;
        let (proctype, rest) = name.rsplit_once('(').unwrap();
        (if proctype == "init" { ":init:" } else { proctype }, rest.trim_end_matches(')').parse().unwrap())
    }

    fn automaton(&self, proctype: &str) -> Result<&'a Automaton, String> {
        self.automata.get(proctype).ok_or_else(|| format!("SPIN has no {proctype}"))
    }

    /// New processes stand at their start.
    fn births(&mut self, before: Option<&Valuation>, after: &Valuation) -> Result<(), String> {
        for thread in (0..self.explorer.system().threads.len() as u32).map(ThreadId) {
            let is_alive = |state: &Valuation| self.explorer.location(state, thread) != Some(0);
            if is_alive(after) && !before.is_some_and(is_alive) {
                let (proctype, pid) = self.name(thread);
                let start = self.automaton(proctype)?.start;
                self.stands.insert(pid, start);
            }
        }
        Ok(())
    }

    fn step(&mut self, t: TransitionId, before: &Valuation, after: Option<&Valuation>) -> Result<(), String> {
        let transition = self.explorer.system().transition(t);
        let step = &transition.steps[0];
        let state = self.state(before, transition.thread);
        if !state.deterministic {
            let source = step.source;
            let fits = |m: &Move| {
                let place = self.sources.position(m.span);
                let is_there = source.is_some_and(|s| (s.line, s.column) == (place.line as u32, place.column as u32));
                m.text == step.text && is_there
            };
            let edges = self.edges(transition.thread, state, after, &fits)?;
            self.execute(transition.thread, &edges, after.is_some());
        }
        if let Some(partner) = step.partner {
            let state = self.state(before, partner);
            let fits = |m: &Move| matches!(m.action, Action::Receive { copy: false, .. });
            let edges = self.edges(partner, state, after, &fits)?;
            self.execute(partner, &edges, after.is_some());
        }
        if let (Some((pid, target)), Some(after)) = (self.behind, after)
            && !self.is_inside(after, transition.thread)
        {
            self.stands.insert(pid, target);
            self.behind = None;
        }
        if let (None, Some(after), Some(line)) = (self.behind, after, self.lines.last_mut()) {
            line.after = Some(after.clone());
        }
        Ok(())
    }

    /// Adds a line; the process moves when all of it has happened.
    fn execute(&mut self, thread: ThreadId, edges: &[&Edge], happens: bool) {
        let (pid, edge) = (self.name(thread).1, edges[0]);
        self.lines.push(Line { pid, ids: edges.iter().map(|e| e.id).collect(), after: None });
        if edge.text.starts_with("D_STEP") {
            self.behind = Some((pid, edge.target));
        } else if happens {
            self.stands.insert(pid, edge.target);
        }
    }

    fn is_inside(&self, state: &Valuation, thread: ThreadId) -> bool {
        self.explorer.location(state, thread) != Some(0) && self.state(state, thread).deterministic
    }

    /// Where a thread stands in our automaton.
    fn state(&self, state: &Valuation, thread: ThreadId) -> &'a State {
        let proctype = self.name(thread).0;
        let proctype = self.program.proctypes.iter().find(|p| p.name == proctype).unwrap();
        &proctype.states[self.explorer.location(state, thread).unwrap() as usize - 1]
    }

    /// SPIN's transitions for the moves that fit: one or more with the same target.
    fn edges(
        &self,
        thread: ThreadId,
        state: &State,
        after: Option<&Valuation>,
        fits: &dyn Fn(&Move) -> bool,
    ) -> Result<Vec<&'a Edge>, String> {
        let target = after.and_then(|a| self.explorer.location(a, thread));
        let leads = |m: &Move| match target {
            Some(0) => matches!(m.action, Action::End),
            Some(target) => m.target as u64 + 1 == target,
            None => true,
        };
        let (proctype, pid) = self.name(thread);
        let edges = self.automaton(proctype)?.edges.get(&self.stands[&pid]).map_or(&[][..], Vec::as_slice);
        let units = units(state);
        if units.len() != edges.len() {
            let texts: Vec<&str> = state.moves.iter().map(|m| m.text.as_str()).collect();
            return Err(format!("{texts:?} are not {:?}", edges.iter().map(|e| &e.text).collect::<Vec<_>>()));
        }
        let fitting = |unit: &&[Move]| unit.iter().any(|m| fits(m) && leads(m));
        let found = units.iter().zip(edges).filter(|(unit, _)| fitting(unit)).map(|(_, edge)| edge);
        let found: Vec<&Edge> = found.collect();
        match &found[..] {
            [] => Err(format!("no move fits in {proctype}")),
            [first, rest @ ..] if rest.iter().all(|e| e.target == first.target) => Ok(found),
            _ => Err(format!("ambiguous in {proctype}")),
        }
    }
}

/// The moves that SPIN has as one transition each: a d_step begins with all options of its first selection.
fn units(state: &State) -> Vec<&[Move]> {
    state.moves.chunk_by(|a, b| a.group.is_some() && a.group == b.group).collect()
}
