/* The floor under `snapreview compare --strategy naive` and `snapreview show`: reads PNG files of
   the common kind (8-bit RGB or RGBA, not interlaced) on a thread each, with libdeflate, counts
   the pixels that differ, or prints one as half blocks averaged in linear light, and does nothing
   else: rows are unfiltered where they were inflated, and used there. No checks but those that
   keep it inside its buffers. */
#define _GNU_SOURCE
#include <libdeflate.h>
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

typedef struct {
  const char *path;
  uint32_t width, height;
  int size; /* bytes of a pixel */
  uint8_t *rows; /* each after its filter byte */
} image;

static void fail(const char *path, const char *reason) {
  fprintf(stderr, "%s: %s\n", path, reason);
  exit(3);
}

static uint32_t big_endian(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3];
}

static uint8_t *read_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (!file) fail(path, "cannot be read");
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  uint8_t *bytes = malloc(*size);
  if (!bytes || fread(bytes, 1, *size, file) != *size) fail(path, "cannot be read");
  fclose(file);
  return bytes;
}

/* Huge pages where the system has them: touching small ones first costs 4 ms for 12 MB. */
static uint8_t *allocate(size_t size) {
  size_t page = (size_t)2 << 20, rounded = (size + page - 1) / page * page;
  void *memory = NULL;
  if (posix_memalign(&memory, page, rounded) != 0) fail("memory", "none left");
#if defined(MADV_HUGEPAGE)
  madvise(memory, rounded, MADV_HUGEPAGE);
#endif
  return memory;
}

#if defined(__SSE2__)

static __m128i load(const uint8_t *bytes, int size) {
  uint32_t word = 0;
  memcpy(&word, bytes, size);
  return _mm_cvtsi32_si128((int)word);
}

static void store(uint8_t *bytes, __m128i pixel, int size) {
  uint32_t word = (uint32_t)_mm_cvtsi128_si32(pixel);
  memcpy(bytes, &word, size);
}

static __m128i magnitude(__m128i x) {
  return _mm_max_epi16(x, _mm_sub_epi16(_mm_setzero_si128(), x));
}

static __m128i choose(__m128i where, __m128i yes, __m128i no) {
  return _mm_or_si128(_mm_and_si128(where, yes), _mm_andnot_si128(where, no));
}

static inline __attribute__((always_inline)) void unfilter_paeth(
    uint8_t *row, const uint8_t *above, size_t length, int size) {
  __m128i zero = _mm_setzero_si128(), left = zero, corner = zero;
  for (size_t i = 0; i < length; i += size) {
    __m128i up = _mm_unpacklo_epi8(load(above + i, size), zero);
    __m128i to_left = _mm_sub_epi16(up, corner), to_up = _mm_sub_epi16(left, corner);
    __m128i to_corner = magnitude(_mm_add_epi16(to_left, to_up));
    to_left = magnitude(to_left);
    to_up = magnitude(to_up);
    __m128i least = _mm_min_epi16(to_corner, _mm_min_epi16(to_left, to_up));
    __m128i best = choose(_mm_cmpeq_epi16(least, to_left), left,
                          choose(_mm_cmpeq_epi16(least, to_up), up, corner));
    corner = up;
    __m128i pixel = _mm_add_epi8(load(row + i, size), _mm_packus_epi16(best, best));
    store(row + i, pixel, size);
    left = _mm_unpacklo_epi8(pixel, zero);
  }
}

static inline __attribute__((always_inline)) void unfilter_average(
    uint8_t *row, const uint8_t *above, size_t length, int size) {
  __m128i left = _mm_setzero_si128(), one = _mm_set1_epi8(1);
  for (size_t i = 0; i < length; i += size) {
    __m128i up = load(above + i, size);
    /* The instruction rounds up, PNG down. */
    __m128i odd = _mm_and_si128(_mm_xor_si128(left, up), one);
    left = _mm_add_epi8(load(row + i, size), _mm_sub_epi8(_mm_avg_epu8(left, up), odd));
    store(row + i, left, size);
  }
}

static inline __attribute__((always_inline)) void unfilter_sub(
    uint8_t *row, size_t length, int size) {
  __m128i left = _mm_setzero_si128();
  for (size_t i = 0; i < length; i += size) {
    left = _mm_add_epi8(left, load(row + i, size));
    store(row + i, left, size);
  }
}

#else

static void unfilter_paeth(uint8_t *row, const uint8_t *above, size_t length, int size) {
  for (size_t i = 0; i < length; i++) {
    int left = i < (size_t)size ? 0 : row[i - size], up = above[i];
    int corner = i < (size_t)size ? 0 : above[i - size];
    int to_left = abs(up - corner), to_up = abs(left - corner);
    int to_corner = abs(left + up - 2 * corner);
    int best = to_left <= to_up && to_left <= to_corner ? left : to_up <= to_corner ? up : corner;
    row[i] = (uint8_t)(row[i] + best);
  }
}

static void unfilter_average(uint8_t *row, const uint8_t *above, size_t length, int size) {
  for (size_t i = 0; i < length; i++) {
    int left = i < (size_t)size ? 0 : row[i - size];
    row[i] = (uint8_t)(row[i] + ((left + above[i]) >> 1));
  }
}

static void unfilter_sub(uint8_t *row, size_t length, int size) {
  for (size_t i = size; i < length; i++) row[i] = (uint8_t)(row[i] + row[i - size]);
}

#endif

static void unfilter(int kind, uint8_t *row, const uint8_t *above, size_t length, int size) {
  switch (kind) {
  case 1:
    if (size == 4) unfilter_sub(row, length, 4); else unfilter_sub(row, length, 3);
    break;
  case 2:
    for (size_t i = 0; i < length; i++) row[i] = (uint8_t)(row[i] + above[i]);
    break;
  case 3:
    if (size == 4) unfilter_average(row, above, length, 4);
    else unfilter_average(row, above, length, 3);
    break;
  case 4:
    if (size == 4) unfilter_paeth(row, above, length, 4);
    else unfilter_paeth(row, above, length, 3);
    break;
  }
}

static void *decode(void *argument) {
  image *image = argument;
  size_t size;
  uint8_t *file = read_file(image->path, &size), *stream = malloc(size);
  if (size < 33 || memcmp(file + 12, "IHDR", 4) != 0) fail(image->path, "not a PNG file");
  image->width = big_endian(file + 16);
  image->height = big_endian(file + 20);
  if (file[24] != 8 || (file[25] != 2 && file[25] != 6) || file[28] != 0)
    fail(image->path, "not of the common kind");
  image->size = file[25] == 6 ? 4 : 3;
  size_t count = 0;
  for (size_t at = 8; at + 12 <= size; at += 12 + big_endian(file + at)) {
    size_t length = big_endian(file + at);
    if (length > size - at - 12) break;
    if (memcmp(file + at + 4, "IDAT", 4) != 0) continue;
    memcpy(stream + count, file + at + 8, length);
    count += length;
  }
  size_t length = (size_t)image->width * image->size, total = (length + 1) * image->height;
  uint8_t *raw = allocate(total + 4), *empty = calloc(length, 1);
  struct libdeflate_decompressor *inflater = libdeflate_alloc_decompressor();
  if (libdeflate_zlib_decompress(inflater, stream, count, raw, total, NULL) != 0)
    fail(image->path, "damaged");
  const uint8_t *above = empty;
  for (uint32_t y = 0; y < image->height; y++) {
    uint8_t *row = raw + y * (length + 1) + 1;
    unfilter(row[-1], row, above, length, image->size);
    above = row;
  }
  image->rows = raw + 1;
  return NULL;
}

/* Four bytes are read where three are meant: rows are followed by a filter byte, the last by room
   to spare. */
static inline __attribute__((always_inline)) uint32_t pixel_at(const uint8_t *bytes, int size) {
  uint32_t pixel;
  memcpy(&pixel, bytes, 4);
  return size == 4 ? pixel : pixel | 0xFF000000;
}

static inline __attribute__((always_inline)) size_t differing_in_row(
    const uint8_t *a, const uint8_t *b, uint32_t width, int first, int second) {
  size_t differing = 0;
  for (uint32_t x = 0; x < width; x++)
    differing += pixel_at(a + (size_t)first * x, first) != pixel_at(b + (size_t)second * x, second);
  return differing;
}

static size_t differing_pixels(const image *first, const image *second) {
  size_t differing = 0;
  size_t strides[2] = {(size_t)first->width * first->size + 1,
                       (size_t)second->width * second->size + 1};
  for (uint32_t y = 0; y < first->height; y++) {
    const uint8_t *a = first->rows + y * strides[0], *b = second->rows + y * strides[1];
    uint32_t width = first->width;
    if (first->size == second->size && memcmp(a, b, strides[0] - 1) == 0) continue;
    if (first->size == 4 && second->size == 4) differing += differing_in_row(a, b, width, 4, 4);
    else if (first->size == 3 && second->size == 3) differing += differing_in_row(a, b, width, 3, 3);
    else differing += differing_in_row(a, b, width, first->size, second->size);
  }
  return differing;
}

/* The mean of a block of pixels, opaque or not, in linear light. */
static void sample(const image *image, const float *light, uint32_t left, uint32_t right,
                   uint32_t top, uint32_t bottom, uint8_t *colour) {
  size_t stride = (size_t)image->width * image->size + 1;
  float sum[3] = {0, 0, 0}, count = (float)(right - left) * (float)(bottom - top);
  for (uint32_t y = top; y < bottom; y++) {
    const uint8_t *row = image->rows + y * stride;
    for (uint32_t x = left; x < right; x++)
      for (int c = 0; c < 3; c++) sum[c] += light[row[(size_t)x * image->size + c]];
  }
  for (int c = 0; c < 3; c++) {
    float value = sum[c] / count;
    value = value <= 0.0031308f ? 12.92f * value : 1.055f * powf(value, 1 / 2.4f) - 0.055f;
    colour[c] = (uint8_t)(255 * value + 0.5f);
  }
}

static void print_half_blocks(const image *image, uint32_t columns, uint32_t rows) {
  float light[256];
  for (int i = 0; i < 256; i++)
    light[i] = i <= 10 ? i / 255.0f / 12.92f : powf((i / 255.0f + 0.055f) / 1.055f, 2.4f);
  double across = (double)image->width / columns, down = (double)image->height / (2.0 * rows);
  double scale = across > down ? across : down;
  columns = (uint32_t)ceil(image->width / scale);
  rows = (uint32_t)ceil(image->height / scale / 2);
  char *text = malloc((size_t)columns * rows * 48 + rows * 8), *end = text;
  for (uint32_t row = 0; row < rows; row++) {
    for (uint32_t column = 0; column < columns; column++) {
      uint8_t colours[2][3] = {{0}};
      for (uint32_t half = 0; half < 2; half++) {
        uint32_t left = (uint32_t)(column * scale), right = (uint32_t)((column + 1) * scale);
        uint32_t top = (uint32_t)((2 * row + half) * scale);
        uint32_t bottom = (uint32_t)((2 * row + half + 1) * scale);
        if (right > image->width) right = image->width;
        if (bottom > image->height) bottom = image->height;
        if (right > left && bottom > top)
          sample(image, light, left, right, top, bottom, colours[half]);
      }
      end += sprintf(end, "\033[38;2;%d;%d;%d;48;2;%d;%d;%dm\u2580", colours[0][0], colours[0][1],
                     colours[0][2], colours[1][0], colours[1][1], colours[1][2]);
    }
    end += sprintf(end, "\033[0m\n");
  }
  fwrite(text, 1, (size_t)(end - text), stdout);
}

int main(int count, char **arguments) {
  if (count == 4) {
    image image = {.path = arguments[1]};
    decode(&image);
    print_half_blocks(&image, (uint32_t)atoi(arguments[2]), (uint32_t)atoi(arguments[3]));
    return 0;
  }
  if (count != 3) {
    fprintf(stderr, "usage: floor A.png B.png | floor A.png COLUMNS ROWS\n");
    return 2;
  }
  image images[2] = {{.path = arguments[1]}, {.path = arguments[2]}};
  pthread_t thread;
  pthread_create(&thread, NULL, decode, &images[1]);
  decode(&images[0]);
  pthread_join(thread, NULL);
  if (images[0].width != images[1].width || images[0].height != images[1].height) return 1;
  size_t differing = differing_pixels(&images[0], &images[1]);
  printf("%zu\n", differing);
  return differing != 0;
}
