//! Random systems of two programs, and everything that can come of them when things go wrong: written from what
//! docs/distributed.md says, and nothing else.

use std::collections::BTreeSet;
use std::fmt::Write;

use kulan_testing::Random;
use rustc_hash::FxHashSet;

/// Descriptors of a process, the number of the first one, and connections that a process can have begun at a time.
const DESCRIPTORS: usize = 6;
const FIRST: usize = 3;
const CONNECTIONS: usize = 4;
/// Bytes under way in a direction, and messages at a socket.
const ROOM: usize = 8;
const MESSAGES: usize = 4;
/// What variables begin with: not zero, so that a crash that clears memory is noticed.
pub const SEEN: u32 = 1;
const COUNT: u32 = 2;
/// What is noted of a call: a byte is noted as itself.
const DONE: u32 = 4;
const END: u32 = 5;
const ERROR: u32 = 6;
const FAILED: u32 = 7;

/// What a thread does. Descriptors are by number, from 0.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Op {
    Spawn,
    /// A socket that listens, or one for messages with a port.
    Listen,
    Box,
    /// A new socket, connected if somebody listens.
    Connect,
    Accept(usize),
    Get(usize),
    Put(usize, u8),
    Close(usize),
    Say(usize, u8),
    Hear(usize),
    Lock,
    Unlock,
    Count,
    /// Notes what was counted.
    Note,
}

/// A system: a server and a client, each with what its first thread and the one that this starts do.
pub struct Programs {
    threads: [[Vec<Op>; 2]; 2],
    pub connect_waits: bool,
}

/// What can come of it: what both have noted, where both have ended and where nobody can go on.
#[derive(Default, PartialEq, Eq, Debug)]
pub struct Outcomes {
    pub ended: BTreeSet<[u32; 2]>,
    pub stuck: BTreeSet<[u32; 2]>,
}

impl Programs {
    pub fn new(seed: u64) -> Programs {
        let mut random = Random::new(seed);
        let messages = random.percent(20);
        let mut server = Vec::new();
        let threads = [0, 1].map(|number| {
            let mut list = match number {
                _ if messages => says(&mut random),
                1 if random.percent(60) => answers(&server),
                _ => talks(number, &mut random),
            };
            server.clone_from(&list);
            let worker = random.percent(40);
            if worker || random.percent(40) {
                let from = random.below(list.len());
                let to = random.between(from, list.len());
                list.insert(to, Op::Unlock);
                list.insert(random.between(from, to), Op::Note);
                list.insert(from, if worker || random.percent(50) { Op::Lock } else { Op::Count });
                if list[from] == Op::Count {
                    list.retain(|&op| op != Op::Unlock);
                }
            }
            if worker {
                list.insert(0, Op::Spawn);
            }
            let work = if worker { vec![Op::Lock, Op::Count, Op::Unlock] } else { Vec::new() };
            [list, work]
        });
        Programs { threads, connect_waits: random.percent(70) }
    }

    /// The program of a process as LLVM IR.
    pub fn text(&self, process: usize) -> String {
        let mut text = String::from(HEAD);
        for (thread, ops) in self.threads[process].iter().enumerate() {
            text += ["define i32 @main() {\n", "define i8* @work(i8* %unused) {\n"][thread];
            text += "  %byte = alloca i8\n";
            ops.iter().enumerate().for_each(|(i, &op)| write_op(&mut text, i, op, process));
            text += ["  ret i32 0\n}\n", "  ret i8* null\n}\n"][thread];
        }
        text
    }

    /// Everything that can come of it with so many faults; none if a run needs more than the network has.
    pub fn outcomes(&self, faults: u32) -> Option<Outcomes> {
        let mut outcomes = Outcomes::default();
        let process = Process {
            life: Life::Runs,
            at: 0,
            worker: None,
            seen: SEEN,
            count: COUNT,
            locked: false,
            files: [File::Free; DESCRIPTORS],
        };
        let start = State {
            processes: [process.clone(), process],
            ends: vec![None; 2 * CONNECTIONS],
            listens: false,
            queue: Vec::new(),
            boxes: [None, None],
            faults,
        };
        let (mut known, mut todo) = (FxHashSet::from_iter([start.clone()]), vec![start]);
        while let Some(state) = todo.pop() {
            let next = self.successors(&state)?;
            if next.is_empty() {
                let over = state.processes.iter().all(|p| p.life == Life::Over);
                let all = if over { &mut outcomes.ended } else { &mut outcomes.stuck };
                all.insert([0, 1].map(|p: usize| state.processes[p].seen));
            }
            todo.extend(next.into_iter().filter(|s| known.insert(s.clone())));
        }
        Some(outcomes)
    }

    fn successors(&self, state: &State) -> Option<Vec<State>> {
        let mut next = state.faulty();
        for p in [0, 1] {
            let process = &state.processes[p];
            match process.life {
                Life::Over => {}
                Life::Begins | Life::Ends => {
                    let mut s = state.clone();
                    match process.files.iter().position(|&f| f != File::Free) {
                        Some(d) => s.close(p, d, process.life == Life::Begins),
                        None if process.life == Life::Begins => s.processes[p].life = Life::Runs,
                        None => s.processes[p].life = Life::Over,
                    }
                    next.push(s);
                }
                Life::Runs => {
                    match self.threads[p][0].get(process.at) {
                        Some(&op) => {
                            for mut s in self.done(state, p, op, true)? {
                                s.processes[p].at += 1;
                                next.push(s);
                            }
                        }
                        None => {
                            let mut s = state.clone();
                            (s.processes[p].life, s.processes[p].worker) = (Life::Ends, None);
                            next.push(s);
                        }
                    }
                    let work = process.worker.and_then(|at| self.threads[p][1].get(at));
                    for mut s in work.map_or(Some(Vec::new()), |&op| self.done(state, p, op, false))? {
                        s.processes[p].worker = process.worker.map(|at| at + 1);
                        next.push(s);
                    }
                }
            }
        }
        Some(next)
    }

    /// What an operation leads to: nothing where it waits. None if it needs more than there is.
    fn done(&self, state: &State, p: usize, op: Op, notes: bool) -> Option<Vec<State>> {
        let mut s = state.clone();
        let fresh = state.processes[p].files.iter().position(|&f| f == File::Free);
        let noted = match op {
            Op::Spawn => {
                s.processes[p].worker = Some(0);
                None
            }
            Op::Listen => {
                (s.processes[p].files[fresh?], s.listens) = (File::Door, true);
                None
            }
            Op::Box => {
                (s.processes[p].files[fresh?], s.boxes[p]) = (File::Box, Some(Vec::new()));
                None
            }
            Op::Connect if !s.listens => {
                if self.connect_waits {
                    return Some(Vec::new());
                }
                s.processes[p].files[fresh?] = File::Fresh;
                Some(FAILED)
            }
            Op::Connect => {
                let c = (0..CONNECTIONS).find(|c| s.ends[2 * c].is_none() && s.ends[2 * c + 1].is_none())?;
                (s.ends[2 * c], s.ends[2 * c + 1]) = (Some(End::default()), Some(End::default()));
                s.queue.push(c);
                s.processes[p].files[fresh?] = File::End(2 * c);
                Some(DONE)
            }
            Op::Accept(_) => {
                if s.queue.is_empty() {
                    return Some(Vec::new());
                }
                s.processes[p].files[fresh?] = File::End(2 * s.queue.remove(0) + 1);
                None
            }
            Op::Close(d) => {
                s.close(p, d, false);
                None
            }
            Op::Get(d) => Some(match s.processes[p].files[d] {
                File::End(e) => match s.end(e).taken() {
                    Some(noted) => noted,
                    None => return Some(Vec::new()),
                },
                _ => ERROR,
            }),
            Op::Put(d, byte) => Some(match s.processes[p].files[d] {
                File::End(e) => {
                    let end = s.end(e);
                    if end.broken {
                        end.tell &= end.finished;
                        return Some(vec![s.noted(p, notes, Some(FAILED))]);
                    }
                    match &mut s.ends[e ^ 1] {
                        Some(other) if other.waiting.len() == ROOM => return None,
                        Some(other) => other.waiting.push(byte),
                        None => {
                            // Nobody reads it, which is known at once or at a later write.
                            let mut knows = s.clone();
                            knows.end(e).broken = true;
                            return Some([s, knows].map(|s| s.noted(p, notes, Some(DONE))).into());
                        }
                    }
                    DONE
                }
                _ => FAILED,
            }),
            Op::Say(_, byte) => {
                if let Some(all) = &mut s.boxes[1 - p] {
                    if all.len() == MESSAGES {
                        return None;
                    }
                    all.push(byte);
                }
                None
            }
            Op::Hear(_) => match s.boxes[p].as_mut().filter(|all| !all.is_empty()) {
                Some(all) => Some(all.remove(0).into()),
                None => return Some(Vec::new()),
            },
            Op::Lock if s.processes[p].locked => return Some(Vec::new()),
            Op::Lock | Op::Unlock => {
                s.processes[p].locked = op == Op::Lock;
                None
            }
            Op::Count => {
                s.processes[p].count += 1;
                None
            }
            Op::Note => Some(s.processes[p].count),
        };
        Some(vec![s.noted(p, notes, noted)])
    }
}

/// A server or a client over a stream.
fn talks(number: usize, random: &mut Random) -> Vec<Op> {
    let mut list = if number == 0 { vec![Op::Listen, Op::Accept(0)] } else { vec![Op::Connect] };
    let mut now = 1 - number;
    for i in 0..random.between(1, 4) {
        match random.below(10) {
            0..4 => list.push(Op::Get(now)),
            4..8 => list.push(Op::Put(now, random.between(1, 3) as u8)),
            // Once more, with or without an end to what was before.
            _ if i == 0 || list.len() > 3 => {
                let over = random.percent(60);
                list.extend(over.then_some(Op::Close(now)));
                now += usize::from(!over);
                list.push(if number == 0 { Op::Accept(0) } else { Op::Connect });
            }
            _ => list.push(Op::Close(now)),
        }
    }
    list
}

/// The client that fits to a server: it says what the other one waits for.
fn answers(server: &[Op]) -> Vec<Op> {
    let answer = |&op: &Op| match op {
        Op::Accept(_) => Some(Op::Connect),
        Op::Get(d) => Some(Op::Put(d - 1, 1)),
        Op::Put(d, _) => Some(Op::Get(d - 1)),
        Op::Close(d) => Some(Op::Close(d - 1)),
        _ => None,
    };
    server.iter().filter_map(answer).collect()
}

/// A program that sends messages to the other one.
fn says(random: &mut Random) -> Vec<Op> {
    let other = |_| if random.percent(45) { Op::Hear(0) } else { Op::Say(0, random.between(1, 3) as u8) };
    let rest: Vec<Op> = (0..4).map(other).collect();
    [vec![Op::Box], rest].concat()
}

/// How far a process is: it closes what a crash has left open, runs, closes what is open at its end, has ended.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
enum Life {
    Begins,
    Runs,
    Ends,
    Over,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash)]
enum File {
    Free,
    Fresh,
    Door,
    End(usize),
    Box,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Process {
    life: Life,
    at: usize,
    worker: Option<usize>,
    seen: u32,
    count: u32,
    locked: bool,
    files: [File; DESCRIPTORS],
}

/// What waits to be read at an end, whether the other side sends no more, and whether the connection is broken, which is
/// to be told once.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
struct End {
    waiting: Vec<u8>,
    finished: bool,
    broken: bool,
    tell: bool,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    processes: [Process; 2],
    /// Both ends of each connection, that of the client first.
    ends: Vec<Option<End>>,
    listens: bool,
    queue: Vec<usize>,
    boxes: [Option<Vec<u8>>; 2],
    faults: u32,
}

impl End {
    /// What a read gives; none if it waits.
    fn taken(&mut self) -> Option<u32> {
        if !self.waiting.is_empty() {
            return Some(self.waiting.remove(0).into());
        }
        if self.finished || !self.broken {
            return self.finished.then_some(END);
        }
        Some(if std::mem::take(&mut self.tell) { ERROR } else { END })
    }

    fn breaks(&mut self) {
        (self.broken, self.tell) = (true, true);
    }
}

impl State {
    fn end(&mut self, e: usize) -> &mut End {
        self.ends[e].as_mut().expect("an end that is open")
    }

    fn noted(mut self, p: usize, notes: bool, what: Option<u32>) -> State {
        if let Some(what) = what.filter(|_| notes) {
            self.processes[p].seen = self.processes[p].seen * 8 + what;
        }
        self
    }

    /// A descriptor is closed by its process, or after a crash of it.
    fn close(&mut self, p: usize, d: usize, crashed: bool) {
        match std::mem::replace(&mut self.processes[p].files[d], File::Free) {
            File::End(e) => {
                let end = self.ends[e].take().expect("an end that is open");
                match &mut self.ends[e ^ 1] {
                    Some(other) if !end.broken && (crashed || !end.waiting.is_empty()) => other.breaks(),
                    Some(other) if !end.broken => other.finished = true,
                    _ => {}
                }
            }
            File::Door => {
                self.listens = false;
                for c in std::mem::take(&mut self.queue) {
                    self.ends[2 * c].iter_mut().for_each(End::breaks);
                    self.ends[2 * c + 1] = None;
                }
            }
            File::Box => self.boxes[p] = None,
            File::Free | File::Fresh => {}
        }
    }

    /// What can go wrong.
    fn faulty(&self) -> Vec<State> {
        if self.faults == 0 {
            return Vec::new();
        }
        let less = State { faults: self.faults - 1, ..self.clone() };
        let mut next = vec![State { faults: 0, ..self.clone() }];
        for p in [0, 1].into_iter().filter(|&p| self.processes[p].life != Life::Over) {
            let mut s = less.clone();
            let files = s.processes[p].files;
            s.processes[p] =
                Process { life: Life::Begins, at: 0, worker: None, seen: SEEN, count: COUNT, locked: false, files };
            next.push(s);
        }
        for (b, all) in self.boxes.iter().enumerate() {
            for i in 0..all.as_ref().map_or(0, Vec::len) {
                let mut s = less.clone();
                s.boxes[b].as_mut().expect("a box").remove(i);
                next.push(s);
            }
        }
        for c in 0..CONNECTIONS {
            let both = [2 * c, 2 * c + 1];
            let open = both.map(|e| self.ends[e].as_ref());
            if open.iter().all(Option::is_none) || open.iter().flatten().any(|end| end.broken) {
                continue;
            }
            // What is under way to each end arrives or is lost, all of it.
            for lost in [[false, false], [false, true], [true, false], [true, true]] {
                let mut s = less.clone();
                for (e, lost) in both.into_iter().zip(lost) {
                    if let Some(end) = &mut s.ends[e] {
                        if lost {
                            *end = End::default();
                        }
                        end.breaks();
                    }
                }
                next.push(s);
            }
        }
        next
    }
}

const HEAD: &str = "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128\"
target triple = \"x86_64-pc-linux-gnu\"
%lock = type { [40 x i8] }
@lock = global %lock zeroinitializer
@seen = global i32 1
@count = global i32 2
declare i32 @socket(i32, i32, i32)
declare i32 @bind(i32, i8*, i32)
declare i32 @listen(i32, i32)
declare i32 @connect(i32, i8*, i32)
declare i32 @accept(i32, i8*, i32*)
declare i64 @recv(i32, i8*, i64, i32)
declare i64 @send(i32, i8*, i64, i32)
declare i64 @sendto(i32, i8*, i64, i32, i8*, i32)
declare i32 @close(i32)
declare i32 @pthread_create(i64*, i8*, i8* (i8*)*, i8*)
declare i32 @pthread_mutex_lock(%lock*)
declare i32 @pthread_mutex_unlock(%lock*)
@at0 = constant { i16, i16, i32, i64 } { i16 2, i16 1, i32 16777343, i64 0 }
@at1 = constant { i16, i16, i32, i64 } { i16 2, i16 2, i32 16777343, i64 0 }
";

/// An operation in LLVM IR; what it defines is named by its place.
fn write_op(text: &mut String, i: usize, op: Op, process: usize) {
    let fd = |d: usize| d + FIRST;
    let at = |p: usize| format!("i8* bitcast ({{ i16, i16, i32, i64 }}* @at{p} to i8*), i32 16");
    let (server, own, other) = (at(0), at(process), at(1 - process));
    let mut line = |words: String| writeln!(text, "  {words}").expect("a text grows");
    let mut noted = None;
    match op {
        Op::Spawn => {
            line(format!("%t{i} = alloca i64"));
            line(format!("call i32 @pthread_create(i64* %t{i}, i8* null, i8* (i8*)* @work, i8* null)"));
        }
        Op::Listen => {
            line(format!("%s{i} = call i32 @socket(i32 2, i32 1, i32 0)"));
            line(format!("call i32 @bind(i32 %s{i}, {server})"));
            line(format!("call i32 @listen(i32 %s{i}, i32 4)"));
        }
        Op::Box => {
            line(format!("%s{i} = call i32 @socket(i32 2, i32 2, i32 0)"));
            line(format!("call i32 @bind(i32 %s{i}, {own})"));
        }
        Op::Connect => {
            line(format!("%s{i} = call i32 @socket(i32 2, i32 1, i32 0)"));
            line(format!("%r{i} = call i32 @connect(i32 %s{i}, {server})"));
            line(format!("%d{i} = icmp eq i32 %r{i}, 0"));
            line(format!("%n{i} = select i1 %d{i}, i32 {DONE}, i32 {FAILED}"));
            noted = Some(format!("%n{i}"));
        }
        Op::Accept(d) => line(format!("call i32 @accept(i32 {}, i8* null, i32* null)", fd(d))),
        Op::Close(d) => line(format!("call i32 @close(i32 {})", fd(d))),
        Op::Get(d) | Op::Hear(d) => {
            line("store i8 0, i8* %byte".into());
            line(format!("%r{i} = call i64 @recv(i32 {}, i8* %byte, i64 1, i32 0)", fd(d)));
            line(format!("%b{i} = load i8, i8* %byte"));
            line(format!("%w{i} = zext i8 %b{i} to i32"));
            line(format!("%z{i} = icmp eq i64 %r{i}, 0"));
            line(format!("%e{i} = select i1 %z{i}, i32 {END}, i32 {ERROR}"));
            line(format!("%d{i} = icmp eq i64 %r{i}, 1"));
            line(format!("%n{i} = select i1 %d{i}, i32 %w{i}, i32 %e{i}"));
            noted = Some(format!("%n{i}"));
        }
        Op::Put(d, byte) => {
            line(format!("store i8 {byte}, i8* %byte"));
            line(format!("%r{i} = call i64 @send(i32 {}, i8* %byte, i64 1, i32 16384)", fd(d)));
            line(format!("%d{i} = icmp eq i64 %r{i}, 1"));
            line(format!("%n{i} = select i1 %d{i}, i32 {DONE}, i32 {FAILED}"));
            noted = Some(format!("%n{i}"));
        }
        Op::Say(d, byte) => {
            line(format!("store i8 {byte}, i8* %byte"));
            line(format!("call i64 @sendto(i32 {}, i8* %byte, i64 1, i32 0, {other})", fd(d)));
        }
        Op::Lock => line("call i32 @pthread_mutex_lock(%lock* @lock)".into()),
        Op::Unlock => line("call i32 @pthread_mutex_unlock(%lock* @lock)".into()),
        Op::Count => {
            line(format!("%c{i} = load i32, i32* @count"));
            line(format!("%n{i} = add i32 %c{i}, 1"));
            line(format!("store i32 %n{i}, i32* @count"));
        }
        Op::Note => {
            line(format!("%n{i} = load i32, i32* @count"));
            noted = Some(format!("%n{i}"));
        }
    }
    if let Some(noted) = noted {
        line(format!("%o{i} = load i32, i32* @seen"));
        line(format!("%m{i} = mul i32 %o{i}, 8"));
        line(format!("%a{i} = add i32 %m{i}, {noted}"));
        line(format!("store i32 %a{i}, i32* @seen"));
    }
}
