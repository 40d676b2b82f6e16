#include "CSystem.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static bool load(const snap_library *wanted) {
  void *library = NULL;
  for (size_t index = 0; wanted->files[index] && !library; index++) {
    library = dlopen(wanted->files[index], RTLD_NOW | RTLD_LOCAL);
  }
  if (!library) return false;
  for (size_t index = 0; wanted->names[index]; index++) {
    void *address = dlsym(library, wanted->names[index]);
    if (!address) return false;
    /* A pointer to a function is as large as one to data wherever there is dlsym. */
    memcpy((char *)wanted->functions + index * sizeof address, &address, sizeof address);
  }
  return true;
}

bool snap_load(snap_library *library) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&lock);
  if (!library->is_settled) library->is_there = load(library);
  library->is_settled = true;
  bool is_there = library->is_there;
  pthread_mutex_unlock(&lock);
  return is_there;
}

const char *snap_homebrew(void) { return SNAP_HOMEBREW; }
