/* A chat server in one thread, with poll.

   Each user has a connection. A line is a command and what belongs to it:

     N<name>   enter the room under a name, which is one small letter   O   it is yours
                                                                        D   somebody has it already
     M<text>   say one character to all others in the room              <n> how many have got it
     W         who is here                                              <n> how many are in the room
     Q         leave                                                    B   bye, and the end of the connection

   What others say comes as a line of its own: the name, and the character. Anything else is answered with E, a line that is
   too long with L.

   Lines come in any number of pieces, and a piece can have the end of one line and the beginning of the next. With `hasty` the
   server forgets what follows the first line of a piece.

   The server ends when as many users as its first argument says have come and gone. */
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
  PORT = 7407,
  USERS = 2,   /* in the room at a time */
  LONGEST = 3, /* bytes of a line, without its end */
  PIECE = 2,   /* bytes that are read at a time */
  NOBODY = -1
};

struct user {
  int fd;              /* NOBODY if the place is free */
  char name;           /* 0 before it has one */
  unsigned char used;  /* bytes of `line` that are there */
  unsigned char skips; /* whether the rest of a long line is thrown away */
  char line[LONGEST];  /* what has come of the line that is not complete yet */
};

static struct user room[USERS];
static int door, hasty;
static int come, gone; /* users so far */

/* Setting up. */

static int listen_at(int port) {
  struct sockaddr_in address;
  int yes = 1, s = socket(AF_INET, SOCK_STREAM, 0);
  if (s < 0) return NOBODY;
  setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_port = htons((unsigned short)port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (bind(s, (struct sockaddr *)&address, sizeof address) != 0 || listen(s, USERS) != 0) {
    close(s);
    return NOBODY;
  }
  return s;
}

static void empty_room(void) {
  for (int i = 0; i < USERS; i++) room[i].fd = NOBODY;
}

/* Users. */

static int free_place(void) {
  for (int i = 0; i < USERS; i++)
    if (room[i].fd == NOBODY) return i;
  return NOBODY;
}

static int is_in_room(int i) { return room[i].fd != NOBODY && room[i].name != 0; }

static int present(void) {
  int n = 0;
  for (int i = 0; i < USERS; i++) n += is_in_room(i);
  return n;
}

static int is_taken(char name) {
  for (int i = 0; i < USERS; i++)
    if (is_in_room(i) && room[i].name == name) return 1;
  return 0;
}

static void enter(int i, int fd) {
  room[i].fd = fd;
  room[i].name = 0;
  room[i].used = 0;
  room[i].skips = 0;
  come++;
}

static void leave(int i) {
  close(room[i].fd);
  room[i].fd = NOBODY;
  room[i].name = 0;
  room[i].used = 0;
  gone++;
}

/* Sending. A line goes out whole or not at all: it is shorter than any buffer. Who cannot be reached has hung up, which
   the next poll tells. */

static int tell(int i, const char *line, unsigned long length) {
  long n = send(room[i].fd, line, length, MSG_NOSIGNAL);
  return n == (long)length;
}

static int answer(int i, char what) {
  char line[2];
  line[0] = what;
  line[1] = '\n';
  return tell(i, line, 2);
}

static char digit(int n) { return (char)('0' + n); }

/* Says something to all others who are in the room; how many have got it. */
static int spread(int from, char what) {
  char line[3];
  int reached = 0;
  line[0] = room[from].name;
  line[1] = what;
  line[2] = '\n';
  for (int i = 0; i < USERS; i++)
    if (i != from && is_in_room(i)) reached += tell(i, line, 3);
  return reached;
}

/* Commands. Each gets what follows the word it begins with, and how many bytes the line has without its end. It
   says whether the user stays. */

static int command_name(int i, char letter, int length) {
  if (length != 2 || letter < 'a' || letter > 'z' || room[i].name != 0) {
    answer(i, 'E');
    return 1;
  }
  if (is_taken(letter)) {
    answer(i, 'D');
    return 1;
  }
  room[i].name = letter;
  answer(i, 'O');
  return 1;
}

static int command_message(int i, char letter, int length) {
  if (length != 2 || room[i].name == 0) {
    answer(i, 'E');
    return 1;
  }
  answer(i, digit(spread(i, letter)));
  return 1;
}

static int command_who(int i, int length) {
  if (length != 1) {
    answer(i, 'E');
    return 1;
  }
  answer(i, digit(present()));
  return 1;
}

static int command_quit(int i, int length) {
  if (length != 1) {
    answer(i, 'E');
    return 1;
  }
  answer(i, 'B');
  return 0;
}

static int obey(int i, char word, char letter, int length) {
  if (length == 0) {
    answer(i, 'E');
    return 1;
  }
  switch (word) {
    case 'N': return command_name(i, letter, length);
    case 'M': return command_message(i, letter, length);
    case 'W': return command_who(i, length);
    case 'Q': return command_quit(i, length);
    default: answer(i, 'E'); return 1;
  }
}

/* Lines. */

/* What to do with the rest of what was read. */
enum { GO_ON, STOP_READING, USER_LEAVES };

/* A line is complete. */
static int end_line(int i) {
  int length = room[i].used, skipped = room[i].skips;
  room[i].used = 0;
  room[i].skips = 0;
  if (skipped) return GO_ON;
  return obey(i, room[i].line[0], room[i].line[1], length) ? GO_ON : USER_LEAVES;
}

/* Another byte of a line; what is too long is skipped up to its end. */
static void add(int i, char byte) {
  if (room[i].skips) return;
  if (room[i].used == LONGEST) {
    answer(i, 'L');
    room[i].skips = 1;
    return;
  }
  room[i].line[room[i].used] = byte;
  room[i].used++;
}

static int take(int i, char byte) {
  int then = GO_ON;
  if (byte != '\n')
    add(i, byte);
  else
    then = end_line(i);
  if (hasty && byte == '\n' && then == GO_ON) return STOP_READING;
  return then;
}

/* Reads what there is of a user; whether the user stays. */
static int listen_to(int i) {
  char piece[PIECE];
  int then = GO_ON;
  long n = recv(room[i].fd, piece, sizeof piece, 0);
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return 1;
  if (n <= 0) return 0;
  for (long k = 0; k < n && then == GO_ON; k++) then = take(i, piece[k]);
  return then != USER_LEAVES;
}

/* Waiting. */

/* A new user: there is a place, or the door would not be watched. */
static void let_in(void) {
  int fd = accept(door, 0, 0), place = free_place();
  if (fd < 0) return;
  assert(place != NOBODY);
  enter(place, fd);
}

/* Waits until something happens, and sees to it. */
static void one_round(int visitors) {
  struct pollfd watched[USERS + 1];
  int n;
  watched[USERS].fd = free_place() != NOBODY && come < visitors ? door : NOBODY;
  watched[USERS].events = POLLIN;
  watched[USERS].revents = 0;
  for (int i = 0; i < USERS; i++) {
    watched[i].fd = room[i].fd;
    watched[i].events = POLLIN;
    watched[i].revents = 0;
  }
  n = poll(watched, USERS + 1, -1);
  if (n <= 0) return;
  for (int i = 0; i < USERS; i++) {
    int has_news = room[i].fd != NOBODY && (watched[i].revents & (POLLIN | POLLERR | POLLHUP)) != 0;
    if (has_news && !listen_to(i)) leave(i);
  }
  if (watched[USERS].revents & POLLIN) let_in();
}

/* The command line. */

static void usage(const char *program) {
  printf("usage: %s USERS [hasty]\n", program);
  exit(2);
}

/* How many users to wait for. */
static int read_options(int argc, char **argv) {
  int visitors;
  if (argc < 2 || argc > 3) usage(argv[0]);
  visitors = atoi(argv[1]);
  if (visitors < 1) usage(argv[0]);
  if (argc == 3) {
    if (strcmp(argv[2], "hasty") != 0) usage(argv[0]);
    hasty = 1;
  }
  return visitors;
}

int main(int argc, char **argv) {
  int visitors = read_options(argc, argv);
  empty_room();
  door = listen_at(PORT);
  if (door == NOBODY) return 1;
  while (gone < visitors) one_round(visitors);
  close(door);
  assert(present() == 0 && come == visitors);
  return 0;
}
