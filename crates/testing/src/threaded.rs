//! Random systems of threads that use what transactions are about: locks, chosen locks, elements behind indices, cells that
//! are written once, flags that are only raised, and data that is set up first. Systems are written as text and read.

use std::fmt::Write;

use kulan_ir::System;

use crate::Random;

/// A system of a seed.
pub fn system(seed: u64) -> System {
    let text = text(seed);
    kulan_ir::text::parse(&text).unwrap_or_else(|e| panic!("seed {seed}: {e:?}\n{text}"))
}

/// The text of a system of a seed.
pub fn text(seed: u64) -> String {
    let mut random = Random::new(seed ^ 0x7468_7264);
    let threads = random.between(2, 3);
    let mut draft = Draft { random, threads, out: String::new(), places: vec![0; threads] };
    draft.declare();
    for thread in 0..threads {
        draft.thread(thread);
    }
    draft.end();
    draft.out
}

struct Draft {
    random: Random,
    threads: usize,
    out: String,
    /// By thread: the next location.
    places: Vec<usize>,
}

impl Draft {
    fn declare(&mut self) {
        self.out += "system threaded\n";
        for t in 0..self.threads {
            let _ = writeln!(self.out, "process p{t}");
        }
        for t in 0..self.threads {
            let _ = writeln!(self.out, "thread p{t} in p{t} counter at{t}");
        }
        for t in 0..self.threads {
            let _ = writeln!(self.out, "var at{t} of thread p{t} : u5 as hidden");
            let (i, r) = (self.random.below(3), self.random.below(2));
            let _ = writeln!(self.out, "var i{t} of thread p{t} : u2 = {i}");
            let _ = writeln!(self.out, "var r{t} of thread p{t} : u2 = {r}");
        }
        // Two locks, a chosen lock, shared data, an array, cells that are written once, a flag.
        self.out += "var lock : u2[2]\nvar which : u1\nvar x : u2\nvar y : u2\nvar a : u2[3]\nvar once : u2[2]\nvar flag : u1\n";
    }

    /// A step from the current location to the next one or another.
    fn step(&mut self, thread: usize, to: Option<usize>, body: &str) {
        let from = self.places[thread];
        let next = to.unwrap_or(from + 1);
        let _ = writeln!(
            self.out,
            "transition p{thread} {{\n    when at{thread} == {from}\n{body}    set at{thread} = {next}\n}}"
        );
    }

    fn next(&mut self, thread: usize) {
        self.places[thread] += 1;
    }

    fn thread(&mut self, t: usize) {
        for _ in 0..self.random.between(1, 3) {
            match self.random.below(9) {
                0 => self.section(t),
                1 => self.chosen_section(t),
                2 => self.elements(t),
                3 => self.claim(t),
                4 => self.raise(t),
                5 => self.wait(t),
                6 => self.set_up(t),
                7 => self.count(t),
                _ => self.plain(t),
            }
        }
        if self.random.percent(25) {
            // Around again, or an assertion about it all.
            self.step(t, Some(0), "");
        } else {
            let condition = self.truth();
            let message = format!("{t} at the end");
            self.step(t, None, &format!("    check assert {condition} says \"{message}\"\n"));
            self.next(t);
        }
    }

    fn acquire(&mut self, t: usize, lock: &str) {
        let own = t + 1;
        self.step(t, None, &format!("    when lock[{lock}] == 0\n    set lock[{lock}] = {own}\n"));
        self.next(t);
    }

    fn release(&mut self, t: usize, lock: &str) {
        let own = t + 1;
        let checked = self.random.percent(30);
        let check =
            if checked { format!("    check assert lock[{lock}] == {own} says \"{t} lock\"\n") } else { String::new() };
        self.step(t, None, &format!("{check}    set lock[{lock}] = 0\n"));
        self.next(t);
    }

    /// What happens under a lock.
    fn section(&mut self, t: usize) {
        let lock = self.random.below(2).to_string();
        let nested = self.random.percent(25);
        self.acquire(t, &lock);
        self.plain(t);
        if nested {
            let inner = self.random.below(2).to_string();
            self.acquire(t, &inner);
            self.plain(t);
            self.release(t, &inner);
        } else if self.random.percent(60) {
            self.plain(t);
        }
        if self.random.percent(90) {
            self.release(t, &lock);
        }
    }

    fn chosen_section(&mut self, t: usize) {
        if self.random.percent(20) {
            let which = self.random.below(2);
            self.step(t, None, &format!("    set which = {which}\n"));
            self.next(t);
        }
        self.acquire(t, "which");
        self.plain(t);
        self.release(t, "which");
    }

    fn elements(&mut self, t: usize) {
        if self.random.percent(40) {
            let i = self.random.below(4);
            self.step(t, None, &format!("    set i{t} = {i}\n"));
            self.next(t);
        }
        let body = match self.random.below(3) {
            0 => format!("    set a[i{t}] = a[i{t}] + 1\n"),
            1 => format!("    set r{t} = a[i{t}]\n"),
            _ => format!("    set a[i{t}] = r{t}\n"),
        };
        self.step(t, None, &body);
        self.next(t);
        self.step(t, None, &format!("    set r{t} = a[i{t}]\n"));
        self.next(t);
    }

    /// A cell that is written by whoever comes first.
    fn claim(&mut self, t: usize) {
        let cell = if self.random.percent(50) { format!("i{t}") } else { self.random.below(2).to_string() };
        let value = if self.random.percent(85) { t + 1 } else { 0 };
        let then = self.places[t] + 1;
        self.step(t, Some(then), &format!("    when once[{cell}] == 0\n    set once[{cell}] = {value}\n"));
        self.step(t, Some(then), &format!("    when once[{cell}] != 0\n"));
        self.next(t);
        self.step(t, None, &format!("    set r{t} = once[{cell}]\n"));
        self.next(t);
    }

    fn raise(&mut self, t: usize) {
        let value = if self.random.percent(85) { 1 } else { 0 };
        self.step(t, None, &format!("    set flag = {value}\n"));
        self.next(t);
    }

    fn wait(&mut self, t: usize) {
        let condition = if self.random.percent(60) { "flag == 1".to_string() } else { self.truth() };
        self.step(t, None, &format!("    when {condition}\n"));
        self.next(t);
        self.plain(t);
    }

    fn set_up(&mut self, t: usize) {
        let then = self.places[t] + 2;
        self.step(t, None, "    when flag == 0\n");
        self.step(t, Some(then), "    when flag == 1\n");
        self.next(t);
        self.step(t, None, "    set x = 3\n    set flag = 1\n");
        self.next(t);
        self.step(t, None, &format!("    set r{t} = x\n"));
        self.next(t);
    }

    /// A loop that ends by counting.
    fn count(&mut self, t: usize) {
        let (begin, work) = (self.places[t], self.work(t));
        self.step(t, None, &format!("    when i{t} <u 2\n{work}"));
        let after = begin + 2;
        self.step(t, Some(after), &format!("    when i{t} >=u 2\n"));
        self.next(t);
        self.step(t, Some(begin), &format!("    set i{t} = i{t} + 1\n"));
        self.next(t);
    }

    fn plain(&mut self, t: usize) {
        let work = self.work(t);
        let check = if self.random.percent(15) {
            let (condition, place) = (self.truth(), self.places[t]);
            let k = self.random.below(4);
            match self.random.below(3) {
                // What ends a run, and what only the thread itself can see.
                0 => format!("    check index r{t} != {k} says \"{t} {place} ends\"\n"),
                1 => format!("    check index {condition} says \"{t} {place} ends\"\n"),
                _ => format!("    check assert {condition} says \"{t} {place}\"\n"),
            }
        } else {
            String::new()
        };
        self.step(t, None, &format!("{check}{work}"));
        self.next(t);
    }

    fn work(&mut self, t: usize) -> String {
        let k = self.random.below(4);
        match self.random.below(8) {
            7 => {
                let place = *self.random.pick(&["r", "i"]);
                format!("    input choice : u2 in {}..{}\n    set {place}{t} = input(0, 2)\n", k / 2, 1 + k / 2)
            }
            0 => format!("    set x = {k}\n"),
            1 => "    set x = x + 1\n".to_string(),
            2 => format!("    set r{t} = x\n"),
            3 => format!("    set y = r{t}\n"),
            4 => format!("    set r{t} = y\n"),
            5 => format!("    set r{t} = r{t} + {k}\n"),
            _ => "    set y = x\n".to_string(),
        }
    }

    fn truth(&mut self) -> String {
        let k = self.random.below(4);
        match self.random.below(6) {
            0 => format!("x != {k}"),
            1 => format!("y != {k}"),
            2 => "x == y".to_string(),
            3 => format!("a[{}] != {k}", self.random.below(3)),
            4 => format!("(flag == 0 | x != {k})"),
            _ => format!("(lock[0] == 0 | y != {k})"),
        }
    }

    fn end(&mut self) {
        if self.random.percent(25) {
            let condition = self.truth();
            self.out += "process o\n";
            self.out += "thread o in o\n";
            let _ = writeln!(self.out, "transition o observer {{ check invariant {condition} says \"observed\" }}");
        }
        let done = (0..self.threads).map(|t| format!("at{t} == {}", self.places[t])).collect::<Vec<_>>();
        let end = if self.random.percent(30) { "true".to_string() } else { done.join(" & ") };
        let _ = writeln!(self.out, "end {end}");
    }
}
