//! Operations and frames against the interpreter.

use kulan_ir::expr::{evaluate_binary, mask, signed};
use kulan_ir::{BinaryOp, Expr, Interpreter, System, Valuation, VarId};
use kulan_testing::Random;
use kulan_testing::expr::{OPERATIONS, state, value, width};
use kulan_testing::system::{Size, system};

use crate::solver_tests::hard;
use crate::*;

fn circuit() -> Circuit<Batsat> {
    Circuit::new(Batsat::default())
}

/// Literals that are true if the word has the value.
fn has(word: &[Lit], value: u64) -> impl Iterator<Item = Lit> + '_ {
    word.iter().enumerate().map(move |(i, lit)| lit.complement_if(value >> i & 1 == 0))
}

/// The operation on values that the solver does not know to be constant.
fn computed(op: BinaryOp, width: u8, a: u64, b: u64) -> u64 {
    let mut circuit = circuit();
    let (x, y) = (circuit.fresh_word(width), circuit.fresh_word(width));
    let result = circuit.binary(op, &x, &y);
    let assumptions: Vec<Lit> = has(&x, a).chain(has(&y, b)).collect();
    assert_eq!(circuit.solve(&assumptions, &Limits::default()), Answer::Satisfiable);
    circuit.value(&result)
}

#[test]
fn narrow_operations_are_those_of_the_ir() {
    for op in OPERATIONS {
        for width in 1..=4 {
            for (a, b) in (0..=mask(width)).flat_map(|a| (0..=mask(width)).map(move |b| (a, b))) {
                let expected = evaluate_binary(op, width, a, b);
                assert_eq!(computed(op, width, a, b), expected, "{op:?} {width} {a} {b}");
                let mut circuit = circuit();
                let (x, y) = (circuit.constant(width, a), circuit.constant(width, b));
                let result = circuit.binary(op, &x, &y);
                let expected = circuit.constant(result.len() as u8, expected);
                assert_eq!(result, expected, "{op:?} {width} {a} {b} as constants");
            }
        }
    }
}

#[test]
fn wide_operations_are_those_of_the_ir() {
    let mut random = Random::new(1);
    for _ in 0..1500 {
        let (op, width) = (*random.pick(&OPERATIONS), width(&mut random));
        let (a, b) = (value(&mut random, width), value(&mut random, width));
        assert_eq!(computed(op, width, a, b), evaluate_binary(op, width, a, b), "{op:?} {width} {a} {b}");
    }
}

#[test]
fn words_of_a_domain_have_its_values_and_no_others() {
    let set = [1, 2, 6, 11];
    for domain in [Domain::Set(&set), Domain::Range(3, 12), Domain::Range(0, 15), Domain::Set(&[])] {
        let mut circuit = circuit();
        let word = circuit.one_of(4, domain);
        for value in 0..16 {
            let expected = match domain {
                Domain::Set(set) => set.contains(&value),
                Domain::Range(low, high) => (low..=high).contains(&value),
            };
            let is = circuit.equals(&word, value);
            let answer = circuit.solve(&[is], &Limits::default());
            assert_eq!(answer == Answer::Satisfiable, expected, "{value} of {domain:?}");
        }
    }
}

/// The same questions take the same effort again.
#[test]
fn effort_is_reproducible() {
    let effort = || {
        let (mut circuit, prime) = hard::<Batsat>();
        circuit.solve(&[prime], &Limits::conflicts(200));
        circuit.effort()
    };
    assert!(effort().propagations > 1000 && effort() == effort());
}

fn values(system: &System, state: &Valuation) -> Vec<Vec<u64>> {
    let mut rest = &state.0[..];
    let mut take = |n: usize| {
        let (own, others) = rest.split_at(n);
        rest = others;
        own.to_vec()
    };
    system.variables.iter().map(|v| take(v.len())).collect()
}

/// How the first frame of a run is made.
#[derive(Copy, Clone, Debug)]
enum Start {
    Given,
    Free,
    Choice,
}

struct Run<'a> {
    system: &'a System,
    encoder: Encoder<'a, Batsat, System>,
    assumptions: Vec<Lit>,
}

impl<'a> Run<'a> {
    fn new(system: &'a System) -> Run<'a> {
        Run { system, encoder: Encoder::new(Batsat::default(), system), assumptions: Vec::new() }
    }

    /// A frame that is a state where the assumptions hold.
    fn start(&mut self, start: Start, state: &Valuation) -> Frame {
        match start {
            Start::Given => self.encoder.given(values(self.system, state)),
            Start::Free => {
                let frame = self.encoder.free();
                self.fix(frame, state);
                frame
            }
            Start::Choice => {
                let (a, b) = (self.encoder.free(), self.encoder.given(values(self.system, state)));
                let left = self.encoder.circuit.fresh_bit();
                self.assumptions.push(!left);
                self.encoder.choose(left, a, b)
            }
        }
    }

    /// Assumes the values of a state, of long arrays by reading each element.
    fn fix(&mut self, frame: Frame, state: &Valuation) {
        let system = self.system;
        let mut exprs = system.exprs.clone();
        for (v, list) in values(system, state).iter().enumerate() {
            for (i, &value) in list.iter().enumerate() {
                let (v, width) = (VarId(v as u32), system.variables[v].width);
                let at = exprs.constant(32, i as u64);
                let is_array = system.variables[v.index()].elements.is_some();
                let read = if is_array { exprs.element(v, width, at) } else { exprs.var(v, width) };
                let word = self.encoder.word(&exprs, frame.into(), read);
                self.assumptions.extend(has(&word, value));
            }
        }
    }

    /// Asserts that an encoded expression has a value.
    fn expect(&mut self, words: &[(Word, u64)], what: &str) {
        assert_eq!(self.encoder.circuit.solve(&self.assumptions, &Limits::default()), Answer::Satisfiable, "{what}");
        for (i, (word, expected)) in words.iter().enumerate() {
            assert_eq!(self.encoder.circuit.value(word), *expected, "{what}, {i}");
        }
    }
}

#[test]
fn frames_are_what_the_interpreter_says() {
    let mut random = Random::new(9);
    for seed in 0..600 {
        let size = Size { elements: if seed % 4 == 0 { 80 } else { 6 }, width: 12, ..Size::default() };
        let system = system(seed, size);
        let interpreter = Interpreter::new(&system);
        let mut state = state(&mut random, &system);
        let start = *random.pick(&[Start::Given, Start::Free, Start::Choice]);
        let mut run = Run::new(&system);
        let mut frame = run.start(start, &state);
        let (mut words, mut firings) = (Vec::new(), 0);
        for _ in 0..4 {
            for _ in 0..6 {
                let id = system.exprs.ids().nth(random.below(system.exprs.len())).expect("below the number of them");
                // Wide divisions and products take a solver long.
                let hard = matches!(system.exprs.get(id), Expr::Binary(..)) && system.exprs.width(id) > 16;
                if system.exprs.has_input(id) || system.exprs.has_position(id) {
                    continue; // its value depends on the firing or the element, which is tested by what the firing leads to
                }
                if !hard || matches!(start, Start::Given) {
                    words.push((run.encoder.word(&system.exprs, frame.into(), id), interpreter.evaluate(&state, id)));
                }
            }
            let transition = random.pick(&system.transitions);
            let firing = Firing(firings);
            firings += 1;
            let inputs: Vec<u64> =
                transition.inputs.iter().map(|i| i.low + random.bits() % (i.high - i.low).saturating_add(1)).collect();
            for (number, (input, &value)) in transition.inputs.iter().zip(&inputs).enumerate() {
                let word = run.encoder.input(firing, number as u32, input.width);
                run.assumptions.extend(has(&word, value));
            }
            frame = run.encoder.after(At { frame, firing }, &transition.updates);
            let before = state.clone();
            interpreter.apply(&before, &inputs, &transition.updates, &mut state);
        }
        for (v, list) in values(&system, &state).iter().enumerate() {
            let (v, array) = (VarId(v as u32), system.array(VarId(v as u32)));
            for (i, &value) in list.iter().enumerate().filter(|_| array.is_none_or(|a| a.split)) {
                words.push((run.encoder.cell(&system.exprs, frame, v, i as u32), value));
            }
        }
        run.expect(&words, &format!("seed {seed}, {start:?}"));
    }
}

/// What a model says of a free frame is a state in which the conditions hold.
#[test]
fn models_of_free_frames_satisfy_conditions() {
    let (mut random, mut found) = (Random::new(3), 0);
    for seed in 0..300 {
        let size = Size { elements: if seed % 3 == 0 { 80 } else { 5 }, width: 8, ..Size::default() };
        let system = system(seed, size);
        if system.guards.is_empty() {
            continue;
        }
        let interpreter = Interpreter::new(&system);
        let mut run = Run::new(&system);
        let frame = run.encoder.free();
        let conditions: Vec<_> = (0..2).map(|_| *random.pick(&system.guards)).collect();
        let mut lits = Vec::new();
        for &condition in &conditions {
            lits.push(run.encoder.bit(&system.exprs, frame.into(), condition));
        }
        if run.encoder.circuit.solve(&lits, &Limits::conflicts(5000)) != Answer::Satisfiable {
            continue;
        }
        let mut state = values(&system, &interpreter.initial());
        run.encoder.cells(frame).for_each(|(v, i, value)| state[v.index()][i as usize] = value);
        for (v, at, value) in run.encoder.long_elements(frame) {
            if let Some(element) = state[v.index()].get_mut(at as usize) {
                *element = value;
            }
        }
        let state = Valuation(state.concat());
        for condition in conditions {
            assert!(interpreter.holds(&state, condition), "seed {seed}");
        }
        found += 1;
    }
    assert!(found > 150, "{found} models");
}

#[test]
fn extension_and_negation_are_those_of_the_ir() {
    let mut random = Random::new(2);
    for _ in 0..400 {
        let narrow = random.between(1, 31) as u8;
        let bits = value(&mut random, narrow);
        let mut exprs = kulan_ir::Exprs::default();
        let read = exprs.var(VarId(0), narrow);
        let cases = [
            (exprs.raw(Expr::SignExtend(32, read), 32), signed(narrow, bits) as u64 & mask(32)),
            (exprs.raw(Expr::ZeroExtend(32, read), 32), bits),
            (exprs.raw(Expr::Extract { low: narrow - 1, width: 1, of: read }, 1), bits >> (narrow - 1)),
            (exprs.raw(Expr::Concat(read, read), 2 * narrow), bits << narrow | bits),
            (exprs.raw(Expr::Neg(read), narrow), bits.wrapping_neg() & mask(narrow)),
            (exprs.raw(Expr::Not(read), narrow), !bits & mask(narrow)),
        ];
        struct One(u8);
        impl Space for One {
            fn width(&self, _: VarId) -> u8 {
                self.0
            }
            fn array(&self, _: VarId) -> Option<Array> {
                None
            }
            fn domain(&self, _: VarId, _: u32) -> Domain<'_> {
                Domain::Range(0, mask(self.0))
            }
        }
        let space = One(narrow);
        let mut encoder = Encoder::new(Batsat::default(), &space);
        let frame = encoder.free();
        let word = encoder.cell(&exprs, frame, VarId(0), 0);
        let words: Vec<_> = cases.iter().map(|&(id, _)| encoder.word(&exprs, frame.into(), id)).collect();
        let assumptions: Vec<Lit> = has(&word, bits).collect();
        assert_eq!(encoder.circuit.solve(&assumptions, &Limits::default()), Answer::Satisfiable);
        for (word, (id, expected)) in words.iter().zip(cases) {
            assert_eq!(encoder.circuit.value(word), expected, "{:?} of {bits}", exprs.get(id));
        }
    }
}

/// Shared parts of an expression are encoded once, however often they occur, and depth costs no stack.
#[test]
fn shared_and_deep_expressions_are_no_problem() {
    let text = "system s process p thread t in p var y: u16 transition t { set y = y + y }";
    let system = kulan_ir::text::parse(text).expect("a system");
    let mut exprs = system.exprs.clone();
    let mut sum = exprs.var(VarId(0), 16);
    for _ in 0..40 {
        sum = exprs.binary(BinaryOp::Add, sum, sum);
    }
    let mut deep = exprs.var(VarId(0), 16);
    for _ in 0..200_000 {
        deep = exprs.raw(Expr::Not(deep), 16);
    }
    let mut encoder = Encoder::new(Batsat::default(), &system);
    let frame = encoder.free();
    let zero = encoder.circuit.constant(16, 0);
    assert_eq!(encoder.word(&exprs, frame.into(), sum), zero, "shifted out");
    let y = encoder.cell(&exprs, frame, VarId(0), 0);
    assert_eq!(encoder.word(&exprs, frame.into(), deep), y);
}

#[test]
fn inputs_belong_to_a_firing() {
    let system = System::new("s".to_string());
    let mut encoder = Encoder::new(Batsat::default(), &system);
    let (first, again) = (encoder.input(Firing(1), 0, 4), encoder.input(Firing(1), 0, 4));
    let other = encoder.input(Firing(2), 0, 4);
    assert_eq!(first, again);
    let differ = !encoder.circuit.equal(&first, &other);
    assert_eq!(encoder.circuit.solve(&[differ], &Limits::default()), Answer::Satisfiable);
}

/// A scalar and an array of two elements, each with few values.
struct FewValues;

const SCALAR: [u64; 4] = [0, 7, 64, 200];
const ELEMENTS: [[u64; 3]; 2] = [[1, 2, 255], [9, 10, 11]];

impl Space for FewValues {
    fn width(&self, _: VarId) -> u8 {
        8
    }

    fn array(&self, v: VarId) -> Option<Array> {
        (v == VarId(1)).then_some(Array { length: 2, split: true })
    }

    fn domain(&self, v: VarId, element: u32) -> Domain<'_> {
        if v == VarId(0) { Domain::Set(&SCALAR) } else { Domain::Set(&ELEMENTS[element as usize]) }
    }
}

#[test]
fn tables_of_few_values_are_those_of_the_ir() {
    let mut random = Random::new(7);
    for _ in 0..200 {
        let mut exprs = kulan_ir::Exprs::default();
        let (v, element) = *random.pick(&[(VarId(0), 0u32), (VarId(1), 0), (VarId(1), 1)]);
        let index = exprs.constant(32, u64::from(element));
        let read = if v == VarId(0) { exprs.var(v, 8) } else { exprs.element(v, 8, index) };
        let mut e = read;
        let mut steps = Vec::new();
        for _ in 0..random.between(1, 4) {
            let op = *random.pick(&OPERATIONS);
            if op.is_comparison() {
                continue;
            }
            let k = random.bits() & 15;
            let constant = exprs.constant(8, k);
            e = exprs.binary(op, e, constant);
            steps.push((op, k));
        }
        let values: Vec<u64> = if v == VarId(0) { SCALAR.to_vec() } else { ELEMENTS[element as usize].to_vec() };
        let mut encoder = Encoder::new(Batsat::default(), &FewValues);
        let at = At::from(encoder.free());
        let (argument, result) = (encoder.word(&exprs, at, read), encoder.word(&exprs, at, e));
        for value in values {
            let expected = steps.iter().fold(value, |x, &(op, k)| evaluate_binary(op, 8, x, k));
            let assumptions: Vec<Lit> = has(&argument, value).collect();
            assert_eq!(encoder.circuit.solve(&assumptions, &Limits::default()), Answer::Satisfiable);
            assert_eq!(encoder.circuit.value(&result), expected, "{steps:?} of {value}");
        }
        // No other value is possible.
        let other: Vec<Lit> = has(&argument, 100).collect();
        assert_eq!(encoder.circuit.solve(&other, &Limits::default()), Answer::Unsatisfiable);
    }
}
