#include "Cursor.h"

static void draw(cursor *self, int cells) {
  cell_area area = self->area;
  if (self->row < area.top || self->row >= area.bottom) return;
  self->touched |= self->column < area.right && self->column + cells > area.left;
}

static void print(cursor *self, int cells) {
  draw(self, cells);
  self->column += cells;
}

static cursor_event text(cursor *self, unsigned char byte) {
  switch (byte) {
  case 0x1B: self->state = ESCAPE; break;
  case '\r': self->column = 0; break;
  case '\n': self->row++; break;
  case '\b': self->column--; break;
  default:
    /* One cell for each character, which is true of all but a few names. */
    if (byte >= 0x20 && (byte & 0xC0) != 0x80) print(self, 1);
  }
  return EVENT_NONE;
}

static void escape(cursor *self, unsigned char byte) {
  self->state = byte == '[' ? SEQUENCE : byte == ']' ? COMMAND : TEXT;
  if (byte == '(' || byte == ')') self->state = SKIP;
  self->is_private = false;
  self->count = 1;
  self->numbers[0] = 0;
}

static cursor_event sequence(cursor *self, unsigned char byte) {
  int first = self->numbers[0], step = first > 0 ? first : 1;
  if (byte >= '0' && byte <= '9') {
    self->numbers[self->count - 1] = self->numbers[self->count - 1] * 10 + byte - '0';
    return EVENT_NONE;
  }
  if (byte == ';') {
    /* Only the first two say where. */
    if (self->count < 4) self->count++;
    self->numbers[self->count - 1] = 0;
    return EVENT_NONE;
  }
  if (byte == '?') self->is_private = true;
  if (byte < 0x40) return EVENT_NONE;
  self->state = TEXT;
  if (self->is_private) {
    if (first != 2026) return EVENT_NONE;
    return byte == 'l' ? EVENT_FRAME_END : byte == 'p' ? EVENT_QUESTION : EVENT_NONE;
  }
  switch (byte) {
  case 'H':
    self->row = step - 1;
    self->column = self->count > 1 && self->numbers[1] > 0 ? self->numbers[1] - 1 : 0;
    break;
  case 'd': self->row = step - 1; break;
  case 'G': self->column = step - 1; break;
  case 'A': self->row -= step; break;
  case 'B': self->row += step; break;
  case 'C': self->column += step; break;
  case 'D': self->column -= step; break;
  case 'b': print(self, step); break;
  case 'X': draw(self, step); break;
  case 'K': draw(self, self->area.right); break;
  case 'J': self->touched = true; break;
  }
  return EVENT_NONE;
}

cursor_event cursor_take(cursor *self, unsigned char byte) {
  switch (self->state) {
  case TEXT: return text(self, byte);
  case ESCAPE: escape(self, byte); break;
  case SKIP: self->state = TEXT; break;
  case SEQUENCE: return sequence(self, byte);
  case COMMAND:
    if (byte == '\a') self->state = TEXT;
    if (byte == 0x1B) self->state = SKIP;
    break;
  }
  return EVENT_NONE;
}
