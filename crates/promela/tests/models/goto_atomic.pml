/* states: 97 transitions: 156 deadlocks: 0 assertions: 0 */
byte x;
active [2] proctype A() {
again:
    atomic { x < 3 -> x++; if :: x == 2 -> goto out :: else fi; x = x + 0 };
    if :: x < 3 -> goto inside :: else fi;
    goto done;
out: x = x + 1;
    atomic { x = x + 1; inside: x = x % 5; x++ };
    if :: x > 5 -> goto again :: else fi;
done: skip
}
