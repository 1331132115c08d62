// expect: division
extern void __VERIFIER_assume(int);
int x;
int main() { int y = 1 / x; __VERIFIER_assume(x != 0); return y; }
