define i32 @f(i1 %c) {
  br i1 %c, label %there, label %9
there:
  %x = add i32 %y, %8
  ret i32 %x
}
