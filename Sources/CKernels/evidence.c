#include <CKernels.h>

#include <string.h>

#define BLOCK 64
#define BYTES (4 * BLOCK)
/* A block and a pixel on either side. */
#define WIDE (BYTES + 8)

/* Compiled once for each width of instructions, within what calls it. */
#define ANYWHERE static inline __attribute__((always_inline))

ANYWHERE uint8_t smaller(uint8_t a, uint8_t b) { return a < b ? a : b; }
ANYWHERE uint8_t larger(uint8_t a, uint8_t b) { return a > b ? a : b; }
ANYWHERE uint8_t above(uint8_t a, uint8_t b) { return a > b ? (uint8_t)(a - b) : 0; }

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
ANYWHERE void largest(const uint8_t *bytes, uint8_t *out, size_t count) {
  uint32_t words[BLOCK];
  uint8_t result[BLOCK];
  memcpy(words, bytes, BYTES);
  for (int i = 0; i < BLOCK; i++) {
    int32_t a = words[i] & 255, b = words[i] >> 8 & 255, c = words[i] >> 16 & 255;
    int32_t d = words[i] >> 24;
    int32_t first = a > b ? a : b, second = c > d ? c : d;
    result[i] = (uint8_t)(first > second ? first : second);
  }
  memcpy(out, result, count);
}

ANYWHERE void evidence_of_block(const uint32_t *const before[3], const uint32_t *const after[3],
                              size_t at, size_t count, uint8_t *strength, uint8_t *rest,
                              uint8_t *contrast) {
  uint8_t p[BYTES], q[BYTES], change[BYTES], left[BYTES], reach[BYTES];
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
  largest(change, strength + at, count);
  largest(left, rest + at, count);
  largest(reach, contrast + at, count);
}

ANYWHERE void evidence(const uint32_t *const before[3], const uint32_t *const after[3],
                       size_t count, uint8_t *strength, uint8_t *rest, uint8_t *contrast) {
  for (size_t at = 0; at < count; at += BLOCK) {
    size_t left = count - at;
    evidence_of_block(before, after, at, left < BLOCK ? left : BLOCK, strength, rest, contrast);
  }
}

ANYWHERE void premultiply(const uint32_t *pixels, size_t count, uint32_t *out) {
  for (size_t i = 0; i < count; i++) {
    uint32_t pixel = pixels[i], alpha = pixel >> 24;
    /* Exactly x / 255 rounded to the nearest, for every x up to 255 * 255. */
    uint32_t r = (pixel & 255) * alpha + 128, g = (pixel >> 8 & 255) * alpha + 128;
    uint32_t b = (pixel >> 16 & 255) * alpha + 128;
    r = (r + (r >> 8)) >> 8;
    g = (g + (g >> 8)) >> 8;
    b = (b + (b >> 8)) >> 8;
    out[i] = r | g << 8 | b << 16 | alpha << 24;
  }
}

#if defined(__x86_64__)

#define WIDER __attribute__((target("avx2")))

WIDER static void evidence_8(const uint32_t *const before[3], const uint32_t *const after[3],
                             size_t count, uint8_t *strength, uint8_t *rest, uint8_t *contrast) {
  evidence(before, after, count, strength, rest, contrast);
}

WIDER static void premultiply_8(const uint32_t *pixels, size_t count, uint32_t *out) {
  premultiply(pixels, count, out);
}

#endif

void snap_edge_evidence(const uint32_t *const before[3], const uint32_t *const after[3],
                        size_t count, uint8_t *strength, uint8_t *rest, uint8_t *contrast) {
#if defined(__x86_64__)
  if (snap_widest_lanes() >= 8) {
    return evidence_8(before, after, count, strength, rest, contrast);
  }
#endif
  evidence(before, after, count, strength, rest, contrast);
}

void snap_premultiply(const uint32_t *pixels, size_t count, uint32_t *out) {
#if defined(__x86_64__)
  if (snap_widest_lanes() >= 8) return premultiply_8(pixels, count, out);
#endif
  premultiply(pixels, count, out);
}
