#include <CPNG.h>

#include <libdeflate.h>

uint32_t snap_crc32(const uint8_t *bytes, size_t count) {
  return libdeflate_crc32(0, bytes, count);
}

size_t snap_zlib_compress(int level, const uint8_t *bytes, size_t count, uint8_t *out,
                          size_t out_capacity) {
  struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(level);
  if (!compressor) return 0;
  size_t written = libdeflate_zlib_compress(compressor, bytes, count, out, out_capacity);
  libdeflate_free_compressor(compressor);
  return written;
}

size_t snap_zlib_bound(size_t count) {
  /* Without a compressor libdeflate gives the bound that holds for every level. */
  return libdeflate_zlib_compress_bound(NULL, count);
}

int snap_inflate_exactly(const uint8_t *bytes, size_t count, uint8_t *out, size_t out_count) {
  struct libdeflate_decompressor *decompressor = libdeflate_alloc_decompressor();
  if (!decompressor) return 0;
  size_t read = 0;
  size_t written = 0;
  enum libdeflate_result result = libdeflate_deflate_decompress_ex(
      decompressor, bytes, count, out, out_count, &read, &written);
  libdeflate_free_decompressor(decompressor);
  return result == LIBDEFLATE_SUCCESS && read == count && written == out_count;
}

uint32_t snap_adler32(uint32_t sum, const uint8_t *bytes, size_t count) {
  return libdeflate_adler32(sum, bytes, count);
}

size_t snap_zlib_inflate(const uint8_t *bytes, size_t count, uint8_t *out,
                         size_t out_capacity) {
  struct libdeflate_decompressor *decompressor = libdeflate_alloc_decompressor();
  if (!decompressor) return 0;
  size_t written = 0;
  enum libdeflate_result result =
      libdeflate_zlib_decompress(decompressor, bytes, count, out, out_capacity, &written);
  libdeflate_free_decompressor(decompressor);
  return result == LIBDEFLATE_SUCCESS ? written : 0;
}
