define i64 @f(i32 %x) {
  %y = trunc i32 %x to i64
  ret i64 %y
}
