#pragma once

#include <stddef.h>
#include <stdint.h>

/* Longest message of a failed call, its closing zero included. */
#define SNAP_PNG_MESSAGE_CAPACITY 160

/* Bytes borrowed from the caller. */
typedef struct {
  const uint8_t *bytes;
  size_t count;
} snap_png_span;

/* The rows of a PNG stream through libpng, from the top down: every colour type, depth and
   interlacing.

   The stream is handed over in pieces, so that the caller leaves out what libpng need not judge;
   the bytes must outlive the rows. NULL when there is no memory. */
typedef struct snap_png_rows snap_png_rows;
snap_png_rows *snap_png_open(const snap_png_span *pieces, size_t piece_count);

/* Reads what stands before the pixels. Rows will be straight RGBA: four bytes a pixel (`wide` = 0),
   or four 16-bit numbers in the machine's order (`wide` = 1).

   Whatever is wrong with the stream is an error, even what libpng would only warn about: this and
   `snap_png_read` then return 0, and nothing may be read after that. */
int snap_png_read_head(snap_png_rows *rows, int wide);

/* Reads the next `count` rows; with the last of them, what stands behind the pixels. The rows of an
   interlaced image come all at once. */
int snap_png_read(snap_png_rows *rows, size_t count, uint8_t *out, size_t out_capacity);

/* What was wrong: one sentence without its full stop, good as long as the rows are open. */
const char *snap_png_message(const snap_png_rows *rows);

void snap_png_close(snap_png_rows *rows);

/* CRC-32 as PNG chunks carry it. */
uint32_t snap_crc32(const uint8_t *bytes, size_t count);

/* Compresses to a zlib stream at libdeflate's `level` (1 to 12); 0 when `out` is too small
   or there is no memory. */
size_t snap_zlib_compress(int level, const uint8_t *bytes, size_t count, uint8_t *out,
                          size_t out_capacity);

/* The most that `snap_zlib_compress` can write for `count` bytes. */
size_t snap_zlib_bound(size_t count);

/* Inflates one raw deflate stream (no zlib header, no checksum). Both buffers must be used up
   exactly, to the byte; 0 otherwise, or when there is no memory. */
int snap_inflate_exactly(const uint8_t *bytes, size_t count, uint8_t *out, size_t out_count);

/* Adler-32 of `bytes`, carried on from `sum` (1 at the beginning). */
uint32_t snap_adler32(uint32_t sum, const uint8_t *bytes, size_t count);

/* Inflates a zlib stream of at most `out_capacity` bytes; how many there were, 0 where the
   stream is damaged, empty or larger. */
size_t snap_zlib_inflate(const uint8_t *bytes, size_t count, uint8_t *out,
                         size_t out_capacity);

/* A transform from some colour space to sRGB. May be used by many threads at once. */
typedef struct snap_icc_transform snap_icc_transform;

/* How the samples lie that a transform reads. */
typedef struct {
  /* 1: red, green and blue are equal, and the profile is a grey one. */
  int is_grey;
  /* 1: four 16-bit numbers a pixel in the machine's order; 0: four bytes. */
  int is_wide;
} snap_icc_layout;

/* Whether lcms2, which all of this needs, is installed. */
int snap_icc_is_available(void);

/* From an ICC profile. NULL where it is broken, or of another kind than the layout. */
snap_icc_transform *snap_icc_open(const uint8_t *profile, size_t count,
                                  snap_icc_layout layout);

/* From chromaticities (x and y of white, red, green, blue) and the exponent that leads from
   samples to light; 0 stands for sRGB's own curve. NULL where no light makes such colours. */
snap_icc_transform *snap_icc_open_primaries(const double chromaticities[8], double exponent,
                                            snap_icc_layout layout);

/* Converts straight RGBA pixels to 8-bit sRGB; alpha is kept (wide: rounded). `out` may be
   `in` unless the layout is wide. */
void snap_icc_apply(const snap_icc_transform *transform, const uint8_t *in, uint8_t *out,
                    size_t pixel_count);

void snap_icc_close(snap_icc_transform *transform);

/* Pictures that have lost detail: decoded to be looked at, never to be kept. */
typedef enum { SNAP_LOSSY_JPEG, SNAP_LOSSY_WEBP, SNAP_LOSSY_HEIC } snap_lossy_format;

/* Whether the library for a format is installed; the functions below may be called only then. */
int snap_lossy_is_available(snap_lossy_format format);

/* Width and height as the file's head has them; 0 where it is damaged. */
int snap_lossy_size(snap_lossy_format format, const uint8_t *bytes, size_t count, int *width,
                    int *height);

/* Writes width x height pixels of four bytes, as `snap_lossy_size` has said; 0 where the file is
   damaged. */
int snap_lossy_decode(snap_lossy_format format, const uint8_t *bytes, size_t count, int width,
                      int height, uint8_t *out);
