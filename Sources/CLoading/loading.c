#include "CLoading.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

bool snap_load(const char *const *files, const char *const *names, void *functions) {
  void *library = NULL;
  for (; *files && !library; files++) library = dlopen(*files, RTLD_NOW | RTLD_LOCAL);
  if (!library) return false;
  for (size_t index = 0; names[index]; index++) {
    void *address = dlsym(library, names[index]);
    if (!address) return false;
    /* A pointer to a function is as large as one to data wherever there is dlsym. */
    memcpy((char *)functions + index * sizeof address, &address, sizeof address);
  }
  return true;
}
