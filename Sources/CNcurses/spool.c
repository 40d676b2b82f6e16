/* Colours on the way from curses to the terminal.

   curses decides what to send, but it is slow at colours: it sorts every new pair into a tree, and
   formats each change of colour by interpreting a program. So it is told of pairs that never change,
   number n with "colour" n; what it sends goes to a file in memory; and each mention of a pair is
   replaced by the pair's real colours on the way from there to the terminal, in one write. */
#define _GNU_SOURCE 1
#define _DARWIN_C_SOURCE 1

#include "CNcurses.h"
#include "spool.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

typedef struct {
  int32_t foreground, background;
} colour_pair;

typedef struct {
  char *bytes;
  size_t used, capacity;
} text;

static int memory = -1, terminal = -1, diverted = -1;
static colour_pair *pairs;
static int pair_count;
static text raw, cooked;
/* What the terminal draws with; known only since the last mention of a pair. */
static colour_pair current;
static bool is_known;

/* ---- the file in memory ---- */

static int memory_file(void) {
#ifdef __linux__
  int fd = memfd_create("snapreview", MFD_CLOEXEC);
  if (fd >= 0) return fd;
#endif
  char path[] = "/tmp/snapreview.XXXXXX";
  int file = mkstemp(path);
  if (file < 0) return -1;
  unlink(path);
  fcntl(file, F_SETFD, FD_CLOEXEC);
  return file;
}

static bool reserve(text *buffer, size_t capacity) {
  if (capacity <= buffer->capacity) return true;
  char *grown = realloc(buffer->bytes, capacity * 2);
  if (!grown) return false;
  buffer->bytes = grown;
  buffer->capacity = capacity * 2;
  return true;
}

bool snap_spool_open(void) {
  /* A limit to the size of files holds for those in memory too: frames would be lost. */
  struct rlimit limit;
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < 64u << 20) return false;
  if (memory < 0) memory = memory_file();
  is_known = false;
  return memory >= 0;
}

void snap_spool_close(void) {
  if (memory >= 0) close(memory);
  memory = -1;
}

bool snap_spool_define(int pair, int foreground, int background) {
  if (pair < 0) return false;
  if (pair >= pair_count) {
    int count = pair < 4096 ? 4096 : pair * 2;
    colour_pair *grown = realloc(pairs, sizeof *pairs * (size_t)count);
    if (!grown) return false;
    pairs = grown;
    pair_count = count;
  }
  pairs[pair] = (colour_pair){foreground, background};
  return true;
}

void snap_spool_begin(int descriptor, int out) {
  diverted = descriptor;
  terminal = out;
  lseek(memory, 0, SEEK_SET);
  dup2(memory, diverted);
}

/* ---- the way out ---- */

static void put(const char *bytes, size_t count) {
  memcpy(cooked.bytes + cooked.used, bytes, count);
  cooked.used += count;
}

static void put_number(uint32_t value) {
  char digits[3];
  int count = 0;
  do digits[count++] = (char)('0' + value % 10);
  while (value /= 10);
  while (count) cooked.bytes[cooked.used++] = digits[--count];
}

/* 38 and 48 start a colour, 39 and 49 are the terminal's own. */
static void put_colour(char ground, int32_t colour) {
  cooked.bytes[cooked.used++] = ground;
  if (colour < 0) {
    put("9;", 2);
    return;
  }
  put("8;2;", 4);
  for (int shift = 16; shift >= 0; shift -= 8) {
    put_number((uint32_t)colour >> shift & 255);
    cooked.bytes[cooked.used++] = ';';
  }
}

static void put_pair(int number) {
  colour_pair pair = number < pair_count ? pairs[number] : (colour_pair){-1, -1};
  bool front = !is_known || pair.foreground != current.foreground;
  bool back = !is_known || pair.background != current.background;
  current = pair;
  is_known = true;
  if (!front && !back) return;
  put("\033[", 2);
  if (front) put_colour('3', pair.foreground);
  if (back) put_colour('4', pair.background);
  cooked.bytes[cooked.used - 1] = 'm';
}

/* Returns the index after the mention that starts at `at`. */
static size_t translate_pair(size_t at) {
  int number = 0;
  while (++at < raw.used && raw.bytes[at] != SNAP_SPOOL_END)
    number = number * 10 + (raw.bytes[at] - '0');
  put_pair(number);
  return at + 1;
}

static void translate(void) {
  size_t at = 0;
  while (at < raw.used) {
    char byte = raw.bytes[at];
    if (byte == SNAP_SPOOL_BEGIN) {
      at = translate_pair(at);
      continue;
    }
    /* Anything that could be a change of attributes may have changed the colours. */
    if (byte == 'm') is_known = false;
    cooked.bytes[cooked.used++] = byte;
    at++;
  }
}

static bool collect(void) {
  off_t end = lseek(memory, 0, SEEK_CUR);
  raw.used = 0;
  /* The longest mention, two digits and three marks, becomes at most 38 bytes. */
  if (end <= 0 || !reserve(&raw, (size_t)end)) return false;
  if (!reserve(&cooked, (size_t)end * 14 + 64)) return false;
  ssize_t count = pread(memory, raw.bytes, (size_t)end, 0);
  raw.used = count > 0 ? (size_t)count : 0;
  return raw.used > 0;
}

void snap_spool_end(const char *before, const char *after) {
  dup2(terminal, diverted);
  fcntl(diverted, F_SETFD, FD_CLOEXEC);
  if (!collect()) return;
  cooked.used = 0;
  put(before, strlen(before));
  translate();
  put(after, strlen(after));
  snap_send(terminal, cooked.bytes, cooked.used);
}
