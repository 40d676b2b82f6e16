#include <CKernels.h>

#if defined(__SSE2__)
#include <emmintrin.h>

/* Equal pixels of 16 pairs, one bit each. */
static inline uint32_t equal_bits(const uint32_t *first, const uint32_t *second) {
  __m128i lane[4];
  for (int i = 0; i < 4; i++) {
    lane[i] = _mm_cmpeq_epi32(_mm_loadu_si128((const __m128i *)(first + 4 * i)),
                              _mm_loadu_si128((const __m128i *)(second + 4 * i)));
  }
  __m128i low = _mm_packs_epi32(lane[0], lane[1]);
  __m128i high = _mm_packs_epi32(lane[2], lane[3]);
  return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(low, high));
}

static inline uint64_t word_of_64(const uint32_t *first, const uint32_t *second) {
  uint64_t equal = 0;
  for (int i = 0; i < 4; i++) {
    equal |= (uint64_t)equal_bits(first + 16 * i, second + 16 * i) << (16 * i);
  }
  return ~equal;
}

#else

static inline uint64_t word_of_64(const uint32_t *first, const uint32_t *second) {
  /* Compilers turn this loop into wide instructions; most blocks end here. */
  uint32_t any = 0;
  for (int i = 0; i < 64; i++) any |= first[i] ^ second[i];
  if (any == 0) return 0;
  uint64_t word = 0;
  for (int i = 0; i < 64; i++) word |= (uint64_t)(first[i] != second[i]) << i;
  return word;
}

#endif

uint64_t snap_difference_bits(const uint32_t *first, const uint32_t *second, size_t count,
                              uint64_t *words) {
  uint64_t any = 0;
  size_t i = 0;
  for (; i + 64 <= count; i += 64) {
    uint64_t word = word_of_64(first + i, second + i);
    words[i / 64] = word;
    any |= word;
  }
  if (i < count) {
    uint64_t word = 0;
    for (size_t j = i; j < count; j++) word |= (uint64_t)(first[j] != second[j]) << (j - i);
    words[i / 64] = word;
    any |= word;
  }
  return any;
}

uint32_t snap_common_alpha(const uint32_t *first, const uint32_t *second, size_t count) {
  uint32_t all = 0xFFFFFFFF;
  for (size_t i = 0; i < count; i++) all &= first[i] & second[i];
  return all >> 24;
}
