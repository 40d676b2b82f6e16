#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE 1
#define _DARWIN_C_SOURCE 1

#include "CNcurses.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

long snap_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static pid_t start(const char *const *words, int output) {
  pid_t child = -1;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
#ifdef POSIX_SPAWN_CLOEXEC_DEFAULT
  /* There is no pipe2: a pipe that another thread has just made is not yet closed on exec. */
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_CLOEXEC_DEFAULT);
#endif
  int failure =
      posix_spawnp(&child, words[0], &actions, &attributes, (char *const *)words, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failure ? -1 : child;
}

/* Reads to the end of the output; -1 when the time is over first. */
static long read_until(int fd, uint8_t *out, size_t capacity, long deadline) {
  size_t used = 0;
  uint8_t overflow[256];
  for (;;) {
    long left = deadline - snap_now();
    struct pollfd entry = {fd, POLLIN, 0};
    int ready = left > 0 ? poll(&entry, 1, (int)left) : 0;
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return -1;
    bool fits = used < capacity;
    uint8_t *into = fits ? out + used : overflow;
    ssize_t count = read(fd, into, fits ? capacity - used : sizeof overflow);
    if (count == 0) return (long)used;
    if (count < 0 && errno != EINTR && errno != EAGAIN) return -1;
    if (count > 0 && fits) used += (size_t)count;
  }
}

long snap_ask(const char *const *words, uint8_t *out, size_t capacity, int milliseconds,
              int *status) {
  int ends[2], ended = 0;
  if (!snap_pipe(ends)) return -1;
  fcntl(ends[1], F_SETFL, 0); /* the program expects an ordinary pipe */
  pid_t child = start(words, ends[1]);
  close(ends[1]);
  long deadline = snap_now() + milliseconds;
  long count = child < 0 ? -1 : read_until(ends[0], out, capacity, deadline);
  close(ends[0]);
  if (child < 0) return -1;
  if (count < 0) kill(child, SIGKILL);
  while (waitpid(child, &ended, 0) < 0 && errno == EINTR) continue;
  if (!WIFEXITED(ended)) return -1;
  *status = WEXITSTATUS(ended);
  return count;
}
