; expect: holds
; Registers that live across steps: a phi in a loop over a shared array, and a select.
@a = global [3 x i8] c"\01\02\03"

define i32 @main() {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %sum = phi i8 [ 0, %entry ], [ %more, %body ]
  %stop = icmp eq i32 %i, 3
  br i1 %stop, label %done, label %body
body:
  %p = getelementptr [3 x i8], ptr @a, i64 0, i32 %i
  %v = load i8, ptr %p
  store i8 0, ptr %p
  %more = add i8 %sum, %v
  %next = add i32 %i, 1
  br label %head
done:
  %six = icmp eq i8 %sum, 6
  %r = select i1 %six, i32 1, i32 0
  switch i32 %r, label %bad [ i32 1, label %good ]
good:
  ret i32 0
bad:
  call void @reach_error()
  unreachable
}

declare void @reach_error()
