#include <CKernels.h>

#include <string.h>

#include "lanes.h"

#define BLOCK 64
#define BYTES (4 * BLOCK)
/* A block and a pixel on either side. */
#define WIDE (BYTES + 8)

/* The least and the most of each byte's 3 x 3 pixels. */
ANYWHERE void span(const uint32_t *const rows[3], size_t at, uint8_t *low, uint8_t *high) {
  uint8_t bytes[3][WIDE], least[WIDE], most[WIDE];
  for (int row = 0; row < 3; row++) memcpy(bytes[row], rows[row] + at - 1, WIDE);
  for (int i = 0; i < WIDE; i++) {
    least[i] = smaller(smaller(bytes[0][i], bytes[1][i]), bytes[2][i]);
    most[i] = larger(larger(bytes[0][i], bytes[1][i]), bytes[2][i]);
  }
  for (int i = 0; i < BYTES; i++) {
    low[i] = smaller(smaller(least[i], least[i + 4]), least[i + 8]);
    high[i] = larger(larger(most[i], most[i + 4]), most[i + 8]);
  }
}

/* The largest of each pixel's four bytes. */
ANYWHERE void largest(const uint8_t *bytes, uint8_t *out) {
  uint32_t words[BLOCK];
  memcpy(words, bytes, BYTES);
  for (int i = 0; i < BLOCK; i++) out[i] = (uint8_t)largest_byte(words[i]);
}

/* How far two changes of a byte, modulo 256, are apart. */
ANYWHERE uint8_t apart(uint8_t first, uint8_t second) {
  uint8_t step = (uint8_t)(first - second);
  return smaller(step, (uint8_t)-step);
}

/* How much the changes of the others are off a pixel's own, by the channel that is off most: in the
   2 x 2 squares that it is a corner of, the least of the four and the most. */
ANYWHERE void unevenness(const uint32_t *const before[3], const uint32_t *const after[3],
                         size_t at, uint8_t *least, uint8_t *most) {
  uint8_t change[3][WIDE], off[4][BYTES], squares[4][BLOCK];
  for (int row = 0; row < 3; row++) {
    uint8_t p[WIDE], q[WIDE];
    memcpy(p, before[row] + at - 1, WIDE);
    memcpy(q, after[row] + at - 1, WIDE);
    for (int i = 0; i < WIDE; i++) change[row][i] = (uint8_t)(q[i] - p[i]);
  }
  for (int i = 0; i < BYTES; i++) {
    uint8_t own = change[1][i + 4];
    uint8_t left = apart(own, change[1][i]), right = apart(own, change[1][i + 8]);
    uint8_t up = apart(own, change[0][i + 4]), down = apart(own, change[2][i + 4]);
    off[0][i] = larger(larger(left, up), apart(own, change[0][i]));
    off[1][i] = larger(larger(right, up), apart(own, change[0][i + 8]));
    off[2][i] = larger(larger(left, down), apart(own, change[2][i]));
    off[3][i] = larger(larger(right, down), apart(own, change[2][i + 8]));
  }
  for (int square = 0; square < 4; square++) largest(off[square], squares[square]);
  for (int i = 0; i < BLOCK; i++) {
    least[i] = smaller(smaller(squares[0][i], squares[1][i]), smaller(squares[2][i], squares[3][i]));
    most[i] = larger(larger(squares[0][i], squares[1][i]), larger(squares[2][i], squares[3][i]));
  }
}

/* What the numbers of each pixel tell; see `snap_edge_evidence`. */
ANYWHERE void weigh(const uint8_t *strength, const uint8_t *rest, const uint8_t *contrast,
                    const uint8_t *least_uneven, const uint8_t *uneven, uint8_t *clues) {
  for (int i = 0; i < BLOCK; i++) {
    uint8_t slack = smaller(SNAP_SLACK, contrast[i] / 4);
    /* Twice the strength would not fit in a byte. */
    uint8_t is_steep = above(strength[i], slack) > larger(contrast[i], 1) / 2;
    uint8_t even = strength[i] >= SNAP_LEAST_SHIFT ? strength[i] / 8 + 1 : 0;
    clues[i] = (uint8_t)((rest[i] > 1 ? SNAP_OUTSIDE : 0) | (is_steep ? SNAP_STEEP : 0) |
                         (strength[i] > 1 && contrast[i] > 2 ? SNAP_EDGE : 0) |
                         (contrast[i] < SNAP_LEAST_EDGE ? SNAP_PLAIN : 0) |
                         (uneven[i] < even ? SNAP_FLAT : 0) |
                         (least_uneven[i] < even ? SNAP_SQUARE : 0) |
                         (rest[i] > SNAP_MOST_OUTSIDE ? SNAP_FOREIGN : 0));
  }
}

ANYWHERE void evidence_of_block(const uint32_t *const before[3], const uint32_t *const after[3],
                                size_t at, size_t count, uint8_t *strengths, uint8_t *clues) {
  uint8_t p[BYTES], q[BYTES], change[BYTES], left[BYTES], reach[BYTES];
  uint8_t strength[BLOCK], rest[BLOCK], contrast[BLOCK], found[BLOCK];
  uint8_t least_uneven[BLOCK], uneven[BLOCK];
  uint8_t low[2][BYTES], high[2][BYTES];
  memcpy(p, before[1] + at, BYTES);
  memcpy(q, after[1] + at, BYTES);
  span(before, at, low[0], high[0]);
  span(after, at, low[1], high[1]);
  for (int i = 0; i < BYTES; i++) {
    change[i] = larger(above(p[i], q[i]), above(q[i], p[i]));
    uint8_t forth = larger(above(q[i], high[0][i]), above(low[0][i], q[i]));
    uint8_t back = larger(above(p[i], high[1][i]), above(low[1][i], p[i]));
    left[i] = larger(forth, back);
    reach[i] = larger(high[0][i] - low[0][i], high[1][i] - low[1][i]);
  }
  largest(change, strength);
  largest(left, rest);
  largest(reach, contrast);
  unevenness(before, after, at, least_uneven, uneven);
  weigh(strength, rest, contrast, least_uneven, uneven, found);
  memcpy(strengths + at, strength, count);
  memcpy(clues + at, found, count);
}

ANYWHERE void evidence(const uint32_t *const before[3], const uint32_t *const after[3],
                       size_t count, uint8_t *strengths, uint8_t *clues) {
  for (size_t at = 0; at < count; at += BLOCK) {
    size_t left = count - at;
    evidence_of_block(before, after, at, left < BLOCK ? left : BLOCK, strengths, clues);
  }
}

void snap_premultiply(const uint32_t *pixels, size_t count, uint32_t *out) {
  size_t at = 0;
  for (; at + BLOCK <= count; at += BLOCK) premultiply(pixels + at, BLOCK, out + at);
  premultiply(pixels + at, count - at, out + at);
}

#if defined(__x86_64__)

WIDER static void evidence_8(const uint32_t *const before[3], const uint32_t *const after[3],
                             size_t count, uint8_t *strengths, uint8_t *clues) {
  evidence(before, after, count, strengths, clues);
}

#endif

void snap_edge_evidence(const uint32_t *const before[3], const uint32_t *const after[3],
                        size_t count, uint8_t *strengths, uint8_t *clues) {
#if defined(__x86_64__)
  if (snap_widest_lanes() >= 8) {
    return evidence_8(before, after, count, strengths, clues);
  }
#endif
  evidence(before, after, count, strengths, clues);
}
