// expect: unsupported
int main() { int a[2]; a[0] = 1; return 5 / a[1]; }
