// Values that only the property can tell apart, and variables that only it reads.
//? --invariant 'chosen != 7' => violated: invariant
//? --invariant 'copy != 1000000' => violated: invariant
//? --invariant 'copy != 7 || chosen == 7' => holds:
//? --ltl '[] (chosen != 123456)' => violated: ltl
//? --invariant 'sum != 3' => holds:
//? --invariant 'sum != 2' => violated: invariant
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int chosen, copy, sum;

int main(void) {
    chosen = __VERIFIER_nondet_int();
    copy = chosen;
    sum = 1;
    __VERIFIER_atomic_begin();
    sum = 3;
    sum = 2;
    __VERIFIER_atomic_end();
    return 0;
}
