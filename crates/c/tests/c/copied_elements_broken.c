// expect: memory
extern int __VERIFIER_nondet_int(void);
struct s { int a; char b; int c; } list[4], one;
int main() {
  int i = __VERIFIER_nondet_int();
  if (i < 2 || i > 4) return 0;
  one = list[i];
}
