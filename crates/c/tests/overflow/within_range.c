// expect: holds
#include <limits.h>
int main() {
  int max = INT_MAX, min = INT_MIN, one = 1, n = 31;
  long big = LONG_MAX, minus = -1;
  unsigned u = UINT_MAX;
  max -= one; max += one; min += one; min -= one; u++; u -= 2; u *= 3;
  int a = max * -1 + min * one * 0 + max * 1;
  int b = 46340 * (max / 46340 / max + 46340);
  big *= minus; big = 3037000499L * (minus * -3037000499L);
  short s = 32767; s++;
  int c = min / one + min % 2 - (min - -1 - min) * 0;
  return (one << 30) + (int) (u >> n) + (max >> n) + a * 0 + b * 0 + c * 0 + s * 0 != 5;
}
