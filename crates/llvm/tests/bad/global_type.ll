@g = global i64 0
define void @f() {
  store i32 1, i32* @g
  ret void
}
