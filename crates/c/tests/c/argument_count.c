// expect: holds
#include <assert.h>
int main(int argc, char **argv) { assert(argc >= 0); return argc > 5 ? 1 : 0; }
