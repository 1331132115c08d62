use kulan_ir::{
    Display, GuardTable, Input, Location, Owner, Process, ProcessId, Role, Thread, ThreadId, Transition, Update,
    Variable, reference,
};

use super::*;

#[test]
fn borders_before_a_step_lead_to_borders_behind_it() {
    let steps = [
        Step::Add(5, 7),
        Step::Add(5, 31),
        Step::Multiply(5, 3),
        Step::Multiply(5, 6),
        Step::Negate(5),
        Step::Complement(5),
        Step::Divide(3),
        Step::ZeroExtend(5),
        Step::SignExtend(5, 7),
    ];
    for step in steps {
        let top = if matches!(step, Step::ZeroExtend(_) | Step::SignExtend(..)) { mask(7) } else { mask(5) };
        for border in 0..=top {
            let pulled = step.pull(&[border].into_iter().collect());
            for x in 1..32 {
                let changes = (step.apply(x) >= border) != (step.apply(x - 1) >= border);
                assert!(!changes || pulled.contains(&x), "{step:?} with a border at {border}: {x}");
            }
        }
    }
}

/// Numbers that look random. Half of them lead to programs that hardly compute.
struct Dice(u64, bool);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn computes(&mut self) -> bool {
        !self.1 || self.below(16) == 0
    }
}

const WIDTH: u8 = 4;
const VARIABLES: u64 = 4;

fn value(system: &mut System, dice: &mut Dice, depth: u32, inputs: bool) -> ExprId {
    let k = dice.below(16);
    let constant = system.exprs.constant(WIDTH, k);
    if depth == 0 || dice.below(3) == 0 {
        return match dice.below(4) {
            0 if inputs => system.exprs.input(0, WIDTH),
            0 => constant,
            _ => system.read(VarId(dice.below(VARIABLES) as u32)),
        };
    }
    let a = value(system, dice, depth - 1, inputs);
    match if dice.computes() { dice.below(12) } else { 0 } {
        0..=2 => a,
        3 => system.exprs.binary(BinaryOp::Add, a, constant),
        4 => system.exprs.binary(BinaryOp::Sub, constant, a),
        5 => system.exprs.binary(BinaryOp::Mul, a, constant),
        6 => system.exprs.binary(BinaryOp::UnsignedDiv, a, constant),
        7 => system.exprs.not(a),
        8 => {
            let b = value(system, dice, depth - 1, inputs);
            system.exprs.binary(BinaryOp::Add, a, b)
        }
        9 => {
            let c = condition(system, dice, depth - 1, inputs);
            system.exprs.zero_extend(WIDTH, c)
        }
        _ => {
            let c = condition(system, dice, depth - 1, inputs);
            let b = value(system, dice, depth - 1, inputs);
            system.exprs.ite(c, a, b)
        }
    }
}

fn condition(system: &mut System, dice: &mut Dice, depth: u32, inputs: bool) -> ExprId {
    let a = value(system, dice, depth, inputs);
    let b = value(system, dice, depth, inputs);
    match if dice.computes() { dice.below(6) } else { 5 } {
        0 => system.exprs.binary(BinaryOp::UnsignedLess, a, b),
        1 => system.exprs.binary(BinaryOp::SignedLessEqual, a, b),
        2 => {
            let (a, b) = (system.exprs.sign_extend(6, a), system.exprs.constant(6, dice.below(64)));
            system.exprs.binary(BinaryOp::SignedLess, a, b)
        }
        3 => {
            let by = system.exprs.constant(WIDTH, 1 + dice.below(7));
            let (a, b) =
                (system.exprs.binary(BinaryOp::SignedRem, a, by), system.exprs.constant(WIDTH, dice.below(16)));
            system.exprs.binary(BinaryOp::SignedLessEqual, a, b)
        }
        _ => system.exprs.eq(a, b),
    }
}

fn random(dice: &mut Dice) -> System {
    let mut system = System::new("random");
    system.processes.push(Process { name: "main".into() });
    let owner = Owner::System;
    for v in 0..=VARIABLES {
        let width = if v == VARIABLES { 3 } else { WIDTH };
        let initial = vec![if v == VARIABLES { 0 } else { dice.below(3) }];
        let name = format!("v{v}");
        let display = Display::Number;
        system.add_variable(Variable { name, width, signed: false, elements: None, owner, initial, display });
    }
    let counter = VarId(VARIABLES as u32);
    system.threads.push(Thread {
        name: "main".into(),
        process: ProcessId(0),
        program_counter: Some(counter),
        idle: None,
        locations: vec![Location::default(); 6],
    });
    let mut table = GuardTable::default();
    let kinds = [CheckKind::Assertion, CheckKind::Memory, CheckKind::Division, CheckKind::Index, CheckKind::Overflow];
    for at in 0..5u64 {
        for _ in 0..1 + dice.below(2) {
            let pc = system.read(counter);
            let mut guards = vec![system.exprs.eq_const(pc, at)];
            if dice.below(2) == 0 {
                guards.push(condition(&mut system, dice, 1, false));
            }
            let inputs = dice.below(2) == 0;
            let next = system.exprs.constant(3, if dice.below(6) == 0 { dice.below(5) } else { at + 1 });
            let mut updates = vec![Update { target: Target::Var(counter), value: next }];
            for v in 0..VARIABLES {
                if dice.below(2) == 0 {
                    let value = value(&mut system, dice, 2, inputs);
                    updates.push(Update { target: Target::Var(VarId(v as u32)), value });
                }
            }
            let checks = (dice.below(2) == 0)
                .then(|| {
                    let condition = condition(&mut system, dice, 2, inputs);
                    Check::new(condition, kinds[at as usize], "a check", None)
                })
                .into_iter()
                .collect();
            let Some(guards) = table.split(&mut system, &guards) else { continue };
            let (low, high) = if dice.below(3) == 0 { (2, 12) } else { (0, 15) };
            let input = Input { name: "input".into(), width: WIDTH, low, high, display: Display::Number };
            system.transitions.push(Transition {
                thread: ThreadId(0),
                guards,
                role: Role::Step,
                inputs: if inputs { vec![input] } else { Vec::new() },
                checks,
                updates,
                continues: None,
                steps: vec![kulan_ir::Step::new(ThreadId(0), "step")],
            });
        }
    }
    system.valid_end = system.exprs.bool(false);
    system
}

/// Which checks fail, and whether there is a deadlock.
fn found(system: &System) -> (Vec<CheckKind>, bool) {
    let counts = reference::explore(system, 400_000);
    assert!(!counts.cut);
    (counts.failures.into_keys().collect(), counts.deadlocks > 0)
}

#[test]
fn with_few_values_the_same_is_found_as_with_all() {
    let mut fewer = 0;
    for seed in 0..1200 {
        let system = random(&mut Dice(seed, seed % 2 == 0));
        assert_eq!(kulan_ir::validate(&system), Ok(()));
        let mut restricted = system.clone();
        let mut classes = Classes::of(&restricted);
        for t in 0..restricted.transitions.len() {
            for i in 0..restricted.transitions[t].inputs.len() {
                let all = restricted.transitions[t].inputs[i].high - restricted.transitions[t].inputs[i].low;
                classes.replace(&mut restricted, t, i);
                fewer += u64::from(restricted.transitions[t].inputs[i].high < all);
            }
        }
        assert_eq!(kulan_ir::validate(&restricted), Ok(()));
        assert_eq!(found(&restricted), found(&system), "with seed {seed}");
    }
    assert!(fewer > 200, "{fewer}");
}
