typedef float v4 __attribute__((vector_size(16)));
typedef struct { long a, b, c; } large;
v4 mix(v4 a, v4 b, int i) { a[i] = 1.0f; return a * b + __builtin_shufflevector(a, b, 0, 5, 2, 7); }
void saxpy(int n, float a, float *restrict x, float *restrict y) {
  for (int i = 0; i < n; i++) y[i] += a * x[i];
}
int sum(int n, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, n);
  int total = 0;
  while (n-- > 0) total += __builtin_va_arg(list, int);
  __builtin_va_end(list);
  return total;
}
large by_value(large x) { x.a ^= x.b; return x; }
int overflow(int a, int b) { int r; return __builtin_add_overflow(a, b, &r) ? -1 : r; }
__attribute__((noinline, weak, section("mysection"), aligned(32))) long strange(unsigned char c) { return by_value((large){c, 2, 3}).a; }
extern int elsewhere __attribute__((weak));
extern int other __attribute__((alias("real")));
int real = 4;
static int hidden_counter;
__attribute__((constructor)) static void start(void) { hidden_counter = elsewhere; }
