// expect: holds
#include <assert.h>
unsigned char out;
int main() {
  for (int i = 0; i < 6; i++) { switch (i) { case 0: out += 1; break; case 2: case 3: out += 10; break; default: out += 100; } }
  assert(out == (unsigned char) 321);
  short s = -3; unsigned u = 5; long w = s;
  assert(w == -3 && (u >> 1) == 2 && (s >> 1) == -2 && s / 2 == -1 && s % 2 == -1 && (unsigned char) s == 253);
}
