define void @f() {
  %x = store i32 1, ptr null
  ret void
}
