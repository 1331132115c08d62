byte x, y; bool p, q;
ltl { [] p }
ltl a { <>[] (x == 1 -> y == 2) }
ltl b { always (P@L implies eventually P[1]@M) }
ltl c { p U q W p V q -> p -> q <-> p }
ltl d { p until q && p weakuntil q || q release p }
ltl e { !p && !<>q || X p; }
ltl f { (p && q) || x + 1 > 2 * y }
ltl g { next p equivalent stronguntil_ }
ltl h { [] !([] p && <> q) }
ltl i { p -> [](q && x<-1) }
proctype P() { L: M: skip }
