// expect: holds
int f(int n) { return n ? f(n - 1) : 0; }
int main() { int none = 0; if (none) return f(2); return 0; }
