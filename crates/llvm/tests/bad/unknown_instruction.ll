define void @f() {
  %x = addd i32 1, 2
  ret void
}
