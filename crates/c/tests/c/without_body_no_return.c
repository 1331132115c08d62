// expect: unsupported
extern void leave(void) __attribute__((noreturn));
int main() { leave(); }
