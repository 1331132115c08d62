// Defines what counter.c defines.
int history[4];
