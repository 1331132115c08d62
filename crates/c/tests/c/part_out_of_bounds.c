// expect: memory
char c[6];
int main() { int *p = (int *) c; return p[1]; }
