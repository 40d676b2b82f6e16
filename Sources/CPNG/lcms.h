/* lcms2. On macOS it is linked; elsewhere it is loaded when a picture first needs it, because
   Debian has no archive of it to link statically, and most pictures can do without. */
#pragma once

/* Whoever uses the engine as a library may do without: then icc_missing.c stands for all of it. */
#if __has_include(<lcms2.h>) && !defined(SNAP_WITHOUT_LCMS)
#define SNAP_HAS_LCMS

#include <lcms2.h>
#include <stdbool.h>

/* What we call, without the prefix "cms". */
#define SNAP_CMS_FUNCTIONS(each) \
  each(BuildGamma) each(BuildParametricToneCurve) each(CloseProfile) each(CreateContext) \
  each(CreateGrayProfileTHR) each(CreateRGBProfileTHR) each(CreateTransformTHR) \
  each(Create_sRGBProfileTHR) each(D50_xyY) each(DeleteContext) each(DeleteTransform) \
  each(DoTransform) each(FreeToneCurve) each(GetColorSpace) each(OpenProfileFromMemTHR)

#define SNAP_CMS_MEMBER(name) __typeof__(&cms##name) name;

typedef struct {
  SNAP_CMS_FUNCTIONS(SNAP_CMS_MEMBER)
} snap_cms_functions;

/* Filled by the first call of `snap_cms_load`. */
extern snap_cms_functions snap_cms;

/* Whether lcms2 is there. May be called by many threads at once. */
bool snap_cms_load(void);

#endif
