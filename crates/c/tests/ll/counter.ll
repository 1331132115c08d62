; expect: assert race
; Two threads add 1 without a lock; opaque pointers, no debug information.
@n = global i32 0

define ptr @add(ptr %arg) {
  %old = load i32, ptr @n
  %new = add i32 %old, 1
  store i32 %new, ptr @n
  ret ptr null
}

define i32 @main() {
  %s = alloca i64
  %t = alloca i64
  %a = call i32 @pthread_create(ptr %s, ptr null, ptr @add, ptr null)
  %b = call i32 @pthread_create(ptr %t, ptr null, ptr @add, ptr null)
  %x = load i64, ptr %s
  %c = call i32 @pthread_join(i64 %x, ptr null)
  %y = load i64, ptr %t
  %d = call i32 @pthread_join(i64 %y, ptr null)
  %last = load i32, ptr @n
  %fine = icmp eq i32 %last, 2
  br i1 %fine, label %good, label %bad
good:
  ret i32 0
bad:
  call void @reach_error()
  unreachable
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare void @reach_error()
