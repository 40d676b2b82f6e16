/* What has to happen however the process ends: a folder of unpacked files goes away, and programs
   that work for this process end with it. A signal handler may neither read folders nor allocate: it
   starts `rm`, with words that were made before. */
#include "CSystem.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>

extern char **environ;

enum { FIXED = 3, CAPACITY = 1024, GROUPS = 64 };

/* Ends in NULL at every instant. */
static char *words[FIXED + CAPACITY + 1] = {"rm", "-rf", "--"};
static volatile sig_atomic_t count;
/* 0 where a place is free. */
static volatile sig_atomic_t groups[GROUPS];
/* True while a program is started whose group is not known yet, and the signal that came meanwhile. */
static _Atomic bool starting;
static _Atomic int deferred;
/* Whether the next SIGINT is only noted, and whether one was. */
static volatile sig_atomic_t noting, interrupted;
/* How `rm` is started: in a group of its own, so that what ends ours does not end it. */
static posix_spawnattr_t alone;

static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

static void leave(void) {
  pid_t child;
  for (int place = 0; place < GROUPS; place++) {
    if (groups[place]) kill(-(pid_t)groups[place], SIGKILL);
  }
  if (!count) return;
  count = 0;
  if (posix_spawnp(&child, words[0], NULL, &alone, words, environ) != 0) return;
  while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
}

static void end(int number) {
  if (number == SIGINT && noting && !interrupted) {
    interrupted = 1;
    return;
  }
  /* In this order: either this sees that the program has started, or its starter sees the signal. */
  deferred = number;
  if (starting) return;
  leave();
  signal(number, SIG_DFL);
  /* Arrives as soon as this handler is left. */
  raise(number);
}

static void start_watching(void) {
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_init(&alone);
  posix_spawnattr_setflags(&alone, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setpgroup(&alone, 0);
  posix_spawnattr_setsigmask(&alone, &none);
  atexit(leave);
  for (size_t index = 0; index < sizeof ending / sizeof *ending; index++) {
    struct sigaction former, ours = {.sa_handler = end, .sa_flags = SA_RESTART};
    /* What is ignored, as under nohup, stays ignored; what the screen catches is its own. */
    if (sigaction(ending[index], NULL, &former) == 0 && former.sa_handler == SIG_DFL) {
      sigaction(ending[index], &ours, NULL);
    }
  }
}

static void watch(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, start_watching);
}

void snap_note_interrupt(void) {
  noting = 1;
  watch();
}

bool snap_was_interrupted(void) { return interrupted; }

bool snap_remove_at_exit(const char *path) {
  static int known;
  char *own = known < CAPACITY ? strdup(path) : NULL;
  if (!own) return false;
  words[FIXED + known] = own;
  known += 1;
  watch();
  count = known;
  return true;
}

void snap_will_start(void) {
  watch();
  starting = true;
}

void snap_end_at_exit(int group) {
  for (int place = 0; group && place < GROUPS; place++) {
    if (groups[place]) continue;
    groups[place] = group;
    break;
  }
  starting = false;
  if (deferred) raise(deferred);
}

void snap_has_ended(int group) {
  for (int place = 0; place < GROUPS; place++) {
    if (groups[place] == group) groups[place] = 0;
  }
}
