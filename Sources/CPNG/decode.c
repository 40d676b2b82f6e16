#include <CPNG.h>

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where libpng reads from: the pieces, one after the other. */
typedef struct {
  const snap_png_span *pieces;
  size_t piece_count;
  size_t piece;
  size_t offset;
  /* What has been read since the last row was whole. */
  size_t surplus;
  png_uint_32 height;
  int is_interlaced;
} snap_png_source;

/* After the last row there are a checksum and the end of the file. libpng inflates whatever else
   stands there before it says that it is too much, and of these bytes it makes a thousand times as
   many. */
static const size_t SURPLUS = 64 * 1024;
static const int PASSES = 7;

/* The height is known once the header has been read; until then no row is whole. */
static int is_image_whole(png_structp png, const snap_png_source *source) {
  if (source->height == 0) return 0;
  return source->is_interlaced ? png_get_current_pass_number(png) >= PASSES
                               : png_get_current_row_number(png) >= source->height;
}

/* libpng's own callbacks find it behind the error pointer; `jump` is set by whoever calls libpng. */
struct snap_png_rows {
  jmp_buf jump;
  char message[SNAP_PNG_MESSAGE_CAPACITY];
  snap_png_source source;
  png_structp png;
  png_infop info;
  int passes;
  size_t row;
  size_t stride;
  snap_png_span pieces[];
};

static void fail(png_structp png, png_const_charp text) {
  snap_png_rows *rows = png_get_error_ptr(png);
  snprintf(rows->message, SNAP_PNG_MESSAGE_CAPACITY, "%s", text);
  longjmp(rows->jump, 1);
}

static void ignore_warning(png_structp png, png_const_charp text) {
  (void)png;
  (void)text;
}

static void read_pieces(png_structp png, png_bytep out, size_t count) {
  snap_png_source *source = png_get_io_ptr(png);
  if (is_image_whole(png, source)) {
    source->surplus += count;
    if (source->surplus > SURPLUS) png_error(png, "more pixel data than the image has");
  }
  while (count > 0) {
    if (source->piece == source->piece_count) png_error(png, "the data ends too early");
    const snap_png_span *piece = &source->pieces[source->piece];
    size_t left = piece->count - source->offset;
    size_t step = left < count ? left : count;
    memcpy(out, piece->bytes + source->offset, step);
    out += step;
    count -= step;
    source->offset += step;
    if (source->offset == piece->count) {
      source->piece += 1;
      source->offset = 0;
    }
  }
}

static int is_little_endian(void) {
  const uint16_t one = 1;
  return *(const uint8_t *)&one;
}

/* Asks libpng for four channels of 8 or 16 bits, whatever the file holds. */
static void request_rgba(png_structp png, int wide) {
  if (wide) {
    png_set_expand_16(png);
    if (is_little_endian()) png_set_swap(png);
  } else {
    png_set_expand(png);
    /* Rounds to the nearest; png_set_strip_16 would cut. */
    png_set_scale_16(png);
  }
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, wide ? 0xFFFF : 0xFF, PNG_FILLER_AFTER);
}

static void read_head(snap_png_rows *rows, int wide) {
  png_structp png = rows->png;
  png_infop info = rows->info;
  png_read_info(png, info);
  rows->source.is_interlaced = png_get_interlace_type(png, info) != PNG_INTERLACE_NONE;
  rows->source.height = png_get_image_height(png, info);
  request_rgba(png, wide);
  rows->passes = png_set_interlace_handling(png);
  png_read_update_info(png, info);
  rows->stride = (size_t)png_get_image_width(png, info) * (wide ? 8 : 4);
  if (png_get_rowbytes(png, info) != rows->stride)
    png_error(png, "rows have an unexpected length");
}

snap_png_rows *snap_png_open(const snap_png_span *pieces, size_t piece_count) {
  size_t size = piece_count * sizeof *pieces;
  snap_png_rows *rows = calloc(1, sizeof *rows + size);
  if (!rows) return NULL;
  memcpy(rows->pieces, pieces, size);
  rows->source = (snap_png_source){.pieces = rows->pieces, .piece_count = piece_count};
  if (setjmp(rows->jump) == 0) {
    rows->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, rows, fail, ignore_warning);
    if (rows->png) rows->info = png_create_info_struct(rows->png);
    if (rows->info) return rows;
  }
  snap_png_close(rows);
  return NULL;
}

int snap_png_read_head(snap_png_rows *rows, int wide) {
  if (setjmp(rows->jump)) return 0;
  png_set_read_fn(rows->png, &rows->source, read_pieces);
  /* libpng's own limits stand: 1,000,000 pixels a side, which is PNG.sideLimit, and 8 MB a chunk
     beside the pixels. */
  png_set_benign_errors(rows->png, 0);
#ifdef PNG_MAXIMUM_INFLATE_WINDOW
  /* Some writers understate the window; the data is sound all the same. */
  png_set_option(rows->png, PNG_MAXIMUM_INFLATE_WINDOW, PNG_OPTION_ON);
#endif
  read_head(rows, wide);
  return 1;
}

int snap_png_read(snap_png_rows *rows, size_t count, uint8_t *out, size_t out_capacity) {
  if (setjmp(rows->jump)) return 0;
  size_t left = rows->source.height - rows->row;
  if (count > left || (rows->passes > 1 && count < left) || count * rows->stride > out_capacity)
    png_error(rows->png, "rows are asked for that are not there");
  for (int pass = 0; pass < rows->passes; pass++)
    for (size_t y = 0; y < count; y++) png_read_row(rows->png, out + y * rows->stride, NULL);
  rows->row += count;
  if (count == left) png_read_end(rows->png, NULL);
  return 1;
}

const char *snap_png_message(const snap_png_rows *rows) { return rows->message; }

void snap_png_close(snap_png_rows *rows) {
  png_destroy_read_struct(&rows->png, &rows->info, NULL);
  free(rows);
}
