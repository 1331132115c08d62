// expect: unsupported
struct s { char a; int b; };
int main() {
  struct s x;
  x.a = 1; x.b = 2;
  char *p = (char *) &x;
  if (p[1] > 3) return *(int *) 0;
}
