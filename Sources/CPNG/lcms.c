#include "lcms.h"

#if !defined(SNAP_HAS_LCMS)
#elif defined(__APPLE__)

#define LINKED(name) .name = cms##name,

snap_cms_functions snap_cms = {SNAP_CMS_FUNCTIONS(LINKED)};

bool snap_cms_load(void) { return true; }

#else

#include <CLoading.h>
#include <pthread.h>
#include <stddef.h>

snap_cms_functions snap_cms;
static bool is_complete;

#define NAME(name) "cms" #name,

static void load(void) {
  /* The 2 is the version of its binary interface. */
  static const char *const files[] = {"liblcms2.so.2", NULL};
  static const char *const names[] = {SNAP_CMS_FUNCTIONS(NAME) NULL};
  is_complete = snap_load(files, names, &snap_cms);
}

bool snap_cms_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_complete;
}

#endif
