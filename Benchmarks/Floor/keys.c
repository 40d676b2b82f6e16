/* Types keys at snapreview on a terminal of 200 x 60, at a fixed pace, and prints what passes from
   a key to the end of the first frame that draws its case, and to the end of the last: all images
   are there. First while the program measures the folder by itself, then at rest.

   usage: keys ROUNDS PERIOD KEYS COMMAND...
     PERIOD   milliseconds between two keys
     KEYS     the last one is repeated

   The terminal answers one question, whether it draws frames as a whole (mode 2026): the program
   then marks where each begins and ends. */
#define _GNU_SOURCE 1
#define _DARWIN_C_SOURCE 1

#include "Cursor.h"
#include "Floor.h"

#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { columns = 200, rows = 60, most_samples = 4096, fewest_keys = 20, most_keys = 100 };
/* Where the images are: right of the list, below the title, above the status. */
static const cell_area images = {82, 1, columns, rows - 3};
/* Without a frame for so long, the program has come to rest. */
static const double rest = 1.0;

typedef struct {
  double first, last, bytes;
} sample;

typedef struct {
  sample samples[most_samples];
  int count, unanswered;
} series;

typedef struct {
  double end;
  size_t bytes;
  /* Whether it draws in the images' area. */
  bool draws;
} frame;

/* ---- the terminal ---- */

static int user;
static pid_t child;
static char bytes[1 << 16];
static size_t used, count;
static cursor place;
static frame current;

static double seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void fail(const char *what) {
  fprintf(stderr, "keys: %s.\n", what);
  exit(3);
}

static void start(char **command) {
  int program;
  user = pseudo_terminal(columns, rows, &program);
  if (user < 0) fail("there is no pseudo-terminal to be had");
  used = count = 0;
  place = (cursor){.area = images};
  current = (frame){0};
  child = fork();
  if (child < 0) fail("no process can be started");
  if (child == 0) {
    setsid();
    ioctl(program, TIOCSCTTY, 0);
    for (int i = 0; i < 3; i++) dup2(program, i);
    setenv("TERM", "xterm-256color", 1);
    setenv("COLORTERM", "truecolor", 1);
    unsetenv("TMUX");
    unsetenv("STY");
    unsetenv("NO_COLOR");
    execvp(command[0], command);
    perror(command[0]);
    _exit(127);
  }
  close(program);
}

static void stop(void) {
  kill(child, SIGTERM);
  while (read(user, bytes, sizeof bytes) > 0) continue;
  waitpid(child, NULL, 0);
  close(user);
}

static void write_all(const char *text) {
  if (write(user, text, strlen(text)) != (ssize_t)strlen(text)) fail("the program takes no keys");
}

/* The rest of what was read, up to the end of a frame. */
static bool take_frame(frame *out) {
  while (used < count) {
    cursor_event event = cursor_take(&place, (unsigned char)bytes[used++]);
    current.bytes++;
    if (event == EVENT_QUESTION) write_all("\033[?2026;2$y");
    if (event != EVENT_FRAME_END) continue;
    *out = current;
    out->draws = place.touched;
    place.touched = false;
    current.bytes = 0;
    return true;
  }
  return false;
}

/* Reads up to the end of a frame; false if none ends until `moment`. */
static bool next_frame(double moment, frame *out) {
  while (!take_frame(out)) {
    double left = moment - seconds();
    struct pollfd ready = {user, POLLIN, 0};
    if (left <= 0) return false;
    if (poll(&ready, 1, (int)(left * 1000) + 1) <= 0) continue;
    ssize_t result = read(user, bytes, sizeof bytes);
    if (result <= 0) fail("the program has ended");
    current.end = seconds();
    used = 0;
    count = (size_t)result;
  }
  return true;
}

/* Takes frames until none comes any more. Returns when the last one came. */
static double come_to_rest(void) {
  frame last = {.end = seconds()};
  while (next_frame(last.end + rest, &last)) continue;
  return last.end;
}

/* ---- typing ---- */

static void type(char key, double period, series *all) {
  double pressed = seconds();
  sample now = {0, 0, 0};
  frame next;
  write_all((char[]){key, 0});
  while (next_frame(pressed + period, &next)) {
    double passed = (next.end - pressed) * 1000;
    now.bytes += (double)next.bytes;
    if (!next.draws) continue;
    if (now.first == 0) now.first = passed;
    now.last = passed;
  }
  if (now.first == 0)
    all->unanswered++;
  else if (all->count < most_samples)
    all->samples[all->count++] = now;
}

static void type_all(const char *keys, int presses, double period, series *all) {
  for (int i = 0; i < presses; i++, keys += keys[1] != 0) type(*keys, period, all);
}

/* ---- figures ---- */

static int rising(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void row(const char *name, const series *all, size_t field, int digits) {
  static double values[most_samples];
  int size = all->count;
  for (int i = 0; i < size; i++)
    memcpy(&values[i], (const char *)&all->samples[i] + field, sizeof *values);
  qsort(values, (size_t)size, sizeof *values, rising);
  printf("  %-28s %9.*f %9.*f %9.*f %9.*f\n", name, digits, values[size / 2], digits,
         values[size * 9 / 10], digits, values[size * 99 / 100], digits, values[size - 1]);
}

static void report(const char *name, const series *all) {
  printf("%s: %d keys, %d that changed no image\n", name, all->count + all->unanswered,
         all->unanswered);
  if (all->count == 0) return;
  printf("  %-28s %9s %9s %9s %9s\n", "", "median", "90 %", "99 %", "most");
  row("to the first frame, ms", all, offsetof(sample, first), 1);
  row("to all images, ms", all, offsetof(sample, last), 1);
  row("bytes sent", all, offsetof(sample, bytes), 0);
}

int main(int words, char **arguments) {
  static series measuring, resting;
  if (words < 5) return 2;
  int rounds = atoi(arguments[1]);
  double period = atof(arguments[2]) / 1000, busy = 0;
  const char *keys = arguments[3];
  char **command = arguments + 4;
  /* Untouched, to see how long it measures by itself; twice, because the first warms the caches. */
  for (int i = 0; i < 2; i++) {
    double began = seconds();
    start(command);
    busy = come_to_rest() - began;
    stop();
  }
  int presses = busy / period < most_keys ? (int)(busy / period) : most_keys;
  printf("measured in %.2f s where nobody types; a key every %.0f ms\n", busy, period * 1000);
  for (int round = 0; round < rounds; round++) {
    frame first;
    start(command);
    next_frame(seconds() + rest, &first);
    type_all(keys, presses, period, &measuring);
    come_to_rest();
    write_all("gg");
    come_to_rest();
    type_all(keys, presses > fewest_keys ? presses : fewest_keys, period, &resting);
    stop();
  }
  report("while the folder is measured", &measuring);
  report("at rest", &resting);
  return 0;
}
