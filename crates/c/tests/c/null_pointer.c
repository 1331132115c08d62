// expect: memory
int *p;
int main() { return *p; }
