//! Random runs of BTOR2 beside those of the interpreter.

use kulan_export::btor2;
use kulan_ir::Interpreter;
use kulan_testing::Random;

use crate::simulator::Model;
use crate::support::{random_step, random_system, words};

#[test]
fn random_runs_are_those_of_the_interpreter() {
    let (mut steps, mut changed, mut bad) = (0, 0, 0);
    for seed in 0..600 {
        let Some(system) = random_system(seed, 3, 64) else { continue };
        let mut random = Random::new(seed);
        let deadlock = random.percent(50);
        let words = words(&system, deadlock);
        let model = Model::read(&btor2(&words));
        let mut state = Interpreter::new(&system).initial();
        assert_eq!(model.initial(), state.0, "seed {seed}");
        for _ in 0..25 {
            let step = random_step(&system, &words, deadlock, &state, &mut random);
            let (is_bad, next) = model.step(&state.0, &step.inputs);
            assert_eq!((is_bad, &next), (step.bad, &step.next.0), "seed {seed}\n{}", kulan_ir::text::print(&system));
            steps += 1;
            changed += u32::from(step.next != state);
            bad += u32::from(is_bad);
            state = step.next;
        }
    }
    assert!(steps > 5000 && changed > 500 && bad > 200, "{steps} {changed} {bad}");
}

#[test]
fn the_text_is_as_the_format_wants_it() {
    let text = "system \"a b\" process p thread t in p var \"x y\" : u2 = 1 var choice : u1
        transition t { when \"x y\" != 3 set \"x y\" = \"x y\" + 1 check assert \"x y\" != 2 }";
    let system = kulan_ir::text::parse(text).expect("a system");
    let text = btor2(&words(&system, false));
    assert!(text.starts_with("; a_b, by kulan"), "{text}");
    for line in ["input 1 choice#1", "state 3 x_y", "const 3 01", "state 1 choice"] {
        assert!(text.lines().any(|l| l.split_once(' ').is_some_and(|(_, rest)| rest == line)), "{line}\n{text}");
    }
    assert!(text.ends_with(" violated\n"), "{text}");
}

#[test]
fn what_is_not_flat_is_refused() {
    let text = "system s process p thread t in p var x : u2 transition t { set x = 1 alone t }";
    let system = kulan_ir::text::parse(text).expect("a system");
    let question = kulan_export::Question { deadlock: true, forbids: &|_| true };
    assert_eq!(kulan_export::Words::new(&system, question).err(), Some(kulan_export::Refused::NotFlat));
}

#[test]
fn a_variable_that_was_dropped_has_its_new_width() {
    let text =
        "system s process p thread t in p var x : u2 var y : u8 = 3 transition t { set x = x + 1 set y = y + 1 }";
    let mut system = kulan_ir::text::parse(text).expect("a system");
    // As transformations drop it.
    system.transitions[0].updates.truncate(1);
    (system.variables[1].width, system.variables[1].initial) = (1, vec![0]);
    let model = Model::read(&btor2(&words(&system, false)));
    assert_eq!(model.step(&model.initial(), &[0]), (false, vec![1, 0]));
}
