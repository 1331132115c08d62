/* Too many. */
proctype Idle() { false }

init { do :: run Idle() od }
