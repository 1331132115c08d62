define i32 @f() {
  %x = add i32 %x, 2
  ret i32 %x
}
