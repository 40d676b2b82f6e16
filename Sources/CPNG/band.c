#include <CPNG.h>

#include <zlib.h>

/* Level 2 takes no longer than 1 on screens and photos and never writes more than libpng does at
   level 1 with all its filters; 3 and above are slower.

   libdeflate's level 1 is twice as fast, but cannot be made to end a band on a byte boundary, and
   as one band takes longer than zlib's on two cores; ISA-L is five times as fast, but Debian has
   no archive of it, so that the program would need it installed. Z_RLE halves flat screens and
   quadruples gradients. */
enum { LEVEL = 2, RAW_WINDOW = -15, MEMORY = 8 };

/* Decides whether to search for matches: in photos that takes time and makes the data larger
   than codes for single bytes do. */
enum { SAMPLE = 64 << 10 };

static size_t deflate_by(int strategy, const uint8_t *bytes, size_t count, uint8_t *out,
                         size_t out_capacity) {
  z_stream stream = {0};
  if (deflateInit2(&stream, LEVEL, Z_DEFLATED, RAW_WINDOW, MEMORY, strategy) != Z_OK) return 0;
  stream.next_in = (Bytef *)bytes;
  stream.avail_in = (uInt)count;
  stream.next_out = out;
  stream.avail_out = (uInt)out_capacity;
  int result = deflate(&stream, Z_FULL_FLUSH);
  /* With room left the flush is complete. */
  size_t written =
      result == Z_OK && stream.avail_in == 0 && stream.avail_out > 0 ? stream.total_out : 0;
  deflateEnd(&stream);
  return written;
}

size_t snap_deflate_band(const uint8_t *bytes, size_t count, uint8_t *out,
                         size_t out_capacity) {
  size_t sample = count < SAMPLE ? count : SAMPLE;
  const uint8_t *middle = bytes + (count - sample) / 2;
  size_t searched = deflate_by(Z_DEFAULT_STRATEGY, middle, sample, out, out_capacity);
  size_t unsearched = deflate_by(Z_HUFFMAN_ONLY, middle, sample, out, out_capacity);
  if (searched == 0 || unsearched == 0) return 0;
  int strategy = unsearched < searched ? Z_HUFFMAN_ONLY : Z_DEFAULT_STRATEGY;
  return deflate_by(strategy, bytes, count, out, out_capacity);
}

size_t snap_deflate_band_bound(size_t count) {
  /* zlib's bound for any settings counts the end of a stream, not that of a flush. */
  return deflateBound(NULL, (uLong)count) + 16;
}
