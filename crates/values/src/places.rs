//! Which values each cell can take while a thread is at a location: more is known there than of all states at once.
//!
//! What a thread does is followed from location to location. What the others do meanwhile is added: a step of another thread
//! writes what it writes at any time, unless it is known to start where that thread is not. (Values by location with
//! interference, after Miné: *Static analysis of run-time errors in embedded critical parallel C programs*, 2011.) The
//! steps of a thread that are never taken therefore disturb nobody, which values of all states at once cannot tell.

use std::borrow::Cow;
use std::collections::VecDeque;

use kulan_control::checkpoint;
use kulan_ir::expr::mask;
use kulan_ir::{ExprId, Exprs, System, Update, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::analysis::{Analysis, Local, Values, Write};
use crate::cells::Cells;
use crate::inputs::as_variables;
use crate::tape::Tape;

/// The longest arrays that are looked at element by element.
const SPLIT: u32 = 64;
/// Values of a cell that are told apart; beyond these it may have any. And the patience for that. If it takes too long, one
/// value is told apart.
const TRIES: [(u64, u64); 2] = [(16, PATIENCE), (1, PATIENCE / 4)];
/// Cells that values are added to at most; an operation that is evaluated counts as several of these.
const PATIENCE: u64 = 1_000_000;
const OPERATION: u64 = 4;
/// Cells of all places.
const MOST_CELLS: usize = 4_000_000;
/// Places to which one step may lead.
const MOST_TARGETS: u64 = 256;
/// Combinations of values for which an expression is evaluated.
const MOST_COMBINATIONS: u64 = 1024;

/// A thread, and where it is.
type Place = (usize, u64);

/// The values of cells where transitions happen.
#[derive(Debug)]
pub struct AtPlaces {
    cells: Cells,
    /// By transition; nothing if it never happens.
    facts: Vec<Option<Facts>>,
    /// By cell: the values in all states.
    always: Vec<Values>,
}

/// Of the cells that a transition mentions.
#[derive(Debug)]
struct Facts {
    /// What the locations of threads tell.
    here: FxHashMap<usize, Values>,
    /// What its guards tell beyond that.
    enabled: Local,
}

impl AtPlaces {
    /// Finds the values; nothing if that takes too long.
    pub fn find(system: &System) -> Option<AtPlaces> {
        TRIES.into_iter().find_map(|(most, patience)| AtPlaces::within(system, most, patience))
    }

    fn within(system: &System, most: u64, patience: u64) -> Option<AtPlaces> {
        // Only inputs make a copy necessary.
        let mut plain = Cow::Borrowed(system);
        let has_inputs = system.transitions.iter().any(|t| !t.inputs.is_empty());
        let free = if has_inputs { as_variables(plain.to_mut()) } else { Vec::new() };
        let cells = Cells::new(&plain, SPLIT);
        let mut flow = Flow::new(&plain, &cells, &free, (most, patience));
        flow.run().ok()?;
        let facts = (0..plain.transitions.len()).map(|t| flow.facts(t)).collect();
        let always = flow.always;
        Some(AtPlaces { cells, facts, always })
    }

    /// Whether a transition may happen.
    pub fn happens(&self, t: usize) -> bool {
        self.facts[t].is_some()
    }

    /// The value that a variable, or an element of an array, always has where a transition starts, whatever its other guards
    /// are.
    pub fn value(&self, t: usize, v: VarId, element: Option<u64>) -> Option<u64> {
        let cell = self.cells.element(v, element.unwrap_or(0))?;
        single(self.facts[t].as_ref()?.here.get(&cell)?)
    }

    /// Whether a variable, or an element of an array, has the same value in all states.
    pub fn is_constant(&self, v: VarId, element: Option<u64>) -> bool {
        let cell = self.cells.element(v, element.unwrap_or(0));
        cell.is_some_and(|cell| single(&self.always[cell]).is_some())
    }

    /// The values that an expression can have where a transition is enabled, in order; nothing if they are not known.
    pub fn possible(&self, exprs: &Exprs, t: usize, e: ExprId) -> Option<Vec<u64>> {
        let facts = self.facts[t].as_ref()?;
        let is_plain = !exprs.has_input(e) && !exprs.has_position(e);
        if !is_plain || self.cells.reads_lumped(exprs, e, &mut FxHashSet::default()) {
            return None;
        }
        let read: Vec<usize> = self.cells.of(exprs, [e]).iter().collect();
        let of = |cell: &usize| facts.enabled.get(cell).or(facts.here.get(cell));
        let sets: Vec<&Values> = read.iter().map(of).collect::<Option<_>>()?;
        let product =
            sets.iter().try_fold(1_u64, |n, set| n.checked_mul(set.len()).filter(|&n| n <= MOST_COMBINATIONS))?;
        let lists: Vec<Vec<u64>> = sets.into_iter().map(Values::list).collect();
        let tape = Tape::new(exprs, &self.cells, e);
        let (mut state, mut slots) = (vec![0; self.cells.count()], Vec::new());
        let mut values = Vec::new();
        for number in 0..product {
            let mut rest = number;
            for (&cell, list) in read.iter().zip(&lists) {
                state[cell] = list[(rest % list.len() as u64) as usize];
                rest /= list.len() as u64;
            }
            values.push(tape.evaluate(&state, &mut slots));
        }
        values.sort_unstable();
        values.dedup();
        Some(values)
    }
}

fn single(values: &Values) -> Option<u64> {
    match values {
        Values::Set(set) if set.len() == 1 => Some(set[0]),
        _ => None,
    }
}

/// What a transition writes, for all places at which it does not move the thread.
struct Effect {
    writes: Vec<Write>,
    /// The threads that it moves.
    moved: Vec<usize>,
}

struct Flow<'a> {
    system: &'a System,
    cells: &'a Cells,
    /// How many variables do not stand for inputs.
    states: usize,
    analysis: Analysis<'a>,
    /// By transition: its guards alone.
    guards: Vec<Vec<ExprId>>,
    /// By thread: the cell of its program counter.
    counters: Vec<Option<usize>>,
    /// By cell: the thread whose program counter it is.
    threads: FxHashMap<usize, usize>,
    /// By transition: where it finds threads.
    starts: Vec<Vec<Place>>,
    /// By transition: the cells that it mentions.
    mentions: Vec<Vec<usize>>,
    /// By place: the transitions that start there.
    waiting: FxHashMap<Place, Vec<usize>>,
    /// Transitions that start anywhere.
    roaming: Vec<usize>,
    /// The places that are reached.
    places: Vec<Place>,
    numbers: FxHashMap<Place, usize>,
    /// By place and cell.
    known: Vec<Vec<Values>>,
    /// By cell: the values in all states.
    always: Vec<Values>,
    /// By transition, if it was taken.
    effects: Vec<Option<Effect>>,
    queue: VecDeque<usize>,
    is_queued: Vec<bool>,
    most: u64,
    work: u64,
    patience: u64,
}

/// It takes too long, or threads may be anywhere.
struct Lost;

impl<'a> Flow<'a> {
    fn new(system: &'a System, cells: &'a Cells, free: &[(VarId, Values)], (most, patience): (u64, u64)) -> Flow<'a> {
        let mut analysis = Analysis::new(system, cells, u64::MAX / 4);
        analysis.choose(free);
        analysis.is_hasty = true;
        let counters: Vec<Option<usize>> =
            system.threads.iter().map(|t| t.program_counter.map(|v| cells.all(v).start)).collect();
        let threads: FxHashMap<usize, usize> =
            counters.iter().enumerate().filter_map(|(t, cell)| Some(((*cell)?, t))).collect();
        let guards: Vec<Vec<ExprId>> =
            system.transitions.iter().map(|t| t.guards.iter().map(|g| system.guards[g.index()]).collect()).collect();
        let start = |&g: &ExprId| {
            let (v, location) = system.as_equality(g)?;
            threads.get(&cells.all(v).start).map(|&thread| (thread, location))
        };
        let starts: Vec<Vec<Place>> = guards.iter().map(|g| g.iter().filter_map(start).collect()).collect();
        let mentions = system.transitions.iter().zip(&analysis.conditions).map(|(t, conditions)| {
            let read = t.updates.iter().flat_map(Update::expressions).chain(conditions.iter().copied());
            let mut mentioned: Vec<usize> = cells.of(&system.exprs, read).iter().collect();
            for update in &t.updates {
                // What a step leaves as it is need not be written.
                mentioned
                    .extend(Some(cells.written(&system.exprs, update)).filter(|w| w.len() == 1).into_iter().flatten());
            }
            mentioned.sort_unstable();
            mentioned.dedup();
            mentioned
        });
        let mentions = mentions.collect();
        let (mut waiting, mut roaming): (FxHashMap<Place, Vec<usize>>, Vec<usize>) = Default::default();
        for (t, places) in starts.iter().enumerate() {
            places.iter().for_each(|&place| waiting.entry(place).or_default().push(t));
            if places.is_empty() {
                roaming.push(t);
            }
        }
        let count = system.transitions.len();
        let always = analysis.values.clone();
        Flow {
            system,
            cells,
            states: system.variables.len() - free.len(),
            analysis,
            guards,
            counters,
            threads,
            starts,
            mentions,
            waiting,
            roaming,
            places: Vec::new(),
            numbers: FxHashMap::default(),
            known: Vec::new(),
            always,
            effects: (0..count).map(|_| None).collect(),
            queue: VecDeque::new(),
            is_queued: vec![false; count],
            most,
            work: 0,
            patience,
        }
    }

    fn run(&mut self) -> Result<(), Lost> {
        if self.threads.len() < self.counters.iter().flatten().count() {
            return Err(Lost); // two threads are always at the same place
        }
        self.begin(false)?;
        if self.system.error_state.is_some() {
            self.begin(true)?;
        }
        for t in self.roaming.clone() {
            self.enqueue(t);
        }
        while let Some(t) = self.queue.pop_front() {
            checkpoint();
            self.is_queued[t] = false;
            self.take(t)?;
            self.check()?;
        }
        Ok(())
    }

    /// A state from which runs start: the first one, or that to which errors lead.
    fn begin(&mut self, error: bool) -> Result<(), Lost> {
        let mut values = self.always.clone();
        for (v, variable) in self.system.variables[..self.states].iter().enumerate() {
            let all = self.cells.all(VarId(v as u32));
            let state = match &self.system.error_state {
                Some(state) if error => &state[v],
                _ => &variable.initial,
            };
            let state = state.iter().map(|value| value & mask(variable.width));
            if self.cells.is_lumped(VarId(v as u32)) {
                values[all.start] = self.capped(all.start, Values::new(state.collect()));
            } else {
                all.zip(state).for_each(|(cell, value)| values[cell] = Values::Set(vec![value]));
            }
        }
        for thread in 0..self.counters.len() {
            if let Some(location) = self.counters[thread].and_then(|cell| single(&values[cell])) {
                self.flow((thread, location), &[], &Local::default(), Some(&values))?;
            }
        }
        Ok(())
    }

    fn enqueue(&mut self, t: usize) {
        if !std::mem::replace(&mut self.is_queued[t], true) {
            self.queue.push_back(t);
        }
    }

    fn capped(&self, cell: usize, values: Values) -> Values {
        if values.len() > self.most { Values::everything(self.analysis.widths[cell]) } else { values }
    }

    /// What is known of a cell where a transition starts.
    fn known_at(&self, starts: &[usize], cell: usize) -> Cow<'_, Values> {
        match starts {
            [] => Cow::Borrowed(&self.always[cell]),
            [one] => Cow::Borrowed(&self.known[*one][cell]),
            [first, others @ ..] => {
                let meet = |all: Values, place: &usize| all.meet(&self.known[*place][cell]);
                Cow::Owned(others.iter().fold(self.known[*first][cell].clone(), meet))
            }
        }
    }

    /// Takes in what is known where a transition starts; the numbers of these places, if all are reached.
    fn load(&mut self, t: usize) -> Option<Vec<usize>> {
        let starts: Vec<usize> = self.starts[t].iter().map(|p| self.numbers.get(p).copied()).collect::<Option<_>>()?;
        for i in 0..self.mentions[t].len() {
            let cell = self.mentions[t][i];
            self.analysis.values[cell] = self.known_at(&starts, cell).into_owned();
        }
        Some(starts)
    }

    /// The sets where the conditions of a transition hold, if they ever do.
    fn restrict(&mut self, t: usize) -> Option<Local> {
        let local = self.analysis.restrict(t)?;
        self.analysis.known.clear();
        let holds = |analysis: &mut Analysis, i: usize| {
            let condition = analysis.conditions[t][i];
            analysis.possible(&local, t, condition).contains(1)
        };
        (0..self.analysis.conditions[t].len()).all(|i| holds(&mut self.analysis, i)).then_some(local)
    }

    /// Takes in what a transition does.
    fn take(&mut self, t: usize) -> Result<(), Lost> {
        self.work += self.mentions[t].len() as u64;
        let Some(starts) = self.load(t) else { return Ok(()) };
        let Some(local) = self.restrict(t) else { return Ok(()) };
        let mut writes = self.analysis.writes(&local, t);
        let moved: Vec<(usize, Values)> =
            writes.iter().filter_map(|w| Some((*self.threads.get(&w.cell)?, w.values.clone()))).collect();
        for write in &mut writes {
            write.values = self.capped(write.cell, std::mem::replace(&mut write.values, Values::NONE));
            if !self.always[write.cell].includes(&write.values) {
                self.always[write.cell] = self.capped(write.cell, self.always[write.cell].join(&write.values));
                (0..self.roaming.len()).for_each(|i| self.enqueue(self.roaming[i]));
            }
        }
        for (thread, targets) in &moved {
            if targets.len() > MOST_TARGETS {
                return Err(Lost);
            }
            let mut after = local.clone();
            for write in &writes {
                let before = match after.get(&write.cell) {
                    _ if write.surely => Cow::Owned(Values::NONE),
                    Some(values) => Cow::Borrowed(values),
                    None => self.known_at(&starts, write.cell),
                };
                let values = self.capped(write.cell, before.join(&write.values));
                after.insert(write.cell, values);
            }
            for target in targets.list() {
                let counter = self.counters[*thread].expect("it is moved");
                after.insert(counter, Values::Set(vec![target]));
                self.flow((*thread, target), &starts, &after, None)?;
            }
        }
        self.effects[t] = Some(Effect { writes, moved: moved.into_iter().map(|m| m.0).collect() });
        for place in 0..self.places.len() {
            self.interfere(t, place)?;
        }
        Ok(())
    }

    /// Lets a thread come to a place, with what is known where the step starts, but for some cells.
    fn flow(&mut self, place: Place, starts: &[usize], after: &Local, all: Option<&[Values]>) -> Result<(), Lost> {
        let count = self.always.len();
        if let Some(&number) = self.numbers.get(&place) {
            for cell in 0..count {
                let values = self.source((starts, after, all), cell);
                if !self.known[number][cell].includes(&values) {
                    let values = values.into_owned();
                    self.join(number, cell, &values)?;
                }
            }
            self.work += count as u64 / 8;
            return self.check();
        }
        let number = self.places.len();
        if (number + 1) * count > MOST_CELLS {
            return Err(Lost);
        }
        let known = (0..count).map(|cell| self.source((starts, after, all), cell).into_owned()).collect();
        self.known.push(known);
        self.places.push(place);
        self.numbers.insert(place, number);
        self.work += count as u64;
        self.wake(place);
        for t in 0..self.effects.len() {
            self.interfere(t, number)?;
        }
        self.check()
    }

    /// What is known of a cell where a thread comes to.
    fn source<'s>(
        &'s self,
        (starts, after, all): (&[usize], &'s Local, Option<&'s [Values]>),
        cell: usize,
    ) -> Cow<'s, Values> {
        match (after.get(&cell), all) {
            (Some(values), _) => Cow::Borrowed(values),
            (None, Some(all)) => Cow::Borrowed(&all[cell]),
            (None, None) => self.known_at(starts, cell),
        }
    }

    fn check(&self) -> Result<(), Lost> {
        if self.work + OPERATION * self.analysis.work > self.patience { Err(Lost) } else { Ok(()) }
    }

    fn wake(&mut self, place: Place) {
        for i in 0..self.waiting.get(&place).map_or(0, Vec::len) {
            self.enqueue(self.waiting[&place][i]);
        }
    }

    /// Adds what a transition writes while a thread is at a place, unless it moves the thread, or starts where others are not.
    fn interfere(&mut self, t: usize, number: usize) -> Result<(), Lost> {
        let (thread, location) = self.places[number];
        let Some(effect) = &self.effects[t] else { return Ok(()) };
        let may_be = |&(other, at): &Place| match self.counters[other] {
            _ if other == thread => at == location,
            Some(counter) => self.known[number][counter].contains(at),
            None => true,
        };
        if effect.moved.contains(&thread) || !self.starts[t].iter().all(may_be) {
            return Ok(());
        }
        self.work += 1 + effect.writes.len() as u64 / 4;
        for i in 0..effect.writes.len() {
            let Some(Effect { writes, .. }) = &self.effects[t] else { break };
            let cell = writes[i].cell;
            if !self.known[number][cell].includes(&writes[i].values) {
                let values = writes[i].values.clone();
                self.join(number, cell, &values)?;
            }
        }
        Ok(())
    }

    /// Adds values of a cell at a place.
    fn join(&mut self, number: usize, cell: usize, values: &Values) -> Result<(), Lost> {
        self.work += 1;
        if self.known[number][cell].includes(values) {
            return Ok(());
        }
        let joined = self.capped(cell, self.known[number][cell].join(values));
        let before = std::mem::replace(&mut self.known[number][cell], joined);
        self.wake(self.places[number]);
        // Others may now be where they start.
        if let Some(&thread) = self.threads.get(&cell) {
            let now = &self.known[number][cell];
            let is_new = |&(other, at): &Place| other == thread && now.contains(at) && !before.contains(at);
            let starting: Vec<usize> = (0..self.starts.len()).filter(|&t| self.starts[t].iter().any(is_new)).collect();
            self.work += self.starts.len() as u64 / 8;
            for t in starting {
                self.interfere(t, number)?;
            }
        }
        Ok(())
    }

    /// What is known of a transition in the end.
    fn facts(&mut self, t: usize) -> Option<Facts> {
        self.load(t)?;
        self.analysis.conditions[t] = std::mem::take(&mut self.guards[t]);
        let enabled = self.restrict(t)?;
        let here = self.mentions[t].iter().map(|&cell| (cell, self.analysis.values[cell].clone())).collect();
        Some(Facts { here, enabled })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> System {
        kulan_ir::text::parse(text).expect("a system")
    }

    /// Threads that claim an element each.
    const CLAIMS: &str = "system s process p
        thread t in p counter at idle 0 thread u in p counter bt idle 0 thread m in p counter ct
        var at of thread t : u2 var bt of thread u : u2 var ct of thread m : u2
        var i of thread t : u2 var j of thread u : u2 var a : u2[3]
        transition m { when ct == 0 when at == 0 set at = 1 set i = 0 set ct = 1 }
        transition m { when ct == 1 when bt == 0 set bt = 1 set j = 1 set ct = 2 }
        transition t { when at == 1 when a[i] == 0 set a[i] = 2 set at = 2 }
        transition t { when at == 1 when !(a[i] == 0) set i = i + 1 }
        transition u { when bt == 1 when a[j] == 0 set a[j] = 3 set bt = 2 }
        transition u { when bt == 1 when !(a[j] == 0) set j = j + 1 }";

    #[test]
    fn steps_that_are_never_taken_disturb_nobody() {
        let system = parse(CLAIMS);
        let found = AtPlaces::find(&system).expect("a result");
        assert_eq!([0, 1, 2, 3, 4, 5].map(|t| found.happens(t)), [true, true, true, false, true, false]);
        // Where somebody else claims the same element, they are.
        let found = AtPlaces::find(&parse(&CLAIMS.replace("set j = 1", "set j = 0"))).expect("a result");
        assert!((0..6).all(|t| found.happens(t)));
    }

    /// A thread that comes, late, to a place at which another one is then where it was before.
    #[test]
    fn others_may_come_back_to_where_they_were() {
        let late: String = (0..9).map(|l| format!("transition t {{ when at == {l} set at = {} }}\n", l + 1)).collect();
        let system = parse(&format!(
            "system s process p thread m in p counter ct thread t in p counter at
            var ct of thread m : u2 var at of thread t : u4 var x : u3
            transition m {{ when ct == 1 set x = 5 }}
            transition m {{ when ct == 0 set ct = 1 }}
            transition m {{ when ct == 1 set ct = 2 }}
            transition m {{ when ct == 2 set ct = 1 }}
            {late}
            transition t {{ when at == 9 when ct == 2 set x = 0 set at = 10 }}
            transition t {{ when at == 10 when x == 5 set at = 11 }}"
        ));
        for most in [16, 1] {
            let found = AtPlaces::within(&system, most, PATIENCE).expect("a result");
            assert!((0..system.transitions.len()).all(|t| found.happens(t)), "{most}");
        }
    }

    /// Walks at random, and looks whether what is known holds in each state.
    fn walk(name: &str, system: &System, found: &AtPlaces, random: &mut kulan_ir::Chance) -> usize {
        let interpreter = kulan_ir::Interpreter::new(system);
        let offsets = system.offsets();
        let mut state = interpreter.initial();
        let mut said = 0;
        for _ in 0..60 {
            let enabled = interpreter.enabled(&state, None);
            for t in &enabled {
                let Some(facts) = &found.facts[t.index()] else { panic!("{name}: {t:?} never happens, but does") };
                for (v, variable) in system.variables.iter().enumerate() {
                    let (var, lumped) = (VarId(v as u32), found.cells.is_lumped(VarId(v as u32)));
                    for i in 0..variable.len() {
                        let cell = found.cells.all(var).start + if lumped { 0 } else { i };
                        let value = state.0[offsets[v] + i];
                        let sets = [facts.here.get(&cell), facts.enabled.get(&cell), Some(&found.always[cell])];
                        for set in sets.into_iter().flatten() {
                            assert!(set.contains(value), "{name}: {t:?}, {}[{i}] is {value}", variable.name);
                            said += usize::from(set.len() < 4);
                        }
                    }
                }
            }
            if enabled.is_empty() {
                break;
            }
            let t = enabled[random.below(enabled.len())];
            let choose = |i: &kulan_ir::Input| i.low + random.bits() % (i.high - i.low + 1);
            let inputs: Vec<u64> = system.transition(t).inputs.iter().map(choose).collect();
            match interpreter.fire(&state, t, &inputs).state {
                Some(next) => state = next,
                None => break,
            }
        }
        said
    }

    /// `KULAN_SEED` and `KULAN_SYSTEMS` ask for other systems, and for more.
    #[test]
    fn what_is_known_holds_in_all_states() {
        let number = |name: &str, default| std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default);
        let (seed, count) = (number("KULAN_SEED", 1), number("KULAN_SYSTEMS", 300));
        let mut said = 0;
        for seed in seed..seed + count {
            let size = kulan_testing::system::Size { width: if seed % 2 == 0 { 6 } else { 3 }, ..Default::default() };
            for (kind, system) in [
                ("general", kulan_testing::system::system(seed, size)),
                ("threaded", kulan_testing::threaded::system(seed)),
                ("concurrent", kulan_testing::concurrent::system(seed)),
                ("located", kulan_testing::located::system(seed)),
            ] {
                for most in [16, 3, 2, 1] {
                    let Some(found) = AtPlaces::within(&system, most, PATIENCE) else { continue };
                    let mut random = kulan_ir::Chance::new(seed + 1);
                    said +=
                        (0..8).map(|_| walk(&format!("{kind} {seed}"), &system, &found, &mut random)).sum::<usize>();
                }
            }
        }
        assert!(said as u64 > 1000 * count, "hardly anything is known: {said}");
    }
}
