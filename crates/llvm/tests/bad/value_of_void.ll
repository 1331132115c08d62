define void @f(void %x) {
  ret void
}
