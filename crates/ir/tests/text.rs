//! The text form: the example of the documentation, round trips, and errors.

use kulan_ir::text::{Position, parse, print};
use kulan_ir::{CheckKind, Instance, Role, System, reference};

fn example() -> String {
    let page = include_str!("../../../docs/ir.md");
    let code = page.split("```kulan\n").nth(1).expect("the page has an example");
    code.split("```").next().expect("it ends").to_string()
}

fn read(text: &str) -> System {
    parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

fn round_trip(text: &str) {
    let once = print(&read(text));
    assert_eq!(once, print(&read(&once)));
}

/// The error of a text: line, column, message.
fn error(text: &str) -> (u32, u32, String) {
    let e = parse(text).expect_err("it is wrong");
    let Position { line, column } = e.position.unwrap_or(Position { line: 0, column: 0 });
    (line, column, e.message)
}

#[test]
fn the_documented_example_is_explored() {
    let system = read(&example());
    let counts = reference::explore(&system, 100);
    assert_eq!((counts.states, counts.transitions, counts.deadlocks), (3, 2, 0));
    assert!(counts.failures.is_empty());
}

#[test]
fn the_documented_example_comes_back() {
    round_trip(&example());
    let (a, b) = (read(&example()), read(&print(&read(&example()))));
    assert_eq!((a.variables, a.threads, a.files, a.processes), (b.variables, b.threads, b.files, b.processes));
    assert_eq!((a.guards, a.transitions), (b.guards, b.transitions));
}

#[test]
fn a_broken_example_fails_its_check() {
    let system = read(&example().replace("shared + 3", "shared + 4"));
    let counts = reference::explore(&system, 100);
    assert_eq!(counts.failures.get(&CheckKind::Assertion), Some(&1));
}

#[test]
fn expressions_come_back_as_written() {
    let head =
        "system s process p thread t in p var x : u8 var y : s8 var b : u1 var a : u64[3] transition t { set x = ";
    let cases = [
        "x + 1",
        "x - (x - 1)",
        "x - 1 - 2",
        "-x",
        "-(3)",
        "trunc(8, -1:16)",
        "255 - x",
        "~x & x",
        "x /s 3 %u x",
        "x << 2 >>u 1 >>s x",
        "ite(b, 1, x)",
        "ite(x >=u 3 | !b & x != x, x, 253)",
        "trunc(8, a[x] ^ a[2:3])",
        "zext(8, x <=s y)",
        "sext(8, trunc(3, y))",
        "trunc(8, a[zext(32, x)])",
        "ite(true, 1, 2)",
        "ite(1:8 == 2, 3, 4)",
        "(x & 1) * (x | 2)",
        "ite((x == y) == b, 0, 1)",
        "zext(8, -(1:3))",
        "trunc(8, 18446744073709550000:64)",
        "extract(3, 8, a[0])",
        "concat(trunc(3, x), extract(2, 5, y))",
        "concat(1:3, 2:5)",
        "x + concat(b, extract(1, 7, x))",
    ];
    for case in cases {
        let system = read(&format!("{head}{case} }}"));
        let line = print(&system).lines().find_map(|l| l.trim().strip_prefix("set x = ").map(str::to_string));
        assert_eq!(line.as_deref(), Some(case));
    }
}

#[test]
fn names_are_quoted_and_numbered() {
    let text = "system \"a b\" process p process p thread \"t\\\"1\" in p#1 var x : u1 var x : u1 var ite : u1
        transition \"t\\\"1\" { when x#1 & \"ite\" set x#0 = true step \"ü\\n\" }";
    round_trip(text);
    assert!(print(&read(text)).contains("when x#1 & \"ite\""));
    assert_eq!(error(&text.replace("x#1 &", "x &")).0, 2);
}

#[test]
fn guards_keep_their_order() {
    let text = "system s process p thread t in p var x : u4 guard x == 3 guard x == 2 guard x == 1
        transition t { when x == 1 } transition t { when x == 2 }";
    round_trip(text);
    assert_eq!(read(&print(&read(text))).guards.len(), 3);
}

#[test]
fn shared_and_deep_expressions_are_printed_once() {
    let mut system = read("system s process p thread t in p var x : u16 transition t { set x = x }");
    let mut e = system.transitions[0].updates[0].value;
    for _ in 0..3000 {
        let shifted = system.exprs.neg(e);
        e = system.exprs.binary(kulan_ir::BinaryOp::Xor, e, shifted);
    }
    system.transitions[0].updates[0].value = e;
    let text = print(&system);
    assert!(text.len() < 200_000, "{}", text.len());
    round_trip(&text);
}

#[test]
fn errors_say_where_and_what() {
    assert_eq!(error(""), (1, 1, "expected `system`, found the end".into()));
    assert_eq!(
        error("system s\nvar x : 8"),
        (2, 9, "expected a type of 1 to 64 bits, as in `u8` or `s16`, found `8`".into())
    );
    assert_eq!(error("system s var x : u8 = 256"), (1, 23, "expected a value that fits into 8 bits".into()));
    assert_eq!(error("system s end 3 == 4"), (1, 14, "expected a width, as in `3:8`".into()));
    assert_eq!(error("system s end 1:2 == 1:3").2, "expected an operand of width 2, found one of width 3");
    assert_eq!(error("system s end y"), (1, 14, "there is no variable `y`".into()));
    assert_eq!(error("system s end 1:8 < 2").2, "expected `s` (signed) or `u` (unsigned) behind `<`");
    assert_eq!(
        error("system s end true == true == true").2,
        "expected parentheses around a comparison that is compared, found `==`"
    );
    assert_eq!(error("system s end \"a").2, "expected a closing quote in this line");
    assert!(error("system s thread t in p").2.contains("there is no process"));
    assert!(error("system s process p thread t in p counter y").2.contains("there is no variable `y`"));
    assert!(error("system s process p thread t in p counter a var a : u8[2]").2.contains("no scalar"));
}

#[test]
fn nesting_has_a_limit() {
    let deep = |n| format!("system s end {}true{}", "(".repeat(n), ")".repeat(n));
    assert!(parse(&deep(100)).is_ok());
    assert!(error(&deep(100_000)).2.contains("nests less"));
    assert!(error(&format!("system s end {}true", "!".repeat(100_000))).2.contains("nests less"));
    assert!(error(&format!("system s end true{}", " & true".repeat(100_000))).2.contains("nests less"));
}

/// Garbage made of an example is refused or read, but never a panic.
#[test]
fn mutants_do_no_harm() {
    let text: Vec<char> = example().chars().collect();
    let mut random = 7u64;
    let mut next = |n: usize| {
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (random >> 33) as usize % n
    };
    for _ in 0..2000 {
        let mut mutant = text.clone();
        for _ in 0..=next(4) {
            let (from, to) = (next(mutant.len()), next(mutant.len()));
            match next(3) {
                0 => mutant[from] = text[to % text.len()],
                1 => drop(mutant.drain(from..(from + 1 + next(20)).min(mutant.len()))),
                _ => mutant.insert(from, ['"', '9', '-', '{', 'é', '$', '\\', '\0'][next(8)]),
            }
        }
        if let Ok(system) = parse(&mutant.into_iter().collect::<String>()) {
            round_trip(&print(&system));
        }
    }
}

#[test]
fn roles_and_missing_instances_come_back() {
    let text = "system s process p thread t in p
        transition t { check instance false template 2 slot 7 says \"no more\" }
        transition t fallback { }
        transition t observer { check invariant false }";
    round_trip(text);
    let system = read(&print(&read(text)));
    assert_eq!(system.transitions[0].checks[0].instance, Some(Instance { slot: 7, template: 2 }));
    let roles: Vec<Role> = system.transitions.iter().map(|t| t.role).collect();
    assert_eq!(roles, [Role::Step, Role::Fallback, Role::Observer]);
    assert_eq!(reference::explore(&system, 10).missing, Some(Instance { slot: 7, template: 2 }));
}

#[test]
fn whole_arrays_come_back_and_later_updates_win() {
    let text = "system s process p thread t in p var a : u4[3] var b : u4[2] = 5
        transition t { when a[0] == 0 set a[1] = 7 fill a = b[0] set a[2] = 1 fill b = a[0] }";
    round_trip(text);
    let system = read(text);
    let interpreter = kulan_ir::Interpreter::new(&system);
    let after = interpreter.fire(&interpreter.initial(), kulan_ir::TransitionId(0), &[]).state.expect("no check fails");
    assert_eq!(after.0, [5, 5, 1, 0, 0]);
    assert_eq!(error(&text.replace("fill b", "fill c")).2, "there is no variable `c`");
    assert!(
        error("system s process p thread t in p var x : u4 transition t { fill x = 1 }").2.contains("not an array")
    );
}

#[test]
fn inputs_come_back_and_are_chosen() {
    let text = "system s process p thread t in p var x : u8
        transition t { when x == 0 input a : u8 in 2..5 as choice signed 32 { 4294967290 4, 7 2 } input b : u1 in 0..1 as bool
            check assert input(0, 8) != 4 set x = input(0, 8) + zext(8, input(1, 1)) step \"choose\" { same } }";
    round_trip(text);
    let counts = reference::explore(&read(text), 100);
    // x is 0, or 2 to 6.
    assert_eq!((counts.states, counts.transitions), (6, 8));
    assert_eq!(counts.failures.get(&CheckKind::Assertion), Some(&2));
    assert!(error(&text.replace("when x == 0", "when x == input(0, 8)")).2.contains("only a transition that fires"));
    assert!(error(&text.replace("input(1, 1)", "input(2, 1)")).2.contains("reads inputs [2]"));
    assert!(error(&text.replace("2..5", "5..2")).2.contains("it has no value"));
    assert!(error(&text.replace("2..5", "2..256")).2.contains("do not fit"));
}

#[test]
fn positions_come_back_and_copy_arrays() {
    let text =
        "system s process p thread t in p var a : u8[4] = [1, 2, 3, 4] var b : u8[3] = 9 var \"position\" : u8 = 7
        transition t { fill a = ite(position <u 2, b[position] + \"position\", a[position - 1]) set a[0] = 5
            fill b = a[position + 2] + trunc(8, position) step \"copy\" { same } }";
    round_trip(text);
    let system = read(text);
    let interpreter = kulan_ir::Interpreter::new(&system);
    let after = interpreter.fire(&interpreter.initial(), kulan_ir::TransitionId(0), &[]).state.expect("no check fails");
    assert_eq!(after.0, [5, 16, 2, 3, 3, 5, 2, 7]);
    let only = |text: String| assert!(error(&text).2.contains("only the value of a fill"), "{text}");
    only(text.replace("set a[0] = 5", "set a[position] = 5"));
    only(text.replace("set a[0] = 5", "set a[0] = b[position]"));
    only(text.replace("{ fill", "{ when b[position] == 3 fill"));
    only(text.replace("{ fill", "{ check assert position == 3 fill"));
    only(text.replace("{ same }", "{ same send c(position) }"));
    only(text.replace("{ same }", "{ set a[1] = a[position] }"));
    only(format!("{text} end b[position] == 1"));
    only(format!("{text} label l = b[position] == 1"));
}
