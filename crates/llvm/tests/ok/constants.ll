; Constants of all kinds.
@i = global i32 -5
@big = global i128 -170141183460469231731687303715884105728
@huge = global i200 123456789012345678901234567890123456789012345
@huge_negative = global i129 -1
@bit = global i1 true
@most = global i8 255
@half = global half 0xH3C00
@bfloat = global bfloat 0xR3F80
@float = global float 0x3FB99999A0000000
@decimal = global float 1.500000e+00
@double = global double 0xFFF8000000000001
@negative = global double -1.250000e-01
@fp80 = global x86_fp80 0xK3FFF8000000000000000
@fp128 = global fp128 0xL00000000000000003FFF000000000000
@ppc = global ppc_fp128 0xM3FF00000000000000000000000000000
@null = global ptr null
@undef = global i32 undef
@poison = global <2 x i32> poison
@array = global [3 x i16] [i16 1, i16 2, i16 3]
@empty = global [0 x i8] zeroinitializer
@struct = global { i8, [2 x i8], ptr } { i8 1, [2 x i8] c"ab", ptr @struct }
@packed = global <{ i8, i32 }> <{ i8 1, i32 2 }>
@nothing = global {} zeroinitializer
@vector = global <2 x ptr> <ptr @i, ptr null>
@splat = global <4 x i32> splat (i32 7)
@bytes = global [6 x i8] c"\00\01\FF\22\5C~"
@equivalent = global ptr dso_local_equivalent @f
@cfi = global ptr no_cfi @f
@auth = global ptr ptrauth (ptr @i, i32 0, i64 65535, ptr null)
@block = global ptr blockaddress(@f, %here)
@gep = global ptr getelementptr inbounds nuw ({ i8, [2 x i8], ptr }, ptr @struct, i64 0, i32 1, i64 1)
@old_range = global ptr getelementptr inbounds ({ i8, [2 x i8], ptr }, ptr @struct, i64 0, inrange i32 1, i64 1)
@new_range = global ptr getelementptr inbounds inrange(-8, 16) (i8, ptr @struct, i64 8)
@sum = global i64 add nuw (i64 ptrtoint (ptr @i to i64), i64 4)
@difference = global i32 trunc (i64 sub (i64 ptrtoint (ptr @i to i64), i64 ptrtoint (ptr @big to i64)) to i32)
@mask = global i64 and (i64 ptrtoint (ptr @i to i64), i64 xor (i64 shl (i64 ptrtoint (ptr @i to i64), i64 1), i64 7))
@compare = global i1 icmp ult (ptr @i, ptr @big)
@fcompare = global i1 fcmp oeq (double 1.000000e+00, double 2.000000e+00)
@choice = global i32 select (i1 icmp eq (ptr @i, ptr @big), i32 1, i32 2)
@space = global ptr addrspace(1) addrspacecast (ptr @i to ptr addrspace(1))
@pointer = global ptr inttoptr (i64 16 to ptr)
@element = global i32 extractelement (<2 x i32> <i32 1, i32 2>, i32 0)
@inserted = global <2 x i32> insertelement (<2 x i32> undef, i32 ptrtoint (ptr @i to i32), i32 0)
@shuffled = global <2 x i32> shufflevector (<2 x i32> <i32 1, i32 2>, <2 x i32> undef, <2 x i32> <i32 1, i32 0>)
@part = global i8 extractvalue ({ i8, i8 } { i8 1, i8 2 }, 1)
@changed = global { i8, i8 } insertvalue ({ i8, i8 } undef, i8 1, 0)
@minus = global double fneg (double 1.000000e+00)

define void @f() {
  br label %here

here:
  ret void
}
