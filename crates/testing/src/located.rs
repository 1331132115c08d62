//! Random systems in which much depends on where threads are: arguments that threads are started with, elements that they are
//! told to use, steps that move others or write what belongs to them, and jumps that are computed. Systems are written as
//! text and read.

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
    let mut random = Random::new(seed ^ 0x6c6f_6361);
    let threads = random.between(2, 3);
    let places = (0..threads).map(|_| random.between(2, 4)).collect();
    let (errors, odd, elements) = (random.percent(25), *random.pick(&[0, 5, 15]), random.between(2, 4));
    let mut draft = Draft { random, places, errors, odd, elements, out: String::new() };
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
    /// Whether errors lead to a state of their own.
    errors: bool,
    /// Percentage of steps that start anywhere, move others, jump or write what others own.
    odd: usize,
    /// Elements of the array.
    elements: usize,
    out: String,
}

impl Draft {
    fn declare(&mut self) {
        self.out += "system located\n";
        for t in 0..self.places.len() {
            let _ = writeln!(self.out, "process p{t}\nthread p{t} in p{t} counter at{t}");
        }
        for t in 0..self.places.len() {
            let (own, second, start) = (self.random.below(3), self.random.below(2), self.random.below(2));
            let _ = writeln!(self.out, "var at{t} of thread p{t} : u3 = {start}");
            let _ = writeln!(self.out, "var i{t} of thread p{t} : u3 = {own}\nvar r{t} of thread p{t} : u2 = {second}");
        }
        let n = self.elements;
        let _ = writeln!(self.out, "var a : u2[{n}]\nvar x : u3\nvar y : u1\nvar b : u2[2] = [1, 2]");
    }

    fn thread(&mut self, t: usize) {
        for place in 0..self.places[t] {
            for _ in 0..self.random.between(1, 2) {
                self.transition(t, place);
            }
        }
    }

    fn is_odd(&mut self) -> bool {
        self.random.percent(self.odd)
    }

    fn other(&mut self, t: usize) -> usize {
        (t + self.random.between(1, self.places.len() - 1)) % self.places.len()
    }

    fn transition(&mut self, t: usize, place: usize) {
        let (other, fallback) = (self.other(t), self.is_odd() && self.random.percent(30));
        let role = if fallback { " fallback" } else { "" };
        let _ = writeln!(self.out, "transition p{t}{role} {{");
        let has_input = self.random.percent(8);
        if has_input {
            let high = self.random.between(1, 3);
            let _ = writeln!(self.out, "    input c : u3 in 0..{high}");
        }
        let starts_here = !self.is_odd();
        if starts_here {
            let _ = writeln!(self.out, "    when at{t} == {place}");
        }
        let at = self.random.below(self.places[other]);
        let knows = self.random.percent(25);
        if knows {
            let _ = writeln!(self.out, "    when at{other} == {at}");
        }
        while self.random.percent(35) {
            let test = self.truth(t, other);
            let _ = writeln!(self.out, "    when {test}");
        }
        let alone = !fallback && !self.errors && starts_here && self.is_odd();
        if self.random.percent(12) && !(fallback && self.errors) {
            let kind = if self.random.percent(50) { "index" } else { "assert" };
            let test = self.truth(t, other);
            let _ = writeln!(self.out, "    check {kind} {test} says \"{t} {place}\"");
        }
        for _ in 0..self.random.below(3) {
            self.update(t, has_input);
        }
        if knows && self.random.percent(60) {
            let to = self.random.below(self.places[other]);
            let value = self.random.below(4);
            let _ = writeln!(self.out, "    set at{other} = {to}\n    set i{other} = {value}");
        } else if self.is_odd() {
            let value = self.random.below(4);
            let what = if self.random.percent(50) { "at" } else { "i" };
            let _ = writeln!(self.out, "    set {what}{other} = {value}");
        }
        let (to, instead) = (self.next(t, place), self.random.below(self.places[t]));
        let test = self.truth(t, other);
        let jump = match self.random.below(4) {
            _ if alone || !self.is_odd() => format!("{to}"),
            0 => format!("at{t} + 1"),
            1 => format!("i{t}"),
            _ => format!("ite({test}, {to}, {instead})"),
        };
        let _ = writeln!(self.out, "    set at{t} = {jump}");
        // Who goes on alone goes forward, so that nothing runs alone in circles.
        if alone && to > place {
            let _ = writeln!(self.out, "    alone p{t}");
        }
        self.out += "}\n";
    }

    fn next(&mut self, t: usize, place: usize) -> usize {
        if self.random.percent(80) { (place + 1).min(self.places[t]) } else { self.random.below(self.places[t]) }
    }

    fn truth(&mut self, t: usize, other: usize) -> String {
        let (k, l, index) = (self.random.below(4), self.random.below(3), self.index(t));
        let sign = *self.random.pick(&["==", "!="]);
        match self.random.below(9) {
            0 | 1 => format!("i{t} {sign} {k}"),
            2 => format!("r{t} {sign} {k}"),
            3 | 4 => format!("a[{index}] {sign} {l}"),
            5 => format!("x {sign} {k}"),
            6 => format!("y {sign} 1"),
            7 => format!("b[y] {sign} {l}"),
            _ => format!("(at{other} {sign} {l} | i{t} <u {k})"),
        }
    }

    fn index(&mut self, t: usize) -> String {
        match self.random.below(6) {
            0 => self.random.below(self.elements).to_string(),
            1 => "x".into(),
            _ => format!("i{t}"),
        }
    }

    fn update(&mut self, t: usize, has_input: bool) {
        let (k, index) = (self.random.below(4), self.index(t));
        let index = if has_input && self.random.percent(40) { "input(0, 3)".into() } else { index };
        let own = format!("i{t}");
        let _ = match self.random.below(12) {
            0 | 1 => writeln!(self.out, "    set i{t} = {k}"),
            2 => writeln!(self.out, "    set i{t} = i{t} + 1"),
            3 if has_input => writeln!(self.out, "    set i{t} = input(0, 3)"),
            3 => writeln!(self.out, "    set r{t} = a[{own}]"),
            4 => writeln!(self.out, "    set a[{index}] = a[{index}] + 1"),
            5 | 6 => writeln!(self.out, "    set a[{index}] = {}", self.random.below(3)),
            7 => writeln!(self.out, "    set x = {own}"),
            8 => writeln!(self.out, "    set y = {}", k % 2),
            9 => writeln!(self.out, "    fill a = {}", k % 3),
            10 => writeln!(self.out, "    set b[r{t}] = {}", 1 + k % 2),
            _ => writeln!(self.out, "    set r{t} = {k}"),
        };
    }

    fn end(&mut self) {
        if self.errors {
            let (at, value) = (self.random.below(self.places[0]), self.random.below(4));
            let _ = writeln!(self.out, "error {{ at0 = {at} i0 = {value} x = 5 }}");
        }
        self.out += "end false\n";
    }
}
