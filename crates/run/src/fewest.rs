//! The fewest statements with which a model violates a property: a breadth-first search of the model as written, by the
//! interpreter.
//!
//! A step of a search may be several statements: those of an atomic sequence, local ones that are merged, a
//! transaction. So the fewest steps of a search need not be the fewest statements. This search counts statements, as
//! they are shown; it is for small models only.

use std::rc::Rc;
use std::time::{Duration, Instant};

use kulan_ir::{CheckKind, System};
use kulan_search::Kind;
use kulan_trace::{End, Explorer, Firing, Position, Run, is_jump};
use rustc_hash::FxHashSet;

/// Positions, and values in all of them together.
const MOST_POSITIONS: usize = 100_000;
const MOST_VALUES: usize = 4_000_000;

/// What is known of runs with fewer statements.
#[derive(Clone, Debug)]
pub enum Fewer {
    /// There is none.
    None,
    /// One of the fewest.
    Run(Run),
    /// It was not found out.
    Unknown,
}

/// A position that was reached, and how.
struct Reached {
    position: Rc<Position>,
    /// The position before, and what was fired there.
    before: Option<(u32, Firing)>,
}

struct Search<'s> {
    explorer: Explorer<'s>,
    kind: Kind,
    reached: Vec<Reached>,
    seen: FxHashSet<Rc<Position>>,
    most: usize,
    /// Whether to give up.
    ended: &'s dyn Fn() -> bool,
}

/// Why there is nothing more to do.
enum Stop {
    Found(Run),
    TooMuch,
}

/// The run with the fewest statements that ends with a violation of a kind, if it has fewer than a known one.
pub fn fewer(base: &System, kind: Kind, known: usize, ended: &dyn Fn() -> bool) -> Fewer {
    // Some are no matter of one state, and of some inputs only a few values could be tried.
    if matches!(kind, Kind::Cycle | Kind::LocalDeadlock) || kulan_ir::inputs::are_few(base).is_err() {
        return Fewer::Unknown;
    }
    let values: usize = base.variables.iter().map(|v| v.len()).sum();
    let most = MOST_POSITIONS.min(MOST_VALUES / values.max(1));
    let explorer = Explorer::new(base);
    let mut search = Search { explorer, kind, reached: Vec::new(), seen: FxHashSet::default(), most, ended };
    match search.layers(known) {
        Ok(()) => Fewer::None,
        Err(Stop::Found(run)) => Fewer::Run(run),
        Err(Stop::TooMuch) => Fewer::Unknown,
    }
}

/// Whether it is known, after no more than some time, that no violation of a kind takes fewer statements.
pub fn is_shortest(base: &System, kind: Kind, statements: usize, time: Duration) -> bool {
    let deadline = Instant::now() + time;
    matches!(fewer(base, kind, statements, &|| Instant::now() >= deadline), Fewer::None)
}

impl Search<'_> {
    /// Layer by layer: all positions that so many statements lead to.
    fn layers(&mut self, known: usize) -> Result<(), Stop> {
        let mut layer = Vec::new();
        self.reach(self.explorer.start(), None, &mut layer)?;
        for statements in 0..known {
            if layer.is_empty() {
                return Ok(());
            }
            let mut next = Vec::new();
            let mut failing = None;
            // What is not shown leads to positions of the same layer.
            let mut done = 0;
            while let Some(&at) = layer.get(done) {
                done += 1;
                self.expand(at, &mut layer, &mut next, &mut failing)?;
            }
            match failing {
                Some(run) if statements + 1 < known => return Err(Stop::Found(run)),
                _ => {}
            }
            layer = Vec::new();
            for (position, before) in next {
                self.reach(position, Some(before), &mut layer)?;
            }
        }
        Ok(())
    }

    /// Adds a position to a layer, if it is a new one.
    fn reach(&mut self, position: Position, before: Option<(u32, Firing)>, layer: &mut Vec<u32>) -> Result<(), Stop> {
        let position = Rc::new(position);
        if !self.seen.insert(position.clone()) {
            return Ok(());
        }
        if self.reached.len() >= self.most {
            return Err(Stop::TooMuch);
        }
        layer.push(self.reached.len() as u32);
        self.reached.push(Reached { position, before });
        Ok(())
    }

    fn expand(
        &mut self,
        at: u32,
        layer: &mut Vec<u32>,
        next: &mut Vec<(Position, (u32, Firing))>,
        failing: &mut Option<Run>,
    ) -> Result<(), Stop> {
        if (self.ended)() {
            return Err(Stop::TooMuch);
        }
        let position = self.reached[at as usize].position.clone();
        self.look(at, &position)?;
        for (t, inputs) in self.explorer.choices(&position) {
            let stepped = self.explorer.step(&position, t, &inputs);
            let kinds = || stepped.failed.iter().map(|&check| self.explorer.check(t, check).kind);
            if kinds().any(|kind| kind == CheckKind::MissingInstance) {
                return Err(Stop::TooMuch);
            }
            let is_shown = !is_jump(self.explorer.system(), t);
            if let Some(i) = kinds().position(|kind| Kind::Check(kind) == self.kind) {
                let run = || self.run(at, Some((t, inputs.clone())), End::Check(stepped.failed[i]));
                if !is_shown {
                    return Err(Stop::Found(run()));
                }
                failing.get_or_insert_with(run);
            }
            let before = (at, (t, inputs));
            match stepped.next.filter(|_| !stepped.is_error) {
                Some(after) if is_shown => next.push((after, before)),
                Some(after) => self.reach(after, Some(before), layer)?,
                None => {}
            }
        }
        Ok(())
    }

    /// Whether a run ends here with the violation.
    fn look(&self, at: u32, position: &Position) -> Result<(), Stop> {
        if self.kind == Kind::Deadlock && self.explorer.is_deadlock(position) {
            return Err(Stop::Found(self.run(at, None, End::Deadlock)));
        }
        let is_wanted = |kind| Kind::Check(kind) == self.kind;
        let mut observers = self.explorer.observers(position).into_iter();
        match observers.find(|&t| is_wanted(self.explorer.check(t, 0).kind)) {
            Some(t) => Err(Stop::Found(self.run(at, Some((t, Vec::new())), End::Check(0)))),
            None => Ok(()),
        }
    }

    /// The run to a position, and what is fired there.
    fn run(&self, at: u32, last: Option<Firing>, end: End) -> Run {
        let mut firings: Vec<Firing> = last.into_iter().collect();
        let mut at = at;
        while let Some((before, firing)) = &self.reached[at as usize].before {
            firings.push(firing.clone());
            at = *before;
        }
        let (transitions, inputs) = firings.into_iter().rev().unzip();
        Run { transitions, inputs, end }
    }
}
