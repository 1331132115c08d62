%s = type { i32, i8 }
define ptr @f(ptr %p) {
  %q = getelementptr %s, ptr %p, i64 0, i32 2
  ret ptr %q
}
