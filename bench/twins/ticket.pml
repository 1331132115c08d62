/* A ticket lock; each of THREADS processes enters ROUNDS times. Each access to shared memory is a step, as in C. */
#ifndef THREADS
#define THREADS 4
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif
byte next, serving, inside, started, ended;

active [THREADS] proctype Worker() {
    byte i, mine, seen;
    started > _pid;
    do
    :: i < ROUNDS ->
       atomic { mine = next; next++ };
       do
       :: seen = serving;
          if
          :: seen == mine -> break
          :: else
          fi
       od;
       seen = inside; inside = seen + 1;
       assert(inside == 1);
       seen = inside; inside = seen - 1;
       serving++;
       i++
    :: else -> break
    od;
    ended = ended | (1 << _pid)
}

active proctype Main() {
    byte i;
    do
    :: i < THREADS -> started++; i++
    :: else -> break
    od;
    i = 0;
    do
    :: i < THREADS -> (ended >> i) & 1; i++
    :: else -> break
    od
}
