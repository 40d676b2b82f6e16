#include "lcms.h"

#if !defined(SNAP_HAS_LCMS)
#elif defined(__APPLE__)

#define LINKED(name) .name = cms##name,

snap_cms_functions snap_cms = {SNAP_CMS_FUNCTIONS(LINKED)};

bool snap_cms_load(void) { return true; }

#else

#include <CLoading.h>
#include <stddef.h>

snap_cms_functions snap_cms;

#define NAME(name) "cms" #name,

bool snap_cms_load(void) {
  /* The 2 is the version of its binary interface. */
  static const char *const files[] = {"liblcms2.so.2", NULL};
  static const char *const names[] = {SNAP_CMS_FUNCTIONS(NAME) NULL};
  static snap_library library = {files, names, &snap_cms, false, false};
  return snap_load(&library);
}

#endif
