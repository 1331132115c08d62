target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.asked = type { i32, i16, i16 }
%struct.duration = type { i64, i64 }

@__net_errno = internal thread_local global i32 0, align 4
@__net_what = internal unnamed_addr global [6 x i8] zeroinitializer, align 1
@__net_how = internal unnamed_addr global [6 x i8] zeroinitializer, align 1
@__net_which = internal unnamed_addr global [6 x i16] zeroinitializer, align 2
@__net_host = external constant i32, align 4
@__net_listeners = external constant i32, align 4
@__net_process = external constant i32, align 4
@__net_port = external global [0 x i16], align 2
@__net_backlog = external global [0 x i8], align 1
@__net_connect_waits = external constant i32, align 4
@__net_queue = external global [0 x i64], align 8
@__net_end = external global [0 x i8], align 1
@__net_count = external global [0 x i8], align 1
@__net_ignores_pipe = internal unnamed_addr global i8 0, align 1
@__net_blocks = external constant i32, align 4
@__net_bytes = external global [0 x i64], align 8
@.str = private unnamed_addr constant [9 x i8] c"an error\00", align 1
@__net_hosts = external constant [0 x i8], align 1

; Function Attrs: nounwind
define weak i32* @__errno_location() {
entry:
  ret i32* @__net_errno
}

; Function Attrs: nounwind
define weak zeroext i16 @htons(i16 noundef zeroext %x) {
entry:
  %or = call i16 @llvm.bswap.i16(i16 %x)
  ret i16 %or
}

; Function Attrs: nounwind
define weak zeroext i16 @ntohs(i16 noundef zeroext %x) {
entry:
  %or = call i16 @llvm.bswap.i16(i16 %x)
  ret i16 %or
}

; Function Attrs: nounwind
define weak i32 @htonl(i32 noundef %x) {
entry:
  %or5 = call i32 @llvm.bswap.i32(i32 %x)
  ret i32 %or5
}

; Function Attrs: nounwind
define weak i32 @ntohl(i32 noundef %x) {
entry:
  %or5 = call i32 @llvm.bswap.i32(i32 %x)
  ret i32 %or5
}

; Function Attrs: nounwind
define void @__net_begin() {
entry:
  br label %for.cond.i

for.cond.i:                                       ; preds = %let_go.exit.i, %entry
  call void @__kulan_atomic_begin()
  br label %for.body.i

for.cond.cleanup.i:                               ; preds = %for.body.i
  %cmp3.i = icmp eq i64 %cond.i, 6
  br i1 %cmp3.i, label %close_all.exit, label %if.end.i

for.body.i:                                       ; preds = %for.body.i, %for.cond.i
  %indvars.iv.i = phi i64 [ 5, %for.cond.i ], [ %indvars.iv.next.i, %for.body.i ]
  %d.014.i = phi i64 [ 6, %for.cond.i ], [ %cond.i, %for.body.i ]
  %arrayidx.i = getelementptr inbounds [6 x i8], [6 x i8]* @__net_what, i64 0, i64 %indvars.iv.i
  %0 = load i8, i8* %arrayidx.i, align 1
  %tobool.not.i = icmp eq i8 %0, 0
  %cond.i = select i1 %tobool.not.i, i64 %d.014.i, i64 %indvars.iv.i
  %indvars.iv.next.i = add nsw i64 %indvars.iv.i, -1
  %cmp.not.i = icmp eq i64 %indvars.iv.i, 0
  br i1 %cmp.not.i, label %for.cond.cleanup.i, label %for.body.i

if.end.i:                                         ; preds = %for.cond.cleanup.i
  %arrayidx.i.i = getelementptr inbounds [6 x i8], [6 x i8]* @__net_what, i64 0, i64 %cond.i
  %1 = load i8, i8* %arrayidx.i.i, align 1
  %arrayidx1.i.i = getelementptr inbounds [6 x i16], [6 x i16]* @__net_which, i64 0, i64 %cond.i
  %2 = load i16, i16* %arrayidx1.i.i, align 2
  store i8 0, i8* %arrayidx.i.i, align 1
  %arrayidx3.i.i = getelementptr inbounds [6 x i8], [6 x i8]* @__net_how, i64 0, i64 %cond.i
  store i8 0, i8* %arrayidx3.i.i, align 1
  store i16 0, i16* %arrayidx1.i.i, align 2
  switch i8 %1, label %let_go.exit.i [
    i8 4, label %if.then.i.i
    i8 3, label %if.then10.i.i
  ]

if.then.i.i:                                      ; preds = %if.end.i
  %conv6.i.i = zext i16 %2 to i64
  %xor.i.i.i = xor i64 %conv6.i.i, 1
  %arrayidx.i.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %conv6.i.i
  %3 = load i8, i8* %arrayidx.i.i.i, align 1
  %arrayidx1.i.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %xor.i.i.i
  %4 = load i8, i8* %arrayidx1.i.i.i, align 1
  %.old.i.i.i = and i8 %3, 4
  %tobool5.not.old.i.i.i = icmp eq i8 %.old.i.i.i, 0
  br i1 %tobool5.not.old.i.i.i, label %cond.true.i.i.i, label %cond.false.i.i.i

cond.true.i.i.i:                                  ; preds = %if.then.i.i
  %or20.i.i.i = or i8 %4, 12
  br label %close_end.exit.i.i

cond.false.i.i.i:                                 ; preds = %if.then.i.i
  %5 = lshr i8 %3, 1
  %6 = and i8 %5, 2
  %7 = xor i8 %6, 2
  %8 = or i8 %7, %4
  br label %close_end.exit.i.i

close_end.exit.i.i:                               ; preds = %cond.false.i.i.i, %cond.true.i.i.i
  %cond29.i.i.i = phi i8 [ %or20.i.i.i, %cond.true.i.i.i ], [ %8, %cond.false.i.i.i ]
  %9 = and i8 %4, 1
  %cmp9.not.i.i.i = icmp eq i8 %9, 0
  store i8 0, i8* %arrayidx.i.i.i, align 1
  %conv39.i.i.i = select i1 %cmp9.not.i.i.i, i8 0, i8 %cond29.i.i.i
  store i8 %conv39.i.i.i, i8* %arrayidx1.i.i.i, align 1
  %arrayidx41.i.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_bytes, i64 0, i64 %conv6.i.i
  store i64 0, i64* %arrayidx41.i.i.i, align 8
  %arrayidx42.i.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_count, i64 0, i64 %conv6.i.i
  br label %let_go.exit.i.sink.split

if.then10.i.i:                                    ; preds = %if.end.i
  %conv11.i.i = zext i16 %2 to i64
  %arrayidx.i20.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_queue, i64 0, i64 %conv11.i.i
  %10 = load i64, i64* %arrayidx.i20.i.i, align 8
  %tobool31.not.i.i.i = icmp eq i64 %10, 0
  br i1 %tobool31.not.i.i.i, label %close_listener.exit.i.i, label %for.body.i.i.i

for.body.i.i.i:                                   ; preds = %if.then10.i.i, %for.body.i.i.i
  %queue.033.i.i.i = phi i64 [ %shr.i.i.i, %for.body.i.i.i ], [ %10, %if.then10.i.i ]
  %i.032.i.i.i = phi i32 [ %inc.i.i.i, %for.body.i.i.i ], [ 0, %if.then10.i.i ]
  %and.i.i.i = shl i64 %queue.033.i.i.i, 1
  %sub.i.i.i = and i64 %and.i.i.i, 510
  %mul.i.i.i = add nsw i64 %sub.i.i.i, -2
  %arrayidx1.i21.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %mul.i.i.i
  %11 = load i8, i8* %arrayidx1.i21.i.i, align 1
  %12 = and i8 %11, 1
  %tobool3.not.i.i.i = icmp eq i8 %12, 0
  %or6.i.i.i = or i8 %11, 12
  %spec.select.i.i.i = select i1 %tobool3.not.i.i.i, i8 0, i8 %or6.i.i.i
  store i8 %spec.select.i.i.i, i8* %arrayidx1.i21.i.i, align 1
  %add.i.i.i = add nsw i64 %sub.i.i.i, -1
  %arrayidx9.i.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %add.i.i.i
  store i8 0, i8* %arrayidx9.i.i.i, align 1
  %arrayidx11.i.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_bytes, i64 0, i64 %add.i.i.i
  store i64 0, i64* %arrayidx11.i.i.i, align 8
  %arrayidx13.i.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_count, i64 0, i64 %add.i.i.i
  store i8 0, i8* %arrayidx13.i.i.i, align 1
  %inc.i.i.i = add nuw nsw i32 %i.032.i.i.i, 1
  %shr.i.i.i = lshr i64 %queue.033.i.i.i, 8
  %cmp.i.i.i = icmp ult i32 %i.032.i.i.i, 7
  %tobool.i.i.i = icmp ugt i64 %queue.033.i.i.i, 255
  %13 = select i1 %cmp.i.i.i, i1 %tobool.i.i.i, i1 false
  br i1 %13, label %for.body.i.i.i, label %close_listener.exit.i.i

close_listener.exit.i.i:                          ; preds = %for.body.i.i.i, %if.then10.i.i
  store i64 0, i64* %arrayidx.i20.i.i, align 8
  %arrayidx15.i.i.i = getelementptr inbounds [0 x i16], [0 x i16]* @__net_port, i64 0, i64 %conv11.i.i
  store i16 0, i16* %arrayidx15.i.i.i, align 2
  %arrayidx16.i.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_backlog, i64 0, i64 %conv11.i.i
  br label %let_go.exit.i.sink.split

let_go.exit.i.sink.split:                         ; preds = %close_end.exit.i.i, %close_listener.exit.i.i
  %arrayidx16.i.i.i.sink = phi i8* [ %arrayidx16.i.i.i, %close_listener.exit.i.i ], [ %arrayidx42.i.i.i, %close_end.exit.i.i ]
  store i8 0, i8* %arrayidx16.i.i.i.sink, align 1
  br label %let_go.exit.i

let_go.exit.i:                                    ; preds = %let_go.exit.i.sink.split, %if.end.i
  call void @__kulan_atomic_end()
  br label %for.cond.i

close_all.exit:                                   ; preds = %for.cond.cleanup.i
  call void @__kulan_atomic_end()
  ret void
}

; Function Attrs: nounwind
define weak void @exit(i32 noundef %status) {
entry:
  call fastcc void @__net_leave()
  unreachable
}

; Function Attrs: nounwind
define internal fastcc void @__net_leave() unnamed_addr {
entry:
  call void @__kulan_alone()
  br label %for.cond.i

for.cond.i:                                       ; preds = %let_go.exit.i, %entry
  call void @__kulan_atomic_begin()
  br label %for.body.i

for.cond.cleanup.i:                               ; preds = %for.body.i
  %cmp3.i = icmp eq i64 %cond.i, 6
  br i1 %cmp3.i, label %close_all.exit, label %if.end.i

for.body.i:                                       ; preds = %for.body.i, %for.cond.i
  %indvars.iv.i = phi i64 [ 5, %for.cond.i ], [ %indvars.iv.next.i, %for.body.i ]
  %d.014.i = phi i64 [ 6, %for.cond.i ], [ %cond.i, %for.body.i ]
  %arrayidx.i = getelementptr inbounds [6 x i8], [6 x i8]* @__net_what, i64 0, i64 %indvars.iv.i
  %0 = load i8, i8* %arrayidx.i, align 1
  %tobool.not.i = icmp eq i8 %0, 0
  %cond.i = select i1 %tobool.not.i, i64 %d.014.i, i64 %indvars.iv.i
  %indvars.iv.next.i = add nsw i64 %indvars.iv.i, -1
  %cmp.not.i = icmp eq i64 %indvars.iv.i, 0
  br i1 %cmp.not.i, label %for.cond.cleanup.i, label %for.body.i

if.end.i:                                         ; preds = %for.cond.cleanup.i
  %arrayidx.i.i = getelementptr inbounds [6 x i8], [6 x i8]* @__net_what, i64 0, i64 %cond.i
  %1 = load i8, i8* %arrayidx.i.i, align 1
  %arrayidx1.i.i = getelementptr inbounds [6 x i16], [6 x i16]* @__net_which, i64 0, i64 %cond.i
  %2 = load i16, i16* %arrayidx1.i.i, align 2
  store i8 0, i8* %arrayidx.i.i, align 1
  %arrayidx3.i.i = getelementptr inbounds [6 x i8], [6 x i8]* @__net_how, i64 0, i64 %cond.i
  store i8 0, i8* %arrayidx3.i.i, align 1
  store i16 0, i16* %arrayidx1.i.i, align 2
  switch i8 %1, label %let_go.exit.i [
    i8 4, label %if.then.i.i
    i8 3, label %if.then10.i.i
  ]

if.then.i.i:                                      ; preds = %if.end.i
  %conv6.i.i = zext i16 %2 to i64
  %xor.i.i.i = xor i64 %conv6.i.i, 1
  %arrayidx.i.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %conv6.i.i
  %3 = load i8, i8* %arrayidx.i.i.i, align 1
  %arrayidx1.i.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %xor.i.i.i
  %4 = load i8, i8* %arrayidx1.i.i.i, align 1
  %arrayidx2.i.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_count, i64 0, i64 %conv6.i.i
  %5 = load i8, i8* %arrayidx2.i.i.i, align 1
  %cmp.not.i.i.i = icmp ne i8 %5, 0
  %6 = and i8 %3, 4
  %tobool5.not.i.i.i = icmp eq i8 %6, 0
  %or.cond.i.i.i = select i1 %cmp.not.i.i.i, i1 %tobool5.not.i.i.i, i1 false
  br i1 %or.cond.i.i.i, label %cond.true.i.i.i, label %cond.false.i.i.i

cond.true.i.i.i:                                  ; preds = %if.then.i.i
  %or20.i.i.i = or i8 %4, 12
  br label %close_end.exit.i.i

cond.false.i.i.i:                                 ; preds = %if.then.i.i
  %7 = lshr i8 %3, 1
  %8 = and i8 %7, 2
  %9 = xor i8 %8, 2
  %10 = or i8 %9, %4
  br label %close_end.exit.i.i

close_end.exit.i.i:                               ; preds = %cond.false.i.i.i, %cond.true.i.i.i
  %cond29.i.i.i = phi i8 [ %or20.i.i.i, %cond.true.i.i.i ], [ %10, %cond.false.i.i.i ]
  %11 = and i8 %4, 1
  %cmp9.not.i.i.i = icmp eq i8 %11, 0
  store i8 0, i8* %arrayidx.i.i.i, align 1
  %conv39.i.i.i = select i1 %cmp9.not.i.i.i, i8 0, i8 %cond29.i.i.i
  store i8 %conv39.i.i.i, i8* %arrayidx1.i.i.i, align 1
  %arrayidx41.i.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_bytes, i64 0, i64 %conv6.i.i
  store i64 0, i64* %arrayidx41.i.i.i, align 8
  br label %let_go.exit.i.sink.split

if.then10.i.i:                                    ; preds = %if.end.i
  %conv11.i.i = zext i16 %2 to i64
  %arrayidx.i20.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_queue, i64 0, i64 %conv11.i.i
  %12 = load i64, i64* %arrayidx.i20.i.i, align 8
  %tobool31.not.i.i.i = icmp eq i64 %12, 0
  br i1 %tobool31.not.i.i.i, label %close_listener.exit.i.i, label %for.body.i.i.i

for.body.i.i.i:                                   ; preds = %if.then10.i.i, %for.body.i.i.i
  %queue.033.i.i.i = phi i64 [ %shr.i.i.i, %for.body.i.i.i ], [ %12, %if.then10.i.i ]
  %i.032.i.i.i = phi i32 [ %inc.i.i.i, %for.body.i.i.i ], [ 0, %if.then10.i.i ]
  %and.i.i.i = shl i64 %queue.033.i.i.i, 1
  %sub.i.i.i = and i64 %and.i.i.i, 510
  %mul.i.i.i = add nsw i64 %sub.i.i.i, -2
  %arrayidx1.i21.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %mul.i.i.i
  %13 = load i8, i8* %arrayidx1.i21.i.i, align 1
  %14 = and i8 %13, 1
  %tobool3.not.i.i.i = icmp eq i8 %14, 0
  %or6.i.i.i = or i8 %13, 12
  %spec.select.i.i.i = select i1 %tobool3.not.i.i.i, i8 0, i8 %or6.i.i.i
  store i8 %spec.select.i.i.i, i8* %arrayidx1.i21.i.i, align 1
  %add.i.i.i = add nsw i64 %sub.i.i.i, -1
  %arrayidx9.i.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %add.i.i.i
  store i8 0, i8* %arrayidx9.i.i.i, align 1
  %arrayidx11.i.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_bytes, i64 0, i64 %add.i.i.i
  store i64 0, i64* %arrayidx11.i.i.i, align 8
  %arrayidx13.i.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_count, i64 0, i64 %add.i.i.i
  store i8 0, i8* %arrayidx13.i.i.i, align 1
  %inc.i.i.i = add nuw nsw i32 %i.032.i.i.i, 1
  %shr.i.i.i = lshr i64 %queue.033.i.i.i, 8
  %cmp.i.i.i = icmp ult i32 %i.032.i.i.i, 7
  %tobool.i.i.i = icmp ugt i64 %queue.033.i.i.i, 255
  %15 = select i1 %cmp.i.i.i, i1 %tobool.i.i.i, i1 false
  br i1 %15, label %for.body.i.i.i, label %close_listener.exit.i.i

close_listener.exit.i.i:                          ; preds = %for.body.i.i.i, %if.then10.i.i
  store i64 0, i64* %arrayidx.i20.i.i, align 8
  %arrayidx15.i.i.i = getelementptr inbounds [0 x i16], [0 x i16]* @__net_port, i64 0, i64 %conv11.i.i
  store i16 0, i16* %arrayidx15.i.i.i, align 2
  %arrayidx16.i.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_backlog, i64 0, i64 %conv11.i.i
  br label %let_go.exit.i.sink.split

let_go.exit.i.sink.split:                         ; preds = %close_end.exit.i.i, %close_listener.exit.i.i
  %arrayidx16.i.i.i.sink = phi i8* [ %arrayidx16.i.i.i, %close_listener.exit.i.i ], [ %arrayidx2.i.i.i, %close_end.exit.i.i ]
  store i8 0, i8* %arrayidx16.i.i.i.sink, align 1
  br label %let_go.exit.i

let_go.exit.i:                                    ; preds = %let_go.exit.i.sink.split, %if.end.i
  call void @__kulan_atomic_end()
  br label %for.cond.i

close_all.exit:                                   ; preds = %for.cond.cleanup.i
  call void @__kulan_atomic_end()
  call void @__kulan_exit(i8* noundef null)
  ret void
}

; Function Attrs: nounwind
define weak void @_exit(i32 noundef %status) {
entry:
  call fastcc void @__net_leave()
  unreachable
}

; Function Attrs: nounwind
define weak void @_Exit(i32 noundef %status) {
entry:
  call fastcc void @__net_leave()
  unreachable
}

; Function Attrs: nounwind
define weak void @quick_exit(i32 noundef %status) {
entry:
  call fastcc void @__net_leave()
  unreachable
}

; Function Attrs: nounwind
define weak void @abort() {
entry:
  call fastcc void @__net_leave()
  unreachable
}

; Function Attrs: nounwind
define weak void @pthread_exit(i8* noundef %value) {
entry:
  %call = call zeroext i1 @__kulan_is_first()
  br i1 %call, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  call void @__kulan_atomic_begin()
  %call1 = call zeroext i1 @__kulan_others_ended()
  call void @__kulan_wait(i1 noundef zeroext %call1)
  call void @__kulan_atomic_end()
  call fastcc void @__net_leave()
  br label %if.end

if.end:                                           ; preds = %if.then, %entry
  call void @__kulan_exit(i8* noundef %value)
  unreachable
}

declare zeroext i1 @__kulan_is_first()

declare void @__kulan_atomic_begin()

declare void @__kulan_wait(i1 noundef zeroext)

declare zeroext i1 @__kulan_others_ended()

declare void @__kulan_atomic_end()

declare void @__kulan_exit(i8* noundef)

; Function Attrs: nounwind
define weak i32 @socket(i32 noundef %domain, i32 noundef %type, i32 noundef %protocol) {
entry:
  %cmp = icmp eq i32 %domain, 2
  %and = and i32 %type, 15
  %cmp1 = icmp eq i32 %and, 1
  %0 = and i1 %cmp, %cmp1
  call void @__kulan_support(i1 noundef zeroext %0)
  call void @__kulan_atomic_begin()
  br label %for.body.i

for.body.i:                                       ; preds = %for.body.i, %entry
  %indvars.iv.i = phi i64 [ 5, %entry ], [ %indvars.iv.next.i, %for.body.i ]
  %d.011.i = phi i64 [ 6, %entry ], [ %cond.i, %for.body.i ]
  %arrayidx.i = getelementptr inbounds [6 x i8], [6 x i8]* @__net_what, i64 0, i64 %indvars.iv.i
  %1 = load i8, i8* %arrayidx.i, align 1
  %tobool.not.i = icmp eq i8 %1, 0
  %cond.i = select i1 %tobool.not.i, i64 %indvars.iv.i, i64 %d.011.i
  %indvars.iv.next.i = add nsw i64 %indvars.iv.i, -1
  %cmp.not.i = icmp eq i64 %indvars.iv.i, 0
  br i1 %cmp.not.i, label %free_descriptor.exit, label %for.body.i

free_descriptor.exit:                             ; preds = %for.body.i
  %cmp2.i = icmp ne i64 %cond.i, 6
  call void @__kulan_bound(i1 noundef zeroext %cmp2.i)
  %arrayidx = getelementptr inbounds [6 x i8], [6 x i8]* @__net_what, i64 0, i64 %cond.i
  store i8 1, i8* %arrayidx, align 1
  %and2 = lshr i32 %type, 11
  %2 = trunc i32 %and2 to i8
  %3 = and i8 %2, 1
  %arrayidx3 = getelementptr inbounds [6 x i8], [6 x i8]* @__net_how, i64 0, i64 %cond.i
  store i8 %3, i8* %arrayidx3, align 1
  %conv4 = trunc i64 %cond.i to i32
  %add = add nsw i32 %conv4, 3
  call void @__kulan_atomic_end()
  ret i32 %add
}

declare void @__kulan_support(i1 noundef zeroext)

; Function Attrs: argmemonly mustprogress nofree nosync nounwind willreturn
declare void @llvm.lifetime.start.p0i8(i64 immarg, i8* nocapture)

; Function Attrs: argmemonly mustprogress nofree nosync nounwind willreturn
declare void @llvm.lifetime.end.p0i8(i64 immarg, i8* nocapture)

; Function Attrs: nounwind
define weak i32 @socketpair(i32 noundef %domain, i32 noundef %type, i32 noundef %protocol, i32* noundef %pair) {
entry:
  %cmp = icmp eq i32 %domain, 1
  %cmp1 = icmp eq i32 %type, 1
  %0 = and i1 %cmp, %cmp1
  call void @__kulan_support(i1 noundef zeroext %0)
  call void @__kulan_atomic_begin()
  %1 = load i32, i32* @__net_process, align 4
  %mul.i.i = shl i32 %1, 2
  %conv.i.i = zext i32 %mul.i.i to i64
  br label %for.body.i.i

for.body.i.i:                                     ; preds = %for.body.i.i, %entry
  %indvars.iv.i.i = phi i64 [ 3, %entry ], [ %indvars.iv.next.i.i, %for.body.i.i ]
  %c.027.i.i = phi i64 [ 4, %entry ], [ %cond.i.i, %for.body.i.i ]
  %add.i.i = add nuw nsw i64 %indvars.iv.i.i, %conv.i.i
  %mul3.i.i = shl nsw i64 %add.i.i, 1
  %arrayidx.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %mul3.i.i
  %2 = load i8, i8* %arrayidx.i.i, align 1
  %add8.i.i = or i64 %mul3.i.i, 1
  %arrayidx9.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %add8.i.i
  %3 = load i8, i8* %arrayidx9.i.i, align 1
  %or26.i.i = or i8 %3, %2
  %tobool.not.i.i = icmp eq i8 %or26.i.i, 0
  %cond.i.i = select i1 %tobool.not.i.i, i64 %indvars.iv.i.i, i64 %c.027.i.i
  %indvars.iv.next.i.i = add nsw i64 %indvars.iv.i.i, -1
  %cmp.not.i.i = icmp eq i64 %indvars.iv.i.i, 0
  br i1 %cmp.not.i.i, label %new_pair.exit, label %for.body.i.i

new_pair.exit:                                    ; preds = %for.body.i.i
  %cmp12.i.i = icmp ne i64 %cond.i.i, 4
  call void @__kulan_bound(i1 noundef zeroext %cmp12.i.i)
  %add14.i.i = add i64 %cond.i.i, %conv.i.i
  %mul.i = shl i64 %add14.i.i, 1
  %arrayidx.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %mul.i
  store i8 33, i8* %arrayidx.i, align 1
  %add.i = or i64 %mul.i, 1
  %arrayidx2.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %add.i
  store i8 33, i8* %arrayidx2.i, align 1
  br label %for.body.i.i20

for.body.i.i20:                                   ; preds = %for.body.i.i20, %new_pair.exit
  %indvars.iv.i.i14 = phi i64 [ 5, %new_pair.exit ], [ %indvars.iv.next.i.i18, %for.body.i.i20 ]
  %d.011.i.i = phi i64 [ 6, %new_pair.exit ], [ %cond.i.i17, %for.body.i.i20 ]
  %arrayidx.i.i15 = getelementptr inbounds [6 x i8], [6 x i8]* @__net_what, i64 0, i64 %indvars.iv.i.i14
  %4 = load i8, i8* %arrayidx.i.i15, align 1
  %tobool.not.i.i16 = icmp eq i8 %4, 0
  %cond.i.i17 = select i1 %tobool.not.i.i16, i64 %indvars.iv.i.i14, i64 %d.011.i.i
  %indvars.iv.next.i.i18 = add nsw i64 %indvars.iv.i.i14, -1
  %cmp.not.i.i19 = icmp eq i64 %indvars.iv.i.i14, 0
  br i1 %cmp.not.i.i19, label %new_descriptor.exit, label %for.body.i.i20

new_descriptor.exit:                              ; preds = %for.body.i.i20
  %cmp2.i.i = icmp ne i64 %cond.i.i17, 6
  call void @__kulan_bound(i1 noundef zeroext %cmp2.i.i)
  %arrayidx.i21 = getelementptr inbounds [6 x i8], [6 x i8]* @__net_what, i64 0, i64 %cond.i.i17
  store i8 4, i8* %arrayidx.i21, align 1
  %conv.i = trunc i64 %mul.i to i16
  %arrayidx1.i = getelementptr inbounds [6 x i16], [6 x i16]* @__net_which, i64 0, i64 %cond.i.i17
  store i16 %conv.i, i16* %arrayidx1.i, align 2
  br label %for.body.i.i30

for.body.i.i30:                                   ; preds = %for.body.i.i30, %new_descriptor.exit
  %indvars.iv.i.i23 = phi i64 [ 5, %new_descriptor.exit ], [ %indvars.iv.next.i.i28, %for.body.i.i30 ]
  %d.011.i.i24 = phi i64 [ 6, %new_descriptor.exit ], [ %cond.i.i27, %for.body.i.i30 ]
  %arrayidx.i.i25 = getelementptr inbounds [6 x i8], [6 x i8]* @__net_what, i64 0, i64 %indvars.iv.i.i23
  %5 = load i8, i8* %arrayidx.i.i25, align 1
  %tobool.not.i.i26 = icmp eq i8 %5, 0
  %cond.i.i27 = select i1 %tobool.not.i.i26, i64 %indvars.iv.i.i23, i64 %d.011.i.i24
  %indvars.iv.next.i.i28 = add nsw i64 %indvars.iv.i.i23, -1
  %cmp.not.i.i29 = icmp eq i64 %indvars.iv.i.i23, 0
  br i1 %cmp.not.i.i29, label %new_descriptor.exit37, label %for.body.i.i30

new_descriptor.exit37:                            ; preds = %for.body.i.i30
  %conv2.i = trunc i64 %cond.i.i17 to i32
  %add.i22 = add nsw i32 %conv2.i, 3
  %cmp2.i.i31 = icmp ne i64 %cond.i.i27, 6
  call void @__kulan_bound(i1 noundef zeroext %cmp2.i.i31)
  %arrayidx.i32 = getelementptr inbounds [6 x i8], [6 x i8]* @__net_what, i64 0, i64 %cond.i.i27
  store i8 4, i8* %arrayidx.i32, align 1
  %conv.i33 = trunc i64 %add.i to i16
  %arrayidx1.i34 = getelementptr inbounds [6 x i16], [6 x i16]* @__net_which, i64 0, i64 %cond.i.i27
  store i16 %conv.i33, i16* %arrayidx1.i34, align 2
  %conv2.i35 = trunc i64 %cond.i.i27 to i32
  %add.i36 = add nsw i32 %conv2.i35, 3
  store i32 %add.i22, i32* %pair, align 4
  %arrayidx5 = getelementptr inbounds i32, i32* %pair, i64 1
  store i32 %add.i36, i32* %arrayidx5, align 4
  call void @__kulan_atomic_end()
  ret i32 0
}

; Function Attrs: nounwind
define weak i32 @pipe(i32* noundef %pair) {
entry:
  call void @__kulan_atomic_begin()
  %0 = load i32, i32* @__net_process, align 4
  %mul.i.i = shl i32 %0, 2
  %conv.i.i = zext i32 %mul.i.i to i64
  br label %for.body.i.i

for.body.i.i:                                     ; preds = %for.body.i.i, %entry
  %indvars.iv.i.i = phi i64 [ 3, %entry ], [ %indvars.iv.next.i.i, %for.body.i.i ]
  %c.027.i.i = phi i64 [ 4, %entry ], [ %cond.i.i, %for.body.i.i ]
  %add.i.i = add nuw nsw i64 %indvars.iv.i.i, %conv.i.i
  %mul3.i.i = shl nsw i64 %add.i.i, 1
  %arrayidx.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %mul3.i.i
  %1 = load i8, i8* %arrayidx.i.i, align 1
  %add8.i.i = or i64 %mul3.i.i, 1
  %arrayidx9.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %add8.i.i
  %2 = load i8, i8* %arrayidx9.i.i, align 1
  %or26.i.i = or i8 %2, %1
  %tobool.not.i.i = icmp eq i8 %or26.i.i, 0
  %cond.i.i = select i1 %tobool.not.i.i, i64 %indvars.iv.i.i, i64 %c.027.i.i
  %indvars.iv.next.i.i = add nsw i64 %indvars.iv.i.i, -1
  %cmp.not.i.i = icmp eq i64 %indvars.iv.i.i, 0
  br i1 %cmp.not.i.i, label %new_pair.exit, label %for.body.i.i

new_pair.exit:                                    ; preds = %for.body.i.i
  %cmp12.i.i = icmp ne i64 %cond.i.i, 4
  call void @__kulan_bound(i1 noundef zeroext %cmp12.i.i)
  %add14.i.i = add i64 %cond.i.i, %conv.i.i
  %mul.i = shl i64 %add14.i.i, 1
  %arrayidx.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %mul.i
  store i8 49, i8* %arrayidx.i, align 1
  %add.i = or i64 %mul.i, 1
  %arrayidx2.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %add.i
  store i8 97, i8* %arrayidx2.i, align 1
  br label %for.body.i.i19

for.body.i.i19:                                   ; preds = %for.body.i.i19, %new_pair.exit
  %indvars.iv.i.i13 = phi i64 [ 5, %new_pair.exit ], [ %indvars.iv.next.i.i17, %for.body.i.i19 ]
  %d.011.i.i = phi i64 [ 6, %new_pair.exit ], [ %cond.i.i16, %for.body.i.i19 ]
  %arrayidx.i.i14 = getelementptr inbounds [6 x i8], [6 x i8]* @__net_what, i64 0, i64 %indvars.iv.i.i13
  %3 = load i8, i8* %arrayidx.i.i14, align 1
  %tobool.not.i.i15 = icmp eq i8 %3, 0
  %cond.i.i16 = select i1 %tobool.not.i.i15, i64 %indvars.iv.i.i13, i64 %d.011.i.i
  %indvars.iv.next.i.i17 = add nsw i64 %indvars.iv.i.i13, -1
  %cmp.not.i.i18 = icmp eq i64 %indvars.iv.i.i13, 0
  br i1 %cmp.not.i.i18, label %new_descriptor.exit, label %for.body.i.i19

new_descriptor.exit:                              ; preds = %for.body.i.i19
  %cmp2.i.i = icmp ne i64 %cond.i.i16, 6
  call void @__kulan_bound(i1 noundef zeroext %cmp2.i.i)
  %arrayidx.i20 = getelementptr inbounds [6 x i8], [6 x i8]* @__net_what, i64 0, i64 %cond.i.i16
  store i8 4, i8* %arrayidx.i20, align 1
  %conv.i = trunc i64 %mul.i to i16
  %arrayidx1.i = getelementptr inbounds [6 x i16], [6 x i16]* @__net_which, i64 0, i64 %cond.i.i16
  store i16 %conv.i, i16* %arrayidx1.i, align 2
  br label %for.body.i.i29

for.body.i.i29:                                   ; preds = %for.body.i.i29, %new_descriptor.exit
  %indvars.iv.i.i22 = phi i64 [ 5, %new_descriptor.exit ], [ %indvars.iv.next.i.i27, %for.body.i.i29 ]
  %d.011.i.i23 = phi i64 [ 6, %new_descriptor.exit ], [ %cond.i.i26, %for.body.i.i29 ]
  %arrayidx.i.i24 = getelementptr inbounds [6 x i8], [6 x i8]* @__net_what, i64 0, i64 %indvars.iv.i.i22
  %4 = load i8, i8* %arrayidx.i.i24, align 1
  %tobool.not.i.i25 = icmp eq i8 %4, 0
  %cond.i.i26 = select i1 %tobool.not.i.i25, i64 %indvars.iv.i.i22, i64 %d.011.i.i23
  %indvars.iv.next.i.i27 = add nsw i64 %indvars.iv.i.i22, -1
  %cmp.not.i.i28 = icmp eq i64 %indvars.iv.i.i22, 0
  br i1 %cmp.not.i.i28, label %new_descriptor.exit36, label %for.body.i.i29

new_descriptor.exit36:                            ; preds = %for.body.i.i29
  %conv2.i = trunc i64 %cond.i.i16 to i32
  %add.i21 = add nsw i32 %conv2.i, 3
  %cmp2.i.i30 = icmp ne i64 %cond.i.i26, 6
  call void @__kulan_bound(i1 noundef zeroext %cmp2.i.i30)
  %arrayidx.i31 = getelementptr inbounds [6 x i8], [6 x i8]* @__net_what, i64 0, i64 %cond.i.i26
  store i8 4, i8* %arrayidx.i31, align 1
  %conv.i32 = trunc i64 %add.i to i16
  %arrayidx1.i33 = getelementptr inbounds [6 x i16], [6 x i16]* @__net_which, i64 0, i64 %cond.i.i26
  store i16 %conv.i32, i16* %arrayidx1.i33, align 2
  %conv2.i34 = trunc i64 %cond.i.i26 to i32
  %add.i35 = add nsw i32 %conv2.i34, 3
  store i32 %add.i21, i32* %pair, align 4
  %arrayidx4 = getelementptr inbounds i32, i32* %pair, i64 1
  store i32 %add.i35, i32* %arrayidx4, align 4
  call void @__kulan_atomic_end()
  ret i32 0
}

; Function Attrs: nounwind
define weak i32 @close(i32 noundef %fd) {
entry:
  call void @__kulan_atomic_begin()
  %sub = add nsw i32 %fd, -3
  %cmp = icmp ult i32 %sub, 6
  br i1 %cmp, label %land.lhs.true, label %do.body

land.lhs.true:                                    ; preds = %entry
  %idxprom = zext i32 %sub to i64
  %arrayidx = getelementptr inbounds [6 x i8], [6 x i8]* @__net_what, i64 0, i64 %idxprom
  %0 = load i8, i8* %arrayidx, align 1
  %cmp2.not = icmp eq i8 %0, 0
  br i1 %cmp2.not, label %do.body, label %if.end

do.body:                                          ; preds = %entry, %land.lhs.true
  store i32 9, i32* @__net_errno, align 4
  br label %do.end8

if.end:                                           ; preds = %land.lhs.true
  %arrayidx1.i = getelementptr inbounds [6 x i16], [6 x i16]* @__net_which, i64 0, i64 %idxprom
  %1 = load i16, i16* %arrayidx1.i, align 2
  store i8 0, i8* %arrayidx, align 1
  %arrayidx3.i = getelementptr inbounds [6 x i8], [6 x i8]* @__net_how, i64 0, i64 %idxprom
  store i8 0, i8* %arrayidx3.i, align 1
  store i16 0, i16* %arrayidx1.i, align 2
  switch i8 %0, label %do.end8 [
    i8 4, label %if.then.i
    i8 3, label %if.then10.i
  ]

if.then.i:                                        ; preds = %if.end
  %conv6.i = zext i16 %1 to i64
  %xor.i.i = xor i64 %conv6.i, 1
  %arrayidx.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %conv6.i
  %2 = load i8, i8* %arrayidx.i.i, align 1
  %arrayidx1.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %xor.i.i
  %3 = load i8, i8* %arrayidx1.i.i, align 1
  %arrayidx2.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_count, i64 0, i64 %conv6.i
  %4 = load i8, i8* %arrayidx2.i.i, align 1
  %cmp.not.i.i = icmp ne i8 %4, 0
  %5 = and i8 %2, 4
  %tobool5.not.i.i = icmp eq i8 %5, 0
  %or.cond.i.i = select i1 %cmp.not.i.i, i1 %tobool5.not.i.i, i1 false
  br i1 %or.cond.i.i, label %cond.true.i.i, label %cond.false.i.i

cond.true.i.i:                                    ; preds = %if.then.i
  %or20.i.i = or i8 %3, 12
  br label %close_end.exit.i

cond.false.i.i:                                   ; preds = %if.then.i
  %6 = lshr i8 %2, 1
  %7 = and i8 %6, 2
  %8 = xor i8 %7, 2
  %9 = or i8 %8, %3
  br label %close_end.exit.i

close_end.exit.i:                                 ; preds = %cond.false.i.i, %cond.true.i.i
  %cond29.i.i = phi i8 [ %or20.i.i, %cond.true.i.i ], [ %9, %cond.false.i.i ]
  %10 = and i8 %3, 1
  %cmp9.not.i.i = icmp eq i8 %10, 0
  store i8 0, i8* %arrayidx.i.i, align 1
  %conv39.i.i = select i1 %cmp9.not.i.i, i8 0, i8 %cond29.i.i
  store i8 %conv39.i.i, i8* %arrayidx1.i.i, align 1
  %arrayidx41.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_bytes, i64 0, i64 %conv6.i
  store i64 0, i64* %arrayidx41.i.i, align 8
  br label %let_go.exit.sink.split

if.then10.i:                                      ; preds = %if.end
  %conv11.i = zext i16 %1 to i64
  %arrayidx.i20.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_queue, i64 0, i64 %conv11.i
  %11 = load i64, i64* %arrayidx.i20.i, align 8
  %tobool31.not.i.i = icmp eq i64 %11, 0
  br i1 %tobool31.not.i.i, label %close_listener.exit.i, label %for.body.i.i

for.body.i.i:                                     ; preds = %if.then10.i, %for.body.i.i
  %queue.033.i.i = phi i64 [ %shr.i.i, %for.body.i.i ], [ %11, %if.then10.i ]
  %i.032.i.i = phi i32 [ %inc.i.i, %for.body.i.i ], [ 0, %if.then10.i ]
  %and.i.i = shl i64 %queue.033.i.i, 1
  %sub.i.i = and i64 %and.i.i, 510
  %mul.i.i = add nsw i64 %sub.i.i, -2
  %arrayidx1.i21.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %mul.i.i
  %12 = load i8, i8* %arrayidx1.i21.i, align 1
  %13 = and i8 %12, 1
  %tobool3.not.i.i = icmp eq i8 %13, 0
  %or6.i.i = or i8 %12, 12
  %spec.select.i.i = select i1 %tobool3.not.i.i, i8 0, i8 %or6.i.i
  store i8 %spec.select.i.i, i8* %arrayidx1.i21.i, align 1
  %add.i.i = add nsw i64 %sub.i.i, -1
  %arrayidx9.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %add.i.i
  store i8 0, i8* %arrayidx9.i.i, align 1
  %arrayidx11.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_bytes, i64 0, i64 %add.i.i
  store i64 0, i64* %arrayidx11.i.i, align 8
  %arrayidx13.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_count, i64 0, i64 %add.i.i
  store i8 0, i8* %arrayidx13.i.i, align 1
  %inc.i.i = add nuw nsw i32 %i.032.i.i, 1
  %shr.i.i = lshr i64 %queue.033.i.i, 8
  %cmp.i.i = icmp ult i32 %i.032.i.i, 7
  %tobool.i.i = icmp ugt i64 %queue.033.i.i, 255
  %14 = select i1 %cmp.i.i, i1 %tobool.i.i, i1 false
  br i1 %14, label %for.body.i.i, label %close_listener.exit.i

close_listener.exit.i:                            ; preds = %for.body.i.i, %if.then10.i
  store i64 0, i64* %arrayidx.i20.i, align 8
  %arrayidx15.i.i = getelementptr inbounds [0 x i16], [0 x i16]* @__net_port, i64 0, i64 %conv11.i
  store i16 0, i16* %arrayidx15.i.i, align 2
  %arrayidx16.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_backlog, i64 0, i64 %conv11.i
  br label %let_go.exit.sink.split

let_go.exit.sink.split:                           ; preds = %close_listener.exit.i, %close_end.exit.i
  %arrayidx2.i.i.sink = phi i8* [ %arrayidx2.i.i, %close_end.exit.i ], [ %arrayidx16.i.i, %close_listener.exit.i ]
  store i8 0, i8* %arrayidx2.i.i.sink, align 1
  br label %do.end8

do.end8:                                          ; preds = %if.end, %let_go.exit.sink.split, %do.body
  %retval.0 = phi i32 [ -1, %do.body ], [ 0, %let_go.exit.sink.split ], [ 0, %if.end ]
  call void @__kulan_atomic_end()
  ret i32 %retval.0
}

; Function Attrs: nounwind
define weak i32 @fcntl(i32 noundef %fd, i32 noundef %command, i32 noundef %value) {
entry:
  %cmp = icmp eq i32 %command, 3
  %0 = add i32 %command, -3
  %1 = icmp ult i32 %0, 2
  call void @__kulan_support(i1 noundef zeroext %1)
  call void @__kulan_atomic_begin()
  %sub = add nsw i32 %fd, -3
  %cmp2 = icmp ult i32 %sub, 6
  br i1 %cmp2, label %land.lhs.true, label %do.body

land.lhs.true:                                    ; preds = %entry
  %idxprom = zext i32 %sub to i64
  %arrayidx = getelementptr inbounds [6 x i8], [6 x i8]* @__net_what, i64 0, i64 %idxprom
  %2 = load i8, i8* %arrayidx, align 1
  %cmp4.not = icmp eq i8 %2, 0
  br i1 %cmp4.not, label %do.body, label %if.end

do.body:                                          ; preds = %entry, %land.lhs.true
  store i32 9, i32* @__net_errno, align 4
  br label %cleanup.cont

if.end:                                           ; preds = %land.lhs.true
  %arrayidx12 = getelementptr inbounds [6 x i8], [6 x i8]* @__net_how, i64 0, i64 %idxprom
  %3 = load i8, i8* %arrayidx12, align 1
  br i1 %cmp, label %do.body11, label %if.end17

do.body11:                                        ; preds = %if.end
  %4 = and i8 %3, 1
  %tobool.not = icmp eq i8 %4, 0
  %cond = select i1 %tobool.not, i32 2, i32 2050
  br label %cleanup.cont

if.end17:                                         ; preds = %if.end
  %5 = and i8 %3, -2
  %and21 = lshr i32 %value, 11
  %6 = trunc i32 %and21 to i8
  %7 = and i8 %6, 1
  %conv24 = or i8 %5, %7
  store i8 %conv24, i8* %arrayidx12, align 1
  br label %cleanup.cont

cleanup.cont:                                     ; preds = %do.body11, %if.end17, %do.body
  %retval.1 = phi i32 [ -1, %do.body ], [ %cond, %do.body11 ], [ 0, %if.end17 ]
  call void @__kulan_atomic_end()
  ret i32 %retval.1
}

; Function Attrs: nounwind
define weak i32 @setsockopt(i32 noundef %fd, i32 noundef %level, i32 noundef %option, i8* noundef %value, i32 noundef %length) {
entry:
  switch i32 %level, label %lor.end12.fold.split [
    i32 6, label %lor.end12
    i32 1, label %land.rhs
  ]

land.rhs:                                         ; preds = %entry
  %switch.tableidx = add i32 %option, -2
  %0 = icmp ult i32 %switch.tableidx, 19
  br i1 %0, label %switch.lookup, label %lor.end12

lor.end12.fold.split:                             ; preds = %entry
  br label %lor.end12

switch.lookup:                                    ; preds = %land.rhs
  %switch.cast = trunc i32 %switch.tableidx to i19
  %switch.downshift = lshr i19 -253727, %switch.cast
  %1 = and i19 %switch.downshift, 1
  %switch.masked = icmp ne i19 %1, 0
  br label %lor.end12

lor.end12:                                        ; preds = %land.rhs, %switch.lookup, %entry, %lor.end12.fold.split
  %2 = phi i1 [ true, %entry ], [ false, %lor.end12.fold.split ], [ %switch.masked, %switch.lookup ], [ false, %land.rhs ]
  call void @__kulan_support(i1 noundef zeroext %2)
  call void @__kulan_atomic_begin()
  %sub = add nsw i32 %fd, -3
  %cmp13 = icmp ult i32 %sub, 6
  br i1 %cmp13, label %land.lhs.true, label %do.body

land.lhs.true:                                    ; preds = %lor.end12
  %idxprom = zext i32 %sub to i64
  %arrayidx = getelementptr inbounds [6 x i8], [6 x i8]* @__net_what, i64 0, i64 %idxprom
  %3 = load i8, i8* %arrayidx, align 1
  %cmp15.not = icmp eq i8 %3, 0
  br i1 %cmp15.not, label %do.body, label %if.end

do.body:                                          ; preds = %lor.end12, %land.lhs.true
  store i32 9, i32* @__net_errno, align 4
  br label %do.end33

if.end:                                           ; preds = %land.lhs.true
  %cmp17 = icmp eq i32 %level, 1
  %cmp20 = icmp eq i32 %option, 20
  %or.cond37 = and i1 %cmp17, %cmp20
  br i1 %or.cond37, label %if.then22, label %do.end33

if.then22:                                        ; preds = %if.end
  %arrayidx25 = getelementptr inbounds [6 x i8], [6 x i8]* @__net_how, i64 0, i64 %idxprom
  %4 = load i8, i8* %arrayidx25, align 1
  %5 = and i8 %4, -3
  %seconds = bitcast i8* %value to i64*
  %6 = load i64, i64* %seconds, align 8
  %parts = getelementptr inbounds i8, i8* %value, i64 8
  %7 = bitcast i8* %parts to i64*
  %8 = load i64, i64* %7, align 8
  %or = or i64 %8, %6
  %tobool.not = icmp eq i64 %or, 0
  %cond = select i1 %tobool.not, i8 0, i8 2
  %or27 = or i8 %cond, %5
  store i8 %or27, i8* %arrayidx25, align 1
  br label %do.end33

do.end33:                                         ; preds = %if.then22, %if.end, %do.body
  %retval.0 = phi i32 [ -1, %do.body ], [ 0, %if.end ], [ 0, %if.then22 ]
  call void @__kulan_atomic_end()
  ret i32 %retval.0
}

; Function Attrs: nounwind
define weak i32 @bind(i32 noundef %fd, i8* noundef %address, i32 noundef %length) {
entry:
  %port1 = getelementptr inbounds i8, i8* %address, i64 2
  %0 = bitcast i8* %port1 to i16*
  %1 = load i16, i16* %0, align 2
  %family = bitcast i8* %address to i16*
  %2 = load i16, i16* %family, align 4
  %cmp = icmp eq i16 %2, 2
  %cmp5 = icmp ne i16 %1, 0
  %3 = select i1 %cmp, i1 %cmp5, i1 false
  call void @__kulan_support(i1 noundef zeroext %3)
  call void @__kulan_atomic_begin()
  %sub = add nsw i32 %fd, -3
  %cmp7 = icmp ult i32 %sub, 6
  br i1 %cmp7, label %land.lhs.true, label %do.body

land.lhs.true:                                    ; preds = %entry
  %idxprom = zext i32 %sub to i64
  %arrayidx = getelementptr inbounds [6 x i8], [6 x i8]* @__net_what, i64 0, i64 %idxprom
  %4 = load i8, i8* %arrayidx, align 1
  switch i8 %4, label %do.body20 [
    i8 0, label %do.body
    i8 1, label %if.end23
  ]

do.body:                                          ; preds = %land.lhs.true, %entry
  store i32 9, i32* @__net_errno, align 4
  br label %cleanup30

do.body20:                                        ; preds = %land.lhs.true
  store i32 22, i32* @__net_errno, align 4
  br label %cleanup30

if.end23:                                         ; preds = %land.lhs.true
  store i8 2, i8* %arrayidx, align 1
  %arrayidx25 = getelementptr inbounds [6 x i16], [6 x i16]* @__net_which, i64 0, i64 %idxprom
  store i16 %1, i16* %arrayidx25, align 2
  br label %cleanup30

cleanup30:                                        ; preds = %do.body20, %if.end23, %do.body
  %retval.1 = phi i32 [ -1, %do.body ], [ -1, %do.body20 ], [ 0, %if.end23 ]
  call void @__kulan_atomic_end()
  ret i32 %retval.1
}

; Function Attrs: nounwind
define weak i32 @listen(i32 noundef %fd, i32 noundef %backlog) {
entry:
  call void @__kulan_atomic_begin()
  %sub = add nsw i32 %fd, -3
  %cmp = icmp ult i32 %sub, 6
  br i1 %cmp, label %land.lhs.true, label %do.body

land.lhs.true:                                    ; preds = %entry
  %idxprom = zext i32 %sub to i64
  %arrayidx = getelementptr inbounds [6 x i8], [6 x i8]* @__net_what, i64 0, i64 %idxprom
  %0 = load i8, i8* %arrayidx, align 1
  switch i8 %0, label %do.body11 [
    i8 0, label %do.body
    i8 2, label %if.end13
  ]

do.body:                                          ; preds = %land.lhs.true, %entry
  store i32 9, i32* @__net_errno, align 4
  br label %cleanup.cont

do.body11:                                        ; preds = %land.lhs.true
  store i32 22, i32* @__net_errno, align 4
  br label %cleanup.cont

if.end13:                                         ; preds = %land.lhs.true
  %arrayidx14 = getelementptr inbounds [6 x i16], [6 x i16]* @__net_which, i64 0, i64 %idxprom
  %1 = load i16, i16* %arrayidx14, align 2
  %2 = load i32, i32* @__net_host, align 4
  %3 = load i32, i32* @__net_listeners, align 4
  %conv.i = zext i32 %3 to i64
  %cmp19.not.i = icmp eq i32 %3, 0
  br i1 %cmp19.not.i, label %listener_at.exit, label %for.body.i

for.body.i:                                       ; preds = %if.end13, %for.body.i
  %l.021.i = phi i64 [ %inc.i, %for.body.i ], [ 0, %if.end13 ]
  %found.020.i = phi i64 [ %cond.i, %for.body.i ], [ %conv.i, %if.end13 ]
  %arrayidx.i = getelementptr inbounds [0 x i16], [0 x i16]* @__net_port, i64 0, i64 %l.021.i
  %4 = load i16, i16* %arrayidx.i, align 2
  %cmp5.i = icmp eq i16 %4, %1
  %arrayidx7.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_hosts, i64 0, i64 %l.021.i
  %5 = load i8, i8* %arrayidx7.i, align 1
  %conv8.i = zext i8 %5 to i32
  %cmp9.i = icmp eq i32 %2, %conv8.i
  %and18.i = and i1 %cmp5.i, %cmp9.i
  %cond.i = select i1 %and18.i, i64 %l.021.i, i64 %found.020.i
  %inc.i = add nuw nsw i64 %l.021.i, 1
  %exitcond.not.i = icmp eq i64 %inc.i, %conv.i
  br i1 %exitcond.not.i, label %listener_at.exit, label %for.body.i

listener_at.exit:                                 ; preds = %for.body.i, %if.end13
  %found.0.lcssa.i = phi i64 [ %conv.i, %if.end13 ], [ %cond.i, %for.body.i ]
  %cmp16.not = icmp eq i64 %found.0.lcssa.i, %conv.i
  br i1 %cmp16.not, label %if.end22, label %do.body19

do.body19:                                        ; preds = %listener_at.exit
  store i32 98, i32* @__net_errno, align 4
  br label %cleanup.cont

if.end22:                                         ; preds = %listener_at.exit
  %6 = load i32, i32* @__net_process, align 4
  %mul = shl i32 %6, 1
  %conv23 = zext i32 %mul to i64
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.body
  %cmp30 = icmp ne i64 %cond, 2
  call void @__kulan_bound(i1 noundef zeroext %cmp30)
  store i8 3, i8* %arrayidx, align 1
  %add33 = add i64 %cond, %conv23
  %conv34 = trunc i64 %add33 to i16
  store i16 %conv34, i16* %arrayidx14, align 2
  %arrayidx37 = getelementptr inbounds [0 x i16], [0 x i16]* @__net_port, i64 0, i64 %add33
  store i16 %1, i16* %arrayidx37, align 2
  %cmp42.inv = icmp slt i32 %backlog, 8
  %cond47 = select i1 %cmp42.inv, i32 %backlog, i32 8
  %7 = icmp sgt i32 %cond47, 0
  %cond49 = select i1 %7, i32 %cond47, i32 0
  %conv50 = trunc i32 %cond49 to i8
  %arrayidx52 = getelementptr inbounds [0 x i8], [0 x i8]* @__net_backlog, i64 0, i64 %add33
  store i8 %conv50, i8* %arrayidx52, align 1
  br label %cleanup.cont

for.body:                                         ; preds = %if.end22, %for.body
  %indvars.iv = phi i64 [ 1, %if.end22 ], [ %indvars.iv.next, %for.body ]
  %l.084 = phi i64 [ 2, %if.end22 ], [ %cond, %for.body ]
  %add = add nuw nsw i64 %indvars.iv, %conv23
  %arrayidx27 = getelementptr inbounds [0 x i16], [0 x i16]* @__net_port, i64 0, i64 %add
  %8 = load i16, i16* %arrayidx27, align 2
  %tobool.not = icmp eq i16 %8, 0
  %cond = select i1 %tobool.not, i64 %indvars.iv, i64 %l.084
  %indvars.iv.next = add nsw i64 %indvars.iv, -1
  %cmp24.not = icmp eq i64 %indvars.iv, 0
  br i1 %cmp24.not, label %for.cond.cleanup, label %for.body

cleanup.cont:                                     ; preds = %do.body11, %for.cond.cleanup, %do.body19, %do.body
  %retval.2 = phi i32 [ -1, %do.body ], [ -1, %do.body11 ], [ -1, %do.body19 ], [ 0, %for.cond.cleanup ]
  call void @__kulan_atomic_end()
  ret i32 %retval.2
}

declare void @__kulan_bound(i1 noundef zeroext)

; Function Attrs: nounwind
define weak i32 @connect(i32 noundef %fd, i8* noundef %address, i32 noundef %length) {
entry:
  %port1 = getelementptr inbounds i8, i8* %address, i64 2
  %0 = bitcast i8* %port1 to i16*
  %1 = load i16, i16* %0, align 2
  %host2 = getelementptr inbounds i8, i8* %address, i64 4
  %2 = bitcast i8* %host2 to i32*
  %3 = load i32, i32* %2, align 4
  %and.i = and i32 %3, 255
  %cmp.i = icmp eq i32 %and.i, 127
  %cmp1.i = icmp eq i32 %3, 0
  %or.cond.i = or i1 %cmp1.i, %cmp.i
  br i1 %or.cond.i, label %if.then.i, label %if.end.i

if.then.i:                                        ; preds = %entry
  %4 = load i32, i32* @__net_host, align 4
  br label %host_of.exit

if.end.i:                                         ; preds = %entry
  %and2.i = and i32 %3, 16777215
  %cmp3.i = icmp eq i32 %and2.i, 10
  %shr.i = lshr i32 %3, 24
  %sub.i = add nsw i32 %shr.i, -1
  %cond.i = select i1 %cmp3.i, i32 %sub.i, i32 255
  br label %host_of.exit

host_of.exit:                                     ; preds = %if.then.i, %if.end.i
  %retval.0.i = phi i32 [ %4, %if.then.i ], [ %cond.i, %if.end.i ]
  %family = bitcast i8* %address to i16*
  %5 = load i16, i16* %family, align 4
  %cmp = icmp eq i16 %5, 2
  call void @__kulan_support(i1 noundef zeroext %cmp)
  call void @__kulan_atomic_begin()
  %sub = add nsw i32 %fd, -3
  %cmp4 = icmp ult i32 %sub, 6
  br i1 %cmp4, label %land.lhs.true, label %do.body

land.lhs.true:                                    ; preds = %host_of.exit
  %idxprom = zext i32 %sub to i64
  %arrayidx = getelementptr inbounds [6 x i8], [6 x i8]* @__net_what, i64 0, i64 %idxprom
  %6 = load i8, i8* %arrayidx, align 1
  %cmp8.not = icmp eq i8 %6, 0
  br i1 %cmp8.not, label %do.body, label %if.end

do.body:                                          ; preds = %host_of.exit, %land.lhs.true
  store i32 9, i32* @__net_errno, align 4
  br label %cleanup74

if.end:                                           ; preds = %land.lhs.true
  %arrayidx12 = getelementptr inbounds [6 x i8], [6 x i8]* @__net_how, i64 0, i64 %idxprom
  %7 = load i8, i8* %arrayidx12, align 1
  %8 = and i8 %7, 1
  %tobool.not = icmp eq i8 %8, 0
  call void @__kulan_support(i1 noundef zeroext %tobool.not)
  %9 = load i8, i8* %arrayidx, align 1
  switch i8 %9, label %if.end31 [
    i8 4, label %do.body19
    i8 3, label %do.body28
  ]

do.body19:                                        ; preds = %if.end
  store i32 106, i32* @__net_errno, align 4
  br label %cleanup74

do.body28:                                        ; preds = %if.end
  store i32 22, i32* @__net_errno, align 4
  br label %cleanup74

if.end31:                                         ; preds = %if.end
  %10 = load i32, i32* @__net_listeners, align 4
  %conv.i = zext i32 %10 to i64
  %cmp19.not.i = icmp eq i32 %10, 0
  br i1 %cmp19.not.i, label %listener_at.exit, label %for.body.i

for.body.i:                                       ; preds = %if.end31, %for.body.i
  %l.021.i = phi i64 [ %inc.i, %for.body.i ], [ 0, %if.end31 ]
  %found.020.i = phi i64 [ %cond.i104, %for.body.i ], [ %conv.i, %if.end31 ]
  %arrayidx.i = getelementptr inbounds [0 x i16], [0 x i16]* @__net_port, i64 0, i64 %l.021.i
  %11 = load i16, i16* %arrayidx.i, align 2
  %cmp5.i = icmp eq i16 %11, %1
  %arrayidx7.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_hosts, i64 0, i64 %l.021.i
  %12 = load i8, i8* %arrayidx7.i, align 1
  %conv8.i = zext i8 %12 to i32
  %cmp9.i = icmp eq i32 %retval.0.i, %conv8.i
  %and18.i = and i1 %cmp5.i, %cmp9.i
  %cond.i104 = select i1 %and18.i, i64 %l.021.i, i64 %found.020.i
  %inc.i = add nuw nsw i64 %l.021.i, 1
  %exitcond.not.i = icmp eq i64 %inc.i, %conv.i
  br i1 %exitcond.not.i, label %listener_at.exit, label %for.body.i

listener_at.exit:                                 ; preds = %for.body.i, %if.end31
  %found.0.lcssa.i = phi i64 [ %conv.i, %if.end31 ], [ %cond.i104, %for.body.i ]
  %13 = load i32, i32* @__net_connect_waits, align 4
  %tobool33.not = icmp eq i32 %13, 0
  br i1 %tobool33.not, label %if.end38, label %if.then34

if.then34:                                        ; preds = %listener_at.exit
  %cmp36 = icmp ne i64 %found.0.lcssa.i, %conv.i
  call void @__kulan_wait(i1 noundef zeroext %cmp36)
  br label %if.end38

if.end38:                                         ; preds = %if.then34, %listener_at.exit
  %cmp40 = icmp eq i64 %found.0.lcssa.i, %conv.i
  br i1 %cmp40, label %do.body43, label %if.end46

do.body43:                                        ; preds = %if.end38
  store i32 111, i32* @__net_errno, align 4
  br label %cleanup74

if.end46:                                         ; preds = %if.end38
  %arrayidx47 = getelementptr inbounds [0 x i64], [0 x i64]* @__net_queue, i64 0, i64 %found.0.lcssa.i
  %14 = load i64, i64* %arrayidx47, align 8
  br label %for.body.i108

for.body.i108:                                    ; preds = %for.body.i108, %if.end46
  %indvars.iv.i = phi i64 [ 0, %if.end46 ], [ %indvars.iv.next.i, %for.body.i108 ]
  %n.07.i = phi i32 [ 0, %if.end46 ], [ %add.i, %for.body.i108 ]
  %15 = shl nsw i64 %indvars.iv.i, 3
  %16 = shl i64 255, %15
  %17 = and i64 %16, %14
  %cmp1.i105 = icmp ne i64 %17, 0
  %conv.i106 = zext i1 %cmp1.i105 to i32
  %add.i = add i32 %n.07.i, %conv.i106
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %exitcond.not.i107 = icmp eq i64 %indvars.iv.next.i, 8
  br i1 %exitcond.not.i107, label %waiting.exit, label %for.body.i108

waiting.exit:                                     ; preds = %for.body.i108
  %arrayidx49 = getelementptr inbounds [0 x i8], [0 x i8]* @__net_backlog, i64 0, i64 %found.0.lcssa.i
  %18 = load i8, i8* %arrayidx49, align 1
  %conv50 = zext i8 %18 to i32
  %cmp51 = icmp ule i32 %add.i, %conv50
  call void @__kulan_wait(i1 noundef zeroext %cmp51)
  %cmp53 = icmp ult i32 %add.i, 8
  call void @__kulan_bound(i1 noundef zeroext %cmp53)
  %19 = load i32, i32* @__net_process, align 4
  %mul.i = shl i32 %19, 2
  %conv.i109 = zext i32 %mul.i to i64
  br label %for.body.i115

for.body.i115:                                    ; preds = %for.body.i115, %waiting.exit
  %indvars.iv.i110 = phi i64 [ 3, %waiting.exit ], [ %indvars.iv.next.i114, %for.body.i115 ]
  %c.027.i = phi i64 [ 4, %waiting.exit ], [ %cond.i113, %for.body.i115 ]
  %add.i111 = add nuw nsw i64 %indvars.iv.i110, %conv.i109
  %mul3.i = shl nsw i64 %add.i111, 1
  %arrayidx.i112 = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %mul3.i
  %20 = load i8, i8* %arrayidx.i112, align 1
  %add8.i = or i64 %mul3.i, 1
  %arrayidx9.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %add8.i
  %21 = load i8, i8* %arrayidx9.i, align 1
  %or26.i = or i8 %21, %20
  %tobool.not.i = icmp eq i8 %or26.i, 0
  %cond.i113 = select i1 %tobool.not.i, i64 %indvars.iv.i110, i64 %c.027.i
  %indvars.iv.next.i114 = add nsw i64 %indvars.iv.i110, -1
  %cmp.not.i = icmp eq i64 %indvars.iv.i110, 0
  br i1 %cmp.not.i, label %free_connection.exit, label %for.body.i115

free_connection.exit:                             ; preds = %for.body.i115
  %cmp12.i = icmp ne i64 %cond.i113, 4
  call void @__kulan_bound(i1 noundef zeroext %cmp12.i)
  %add14.i = add i64 %cond.i113, %conv.i109
  %mul = shl i64 %add14.i, 1
  %arrayidx56 = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %mul
  store i8 1, i8* %arrayidx56, align 1
  %add = or i64 %mul, 1
  %arrayidx58 = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %add
  store i8 1, i8* %arrayidx58, align 1
  %add59 = add i64 %add14.i, 1
  %mul60 = shl i32 %add.i, 3
  %sh_prom = zext i32 %mul60 to i64
  %shl = shl i64 %add59, %sh_prom
  %or = or i64 %shl, %14
  store i64 %or, i64* %arrayidx47, align 8
  store i8 4, i8* %arrayidx, align 1
  %conv64 = trunc i64 %mul to i16
  %arrayidx65 = getelementptr inbounds [6 x i16], [6 x i16]* @__net_which, i64 0, i64 %idxprom
  store i16 %conv64, i16* %arrayidx65, align 2
  br label %cleanup74

cleanup74:                                        ; preds = %do.body19, %do.body28, %free_connection.exit, %do.body43, %do.body
  %retval.2 = phi i32 [ -1, %do.body ], [ -1, %do.body19 ], [ -1, %do.body28 ], [ -1, %do.body43 ], [ 0, %free_connection.exit ]
  call void @__kulan_atomic_end()
  ret i32 %retval.2
}

; Function Attrs: nounwind
define weak i32 @accept(i32 noundef %fd, i8* noundef %address, i32* noundef %length) {
entry:
  call void @__kulan_atomic_begin()
  %sub = add nsw i32 %fd, -3
  %cmp = icmp ult i32 %sub, 6
  br i1 %cmp, label %land.lhs.true, label %do.body

land.lhs.true:                                    ; preds = %entry
  %idxprom = zext i32 %sub to i64
  %arrayidx = getelementptr inbounds [6 x i8], [6 x i8]* @__net_what, i64 0, i64 %idxprom
  %0 = load i8, i8* %arrayidx, align 1
  switch i8 %0, label %do.body11 [
    i8 0, label %do.body
    i8 3, label %if.end13
  ]

do.body:                                          ; preds = %land.lhs.true, %entry
  store i32 9, i32* @__net_errno, align 4
  br label %cleanup.cont

do.body11:                                        ; preds = %land.lhs.true
  store i32 22, i32* @__net_errno, align 4
  br label %cleanup.cont

if.end13:                                         ; preds = %land.lhs.true
  %arrayidx14 = getelementptr inbounds [6 x i16], [6 x i16]* @__net_which, i64 0, i64 %idxprom
  %1 = load i16, i16* %arrayidx14, align 2
  %conv15 = zext i16 %1 to i64
  %arrayidx16 = getelementptr inbounds [0 x i64], [0 x i64]* @__net_queue, i64 0, i64 %conv15
  %2 = load i64, i64* %arrayidx16, align 8
  %cmp17 = icmp ne i64 %2, 0
  %arrayidx19 = getelementptr inbounds [6 x i8], [6 x i8]* @__net_how, i64 0, i64 %idxprom
  %3 = load i8, i8* %arrayidx19, align 1
  %conv.i = zext i8 %3 to i32
  %and.i = and i32 %conv.i, 1
  %tobool.not.i = icmp eq i32 %and.i, 0
  br i1 %tobool.not.i, label %if.end.i, label %wait_for.exit

if.end.i:                                         ; preds = %if.end13
  %call.i = call zeroext i1 @__VERIFIER_nondet_patience()
  %and6.i = and i32 %conv.i, 2
  %tobool7.i = icmp ne i32 %and6.i, 0
  %4 = or i1 %tobool7.i, %call.i
  call void @__kulan_wait(i1 noundef zeroext %4)
  %5 = xor i1 %cmp17, %call.i
  %cmp.i = xor i1 %5, true
  call void @__kulan_wait(i1 noundef zeroext %cmp.i)
  br label %wait_for.exit

wait_for.exit:                                    ; preds = %if.end13, %if.end.i
  %retval.0.i = phi i1 [ %call.i, %if.end.i ], [ %cmp17, %if.end13 ]
  br i1 %retval.0.i, label %if.end24, label %do.body21

do.body21:                                        ; preds = %wait_for.exit
  store i32 11, i32* @__net_errno, align 4
  br label %cleanup.cont

if.end24:                                         ; preds = %wait_for.exit
  %shr = lshr i64 %2, 8
  store i64 %shr, i64* %arrayidx16, align 8
  %and = shl i64 %2, 1
  %sub26 = and i64 %and, 510
  br label %for.body.i.i

for.body.i.i:                                     ; preds = %for.body.i.i, %if.end24
  %indvars.iv.i.i = phi i64 [ 5, %if.end24 ], [ %indvars.iv.next.i.i, %for.body.i.i ]
  %d.011.i.i = phi i64 [ 6, %if.end24 ], [ %cond.i.i, %for.body.i.i ]
  %arrayidx.i.i = getelementptr inbounds [6 x i8], [6 x i8]* @__net_what, i64 0, i64 %indvars.iv.i.i
  %6 = load i8, i8* %arrayidx.i.i, align 1
  %tobool.not.i.i = icmp eq i8 %6, 0
  %cond.i.i = select i1 %tobool.not.i.i, i64 %indvars.iv.i.i, i64 %d.011.i.i
  %indvars.iv.next.i.i = add nsw i64 %indvars.iv.i.i, -1
  %cmp.not.i.i = icmp eq i64 %indvars.iv.i.i, 0
  br i1 %cmp.not.i.i, label %new_descriptor.exit, label %for.body.i.i

new_descriptor.exit:                              ; preds = %for.body.i.i
  %add = add nsw i64 %sub26, -1
  %cmp2.i.i = icmp ne i64 %cond.i.i, 6
  call void @__kulan_bound(i1 noundef zeroext %cmp2.i.i)
  %arrayidx.i = getelementptr inbounds [6 x i8], [6 x i8]* @__net_what, i64 0, i64 %cond.i.i
  store i8 4, i8* %arrayidx.i, align 1
  %conv.i51 = trunc i64 %add to i16
  %arrayidx1.i = getelementptr inbounds [6 x i16], [6 x i16]* @__net_which, i64 0, i64 %cond.i.i
  store i16 %conv.i51, i16* %arrayidx1.i, align 2
  %conv2.i = trunc i64 %cond.i.i to i32
  %add.i = add nsw i32 %conv2.i, 3
  %tobool.not.i52 = icmp eq i8* %address, null
  br i1 %tobool.not.i52, label %cleanup.cont, label %if.end.i54

if.end.i54:                                       ; preds = %new_descriptor.exit
  %7 = trunc i64 %add to i32
  %conv.i53 = add i32 %7, 40000
  %family.i = bitcast i8* %address to i16*
  store i16 2, i16* %family.i, align 4
  %conv1.i = and i32 %conv.i53, 65535
  %shl.i = shl nuw nsw i32 %conv1.i, 8
  %8 = lshr i32 %conv1.i, 8
  %or.i = or i32 %shl.i, %8
  %conv3.i = trunc i32 %or.i to i16
  %port4.i = getelementptr inbounds i8, i8* %address, i64 2
  %9 = bitcast i8* %port4.i to i16*
  store i16 %conv3.i, i16* %9, align 2
  %host.i = getelementptr inbounds i8, i8* %address, i64 4
  %10 = bitcast i8* %host.i to i32*
  store i32 16777343, i32* %10, align 4
  store i32 16, i32* %length, align 4
  br label %cleanup.cont

cleanup.cont:                                     ; preds = %if.end.i54, %new_descriptor.exit, %do.body11, %do.body21, %do.body
  %retval.2 = phi i32 [ -1, %do.body ], [ -1, %do.body11 ], [ -1, %do.body21 ], [ %add.i, %new_descriptor.exit ], [ %add.i, %if.end.i54 ]
  call void @__kulan_atomic_end()
  ret i32 %retval.2
}

; Function Attrs: nounwind
define weak i32 @accept4(i32 noundef %fd, i8* noundef %address, i32* noundef %length, i32 noundef %flags) {
entry:
  %cmp = icmp eq i32 %flags, 0
  call void @__kulan_support(i1 noundef zeroext %cmp)
  %call = call i32 @accept(i32 noundef %fd, i8* noundef %address, i32* noundef %length)
  ret i32 %call
}

; Function Attrs: nounwind
define weak i64 @recv(i32 noundef %fd, i8* noundef %to, i64 noundef %size, i32 noundef %flags) {
entry:
  %and = and i32 %flags, -16707
  %tobool.not = icmp eq i32 %and, 0
  br i1 %tobool.not, label %land.rhs, label %land.end

land.rhs:                                         ; preds = %entry
  %and1 = and i32 %flags, 256
  %tobool2.not = icmp eq i32 %and1, 0
  %cmp = icmp ult i64 %size, 2
  %0 = or i1 %cmp, %tobool2.not
  br label %land.end

land.end:                                         ; preds = %land.rhs, %entry
  %1 = phi i1 [ false, %entry ], [ %0, %land.rhs ]
  call void @__kulan_support(i1 noundef zeroext %1)
  call void @__kulan_atomic_begin()
  %sub = add nsw i32 %fd, -3
  %cmp3 = icmp ult i32 %sub, 6
  br i1 %cmp3, label %land.lhs.true, label %do.body

land.lhs.true:                                    ; preds = %land.end
  %idxprom = zext i32 %sub to i64
  %arrayidx = getelementptr inbounds [6 x i8], [6 x i8]* @__net_what, i64 0, i64 %idxprom
  %2 = load i8, i8* %arrayidx, align 1
  switch i8 %2, label %do.body14 [
    i8 0, label %do.body
    i8 4, label %if.end16
  ]

do.body:                                          ; preds = %land.lhs.true, %land.end
  store i32 9, i32* @__net_errno, align 4
  br label %cleanup.cont

do.body14:                                        ; preds = %land.lhs.true
  store i32 107, i32* @__net_errno, align 4
  br label %cleanup.cont

if.end16:                                         ; preds = %land.lhs.true
  %arrayidx17 = getelementptr inbounds [6 x i16], [6 x i16]* @__net_which, i64 0, i64 %idxprom
  %3 = load i16, i16* %arrayidx17, align 2
  %conv18 = zext i16 %3 to i64
  %arrayidx19 = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %conv18
  %4 = load i8, i8* %arrayidx19, align 1
  %conv20 = zext i8 %4 to i32
  %and21 = and i32 %conv20, 64
  %tobool22.not = icmp eq i32 %and21, 0
  br i1 %tobool22.not, label %if.end27, label %do.body24

do.body24:                                        ; preds = %if.end16
  store i32 9, i32* @__net_errno, align 4
  br label %cleanup.cont

if.end27:                                         ; preds = %if.end16
  %cmp28 = icmp eq i64 %size, 0
  br i1 %cmp28, label %cleanup.cont, label %if.end34

if.end34:                                         ; preds = %if.end27
  %arrayidx35 = getelementptr inbounds [0 x i8], [0 x i8]* @__net_count, i64 0, i64 %conv18
  %5 = load i8, i8* %arrayidx35, align 1
  %cmp37 = icmp ne i8 %5, 0
  %arrayidx39 = getelementptr inbounds [6 x i8], [6 x i8]* @__net_how, i64 0, i64 %idxprom
  %6 = load i8, i8* %arrayidx39, align 1
  %and40 = and i32 %flags, 64
  %tobool41.not = icmp eq i32 %and40, 0
  %and48 = and i32 %conv20, 6
  %tobool49 = icmp ne i32 %and48, 0
  %7 = select i1 %cmp37, i1 true, i1 %tobool49
  %8 = zext i8 %6 to i32
  %conv.i = select i1 %tobool41.not, i32 %8, i32 1
  %and.i = and i32 %conv.i, 1
  %tobool.not.i = icmp eq i32 %and.i, 0
  br i1 %tobool.not.i, label %if.end.i, label %wait_for.exit

if.end.i:                                         ; preds = %if.end34
  %call.i = call zeroext i1 @__VERIFIER_nondet_patience()
  %and6.i = and i32 %conv.i, 2
  %tobool7.i = icmp ne i32 %and6.i, 0
  %9 = or i1 %tobool7.i, %call.i
  call void @__kulan_wait(i1 noundef zeroext %9)
  %10 = xor i1 %7, %call.i
  %cmp.i = xor i1 %10, true
  call void @__kulan_wait(i1 noundef zeroext %cmp.i)
  br label %wait_for.exit

wait_for.exit:                                    ; preds = %if.end34, %if.end.i
  %retval.0.i = phi i1 [ %call.i, %if.end.i ], [ %7, %if.end34 ]
  br i1 %retval.0.i, label %if.end55, label %do.body52

do.body52:                                        ; preds = %wait_for.exit
  store i32 11, i32* @__net_errno, align 4
  br label %cleanup.cont

if.end55:                                         ; preds = %wait_for.exit
  br i1 %cmp37, label %do.body58, label %if.end66

do.body58:                                        ; preds = %if.end55
  %and60 = and i32 %flags, 2
  %cmp61.not = icmp eq i32 %and60, 0
  %arrayidx.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_bytes, i64 0, i64 %conv18
  %11 = load i64, i64* %arrayidx.i, align 8
  %12 = load i8, i8* %arrayidx35, align 1
  %conv.i113 = zext i8 %12 to i64
  %cmp.i114 = icmp eq i64 %size, 1
  br i1 %cmp.i114, label %if.then.i, label %if.else.i

if.then.i:                                        ; preds = %do.body58
  %conv3.i = trunc i64 %11 to i8
  store i8 %conv3.i, i8* %to, align 1
  br label %if.end76.i

if.else.i:                                        ; preds = %do.body58
  %cmp5.i = icmp ugt i64 %conv.i113, %size
  %cond.i = select i1 %cmp5.i, i64 %size, i64 %conv.i113
  %call.i115 = call zeroext i1 @__VERIFIER_nondet_part()
  %conv7.i = zext i1 %call.i115 to i64
  %call8.i = call zeroext i1 @__VERIFIER_nondet_part()
  %mul.i = select i1 %call8.i, i64 2, i64 0
  %add.i = or i64 %mul.i, %conv7.i
  %call10.i = call zeroext i1 @__VERIFIER_nondet_part()
  %mul12.i = select i1 %call10.i, i64 4, i64 0
  %add13.i = or i64 %add.i, %mul12.i
  %add15.i = add nuw nsw i64 %add13.i, 1
  %cmp16.i = icmp ugt i64 %add15.i, %cond.i
  %cond21.i = select i1 %cmp16.i, i64 %cond.i, i64 %add15.i
  %cmp22.not.i = icmp eq i64 %cond21.i, 0
  br i1 %cmp22.not.i, label %if.end.i116, label %if.then24.i

if.then24.i:                                      ; preds = %if.else.i
  %conv25.i = trunc i64 %11 to i8
  store i8 %conv25.i, i8* %to, align 1
  br label %if.end.i116

if.end.i116:                                      ; preds = %if.then24.i, %if.else.i
  %cmp27.i = icmp ugt i64 %cond21.i, 1
  br i1 %cmp27.i, label %if.then29.i, label %if.end33.i

if.then29.i:                                      ; preds = %if.end.i116
  %shr30.i = lshr i64 %11, 8
  %conv31.i = trunc i64 %shr30.i to i8
  %arrayidx32.i = getelementptr inbounds i8, i8* %to, i64 1
  store i8 %conv31.i, i8* %arrayidx32.i, align 1
  br label %if.end33.i

if.end33.i:                                       ; preds = %if.then29.i, %if.end.i116
  %cmp34.i = icmp ugt i64 %cond21.i, 2
  br i1 %cmp34.i, label %if.then36.i, label %if.end40.i

if.then36.i:                                      ; preds = %if.end33.i
  %shr37.i = lshr i64 %11, 16
  %conv38.i = trunc i64 %shr37.i to i8
  %arrayidx39.i = getelementptr inbounds i8, i8* %to, i64 2
  store i8 %conv38.i, i8* %arrayidx39.i, align 1
  br label %if.end40.i

if.end40.i:                                       ; preds = %if.then36.i, %if.end33.i
  %cmp41.i = icmp ugt i64 %cond21.i, 3
  br i1 %cmp41.i, label %if.then43.i, label %if.end47.i

if.then43.i:                                      ; preds = %if.end40.i
  %shr44.i = lshr i64 %11, 24
  %conv45.i = trunc i64 %shr44.i to i8
  %arrayidx46.i = getelementptr inbounds i8, i8* %to, i64 3
  store i8 %conv45.i, i8* %arrayidx46.i, align 1
  br label %if.end47.i

if.end47.i:                                       ; preds = %if.then43.i, %if.end40.i
  %cmp48.i = icmp ugt i64 %cond21.i, 4
  br i1 %cmp48.i, label %if.then50.i, label %if.end54.i

if.then50.i:                                      ; preds = %if.end47.i
  %shr51.i = lshr i64 %11, 32
  %conv52.i = trunc i64 %shr51.i to i8
  %arrayidx53.i = getelementptr inbounds i8, i8* %to, i64 4
  store i8 %conv52.i, i8* %arrayidx53.i, align 1
  br label %if.end54.i

if.end54.i:                                       ; preds = %if.then50.i, %if.end47.i
  %cmp55.i = icmp ugt i64 %cond21.i, 5
  br i1 %cmp55.i, label %if.then57.i, label %if.end61.i

if.then57.i:                                      ; preds = %if.end54.i
  %shr58.i = lshr i64 %11, 40
  %conv59.i = trunc i64 %shr58.i to i8
  %arrayidx60.i = getelementptr inbounds i8, i8* %to, i64 5
  store i8 %conv59.i, i8* %arrayidx60.i, align 1
  br label %if.end61.i

if.end61.i:                                       ; preds = %if.then57.i, %if.end54.i
  %cmp62.i = icmp ugt i64 %cond21.i, 6
  br i1 %cmp62.i, label %if.then64.i, label %if.end68.i

if.then64.i:                                      ; preds = %if.end61.i
  %shr65.i = lshr i64 %11, 48
  %conv66.i = trunc i64 %shr65.i to i8
  %arrayidx67.i = getelementptr inbounds i8, i8* %to, i64 6
  store i8 %conv66.i, i8* %arrayidx67.i, align 1
  br label %if.end68.i

if.end68.i:                                       ; preds = %if.then64.i, %if.end61.i
  %cmp69.i = icmp ugt i64 %cond21.i, 7
  br i1 %cmp69.i, label %if.then71.i, label %if.end76.i

if.then71.i:                                      ; preds = %if.end68.i
  %shr72.i = lshr i64 %11, 56
  %conv73.i = trunc i64 %shr72.i to i8
  %arrayidx74.i = getelementptr inbounds i8, i8* %to, i64 7
  store i8 %conv73.i, i8* %arrayidx74.i, align 1
  br label %if.end76.i

if.end76.i:                                       ; preds = %if.then71.i, %if.end68.i, %if.then.i
  %part.0.i = phi i64 [ 1, %if.then.i ], [ %cond21.i, %if.then71.i ], [ %cond21.i, %if.end68.i ]
  br i1 %cmp61.not, label %if.then77.i, label %cleanup.cont

if.then77.i:                                      ; preds = %if.end76.i
  %cmp78.i = icmp eq i64 %part.0.i, 8
  %mul82.i = shl nsw i64 %part.0.i, 3
  %shr83.i = lshr i64 %11, %mul82.i
  %cond85.i = select i1 %cmp78.i, i64 0, i64 %shr83.i
  store i64 %cond85.i, i64* %arrayidx.i, align 8
  %13 = trunc i64 %part.0.i to i8
  %conv87.i = sub i8 %12, %13
  store i8 %conv87.i, i8* %arrayidx35, align 1
  br label %cleanup.cont

if.end66:                                         ; preds = %if.end55
  %14 = and i32 %conv20, 10
  %.not = icmp eq i32 %14, 8
  br i1 %.not, label %if.then74, label %cleanup.cont

if.then74:                                        ; preds = %if.end66
  %and76 = and i8 %4, -9
  store i8 %and76, i8* %arrayidx19, align 1
  store i32 104, i32* @__net_errno, align 4
  br label %cleanup.cont

cleanup.cont:                                     ; preds = %if.end66, %if.then77.i, %if.end76.i, %if.end27, %do.body14, %do.body52, %if.then74, %do.body24, %do.body
  %retval.3 = phi i64 [ -1, %do.body ], [ -1, %do.body14 ], [ -1, %do.body24 ], [ -1, %if.then74 ], [ -1, %do.body52 ], [ 0, %if.end27 ], [ %part.0.i, %if.end76.i ], [ %part.0.i, %if.then77.i ], [ 0, %if.end66 ]
  call void @__kulan_atomic_end()
  ret i64 %retval.3
}

; Function Attrs: nounwind
define weak i64 @read(i32 noundef %fd, i8* noundef %to, i64 noundef %size) {
entry:
  %cmp = icmp ne i32 %fd, 0
  call void @__kulan_support(i1 noundef zeroext %cmp)
  %call = call i64 @recv(i32 noundef %fd, i8* noundef %to, i64 noundef %size, i32 noundef 0)
  ret i64 %call
}

; Function Attrs: nounwind
define weak i64 @send(i32 noundef %fd, i8* noundef %from, i64 noundef %size, i32 noundef %flags) {
entry:
  %and = and i32 %flags, -16449
  %tobool.not = icmp eq i32 %and, 0
  call void @__kulan_support(i1 noundef zeroext %tobool.not)
  call void @__kulan_atomic_begin()
  %sub = add nsw i32 %fd, -3
  %cmp = icmp ult i32 %sub, 6
  br i1 %cmp, label %land.lhs.true, label %do.body

land.lhs.true:                                    ; preds = %entry
  %idxprom = zext i32 %sub to i64
  %arrayidx = getelementptr inbounds [6 x i8], [6 x i8]* @__net_what, i64 0, i64 %idxprom
  %0 = load i8, i8* %arrayidx, align 1
  switch i8 %0, label %do.body11 [
    i8 0, label %do.body
    i8 4, label %if.end17
  ]

do.body:                                          ; preds = %land.lhs.true, %entry
  store i32 9, i32* @__net_errno, align 4
  br label %cleanup.cont153.sink.split

do.body11:                                        ; preds = %land.lhs.true
  %cmp14 = icmp eq i8 %0, 1
  %cond = select i1 %cmp14, i32 32, i32 107
  store i32 %cond, i32* @__net_errno, align 4
  br label %cleanup.cont153.sink.split

if.end17:                                         ; preds = %land.lhs.true
  %arrayidx18 = getelementptr inbounds [6 x i16], [6 x i16]* @__net_which, i64 0, i64 %idxprom
  %1 = load i16, i16* %arrayidx18, align 2
  %conv19 = zext i16 %1 to i64
  %xor = xor i64 %conv19, 1
  %arrayidx20 = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %conv19
  %2 = load i8, i8* %arrayidx20, align 1
  %arrayidx21 = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %xor
  %3 = load i8, i8* %arrayidx21, align 1
  %4 = and i8 %3, 1
  %tobool24.not = icmp eq i8 %4, 0
  %conv26 = zext i8 %2 to i32
  %and27 = and i32 %conv26, 20
  %tobool28.not = icmp eq i32 %and27, 0
  br i1 %tobool28.not, label %lor.lhs.false, label %if.then35

lor.lhs.false:                                    ; preds = %if.end17
  %tobool24.not.not = xor i1 %tobool24.not, true
  %and33 = and i32 %conv26, 32
  %tobool34.not = icmp eq i32 %and33, 0
  %or.cond202 = select i1 %tobool24.not.not, i1 true, i1 %tobool34.not
  br i1 %or.cond202, label %if.end79, label %if.then35

if.then35:                                        ; preds = %lor.lhs.false, %if.end17
  %5 = and i32 %conv26, 90
  %6 = icmp eq i32 %5, 8
  br i1 %6, label %if.then45, label %if.end53

if.then45:                                        ; preds = %if.then35
  %and47 = and i8 %2, -9
  store i8 %and47, i8* %arrayidx20, align 1
  store i32 104, i32* @__net_errno, align 4
  br label %cleanup.cont153.sink.split

if.end53:                                         ; preds = %if.then35
  %7 = and i32 %conv26, 112
  %8 = icmp eq i32 %7, 48
  br i1 %8, label %do.body66, label %if.end69

do.body66:                                        ; preds = %if.end53
  store i32 9, i32* @__net_errno, align 4
  br label %cleanup.cont153.sink.split

if.end69:                                         ; preds = %if.end53
  %and70 = and i32 %flags, 16384
  %tobool71 = icmp ne i32 %and70, 0
  %9 = load i8, i8* @__net_ignores_pipe, align 1
  %tobool73 = icmp ne i8 %9, 0
  %or.cond = select i1 %tobool71, i1 true, i1 %tobool73
  br i1 %or.cond, label %do.body76, label %if.then74

if.then74:                                        ; preds = %if.end69
  call void @__kulan_atomic_end()
  call fastcc void @__net_leave()
  unreachable

do.body76:                                        ; preds = %if.end69
  store i32 32, i32* @__net_errno, align 4
  br label %cleanup.cont153.sink.split

if.end79:                                         ; preds = %lor.lhs.false
  br i1 %tobool24.not, label %if.then81, label %if.end91

if.then81:                                        ; preds = %if.end79
  %call = call zeroext i1 @__VERIFIER_nondet_reset()
  br i1 %call, label %if.then82, label %cleanup.cont153.sink.split

if.then82:                                        ; preds = %if.then81
  %or = or i8 %2, 4
  store i8 %or, i8* %arrayidx20, align 1
  br label %cleanup.cont153.sink.split

if.end91:                                         ; preds = %if.end79
  %arrayidx92 = getelementptr inbounds [0 x i8], [0 x i8]* @__net_count, i64 0, i64 %xor
  %10 = load i8, i8* %arrayidx92, align 1
  %conv93 = zext i8 %10 to i64
  %sub94 = sub nsw i64 8, %conv93
  %11 = load i32, i32* @__net_blocks, align 4
  %tobool95.not = icmp eq i32 %11, 0
  br i1 %tobool95.not, label %if.else127, label %if.then96

if.then96:                                        ; preds = %if.end91
  %and97 = and i32 %flags, 64
  %tobool98.not = icmp eq i32 %and97, 0
  br i1 %tobool98.not, label %cond.false, label %if.then107.critedge

cond.false:                                       ; preds = %if.then96
  %arrayidx99 = getelementptr inbounds [6 x i8], [6 x i8]* @__net_how, i64 0, i64 %idxprom
  %12 = load i8, i8* %arrayidx99, align 1
  %13 = and i8 %12, 1
  %phi.cmp = icmp eq i8 %13, 0
  %cmp104 = icmp ult i64 %size, 9
  call void @__kulan_support(i1 noundef zeroext %cmp104)
  br i1 %phi.cmp, label %if.else, label %if.then107

if.then107.critedge:                              ; preds = %if.then96
  %cmp104.c = icmp ult i64 %size, 9
  call void @__kulan_support(i1 noundef zeroext %cmp104.c)
  br label %if.then107

if.then107:                                       ; preds = %if.then107.critedge, %cond.false
  %cmp108 = icmp eq i8 %10, 8
  br i1 %cmp108, label %do.body111, label %if.end114

do.body111:                                       ; preds = %if.then107
  store i32 11, i32* @__net_errno, align 4
  call void @__kulan_atomic_end()
  br label %cleanup124

if.end114:                                        ; preds = %if.then107
  %cmp115 = icmp ugt i64 %sub94, %size
  %cond120 = select i1 %cmp115, i64 %size, i64 %sub94
  br label %cleanup124

if.else:                                          ; preds = %cond.false
  %cmp121 = icmp uge i64 %sub94, %size
  call void @__kulan_wait(i1 noundef zeroext %cmp121)
  br label %cleanup124

cleanup124:                                       ; preds = %if.end114, %if.else, %do.body111
  %part.1 = phi i64 [ %size, %do.body111 ], [ %cond120, %if.end114 ], [ %size, %if.else ]
  %cond154 = phi i1 [ false, %do.body111 ], [ true, %if.end114 ], [ true, %if.else ]
  br i1 %cond154, label %if.end130, label %cleanup.cont153

if.else127:                                       ; preds = %if.end91
  %cmp128 = icmp uge i64 %sub94, %size
  call void @__kulan_bound(i1 noundef zeroext %cmp128)
  br label %if.end130

if.end130:                                        ; preds = %cleanup124, %if.else127
  %part.2 = phi i64 [ %part.1, %cleanup124 ], [ %size, %if.else127 ]
  %tobool131.not = icmp eq i64 %part.2, 0
  br i1 %tobool131.not, label %cleanup.cont153.sink.split, label %for.body.preheader.i

for.body.preheader.i:                             ; preds = %if.end130
  %14 = add i64 %part.2, -1
  %umin.i = call i64 @llvm.umin.i64(i64 %14, i64 7)
  br label %for.body.i

for.body.i:                                       ; preds = %for.body.i, %for.body.preheader.i
  %i.011.i = phi i64 [ %inc.i, %for.body.i ], [ 0, %for.body.preheader.i ]
  %bytes.010.i = phi i64 [ %or.i, %for.body.i ], [ 0, %for.body.preheader.i ]
  %arrayidx.i = getelementptr inbounds i8, i8* %from, i64 %i.011.i
  %15 = load i8, i8* %arrayidx.i, align 1
  %conv.i = zext i8 %15 to i64
  %mul.i = shl i64 %i.011.i, 3
  %shl.i = shl i64 %conv.i, %mul.i
  %or.i = or i64 %shl.i, %bytes.010.i
  %inc.i = add nuw nsw i64 %i.011.i, 1
  %exitcond.not.i = icmp eq i64 %i.011.i, %umin.i
  br i1 %exitcond.not.i, label %gather.exit, label %for.body.i

gather.exit:                                      ; preds = %for.body.i
  %mul = shl nuw nsw i64 %conv93, 3
  %shl = shl i64 %or.i, %mul
  %arrayidx134 = getelementptr inbounds [0 x i64], [0 x i64]* @__net_bytes, i64 0, i64 %xor
  %16 = load i64, i64* %arrayidx134, align 8
  %or135 = or i64 %16, %shl
  store i64 %or135, i64* %arrayidx134, align 8
  %17 = trunc i64 %part.2 to i8
  %conv136 = add i8 %10, %17
  store i8 %conv136, i8* %arrayidx92, align 1
  br label %cleanup.cont153.sink.split

cleanup.cont153.sink.split:                       ; preds = %gather.exit, %if.end130, %if.then82, %if.then81, %do.body, %do.body76, %do.body66, %if.then45, %do.body11
  %retval.6.ph = phi i64 [ -1, %if.then45 ], [ -1, %do.body66 ], [ -1, %do.body76 ], [ -1, %do.body11 ], [ -1, %do.body ], [ %size, %if.then81 ], [ %size, %if.then82 ], [ %part.2, %if.end130 ], [ %part.2, %gather.exit ]
  call void @__kulan_atomic_end()
  br label %cleanup.cont153

cleanup.cont153:                                  ; preds = %cleanup.cont153.sink.split, %cleanup124
  %retval.6 = phi i64 [ -1, %cleanup124 ], [ %retval.6.ph, %cleanup.cont153.sink.split ]
  ret i64 %retval.6
}

declare zeroext i1 @__VERIFIER_nondet_reset()

; Function Attrs: nounwind
define weak i64 @write(i32 noundef %fd, i8* noundef %from, i64 noundef %size) {
entry:
  %0 = add i32 %fd, -1
  %1 = icmp ult i32 %0, 2
  br i1 %1, label %return, label %if.end

if.end:                                           ; preds = %entry
  %call = call i64 @send(i32 noundef %fd, i8* noundef %from, i64 noundef %size, i32 noundef 0)
  br label %return

return:                                           ; preds = %entry, %if.end
  %retval.0 = phi i64 [ %call, %if.end ], [ %size, %entry ]
  ret i64 %retval.0
}

; Function Attrs: nounwind
define weak i32 @shutdown(i32 noundef %fd, i32 noundef %how) {
entry:
  call void @__kulan_atomic_begin()
  %sub = add nsw i32 %fd, -3
  %cmp = icmp ult i32 %sub, 6
  br i1 %cmp, label %land.lhs.true, label %do.body

land.lhs.true:                                    ; preds = %entry
  %idxprom = zext i32 %sub to i64
  %arrayidx = getelementptr inbounds [6 x i8], [6 x i8]* @__net_what, i64 0, i64 %idxprom
  %0 = load i8, i8* %arrayidx, align 1
  switch i8 %0, label %do.body11 [
    i8 0, label %do.body
    i8 4, label %if.end13
  ]

do.body:                                          ; preds = %land.lhs.true, %entry
  store i32 9, i32* @__net_errno, align 4
  br label %cleanup.cont

do.body11:                                        ; preds = %land.lhs.true
  store i32 107, i32* @__net_errno, align 4
  br label %cleanup.cont

if.end13:                                         ; preds = %land.lhs.true
  %arrayidx14 = getelementptr inbounds [6 x i16], [6 x i16]* @__net_which, i64 0, i64 %idxprom
  %1 = load i16, i16* %arrayidx14, align 2
  %conv15 = zext i16 %1 to i64
  %xor = xor i64 %conv15, 1
  %arrayidx16 = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %xor
  %2 = load i8, i8* %arrayidx16, align 1
  %cmp17 = icmp eq i32 %how, 0
  %cmp19 = icmp eq i32 %how, 1
  %cond = select i1 %cmp19, i8 16, i8 18
  %cond21 = select i1 %cmp17, i8 2, i8 %cond
  %arrayidx22 = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %conv15
  %3 = load i8, i8* %arrayidx22, align 1
  %or = or i8 %3, %cond21
  store i8 %or, i8* %arrayidx22, align 1
  %4 = and i8 %2, 1
  %tobool.not = icmp eq i8 %4, 0
  %or.cond = select i1 %cmp17, i1 true, i1 %tobool.not
  %or31 = or i8 %2, 2
  %cond35 = select i1 %or.cond, i8 %2, i8 %or31
  store i8 %cond35, i8* %arrayidx16, align 1
  br label %cleanup.cont

cleanup.cont:                                     ; preds = %do.body11, %if.end13, %do.body
  %retval.1 = phi i32 [ -1, %do.body ], [ -1, %do.body11 ], [ 0, %if.end13 ]
  call void @__kulan_atomic_end()
  ret i32 %retval.1
}

; Function Attrs: nounwind
define weak i32 @poll(%struct.asked* noundef %list, i64 noundef %count, i32 noundef %limit) {
entry:
  %found = alloca [6 x i16], align 2
  %cmp = icmp ult i64 %count, 7
  call void @__kulan_support(i1 noundef zeroext %cmp)
  call void @__kulan_atomic_begin()
  %0 = bitcast [6 x i16]* %found to i8*
  call void @llvm.lifetime.start.p0i8(i64 12, i8* nonnull %0)
  %cmp153.not = icmp eq i64 %count, 0
  br i1 %cmp153.not, label %for.cond.cleanup, label %for.body

for.cond.cleanup:                                 ; preds = %for.body, %entry
  %number.0.lcssa = phi i32 [ 0, %entry ], [ %add, %for.body ]
  %cmp9 = icmp eq i32 %limit, 0
  %cmp11 = icmp sgt i32 %limit, 0
  %1 = select i1 %cmp11, i32 2, i32 0
  %conv.i = select i1 %cmp9, i32 1, i32 %1
  %and.i = and i32 %conv.i, 1
  %tobool.not.i = icmp eq i32 %and.i, 0
  br i1 %tobool.not.i, label %if.end.i, label %wait_for.exit

if.end.i:                                         ; preds = %for.cond.cleanup
  %cmp7 = icmp eq i32 %number.0.lcssa, 0
  %call.i = call zeroext i1 @__VERIFIER_nondet_patience()
  %and6.i = and i32 %conv.i, 2
  %tobool7.i = icmp ne i32 %and6.i, 0
  %2 = or i1 %tobool7.i, %call.i
  call void @__kulan_wait(i1 noundef zeroext %2)
  %cmp.i = xor i1 %cmp7, %call.i
  call void @__kulan_wait(i1 noundef zeroext %cmp.i)
  br label %wait_for.exit

wait_for.exit:                                    ; preds = %for.cond.cleanup, %if.end.i
  %cmp1856.not = icmp eq i64 %count, 0
  br i1 %cmp1856.not, label %for.cond.cleanup20, label %for.body21

for.body:                                         ; preds = %entry, %for.body
  %number.055 = phi i32 [ %add, %for.body ], [ 0, %entry ]
  %i.054 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %fd = getelementptr inbounds %struct.asked, %struct.asked* %list, i64 %i.054, i32 0
  %3 = load i32, i32* %fd, align 4
  %wanted = getelementptr inbounds %struct.asked, %struct.asked* %list, i64 %i.054, i32 1
  %4 = load i16, i16* %wanted, align 4
  %sub.i = add nsw i32 %3, -3
  %cmp.i50 = icmp ult i32 %sub.i, 6
  %cond.i = select i1 %cmp.i50, i32 %sub.i, i32 0
  %conv.i51 = zext i32 %cond.i to i64
  %arrayidx.i = getelementptr inbounds [6 x i8], [6 x i8]* @__net_what, i64 0, i64 %conv.i51
  %5 = load i8, i8* %arrayidx.i, align 1
  %arrayidx9.i = getelementptr inbounds [6 x i16], [6 x i16]* @__net_which, i64 0, i64 %conv.i51
  %6 = load i16, i16* %arrayidx9.i, align 2
  %conv10.i = zext i16 %6 to i64
  %7 = zext i8 %5 to i32
  %conv11.i = select i1 %cmp.i50, i32 %7, i32 0
  %cmp12.i = icmp eq i32 %conv11.i, 3
  %cond17.i = select i1 %cmp12.i, i64 %conv10.i, i64 0
  %cmp19.i = icmp eq i32 %conv11.i, 4
  %cond24.i = select i1 %cmp19.i, i64 %conv10.i, i64 0
  %arrayidx25.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_queue, i64 0, i64 %cond17.i
  %8 = load i64, i64* %arrayidx25.i, align 8
  %arrayidx26.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %cond24.i
  %9 = load i8, i8* %arrayidx26.i, align 1
  %arrayidx27.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_count, i64 0, i64 %cond24.i
  %10 = load i8, i8* %arrayidx27.i, align 1
  %xor.i = xor i64 %cond24.i, 1
  %arrayidx28.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_count, i64 0, i64 %xor.i
  %11 = load i8, i8* %arrayidx28.i, align 1
  %conv29.i = zext i8 %10 to i32
  %conv30.i = zext i8 %9 to i32
  %and.i52 = and i32 %conv30.i, 6
  %or.i = or i32 %and.i52, %conv29.i
  %tobool31.not.i = icmp eq i32 %or.i, 0
  %conv33.i = zext i16 %4 to i32
  %and34.i = and i32 %conv33.i, 1
  %cmp40.i = icmp ult i8 %11, 8
  %conv41.i = zext i1 %cmp40.i to i32
  %and43.i = lshr i32 %conv30.i, 2
  %and43.lobit.i = and i32 %and43.i, 1
  %or46.i = or i32 %and43.lobit.i, %conv41.i
  %tobool47.not.i = icmp eq i32 %or46.i, 0
  %and50.i = and i32 %conv33.i, 4
  %and56.i = and i32 %conv30.i, 10
  %cmp57.i = icmp eq i32 %and56.i, 8
  %and66.i = and i32 %conv30.i, 18
  %cmp67.i = icmp eq i32 %and66.i, 18
  %conv68.i = zext i1 %cmp67.i to i32
  %or69.i = or i32 %and43.lobit.i, %conv68.i
  %tobool70.not.i = icmp eq i32 %or69.i, 0
  %conv73.i = select i1 %tobool31.not.i, i32 0, i32 %and34.i
  %conv74.i = select i1 %tobool47.not.i, i32 0, i32 %and50.i
  %conv76.i = select i1 %cmp57.i, i32 8, i32 0
  %conv78.i = select i1 %tobool70.not.i, i32 0, i32 16
  %or75.i = or i32 %conv73.i, %conv76.i
  %or77.i = or i32 %or75.i, %conv74.i
  %or79.i = or i32 %or77.i, %conv78.i
  %tobool81.not.i = icmp eq i64 %8, 0
  %conv92.i = or i32 %and50.i, 16
  %conv100.i = select i1 %cmp19.i, i32 29, i32 0
  %and102.i = and i32 %or79.i, %conv100.i
  %conv111.i = select i1 %tobool81.not.i, i32 0, i32 %and34.i
  %and112.i = select i1 %cmp12.i, i32 %conv111.i, i32 0
  %cmp115.i = icmp eq i32 %conv11.i, 0
  %conv121.i = select i1 %cmp115.i, i32 32, i32 0
  %12 = add nsw i32 %conv11.i, -1
  %13 = icmp ult i32 %12, 2
  %and137.i = select i1 %13, i32 %conv92.i, i32 0
  %or113.i = or i32 %and112.i, %conv121.i
  %or123.i = or i32 %or113.i, %and137.i
  %or138.i = or i32 %or123.i, %and102.i
  %isneg.i = icmp slt i32 %3, 0
  %conv146.i = select i1 %isneg.i, i32 0, i32 65535
  %and148.i = and i32 %or138.i, %conv146.i
  %conv149.i = trunc i32 %and148.i to i16
  %arrayidx3 = getelementptr inbounds [6 x i16], [6 x i16]* %found, i64 0, i64 %i.054
  store i16 %conv149.i, i16* %arrayidx3, align 2
  %cmp5 = icmp ne i16 %conv149.i, 0
  %conv6 = zext i1 %cmp5 to i32
  %add = add nuw nsw i32 %number.055, %conv6
  %inc = add nuw i64 %i.054, 1
  %exitcond.not = icmp eq i64 %inc, %count
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body

for.cond.cleanup20:                               ; preds = %for.body21, %wait_for.exit
  call void @__kulan_atomic_end()
  call void @llvm.lifetime.end.p0i8(i64 12, i8* nonnull %0)
  ret i32 %number.0.lcssa

for.body21:                                       ; preds = %wait_for.exit, %for.body21
  %i16.057 = phi i64 [ %inc26, %for.body21 ], [ 0, %wait_for.exit ]
  %arrayidx22 = getelementptr inbounds [6 x i16], [6 x i16]* %found, i64 0, i64 %i16.057
  %14 = load i16, i16* %arrayidx22, align 2
  %found24 = getelementptr inbounds %struct.asked, %struct.asked* %list, i64 %i16.057, i32 2
  store i16 %14, i16* %found24, align 2
  %inc26 = add nuw i64 %i16.057, 1
  %exitcond58.not = icmp eq i64 %inc26, %count
  br i1 %exitcond58.not, label %for.cond.cleanup20, label %for.body21
}

; Function Attrs: nounwind
define weak i32 @select(i32 noundef %count, i64* noundef %reads, i64* noundef %writes, i64* noundef %others, %struct.duration* noundef %limit) {
entry:
  %0 = icmp ult i32 %count, 10
  call void @__kulan_support(i1 noundef zeroext %0)
  %sh_prom = zext i32 %count to i64
  %notmask = shl nsw i64 -1, %sh_prom
  %sub = xor i64 %notmask, -1
  %tobool.not = icmp eq i64* %reads, null
  br i1 %tobool.not, label %cond.end, label %cond.true

cond.true:                                        ; preds = %entry
  %1 = load i64, i64* %reads, align 8
  %and = and i64 %1, %sub
  br label %cond.end

cond.end:                                         ; preds = %entry, %cond.true
  %cond = phi i64 [ %and, %cond.true ], [ 0, %entry ]
  %tobool2.not = icmp eq i64* %writes, null
  br i1 %tobool2.not, label %cond.end6, label %cond.true3

cond.true3:                                       ; preds = %cond.end
  %2 = load i64, i64* %writes, align 8
  %and4 = and i64 %2, %sub
  br label %cond.end6

cond.end6:                                        ; preds = %cond.end, %cond.true3
  %cond7 = phi i64 [ %and4, %cond.true3 ], [ 0, %cond.end ]
  %tobool8.not = icmp eq i64* %others, null
  br i1 %tobool8.not, label %cond.end12, label %cond.true9

cond.true9:                                       ; preds = %cond.end6
  %3 = load i64, i64* %others, align 8
  %and10 = and i64 %3, %sub
  br label %cond.end12

cond.end12:                                       ; preds = %cond.end6, %cond.true9
  %cond13 = phi i64 [ %and10, %cond.true9 ], [ 0, %cond.end6 ]
  %tobool14 = icmp ne %struct.duration* %limit, null
  br i1 %tobool14, label %cond.false16, label %cond.end19

cond.false16:                                     ; preds = %cond.end12
  %seconds = getelementptr inbounds %struct.duration, %struct.duration* %limit, i64 0, i32 0
  %4 = load i64, i64* %seconds, align 8
  %parts = getelementptr inbounds %struct.duration, %struct.duration* %limit, i64 0, i32 1
  %5 = load i64, i64* %parts, align 8
  %or = or i64 %5, %4
  %tobool17.not = icmp eq i64 %or, 0
  %phi.cast163 = select i1 %tobool17.not, i32 1, i32 2
  br label %cond.end19

cond.end19:                                       ; preds = %cond.end12, %cond.false16
  %cond20 = phi i32 [ %phi.cast163, %cond.false16 ], [ 0, %cond.end12 ]
  %or21 = or i64 %cond7, %cond
  %and22 = and i64 %or21, 7
  %cmp23 = icmp eq i64 %and22, 0
  %cmp26 = icmp eq i64 %cond13, 0
  %6 = select i1 %cmp23, i1 %cmp26, i1 false
  call void @__kulan_support(i1 noundef zeroext %6)
  call void @__kulan_atomic_begin()
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.body
  %cmp72 = icmp ne i32 %add71, 0
  %or76158 = or i1 %tobool60, %cmp72
  %and.i = and i32 %cond20, 1
  %tobool.not.i = icmp eq i32 %and.i, 0
  br i1 %tobool.not.i, label %if.end.i, label %wait_for.exit

if.end.i:                                         ; preds = %for.cond.cleanup
  %call.i = call zeroext i1 @__VERIFIER_nondet_patience()
  %and6.i = and i32 %cond20, 2
  %tobool7.i = icmp ne i32 %and6.i, 0
  %7 = or i1 %tobool7.i, %call.i
  call void @__kulan_wait(i1 noundef zeroext %7)
  %8 = xor i1 %or76158, %call.i
  %cmp.i = xor i1 %8, true
  call void @__kulan_wait(i1 noundef zeroext %cmp.i)
  br label %wait_for.exit

wait_for.exit:                                    ; preds = %for.cond.cleanup, %if.end.i
  %retval.0.i = phi i1 [ %call.i, %if.end.i ], [ %or76158, %for.cond.cleanup ]
  br i1 %tobool60, label %do.body, label %if.end

for.body:                                         ; preds = %cond.end19, %for.body
  %indvars.iv = phi i64 [ 0, %cond.end19 ], [ %indvars.iv.next, %for.body ]
  %readable.0168 = phi i64 [ 0, %cond.end19 ], [ %or64, %for.body ]
  %writable.0167 = phi i64 [ 0, %cond.end19 ], [ %or68, %for.body ]
  %number.0166 = phi i32 [ 0, %cond.end19 ], [ %add71, %for.body ]
  %wrong.0165 = phi i1 [ false, %cond.end19 ], [ %tobool60, %for.body ]
  %9 = add nuw nsw i64 %indvars.iv, 3
  %shr = lshr i64 %cond, %9
  %shr35 = lshr i64 %cond7, %9
  %arrayidx.i = getelementptr inbounds [6 x i8], [6 x i8]* @__net_what, i64 0, i64 %indvars.iv
  %10 = load i8, i8* %arrayidx.i, align 1
  %arrayidx9.i = getelementptr inbounds [6 x i16], [6 x i16]* @__net_which, i64 0, i64 %indvars.iv
  %11 = load i16, i16* %arrayidx9.i, align 2
  %conv10.i = zext i16 %11 to i64
  %12 = zext i8 %10 to i32
  %cmp12.i = icmp eq i8 %10, 3
  %cond17.i = select i1 %cmp12.i, i64 %conv10.i, i64 0
  %cmp19.i = icmp eq i8 %10, 4
  %cond24.i = select i1 %cmp19.i, i64 %conv10.i, i64 0
  %arrayidx25.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_queue, i64 0, i64 %cond17.i
  %13 = load i64, i64* %arrayidx25.i, align 8
  %arrayidx26.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %cond24.i
  %14 = load i8, i8* %arrayidx26.i, align 1
  %arrayidx27.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_count, i64 0, i64 %cond24.i
  %15 = load i8, i8* %arrayidx27.i, align 1
  %xor.i = xor i64 %cond24.i, 1
  %arrayidx28.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_count, i64 0, i64 %xor.i
  %16 = load i8, i8* %arrayidx28.i, align 1
  %conv29.i = zext i8 %15 to i32
  %conv30.i = zext i8 %14 to i32
  %and.i162 = and i32 %conv30.i, 6
  %or.i = or i32 %and.i162, %conv29.i
  %tobool31.not.i = icmp ne i32 %or.i, 0
  %cmp40.i = icmp ult i8 %16, 8
  %conv41.i = zext i1 %cmp40.i to i32
  %and43.i = lshr i32 %conv30.i, 2
  %and43.lobit.i = and i32 %and43.i, 1
  %or46.i = or i32 %and43.lobit.i, %conv41.i
  %tobool47.not.i = icmp eq i32 %or46.i, 0
  %and56.i = and i32 %conv30.i, 10
  %cmp57.i = icmp eq i32 %and56.i, 8
  %and66.i = and i32 %conv30.i, 18
  %cmp67.i = icmp eq i32 %and66.i, 18
  %conv68.i = zext i1 %cmp67.i to i32
  %or69.i = or i32 %and43.lobit.i, %conv68.i
  %tobool70.not.i = icmp eq i32 %or69.i, 0
  %conv73.i = zext i1 %tobool31.not.i to i32
  %conv74.i = select i1 %tobool47.not.i, i32 0, i32 4
  %conv76.i = select i1 %cmp57.i, i32 8, i32 0
  %conv78.i = select i1 %tobool70.not.i, i32 0, i32 16
  %or75.i = or i32 %conv76.i, %conv73.i
  %or77.i = or i32 %or75.i, %conv74.i
  %or79.i = or i32 %or77.i, %conv78.i
  %tobool81.not.i = icmp ne i64 %13, 0
  %conv100.i = select i1 %cmp19.i, i32 29, i32 0
  %and102.i = and i32 %or79.i, %conv100.i
  %narrow = select i1 %cmp12.i, i1 %tobool81.not.i, i1 false
  %and112.i = zext i1 %narrow to i32
  %cmp115.i = icmp eq i8 %10, 0
  %conv121.i = select i1 %cmp115.i, i32 32, i32 0
  %17 = add nsw i32 %12, -1
  %18 = icmp ult i32 %17, 2
  %and137.i = select i1 %18, i32 20, i32 0
  %or113.i = or i32 %and137.i, %conv121.i
  %or123.i = or i32 %or113.i, %and112.i
  %or138.i = or i32 %or123.i, %and102.i
  %and39 = and i32 %or138.i, 25
  %cmp40 = icmp ne i32 %and39, 0
  %19 = zext i1 %cmp40 to i64
  %and43 = and i64 %shr, %19
  %and45 = and i32 %or138.i, 12
  %cmp46 = icmp ne i32 %and45, 0
  %20 = zext i1 %cmp46 to i64
  %and49 = and i64 %shr35, %20
  %and32159 = or i64 %shr, %shr35
  %and52 = lshr exact i32 %conv121.i, 5
  %21 = zext i32 %and52 to i64
  %and56 = and i64 %and32159, %21
  %conv58 = zext i1 %wrong.0165 to i64
  %or59 = or i64 %and56, %conv58
  %tobool60 = icmp ne i64 %or59, 0
  %shl63 = shl i64 %and43, %9
  %or64 = or i64 %shl63, %readable.0168
  %shl67 = shl i64 %and49, %9
  %or68 = or i64 %shl67, %writable.0167
  %add69 = add nuw nsw i64 %and43, %and49
  %conv70 = trunc i64 %add69 to i32
  %add71 = add i32 %number.0166, %conv70
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, 6
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body

do.body:                                          ; preds = %wait_for.exit
  store i32 9, i32* @__net_errno, align 4
  br label %cleanup

if.end:                                           ; preds = %wait_for.exit
  %tobool81.not = xor i1 %retval.0.i, true
  %or.cond = and i1 %tobool14, %tobool81.not
  br i1 %or.cond, label %if.then83, label %if.end86

if.then83:                                        ; preds = %if.end
  %parts84 = getelementptr inbounds %struct.duration, %struct.duration* %limit, i64 0, i32 1
  store i64 0, i64* %parts84, align 8
  %seconds85 = getelementptr inbounds %struct.duration, %struct.duration* %limit, i64 0, i32 0
  store i64 0, i64* %seconds85, align 8
  br label %if.end86

if.end86:                                         ; preds = %if.then83, %if.end
  br i1 %tobool.not, label %if.end89, label %if.then88

if.then88:                                        ; preds = %if.end86
  store i64 %or64, i64* %reads, align 8
  br label %if.end89

if.end89:                                         ; preds = %if.then88, %if.end86
  br i1 %tobool2.not, label %cleanup, label %if.then91

if.then91:                                        ; preds = %if.end89
  store i64 %or68, i64* %writes, align 8
  br label %cleanup

cleanup:                                          ; preds = %if.then91, %if.end89, %do.body
  %retval.0 = phi i32 [ -1, %do.body ], [ %add71, %if.end89 ], [ %add71, %if.then91 ]
  call void @__kulan_atomic_end()
  ret i32 %retval.0
}

; Function Attrs: nounwind
define weak i32 @inet_addr(i8* noundef %text) {
entry:
  br label %for.cond.i

for.cond.i:                                       ; preds = %for.inc.i, %entry
  %text.addr.0.i = phi i8* [ %text, %entry ], [ %incdec.ptr.i, %for.inc.i ]
  %result.0.i = phi i32 [ 0, %entry ], [ %result.1.i, %for.inc.i ]
  %number.0.i = phi i32 [ 0, %entry ], [ %number.1.i, %for.inc.i ]
  %digits.0.i = phi i32 [ 0, %entry ], [ %digits.2.i, %for.inc.i ]
  %dots.0.i = phi i32 [ 0, %entry ], [ %dots.1.i, %for.inc.i ]
  %0 = load i8, i8* %text.addr.0.i, align 1
  %conv.i = zext i8 %0 to i32
  %sub.i = add nsw i32 %conv.i, -48
  %cmp.i = icmp ult i32 %sub.i, 10
  br i1 %cmp.i, label %if.then.i, label %if.end8.i

if.then.i:                                        ; preds = %for.cond.i
  %mul.i = mul i32 %number.0.i, 10
  %add.i = add i32 %sub.i, %mul.i
  %cmp3.i = icmp ugt i32 %add.i, 255
  br i1 %cmp3.i, label %cleanup.i, label %lor.lhs.false.i

lor.lhs.false.i:                                  ; preds = %if.then.i
  %inc.i = add i32 %digits.0.i, 1
  %cmp5.inv.i = icmp ult i32 %inc.i, 4
  %spec.select.i = select i1 %cmp5.inv.i, i32 4, i32 1
  br label %cleanup.i

if.end8.i:                                        ; preds = %for.cond.i
  %cmp9.i = icmp eq i32 %digits.0.i, 0
  br i1 %cmp9.i, label %cleanup.i, label %lor.lhs.false11.i

lor.lhs.false11.i:                                ; preds = %if.end8.i
  %cmp12.not.i = icmp eq i8 %0, 0
  br i1 %cmp12.not.i, label %if.end20.i, label %land.lhs.true.i

land.lhs.true.i:                                  ; preds = %lor.lhs.false11.i
  %cmp14.i = icmp ne i8 %0, 46
  %cmp17.i = icmp eq i32 %dots.0.i, 3
  %or.cond.i = select i1 %cmp14.i, i1 true, i1 %cmp17.i
  br i1 %or.cond.i, label %cleanup.i, label %if.end20.i

if.end20.i:                                       ; preds = %land.lhs.true.i, %lor.lhs.false11.i
  %mul21.i = shl i32 %dots.0.i, 3
  %shl.i = shl i32 %number.0.i, %mul21.i
  %or.i = or i32 %shl.i, %result.0.i
  br i1 %cmp12.not.i, label %cleanup.i, label %if.end25.i

if.end25.i:                                       ; preds = %if.end20.i
  %inc26.i = add i32 %dots.0.i, 1
  br label %cleanup.i

cleanup.i:                                        ; preds = %if.end25.i, %if.end20.i, %land.lhs.true.i, %if.end8.i, %lor.lhs.false.i, %if.then.i
  %result.1.i = phi i32 [ %or.i, %if.end25.i ], [ %result.0.i, %if.then.i ], [ %result.0.i, %land.lhs.true.i ], [ %result.0.i, %if.end8.i ], [ %or.i, %if.end20.i ], [ %result.0.i, %lor.lhs.false.i ]
  %number.1.i = phi i32 [ 0, %if.end25.i ], [ %add.i, %if.then.i ], [ %number.0.i, %land.lhs.true.i ], [ %number.0.i, %if.end8.i ], [ %number.0.i, %if.end20.i ], [ %add.i, %lor.lhs.false.i ]
  %digits.2.i = phi i32 [ 0, %if.end25.i ], [ %digits.0.i, %if.then.i ], [ %digits.0.i, %land.lhs.true.i ], [ %digits.0.i, %if.end8.i ], [ %digits.0.i, %if.end20.i ], [ %inc.i, %lor.lhs.false.i ]
  %dots.1.i = phi i32 [ %inc26.i, %if.end25.i ], [ %dots.0.i, %if.then.i ], [ %dots.0.i, %land.lhs.true.i ], [ %dots.0.i, %if.end8.i ], [ %dots.0.i, %if.end20.i ], [ %dots.0.i, %lor.lhs.false.i ]
  %cleanup.dest.slot.0.i = phi i32 [ 0, %if.end25.i ], [ 1, %if.then.i ], [ 1, %land.lhs.true.i ], [ 1, %if.end8.i ], [ 2, %if.end20.i ], [ %spec.select.i, %lor.lhs.false.i ]
  switch i32 %cleanup.dest.slot.0.i, label %__net_dotted.exit [
    i32 0, label %for.inc.i
    i32 4, label %for.inc.i
    i32 2, label %for.end.i
  ]

for.inc.i:                                        ; preds = %cleanup.i, %cleanup.i
  %incdec.ptr.i = getelementptr inbounds i8, i8* %text.addr.0.i, i64 1
  br label %for.cond.i

for.end.i:                                        ; preds = %cleanup.i
  %cmp27.not.i = icmp eq i32 %dots.1.i, 3
  %phi.sel = select i1 %cmp27.not.i, i32 %result.1.i, i32 -1
  br label %__net_dotted.exit

__net_dotted.exit:                                ; preds = %cleanup.i, %for.end.i
  %retval.2.i = phi i32 [ %phi.sel, %for.end.i ], [ -1, %cleanup.i ]
  ret i32 %retval.2.i
}

; Function Attrs: nounwind
define weak i32 @inet_aton(i8* noundef %text, i32* noundef %to) {
entry:
  br label %for.cond.i

for.cond.i:                                       ; preds = %for.inc.i, %entry
  %text.addr.0.i = phi i8* [ %text, %entry ], [ %incdec.ptr.i, %for.inc.i ]
  %result.0.i = phi i32 [ 0, %entry ], [ %result.1.i, %for.inc.i ]
  %number.0.i = phi i32 [ 0, %entry ], [ %number.1.i, %for.inc.i ]
  %digits.0.i = phi i32 [ 0, %entry ], [ %digits.2.i, %for.inc.i ]
  %dots.0.i = phi i32 [ 0, %entry ], [ %dots.1.i, %for.inc.i ]
  %0 = load i8, i8* %text.addr.0.i, align 1
  %conv.i = zext i8 %0 to i32
  %sub.i = add nsw i32 %conv.i, -48
  %cmp.i = icmp ult i32 %sub.i, 10
  br i1 %cmp.i, label %if.then.i, label %if.end8.i

if.then.i:                                        ; preds = %for.cond.i
  %mul.i = mul i32 %number.0.i, 10
  %add.i = add i32 %sub.i, %mul.i
  %cmp3.i = icmp ugt i32 %add.i, 255
  br i1 %cmp3.i, label %cleanup.i, label %lor.lhs.false.i

lor.lhs.false.i:                                  ; preds = %if.then.i
  %inc.i = add i32 %digits.0.i, 1
  %cmp5.inv.i = icmp ult i32 %inc.i, 4
  %spec.select.i = select i1 %cmp5.inv.i, i32 4, i32 1
  br label %cleanup.i

if.end8.i:                                        ; preds = %for.cond.i
  %cmp9.i = icmp eq i32 %digits.0.i, 0
  br i1 %cmp9.i, label %cleanup.i, label %lor.lhs.false11.i

lor.lhs.false11.i:                                ; preds = %if.end8.i
  %cmp12.not.i = icmp eq i8 %0, 0
  br i1 %cmp12.not.i, label %if.end20.i, label %land.lhs.true.i

land.lhs.true.i:                                  ; preds = %lor.lhs.false11.i
  %cmp14.i = icmp ne i8 %0, 46
  %cmp17.i = icmp eq i32 %dots.0.i, 3
  %or.cond.i = select i1 %cmp14.i, i1 true, i1 %cmp17.i
  br i1 %or.cond.i, label %cleanup.i, label %if.end20.i

if.end20.i:                                       ; preds = %land.lhs.true.i, %lor.lhs.false11.i
  %mul21.i = shl i32 %dots.0.i, 3
  %shl.i = shl i32 %number.0.i, %mul21.i
  %or.i = or i32 %shl.i, %result.0.i
  br i1 %cmp12.not.i, label %cleanup.i, label %if.end25.i

if.end25.i:                                       ; preds = %if.end20.i
  %inc26.i = add i32 %dots.0.i, 1
  br label %cleanup.i

cleanup.i:                                        ; preds = %if.end25.i, %if.end20.i, %land.lhs.true.i, %if.end8.i, %lor.lhs.false.i, %if.then.i
  %result.1.i = phi i32 [ %or.i, %if.end25.i ], [ %result.0.i, %if.then.i ], [ %result.0.i, %land.lhs.true.i ], [ %result.0.i, %if.end8.i ], [ %or.i, %if.end20.i ], [ %result.0.i, %lor.lhs.false.i ]
  %number.1.i = phi i32 [ 0, %if.end25.i ], [ %add.i, %if.then.i ], [ %number.0.i, %land.lhs.true.i ], [ %number.0.i, %if.end8.i ], [ %number.0.i, %if.end20.i ], [ %add.i, %lor.lhs.false.i ]
  %digits.2.i = phi i32 [ 0, %if.end25.i ], [ %digits.0.i, %if.then.i ], [ %digits.0.i, %land.lhs.true.i ], [ %digits.0.i, %if.end8.i ], [ %digits.0.i, %if.end20.i ], [ %inc.i, %lor.lhs.false.i ]
  %dots.1.i = phi i32 [ %inc26.i, %if.end25.i ], [ %dots.0.i, %if.then.i ], [ %dots.0.i, %land.lhs.true.i ], [ %dots.0.i, %if.end8.i ], [ %dots.0.i, %if.end20.i ], [ %dots.0.i, %lor.lhs.false.i ]
  %cleanup.dest.slot.0.i = phi i32 [ 0, %if.end25.i ], [ 1, %if.then.i ], [ 1, %land.lhs.true.i ], [ 1, %if.end8.i ], [ 2, %if.end20.i ], [ %spec.select.i, %lor.lhs.false.i ]
  switch i32 %cleanup.dest.slot.0.i, label %__net_dotted.exit [
    i32 0, label %for.inc.i
    i32 4, label %for.inc.i
    i32 2, label %for.end.i
  ]

for.inc.i:                                        ; preds = %cleanup.i, %cleanup.i
  %incdec.ptr.i = getelementptr inbounds i8, i8* %text.addr.0.i, i64 1
  br label %for.cond.i

for.end.i:                                        ; preds = %cleanup.i
  %cmp27.not.i = icmp eq i32 %dots.1.i, 3
  %spec.select = select i1 %cmp27.not.i, i32 %result.1.i, i32 0
  br label %__net_dotted.exit

__net_dotted.exit:                                ; preds = %cleanup.i, %for.end.i
  %address.0 = phi i32 [ %spec.select, %for.end.i ], [ 0, %cleanup.i ]
  %retval.2.i = phi i1 [ %cmp27.not.i, %for.end.i ], [ false, %cleanup.i ]
  br i1 %retval.2.i, label %if.end, label %cleanup

if.end:                                           ; preds = %__net_dotted.exit
  store i32 %address.0, i32* %to, align 4
  br label %cleanup

cleanup:                                          ; preds = %__net_dotted.exit, %if.end
  %retval.0 = phi i32 [ 1, %if.end ], [ 0, %__net_dotted.exit ]
  ret i32 %retval.0
}

; Function Attrs: nounwind
define weak i32 @inet_pton(i32 noundef %family, i8* noundef %text, i32* noundef %to) {
entry:
  %cmp = icmp eq i32 %family, 2
  call void @__kulan_support(i1 noundef zeroext %cmp)
  %call = call i32 @inet_aton(i8* noundef %text, i32* noundef %to)
  ret i32 %call
}

; Function Attrs: nounwind
define weak i8* @signal(i32 noundef %number, i8* noundef %action) {
entry:
  %cmp = icmp eq i32 %number, 13
  %cmp1 = icmp ult i8* %action, inttoptr (i64 2 to i8*)
  %0 = and i1 %cmp, %cmp1
  call void @__kulan_support(i1 noundef zeroext %0)
  %cmp2 = icmp ne i8* %action, null
  %conv3 = zext i1 %cmp2 to i8
  store i8 %conv3, i8* @__net_ignores_pipe, align 1
  ret i8* null
}

; Function Attrs: nounwind
define weak i8* @getenv(i8* noundef %name) {
entry:
  ret i8* null
}

; Function Attrs: nounwind
define weak i32 @getpid() {
entry:
  %0 = load i32, i32* @__net_process, align 4
  %add = add nsw i32 %0, 100
  ret i32 %add
}

; Function Attrs: nounwind
define weak i8* @strerror(i32 noundef %error) {
entry:
  ret i8* getelementptr inbounds ([9 x i8], [9 x i8]* @.str, i64 0, i64 0)
}

; Function Attrs: nounwind
define weak i32 @gettimeofday(%struct.duration* noundef %now, i8* noundef %zone) {
entry:
  %call = call i64 @__VERIFIER_nondet_now()
  %seconds = getelementptr inbounds %struct.duration, %struct.duration* %now, i64 0, i32 0
  store i64 %call, i64* %seconds, align 8
  %call1 = call i64 @__VERIFIER_nondet_now()
  %parts = getelementptr inbounds %struct.duration, %struct.duration* %now, i64 0, i32 1
  store i64 %call1, i64* %parts, align 8
  ret i32 0
}

declare i64 @__VERIFIER_nondet_now()

declare void @__kulan_alone()

declare zeroext i1 @__VERIFIER_nondet_patience()

declare zeroext i1 @__VERIFIER_nondet_part()

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare i16 @llvm.bswap.i16(i16)

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare i32 @llvm.bswap.i32(i32)

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare i64 @llvm.umin.i64(i64, i64)



