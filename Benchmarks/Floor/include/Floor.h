/* What the screen is measured on, and against: no part of snapreview is in it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Opens a pseudo-terminal. Returns the side of the user, and in `program` the side of programs; -1
   where there is none to be had. */
int pseudo_terminal(int columns, int rows, int *program);

/* A plain loop through ncurses in 24-bit colour, on standard output and with the description
   `term`. False where it cannot be opened, or has no colours by their red, green and blue. */
bool ncurses_begin(const char *term);

/* Puts every cell as a half block and refreshes.

   halves: For each cell of the terminal, row by row, its upper and its lower colour as 0xRRGGBB.
           A combination that was not in this place in the frame before is a new pair. */
void ncurses_draw(const uint32_t *halves);

void ncurses_end(void);
