/* Stands between the real program and the C library and strikes one of its system calls.
 *
 * Loaded with LD_PRELOAD. Only calls on paths below $TORTURE_ROOT are counted, and those on files
 * that were opened by such a path. At call number $TORTURE_AT, counted from 0, happens what
 * $TORTURE_EFFECT says: "kill" ends the process before the call, "tear" within it, with half of the
 * bytes written, and a number is the errno with which the call fails.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILES = 4096 };

static const char *root;
static long position = -1;
static const char *effect = "kill";
static long calls;
static char is_watched[FILES];

__attribute__((constructor)) static void prepare(void) {
  root = getenv("TORTURE_ROOT");
  if (getenv("TORTURE_AT")) position = atol(getenv("TORTURE_AT"));
  if (getenv("TORTURE_EFFECT")) effect = getenv("TORTURE_EFFECT");
}

static void die(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

static int concerns(const char *path) {
  return root && path && strncmp(path, root, strlen(root)) == 0;
}

static int concerns_file(int file) { return file >= 0 && file < FILES && is_watched[file]; }

static void watch(int file, int watched) {
  if (file >= 0 && file < FILES) is_watched[file] = watched;
}

/* Counts a call; whether it is to fail, with errno set. */
static int is_struck(int is_write) {
  if (__atomic_fetch_add(&calls, 1, __ATOMIC_SEQ_CST) != position) return 0;
  if (!strcmp(effect, "tear") && is_write) return 1;
  if (!atoi(effect)) die();
  errno = atoi(effect);
  return 1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define ON_PATH(name, parameters, arguments)                    \
  int name parameters {                                         \
    if (concerns(path) && is_struck(0)) return -1;              \
    return REAL(name) arguments;                                \
  }

#define ON_FILE(name, parameters, arguments)                    \
  int name parameters {                                         \
    if (concerns_file(file) && is_struck(0)) return -1;         \
    return REAL(name) arguments;                                \
  }

#define OPENING(name)                                           \
  int name(const char *path, int flags, ...) {                  \
    va_list rest;                                               \
    va_start(rest, flags);                                      \
    mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;   \
    va_end(rest);                                               \
    if (concerns(path) && is_struck(0)) return -1;              \
    int file = REAL(name)(path, flags, mode);                   \
    watch(file, concerns(path));                                \
    return file;                                                \
  }

OPENING(open)
OPENING(open64)

int close(int file) {
  int fails = concerns_file(file) && is_struck(0);
  int error = errno;
  watch(file, 0);
  int result = REAL(close)(file);
  if (!fails) return result;
  errno = error;
  return -1;
}

ssize_t write(int file, const void *bytes, size_t count) {
  if (!concerns_file(file) || !is_struck(1)) return REAL(write)(file, bytes, count);
  if (strcmp(effect, "tear")) return -1;
  (void)!REAL(write)(file, bytes, count / 2);
  die();
  return -1;
}

ssize_t pread(int file, void *bytes, size_t count, off_t offset) {
  if (concerns_file(file) && is_struck(0)) return -1;
  return REAL(pread)(file, bytes, count, offset);
}

char *realpath(const char *path, char *resolved) {
  if (concerns(path) && is_struck(0)) return NULL;
  return REAL(realpath)(path, resolved);
}

ON_FILE(fsync, (int file), (file))
ON_FILE(ftruncate, (int file, off_t size), (file, size))
ON_FILE(fchmod, (int file, mode_t mode), (file, mode))
ON_FILE(fchown, (int file, uid_t owner, gid_t group), (file, owner, group))
ON_FILE(flock, (int file, int operation), (file, operation))
ON_FILE(fstat, (int file, struct stat *status), (file, status))
ON_PATH(stat, (const char *path, struct stat *status), (path, status))
ON_PATH(lstat, (const char *path, struct stat *status), (path, status))
ON_PATH(rename, (const char *path, const char *target), (path, target))
ON_PATH(link, (const char *path, const char *target), (path, target))
ON_PATH(unlink, (const char *path), (path))
ON_PATH(mkdir, (const char *path, mode_t mode), (path, mode))
ON_PATH(rmdir, (const char *path), (path))
