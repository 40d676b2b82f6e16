#include <CLoading.h>
#include <CPNG.h>
#include <stddef.h>
#include <string.h>

/* JPEG by libjpeg-turbo's TurboJPEG, WebP by libwebp, HEIC by libheif: optional, so loaded and never
   linked. What we call of them is declared here, as no headers need be there to build; all keep
   their binary interfaces within the versions that the files are named after. */

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

typedef struct {
  int code, detail;
  const char *message;
} heif_answer;

typedef struct {
  void *(*context_alloc)(void);
  void (*context_free)(void *);
  heif_answer (*read)(void *, const void *, size_t, const void *);
  heif_answer (*get_primary)(void *, void **);
  int (*get_width)(const void *);
  int (*get_height)(const void *);
  void (*handle_release)(const void *);
  heif_answer (*decode)(const void *, void **, int, int, const void *);
  int (*image_width)(const void *, int);
  int (*image_height)(const void *, int);
  const uint8_t *(*get_plane)(const void *, int, int *);
  void (*image_release)(const void *);
} heif_functions;

/* Of heif.h: bytes in the order red, green, blue, alpha. */
enum { COLOURS_RGB = 1, INTERLEAVED = 10, INTERLEAVED_RGBA = 11 };

/* Of turbojpeg.h. Damage is an error, and so are the thousands of passes of a decompression bomb. */
enum { RGBA = 7, ACCURATE = 4096, STOP_ON_WARNING = 8192, LIMIT_SCANS = 32768 };

static jpeg_functions jpeg;
static webp_functions webp;
static heif_functions heif;

int snap_lossy_is_available(snap_lossy_format format) {
  static const char *const jpeg_files[] = {
      "libturbojpeg.so.0", "libturbojpeg.0.dylib", "/opt/homebrew/lib/libturbojpeg.0.dylib",
      "/usr/local/lib/libturbojpeg.0.dylib", NULL};
  static const char *const jpeg_names[] = {
      "tjInitDecompress", "tjDecompressHeader3", "tjDecompress2", "tjDestroy", NULL};
  static const char *const webp_files[] = {
      "libwebp.so.7", "libwebp.7.dylib", "/opt/homebrew/lib/libwebp.7.dylib",
      "/usr/local/lib/libwebp.7.dylib", NULL};
  static const char *const webp_names[] = {"WebPGetInfo", "WebPDecodeRGBAInto", NULL};
  static const char *const heif_files[] = {
      "libheif.so.1", "libheif.1.dylib", "/opt/homebrew/lib/libheif.1.dylib",
      "/usr/local/lib/libheif.1.dylib", NULL};
  static const char *const heif_names[] = {
      "heif_context_alloc", "heif_context_free", "heif_context_read_from_memory_without_copy",
      "heif_context_get_primary_image_handle", "heif_image_handle_get_width",
      "heif_image_handle_get_height", "heif_image_handle_release", "heif_decode_image",
      "heif_image_get_width", "heif_image_get_height", "heif_image_get_plane_readonly",
      "heif_image_release", NULL};
  static snap_library libraries[] = {
      [SNAP_LOSSY_JPEG] = {jpeg_files, jpeg_names, &jpeg, 0, 0},
      [SNAP_LOSSY_WEBP] = {webp_files, webp_names, &webp, 0, 0},
      [SNAP_LOSSY_HEIC] = {heif_files, heif_names, &heif, 0, 0},
  };
  return snap_load(&libraries[format]);
}

/* The picture that a HEIC file shows; NULL where it is damaged. To be released with its context. */
static void *open_heic(const uint8_t *bytes, size_t count, void **context) {
  void *handle = NULL;
  *context = heif.context_alloc();
  if (!*context) return NULL;
  if (heif.read(*context, bytes, count, NULL).code == 0 &&
      heif.get_primary(*context, &handle).code == 0) {
    return handle;
  }
  heif.context_free(*context);
  return NULL;
}

static int heic_size(const uint8_t *bytes, size_t count, int *width, int *height) {
  void *context;
  void *handle = open_heic(bytes, count, &context);
  if (!handle) return 0;
  *width = heif.get_width(handle);
  *height = heif.get_height(handle);
  heif.handle_release(handle);
  heif.context_free(context);
  return 1;
}

static int copy_heic(const void *image, int width, int height, uint8_t *out) {
  int stride = 0;
  const uint8_t *rows = heif.get_plane(image, INTERLEAVED, &stride);
  if (!rows || heif.image_width(image, INTERLEAVED) != width ||
      heif.image_height(image, INTERLEAVED) != height) {
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
  int is_whole = heif.decode(handle, &image, COLOURS_RGB, INTERLEAVED_RGBA, NULL).code == 0 &&
                 copy_heic(image, width, height, out);
  if (image) heif.image_release(image);
  heif.handle_release(handle);
  heif.context_free(context);
  return is_whole;
}

int snap_lossy_size(snap_lossy_format format, const uint8_t *bytes, size_t count, int *width,
                    int *height) {
  if (format == SNAP_LOSSY_WEBP) return webp.get_info(bytes, count, width, height);
  if (format == SNAP_LOSSY_HEIC) return heic_size(bytes, count, width, height);
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
  if (format == SNAP_LOSSY_HEIC) return decode_heic(bytes, count, width, height, out);
  void *reader = jpeg.init_decompress();
  if (!reader) return 0;
  int failure = jpeg.decompress(reader, bytes, count, out, width, width * 4, height, RGBA,
                                ACCURATE | STOP_ON_WARNING | LIMIT_SCANS);
  jpeg.destroy(reader);
  return failure == 0;
}
