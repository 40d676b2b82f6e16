/* The loops over pixels that Swift cannot be made to run as fast: it has no way to compile one
   function for several instruction sets and choose at run time.

   Pixels are 32-bit words as they lie in memory: red, green, blue, alpha from the lowest
   address. Every result is the same to the bit on every machine: no fused multiply-add, no
   approximate instruction, no library function. */
#ifndef SNAP_KERNELS_H
#define SNAP_KERNELS_H

#include <stddef.h>
#include <stdint.h>

/* What `snap_delta_e` writes where only the reference implementation can tell. */
#define SNAP_DELTA_E_UNSURE (-1.0f)

/* Sets bit i % 64 of words[i / 64] where first[i] != second[i], and clears the others, up to the
   end of the last word. Returns 0 where all are equal. */
uint64_t snap_difference_bits(const uint32_t *first, const uint32_t *second, size_t count,
                              uint64_t *words);

/* The bitwise AND of the alphas of both rows: 255 where all are opaque. */
uint32_t snap_common_alpha(const uint32_t *first, const uint32_t *second, size_t count);

/* out[i]: the pixel with its colour multiplied by its alpha, rounded to the nearest. */
void snap_premultiply(const uint32_t *pixels, size_t count, uint32_t *out);

/* A key of what some pixels side by side were and became, premultiplied: the sum of products of parts
   of the pixels, each with a number of its place added, as NH of UMAC (Black and others, CRYPTO
   1999).

   before, after: NULL for clear pixels */
uint64_t snap_stretch_key(const uint32_t *before, const uint32_t *after, size_t count);

/* What edges that moved by less than a pixel explain of each pair of pixels.

   before, after: three rows each, the middle one that of the pixels. All are read from one pixel
                  before the first up to the end of the last block of 64, and a pixel more.
   strengths:     how much each pixel changed: the largest of its four channels, 0 to 255
   clues:         what else is to be known of it, the bits of snap_clue */
void snap_edge_evidence(const uint32_t *const before[3], const uint32_t *const after[3],
                        size_t count, uint8_t *strengths, uint8_t *clues);

/* In levels, of the largest of the four channels. A pixel's contrast is what its 3 x 3 pixels span,
   in the image in which that is more; its rest is how far the new pixel lies outside of what the
   old ones span, or the old one outside of what the new ones span, whichever is more. */
enum snap_clue {
  /* The rest is more than rounding makes it, */
  SNAP_OUTSIDE = 1,
  /* or so much that no colour is near enough to be worth a measurement. */
  SNAP_FOREIGN = 2,
  /* It changed by more than half of the contrast, less the slack. */
  SNAP_STEEP = 4,
  /* There is a change and a contrast, however faint. */
  SNAP_EDGE = 8,
  /* There is less contrast than an edge has. */
  SNAP_PLAIN = 16,
  /* Its colour changed by SNAP_LEAST_SHIFT levels or more, and those of its 3 x 3 pixels as it did,
     give or take an eighth: no edge does that, a shade does. */
  SNAP_FLAT = 32,
  /* The same of a square of 2 x 2 pixels that it is a corner of. */
  SNAP_SQUARE = 64,
};

enum {
  /* What quantisation and rounding add to a change; of a faint edge, a quarter of its contrast. */
  SNAP_SLACK = 8,
  SNAP_MOST_OUTSIDE = 12,
  SNAP_LEAST_EDGE = 16,
  SNAP_LEAST_SHIFT = 2,
};

/* Writes the colour difference of each pair; alpha is ignored.

   light:   what each 8-bit value stands for in linear light, 0 to 1; 256 entries
   formula: 76, 94 (with the chroma of `first`) or 2000
   lanes:   0 for the widest instructions that this machine has; 4, 8 or 16 to ask for some,
            which is for benchmarks and tests. Wider ones than the machine has are not used.

   Off by 0.001 at most where the difference is below 10, by 0.01 elsewhere; 0 for equal
   colours; SNAP_DELTA_E_UNSURE where the hues are so nearly opposite that single precision does
   not tell on which side of the formula's own discontinuity they lie. */
void snap_delta_e(const uint32_t *first, const uint32_t *second, size_t count,
                  const float *light, int formula, int lanes, float *out);

/* The lanes that `snap_delta_e` uses when asked for 0. */
int snap_widest_lanes(void);

#endif
