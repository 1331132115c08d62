//! Random systems of small sequential threads over few shared variables: what reductions are about.
//!
//! How often threads get in each other's way is drawn for each system, since a reduction shows its mistakes neither where
//! everything is independent nor where nothing is. Systems are written as text and read, so they can be looked at.

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
    let mut random = Random::new(seed ^ 0x636f_6e63);
    let threads = random.between(2, 4);
    let places = (0..threads).map(|_| random.between(2, 4)).collect();
    let shared = random.between(1, 4);
    let widths = (0..shared).map(|_| random.between(1, 2)).collect();
    let writes = *random.pick(&[8, 20, 40, 70]);
    let tests = *random.pick(&[15, 35, 60]);
    let odd = random.percent(25);
    let mut draft = Draft { random, places, widths, writes, tests, odd, out: String::new() };
    draft.declare();
    for thread in 0..threads {
        draft.thread(thread);
    }
    draft.end();
    draft.out
}

struct Draft {
    random: Random,
    /// Locations by thread.
    places: Vec<usize>,
    /// Widths of the shared variables.
    widths: Vec<usize>,
    /// Percentage of steps that write a shared variable, and that test one.
    writes: usize,
    tests: usize,
    /// Whether rare things occur: steps alone, fallbacks, errors that end a run.
    odd: bool,
    out: String,
}

impl Draft {
    fn declare(&mut self) {
        self.out += "system concurrent\n";
        for t in 0..self.places.len() {
            let _ = writeln!(self.out, "process p{t}");
        }
        for t in 0..self.places.len() {
            let _ = writeln!(self.out, "thread p{t} in p{t} counter at{t}");
        }
        for t in 0..self.places.len() {
            let _ = writeln!(self.out, "var at{t} of thread p{t} : u3 as hidden");
        }
        for (i, width) in self.widths.iter().enumerate() {
            let initial = self.random.below(1 << width);
            let _ = writeln!(self.out, "var x{i} : u{width} = {initial}");
        }
    }

    /// A forward path through the locations, with branches and loops beside it.
    fn thread(&mut self, thread: usize) {
        let places = self.places[thread];
        for place in 0..places {
            if place + 1 < places || self.random.percent(30) {
                for _ in 0..self.random.between(1, 2) {
                    let to = match self.random.below(10) {
                        0..=6 => (place + 1) % places,
                        7 => place,
                        _ => self.random.below(places),
                    };
                    self.transition(thread, place, to);
                }
            }
        }
    }

    fn transition(&mut self, thread: usize, from: usize, to: usize) {
        let fallback = if self.odd && self.random.percent(8) { " fallback" } else { "" };
        let _ = writeln!(self.out, "transition p{thread}{fallback} {{\n    when at{thread} == {from}");
        let meets = self.random.percent(12);
        let other = (thread + self.random.between(1, self.places.len() - 1)) % self.places.len();
        if meets {
            let place = self.random.below(self.places[other]);
            let _ = writeln!(self.out, "    when at{other} == {place}");
        }
        while self.random.percent(self.tests) {
            let test = self.truth();
            let _ = writeln!(self.out, "    when {test}");
        }
        if self.random.percent(10) {
            let kind = if self.odd && self.random.percent(40) { "index" } else { "assert" };
            let condition = self.truth();
            let _ = writeln!(self.out, "    check {kind} {condition} says \"{thread} {from} {to}\"");
        }
        if from != to || self.random.percent(70) {
            let _ = writeln!(self.out, "    set at{thread} = {to}");
        }
        if meets {
            let place = self.random.below(self.places[other]);
            let _ = writeln!(self.out, "    set at{other} = {place}");
        }
        let mut written = Vec::new();
        while self.random.percent(self.writes) {
            let i = self.random.below(self.widths.len());
            if !written.contains(&i) {
                let value = self.value(i);
                let _ = writeln!(self.out, "    set x{i} = {value}");
                written.push(i);
            }
        }
        if self.odd && from < to && self.random.percent(15) {
            let _ = writeln!(self.out, "    alone p{thread}");
        }
        self.out += "}\n";
    }

    fn truth(&mut self) -> String {
        let i = self.random.below(self.widths.len());
        let k = self.random.below(1 << self.widths[i]);
        let twin = (0..self.widths.len()).find(|&j| j != i && self.widths[j] == self.widths[i]);
        match (self.random.below(10), twin) {
            (0..=3, _) => format!("x{i} == {k}"),
            (4..=6, _) => format!("x{i} != {k}"),
            (7, _) => format!("x{i} <=u {k}"),
            (8, Some(j)) => format!("x{i} == x{j}"),
            (8 | 9, _) => {
                let j = self.random.below(self.widths.len());
                let l = self.random.below(1 << self.widths[j]);
                format!("(x{i} == {k} | x{j} != {l})")
            }
            _ => unreachable!("there are ten cases"),
        }
    }

    fn value(&mut self, i: usize) -> String {
        let k = self.random.below(1 << self.widths[i]);
        let twin = (0..self.widths.len()).find(|&j| j != i && self.widths[j] == self.widths[i]);
        match (self.random.below(8), twin) {
            (0..=2, _) => format!("{k}"),
            (3, _) => format!("x{i} + 1"),
            (4, _) => format!("x{i} - 1"),
            (5, _) => format!("x{i} ^ {k}"),
            (6, Some(j)) => format!("x{j}"),
            _ => {
                let test = self.truth();
                format!("ite({test}, {k}, x{i})")
            }
        }
    }

    fn end(&mut self) {
        let done = (0..self.places.len()).map(|t| format!("at{t} == {}", self.places[t] - 1)).collect::<Vec<_>>();
        let end = if self.random.percent(50) { "false".to_string() } else { done.join(" & ") };
        let _ = writeln!(self.out, "end {end}");
    }
}
