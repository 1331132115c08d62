/* A d_step must not block. */
byte x;

active proctype P() { d_step { x = 1; x == 2; x = 3 } }

active proctype Q() { x = 5 }
