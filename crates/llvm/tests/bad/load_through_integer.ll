define i32 @f(i32 %p) {
  %x = load i32, i32 %p
  ret i32 %x
}
