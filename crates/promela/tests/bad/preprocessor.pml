#if 1
#error this model is not ready
#include "nowhere.h"
#foo
#define F(x) x
init { F(1,2) }
