#include <CPNG.h>
#include <CSystem.h>
#include <string.h>

/* JPEG by libjpeg-turbo's TurboJPEG, WebP by libwebp, HEIC by libheif: optional, so loaded and never
   linked. What we call of them is declared here, as no headers need be there to build; all keep
   their binary interfaces within the versions that the files are named after. */

void *tjInitDecompress(void);
int tjDecompressHeader3(void *, const unsigned char *, unsigned long, int *, int *, int *, int *);
int tjDecompress2(void *, const unsigned char *, unsigned long, unsigned char *, int, int, int, int,
                  int);
int tjDestroy(void *);

int WebPGetInfo(const uint8_t *, size_t, int *, int *);
uint8_t *WebPDecodeRGBAInto(const uint8_t *, size_t, uint8_t *, size_t, int);

typedef struct {
  int code, detail;
  const char *message;
} heif_answer;

void *heif_context_alloc(void);
void heif_context_free(void *);
heif_answer heif_context_read_from_memory_without_copy(void *, const void *, size_t, const void *);
heif_answer heif_context_get_primary_image_handle(void *, void **);
int heif_image_handle_get_width(const void *);
int heif_image_handle_get_height(const void *);
void heif_image_handle_release(const void *);
heif_answer heif_decode_image(const void *, void **, int, int, const void *);
int heif_image_get_width(const void *, int);
int heif_image_get_height(const void *, int);
const uint8_t *heif_image_get_plane_readonly(const void *, int, int *);
void heif_image_release(const void *);

#define JPEG(each) \
  each(tjInitDecompress) each(tjDecompressHeader3) each(tjDecompress2) each(tjDestroy)
#define WEBP(each) each(WebPGetInfo) each(WebPDecodeRGBAInto)
#define HEIF(each) \
  each(heif_context_alloc) each(heif_context_free) \
  each(heif_context_read_from_memory_without_copy) each(heif_context_get_primary_image_handle) \
  each(heif_image_handle_get_width) each(heif_image_handle_get_height) \
  each(heif_image_handle_release) each(heif_decode_image) each(heif_image_get_width) \
  each(heif_image_get_height) each(heif_image_get_plane_readonly) each(heif_image_release)

#define DYLIB(name) name, SNAP_HOMEBREW "/lib/" name

SNAP_LIBRARY(jpeg, JPEG, "libturbojpeg.so.0", DYLIB("libturbojpeg.0.dylib"))
SNAP_LIBRARY(webp, WEBP, "libwebp.so.7", DYLIB("libwebp.7.dylib"))
SNAP_LIBRARY(heif, HEIF, "libheif.so.1", DYLIB("libheif.1.dylib"))

/* Of heif.h: bytes in the order red, green, blue, alpha. */
enum { COLOURS_RGB = 1, INTERLEAVED = 10, INTERLEAVED_RGBA = 11 };

/* Of turbojpeg.h. Damage is an error, and so are the thousands of passes of a decompression bomb. */
enum { RGBA = 7, ACCURATE = 4096, STOP_ON_WARNING = 8192, LIMIT_SCANS = 32768 };

int snap_lossy_is_available(snap_lossy_format format) {
  switch (format) {
    case SNAP_LOSSY_JPEG: return load_jpeg();
    case SNAP_LOSSY_WEBP: return load_webp();
    case SNAP_LOSSY_HEIC: return load_heif();
  }
  return 0;
}

/* The picture that a HEIC file shows; NULL where it is damaged. To be released with its context. */
static void *open_heic(const uint8_t *bytes, size_t count, void **context) {
  void *handle = NULL;
  *context = heif.heif_context_alloc();
  if (!*context) return NULL;
  if (heif.heif_context_read_from_memory_without_copy(*context, bytes, count, NULL).code == 0 &&
      heif.heif_context_get_primary_image_handle(*context, &handle).code == 0) {
    return handle;
  }
  heif.heif_context_free(*context);
  return NULL;
}

static int heic_size(const uint8_t *bytes, size_t count, int *width, int *height) {
  void *context;
  void *handle = open_heic(bytes, count, &context);
  if (!handle) return 0;
  *width = heif.heif_image_handle_get_width(handle);
  *height = heif.heif_image_handle_get_height(handle);
  heif.heif_image_handle_release(handle);
  heif.heif_context_free(context);
  return 1;
}

static int copy_heic(const void *image, int width, int height, uint8_t *out) {
  int stride = 0;
  const uint8_t *rows = heif.heif_image_get_plane_readonly(image, INTERLEAVED, &stride);
  if (!rows || heif.heif_image_get_width(image, INTERLEAVED) != width ||
      heif.heif_image_get_height(image, INTERLEAVED) != height) {
    return 0;
  }
  for (int y = 0; y < height; y++) {
    memcpy(out + (size_t)y * width * 4, rows + (size_t)y * stride, (size_t)width * 4);
  }
  return 1;
}

static int decode_heic(const uint8_t *bytes, size_t count, int width, int height, uint8_t *out) {
  void *context, *image = NULL;
  void *handle = open_heic(bytes, count, &context);
  if (!handle) return 0;
  int is_whole = heif.heif_decode_image(handle, &image, COLOURS_RGB, INTERLEAVED_RGBA, NULL).code == 0 &&
                 copy_heic(image, width, height, out);
  if (image) heif.heif_image_release(image);
  heif.heif_image_handle_release(handle);
  heif.heif_context_free(context);
  return is_whole;
}

int snap_lossy_size(snap_lossy_format format, const uint8_t *bytes, size_t count, int *width,
                    int *height) {
  if (format == SNAP_LOSSY_WEBP) return webp.WebPGetInfo(bytes, count, width, height);
  if (format == SNAP_LOSSY_HEIC) return heic_size(bytes, count, width, height);
  void *reader = jpeg.tjInitDecompress();
  if (!reader) return 0;
  int sampling, colours;
  int failure = jpeg.tjDecompressHeader3(reader, bytes, count, width, height, &sampling, &colours);
  jpeg.tjDestroy(reader);
  return failure == 0;
}

int snap_lossy_decode(snap_lossy_format format, const uint8_t *bytes, size_t count, int width,
                      int height, uint8_t *out) {
  if (format == SNAP_LOSSY_WEBP) {
    return webp.WebPDecodeRGBAInto(bytes, count, out, (size_t)width * height * 4, width * 4) != NULL;
  }
  if (format == SNAP_LOSSY_HEIC) return decode_heic(bytes, count, width, height, out);
  void *reader = jpeg.tjInitDecompress();
  if (!reader) return 0;
  int failure = jpeg.tjDecompress2(reader, bytes, count, out, width, width * 4, height, RGBA,
                                ACCURATE | STOP_ON_WARNING | LIMIT_SCANS);
  jpeg.tjDestroy(reader);
  return failure == 0;
}
