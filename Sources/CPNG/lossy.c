#include <CLoading.h>
#include <CPNG.h>
#include <pthread.h>
#include <stddef.h>

/* JPEG by libjpeg-turbo's TurboJPEG, WebP by libwebp: optional, so loaded and never linked. What we
   call of them is declared here, as neither's headers need be there to build; both keep their
   binary interfaces within the versions that the files are named after. */

typedef struct {
  void *(*init_decompress)(void);
  int (*decompress_header)(void *, const unsigned char *, unsigned long, int *, int *, int *, int *);
  int (*decompress)(void *, const unsigned char *, unsigned long, unsigned char *, int, int, int, int,
                    int);
  int (*destroy)(void *);
} jpeg_functions;

typedef struct {
  int (*get_info)(const uint8_t *, size_t, int *, int *);
  uint8_t *(*decode)(const uint8_t *, size_t, uint8_t *, size_t, int);
} webp_functions;

/* Of turbojpeg.h. Damage is an error, and so are the thousands of passes of a decompression bomb. */
enum { RGBA = 7, ACCURATE = 4096, STOP_ON_WARNING = 8192, LIMIT_SCANS = 32768 };

static jpeg_functions jpeg;
static webp_functions webp;
static int has_jpeg, has_webp;

static void load(void) {
  static const char *const jpeg_files[] = {
      "libturbojpeg.so.0", "libturbojpeg.0.dylib", "/opt/homebrew/lib/libturbojpeg.0.dylib",
      "/usr/local/lib/libturbojpeg.0.dylib", NULL};
  static const char *const jpeg_names[] = {
      "tjInitDecompress", "tjDecompressHeader3", "tjDecompress2", "tjDestroy", NULL};
  static const char *const webp_files[] = {
      "libwebp.so.7", "libwebp.7.dylib", "/opt/homebrew/lib/libwebp.7.dylib",
      "/usr/local/lib/libwebp.7.dylib", NULL};
  static const char *const webp_names[] = {"WebPGetInfo", "WebPDecodeRGBAInto", NULL};
  has_jpeg = snap_load(jpeg_files, jpeg_names, &jpeg);
  has_webp = snap_load(webp_files, webp_names, &webp);
}

int snap_lossy_is_available(snap_lossy_format format) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return format == SNAP_LOSSY_JPEG ? has_jpeg : has_webp;
}

int snap_lossy_size(snap_lossy_format format, const uint8_t *bytes, size_t count, int *width,
                    int *height) {
  if (format == SNAP_LOSSY_WEBP) return webp.get_info(bytes, count, width, height);
  void *reader = jpeg.init_decompress();
  if (!reader) return 0;
  int sampling, colours;
  int failure = jpeg.decompress_header(reader, bytes, count, width, height, &sampling, &colours);
  jpeg.destroy(reader);
  return failure == 0;
}

int snap_lossy_decode(snap_lossy_format format, const uint8_t *bytes, size_t count, int width,
                      int height, uint8_t *out) {
  if (format == SNAP_LOSSY_WEBP) {
    return webp.decode(bytes, count, out, (size_t)width * height * 4, width * 4) != NULL;
  }
  void *reader = jpeg.init_decompress();
  if (!reader) return 0;
  int failure = jpeg.decompress(reader, bytes, count, out, width, width * 4, height, RGBA,
                                ACCURATE | STOP_ON_WARNING | LIMIT_SCANS);
  jpeg.destroy(reader);
  return failure == 0;
}
