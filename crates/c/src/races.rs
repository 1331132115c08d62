//! Data races: two threads are about to touch the same memory, one of them writes, and not both do so atomically.
//!
//! While paths are followed, every access to shared data is noted as a [`Touch`]: where its thread is before, under
//! which conditions it comes next, and its address. [`Lowering::races`] then makes a transition that fails of each pair
//! that can meet. Whether a pair can meet is decided by facts about locations ([`Facts`]): which locks are certainly held
//! there, which threads may have been created, which have certainly ended. What these do not exclude, the search decides.

use kulan_ir::{BinaryOp, CheckKind, ExprId};
use kulan_llvm::{InstructionId, Operand};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::emit::End;
use crate::lower::{Lowering, Unknown};
use crate::memory::{Cells, Memory};
use crate::parts::Extent;
use crate::path::{Note, Path};
use crate::points_to::ContextId;

/// How memory is touched.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Manner {
    pub writes: bool,
    /// By an atomic operation, or within an atomic section.
    pub atomic: bool,
    /// The object is freed.
    pub frees: bool,
}

impl Manner {
    pub fn read() -> Manner {
        Manner { writes: false, atomic: false, frees: false }
    }

    pub fn write() -> Manner {
        Manner { writes: true, ..Manner::read() }
    }

    fn conflicts(self, other: Manner) -> bool {
        (self.writes || other.writes) && !(self.atomic && other.atomic)
    }
}

/// What a path has done to locks and threads so far.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Effects {
    /// Locks that are certainly held because of it, by address, in order.
    locked: Vec<u64>,
    /// Locks that may not be held any more.
    unlocked: Vec<u64>,
    unlocked_any: bool,
    /// Threads that it may have created.
    created: Vec<usize>,
    /// Threads that have certainly ended.
    joined: Vec<usize>,
}

fn insert<T: Ord>(list: &mut Vec<T>, value: T) {
    if let Err(at) = list.binary_search(&value) {
        list.insert(at, value);
    }
}

impl Effects {
    pub fn lock(&mut self, at: u64) {
        insert(&mut self.locked, at);
    }

    pub fn unlock(&mut self, at: Option<u64>) {
        match at {
            Some(at) => {
                self.locked.retain(|&l| l != at);
                insert(&mut self.unlocked, at);
            }
            None => {
                self.locked.clear();
                self.unlocked_any = true;
            }
        }
    }

    pub fn create(&mut self, thread: usize) {
        insert(&mut self.created, thread);
    }

    pub fn join(&mut self, thread: usize) {
        insert(&mut self.joined, thread);
    }

    /// What is certain, or possible, if one of two paths was taken.
    pub fn or(&self, other: &Effects) -> Effects {
        let mut result = self.clone();
        result.locked.retain(|l| other.locked.contains(l));
        other.unlocked.iter().for_each(|&l| insert(&mut result.unlocked, l));
        result.unlocked_any |= other.unlocked_any;
        other.created.iter().for_each(|&c| insert(&mut result.created, c));
        result.joined.retain(|j| other.joined.contains(j));
        result
    }
}

/// A moment on a path: the location where the path began, and what it has done until then.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Moment {
    instance: usize,
    start: u64,
    effects: Effects,
}

/// An access to shared data that a thread may make next.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Touch {
    moment: Moment,
    /// How many atomic sections the location is in.
    start_atomic: u32,
    context: ContextId,
    at: InstructionId,
    conditions: Vec<ExprId>,
    /// The inputs that the conditions and the address mention are among these.
    inputs: Vec<Unknown>,
    address: ExprId,
    bytes: u64,
    aligned: bool,
    objects: Vec<usize>,
    manner: Manner,
}

/// What is noted while paths are followed.
#[derive(Debug, Default)]
pub struct Notes {
    touches: Vec<Touch>,
    known: FxHashSet<Touch>,
    /// From location to location of a thread.
    edges: Vec<(Moment, u64)>,
    /// Unlocks, with the address if that is known, else the objects.
    unlocks: Vec<(Moment, Option<u64>, Vec<usize>)>,
    /// Initialisations of locks, likewise.
    resets: Vec<(Moment, Option<u64>, Vec<usize>)>,
    /// Creations of threads.
    creations: Vec<(Moment, usize)>,
    /// Cells that are written by something else than operations on locks.
    written: FxHashSet<(usize, usize)>,
    /// An operation on a lock is writing.
    pub locking: bool,
}

impl Notes {
    /// A cell of memory is written.
    pub fn write(&mut self, object: usize, cells: usize) {
        if !self.locking {
            self.written.insert((object, cells));
        }
    }
}

/// What is known at a location.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Known {
    held: FxHashSet<u64>,
    created: FxHashSet<usize>,
    joined: FxHashSet<usize>,
}

impl Known {
    fn after(&self, effects: &Effects) -> Known {
        let mut known = self.clone();
        if effects.unlocked_any {
            known.held.clear();
        }
        known.held.retain(|l| !effects.unlocked.contains(l));
        known.held.extend(&effects.locked);
        known.created.extend(&effects.created);
        known.joined.extend(&effects.joined);
        known
    }

    /// Both ways lead here; whether that is news.
    fn meet(&mut self, other: &Known) -> bool {
        let before = (self.held.len(), self.created.len(), self.joined.len());
        self.held.retain(|l| other.held.contains(l));
        self.created.extend(&other.created);
        self.joined.retain(|j| other.joined.contains(j));
        before != (self.held.len(), self.created.len(), self.joined.len())
    }
}

/// Facts about all locations of all threads.
struct Facts {
    at: FxHashMap<(usize, u64), Known>,
    /// By thread: who creates it.
    parents: Vec<Option<usize>>,
    /// By thread: threads that have certainly ended whenever it is created.
    ended_before: Vec<FxHashSet<usize>>,
    /// Locks that only their holders give back.
    trusted: FxHashSet<u64>,
}

impl Facts {
    fn known(&self, moment: &Moment) -> Option<Known> {
        self.at.get(&(moment.instance, moment.start)).map(|k| k.after(&moment.effects))
    }

    fn line(&self, thread: usize) -> Vec<usize> {
        let mut line = vec![thread];
        while let Some(parent) = self.parents[line[line.len() - 1]] {
            line.push(parent);
        }
        line.reverse();
        line
    }

    /// Whether two threads can be at the same time where these things are known.
    fn can_meet(&self, (a, x): (usize, &Known), (b, y): (usize, &Known)) -> bool {
        if x.held.iter().any(|l| y.held.contains(l) && self.trusted.contains(l)) {
            return false;
        }
        let (line, other) = (self.line(a), self.line(b));
        let common = line.iter().zip(&other).take_while(|(x, y)| x == y).count();
        let gone = |known: &Known, line: &[usize]| {
            let child = line[common];
            !known.created.contains(&child) || line.len() == common + 1 && known.joined.contains(&child)
        };
        if line.len() == common {
            return !gone(x, &other);
        }
        if other.len() == common {
            return !gone(y, &line);
        }
        let (mine, theirs) = (line[common], other[common]);
        let follows = |first: &[usize], child: usize, later: usize| {
            first.len() == common + 1 && self.ended_before[later].contains(&child)
        };
        !follows(&line, mine, theirs) && !follows(&other, theirs, mine)
    }
}

impl Lowering<'_, '_> {
    fn moment(&self, path: &Path) -> Moment {
        Moment { instance: self.current, start: self.start, effects: path.effects.clone() }
    }

    /// Notes that the path touches data next, if that is shared.
    pub fn touch(&mut self, path: &Path, address: Operand, extent: Extent, manner: Manner) {
        let Ok(at) = self.scalar(path, address) else { return };
        let objects = self.candidates(path, address, at);
        self.touch_at(path, at, extent, objects, manner);
    }

    pub fn touch_at(&mut self, path: &Path, address: ExprId, extent: Extent, objects: Vec<usize>, manner: Manner) {
        self.note_touch(path, address, (extent.bytes(), extent.is_aligned()), objects, manner);
    }

    /// Notes that an object is freed next.
    pub fn touch_freed(&mut self, path: &Path, object: usize) {
        let (base, size) = (self.memory[object].base, self.memory[object].size);
        let base = self.system.exprs.constant(self.pointer_bits, base);
        let manner = Manner { frees: true, ..Manner::write() };
        self.note_touch(path, base, (size, false), vec![object], manner);
    }

    fn note_touch(
        &mut self,
        path: &Path,
        address: ExprId,
        (bytes, aligned): (u64, bool),
        mut objects: Vec<usize>,
        manner: Manner,
    ) {
        objects.retain(|&o| self.memory[o].shared && !self.is_network(&self.memory[o].name));
        if objects.is_empty() {
            return;
        }
        let mut mentioned = path.conditions.iter().chain([&address]);
        let inputs = if mentioned.any(|&e| self.system.exprs.has_input(e)) { self.inputs.clone() } else { Vec::new() };
        let touch = Touch {
            moment: self.moment(path),
            start_atomic: self.start_atomic,
            context: path.context,
            at: path.at,
            conditions: path.conditions.clone(),
            inputs,
            address,
            bytes,
            aligned,
            objects,
            manner: Manner { atomic: manner.atomic || path.atomic > 0, ..manner },
        };
        if self.notes.known.insert(touch.clone()) {
            self.notes.touches.push(touch);
        }
    }

    /// Notes where a path leads.
    pub fn note_edge(&mut self, path: &Path, to: u64) {
        let moment = self.moment(path);
        self.notes.edges.push((moment, to));
    }

    pub fn note_creation(&mut self, path: &mut Path, child: usize) {
        let moment = self.moment(path);
        self.notes.creations.push((moment, child));
        path.effects.create(child);
    }

    /// A lock is given back, or made new.
    pub fn note_unlock(&mut self, path: &mut Path, address: ExprId, objects: Vec<usize>, is_new: bool) {
        let (moment, at) = (self.moment(path), self.system.exprs.as_const(address));
        let list = if is_new { &mut self.notes.resets } else { &mut self.notes.unlocks };
        list.push((moment, at, objects));
        path.effects.unlock(at);
    }

    fn facts(&self) -> Facts {
        let n = self.instances.len();
        let mut parents = vec![None; n];
        for (i, instance) in self.instances.iter().enumerate() {
            instance.children.values().flatten().for_each(|&child| parents[child] = Some(i));
        }
        let nothing = Known { held: FxHashSet::default(), created: FxHashSet::default(), joined: FxHashSet::default() };
        let mut at: FxHashMap<(usize, u64), Known> = (0..n).map(|i| ((i, 1), nothing.clone())).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for (moment, to) in &self.notes.edges {
                kulan_control::checkpoint();
                let Some(known) = at.get(&(moment.instance, moment.start)).map(|k| k.after(&moment.effects)) else {
                    continue;
                };
                match at.get_mut(&(moment.instance, *to)) {
                    Some(there) => changed |= there.meet(&known),
                    None => {
                        at.insert((moment.instance, *to), known);
                        changed = true;
                    }
                }
            }
        }
        let mut facts = Facts { at, parents, ended_before: Vec::new(), trusted: FxHashSet::default() };
        facts.ended_before = (0..n)
            .map(|child| {
                let own = self.notes.creations.iter().filter(|(_, c)| *c == child);
                let sets = own.filter_map(|(m, _)| facts.known(m)).map(|k| k.joined);
                sets.reduce(|a, b| a.intersection(&b).copied().collect()).unwrap_or_default()
            })
            .collect();
        let locks: FxHashSet<u64> = facts.at.values().flat_map(|k| k.held.iter().copied()).collect();
        let locks = locks.into_iter().chain(self.notes.touches.iter().flat_map(|t| t.moment.effects.locked.clone()));
        facts.trusted = locks.filter(|&lock| self.is_trusted(&facts, lock)).collect();
        facts
    }

    /// Whether a lock changes only when it is taken, and when its holder gives it back.
    fn is_trusted(&self, facts: &Facts, lock: u64) -> bool {
        let Some(object) = self.memory.iter().position(|m| lock.wrapping_sub(m.base) < m.size) else { return false };
        let memory = &self.memory[object];
        if memory.alive.is_some() {
            return false;
        }
        let is_written = |&(o, cells): &(usize, usize)| {
            o == object && crate::memory::offsets(&memory.cells[cells]).contains(&(lock - memory.base))
        };
        if self.notes.written.iter().any(is_written) {
            return false;
        }
        let concerns = |at: &Option<u64>, objects: &[usize]| match at {
            Some(at) => *at == lock,
            None => objects.contains(&object),
        };
        let fine = |(moment, at, objects): &(Moment, Option<u64>, Vec<usize>), is_new: bool| {
            if !concerns(at, objects) {
                return true;
            }
            let Some(known) = facts.known(moment) else { return true };
            let alone = moment.instance == 0 && known.created.is_empty();
            alone || !is_new && at.is_some() && known.held.contains(&lock)
        };
        self.notes.unlocks.iter().all(|u| fine(u, false)) && self.notes.resets.iter().all(|r| fine(r, true))
    }

    /// Makes a transition that fails of each pair of accesses that is a race.
    pub fn races(&mut self) {
        if !self.options.races {
            return;
        }
        let facts = self.facts();
        // A location that nothing leads to has no facts.
        let with_facts = |touch: Touch| facts.known(&touch.moment).map(|known| (touch, known));
        let touches: Vec<(Touch, Known)> = self.grouped().into_iter().filter_map(with_facts).collect();
        for (k, (one, known)) in touches.iter().enumerate() {
            kulan_control::checkpoint();
            for (other, other_known) in &touches[k + 1..] {
                let (a, b) = (one.moment.instance, other.moment.instance);
                if a != b
                    && one.manner.conflicts(other.manner)
                    && one.objects.iter().any(|o| other.objects.contains(o))
                    && facts.can_meet((a, known), (b, other_known))
                {
                    // Within an atomic section only its own thread sees the state.
                    let is_inside = other.start_atomic > 0;
                    if is_inside { self.race(&facts, other, one) } else { self.race(&facts, one, other) }
                }
            }
        }
    }

    /// Accesses that differ only in the conditions, as one.
    fn grouped(&mut self) -> Vec<Touch> {
        let mut result: Vec<Touch> = Vec::new();
        let mut places: FxHashMap<Touch, usize> = FxHashMap::default();
        for touch in std::mem::take(&mut self.notes.touches) {
            if !touch.inputs.is_empty() {
                result.push(touch);
                continue;
            }
            let key = Touch { conditions: Vec::new(), ..touch.clone() };
            match places.get(&key) {
                Some(&place) => {
                    let exprs = &mut self.system.exprs;
                    let mut all = |list: &[ExprId]| {
                        let yes = exprs.bool(true);
                        list.iter().fold(yes, |all, &c| exprs.and(all, c))
                    };
                    let (a, b) = (all(&result[place].conditions), all(&touch.conditions));
                    result[place].conditions = vec![exprs.or(a, b)];
                }
                None => {
                    places.insert(key, result.len());
                    result.push(touch);
                }
            }
        }
        result
    }

    fn race(&mut self, facts: &Facts, one: &Touch, other: &Touch) {
        self.current = one.moment.instance;
        self.start = one.moment.start;
        self.start_atomic = one.start_atomic;
        self.inputs.clone_from(&one.inputs);
        let shift = self.inputs.len() as u32;
        self.inputs.extend(other.inputs.iter().cloned());
        let mut memo = FxHashMap::default();
        let exprs = &mut self.system.exprs;
        let mut put = |e: ExprId| {
            exprs.substitute(e, &mut memo, &mut |exprs, read| match read {
                kulan_ir::Expr::Input { index, width } => Some(exprs.input(index + shift, width)),
                _ => None,
            })
        };
        let theirs: Vec<ExprId> = other.conditions.iter().map(|&c| put(c)).collect();
        let address = put(other.address);
        let same = self.overlap((one.address, one.bytes), (address, other.bytes), one.aligned && other.aligned);
        let pc = self.system.read(self.instances[other.moment.instance].counter);
        let there = self.system.exprs.eq_const(pc, other.moment.start);
        let mut path = Path::new(one.context, one.at, 0, one.start_atomic);
        let conditions = one.conditions.iter().chain([&there]).chain(&theirs).chain([&same]);
        for &condition in conditions {
            if !path.require(&self.system.exprs, condition) {
                return;
            }
        }
        let (mine, theirs) = (self.text(one.context, one.at), self.text(other.context, other.at));
        let text = format!("{mine} while {}: {theirs}", self.instances[other.moment.instance].name);
        path.notes.push(Note { source: self.source(one.context, one.at), text, prints: None });
        let message = self.race_message(facts, one, other);
        self.finish(path, End::Fails(CheckKind::Race, message));
    }

    /// Whether two ranges of addresses have an address in common.
    fn overlap(&mut self, (a, size): (ExprId, u64), (b, other): (ExprId, u64), aligned: bool) -> ExprId {
        let exprs = &mut self.system.exprs;
        let width = exprs.width(a).max(exprs.width(b));
        let (a, b) = (exprs.zero_extend(width, a), exprs.zero_extend(width, b));
        if size == other && aligned {
            return exprs.eq(a, b);
        }
        let (size, other) = (exprs.constant(width, size), exprs.constant(width, other));
        let (behind, before) = (exprs.binary(BinaryOp::Sub, a, b), exprs.binary(BinaryOp::Sub, b, a));
        let starts = exprs.binary(BinaryOp::UnsignedLess, behind, other);
        let reaches = exprs.binary(BinaryOp::UnsignedLess, before, size);
        exprs.or(starts, reaches)
    }

    fn race_message(&mut self, facts: &Facts, one: &Touch, other: &Touch) -> String {
        let both: Vec<usize> = one.objects.iter().copied().filter(|o| other.objects.contains(o)).collect();
        let what = self.touched(one, &both).or_else(|| self.touched(other, &both)).unwrap_or("shared memory".into());
        let mut part = |touch: &Touch| {
            let place = self.source(touch.context, touch.at);
            let place = place.map(|p| {
                let file = &self.system.files[p.file.index()];
                format!(" at {}:{}", file.rsplit('/').next().unwrap_or(file), p.line)
            });
            let held = facts.known(&touch.moment).map(|k| k.held).unwrap_or_default();
            let mut held: Vec<String> = held.into_iter().filter_map(|lock| self.lock_name(lock)).collect();
            held.sort_unstable();
            let held = if held.is_empty() { String::new() } else { format!(" with {}", held.join(", ")) };
            let verb = if touch.manner.writes { "writes" } else { "reads" };
            let how = if touch.manner.atomic { " atomically" } else { "" };
            let place = place.unwrap_or_default() + &held;
            (self.instances[touch.moment.instance].name.clone(), verb, how, place)
        };
        let ((a, does, how, here), (b, other_does, other_how, there)) = (part(one), part(other));
        format!("data race: {a} {does} {what}{how}{here} while {b} {other_does} it{other_how}{there}")
    }

    fn lock_name(&self, lock: u64) -> Option<String> {
        let memory = self.memory.iter().find(|m| lock.wrapping_sub(m.base) < m.size)?;
        let inside = lock - memory.base;
        let group = memory.cells.iter().find(|c| crate::memory::offsets(c).contains(&inside))?;
        let name = self.cell_name(memory, group, Some(inside))?;
        // Below the lock itself are fields of the library.
        let is_own = |part: &&str| !part.starts_with("__") && !part.starts_with(|c: char| c.is_ascii_digit());
        let own: Vec<&str> = name.split('.').take_while(is_own).collect();
        Some(format!("{} locked", own.join(".")))
    }

    /// The name of what is touched, as far as that is certain.
    fn touched(&self, touch: &Touch, objects: &[usize]) -> Option<String> {
        let &[object] = objects else { return None };
        let memory = &self.memory[object];
        let groups = memory.cells.iter();
        let relative = self.system.exprs.as_const(touch.address).map(|at| at.wrapping_sub(memory.base));
        if touch.bytes >= memory.size {
            return Some(memory.name.clone());
        }
        let group = match relative {
            Some(offset) => groups.clone().find(|c| crate::memory::offsets(c).contains(&offset))?,
            None if memory.cells.len() == 1 => &memory.cells[0],
            None => return Some(memory.name.clone()),
        };
        self.cell_name(memory, group, relative)
    }

    /// The name of one of several cells, whose offset may be unknown.
    fn cell_name(&self, memory: &Memory, group: &Cells, offset: Option<u64>) -> Option<String> {
        let name = group.name(&memory.name);
        match offset {
            _ if group.dims.is_empty() => Some(name),
            Some(offset) => {
                let index = crate::memory::offsets(group).iter().position(|&o| o == offset)?;
                Some(kulan_ir::indexed(&name, index))
            }
            None => Some(kulan_ir::indexed_by(&name, "...")),
        }
    }
}
