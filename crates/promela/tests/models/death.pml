/* states: 722 transitions: 1974 deadlocks: 0 assertions: 13 */
byte n;
proctype C(byte k) { n++; if :: k > 0 -> run C(k - 1) :: else fi; n-- }
init { run C(2); run C(1); (_nr_pr <= 2) ; assert(n <= 1) }
