//! SMT-LIB as z3 reads it.

use std::io::Write;
use std::process::{Command, Stdio};

use kulan_export::smt2;
use kulan_ir::Interpreter;
use kulan_testing::Random;

use crate::support::{random_step, random_system, words};

/// What z3 says to a script, line by line; none where it is not installed.
fn z3(script: &str) -> Option<Vec<String>> {
    let mut child =
        Command::new("z3").args(["-in", "-smt2"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    let mut stdin = child.stdin.take().expect("a pipe");
    let script = script.to_string();
    let writer = std::thread::spawn(move || stdin.write_all(script.as_bytes()));
    let out = child.wait_with_output().expect("z3 ends");
    writer.join().expect("no panic").expect("z3 reads");
    Some(String::from_utf8_lossy(&out.stdout).lines().map(str::to_string).collect())
}

#[test]
fn a_solver_agrees_with_the_interpreter() {
    if z3("").is_none() {
        eprintln!("skipped: z3 is not on the PATH");
        return;
    }
    for seed in 0..60 {
        let Some(system) = random_system(seed) else { continue };
        let mut random = Random::new(seed);
        let words = words(&system, true);
        let mut script = smt2(&words);
        let mut expected = Vec::new();
        let mut ask = |term: String, answer: bool| {
            // All values are given: nothing has to be searched for.
            script += &format!("(simplify {term})\n");
            expected.push(answer.to_string());
        };
        let constant = |(width, value): (u8, u64)| format!("#b{value:0width$b}", width = usize::from(width));
        let values = |state: &[u64]| -> String {
            let list = words.states.iter().zip(state).map(|(s, &value)| constant((s.width, value)));
            list.collect::<Vec<_>>().join(" ")
        };
        let mut state = Interpreter::new(&system).initial();
        ask(format!("(init {})", values(&state.0)), true);
        for _ in 0..6 {
            let step = random_step(&system, &words, true, &state, &mut random);
            let inputs = words.inputs.iter().zip(&step.inputs).map(|(i, &value)| constant((i.width, value)));
            let inputs = inputs.collect::<Vec<_>>().join(" ");
            let (now, next) = (values(&state.0), values(&step.next.0));
            ask(format!("(trans {now} {inputs} {next})"), true);
            ask(format!("(bad {now} {inputs})"), step.bad);
            let mut other = step.next.clone();
            let at = random.below(other.0.len());
            other.0[at] ^= 1;
            ask(format!("(trans {now} {inputs} {})", values(&other.0)), false);
            state = step.next;
        }
        let answers = z3(&script).expect("z3 was there before");
        assert_eq!(answers, expected, "seed {seed}");
    }
}
