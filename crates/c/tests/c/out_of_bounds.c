// expect: memory
int a[4];
int main() { for (int i = 0; i <= 4; i++) a[i] = i; return 0; }
