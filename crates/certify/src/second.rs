//! A second judge: the same questions in SMT-LIB, for a solver that is installed.

use std::fmt::Write;
use std::io::{Read, Write as _};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use kulan_export::smt::{self, conjunction};
use kulan_export::{Question, Words};
use kulan_ir::text::parse_conditions;
use kulan_ir::{ExprId, System};
use rustc_hash::FxHashMap;

use crate::{Certificate, Method};

/// Solvers that can be asked, with the options by which they read from standard input.
const KNOWN: [(&str, &[&str]); 3] =
    [("z3", &["-in", "-smt2"]), ("cvc5", &["--lang", "smt2", "--incremental", "-"]), ("bitwuzla", &["--lang", "smt2"])];
/// How often it is looked whether the solver has ended.
const PERIOD: Duration = Duration::from_millis(10);

/// A solver on the PATH.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judge {
    /// Its name.
    pub name: &'static str,
    program: PathBuf,
    options: &'static [&'static str],
}

/// What a second judge says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Opinion {
    /// The certificate is a proof.
    Agrees,
    /// It is none: a question has another answer.
    Differs,
    /// Why there is none.
    Open(String),
}

impl Judge {
    /// The first of the known solvers that is on the PATH.
    pub fn installed() -> Option<Judge> {
        let path = std::env::var_os("PATH")?;
        let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
        KNOWN.into_iter().find_map(|(name, options)| {
            let program = folders.iter().map(|folder| folder.join(name)).find(|file| file.is_file())?;
            Some(Judge { name, program, options })
        })
    }

    /// Asks it about a certificate that fits the system. It is ended when `stop` says so.
    pub fn ask(&self, system: &System, certificate: &Certificate, stop: &dyn Fn() -> bool) -> Opinion {
        match script(system, certificate) {
            Ok(script) => self.run(&script, stop).unwrap_or_else(Opinion::Open),
            Err(why) => Opinion::Open(why),
        }
    }

    fn run(&self, script: &str, stop: &dyn Fn() -> bool) -> Result<Opinion, String> {
        let mut command = Command::new(&self.program);
        command.args(self.options).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|e| format!("it could not be started: {e}"))?;
        let written = child.stdin.take().map(|mut stdin| {
            let script = script.to_string();
            // A solver that ends early does not read everything.
            std::thread::spawn(move || drop(stdin.write_all(script.as_bytes())))
        });
        let ended = wait(&mut child, stop);
        if ended.is_err() {
            let _ = child.kill();
            let _ = child.wait();
        }
        written.map(std::thread::JoinHandle::join);
        ended?;
        let mut answers = String::new();
        let out = child.stdout.take().map(|mut out| out.read_to_string(&mut answers));
        out.transpose().map_err(|e| e.to_string())?;
        Ok(opinion(&answers, script.matches("(check-sat)").count()))
    }
}

fn wait(child: &mut Child, stop: &dyn Fn() -> bool) -> Result<(), String> {
    loop {
        match child.try_wait() {
            Ok(Some(_)) => return Ok(()),
            Ok(None) if stop() => return Err("it did not answer in time".into()),
            Ok(None) => std::thread::sleep(PERIOD),
            Err(e) => return Err(e.to_string()),
        }
    }
}

/// What the answers to so many questions come to.
fn opinion(answers: &str, questions: usize) -> Opinion {
    let lines: Vec<&str> = answers.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    match lines.iter().find(|line| **line != "unsat") {
        Some(&"sat") => Opinion::Differs,
        Some(other) => Opinion::Open(format!("it says {other}")),
        None if lines.len() == questions => Opinion::Agrees,
        None => Opinion::Open("it ended early".into()),
    }
}

/// The questions about a certificate in SMT-LIB. It is a proof if all answers are `unsat`; otherwise there is none, why.
pub fn script(system: &System, certificate: &Certificate) -> Result<String, String> {
    let mut system = system.clone();
    let clauses = parse_conditions(&mut system, &certificate.clauses).map_err(|(_, e)| e.to_string())?;
    let forbids = |kind| certificate.forbids(kind);
    let question = Question { deadlock: certificate.asked.deadlock, forbids: &forbids };
    let mut words = Words::new(&system, question).map_err(|e| e.to_string())?;
    let clauses: Vec<_> = clauses.into_iter().map(|clause| words.translate(clause)).collect();
    let mut out = "(set-logic QF_BV)\n".to_string();
    let asking = Asking { words: &words, clauses };
    match certificate.method {
        Method::Ic3 => {
            out += &asking.question(1, &[asking.init(), asking.outside(0)]);
            out += &asking.question(2, &[asking.inv(0), asking.trans(0), asking.outside(1)]);
            out += &asking.question(1, &[asking.inv(0), asking.bad(0)]);
        }
        Method::KInduction(k) => {
            let k = k as usize;
            // A choice that cannot fire changes nothing: shorter runs are among those of the full length.
            let mut start: Vec<String> = (0..k - 1).map(|i| asking.trans(i)).collect();
            start.extend([asking.init(), asking.wrong(k - 1)]);
            out += &asking.question(k, &start);
            let mut step: Vec<String> = Vec::new();
            for i in 0..k {
                step.extend([asking.inv(i), format!("(not {})", asking.bad(i)), asking.trans(i)]);
                step.extend((i + 1..=k).map(|j| asking.differ(i, j)));
            }
            step.push(asking.wrong(k));
            out += &asking.question(k + 1, &step);
        }
    }
    Ok(out)
}

/// Writes questions about states in a row: `s2_0` is the first word of the third one, `f2e7` an expression there.
struct Asking<'w> {
    words: &'w Words,
    clauses: Vec<ExprId>,
}

impl Asking<'_> {
    fn init(&self) -> String {
        let states = self.words.states.iter().enumerate();
        all(states.map(|(w, word)| format!("(= s0_{w} {})", smt::constant(word.width, word.initial))))
    }

    fn inv(&self, i: usize) -> String {
        all(self.clauses.iter().map(|&clause| smt::holds(&format!("f{i}"), clause)))
    }

    fn outside(&self, i: usize) -> String {
        format!("(not {})", self.inv(i))
    }

    fn bad(&self, i: usize) -> String {
        smt::holds(&format!("f{i}"), self.words.bad)
    }

    fn wrong(&self, i: usize) -> String {
        format!("(or {} {})", self.outside(i), self.bad(i))
    }

    fn trans(&self, i: usize) -> String {
        let (states, prefix) = (self.words.states.iter().enumerate(), format!("f{i}"));
        all(states.map(|(w, word)| format!("(= s{}_{w} {})", i + 1, smt::reference(&prefix, word.next))))
    }

    fn differ(&self, i: usize, j: usize) -> String {
        format!("(not {})", all((0..self.words.states.len()).map(|w| format!("(= s{i}_{w} s{j}_{w})"))))
    }

    /// Whether some conditions about so many states can hold together.
    fn question(&self, states: usize, conditions: &[String]) -> String {
        let mut out = "(push 1)\n".to_string();
        (0..states).for_each(|i| out += &self.frame(i));
        for condition in conditions {
            let _ = writeln!(out, "(assert {condition})");
        }
        out + "(check-sat)\n(pop 1)\n"
    }

    /// Declarations of a state, and definitions of all that is said about it.
    fn frame(&self, i: usize) -> String {
        let mut out = String::new();
        let mut names = FxHashMap::default();
        let states = self.words.states.iter().map(|s| (s.variable, s.width)).enumerate();
        let inputs = self.words.inputs.iter().map(|i| (i.variable, i.width)).enumerate();
        let states = states.map(|(w, word)| (format!("s{i}_{w}"), word));
        for (name, (variable, width)) in states.chain(inputs.map(|(w, word)| (format!("i{i}_{w}"), word))) {
            let _ = writeln!(out, "(declare-const {name} {})", smt::sort(width));
            names.insert(variable, name);
        }
        let next = self.words.states.iter().map(|s| s.next);
        let roots: Vec<ExprId> = next.chain([self.words.bad]).chain(self.clauses.iter().copied()).collect();
        out + &smt::definitions(&self.words.system.exprs, &roots, &format!("f{i}"), &|v| names[&v].clone())
    }
}

fn all(terms: impl Iterator<Item = String>) -> String {
    conjunction(&terms.collect::<Vec<_>>())
}
