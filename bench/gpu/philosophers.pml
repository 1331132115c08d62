/* N philosophers; each takes the fork on its left, then the one on its right, and puts them back in the same order. */
#ifndef N
#define N 18
#endif
bit fork[N];
active [N] proctype Philosopher()
{
    do
    :: atomic { fork[_pid] == 0 -> fork[_pid] = 1 };
       atomic { fork[(_pid + 1) % N] == 0 -> fork[(_pid + 1) % N] = 1 };
       fork[_pid] = 0;
       fork[(_pid + 1) % N] = 0
    od
}
