// expect: overflow
int main() { long x = -1, y = -9223372036854775807L - 1; x *= y; return 0; }
