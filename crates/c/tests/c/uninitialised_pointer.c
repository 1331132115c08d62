// expect: memory
int main() { int *p; *p = 1; return 0; }
