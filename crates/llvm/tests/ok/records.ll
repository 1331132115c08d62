; Debug information with records, as LLVM 19 writes it.
source_filename = "list.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.node = type { i32, ptr, i8 }

@lists = dso_local global [3 x ptr] zeroinitializer, align 16, !dbg !0

define dso_local i32 @push(i32 noundef %value) !dbg !30 {
entry:
  %value.addr = alloca i32, align 4
  %fresh = alloca ptr, align 8
  store i32 %value, ptr %value.addr, align 4
    #dbg_declare(ptr %value.addr, !34, !DIExpression(), !35)
    #dbg_declare(ptr %fresh, !36, !DIExpression(), !37)
  %0 = load i32, ptr %value.addr, align 4, !dbg !38
    #dbg_value(i32 %0, !34, !DIExpression(DW_OP_plus_uconst, 1, DW_OP_stack_value), !38)
    #dbg_value(!DIArgList(i32 %0, i32 7), !34, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus), !38)
    #dbg_value(!{}, !34, !DIExpression(), !38)
  store i32 1, ptr %value.addr, align 4, !dbg !38, !DIAssignID !41
    #dbg_assign(i32 1, !34, !DIExpression(), !41, ptr %value.addr, !DIExpression(), !38)
  br label %done, !dbg !39

done:
    #dbg_label(!40, !39)
  ret i32 %0, !dbg !39
}

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!21, !22}
!llvm.ident = !{!23}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "lists", scope: !2, file: !3, line: 4, type: !6, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "clang version 19", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !14, globals: !5, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "list.c", directory: "/src", checksumkind: CSK_MD5, checksum: "0123456789abcdef0123456789abcdef")
!5 = !{!0}
!6 = !DICompositeType(tag: DW_TAG_array_type, baseType: !7, size: 192, elements: !12)
!7 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !8, size: 64)
!8 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !3, line: 1, size: 192, elements: !9)
!9 = !{!10, !11, !20}
!10 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !8, file: !3, line: 1, baseType: !24, size: 32)
!11 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !8, file: !3, line: 1, baseType: !7, size: 64, offset: 64)
!12 = !{!13}
!13 = !DISubrange(count: 3)
!14 = !{!15}
!15 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "color", file: !3, line: 2, baseType: !16, size: 32, elements: !17)
!16 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!17 = !{!18, !19}
!18 = !DIEnumerator(name: "RED", value: 0)
!19 = !DIEnumerator(name: "LOW", value: -5, isUnsigned: false)
!20 = !DIDerivedType(tag: DW_TAG_member, name: "tag", scope: !8, file: !3, line: 1, baseType: !28, size: 8, offset: 128)
!21 = !{i32 7, !"Dwarf Version", i32 5}
!22 = !{i32 2, !"Debug Info Version", i32 3}
!23 = !{!"clang version 19"}
!24 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!25 = !DIDerivedType(tag: DW_TAG_typedef, name: "operation", file: !3, line: 9, baseType: !26)
!26 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !27, size: 64)
!27 = !DISubroutineType(types: !29)
!28 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!29 = !{null, !24, !42, null}
!30 = distinct !DISubprogram(name: "push", scope: !3, file: !3, line: 10, type: !31, scopeLine: 11, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !33)
!31 = !DISubroutineType(types: !32)
!32 = !{!24, !24}
!33 = !{}
!34 = !DILocalVariable(name: "value", arg: 1, scope: !30, file: !3, line: 10, type: !24)
!35 = !DILocation(line: 10, column: 14, scope: !30)
!36 = !DILocalVariable(name: "fresh", scope: !43, file: !3, line: 12, type: !25)
!37 = !DILocation(line: 12, column: 9, scope: !43)
!38 = !DILocation(line: 13, column: 3, scope: !43)
!39 = !DILocation(line: 14, column: 5, scope: !30, inlinedAt: !44, isImplicitCode: true)
!40 = !DILabel(scope: !30, name: "done", file: !3, line: 14)
!41 = distinct !DIAssignID()
!42 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !45, size: 64)
!43 = distinct !DILexicalBlock(scope: !30, file: !3, line: 11, column: 1)
!44 = distinct !DILocation(line: 99, scope: !30)
!45 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !28)
