#pragma once

/* The few ncurses calls that we use, under our own prefix. ncurses' header stays in the .c files:
   its global variables and macros cannot be imported in Swift 6 mode. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- the terminal's description (entry.c) ---- */

/* Loads the description of `term` for the queries below. `fd` is the terminal.
   Returns 1 when found, 0 when there is no such terminal, -1 when there is no database. */
int snap_describe(const char *_Nonnull term, int fd);
/* The queries take capability names, also extended ones. -1 and NULL where absent. */
bool snap_flag(const char *_Nonnull name);
int snap_number(const char *_Nonnull name);
const char *_Nullable snap_string(const char *_Nonnull name);
/* Writes the string capability, padding resolved, to `out`; returns its length, 0 where absent. */
size_t snap_expand(const char *_Nonnull name, uint8_t *_Nonnull out, size_t capacity);

typedef enum {
  SNAP_INDEXED, /* colour numbers are the usual 256 */
  SNAP_DIRECT,  /* colour numbers are 24-bit RGB, all of them exact */
  SNAP_SPOOLED  /* pairs are mentioned by number, and get their 24-bit colours in spool.c */
} snap_colour_kind;

/* Compiles a copy of the loaded description with other colours. Returns the number of bytes, 0 if
   `capacity` is too small. */
size_t snap_colour_entry(const char *_Nonnull term, snap_colour_kind wanted,
                         uint8_t *_Nonnull out, size_t capacity);

/* ---- the screen (screen.c) ---- */

typedef struct {
  uint32_t text[3];    /* base character and up to two combining marks, 0 where none */
  uint32_t attributes; /* SNAP_BOLD | ... */
  int32_t pair;
} snap_cell;

enum { SNAP_BOLD = 1, SNAP_DIM = 2, SNAP_ITALIC = 4, SNAP_UNDERLINE = 8, SNAP_REVERSE = 16 };

/* Enters the screen. `entry` is a TERMINFO value such as "hex:...", or NULL for the database's own
   description; `kind` is that of the entry. The environment is as before when this returns. */
bool snap_screen_open(const char *_Nonnull term, const char *_Nullable entry,
                      snap_colour_kind kind, int in, int out);
int snap_colours(void);
int snap_pairs(void);
/* True where ncurses can keep "the terminal's own colour" (-1) as half of a pair. */
bool snap_has_default_colours(void);
bool snap_define_pair(int pair, int foreground, int background);
/* Forgets all pairs; with a `count`, makes room for numbers below it, of which the last is taken.
   The next refresh sends every cell again. */
void snap_reset_pairs(int count);
/* Puts cells from (`row`, `column`) on. Double-width characters take two columns by themselves:
   the caller leaves their right halves out. */
void snap_put(int row, int column, const snap_cell *_Nonnull cells, size_t count);
void snap_erase(void);
/* Sends what changed, then the `tail`; with `marks`, as one synchronized update. */
void snap_refresh(bool marks, const uint8_t *_Nullable tail, size_t count);
/* The next refresh sends everything. */
void snap_redraw_all(void);
void snap_resize(int rows, int columns);
/* Leaves the screen, so that it can be entered again by snap_resume. */
void snap_leave(void);
void snap_resume(void);
/* Leaves for good. Freeing a million colour pairs one by one takes half a second: before the process
   ends, leave that to the system. */
void snap_screen_close(bool frees);
/* Columns that the C library and with it ncurses gives to a character; -1 if not printable. */
int snap_width(uint32_t scalar);
/* Chooses the first locale with UTF-8; false when there is none. */
bool snap_choose_locale(void);
typedef struct {
  int32_t columns, rows; /* 1 or more */
  int32_t width, height; /* in pixels, 0 where the terminal does not say */
} snap_window;

bool snap_window_size(int fd, snap_window *_Nonnull window);

/* ---- modes and signals (guard.c) ---- */

/* Remembers the modes of the terminal, which is read at `in` and written at `out`, and starts
   catching signals: from here on the terminal is ours. Returns the descriptor that becomes readable when something was caught, -1 if
   there is none to be had. */
int snap_guard_start(int in, int out);
/* What leaves the screen, for a crash or an exit that nobody prepared. At most 1024 bytes. */
void snap_guard_set_restore(const uint8_t *_Nonnull bytes, size_t count);
/* Whether the terminal is ours, and to be left by whatever ends the process. */
void snap_guard_set_active(bool active);
/* Around what enters the screen or draws on it: a crash on another thread waits for the end, and
   the beginning does not return once there was one. */
void snap_touch_begin(void);
void snap_touch_end(void);
/* Gives signals back to whom they belonged. */
void snap_guard_end(void);
/* Puts the remembered modes back. */
bool snap_modes_restore(void);
/* No echo and no waiting for a line: for asking the terminal before there is a screen. */
bool snap_modes_raw(void);

/* Takes one of the caught signals: its number, 0 if none is left. */
int snap_signal_take(void);
/* Stops this process and its group as ctrl-z does, and returns when it is continued. */
void snap_stop(void);

/* A pipe that never blocks and that children do not inherit. */
bool snap_pipe(int ends[_Nonnull 2]);
/* Writes all bytes; false when the descriptor takes no more. May be called in a signal handler. */
bool snap_send(int fd, const void *_Nonnull bytes, size_t count);
