// expect: unsupported
union u { int i; char c[4]; };
int main() {
  union u a;
  a.c[0] = 1; a.c[1] = 2; a.c[3] = 4;
  if (a.i > 5) return *(int *) 0;
}
