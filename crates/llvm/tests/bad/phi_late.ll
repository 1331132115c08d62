define i32 @f() {
entry:
  br label %b
b:
  %y = add i32 1, 2
  %x = phi i32 [ 1, %entry ]
  ret i32 %x
}
