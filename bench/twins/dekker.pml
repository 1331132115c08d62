/* Dekker's lock; two processes enter again and again. Each access to shared memory is a step, as in C. */
byte wants[2], turn, inside, started;

active [2] proctype Thread() {
    byte me = _pid, seen;
    started > _pid;
    do
    :: wants[me] = 1;
       do
       :: seen = wants[1 - me];
          if
          :: seen == 0 -> break
          :: else ->
             seen = turn;
             if
             :: seen != me ->
                wants[me] = 0;
                do
                :: seen = turn;
                   if
                   :: seen == me -> break
                   :: else
                   fi
                od;
                wants[me] = 1
             :: else
             fi
          fi
       od;
       seen = inside; inside = seen + 1;
       assert(inside == 1);
       seen = inside; inside = seen - 1;
       turn = 1 - me;
       wants[me] = 0
    od
}

active proctype Main() {
    started = 1;
    started = 2;
    false
}
