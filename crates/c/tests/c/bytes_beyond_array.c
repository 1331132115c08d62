// expect: memory
extern _Bool __VERIFIER_nondet_bool(void);
int a[100];
int main() {
  char *p = (char *) a;
  int i = __VERIFIER_nondet_bool() ? 399 : 400;
  p[i] = 9;
}
