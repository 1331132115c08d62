define i32 @f() {
entry:
  br label %b
b:
  %x = phi i32 [ %y, %entry ]
  %y = add i32 1, 2
  ret i32 %x
}
