/* What the kernels share. */
#ifndef SNAP_LANES_H
#define SNAP_LANES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Compiled once for each width of instructions, within what calls it. */
#define ANYWHERE static inline __attribute__((always_inline))

#if defined(__x86_64__)
#define WIDER __attribute__((target("avx2")))
#endif

ANYWHERE uint8_t smaller(uint8_t a, uint8_t b) { return a < b ? a : b; }
ANYWHERE uint8_t larger(uint8_t a, uint8_t b) { return a > b ? a : b; }
ANYWHERE uint8_t above(uint8_t a, uint8_t b) { return a > b ? (uint8_t)(a - b) : 0; }

ANYWHERE uint32_t most(uint32_t a, uint32_t b) { return a > b ? a : b; }

/* The largest of the four bytes. */
ANYWHERE uint32_t largest_byte(uint32_t word) {
  return most(most(word & 255, word >> 8 & 255), most(word >> 16 & 255, word >> 24));
}

ANYWHERE uint32_t premultiplied(uint32_t pixel) {
  uint32_t alpha = pixel >> 24;
  /* Exactly x / 255 rounded to the nearest, for every x up to 255 * 255. */
  uint32_t r = (pixel & 255) * alpha + 128, g = (pixel >> 8 & 255) * alpha + 128;
  uint32_t b = (pixel >> 16 & 255) * alpha + 128;
  r = (r + (r >> 8)) >> 8;
  g = (g + (g >> 8)) >> 8;
  b = (b + (b >> 8)) >> 8;
  return r | g << 8 | b << 16 | alpha << 24;
}

ANYWHERE int are_opaque(const uint32_t *pixels, size_t count) {
  uint32_t all = 0xFF000000u;
  for (size_t i = 0; i < count; i++) all &= pixels[i];
  return all == 0xFF000000u;
}

ANYWHERE void premultiply(const uint32_t *pixels, size_t count, uint32_t *out) {
  if (are_opaque(pixels, count)) {
    memcpy(out, pixels, 4 * count);
  } else {
    for (size_t i = 0; i < count; i++) out[i] = premultiplied(pixels[i]);
  }
}

#endif
