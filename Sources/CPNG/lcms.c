#include "lcms.h"

#ifdef __APPLE__

#define LINKED(name) .name = cms##name,

snap_cms_functions snap_cms = {SNAP_CMS_FUNCTIONS(LINKED)};

bool snap_cms_load(void) { return true; }

#else

#include <dlfcn.h>
#include <pthread.h>

snap_cms_functions snap_cms;
static bool is_complete;

#define FIND(name) \
  snap_cms.name = (__typeof__(snap_cms.name))dlsym(library, "cms" #name); \
  is_complete &= snap_cms.name != NULL;

static void load(void) {
  /* The 2 is the version of its binary interface. Never closed: transforms outlive any caller. */
  void *library = dlopen("liblcms2.so.2", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  is_complete = true;
  SNAP_CMS_FUNCTIONS(FIND)
}

bool snap_cms_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_complete;
}

#endif
