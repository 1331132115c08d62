//! What a module says about what was read.

use kulan_llvm::words::{BinaryOp, IntPredicate, Ordering};
use kulan_llvm::{Access, Atomic, ConstantKind, Flags, Function, Id, Instruction, Module, Op, Operand, Type};

use crate::support::{good, read, sample};

fn function<'a>(module: &'a Module, name: &str) -> &'a Function {
    module.function(module.global(name).expect("a global of that name")).expect("a function")
}

/// The instruction with this text at its start.
#[track_caller]
fn instruction<'a>(module: &'a Module, name: &str, start: &str) -> &'a Instruction {
    let function = function(module, name);
    let found = function.instructions.iter().find(|(id, _)| module.print_instruction(function, *id).starts_with(start));
    found.unwrap_or_else(|| panic!("no {start}")).1
}

#[test]
fn values_and_blocks_are_in_the_order_of_the_text() {
    let module = sample("instructions");
    let f = function(&module, "terminators");
    let names: Vec<_> = f.blocks.values().map(|b| b.name.map(|n| module.text(n))).collect();
    assert_eq!(names, [None, Some("one"), None, None, Some("last"), None]);
    let phi = instruction(&module, "terminators", "%4 = phi");
    let Op::Phi { incoming, .. } = &phi.op else { panic!() };
    // The last value comes from below.
    assert_eq!(incoming[2].0, Operand::Value(f.values.ids().nth(6).unwrap()));
    assert_eq!(incoming[2].1.index(), 3);
    let ends: Vec<_> = f.blocks.ids().map(|b| f.terminator(b).op.successors().len()).collect();
    assert_eq!(ends, [2, 3, 2, 1, 0, 0]);
    assert_eq!(f.predecessors().iter().map(Vec::len).collect::<Vec<_>>(), [0, 1, 3, 1, 3, 0]);
}

#[test]
fn instructions_with_their_details() {
    let module = sample("instructions");
    let add = instruction(&module, "arithmetic", "%1 = add");
    let Op::Binary { op: BinaryOp::Add, flags, .. } = add.op else { panic!() };
    assert!(flags.has(Flags::NUW) && flags.has(Flags::NSW) && !flags.has(Flags::EXACT));
    let compare = instruction(&module, "arithmetic", "%21 = icmp");
    let Op::IntCompare { predicate: IntPredicate::Ult, flags, .. } = compare.op else { panic!() };
    assert!(flags.has(Flags::SAMESIGN));
    assert_eq!(module.types[compare.ty], Type::Integer(1));
    let load = instruction(&module, "memory", "%d = load");
    let Op::Load { access: Access { volatile: true, align: Some(4), atomic: Some(atomic) }, .. } = load.op else {
        panic!()
    };
    let Atomic { ordering: Ordering::Acquire, scope: Some(scope) } = atomic else { panic!() };
    assert_eq!(module.text(scope), "singlethread");
    let exchange = instruction(&module, "memory", "%f = cmpxchg");
    let Op::CompareExchange { weak: true, failure: Ordering::Acquire, .. } = exchange.op else { panic!() };
    assert_eq!(module.print_type(exchange.ty), "{ ptr, i1 }");
    let call = instruction(&module, "calls", "%1 = call").op.call().unwrap();
    assert_eq!(module.global_name(module.global_behind(call.callee).unwrap()), "printf");
    assert_eq!(call.arguments.len(), 2);
    assert!(module.has_attribute(call.argument_attributes[0], "noundef"));
    assert!(!module.has_attribute(call.argument_attributes[1], "noundef"));
    assert!(module.has_attribute(function(&module, "arithmetic").attributes, "noinline"));
    assert!(module.has_attribute(function(&module, "arithmetic").attributes, "frame-pointer"));
}

#[test]
fn types_of_addresses() {
    let module = sample("instructions");
    let f = function(&module, "memory");
    let ty = |start: &str| module.print_type(instruction(&module, "memory", start).ty);
    assert_eq!(ty("%q = "), "ptr");
    assert_eq!(ty("%t = "), "<2 x ptr>");
    assert_eq!(ty("%u = "), "<2 x ptr>");
    assert_eq!(ty("%other = "), "ptr addrspace(5)");
    for instruction in f.instructions.values() {
        for operand in instruction.op.operands() {
            assert!(module.type_of(f, operand).is_some());
        }
    }
    let module = sample("typed");
    let ty = |start: &str| module.print_type(instruction(&module, "narrow", start).ty);
    assert_eq!(ty("%next = "), "%struct.node**");
    assert_eq!(ty("%f = "), "i8 (i32)**");
    assert_eq!(ty("%6 = cmpxchg"), "{ i32, i1 }");
}

#[test]
fn constants_and_their_values() {
    let module = sample("constants");
    let initializer = |name: &str| module.variable(module.global(name).unwrap()).unwrap().initializer.unwrap();
    assert_eq!(module.integer(initializer("i")), Some((1 << 32) - 5));
    assert_eq!(module.signed_integer(initializer("i")), Some(-5));
    assert_eq!(module.signed_integer(initializer("big")), Some(i128::MIN));
    assert_eq!(module.integer(initializer("bit")), Some(1));
    assert_eq!(module.constants[initializer("half")].kind, ConstantKind::Float(0x3c00));
    assert_eq!(module.constants[initializer("decimal")].kind, ConstantKind::Float(0x3fc0_0000));
    assert_eq!(module.constants[initializer("bytes")].kind, ConstantKind::Bytes([0, 1, 255, 34, 92, 126].into()));
    let ConstantKind::BlockAddress { function, block } = module.constants[initializer("block")].kind else { panic!() };
    assert_eq!((module.global_name(function), block.index()), ("f", 1));
    // Equal constants have equal ids.
    let twice = good("@a = global i32 7\n@b = global i32 7\n@c = global i64 zeroinitializer\n@d = global i64 0");
    let ids: Vec<_> = twice.variables().map(|(_, v)| v.initializer).collect();
    assert!(ids[0] == ids[1] && ids[2] == ids[3] && ids[1] != ids[2]);
}

#[test]
fn names_of_all_kinds() {
    let module = sample("top_level");
    let names: Vec<&str> = module.globals.ids().take(4).map(|id| module.global_name(id)).collect();
    assert_eq!(names[..2], ["", ""]);
    assert!(names[2].starts_with("name with \"quotes\" and "));
    assert_eq!(names[3], "weak");
    assert!(module.print().contains("@\"name with \\22quotes\\22 and \\FF\" = global i32 3"));
    let accented = good("@\"caf\\C3\\A9\" = global i32 0");
    assert!(accented.global("café").is_some());
}

#[test]
fn globals_are_in_the_order_of_the_text() {
    let module = good("@a = global ptr @c\n@b = global i32 1\n@c = global i32 2\ndefine void @d() {\n  ret void\n}");
    let names: Vec<_> = module.globals.ids().map(|id| module.global_name(id)).collect();
    assert_eq!(names, ["a", "b", "c", "d"]);
    let initializer = module.variable(module.global("a").unwrap()).unwrap().initializer.unwrap();
    assert_eq!(module.global_behind(Operand::Constant(initializer)), module.global("c"));
    assert_eq!(module.functions().count(), 1);
}

/// Each of these is one change away from a text that is read.
#[test]
fn checks_of_types() {
    let body = |line: &str| {
        format!(
            "declare void @g(i32)\ndefine void @f(i32 %i, i64 %l, ptr %p, double %d, <2 x i32> %v) {{\n  {line}\n  ret void\n}}"
        )
    };
    for (fine, wrong) in [
        ("%x = sub i32 %i, %i", "%x = sub i32 %i, %l"),
        ("%x = fadd double %d, %d", "%x = fadd i32 %i, %i"),
        ("%x = fneg double %d", "%x = fneg i32 %i"),
        ("%x = icmp eq i32 %i, 1", "%x = icmp eq double %d, %d"),
        ("%x = fcmp oeq double %d, %d", "%x = fcmp oeq i32 %i, %i"),
        ("%x = select i1 true, i32 %i, i32 1", "%x = select i1 true, i32 %i, i64 1"),
        ("%x = select i1 true, i32 %i, i32 2", "%x = select i8 1, i32 %i, i32 2"),
        ("%x = zext i32 %i to i64", "%x = zext i32 %i to i32"),
        ("%x = trunc i64 %l to i32", "%x = trunc i32 %i to i32"),
        ("%x = fptrunc double %d to float", "%x = fptrunc double %d to double"),
        ("%x = fpext double %d to fp128", "%x = fpext double %d to float"),
        ("%x = sext i32 %i to i64", "%x = sext i64 %l to i32"),
        ("%x = bitcast i64 %l to double", "%x = bitcast i32 %i to double"),
        ("%x = ptrtoint ptr %p to i64", "%x = ptrtoint i64 %l to i64"),
        ("%x = inttoptr i64 %l to ptr", "%x = inttoptr ptr %p to ptr"),
        ("%x = addrspacecast ptr %p to ptr addrspace(1)", "%x = addrspacecast ptr %p to ptr"),
        ("store i32 %i, ptr %p", "store i32 %i, i64 %l"),
        ("%x = atomicrmw add ptr %p, i32 %i seq_cst", "%x = atomicrmw add ptr %p, double %d seq_cst"),
        ("%x = atomicrmw fadd ptr %p, double %d seq_cst", "%x = atomicrmw fadd ptr %p, i32 %i seq_cst"),
        ("%x = cmpxchg ptr %p, i32 %i, i32 1 seq_cst seq_cst", "%x = cmpxchg ptr %p, i32 %i, i64 1 seq_cst seq_cst"),
        (
            "%x = cmpxchg ptr %p, i32 %i, i32 2 seq_cst seq_cst",
            "%x = cmpxchg ptr %p, double %d, double %d seq_cst seq_cst",
        ),
        ("%x = getelementptr i32, ptr %p, i64 %l", "%x = getelementptr i32, ptr %p, double %d"),
        ("%x = getelementptr [2 x i32], ptr %p, i64 0, i64 %l", "%x = getelementptr i32, ptr %p, i64 0, i64 %l"),
        ("%x = getelementptr i8, ptr %p, i64 %l", "%x = getelementptr i8, i64 %l, i64 %l"),
        ("%x = extractelement <2 x i32> %v, i32 %i", "%x = extractelement i32 %i, i32 %i"),
        ("%x = insertelement <2 x i32> %v, i32 %i, i32 0", "%x = insertelement <2 x i32> %v, i64 %l, i32 0"),
        ("%x = extractvalue { i32, i8 } undef, 1", "%x = extractvalue { i32, i8 } undef, 2"),
        ("%x = insertvalue { i32, i8 } undef, i32 %i, 0", "%x = insertvalue { i32, i8 } undef, i32 %i, 1"),
        ("%x = alloca i32, i32 %i", "%x = alloca i32, double %d"),
        ("%x = alloca i8", "%x = alloca void"),
        ("call void @g(i32 %i)", "call void @g(i32 %l)"),
        ("call void (i32) @g(i32 %i)", "call void (i32) @g(i64 %l)"),
        ("call void (i32) %p(i32 %i)", "call void (i32) %l(i32 %i)"),
        ("%x = add nsw i32 %i, 1", "%x = and nsw i32 %i, 1"),
        ("%x = add i32 %i, u0xff", "%x = add i32 %i, 1.0"),
    ] {
        let (module, messages) = read(&body(fine));
        assert!(module.is_some(), "{fine}: {messages}");
        assert!(read(&body(wrong)).0.is_none(), "{wrong}");
    }
}
