// expect: unsupported
int main(int argc, char **argv) { return argv[0][0] == 'k'; }
