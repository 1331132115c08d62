// expect: overflow
int main() { int x = 2147483647; x++; return 0; }
