#include "loading.h"

#include "CArchive.h"

#ifdef __APPLE__

#define LINKED(name) .name = archive_##name,

snap_archive_functions snap_libarchive = {SNAP_ARCHIVE_FUNCTIONS(LINKED)};

bool snap_archive_load(void) { return true; }

#else

#include <dlfcn.h>
#include <pthread.h>

snap_archive_functions snap_libarchive;
static bool is_complete;

#define FIND(name) \
  snap_libarchive.name = \
    (__typeof__(snap_libarchive.name))dlsym(library, "archive_" #name); \
  is_complete &= snap_libarchive.name != NULL;

static void load(void) {
  /* The 13 is the version of its binary interface, the same since libarchive 3.0. */
  void *library = dlopen("libarchive.so.13", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  is_complete = true;
  SNAP_ARCHIVE_FUNCTIONS(FIND)
}

bool snap_archive_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_complete;
}

#endif
