define ptr @f() {
  %x = alloca { i32, %later }
  ret ptr %x
}
%later = type opaque
