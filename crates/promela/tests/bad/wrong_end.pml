active proctype P() { byte x; do :: x++ :: break fi; if :: x = 1 od }
