/* states: 17 transitions: 17 deadlocks: 6 assertions: 0 */
/* `!!` compares what is sent before it is truncated to the field. */
chan c = [3] of { byte, bit };
active [2] proctype P() { c!!-2,_pid; c!!2,2 }
