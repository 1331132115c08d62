%t = type { %missing*, %7* }
@g = global i32* @nowhere
define void @f() #3 comdat($nothing) {
  ret void, !dbg !12
}
