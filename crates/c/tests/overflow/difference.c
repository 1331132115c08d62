// expect: overflow
int main() { int x = -2147483647; x -= 2; return 0; }
