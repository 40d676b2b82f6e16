#include "loading.h"

#include "CArchive.h"

#ifdef __APPLE__

#define LINKED(name) .name = archive_##name,

snap_archive_functions snap_libarchive = {SNAP_ARCHIVE_FUNCTIONS(LINKED)};

bool snap_archive_load(void) { return true; }

#else

#include <CLoading.h>
#include <stddef.h>

snap_archive_functions snap_libarchive;

#define NAME(name) "archive_" #name,

bool snap_archive_load(void) {
  /* The 13 is the version of its binary interface, the same since libarchive 3.0. */
  static const char *const files[] = {"libarchive.so.13", NULL};
  static const char *const names[] = {SNAP_ARCHIVE_FUNCTIONS(NAME) NULL};
  static snap_library library = {files, names, &snap_libarchive, false, false};
  return snap_load(&library);
}

#endif
