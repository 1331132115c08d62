// expect: memory
int main() { char *s = "abc"; s[0] = 1; return 0; }
