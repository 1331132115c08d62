active proctype P() {
	do
	:: if :: true -> skip
	:: break
	od
}
