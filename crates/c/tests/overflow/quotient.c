// expect: overflow
int main() { int x = -2147483647 - 1, y = -1; return x / y != 0; }
