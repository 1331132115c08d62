/* Sockets, as a program: what a process knows of its descriptors, and how it uses the network that all processes share.

   tools/network makes sockets.ll of this file, which every process of a system is linked with. A process has its own
   descriptors; the network has listeners and connections. A connection has two ends, 2c for who connects and 2c + 1 for who
   accepts. Of an end the network knows its state and the bytes that wait to be read there, the first one lowest. A
   datagram socket has a box in which messages wait. All that a call does is one step, except for the end of a process,
   which closes one descriptor after the other. */

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long u64;

void __kulan_atomic_begin(void), __kulan_atomic_end(void), __kulan_wait(_Bool), __kulan_support(_Bool);
void __kulan_bound(_Bool), __kulan_alone(void), __kulan_exit(void *), __kulan_unread(_Bool);
_Bool __VERIFIER_nondet_patience(void), __VERIFIER_nondet_reset(void);
_Bool __VERIFIER_nondet_part(void), __VERIFIER_nondet_net_lost(void), __VERIFIER_nondet_net_twice(void);
_Bool __VERIFIER_nondet_net_overtakes(void);
_Bool __kulan_is_first(void), __kulan_others_ended(void);
long __VERIFIER_nondet_now(void);

/* Of the process. Volatile, so that clang takes no choice out of a loop: it would become one that the program makes. */
extern const volatile u32 __net_process, __net_host, __net_connect_waits, __net_blocks;
/* Whether the program has datagram sockets, and what can happen to messages. */
extern const volatile u32 __net_datagrams, __net_loses, __net_duplicates, __net_reorders;
/* Whether others start after it, and whether bytes that nobody reads are an error. */
extern const volatile u32 __net_awaited, __net_unread;
/* Of the system. */
extern const volatile u32 __net_listeners, __net_host_count;
extern const u8 __net_hosts[];
extern const char *const __net_host_names[];

/* The network. A listener has a port and, one in each byte, the connections that wait: their number plus one. */
extern u16 __net_port[];
extern u64 __net_queue[];
extern u8 __net_backlog[];
/* By process: whether those that start after it may start. */
extern u8 __net_begun[];
extern u8 __net_end[];
extern u64 __net_bytes[];
extern u8 __net_count[];
/* A box: its state, its port, the address it is connected to, and the messages that wait, the first one in place 0. Of each
   the address that it comes from with its size plus one in the highest byte, and its bytes. */
extern u8 __net_box[];
extern u16 __net_box_port[];
extern u32 __net_box_peer[];
extern u32 __net_head0[], __net_head1[], __net_head2[], __net_head3[];
extern u64 __net_body0[], __net_body1[], __net_body2[], __net_body3[];

enum { DESCRIPTORS = 6, LISTENERS = 2, BOXES = LISTENERS, CONNECTIONS = 4, ROOM = 8, MESSAGES = 4, QUEUE = 8, FIRST = 3 };
/* The first of the ports that boxes have which did not ask for one. */
enum { OWN_PORTS = 50000 };
/* Of an end: it is in use; the other one sends no more; the connection is broken; which is to be told; this one sends no
   more; it is no network connection (a pipe, a pair of sockets). */
enum { OPEN = 1, FINISHED = 2, BROKEN = 4, TELL = 8, SHUT = 16, LOCAL = 32, DEAF = 64 };
/* Of a box: it is in use; that nobody took a message is to be told. */
enum { USED = 1, REFUSED = 2 };
/* Of a descriptor. */
enum { FREE, FRESH, BOUND, LISTENING, CONNECTED, DATAGRAM };
enum { NONBLOCKING = 1, TIMED = 2 };
/* What C programs see. */
enum {
  EPERM_ = 1, EBADF_ = 9, EAGAIN_ = 11, EINVAL_ = 22, EMFILE_ = 24, ENOSPC_ = 28, EPIPE_ = 32, ENOTSOCK_ = 88,
  EDESTADDRREQ_ = 89, EOPNOTSUPP_ = 95,
  EAFNOSUPPORT_ = 97, EADDRINUSE_ = 98, EADDRNOTAVAIL_ = 99, ECONNRESET_ = 104, EISCONN_ = 106, ENOTCONN_ = 107,
  ECONNREFUSED_ = 111
};
enum { PEEK = 2, DONTWAIT = 0x40, WAITALL = 0x100, NOSIGNAL = 0x4000 };

static u8 __net_what[DESCRIPTORS];
static u8 __net_how[DESCRIPTORS];
/* Of a bound one its port, of a listening one its listener, of a connected one its end, of one for datagrams its box. */
static u16 __net_which[DESCRIPTORS];
static u8 __net_ignores_pipe;
static _Thread_local int __net_errno;

struct address {
  u16 family, port;
  u32 host;
};

#define WEAK __attribute__((weak))
#define BEGIN __kulan_atomic_begin()
#define LEAVE(value) do { long result = (value); __kulan_atomic_end(); return result; } while (0)
#define FAIL(error) do { __net_errno = (error); __kulan_atomic_end(); return -1; } while (0)
#define INLINE static inline __attribute__((always_inline))

WEAK int *__errno_location(void) { return &__net_errno; }

WEAK u16 htons(u16 x) { return (u16)(x << 8 | x >> 8); }
WEAK u16 ntohs(u16 x) { return (u16)(x << 8 | x >> 8); }
WEAK u32 htonl(u32 x) { return x << 24 | (x << 8 & 0xff0000) | (x >> 8 & 0xff00) | x >> 24; }
WEAK u32 ntohl(u32 x) { return x << 24 | (x << 8 & 0xff0000) | (x >> 8 & 0xff00) | x >> 24; }

/* Starts that wait for others, until these can be called or have ended. */

INLINE void begun(void) {
  if (__net_awaited) __net_begun[__net_process] = 1;
}

void __net_await(u32 other) {
  BEGIN;
  __kulan_wait(__net_begun[other]);
  __kulan_atomic_end();
}

/* The end of the process. */

/* Bytes or messages that nobody can read any more. */
INLINE void left_unread(_Bool some) {
  if (__net_unread) __kulan_unread(!some);
}

INLINE void close_end(u64 e, _Bool crashed) {
  u64 other = e ^ 1;
  u8 mine = __net_end[e], theirs = __net_end[other];
  _Bool unread = (crashed || __net_count[e] != 0) && !(mine & BROKEN);
  if (!crashed) left_unread(__net_count[e] != 0);
  _Bool there = (theirs & OPEN) != 0, whole = !(mine & BROKEN);
  u8 told = unread ? theirs | BROKEN | TELL : whole ? theirs | FINISHED : theirs;
  __net_end[e] = 0;
  __net_end[other] = there ? told : 0;
  __net_bytes[e] = 0;
  __net_count[e] = 0;
}

/* Who waits to be accepted is turned away. */
INLINE void close_listener(u64 l, _Bool crashed) {
  u64 queue = __net_queue[l];
  for (int i = 0; i < QUEUE && queue; i++, queue >>= 8) {
    u64 e = 2 * ((queue & 255) - 1);
    if (!crashed) left_unread(__net_count[e + 1] != 0);
    __net_end[e] = __net_end[e] & OPEN ? __net_end[e] | BROKEN | TELL : 0;
    __net_end[e + 1] = 0;
    __net_bytes[e + 1] = 0;
    __net_count[e + 1] = 0;
  }
  __net_queue[l] = 0;
  __net_port[l] = 0;
  __net_backlog[l] = 0;
}

INLINE void close_box(u64 b, _Bool crashed) {
  if (!crashed) left_unread(__net_head0[b] != 0);
  __net_box[b] = 0;
  __net_box_port[b] = 0;
  __net_box_peer[b] = 0;
  __net_head0[b] = __net_head1[b] = __net_head2[b] = __net_head3[b] = 0;
  __net_body0[b] = __net_body1[b] = __net_body2[b] = __net_body3[b] = 0;
}

INLINE void let_go(u64 d, _Bool crashed) {
  u8 what = __net_what[d];
  u16 which = __net_which[d];
  __net_what[d] = FREE;
  __net_how[d] = 0;
  __net_which[d] = 0;
  if (what == CONNECTED) close_end(which, crashed);
  else if (what == LISTENING) close_listener(which, crashed);
  else if (__net_datagrams && what == DATAGRAM) close_box(which, crashed);
}

INLINE void close_all(_Bool crashed) {
  for (;;) {
    BEGIN;
    u64 d = DESCRIPTORS;
    for (int i = DESCRIPTORS - 1; i >= 0; i--) d = __net_what[i] ? (u64)i : d;
    if (d == DESCRIPTORS) break;
    let_go(d, crashed);
    __kulan_atomic_end();
  }
  if (!crashed) begun();
  __kulan_atomic_end();
}

static void __net_leave(void) {
  __kulan_alone();
  close_all(0);
  __kulan_exit(0);
}

/* Behind a crash, which takes all memory back to its start but for what is open, this breaks the connections. */
void __net_begin(void) { close_all(1); }

WEAK void exit(int status) { __net_leave(); __builtin_unreachable(); }
WEAK void _exit(int status) { __net_leave(); __builtin_unreachable(); }
WEAK void _Exit(int status) { __net_leave(); __builtin_unreachable(); }
WEAK void quick_exit(int status) { __net_leave(); __builtin_unreachable(); }
WEAK void abort(void) { __net_leave(); __builtin_unreachable(); }

/* Who stays behind ends the process as soon as nobody else is left. */
WEAK void pthread_exit(void *value) {
  if (__kulan_is_first()) {
    BEGIN;
    __kulan_wait(__kulan_others_ended());
    __kulan_atomic_end();
    __net_leave();
  }
  __kulan_exit(value);
  __builtin_unreachable();
}

/* Descriptors. */

INLINE u64 free_descriptor(void) {
  u64 d = DESCRIPTORS;
  for (int i = DESCRIPTORS - 1; i >= 0; i--) d = __net_what[i] ? d : (u64)i;
  __kulan_bound(d != DESCRIPTORS);
  return d;
}

INLINE u64 free_connection(void) {
  u64 c = CONNECTIONS;
  u64 first = __net_process * CONNECTIONS;
  for (int i = CONNECTIONS - 1; i >= 0; i--) c = __net_end[2 * (first + i)] | __net_end[2 * (first + i) + 1] ? c : (u64)i;
  __kulan_bound(c != CONNECTIONS);
  return first + c;
}

INLINE u64 free_box(void) {
  u64 b = BOXES;
  u64 first = __net_process * BOXES;
  for (int i = BOXES - 1; i >= 0; i--) b = __net_box[first + i] ? b : (u64)i;
  __kulan_bound(b != BOXES);
  return first + b;
}

#define HAS(fd) ((u32)((fd) - FIRST) < DESCRIPTORS && __net_what[(u32)((fd) - FIRST)] != FREE)
#define IS_DATAGRAM(d) (__net_datagrams && __net_what[d] == DATAGRAM)

WEAK int socket(int domain, int type, int protocol) {
  _Bool datagrams = __net_datagrams && (type & 15) == 2;
  __kulan_support(domain == 2 && ((type & 15) == 1 || datagrams));
  BEGIN;
  u64 d = free_descriptor();
  if (datagrams) {
    u64 b = free_box();
    __net_box[b] = USED;
    __net_which[d] = (u16)b;
  }
  __net_what[d] = datagrams ? DATAGRAM : FRESH;
  __net_how[d] = type & 04000 ? NONBLOCKING : 0;
  LEAVE((int)d + FIRST);
}

INLINE u64 new_pair(u8 first, u8 second) {
  u64 c = free_connection();
  __net_end[2 * c] = first;
  __net_end[2 * c + 1] = second;
  return c;
}

INLINE int new_descriptor(u64 end) {
  u64 d = free_descriptor();
  __net_what[d] = CONNECTED;
  __net_which[d] = (u16)end;
  return (int)d + FIRST;
}

WEAK int socketpair(int domain, int type, int protocol, int *pair) {
  __kulan_support(domain == 1 && type == 1);
  BEGIN;
  u64 c = new_pair(OPEN | LOCAL, OPEN | LOCAL);
  int one = new_descriptor(2 * c), two = new_descriptor(2 * c + 1);
  pair[0] = one;
  pair[1] = two;
  LEAVE(0);
}

WEAK int pipe(int *pair) {
  BEGIN;
  u64 c = new_pair(OPEN | LOCAL | SHUT, OPEN | LOCAL | DEAF);
  int one = new_descriptor(2 * c), two = new_descriptor(2 * c + 1);
  pair[0] = one;
  pair[1] = two;
  LEAVE(0);
}

WEAK int close(int fd) {
  BEGIN;
  if (!HAS(fd)) FAIL(EBADF_);
  let_go((u32)(fd - FIRST), 0);
  LEAVE(0);
}

WEAK int fcntl(int fd, int command, int value) {
  __kulan_support(command == 3 || command == 4);
  BEGIN;
  if (!HAS(fd)) FAIL(EBADF_);
  u64 d = (u32)(fd - FIRST);
  if (command == 3) LEAVE(__net_how[d] & NONBLOCKING ? 04002 : 2);
  __net_how[d] = (u8)((__net_how[d] & ~NONBLOCKING) | (value & 04000 ? NONBLOCKING : 0));
  LEAVE(0);
}

struct duration {
  long seconds, parts;
};

/* SO_RCVTIMEO matters; what else is usual does no harm here. */
WEAK int setsockopt(int fd, int level, int option, const void *value, u32 length) {
  __kulan_support(level == 6 || (level == 1 && (option == 2 || option == 7 || option == 8 || option == 9 || option == 15 || option == 20)));
  BEGIN;
  if (!HAS(fd)) FAIL(EBADF_);
  if (level == 1 && option == 20) {
    const struct duration *t = value;
    u64 d = (u32)(fd - FIRST);
    __net_how[d] = (u8)((__net_how[d] & ~TIMED) | (t->seconds | t->parts ? TIMED : 0));
  }
  LEAVE(0);
}

/* The box with a port of a host, or their number. */
INLINE u64 box_at(u16 port, u32 host) {
  u64 found = __net_listeners;
  for (u64 b = 0; b < __net_listeners; b++)
    found = (__net_box_port[b] == port) & (port != 0) & (__net_hosts[b] == host) ? b : found;
  return found;
}

/* The port of a box that did not ask for one. Nobody else may have it. */
INLINE u16 own_port(u64 b) {
  u16 port = (u16)(OWN_PORTS + b);
  return (u16)(port << 8 | port >> 8);
}

INLINE u64 listener_at(u16 port, u32 host) {
  u64 found = __net_listeners;
  for (u64 l = 0; l < __net_listeners; l++) found = (__net_port[l] == port) & (__net_hosts[l] == host) ? l : found;
  return found;
}

/* Whether the process has a socket that is bound to a port, and does not listen yet. */
INLINE _Bool is_bound(u16 port) {
  _Bool found = 0;
  for (int i = 0; i < DESCRIPTORS; i++) found |= (__net_what[i] == BOUND) & (__net_which[i] == port);
  return found;
}

WEAK int bind(int fd, const void *address, u32 length) {
  const struct address *a = address;
  u16 port = a->port;
  u32 host = a->host;
  __kulan_support(a->family == 2 && (port != 0 || __net_datagrams));
  BEGIN;
  if (!HAS(fd)) FAIL(EBADF_);
  u64 d = (u32)(fd - FIRST);
  if (IS_DATAGRAM(d)) {
    u64 b = __net_which[d];
    u16 wanted = port ? port : own_port(b);
    __kulan_support(port == 0 || (u16)((u16)(port << 8 | port >> 8) - OWN_PORTS) >= __net_listeners);
    if (__net_box_port[b]) FAIL(EINVAL_);
    if (box_at(wanted, __net_host) != __net_listeners) FAIL(EADDRINUSE_);
    __net_box_port[b] = wanted;
    begun();
    LEAVE(0);
  }
  __kulan_support(port != 0);
  if (__net_what[d] != FRESH) FAIL(EINVAL_);
  if (is_bound(port) | (listener_at(port, __net_host) != __net_listeners)) FAIL(EADDRINUSE_);
  __net_what[d] = BOUND;
  __net_which[d] = port;
  LEAVE(0);
}

/* The host that an address is of: 0.0.0.0 and 127.x.x.x are the own one, 10.0.0.1 the first, and so on; 255 is none. */
INLINE u32 host_of(u32 address) {
  if ((address & 255) == 127 || address == 0) return __net_host;
  return (address & 0xffffff) == 10 ? (address >> 24) - 1 : 255;
}

/* An address in a word, and that there is one. */
#define ADDRESS(port, host) ((u32)(port) | (host) << 16)
#define PEER ((u32)1 << 24)

WEAK int listen(int fd, int backlog) {
  BEGIN;
  if (!HAS(fd)) FAIL(EBADF_);
  u64 d = (u32)(fd - FIRST);
  if (IS_DATAGRAM(d)) FAIL(EOPNOTSUPP_);
  if (__net_what[d] != BOUND) FAIL(EINVAL_);
  u16 port = __net_which[d];
  if (listener_at(port, __net_host) != __net_listeners) FAIL(EADDRINUSE_);
  u64 l = LISTENERS;
  u64 first = __net_process * LISTENERS;
  for (int i = LISTENERS - 1; i >= 0; i--) l = __net_port[first + i] ? l : (u64)i;
  __kulan_bound(l != LISTENERS);
  __net_what[d] = LISTENING;
  __net_which[d] = (u16)(first + l);
  __net_port[first + l] = port;
  __net_backlog[first + l] = (u8)(backlog < 0 ? 0 : backlog >= QUEUE ? QUEUE : backlog);
  begun();
  LEAVE(0);
}

INLINE u32 waiting(u64 queue) {
  u32 n = 0;
  for (int i = 0; i < QUEUE; i++) n += (queue >> (8 * i) & 255) != 0;
  return n;
}

WEAK int connect(int fd, const void *address, u32 length) {
  const struct address *a = address;
  u16 port = a->port;
  u32 host = host_of(a->host);
  __kulan_support(a->family == 2);
  BEGIN;
  if (!HAS(fd)) FAIL(EBADF_);
  u64 d = (u32)(fd - FIRST);
  if (IS_DATAGRAM(d)) {
    u64 b = __net_which[d];
    __kulan_support(port != 0 && host != 255);
    if (!__net_box_port[b]) __net_box_port[b] = own_port(b);
    __net_box_peer[b] = ADDRESS(port, host) | PEER;
    LEAVE(0);
  }
  __kulan_support(!(__net_how[d] & NONBLOCKING));
  if (__net_what[d] == CONNECTED) FAIL(EISCONN_);
  if (__net_what[d] == LISTENING) FAIL(EINVAL_);
  u64 l = listener_at(port, host);
  if (__net_connect_waits) __kulan_wait(l != __net_listeners);
  if (l == __net_listeners) FAIL(ECONNREFUSED_);
  u64 queue = __net_queue[l];
  u32 n = waiting(queue);
  __kulan_wait(n <= __net_backlog[l]);
  __kulan_bound(n < QUEUE);
  u64 c = free_connection();
  __net_end[2 * c] = OPEN;
  __net_end[2 * c + 1] = OPEN;
  __net_queue[l] = queue | (c + 1) << (8 * n);
  __net_what[d] = CONNECTED;
  __net_which[d] = (u16)(2 * c);
  LEAVE(0);
}

/* Waits for something, if the descriptor does so; whether there is anything. */
INLINE _Bool wait_for(_Bool ready, u8 how) {
  if (how & NONBLOCKING) return ready;
  _Bool patient = __VERIFIER_nondet_patience();
  __kulan_wait(patient || how & TIMED);
  __kulan_wait(patient == ready);
  return patient;
}

/* Writes where something comes from. */
INLINE void tell(struct address *a, u32 *length, u16 port, u32 host) {
  a->family = 2;
  a->port = port;
  a->host = host == __net_host ? 0x0100007f : (host + 1) << 24 | 10;
  *length = 16;
}

/* A connection is one of the process that has made it. */
INLINE void tell_client(struct address *a, u32 *length, u64 e) {
  u64 process = e / (2 * CONNECTIONS);
  u16 port = (u16)(40000 + e);
  tell(a, length, (u16)(port << 8 | port >> 8), __net_hosts[process * LISTENERS]);
}

WEAK int accept(int fd, void *address, u32 *length) {
  BEGIN;
  if (!HAS(fd)) FAIL(EBADF_);
  u64 d = (u32)(fd - FIRST);
  if (IS_DATAGRAM(d)) FAIL(EOPNOTSUPP_);
  if (__net_what[d] != LISTENING) FAIL(EINVAL_);
  u64 l = __net_which[d];
  u64 queue = __net_queue[l];
  if (!wait_for(queue != 0, __net_how[d])) FAIL(EAGAIN_);
  __net_queue[l] = queue >> 8;
  u64 e = 2 * ((queue & 255) - 1) + 1;
  int new = new_descriptor(e);
  if (address) tell_client(address, length, e);
  LEAVE(new);
}

WEAK int accept4(int fd, void *address, u32 *length, int flags) {
  __kulan_support(flags == 0);
  return accept(fd, address, length);
}

/* Bytes. */

#define PUT(i) if (part > i) to[i] = (u8)(bytes >> (8 * i))

INLINE long take(u64 e, u8 *to, u64 size, _Bool keep) {
  u64 bytes = __net_bytes[e];
  u64 n = __net_count[e];
  u64 part = 1;
  if (size == 1)
    to[0] = (u8)bytes;
  else {
    /* A stream has no borders: some of the bytes may still be under way. */
    u64 most = size < n ? size : n;
    part += __VERIFIER_nondet_part() + 2 * __VERIFIER_nondet_part() + 4 * __VERIFIER_nondet_part();
    part = part > most ? most : part;
    PUT(0); PUT(1); PUT(2); PUT(3); PUT(4); PUT(5); PUT(6); PUT(7);
  }
  if (!keep) {
    __net_bytes[e] = part == ROOM ? 0 : bytes >> (8 * part);
    __net_count[e] = (u8)(n - part);
  }
  return (long)part;
}

/* Messages. What a call does with a box is part of its step. */

INLINE long take_message(u64 d, u8 *to, u64 size, int flags, void *address, u32 *length) {
  __kulan_support(!(flags & WAITALL) && !(__net_reorders && flags & PEEK));
  u64 b = __net_which[d];
  u8 box = __net_box[b];
  u32 head = __net_head0[b];
  u64 bytes = __net_body0[b];
  u8 how = flags & DONTWAIT ? NONBLOCKING : __net_how[d];
  if (!wait_for(head != 0 || box & REFUSED, how)) FAIL(EAGAIN_);
  if (box & REFUSED) {
    __net_box[b] = USED;
    FAIL(ECONNREFUSED_);
  }
  /* What does not fit is lost. */
  u64 whole = (head >> 24) - 1, part = whole < size ? whole : size;
  PUT(0); PUT(1); PUT(2); PUT(3); PUT(4); PUT(5); PUT(6); PUT(7);
  if (address) tell(address, length, (u16)head, head >> 16 & 255);
  if (!(flags & PEEK)) {
    __net_head0[b] = __net_head1[b];
    __net_head1[b] = __net_head2[b];
    __net_head2[b] = __net_head3[b];
    __net_head3[b] = 0;
    __net_body0[b] = __net_body1[b];
    __net_body1[b] = __net_body2[b];
    __net_body2[b] = __net_body3[b];
    __net_body3[b] = 0;
  }
  LEAVE((long)part);
}

/* Puts a message behind those that wait, or before some of them. */
INLINE void put_message(u64 b, u32 head, u64 body) {
  u32 head0 = __net_head0[b], head1 = __net_head1[b], head2 = __net_head2[b], head3 = __net_head3[b];
  u64 body0 = __net_body0[b], body1 = __net_body1[b], body2 = __net_body2[b];
  if (__net_blocks) head = head3 ? 0 : head;
  else __kulan_bound(head == 0 || head3 == 0);
  u32 n = (head0 != 0) + (head1 != 0) + (head2 != 0), at = n;
  if (__net_reorders) {
    u32 passed = __VERIFIER_nondet_net_overtakes() + 2 * __VERIFIER_nondet_net_overtakes();
    at = passed < n ? n - passed : 0;
  }
  _Bool first = head && at == 0, second = head && at == 1, third = head && at == 2, fourth = head && at == 3;
  _Bool past1 = first, past2 = first | second, past3 = first | second | third;
  __net_head0[b] = first ? head : head0;
  __net_head1[b] = second ? head : past1 ? head0 : head1;
  __net_head2[b] = third ? head : past2 ? head1 : head2;
  __net_head3[b] = fourth ? head : past3 ? head2 : head3;
  __net_body0[b] = first ? body : body0;
  __net_body1[b] = second ? body : past1 ? body0 : body1;
  __net_body2[b] = third ? body : past2 ? body1 : body2;
  __net_body3[b] = fourth ? body : past3 ? body2 : __net_body3[b];
}

INLINE u64 gather(const u8 *from, u64 size) {
  u64 bytes = 0;
  for (u64 i = 0; i < ROOM && i < size; i++) bytes |= (u64)from[i] << (8 * i);
  return bytes;
}

INLINE long send_message(u64 d, const u8 *from, u64 size, const struct address *address) {
  u64 b = __net_which[d];
  u8 box = __net_box[b];
  u32 peer = __net_box_peer[b];
  u16 known = __net_box_port[b], port = known ? known : own_port(b);
  __net_box_port[b] = port;
  if (!address && !peer) FAIL(EDESTADDRREQ_);
  u32 to = address ? ADDRESS(address->port, host_of(address->host)) : peer & ~PEER;
  __kulan_support(!address || (address->family == 2 && address->port != 0 && host_of(address->host) != 255));
  if (box & REFUSED) {
    __net_box[b] = USED;
    FAIL(ECONNREFUSED_);
  }
  __kulan_bound(size <= ROOM);
  u32 own = ADDRESS(port, __net_host);
  u64 found = box_at((u16)to, to >> 16);
  u64 other = found != __net_listeners ? found : b;
  u32 wanted = __net_box_peer[other];
  _Bool there = (found != __net_listeners) & ((wanted == 0) | (wanted == (own | PEER)));
  _Bool lost = __net_loses ? __VERIFIER_nondet_net_lost() : 0;
  /* That nobody takes it is told to who is connected. */
  __net_box[b] = !there & !lost & (peer == (to | PEER)) ? USED | REFUSED : USED;
  u32 head = there & !lost ? own | (u32)(size + 1) << 24 : 0;
  u64 body = gather(from, size);
  put_message(other, head, body);
  if (__net_duplicates) put_message(other, head & -(u32)__VERIFIER_nondet_net_twice(), body);
  LEAVE((long)size);
}

INLINE long receive(int fd, void *to, u64 size, int flags, void *address, u32 *length) {
  __kulan_support(!(flags & ~(PEEK | DONTWAIT | NOSIGNAL | WAITALL)) && (!(flags & WAITALL) || size <= 1));
  BEGIN;
  if (!HAS(fd)) FAIL(EBADF_);
  u64 d = (u32)(fd - FIRST);
  if (IS_DATAGRAM(d)) return take_message(d, to, size, flags, address, length);
  if (__net_what[d] != CONNECTED) FAIL(ENOTCONN_);
  u64 e = __net_which[d];
  u8 end = __net_end[e];
  if (end & DEAF) FAIL(EBADF_);
  if (address) *length = 0;
  if (size == 0) LEAVE(0);
  _Bool some = __net_count[e] != 0;
  u8 how = __net_how[d];
  if (flags & DONTWAIT) how = NONBLOCKING;
  if (!wait_for(some || end & (FINISHED | BROKEN), how)) FAIL(EAGAIN_);
  if (some) LEAVE(take(e, to, size, (flags & PEEK) != 0));
  if (!(end & FINISHED) && end & TELL) {
    __net_end[e] = end & ~TELL;
    FAIL(ECONNRESET_);
  }
  LEAVE(0);
}

WEAK long recv(int fd, void *to, u64 size, int flags) { return receive(fd, to, size, flags, 0, 0); }

WEAK long recvfrom(int fd, void *to, u64 size, int flags, void *address, u32 *length) {
  return receive(fd, to, size, flags, address, length);
}

WEAK long read(int fd, void *to, u64 size) {
  __kulan_support(fd != 0);
  return recv(fd, to, size, 0);
}

/* Where a connection leads is known: the address does not matter then. */
INLINE long transmit(int fd, const void *from, u64 size, int flags, const void *address) {
  __kulan_support(!(flags & ~(DONTWAIT | NOSIGNAL)));
  BEGIN;
  if (!HAS(fd)) FAIL(EBADF_);
  u64 d = (u32)(fd - FIRST);
  if (IS_DATAGRAM(d)) return send_message(d, from, size, address);
  if (__net_what[d] != CONNECTED) FAIL(__net_what[d] == FRESH ? EPIPE_ : ENOTCONN_);
  u64 e = __net_which[d];
  u64 other = e ^ 1;
  u8 end = __net_end[e];
  _Bool gone = !(__net_end[other] & OPEN);
  if (end & (SHUT | BROKEN) || (gone && end & LOCAL)) {
    _Bool told = (end & TELL) && !(end & (FINISHED | SHUT | DEAF));
    if (told) {
      __net_end[e] = end & ~TELL;
      FAIL(ECONNRESET_);
    }
    if (end & LOCAL && end & SHUT && !(end & DEAF)) FAIL(EBADF_);
    if (!(flags & NOSIGNAL) && !__net_ignores_pipe) {
      __kulan_atomic_end();
      __net_leave();
      __builtin_unreachable();
    }
    FAIL(EPIPE_);
  }
  if (gone) {
    /* Nobody reads it; that is known as soon as the answer is here. */
    left_unread(size != 0);
    if (__VERIFIER_nondet_reset()) __net_end[e] = end | BROKEN;
    LEAVE((long)size);
  }
  u64 n = __net_count[other];
  u64 room = ROOM - n;
  u64 part = size;
  if (__net_blocks) {
    u8 how = flags & DONTWAIT ? NONBLOCKING : __net_how[d] & NONBLOCKING;
    __kulan_support(size <= ROOM);
    if (how) {
      if (room == 0) FAIL(EAGAIN_);
      part = size < room ? size : room;
    } else
      __kulan_wait(size <= room);
  } else
    __kulan_bound(size <= room);
  if (part) {
    __net_bytes[other] |= gather(from, part) << (8 * n);
    __net_count[other] = (u8)(n + part);
  }
  LEAVE((long)part);
}

WEAK long send(int fd, const void *from, u64 size, int flags) { return transmit(fd, from, size, flags, 0); }

WEAK long sendto(int fd, const void *from, u64 size, int flags, const void *address, u32 length) {
  return transmit(fd, from, size, flags, address);
}

WEAK long write(int fd, const void *from, u64 size) {
  if (fd == 1 || fd == 2) return (long)size;
  return send(fd, from, size, 0);
}

WEAK int shutdown(int fd, int how) {
  BEGIN;
  if (!HAS(fd)) FAIL(EBADF_);
  u64 d = (u32)(fd - FIRST);
  __kulan_support(!IS_DATAGRAM(d));
  if (__net_what[d] != CONNECTED) FAIL(ENOTCONN_);
  u64 e = __net_which[d];
  u8 theirs = __net_end[e ^ 1];
  __net_end[e] |= how == 0 ? FINISHED : how == 1 ? SHUT : SHUT | FINISHED;
  __net_end[e ^ 1] = how != 0 && theirs & OPEN ? theirs | FINISHED : theirs;
  LEAVE(0);
}

struct asked {
  int fd;
  u16 wanted, found;
};

enum { POLLIN = 1, POLLOUT = 4, POLLERR = 8, POLLHUP = 16, POLLNVAL = 32 };

/* Without branches: a wait must not come behind one that a loop has. */
INLINE u16 ready(int fd, u16 wanted) {
  u32 place = (u32)(fd - FIRST);
  _Bool inside = place < DESCRIPTORS;
  u64 d = inside ? place : 0;
  u8 known = __net_what[d], what = inside ? known : FREE;
  u64 which = __net_which[d];
  u64 l = what == LISTENING ? which : 0, e = what == CONNECTED ? which : 0;
  u64 queue = __net_queue[l];
  u8 end = __net_end[e], mine = __net_count[e], theirs = __net_count[e ^ 1];
  u16 in = mine | (end & (FINISHED | BROKEN)) ? wanted & POLLIN : 0;
  u16 out = theirs < ROOM | (end & BROKEN) != 0 ? wanted & POLLOUT : 0;
  u16 error = (end & (TELL | FINISHED)) == TELL ? POLLERR : 0;
  u16 over = (end & BROKEN) != 0 | (end & (FINISHED | SHUT)) == (FINISHED | SHUT) ? POLLHUP : 0;
  u16 connected = in | out | error | over;
  u16 listening = queue ? wanted & POLLIN : 0;
  u16 fresh = (wanted & POLLOUT) | POLLHUP;
#define ONLY_IF(condition, value) ((u16) - (u16)(condition) & (value))
  u16 datagram = 0;
  if (__net_datagrams) {
    u64 b = what == DATAGRAM ? which : 0;
    datagram = (__net_head0[b] ? wanted & POLLIN : 0) | (wanted & POLLOUT) | (__net_box[b] & REFUSED ? POLLERR : 0);
  }
  u16 found = ONLY_IF(what == CONNECTED, connected) | ONLY_IF(what == LISTENING, listening) |
              ONLY_IF(what == DATAGRAM, datagram) |
              ONLY_IF(what == FREE, POLLNVAL) | ONLY_IF((what == FRESH) | (what == BOUND), fresh);
  return ONLY_IF(fd >= 0, found);
}

/* A time limit that passes is a choice; without one it waits. */
WEAK int poll(struct asked *list, u64 count, int limit) {
  __kulan_support(count <= DESCRIPTORS);
  BEGIN;
  u16 found[DESCRIPTORS];
  int number = 0;
  for (u64 i = 0; i < count; i++) {
    found[i] = ready(list[i].fd, list[i].wanted);
    number += found[i] != 0;
  }
  wait_for(number != 0, limit == 0 ? NONBLOCKING : limit > 0 ? TIMED : 0);
  for (u64 i = 0; i < count; i++) list[i].found = found[i];
  LEAVE(number);
}

/* As poll, by bits. The time that is left is not told, unless there is none. */
WEAK int select(int count, u64 *reads, u64 *writes, u64 *others, struct duration *limit) {
  __kulan_support(count >= 0 && count <= FIRST + DESCRIPTORS);
  u64 all = ((u64)1 << count) - 1;
  u64 in = reads ? *reads & all : 0, out = writes ? *writes & all : 0, rest = others ? *others & all : 0;
  u8 how = !limit ? 0 : limit->seconds | limit->parts ? TIMED : NONBLOCKING;
  __kulan_support(((in | out) & ((1 << FIRST) - 1)) == 0 && rest == 0);
  BEGIN;
  u64 readable = 0, writable = 0;
  u32 number = 0;
  _Bool wrong = 0;
  for (int i = 0; i < DESCRIPTORS; i++) {
    u64 wants_in = in >> (i + FIRST) & 1, wants_out = out >> (i + FIRST) & 1;
    u16 found = ready(i + FIRST, POLLIN | POLLOUT);
    u64 is_in = wants_in & ((found & (POLLIN | POLLHUP | POLLERR)) != 0);
    u64 is_out = wants_out & ((found & (POLLOUT | POLLERR)) != 0);
    wrong |= (wants_in | wants_out) & ((found & POLLNVAL) != 0);
    readable |= is_in << (i + FIRST);
    writable |= is_out << (i + FIRST);
    number += (u32)(is_in + is_out);
  }
  _Bool patient = wait_for(number != 0 | wrong, how);
  if (wrong) FAIL(EBADF_);
  if (!patient && limit) limit->seconds = limit->parts = 0;
  if (reads) *reads = readable;
  if (writes) *writes = writable;
  LEAVE((int)number);
}

/* Addresses as text: four numbers, each in decimal and without zeros before it. Whether it is one. */
static _Bool __net_dotted(const char *text, u32 *address) {
  u32 result = 0, number = 0, digits = 0, dots = 0;
  for (;; text++) {
    u32 c = (u8)*text;
    if (c - '0' < 10) {
      if (digits && number == 0) return 0;
      number = 10 * number + (c - '0');
      digits++;
      if (number > 255) return 0;
      continue;
    }
    if (digits == 0 || (c != 0 && (c != '.' || dots == 3))) return 0;
    result |= number << (8 * dots);
    if (c == 0) break;
    dots++;
    number = digits = 0;
  }
  if (dots != 3) return 0;
  *address = result;
  return 1;
}

static u32 __net_digit(u32 c) {
  u32 letter = (c | 32) - 'a';
  return c - '0' < 10 ? c - '0' : letter < 6 ? letter + 10 : 16;
}

/* The older way: up to four numbers, in octal with a 0 before them and in hexadecimal with 0x, of which the last one is all
   bytes that are left. Behind a space may be anything. */
static _Bool __net_number(const char *text, u32 *address) {
  u32 result = 0, bits = 32, base, digits, digit;
  u64 number;
  for (;; text++) {
    base = *text != '0' ? 10 : (text[1] | 32) == 'x' ? 16 : 8;
    if (base == 16) text += 2;
    number = digits = 0;
    for (; (digit = __net_digit((u8)*text)) < base; text++, digits++) {
      number = base * number + digit;
      if (number >> bits) return 0;
    }
    if (digits == 0) return 0;
    if (*text != '.') break;
    if (bits == 8 || number > 255) return 0;
    result |= (u32)number << (32 - bits);
    bits -= 8;
  }
  *address = result | htonl((u32)number);
  return *text == 0 || *text == ' ' || (u8)*text - '\t' < 5u;
}

WEAK u32 inet_addr(const char *text) {
  u32 address = 0;
  return __net_number(text, &address) ? address : 0xffffffff;
}

WEAK int inet_aton(const char *text, u32 *to) {
  u32 address = 0;
  if (!__net_number(text, &address)) return 0;
  *to = address;
  return 1;
}

WEAK int inet_pton(int family, const char *text, u32 *to) {
  __kulan_support(family == 2);
  return __net_dotted(text, to);
}

/* Writes an address as text, and gives its length. */
static u32 __net_written(u32 address, char *to) {
  u32 n = 0;
  for (int i = 0; i < 4; i++, address >>= 8) {
    u32 number = address & 255;
    if (number >= 100) to[n++] = (char)('0' + number / 100);
    if (number >= 10) to[n++] = (char)('0' + number / 10 % 10);
    to[n++] = (char)('0' + number % 10);
    to[n++] = i == 3 ? 0 : '.';
  }
  return n;
}

static char __net_text[16];

WEAK char *inet_ntoa(u32 address) {
  __net_written(address, __net_text);
  return __net_text;
}

WEAK const char *inet_ntop(int family, const u32 *address, char *to, u32 size) {
  char text[16];
  __kulan_support(family == 2);
  u32 length = __net_written(*address, text);
  if (length > size) {
    __net_errno = ENOSPC_;
    return 0;
  }
  for (u32 i = 0; i < length; i++) to[i] = text[i];
  return to;
}

/* Names of hosts: those of the system, the own one, and addresses as text. */

static _Bool __net_same(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return *a == *b;
}

static _Bool __net_find(const char *name, u32 *address) {
  if (__net_number(name, address)) return 1;
  if (__net_same(name, "localhost")) {
    *address = 0x0100007f;
    return 1;
  }
  for (u32 i = 0; i < __net_host_count; i++)
    if (__net_same(name, __net_host_names[i])) {
      *address = (i + 1) << 24 | 10;
      return 1;
    }
  return 0;
}

struct whole_address {
  struct address address;
  char rest[8];
};

struct info {
  int flags, family, type, protocol;
  u32 length;
  struct whole_address *address;
  char *name;
  struct info *next;
};

enum { ANSWERS = 2 };
static struct info __net_infos[ANSWERS];
static struct whole_address __net_found[ANSWERS];
static u8 __net_answered[ANSWERS];

/* One answer: there is one address of a host, and the kind of socket must be said. */
WEAK int getaddrinfo(const char *node, const char *service, const struct info *hints, struct info **result) {
  enum { PASSIVE = 1, NUMERIC_HOST = 4, NUMERIC_SERVICE = 0x400, NO_NAME = -2 };
  __kulan_support(hints && (hints->family == 0 || hints->family == 2) && (hints->type == 1 || hints->type == 2));
  __kulan_support(!(hints->flags & ~(PASSIVE | NUMERIC_HOST | NUMERIC_SERVICE)));
  u32 address = hints->flags & PASSIVE ? 0 : 0x0100007f, port = 0;
  if (!node && !service) return NO_NAME;
  if (node && hints->flags & NUMERIC_HOST && !__net_number(node, &address)) return NO_NAME;
  if (node && !(hints->flags & NUMERIC_HOST) && !__net_find(node, &address)) return NO_NAME;
  for (; service && *service; service++) {
    u32 digit = (u32)(*service - '0');
    __kulan_support(digit < 10);
    port = 10 * port + digit;
  }
  BEGIN;
  u32 i = __net_answered[0] ? 1 : 0;
  __kulan_bound(!__net_answered[i]);
  __net_answered[i] = 1;
  __kulan_atomic_end();
  __net_found[i].address.family = 2;
  __net_found[i].address.port = htons((u16)port);
  __net_found[i].address.host = address;
  __net_infos[i].flags = hints->flags;
  __net_infos[i].family = 2;
  __net_infos[i].type = hints->type;
  __net_infos[i].protocol = hints->type == 1 ? 6 : 17;
  __net_infos[i].length = 16;
  __net_infos[i].address = &__net_found[i];
  *result = &__net_infos[i];
  return 0;
}

WEAK void freeaddrinfo(struct info *answer) {
  BEGIN;
  for (int i = 0; i < ANSWERS; i++)
    if (answer == &__net_infos[i]) __net_answered[i] = 0;
  __kulan_atomic_end();
}

WEAK const char *gai_strerror(int error) { return "an error"; }

struct host {
  char *name;
  char **others;
  int family, length;
  char **addresses;
};

static struct host __net_host_found;
static u32 __net_host_address;
static char *__net_host_addresses[2], *__net_host_others[1];

WEAK struct host *gethostbyname(const char *name) {
  u32 address = 0;
  if (!__net_find(name, &address)) return 0;
  __net_host_address = address;
  __net_host_addresses[0] = (char *)&__net_host_address;
  __net_host_found.name = (char *)name;
  __net_host_found.others = __net_host_others;
  __net_host_found.family = 2;
  __net_host_found.length = 4;
  __net_host_found.addresses = __net_host_addresses;
  return &__net_host_found;
}

/* What programs with sockets use besides. */

WEAK void *signal(int number, void *action) {
  __kulan_support(number == 13 && (u64)action <= 1);
  __net_ignores_pipe = action != 0;
  return 0;
}

WEAK char *getenv(const char *name) { return 0; }
WEAK int getpid(void) { return (int)__net_process + 100; }
WEAK char *strerror(int error) { return "an error"; }

WEAK int gettimeofday(struct duration *now, void *zone) {
  now->seconds = __VERIFIER_nondet_now();
  now->parts = __VERIFIER_nondet_now();
  return 0;
}
