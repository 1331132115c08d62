; What stands outside of functions.
source_filename = "top level\22.c"
target datalayout = "e-P1-G1-A5-p:64:64-p1:32:32:32:16-ni:7"
target triple = "odd"
module asm "first line"
module asm ".globl \22x\22"

%"a b" = type { ptr }
%handle = type { target("spirv.Image", void, i32, 0, 1) }

$"a group" = comdat any
$largest = comdat largest
$same = comdat samesize
$only = comdat nodeduplicate
$exact = comdat exactmatch

@0 = global i32 1
@1 = private unnamed_addr constant i8 2
@"name with \22quotes\22 and \FF" = global i32 3
@weak = weak dso_local hidden global i32 0, section ".x", comdat($largest), align 8
@tls = thread_local(initialexec) local_unnamed_addr global i32 0
@tls2 = internal thread_local global i32 0
@exported = dllexport global i32 0
@imported = external dllimport global i32
@extern_weak = extern_weak global i32
@common = common global [10 x i32] zeroinitializer
@once = linkonce_odr protected constant i32 1, comdat($same)
@llvm.used = appending global [1 x ptr] [ptr @0], section "llvm.metadata"
@init = addrspace(1) externally_initialized global i32 5, partition "part"
@sanitized = global i32 0, code_model "large", no_sanitize_address, sanitize_memtag, align 4, !md !0, !other !{} #0
@preempt = available_externally dso_preemptable global i32 0
@alias = weak alias i32, ptr @weak, partition "p"
@alias2 = internal thread_local unnamed_addr alias i32, getelementptr (i8, ptr @weak, i64 0)
@resolved = ifunc void (), ptr @resolver

define ptr @resolver() addrspace(0) {
  ret ptr null
}

define linkonce_odr dso_local hidden fastcc noundef nonnull align 8 dereferenceable(16) ptr @everything(ptr byval(%"a b") align 8 %result, i8 zeroext %0, ptr noalias nocapture noundef readonly captures(none) dereferenceable_or_null(8) %"odd name", i32 range(i32 0, 10) %r, float nofpclass(nan inf) %f, ...) unnamed_addr addrspace(0) #0 "key"="value" noreturn section "code" partition "q" comdat($"a group") align 16 gc "shadow" prefix i32 1 prologue i8 2 personality ptr @resolver !md !0 !other !1 {
  unreachable
}

declare !md !0 extern_weak spir_func void @declared(i32, ptr byref(i32), ptr elementtype(i32), ptr initializes((0, 4), (8, 12)) %x) #1

declare void @empty(...)

attributes #0 = { allocsize(0,1) alignstack=16 align=8 vscale_range(1,16) memory(none) uwtable(sync) }
attributes #1 = { allockind("alloc,zeroed") uwtable "a"="b \22c\22" "flag" mustprogress }

!named = !{!0, !1}
!na\20me = !{}

!0 = !{}
!1 = distinct !{!1, !"text\22", null, i32 7, ptr @weak, !{!0, !{}}, !DIExpression()}
!2 = !GenericDINode(tag: DW_TAG_member, header: "h", operands: {!0, null, !"x"})
