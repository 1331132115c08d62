// expect: memory
int *where;
void f(void) { int x = 1; where = &x; }
int main() { f(); *where = 2; }
