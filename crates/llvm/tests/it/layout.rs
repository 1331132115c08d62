//! Sizes, alignments and offsets, compared with those of C compilers.

use kulan_llvm::layout::StructLayout;
use kulan_llvm::{DataLayout, Module, TypeId};

use crate::support::good;

const X86_64: &str = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128";
const X86_64_NEW: &str = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";
const I386: &str = "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-f64:32:64-f80:32-n8:16:32-S128";

/// A module with one variable of this type.
fn with_type(layout: &str, ty: &str) -> Module {
    good(&format!("target datalayout = \"{layout}\"\n%s = type {{ i8, i64, i16 }}\n@g = external global {ty}"))
}

fn variable_type(module: &Module) -> TypeId {
    module.globals.values().next().expect("a variable").value_type
}

/// Size with padding, size of a store, alignment.
fn figures(layout: &str, ty: &str) -> Option<(u64, u64, u64)> {
    let module = with_type(layout, ty);
    let ty = variable_type(&module);
    let (layout, types) = (&module.layout, &module.types);
    Some((layout.size(types, ty)?, layout.store_size(types, ty)?, layout.align(types, ty)?))
}

fn fields(layout: &str, ty: &str) -> StructLayout {
    let module = with_type(layout, ty);
    let ty = variable_type(&module);
    module.layout.struct_layout(&module.types, ty).expect("a struct")
}

#[test]
fn sizes_of_simple_types() {
    for (ty, x86_64, i386) in [
        ("i1", (1, 1, 1), (1, 1, 1)),
        ("i8", (1, 1, 1), (1, 1, 1)),
        ("i16", (2, 2, 2), (2, 2, 2)),
        ("i24", (4, 3, 4), (4, 3, 4)),
        ("i32", (4, 4, 4), (4, 4, 4)),
        ("i64", (8, 8, 8), (8, 8, 4)),
        ("i128", (16, 16, 8), (16, 16, 4)),
        ("half", (2, 2, 2), (2, 2, 2)),
        ("float", (4, 4, 4), (4, 4, 4)),
        ("double", (8, 8, 8), (8, 8, 4)),
        ("x86_fp80", (16, 10, 16), (12, 10, 4)),
        ("fp128", (16, 16, 16), (16, 16, 16)),
        ("ptr", (8, 8, 8), (4, 4, 4)),
        ("ptr addrspace(270)", (4, 4, 4), (4, 4, 4)),
        ("ptr addrspace(272)", (8, 8, 8), (8, 8, 8)),
        ("ptr addrspace(7)", (8, 8, 8), (4, 4, 4)),
        ("<4 x float>", (16, 16, 16), (16, 16, 16)),
        ("<3 x i32>", (16, 12, 16), (16, 12, 16)),
        ("<8 x i1>", (1, 1, 1), (1, 1, 1)),
        ("<8 x double>", (64, 64, 64), (64, 64, 64)),
        ("[3 x i24]", (12, 12, 4), (12, 12, 4)),
        ("[0 x i64]", (0, 0, 8), (0, 0, 4)),
        ("{}", (0, 0, 1), (0, 0, 1)),
        ("{ i8, i32 }", (8, 8, 4), (8, 8, 4)),
        ("<{ i8, i32 }>", (5, 5, 1), (5, 5, 1)),
        ("{ i8, x86_fp80 }", (32, 32, 16), (16, 16, 4)),
        ("%s", (24, 24, 8), (16, 16, 4)),
        ("[2 x %s]", (48, 48, 8), (32, 32, 4)),
    ] {
        assert_eq!(figures(X86_64, ty), Some(x86_64), "{ty} on x86-64");
        assert_eq!(figures(I386, ty), Some(i386), "{ty} on i386");
    }
    assert_eq!(figures(X86_64_NEW, "i128"), Some((16, 16, 16)));
}

#[test]
fn types_without_size() {
    for ty in ["<vscale x 4 x i32>", "[18446744073709551615 x i64]", "{ i8, <vscale x 1 x i8> }"] {
        assert_eq!(figures(X86_64, ty), None, "{ty}");
    }
}

#[test]
fn offsets_of_fields() {
    assert_eq!(fields(X86_64, "%s"), StructLayout { size: 24, align: 8, offsets: vec![0, 8, 16] });
    assert_eq!(fields(I386, "%s"), StructLayout { size: 16, align: 4, offsets: vec![0, 4, 12] });
    let packed = "<{ i8, i64, x86_fp80, i8 }>";
    assert_eq!(fields(X86_64, packed), StructLayout { size: 26, align: 1, offsets: vec![0, 1, 9, 25] });
    assert_eq!(fields(X86_64, "{ i8, { i8, i16 }, i8 }").offsets, [0, 2, 6]);
}

#[test]
fn what_a_layout_says() {
    let layout =
        DataLayout::parse("E-S64-P1-G2-A5-p:16:16-p1:32:32:64:16-ni:3:4-n8:16-a:32:64-m:o-i64:64-v32:32").unwrap();
    assert!(layout.big_endian);
    assert_eq!((layout.stack_align, layout.mangling), (Some(8), Some('o')));
    assert_eq!((layout.program_space, layout.globals_space, layout.alloca_space), (1, 2, 5));
    assert_eq!((layout.pointer(0).bits, layout.pointer(1).index_bits, layout.pointer(9).align), (16, 16, 2));
    assert_eq!((&layout.non_integral[..], &layout.native_integers[..]), (&[3, 4][..], &[8, 16][..]));
    let default = DataLayout::parse("").unwrap();
    assert_eq!((default.big_endian, default.pointer(0).bits, default.stack_align), (false, 64, None));
    for wrong in ["p:64:63", "i64", "q", "p:x", "S3", "n8:x", "i8:8:8:8", "p", "p:0:8"] {
        assert!(DataLayout::parse(wrong).is_err(), "{wrong}");
    }
}
