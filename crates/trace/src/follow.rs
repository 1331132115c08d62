//! Following a list of statements through a system, to a violation.

use std::collections::HashSet;

use kulan_ir::{Check, Instance, System, TransitionId};
use kulan_search::Kind;

use crate::view::{self, Change};
use crate::{End, Explorer, Firing, Position, Run};

/// A place in a source file.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Place<'a> {
    /// The file's name.
    pub file: &'a str,
    /// From 1.
    pub line: u32,
    /// From 1.
    pub column: u32,
}

impl Place<'_> {
    /// Whether two places are the same. A trace may be replayed from another folder: only the last part of a file name
    /// counts.
    pub fn is_same(self, other: Place) -> bool {
        let last = |name: &str| name.rsplit(['/', '\\']).next().unwrap_or(name).to_string();
        (self.line, self.column) == (other.line, other.column) && last(self.file) == last(other.file)
    }
}

/// A statement that must happen next.
#[derive(Copy, Clone, Debug)]
pub struct Expected<'a> {
    /// Who acts, by name.
    pub process: &'a str,
    /// The receiver of a rendezvous.
    pub partner: Option<&'a str>,
    /// The statement.
    pub text: &'a str,
    /// Where it stands, if that matters.
    pub place: Option<Place<'a>>,
    /// What it changes, where that is known.
    pub changes: Option<&'a [Change]>,
}

/// What must be wrong at the end.
#[derive(Clone, Debug)]
pub struct Goal<'a> {
    /// The kind of violation.
    pub kind: Kind,
    /// The message of the failed check, where that is known.
    pub message: Option<&'a str>,
}

/// Why a list of statements cannot be followed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FollowError {
    /// The system lacks an instance: lower again with it.
    Missing(Instance),
    /// A statement is not possible where it should be.
    Mismatch(Box<Mismatch>),
    /// All statements happen, but the violation does not.
    NoViolation,
}

/// Where following stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mismatch {
    /// The number of the step, from 1.
    pub step: usize,
    /// What should have happened.
    pub expected: String,
    /// What could have happened instead.
    pub enabled: Vec<String>,
}

/// A point to come back to.
struct Choice {
    position: Position,
    step: usize,
    taken: usize,
    untried: Vec<Firing>,
}

struct Follower<'f> {
    explorer: &'f Explorer<'f>,
    expected: &'f [Expected<'f>],
    goal: &'f Goal<'f>,
    run: Vec<Firing>,
    choices: Vec<Choice>,
    /// Points from which everything was tried, or is being tried.
    seen: HashSet<(usize, Position)>,
    /// The furthest point reached, for the message.
    furthest: Option<(usize, Position)>,
}

/// The result of trying one transition.
enum Tried {
    Violation(End),
    Next(Position, usize),
    DeadEnd,
}

/// Follows the expected statements from the start. Pure jumps, which users do not see, may come in between.
pub fn follow(explorer: &Explorer, expected: &[Expected], goal: &Goal) -> Result<Run, FollowError> {
    let (run, choices) = (Vec::new(), Vec::new());
    let mut follower = Follower { explorer, expected, goal, run, choices, seen: HashSet::new(), furthest: None };
    let end = follower.search()?;
    Ok(Run::of(follower.run, end))
}

impl Follower<'_> {
    fn search(&mut self) -> Result<End, FollowError> {
        let mut next = Some((self.explorer.start(), 0));
        loop {
            let choice = match next.take() {
                Some((position, step)) if self.is_deadlock(&position, step) => return Ok(End::Deadlock),
                // That a process never goes on is no matter of one state.
                Some((_, step)) if self.goal.kind == Kind::LocalDeadlock && step == self.expected.len() => {
                    return Ok(End::LocalDeadlock);
                }
                Some((_, step)) if self.goal.kind == Kind::Cycle && step == self.expected.len() => {
                    return Ok(End::Cycle(self.run.len()));
                }
                Some((position, step)) => match self.complaint(&position, step) {
                    Some(observer) => {
                        self.run.push((observer, Vec::new()));
                        return Ok(End::Check(0));
                    }
                    None => self.arrive(position, step),
                },
                None => self.choices.pop().ok_or_else(|| self.failure())?,
            };
            self.run.truncate(choice.taken);
            match self.go_on(choice)? {
                Tried::Violation(end) => return Ok(end),
                Tried::Next(position, step) => next = Some((position, step)),
                Tried::DeadEnd => {}
            }
        }
    }

    fn arrive(&mut self, position: Position, step: usize) -> Choice {
        let untried = self.candidates(&position, step);
        Choice { position, step, taken: self.run.len(), untried }
    }

    /// Tries the next candidate of a choice; the others are kept for later.
    fn go_on(&mut self, mut choice: Choice) -> Result<Tried, FollowError> {
        let Some(firing) = choice.untried.pop() else {
            self.remember(choice);
            return Ok(Tried::DeadEnd);
        };
        let tried = self.attempt(&choice.position, choice.step, &firing)?;
        let is_last = choice.untried.is_empty();
        match tried {
            Tried::DeadEnd if is_last => self.remember(choice),
            // With nothing left to try there is no need to return.
            _ if is_last => {}
            _ => self.choices.push(choice),
        }
        if !matches!(tried, Tried::DeadEnd) {
            self.run.push(firing);
        }
        Ok(tried)
    }

    fn is_deadlock(&self, position: &Position, step: usize) -> bool {
        self.goal.kind == Kind::Deadlock && step == self.expected.len() && self.explorer.is_deadlock(position)
    }

    /// The observer that reports the expected violation.
    fn complaint(&self, position: &Position, step: usize) -> Option<TransitionId> {
        if step != self.expected.len() {
            return None;
        }
        let observers = self.explorer.observers(position).into_iter();
        observers.into_iter().find(|&t| self.is_goal(step, self.explorer.check(t, 0)))
    }

    /// The transitions that fit, the best one last.
    fn candidates(&mut self, position: &Position, step: usize) -> Vec<Firing> {
        let system = self.explorer.system();
        let mut choices = self.explorer.choices(position);
        // Where inputs have too many values to try them all, the text tells which ones were chosen.
        if let Some(expected) = self.expected.get(step) {
            for t in self.explorer.enabled(position) {
                let written = view::inputs_of(system.transition(t), expected.text).map(|inputs| (t, inputs));
                choices.extend(written.filter(|firing| !choices.contains(firing)));
            }
        }
        let is_jump = |firing: &Firing| view::is_jump(system, firing.0);
        let (mut jumps, rest): (Vec<_>, Vec<_>) = choices.into_iter().partition(is_jump);
        let fitting = rest.into_iter().filter(|f| self.expected.get(step).is_some_and(|e| fits(system, f, e)));
        jumps.extend(fitting.rev());
        let is_choice = jumps.len() > 1 || jumps.first().is_some_and(is_jump);
        if is_choice && !self.seen.insert((step, position.clone())) {
            jumps.clear(); // tried before, or a circle of jumps
        }
        jumps
    }

    fn attempt(&self, position: &Position, step: usize, firing: &Firing) -> Result<Tried, FollowError> {
        let t = firing.0;
        let stepped = self.explorer.step(position, t, &firing.1);
        let failed = stepped.failed.iter().map(|&check| (check, self.explorer.check(t, check)));
        if let Some(instance) = failed.clone().find_map(|(_, check)| check.instance) {
            return Err(FollowError::Missing(instance));
        }
        if view::is_jump(self.explorer.system(), t) {
            return Ok(stepped.next.map_or(Tried::DeadEnd, |next| Tried::Next(next, step)));
        }
        let mut failed = failed;
        let violation = failed.find(|(_, check)| self.is_goal(step, check));
        let ends = violation.is_some() && stepped.is_error && self.changes_nothing(step);
        if !ends && !self.agrees(position, &stepped.next, step, t) {
            return Ok(Tried::DeadEnd);
        }
        Ok(match (violation, stepped.next) {
            (Some((check, _)), _) => Tried::Violation(End::Check(check)),
            (None, Some(next)) => Tried::Next(next, step + 1),
            (None, None) => Tried::DeadEnd,
        })
    }

    fn is_goal(&self, step: usize, check: &Check) -> bool {
        self.goal.kind == Kind::Check(check.kind)
            && step + 1 >= self.expected.len()
            && self.goal.message.is_none_or(|wanted| wanted == check.message)
    }

    fn changes_nothing(&self, step: usize) -> bool {
        self.expected.get(step).and_then(|e| e.changes).is_none_or(<[Change]>::is_empty)
    }

    /// Whether the step changes what it is expected to change.
    fn agrees(&self, before: &Position, after: &Option<Position>, step: usize, t: TransitionId) -> bool {
        let Some(expected) = self.expected.get(step).and_then(|e| e.changes) else { return true };
        let after = after.as_ref().map(|a| &a.state);
        view::changes_of(self.explorer, t, &before.state, after) == expected
    }

    fn remember(&mut self, choice: Choice) {
        if self.furthest.as_ref().is_none_or(|(step, _)| *step < choice.step) {
            self.furthest = Some((choice.step, choice.position));
        }
    }

    fn failure(&self) -> FollowError {
        let (step, position) = match &self.furthest {
            Some((step, position)) if *step < self.expected.len() => (*step, position),
            _ => return FollowError::NoViolation,
        };
        let expected = describe(&self.expected[step]);
        let enabled = self.explorer.choices(position);
        let mut enabled: Vec<String> = enabled.iter().map(|firing| self.describe_enabled(position, firing)).collect();
        enabled.dedup();
        FollowError::Mismatch(Box::new(Mismatch { step: step + 1, expected, enabled }))
    }

    fn describe_enabled(&self, position: &Position, (t, inputs): &Firing) -> String {
        let after = self.explorer.step(position, *t, inputs).next;
        let step = view::step_of(self.explorer, (*t, inputs), &position.state, after.as_ref().map(|a| &a.state));
        let place = step.place();
        let partner = step.partner.as_deref();
        describe(&Expected { process: &step.process, partner, text: &step.text, place, changes: Some(&step.changes) })
    }
}

/// Whether a transition is the expected statement, effects apart.
fn fits(system: &System, (t, inputs): &Firing, expected: &Expected) -> bool {
    let transition = system.transition(*t);
    let Some(step) = transition.steps.first() else { return false };
    let name = |thread: kulan_ir::ThreadId| system.threads[thread.index()].name.as_str();
    [view::text_of, view::raw_text_of].iter().any(|text| text(transition, inputs) == expected.text)
        && name(step.thread) == expected.process
        && step.partner.map(name) == expected.partner
        && same_place(view::place_of(system, step.source), expected.place)
}

/// Whether a statement stands where it is expected, if a place is expected.
fn same_place(place: Option<Place>, expected: Option<Place>) -> bool {
    expected.is_none_or(|expected| place.is_some_and(|place| place.is_same(expected)))
}

/// A statement in words.
pub(crate) fn describe(expected: &Expected) -> String {
    let place = expected.place.map_or(String::new(), |p| format!(" ({}:{})", p.file, p.line));
    let partner = expected.partner.map_or(String::new(), |p| format!(" with {p}"));
    let changes: Vec<String> = expected.changes.unwrap_or(&[]).iter().map(Change::to_string).collect();
    let changes = if changes.is_empty() { String::new() } else { format!("  {}", changes.join(", ")) };
    format!("{}{partner}: {}{place}{changes}", expected.process, expected.text)
}
