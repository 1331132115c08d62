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
        let Some(system) = random_system(seed, 3, 64) else { continue };
        let mut random = Random::new(seed);
        let words = words(&system, true);
        let mut script = smt2(&words);
        let mut expected = Vec::new();
        let initial = Interpreter::new(&system).initial();
        let mut state = initial.clone();
        for _ in 0..6 {
            let step = random_step(&system, &words, true, &state, &mut random);
            let mut other = step.next.clone();
            let at = random.below(other.0.len());
            other.0[at] ^= 1;
            for (next, is_step) in [(&step.next, true), (&other, false)] {
                script += "(push 1)\n";
                let inputs = words.inputs.iter().zip(&step.inputs).map(|(i, &v)| (i.name.clone(), i.width, v));
                let states = words.states.iter().zip(state.0.iter().zip(&next.0));
                let states = states
                    .flat_map(|(s, (&v, &n))| [(s.name.clone(), s.width, v), (format!("next {}", s.name), s.width, n)]);
                for (name, width, value) in inputs.chain(states) {
                    script += &format!("(assert (= |{name}| #b{value:0width$b}))\n", width = usize::from(width));
                }
                // All values are given: nothing has to be searched for.
                script += "(check-sat)\n(eval init)\n(eval trans)\n(eval bad)\n(pop 1)\n";
                expected.push("sat".to_string());
                expected.extend([state == initial, is_step, step.bad].map(|b| b.to_string()));
            }
            state = step.next;
        }
        let answers = z3(&script).expect("z3 was there before");
        assert_eq!(answers, expected, "seed {seed}");
    }
}
