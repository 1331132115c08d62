target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.whole_address = type { %struct.address, [8 x i8] }
%struct.address = type { i16, i16, i32 }
%struct.info = type { i32, i32, i32, i32, i32, %struct.whole_address*, i8*, %struct.info* }
%struct.host = type { i8*, i8**, i32, i32, i8** }
%struct.asked = type { i32, i16, i16 }
%struct.duration = type { i64, i64 }

@__net_errno = internal thread_local global i32 0, align 4
@__net_begun = external global [0 x i8], align 1
@__net_datagrams = external constant i32, align 4
@__net_box = external global [0 x i8], align 1
@__net_which = internal unnamed_addr global [6 x i16] zeroinitializer, align 2
@__net_what = internal unnamed_addr global [6 x i8] zeroinitializer, align 1
@__net_how = internal unnamed_addr global [6 x i8] zeroinitializer, align 1
@__net_listeners = external constant i32, align 4
@__net_box_port = external global [0 x i16], align 2
@__net_host = external constant i32, align 4
@__net_process = external constant i32, align 4
@__net_port = external global [0 x i16], align 2
@__net_backlog = external global [0 x i8], align 1
@__net_box_peer = external global [0 x i32], align 4
@__net_connect_waits = external constant i32, align 4
@__net_queue = external global [0 x i64], align 8
@__net_end = external global [0 x i8], align 1
@__net_text = internal global [16 x i8] zeroinitializer, align 16
@__net_answered = internal unnamed_addr global [2 x i8] zeroinitializer, align 1
@__net_found = internal global [2 x %struct.whole_address] zeroinitializer, align 16
@__net_infos = internal global [2 x %struct.info] zeroinitializer, align 16
@.str = private unnamed_addr constant [9 x i8] c"an error\00", align 1
@__net_host_address = internal global i32 0, align 4
@__net_host_addresses = internal global [2 x i8*] zeroinitializer, align 16
@__net_host_found = internal global %struct.host zeroinitializer, align 8
@__net_host_others = internal global [1 x i8*] zeroinitializer, align 8
@__net_ignores_pipe = internal unnamed_addr global i8 0, align 1
@__net_count = external global [0 x i8], align 1
@__net_bytes = external global [0 x i64], align 8
@__net_unread = external constant i32, align 4
@__net_head0 = external global [0 x i32], align 4
@__net_head3 = external global [0 x i32], align 4
@__net_head2 = external global [0 x i32], align 4
@__net_head1 = external global [0 x i32], align 4
@__net_body3 = external global [0 x i64], align 8
@__net_body2 = external global [0 x i64], align 8
@__net_body1 = external global [0 x i64], align 8
@__net_body0 = external global [0 x i64], align 8
@__net_hosts = external constant [0 x i8], align 1
@__net_awaited = external constant i32, align 4
@__net_reorders = external constant i32, align 4
@__net_blocks = external constant i32, align 4
@__net_loses = external constant i32, align 4
@__net_duplicates = external constant i32, align 4
@.str.1 = private unnamed_addr constant [10 x i8] c"localhost\00", align 1
@__net_host_count = external constant i32, align 4
@__net_host_names = external constant [0 x i8*], align 8

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
define void @__net_await(i32 noundef %other) {
entry:
  call void @__kulan_atomic_begin()
  %idxprom = zext i32 %other to i64
  %arrayidx = getelementptr inbounds [0 x i8], [0 x i8]* @__net_begun, i64 0, i64 %idxprom
  %0 = load i8, i8* %arrayidx, align 1
  %tobool = icmp ne i8 %0, 0
  call void @__kulan_wait(i1 noundef zeroext %tobool)
  call void @__kulan_atomic_end()
  ret void
}

declare void @__kulan_atomic_begin()

declare void @__kulan_wait(i1 noundef zeroext)

declare void @__kulan_atomic_end()

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
  %d.020.i = phi i64 [ 6, %for.cond.i ], [ %cond.i, %for.body.i ]
  %arrayidx.i = getelementptr inbounds [6 x i8], [6 x i8]* @__net_what, i64 0, i64 %indvars.iv.i
  %0 = load i8, i8* %arrayidx.i, align 1
  %tobool.not.i = icmp eq i8 %0, 0
  %cond.i = select i1 %tobool.not.i, i64 %d.020.i, i64 %indvars.iv.i
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
  switch i8 %1, label %if.else13.i.i [
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
  %5 = and i8 %3, 4
  %tobool5.not.i.i.i = icmp eq i8 %5, 0
  br i1 %tobool5.not.i.i.i, label %cond.true.i.i.i, label %cond.false.i.i.i

cond.true.i.i.i:                                  ; preds = %if.then.i.i
  %or25.i.i.i = or i8 %4, 12
  br label %close_end.exit.i.i

cond.false.i.i.i:                                 ; preds = %if.then.i.i
  %6 = lshr i8 %3, 1
  %7 = and i8 %6, 2
  %8 = xor i8 %7, 2
  %9 = or i8 %8, %4
  br label %close_end.exit.i.i

close_end.exit.i.i:                               ; preds = %cond.false.i.i.i, %cond.true.i.i.i
  %cond34.i.i.i = phi i8 [ %or25.i.i.i, %cond.true.i.i.i ], [ %9, %cond.false.i.i.i ]
  %10 = and i8 %4, 1
  %cmp14.not.i.i.i = icmp eq i8 %10, 0
  store i8 0, i8* %arrayidx.i.i.i, align 1
  %conv44.i.i.i = select i1 %cmp14.not.i.i.i, i8 0, i8 %cond34.i.i.i
  store i8 %conv44.i.i.i, i8* %arrayidx1.i.i.i, align 1
  %arrayidx46.i.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_bytes, i64 0, i64 %conv6.i.i
  store i64 0, i64* %arrayidx46.i.i.i, align 8
  %arrayidx47.i.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_count, i64 0, i64 %conv6.i.i
  store i8 0, i8* %arrayidx47.i.i.i, align 1
  br label %let_go.exit.i

if.then10.i.i:                                    ; preds = %if.end.i
  %conv11.i.i = zext i16 %2 to i64
  %arrayidx.i34.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_queue, i64 0, i64 %conv11.i.i
  %11 = load i64, i64* %arrayidx.i34.i.i, align 8
  %tobool38.not.i.i.i = icmp eq i64 %11, 0
  br i1 %tobool38.not.i.i.i, label %close_listener.exit.i.i, label %for.body.i.i.i

for.body.i.i.i:                                   ; preds = %if.then10.i.i, %for.body.i.i.i
  %queue.040.i.i.i = phi i64 [ %shr.i.i.i, %for.body.i.i.i ], [ %11, %if.then10.i.i ]
  %i.039.i.i.i = phi i32 [ %inc.i.i.i, %for.body.i.i.i ], [ 0, %if.then10.i.i ]
  %and.i.i.i = shl i64 %queue.040.i.i.i, 1
  %sub.i.i.i = and i64 %and.i.i.i, 510
  %mul.i.i.i = add nsw i64 %sub.i.i.i, -2
  %arrayidx5.i.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %mul.i.i.i
  %12 = load i8, i8* %arrayidx5.i.i.i, align 1
  %13 = and i8 %12, 1
  %tobool8.not.i.i.i = icmp eq i8 %13, 0
  %or11.i.i.i = or i8 %12, 12
  %spec.select.i.i.i = select i1 %tobool8.not.i.i.i, i8 0, i8 %or11.i.i.i
  store i8 %spec.select.i.i.i, i8* %arrayidx5.i.i.i, align 1
  %add14.i.i.i = add nsw i64 %sub.i.i.i, -1
  %arrayidx15.i.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %add14.i.i.i
  store i8 0, i8* %arrayidx15.i.i.i, align 1
  %arrayidx17.i.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_bytes, i64 0, i64 %add14.i.i.i
  store i64 0, i64* %arrayidx17.i.i.i, align 8
  %arrayidx19.i.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_count, i64 0, i64 %add14.i.i.i
  store i8 0, i8* %arrayidx19.i.i.i, align 1
  %inc.i.i.i = add nuw nsw i32 %i.039.i.i.i, 1
  %shr.i.i.i = lshr i64 %queue.040.i.i.i, 8
  %cmp.i.i.i = icmp ult i32 %i.039.i.i.i, 7
  %tobool.i.i.i = icmp ugt i64 %queue.040.i.i.i, 255
  %14 = select i1 %cmp.i.i.i, i1 %tobool.i.i.i, i1 false
  br i1 %14, label %for.body.i.i.i, label %close_listener.exit.i.i

close_listener.exit.i.i:                          ; preds = %for.body.i.i.i, %if.then10.i.i
  store i64 0, i64* %arrayidx.i34.i.i, align 8
  %arrayidx21.i.i.i = getelementptr inbounds [0 x i16], [0 x i16]* @__net_port, i64 0, i64 %conv11.i.i
  store i16 0, i16* %arrayidx21.i.i.i, align 2
  %arrayidx22.i.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_backlog, i64 0, i64 %conv11.i.i
  store i8 0, i8* %arrayidx22.i.i.i, align 1
  br label %let_go.exit.i

if.else13.i.i:                                    ; preds = %if.end.i
  %15 = load i32, i32* @__net_datagrams, align 4
  %tobool14.i.i = icmp ne i32 %15, 0
  %cmp16.i.i = icmp eq i8 %1, 5
  %or.cond.i.i = select i1 %tobool14.i.i, i1 %cmp16.i.i, i1 false
  br i1 %or.cond.i.i, label %if.then18.i.i, label %let_go.exit.i

if.then18.i.i:                                    ; preds = %if.else13.i.i
  %conv19.i.i = zext i16 %2 to i64
  %arrayidx1.i45.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_box, i64 0, i64 %conv19.i.i
  store i8 0, i8* %arrayidx1.i45.i.i, align 1
  %arrayidx2.i46.i.i = getelementptr inbounds [0 x i16], [0 x i16]* @__net_box_port, i64 0, i64 %conv19.i.i
  store i16 0, i16* %arrayidx2.i46.i.i, align 2
  %arrayidx3.i.i.i = getelementptr inbounds [0 x i32], [0 x i32]* @__net_box_peer, i64 0, i64 %conv19.i.i
  store i32 0, i32* %arrayidx3.i.i.i, align 4
  %arrayidx4.i.i.i = getelementptr inbounds [0 x i32], [0 x i32]* @__net_head3, i64 0, i64 %conv19.i.i
  store i32 0, i32* %arrayidx4.i.i.i, align 4
  %arrayidx5.i47.i.i = getelementptr inbounds [0 x i32], [0 x i32]* @__net_head2, i64 0, i64 %conv19.i.i
  store i32 0, i32* %arrayidx5.i47.i.i, align 4
  %arrayidx6.i.i.i = getelementptr inbounds [0 x i32], [0 x i32]* @__net_head1, i64 0, i64 %conv19.i.i
  store i32 0, i32* %arrayidx6.i.i.i, align 4
  %arrayidx7.i.i.i = getelementptr inbounds [0 x i32], [0 x i32]* @__net_head0, i64 0, i64 %conv19.i.i
  store i32 0, i32* %arrayidx7.i.i.i, align 4
  %arrayidx8.i48.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_body3, i64 0, i64 %conv19.i.i
  store i64 0, i64* %arrayidx8.i48.i.i, align 8
  %arrayidx9.i.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_body2, i64 0, i64 %conv19.i.i
  store i64 0, i64* %arrayidx9.i.i.i, align 8
  %arrayidx10.i.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_body1, i64 0, i64 %conv19.i.i
  store i64 0, i64* %arrayidx10.i.i.i, align 8
  %arrayidx11.i.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_body0, i64 0, i64 %conv19.i.i
  store i64 0, i64* %arrayidx11.i.i.i, align 8
  br label %let_go.exit.i

let_go.exit.i:                                    ; preds = %if.then18.i.i, %if.else13.i.i, %close_listener.exit.i.i, %close_end.exit.i.i
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
  br i1 %cmp3.i, label %for.end6.i, label %if.end.i

for.body.i:                                       ; preds = %for.body.i, %for.cond.i
  %indvars.iv.i = phi i64 [ 5, %for.cond.i ], [ %indvars.iv.next.i, %for.body.i ]
  %d.020.i = phi i64 [ 6, %for.cond.i ], [ %cond.i, %for.body.i ]
  %arrayidx.i = getelementptr inbounds [6 x i8], [6 x i8]* @__net_what, i64 0, i64 %indvars.iv.i
  %0 = load i8, i8* %arrayidx.i, align 1
  %tobool.not.i = icmp eq i8 %0, 0
  %cond.i = select i1 %tobool.not.i, i64 %d.020.i, i64 %indvars.iv.i
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
  switch i8 %1, label %if.else13.i.i [
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
  %cmp.not.i.i.i = icmp eq i8 %5, 0
  %6 = and i8 %3, 4
  %tobool5.not.i.i.i = icmp eq i8 %6, 0
  %not.cmp.not.i.i.i = xor i1 %cmp.not.i.i.i, true
  %7 = select i1 %not.cmp.not.i.i.i, i1 %tobool5.not.i.i.i, i1 false
  %8 = load i32, i32* @__net_unread, align 4
  %tobool.not.i.i.i.i = icmp eq i32 %8, 0
  br i1 %tobool.not.i.i.i.i, label %if.end.i.i.i, label %if.then.i.i.i.i

if.then.i.i.i.i:                                  ; preds = %if.then.i.i
  call void @__kulan_unread(i1 noundef zeroext %cmp.not.i.i.i)
  br label %if.end.i.i.i

if.end.i.i.i:                                     ; preds = %if.then.i.i.i.i, %if.then.i.i
  br i1 %7, label %cond.true.i.i.i, label %cond.false.i.i.i

cond.true.i.i.i:                                  ; preds = %if.end.i.i.i
  %or25.i.i.i = or i8 %4, 12
  br label %close_end.exit.i.i

cond.false.i.i.i:                                 ; preds = %if.end.i.i.i
  %9 = lshr i8 %3, 1
  %10 = and i8 %9, 2
  %11 = xor i8 %10, 2
  %12 = or i8 %11, %4
  br label %close_end.exit.i.i

close_end.exit.i.i:                               ; preds = %cond.false.i.i.i, %cond.true.i.i.i
  %cond34.i.i.i = phi i8 [ %or25.i.i.i, %cond.true.i.i.i ], [ %12, %cond.false.i.i.i ]
  %13 = and i8 %4, 1
  %cmp14.not.i.i.i = icmp eq i8 %13, 0
  store i8 0, i8* %arrayidx.i.i.i, align 1
  %conv44.i.i.i = select i1 %cmp14.not.i.i.i, i8 0, i8 %cond34.i.i.i
  store i8 %conv44.i.i.i, i8* %arrayidx1.i.i.i, align 1
  %arrayidx46.i.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_bytes, i64 0, i64 %conv6.i.i
  store i64 0, i64* %arrayidx46.i.i.i, align 8
  store i8 0, i8* %arrayidx2.i.i.i, align 1
  br label %let_go.exit.i

if.then10.i.i:                                    ; preds = %if.end.i
  %conv11.i.i = zext i16 %2 to i64
  %arrayidx.i34.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_queue, i64 0, i64 %conv11.i.i
  %14 = load i64, i64* %arrayidx.i34.i.i, align 8
  %tobool38.not.i.i.i = icmp eq i64 %14, 0
  br i1 %tobool38.not.i.i.i, label %close_listener.exit.i.i, label %for.body.i.i.i

for.body.i.i.i:                                   ; preds = %if.then10.i.i, %if.end.i39.i.i
  %queue.040.i.i.i = phi i64 [ %shr.i.i.i, %if.end.i39.i.i ], [ %14, %if.then10.i.i ]
  %i.039.i.i.i = phi i32 [ %inc.i.i.i, %if.end.i39.i.i ], [ 0, %if.then10.i.i ]
  %and.i.i.i = shl i64 %queue.040.i.i.i, 1
  %sub.i.i.i = and i64 %and.i.i.i, 510
  %mul.i.i.i = add nsw i64 %sub.i.i.i, -2
  %add.i.i.i = add nsw i64 %sub.i.i.i, -1
  %arrayidx2.i35.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_count, i64 0, i64 %add.i.i.i
  %15 = load i8, i8* %arrayidx2.i35.i.i, align 1
  %16 = load i32, i32* @__net_unread, align 4
  %tobool.not.i.i36.i.i = icmp eq i32 %16, 0
  br i1 %tobool.not.i.i36.i.i, label %if.end.i39.i.i, label %if.then.i.i38.i.i

if.then.i.i38.i.i:                                ; preds = %for.body.i.i.i
  %cmp3.not.i.i.i = icmp eq i8 %15, 0
  call void @__kulan_unread(i1 noundef zeroext %cmp3.not.i.i.i)
  br label %if.end.i39.i.i

if.end.i39.i.i:                                   ; preds = %if.then.i.i38.i.i, %for.body.i.i.i
  %arrayidx5.i.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %mul.i.i.i
  %17 = load i8, i8* %arrayidx5.i.i.i, align 1
  %18 = and i8 %17, 1
  %tobool8.not.i.i.i = icmp eq i8 %18, 0
  %or11.i.i.i = or i8 %17, 12
  %spec.select.i.i.i = select i1 %tobool8.not.i.i.i, i8 0, i8 %or11.i.i.i
  store i8 %spec.select.i.i.i, i8* %arrayidx5.i.i.i, align 1
  %arrayidx15.i.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %add.i.i.i
  store i8 0, i8* %arrayidx15.i.i.i, align 1
  %arrayidx17.i.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_bytes, i64 0, i64 %add.i.i.i
  store i64 0, i64* %arrayidx17.i.i.i, align 8
  store i8 0, i8* %arrayidx2.i35.i.i, align 1
  %inc.i.i.i = add nuw nsw i32 %i.039.i.i.i, 1
  %shr.i.i.i = lshr i64 %queue.040.i.i.i, 8
  %cmp.i.i.i = icmp ult i32 %i.039.i.i.i, 7
  %tobool.i.i.i = icmp ugt i64 %queue.040.i.i.i, 255
  %19 = select i1 %cmp.i.i.i, i1 %tobool.i.i.i, i1 false
  br i1 %19, label %for.body.i.i.i, label %close_listener.exit.i.i

close_listener.exit.i.i:                          ; preds = %if.end.i39.i.i, %if.then10.i.i
  store i64 0, i64* %arrayidx.i34.i.i, align 8
  %arrayidx21.i.i.i = getelementptr inbounds [0 x i16], [0 x i16]* @__net_port, i64 0, i64 %conv11.i.i
  store i16 0, i16* %arrayidx21.i.i.i, align 2
  %arrayidx22.i.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_backlog, i64 0, i64 %conv11.i.i
  store i8 0, i8* %arrayidx22.i.i.i, align 1
  br label %let_go.exit.i

if.else13.i.i:                                    ; preds = %if.end.i
  %20 = load i32, i32* @__net_datagrams, align 4
  %tobool14.i.i = icmp ne i32 %20, 0
  %cmp16.i.i = icmp eq i8 %1, 5
  %or.cond.i.i = select i1 %tobool14.i.i, i1 %cmp16.i.i, i1 false
  br i1 %or.cond.i.i, label %if.then18.i.i, label %let_go.exit.i

if.then18.i.i:                                    ; preds = %if.else13.i.i
  %conv19.i.i = zext i16 %2 to i64
  %arrayidx.i40.i.i = getelementptr inbounds [0 x i32], [0 x i32]* @__net_head0, i64 0, i64 %conv19.i.i
  %21 = load i32, i32* %arrayidx.i40.i.i, align 4
  %22 = load i32, i32* @__net_unread, align 4
  %tobool.not.i.i41.i.i = icmp eq i32 %22, 0
  br i1 %tobool.not.i.i41.i.i, label %close_box.exit.i.i, label %if.then.i.i44.i.i

if.then.i.i44.i.i:                                ; preds = %if.then18.i.i
  %cmp.not.i43.i.i = icmp eq i32 %21, 0
  call void @__kulan_unread(i1 noundef zeroext %cmp.not.i43.i.i)
  br label %close_box.exit.i.i

close_box.exit.i.i:                               ; preds = %if.then.i.i44.i.i, %if.then18.i.i
  %arrayidx1.i45.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_box, i64 0, i64 %conv19.i.i
  store i8 0, i8* %arrayidx1.i45.i.i, align 1
  %arrayidx2.i46.i.i = getelementptr inbounds [0 x i16], [0 x i16]* @__net_box_port, i64 0, i64 %conv19.i.i
  store i16 0, i16* %arrayidx2.i46.i.i, align 2
  %arrayidx3.i.i.i = getelementptr inbounds [0 x i32], [0 x i32]* @__net_box_peer, i64 0, i64 %conv19.i.i
  store i32 0, i32* %arrayidx3.i.i.i, align 4
  %arrayidx4.i.i.i = getelementptr inbounds [0 x i32], [0 x i32]* @__net_head3, i64 0, i64 %conv19.i.i
  store i32 0, i32* %arrayidx4.i.i.i, align 4
  %arrayidx5.i47.i.i = getelementptr inbounds [0 x i32], [0 x i32]* @__net_head2, i64 0, i64 %conv19.i.i
  store i32 0, i32* %arrayidx5.i47.i.i, align 4
  %arrayidx6.i.i.i = getelementptr inbounds [0 x i32], [0 x i32]* @__net_head1, i64 0, i64 %conv19.i.i
  store i32 0, i32* %arrayidx6.i.i.i, align 4
  store i32 0, i32* %arrayidx.i40.i.i, align 4
  %arrayidx8.i48.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_body3, i64 0, i64 %conv19.i.i
  store i64 0, i64* %arrayidx8.i48.i.i, align 8
  %arrayidx9.i.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_body2, i64 0, i64 %conv19.i.i
  store i64 0, i64* %arrayidx9.i.i.i, align 8
  %arrayidx10.i.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_body1, i64 0, i64 %conv19.i.i
  store i64 0, i64* %arrayidx10.i.i.i, align 8
  %arrayidx11.i.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_body0, i64 0, i64 %conv19.i.i
  store i64 0, i64* %arrayidx11.i.i.i, align 8
  br label %let_go.exit.i

let_go.exit.i:                                    ; preds = %close_box.exit.i.i, %if.else13.i.i, %close_listener.exit.i.i, %close_end.exit.i.i
  call void @__kulan_atomic_end()
  br label %for.cond.i

for.end6.i:                                       ; preds = %for.cond.cleanup.i
  %23 = load i32, i32* @__net_awaited, align 4
  %tobool.not.i.i = icmp eq i32 %23, 0
  br i1 %tobool.not.i.i, label %close_all.exit, label %if.then.i19.i

if.then.i19.i:                                    ; preds = %for.end6.i
  %24 = load i32, i32* @__net_process, align 4
  %idxprom.i.i = zext i32 %24 to i64
  %arrayidx.i18.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_begun, i64 0, i64 %idxprom.i.i
  store i8 1, i8* %arrayidx.i18.i, align 1
  br label %close_all.exit

close_all.exit:                                   ; preds = %for.end6.i, %if.then.i19.i
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

declare zeroext i1 @__kulan_others_ended()

declare void @__kulan_exit(i8* noundef)

; Function Attrs: nounwind
define weak i32 @socket(i32 noundef %domain, i32 noundef %type, i32 noundef %protocol) {
entry:
  %0 = load i32, i32* @__net_datagrams, align 4
  %tobool = icmp ne i32 %0, 0
  %and = and i32 %type, 15
  %cmp = icmp eq i32 %and, 2
  %1 = and i1 %cmp, %tobool
  %cmp1 = icmp eq i32 %domain, 2
  br i1 %cmp1, label %land.rhs2, label %land.end6

land.rhs2:                                        ; preds = %entry
  %cmp4 = icmp eq i32 %and, 1
  %2 = select i1 %cmp4, i1 true, i1 %1
  br label %land.end6

land.end6:                                        ; preds = %land.rhs2, %entry
  %3 = phi i1 [ false, %entry ], [ %2, %land.rhs2 ]
  call void @__kulan_support(i1 noundef zeroext %3)
  call void @__kulan_atomic_begin()
  br label %for.body.i

for.body.i:                                       ; preds = %for.body.i, %land.end6
  %indvars.iv.i = phi i64 [ 5, %land.end6 ], [ %indvars.iv.next.i, %for.body.i ]
  %d.011.i = phi i64 [ 6, %land.end6 ], [ %cond.i, %for.body.i ]
  %arrayidx.i = getelementptr inbounds [6 x i8], [6 x i8]* @__net_what, i64 0, i64 %indvars.iv.i
  %4 = load i8, i8* %arrayidx.i, align 1
  %tobool.not.i = icmp eq i8 %4, 0
  %cond.i = select i1 %tobool.not.i, i64 %indvars.iv.i, i64 %d.011.i
  %indvars.iv.next.i = add nsw i64 %indvars.iv.i, -1
  %cmp.not.i = icmp eq i64 %indvars.iv.i, 0
  br i1 %cmp.not.i, label %free_descriptor.exit, label %for.body.i

free_descriptor.exit:                             ; preds = %for.body.i
  %cmp2.i = icmp ne i64 %cond.i, 6
  call void @__kulan_bound(i1 noundef zeroext %cmp2.i)
  br i1 %1, label %if.then, label %if.end

if.then:                                          ; preds = %free_descriptor.exit
  %5 = load i32, i32* @__net_process, align 4
  %mul.i = shl i32 %5, 1
  %conv.i = zext i32 %mul.i to i64
  br label %for.body.i40

for.body.i40:                                     ; preds = %for.body.i40, %if.then
  %indvars.iv.i34 = phi i64 [ 1, %if.then ], [ %indvars.iv.next.i38, %for.body.i40 ]
  %b.017.i = phi i64 [ 2, %if.then ], [ %cond.i37, %for.body.i40 ]
  %add.i = add nuw nsw i64 %indvars.iv.i34, %conv.i
  %arrayidx.i35 = getelementptr inbounds [0 x i8], [0 x i8]* @__net_box, i64 0, i64 %add.i
  %6 = load i8, i8* %arrayidx.i35, align 1
  %tobool.not.i36 = icmp eq i8 %6, 0
  %cond.i37 = select i1 %tobool.not.i36, i64 %indvars.iv.i34, i64 %b.017.i
  %indvars.iv.next.i38 = add nsw i64 %indvars.iv.i34, -1
  %cmp.not.i39 = icmp eq i64 %indvars.iv.i34, 0
  br i1 %cmp.not.i39, label %free_box.exit, label %for.body.i40

free_box.exit:                                    ; preds = %for.body.i40
  %cmp5.i = icmp ne i64 %cond.i37, 2
  call void @__kulan_bound(i1 noundef zeroext %cmp5.i)
  %add7.i = add i64 %cond.i37, %conv.i
  %arrayidx = getelementptr inbounds [0 x i8], [0 x i8]* @__net_box, i64 0, i64 %add7.i
  store i8 1, i8* %arrayidx, align 1
  %conv = trunc i64 %add7.i to i16
  %arrayidx9 = getelementptr inbounds [6 x i16], [6 x i16]* @__net_which, i64 0, i64 %cond.i
  store i16 %conv, i16* %arrayidx9, align 2
  br label %if.end

if.end:                                           ; preds = %free_box.exit, %free_descriptor.exit
  %cond = phi i8 [ 5, %free_box.exit ], [ 1, %free_descriptor.exit ]
  %arrayidx13 = getelementptr inbounds [6 x i8], [6 x i8]* @__net_what, i64 0, i64 %cond.i
  store i8 %cond, i8* %arrayidx13, align 1
  %and14 = lshr i32 %type, 11
  %7 = trunc i32 %and14 to i8
  %8 = and i8 %7, 1
  %arrayidx18 = getelementptr inbounds [6 x i8], [6 x i8]* @__net_how, i64 0, i64 %cond.i
  store i8 %8, i8* %arrayidx18, align 1
  %conv19 = trunc i64 %cond.i to i32
  %add = add nsw i32 %conv19, 3
  call void @__kulan_atomic_end()
  ret i32 %add
}

; Function Attrs: argmemonly mustprogress nofree nosync nounwind willreturn
declare void @llvm.lifetime.start.p0i8(i64 immarg, i8* nocapture)

declare void @__kulan_support(i1 noundef zeroext)

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
  switch i8 %0, label %if.else13.i [
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
  %cmp.not.i.i = icmp eq i8 %4, 0
  %5 = and i8 %2, 4
  %tobool5.not.i.i = icmp eq i8 %5, 0
  %not.cmp.not.i.i = xor i1 %cmp.not.i.i, true
  %6 = select i1 %not.cmp.not.i.i, i1 %tobool5.not.i.i, i1 false
  %7 = load i32, i32* @__net_unread, align 4
  %tobool.not.i.i.i = icmp eq i32 %7, 0
  br i1 %tobool.not.i.i.i, label %if.end.i.i, label %if.then.i.i.i

if.then.i.i.i:                                    ; preds = %if.then.i
  call void @__kulan_unread(i1 noundef zeroext %cmp.not.i.i)
  br label %if.end.i.i

if.end.i.i:                                       ; preds = %if.then.i.i.i, %if.then.i
  br i1 %6, label %cond.true.i.i, label %cond.false.i.i

cond.true.i.i:                                    ; preds = %if.end.i.i
  %or25.i.i = or i8 %3, 12
  br label %close_end.exit.i

cond.false.i.i:                                   ; preds = %if.end.i.i
  %8 = lshr i8 %2, 1
  %9 = and i8 %8, 2
  %10 = xor i8 %9, 2
  %11 = or i8 %10, %3
  br label %close_end.exit.i

close_end.exit.i:                                 ; preds = %cond.false.i.i, %cond.true.i.i
  %cond34.i.i = phi i8 [ %or25.i.i, %cond.true.i.i ], [ %11, %cond.false.i.i ]
  %12 = and i8 %3, 1
  %cmp14.not.i.i = icmp eq i8 %12, 0
  store i8 0, i8* %arrayidx.i.i, align 1
  %conv44.i.i = select i1 %cmp14.not.i.i, i8 0, i8 %cond34.i.i
  store i8 %conv44.i.i, i8* %arrayidx1.i.i, align 1
  %arrayidx46.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_bytes, i64 0, i64 %conv6.i
  store i64 0, i64* %arrayidx46.i.i, align 8
  store i8 0, i8* %arrayidx2.i.i, align 1
  br label %do.end8

if.then10.i:                                      ; preds = %if.end
  %conv11.i = zext i16 %1 to i64
  %arrayidx.i34.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_queue, i64 0, i64 %conv11.i
  %13 = load i64, i64* %arrayidx.i34.i, align 8
  %tobool38.not.i.i = icmp eq i64 %13, 0
  br i1 %tobool38.not.i.i, label %close_listener.exit.i, label %for.body.i.i

for.body.i.i:                                     ; preds = %if.then10.i, %if.end.i39.i
  %queue.040.i.i = phi i64 [ %shr.i.i, %if.end.i39.i ], [ %13, %if.then10.i ]
  %i.039.i.i = phi i32 [ %inc.i.i, %if.end.i39.i ], [ 0, %if.then10.i ]
  %and.i.i = shl i64 %queue.040.i.i, 1
  %sub.i.i = and i64 %and.i.i, 510
  %mul.i.i = add nsw i64 %sub.i.i, -2
  %add.i.i = add nsw i64 %sub.i.i, -1
  %arrayidx2.i35.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_count, i64 0, i64 %add.i.i
  %14 = load i8, i8* %arrayidx2.i35.i, align 1
  %15 = load i32, i32* @__net_unread, align 4
  %tobool.not.i.i36.i = icmp eq i32 %15, 0
  br i1 %tobool.not.i.i36.i, label %if.end.i39.i, label %if.then.i.i38.i

if.then.i.i38.i:                                  ; preds = %for.body.i.i
  %cmp3.not.i.i = icmp eq i8 %14, 0
  call void @__kulan_unread(i1 noundef zeroext %cmp3.not.i.i)
  br label %if.end.i39.i

if.end.i39.i:                                     ; preds = %if.then.i.i38.i, %for.body.i.i
  %arrayidx5.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %mul.i.i
  %16 = load i8, i8* %arrayidx5.i.i, align 1
  %17 = and i8 %16, 1
  %tobool8.not.i.i = icmp eq i8 %17, 0
  %or11.i.i = or i8 %16, 12
  %spec.select.i.i = select i1 %tobool8.not.i.i, i8 0, i8 %or11.i.i
  store i8 %spec.select.i.i, i8* %arrayidx5.i.i, align 1
  %arrayidx15.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %add.i.i
  store i8 0, i8* %arrayidx15.i.i, align 1
  %arrayidx17.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_bytes, i64 0, i64 %add.i.i
  store i64 0, i64* %arrayidx17.i.i, align 8
  store i8 0, i8* %arrayidx2.i35.i, align 1
  %inc.i.i = add nuw nsw i32 %i.039.i.i, 1
  %shr.i.i = lshr i64 %queue.040.i.i, 8
  %cmp.i.i = icmp ult i32 %i.039.i.i, 7
  %tobool.i.i = icmp ugt i64 %queue.040.i.i, 255
  %18 = select i1 %cmp.i.i, i1 %tobool.i.i, i1 false
  br i1 %18, label %for.body.i.i, label %close_listener.exit.i

close_listener.exit.i:                            ; preds = %if.end.i39.i, %if.then10.i
  store i64 0, i64* %arrayidx.i34.i, align 8
  %arrayidx21.i.i = getelementptr inbounds [0 x i16], [0 x i16]* @__net_port, i64 0, i64 %conv11.i
  store i16 0, i16* %arrayidx21.i.i, align 2
  %arrayidx22.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_backlog, i64 0, i64 %conv11.i
  store i8 0, i8* %arrayidx22.i.i, align 1
  br label %do.end8

if.else13.i:                                      ; preds = %if.end
  %19 = load i32, i32* @__net_datagrams, align 4
  %tobool14.i = icmp ne i32 %19, 0
  %cmp16.i = icmp eq i8 %0, 5
  %or.cond.i = select i1 %tobool14.i, i1 %cmp16.i, i1 false
  br i1 %or.cond.i, label %if.then18.i, label %do.end8

if.then18.i:                                      ; preds = %if.else13.i
  %conv19.i = zext i16 %1 to i64
  %arrayidx.i40.i = getelementptr inbounds [0 x i32], [0 x i32]* @__net_head0, i64 0, i64 %conv19.i
  %20 = load i32, i32* %arrayidx.i40.i, align 4
  %21 = load i32, i32* @__net_unread, align 4
  %tobool.not.i.i41.i = icmp eq i32 %21, 0
  br i1 %tobool.not.i.i41.i, label %close_box.exit.i, label %if.then.i.i44.i

if.then.i.i44.i:                                  ; preds = %if.then18.i
  %cmp.not.i43.i = icmp eq i32 %20, 0
  call void @__kulan_unread(i1 noundef zeroext %cmp.not.i43.i)
  br label %close_box.exit.i

close_box.exit.i:                                 ; preds = %if.then.i.i44.i, %if.then18.i
  %arrayidx1.i45.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_box, i64 0, i64 %conv19.i
  store i8 0, i8* %arrayidx1.i45.i, align 1
  %arrayidx2.i46.i = getelementptr inbounds [0 x i16], [0 x i16]* @__net_box_port, i64 0, i64 %conv19.i
  store i16 0, i16* %arrayidx2.i46.i, align 2
  %arrayidx3.i.i = getelementptr inbounds [0 x i32], [0 x i32]* @__net_box_peer, i64 0, i64 %conv19.i
  store i32 0, i32* %arrayidx3.i.i, align 4
  %arrayidx4.i.i = getelementptr inbounds [0 x i32], [0 x i32]* @__net_head3, i64 0, i64 %conv19.i
  store i32 0, i32* %arrayidx4.i.i, align 4
  %arrayidx5.i47.i = getelementptr inbounds [0 x i32], [0 x i32]* @__net_head2, i64 0, i64 %conv19.i
  store i32 0, i32* %arrayidx5.i47.i, align 4
  %arrayidx6.i.i = getelementptr inbounds [0 x i32], [0 x i32]* @__net_head1, i64 0, i64 %conv19.i
  store i32 0, i32* %arrayidx6.i.i, align 4
  store i32 0, i32* %arrayidx.i40.i, align 4
  %arrayidx8.i48.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_body3, i64 0, i64 %conv19.i
  store i64 0, i64* %arrayidx8.i48.i, align 8
  %arrayidx9.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_body2, i64 0, i64 %conv19.i
  store i64 0, i64* %arrayidx9.i.i, align 8
  %arrayidx10.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_body1, i64 0, i64 %conv19.i
  store i64 0, i64* %arrayidx10.i.i, align 8
  %arrayidx11.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_body0, i64 0, i64 %conv19.i
  store i64 0, i64* %arrayidx11.i.i, align 8
  br label %do.end8

do.end8:                                          ; preds = %close_box.exit.i, %if.else13.i, %close_listener.exit.i, %close_end.exit.i, %do.body
  %retval.0 = phi i32 [ -1, %do.body ], [ 0, %close_end.exit.i ], [ 0, %close_listener.exit.i ], [ 0, %if.else13.i ], [ 0, %close_box.exit.i ]
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
  br i1 %cmp, label %land.rhs, label %land.end

land.rhs:                                         ; preds = %entry
  %cmp5.not = icmp eq i16 %1, 0
  br i1 %cmp5.not, label %lor.rhs, label %land.end

lor.rhs:                                          ; preds = %land.rhs
  %3 = load i32, i32* @__net_datagrams, align 4
  %tobool = icmp ne i32 %3, 0
  br label %land.end

land.end:                                         ; preds = %land.rhs, %lor.rhs, %entry
  %4 = phi i1 [ false, %entry ], [ true, %land.rhs ], [ %tobool, %lor.rhs ]
  call void @__kulan_support(i1 noundef zeroext %4)
  call void @__kulan_atomic_begin()
  %sub = add nsw i32 %fd, -3
  %cmp7 = icmp ult i32 %sub, 6
  br i1 %cmp7, label %land.lhs.true, label %do.body

land.lhs.true:                                    ; preds = %land.end
  %idxprom = zext i32 %sub to i64
  %arrayidx = getelementptr inbounds [6 x i8], [6 x i8]* @__net_what, i64 0, i64 %idxprom
  %5 = load i8, i8* %arrayidx, align 1
  %cmp11.not = icmp eq i8 %5, 0
  br i1 %cmp11.not, label %do.body, label %if.end

do.body:                                          ; preds = %land.end, %land.lhs.true
  store i32 9, i32* @__net_errno, align 4
  br label %cleanup100

if.end:                                           ; preds = %land.lhs.true
  %6 = load i32, i32* @__net_datagrams, align 4
  %tobool15.not = icmp ne i32 %6, 0
  %cmp19 = icmp eq i8 %5, 5
  %or.cond = select i1 %tobool15.not, i1 %cmp19, i1 false
  br i1 %or.cond, label %if.then21, label %if.end65

if.then21:                                        ; preds = %if.end
  %arrayidx22 = getelementptr inbounds [6 x i16], [6 x i16]* @__net_which, i64 0, i64 %idxprom
  %7 = load i16, i16* %arrayidx22, align 2
  %conv23 = zext i16 %7 to i64
  %tobool25.not = icmp eq i16 %1, 0
  %8 = add i16 %7, -15536
  %or.i = call i16 @llvm.bswap.i16(i16 %8)
  %cond = select i1 %tobool25.not, i16 %or.i, i16 %1
  br i1 %tobool25.not, label %lor.end42, label %lor.rhs32

lor.rhs32:                                        ; preds = %if.then21
  %or = call i16 @llvm.bswap.i16(i16 %1)
  %sub37 = add i16 %or, 15536
  %conv39 = zext i16 %sub37 to i32
  %9 = load i32, i32* @__net_listeners, align 4
  %cmp40 = icmp ule i32 %9, %conv39
  br label %lor.end42

lor.end42:                                        ; preds = %lor.rhs32, %if.then21
  %10 = phi i1 [ true, %if.then21 ], [ %cmp40, %lor.rhs32 ]
  call void @__kulan_support(i1 noundef zeroext %10)
  %arrayidx43 = getelementptr inbounds [0 x i16], [0 x i16]* @__net_box_port, i64 0, i64 %conv23
  %11 = load i16, i16* %arrayidx43, align 2
  %tobool44.not = icmp eq i16 %11, 0
  br i1 %tobool44.not, label %if.end49, label %do.body46

do.body46:                                        ; preds = %lor.end42
  store i32 22, i32* @__net_errno, align 4
  br label %cleanup100

if.end49:                                         ; preds = %lor.end42
  %12 = load i32, i32* @__net_host, align 4
  %13 = load i32, i32* @__net_listeners, align 4
  %conv.i135 = zext i32 %13 to i64
  %14 = load i32, i32* @__net_listeners, align 4
  %cmp26.not.i = icmp eq i32 %14, 0
  br i1 %cmp26.not.i, label %box_at.exit, label %for.body.lr.ph.i

for.body.lr.ph.i:                                 ; preds = %if.end49
  %cmp8.i = icmp ne i16 %cond, 0
  br label %for.body.i

for.body.i:                                       ; preds = %for.body.i, %for.body.lr.ph.i
  %b.028.i = phi i64 [ 0, %for.body.lr.ph.i ], [ %inc.i, %for.body.i ]
  %found.027.i = phi i64 [ %conv.i135, %for.body.lr.ph.i ], [ %cond.i, %for.body.i ]
  %arrayidx.i = getelementptr inbounds [0 x i16], [0 x i16]* @__net_box_port, i64 0, i64 %b.028.i
  %15 = load i16, i16* %arrayidx.i, align 2
  %cmp5.i = icmp eq i16 %15, %cond
  %and23.i = and i1 %cmp8.i, %cmp5.i
  %arrayidx10.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_hosts, i64 0, i64 %b.028.i
  %16 = load i8, i8* %arrayidx10.i, align 1
  %conv11.i = zext i8 %16 to i32
  %cmp12.i = icmp eq i32 %12, %conv11.i
  %and1424.i = and i1 %and23.i, %cmp12.i
  %cond.i = select i1 %and1424.i, i64 %b.028.i, i64 %found.027.i
  %inc.i = add nuw nsw i64 %b.028.i, 1
  %17 = load i32, i32* @__net_listeners, align 4
  %conv1.i136 = zext i32 %17 to i64
  %cmp.i = icmp ult i64 %inc.i, %conv1.i136
  br i1 %cmp.i, label %for.body.i, label %box_at.exit

box_at.exit:                                      ; preds = %for.body.i, %if.end49
  %found.0.lcssa.i = phi i64 [ %conv.i135, %if.end49 ], [ %cond.i, %for.body.i ]
  %18 = load i32, i32* @__net_listeners, align 4
  %conv51 = zext i32 %18 to i64
  %cmp52.not = icmp eq i64 %found.0.lcssa.i, %conv51
  br i1 %cmp52.not, label %if.end58, label %do.body55

do.body55:                                        ; preds = %box_at.exit
  store i32 98, i32* @__net_errno, align 4
  br label %cleanup100

if.end58:                                         ; preds = %box_at.exit
  store i16 %cond, i16* %arrayidx43, align 2
  %19 = load i32, i32* @__net_awaited, align 4
  %tobool.not.i = icmp eq i32 %19, 0
  br i1 %tobool.not.i, label %cleanup100, label %if.then.i

if.then.i:                                        ; preds = %if.end58
  %20 = load i32, i32* @__net_process, align 4
  %idxprom.i = zext i32 %20 to i64
  %arrayidx.i137 = getelementptr inbounds [0 x i8], [0 x i8]* @__net_begun, i64 0, i64 %idxprom.i
  store i8 1, i8* %arrayidx.i137, align 1
  br label %cleanup100

if.end65:                                         ; preds = %if.end
  %cmp67 = icmp ne i16 %1, 0
  call void @__kulan_support(i1 noundef zeroext %cmp67)
  %21 = load i8, i8* %arrayidx, align 1
  %cmp71.not = icmp eq i8 %21, 1
  br i1 %cmp71.not, label %for.body.i139, label %do.body74

do.body74:                                        ; preds = %if.end65
  store i32 22, i32* @__net_errno, align 4
  br label %cleanup100

for.body.i139:                                    ; preds = %if.end65, %for.body.i139
  %indvars.iv.i = phi i64 [ %indvars.iv.next.i, %for.body.i139 ], [ 0, %if.end65 ]
  %found.019.i = phi i1 [ %or18.i, %for.body.i139 ], [ false, %if.end65 ]
  %arrayidx.i138 = getelementptr inbounds [6 x i8], [6 x i8]* @__net_what, i64 0, i64 %indvars.iv.i
  %22 = load i8, i8* %arrayidx.i138, align 1
  %cmp1.i = icmp eq i8 %22, 2
  %arrayidx4.i = getelementptr inbounds [6 x i16], [6 x i16]* @__net_which, i64 0, i64 %indvars.iv.i
  %23 = load i16, i16* %arrayidx4.i, align 2
  %cmp7.i = icmp eq i16 %23, %1
  %and17.i = and i1 %cmp1.i, %cmp7.i
  %or18.i = or i1 %found.019.i, %and17.i
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %exitcond.not.i = icmp eq i64 %indvars.iv.next.i, 6
  br i1 %exitcond.not.i, label %is_bound.exit, label %for.body.i139

is_bound.exit:                                    ; preds = %for.body.i139
  %24 = load i32, i32* @__net_host, align 4
  %25 = load i32, i32* @__net_listeners, align 4
  %conv.i140 = zext i32 %25 to i64
  %26 = load i32, i32* @__net_listeners, align 4
  %cmp20.not.i = icmp eq i32 %26, 0
  br i1 %cmp20.not.i, label %listener_at.exit, label %for.body.i148

for.body.i148:                                    ; preds = %is_bound.exit, %for.body.i148
  %l.022.i = phi i64 [ %inc.i145, %for.body.i148 ], [ 0, %is_bound.exit ]
  %found.021.i = phi i64 [ %cond.i144, %for.body.i148 ], [ %conv.i140, %is_bound.exit ]
  %arrayidx.i142 = getelementptr inbounds [0 x i16], [0 x i16]* @__net_port, i64 0, i64 %l.022.i
  %27 = load i16, i16* %arrayidx.i142, align 2
  %cmp5.i143 = icmp eq i16 %27, %1
  %arrayidx7.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_hosts, i64 0, i64 %l.022.i
  %28 = load i8, i8* %arrayidx7.i, align 1
  %conv8.i = zext i8 %28 to i32
  %cmp9.i = icmp eq i32 %24, %conv8.i
  %and18.i = and i1 %cmp5.i143, %cmp9.i
  %cond.i144 = select i1 %and18.i, i64 %l.022.i, i64 %found.021.i
  %inc.i145 = add nuw nsw i64 %l.022.i, 1
  %29 = load i32, i32* @__net_listeners, align 4
  %conv1.i146 = zext i32 %29 to i64
  %cmp.i147 = icmp ult i64 %inc.i145, %conv1.i146
  br i1 %cmp.i147, label %for.body.i148, label %listener_at.exit

listener_at.exit:                                 ; preds = %for.body.i148, %is_bound.exit
  %found.0.lcssa.i141 = phi i64 [ %conv.i140, %is_bound.exit ], [ %cond.i144, %for.body.i148 ]
  %30 = load i32, i32* @__net_listeners, align 4
  %conv81 = zext i32 %30 to i64
  %cmp82 = icmp ne i64 %found.0.lcssa.i141, %conv81
  %or84134 = or i1 %or18.i, %cmp82
  br i1 %or84134, label %do.body87, label %if.end90

do.body87:                                        ; preds = %listener_at.exit
  store i32 98, i32* @__net_errno, align 4
  br label %cleanup100

if.end90:                                         ; preds = %listener_at.exit
  store i8 2, i8* %arrayidx, align 1
  %arrayidx92 = getelementptr inbounds [6 x i16], [6 x i16]* @__net_which, i64 0, i64 %idxprom
  store i16 %1, i16* %arrayidx92, align 2
  br label %cleanup100

cleanup100:                                       ; preds = %if.then.i, %if.end58, %do.body74, %do.body87, %if.end90, %do.body55, %do.body46, %do.body
  %retval.2 = phi i32 [ -1, %do.body ], [ -1, %do.body74 ], [ -1, %do.body87 ], [ 0, %if.end90 ], [ -1, %do.body46 ], [ -1, %do.body55 ], [ 0, %if.end58 ], [ 0, %if.then.i ]
  call void @__kulan_atomic_end()
  ret i32 %retval.2
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
  %cmp2.not = icmp eq i8 %0, 0
  br i1 %cmp2.not, label %do.body, label %if.end

do.body:                                          ; preds = %entry, %land.lhs.true
  store i32 9, i32* @__net_errno, align 4
  br label %cleanup.cont

if.end:                                           ; preds = %land.lhs.true
  %1 = load i32, i32* @__net_datagrams, align 4
  %tobool.not = icmp ne i32 %1, 0
  %cmp9 = icmp eq i8 %0, 5
  %or.cond = select i1 %tobool.not, i1 %cmp9, i1 false
  br i1 %or.cond, label %do.body12, label %if.end14

do.body12:                                        ; preds = %if.end
  store i32 95, i32* @__net_errno, align 4
  br label %cleanup.cont

if.end14:                                         ; preds = %if.end
  %cmp17.not = icmp eq i8 %0, 2
  br i1 %cmp17.not, label %if.end23, label %do.body20

do.body20:                                        ; preds = %if.end14
  store i32 22, i32* @__net_errno, align 4
  br label %cleanup.cont

if.end23:                                         ; preds = %if.end14
  %arrayidx24 = getelementptr inbounds [6 x i16], [6 x i16]* @__net_which, i64 0, i64 %idxprom
  %2 = load i16, i16* %arrayidx24, align 2
  %3 = load i32, i32* @__net_host, align 4
  %4 = load i32, i32* @__net_listeners, align 4
  %conv.i = zext i32 %4 to i64
  %5 = load i32, i32* @__net_listeners, align 4
  %cmp20.not.i = icmp eq i32 %5, 0
  br i1 %cmp20.not.i, label %listener_at.exit, label %for.body.i

for.body.i:                                       ; preds = %if.end23, %for.body.i
  %l.022.i = phi i64 [ %inc.i, %for.body.i ], [ 0, %if.end23 ]
  %found.021.i = phi i64 [ %cond.i, %for.body.i ], [ %conv.i, %if.end23 ]
  %arrayidx.i = getelementptr inbounds [0 x i16], [0 x i16]* @__net_port, i64 0, i64 %l.022.i
  %6 = load i16, i16* %arrayidx.i, align 2
  %cmp5.i = icmp eq i16 %6, %2
  %arrayidx7.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_hosts, i64 0, i64 %l.022.i
  %7 = load i8, i8* %arrayidx7.i, align 1
  %conv8.i = zext i8 %7 to i32
  %cmp9.i = icmp eq i32 %3, %conv8.i
  %and18.i = and i1 %cmp5.i, %cmp9.i
  %cond.i = select i1 %and18.i, i64 %l.022.i, i64 %found.021.i
  %inc.i = add nuw nsw i64 %l.022.i, 1
  %8 = load i32, i32* @__net_listeners, align 4
  %conv1.i = zext i32 %8 to i64
  %cmp.i = icmp ult i64 %inc.i, %conv1.i
  br i1 %cmp.i, label %for.body.i, label %listener_at.exit

listener_at.exit:                                 ; preds = %for.body.i, %if.end23
  %found.0.lcssa.i = phi i64 [ %conv.i, %if.end23 ], [ %cond.i, %for.body.i ]
  %9 = load i32, i32* @__net_listeners, align 4
  %conv25 = zext i32 %9 to i64
  %cmp26.not = icmp eq i64 %found.0.lcssa.i, %conv25
  br i1 %cmp26.not, label %if.end32, label %do.body29

do.body29:                                        ; preds = %listener_at.exit
  store i32 98, i32* @__net_errno, align 4
  br label %cleanup.cont

if.end32:                                         ; preds = %listener_at.exit
  %10 = load i32, i32* @__net_process, align 4
  %mul = shl i32 %10, 1
  %conv33 = zext i32 %mul to i64
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.body
  %cmp41 = icmp ne i64 %cond, 2
  call void @__kulan_bound(i1 noundef zeroext %cmp41)
  store i8 3, i8* %arrayidx, align 1
  %add44 = add i64 %cond, %conv33
  %conv45 = trunc i64 %add44 to i16
  store i16 %conv45, i16* %arrayidx24, align 2
  %arrayidx48 = getelementptr inbounds [0 x i16], [0 x i16]* @__net_port, i64 0, i64 %add44
  store i16 %2, i16* %arrayidx48, align 2
  %cmp53.inv = icmp slt i32 %backlog, 8
  %cond58 = select i1 %cmp53.inv, i32 %backlog, i32 8
  %11 = icmp sgt i32 %cond58, 0
  %cond60 = select i1 %11, i32 %cond58, i32 0
  %conv61 = trunc i32 %cond60 to i8
  %arrayidx63 = getelementptr inbounds [0 x i8], [0 x i8]* @__net_backlog, i64 0, i64 %add44
  store i8 %conv61, i8* %arrayidx63, align 1
  %12 = load i32, i32* @__net_awaited, align 4
  %tobool.not.i = icmp eq i32 %12, 0
  br i1 %tobool.not.i, label %cleanup.cont, label %if.then.i

if.then.i:                                        ; preds = %for.cond.cleanup
  %13 = load i32, i32* @__net_process, align 4
  %idxprom.i = zext i32 %13 to i64
  %arrayidx.i96 = getelementptr inbounds [0 x i8], [0 x i8]* @__net_begun, i64 0, i64 %idxprom.i
  store i8 1, i8* %arrayidx.i96, align 1
  br label %cleanup.cont

for.body:                                         ; preds = %if.end32, %for.body
  %indvars.iv = phi i64 [ 1, %if.end32 ], [ %indvars.iv.next, %for.body ]
  %l.097 = phi i64 [ 2, %if.end32 ], [ %cond, %for.body ]
  %add = add nuw nsw i64 %indvars.iv, %conv33
  %arrayidx37 = getelementptr inbounds [0 x i16], [0 x i16]* @__net_port, i64 0, i64 %add
  %14 = load i16, i16* %arrayidx37, align 2
  %tobool39.not = icmp eq i16 %14, 0
  %cond = select i1 %tobool39.not, i64 %indvars.iv, i64 %l.097
  %indvars.iv.next = add nsw i64 %indvars.iv, -1
  %cmp34.not = icmp eq i64 %indvars.iv, 0
  br i1 %cmp34.not, label %for.cond.cleanup, label %for.body

cleanup.cont:                                     ; preds = %if.then.i, %for.cond.cleanup, %do.body12, %do.body20, %do.body29, %do.body
  %retval.2 = phi i32 [ -1, %do.body ], [ -1, %do.body12 ], [ -1, %do.body20 ], [ -1, %do.body29 ], [ 0, %for.cond.cleanup ], [ 0, %if.then.i ]
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
  br label %cleanup107

if.end:                                           ; preds = %land.lhs.true
  %7 = load i32, i32* @__net_datagrams, align 4
  %tobool.not = icmp ne i32 %7, 0
  %cmp15 = icmp eq i8 %6, 5
  %or.cond = select i1 %tobool.not, i1 %cmp15, i1 false
  br i1 %or.cond, label %if.then17, label %if.end38

if.then17:                                        ; preds = %if.end
  %arrayidx18 = getelementptr inbounds [6 x i16], [6 x i16]* @__net_which, i64 0, i64 %idxprom
  %8 = load i16, i16* %arrayidx18, align 2
  %conv19 = zext i16 %8 to i64
  %conv20 = zext i16 %1 to i32
  %cmp21 = icmp ne i16 %1, 0
  %cmp23 = icmp ne i32 %retval.0.i, 255
  %9 = select i1 %cmp21, i1 %cmp23, i1 false
  call void @__kulan_support(i1 noundef zeroext %9)
  %arrayidx25 = getelementptr inbounds [0 x i16], [0 x i16]* @__net_box_port, i64 0, i64 %conv19
  %10 = load i16, i16* %arrayidx25, align 2
  %tobool26.not = icmp eq i16 %10, 0
  br i1 %tobool26.not, label %if.then27, label %if.end30

if.then27:                                        ; preds = %if.then17
  %11 = add i16 %8, -15536
  %or.i = call i16 @llvm.bswap.i16(i16 %11)
  store i16 %or.i, i16* %arrayidx25, align 2
  br label %if.end30

if.end30:                                         ; preds = %if.then27, %if.then17
  %shl = shl i32 %retval.0.i, 16
  %or = or i32 %shl, %conv20
  %or32 = or i32 %or, 16777216
  %arrayidx33 = getelementptr inbounds [0 x i32], [0 x i32]* @__net_box_peer, i64 0, i64 %conv19
  store i32 %or32, i32* %arrayidx33, align 4
  br label %cleanup107

if.end38:                                         ; preds = %if.end
  %arrayidx39 = getelementptr inbounds [6 x i8], [6 x i8]* @__net_how, i64 0, i64 %idxprom
  %12 = load i8, i8* %arrayidx39, align 1
  %13 = and i8 %12, 1
  %tobool41.not = icmp eq i8 %13, 0
  call void @__kulan_support(i1 noundef zeroext %tobool41.not)
  %14 = load i8, i8* %arrayidx, align 1
  switch i8 %14, label %if.end59 [
    i8 4, label %do.body47
    i8 3, label %do.body56
  ]

do.body47:                                        ; preds = %if.end38
  store i32 106, i32* @__net_errno, align 4
  br label %cleanup107

do.body56:                                        ; preds = %if.end38
  store i32 22, i32* @__net_errno, align 4
  br label %cleanup107

if.end59:                                         ; preds = %if.end38
  %15 = load i32, i32* @__net_listeners, align 4
  %conv.i150 = zext i32 %15 to i64
  %16 = load i32, i32* @__net_listeners, align 4
  %cmp20.not.i = icmp eq i32 %16, 0
  br i1 %cmp20.not.i, label %listener_at.exit, label %for.body.i

for.body.i:                                       ; preds = %if.end59, %for.body.i
  %l.022.i = phi i64 [ %inc.i, %for.body.i ], [ 0, %if.end59 ]
  %found.021.i = phi i64 [ %cond.i151, %for.body.i ], [ %conv.i150, %if.end59 ]
  %arrayidx.i = getelementptr inbounds [0 x i16], [0 x i16]* @__net_port, i64 0, i64 %l.022.i
  %17 = load i16, i16* %arrayidx.i, align 2
  %cmp5.i = icmp eq i16 %17, %1
  %arrayidx7.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_hosts, i64 0, i64 %l.022.i
  %18 = load i8, i8* %arrayidx7.i, align 1
  %conv8.i = zext i8 %18 to i32
  %cmp9.i = icmp eq i32 %retval.0.i, %conv8.i
  %and18.i = and i1 %cmp5.i, %cmp9.i
  %cond.i151 = select i1 %and18.i, i64 %l.022.i, i64 %found.021.i
  %inc.i = add nuw nsw i64 %l.022.i, 1
  %19 = load i32, i32* @__net_listeners, align 4
  %conv1.i152 = zext i32 %19 to i64
  %cmp.i153 = icmp ult i64 %inc.i, %conv1.i152
  br i1 %cmp.i153, label %for.body.i, label %listener_at.exit

listener_at.exit:                                 ; preds = %for.body.i, %if.end59
  %found.0.lcssa.i = phi i64 [ %conv.i150, %if.end59 ], [ %cond.i151, %for.body.i ]
  %20 = load i32, i32* @__net_connect_waits, align 4
  %tobool61.not = icmp eq i32 %20, 0
  br i1 %tobool61.not, label %if.end66, label %if.then62

if.then62:                                        ; preds = %listener_at.exit
  %21 = load i32, i32* @__net_listeners, align 4
  %conv63 = zext i32 %21 to i64
  %cmp64 = icmp ne i64 %found.0.lcssa.i, %conv63
  call void @__kulan_wait(i1 noundef zeroext %cmp64)
  br label %if.end66

if.end66:                                         ; preds = %if.then62, %listener_at.exit
  %22 = load i32, i32* @__net_listeners, align 4
  %conv67 = zext i32 %22 to i64
  %cmp68 = icmp eq i64 %found.0.lcssa.i, %conv67
  br i1 %cmp68, label %do.body71, label %if.end74

do.body71:                                        ; preds = %if.end66
  store i32 111, i32* @__net_errno, align 4
  br label %cleanup107

if.end74:                                         ; preds = %if.end66
  %arrayidx75 = getelementptr inbounds [0 x i64], [0 x i64]* @__net_queue, i64 0, i64 %found.0.lcssa.i
  %23 = load i64, i64* %arrayidx75, align 8
  br label %for.body.i156

for.body.i156:                                    ; preds = %for.body.i156, %if.end74
  %indvars.iv.i = phi i64 [ 0, %if.end74 ], [ %indvars.iv.next.i, %for.body.i156 ]
  %n.07.i = phi i32 [ 0, %if.end74 ], [ %add.i, %for.body.i156 ]
  %24 = shl nsw i64 %indvars.iv.i, 3
  %25 = shl i64 255, %24
  %26 = and i64 %25, %23
  %cmp1.i154 = icmp ne i64 %26, 0
  %conv.i155 = zext i1 %cmp1.i154 to i32
  %add.i = add i32 %n.07.i, %conv.i155
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %exitcond.not.i = icmp eq i64 %indvars.iv.next.i, 8
  br i1 %exitcond.not.i, label %waiting.exit, label %for.body.i156

waiting.exit:                                     ; preds = %for.body.i156
  %arrayidx77 = getelementptr inbounds [0 x i8], [0 x i8]* @__net_backlog, i64 0, i64 %found.0.lcssa.i
  %27 = load i8, i8* %arrayidx77, align 1
  %conv78 = zext i8 %27 to i32
  %cmp79 = icmp ule i32 %add.i, %conv78
  call void @__kulan_wait(i1 noundef zeroext %cmp79)
  %cmp81 = icmp ult i32 %add.i, 8
  call void @__kulan_bound(i1 noundef zeroext %cmp81)
  %28 = load i32, i32* @__net_process, align 4
  %mul.i = shl i32 %28, 2
  %conv.i157 = zext i32 %mul.i to i64
  br label %for.body.i163

for.body.i163:                                    ; preds = %for.body.i163, %waiting.exit
  %indvars.iv.i158 = phi i64 [ 3, %waiting.exit ], [ %indvars.iv.next.i162, %for.body.i163 ]
  %c.027.i = phi i64 [ 4, %waiting.exit ], [ %cond.i161, %for.body.i163 ]
  %add.i159 = add nuw nsw i64 %indvars.iv.i158, %conv.i157
  %mul3.i = shl nsw i64 %add.i159, 1
  %arrayidx.i160 = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %mul3.i
  %29 = load i8, i8* %arrayidx.i160, align 1
  %add8.i = or i64 %mul3.i, 1
  %arrayidx9.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %add8.i
  %30 = load i8, i8* %arrayidx9.i, align 1
  %or26.i = or i8 %30, %29
  %tobool.not.i = icmp eq i8 %or26.i, 0
  %cond.i161 = select i1 %tobool.not.i, i64 %indvars.iv.i158, i64 %c.027.i
  %indvars.iv.next.i162 = add nsw i64 %indvars.iv.i158, -1
  %cmp.not.i = icmp eq i64 %indvars.iv.i158, 0
  br i1 %cmp.not.i, label %free_connection.exit, label %for.body.i163

free_connection.exit:                             ; preds = %for.body.i163
  %cmp12.i = icmp ne i64 %cond.i161, 4
  call void @__kulan_bound(i1 noundef zeroext %cmp12.i)
  %add14.i = add i64 %cond.i161, %conv.i157
  %mul = shl i64 %add14.i, 1
  %arrayidx84 = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %mul
  store i8 1, i8* %arrayidx84, align 1
  %add = or i64 %mul, 1
  %arrayidx86 = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %add
  store i8 1, i8* %arrayidx86, align 1
  %add87 = add i64 %add14.i, 1
  %mul88 = shl i32 %add.i, 3
  %sh_prom = zext i32 %mul88 to i64
  %shl89 = shl i64 %add87, %sh_prom
  %or90 = or i64 %shl89, %23
  store i64 %or90, i64* %arrayidx75, align 8
  store i8 4, i8* %arrayidx, align 1
  %conv94 = trunc i64 %mul to i16
  %arrayidx95 = getelementptr inbounds [6 x i16], [6 x i16]* @__net_which, i64 0, i64 %idxprom
  store i16 %conv94, i16* %arrayidx95, align 2
  br label %cleanup107

cleanup107:                                       ; preds = %do.body47, %do.body56, %if.end30, %free_connection.exit, %do.body71, %do.body
  %retval.2 = phi i32 [ -1, %do.body ], [ -1, %do.body47 ], [ -1, %do.body56 ], [ 0, %if.end30 ], [ -1, %do.body71 ], [ 0, %free_connection.exit ]
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
  %cmp2.not = icmp eq i8 %0, 0
  br i1 %cmp2.not, label %do.body, label %if.end

do.body:                                          ; preds = %entry, %land.lhs.true
  store i32 9, i32* @__net_errno, align 4
  br label %cleanup.cont

if.end:                                           ; preds = %land.lhs.true
  %1 = load i32, i32* @__net_datagrams, align 4
  %tobool.not = icmp ne i32 %1, 0
  %cmp9 = icmp eq i8 %0, 5
  %or.cond = select i1 %tobool.not, i1 %cmp9, i1 false
  br i1 %or.cond, label %do.body12, label %if.end14

do.body12:                                        ; preds = %if.end
  store i32 95, i32* @__net_errno, align 4
  br label %cleanup.cont

if.end14:                                         ; preds = %if.end
  %cmp17.not = icmp eq i8 %0, 3
  br i1 %cmp17.not, label %if.end23, label %do.body20

do.body20:                                        ; preds = %if.end14
  store i32 22, i32* @__net_errno, align 4
  br label %cleanup.cont

if.end23:                                         ; preds = %if.end14
  %arrayidx24 = getelementptr inbounds [6 x i16], [6 x i16]* @__net_which, i64 0, i64 %idxprom
  %2 = load i16, i16* %arrayidx24, align 2
  %conv25 = zext i16 %2 to i64
  %arrayidx26 = getelementptr inbounds [0 x i64], [0 x i64]* @__net_queue, i64 0, i64 %conv25
  %3 = load i64, i64* %arrayidx26, align 8
  %cmp27 = icmp ne i64 %3, 0
  %arrayidx29 = getelementptr inbounds [6 x i8], [6 x i8]* @__net_how, i64 0, i64 %idxprom
  %4 = load i8, i8* %arrayidx29, align 1
  %conv.i = zext i8 %4 to i32
  %and.i = and i32 %conv.i, 1
  %tobool.not.i = icmp eq i32 %and.i, 0
  br i1 %tobool.not.i, label %if.end.i, label %wait_for.exit

if.end.i:                                         ; preds = %if.end23
  %call.i = call zeroext i1 @__VERIFIER_nondet_patience()
  %and6.i = and i32 %conv.i, 2
  %tobool7.i = icmp ne i32 %and6.i, 0
  %5 = or i1 %tobool7.i, %call.i
  call void @__kulan_wait(i1 noundef zeroext %5)
  %6 = xor i1 %cmp27, %call.i
  %cmp.i = xor i1 %6, true
  call void @__kulan_wait(i1 noundef zeroext %cmp.i)
  br label %wait_for.exit

wait_for.exit:                                    ; preds = %if.end23, %if.end.i
  %retval.0.i = phi i1 [ %call.i, %if.end.i ], [ %cmp27, %if.end23 ]
  br i1 %retval.0.i, label %if.end34, label %do.body31

do.body31:                                        ; preds = %wait_for.exit
  store i32 11, i32* @__net_errno, align 4
  br label %cleanup.cont

if.end34:                                         ; preds = %wait_for.exit
  %shr = lshr i64 %3, 8
  store i64 %shr, i64* %arrayidx26, align 8
  %and = shl i64 %3, 1
  %sub36 = and i64 %and, 510
  br label %for.body.i.i

for.body.i.i:                                     ; preds = %for.body.i.i, %if.end34
  %indvars.iv.i.i = phi i64 [ 5, %if.end34 ], [ %indvars.iv.next.i.i, %for.body.i.i ]
  %d.011.i.i = phi i64 [ 6, %if.end34 ], [ %cond.i.i, %for.body.i.i ]
  %arrayidx.i.i = getelementptr inbounds [6 x i8], [6 x i8]* @__net_what, i64 0, i64 %indvars.iv.i.i
  %7 = load i8, i8* %arrayidx.i.i, align 1
  %tobool.not.i.i = icmp eq i8 %7, 0
  %cond.i.i = select i1 %tobool.not.i.i, i64 %indvars.iv.i.i, i64 %d.011.i.i
  %indvars.iv.next.i.i = add nsw i64 %indvars.iv.i.i, -1
  %cmp.not.i.i = icmp eq i64 %indvars.iv.i.i, 0
  br i1 %cmp.not.i.i, label %new_descriptor.exit, label %for.body.i.i

new_descriptor.exit:                              ; preds = %for.body.i.i
  %add = add nsw i64 %sub36, -1
  %cmp2.i.i = icmp ne i64 %cond.i.i, 6
  call void @__kulan_bound(i1 noundef zeroext %cmp2.i.i)
  %arrayidx.i = getelementptr inbounds [6 x i8], [6 x i8]* @__net_what, i64 0, i64 %cond.i.i
  store i8 4, i8* %arrayidx.i, align 1
  %conv.i66 = trunc i64 %add to i16
  %arrayidx1.i = getelementptr inbounds [6 x i16], [6 x i16]* @__net_which, i64 0, i64 %cond.i.i
  store i16 %conv.i66, i16* %arrayidx1.i, align 2
  %conv2.i = trunc i64 %cond.i.i to i32
  %add.i = add nsw i32 %conv2.i, 3
  %tobool38.not = icmp eq i8* %address, null
  br i1 %tobool38.not, label %cleanup.cont, label %if.then39

if.then39:                                        ; preds = %new_descriptor.exit
  %8 = trunc i64 %add to i32
  %conv.i67 = add i32 %8, 40000
  %conv1.i = and i32 %conv.i67, 65535
  %shl.i = shl nuw nsw i32 %conv1.i, 8
  %9 = lshr i32 %conv1.i, 8
  %or.i = or i32 %shl.i, %9
  %conv3.i = trunc i32 %or.i to i16
  %10 = lshr i64 %add, 2
  %mul.i = and i64 %10, 4611686018427387902
  %arrayidx.i68 = getelementptr inbounds [0 x i8], [0 x i8]* @__net_hosts, i64 0, i64 %mul.i
  %11 = load i8, i8* %arrayidx.i68, align 1
  %conv4.i = zext i8 %11 to i32
  %family.i.i = bitcast i8* %address to i16*
  store i16 2, i16* %family.i.i, align 4
  %port1.i.i = getelementptr inbounds i8, i8* %address, i64 2
  %12 = bitcast i8* %port1.i.i to i16*
  store i16 %conv3.i, i16* %12, align 2
  %13 = load i32, i32* @__net_host, align 4
  %cmp.i.i = icmp eq i32 %13, %conv4.i
  %add.i.i = shl nuw i32 %conv4.i, 24
  %or.i.i = add i32 %add.i.i, 16777226
  %cond.i.i69 = select i1 %cmp.i.i, i32 16777343, i32 %or.i.i
  %host2.i.i = getelementptr inbounds i8, i8* %address, i64 4
  %14 = bitcast i8* %host2.i.i to i32*
  store i32 %cond.i.i69, i32* %14, align 4
  store i32 16, i32* %length, align 4
  br label %cleanup.cont

cleanup.cont:                                     ; preds = %if.then39, %new_descriptor.exit, %do.body12, %do.body20, %do.body31, %do.body
  %retval.2 = phi i32 [ -1, %do.body ], [ -1, %do.body12 ], [ -1, %do.body20 ], [ -1, %do.body31 ], [ %add.i, %new_descriptor.exit ], [ %add.i, %if.then39 ]
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
  %and.i = and i32 %flags, -16707
  %tobool.not.i = icmp eq i32 %and.i, 0
  br i1 %tobool.not.i, label %land.rhs.i, label %land.end.i

land.rhs.i:                                       ; preds = %entry
  %and1.i = and i32 %flags, 256
  %tobool2.not.i = icmp eq i32 %and1.i, 0
  %cmp.i = icmp ult i64 %size, 2
  %0 = or i1 %cmp.i, %tobool2.not.i
  br label %land.end.i

land.end.i:                                       ; preds = %land.rhs.i, %entry
  %1 = phi i1 [ false, %entry ], [ %0, %land.rhs.i ]
  call void @__kulan_support(i1 noundef zeroext %1)
  call void @__kulan_atomic_begin()
  %sub.i = add nsw i32 %fd, -3
  %cmp3.i = icmp ult i32 %sub.i, 6
  br i1 %cmp3.i, label %land.lhs.true.i, label %do.body.i

land.lhs.true.i:                                  ; preds = %land.end.i
  %idxprom.i = zext i32 %sub.i to i64
  %arrayidx.i = getelementptr inbounds [6 x i8], [6 x i8]* @__net_what, i64 0, i64 %idxprom.i
  %2 = load i8, i8* %arrayidx.i, align 1
  %cmp5.not.i = icmp eq i8 %2, 0
  br i1 %cmp5.not.i, label %do.body.i, label %if.end.i

do.body.i:                                        ; preds = %land.lhs.true.i, %land.end.i
  store i32 9, i32* @__net_errno, align 4
  br label %receive.exit

if.end.i:                                         ; preds = %land.lhs.true.i
  %3 = load i32, i32* @__net_datagrams, align 4
  %tobool9.not.i = icmp ne i32 %3, 0
  %cmp13.i = icmp eq i8 %2, 5
  %or.cond178.i = select i1 %tobool9.not.i, i1 %cmp13.i, i1 false
  br i1 %or.cond178.i, label %if.then15.i, label %if.end16.i

if.then15.i:                                      ; preds = %if.end.i
  %and.i.i = and i32 %flags, 256
  %tobool.not.i.i = icmp eq i32 %and.i.i, 0
  br i1 %tobool.not.i.i, label %land.rhs.i.i, label %land.end5.i.i

land.rhs.i.i:                                     ; preds = %if.then15.i
  %4 = load i32, i32* @__net_reorders, align 4
  %tobool1.i.i = icmp eq i32 %4, 0
  %and3.i.i = and i32 %flags, 2
  %tobool4.i.i = icmp eq i32 %and3.i.i, 0
  %lnot.i.i = or i1 %tobool4.i.i, %tobool1.i.i
  br label %land.end5.i.i

land.end5.i.i:                                    ; preds = %land.rhs.i.i, %if.then15.i
  %5 = phi i1 [ false, %if.then15.i ], [ %lnot.i.i, %land.rhs.i.i ]
  call void @__kulan_support(i1 noundef zeroext %5)
  %arrayidx.i.i = getelementptr inbounds [6 x i16], [6 x i16]* @__net_which, i64 0, i64 %idxprom.i
  %6 = load i16, i16* %arrayidx.i.i, align 2
  %conv.i.i = zext i16 %6 to i64
  %arrayidx6.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_box, i64 0, i64 %conv.i.i
  %7 = load i8, i8* %arrayidx6.i.i, align 1
  %arrayidx7.i.i = getelementptr inbounds [0 x i32], [0 x i32]* @__net_head0, i64 0, i64 %conv.i.i
  %8 = load i32, i32* %arrayidx7.i.i, align 4
  %arrayidx8.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_body0, i64 0, i64 %conv.i.i
  %9 = load i64, i64* %arrayidx8.i.i, align 8
  %and9.i.i = and i32 %flags, 64
  %tobool10.not.i.i = icmp eq i32 %and9.i.i, 0
  br i1 %tobool10.not.i.i, label %cond.false.i.i, label %cond.end.i.i

cond.false.i.i:                                   ; preds = %land.end5.i.i
  %arrayidx11.i.i = getelementptr inbounds [6 x i8], [6 x i8]* @__net_how, i64 0, i64 %idxprom.i
  %10 = load i8, i8* %arrayidx11.i.i, align 1
  %phi.cast.i.i = zext i8 %10 to i32
  br label %cond.end.i.i

cond.end.i.i:                                     ; preds = %cond.false.i.i, %land.end5.i.i
  %cond.i.i = phi i32 [ %phi.cast.i.i, %cond.false.i.i ], [ 1, %land.end5.i.i ]
  %cmp.i.i = icmp ne i32 %8, 0
  %11 = and i8 %7, 2
  %tobool17.i.i = icmp ne i8 %11, 0
  %12 = select i1 %cmp.i.i, i1 true, i1 %tobool17.i.i
  %and.i.i.i = and i32 %cond.i.i, 1
  %tobool.not.i.i.i = icmp eq i32 %and.i.i.i, 0
  br i1 %tobool.not.i.i.i, label %if.end.i.i.i, label %wait_for.exit.i.i

if.end.i.i.i:                                     ; preds = %cond.end.i.i
  %call.i.i.i = call zeroext i1 @__VERIFIER_nondet_patience()
  %and6.i.i.i = and i32 %cond.i.i, 2
  %tobool7.i.i.i = icmp ne i32 %and6.i.i.i, 0
  %13 = or i1 %tobool7.i.i.i, %call.i.i.i
  call void @__kulan_wait(i1 noundef zeroext %13)
  %14 = xor i1 %12, %call.i.i.i
  %cmp.i.i.i = xor i1 %14, true
  call void @__kulan_wait(i1 noundef zeroext %cmp.i.i.i)
  br label %wait_for.exit.i.i

wait_for.exit.i.i:                                ; preds = %if.end.i.i.i, %cond.end.i.i
  %retval.0.i.i.i = phi i1 [ %call.i.i.i, %if.end.i.i.i ], [ %12, %cond.end.i.i ]
  br i1 %retval.0.i.i.i, label %if.end.i.i, label %do.body.i.i

do.body.i.i:                                      ; preds = %wait_for.exit.i.i
  store i32 11, i32* @__net_errno, align 4
  br label %receive.exit

if.end.i.i:                                       ; preds = %wait_for.exit.i.i
  br i1 %tobool17.i.i, label %if.then21.i.i, label %if.end26.i.i

if.then21.i.i:                                    ; preds = %if.end.i.i
  store i8 1, i8* %arrayidx6.i.i, align 1
  store i32 111, i32* @__net_errno, align 4
  br label %receive.exit

if.end26.i.i:                                     ; preds = %if.end.i.i
  %shr.i.i = lshr i32 %8, 24
  %sub.i.i = add nsw i32 %shr.i.i, -1
  %conv27.i.i = zext i32 %sub.i.i to i64
  %cmp28.i.i = icmp ult i64 %conv27.i.i, %size
  %cond33.i.i = select i1 %cmp28.i.i, i64 %conv27.i.i, i64 %size
  %cmp34.not.i.i = icmp eq i64 %cond33.i.i, 0
  br i1 %cmp34.not.i.i, label %if.end40.i.i, label %if.then36.i.i

if.then36.i.i:                                    ; preds = %if.end26.i.i
  %conv38.i.i = trunc i64 %9 to i8
  store i8 %conv38.i.i, i8* %to, align 1
  br label %if.end40.i.i

if.end40.i.i:                                     ; preds = %if.then36.i.i, %if.end26.i.i
  %cmp41.i.i = icmp ugt i64 %cond33.i.i, 1
  br i1 %cmp41.i.i, label %if.then43.i.i, label %if.end47.i.i

if.then43.i.i:                                    ; preds = %if.end40.i.i
  %shr44.i.i = lshr i64 %9, 8
  %conv45.i.i = trunc i64 %shr44.i.i to i8
  %arrayidx46.i.i = getelementptr inbounds i8, i8* %to, i64 1
  store i8 %conv45.i.i, i8* %arrayidx46.i.i, align 1
  br label %if.end47.i.i

if.end47.i.i:                                     ; preds = %if.then43.i.i, %if.end40.i.i
  %cmp48.i.i = icmp ugt i64 %cond33.i.i, 2
  br i1 %cmp48.i.i, label %if.then50.i.i, label %if.end54.i.i

if.then50.i.i:                                    ; preds = %if.end47.i.i
  %shr51.i.i = lshr i64 %9, 16
  %conv52.i.i = trunc i64 %shr51.i.i to i8
  %arrayidx53.i.i = getelementptr inbounds i8, i8* %to, i64 2
  store i8 %conv52.i.i, i8* %arrayidx53.i.i, align 1
  br label %if.end54.i.i

if.end54.i.i:                                     ; preds = %if.then50.i.i, %if.end47.i.i
  %cmp55.i.i = icmp ugt i64 %cond33.i.i, 3
  br i1 %cmp55.i.i, label %if.then57.i.i, label %if.end61.i.i

if.then57.i.i:                                    ; preds = %if.end54.i.i
  %shr58.i.i = lshr i64 %9, 24
  %conv59.i.i = trunc i64 %shr58.i.i to i8
  %arrayidx60.i.i = getelementptr inbounds i8, i8* %to, i64 3
  store i8 %conv59.i.i, i8* %arrayidx60.i.i, align 1
  br label %if.end61.i.i

if.end61.i.i:                                     ; preds = %if.then57.i.i, %if.end54.i.i
  %cmp62.i.i = icmp ugt i64 %cond33.i.i, 4
  br i1 %cmp62.i.i, label %if.then64.i.i, label %if.end68.i.i

if.then64.i.i:                                    ; preds = %if.end61.i.i
  %shr65.i.i = lshr i64 %9, 32
  %conv66.i.i = trunc i64 %shr65.i.i to i8
  %arrayidx67.i.i = getelementptr inbounds i8, i8* %to, i64 4
  store i8 %conv66.i.i, i8* %arrayidx67.i.i, align 1
  br label %if.end68.i.i

if.end68.i.i:                                     ; preds = %if.then64.i.i, %if.end61.i.i
  %cmp69.i.i = icmp ugt i64 %cond33.i.i, 5
  br i1 %cmp69.i.i, label %if.then71.i.i, label %if.end75.i.i

if.then71.i.i:                                    ; preds = %if.end68.i.i
  %shr72.i.i = lshr i64 %9, 40
  %conv73.i.i = trunc i64 %shr72.i.i to i8
  %arrayidx74.i.i = getelementptr inbounds i8, i8* %to, i64 5
  store i8 %conv73.i.i, i8* %arrayidx74.i.i, align 1
  br label %if.end75.i.i

if.end75.i.i:                                     ; preds = %if.then71.i.i, %if.end68.i.i
  %cmp76.i.i = icmp ugt i64 %cond33.i.i, 6
  br i1 %cmp76.i.i, label %if.then78.i.i, label %if.end82.i.i

if.then78.i.i:                                    ; preds = %if.end75.i.i
  %shr79.i.i = lshr i64 %9, 48
  %conv80.i.i = trunc i64 %shr79.i.i to i8
  %arrayidx81.i.i = getelementptr inbounds i8, i8* %to, i64 6
  store i8 %conv80.i.i, i8* %arrayidx81.i.i, align 1
  br label %if.end82.i.i

if.end82.i.i:                                     ; preds = %if.then78.i.i, %if.end75.i.i
  %cmp83.i.i = icmp ugt i64 %cond33.i.i, 7
  br i1 %cmp83.i.i, label %if.then85.i.i, label %if.end89.i.i

if.then85.i.i:                                    ; preds = %if.end82.i.i
  %shr86.i.i = lshr i64 %9, 56
  %conv87.i.i = trunc i64 %shr86.i.i to i8
  %arrayidx88.i.i = getelementptr inbounds i8, i8* %to, i64 7
  store i8 %conv87.i.i, i8* %arrayidx88.i.i, align 1
  br label %if.end89.i.i

if.end89.i.i:                                     ; preds = %if.then85.i.i, %if.end82.i.i
  %and96.i.i = and i32 %flags, 2
  %tobool97.not.i.i = icmp eq i32 %and96.i.i, 0
  br i1 %tobool97.not.i.i, label %if.then98.i.i, label %receive.exit

if.then98.i.i:                                    ; preds = %if.end89.i.i
  %arrayidx99.i.i = getelementptr inbounds [0 x i32], [0 x i32]* @__net_head1, i64 0, i64 %conv.i.i
  %15 = load i32, i32* %arrayidx99.i.i, align 4
  store i32 %15, i32* %arrayidx7.i.i, align 4
  %arrayidx101.i.i = getelementptr inbounds [0 x i32], [0 x i32]* @__net_head2, i64 0, i64 %conv.i.i
  %16 = load i32, i32* %arrayidx101.i.i, align 4
  store i32 %16, i32* %arrayidx99.i.i, align 4
  %arrayidx103.i.i = getelementptr inbounds [0 x i32], [0 x i32]* @__net_head3, i64 0, i64 %conv.i.i
  %17 = load i32, i32* %arrayidx103.i.i, align 4
  store i32 %17, i32* %arrayidx101.i.i, align 4
  store i32 0, i32* %arrayidx103.i.i, align 4
  %arrayidx106.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_body1, i64 0, i64 %conv.i.i
  %18 = load i64, i64* %arrayidx106.i.i, align 8
  store i64 %18, i64* %arrayidx8.i.i, align 8
  %arrayidx108.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_body2, i64 0, i64 %conv.i.i
  %19 = load i64, i64* %arrayidx108.i.i, align 8
  store i64 %19, i64* %arrayidx106.i.i, align 8
  %arrayidx110.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_body3, i64 0, i64 %conv.i.i
  %20 = load i64, i64* %arrayidx110.i.i, align 8
  store i64 %20, i64* %arrayidx108.i.i, align 8
  store i64 0, i64* %arrayidx110.i.i, align 8
  br label %receive.exit

if.end16.i:                                       ; preds = %if.end.i
  %cmp19.not.i = icmp eq i8 %2, 4
  br i1 %cmp19.not.i, label %if.end24.i, label %do.body22.i

do.body22.i:                                      ; preds = %if.end16.i
  store i32 107, i32* @__net_errno, align 4
  br label %receive.exit

if.end24.i:                                       ; preds = %if.end16.i
  %arrayidx25.i = getelementptr inbounds [6 x i16], [6 x i16]* @__net_which, i64 0, i64 %idxprom.i
  %21 = load i16, i16* %arrayidx25.i, align 2
  %conv26.i = zext i16 %21 to i64
  %arrayidx27.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %conv26.i
  %22 = load i8, i8* %arrayidx27.i, align 1
  %conv28.i = zext i8 %22 to i32
  %and29.i = and i32 %conv28.i, 64
  %tobool30.not.i = icmp eq i32 %and29.i, 0
  br i1 %tobool30.not.i, label %if.end35.i, label %do.body32.i

do.body32.i:                                      ; preds = %if.end24.i
  store i32 9, i32* @__net_errno, align 4
  br label %receive.exit

if.end35.i:                                       ; preds = %if.end24.i
  %cmp39.i = icmp eq i64 %size, 0
  br i1 %cmp39.i, label %receive.exit, label %if.end45.i

if.end45.i:                                       ; preds = %if.end35.i
  %arrayidx46.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_count, i64 0, i64 %conv26.i
  %23 = load i8, i8* %arrayidx46.i, align 1
  %cmp48.i = icmp ne i8 %23, 0
  %arrayidx50.i = getelementptr inbounds [6 x i8], [6 x i8]* @__net_how, i64 0, i64 %idxprom.i
  %24 = load i8, i8* %arrayidx50.i, align 1
  %and51.i = and i32 %flags, 64
  %tobool52.not.i = icmp eq i32 %and51.i, 0
  %and59.i = and i32 %conv28.i, 6
  %tobool60.i = icmp ne i32 %and59.i, 0
  %25 = select i1 %cmp48.i, i1 true, i1 %tobool60.i
  %26 = zext i8 %24 to i32
  %conv.i132.i = select i1 %tobool52.not.i, i32 %26, i32 1
  %and.i133.i = and i32 %conv.i132.i, 1
  %tobool.not.i134.i = icmp eq i32 %and.i133.i, 0
  br i1 %tobool.not.i134.i, label %if.end.i136.i, label %wait_for.exit.i

if.end.i136.i:                                    ; preds = %if.end45.i
  %call.i.i = call zeroext i1 @__VERIFIER_nondet_patience()
  %and6.i.i = and i32 %conv.i132.i, 2
  %tobool7.i.i = icmp ne i32 %and6.i.i, 0
  %27 = or i1 %tobool7.i.i, %call.i.i
  call void @__kulan_wait(i1 noundef zeroext %27)
  %28 = xor i1 %25, %call.i.i
  %cmp.i135.i = xor i1 %28, true
  call void @__kulan_wait(i1 noundef zeroext %cmp.i135.i)
  br label %wait_for.exit.i

wait_for.exit.i:                                  ; preds = %if.end.i136.i, %if.end45.i
  %retval.0.i137.i = phi i1 [ %call.i.i, %if.end.i136.i ], [ %25, %if.end45.i ]
  br i1 %retval.0.i137.i, label %if.end67.i, label %do.body64.i

do.body64.i:                                      ; preds = %wait_for.exit.i
  store i32 11, i32* @__net_errno, align 4
  br label %receive.exit

if.end67.i:                                       ; preds = %wait_for.exit.i
  br i1 %cmp48.i, label %do.body70.i, label %if.end78.i

do.body70.i:                                      ; preds = %if.end67.i
  %and72.i = and i32 %flags, 2
  %cmp73.not.i = icmp eq i32 %and72.i, 0
  %arrayidx.i138.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_bytes, i64 0, i64 %conv26.i
  %29 = load i64, i64* %arrayidx.i138.i, align 8
  %30 = load i8, i8* %arrayidx46.i, align 1
  %conv.i139.i = zext i8 %30 to i64
  %cmp.i140.i = icmp eq i64 %size, 1
  br i1 %cmp.i140.i, label %if.then.i.i, label %if.else.i.i

if.then.i.i:                                      ; preds = %do.body70.i
  %conv3.i.i = trunc i64 %29 to i8
  store i8 %conv3.i.i, i8* %to, align 1
  br label %if.end76.i.i

if.else.i.i:                                      ; preds = %do.body70.i
  %cmp5.i.i = icmp ugt i64 %conv.i139.i, %size
  %cond.i141.i = select i1 %cmp5.i.i, i64 %size, i64 %conv.i139.i
  %call.i142.i = call zeroext i1 @__VERIFIER_nondet_part()
  %conv7.i.i = zext i1 %call.i142.i to i64
  %call8.i.i = call zeroext i1 @__VERIFIER_nondet_part()
  %mul.i.i = select i1 %call8.i.i, i64 2, i64 0
  %add.i.i = or i64 %mul.i.i, %conv7.i.i
  %call10.i.i = call zeroext i1 @__VERIFIER_nondet_part()
  %mul12.i.i = select i1 %call10.i.i, i64 4, i64 0
  %add13.i.i = or i64 %add.i.i, %mul12.i.i
  %add15.i.i = add nuw nsw i64 %add13.i.i, 1
  %cmp16.i.i = icmp ugt i64 %add15.i.i, %cond.i141.i
  %cond21.i.i = select i1 %cmp16.i.i, i64 %cond.i141.i, i64 %add15.i.i
  %cmp22.not.i.i = icmp eq i64 %cond21.i.i, 0
  br i1 %cmp22.not.i.i, label %if.end.i143.i, label %if.then24.i.i

if.then24.i.i:                                    ; preds = %if.else.i.i
  %conv25.i.i = trunc i64 %29 to i8
  store i8 %conv25.i.i, i8* %to, align 1
  br label %if.end.i143.i

if.end.i143.i:                                    ; preds = %if.then24.i.i, %if.else.i.i
  %cmp27.i.i = icmp ugt i64 %cond21.i.i, 1
  br i1 %cmp27.i.i, label %if.then29.i.i, label %if.end33.i.i

if.then29.i.i:                                    ; preds = %if.end.i143.i
  %shr30.i.i = lshr i64 %29, 8
  %conv31.i.i = trunc i64 %shr30.i.i to i8
  %arrayidx32.i.i = getelementptr inbounds i8, i8* %to, i64 1
  store i8 %conv31.i.i, i8* %arrayidx32.i.i, align 1
  br label %if.end33.i.i

if.end33.i.i:                                     ; preds = %if.then29.i.i, %if.end.i143.i
  %cmp34.i.i = icmp ugt i64 %cond21.i.i, 2
  br i1 %cmp34.i.i, label %if.then36.i145.i, label %if.end40.i147.i

if.then36.i145.i:                                 ; preds = %if.end33.i.i
  %shr37.i.i = lshr i64 %29, 16
  %conv38.i144.i = trunc i64 %shr37.i.i to i8
  %arrayidx39.i.i = getelementptr inbounds i8, i8* %to, i64 2
  store i8 %conv38.i144.i, i8* %arrayidx39.i.i, align 1
  br label %if.end40.i147.i

if.end40.i147.i:                                  ; preds = %if.then36.i145.i, %if.end33.i.i
  %cmp41.i146.i = icmp ugt i64 %cond21.i.i, 3
  br i1 %cmp41.i146.i, label %if.then43.i151.i, label %if.end47.i153.i

if.then43.i151.i:                                 ; preds = %if.end40.i147.i
  %shr44.i148.i = lshr i64 %29, 24
  %conv45.i149.i = trunc i64 %shr44.i148.i to i8
  %arrayidx46.i150.i = getelementptr inbounds i8, i8* %to, i64 3
  store i8 %conv45.i149.i, i8* %arrayidx46.i150.i, align 1
  br label %if.end47.i153.i

if.end47.i153.i:                                  ; preds = %if.then43.i151.i, %if.end40.i147.i
  %cmp48.i152.i = icmp ugt i64 %cond21.i.i, 4
  br i1 %cmp48.i152.i, label %if.then50.i157.i, label %if.end54.i159.i

if.then50.i157.i:                                 ; preds = %if.end47.i153.i
  %shr51.i154.i = lshr i64 %29, 32
  %conv52.i155.i = trunc i64 %shr51.i154.i to i8
  %arrayidx53.i156.i = getelementptr inbounds i8, i8* %to, i64 4
  store i8 %conv52.i155.i, i8* %arrayidx53.i156.i, align 1
  br label %if.end54.i159.i

if.end54.i159.i:                                  ; preds = %if.then50.i157.i, %if.end47.i153.i
  %cmp55.i158.i = icmp ugt i64 %cond21.i.i, 5
  br i1 %cmp55.i158.i, label %if.then57.i163.i, label %if.end61.i165.i

if.then57.i163.i:                                 ; preds = %if.end54.i159.i
  %shr58.i160.i = lshr i64 %29, 40
  %conv59.i161.i = trunc i64 %shr58.i160.i to i8
  %arrayidx60.i162.i = getelementptr inbounds i8, i8* %to, i64 5
  store i8 %conv59.i161.i, i8* %arrayidx60.i162.i, align 1
  br label %if.end61.i165.i

if.end61.i165.i:                                  ; preds = %if.then57.i163.i, %if.end54.i159.i
  %cmp62.i164.i = icmp ugt i64 %cond21.i.i, 6
  br i1 %cmp62.i164.i, label %if.then64.i169.i, label %if.end68.i171.i

if.then64.i169.i:                                 ; preds = %if.end61.i165.i
  %shr65.i166.i = lshr i64 %29, 48
  %conv66.i167.i = trunc i64 %shr65.i166.i to i8
  %arrayidx67.i168.i = getelementptr inbounds i8, i8* %to, i64 6
  store i8 %conv66.i167.i, i8* %arrayidx67.i168.i, align 1
  br label %if.end68.i171.i

if.end68.i171.i:                                  ; preds = %if.then64.i169.i, %if.end61.i165.i
  %cmp69.i170.i = icmp ugt i64 %cond21.i.i, 7
  br i1 %cmp69.i170.i, label %if.then71.i175.i, label %if.end76.i.i

if.then71.i175.i:                                 ; preds = %if.end68.i171.i
  %shr72.i172.i = lshr i64 %29, 56
  %conv73.i173.i = trunc i64 %shr72.i172.i to i8
  %arrayidx74.i174.i = getelementptr inbounds i8, i8* %to, i64 7
  store i8 %conv73.i173.i, i8* %arrayidx74.i174.i, align 1
  br label %if.end76.i.i

if.end76.i.i:                                     ; preds = %if.then71.i175.i, %if.end68.i171.i, %if.then.i.i
  %part.0.i.i = phi i64 [ 1, %if.then.i.i ], [ %cond21.i.i, %if.then71.i175.i ], [ %cond21.i.i, %if.end68.i171.i ]
  br i1 %cmp73.not.i, label %if.then77.i.i, label %receive.exit

if.then77.i.i:                                    ; preds = %if.end76.i.i
  %cmp78.i.i = icmp eq i64 %part.0.i.i, 8
  %mul82.i.i = shl nsw i64 %part.0.i.i, 3
  %shr83.i.i = lshr i64 %29, %mul82.i.i
  %cond85.i.i = select i1 %cmp78.i.i, i64 0, i64 %shr83.i.i
  store i64 %cond85.i.i, i64* %arrayidx.i138.i, align 8
  %31 = trunc i64 %part.0.i.i to i8
  %conv87.i176.i = sub i8 %30, %31
  store i8 %conv87.i176.i, i8* %arrayidx46.i, align 1
  br label %receive.exit

if.end78.i:                                       ; preds = %if.end67.i
  %32 = and i32 %conv28.i, 10
  %.not.i = icmp eq i32 %32, 8
  br i1 %.not.i, label %if.then86.i, label %receive.exit

if.then86.i:                                      ; preds = %if.end78.i
  %and88.i = and i8 %22, -9
  store i8 %and88.i, i8* %arrayidx27.i, align 1
  store i32 104, i32* @__net_errno, align 4
  br label %receive.exit

receive.exit:                                     ; preds = %if.end78.i, %if.end76.i.i, %if.then77.i.i, %if.end35.i, %if.end89.i.i, %if.then98.i.i, %do.body.i, %do.body.i.i, %if.then21.i.i, %do.body22.i, %do.body32.i, %do.body64.i, %if.then86.i
  %retval.3.i = phi i64 [ -1, %do.body.i ], [ -1, %do.body22.i ], [ -1, %do.body32.i ], [ -1, %if.then86.i ], [ -1, %do.body64.i ], [ -1, %if.then21.i.i ], [ -1, %do.body.i.i ], [ %cond33.i.i, %if.then98.i.i ], [ %cond33.i.i, %if.end89.i.i ], [ 0, %if.end35.i ], [ %part.0.i.i, %if.then77.i.i ], [ %part.0.i.i, %if.end76.i.i ], [ 0, %if.end78.i ]
  call void @__kulan_atomic_end()
  ret i64 %retval.3.i
}

; Function Attrs: nounwind
define weak i64 @recvfrom(i32 noundef %fd, i8* noundef %to, i64 noundef %size, i32 noundef %flags, i8* noundef %address, i32* noundef %length) {
entry:
  %and.i = and i32 %flags, -16707
  %tobool.not.i = icmp eq i32 %and.i, 0
  br i1 %tobool.not.i, label %land.rhs.i, label %land.end.i

land.rhs.i:                                       ; preds = %entry
  %and1.i = and i32 %flags, 256
  %tobool2.not.i = icmp eq i32 %and1.i, 0
  %cmp.i = icmp ult i64 %size, 2
  %0 = or i1 %cmp.i, %tobool2.not.i
  br label %land.end.i

land.end.i:                                       ; preds = %land.rhs.i, %entry
  %1 = phi i1 [ false, %entry ], [ %0, %land.rhs.i ]
  call void @__kulan_support(i1 noundef zeroext %1)
  call void @__kulan_atomic_begin()
  %sub.i = add nsw i32 %fd, -3
  %cmp3.i = icmp ult i32 %sub.i, 6
  br i1 %cmp3.i, label %land.lhs.true.i, label %do.body.i

land.lhs.true.i:                                  ; preds = %land.end.i
  %idxprom.i = zext i32 %sub.i to i64
  %arrayidx.i = getelementptr inbounds [6 x i8], [6 x i8]* @__net_what, i64 0, i64 %idxprom.i
  %2 = load i8, i8* %arrayidx.i, align 1
  %cmp5.not.i = icmp eq i8 %2, 0
  br i1 %cmp5.not.i, label %do.body.i, label %if.end.i

do.body.i:                                        ; preds = %land.lhs.true.i, %land.end.i
  store i32 9, i32* @__net_errno, align 4
  br label %receive.exit

if.end.i:                                         ; preds = %land.lhs.true.i
  %3 = load i32, i32* @__net_datagrams, align 4
  %tobool9.not.i = icmp ne i32 %3, 0
  %cmp13.i = icmp eq i8 %2, 5
  %or.cond178.i = select i1 %tobool9.not.i, i1 %cmp13.i, i1 false
  br i1 %or.cond178.i, label %if.then15.i, label %if.end16.i

if.then15.i:                                      ; preds = %if.end.i
  %and.i.i = and i32 %flags, 256
  %tobool.not.i.i = icmp eq i32 %and.i.i, 0
  br i1 %tobool.not.i.i, label %land.rhs.i.i, label %land.end5.i.i

land.rhs.i.i:                                     ; preds = %if.then15.i
  %4 = load i32, i32* @__net_reorders, align 4
  %tobool1.i.i = icmp eq i32 %4, 0
  %and3.i.i = and i32 %flags, 2
  %tobool4.i.i = icmp eq i32 %and3.i.i, 0
  %lnot.i.i = or i1 %tobool4.i.i, %tobool1.i.i
  br label %land.end5.i.i

land.end5.i.i:                                    ; preds = %land.rhs.i.i, %if.then15.i
  %5 = phi i1 [ false, %if.then15.i ], [ %lnot.i.i, %land.rhs.i.i ]
  call void @__kulan_support(i1 noundef zeroext %5)
  %arrayidx.i.i = getelementptr inbounds [6 x i16], [6 x i16]* @__net_which, i64 0, i64 %idxprom.i
  %6 = load i16, i16* %arrayidx.i.i, align 2
  %conv.i.i = zext i16 %6 to i64
  %arrayidx6.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_box, i64 0, i64 %conv.i.i
  %7 = load i8, i8* %arrayidx6.i.i, align 1
  %arrayidx7.i.i = getelementptr inbounds [0 x i32], [0 x i32]* @__net_head0, i64 0, i64 %conv.i.i
  %8 = load i32, i32* %arrayidx7.i.i, align 4
  %arrayidx8.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_body0, i64 0, i64 %conv.i.i
  %9 = load i64, i64* %arrayidx8.i.i, align 8
  %and9.i.i = and i32 %flags, 64
  %tobool10.not.i.i = icmp eq i32 %and9.i.i, 0
  br i1 %tobool10.not.i.i, label %cond.false.i.i, label %cond.end.i.i

cond.false.i.i:                                   ; preds = %land.end5.i.i
  %arrayidx11.i.i = getelementptr inbounds [6 x i8], [6 x i8]* @__net_how, i64 0, i64 %idxprom.i
  %10 = load i8, i8* %arrayidx11.i.i, align 1
  %phi.cast.i.i = zext i8 %10 to i32
  br label %cond.end.i.i

cond.end.i.i:                                     ; preds = %cond.false.i.i, %land.end5.i.i
  %cond.i.i = phi i32 [ %phi.cast.i.i, %cond.false.i.i ], [ 1, %land.end5.i.i ]
  %cmp.i.i = icmp ne i32 %8, 0
  %11 = and i8 %7, 2
  %tobool17.i.i = icmp ne i8 %11, 0
  %12 = select i1 %cmp.i.i, i1 true, i1 %tobool17.i.i
  %and.i.i.i = and i32 %cond.i.i, 1
  %tobool.not.i.i.i = icmp eq i32 %and.i.i.i, 0
  br i1 %tobool.not.i.i.i, label %if.end.i.i.i, label %wait_for.exit.i.i

if.end.i.i.i:                                     ; preds = %cond.end.i.i
  %call.i.i.i = call zeroext i1 @__VERIFIER_nondet_patience()
  %and6.i.i.i = and i32 %cond.i.i, 2
  %tobool7.i.i.i = icmp ne i32 %and6.i.i.i, 0
  %13 = or i1 %tobool7.i.i.i, %call.i.i.i
  call void @__kulan_wait(i1 noundef zeroext %13)
  %14 = xor i1 %12, %call.i.i.i
  %cmp.i.i.i = xor i1 %14, true
  call void @__kulan_wait(i1 noundef zeroext %cmp.i.i.i)
  br label %wait_for.exit.i.i

wait_for.exit.i.i:                                ; preds = %if.end.i.i.i, %cond.end.i.i
  %retval.0.i.i.i = phi i1 [ %call.i.i.i, %if.end.i.i.i ], [ %12, %cond.end.i.i ]
  br i1 %retval.0.i.i.i, label %if.end.i.i, label %do.body.i.i

do.body.i.i:                                      ; preds = %wait_for.exit.i.i
  store i32 11, i32* @__net_errno, align 4
  br label %receive.exit

if.end.i.i:                                       ; preds = %wait_for.exit.i.i
  br i1 %tobool17.i.i, label %if.then21.i.i, label %if.end26.i.i

if.then21.i.i:                                    ; preds = %if.end.i.i
  store i8 1, i8* %arrayidx6.i.i, align 1
  store i32 111, i32* @__net_errno, align 4
  br label %receive.exit

if.end26.i.i:                                     ; preds = %if.end.i.i
  %shr.i.i = lshr i32 %8, 24
  %sub.i.i = add nsw i32 %shr.i.i, -1
  %conv27.i.i = zext i32 %sub.i.i to i64
  %cmp28.i.i = icmp ult i64 %conv27.i.i, %size
  %cond33.i.i = select i1 %cmp28.i.i, i64 %conv27.i.i, i64 %size
  %cmp34.not.i.i = icmp eq i64 %cond33.i.i, 0
  br i1 %cmp34.not.i.i, label %if.end40.i.i, label %if.then36.i.i

if.then36.i.i:                                    ; preds = %if.end26.i.i
  %conv38.i.i = trunc i64 %9 to i8
  store i8 %conv38.i.i, i8* %to, align 1
  br label %if.end40.i.i

if.end40.i.i:                                     ; preds = %if.then36.i.i, %if.end26.i.i
  %cmp41.i.i = icmp ugt i64 %cond33.i.i, 1
  br i1 %cmp41.i.i, label %if.then43.i.i, label %if.end47.i.i

if.then43.i.i:                                    ; preds = %if.end40.i.i
  %shr44.i.i = lshr i64 %9, 8
  %conv45.i.i = trunc i64 %shr44.i.i to i8
  %arrayidx46.i.i = getelementptr inbounds i8, i8* %to, i64 1
  store i8 %conv45.i.i, i8* %arrayidx46.i.i, align 1
  br label %if.end47.i.i

if.end47.i.i:                                     ; preds = %if.then43.i.i, %if.end40.i.i
  %cmp48.i.i = icmp ugt i64 %cond33.i.i, 2
  br i1 %cmp48.i.i, label %if.then50.i.i, label %if.end54.i.i

if.then50.i.i:                                    ; preds = %if.end47.i.i
  %shr51.i.i = lshr i64 %9, 16
  %conv52.i.i = trunc i64 %shr51.i.i to i8
  %arrayidx53.i.i = getelementptr inbounds i8, i8* %to, i64 2
  store i8 %conv52.i.i, i8* %arrayidx53.i.i, align 1
  br label %if.end54.i.i

if.end54.i.i:                                     ; preds = %if.then50.i.i, %if.end47.i.i
  %cmp55.i.i = icmp ugt i64 %cond33.i.i, 3
  br i1 %cmp55.i.i, label %if.then57.i.i, label %if.end61.i.i

if.then57.i.i:                                    ; preds = %if.end54.i.i
  %shr58.i.i = lshr i64 %9, 24
  %conv59.i.i = trunc i64 %shr58.i.i to i8
  %arrayidx60.i.i = getelementptr inbounds i8, i8* %to, i64 3
  store i8 %conv59.i.i, i8* %arrayidx60.i.i, align 1
  br label %if.end61.i.i

if.end61.i.i:                                     ; preds = %if.then57.i.i, %if.end54.i.i
  %cmp62.i.i = icmp ugt i64 %cond33.i.i, 4
  br i1 %cmp62.i.i, label %if.then64.i.i, label %if.end68.i.i

if.then64.i.i:                                    ; preds = %if.end61.i.i
  %shr65.i.i = lshr i64 %9, 32
  %conv66.i.i = trunc i64 %shr65.i.i to i8
  %arrayidx67.i.i = getelementptr inbounds i8, i8* %to, i64 4
  store i8 %conv66.i.i, i8* %arrayidx67.i.i, align 1
  br label %if.end68.i.i

if.end68.i.i:                                     ; preds = %if.then64.i.i, %if.end61.i.i
  %cmp69.i.i = icmp ugt i64 %cond33.i.i, 5
  br i1 %cmp69.i.i, label %if.then71.i.i, label %if.end75.i.i

if.then71.i.i:                                    ; preds = %if.end68.i.i
  %shr72.i.i = lshr i64 %9, 40
  %conv73.i.i = trunc i64 %shr72.i.i to i8
  %arrayidx74.i.i = getelementptr inbounds i8, i8* %to, i64 5
  store i8 %conv73.i.i, i8* %arrayidx74.i.i, align 1
  br label %if.end75.i.i

if.end75.i.i:                                     ; preds = %if.then71.i.i, %if.end68.i.i
  %cmp76.i.i = icmp ugt i64 %cond33.i.i, 6
  br i1 %cmp76.i.i, label %if.then78.i.i, label %if.end82.i.i

if.then78.i.i:                                    ; preds = %if.end75.i.i
  %shr79.i.i = lshr i64 %9, 48
  %conv80.i.i = trunc i64 %shr79.i.i to i8
  %arrayidx81.i.i = getelementptr inbounds i8, i8* %to, i64 6
  store i8 %conv80.i.i, i8* %arrayidx81.i.i, align 1
  br label %if.end82.i.i

if.end82.i.i:                                     ; preds = %if.then78.i.i, %if.end75.i.i
  %cmp83.i.i = icmp ugt i64 %cond33.i.i, 7
  br i1 %cmp83.i.i, label %if.then85.i.i, label %if.end89.i.i

if.then85.i.i:                                    ; preds = %if.end82.i.i
  %shr86.i.i = lshr i64 %9, 56
  %conv87.i.i = trunc i64 %shr86.i.i to i8
  %arrayidx88.i.i = getelementptr inbounds i8, i8* %to, i64 7
  store i8 %conv87.i.i, i8* %arrayidx88.i.i, align 1
  br label %if.end89.i.i

if.end89.i.i:                                     ; preds = %if.then85.i.i, %if.end82.i.i
  %tobool90.not.i.i = icmp eq i8* %address, null
  br i1 %tobool90.not.i.i, label %if.end95.i.i, label %if.then91.i.i

if.then91.i.i:                                    ; preds = %if.end89.i.i
  %conv92.i.i = trunc i32 %8 to i16
  %shr93.i.i = lshr i32 %8, 16
  %and94.i.i = and i32 %shr93.i.i, 255
  %family.i.i.i = bitcast i8* %address to i16*
  store i16 2, i16* %family.i.i.i, align 4
  %port1.i.i.i = getelementptr inbounds i8, i8* %address, i64 2
  %15 = bitcast i8* %port1.i.i.i to i16*
  store i16 %conv92.i.i, i16* %15, align 2
  %16 = load i32, i32* @__net_host, align 4
  %cmp.i179.i.i = icmp eq i32 %16, %and94.i.i
  %add.i.i.i = shl i32 %shr93.i.i, 24
  %or.i.i.i = add i32 %add.i.i.i, 16777226
  %cond.i.i.i = select i1 %cmp.i179.i.i, i32 16777343, i32 %or.i.i.i
  %host2.i.i.i = getelementptr inbounds i8, i8* %address, i64 4
  %17 = bitcast i8* %host2.i.i.i to i32*
  store i32 %cond.i.i.i, i32* %17, align 4
  store i32 16, i32* %length, align 4
  br label %if.end95.i.i

if.end95.i.i:                                     ; preds = %if.then91.i.i, %if.end89.i.i
  %and96.i.i = and i32 %flags, 2
  %tobool97.not.i.i = icmp eq i32 %and96.i.i, 0
  br i1 %tobool97.not.i.i, label %if.then98.i.i, label %receive.exit

if.then98.i.i:                                    ; preds = %if.end95.i.i
  %arrayidx99.i.i = getelementptr inbounds [0 x i32], [0 x i32]* @__net_head1, i64 0, i64 %conv.i.i
  %18 = load i32, i32* %arrayidx99.i.i, align 4
  store i32 %18, i32* %arrayidx7.i.i, align 4
  %arrayidx101.i.i = getelementptr inbounds [0 x i32], [0 x i32]* @__net_head2, i64 0, i64 %conv.i.i
  %19 = load i32, i32* %arrayidx101.i.i, align 4
  store i32 %19, i32* %arrayidx99.i.i, align 4
  %arrayidx103.i.i = getelementptr inbounds [0 x i32], [0 x i32]* @__net_head3, i64 0, i64 %conv.i.i
  %20 = load i32, i32* %arrayidx103.i.i, align 4
  store i32 %20, i32* %arrayidx101.i.i, align 4
  store i32 0, i32* %arrayidx103.i.i, align 4
  %arrayidx106.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_body1, i64 0, i64 %conv.i.i
  %21 = load i64, i64* %arrayidx106.i.i, align 8
  store i64 %21, i64* %arrayidx8.i.i, align 8
  %arrayidx108.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_body2, i64 0, i64 %conv.i.i
  %22 = load i64, i64* %arrayidx108.i.i, align 8
  store i64 %22, i64* %arrayidx106.i.i, align 8
  %arrayidx110.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_body3, i64 0, i64 %conv.i.i
  %23 = load i64, i64* %arrayidx110.i.i, align 8
  store i64 %23, i64* %arrayidx108.i.i, align 8
  store i64 0, i64* %arrayidx110.i.i, align 8
  br label %receive.exit

if.end16.i:                                       ; preds = %if.end.i
  %cmp19.not.i = icmp eq i8 %2, 4
  br i1 %cmp19.not.i, label %if.end24.i, label %do.body22.i

do.body22.i:                                      ; preds = %if.end16.i
  store i32 107, i32* @__net_errno, align 4
  br label %receive.exit

if.end24.i:                                       ; preds = %if.end16.i
  %arrayidx25.i = getelementptr inbounds [6 x i16], [6 x i16]* @__net_which, i64 0, i64 %idxprom.i
  %24 = load i16, i16* %arrayidx25.i, align 2
  %conv26.i = zext i16 %24 to i64
  %arrayidx27.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %conv26.i
  %25 = load i8, i8* %arrayidx27.i, align 1
  %conv28.i = zext i8 %25 to i32
  %and29.i = and i32 %conv28.i, 64
  %tobool30.not.i = icmp eq i32 %and29.i, 0
  br i1 %tobool30.not.i, label %if.end35.i, label %do.body32.i

do.body32.i:                                      ; preds = %if.end24.i
  store i32 9, i32* @__net_errno, align 4
  br label %receive.exit

if.end35.i:                                       ; preds = %if.end24.i
  %tobool36.not.i = icmp eq i8* %address, null
  br i1 %tobool36.not.i, label %if.end38.i, label %if.then37.i

if.then37.i:                                      ; preds = %if.end35.i
  store i32 0, i32* %length, align 4
  br label %if.end38.i

if.end38.i:                                       ; preds = %if.then37.i, %if.end35.i
  %cmp39.i = icmp eq i64 %size, 0
  br i1 %cmp39.i, label %receive.exit, label %if.end45.i

if.end45.i:                                       ; preds = %if.end38.i
  %arrayidx46.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_count, i64 0, i64 %conv26.i
  %26 = load i8, i8* %arrayidx46.i, align 1
  %cmp48.i = icmp ne i8 %26, 0
  %arrayidx50.i = getelementptr inbounds [6 x i8], [6 x i8]* @__net_how, i64 0, i64 %idxprom.i
  %27 = load i8, i8* %arrayidx50.i, align 1
  %and51.i = and i32 %flags, 64
  %tobool52.not.i = icmp eq i32 %and51.i, 0
  %and59.i = and i32 %conv28.i, 6
  %tobool60.i = icmp ne i32 %and59.i, 0
  %28 = select i1 %cmp48.i, i1 true, i1 %tobool60.i
  %29 = zext i8 %27 to i32
  %conv.i132.i = select i1 %tobool52.not.i, i32 %29, i32 1
  %and.i133.i = and i32 %conv.i132.i, 1
  %tobool.not.i134.i = icmp eq i32 %and.i133.i, 0
  br i1 %tobool.not.i134.i, label %if.end.i136.i, label %wait_for.exit.i

if.end.i136.i:                                    ; preds = %if.end45.i
  %call.i.i = call zeroext i1 @__VERIFIER_nondet_patience()
  %and6.i.i = and i32 %conv.i132.i, 2
  %tobool7.i.i = icmp ne i32 %and6.i.i, 0
  %30 = or i1 %tobool7.i.i, %call.i.i
  call void @__kulan_wait(i1 noundef zeroext %30)
  %31 = xor i1 %28, %call.i.i
  %cmp.i135.i = xor i1 %31, true
  call void @__kulan_wait(i1 noundef zeroext %cmp.i135.i)
  br label %wait_for.exit.i

wait_for.exit.i:                                  ; preds = %if.end.i136.i, %if.end45.i
  %retval.0.i137.i = phi i1 [ %call.i.i, %if.end.i136.i ], [ %28, %if.end45.i ]
  br i1 %retval.0.i137.i, label %if.end67.i, label %do.body64.i

do.body64.i:                                      ; preds = %wait_for.exit.i
  store i32 11, i32* @__net_errno, align 4
  br label %receive.exit

if.end67.i:                                       ; preds = %wait_for.exit.i
  br i1 %cmp48.i, label %do.body70.i, label %if.end78.i

do.body70.i:                                      ; preds = %if.end67.i
  %and72.i = and i32 %flags, 2
  %cmp73.not.i = icmp eq i32 %and72.i, 0
  %arrayidx.i138.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_bytes, i64 0, i64 %conv26.i
  %32 = load i64, i64* %arrayidx.i138.i, align 8
  %33 = load i8, i8* %arrayidx46.i, align 1
  %conv.i139.i = zext i8 %33 to i64
  %cmp.i140.i = icmp eq i64 %size, 1
  br i1 %cmp.i140.i, label %if.then.i.i, label %if.else.i.i

if.then.i.i:                                      ; preds = %do.body70.i
  %conv3.i.i = trunc i64 %32 to i8
  store i8 %conv3.i.i, i8* %to, align 1
  br label %if.end76.i.i

if.else.i.i:                                      ; preds = %do.body70.i
  %cmp5.i.i = icmp ugt i64 %conv.i139.i, %size
  %cond.i141.i = select i1 %cmp5.i.i, i64 %size, i64 %conv.i139.i
  %call.i142.i = call zeroext i1 @__VERIFIER_nondet_part()
  %conv7.i.i = zext i1 %call.i142.i to i64
  %call8.i.i = call zeroext i1 @__VERIFIER_nondet_part()
  %mul.i.i = select i1 %call8.i.i, i64 2, i64 0
  %add.i.i = or i64 %mul.i.i, %conv7.i.i
  %call10.i.i = call zeroext i1 @__VERIFIER_nondet_part()
  %mul12.i.i = select i1 %call10.i.i, i64 4, i64 0
  %add13.i.i = or i64 %add.i.i, %mul12.i.i
  %add15.i.i = add nuw nsw i64 %add13.i.i, 1
  %cmp16.i.i = icmp ugt i64 %add15.i.i, %cond.i141.i
  %cond21.i.i = select i1 %cmp16.i.i, i64 %cond.i141.i, i64 %add15.i.i
  %cmp22.not.i.i = icmp eq i64 %cond21.i.i, 0
  br i1 %cmp22.not.i.i, label %if.end.i143.i, label %if.then24.i.i

if.then24.i.i:                                    ; preds = %if.else.i.i
  %conv25.i.i = trunc i64 %32 to i8
  store i8 %conv25.i.i, i8* %to, align 1
  br label %if.end.i143.i

if.end.i143.i:                                    ; preds = %if.then24.i.i, %if.else.i.i
  %cmp27.i.i = icmp ugt i64 %cond21.i.i, 1
  br i1 %cmp27.i.i, label %if.then29.i.i, label %if.end33.i.i

if.then29.i.i:                                    ; preds = %if.end.i143.i
  %shr30.i.i = lshr i64 %32, 8
  %conv31.i.i = trunc i64 %shr30.i.i to i8
  %arrayidx32.i.i = getelementptr inbounds i8, i8* %to, i64 1
  store i8 %conv31.i.i, i8* %arrayidx32.i.i, align 1
  br label %if.end33.i.i

if.end33.i.i:                                     ; preds = %if.then29.i.i, %if.end.i143.i
  %cmp34.i.i = icmp ugt i64 %cond21.i.i, 2
  br i1 %cmp34.i.i, label %if.then36.i145.i, label %if.end40.i147.i

if.then36.i145.i:                                 ; preds = %if.end33.i.i
  %shr37.i.i = lshr i64 %32, 16
  %conv38.i144.i = trunc i64 %shr37.i.i to i8
  %arrayidx39.i.i = getelementptr inbounds i8, i8* %to, i64 2
  store i8 %conv38.i144.i, i8* %arrayidx39.i.i, align 1
  br label %if.end40.i147.i

if.end40.i147.i:                                  ; preds = %if.then36.i145.i, %if.end33.i.i
  %cmp41.i146.i = icmp ugt i64 %cond21.i.i, 3
  br i1 %cmp41.i146.i, label %if.then43.i151.i, label %if.end47.i153.i

if.then43.i151.i:                                 ; preds = %if.end40.i147.i
  %shr44.i148.i = lshr i64 %32, 24
  %conv45.i149.i = trunc i64 %shr44.i148.i to i8
  %arrayidx46.i150.i = getelementptr inbounds i8, i8* %to, i64 3
  store i8 %conv45.i149.i, i8* %arrayidx46.i150.i, align 1
  br label %if.end47.i153.i

if.end47.i153.i:                                  ; preds = %if.then43.i151.i, %if.end40.i147.i
  %cmp48.i152.i = icmp ugt i64 %cond21.i.i, 4
  br i1 %cmp48.i152.i, label %if.then50.i157.i, label %if.end54.i159.i

if.then50.i157.i:                                 ; preds = %if.end47.i153.i
  %shr51.i154.i = lshr i64 %32, 32
  %conv52.i155.i = trunc i64 %shr51.i154.i to i8
  %arrayidx53.i156.i = getelementptr inbounds i8, i8* %to, i64 4
  store i8 %conv52.i155.i, i8* %arrayidx53.i156.i, align 1
  br label %if.end54.i159.i

if.end54.i159.i:                                  ; preds = %if.then50.i157.i, %if.end47.i153.i
  %cmp55.i158.i = icmp ugt i64 %cond21.i.i, 5
  br i1 %cmp55.i158.i, label %if.then57.i163.i, label %if.end61.i165.i

if.then57.i163.i:                                 ; preds = %if.end54.i159.i
  %shr58.i160.i = lshr i64 %32, 40
  %conv59.i161.i = trunc i64 %shr58.i160.i to i8
  %arrayidx60.i162.i = getelementptr inbounds i8, i8* %to, i64 5
  store i8 %conv59.i161.i, i8* %arrayidx60.i162.i, align 1
  br label %if.end61.i165.i

if.end61.i165.i:                                  ; preds = %if.then57.i163.i, %if.end54.i159.i
  %cmp62.i164.i = icmp ugt i64 %cond21.i.i, 6
  br i1 %cmp62.i164.i, label %if.then64.i169.i, label %if.end68.i171.i

if.then64.i169.i:                                 ; preds = %if.end61.i165.i
  %shr65.i166.i = lshr i64 %32, 48
  %conv66.i167.i = trunc i64 %shr65.i166.i to i8
  %arrayidx67.i168.i = getelementptr inbounds i8, i8* %to, i64 6
  store i8 %conv66.i167.i, i8* %arrayidx67.i168.i, align 1
  br label %if.end68.i171.i

if.end68.i171.i:                                  ; preds = %if.then64.i169.i, %if.end61.i165.i
  %cmp69.i170.i = icmp ugt i64 %cond21.i.i, 7
  br i1 %cmp69.i170.i, label %if.then71.i175.i, label %if.end76.i.i

if.then71.i175.i:                                 ; preds = %if.end68.i171.i
  %shr72.i172.i = lshr i64 %32, 56
  %conv73.i173.i = trunc i64 %shr72.i172.i to i8
  %arrayidx74.i174.i = getelementptr inbounds i8, i8* %to, i64 7
  store i8 %conv73.i173.i, i8* %arrayidx74.i174.i, align 1
  br label %if.end76.i.i

if.end76.i.i:                                     ; preds = %if.then71.i175.i, %if.end68.i171.i, %if.then.i.i
  %part.0.i.i = phi i64 [ 1, %if.then.i.i ], [ %cond21.i.i, %if.then71.i175.i ], [ %cond21.i.i, %if.end68.i171.i ]
  br i1 %cmp73.not.i, label %if.then77.i.i, label %receive.exit

if.then77.i.i:                                    ; preds = %if.end76.i.i
  %cmp78.i.i = icmp eq i64 %part.0.i.i, 8
  %mul82.i.i = shl nsw i64 %part.0.i.i, 3
  %shr83.i.i = lshr i64 %32, %mul82.i.i
  %cond85.i.i = select i1 %cmp78.i.i, i64 0, i64 %shr83.i.i
  store i64 %cond85.i.i, i64* %arrayidx.i138.i, align 8
  %34 = trunc i64 %part.0.i.i to i8
  %conv87.i176.i = sub i8 %33, %34
  store i8 %conv87.i176.i, i8* %arrayidx46.i, align 1
  br label %receive.exit

if.end78.i:                                       ; preds = %if.end67.i
  %35 = and i32 %conv28.i, 10
  %.not.i = icmp eq i32 %35, 8
  br i1 %.not.i, label %if.then86.i, label %receive.exit

if.then86.i:                                      ; preds = %if.end78.i
  %and88.i = and i8 %25, -9
  store i8 %and88.i, i8* %arrayidx27.i, align 1
  store i32 104, i32* @__net_errno, align 4
  br label %receive.exit

receive.exit:                                     ; preds = %if.end78.i, %if.end76.i.i, %if.then77.i.i, %if.end38.i, %if.end95.i.i, %if.then98.i.i, %do.body.i, %do.body.i.i, %if.then21.i.i, %do.body22.i, %do.body32.i, %do.body64.i, %if.then86.i
  %retval.3.i = phi i64 [ -1, %do.body.i ], [ -1, %do.body22.i ], [ -1, %do.body32.i ], [ -1, %if.then86.i ], [ -1, %do.body64.i ], [ -1, %if.then21.i.i ], [ -1, %do.body.i.i ], [ %cond33.i.i, %if.then98.i.i ], [ %cond33.i.i, %if.end95.i.i ], [ 0, %if.end38.i ], [ %part.0.i.i, %if.then77.i.i ], [ %part.0.i.i, %if.end76.i.i ], [ 0, %if.end78.i ]
  call void @__kulan_atomic_end()
  ret i64 %retval.3.i
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
  %and.i = and i32 %flags, -16449
  %tobool.not.i = icmp eq i32 %and.i, 0
  call void @__kulan_support(i1 noundef zeroext %tobool.not.i)
  call void @__kulan_atomic_begin()
  %sub.i = add nsw i32 %fd, -3
  %cmp.i = icmp ult i32 %sub.i, 6
  br i1 %cmp.i, label %land.lhs.true.i, label %do.body.i

land.lhs.true.i:                                  ; preds = %entry
  %idxprom.i = zext i32 %sub.i to i64
  %arrayidx.i = getelementptr inbounds [6 x i8], [6 x i8]* @__net_what, i64 0, i64 %idxprom.i
  %0 = load i8, i8* %arrayidx.i, align 1
  %cmp2.not.i = icmp eq i8 %0, 0
  br i1 %cmp2.not.i, label %do.body.i, label %if.end.i

do.body.i:                                        ; preds = %land.lhs.true.i, %entry
  store i32 9, i32* @__net_errno, align 4
  br label %transmit.exit.sink.split

if.end.i:                                         ; preds = %land.lhs.true.i
  %1 = load i32, i32* @__net_datagrams, align 4
  %tobool6.not.i = icmp ne i32 %1, 0
  %cmp10.i = icmp eq i8 %0, 5
  %or.cond228.i = select i1 %tobool6.not.i, i1 %cmp10.i, i1 false
  br i1 %or.cond228.i, label %if.then12.i, label %if.end13.i

if.then12.i:                                      ; preds = %if.end.i
  %arrayidx.i.i = getelementptr inbounds [6 x i16], [6 x i16]* @__net_which, i64 0, i64 %idxprom.i
  %2 = load i16, i16* %arrayidx.i.i, align 2
  %conv.i.i = zext i16 %2 to i64
  %arrayidx1.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_box, i64 0, i64 %conv.i.i
  %3 = load i8, i8* %arrayidx1.i.i, align 1
  %arrayidx2.i.i = getelementptr inbounds [0 x i32], [0 x i32]* @__net_box_peer, i64 0, i64 %conv.i.i
  %4 = load i32, i32* %arrayidx2.i.i, align 4
  %arrayidx3.i.i = getelementptr inbounds [0 x i16], [0 x i16]* @__net_box_port, i64 0, i64 %conv.i.i
  %5 = load i16, i16* %arrayidx3.i.i, align 2
  %tobool.not.i.i = icmp eq i16 %5, 0
  %6 = add i16 %2, -15536
  %or.i.i.i = call i16 @llvm.bswap.i16(i16 %6)
  %cond.in.i.i = select i1 %tobool.not.i.i, i16 %or.i.i.i, i16 %5
  store i16 %cond.in.i.i, i16* %arrayidx3.i.i, align 2
  %tobool10.i.i.not = icmp eq i32 %4, 0
  br i1 %tobool10.i.i.not, label %do.body.i.i, label %if.end.i.i

do.body.i.i:                                      ; preds = %if.then12.i
  store i32 89, i32* @__net_errno, align 4
  br label %transmit.exit.sink.split

if.end.i.i:                                       ; preds = %if.then12.i
  call void @__kulan_support(i1 noundef zeroext true)
  %7 = and i8 %3, 2
  %tobool33.not.i.i = icmp eq i8 %7, 0
  br i1 %tobool33.not.i.i, label %if.end39.i.i, label %if.then34.i.i

if.then34.i.i:                                    ; preds = %if.end.i.i
  store i8 1, i8* %arrayidx1.i.i, align 1
  store i32 111, i32* @__net_errno, align 4
  br label %transmit.exit.sink.split

if.end39.i.i:                                     ; preds = %if.end.i.i
  %cmp40.i.i = icmp ult i64 %size, 9
  call void @__kulan_bound(i1 noundef zeroext %cmp40.i.i)
  %conv42.i.i = zext i16 %cond.in.i.i to i32
  %8 = load i32, i32* @__net_host, align 4
  %shl43.i.i = shl i32 %8, 16
  %or44.i.i = or i32 %shl43.i.i, %conv42.i.i
  %conv45.i.i = trunc i32 %4 to i16
  %and.i.i = lshr i32 %4, 16
  %shr.i.i = and i32 %and.i.i, 65279
  %9 = load i32, i32* @__net_listeners, align 4
  %conv.i185.i.i = zext i32 %9 to i64
  %10 = load i32, i32* @__net_listeners, align 4
  %cmp26.not.i.i.i = icmp eq i32 %10, 0
  br i1 %cmp26.not.i.i.i, label %box_at.exit.i.i, label %for.body.lr.ph.i.i.i

for.body.lr.ph.i.i.i:                             ; preds = %if.end39.i.i
  %cmp8.i.i.i = icmp ne i16 %conv45.i.i, 0
  br label %for.body.i.i.i

for.body.i.i.i:                                   ; preds = %for.body.i.i.i, %for.body.lr.ph.i.i.i
  %b.028.i.i.i = phi i64 [ 0, %for.body.lr.ph.i.i.i ], [ %inc.i.i.i, %for.body.i.i.i ]
  %found.027.i.i.i = phi i64 [ %conv.i185.i.i, %for.body.lr.ph.i.i.i ], [ %cond.i186.i.i, %for.body.i.i.i ]
  %arrayidx.i.i.i = getelementptr inbounds [0 x i16], [0 x i16]* @__net_box_port, i64 0, i64 %b.028.i.i.i
  %11 = load i16, i16* %arrayidx.i.i.i, align 2
  %cmp5.i.i.i = icmp eq i16 %11, %conv45.i.i
  %and23.i.i.i = and i1 %cmp8.i.i.i, %cmp5.i.i.i
  %arrayidx10.i.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_hosts, i64 0, i64 %b.028.i.i.i
  %12 = load i8, i8* %arrayidx10.i.i.i, align 1
  %conv11.i.i.i = zext i8 %12 to i32
  %cmp12.i.i.i = icmp eq i32 %shr.i.i, %conv11.i.i.i
  %and1424.i.i.i = and i1 %and23.i.i.i, %cmp12.i.i.i
  %cond.i186.i.i = select i1 %and1424.i.i.i, i64 %b.028.i.i.i, i64 %found.027.i.i.i
  %inc.i.i.i = add nuw nsw i64 %b.028.i.i.i, 1
  %13 = load i32, i32* @__net_listeners, align 4
  %conv1.i187.i.i = zext i32 %13 to i64
  %cmp.i188.i.i = icmp ult i64 %inc.i.i.i, %conv1.i187.i.i
  br i1 %cmp.i188.i.i, label %for.body.i.i.i, label %box_at.exit.i.i

box_at.exit.i.i:                                  ; preds = %for.body.i.i.i, %if.end39.i.i
  %found.0.lcssa.i.i.i = phi i64 [ %conv.i185.i.i, %if.end39.i.i ], [ %cond.i186.i.i, %for.body.i.i.i ]
  %14 = load i32, i32* @__net_listeners, align 4
  %conv47.i.i = zext i32 %14 to i64
  %cmp48.not.i.i = icmp eq i64 %found.0.lcssa.i.i.i, %conv47.i.i
  %cond53.i.i = select i1 %cmp48.not.i.i, i64 %conv.i.i, i64 %found.0.lcssa.i.i.i
  %arrayidx54.i.i = getelementptr inbounds [0 x i32], [0 x i32]* @__net_box_peer, i64 0, i64 %cond53.i.i
  %15 = load i32, i32* %arrayidx54.i.i, align 4
  %16 = load i32, i32* @__net_listeners, align 4
  %conv55.i.i = zext i32 %16 to i64
  %cmp56.i.i = icmp ne i64 %found.0.lcssa.i.i.i, %conv55.i.i
  %cmp58.i.i = icmp eq i32 %15, 0
  %or60.i.i = or i32 %or44.i.i, 16777216
  %cmp61.i.i = icmp eq i32 %15, %or60.i.i
  %or63170.i.i = or i1 %cmp58.i.i, %cmp61.i.i
  %and64171.i.i = and i1 %or63170.i.i, %cmp56.i.i
  %17 = load i32, i32* @__net_loses, align 4
  %tobool66.not.i.i = icmp eq i32 %17, 0
  br i1 %tobool66.not.i.i, label %cond.end71.i.i, label %cond.true67.i.i

cond.true67.i.i:                                  ; preds = %box_at.exit.i.i
  %call68.i.i = call zeroext i1 @__VERIFIER_nondet_net_lost()
  %phi.cmp.i.i = xor i1 %call68.i.i, true
  %phi.cast.i.i = zext i1 %phi.cmp.i.i to i32
  br label %cond.end71.i.i

cond.end71.i.i:                                   ; preds = %cond.true67.i.i, %box_at.exit.i.i
  %cond72.i.i = phi i32 [ %phi.cast.i.i, %cond.true67.i.i ], [ 1, %box_at.exit.i.i ]
  %lnot.i.i = xor i1 %and64171.i.i, true
  %or80.i.i = or i32 %4, 16777216
  %cmp81.i.i = icmp eq i32 %4, %or80.i.i
  %and79264.i.i = and i1 %cmp81.i.i, %lnot.i.i
  %and79.i.i = zext i1 %and79264.i.i to i32
  %and83.i.i = and i32 %cond72.i.i, %and79.i.i
  %tobool84.not.i.i = icmp eq i32 %and83.i.i, 0
  %conv86.i.i = select i1 %tobool84.not.i.i, i8 1, i8 3
  store i8 %conv86.i.i, i8* %arrayidx1.i.i, align 1
  %conv89.i.i = zext i1 %and64171.i.i to i32
  %and93.i.i = and i32 %cond72.i.i, %conv89.i.i
  %tobool94.not.i.i = icmp eq i32 %and93.i.i, 0
  %18 = trunc i64 %size to i32
  %conv96.i.i = shl i32 %18, 24
  %shl97.i.i = add i32 %conv96.i.i, 16777216
  %or98.i.i = or i32 %or44.i.i, %shl97.i.i
  %cond101.i.i = select i1 %tobool94.not.i.i, i32 0, i32 %or98.i.i
  %cmp19.not.i.i.i = icmp eq i64 %size, 0
  br i1 %cmp19.not.i.i.i, label %gather.exit.i.i, label %for.body.preheader.i.i.i

for.body.preheader.i.i.i:                         ; preds = %cond.end71.i.i
  %19 = add i64 %size, -1
  %umin.i.i.i = call i64 @llvm.umin.i64(i64 %19, i64 7)
  br label %for.body.i194.i.i

for.body.i194.i.i:                                ; preds = %for.body.i194.i.i, %for.body.preheader.i.i.i
  %i.011.i.i.i = phi i64 [ %inc.i193.i.i, %for.body.i194.i.i ], [ 0, %for.body.preheader.i.i.i ]
  %bytes.010.i.i.i = phi i64 [ %or.i192.i.i, %for.body.i194.i.i ], [ 0, %for.body.preheader.i.i.i ]
  %arrayidx.i189.i.i = getelementptr inbounds i8, i8* %from, i64 %i.011.i.i.i
  %20 = load i8, i8* %arrayidx.i189.i.i, align 1
  %conv.i190.i.i = zext i8 %20 to i64
  %mul.i.i.i = shl i64 %i.011.i.i.i, 3
  %shl.i191.i.i = shl i64 %conv.i190.i.i, %mul.i.i.i
  %or.i192.i.i = or i64 %shl.i191.i.i, %bytes.010.i.i.i
  %inc.i193.i.i = add nuw nsw i64 %i.011.i.i.i, 1
  %exitcond.not.i.i.i = icmp eq i64 %i.011.i.i.i, %umin.i.i.i
  br i1 %exitcond.not.i.i.i, label %gather.exit.i.i, label %for.body.i194.i.i

gather.exit.i.i:                                  ; preds = %for.body.i194.i.i, %cond.end71.i.i
  %bytes.0.lcssa.i.i.i = phi i64 [ 0, %cond.end71.i.i ], [ %or.i192.i.i, %for.body.i194.i.i ]
  %arrayidx.i195.i.i = getelementptr inbounds [0 x i32], [0 x i32]* @__net_head0, i64 0, i64 %cond53.i.i
  %21 = load i32, i32* %arrayidx.i195.i.i, align 4
  %arrayidx1.i.i.i = getelementptr inbounds [0 x i32], [0 x i32]* @__net_head1, i64 0, i64 %cond53.i.i
  %22 = load i32, i32* %arrayidx1.i.i.i, align 4
  %arrayidx2.i.i.i = getelementptr inbounds [0 x i32], [0 x i32]* @__net_head2, i64 0, i64 %cond53.i.i
  %23 = load i32, i32* %arrayidx2.i.i.i, align 4
  %arrayidx3.i.i.i = getelementptr inbounds [0 x i32], [0 x i32]* @__net_head3, i64 0, i64 %cond53.i.i
  %24 = load i32, i32* %arrayidx3.i.i.i, align 4
  %arrayidx4.i.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_body0, i64 0, i64 %cond53.i.i
  %25 = load i64, i64* %arrayidx4.i.i.i, align 8
  %arrayidx5.i.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_body1, i64 0, i64 %cond53.i.i
  %26 = load i64, i64* %arrayidx5.i.i.i, align 8
  %arrayidx6.i.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_body2, i64 0, i64 %cond53.i.i
  %27 = load i64, i64* %arrayidx6.i.i.i, align 8
  %28 = load i32, i32* @__net_blocks, align 4
  %tobool.not.i.i.i = icmp eq i32 %28, 0
  br i1 %tobool.not.i.i.i, label %if.else.i.i.i, label %if.then.i197.i.i

if.then.i197.i.i:                                 ; preds = %gather.exit.i.i
  %tobool7.not.i.i.i = icmp eq i32 %24, 0
  %cond.i196.i.i = select i1 %tobool7.not.i.i.i, i32 %cond101.i.i, i32 0
  br label %if.end.i203.i.i

if.else.i.i.i:                                    ; preds = %gather.exit.i.i
  %cmp.i198.i.i = icmp eq i32 %cond101.i.i, 0
  %cmp8.i199.i.i = icmp eq i32 %24, 0
  %29 = select i1 %cmp.i198.i.i, i1 true, i1 %cmp8.i199.i.i
  call void @__kulan_bound(i1 noundef zeroext %29)
  br label %if.end.i203.i.i

if.end.i203.i.i:                                  ; preds = %if.else.i.i.i, %if.then.i197.i.i
  %head.addr.0.i.i.i = phi i32 [ %cond.i196.i.i, %if.then.i197.i.i ], [ %cond101.i.i, %if.else.i.i.i ]
  %cmp9.i.i.i = icmp ne i32 %21, 0
  %conv.i200.i.i = zext i1 %cmp9.i.i.i to i32
  %cmp10.i.i.i = icmp ne i32 %22, 0
  %conv11.i201.i.i = zext i1 %cmp10.i.i.i to i32
  %add.i.i.i = add nuw nsw i32 %conv11.i201.i.i, %conv.i200.i.i
  %cmp12.i202.i.i = icmp ne i32 %23, 0
  %conv13.i.i.i = zext i1 %cmp12.i202.i.i to i32
  %add14.i.i.i = add nuw nsw i32 %add.i.i.i, %conv13.i.i.i
  %30 = load i32, i32* @__net_reorders, align 4
  %tobool15.not.i.i.i = icmp eq i32 %30, 0
  br i1 %tobool15.not.i.i.i, label %if.end27.i.i.i, label %if.then16.i.i.i

if.then16.i.i.i:                                  ; preds = %if.end.i203.i.i
  %call.i.i.i = call zeroext i1 @__VERIFIER_nondet_net_overtakes()
  %conv17.i.i.i = zext i1 %call.i.i.i to i32
  %call18.i.i.i = call zeroext i1 @__VERIFIER_nondet_net_overtakes()
  %mul.i204.i.i = select i1 %call18.i.i.i, i32 2, i32 0
  %add20.i.i.i = or i32 %mul.i204.i.i, %conv17.i.i.i
  %31 = call i32 @llvm.usub.sat.i32(i32 %add14.i.i.i, i32 %add20.i.i.i)
  br label %if.end27.i.i.i

if.end27.i.i.i:                                   ; preds = %if.then16.i.i.i, %if.end.i203.i.i
  %at.0.i.i.i = phi i32 [ %31, %if.then16.i.i.i ], [ %add14.i.i.i, %if.end.i203.i.i ]
  %tobool28.i.i.i = icmp ne i32 %head.addr.0.i.i.i, 0
  %cmp29.i.i.i = icmp eq i32 %at.0.i.i.i, 0
  %32 = select i1 %tobool28.i.i.i, i1 %cmp29.i.i.i, i1 false
  %cmp33.i.i.i = icmp eq i32 %at.0.i.i.i, 1
  %33 = select i1 %tobool28.i.i.i, i1 %cmp33.i.i.i, i1 false
  %cmp39.i.i.i = icmp eq i32 %at.0.i.i.i, 2
  %34 = select i1 %tobool28.i.i.i, i1 %cmp39.i.i.i, i1 false
  %cmp45.i.i.i = icmp eq i32 %at.0.i.i.i, 3
  %35 = select i1 %tobool28.i.i.i, i1 %cmp45.i.i.i, i1 false
  %or227.i.i.i = or i1 %32, %33
  %or64228.i.i.i = or i1 %34, %or227.i.i.i
  %cond72.i.i.i = select i1 %32, i32 %head.addr.0.i.i.i, i32 %21
  store i32 %cond72.i.i.i, i32* %arrayidx.i195.i.i, align 4
  %cond83.i.i.i = select i1 %32, i32 %21, i32 %22
  %cond85.i.i.i = select i1 %33, i32 %head.addr.0.i.i.i, i32 %cond83.i.i.i
  store i32 %cond85.i.i.i, i32* %arrayidx1.i.i.i, align 4
  %cond96.i.i.i = select i1 %or227.i.i.i, i32 %22, i32 %23
  %cond98.i.i.i = select i1 %34, i32 %head.addr.0.i.i.i, i32 %cond96.i.i.i
  store i32 %cond98.i.i.i, i32* %arrayidx2.i.i.i, align 4
  %cond109.i.i.i = select i1 %or64228.i.i.i, i32 %23, i32 %24
  %cond111.i.i.i = select i1 %35, i32 %head.addr.0.i.i.i, i32 %cond109.i.i.i
  store i32 %cond111.i.i.i, i32* %arrayidx3.i.i.i, align 4
  %cond118.i.i.i = select i1 %32, i64 %bytes.0.lcssa.i.i.i, i64 %25
  store i64 %cond118.i.i.i, i64* %arrayidx4.i.i.i, align 8
  %cond129.i.i.i = select i1 %32, i64 %25, i64 %26
  %cond131.i.i.i = select i1 %33, i64 %bytes.0.lcssa.i.i.i, i64 %cond129.i.i.i
  store i64 %cond131.i.i.i, i64* %arrayidx5.i.i.i, align 8
  %cond142.i.i.i = select i1 %or227.i.i.i, i64 %26, i64 %27
  %cond144.i.i.i = select i1 %34, i64 %bytes.0.lcssa.i.i.i, i64 %cond142.i.i.i
  store i64 %cond144.i.i.i, i64* %arrayidx6.i.i.i, align 8
  %brmerge.i.i.i = select i1 %35, i1 true, i1 %or64228.i.i.i
  %body.mux.i.i.i = select i1 %35, i64 %bytes.0.lcssa.i.i.i, i64 %27
  br i1 %brmerge.i.i.i, label %put_message.exit.i.i, label %cond.false153.i.i.i

cond.false153.i.i.i:                              ; preds = %if.end27.i.i.i
  %arrayidx154.i.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_body3, i64 0, i64 %cond53.i.i
  %36 = load i64, i64* %arrayidx154.i.i.i, align 8
  br label %put_message.exit.i.i

put_message.exit.i.i:                             ; preds = %cond.false153.i.i.i, %if.end27.i.i.i
  %cond158.i.i.i = phi i64 [ %36, %cond.false153.i.i.i ], [ %body.mux.i.i.i, %if.end27.i.i.i ]
  %arrayidx159.i.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_body3, i64 0, i64 %cond53.i.i
  store i64 %cond158.i.i.i, i64* %arrayidx159.i.i.i, align 8
  %37 = load i32, i32* @__net_duplicates, align 4
  %tobool103.not.i.i = icmp eq i32 %37, 0
  br i1 %tobool103.not.i.i, label %transmit.exit.sink.split, label %if.then104.i.i

if.then104.i.i:                                   ; preds = %put_message.exit.i.i
  %call105.i.i = call zeroext i1 @__VERIFIER_nondet_net_twice()
  %and107.i.i = select i1 %call105.i.i, i32 %cond101.i.i, i32 0
  %38 = load i32, i32* %arrayidx.i195.i.i, align 4
  %39 = load i32, i32* %arrayidx1.i.i.i, align 4
  %40 = load i32, i32* %arrayidx2.i.i.i, align 4
  %41 = load i32, i32* %arrayidx3.i.i.i, align 4
  %42 = load i64, i64* %arrayidx4.i.i.i, align 8
  %43 = load i64, i64* %arrayidx5.i.i.i, align 8
  %44 = load i64, i64* %arrayidx6.i.i.i, align 8
  %45 = load i32, i32* @__net_blocks, align 4
  %tobool.not.i212.i.i = icmp eq i32 %45, 0
  br i1 %tobool.not.i212.i.i, label %if.else.i218.i.i, label %if.then.i215.i.i

if.then.i215.i.i:                                 ; preds = %if.then104.i.i
  %tobool7.not.i213.i.i = icmp eq i32 %41, 0
  %cond.i214.i.i = select i1 %tobool7.not.i213.i.i, i32 %and107.i.i, i32 0
  br label %if.end.i229.i.i

if.else.i218.i.i:                                 ; preds = %if.then104.i.i
  %cmp.i216.i.i = icmp eq i32 %and107.i.i, 0
  %cmp8.i217.i.i = icmp eq i32 %41, 0
  %46 = select i1 %cmp.i216.i.i, i1 true, i1 %cmp8.i217.i.i
  call void @__kulan_bound(i1 noundef zeroext %46)
  br label %if.end.i229.i.i

if.end.i229.i.i:                                  ; preds = %if.else.i218.i.i, %if.then.i215.i.i
  %head.addr.0.i219.i.i = phi i32 [ %cond.i214.i.i, %if.then.i215.i.i ], [ %and107.i.i, %if.else.i218.i.i ]
  %cmp9.i220.i.i = icmp ne i32 %38, 0
  %conv.i221.i.i = zext i1 %cmp9.i220.i.i to i32
  %cmp10.i222.i.i = icmp ne i32 %39, 0
  %conv11.i223.i.i = zext i1 %cmp10.i222.i.i to i32
  %add.i224.i.i = add nuw nsw i32 %conv11.i223.i.i, %conv.i221.i.i
  %cmp12.i225.i.i = icmp ne i32 %40, 0
  %conv13.i226.i.i = zext i1 %cmp12.i225.i.i to i32
  %add14.i227.i.i = add nuw nsw i32 %add.i224.i.i, %conv13.i226.i.i
  %47 = load i32, i32* @__net_reorders, align 4
  %tobool15.not.i228.i.i = icmp eq i32 %47, 0
  br i1 %tobool15.not.i228.i.i, label %if.end27.i258.i.i, label %if.then16.i235.i.i

if.then16.i235.i.i:                               ; preds = %if.end.i229.i.i
  %call.i230.i.i = call zeroext i1 @__VERIFIER_nondet_net_overtakes()
  %conv17.i231.i.i = zext i1 %call.i230.i.i to i32
  %call18.i232.i.i = call zeroext i1 @__VERIFIER_nondet_net_overtakes()
  %mul.i233.i.i = select i1 %call18.i232.i.i, i32 2, i32 0
  %add20.i234.i.i = or i32 %mul.i233.i.i, %conv17.i231.i.i
  %48 = call i32 @llvm.usub.sat.i32(i32 %add14.i227.i.i, i32 %add20.i234.i.i)
  br label %if.end27.i258.i.i

if.end27.i258.i.i:                                ; preds = %if.then16.i235.i.i, %if.end.i229.i.i
  %at.0.i236.i.i = phi i32 [ %48, %if.then16.i235.i.i ], [ %add14.i227.i.i, %if.end.i229.i.i ]
  %tobool28.i237.i.i = icmp ne i32 %head.addr.0.i219.i.i, 0
  %cmp29.i238.i.i = icmp eq i32 %at.0.i236.i.i, 0
  %49 = select i1 %tobool28.i237.i.i, i1 %cmp29.i238.i.i, i1 false
  %cmp33.i239.i.i = icmp eq i32 %at.0.i236.i.i, 1
  %50 = select i1 %tobool28.i237.i.i, i1 %cmp33.i239.i.i, i1 false
  %cmp39.i240.i.i = icmp eq i32 %at.0.i236.i.i, 2
  %51 = select i1 %tobool28.i237.i.i, i1 %cmp39.i240.i.i, i1 false
  %cmp45.i241.i.i = icmp eq i32 %at.0.i236.i.i, 3
  %52 = select i1 %tobool28.i237.i.i, i1 %cmp45.i241.i.i, i1 false
  %or227.i242.i.i = or i1 %49, %50
  %or64228.i243.i.i = or i1 %51, %or227.i242.i.i
  %cond72.i244.i.i = select i1 %49, i32 %head.addr.0.i219.i.i, i32 %38
  store i32 %cond72.i244.i.i, i32* %arrayidx.i195.i.i, align 4
  %cond83.i245.i.i = select i1 %49, i32 %38, i32 %39
  %cond85.i246.i.i = select i1 %50, i32 %head.addr.0.i219.i.i, i32 %cond83.i245.i.i
  store i32 %cond85.i246.i.i, i32* %arrayidx1.i.i.i, align 4
  %cond96.i247.i.i = select i1 %or227.i242.i.i, i32 %39, i32 %40
  %cond98.i248.i.i = select i1 %51, i32 %head.addr.0.i219.i.i, i32 %cond96.i247.i.i
  store i32 %cond98.i248.i.i, i32* %arrayidx2.i.i.i, align 4
  %cond109.i249.i.i = select i1 %or64228.i243.i.i, i32 %40, i32 %41
  %cond111.i250.i.i = select i1 %52, i32 %head.addr.0.i219.i.i, i32 %cond109.i249.i.i
  store i32 %cond111.i250.i.i, i32* %arrayidx3.i.i.i, align 4
  %cond118.i251.i.i = select i1 %49, i64 %bytes.0.lcssa.i.i.i, i64 %42
  store i64 %cond118.i251.i.i, i64* %arrayidx4.i.i.i, align 8
  %cond129.i252.i.i = select i1 %49, i64 %42, i64 %43
  %cond131.i253.i.i = select i1 %50, i64 %bytes.0.lcssa.i.i.i, i64 %cond129.i252.i.i
  store i64 %cond131.i253.i.i, i64* %arrayidx5.i.i.i, align 8
  %cond142.i254.i.i = select i1 %or227.i242.i.i, i64 %43, i64 %44
  %cond144.i255.i.i = select i1 %51, i64 %bytes.0.lcssa.i.i.i, i64 %cond142.i254.i.i
  store i64 %cond144.i255.i.i, i64* %arrayidx6.i.i.i, align 8
  %brmerge.i256.i.i = select i1 %52, i1 true, i1 %or64228.i243.i.i
  %body.mux.i257.i.i = select i1 %52, i64 %bytes.0.lcssa.i.i.i, i64 %44
  br i1 %brmerge.i256.i.i, label %put_message.exit263.i.i, label %cond.false153.i260.i.i

cond.false153.i260.i.i:                           ; preds = %if.end27.i258.i.i
  %53 = load i64, i64* %arrayidx159.i.i.i, align 8
  br label %put_message.exit263.i.i

put_message.exit263.i.i:                          ; preds = %cond.false153.i260.i.i, %if.end27.i258.i.i
  %cond158.i261.i.i = phi i64 [ %53, %cond.false153.i260.i.i ], [ %body.mux.i257.i.i, %if.end27.i258.i.i ]
  store i64 %cond158.i261.i.i, i64* %arrayidx159.i.i.i, align 8
  br label %transmit.exit.sink.split

if.end13.i:                                       ; preds = %if.end.i
  %cmp16.not.i = icmp eq i8 %0, 4
  br i1 %cmp16.not.i, label %if.end25.i, label %do.body19.i

do.body19.i:                                      ; preds = %if.end13.i
  %cmp22.i = icmp eq i8 %0, 1
  %cond.i = select i1 %cmp22.i, i32 32, i32 107
  store i32 %cond.i, i32* @__net_errno, align 4
  br label %transmit.exit.sink.split

if.end25.i:                                       ; preds = %if.end13.i
  %arrayidx26.i = getelementptr inbounds [6 x i16], [6 x i16]* @__net_which, i64 0, i64 %idxprom.i
  %54 = load i16, i16* %arrayidx26.i, align 2
  %conv27.i = zext i16 %54 to i64
  %xor.i = xor i64 %conv27.i, 1
  %arrayidx28.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %conv27.i
  %55 = load i8, i8* %arrayidx28.i, align 1
  %arrayidx29.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %xor.i
  %56 = load i8, i8* %arrayidx29.i, align 1
  %57 = and i8 %56, 1
  %tobool32.not.i = icmp eq i8 %57, 0
  %conv34.i = zext i8 %55 to i32
  %and35.i = and i32 %conv34.i, 20
  %tobool36.not.i = icmp eq i32 %and35.i, 0
  br i1 %tobool36.not.i, label %lor.lhs.false.i, label %if.then43.i

lor.lhs.false.i:                                  ; preds = %if.end25.i
  %tobool32.not.not.i = xor i1 %tobool32.not.i, true
  %and41.i = and i32 %conv34.i, 32
  %tobool42.not.i = icmp eq i32 %and41.i, 0
  %or.cond218.i = select i1 %tobool32.not.not.i, i1 true, i1 %tobool42.not.i
  br i1 %or.cond218.i, label %if.end87.i, label %if.then43.i

if.then43.i:                                      ; preds = %lor.lhs.false.i, %if.end25.i
  %58 = and i32 %conv34.i, 90
  %59 = icmp eq i32 %58, 8
  br i1 %59, label %if.then53.i, label %if.end61.i

if.then53.i:                                      ; preds = %if.then43.i
  %and55.i = and i8 %55, -9
  store i8 %and55.i, i8* %arrayidx28.i, align 1
  store i32 104, i32* @__net_errno, align 4
  br label %transmit.exit.sink.split

if.end61.i:                                       ; preds = %if.then43.i
  %60 = and i32 %conv34.i, 112
  %61 = icmp eq i32 %60, 48
  br i1 %61, label %do.body74.i, label %if.end77.i

do.body74.i:                                      ; preds = %if.end61.i
  store i32 9, i32* @__net_errno, align 4
  br label %transmit.exit.sink.split

if.end77.i:                                       ; preds = %if.end61.i
  %and78.i = and i32 %flags, 16384
  %tobool79.i = icmp ne i32 %and78.i, 0
  %62 = load i8, i8* @__net_ignores_pipe, align 1
  %tobool81.i = icmp ne i8 %62, 0
  %or.cond.i = select i1 %tobool79.i, i1 true, i1 %tobool81.i
  br i1 %or.cond.i, label %do.body84.i, label %if.then82.i

if.then82.i:                                      ; preds = %if.end77.i
  call void @__kulan_atomic_end()
  call fastcc void @__net_leave()
  unreachable

do.body84.i:                                      ; preds = %if.end77.i
  store i32 32, i32* @__net_errno, align 4
  br label %transmit.exit.sink.split

if.end87.i:                                       ; preds = %lor.lhs.false.i
  br i1 %tobool32.not.i, label %if.then89.i, label %if.end102.i

if.then89.i:                                      ; preds = %if.end87.i
  %63 = load i32, i32* @__net_unread, align 4
  %tobool.not.i221.i = icmp eq i32 %63, 0
  br i1 %tobool.not.i221.i, label %left_unread.exit.i, label %if.then.i.i

if.then.i.i:                                      ; preds = %if.then89.i
  %cmp90.not.i = icmp eq i64 %size, 0
  call void @__kulan_unread(i1 noundef zeroext %cmp90.not.i)
  br label %left_unread.exit.i

left_unread.exit.i:                               ; preds = %if.then.i.i, %if.then89.i
  %call92.i = call zeroext i1 @__VERIFIER_nondet_reset()
  br i1 %call92.i, label %if.then93.i, label %transmit.exit.sink.split

if.then93.i:                                      ; preds = %left_unread.exit.i
  %or.i = or i8 %55, 4
  store i8 %or.i, i8* %arrayidx28.i, align 1
  br label %transmit.exit.sink.split

if.end102.i:                                      ; preds = %if.end87.i
  %arrayidx103.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_count, i64 0, i64 %xor.i
  %64 = load i8, i8* %arrayidx103.i, align 1
  %conv104.i = zext i8 %64 to i64
  %sub105.i = sub nsw i64 8, %conv104.i
  %65 = load i32, i32* @__net_blocks, align 4
  %tobool106.not.i = icmp eq i32 %65, 0
  br i1 %tobool106.not.i, label %if.else138.i, label %if.then107.i

if.then107.i:                                     ; preds = %if.end102.i
  %and108.i = and i32 %flags, 64
  %tobool109.not.i = icmp eq i32 %and108.i, 0
  br i1 %tobool109.not.i, label %cond.false.i, label %if.then118.critedge.i

cond.false.i:                                     ; preds = %if.then107.i
  %arrayidx110.i = getelementptr inbounds [6 x i8], [6 x i8]* @__net_how, i64 0, i64 %idxprom.i
  %66 = load i8, i8* %arrayidx110.i, align 1
  %67 = and i8 %66, 1
  %phi.cmp.i = icmp eq i8 %67, 0
  %cmp115.i = icmp ult i64 %size, 9
  call void @__kulan_support(i1 noundef zeroext %cmp115.i)
  br i1 %phi.cmp.i, label %if.else.i, label %if.then118.i

if.then118.critedge.i:                            ; preds = %if.then107.i
  %cmp115.c.i = icmp ult i64 %size, 9
  call void @__kulan_support(i1 noundef zeroext %cmp115.c.i)
  br label %if.then118.i

if.then118.i:                                     ; preds = %if.then118.critedge.i, %cond.false.i
  %cmp119.i = icmp eq i8 %64, 8
  br i1 %cmp119.i, label %do.body122.i, label %if.end125.i

do.body122.i:                                     ; preds = %if.then118.i
  store i32 11, i32* @__net_errno, align 4
  call void @__kulan_atomic_end()
  br label %cleanup135.i

if.end125.i:                                      ; preds = %if.then118.i
  %cmp126.i = icmp ugt i64 %sub105.i, %size
  %cond131.i = select i1 %cmp126.i, i64 %size, i64 %sub105.i
  br label %cleanup135.i

if.else.i:                                        ; preds = %cond.false.i
  %cmp132.i = icmp uge i64 %sub105.i, %size
  call void @__kulan_wait(i1 noundef zeroext %cmp132.i)
  br label %cleanup135.i

cleanup135.i:                                     ; preds = %if.else.i, %if.end125.i, %do.body122.i
  %part.1.i = phi i64 [ %size, %do.body122.i ], [ %cond131.i, %if.end125.i ], [ %size, %if.else.i ]
  %cond165.i = phi i1 [ false, %do.body122.i ], [ true, %if.end125.i ], [ true, %if.else.i ]
  br i1 %cond165.i, label %if.end141.i, label %transmit.exit

if.else138.i:                                     ; preds = %if.end102.i
  %cmp139.i = icmp uge i64 %sub105.i, %size
  call void @__kulan_bound(i1 noundef zeroext %cmp139.i)
  br label %if.end141.i

if.end141.i:                                      ; preds = %if.else138.i, %cleanup135.i
  %part.2.i = phi i64 [ %part.1.i, %cleanup135.i ], [ %size, %if.else138.i ]
  %tobool142.not.i = icmp eq i64 %part.2.i, 0
  br i1 %tobool142.not.i, label %transmit.exit.sink.split, label %for.body.preheader.i.i

for.body.preheader.i.i:                           ; preds = %if.end141.i
  %68 = add i64 %part.2.i, -1
  %umin.i.i = call i64 @llvm.umin.i64(i64 %68, i64 7)
  br label %for.body.i.i

for.body.i.i:                                     ; preds = %for.body.i.i, %for.body.preheader.i.i
  %i.011.i.i = phi i64 [ %inc.i.i, %for.body.i.i ], [ 0, %for.body.preheader.i.i ]
  %bytes.010.i.i = phi i64 [ %or.i227.i, %for.body.i.i ], [ 0, %for.body.preheader.i.i ]
  %arrayidx.i224.i = getelementptr inbounds i8, i8* %from, i64 %i.011.i.i
  %69 = load i8, i8* %arrayidx.i224.i, align 1
  %conv.i225.i = zext i8 %69 to i64
  %mul.i.i = shl i64 %i.011.i.i, 3
  %shl.i226.i = shl i64 %conv.i225.i, %mul.i.i
  %or.i227.i = or i64 %shl.i226.i, %bytes.010.i.i
  %inc.i.i = add nuw nsw i64 %i.011.i.i, 1
  %exitcond.not.i.i = icmp eq i64 %i.011.i.i, %umin.i.i
  br i1 %exitcond.not.i.i, label %gather.exit.i, label %for.body.i.i

gather.exit.i:                                    ; preds = %for.body.i.i
  %mul.i = shl nuw nsw i64 %conv104.i, 3
  %shl.i = shl i64 %or.i227.i, %mul.i
  %arrayidx145.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_bytes, i64 0, i64 %xor.i
  %70 = load i64, i64* %arrayidx145.i, align 8
  %or146.i = or i64 %70, %shl.i
  store i64 %or146.i, i64* %arrayidx145.i, align 8
  %71 = trunc i64 %part.2.i to i8
  %conv147.i = add i8 %64, %71
  store i8 %conv147.i, i8* %arrayidx103.i, align 1
  br label %transmit.exit.sink.split

transmit.exit.sink.split:                         ; preds = %if.end141.i, %gather.exit.i, %left_unread.exit.i, %if.then93.i, %put_message.exit.i.i, %put_message.exit263.i.i, %do.body84.i, %do.body74.i, %if.then53.i, %do.body19.i, %if.then34.i.i, %do.body.i.i, %do.body.i
  %retval.6.i.ph = phi i64 [ -1, %if.then34.i.i ], [ -1, %do.body.i.i ], [ -1, %if.then53.i ], [ -1, %do.body74.i ], [ -1, %do.body84.i ], [ -1, %do.body19.i ], [ -1, %do.body.i ], [ %size, %put_message.exit263.i.i ], [ %size, %put_message.exit.i.i ], [ %size, %if.then93.i ], [ %size, %left_unread.exit.i ], [ %part.2.i, %gather.exit.i ], [ %part.2.i, %if.end141.i ]
  call void @__kulan_atomic_end()
  br label %transmit.exit

transmit.exit:                                    ; preds = %transmit.exit.sink.split, %cleanup135.i
  %retval.6.i = phi i64 [ -1, %cleanup135.i ], [ %retval.6.i.ph, %transmit.exit.sink.split ]
  ret i64 %retval.6.i
}

; Function Attrs: nounwind
define weak i64 @sendto(i32 noundef %fd, i8* noundef %from, i64 noundef %size, i32 noundef %flags, i8* noundef %address, i32 noundef %length) {
entry:
  %and.i = and i32 %flags, -16449
  %tobool.not.i = icmp eq i32 %and.i, 0
  call void @__kulan_support(i1 noundef zeroext %tobool.not.i)
  call void @__kulan_atomic_begin()
  %sub.i = add nsw i32 %fd, -3
  %cmp.i = icmp ult i32 %sub.i, 6
  br i1 %cmp.i, label %land.lhs.true.i, label %do.body.i

land.lhs.true.i:                                  ; preds = %entry
  %idxprom.i = zext i32 %sub.i to i64
  %arrayidx.i = getelementptr inbounds [6 x i8], [6 x i8]* @__net_what, i64 0, i64 %idxprom.i
  %0 = load i8, i8* %arrayidx.i, align 1
  %cmp2.not.i = icmp eq i8 %0, 0
  br i1 %cmp2.not.i, label %do.body.i, label %if.end.i

do.body.i:                                        ; preds = %land.lhs.true.i, %entry
  store i32 9, i32* @__net_errno, align 4
  br label %transmit.exit.sink.split

if.end.i:                                         ; preds = %land.lhs.true.i
  %1 = load i32, i32* @__net_datagrams, align 4
  %tobool6.not.i = icmp ne i32 %1, 0
  %cmp10.i = icmp eq i8 %0, 5
  %or.cond228.i = select i1 %tobool6.not.i, i1 %cmp10.i, i1 false
  br i1 %or.cond228.i, label %if.then12.i, label %if.end13.i

if.then12.i:                                      ; preds = %if.end.i
  %arrayidx.i.i = getelementptr inbounds [6 x i16], [6 x i16]* @__net_which, i64 0, i64 %idxprom.i
  %2 = load i16, i16* %arrayidx.i.i, align 2
  %conv.i.i = zext i16 %2 to i64
  %arrayidx1.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_box, i64 0, i64 %conv.i.i
  %3 = load i8, i8* %arrayidx1.i.i, align 1
  %arrayidx2.i.i = getelementptr inbounds [0 x i32], [0 x i32]* @__net_box_peer, i64 0, i64 %conv.i.i
  %4 = load i32, i32* %arrayidx2.i.i, align 4
  %arrayidx3.i.i = getelementptr inbounds [0 x i16], [0 x i16]* @__net_box_port, i64 0, i64 %conv.i.i
  %5 = load i16, i16* %arrayidx3.i.i, align 2
  %tobool.not.i.i = icmp eq i16 %5, 0
  %6 = add i16 %2, -15536
  %or.i.i.i = call i16 @llvm.bswap.i16(i16 %6)
  %cond.in.i.i = select i1 %tobool.not.i.i, i16 %or.i.i.i, i16 %5
  store i16 %cond.in.i.i, i16* %arrayidx3.i.i, align 2
  %tobool9.i.i = icmp ne i8* %address, null
  %tobool10.i.i = icmp ne i32 %4, 0
  %or.cond.i.i = select i1 %tobool9.i.i, i1 true, i1 %tobool10.i.i
  br i1 %or.cond.i.i, label %if.end.i.i, label %do.body.i.i

do.body.i.i:                                      ; preds = %if.then12.i
  store i32 89, i32* @__net_errno, align 4
  br label %transmit.exit.sink.split

if.end.i.i:                                       ; preds = %if.then12.i
  br i1 %tobool9.i.i, label %cond.true12.i.i, label %cond.false16.i.i

cond.true12.i.i:                                  ; preds = %if.end.i.i
  %port13.i.i = getelementptr inbounds i8, i8* %address, i64 2
  %7 = bitcast i8* %port13.i.i to i16*
  %8 = load i16, i16* %7, align 2
  %conv14.i.i = zext i16 %8 to i32
  %host.i.i = getelementptr inbounds i8, i8* %address, i64 4
  %9 = bitcast i8* %host.i.i to i32*
  %10 = load i32, i32* %9, align 4
  %and.i.i.i = and i32 %10, 255
  %cmp.i.i.i = icmp eq i32 %and.i.i.i, 127
  %cmp1.i.i.i = icmp eq i32 %10, 0
  %or.cond.i.i.i = or i1 %cmp1.i.i.i, %cmp.i.i.i
  br i1 %or.cond.i.i.i, label %if.then.i.i.i, label %if.end.i.i.i

if.then.i.i.i:                                    ; preds = %cond.true12.i.i
  %11 = load i32, i32* @__net_host, align 4
  br label %host_of.exit.i.i

if.end.i.i.i:                                     ; preds = %cond.true12.i.i
  %and2.i.i.i = and i32 %10, 16777215
  %cmp3.i.i.i = icmp eq i32 %and2.i.i.i, 10
  %shr.i.i.i = lshr i32 %10, 24
  %sub.i.i.i = add nsw i32 %shr.i.i.i, -1
  %cond.i.i.i = select i1 %cmp3.i.i.i, i32 %sub.i.i.i, i32 255
  br label %host_of.exit.i.i

host_of.exit.i.i:                                 ; preds = %if.end.i.i.i, %if.then.i.i.i
  %retval.0.i.i.i = phi i32 [ %11, %if.then.i.i.i ], [ %cond.i.i.i, %if.end.i.i.i ]
  %shl.i.i = shl i32 %retval.0.i.i.i, 16
  %or.i.i = or i32 %shl.i.i, %conv14.i.i
  br label %cond.end17.i.i

cond.false16.i.i:                                 ; preds = %if.end.i.i
  %and.i.i = and i32 %4, -16777217
  br label %cond.end17.i.i

cond.end17.i.i:                                   ; preds = %cond.false16.i.i, %host_of.exit.i.i
  %cond18.i.i = phi i32 [ %or.i.i, %host_of.exit.i.i ], [ %and.i.i, %cond.false16.i.i ]
  br i1 %tobool9.i.i, label %lor.rhs.i.i, label %lor.end.i.i

lor.rhs.i.i:                                      ; preds = %cond.end17.i.i
  %family.i.i = bitcast i8* %address to i16*
  %12 = load i16, i16* %family.i.i, align 4
  %cmp.i.i = icmp eq i16 %12, 2
  br i1 %cmp.i.i, label %land.lhs.true22.i.i, label %lor.end.i.i

land.lhs.true22.i.i:                              ; preds = %lor.rhs.i.i
  %port23.i.i = getelementptr inbounds i8, i8* %address, i64 2
  %13 = bitcast i8* %port23.i.i to i16*
  %14 = load i16, i16* %13, align 2
  %cmp25.not.i.i = icmp eq i16 %14, 0
  br i1 %cmp25.not.i.i, label %lor.end.i.i, label %land.rhs.i.i

land.rhs.i.i:                                     ; preds = %land.lhs.true22.i.i
  %host27.i.i = getelementptr inbounds i8, i8* %address, i64 4
  %15 = bitcast i8* %host27.i.i to i32*
  %16 = load i32, i32* %15, align 4
  %and.i172.i.i = and i32 %16, 255
  %cmp.i173.i.i = icmp eq i32 %and.i172.i.i, 127
  %cmp1.i174.i.i = icmp eq i32 %16, 0
  %or.cond.i175.i.i = or i1 %cmp1.i174.i.i, %cmp.i173.i.i
  br i1 %or.cond.i175.i.i, label %if.then.i176.i.i, label %if.end.i182.i.i

if.then.i176.i.i:                                 ; preds = %land.rhs.i.i
  %17 = load i32, i32* @__net_host, align 4
  br label %host_of.exit184.i.i

if.end.i182.i.i:                                  ; preds = %land.rhs.i.i
  %and2.i177.i.i = and i32 %16, 16777215
  %cmp3.i178.i.i = icmp eq i32 %and2.i177.i.i, 10
  %shr.i179.i.i = lshr i32 %16, 24
  %sub.i180.i.i = add nsw i32 %shr.i179.i.i, -1
  %cond.i181.i.i = select i1 %cmp3.i178.i.i, i32 %sub.i180.i.i, i32 255
  br label %host_of.exit184.i.i

host_of.exit184.i.i:                              ; preds = %if.end.i182.i.i, %if.then.i176.i.i
  %retval.0.i183.i.i = phi i32 [ %17, %if.then.i176.i.i ], [ %cond.i181.i.i, %if.end.i182.i.i ]
  %cmp29.i.i = icmp ne i32 %retval.0.i183.i.i, 255
  br label %lor.end.i.i

lor.end.i.i:                                      ; preds = %host_of.exit184.i.i, %land.lhs.true22.i.i, %lor.rhs.i.i, %cond.end17.i.i
  %18 = phi i1 [ true, %cond.end17.i.i ], [ false, %land.lhs.true22.i.i ], [ false, %lor.rhs.i.i ], [ %cmp29.i.i, %host_of.exit184.i.i ]
  call void @__kulan_support(i1 noundef zeroext %18)
  %19 = and i8 %3, 2
  %tobool33.not.i.i = icmp eq i8 %19, 0
  br i1 %tobool33.not.i.i, label %if.end39.i.i, label %if.then34.i.i

if.then34.i.i:                                    ; preds = %lor.end.i.i
  store i8 1, i8* %arrayidx1.i.i, align 1
  store i32 111, i32* @__net_errno, align 4
  br label %transmit.exit.sink.split

if.end39.i.i:                                     ; preds = %lor.end.i.i
  %cmp40.i.i = icmp ult i64 %size, 9
  call void @__kulan_bound(i1 noundef zeroext %cmp40.i.i)
  %conv42.i.i = zext i16 %cond.in.i.i to i32
  %20 = load i32, i32* @__net_host, align 4
  %shl43.i.i = shl i32 %20, 16
  %or44.i.i = or i32 %shl43.i.i, %conv42.i.i
  %conv45.i.i = trunc i32 %cond18.i.i to i16
  %shr.i.i = lshr i32 %cond18.i.i, 16
  %21 = load i32, i32* @__net_listeners, align 4
  %conv.i185.i.i = zext i32 %21 to i64
  %22 = load i32, i32* @__net_listeners, align 4
  %cmp26.not.i.i.i = icmp eq i32 %22, 0
  br i1 %cmp26.not.i.i.i, label %box_at.exit.i.i, label %for.body.lr.ph.i.i.i

for.body.lr.ph.i.i.i:                             ; preds = %if.end39.i.i
  %cmp8.i.i.i = icmp ne i16 %conv45.i.i, 0
  br label %for.body.i.i.i

for.body.i.i.i:                                   ; preds = %for.body.i.i.i, %for.body.lr.ph.i.i.i
  %b.028.i.i.i = phi i64 [ 0, %for.body.lr.ph.i.i.i ], [ %inc.i.i.i, %for.body.i.i.i ]
  %found.027.i.i.i = phi i64 [ %conv.i185.i.i, %for.body.lr.ph.i.i.i ], [ %cond.i186.i.i, %for.body.i.i.i ]
  %arrayidx.i.i.i = getelementptr inbounds [0 x i16], [0 x i16]* @__net_box_port, i64 0, i64 %b.028.i.i.i
  %23 = load i16, i16* %arrayidx.i.i.i, align 2
  %cmp5.i.i.i = icmp eq i16 %23, %conv45.i.i
  %and23.i.i.i = and i1 %cmp8.i.i.i, %cmp5.i.i.i
  %arrayidx10.i.i.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_hosts, i64 0, i64 %b.028.i.i.i
  %24 = load i8, i8* %arrayidx10.i.i.i, align 1
  %conv11.i.i.i = zext i8 %24 to i32
  %cmp12.i.i.i = icmp eq i32 %shr.i.i, %conv11.i.i.i
  %and1424.i.i.i = and i1 %and23.i.i.i, %cmp12.i.i.i
  %cond.i186.i.i = select i1 %and1424.i.i.i, i64 %b.028.i.i.i, i64 %found.027.i.i.i
  %inc.i.i.i = add nuw nsw i64 %b.028.i.i.i, 1
  %25 = load i32, i32* @__net_listeners, align 4
  %conv1.i187.i.i = zext i32 %25 to i64
  %cmp.i188.i.i = icmp ult i64 %inc.i.i.i, %conv1.i187.i.i
  br i1 %cmp.i188.i.i, label %for.body.i.i.i, label %box_at.exit.i.i

box_at.exit.i.i:                                  ; preds = %for.body.i.i.i, %if.end39.i.i
  %found.0.lcssa.i.i.i = phi i64 [ %conv.i185.i.i, %if.end39.i.i ], [ %cond.i186.i.i, %for.body.i.i.i ]
  %26 = load i32, i32* @__net_listeners, align 4
  %conv47.i.i = zext i32 %26 to i64
  %cmp48.not.i.i = icmp eq i64 %found.0.lcssa.i.i.i, %conv47.i.i
  %cond53.i.i = select i1 %cmp48.not.i.i, i64 %conv.i.i, i64 %found.0.lcssa.i.i.i
  %arrayidx54.i.i = getelementptr inbounds [0 x i32], [0 x i32]* @__net_box_peer, i64 0, i64 %cond53.i.i
  %27 = load i32, i32* %arrayidx54.i.i, align 4
  %28 = load i32, i32* @__net_listeners, align 4
  %conv55.i.i = zext i32 %28 to i64
  %cmp56.i.i = icmp ne i64 %found.0.lcssa.i.i.i, %conv55.i.i
  %cmp58.i.i = icmp eq i32 %27, 0
  %or60.i.i = or i32 %or44.i.i, 16777216
  %cmp61.i.i = icmp eq i32 %27, %or60.i.i
  %or63170.i.i = or i1 %cmp58.i.i, %cmp61.i.i
  %and64171.i.i = and i1 %or63170.i.i, %cmp56.i.i
  %29 = load i32, i32* @__net_loses, align 4
  %tobool66.not.i.i = icmp eq i32 %29, 0
  br i1 %tobool66.not.i.i, label %cond.end71.i.i, label %cond.true67.i.i

cond.true67.i.i:                                  ; preds = %box_at.exit.i.i
  %call68.i.i = call zeroext i1 @__VERIFIER_nondet_net_lost()
  %phi.cmp.i.i = xor i1 %call68.i.i, true
  %phi.cast.i.i = zext i1 %phi.cmp.i.i to i32
  br label %cond.end71.i.i

cond.end71.i.i:                                   ; preds = %cond.true67.i.i, %box_at.exit.i.i
  %cond72.i.i = phi i32 [ %phi.cast.i.i, %cond.true67.i.i ], [ 1, %box_at.exit.i.i ]
  %lnot.i.i = xor i1 %and64171.i.i, true
  %or80.i.i = or i32 %cond18.i.i, 16777216
  %cmp81.i.i = icmp eq i32 %4, %or80.i.i
  %and79264.i.i = and i1 %cmp81.i.i, %lnot.i.i
  %and79.i.i = zext i1 %and79264.i.i to i32
  %and83.i.i = and i32 %cond72.i.i, %and79.i.i
  %tobool84.not.i.i = icmp eq i32 %and83.i.i, 0
  %conv86.i.i = select i1 %tobool84.not.i.i, i8 1, i8 3
  store i8 %conv86.i.i, i8* %arrayidx1.i.i, align 1
  %conv89.i.i = zext i1 %and64171.i.i to i32
  %and93.i.i = and i32 %cond72.i.i, %conv89.i.i
  %tobool94.not.i.i = icmp eq i32 %and93.i.i, 0
  %30 = trunc i64 %size to i32
  %conv96.i.i = shl i32 %30, 24
  %shl97.i.i = add i32 %conv96.i.i, 16777216
  %or98.i.i = or i32 %or44.i.i, %shl97.i.i
  %cond101.i.i = select i1 %tobool94.not.i.i, i32 0, i32 %or98.i.i
  %cmp19.not.i.i.i = icmp eq i64 %size, 0
  br i1 %cmp19.not.i.i.i, label %gather.exit.i.i, label %for.body.preheader.i.i.i

for.body.preheader.i.i.i:                         ; preds = %cond.end71.i.i
  %31 = add i64 %size, -1
  %umin.i.i.i = call i64 @llvm.umin.i64(i64 %31, i64 7)
  br label %for.body.i194.i.i

for.body.i194.i.i:                                ; preds = %for.body.i194.i.i, %for.body.preheader.i.i.i
  %i.011.i.i.i = phi i64 [ %inc.i193.i.i, %for.body.i194.i.i ], [ 0, %for.body.preheader.i.i.i ]
  %bytes.010.i.i.i = phi i64 [ %or.i192.i.i, %for.body.i194.i.i ], [ 0, %for.body.preheader.i.i.i ]
  %arrayidx.i189.i.i = getelementptr inbounds i8, i8* %from, i64 %i.011.i.i.i
  %32 = load i8, i8* %arrayidx.i189.i.i, align 1
  %conv.i190.i.i = zext i8 %32 to i64
  %mul.i.i.i = shl i64 %i.011.i.i.i, 3
  %shl.i191.i.i = shl i64 %conv.i190.i.i, %mul.i.i.i
  %or.i192.i.i = or i64 %shl.i191.i.i, %bytes.010.i.i.i
  %inc.i193.i.i = add nuw nsw i64 %i.011.i.i.i, 1
  %exitcond.not.i.i.i = icmp eq i64 %i.011.i.i.i, %umin.i.i.i
  br i1 %exitcond.not.i.i.i, label %gather.exit.i.i, label %for.body.i194.i.i

gather.exit.i.i:                                  ; preds = %for.body.i194.i.i, %cond.end71.i.i
  %bytes.0.lcssa.i.i.i = phi i64 [ 0, %cond.end71.i.i ], [ %or.i192.i.i, %for.body.i194.i.i ]
  %arrayidx.i195.i.i = getelementptr inbounds [0 x i32], [0 x i32]* @__net_head0, i64 0, i64 %cond53.i.i
  %33 = load i32, i32* %arrayidx.i195.i.i, align 4
  %arrayidx1.i.i.i = getelementptr inbounds [0 x i32], [0 x i32]* @__net_head1, i64 0, i64 %cond53.i.i
  %34 = load i32, i32* %arrayidx1.i.i.i, align 4
  %arrayidx2.i.i.i = getelementptr inbounds [0 x i32], [0 x i32]* @__net_head2, i64 0, i64 %cond53.i.i
  %35 = load i32, i32* %arrayidx2.i.i.i, align 4
  %arrayidx3.i.i.i = getelementptr inbounds [0 x i32], [0 x i32]* @__net_head3, i64 0, i64 %cond53.i.i
  %36 = load i32, i32* %arrayidx3.i.i.i, align 4
  %arrayidx4.i.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_body0, i64 0, i64 %cond53.i.i
  %37 = load i64, i64* %arrayidx4.i.i.i, align 8
  %arrayidx5.i.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_body1, i64 0, i64 %cond53.i.i
  %38 = load i64, i64* %arrayidx5.i.i.i, align 8
  %arrayidx6.i.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_body2, i64 0, i64 %cond53.i.i
  %39 = load i64, i64* %arrayidx6.i.i.i, align 8
  %40 = load i32, i32* @__net_blocks, align 4
  %tobool.not.i.i.i = icmp eq i32 %40, 0
  br i1 %tobool.not.i.i.i, label %if.else.i.i.i, label %if.then.i197.i.i

if.then.i197.i.i:                                 ; preds = %gather.exit.i.i
  %tobool7.not.i.i.i = icmp eq i32 %36, 0
  %cond.i196.i.i = select i1 %tobool7.not.i.i.i, i32 %cond101.i.i, i32 0
  br label %if.end.i203.i.i

if.else.i.i.i:                                    ; preds = %gather.exit.i.i
  %cmp.i198.i.i = icmp eq i32 %cond101.i.i, 0
  %cmp8.i199.i.i = icmp eq i32 %36, 0
  %41 = select i1 %cmp.i198.i.i, i1 true, i1 %cmp8.i199.i.i
  call void @__kulan_bound(i1 noundef zeroext %41)
  br label %if.end.i203.i.i

if.end.i203.i.i:                                  ; preds = %if.else.i.i.i, %if.then.i197.i.i
  %head.addr.0.i.i.i = phi i32 [ %cond.i196.i.i, %if.then.i197.i.i ], [ %cond101.i.i, %if.else.i.i.i ]
  %cmp9.i.i.i = icmp ne i32 %33, 0
  %conv.i200.i.i = zext i1 %cmp9.i.i.i to i32
  %cmp10.i.i.i = icmp ne i32 %34, 0
  %conv11.i201.i.i = zext i1 %cmp10.i.i.i to i32
  %add.i.i.i = add nuw nsw i32 %conv11.i201.i.i, %conv.i200.i.i
  %cmp12.i202.i.i = icmp ne i32 %35, 0
  %conv13.i.i.i = zext i1 %cmp12.i202.i.i to i32
  %add14.i.i.i = add nuw nsw i32 %add.i.i.i, %conv13.i.i.i
  %42 = load i32, i32* @__net_reorders, align 4
  %tobool15.not.i.i.i = icmp eq i32 %42, 0
  br i1 %tobool15.not.i.i.i, label %if.end27.i.i.i, label %if.then16.i.i.i

if.then16.i.i.i:                                  ; preds = %if.end.i203.i.i
  %call.i.i.i = call zeroext i1 @__VERIFIER_nondet_net_overtakes()
  %conv17.i.i.i = zext i1 %call.i.i.i to i32
  %call18.i.i.i = call zeroext i1 @__VERIFIER_nondet_net_overtakes()
  %mul.i204.i.i = select i1 %call18.i.i.i, i32 2, i32 0
  %add20.i.i.i = or i32 %mul.i204.i.i, %conv17.i.i.i
  %43 = call i32 @llvm.usub.sat.i32(i32 %add14.i.i.i, i32 %add20.i.i.i)
  br label %if.end27.i.i.i

if.end27.i.i.i:                                   ; preds = %if.then16.i.i.i, %if.end.i203.i.i
  %at.0.i.i.i = phi i32 [ %43, %if.then16.i.i.i ], [ %add14.i.i.i, %if.end.i203.i.i ]
  %tobool28.i.i.i = icmp ne i32 %head.addr.0.i.i.i, 0
  %cmp29.i.i.i = icmp eq i32 %at.0.i.i.i, 0
  %44 = select i1 %tobool28.i.i.i, i1 %cmp29.i.i.i, i1 false
  %cmp33.i.i.i = icmp eq i32 %at.0.i.i.i, 1
  %45 = select i1 %tobool28.i.i.i, i1 %cmp33.i.i.i, i1 false
  %cmp39.i.i.i = icmp eq i32 %at.0.i.i.i, 2
  %46 = select i1 %tobool28.i.i.i, i1 %cmp39.i.i.i, i1 false
  %cmp45.i.i.i = icmp eq i32 %at.0.i.i.i, 3
  %47 = select i1 %tobool28.i.i.i, i1 %cmp45.i.i.i, i1 false
  %or227.i.i.i = or i1 %44, %45
  %or64228.i.i.i = or i1 %46, %or227.i.i.i
  %cond72.i.i.i = select i1 %44, i32 %head.addr.0.i.i.i, i32 %33
  store i32 %cond72.i.i.i, i32* %arrayidx.i195.i.i, align 4
  %cond83.i.i.i = select i1 %44, i32 %33, i32 %34
  %cond85.i.i.i = select i1 %45, i32 %head.addr.0.i.i.i, i32 %cond83.i.i.i
  store i32 %cond85.i.i.i, i32* %arrayidx1.i.i.i, align 4
  %cond96.i.i.i = select i1 %or227.i.i.i, i32 %34, i32 %35
  %cond98.i.i.i = select i1 %46, i32 %head.addr.0.i.i.i, i32 %cond96.i.i.i
  store i32 %cond98.i.i.i, i32* %arrayidx2.i.i.i, align 4
  %cond109.i.i.i = select i1 %or64228.i.i.i, i32 %35, i32 %36
  %cond111.i.i.i = select i1 %47, i32 %head.addr.0.i.i.i, i32 %cond109.i.i.i
  store i32 %cond111.i.i.i, i32* %arrayidx3.i.i.i, align 4
  %cond118.i.i.i = select i1 %44, i64 %bytes.0.lcssa.i.i.i, i64 %37
  store i64 %cond118.i.i.i, i64* %arrayidx4.i.i.i, align 8
  %cond129.i.i.i = select i1 %44, i64 %37, i64 %38
  %cond131.i.i.i = select i1 %45, i64 %bytes.0.lcssa.i.i.i, i64 %cond129.i.i.i
  store i64 %cond131.i.i.i, i64* %arrayidx5.i.i.i, align 8
  %cond142.i.i.i = select i1 %or227.i.i.i, i64 %38, i64 %39
  %cond144.i.i.i = select i1 %46, i64 %bytes.0.lcssa.i.i.i, i64 %cond142.i.i.i
  store i64 %cond144.i.i.i, i64* %arrayidx6.i.i.i, align 8
  %brmerge.i.i.i = select i1 %47, i1 true, i1 %or64228.i.i.i
  %body.mux.i.i.i = select i1 %47, i64 %bytes.0.lcssa.i.i.i, i64 %39
  br i1 %brmerge.i.i.i, label %put_message.exit.i.i, label %cond.false153.i.i.i

cond.false153.i.i.i:                              ; preds = %if.end27.i.i.i
  %arrayidx154.i.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_body3, i64 0, i64 %cond53.i.i
  %48 = load i64, i64* %arrayidx154.i.i.i, align 8
  br label %put_message.exit.i.i

put_message.exit.i.i:                             ; preds = %cond.false153.i.i.i, %if.end27.i.i.i
  %cond158.i.i.i = phi i64 [ %48, %cond.false153.i.i.i ], [ %body.mux.i.i.i, %if.end27.i.i.i ]
  %arrayidx159.i.i.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_body3, i64 0, i64 %cond53.i.i
  store i64 %cond158.i.i.i, i64* %arrayidx159.i.i.i, align 8
  %49 = load i32, i32* @__net_duplicates, align 4
  %tobool103.not.i.i = icmp eq i32 %49, 0
  br i1 %tobool103.not.i.i, label %transmit.exit.sink.split, label %if.then104.i.i

if.then104.i.i:                                   ; preds = %put_message.exit.i.i
  %call105.i.i = call zeroext i1 @__VERIFIER_nondet_net_twice()
  %and107.i.i = select i1 %call105.i.i, i32 %cond101.i.i, i32 0
  %50 = load i32, i32* %arrayidx.i195.i.i, align 4
  %51 = load i32, i32* %arrayidx1.i.i.i, align 4
  %52 = load i32, i32* %arrayidx2.i.i.i, align 4
  %53 = load i32, i32* %arrayidx3.i.i.i, align 4
  %54 = load i64, i64* %arrayidx4.i.i.i, align 8
  %55 = load i64, i64* %arrayidx5.i.i.i, align 8
  %56 = load i64, i64* %arrayidx6.i.i.i, align 8
  %57 = load i32, i32* @__net_blocks, align 4
  %tobool.not.i212.i.i = icmp eq i32 %57, 0
  br i1 %tobool.not.i212.i.i, label %if.else.i218.i.i, label %if.then.i215.i.i

if.then.i215.i.i:                                 ; preds = %if.then104.i.i
  %tobool7.not.i213.i.i = icmp eq i32 %53, 0
  %cond.i214.i.i = select i1 %tobool7.not.i213.i.i, i32 %and107.i.i, i32 0
  br label %if.end.i229.i.i

if.else.i218.i.i:                                 ; preds = %if.then104.i.i
  %cmp.i216.i.i = icmp eq i32 %and107.i.i, 0
  %cmp8.i217.i.i = icmp eq i32 %53, 0
  %58 = select i1 %cmp.i216.i.i, i1 true, i1 %cmp8.i217.i.i
  call void @__kulan_bound(i1 noundef zeroext %58)
  br label %if.end.i229.i.i

if.end.i229.i.i:                                  ; preds = %if.else.i218.i.i, %if.then.i215.i.i
  %head.addr.0.i219.i.i = phi i32 [ %cond.i214.i.i, %if.then.i215.i.i ], [ %and107.i.i, %if.else.i218.i.i ]
  %cmp9.i220.i.i = icmp ne i32 %50, 0
  %conv.i221.i.i = zext i1 %cmp9.i220.i.i to i32
  %cmp10.i222.i.i = icmp ne i32 %51, 0
  %conv11.i223.i.i = zext i1 %cmp10.i222.i.i to i32
  %add.i224.i.i = add nuw nsw i32 %conv11.i223.i.i, %conv.i221.i.i
  %cmp12.i225.i.i = icmp ne i32 %52, 0
  %conv13.i226.i.i = zext i1 %cmp12.i225.i.i to i32
  %add14.i227.i.i = add nuw nsw i32 %add.i224.i.i, %conv13.i226.i.i
  %59 = load i32, i32* @__net_reorders, align 4
  %tobool15.not.i228.i.i = icmp eq i32 %59, 0
  br i1 %tobool15.not.i228.i.i, label %if.end27.i258.i.i, label %if.then16.i235.i.i

if.then16.i235.i.i:                               ; preds = %if.end.i229.i.i
  %call.i230.i.i = call zeroext i1 @__VERIFIER_nondet_net_overtakes()
  %conv17.i231.i.i = zext i1 %call.i230.i.i to i32
  %call18.i232.i.i = call zeroext i1 @__VERIFIER_nondet_net_overtakes()
  %mul.i233.i.i = select i1 %call18.i232.i.i, i32 2, i32 0
  %add20.i234.i.i = or i32 %mul.i233.i.i, %conv17.i231.i.i
  %60 = call i32 @llvm.usub.sat.i32(i32 %add14.i227.i.i, i32 %add20.i234.i.i)
  br label %if.end27.i258.i.i

if.end27.i258.i.i:                                ; preds = %if.then16.i235.i.i, %if.end.i229.i.i
  %at.0.i236.i.i = phi i32 [ %60, %if.then16.i235.i.i ], [ %add14.i227.i.i, %if.end.i229.i.i ]
  %tobool28.i237.i.i = icmp ne i32 %head.addr.0.i219.i.i, 0
  %cmp29.i238.i.i = icmp eq i32 %at.0.i236.i.i, 0
  %61 = select i1 %tobool28.i237.i.i, i1 %cmp29.i238.i.i, i1 false
  %cmp33.i239.i.i = icmp eq i32 %at.0.i236.i.i, 1
  %62 = select i1 %tobool28.i237.i.i, i1 %cmp33.i239.i.i, i1 false
  %cmp39.i240.i.i = icmp eq i32 %at.0.i236.i.i, 2
  %63 = select i1 %tobool28.i237.i.i, i1 %cmp39.i240.i.i, i1 false
  %cmp45.i241.i.i = icmp eq i32 %at.0.i236.i.i, 3
  %64 = select i1 %tobool28.i237.i.i, i1 %cmp45.i241.i.i, i1 false
  %or227.i242.i.i = or i1 %61, %62
  %or64228.i243.i.i = or i1 %63, %or227.i242.i.i
  %cond72.i244.i.i = select i1 %61, i32 %head.addr.0.i219.i.i, i32 %50
  store i32 %cond72.i244.i.i, i32* %arrayidx.i195.i.i, align 4
  %cond83.i245.i.i = select i1 %61, i32 %50, i32 %51
  %cond85.i246.i.i = select i1 %62, i32 %head.addr.0.i219.i.i, i32 %cond83.i245.i.i
  store i32 %cond85.i246.i.i, i32* %arrayidx1.i.i.i, align 4
  %cond96.i247.i.i = select i1 %or227.i242.i.i, i32 %51, i32 %52
  %cond98.i248.i.i = select i1 %63, i32 %head.addr.0.i219.i.i, i32 %cond96.i247.i.i
  store i32 %cond98.i248.i.i, i32* %arrayidx2.i.i.i, align 4
  %cond109.i249.i.i = select i1 %or64228.i243.i.i, i32 %52, i32 %53
  %cond111.i250.i.i = select i1 %64, i32 %head.addr.0.i219.i.i, i32 %cond109.i249.i.i
  store i32 %cond111.i250.i.i, i32* %arrayidx3.i.i.i, align 4
  %cond118.i251.i.i = select i1 %61, i64 %bytes.0.lcssa.i.i.i, i64 %54
  store i64 %cond118.i251.i.i, i64* %arrayidx4.i.i.i, align 8
  %cond129.i252.i.i = select i1 %61, i64 %54, i64 %55
  %cond131.i253.i.i = select i1 %62, i64 %bytes.0.lcssa.i.i.i, i64 %cond129.i252.i.i
  store i64 %cond131.i253.i.i, i64* %arrayidx5.i.i.i, align 8
  %cond142.i254.i.i = select i1 %or227.i242.i.i, i64 %55, i64 %56
  %cond144.i255.i.i = select i1 %63, i64 %bytes.0.lcssa.i.i.i, i64 %cond142.i254.i.i
  store i64 %cond144.i255.i.i, i64* %arrayidx6.i.i.i, align 8
  %brmerge.i256.i.i = select i1 %64, i1 true, i1 %or64228.i243.i.i
  %body.mux.i257.i.i = select i1 %64, i64 %bytes.0.lcssa.i.i.i, i64 %56
  br i1 %brmerge.i256.i.i, label %put_message.exit263.i.i, label %cond.false153.i260.i.i

cond.false153.i260.i.i:                           ; preds = %if.end27.i258.i.i
  %65 = load i64, i64* %arrayidx159.i.i.i, align 8
  br label %put_message.exit263.i.i

put_message.exit263.i.i:                          ; preds = %cond.false153.i260.i.i, %if.end27.i258.i.i
  %cond158.i261.i.i = phi i64 [ %65, %cond.false153.i260.i.i ], [ %body.mux.i257.i.i, %if.end27.i258.i.i ]
  store i64 %cond158.i261.i.i, i64* %arrayidx159.i.i.i, align 8
  br label %transmit.exit.sink.split

if.end13.i:                                       ; preds = %if.end.i
  %cmp16.not.i = icmp eq i8 %0, 4
  br i1 %cmp16.not.i, label %if.end25.i, label %do.body19.i

do.body19.i:                                      ; preds = %if.end13.i
  %cmp22.i = icmp eq i8 %0, 1
  %cond.i = select i1 %cmp22.i, i32 32, i32 107
  store i32 %cond.i, i32* @__net_errno, align 4
  br label %transmit.exit.sink.split

if.end25.i:                                       ; preds = %if.end13.i
  %arrayidx26.i = getelementptr inbounds [6 x i16], [6 x i16]* @__net_which, i64 0, i64 %idxprom.i
  %66 = load i16, i16* %arrayidx26.i, align 2
  %conv27.i = zext i16 %66 to i64
  %xor.i = xor i64 %conv27.i, 1
  %arrayidx28.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %conv27.i
  %67 = load i8, i8* %arrayidx28.i, align 1
  %arrayidx29.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %xor.i
  %68 = load i8, i8* %arrayidx29.i, align 1
  %69 = and i8 %68, 1
  %tobool32.not.i = icmp eq i8 %69, 0
  %conv34.i = zext i8 %67 to i32
  %and35.i = and i32 %conv34.i, 20
  %tobool36.not.i = icmp eq i32 %and35.i, 0
  br i1 %tobool36.not.i, label %lor.lhs.false.i, label %if.then43.i

lor.lhs.false.i:                                  ; preds = %if.end25.i
  %tobool32.not.not.i = xor i1 %tobool32.not.i, true
  %and41.i = and i32 %conv34.i, 32
  %tobool42.not.i = icmp eq i32 %and41.i, 0
  %or.cond218.i = select i1 %tobool32.not.not.i, i1 true, i1 %tobool42.not.i
  br i1 %or.cond218.i, label %if.end87.i, label %if.then43.i

if.then43.i:                                      ; preds = %lor.lhs.false.i, %if.end25.i
  %70 = and i32 %conv34.i, 90
  %71 = icmp eq i32 %70, 8
  br i1 %71, label %if.then53.i, label %if.end61.i

if.then53.i:                                      ; preds = %if.then43.i
  %and55.i = and i8 %67, -9
  store i8 %and55.i, i8* %arrayidx28.i, align 1
  store i32 104, i32* @__net_errno, align 4
  br label %transmit.exit.sink.split

if.end61.i:                                       ; preds = %if.then43.i
  %72 = and i32 %conv34.i, 112
  %73 = icmp eq i32 %72, 48
  br i1 %73, label %do.body74.i, label %if.end77.i

do.body74.i:                                      ; preds = %if.end61.i
  store i32 9, i32* @__net_errno, align 4
  br label %transmit.exit.sink.split

if.end77.i:                                       ; preds = %if.end61.i
  %and78.i = and i32 %flags, 16384
  %tobool79.i = icmp ne i32 %and78.i, 0
  %74 = load i8, i8* @__net_ignores_pipe, align 1
  %tobool81.i = icmp ne i8 %74, 0
  %or.cond.i = select i1 %tobool79.i, i1 true, i1 %tobool81.i
  br i1 %or.cond.i, label %do.body84.i, label %if.then82.i

if.then82.i:                                      ; preds = %if.end77.i
  call void @__kulan_atomic_end()
  call fastcc void @__net_leave()
  unreachable

do.body84.i:                                      ; preds = %if.end77.i
  store i32 32, i32* @__net_errno, align 4
  br label %transmit.exit.sink.split

if.end87.i:                                       ; preds = %lor.lhs.false.i
  br i1 %tobool32.not.i, label %if.then89.i, label %if.end102.i

if.then89.i:                                      ; preds = %if.end87.i
  %75 = load i32, i32* @__net_unread, align 4
  %tobool.not.i221.i = icmp eq i32 %75, 0
  br i1 %tobool.not.i221.i, label %left_unread.exit.i, label %if.then.i.i

if.then.i.i:                                      ; preds = %if.then89.i
  %cmp90.not.i = icmp eq i64 %size, 0
  call void @__kulan_unread(i1 noundef zeroext %cmp90.not.i)
  br label %left_unread.exit.i

left_unread.exit.i:                               ; preds = %if.then.i.i, %if.then89.i
  %call92.i = call zeroext i1 @__VERIFIER_nondet_reset()
  br i1 %call92.i, label %if.then93.i, label %transmit.exit.sink.split

if.then93.i:                                      ; preds = %left_unread.exit.i
  %or.i = or i8 %67, 4
  store i8 %or.i, i8* %arrayidx28.i, align 1
  br label %transmit.exit.sink.split

if.end102.i:                                      ; preds = %if.end87.i
  %arrayidx103.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_count, i64 0, i64 %xor.i
  %76 = load i8, i8* %arrayidx103.i, align 1
  %conv104.i = zext i8 %76 to i64
  %sub105.i = sub nsw i64 8, %conv104.i
  %77 = load i32, i32* @__net_blocks, align 4
  %tobool106.not.i = icmp eq i32 %77, 0
  br i1 %tobool106.not.i, label %if.else138.i, label %if.then107.i

if.then107.i:                                     ; preds = %if.end102.i
  %and108.i = and i32 %flags, 64
  %tobool109.not.i = icmp eq i32 %and108.i, 0
  br i1 %tobool109.not.i, label %cond.false.i, label %if.then118.critedge.i

cond.false.i:                                     ; preds = %if.then107.i
  %arrayidx110.i = getelementptr inbounds [6 x i8], [6 x i8]* @__net_how, i64 0, i64 %idxprom.i
  %78 = load i8, i8* %arrayidx110.i, align 1
  %79 = and i8 %78, 1
  %phi.cmp.i = icmp eq i8 %79, 0
  %cmp115.i = icmp ult i64 %size, 9
  call void @__kulan_support(i1 noundef zeroext %cmp115.i)
  br i1 %phi.cmp.i, label %if.else.i, label %if.then118.i

if.then118.critedge.i:                            ; preds = %if.then107.i
  %cmp115.c.i = icmp ult i64 %size, 9
  call void @__kulan_support(i1 noundef zeroext %cmp115.c.i)
  br label %if.then118.i

if.then118.i:                                     ; preds = %if.then118.critedge.i, %cond.false.i
  %cmp119.i = icmp eq i8 %76, 8
  br i1 %cmp119.i, label %do.body122.i, label %if.end125.i

do.body122.i:                                     ; preds = %if.then118.i
  store i32 11, i32* @__net_errno, align 4
  call void @__kulan_atomic_end()
  br label %cleanup135.i

if.end125.i:                                      ; preds = %if.then118.i
  %cmp126.i = icmp ugt i64 %sub105.i, %size
  %cond131.i = select i1 %cmp126.i, i64 %size, i64 %sub105.i
  br label %cleanup135.i

if.else.i:                                        ; preds = %cond.false.i
  %cmp132.i = icmp uge i64 %sub105.i, %size
  call void @__kulan_wait(i1 noundef zeroext %cmp132.i)
  br label %cleanup135.i

cleanup135.i:                                     ; preds = %if.else.i, %if.end125.i, %do.body122.i
  %part.1.i = phi i64 [ %size, %do.body122.i ], [ %cond131.i, %if.end125.i ], [ %size, %if.else.i ]
  %cond165.i = phi i1 [ false, %do.body122.i ], [ true, %if.end125.i ], [ true, %if.else.i ]
  br i1 %cond165.i, label %if.end141.i, label %transmit.exit

if.else138.i:                                     ; preds = %if.end102.i
  %cmp139.i = icmp uge i64 %sub105.i, %size
  call void @__kulan_bound(i1 noundef zeroext %cmp139.i)
  br label %if.end141.i

if.end141.i:                                      ; preds = %if.else138.i, %cleanup135.i
  %part.2.i = phi i64 [ %part.1.i, %cleanup135.i ], [ %size, %if.else138.i ]
  %tobool142.not.i = icmp eq i64 %part.2.i, 0
  br i1 %tobool142.not.i, label %transmit.exit.sink.split, label %for.body.preheader.i.i

for.body.preheader.i.i:                           ; preds = %if.end141.i
  %80 = add i64 %part.2.i, -1
  %umin.i.i = call i64 @llvm.umin.i64(i64 %80, i64 7)
  br label %for.body.i.i

for.body.i.i:                                     ; preds = %for.body.i.i, %for.body.preheader.i.i
  %i.011.i.i = phi i64 [ %inc.i.i, %for.body.i.i ], [ 0, %for.body.preheader.i.i ]
  %bytes.010.i.i = phi i64 [ %or.i227.i, %for.body.i.i ], [ 0, %for.body.preheader.i.i ]
  %arrayidx.i224.i = getelementptr inbounds i8, i8* %from, i64 %i.011.i.i
  %81 = load i8, i8* %arrayidx.i224.i, align 1
  %conv.i225.i = zext i8 %81 to i64
  %mul.i.i = shl i64 %i.011.i.i, 3
  %shl.i226.i = shl i64 %conv.i225.i, %mul.i.i
  %or.i227.i = or i64 %shl.i226.i, %bytes.010.i.i
  %inc.i.i = add nuw nsw i64 %i.011.i.i, 1
  %exitcond.not.i.i = icmp eq i64 %i.011.i.i, %umin.i.i
  br i1 %exitcond.not.i.i, label %gather.exit.i, label %for.body.i.i

gather.exit.i:                                    ; preds = %for.body.i.i
  %mul.i = shl nuw nsw i64 %conv104.i, 3
  %shl.i = shl i64 %or.i227.i, %mul.i
  %arrayidx145.i = getelementptr inbounds [0 x i64], [0 x i64]* @__net_bytes, i64 0, i64 %xor.i
  %82 = load i64, i64* %arrayidx145.i, align 8
  %or146.i = or i64 %82, %shl.i
  store i64 %or146.i, i64* %arrayidx145.i, align 8
  %83 = trunc i64 %part.2.i to i8
  %conv147.i = add i8 %76, %83
  store i8 %conv147.i, i8* %arrayidx103.i, align 1
  br label %transmit.exit.sink.split

transmit.exit.sink.split:                         ; preds = %if.end141.i, %gather.exit.i, %left_unread.exit.i, %if.then93.i, %put_message.exit.i.i, %put_message.exit263.i.i, %do.body84.i, %do.body74.i, %if.then53.i, %do.body19.i, %if.then34.i.i, %do.body.i.i, %do.body.i
  %retval.6.i.ph = phi i64 [ -1, %if.then34.i.i ], [ -1, %do.body.i.i ], [ -1, %if.then53.i ], [ -1, %do.body74.i ], [ -1, %do.body84.i ], [ -1, %do.body19.i ], [ -1, %do.body.i ], [ %size, %put_message.exit263.i.i ], [ %size, %put_message.exit.i.i ], [ %size, %if.then93.i ], [ %size, %left_unread.exit.i ], [ %part.2.i, %gather.exit.i ], [ %part.2.i, %if.end141.i ]
  call void @__kulan_atomic_end()
  br label %transmit.exit

transmit.exit:                                    ; preds = %transmit.exit.sink.split, %cleanup135.i
  %retval.6.i = phi i64 [ -1, %cleanup135.i ], [ %retval.6.i.ph, %transmit.exit.sink.split ]
  ret i64 %retval.6.i
}

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
  %cmp2.not = icmp eq i8 %0, 0
  br i1 %cmp2.not, label %do.body, label %if.end

do.body:                                          ; preds = %entry, %land.lhs.true
  store i32 9, i32* @__net_errno, align 4
  br label %cleanup.cont

if.end:                                           ; preds = %land.lhs.true
  %1 = load i32, i32* @__net_datagrams, align 4
  %tobool.not = icmp eq i32 %1, 0
  %cmp8 = icmp ne i8 %0, 5
  %spec.select = select i1 %tobool.not, i1 true, i1 %cmp8
  call void @__kulan_support(i1 noundef zeroext %spec.select)
  %2 = load i8, i8* %arrayidx, align 1
  %cmp12.not = icmp eq i8 %2, 4
  br i1 %cmp12.not, label %if.end17, label %do.body15

do.body15:                                        ; preds = %if.end
  store i32 107, i32* @__net_errno, align 4
  br label %cleanup.cont

if.end17:                                         ; preds = %if.end
  %arrayidx18 = getelementptr inbounds [6 x i16], [6 x i16]* @__net_which, i64 0, i64 %idxprom
  %3 = load i16, i16* %arrayidx18, align 2
  %conv19 = zext i16 %3 to i64
  %xor = xor i64 %conv19, 1
  %arrayidx20 = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %xor
  %4 = load i8, i8* %arrayidx20, align 1
  %cmp21 = icmp eq i32 %how, 0
  %cmp23 = icmp eq i32 %how, 1
  %cond = select i1 %cmp23, i8 16, i8 18
  %cond25 = select i1 %cmp21, i8 2, i8 %cond
  %arrayidx26 = getelementptr inbounds [0 x i8], [0 x i8]* @__net_end, i64 0, i64 %conv19
  %5 = load i8, i8* %arrayidx26, align 1
  %or = or i8 %5, %cond25
  store i8 %or, i8* %arrayidx26, align 1
  %6 = and i8 %4, 1
  %tobool33.not = icmp eq i8 %6, 0
  %or.cond = select i1 %cmp21, i1 true, i1 %tobool33.not
  %or36 = or i8 %4, 2
  %cond40 = select i1 %or.cond, i8 %4, i8 %or36
  store i8 %cond40, i8* %arrayidx20, align 1
  br label %cleanup.cont

cleanup.cont:                                     ; preds = %do.body15, %if.end17, %do.body
  %retval.1 = phi i32 [ -1, %do.body ], [ -1, %do.body15 ], [ 0, %if.end17 ]
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
  %cmp154.not = icmp eq i64 %count, 0
  br i1 %cmp154.not, label %for.cond.cleanup, label %for.body

for.cond.cleanup:                                 ; preds = %ready.exit, %entry
  %number.0.lcssa = phi i32 [ 0, %entry ], [ %add, %ready.exit ]
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
  %cmp1857.not = icmp eq i64 %count, 0
  br i1 %cmp1857.not, label %for.cond.cleanup20, label %for.body21

for.body:                                         ; preds = %entry, %ready.exit
  %number.056 = phi i32 [ %add, %ready.exit ], [ 0, %entry ]
  %i.055 = phi i64 [ %inc, %ready.exit ], [ 0, %entry ]
  %fd = getelementptr inbounds %struct.asked, %struct.asked* %list, i64 %i.055, i32 0
  %3 = load i32, i32* %fd, align 4
  %wanted = getelementptr inbounds %struct.asked, %struct.asked* %list, i64 %i.055, i32 1
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
  %conv30.i = zext i8 %9 to i32
  %conv33.i = zext i16 %4 to i32
  %and34.i = and i32 %conv33.i, 1
  %and43.i = lshr i32 %conv30.i, 2
  %and43.lobit.i = and i32 %and43.i, 1
  %and50.i = and i32 %conv33.i, 4
  %12 = load i32, i32* @__net_datagrams, align 4
  %tobool93.not.i = icmp eq i32 %12, 0
  br i1 %tobool93.not.i, label %ready.exit, label %if.then.i

if.then.i:                                        ; preds = %for.body
  %cmp95.i = icmp eq i32 %conv11.i, 5
  %cond100.i = select i1 %cmp95.i, i64 %conv10.i, i64 0
  %arrayidx101.i = getelementptr inbounds [0 x i32], [0 x i32]* @__net_head0, i64 0, i64 %cond100.i
  %13 = load i32, i32* %arrayidx101.i, align 4
  %tobool102.not.i = icmp eq i32 %13, 0
  %cond108.i = select i1 %tobool102.not.i, i32 0, i32 %and34.i
  %or111.i = or i32 %cond108.i, %and50.i
  %arrayidx112.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_box, i64 0, i64 %cond100.i
  %14 = load i8, i8* %arrayidx112.i, align 1
  %15 = shl i8 %14, 2
  %16 = and i8 %15, 8
  %17 = zext i8 %16 to i32
  %or117.i = or i32 %or111.i, %17
  br label %ready.exit

ready.exit:                                       ; preds = %for.body, %if.then.i
  %datagram.0.i = phi i32 [ %or117.i, %if.then.i ], [ 0, %for.body ]
  %conv92.i = or i32 %and50.i, 16
  %tobool81.not.i = icmp eq i64 %8, 0
  %and.i52 = and i32 %conv30.i, 6
  %conv29.i = zext i8 %10 to i32
  %or.i = or i32 %and.i52, %conv29.i
  %tobool31.not.i = icmp eq i32 %or.i, 0
  %conv73.i = select i1 %tobool31.not.i, i32 0, i32 %and34.i
  %cmp40.i = icmp ult i8 %11, 8
  %conv41.i = zext i1 %cmp40.i to i32
  %or46.i = or i32 %and43.lobit.i, %conv41.i
  %tobool47.not.i = icmp eq i32 %or46.i, 0
  %conv74.i = select i1 %tobool47.not.i, i32 0, i32 %and50.i
  %and56.i = and i32 %conv30.i, 10
  %cmp57.i = icmp eq i32 %and56.i, 8
  %conv76.i = select i1 %cmp57.i, i32 8, i32 0
  %and66.i = and i32 %conv30.i, 18
  %cmp67.i = icmp eq i32 %and66.i, 18
  %conv68.i = zext i1 %cmp67.i to i32
  %or69.i = or i32 %and43.lobit.i, %conv68.i
  %tobool70.not.i = icmp eq i32 %or69.i, 0
  %conv78.i = select i1 %tobool70.not.i, i32 0, i32 16
  %or75.i = or i32 %conv73.i, %conv76.i
  %or77.i = or i32 %or75.i, %conv74.i
  %or79.i = or i32 %or77.i, %conv78.i
  %conv126.i = select i1 %cmp19.i, i32 29, i32 0
  %and128.i = and i32 %or79.i, %conv126.i
  %conv137.i = select i1 %tobool81.not.i, i32 0, i32 %and34.i
  %and138.i = select i1 %cmp12.i, i32 %conv137.i, i32 0
  %cmp141.i = icmp eq i32 %conv11.i, 5
  %conv147.i = select i1 %cmp141.i, i32 65535, i32 0
  %and149.i = and i32 %datagram.0.i, %conv147.i
  %cmp152.i = icmp eq i32 %conv11.i, 0
  %conv158.i = select i1 %cmp152.i, i32 32, i32 0
  %18 = add nsw i32 %conv11.i, -1
  %19 = icmp ult i32 %18, 2
  %and174.i = select i1 %19, i32 %conv92.i, i32 0
  %isneg.i = icmp slt i32 %3, 0
  %conv183.i = select i1 %isneg.i, i32 0, i32 65535
  %or139.i = or i32 %and138.i, %conv158.i
  %or150.i = or i32 %or139.i, %and174.i
  %or160.i = or i32 %or150.i, %and128.i
  %conv184.i = or i32 %or160.i, %and149.i
  %and185.i = and i32 %conv184.i, %conv183.i
  %conv186.i = trunc i32 %and185.i to i16
  %arrayidx3 = getelementptr inbounds [6 x i16], [6 x i16]* %found, i64 0, i64 %i.055
  store i16 %conv186.i, i16* %arrayidx3, align 2
  %cmp5 = icmp ne i16 %conv186.i, 0
  %conv6 = zext i1 %cmp5 to i32
  %add = add nuw nsw i32 %number.056, %conv6
  %inc = add nuw i64 %i.055, 1
  %exitcond.not = icmp eq i64 %inc, %count
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body

for.cond.cleanup20:                               ; preds = %for.body21, %wait_for.exit
  call void @__kulan_atomic_end()
  call void @llvm.lifetime.end.p0i8(i64 12, i8* nonnull %0)
  ret i32 %number.0.lcssa

for.body21:                                       ; preds = %wait_for.exit, %for.body21
  %i16.058 = phi i64 [ %inc26, %for.body21 ], [ 0, %wait_for.exit ]
  %arrayidx22 = getelementptr inbounds [6 x i16], [6 x i16]* %found, i64 0, i64 %i16.058
  %20 = load i16, i16* %arrayidx22, align 2
  %found24 = getelementptr inbounds %struct.asked, %struct.asked* %list, i64 %i16.058, i32 2
  store i16 %20, i16* %found24, align 2
  %inc26 = add nuw i64 %i16.058, 1
  %exitcond59.not = icmp eq i64 %inc26, %count
  br i1 %exitcond59.not, label %for.cond.cleanup20, label %for.body21
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
  %phi.cast164 = select i1 %tobool17.not, i32 1, i32 2
  br label %cond.end19

cond.end19:                                       ; preds = %cond.end12, %cond.false16
  %cond20 = phi i32 [ %phi.cast164, %cond.false16 ], [ 0, %cond.end12 ]
  %or21 = or i64 %cond7, %cond
  %and22 = and i64 %or21, 7
  %cmp23 = icmp eq i64 %and22, 0
  %cmp26 = icmp eq i64 %cond13, 0
  %6 = select i1 %cmp23, i1 %cmp26, i1 false
  call void @__kulan_support(i1 noundef zeroext %6)
  call void @__kulan_atomic_begin()
  br label %for.body

for.cond.cleanup:                                 ; preds = %ready.exit
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

for.body:                                         ; preds = %cond.end19, %ready.exit
  %indvars.iv = phi i64 [ 0, %cond.end19 ], [ %indvars.iv.next, %ready.exit ]
  %readable.0169 = phi i64 [ 0, %cond.end19 ], [ %or64, %ready.exit ]
  %writable.0168 = phi i64 [ 0, %cond.end19 ], [ %or68, %ready.exit ]
  %number.0167 = phi i32 [ 0, %cond.end19 ], [ %add71, %ready.exit ]
  %wrong.0166 = phi i1 [ false, %cond.end19 ], [ %tobool60, %ready.exit ]
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
  %conv30.i = zext i8 %14 to i32
  %and43.i = lshr i32 %conv30.i, 2
  %and43.lobit.i = and i32 %and43.i, 1
  %17 = load i32, i32* @__net_datagrams, align 4
  %tobool93.not.i = icmp eq i32 %17, 0
  br i1 %tobool93.not.i, label %ready.exit, label %if.then.i

if.then.i:                                        ; preds = %for.body
  %cmp95.i = icmp eq i8 %10, 5
  %cond100.i = select i1 %cmp95.i, i64 %conv10.i, i64 0
  %arrayidx101.i = getelementptr inbounds [0 x i32], [0 x i32]* @__net_head0, i64 0, i64 %cond100.i
  %18 = load i32, i32* %arrayidx101.i, align 4
  %tobool102.not.i = icmp ne i32 %18, 0
  %cond108.i = zext i1 %tobool102.not.i to i32
  %arrayidx112.i = getelementptr inbounds [0 x i8], [0 x i8]* @__net_box, i64 0, i64 %cond100.i
  %19 = load i8, i8* %arrayidx112.i, align 1
  %20 = shl i8 %19, 2
  %21 = and i8 %20, 8
  %22 = zext i8 %21 to i32
  %or111.i = or i32 %cond108.i, %22
  %or117.i = or i32 %or111.i, 4
  br label %ready.exit

ready.exit:                                       ; preds = %for.body, %if.then.i
  %datagram.0.i = phi i32 [ %or117.i, %if.then.i ], [ 0, %for.body ]
  %tobool81.not.i = icmp ne i64 %13, 0
  %and.i162 = and i32 %conv30.i, 6
  %conv29.i = zext i8 %15 to i32
  %or.i = or i32 %and.i162, %conv29.i
  %tobool31.not.i = icmp ne i32 %or.i, 0
  %conv73.i = zext i1 %tobool31.not.i to i32
  %cmp40.i = icmp ult i8 %16, 8
  %conv41.i = zext i1 %cmp40.i to i32
  %or46.i = or i32 %and43.lobit.i, %conv41.i
  %tobool47.not.i = icmp eq i32 %or46.i, 0
  %conv74.i = select i1 %tobool47.not.i, i32 0, i32 4
  %and56.i = and i32 %conv30.i, 10
  %cmp57.i = icmp eq i32 %and56.i, 8
  %conv76.i = select i1 %cmp57.i, i32 8, i32 0
  %and66.i = and i32 %conv30.i, 18
  %cmp67.i = icmp eq i32 %and66.i, 18
  %conv68.i = zext i1 %cmp67.i to i32
  %or69.i = or i32 %and43.lobit.i, %conv68.i
  %tobool70.not.i = icmp eq i32 %or69.i, 0
  %conv78.i = select i1 %tobool70.not.i, i32 0, i32 16
  %or75.i = or i32 %conv76.i, %conv73.i
  %or77.i = or i32 %or75.i, %conv74.i
  %or79.i = or i32 %or77.i, %conv78.i
  %conv126.i = select i1 %cmp19.i, i32 29, i32 0
  %and128.i = and i32 %or79.i, %conv126.i
  %narrow = select i1 %cmp12.i, i1 %tobool81.not.i, i1 false
  %and138.i = zext i1 %narrow to i32
  %cmp141.i = icmp eq i8 %10, 5
  %cmp152.i = icmp eq i8 %10, 0
  %conv158.i = select i1 %cmp152.i, i32 32, i32 0
  %23 = add nsw i32 %12, -1
  %24 = icmp ult i32 %23, 2
  %and174.i = select i1 %24, i32 20, i32 0
  %datagram.0.i.op = and i32 %datagram.0.i, 65535
  %and149.i.masked = select i1 %cmp141.i, i32 %datagram.0.i.op, i32 0
  %or139.i = or i32 %and174.i, %conv158.i
  %or150.i = or i32 %or139.i, %and138.i
  %or160.i = or i32 %or150.i, %and128.i
  %conv38 = or i32 %or160.i, %and149.i.masked
  %and39 = and i32 %conv38, 25
  %cmp40 = icmp ne i32 %and39, 0
  %25 = zext i1 %cmp40 to i64
  %and43 = and i64 %shr, %25
  %and45 = and i32 %conv38, 12
  %cmp46 = icmp ne i32 %and45, 0
  %26 = zext i1 %cmp46 to i64
  %and49 = and i64 %shr35, %26
  %and32159 = or i64 %shr, %shr35
  %and52 = lshr i32 %conv38, 5
  %and52.lobit = and i32 %and52, 1
  %27 = zext i32 %and52.lobit to i64
  %and56 = and i64 %and32159, %27
  %conv58 = zext i1 %wrong.0166 to i64
  %or59 = or i64 %and56, %conv58
  %tobool60 = icmp ne i64 %or59, 0
  %shl63 = shl i64 %and43, %9
  %or64 = or i64 %shl63, %readable.0169
  %shl67 = shl i64 %and49, %9
  %or68 = or i64 %shl67, %writable.0168
  %add69 = add nuw nsw i64 %and43, %and49
  %conv70 = trunc i64 %add69 to i32
  %add71 = add i32 %number.0167, %conv70
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
  %address = alloca i32, align 4
  %0 = bitcast i32* %address to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* nonnull %0)
  store i32 0, i32* %address, align 4
  %call = call fastcc zeroext i1 @__net_number(i8* noundef %text, i32* noundef nonnull %address)
  %1 = load i32, i32* %address, align 4
  %cond = select i1 %call, i32 %1, i32 -1
  call void @llvm.lifetime.end.p0i8(i64 4, i8* nonnull %0)
  ret i32 %cond
}

; Function Attrs: nounwind
define internal fastcc zeroext i1 @__net_number(i8* nocapture noundef readonly %text, i32* nocapture noundef writeonly %address) unnamed_addr {
entry:
  br label %for.cond

for.cond:                                         ; preds = %if.end30, %entry
  %indvars.iv = phi i64 [ %indvars.iv.next, %if.end30 ], [ 32, %entry ]
  %result.0 = phi i32 [ %or32, %if.end30 ], [ 0, %entry ]
  %text.addr.0 = phi i8* [ %incdec.ptr35, %if.end30 ], [ %text, %entry ]
  %0 = load i8, i8* %text.addr.0, align 1
  %cmp.not = icmp eq i8 %0, 48
  br i1 %cmp.not, label %cond.false, label %cond.end

cond.false:                                       ; preds = %for.cond
  %arrayidx = getelementptr inbounds i8, i8* %text.addr.0, i64 1
  %1 = load i8, i8* %arrayidx, align 1
  %2 = and i8 %1, -33
  %cmp3 = icmp eq i8 %2, 88
  %cond = select i1 %cmp3, i32 16, i32 8
  br label %cond.end

cond.end:                                         ; preds = %for.cond, %cond.false
  %cond5 = phi i32 [ %cond, %cond.false ], [ 10, %for.cond ]
  %cmp6 = icmp eq i32 %cond5, 16
  %spec.select.idx = select i1 %cmp6, i64 2, i64 0
  %spec.select = getelementptr i8, i8* %text.addr.0, i64 %spec.select.idx
  %3 = load i8, i8* %spec.select, align 1
  %conv991 = zext i8 %3 to i32
  %or.i92 = or i32 %conv991, 32
  %sub1.i93 = add nsw i32 %conv991, -48
  %cmp.i94 = icmp ult i32 %sub1.i93, 10
  %sub.i95 = add nsw i32 %or.i92, -97
  %cmp3.i96 = icmp ult i32 %sub.i95, 6
  %add.i97 = add nsw i32 %or.i92, -87
  %cond.i98 = select i1 %cmp3.i96, i32 %add.i97, i32 16
  %cond7.i99 = select i1 %cmp.i94, i32 %sub1.i93, i32 %cond.i98
  %cmp10100 = icmp ult i32 %cond7.i99, %cond5
  br i1 %cmp10100, label %for.body.lr.ph, label %for.end

for.body.lr.ph:                                   ; preds = %cond.end
  %conv12 = zext i32 %cond5 to i64
  br label %for.body

for.body:                                         ; preds = %for.body.lr.ph, %for.inc
  %cond7.i104 = phi i32 [ %cond7.i99, %for.body.lr.ph ], [ %cond7.i, %for.inc ]
  %number.0103 = phi i64 [ 0, %for.body.lr.ph ], [ %add, %for.inc ]
  %digits.0102 = phi i32 [ 0, %for.body.lr.ph ], [ %inc, %for.inc ]
  %text.addr.2101 = phi i8* [ %spec.select, %for.body.lr.ph ], [ %incdec.ptr, %for.inc ]
  %mul = mul i64 %number.0103, %conv12
  %conv13 = zext i32 %cond7.i104 to i64
  %add = add i64 %mul, %conv13
  %shr = lshr i64 %add, %indvars.iv
  %tobool.not = icmp eq i64 %shr, 0
  br i1 %tobool.not, label %for.inc, label %cleanup

for.inc:                                          ; preds = %for.body
  %incdec.ptr = getelementptr inbounds i8, i8* %text.addr.2101, i64 1
  %inc = add i32 %digits.0102, 1
  %4 = load i8, i8* %incdec.ptr, align 1
  %conv9 = zext i8 %4 to i32
  %or.i = or i32 %conv9, 32
  %sub1.i = add nsw i32 %conv9, -48
  %cmp.i = icmp ult i32 %sub1.i, 10
  %sub.i = add nsw i32 %or.i, -97
  %cmp3.i = icmp ult i32 %sub.i, 6
  %add.i = add nsw i32 %or.i, -87
  %cond.i = select i1 %cmp3.i, i32 %add.i, i32 16
  %cond7.i = select i1 %cmp.i, i32 %sub1.i, i32 %cond.i
  %cmp10 = icmp ult i32 %cond7.i, %cond5
  br i1 %cmp10, label %for.body, label %for.end

for.end:                                          ; preds = %for.inc, %cond.end
  %text.addr.2.lcssa = phi i8* [ %spec.select, %cond.end ], [ %incdec.ptr, %for.inc ]
  %digits.0.lcssa = phi i32 [ 0, %cond.end ], [ %inc, %for.inc ]
  %number.0.lcssa = phi i64 [ 0, %cond.end ], [ %add, %for.inc ]
  %.lcssa = phi i8 [ %3, %cond.end ], [ %4, %for.inc ]
  %cmp16 = icmp eq i32 %digits.0.lcssa, 0
  br i1 %cmp16, label %cleanup, label %if.end19

if.end19:                                         ; preds = %for.end
  %cmp21.not = icmp eq i8 %.lcssa, 46
  br i1 %cmp21.not, label %if.end24, label %for.end36

if.end24:                                         ; preds = %if.end19
  %cmp25 = icmp eq i64 %indvars.iv, 8
  %cmp27 = icmp ugt i64 %number.0.lcssa, 255
  %or.cond = select i1 %cmp25, i1 true, i1 %cmp27
  br i1 %or.cond, label %cleanup, label %if.end30

if.end30:                                         ; preds = %if.end24
  %conv31 = trunc i64 %number.0.lcssa to i32
  %5 = trunc i64 %indvars.iv to i32
  %6 = sub i32 32, %5
  %shl = shl i32 %conv31, %6
  %or32 = or i32 %shl, %result.0
  %indvars.iv.next = add nsw i64 %indvars.iv, -8
  %incdec.ptr35 = getelementptr inbounds i8, i8* %text.addr.2.lcssa, i64 1
  br label %for.cond

for.end36:                                        ; preds = %if.end19
  %conv37 = trunc i64 %number.0.lcssa to i32
  %call38 = call i32 @htonl(i32 noundef %conv37)
  %or39 = or i32 %call38, %result.0
  store i32 %or39, i32* %address, align 4
  %7 = load i8, i8* %text.addr.2.lcssa, align 1
  switch i8 %7, label %lor.rhs [
    i8 0, label %cleanup
    i8 32, label %cleanup
  ]

lor.rhs:                                          ; preds = %for.end36
  %conv47 = zext i8 %7 to i32
  %sub48 = add nsw i32 %conv47, -9
  %cmp49 = icmp ult i32 %sub48, 5
  br label %cleanup

cleanup:                                          ; preds = %if.end24, %for.end, %for.body, %lor.rhs, %for.end36, %for.end36
  %retval.0 = phi i1 [ true, %for.end36 ], [ %cmp49, %lor.rhs ], [ true, %for.end36 ], [ false, %for.body ], [ false, %for.end ], [ false, %if.end24 ]
  ret i1 %retval.0
}

; Function Attrs: nounwind
define weak i32 @inet_aton(i8* noundef %text, i32* noundef %to) {
entry:
  %address = alloca i32, align 4
  %0 = bitcast i32* %address to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* nonnull %0)
  store i32 0, i32* %address, align 4
  %call = call fastcc zeroext i1 @__net_number(i8* noundef %text, i32* noundef nonnull %address)
  br i1 %call, label %if.end, label %cleanup

if.end:                                           ; preds = %entry
  %1 = load i32, i32* %address, align 4
  store i32 %1, i32* %to, align 4
  br label %cleanup

cleanup:                                          ; preds = %entry, %if.end
  %retval.0 = phi i32 [ 1, %if.end ], [ 0, %entry ]
  call void @llvm.lifetime.end.p0i8(i64 4, i8* nonnull %0)
  ret i32 %retval.0
}

; Function Attrs: nounwind
define weak i32 @inet_pton(i32 noundef %family, i8* noundef %text, i32* noundef %to) {
entry:
  %cmp = icmp eq i32 %family, 2
  call void @__kulan_support(i1 noundef zeroext %cmp)
  br label %for.cond.i

for.cond.i:                                       ; preds = %for.inc.i, %entry
  %text.addr.0.i = phi i8* [ %text, %entry ], [ %incdec.ptr.i, %for.inc.i ]
  %result.0.i = phi i32 [ 0, %entry ], [ %result.1.i, %for.inc.i ]
  %number.0.i = phi i32 [ 0, %entry ], [ %number.1.i, %for.inc.i ]
  %digits.0.i = phi i32 [ 0, %entry ], [ %digits.1.i, %for.inc.i ]
  %dots.0.i = phi i32 [ 0, %entry ], [ %dots.1.i, %for.inc.i ]
  %0 = load i8, i8* %text.addr.0.i, align 1
  %conv.i = zext i8 %0 to i32
  %sub.i = add nsw i32 %conv.i, -48
  %cmp.i = icmp ult i32 %sub.i, 10
  br i1 %cmp.i, label %if.then.i, label %if.end10.i

if.then.i:                                        ; preds = %for.cond.i
  %tobool.i = icmp ne i32 %digits.0.i, 0
  %cmp2.i = icmp eq i32 %number.0.i, 0
  %or.cond.i = select i1 %tobool.i, i1 %cmp2.i, i1 false
  br i1 %or.cond.i, label %cleanup.i, label %if.end.i

if.end.i:                                         ; preds = %if.then.i
  %mul.i = mul i32 %number.0.i, 10
  %add.i = add i32 %sub.i, %mul.i
  %inc.i = add i32 %digits.0.i, 1
  %cmp6.i = icmp ugt i32 %add.i, 255
  %..i = select i1 %cmp6.i, i32 1, i32 4
  br label %cleanup.i

if.end10.i:                                       ; preds = %for.cond.i
  %cmp11.i = icmp eq i32 %digits.0.i, 0
  br i1 %cmp11.i, label %cleanup.i, label %lor.lhs.false.i

lor.lhs.false.i:                                  ; preds = %if.end10.i
  %cmp13.not.i = icmp eq i8 %0, 0
  br i1 %cmp13.not.i, label %if.end22.i, label %land.lhs.true15.i

land.lhs.true15.i:                                ; preds = %lor.lhs.false.i
  %cmp16.i = icmp ne i8 %0, 46
  %cmp19.i = icmp eq i32 %dots.0.i, 3
  %or.cond37.i = select i1 %cmp16.i, i1 true, i1 %cmp19.i
  br i1 %or.cond37.i, label %cleanup.i, label %if.end22.i

if.end22.i:                                       ; preds = %land.lhs.true15.i, %lor.lhs.false.i
  %mul23.i = shl i32 %dots.0.i, 3
  %shl.i = shl i32 %number.0.i, %mul23.i
  %or.i = or i32 %shl.i, %result.0.i
  br i1 %cmp13.not.i, label %cleanup.i, label %if.end27.i

if.end27.i:                                       ; preds = %if.end22.i
  %inc28.i = add i32 %dots.0.i, 1
  br label %cleanup.i

cleanup.i:                                        ; preds = %if.end27.i, %if.end22.i, %land.lhs.true15.i, %if.end10.i, %if.end.i, %if.then.i
  %result.1.i = phi i32 [ %or.i, %if.end27.i ], [ %result.0.i, %if.then.i ], [ %result.0.i, %if.end.i ], [ %result.0.i, %land.lhs.true15.i ], [ %result.0.i, %if.end10.i ], [ %or.i, %if.end22.i ]
  %number.1.i = phi i32 [ 0, %if.end27.i ], [ 0, %if.then.i ], [ %add.i, %if.end.i ], [ %number.0.i, %land.lhs.true15.i ], [ %number.0.i, %if.end10.i ], [ %number.0.i, %if.end22.i ]
  %digits.1.i = phi i32 [ 0, %if.end27.i ], [ %digits.0.i, %if.then.i ], [ %inc.i, %if.end.i ], [ %digits.0.i, %land.lhs.true15.i ], [ %digits.0.i, %if.end10.i ], [ %digits.0.i, %if.end22.i ]
  %dots.1.i = phi i32 [ %inc28.i, %if.end27.i ], [ %dots.0.i, %if.then.i ], [ %dots.0.i, %if.end.i ], [ %dots.0.i, %land.lhs.true15.i ], [ %dots.0.i, %if.end10.i ], [ %dots.0.i, %if.end22.i ]
  %cleanup.dest.slot.0.i = phi i32 [ 0, %if.end27.i ], [ 1, %if.then.i ], [ %..i, %if.end.i ], [ 1, %land.lhs.true15.i ], [ 1, %if.end10.i ], [ 2, %if.end22.i ]
  switch i32 %cleanup.dest.slot.0.i, label %__net_dotted.exit [
    i32 0, label %for.inc.i
    i32 4, label %for.inc.i
    i32 2, label %for.end.i
  ]

for.inc.i:                                        ; preds = %cleanup.i, %cleanup.i
  %incdec.ptr.i = getelementptr inbounds i8, i8* %text.addr.0.i, i64 1
  br label %for.cond.i

for.end.i:                                        ; preds = %cleanup.i
  %cmp29.not.i = icmp eq i32 %dots.1.i, 3
  br i1 %cmp29.not.i, label %if.end32.i, label %__net_dotted.exit

if.end32.i:                                       ; preds = %for.end.i
  store i32 %result.1.i, i32* %to, align 4
  br label %__net_dotted.exit

__net_dotted.exit:                                ; preds = %cleanup.i, %for.end.i, %if.end32.i
  %retval.2.i = phi i32 [ 1, %if.end32.i ], [ 0, %for.end.i ], [ 0, %cleanup.i ]
  ret i32 %retval.2.i
}

; Function Attrs: nounwind
define weak i8* @inet_ntoa(i32 noundef %address) {
entry:
  br label %for.body.i

for.body.i:                                       ; preds = %if.end11.i, %entry
  %address.addr.044.i = phi i32 [ %address, %entry ], [ %shr.i, %if.end11.i ]
  %i.043.i = phi i32 [ 0, %entry ], [ %inc24.i, %if.end11.i ]
  %n.042.i = phi i32 [ 0, %entry ], [ %inc21.i, %if.end11.i ]
  %and.i = and i32 %address.addr.044.i, 255
  %cmp1.i = icmp ugt i32 %and.i, 99
  br i1 %cmp1.i, label %if.then.i, label %if.end.i

if.then.i:                                        ; preds = %for.body.i
  %div.i = udiv i32 %and.i, 100
  %0 = trunc i32 %div.i to i8
  %conv.i = or i8 %0, 48
  %inc.i = add i32 %n.042.i, 1
  %idxprom.i = zext i32 %n.042.i to i64
  %arrayidx.i = getelementptr inbounds [16 x i8], [16 x i8]* @__net_text, i64 0, i64 %idxprom.i
  store i8 %conv.i, i8* %arrayidx.i, align 1
  br label %if.end.i

if.end.i:                                         ; preds = %if.then.i, %for.body.i
  %n.1.i = phi i32 [ %inc.i, %if.then.i ], [ %n.042.i, %for.body.i ]
  %cmp2.i = icmp ugt i32 %and.i, 9
  br i1 %cmp2.i, label %if.then4.i, label %if.end11.i

if.then4.i:                                       ; preds = %if.end.i
  %div5.i = udiv i32 %and.i, 10
  %rem.i = urem i32 %div5.i, 10
  %1 = trunc i32 %rem.i to i8
  %conv7.i = or i8 %1, 48
  %inc8.i = add i32 %n.1.i, 1
  %idxprom9.i = zext i32 %n.1.i to i64
  %arrayidx10.i = getelementptr inbounds [16 x i8], [16 x i8]* @__net_text, i64 0, i64 %idxprom9.i
  store i8 %conv7.i, i8* %arrayidx10.i, align 1
  br label %if.end11.i

if.end11.i:                                       ; preds = %if.then4.i, %if.end.i
  %n.2.i = phi i32 [ %inc8.i, %if.then4.i ], [ %n.1.i, %if.end.i ]
  %rem12.i = urem i32 %and.i, 10
  %2 = trunc i32 %rem12.i to i8
  %conv14.i = or i8 %2, 48
  %inc15.i = add i32 %n.2.i, 1
  %idxprom16.i = zext i32 %n.2.i to i64
  %arrayidx17.i = getelementptr inbounds [16 x i8], [16 x i8]* @__net_text, i64 0, i64 %idxprom16.i
  store i8 %conv14.i, i8* %arrayidx17.i, align 1
  %cmp18.i = icmp eq i32 %i.043.i, 3
  %conv20.i = select i1 %cmp18.i, i8 0, i8 46
  %inc21.i = add i32 %n.2.i, 2
  %idxprom22.i = zext i32 %inc15.i to i64
  %arrayidx23.i = getelementptr inbounds [16 x i8], [16 x i8]* @__net_text, i64 0, i64 %idxprom22.i
  store i8 %conv20.i, i8* %arrayidx23.i, align 1
  %inc24.i = add nuw nsw i32 %i.043.i, 1
  %shr.i = lshr i32 %address.addr.044.i, 8
  %exitcond.not.i = icmp eq i32 %inc24.i, 4
  br i1 %exitcond.not.i, label %__net_written.exit, label %for.body.i

__net_written.exit:                               ; preds = %if.end11.i
  ret i8* getelementptr inbounds ([16 x i8], [16 x i8]* @__net_text, i64 0, i64 0)
}

; Function Attrs: nounwind
define weak i8* @inet_ntop(i32 noundef %family, i32* noundef %address, i8* noundef %to, i32 noundef %size) {
entry:
  %text = alloca [16 x i8], align 16
  %0 = getelementptr inbounds [16 x i8], [16 x i8]* %text, i64 0, i64 0
  call void @llvm.lifetime.start.p0i8(i64 16, i8* nonnull %0)
  %cmp = icmp eq i32 %family, 2
  call void @__kulan_support(i1 noundef zeroext %cmp)
  %1 = load i32, i32* %address, align 4
  br label %for.body.i

for.body.i:                                       ; preds = %if.end11.i, %entry
  %address.addr.044.i = phi i32 [ %1, %entry ], [ %shr.i, %if.end11.i ]
  %i.043.i = phi i32 [ 0, %entry ], [ %inc24.i, %if.end11.i ]
  %n.042.i = phi i32 [ 0, %entry ], [ %inc21.i, %if.end11.i ]
  %and.i = and i32 %address.addr.044.i, 255
  %cmp1.i = icmp ugt i32 %and.i, 99
  br i1 %cmp1.i, label %if.then.i, label %if.end.i

if.then.i:                                        ; preds = %for.body.i
  %div.i = udiv i32 %and.i, 100
  %2 = trunc i32 %div.i to i8
  %conv.i = or i8 %2, 48
  %inc.i = add i32 %n.042.i, 1
  %idxprom.i = zext i32 %n.042.i to i64
  %arrayidx.i = getelementptr inbounds [16 x i8], [16 x i8]* %text, i64 0, i64 %idxprom.i
  store i8 %conv.i, i8* %arrayidx.i, align 1
  br label %if.end.i

if.end.i:                                         ; preds = %if.then.i, %for.body.i
  %n.1.i = phi i32 [ %inc.i, %if.then.i ], [ %n.042.i, %for.body.i ]
  %cmp2.i = icmp ugt i32 %and.i, 9
  br i1 %cmp2.i, label %if.then4.i, label %if.end11.i

if.then4.i:                                       ; preds = %if.end.i
  %div5.i = udiv i32 %and.i, 10
  %rem.i = urem i32 %div5.i, 10
  %3 = trunc i32 %rem.i to i8
  %conv7.i = or i8 %3, 48
  %inc8.i = add i32 %n.1.i, 1
  %idxprom9.i = zext i32 %n.1.i to i64
  %arrayidx10.i = getelementptr inbounds [16 x i8], [16 x i8]* %text, i64 0, i64 %idxprom9.i
  store i8 %conv7.i, i8* %arrayidx10.i, align 1
  br label %if.end11.i

if.end11.i:                                       ; preds = %if.then4.i, %if.end.i
  %n.2.i = phi i32 [ %inc8.i, %if.then4.i ], [ %n.1.i, %if.end.i ]
  %rem12.i = urem i32 %and.i, 10
  %4 = trunc i32 %rem12.i to i8
  %conv14.i = or i8 %4, 48
  %inc15.i = add i32 %n.2.i, 1
  %idxprom16.i = zext i32 %n.2.i to i64
  %arrayidx17.i = getelementptr inbounds [16 x i8], [16 x i8]* %text, i64 0, i64 %idxprom16.i
  store i8 %conv14.i, i8* %arrayidx17.i, align 1
  %cmp18.i = icmp eq i32 %i.043.i, 3
  %conv20.i = select i1 %cmp18.i, i8 0, i8 46
  %inc21.i = add i32 %n.2.i, 2
  %idxprom22.i = zext i32 %inc15.i to i64
  %arrayidx23.i = getelementptr inbounds [16 x i8], [16 x i8]* %text, i64 0, i64 %idxprom22.i
  store i8 %conv20.i, i8* %arrayidx23.i, align 1
  %inc24.i = add nuw nsw i32 %i.043.i, 1
  %shr.i = lshr i32 %address.addr.044.i, 8
  %exitcond.not.i = icmp eq i32 %inc24.i, 4
  br i1 %exitcond.not.i, label %__net_written.exit, label %for.body.i

__net_written.exit:                               ; preds = %if.end11.i
  %cmp1 = icmp ugt i32 %inc21.i, %size
  br i1 %cmp1, label %if.then, label %for.cond.preheader

for.cond.preheader:                               ; preds = %__net_written.exit
  %cmp213.not = icmp eq i32 %inc21.i, 0
  br i1 %cmp213.not, label %cleanup, label %for.body.preheader

for.body.preheader:                               ; preds = %for.cond.preheader
  %wide.trip.count = zext i32 %inc21.i to i64
  br label %for.body

if.then:                                          ; preds = %__net_written.exit
  store i32 28, i32* @__net_errno, align 4
  br label %cleanup

for.body:                                         ; preds = %for.body.preheader, %for.body
  %indvars.iv = phi i64 [ 0, %for.body.preheader ], [ %indvars.iv.next, %for.body ]
  %arrayidx = getelementptr inbounds [16 x i8], [16 x i8]* %text, i64 0, i64 %indvars.iv
  %5 = load i8, i8* %arrayidx, align 1
  %arrayidx4 = getelementptr inbounds i8, i8* %to, i64 %indvars.iv
  store i8 %5, i8* %arrayidx4, align 1
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, %wide.trip.count
  br i1 %exitcond.not, label %cleanup, label %for.body

cleanup:                                          ; preds = %for.body, %for.cond.preheader, %if.then
  %retval.0 = phi i8* [ null, %if.then ], [ %to, %for.cond.preheader ], [ %to, %for.body ]
  call void @llvm.lifetime.end.p0i8(i64 16, i8* nonnull %0)
  ret i8* %retval.0
}

; Function Attrs: nounwind
define weak i32 @getaddrinfo(i8* noundef %node, i8* noundef %service, %struct.info* noundef %hints, %struct.info** noundef %result) {
entry:
  %address = alloca i32, align 4
  %tobool.not = icmp eq %struct.info* %hints, null
  br i1 %tobool.not, label %land.end, label %land.lhs.true

land.lhs.true:                                    ; preds = %entry
  %family = getelementptr inbounds %struct.info, %struct.info* %hints, i64 0, i32 1
  %0 = load i32, i32* %family, align 4
  switch i32 %0, label %land.end [
    i32 0, label %land.rhs
    i32 2, label %land.rhs
  ]

land.rhs:                                         ; preds = %land.lhs.true, %land.lhs.true
  %type = getelementptr inbounds %struct.info, %struct.info* %hints, i64 0, i32 2
  %1 = load i32, i32* %type, align 8
  %2 = add i32 %1, -1
  %3 = icmp ult i32 %2, 2
  br label %land.end

land.end:                                         ; preds = %land.rhs, %land.lhs.true, %entry
  %4 = phi i1 [ false, %entry ], [ false, %land.lhs.true ], [ %3, %land.rhs ]
  call void @__kulan_support(i1 noundef zeroext %4)
  %flags = getelementptr inbounds %struct.info, %struct.info* %hints, i64 0, i32 0
  %5 = load i32, i32* %flags, align 8
  %and = and i32 %5, -1030
  %tobool6.not = icmp eq i32 %and, 0
  call void @__kulan_support(i1 noundef zeroext %tobool6.not)
  %6 = bitcast i32* %address to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* nonnull %6)
  %7 = load i32, i32* %flags, align 8
  %and8 = and i32 %7, 1
  %tobool9.not = icmp eq i32 %and8, 0
  %cond = select i1 %tobool9.not, i32 16777343, i32 0
  store i32 %cond, i32* %address, align 4
  %tobool10 = icmp ne i8* %node, null
  %tobool12 = icmp ne i8* %service, null
  %or.cond = or i1 %tobool10, %tobool12
  br i1 %or.cond, label %if.end, label %cleanup

if.end:                                           ; preds = %land.end
  br i1 %tobool10, label %land.lhs.true14, label %if.end29

land.lhs.true14:                                  ; preds = %if.end
  %and16 = and i32 %7, 4
  %tobool17.not = icmp eq i32 %and16, 0
  br i1 %tobool17.not, label %land.lhs.true22, label %land.lhs.true18

land.lhs.true18:                                  ; preds = %land.lhs.true14
  %call = call fastcc zeroext i1 @__net_number(i8* noundef nonnull %node, i32* noundef nonnull %address)
  br i1 %call, label %land.lhs.true22, label %cleanup

land.lhs.true22:                                  ; preds = %land.lhs.true14, %land.lhs.true18
  %8 = load i32, i32* %flags, align 8
  %and24 = and i32 %8, 4
  %tobool25.not = icmp eq i32 %and24, 0
  br i1 %tobool25.not, label %land.lhs.true26, label %if.end29

land.lhs.true26:                                  ; preds = %land.lhs.true22
  %call.i = call fastcc zeroext i1 @__net_number(i8* noundef nonnull %node, i32* noundef nonnull %address)
  br i1 %call.i, label %if.end29, label %if.end.i

if.end.i:                                         ; preds = %land.lhs.true26
  %9 = load i8, i8* %node, align 1
  %tobool.not14.i.i = icmp eq i8 %9, 0
  br i1 %tobool.not14.i.i, label %__net_same.exit.i, label %land.rhs.i.i

land.rhs.i.i:                                     ; preds = %if.end.i, %while.body.i.i
  %10 = phi i8 [ %12, %while.body.i.i ], [ %9, %if.end.i ]
  %b.addr.016.i.i = phi i8* [ %incdec.ptr4.i.i, %while.body.i.i ], [ getelementptr inbounds ([10 x i8], [10 x i8]* @.str.1, i64 0, i64 0), %if.end.i ]
  %a.addr.015.i.i = phi i8* [ %incdec.ptr.i.i, %while.body.i.i ], [ %node, %if.end.i ]
  %11 = load i8, i8* %b.addr.016.i.i, align 1
  %cmp.i.i = icmp eq i8 %10, %11
  br i1 %cmp.i.i, label %while.body.i.i, label %__net_same.exit.i

while.body.i.i:                                   ; preds = %land.rhs.i.i
  %incdec.ptr.i.i = getelementptr inbounds i8, i8* %a.addr.015.i.i, i64 1
  %incdec.ptr4.i.i = getelementptr inbounds i8, i8* %b.addr.016.i.i, i64 1
  %12 = load i8, i8* %incdec.ptr.i.i, align 1
  %tobool.not.i.i = icmp eq i8 %12, 0
  br i1 %tobool.not.i.i, label %__net_same.exit.i, label %land.rhs.i.i

__net_same.exit.i:                                ; preds = %while.body.i.i, %land.rhs.i.i, %if.end.i
  %b.addr.0.lcssa.i.i = phi i8* [ getelementptr inbounds ([10 x i8], [10 x i8]* @.str.1, i64 0, i64 0), %if.end.i ], [ %b.addr.016.i.i, %land.rhs.i.i ], [ %incdec.ptr4.i.i, %while.body.i.i ]
  %.lcssa.i.i = phi i8 [ %9, %if.end.i ], [ %10, %land.rhs.i.i ], [ %12, %while.body.i.i ]
  %13 = load i8, i8* %b.addr.0.lcssa.i.i, align 1
  %cmp7.i.i = icmp eq i8 %.lcssa.i.i, %13
  br i1 %cmp7.i.i, label %if.then2.i, label %for.cond.preheader.i

for.cond.preheader.i:                             ; preds = %__net_same.exit.i
  %14 = load i32, i32* @__net_host_count, align 4
  %cmp30.i = icmp ne i32 %14, 0
  br i1 %cmp30.i, label %for.body.i, label %__net_find.exit

if.then2.i:                                       ; preds = %__net_same.exit.i
  store i32 16777343, i32* %address, align 4
  br label %if.end29

for.body.i:                                       ; preds = %for.cond.preheader.i, %for.inc.i
  %indvars.iv.i = phi i64 [ %indvars.iv.next.i, %for.inc.i ], [ 0, %for.cond.preheader.i ]
  %cmp32.i = phi i1 [ %cmp.i, %for.inc.i ], [ %cmp30.i, %for.cond.preheader.i ]
  %arrayidx.i = getelementptr inbounds [0 x i8*], [0 x i8*]* @__net_host_names, i64 0, i64 %indvars.iv.i
  %15 = load i8*, i8** %arrayidx.i, align 8
  br i1 %tobool.not14.i.i, label %__net_same.exit27.i, label %land.rhs.i19.i

land.rhs.i19.i:                                   ; preds = %for.body.i, %while.body.i23.i
  %16 = phi i8 [ %18, %while.body.i23.i ], [ %9, %for.body.i ]
  %b.addr.016.i16.i = phi i8* [ %incdec.ptr4.i21.i, %while.body.i23.i ], [ %15, %for.body.i ]
  %a.addr.015.i17.i = phi i8* [ %incdec.ptr.i20.i, %while.body.i23.i ], [ %node, %for.body.i ]
  %17 = load i8, i8* %b.addr.016.i16.i, align 1
  %cmp.i18.i = icmp eq i8 %16, %17
  br i1 %cmp.i18.i, label %while.body.i23.i, label %__net_same.exit27.i

while.body.i23.i:                                 ; preds = %land.rhs.i19.i
  %incdec.ptr.i20.i = getelementptr inbounds i8, i8* %a.addr.015.i17.i, i64 1
  %incdec.ptr4.i21.i = getelementptr inbounds i8, i8* %b.addr.016.i16.i, i64 1
  %18 = load i8, i8* %incdec.ptr.i20.i, align 1
  %tobool.not.i22.i = icmp eq i8 %18, 0
  br i1 %tobool.not.i22.i, label %__net_same.exit27.i, label %land.rhs.i19.i

__net_same.exit27.i:                              ; preds = %while.body.i23.i, %land.rhs.i19.i, %for.body.i
  %b.addr.0.lcssa.i24.i = phi i8* [ %15, %for.body.i ], [ %b.addr.016.i16.i, %land.rhs.i19.i ], [ %incdec.ptr4.i21.i, %while.body.i23.i ]
  %.lcssa.i25.i = phi i8 [ %9, %for.body.i ], [ %16, %land.rhs.i19.i ], [ %18, %while.body.i23.i ]
  %19 = load i8, i8* %b.addr.0.lcssa.i24.i, align 1
  %cmp7.i26.i = icmp eq i8 %.lcssa.i25.i, %19
  br i1 %cmp7.i26.i, label %if.then5.i, label %for.inc.i

if.then5.i:                                       ; preds = %__net_same.exit27.i
  %20 = trunc i64 %indvars.iv.i to i32
  %add.i = shl i32 %20, 24
  %or.i = add i32 %add.i, 16777226
  store i32 %or.i, i32* %address, align 4
  br label %__net_find.exit

for.inc.i:                                        ; preds = %__net_same.exit27.i
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %21 = load i32, i32* @__net_host_count, align 4
  %22 = zext i32 %21 to i64
  %cmp.i = icmp ult i64 %indvars.iv.next.i, %22
  br i1 %cmp.i, label %for.body.i, label %__net_find.exit

__net_find.exit:                                  ; preds = %for.inc.i, %for.cond.preheader.i, %if.then5.i
  %retval.1.i = phi i1 [ %cmp32.i, %if.then5.i ], [ %cmp30.i, %for.cond.preheader.i ], [ %cmp.i, %for.inc.i ]
  br i1 %retval.1.i, label %if.end29, label %cleanup

if.end29:                                         ; preds = %land.lhs.true26, %if.then2.i, %if.end, %__net_find.exit, %land.lhs.true22
  %tobool30.not124 = icmp eq i8* %service, null
  br i1 %tobool30.not124, label %for.end, label %land.rhs31.preheader

land.rhs31.preheader:                             ; preds = %if.end29
  %23 = load i8, i8* %service, align 1
  %tobool32.not132 = icmp eq i8 %23, 0
  br i1 %tobool32.not132, label %for.end, label %for.body

for.body:                                         ; preds = %land.rhs31.preheader, %for.body
  %24 = phi i8 [ %25, %for.body ], [ %23, %land.rhs31.preheader ]
  %port.0125134 = phi i32 [ %add, %for.body ], [ 0, %land.rhs31.preheader ]
  %service.addr.0126133 = phi i8* [ %incdec.ptr, %for.body ], [ %service, %land.rhs31.preheader ]
  %conv = sext i8 %24 to i32
  %sub = add nsw i32 %conv, -48
  %cmp35 = icmp ult i32 %sub, 10
  call void @__kulan_support(i1 noundef zeroext %cmp35)
  %mul = mul i32 %port.0125134, 10
  %add = add i32 %sub, %mul
  %incdec.ptr = getelementptr inbounds i8, i8* %service.addr.0126133, i64 1
  %25 = load i8, i8* %incdec.ptr, align 1
  %tobool32.not = icmp eq i8 %25, 0
  br i1 %tobool32.not, label %for.end.loopexit, label %for.body

for.end.loopexit:                                 ; preds = %for.body
  %phi.cast = trunc i32 %add to i16
  br label %for.end

for.end:                                          ; preds = %for.end.loopexit, %land.rhs31.preheader, %if.end29
  %port.0.lcssa = phi i16 [ 0, %if.end29 ], [ 0, %land.rhs31.preheader ], [ %phi.cast, %for.end.loopexit ]
  call void @__kulan_atomic_begin()
  %26 = load i8, i8* getelementptr inbounds ([2 x i8], [2 x i8]* @__net_answered, i64 0, i64 0), align 1
  %tobool38.not = icmp ne i8 %26, 0
  %idxprom = zext i1 %tobool38.not to i64
  %arrayidx = getelementptr inbounds [2 x i8], [2 x i8]* @__net_answered, i64 0, i64 %idxprom
  %27 = load i8, i8* %arrayidx, align 1
  %tobool40.not = icmp eq i8 %27, 0
  call void @__kulan_bound(i1 noundef zeroext %tobool40.not)
  store i8 1, i8* %arrayidx, align 1
  call void @__kulan_atomic_end()
  %arrayidx45 = getelementptr inbounds [2 x %struct.whole_address], [2 x %struct.whole_address]* @__net_found, i64 0, i64 %idxprom
  %family47 = getelementptr inbounds %struct.whole_address, %struct.whole_address* %arrayidx45, i64 0, i32 0, i32 0
  store i16 2, i16* %family47, align 16
  %call49 = call zeroext i16 @htons(i16 noundef zeroext %port.0.lcssa)
  %port53 = getelementptr inbounds [2 x %struct.whole_address], [2 x %struct.whole_address]* @__net_found, i64 0, i64 %idxprom, i32 0, i32 1
  store i16 %call49, i16* %port53, align 2
  %28 = load i32, i32* %address, align 4
  %host = getelementptr inbounds [2 x %struct.whole_address], [2 x %struct.whole_address]* @__net_found, i64 0, i64 %idxprom, i32 0, i32 2
  store i32 %28, i32* %host, align 4
  %29 = load i32, i32* %flags, align 8
  %arrayidx59 = getelementptr inbounds [2 x %struct.info], [2 x %struct.info]* @__net_infos, i64 0, i64 %idxprom
  %flags60 = getelementptr inbounds %struct.info, %struct.info* %arrayidx59, i64 0, i32 0
  store i32 %29, i32* %flags60, align 16
  %family63 = getelementptr inbounds [2 x %struct.info], [2 x %struct.info]* @__net_infos, i64 0, i64 %idxprom, i32 1
  store i32 2, i32* %family63, align 4
  %type64 = getelementptr inbounds %struct.info, %struct.info* %hints, i64 0, i32 2
  %30 = load i32, i32* %type64, align 8
  %type67 = getelementptr inbounds [2 x %struct.info], [2 x %struct.info]* @__net_infos, i64 0, i64 %idxprom, i32 2
  store i32 %30, i32* %type67, align 8
  %31 = load i32, i32* %type64, align 8
  %cmp69 = icmp eq i32 %31, 1
  %cond71 = select i1 %cmp69, i32 6, i32 17
  %protocol = getelementptr inbounds [2 x %struct.info], [2 x %struct.info]* @__net_infos, i64 0, i64 %idxprom, i32 3
  store i32 %cond71, i32* %protocol, align 4
  %length = getelementptr inbounds [2 x %struct.info], [2 x %struct.info]* @__net_infos, i64 0, i64 %idxprom, i32 4
  store i32 16, i32* %length, align 16
  %address80 = getelementptr inbounds [2 x %struct.info], [2 x %struct.info]* @__net_infos, i64 0, i64 %idxprom, i32 5
  store %struct.whole_address* %arrayidx45, %struct.whole_address** %address80, align 8
  store %struct.info* %arrayidx59, %struct.info** %result, align 8
  br label %cleanup

cleanup:                                          ; preds = %__net_find.exit, %land.lhs.true18, %land.end, %for.end
  %retval.0 = phi i32 [ 0, %for.end ], [ -2, %land.end ], [ -2, %land.lhs.true18 ], [ -2, %__net_find.exit ]
  call void @llvm.lifetime.end.p0i8(i64 4, i8* nonnull %6)
  ret i32 %retval.0
}

; Function Attrs: nounwind
define weak void @freeaddrinfo(%struct.info* noundef %answer) {
entry:
  call void @__kulan_atomic_begin()
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.inc
  call void @__kulan_atomic_end()
  ret void

for.body:                                         ; preds = %entry, %for.inc
  %indvars.iv = phi i64 [ 0, %entry ], [ %indvars.iv.next, %for.inc ]
  %arrayidx = getelementptr inbounds [2 x %struct.info], [2 x %struct.info]* @__net_infos, i64 0, i64 %indvars.iv
  %cmp1 = icmp eq %struct.info* %arrayidx, %answer
  br i1 %cmp1, label %if.then, label %for.inc

if.then:                                          ; preds = %for.body
  %arrayidx3 = getelementptr inbounds [2 x i8], [2 x i8]* @__net_answered, i64 0, i64 %indvars.iv
  store i8 0, i8* %arrayidx3, align 1
  br label %for.inc

for.inc:                                          ; preds = %for.body, %if.then
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %cmp = icmp eq i64 %indvars.iv, 0
  br i1 %cmp, label %for.body, label %for.cond.cleanup
}

; Function Attrs: nounwind
define weak i8* @gai_strerror(i32 noundef %error) {
entry:
  ret i8* getelementptr inbounds ([9 x i8], [9 x i8]* @.str, i64 0, i64 0)
}

; Function Attrs: nounwind
define weak %struct.host* @gethostbyname(i8* noundef %name) {
entry:
  %address = alloca i32, align 4
  %0 = bitcast i32* %address to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* nonnull %0)
  store i32 0, i32* %address, align 4
  %call.i = call fastcc zeroext i1 @__net_number(i8* noundef %name, i32* noundef nonnull %address)
  br i1 %call.i, label %if.end, label %if.end.i

if.end.i:                                         ; preds = %entry
  %1 = load i8, i8* %name, align 1
  %tobool.not14.i.i = icmp eq i8 %1, 0
  br i1 %tobool.not14.i.i, label %__net_same.exit.i, label %land.rhs.i.i

land.rhs.i.i:                                     ; preds = %if.end.i, %while.body.i.i
  %2 = phi i8 [ %4, %while.body.i.i ], [ %1, %if.end.i ]
  %b.addr.016.i.i = phi i8* [ %incdec.ptr4.i.i, %while.body.i.i ], [ getelementptr inbounds ([10 x i8], [10 x i8]* @.str.1, i64 0, i64 0), %if.end.i ]
  %a.addr.015.i.i = phi i8* [ %incdec.ptr.i.i, %while.body.i.i ], [ %name, %if.end.i ]
  %3 = load i8, i8* %b.addr.016.i.i, align 1
  %cmp.i.i = icmp eq i8 %2, %3
  br i1 %cmp.i.i, label %while.body.i.i, label %__net_same.exit.i

while.body.i.i:                                   ; preds = %land.rhs.i.i
  %incdec.ptr.i.i = getelementptr inbounds i8, i8* %a.addr.015.i.i, i64 1
  %incdec.ptr4.i.i = getelementptr inbounds i8, i8* %b.addr.016.i.i, i64 1
  %4 = load i8, i8* %incdec.ptr.i.i, align 1
  %tobool.not.i.i = icmp eq i8 %4, 0
  br i1 %tobool.not.i.i, label %__net_same.exit.i, label %land.rhs.i.i

__net_same.exit.i:                                ; preds = %while.body.i.i, %land.rhs.i.i, %if.end.i
  %b.addr.0.lcssa.i.i = phi i8* [ getelementptr inbounds ([10 x i8], [10 x i8]* @.str.1, i64 0, i64 0), %if.end.i ], [ %b.addr.016.i.i, %land.rhs.i.i ], [ %incdec.ptr4.i.i, %while.body.i.i ]
  %.lcssa.i.i = phi i8 [ %1, %if.end.i ], [ %2, %land.rhs.i.i ], [ %4, %while.body.i.i ]
  %5 = load i8, i8* %b.addr.0.lcssa.i.i, align 1
  %cmp7.i.i = icmp eq i8 %.lcssa.i.i, %5
  br i1 %cmp7.i.i, label %if.then2.i, label %for.cond.preheader.i

for.cond.preheader.i:                             ; preds = %__net_same.exit.i
  %6 = load i32, i32* @__net_host_count, align 4
  %cmp30.i = icmp ne i32 %6, 0
  br i1 %cmp30.i, label %for.body.i, label %__net_find.exit

if.then2.i:                                       ; preds = %__net_same.exit.i
  store i32 16777343, i32* %address, align 4
  br label %if.end

for.body.i:                                       ; preds = %for.cond.preheader.i, %for.inc.i
  %indvars.iv.i = phi i64 [ %indvars.iv.next.i, %for.inc.i ], [ 0, %for.cond.preheader.i ]
  %cmp32.i = phi i1 [ %cmp.i, %for.inc.i ], [ %cmp30.i, %for.cond.preheader.i ]
  %arrayidx.i = getelementptr inbounds [0 x i8*], [0 x i8*]* @__net_host_names, i64 0, i64 %indvars.iv.i
  %7 = load i8*, i8** %arrayidx.i, align 8
  br i1 %tobool.not14.i.i, label %__net_same.exit27.i, label %land.rhs.i19.i

land.rhs.i19.i:                                   ; preds = %for.body.i, %while.body.i23.i
  %8 = phi i8 [ %10, %while.body.i23.i ], [ %1, %for.body.i ]
  %b.addr.016.i16.i = phi i8* [ %incdec.ptr4.i21.i, %while.body.i23.i ], [ %7, %for.body.i ]
  %a.addr.015.i17.i = phi i8* [ %incdec.ptr.i20.i, %while.body.i23.i ], [ %name, %for.body.i ]
  %9 = load i8, i8* %b.addr.016.i16.i, align 1
  %cmp.i18.i = icmp eq i8 %8, %9
  br i1 %cmp.i18.i, label %while.body.i23.i, label %__net_same.exit27.i

while.body.i23.i:                                 ; preds = %land.rhs.i19.i
  %incdec.ptr.i20.i = getelementptr inbounds i8, i8* %a.addr.015.i17.i, i64 1
  %incdec.ptr4.i21.i = getelementptr inbounds i8, i8* %b.addr.016.i16.i, i64 1
  %10 = load i8, i8* %incdec.ptr.i20.i, align 1
  %tobool.not.i22.i = icmp eq i8 %10, 0
  br i1 %tobool.not.i22.i, label %__net_same.exit27.i, label %land.rhs.i19.i

__net_same.exit27.i:                              ; preds = %while.body.i23.i, %land.rhs.i19.i, %for.body.i
  %b.addr.0.lcssa.i24.i = phi i8* [ %7, %for.body.i ], [ %b.addr.016.i16.i, %land.rhs.i19.i ], [ %incdec.ptr4.i21.i, %while.body.i23.i ]
  %.lcssa.i25.i = phi i8 [ %1, %for.body.i ], [ %8, %land.rhs.i19.i ], [ %10, %while.body.i23.i ]
  %11 = load i8, i8* %b.addr.0.lcssa.i24.i, align 1
  %cmp7.i26.i = icmp eq i8 %.lcssa.i25.i, %11
  br i1 %cmp7.i26.i, label %if.then5.i, label %for.inc.i

if.then5.i:                                       ; preds = %__net_same.exit27.i
  %12 = trunc i64 %indvars.iv.i to i32
  %add.i = shl i32 %12, 24
  %or.i = add i32 %add.i, 16777226
  store i32 %or.i, i32* %address, align 4
  br label %__net_find.exit

for.inc.i:                                        ; preds = %__net_same.exit27.i
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %13 = load i32, i32* @__net_host_count, align 4
  %14 = zext i32 %13 to i64
  %cmp.i = icmp ult i64 %indvars.iv.next.i, %14
  br i1 %cmp.i, label %for.body.i, label %__net_find.exit

__net_find.exit:                                  ; preds = %for.inc.i, %for.cond.preheader.i, %if.then5.i
  %retval.1.i = phi i1 [ %cmp32.i, %if.then5.i ], [ %cmp30.i, %for.cond.preheader.i ], [ %cmp.i, %for.inc.i ]
  br i1 %retval.1.i, label %if.end, label %cleanup

if.end:                                           ; preds = %entry, %if.then2.i, %__net_find.exit
  %15 = load i32, i32* %address, align 4
  store i32 %15, i32* @__net_host_address, align 4
  store i8* bitcast (i32* @__net_host_address to i8*), i8** getelementptr inbounds ([2 x i8*], [2 x i8*]* @__net_host_addresses, i64 0, i64 0), align 16
  store i8* %name, i8** getelementptr inbounds (%struct.host, %struct.host* @__net_host_found, i64 0, i32 0), align 8
  store i8** getelementptr inbounds ([1 x i8*], [1 x i8*]* @__net_host_others, i64 0, i64 0), i8*** getelementptr inbounds (%struct.host, %struct.host* @__net_host_found, i64 0, i32 1), align 8
  store i32 2, i32* getelementptr inbounds (%struct.host, %struct.host* @__net_host_found, i64 0, i32 2), align 8
  store i32 4, i32* getelementptr inbounds (%struct.host, %struct.host* @__net_host_found, i64 0, i32 3), align 4
  store i8** getelementptr inbounds ([2 x i8*], [2 x i8*]* @__net_host_addresses, i64 0, i64 0), i8*** getelementptr inbounds (%struct.host, %struct.host* @__net_host_found, i64 0, i32 4), align 8
  br label %cleanup

cleanup:                                          ; preds = %__net_find.exit, %if.end
  %retval.0 = phi %struct.host* [ @__net_host_found, %if.end ], [ null, %__net_find.exit ]
  call void @llvm.lifetime.end.p0i8(i64 4, i8* nonnull %0)
  ret %struct.host* %retval.0
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

declare void @__kulan_unread(i1 noundef zeroext)

declare zeroext i1 @__VERIFIER_nondet_patience()

declare zeroext i1 @__VERIFIER_nondet_part()

declare zeroext i1 @__VERIFIER_nondet_reset()

declare zeroext i1 @__VERIFIER_nondet_net_lost()

declare zeroext i1 @__VERIFIER_nondet_net_twice()

declare zeroext i1 @__VERIFIER_nondet_net_overtakes()

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare i16 @llvm.bswap.i16(i16)

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare i32 @llvm.bswap.i32(i32)

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare i32 @llvm.usub.sat.i32(i32, i32)

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare i64 @llvm.umin.i64(i64, i64)



