#include <CKernels.h>

#include <string.h>

#include "lanes.h"

#define BLOCK 16
#define BYTES (4 * BLOCK)

/* Numbers without a pattern: what each place adds to the pixels before they are multiplied. */
#define KEY 0x9E3779B97F4A7C15u
#define OF_AFTER 0xD6E8FEB86659FD93u

/* The product of both halves. */
ANYWHERE uint64_t product(uint64_t pair) { return (pair & 0xFFFFFFFFu) * (pair >> 32); }

ANYWHERE uint64_t pixel_key(uint32_t before, uint32_t after, uint64_t place) {
  if (before < 0xFF000000u) before = premultiplied(before);
  if (after < 0xFF000000u) after = premultiplied(after);
  uint64_t pair = before | (uint64_t)after << 32;
  /* From 1 on: at 0, the product of no pixel and any other would be 0. */
  return product(pair + (place + 1) * KEY);
}

/* Each lane has the keys of two pixels, of either image. */
ANYWHERE void add_keys(const uint32_t *before, const uint32_t *after, uint64_t place,
                       uint64_t *keys) {
  uint64_t p[BLOCK / 2], q[BLOCK / 2], first = place * KEY;
  memcpy(p, before, BYTES);
  memcpy(q, after, BYTES);
  for (uint64_t i = 0; i < BLOCK / 2; i++) {
    keys[i] += product(p[i] + (first + i * KEY)) + product(q[i] + (first + i * KEY + OF_AFTER));
  }
}

ANYWHERE size_t add_blocks(const uint32_t *before, const uint32_t *after, size_t count,
                           uint64_t *key) {
  static const uint32_t clear[BLOCK];
  uint64_t keys[BLOCK / 2] = {0};
  size_t at = 0;
  for (; at + BLOCK <= count; at += BLOCK) {
    uint32_t p[BLOCK], q[BLOCK];
    premultiply(before ? before + at : clear, BLOCK, p);
    premultiply(after ? after + at : clear, BLOCK, q);
    add_keys(p, q, at, keys);
  }
  for (int i = 0; i < BLOCK / 2; i++) *key += keys[i];
  return at;
}

ANYWHERE uint64_t sum(const uint32_t *before, const uint32_t *after, size_t count) {
  uint64_t key = 0;
  size_t at = count < 2 * BLOCK ? 0 : add_blocks(before, after, count, &key);
  for (; at < count; at++) {
    key += pixel_key(before ? before[at] : 0, after ? after[at] : 0, at);
  }
  return key;
}

#if defined(__x86_64__)

WIDER static uint64_t wide_sum(const uint32_t *before, const uint32_t *after, size_t count) {
  return sum(before, after, count);
}

#endif

uint64_t snap_stretch_key(const uint32_t *before, const uint32_t *after, size_t count) {
#if defined(__x86_64__)
  if (count >= 2 * BLOCK && snap_widest_lanes() >= 8) return wide_sum(before, after, count);
#endif
  return sum(before, after, count);
}
