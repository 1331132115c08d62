c_decl { int k; char *s = "}"; };
c_state "int i" "Global" "3"
c_track "&k" "sizeof(int)";
c_code { void f(void) { if (1) { k = '}'; } } }
active proctype P()
{
	c_code { now.x = 0x10; }
	c_code [k > 0] { k--; };
	c_expr { k == 1 } -> skip
	do :: c_expr { 1.5e3 > k } :: else -> break od
}
