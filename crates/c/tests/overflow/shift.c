// expect: overflow
int main() { int x = 1, n = 32; return (x << n) != 0; }
