@g = global ptr blockaddress(@f, %nowhere)
define void @f() {
  ret void
}
