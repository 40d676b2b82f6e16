#include "CNcurses.h"
#include "spool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NCURSES_NOMACROS 1
#include <ncurses.h>
#include <term.h>

int snap_describe(const char *term, int fd) {
#ifdef __APPLE__
  /* The descriptions of the Homebrew that ncurses was built for, the empty entry, need not be here. */
  setenv("TERMINFO_DIRS", ":/usr/share/terminfo", 0);
#endif
  int status = 0;
  if (setupterm((char *)term, fd, &status) == OK) return 1;
  return status < 0 ? -1 : 0;
}

bool snap_flag(const char *name) { return tigetflag((char *)name) == 1; }

int snap_number(const char *name) {
  int value = tigetnum((char *)name);
  return value < 0 ? -1 : value;
}

const char *snap_string(const char *name) {
  const char *value = tigetstr((char *)name);
  return value == (const char *)-1 ? NULL : value;
}

/* tputs gives no context to its callback. */
static uint8_t *sink;
static size_t sink_used, sink_capacity;

static int collect(int byte) {
  if (sink_used < sink_capacity) sink[sink_used++] = (uint8_t)byte;
  return byte;
}

size_t snap_expand(const char *name, uint8_t *out, size_t capacity) {
  const char *value = snap_string(name);
  if (!value) return 0;
  sink = out;
  sink_used = 0;
  sink_capacity = capacity;
  tputs(value, 1, collect);
  return sink_used;
}

/* ---- the compiled form, as term(5) describes it ---- */

enum { MAGIC_32_BIT = 0x021E, ABSENT = 0xFFFF };

typedef struct {
  uint8_t *bytes;
  size_t used, capacity;
  bool overflow;
} buffer;

static void put8(buffer *b, unsigned value) {
  if (b->used < b->capacity)
    b->bytes[b->used++] = (uint8_t)value;
  else
    b->overflow = true;
}

static void put16(buffer *b, unsigned value) {
  put8(b, value & 0xFF);
  put8(b, value >> 8 & 0xFF);
}

static void put32(buffer *b, int value) {
  put16(b, (unsigned)value & 0xFFFF);
  put16(b, (unsigned)value >> 16 & 0xFFFF);
}

static void put_text(buffer *b, const char *text) {
  do put8(b, (uint8_t)*text);
  while (*text++);
}

static void align(buffer *b) {
  if (b->used & 1) put8(b, 0);
}

static size_t count_of(NCURSES_CONST char *const *names) {
  size_t count = 0;
  while (names[count]) count++;
  return count;
}

static bool is_one_of(const char *name, const char *const *list) {
  for (; *list; list++)
    if (strcmp(name, *list) == 0) return true;
  return false;
}

/* Semicolons, because every terminal knows them; no special case for 0 to 7, because ready-made
   entries that have one show #000001 as red. */
#define DIRECT(ground) "\033[" ground ";2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%dm"
#define INDEXED(ground) "\033[" ground ";5;%p1%dm"

static snap_colour_kind kind;

static bool flag_for(const char *name) {
  static const char *const dropped[] = {"ccc", "hls", NULL};
  return !is_one_of(name, dropped) && snap_flag(name);
}

static int number_for(const char *name) {
  if (strcmp(name, "colors") == 0) return kind == SNAP_INDEXED ? 256 : 0x1000000;
  if (strcmp(name, "pairs") == 0) return kind == SNAP_INDEXED ? 0x10000 : 0x100000;
  if (strcmp(name, "ncv") == 0) return -1;
  return snap_number(name);
}

static const char *const foregrounds[] = {INDEXED("38"), DIRECT("38"), "\034%p1%d\035"};
/* Of a pair, one mention is enough. */
static const char *const backgrounds[] = {INDEXED("48"), DIRECT("48"), ""};
_Static_assert(SNAP_SPOOL_BEGIN == '\034' && SNAP_SPOOL_END == '\035', "as spool.h says");

static const char *string_for(const char *name) {
  /* Where the list moves by a row, scrolling would move the images beside it too, and draw them again. */
  static const char *const dropped[] = {"initc", "initp", "oc",   "scp",  "setf", "setb", "csr",
                                        "ind",   "indn",  "ri",   "rin",  "il1",  "il",   "dl1",
                                        "dl",    NULL};
  if (is_one_of(name, dropped)) return NULL;
  if (strcmp(name, "setaf") == 0) return foregrounds[kind];
  if (strcmp(name, "setab") == 0) return backgrounds[kind];
  if (strcmp(name, "op") == 0) return "\033[39;49m";
  return snap_string(name);
}

static void put_names(buffer *out, const char *term) {
  put_text(out, term);
  out->used--; /* the description follows the name */
  put_text(out, kind == SNAP_INDEXED ? "|with 256 colours" : "|with exact 24-bit colours");
}

/* Offsets first, then the text they point at. */
static size_t put_strings(buffer *out, size_t count) {
  uint8_t text[16384];
  buffer table = {text, 0, sizeof text, false};
  for (size_t i = 0; i < count; i++) {
    const char *value = string_for(strnames[i]);
    put16(out, value ? (unsigned)table.used : ABSENT);
    if (value) put_text(&table, value);
  }
  for (size_t i = 0; i < table.used; i++) put8(out, text[i]);
  out->overflow |= table.overflow;
  return table.used;
}

/* AX and RGB are ours; U8 and E3 tell ncurses of quirks that stay what they were. */
static void put_extended(buffer *out) {
  int quirk = snap_number("U8");
  unsigned numbers = quirk >= 0 ? 1 : 0;
  align(out);
  put16(out, 2);
  put16(out, numbers);
  put16(out, 0);
  put16(out, 2 + numbers);
  put16(out, 3 + 4 + 3 * numbers);
  put8(out, 1); /* AX: 39 and 49 give the default colours */
  put8(out, kind != SNAP_INDEXED); /* RGB: a colour number is its red, green and blue */
  if (numbers) put32(out, quirk);
  put16(out, 0);
  put16(out, 3);
  if (numbers) put16(out, 7);
  put_text(out, "AX");
  put_text(out, "RGB");
  if (numbers) put_text(out, "U8");
}

static void patch16(buffer *out, size_t at, size_t value) {
  out->bytes[at] = (uint8_t)(value & 0xFF);
  out->bytes[at + 1] = (uint8_t)(value >> 8 & 0xFF);
}

size_t snap_colour_entry(const char *term, snap_colour_kind wanted, uint8_t *bytes,
                         size_t capacity) {
  kind = wanted;
  buffer out = {bytes, 0, capacity, false};
  size_t flags = count_of(boolnames), numbers = count_of(numnames), strings = count_of(strnames);
  if (capacity < 12) return 0;
  put16(&out, MAGIC_32_BIT);
  put16(&out, 0);
  put16(&out, (unsigned)flags);
  put16(&out, (unsigned)numbers);
  put16(&out, (unsigned)strings);
  put16(&out, 0);
  put_names(&out, term);
  patch16(&out, 2, out.used - 12);
  for (size_t i = 0; i < flags; i++) put8(&out, flag_for(boolnames[i]));
  align(&out);
  for (size_t i = 0; i < numbers; i++) put32(&out, number_for(numnames[i]));
  patch16(&out, 10, put_strings(&out, strings));
  put_extended(&out);
  return out.overflow ? 0 : out.used;
}
