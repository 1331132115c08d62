/* Has a formula besides. */
bool x;

ltl eventually_x { <> x }

active proctype P() { x = true }
