#pragma once

#include <stdbool.h>

/* How curses mentions pair 12: BEGIN, "12", END. Neither byte occurs in what terminals are sent. */
#define SNAP_SPOOL_BEGIN '\034'
#define SNAP_SPOOL_END '\035'

/* False where there can be no file in memory. */
bool snap_spool_open(void);
void snap_spool_close(void);
/* What a pair looks like from now on: 0xRRGGBB, or -1 for the terminal's own colour. */
bool snap_spool_define(int pair, int foreground, int background);
/* From here on what is written to `descriptor` is kept ... */
void snap_spool_begin(int descriptor, int out);
/* ... until here, where it goes to `out` with its colours, between `before` and `after`, and
   `descriptor` is `out` again. */
void snap_spool_end(const char *before, const char *after);
