// expect: holds
#include <assert.h>
struct small { char a; int b; };
struct mid { long a; int b; };
struct big { long a, b, c; int d; };
struct one { int *p; };
int x = 5;
int by_small(struct small s) { s.b += s.a; return s.b; }
struct mid by_mid(struct mid m) { m.a++; return m; }
struct big by_big(struct big b) { b.a += 10; b.d = 7; return b; }
int by_one(struct one o) { return *o.p; }
struct small make(int n) { struct small s; s.a = n; s.b = n * 2; return s; }
struct mid either(int c, struct mid m, struct mid n) { return c ? m : n; }
int main() {
  struct small s = make(3);
  assert(s.a == 3 && s.b == 6 && by_small(s) == 9 && s.b == 6);
  struct mid m = {1, 2}, n = by_mid(m);
  assert(m.a == 1 && n.a == 2 && n.b == 2);
  assert(either(1, m, n).a == 1 && either(0, m, n).a == 2);
  struct big b = {1, 2, 3, 4}, c = by_big(b);
  assert(b.a == 1 && b.d == 4 && c.a == 11 && c.c == 3 && c.d == 7);
  struct one o = {&x};
  assert(by_one(o) == 5);
  struct big (*f)(struct big) = by_big;
  assert(f(c).a == 21 && c.a == 11);
}
