/* states: 10 transitions: 9 deadlocks: 4 assertions: 0 */
/* Three parties, constants and eval in the match, and a channel as parameter. */
chan c = [0] of { byte, byte };
byte got;
proctype S(chan out; byte n) { out!n,_pid; out!0,_pid }
proctype R(chan in) { byte w = 2; if :: in?1,got :: in?eval(w),_ :: in?0,got fi; in?_,w }
init { atomic { run S(c, 1); run R(c); run S(c, 2) }; _nr_pr == 1 }
