/* wcwidth and setcchar's wide characters */
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE 1
#define _DARWIN_C_SOURCE 1
#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#define _XOPEN_SOURCE_EXTENDED 1

#include "CNcurses.h"
#include "spool.h"

#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <ncurses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

static SCREEN *screen;
static FILE *input, *output;
static bool default_colours;
static bool spools;
static int device = -1;
/* Pairs below this are defined, where they never change. */
static int defined_pairs;

/* ---- opening and closing ---- */

static SCREEN *new_screen(const char *term, const char *entry) {
  if (!entry) return newterm((char *)term, output, input);
  const char *set = getenv("TERMINFO");
  char *former = set ? strdup(set) : NULL;
  setenv("TERMINFO", entry, 1);
  SCREEN *made = newterm((char *)term, output, input);
  if (former)
    setenv("TERMINFO", former, 1);
  else
    unsetenv("TERMINFO");
  free(former);
  return made;
}

static FILE *stream(int fd, const char *mode) {
  int copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);
  if (copy < 0) return NULL;
  FILE *file = fdopen(copy, mode);
  if (!file) close(copy);
  return file;
}

static void close_streams(void) {
  if (input) fclose(input);
  if (output) fclose(output);
  input = output = NULL;
}

static bool enter(const char *term, const char *entry, snap_colour_kind kind, int in, int out) {
  spools = kind == SNAP_SPOOLED;
  if (spools && !snap_spool_open()) return false;
  device = out;
  defined_pairs = 1;
  input = stream(in, "r");
  output = stream(out, "w");
  screen = input && output ? new_screen(term, entry) : NULL;
  if (!screen) {
    close_streams();
    return false;
  }
  set_term(screen);
  raw();
  noecho();
  nonl();
  typeahead(-1); /* a frame is never cut short because a key waits */
  keypad(stdscr, TRUE);
  leaveok(stdscr, TRUE);
  scrollok(stdscr, FALSE);
  curs_set(0);
  if (has_colors()) {
    start_color();
    /* Where pairs are few, white on black stands for the terminal's own colours: with those as
       well, the combinations of eight colours would be 81, and there are 64 pairs. */
    bool suffice = COLORS >= 256 || COLOR_PAIRS > (COLORS + 1) * (COLORS + 1);
    default_colours = suffice && use_default_colors() == OK;
  }
  return true;
}

bool snap_screen_open(const char *term, const char *entry, snap_colour_kind kind, int in,
                      int out) {
  snap_touch_begin();
  bool is_open = enter(term, entry, kind, in, out);
  snap_touch_end();
  return is_open;
}

void snap_leave(void) { endwin(); }

void snap_resume(void) {
  snap_touch_begin();
  reset_prog_mode(); /* not left to doupdate, which may be writing into memory */
  snap_touch_end();
  clearok(curscr, TRUE);
  snap_refresh(false, NULL, 0); /* after endwin, this is what enters the screen again */
}

void snap_screen_close(bool frees) {
  if (!screen) return;
  endwin();
  if (frees) delscreen(screen);
  screen = NULL;
  default_colours = false;
  close_streams();
  snap_spool_close();
}

/* ---- colours ---- */

int snap_colours(void) { return has_colors() ? COLORS : 0; }
int snap_pairs(void) { return has_colors() ? COLOR_PAIRS : 0; }
bool snap_has_default_colours(void) { return default_colours; }

static bool init_wide_pair(int pair, int foreground, int background) {
#if NCURSES_VERSION_PATCH >= 20170401
  return init_extended_pair(pair, foreground, background) == OK;
#else
  return init_pair((short)pair, (short)foreground, (short)background) == OK;
#endif
}

bool snap_define_pair(int pair, int foreground, int background) {
  if (!spools) return init_wide_pair(pair, foreground, background);
  for (; defined_pairs <= pair; defined_pairs++)
    if (!init_wide_pair(defined_pairs, defined_pairs, defined_pairs)) return false;
  return snap_spool_define(pair, foreground, background);
}

static void forget_pairs(void) {
#if NCURSES_VERSION_PATCH >= 20170401
  bool clears = is_cleared(curscr);
  reset_color_pairs();
  /* That made black on black of pair 0, and curses skips cells whose pairs look the same. */
  if (default_colours)
    use_default_colors();
  else
    assume_default_colors(COLOR_WHITE, COLOR_BLACK);
  /* It also asked for a cleared screen, which flashes. */
  clearok(curscr, clears);
#endif
}

void snap_reset_pairs(int count) {
  if (!spools) forget_pairs();
  /* Sending every cell again in its place does not flash. */
  redrawwin(stdscr);
  /* Makes room for all at once: growing the table later sorts all its pairs anew each time. */
  if (count > defined_pairs) init_wide_pair(count - 1, count - 1, count - 1);
}

/* ---- drawing ---- */

static attr_t attributes_of(uint32_t bits) {
  attr_t attributes = A_NORMAL;
  if (bits & SNAP_BOLD) attributes |= A_BOLD;
  if (bits & SNAP_DIM) attributes |= A_DIM;
#ifdef A_ITALIC
  if (bits & SNAP_ITALIC) attributes |= A_ITALIC;
#endif
  if (bits & SNAP_UNDERLINE) attributes |= A_UNDERLINE;
  if (bits & SNAP_REVERSE) attributes |= A_REVERSE;
  return attributes;
}

static void compose(cchar_t *out, const snap_cell *cell) {
  wchar_t text[4] = {(wchar_t)cell->text[0], (wchar_t)cell->text[1], (wchar_t)cell->text[2], 0};
#if NCURSES_VERSION_PATCH >= 20170401
  int pair = cell->pair;
  setcchar(out, text, attributes_of(cell->attributes), 0, &pair);
#else
  setcchar(out, text, attributes_of(cell->attributes), (short)cell->pair, NULL);
#endif
}

void snap_put(int row, int column, const snap_cell *cells, size_t count) {
  /* In batches, so that the composed cells stay in the first-level cache. */
  enum { BATCH = 128 };
  cchar_t composed[BATCH];
  wmove(stdscr, row, column);
  while (count) {
    int batch = count < BATCH ? (int)count : BATCH;
    int columns = 0;
    for (int i = 0; i < batch; i++) {
      compose(&composed[i], &cells[i]);
      int width = cells[i].text[0] < 0x300 ? 1 : snap_width(cells[i].text[0]);
      columns += width > 1 ? width : 1;
    }
    mvwadd_wchnstr(stdscr, row, column, composed, batch);
    column += columns;
    cells += batch;
    count -= (size_t)batch;
  }
}

void snap_erase(void) { werase(stdscr); }

static const char begin_update[] = "\033[?2026h", end_update[] = "\033[?2026l";

static void send_mark(const char *mark) {
  /* Not through curses, whose own buffer would put it in another place. */
  snap_send(device, mark, strlen(mark));
}

void snap_refresh(bool marks, const uint8_t *tail, size_t count) {
  snap_touch_begin();
  wnoutrefresh(stdscr);
  if (spools)
    snap_spool_begin(fileno(output), device);
  else if (marks)
    send_mark(begin_update);
  doupdate();
  bool in_one = spools && !count;
  if (spools) snap_spool_end(marks ? begin_update : "", marks && in_one ? end_update : "");
  if (count) snap_send(device, tail, count);
  if (marks && !in_one) send_mark(end_update);
  snap_touch_end();
}

void snap_redraw_all(void) { clearok(curscr, TRUE); }

void snap_resize(int rows, int columns) {
  resize_term(rows, columns);
  clearok(curscr, TRUE);
}

/* ---- the C library ---- */

int snap_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

static bool is_utf8(void) { return strcmp(nl_langinfo(CODESET), "UTF-8") == 0; }

bool snap_choose_locale(void) {
  static const char *const names[] = {"", "C.UTF-8", "en_US.UTF-8", "UTF-8"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (setlocale(LC_CTYPE, names[i]) && is_utf8()) return true;
  setlocale(LC_CTYPE, "");
  return false;
}

bool snap_window_size(int fd, snap_window *window) {
  struct winsize size;
  if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return false;
  *window = (snap_window){size.ws_col, size.ws_row, size.ws_xpixel, size.ws_ypixel};
  return true;
}
