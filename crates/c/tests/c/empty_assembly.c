// expect: holds
int main() { __asm__ volatile("" ::: "memory"); return 0; }
