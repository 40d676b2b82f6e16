#include "CArchive.h"
#include "loading.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

#define archive(name) snap_libarchive.name

struct snap_archive {
  struct archive *reader;
};

static const size_t BLOCK = 64 * 1024;

static void explain(struct archive *reader, char message[SNAP_ARCHIVE_MESSAGE_CAPACITY]) {
  const char *reason = archive(error_string)(reader);
  snprintf(message, SNAP_ARCHIVE_MESSAGE_CAPACITY, "%s", reason ? reason : "no reason given");
}

snap_archive *snap_archive_open(const char *path, char message[SNAP_ARCHIVE_MESSAGE_CAPACITY]) {
  snap_archive *opened = malloc(sizeof *opened);
  struct archive *reader = opened ? archive(read_new)() : NULL;
  if (!reader) {
    free(opened);
    snprintf(message, SNAP_ARCHIVE_MESSAGE_CAPACITY, "no memory");
    return NULL;
  }
  opened->reader = reader;
  archive(read_support_format_zip)(reader);
  archive(read_support_format_tar)(reader);
  archive(read_support_filter_gzip)(reader);
  if (archive(read_open_filename)(reader, path, BLOCK) == ARCHIVE_OK) return opened;
  explain(reader, message);
  snap_archive_close(opened);
  return NULL;
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

int snap_archive_next(snap_archive *opened, snap_archive_entry *out,
                      char message[SNAP_ARCHIVE_MESSAGE_CAPACITY]) {
  struct archive_entry *entry = NULL;
  int result = archive(read_next_header)(opened->reader, &entry);
  if (result == ARCHIVE_EOF) return 0;
  /* A warning is about a name's letters or a date: what there is can be read. */
  if (result != ARCHIVE_OK && result != ARCHIVE_WARN) {
    explain(opened->reader, message);
    return -1;
  }
  /* The name's own bytes are not there where the process's locale cannot spell it. */
  const char *name = archive(entry_pathname_utf8)(entry);
  out->name = name ? name : archive(entry_pathname)(entry);
  const char *hard = archive(entry_hardlink)(entry);
  out->target = hard ? hard : archive(entry_symlink)(entry);
  out->is_hard_link = hard != NULL;
  out->kind = kind(entry);
  return 1;
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
  free(opened);
}
