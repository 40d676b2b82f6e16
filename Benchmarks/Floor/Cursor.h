/* Follows what a program draws, only as far as needed to tell where: enough for ncurses, which
   places the cursor, erases and writes. */
#pragma once

#include <stdbool.h>

typedef struct {
  int left, top, right, bottom;
} cell_area;

typedef enum {
  EVENT_NONE,
  /* Mode 2026: a frame ends here. */
  EVENT_FRAME_END,
  /* The program asks whether there is such a mode. */
  EVENT_QUESTION,
} cursor_event;

typedef struct {
  /* What is watched, `right` and `bottom` not in it; and whether anything was drawn there. */
  cell_area area;
  bool touched;
  int column, row;
  enum { TEXT, ESCAPE, SKIP, SEQUENCE, COMMAND } state;
  bool is_private;
  int numbers[4], count;
} cursor;

cursor_event cursor_take(cursor *self, unsigned char byte);
