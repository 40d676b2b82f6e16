/* A folder of unpacked files has to go away however the process ends. A signal handler may neither
   read folders nor allocate: it starts `rm`, with words that were made before. */
#include "CArchive.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>

extern char **environ;

enum { FIXED = 3, CAPACITY = 1024 };

/* Ends in NULL at every instant. */
static char *words[FIXED + CAPACITY + 1] = {"rm", "-rf", "--"};
static volatile sig_atomic_t count;

static const int ending[] = {SIGINT, SIGTERM, SIGHUP};

static void remove_all(void) {
  pid_t child;
  if (!count) return;
  count = 0;
  if (posix_spawnp(&child, words[0], NULL, NULL, words, environ) != 0) return;
  while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
}

static void end(int number) {
  remove_all();
  signal(number, SIG_DFL);
  /* Arrives as soon as this handler is left. */
  raise(number);
}

static void watch(void) {
  atexit(remove_all);
  for (size_t index = 0; index < sizeof ending / sizeof *ending; index++) {
    struct sigaction former, ours = {.sa_handler = end};
    /* What is ignored, as under nohup, stays ignored; what the screen catches is its own. */
    if (sigaction(ending[index], NULL, &former) == 0 && former.sa_handler == SIG_DFL) {
      sigaction(ending[index], &ours, NULL);
    }
  }
}

bool snap_remove_at_exit(const char *path) {
  static int known;
  static bool is_watching;
  char *own = known < CAPACITY ? strdup(path) : NULL;
  if (!own) return false;
  words[FIXED + known] = own;
  known += 1;
  if (!is_watching) watch();
  is_watching = true;
  count = known;
  return true;
}
