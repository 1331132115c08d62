}} )( 5 "open
@ $ ` é
proctype P() { x ? ; c ! ; c ? <x ; c ? [x ; run ; goto ; assert ; printf(x); for (x) { } ; }
