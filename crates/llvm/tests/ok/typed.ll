; Typed pointers, as clang 14 writes them.
source_filename = "typed.c"
target datalayout = "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-f64:32:64-f80:32-n8:16:32-S128"
target triple = "i386-pc-linux-gnu"

%struct.node = type { i32, %struct.node*, %struct.later, i8 (i32)* }
%struct.later = type <{ i8, i16 }>
%0 = type { double, x86_fp80 }
%union.u = type opaque

@list = dso_local global %struct.node* null, align 4
@first = internal global %struct.node { i32 1, %struct.node* @second, %struct.later <{ i8 2, i16 -3 }>, i8 (i32)* @narrow }, align 4
@second = internal global %struct.node zeroinitializer, align 4
@far = addrspace(3) global i32 addrspace(3)* undef
@text = private unnamed_addr constant [4 x i8] c"a\22\0A\00", align 1
@inner = global i8* getelementptr inbounds ([4 x i8], [4 x i8]* @text, i32 0, i32 1)
@cast = global i64* bitcast (%struct.node* @first to i64*)
@number = global i32 ptrtoint (i32* getelementptr (%struct.node, %struct.node* @second, i32 0, i32 0) to i32)
@unnamed = global %0 zeroinitializer
@ops = global void (i32, ...)* null
@strange = external global %union.u*

define internal i8 @narrow(i32 %x) {
entry:
  %x.addr = alloca i32, align 4
  %p = alloca %struct.node*, align 4
  store i32 %x, i32* %x.addr, align 4
  %0 = load i32, i32* %x.addr, align 4
  %1 = load %struct.node*, %struct.node** %p, align 4
  %next = getelementptr inbounds %struct.node, %struct.node* %1, i32 0, i32 1
  %f = getelementptr inbounds %struct.node, %struct.node* %1, i32 0, i32 3
  %2 = load i8 (i32)*, i8 (i32)** %f, align 4
  %call = call signext i8 %2(i32 %0)
  %3 = bitcast %struct.node** %next to i8**
  %4 = load i8*, i8** %3
  %cond = icmp eq i8* %4, null
  br i1 %cond, label %if.then, label %if.end

if.then:
  %5 = call i32 bitcast (i8 (i32)* @narrow to i32 (i8*)*)(i8* %4)
  %6 = cmpxchg i32* %x.addr, i32 0, i32 1 seq_cst seq_cst
  %7 = extractvalue { i32, i1 } %6, 1
  call void @take(%struct.node* byval(%struct.node) align 4 %1, %struct.later* sret(%struct.later) null)
  br label %if.end

if.end:
  %8 = phi i8 [ 0, %entry ], [ %call, %if.then ]
  ret i8 %8
}

declare void @take(%struct.node* byval(%struct.node) align 4, %struct.later* sret(%struct.later))

define void (i32)* @returns_function() {
  %1 = call void (i32)* () @returns_function()
  call void %1(i32 3)
  ret void (i32)* %1
}

define void @vectors(<2 x i32*> %v, i32 addrspace(3)* %q) {
  %1 = getelementptr i32, <2 x i32*> %v, i32 1
  %2 = addrspacecast i32 addrspace(3)* %q to i32*
  ret void
}
