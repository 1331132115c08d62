byte n;
active [2] proctype P() {
    do :: n++; critical: n-- od
}
ltl mutex { [] !(P[0]@critcal && P[1]@critical) }
