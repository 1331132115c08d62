byte x; bool p;
ltl a { <> x == 1 }
ltl b { p & [] p }
ltl c { [] }
ltl d { p U }
ltl e { (p -> }
ltl { p p }
ltl f
active proctype P() { skip }
