%s = type { i32, i8 }
define ptr @f(ptr %p, i32 %i) {
  %q = getelementptr %s, ptr %p, i64 0, i32 %i
  ret ptr %q
}
