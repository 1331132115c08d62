// expect: memory
int *f(void) { int x = 1; int *p = &x; return p; }
int main() { int *p = f(); return *p; }
