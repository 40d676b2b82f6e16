/* What a process and its threads begin with. */
#define _GNU_SOURCE 1
#include "CSystem.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

enum { ALTERNATE_STACK = 64 * 1024 };

static int argument_count;
static char **argument_list;

#ifdef __GLIBC__
/* glibc calls constructors with the arguments of main. Swift reads them from /proc, which a container
   or chroot may lack, and then has none. */
__attribute__((constructor)) static void keep_arguments(int count, char **list) {
  argument_count = count;
  argument_list = list;
}
#endif

int snap_argument_count(void) { return argument_count; }

const char *snap_argument(int index) { return argument_list[index]; }

static pthread_key_t stack_key;

static void free_stack(void *memory) {
  stack_t none = {.ss_flags = SS_DISABLE};
  sigaltstack(&none, NULL);
  free(memory);
}

static void make_key(void) { pthread_key_create(&stack_key, free_stack); }

void snap_use_alternate_stack(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_key);
  if (pthread_getspecific(stack_key)) return;
  stack_t stack = {.ss_sp = malloc(ALTERNATE_STACK), .ss_size = ALTERNATE_STACK};
  if (!stack.ss_sp) return;
  if (sigaltstack(&stack, NULL) != 0 || pthread_setspecific(stack_key, stack.ss_sp) != 0)
    free_stack(stack.ss_sp);
}
