proctype A() { skip }
active proctype B() { skip };
active [2+1] proctype C(byte x, y; chan c; mtype:m t) { skip }
D_proctype D(int i) priority 3 provided (i > 0 && true) { skip }
init priority 2 { run A(); run D(3) priority 4; assert(_nr_pr == 3 && run A() > 0) }
never { do :: skip od }
never named {
accept_init:
	if
	:: (A[0]@L && B:z == 1) -> goto accept_init
	:: np_ -> skip
	fi
}
trace { do :: c!_; c?_ od }
notrace { c!1 }
