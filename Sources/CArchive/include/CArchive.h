/* libarchive, as far as unpacking zip and tar takes. It is loaded when the first archive is opened,
   because few reviews open one and the program starts more quickly without it. */
#ifndef SNAP_ARCHIVE_H
#define SNAP_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SNAP_ARCHIVE_MESSAGE_CAPACITY = 256 };

typedef struct snap_archive snap_archive;

typedef enum {
  SNAP_ENTRY_FILE,
  SNAP_ENTRY_FOLDER,
  SNAP_ENTRY_LINK,
  SNAP_ENTRY_OTHER,
} snap_entry_kind;

/* The texts belong to the archive and hold until the next entry. */
typedef struct {
  /* In UTF-8, or as the archive spells it where that is none; NULL where there is no name. */
  const char *name;
  /* Where a link leads to; NULL for all else. */
  const char *target;
  /* Whether the target is a name in the archive instead of a path beside the link. */
  bool is_hard_link;
  snap_entry_kind kind;
  /* Whether what is not read of the entry is not unpacked either. */
  bool skips_unread;
} snap_archive_entry;

/* Whether libarchive is there. May be called by many threads at once. */
bool snap_archive_load(void);

/* Opens a zip, a tar or a tar in gzip; NULL where it is none, with one sentence in `message`. */
snap_archive *snap_archive_open(const char *path, char message[SNAP_ARCHIVE_MESSAGE_CAPACITY]);

/* As above, of an archive whose bytes are copied first. */
snap_archive *snap_archive_open_copy(const uint8_t *bytes, size_t count,
                                     char message[SNAP_ARCHIVE_MESSAGE_CAPACITY]);

/* Goes on to the next entry: 1 where there is one, 0 at the end, -1 with a sentence where the
   archive is broken. */
int snap_archive_next(snap_archive *archive, snap_archive_entry *entry,
                      char message[SNAP_ARCHIVE_MESSAGE_CAPACITY]);

/* Reads on in the entry: how many bytes there were, 0 at its end, -1 with a sentence. */
long snap_archive_read(snap_archive *archive, uint8_t *bytes, size_t count,
                       char message[SNAP_ARCHIVE_MESSAGE_CAPACITY]);

void snap_archive_close(snap_archive *archive);

#endif
