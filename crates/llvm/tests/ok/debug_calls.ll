; The same told by calls, as LLVM up to 18 writes it; and other calls with metadata.
define i32 @f(i32 %x) !dbg !2 {
entry:
  %x.addr = alloca i32
  call void @llvm.dbg.declare(metadata i32* %x.addr, metadata !5, metadata !DIExpression()), !dbg !6
  call void @llvm.dbg.value(metadata i32 %x, metadata !5, metadata !DIExpression()), !dbg !6
  call void @llvm.dbg.value(metadata !DIArgList(i32 %x, i32 1), metadata !5, metadata !DIExpression(DW_OP_LLVM_arg, 0)), !dbg !6
  call void @llvm.dbg.value(metadata i32 undef, metadata !5, metadata !DIExpression()), !dbg !6
  call void @llvm.dbg.label(metadata !7), !dbg !6
  %0 = call double @llvm.experimental.constrained.fadd.f64(double 1.0, double 2.0, metadata !"round.dynamic", metadata !"fpexcept.strict")
  %1 = call i1 @llvm.type.test(i8* null, metadata i32 %x)
  %2 = call i1 @llvm.type.test(i8* null, metadata !8)
  %3 = call i1 @llvm.type.test(i8* null, metadata i32 7)
  ret i32 %x, !dbg !6, !tbaa !8
}

declare void @llvm.dbg.declare(metadata, metadata, metadata)

declare void @llvm.dbg.value(metadata, metadata, metadata)

declare void @llvm.dbg.label(metadata)

declare double @llvm.experimental.constrained.fadd.f64(double, double, metadata, metadata)

declare i1 @llvm.type.test(i8*, metadata)

!llvm.dbg.cu = !{!0}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !3, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = !DILocalVariable(name: "x", arg: 1, scope: !2, file: !1, line: 1, type: !9)
!6 = !DILocation(line: 2, column: 3, scope: !2)
!7 = !DILabel(scope: !2, name: "l", file: !1, line: 2)
!8 = !{!"int", !8, i64 0}
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
