#include "CArchive.h"

#include <CSystem.h>
#include <archive.h>
#include <archive_entry.h>
#include <locale.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

#define FUNCTIONS(each) \
  each(archive_read_new) each(archive_read_support_format_zip) each(archive_read_support_format_tar) \
  each(archive_read_support_filter_gzip) each(archive_read_support_filter_xz) \
  each(archive_read_support_filter_zstd) each(archive_read_open_filename) \
  each(archive_read_open_memory) each(archive_read_next_header) each(archive_read_data) \
  each(archive_read_free) each(archive_error_string) each(archive_format) \
  each(archive_filter_bytes) each(archive_read_header_position) \
  each(archive_entry_pathname) each(archive_entry_pathname_utf8) each(archive_entry_symlink) \
  each(archive_entry_hardlink) each(archive_entry_filetype)

/* The 13 is the version of its binary interface, the same since libarchive 3.0. macOS has its own. */
SNAP_LIBRARY(libarchive, FUNCTIONS, "libarchive.so.13", "/usr/lib/libarchive.2.dylib")

#define archive(name) libarchive.archive_##name

bool snap_archive_load(void) { return load_libarchive(); }

struct snap_archive {
  struct archive *reader;
  /* What is read, where that is no file. */
  void *memory;
};

static const size_t BLOCK = 64 * 1024;

static locale_t names_locale;

/* Any locale whose characters are UTF-8; of it libarchive takes nothing but the spelling of names. */
static void make_names_locale(void) {
  static const char *const known[] = {"C.UTF-8", "C.utf8", "en_US.UTF-8", "UTF-8"};
  for (size_t index = 0; !names_locale && index < sizeof known / sizeof *known; index++) {
    names_locale = newlocale(LC_CTYPE_MASK, known[index], (locale_t)0);
  }
}

/* libarchive spells names as the locale says, and drops those that it cannot spell: in the C locale,
   which is every program's to begin with, all that are not ASCII. So this thread has a locale of its
   own until the names are read; `uselocale` of what this returns ends that. */
static locale_t spell_in_utf8(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_names_locale);
  return uselocale(names_locale);
}

static void explain(struct archive *reader, char message[SNAP_ARCHIVE_MESSAGE_CAPACITY]) {
  const char *reason = archive(error_string)(reader);
  snprintf(message, SNAP_ARCHIVE_MESSAGE_CAPACITY, "%s", reason ? reason : "no reason given");
}

/* Whether the library has a filter in itself: for one that it has not, it would start a program that it
   finds by PATH. */
static bool has_filter(int (*support)(struct archive *)) {
  struct archive *trial = archive(read_new)();
  bool has = trial && support(trial) == ARCHIVE_OK;
  if (trial) archive(read_free)(trial);
  return has;
}

/* Takes over `memory`; opens `path` where that is NULL. */
static snap_archive *open_either(const char *path, void *memory, size_t count,
                                 char message[SNAP_ARCHIVE_MESSAGE_CAPACITY]) {
  snap_archive *opened = malloc(sizeof *opened);
  struct archive *reader = opened && (path || memory) ? archive(read_new)() : NULL;
  if (!reader) {
    free(opened);
    free(memory);
    snprintf(message, SNAP_ARCHIVE_MESSAGE_CAPACITY, "no memory");
    return NULL;
  }
  *opened = (snap_archive){reader, memory};
  archive(read_support_format_zip)(reader);
  archive(read_support_format_tar)(reader);
  archive(read_support_filter_gzip)(reader);
  if (has_filter(archive(read_support_filter_xz))) archive(read_support_filter_xz)(reader);
  if (has_filter(archive(read_support_filter_zstd))) archive(read_support_filter_zstd)(reader);
  int result = memory ? archive(read_open_memory)(reader, memory, count)
                      : archive(read_open_filename)(reader, path, BLOCK);
  if (result == ARCHIVE_OK) return opened;
  explain(reader, message);
  snap_archive_close(opened);
  return NULL;
}

snap_archive *snap_archive_open(const char *path, char message[SNAP_ARCHIVE_MESSAGE_CAPACITY]) {
  return open_either(path, NULL, 0, message);
}

snap_archive *snap_archive_open_copy(const uint8_t *bytes, size_t count,
                                     char message[SNAP_ARCHIVE_MESSAGE_CAPACITY]) {
  void *copy = malloc(count + 1);
  if (copy && count > 0) memcpy(copy, bytes, count);
  return open_either(NULL, copy, count, message);
}

static snap_entry_kind kind(struct archive_entry *entry) {
  if (archive(entry_hardlink)(entry)) return SNAP_ENTRY_LINK;
  switch (archive(entry_filetype)(entry)) {
    case AE_IFREG: return SNAP_ENTRY_FILE;
    case AE_IFDIR: return SNAP_ENTRY_FOLDER;
    case AE_IFLNK: return SNAP_ENTRY_LINK;
    default: return SNAP_ENTRY_OTHER;
  }
}

static int next(snap_archive *opened, snap_archive_entry *out,
                char message[SNAP_ARCHIVE_MESSAGE_CAPACITY]) {
  struct archive_entry *entry = NULL;
  int result = archive(read_next_header)(opened->reader, &entry);
  if (result == ARCHIVE_EOF) {
    /* A whole tar ends in an empty block. One that breaks off between two entries does not, and
       libarchive reads it without a word. */
    bool is_tar =
        (archive(format)(opened->reader) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_TAR;
    if (!is_tar || archive(filter_bytes)(opened->reader, 0) >
                       archive(read_header_position)(opened->reader)) {
      return 0;
    }
    snprintf(message, SNAP_ARCHIVE_MESSAGE_CAPACITY, "it breaks off after an entry");
    return -1;
  }
  /* A warning is about a name's letters or a date: what there is can be read. */
  if (result != ARCHIVE_OK && result != ARCHIVE_WARN) {
    explain(opened->reader, message);
    return -1;
  }
  const char *name = archive(entry_pathname_utf8)(entry);
  out->name = name ? name : archive(entry_pathname)(entry);
  const char *hard = archive(entry_hardlink)(entry);
  out->target = hard ? hard : archive(entry_symlink)(entry);
  out->is_hard_link = hard != NULL;
  out->kind = kind(entry);
  out->skips_unread =
      (archive(format)(opened->reader) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_ZIP;
  return 1;
}

int snap_archive_next(snap_archive *opened, snap_archive_entry *out,
                      char message[SNAP_ARCHIVE_MESSAGE_CAPACITY]) {
  locale_t former = spell_in_utf8();
  int result = next(opened, out, message);
  uselocale(former);
  return result;
}

long snap_archive_read(snap_archive *opened, uint8_t *bytes, size_t count,
                       char message[SNAP_ARCHIVE_MESSAGE_CAPACITY]) {
  la_ssize_t got = archive(read_data)(opened->reader, bytes, count);
  if (got < 0) explain(opened->reader, message);
  return got < 0 ? -1 : (long)got;
}

void snap_archive_close(snap_archive *opened) {
  if (!opened) return;
  archive(read_free)(opened->reader);
  free(opened->memory);
  free(opened);
}
