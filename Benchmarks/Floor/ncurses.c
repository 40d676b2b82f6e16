#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE 1
#define _DARWIN_C_SOURCE 1
#define NCURSES_WIDECHAR 1

#include "Floor.h"

#include <locale.h>
#include <ncurses.h>
#include <stdlib.h>

typedef struct {
  uint32_t top, bottom;
  int pair;
} shown_cell;

static SCREEN *screen;
static shown_cell *shown;
static int next_pair;

bool ncurses_begin(const char *term) {
  if (!setlocale(LC_CTYPE, "C.UTF-8")) setlocale(LC_CTYPE, "en_US.UTF-8");
  screen = newterm((char *)term, stdout, stdin);
  if (!screen) return false;
  set_term(screen);
  start_color();
  if (COLORS != 1 << 24) {
    ncurses_end();
    return false;
  }
  curs_set(0);
  shown = calloc((size_t)(LINES * COLS), sizeof *shown);
  next_pair = 1;
  return shown != NULL;
}

static void forget_pairs(void) {
  reset_color_pairs();
  for (int i = 0; i < LINES * COLS; i++) shown[i].pair = 0;
  next_pair = 1;
}

void ncurses_draw(const uint32_t *halves) {
  int cells = LINES * COLS;
  if (next_pair + cells > COLOR_PAIRS) forget_pairs();
  for (int i = 0; i < cells; i++) {
    shown_cell *old = &shown[i], now = {halves[2 * i], halves[2 * i + 1], old->pair};
    if (now.pair == 0 || now.top != old->top || now.bottom != old->bottom) {
      now.pair = next_pair++;
      init_extended_pair(now.pair, (int)now.top, (int)now.bottom);
      *old = now;
    }
    cchar_t cell;
    setcchar(&cell, L"▀", 0, 0, &now.pair);
    mvadd_wch(i / COLS, i % COLS, &cell);
  }
  refresh();
}

void ncurses_end(void) {
  endwin();
  delscreen(screen);
  free(shown);
  screen = NULL;
  shown = NULL;
}
