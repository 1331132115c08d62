define i32 @f(i64* %p) {
  %x = load i32, i64* %p
  ret i32 %x
}
