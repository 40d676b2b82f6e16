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

typedef uint8_t bytes_4 __attribute__((ext_vector_type(4)));
typedef uint16_t words_4 __attribute__((ext_vector_type(4)));

ANYWHERE words_4 channels(uint32_t pixel) {
  bytes_4 bytes;
  memcpy(&bytes, &pixel, sizeof bytes);
  return __builtin_convertvector(bytes, words_4);
}

ANYWHERE void add_pixel(uint32_t before, uint32_t after, uint64_t place, snap_stretch *sums) {
  if (before < 0xFF000000u) before = premultiplied(before);
  if (after < 0xFF000000u) after = premultiplied(after);
  uint64_t pair = before | (uint64_t)after << 32;
  /* From 1 on: at 0, the product of no pixel and any other would be 0. */
  sums->key += product(pair + (place + 1) * KEY);
  words_4 p = channels(before), q = channels(after);
  words_4 less = p - q, more = q - p;
  words_4 size = q > p ? more : less;
  uint32_t strength = most(most(size.x, size.y), most(size.z, size.w));
  sums->weight += strength;
  sums->largest = most(sums->largest, strength);
  sums->brighter += (int16_t)(more.x + more.y + more.z + more.w) > 0 ? 1 : 0;
}

/* The same for many pixels, each lane for itself. */
typedef struct {
  uint64_t keys[BLOCK / 2];
  uint32_t weight[BLOCK], largest[BLOCK], brighter[BLOCK];
} lanes;

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

ANYWHERE uint32_t sum_of_channels(uint32_t pixel) {
  uint32_t two = (pixel & 0x00FF00FFu) + (pixel >> 8 & 0x00FF00FFu);
  return (two & 0xFFFF) + (two >> 16);
}

ANYWHERE void add_block(const uint32_t *before, const uint32_t *after, uint64_t place,
                        lanes *sums) {
  uint32_t p[BLOCK], q[BLOCK], strength[BLOCK];
  uint8_t old[BYTES], new[BYTES], change[BYTES];
  premultiply(before, BLOCK, p);
  premultiply(after, BLOCK, q);
  add_keys(p, q, place, sums->keys);
  memcpy(old, p, BYTES);
  memcpy(new, q, BYTES);
  for (int i = 0; i < BYTES; i++) change[i] = larger(above(old[i], new[i]), above(new[i], old[i]));
  memcpy(strength, change, BYTES);
  for (int i = 0; i < BLOCK; i++) {
    strength[i] = largest_byte(strength[i]);
    sums->weight[i] += strength[i];
    sums->largest[i] = most(sums->largest[i], strength[i]);
    sums->brighter[i] += sum_of_channels(q[i]) > sum_of_channels(p[i]) ? 1 : 0;
  }
}

ANYWHERE void add_lanes(const lanes *lanes, snap_stretch *sums) {
  for (int i = 0; i < BLOCK / 2; i++) sums->key += lanes->keys[i];
  for (int i = 0; i < BLOCK; i++) {
    sums->weight += lanes->weight[i];
    sums->largest = most(sums->largest, lanes->largest[i]);
    sums->brighter += lanes->brighter[i];
  }
}

ANYWHERE size_t add_blocks(const uint32_t *before, const uint32_t *after, size_t count,
                           snap_stretch *sums) {
  static const uint32_t clear[BLOCK];
  lanes lanes = {0};
  size_t at = 0;
  for (; at + BLOCK <= count; at += BLOCK) {
    add_block(before ? before + at : clear, after ? after + at : clear, at, &lanes);
  }
  add_lanes(&lanes, sums);
  return at;
}

ANYWHERE snap_stretch sum(const uint32_t *before, const uint32_t *after, size_t count) {
  snap_stretch sums = {0};
  size_t at = count < 2 * BLOCK ? 0 : add_blocks(before, after, count, &sums);
  for (; at < count; at++) {
    add_pixel(before ? before[at] : 0, after ? after[at] : 0, at, &sums);
  }
  return sums;
}

#if defined(__x86_64__)

WIDER static snap_stretch wide_sum(const uint32_t *before, const uint32_t *after, size_t count) {
  return sum(before, after, count);
}

#endif

snap_stretch snap_sum_stretch(const uint32_t *before, const uint32_t *after, size_t count) {
#if defined(__x86_64__)
  if (count >= 2 * BLOCK && snap_widest_lanes() >= 8) return wide_sum(before, after, count);
#endif
  return sum(before, after, count);
}
