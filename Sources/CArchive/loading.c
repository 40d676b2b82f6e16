#include "loading.h"

#include "CArchive.h"

#ifdef __APPLE__

#define LINKED(name) .name = archive_##name,

snap_archive_functions snap_libarchive = {SNAP_ARCHIVE_FUNCTIONS(LINKED)};

bool snap_archive_load(void) { return true; }

#else

#include <CLoading.h>
#include <pthread.h>
#include <stddef.h>

snap_archive_functions snap_libarchive;
static bool is_complete;

#define NAME(name) "archive_" #name,

static void load(void) {
  /* The 13 is the version of its binary interface, the same since libarchive 3.0. */
  static const char *const files[] = {"libarchive.so.13", NULL};
  static const char *const names[] = {SNAP_ARCHIVE_FUNCTIONS(NAME) NULL};
  is_complete = snap_load(files, names, &snap_libarchive);
}

bool snap_archive_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_complete;
}

#endif
