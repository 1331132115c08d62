// expect: within objects
#include <pthread.h>
struct s { int data; pthread_mutex_t m; };
extern __attribute__((pure, returns_nonnull)) struct s *get(void);
void *one(void *p) { struct s *s = get(); pthread_mutex_lock(&s->m); s->data = 1; pthread_mutex_unlock(&s->m); return 0; }
int main() { pthread_t t; pthread_create(&t, 0, one, 0); one(0); return 0; }
