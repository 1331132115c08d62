active proctype P() { byte x; if :: x == 1 -> { x = 2
