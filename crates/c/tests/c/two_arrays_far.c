// expect: memory
int a[2], b[40];
extern _Bool __VERIFIER_nondet_bool(void);
int main() { int *p = __VERIFIER_nondet_bool() ? a : b; p[8] = 1; return 0; }
