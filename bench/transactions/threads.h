/* THREADS workers, 1 to 16, created and joined without loops, so that each has a place of its own in the program. */
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 2
#endif

#define EACH_1(M) M(0)
#define EACH_2(M) EACH_1(M) M(1)
#define EACH_3(M) EACH_2(M) M(2)
#define EACH_4(M) EACH_3(M) M(3)
#define EACH_5(M) EACH_4(M) M(4)
#define EACH_6(M) EACH_5(M) M(5)
#define EACH_7(M) EACH_6(M) M(6)
#define EACH_8(M) EACH_7(M) M(7)
#define EACH_9(M) EACH_8(M) M(8)
#define EACH_10(M) EACH_9(M) M(9)
#define EACH_11(M) EACH_10(M) M(10)
#define EACH_12(M) EACH_11(M) M(11)
#define EACH_13(M) EACH_12(M) M(12)
#define EACH_14(M) EACH_13(M) M(13)
#define EACH_15(M) EACH_14(M) M(14)
#define EACH_16(M) EACH_15(M) M(15)
#define EACH_OF(N, M) EACH_##N(M)
#define EACH_(N, M) EACH_OF(N, M)
#define EACH(M) EACH_(THREADS, M)

#define DECLARE(i) pthread_t thread##i;
#define CREATE(i) pthread_create(&thread##i, 0, worker, (void *)(long)i);
#define JOIN(i) pthread_join(thread##i, 0);
