#pragma once

#include <archive.h>
#include <archive_entry.h>

/* What we call, without the prefix "archive_". */
#define SNAP_ARCHIVE_FUNCTIONS(each) \
  each(read_new) each(read_support_format_zip) each(read_support_format_tar) \
  each(read_support_filter_gzip) each(read_open_filename) each(read_next_header) \
  each(read_data) each(read_free) each(error_string) each(format) each(entry_pathname) \
  each(entry_pathname_utf8) each(entry_symlink) each(entry_hardlink) each(entry_filetype)

#define SNAP_ARCHIVE_MEMBER(name) __typeof__(&archive_##name) name;

typedef struct {
  SNAP_ARCHIVE_FUNCTIONS(SNAP_ARCHIVE_MEMBER)
} snap_archive_functions;

/* Filled by the first call of `snap_archive_load`. */
extern snap_archive_functions snap_libarchive;
