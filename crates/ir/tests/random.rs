//! Random expressions and systems: simplification, substitution and bounds against evaluation; packing; the text form.

use kulan_ir::expr::mask;
use kulan_ir::{
    After, Expr, ExprId, Exprs, Interpreter, Layout, Owner, System, Target, Update, Valuation, VarId, text, validate,
};
use kulan_testing::evaluate::evaluate;
use kulan_testing::system::{Size, system};
use kulan_testing::{Random, expr};
use rustc_hash::FxHashMap;

/// Expressions per test; `KULAN_EXPRS=n` for more.
fn count() -> u64 {
    std::env::var("KULAN_EXPRS").ok().and_then(|v| v.parse().ok()).unwrap_or(4000)
}

/// The variables over which random expressions are built: few, so that operands are often alike.
fn variables(random: &mut Random) -> System {
    let size = Size { threads: 1, variables: 4, elements: 5, transitions: 1, depth: 0, width: 64 };
    let mut result = System::new("expressions");
    result.variables = system(random.bits(), size).variables;
    result.variables.iter_mut().for_each(|v| v.owner = Owner::System);
    result
}

/// Calls `check` for random expressions in random states.
fn each(mut check: impl FnMut(&mut Random, &mut System, kulan_ir::ExprId, &[Valuation])) {
    for seed in 0..count() {
        let mut random = Random::new(seed);
        let mut system = variables(&mut random);
        let (width, depth) = (expr::width(&mut random), random.between(1, 5));
        let id = expr::expr(&mut random, &mut system, width, depth);
        let states: Vec<Valuation> = (0..6).map(|_| expr::state(&mut random, &system)).collect();
        check(&mut random, &mut system, id, &states);
    }
}

fn shown(system: &System, id: kulan_ir::ExprId) -> String {
    let mut copy = system.clone();
    copy.valid_end = id;
    text::print(&copy).lines().filter(|l| l.starts_with("let") || l.starts_with("end")).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_interpreter_agrees_with_a_naive_evaluator() {
    each(|_, system, id, states| {
        let interpreter = Interpreter::new(system);
        for state in states {
            assert_eq!(interpreter.evaluate(state, id), evaluate(system, state, id), "{}", shown(system, id));
        }
    });
}

#[test]
fn simplification_keeps_the_value() {
    each(|_, system, id, states| {
        let simple = expr::simplified(&mut system.exprs, id, &mut FxHashMap::default());
        assert_eq!(system.exprs.width(simple), system.exprs.width(id));
        for state in states {
            let (a, b) = (evaluate(system, state, id), evaluate(system, state, simple));
            assert_eq!(a, b, "{}\nbecame\n{}\nin {state:?}", shown(system, id), shown(system, simple));
        }
        assert_eq!(validate(system), Ok(()));
    });
}

#[test]
fn bounds_hold() {
    each(|_, system, id, states| {
        let bound = system.exprs.upper_bound(id);
        assert!(bound <= mask(system.exprs.width(id)));
        for state in states {
            let value = evaluate(system, state, id);
            assert!(value <= bound, "{value} > {bound}: {}", shown(system, id));
        }
    });
}

/// Substitution is evaluation in the state that the replacements give.
#[test]
fn substitution_is_evaluation_elsewhere() {
    each(|random, system, id, states| {
        let scalars: Vec<usize> =
            (0..system.variables.len()).filter(|&v| system.variables[v].elements.is_none()).collect();
        let mut replacements = FxHashMap::default();
        for &v in &scalars {
            if random.percent(60) {
                let new = expr::expr(random, system, system.variables[v].width, 2);
                replacements.insert(VarId(v as u32), new);
            }
        }
        let layout = Layout::new(system);
        let new = system.exprs.substitute(id, &mut FxHashMap::default(), &mut |_: &mut Exprs, read| {
            let (Expr::Var(v) | Expr::Element(v, _)) = read else { panic!("a read of no variable: {read:?}") };
            assert_eq!(matches!(read, Expr::Var(_)), scalars.contains(&v.index()));
            replacements.get(&v).copied()
        });
        for state in states {
            let mut elsewhere = state.clone();
            for (&v, &e) in &replacements {
                elsewhere.0[layout.offset(v)] = evaluate(system, state, e);
            }
            let (a, b) = (evaluate(system, &elsewhere, id), evaluate(system, state, new));
            assert_eq!(a, b, "{}\nbecame\n{}", shown(system, id), shown(system, new));
        }
    });
}

/// One of the arrays of a system, if it has any.
fn an_array(random: &mut Random, system: &System) -> Option<VarId> {
    let arrays: Vec<usize> = (0..system.variables.len()).filter(|&v| system.variables[v].elements.is_some()).collect();
    (!arrays.is_empty()).then(|| VarId(*random.pick(&arrays) as u32))
}

/// Substituting an element that is written at a computed index, as composed steps do.
#[test]
fn substituted_elements_see_the_write() {
    each(|random, system, id, states| {
        let Some(var) = an_array(random, system) else { return };
        let (width, len) = (system.variables[var.index()].width, system.variables[var.index()].len() as u64);
        let at = system.exprs.constant(32, random.below(len as usize) as u64);
        let value = expr::expr(random, system, width, 2);
        let layout = Layout::new(system);
        let new = system.exprs.substitute(id, &mut FxHashMap::default(), &mut |exprs: &mut Exprs, read| {
            let Expr::Element(v, index) = read else { return None };
            if v != var {
                return None;
            }
            // The index has any width; one too narrow for the place cannot hit it.
            let place = exprs.as_const(at)?;
            if place > mask(exprs.width(index)) {
                return None;
            }
            let here = exprs.eq_const(index, place);
            let old = exprs.element(v, width, index);
            Some(exprs.ite(here, value, old))
        });
        for state in states {
            let mut elsewhere = state.clone();
            let place = evaluate(system, state, at) as usize;
            elsewhere.0[layout.offset(var) + place] = evaluate(system, state, value);
            let (a, b) = (evaluate(system, &elsewhere, id), evaluate(system, state, new));
            assert_eq!(a, b, "{}\nbecame\n{}", shown(system, id), shown(system, new));
        }
    });
}

/// A random update of a random variable.
fn update(random: &mut Random, system: &mut System) -> Update {
    let var = VarId(random.below(system.variables.len()) as u32);
    let (width, is_array) = (system.variables[var.index()].width, system.variables[var.index()].elements.is_some());
    let value = expr::expr(random, system, width, 1);
    match is_array {
        false => Update { target: Target::Var(var), value },
        true if random.percent(40) => fill(random, system, var, value),
        true => Update { target: Target::Element(var, expr::index(random, system, var, 1)), value },
    }
}

/// A fill with a value, or with one made of it that depends on the position.
fn fill(random: &mut Random, system: &mut System, var: VarId, value: ExprId) -> Update {
    let depends = random.percent(60);
    let value = if depends { expr::with_positions(random, system, value) } else { value };
    Update { target: Target::Fill(var), value }
}

/// What [`After`] says of an expression is its value where the interpreter leads, and so are updates put one after the other.
#[test]
fn after_updates_is_evaluation_where_they_lead() {
    let (mut filled, mut copied) = (0, 0);
    each(|random, system, id, states| {
        if system.variables.is_empty() {
            return;
        }
        let updates: Vec<Update> = (0..random.between(1, 5)).map(|_| update(random, system)).collect();
        let second = update(random, system);
        filled += updates.iter().filter(|u| matches!(u.target, Target::Fill(_))).count();
        copied += updates.iter().filter(|u| system.exprs.has_position(u.value)).count();
        let lengths: Vec<u32> = system.variables.iter().map(|v| v.len() as u32).collect();
        let mut after = After::new(&updates, &lengths);
        let new = after.expr(&mut system.exprs, id);
        let together = [updates.clone(), vec![after.update(&mut system.exprs, &second)]].concat();
        let interpreter = Interpreter::new(system);
        for state in states {
            let (mut there, mut twice, mut at_once) = (state.clone(), state.clone(), state.clone());
            interpreter.apply(state, &[], &updates, &mut there);
            assert_eq!(evaluate(system, &there, id), evaluate(system, state, new), "{}", shown(system, id));
            interpreter.apply(state, &[], &updates, &mut twice);
            interpreter.apply(&there, &[], &[second], &mut twice);
            interpreter.apply(state, &[], &together, &mut at_once);
            assert_eq!(twice, at_once, "{updates:?} and then {second:?}");
        }
    });
    assert!(filled > 500 && copied > 250, "{filled} {copied}");
}

/// A fill gives each element the value, in the state before, of the expression with the element's index for the position.
#[test]
fn fills_give_each_element_its_own_value() {
    let mut different = 0;
    each(|random, system, id, states| {
        let Some(var) = an_array(random, system) else { return };
        let value = expr::expr(random, system, system.variables[var.index()].width, 1);
        let update = fill(random, system, var, value);
        let length = system.variables[var.index()].len();
        let indices: Vec<ExprId> = (0..length as u64).map(|i| system.exprs.constant(8, i)).collect();
        let values: Vec<ExprId> = indices.iter().map(|&i| system.exprs.at_position(update.value, i)).collect();
        let (offset, interpreter) = (Layout::new(system).offset(var), Interpreter::new(system));
        for state in states {
            let (mut after, mut expected) = (state.clone(), state.clone());
            interpreter.apply(state, &[], &[update], &mut after);
            for (i, &value) in values.iter().enumerate() {
                expected.0[offset + i] = evaluate(system, state, value);
            }
            assert_eq!(after, expected, "{}", shown(system, id));
            different += usize::from(expected.0[offset..][..length].iter().any(|&x| x != expected.0[offset]));
        }
    });
    assert!(different > 500, "{different}");
}

#[test]
fn states_survive_packing() {
    for seed in 0..count() / 4 {
        let size = Size { threads: 4, variables: 12, elements: 70, transitions: 1, depth: 1, width: 64 };
        let system = system(seed, size);
        let layout = Layout::new(&system);
        let mut random = Random::new(seed);
        for _ in 0..4 {
            let values = expr::state(&mut random, &system);
            let mut words = vec![u32::MAX; layout.words()];
            layout.pack(&values, &mut words);
            assert_eq!(layout.unpack(&words), values, "seed {seed}");
            assert!(layout.bits() <= 32 * words.len() as u64);
        }
    }
}

#[test]
fn systems_survive_printing() {
    for seed in 0..count() / 8 {
        let system = system(seed, Size::default());
        assert_eq!(validate(&system), Ok(()), "seed {seed}");
        let printed = text::print(&system);
        let again = text::parse(&printed).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{printed}"));
        assert_eq!(text::print(&again), printed, "seed {seed}");
        assert_eq!(again.variables, system.variables);
    }
}
