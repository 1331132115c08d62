//! What debug information says about the source.

use kulan_llvm::function::{DebugValue, RecordKind};
use kulan_llvm::{Module, Operand};

use crate::support::{good, sample};

/// A metadata node by its number.
fn node(module: &Module, number: u32) -> kulan_llvm::MetadataId {
    module.metadata.ids().find(|&id| module.metadata[id].number == Some(number)).expect("a node of that number")
}

#[test]
fn places_of_instructions() {
    let module = sample("records");
    let push = module.function(module.global("push").unwrap()).unwrap();
    let places: Vec<_> = push.instructions.values().map(|i| module.source_place(i)).collect();
    assert_eq!(places[0], None);
    let load = places[3].as_ref().unwrap();
    assert_eq!((load.file, load.directory, load.line, load.column), ("list.c", "/src", 13, 3));
    assert_eq!((load.function, load.inlined_at), (Some("push"), None));
    let end = places.last().unwrap().as_ref().unwrap();
    let call = module.place_of(end.inlined_at.unwrap()).unwrap();
    assert_eq!((end.line, call.line, call.column), (14, 99, 0));
    assert_eq!(module.subprogram(module.global("push").unwrap()).unwrap().line, 10);
}

#[test]
fn variables_and_their_types() {
    let module = sample("records");
    let lists = module.source_global(module.global("lists").unwrap()).unwrap();
    assert_eq!((lists.name, lists.line), ("lists", 4));
    assert_eq!(module.c_type(lists.ty), "struct node *[3]");
    let push = module.function(module.global("push").unwrap()).unwrap();
    let locals: Vec<_> =
        module.declared_variables(push).into_iter().map(|(_, v)| (v.name, v.parameter, module.c_type(v.ty))).collect();
    assert_eq!(locals, [("value", 1, "int".to_owned()), ("fresh", 0, "operation".to_owned())]);
    let (address, _) = module.declared_variables(push)[1];
    assert_eq!(module.declared_variable(push, address).unwrap().line, 12);
    assert_eq!(module.c_type(Some(node(&module, 26))), "void (*)(int, const char *, ...)");
    assert_eq!(module.c_type(Some(node(&module, 15))), "enum color");
    assert_eq!(module.c_type(None), "void");
}

#[test]
fn c_types_as_declarations() {
    let head = "!0 = !DIBasicType(name: \"int\", size: 32)
        !1 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !0)
        !2 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !1)
        !3 = !DICompositeType(tag: DW_TAG_array_type, baseType: !0, elements: !{!DISubrange(count: 2), !DISubrange(count: 5)})
        !4 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !3)
        !5 = !DISubroutineType(types: !{!4})
        !6 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !5)
        !7 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !0)
        !8 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !0)
        !9 = !DICompositeType(tag: DW_TAG_union_type, size: 32)
        !10 = !DICompositeType(tag: DW_TAG_array_type, baseType: !6, elements: !{!DISubrange(count: -1)})
        !11 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null)
        !12 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !7)";
    let module = good(head);
    let types: Vec<_> = (1..13).map(|n| module.c_type(Some(node(&module, n)))).collect();
    assert_eq!(
        types,
        [
            "int *",
            "int *const",
            "int[2][5]",
            "int (*)[2][5]",
            "int (*(void))[2][5]",
            "int (*(*)(void))[2][5]",
            "volatile int",
            "_Atomic(int)",
            "union {...}",
            "int (*(*[])(void))[2][5]",
            "void *",
            "volatile int *",
        ]
    );
}

#[test]
fn fields_of_structs() {
    let module = sample("records");
    let id = module.types.structs.ids().next().unwrap();
    assert_eq!(module.field_names(id), Some(vec![Some("value"), Some("next"), Some("tag")]));
    let fields = module.source_fields(module.source_struct(id).unwrap()).unwrap();
    let shown: Vec<_> = fields.iter().map(|f| (f.name, f.offset, f.size, module.c_type(f.ty))).collect();
    assert_eq!(shown[1], (Some("next"), 64, 64, "struct node *".to_owned()));
}

/// Calls and records come out as the same.
#[test]
fn both_forms_of_records() {
    let calls = sample("debug_calls");
    let f = calls.function(calls.global("f").unwrap()).unwrap();
    let text = calls.print();
    let kinds: Vec<_> = f.records.iter().map(|r| std::mem::discriminant(&r.kind)).collect();
    assert_eq!(kinds.len(), 5);
    assert!(matches!(f.records[0].kind, RecordKind::Declare(_)) && matches!(f.records[4].kind, RecordKind::Label(_)));
    assert!(f.records.iter().all(|r| r.before.eq(&f.records[0].before) && r.location.is_some()));
    assert_eq!(f.instructions.len(), 6);
    // The same text with records.
    let records = text
        .lines()
        .filter(|l| !l.starts_with("declare void @llvm.dbg."))
        .map(|line| match line.strip_prefix("  call void @llvm.dbg.") {
            Some(rest) => format!("    #dbg_{})\n", rest.replace("metadata ", "").replace("), !dbg ", ", ")),
            None => format!("{line}\n"),
        })
        .collect::<String>();
    let again = good(&records);
    let g = again.function(again.global("f").unwrap()).unwrap();
    assert_eq!(g.records.len(), 5);
    for (a, b) in f.records.iter().zip(&g.records) {
        assert_eq!((a.before, std::mem::discriminant(&a.kind)), (b.before, std::mem::discriminant(&b.kind)));
        let value = |r: &kulan_llvm::DebugRecord| r.kind.binding().map(|b| b.value.clone());
        match (value(a), value(b)) {
            (Some(DebugValue::Operand(Operand::Value(x))), Some(DebugValue::Operand(Operand::Value(y)))) => {
                assert_eq!(x, y)
            }
            (x, y) => assert_eq!(x.map(|v| std::mem::discriminant(&v)), y.map(|v| std::mem::discriminant(&v))),
        }
    }
    assert!(again.print().contains("#dbg_declare(i32* %x.addr, !5, !DIExpression(), !6)"));
}
