// expect: unsupported
int x = 258;
int main() { char *p = (char *) &x; return p[1]; }
