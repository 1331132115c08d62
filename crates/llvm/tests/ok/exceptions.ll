; Exceptions of both kinds.
%type = type opaque

@_ZTIi = external constant ptr
@types = internal constant [1 x ptr] [ptr @_ZTIi]

declare i32 @__gxx_personality_v0(...)

declare void @may_throw()

define i32 @itanium() personality ptr @__gxx_personality_v0 {
  %1 = invoke i32 @other(i32 1) to label %2 unwind label %3

2:
  ret i32 %1

3:
  %4 = landingpad { ptr, i32 } cleanup catch ptr @_ZTIi filter [1 x ptr] [ptr @_ZTIi]
  resume { ptr, i32 } %4
}

declare i32 @other(i32)

define void @windows() personality ptr @__gxx_personality_v0 {
entry:
  invoke void @may_throw() to label %done unwind label %dispatch

dispatch:
  %cs = catchswitch within none [label %handler] unwind label %cleanup

handler:
  %cp = catchpad within %cs [ptr null, i32 64, ptr null]
  call void @may_throw() [ "funclet"(token %cp) ]
  catchret from %cp to label %done

cleanup:
  %cl = cleanuppad within none []
  cleanupret from %cl unwind to caller

done:
  ret void
}

define void @nested() personality ptr @__gxx_personality_v0 {
entry:
  invoke void @may_throw() to label %done unwind label %outer

outer:
  %pad = cleanuppad within none [i32 1]
  cleanupret from %pad unwind label %last

last:
  %cs = catchswitch within none [label %handler] unwind to caller

handler:
  %cp = catchpad within %cs []
  unreachable

done:
  ret void
}
