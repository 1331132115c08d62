// expect: memory
// A function without a body may give a null pointer.
struct s { int data; };
extern __attribute__((const)) struct s *get(void);
int main() { get()->data = 1; return 0; }
