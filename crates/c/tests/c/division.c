// expect: division
int d, x;
int main() { x = 1 / d; }
