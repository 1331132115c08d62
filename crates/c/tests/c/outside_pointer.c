// expect: race
// A function without a body can give different objects, so that the lock is another one than that of the data.
#include <pthread.h>
struct s { int data; pthread_mutex_t m; };
extern __attribute__((pure, returns_nonnull)) struct s *get(void);
void *one(void *p) { struct s *s = get(); pthread_mutex_lock(&s->m); get()->data = 1; pthread_mutex_unlock(&s->m); return 0; }
int main() { pthread_t t; pthread_create(&t, 0, one, 0); one(0); return 0; }
