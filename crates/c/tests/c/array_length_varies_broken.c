// expect: memory
extern unsigned __VERIFIER_nondet_uint(void);
int main() {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 1 || n > 3) return 0;
  char a[n];
  a[n] = 1;
}
