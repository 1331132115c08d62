; Every instruction, as LLVM 19 writes them.
source_filename = "instructions.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.pair = type { i32, [4 x i8] }

@g = global i32 0, align 4
@table = constant [2 x ptr] [ptr blockaddress(@terminators, %one), ptr blockaddress(@terminators, %2)]

define i32 @arithmetic(i32 %a, i32 noundef signext %b, double %x, <4 x float> %v) #0 {
  %1 = add nuw nsw i32 %a, %b
  %2 = sub nsw i32 %1, -7
  %3 = mul nuw i32 %2, 3
  %4 = udiv exact i32 %3, 2
  %5 = sdiv i32 %4, %a
  %6 = urem i32 %5, %b
  %7 = srem i32 %6, 5
  %8 = shl nuw nsw i32 %7, 1
  %9 = lshr exact i32 %8, 1
  %10 = ashr i32 %9, 1
  %11 = and i32 %10, 255
  %12 = or disjoint i32 %11, 256
  %13 = xor i32 %12, -1
  %14 = fadd fast double %x, 1.000000e+00
  %15 = fsub nnan ninf double %14, 0x3FB999999999999A
  %16 = fmul reassoc nsz arcp contract afn double %15, 2.500000e+00
  %17 = fdiv double %16, %x
  %18 = frem double %17, 3.0
  %19 = fneg nnan double %18
  %20 = fcmp fast olt double %19, 0.000000e+00
  %21 = icmp samesign ult i32 %13, %a
  %22 = icmp eq ptr @g, null
  %23 = icmp ne <4 x i32> zeroinitializer, <i32 1, i32 2, i32 3, i32 4>
  %24 = select i1 %20, i32 %13, i32 %a
  %25 = select <4 x i1> %23, <4 x float> %v, <4 x float> splat (float 1.000000e+00)
  %26 = select fast i1 %21, double %19, double %x
  %27 = freeze i32 %24
  %28 = trunc nuw nsw i32 %27 to i8
  %29 = zext nneg i8 %28 to i64
  %30 = sext i8 %28 to i32
  %31 = fptrunc double %26 to float
  %32 = fpext float %31 to double
  %33 = fptoui double %32 to i32
  %34 = fptosi double %32 to i32
  %35 = uitofp nneg i32 %33 to double
  %36 = sitofp i32 %34 to double
  %37 = ptrtoint ptr @g to i64
  %38 = inttoptr i64 %37 to ptr
  %39 = bitcast double %36 to i64
  %40 = addrspacecast ptr %38 to ptr addrspace(1)
  %41 = extractelement <4 x float> %25, i32 0
  %42 = insertelement <4 x float> %v, float %41, i64 1
  %43 = shufflevector <4 x float> %42, <4 x float> poison, <2 x i32> <i32 0, i32 3>
  %44 = insertvalue %struct.pair undef, i32 %30, 0
  %45 = insertvalue %struct.pair %44, i8 %28, 1, 2
  %46 = extractvalue %struct.pair %45, 1, 2
  %47 = fneg <2 x float> %43
  %48 = add <vscale x 4 x i32> zeroinitializer, splat (i32 1)
  ret i32 %30
}

define ptr @memory(ptr %p, i64 %n, ptr addrspace(1) %far) {
entry:
  %local = alloca i32, align 4
  %array = alloca i8, i64 %n, align 16
  %other = alloca i32, align 4, addrspace(5)
  %arg = alloca inalloca %struct.pair, align 4
  %a = load i32, ptr %local, align 4
  %b = load volatile i32, ptr %p, align 4
  %c = load atomic i32, ptr %p seq_cst, align 4
  %d = load atomic volatile i32, ptr %p syncscope("singlethread") acquire, align 4
  store i32 %a, ptr %local, align 4
  store volatile i32 %b, ptr addrspace(1) %far, align 4
  store atomic i32 %c, ptr %p release, align 4
  store atomic volatile i32 %d, ptr %p syncscope("agent") unordered, align 4
  fence syncscope("singlethread") acq_rel
  fence seq_cst
  %e = cmpxchg ptr %p, i32 %a, i32 %b acq_rel monotonic, align 4
  %f = cmpxchg weak volatile ptr %p, ptr null, ptr %array syncscope("agent") seq_cst acquire, align 8
  %ok = extractvalue { ptr, i1 } %f, 1
  %r0 = atomicrmw xchg ptr %p, i32 1 seq_cst, align 4
  %r1 = atomicrmw volatile add ptr %p, i32 1 monotonic, align 4
  %r2 = atomicrmw sub ptr %p, i32 1 acquire
  %r3 = atomicrmw and ptr %p, i32 1 release
  %r4 = atomicrmw nand ptr %p, i32 1 acq_rel
  %r5 = atomicrmw or ptr %p, i32 1 seq_cst
  %r6 = atomicrmw xor ptr %p, i32 1 seq_cst
  %r7 = atomicrmw max ptr %p, i32 1 seq_cst
  %r8 = atomicrmw min ptr %p, i32 1 seq_cst
  %r9 = atomicrmw umax ptr %p, i32 1 seq_cst
  %r10 = atomicrmw umin ptr %p, i32 1 syncscope("agent") seq_cst
  %r11 = atomicrmw fadd ptr %p, double 1.0 seq_cst
  %r12 = atomicrmw fsub ptr %p, double 1.0 seq_cst
  %r13 = atomicrmw fmax ptr %p, double 1.0 seq_cst
  %r14 = atomicrmw fmin ptr %p, double 1.0 seq_cst
  %r15 = atomicrmw uinc_wrap ptr %p, i32 9 seq_cst
  %r16 = atomicrmw udec_wrap ptr %p, i32 9 seq_cst
  %r17 = atomicrmw usub_cond ptr %p, i32 9 seq_cst
  %r18 = atomicrmw usub_sat ptr %p, i32 9 seq_cst
  %r19 = atomicrmw xchg ptr %p, ptr null seq_cst
  %q = getelementptr inbounds %struct.pair, ptr %p, i64 0, i32 1, i64 %n
  %s = getelementptr nusw nuw i8, ptr %q, i64 4
  %t = getelementptr i32, ptr %s, <2 x i64> <i64 0, i64 1>
  %u = getelementptr %struct.pair, <2 x ptr> %t, i64 1, i32 0
  %va = va_arg ptr %p, i64
  ret ptr %s
}

define i32 @terminators(i32 %0, i1 %c, ptr %target) {
  br i1 %c, label %one, label %2

one:                                              ; preds = %1
  switch i32 %0, label %last [
    i32 1, label %2
    i32 -2, label %last
  ]

2:                                                ; preds = %5, %one, %1
  %3 = phi i32 [ 0, %1 ], [ %0, %one ], [ %6, %5 ]
  %4 = phi fast double [ 1.0, %1 ], [ 2.0, %one ], [ %7, %5 ]
  indirectbr ptr %target, [label %last, label %5]

5:                                                ; preds = %2
  %6 = add i32 %3, 1
  %7 = fadd double %4, 2.0
  br label %2

last:                                             ; preds = %2, %one, %one
  ret i32 0

8:                                                ; no predecessors
  %9 = add i32 %10, 1
  %10 = add i32 %9, 1
  unreachable
}

declare i32 @printf(ptr nocapture noundef readonly, ...)

declare void @llvm.assume(i1 noundef)

declare double @llvm.sqrt.f64(double)

define void @calls(ptr %f, i32 %n, ...) {
  %1 = call i32 (ptr, ...) @printf(ptr noundef @g, i32 %n)
  %2 = tail call fast double @llvm.sqrt.f64(double 2.0)
  call void @llvm.assume(i1 true) [ "align"(ptr %f, i64 8), "nonnull"(ptr %f) ]
  %3 = call fastcc zeroext i8 %f(i32 signext %n, ptr byval(%struct.pair) align 4 @g) #1
  %4 = call i32 asm sideeffect alignstack inteldialect unwind "nop", "=r,r"(i32 %n)
  notail call cc 10 void null()
  call void %f()
  callbr void asm "", "!i"() to label %5 [label %6]

5:
  ret void

6:
  musttail call void (ptr, i32, ...) @calls(ptr %f, i32 0, ...)
  ret void
}

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "no-jump-tables" }
attributes #1 = { nounwind memory(argmem: readwrite, inaccessiblemem: none) alignstack=16 }
