//! Systems that are not well-formed are told so.

use kulan_ir::text::parse;
use kulan_ir::{CheckKind, Expr, FileId, GuardId, Instance, Source, System, ThreadId, validate};

fn system() -> System {
    let text = "system s file f process p thread t in p counter x var x : u4 var a : u8[2]
        transition t { when x == 1 check assert a[0] == 3 set a[1] = 7 step \"s\" { same } }";
    parse(text).expect("it is a system")
}

fn complaint(change: impl FnOnce(&mut System)) -> String {
    let mut system = system();
    change(&mut system);
    validate(&system).expect_err("it is not well-formed").join("\n")
}

#[test]
fn a_good_system_is_accepted() {
    assert_eq!(validate(&system()), Ok(()));
}

#[test]
fn parts_that_do_not_exist() {
    assert!(complaint(|s| s.transitions[0].continues = Some(ThreadId(1))).contains("goes on alone"));
    assert!(complaint(|s| s.transitions[0].thread = ThreadId(9)).contains("its thread"));
    assert!(complaint(|s| s.transitions[0].guards.push(GuardId(1))).contains("no guard 1"));
    assert!(complaint(|s| s.transitions[0].steps[0].partner = Some(ThreadId(2))).contains("step \"s\""));
    let source = Some(Source { file: FileId(1), line: 1, column: 1 });
    assert!(complaint(|s| s.transitions[0].checks[0].source = source).contains("file"));
    assert!(complaint(|s| s.processes.clear()).contains("its process"));
}

#[test]
fn widths_that_do_not_agree() {
    assert!(complaint(|s| s.guards[0] = s.transitions[0].updates[0].value).contains("width 8, not 1"));
    assert!(complaint(|s| s.transitions[0].updates[0].value = s.guards[0]).contains("width 8, not 1"));
    let mixed = complaint(|s| {
        let (a, b) = (s.exprs.constant(3, 1), s.exprs.constant(4, 1));
        s.exprs.raw(Expr::Binary(kulan_ir::BinaryOp::Add, a, b), 3);
    });
    assert!(mixed.contains("right operand has width 4, not 3"));
}

#[test]
fn bits_that_are_not_there() {
    let extract = complaint(|s| {
        let of = s.exprs.constant(8, 1);
        s.exprs.raw(Expr::Extract { low: 5, width: 4, of }, 4);
    });
    assert!(extract.contains("4 bits from 5 on of 8"));
    let concat = complaint(|s| {
        let (a, b) = (s.exprs.constant(40, 1), s.exprs.constant(30, 1));
        s.exprs.raw(Expr::Concat(a, b), 64);
    });
    assert!(concat.contains("width 70, not 64"));
}

#[test]
fn variables_that_are_wrong() {
    assert!(complaint(|s| s.variables[0].initial = vec![16]).contains("does not fit"));
    assert!(complaint(|s| s.variables[1].initial = vec![1]).contains("1 initial values for 2"));
    assert!(complaint(|s| s.variables[1].elements = Some(0)).contains("without elements"));
    assert!(complaint(|s| s.threads[0].program_counter = Some(kulan_ir::VarId(1))).contains("no scalar"));
}

#[test]
fn threads_that_do_not_run() {
    assert!(complaint(|s| s.threads[0].idle = Some(16)).contains("at which it does not run"));
    assert!(complaint(|s| s.threads[0].idle = Some(1)).contains("transition 0: it starts where"));
    let mut fine = system();
    fine.threads[0].idle = Some(2);
    assert_eq!(validate(&fine), Ok(()));
    assert_eq!(parse(&kulan_ir::text::print(&fine)).expect("it is a system").threads, fine.threads);
}

#[test]
fn equal_guards() {
    assert!(complaint(|s| s.guards.push(s.guards[0])).contains("equal to guard 0"));
}

#[test]
fn instances_that_do_not_go_with_the_kind() {
    let words = "kind instance names an instance";
    assert!(complaint(|s| s.transitions[0].checks[0].kind = CheckKind::MissingInstance).contains(words));
    let instance = Some(Instance { slot: 1, template: 2 });
    assert!(complaint(|s| s.transitions[0].checks[0].instance = instance).contains(words));
}
