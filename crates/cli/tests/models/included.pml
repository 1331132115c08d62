#include "shared.inc"

active proctype P() { LIMIT(3) }
