#include <CPNG.h>

/* Whoever uses the engine as a library may do without: then icc_missing.c stands for all of it. */
#if __has_include(<lcms2.h>)

#include <CSystem.h>
#include <lcms2.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS(each) \
  each(cmsBuildGamma) each(cmsBuildParametricToneCurve) each(cmsCloseProfile) \
  each(cmsCreateContext) each(cmsCreateGrayProfileTHR) each(cmsCreateRGBProfileTHR) \
  each(cmsCreateTransformTHR) each(cmsCreate_sRGBProfileTHR) each(cmsD50_xyY) \
  each(cmsDeleteContext) each(cmsDeleteTransform) each(cmsDoTransform) each(cmsFreeToneCurve) \
  each(cmsGetColorSpace) each(cmsOpenProfileFromMemTHR)

/* The 2 is the version of its binary interface. */
SNAP_LINKED_LIBRARY(api, FUNCTIONS, "liblcms2.so.2")

struct snap_icc_transform {
  /* Its own, so that no other user of lcms in the process can set its handlers. */
  cmsContext context;
  cmsHTRANSFORM lcms;
  snap_icc_layout layout;
  /* For grey layouts the answer for every sample, 256 or 65536; else NULL. */
  uint8_t *greys;
};

int snap_icc_is_available(void) { return load_api(); }

static cmsContext make_context(void) {
  return load_api() ? api.cmsCreateContext(NULL, NULL) : NULL;
}

static cmsUInt32Number input_format(snap_icc_layout layout) {
  if (layout.is_grey) return layout.is_wide ? TYPE_GRAY_16 : TYPE_GRAY_8;
  return layout.is_wide ? TYPE_RGBA_16 : TYPE_RGBA_8;
}

static cmsHTRANSFORM make_transform(cmsContext context, cmsHPROFILE source,
                                    snap_icc_layout layout) {
  cmsColorSpaceSignature kind = layout.is_grey ? cmsSigGrayData : cmsSigRgbData;
  if (api.cmsGetColorSpace(source) != kind) return NULL;
  cmsHPROFILE target = api.cmsCreate_sRGBProfileTHR(context);
  if (!target) return NULL;
  cmsUInt32Number flags = layout.is_grey ? 0 : cmsFLAGS_COPY_ALPHA;
  /* What lcms calls optimising is exact for 8-bit matrix profiles only: for 16 bits it
     interpolates in a coarse grid, and in dark greys it is off by 9 of 255. */
  if (layout.is_wide || layout.is_grey) flags |= cmsFLAGS_NOOPTIMIZE;
  cmsHTRANSFORM made = api.cmsCreateTransformTHR(
      context, source, input_format(layout), target, layout.is_grey ? TYPE_RGB_8 : TYPE_RGBA_8,
      INTENT_RELATIVE_COLORIMETRIC, flags);
  api.cmsCloseProfile(target);
  return made;
}

/* A grey becomes a grey: one of the three channels says it all. */
static uint8_t *make_greys(cmsHTRANSFORM lcms, snap_icc_layout layout) {
  size_t count = layout.is_wide ? 65536 : 256;
  uint8_t *greys = malloc(count);
  for (size_t i = 0; greys && i < count; i++) {
    const uint8_t narrow = (uint8_t)i;
    const uint16_t wide = (uint16_t)i;
    uint8_t colour[3];
    api.cmsDoTransform(lcms, layout.is_wide ? (const void *)&wide : &narrow, colour, 1);
    greys[i] = colour[1];
  }
  return greys;
}

/* Takes over `context` and `source`, either of which may be NULL. */
static snap_icc_transform *finish(cmsContext context, cmsHPROFILE source,
                                  snap_icc_layout layout) {
  snap_icc_transform *transform = calloc(1, sizeof *transform);
  cmsHTRANSFORM lcms = source && transform ? make_transform(context, source, layout) : NULL;
  if (source) api.cmsCloseProfile(source);
  uint8_t *greys = lcms && layout.is_grey ? make_greys(lcms, layout) : NULL;
  if (lcms && (greys || !layout.is_grey)) {
    *transform = (snap_icc_transform){context, lcms, layout, greys};
    return transform;
  }
  if (lcms) api.cmsDeleteTransform(lcms);
  if (context) api.cmsDeleteContext(context);
  free(transform);
  return NULL;
}

snap_icc_transform *snap_icc_open(const uint8_t *profile, size_t count,
                                  snap_icc_layout layout) {
  cmsContext context = make_context();
  if (!context || count > UINT32_MAX) return finish(context, NULL, layout);
  cmsHPROFILE source =
      api.cmsOpenProfileFromMemTHR(context, profile, (cmsUInt32Number)count);
  return finish(context, source, layout);
}

static cmsToneCurve *make_curve(cmsContext context, double exponent) {
  if (exponent > 0) return api.cmsBuildGamma(context, exponent);
  /* IEC 61966-2-1: (0.9479 x + 0.0521)^2.4 above 0.04045, x / 12.92 below. */
  const cmsFloat64Number srgb[5] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
  return api.cmsBuildParametricToneCurve(context, 4, srgb);
}

snap_icc_transform *snap_icc_open_primaries(const double chromaticities[8], double exponent,
                                            snap_icc_layout layout) {
  cmsContext context = make_context();
  cmsToneCurve *curve = context ? make_curve(context, exponent) : NULL;
  if (!curve) return finish(context, NULL, layout);
  const double *c = chromaticities;
  cmsCIExyY white = {c[0], c[1], 1};
  cmsCIExyYTRIPLE primaries = {{c[2], c[3], 1}, {c[4], c[5], 1}, {c[6], c[7], 1}};
  cmsToneCurve *curves[3] = {curve, curve, curve};
  /* Relative to white, the white point of a grey profile changes nothing. */
  cmsHPROFILE source = layout.is_grey
                           ? api.cmsCreateGrayProfileTHR(context, api.cmsD50_xyY(), curve)
                           : api.cmsCreateRGBProfileTHR(context, &white, &primaries, curves);
  api.cmsFreeToneCurve(curve);
  return finish(context, source, layout);
}

static void apply_greys(const snap_icc_transform *transform, const uint8_t *in, uint8_t *out,
                        size_t pixel_count) {
  for (size_t i = 0; i < pixel_count; i++) {
    uint8_t alpha = in[i * 4 + 3];
    size_t sample = in[i * 4];
    if (transform->layout.is_wide) {
      uint16_t wide[4];
      memcpy(wide, in + i * 8, sizeof wide);
      sample = wide[0];
      alpha = (uint8_t)((wide[3] * 255u + 32895u) >> 16);
    }
    uint8_t *pixel = out + i * 4;
    memset(pixel, transform->greys[sample], 3);
    pixel[3] = alpha;
  }
}

/* Wide pixels cost lcms about 150 ns each, and most of a screen repeats a few colours: the
   answers are kept, by a hash of the colour. */
static void apply_wide(const snap_icc_transform *transform, const uint8_t *in, uint8_t *out,
                       size_t pixel_count) {
  enum { bits = 10 };
  struct {
    uint64_t pixel;
    uint32_t answer;
    uint32_t is_set;
  } known[1 << bits];
  memset(known, 0, sizeof known);
  for (size_t i = 0; i < pixel_count; i++) {
    uint64_t pixel;
    memcpy(&pixel, in + i * 8, 8);
    size_t slot = (size_t)((pixel * UINT64_C(0x9E3779B185EBCA87)) >> (64 - bits));
    if (!known[slot].is_set || known[slot].pixel != pixel) {
      known[slot].pixel = pixel;
      known[slot].is_set = 1;
      api.cmsDoTransform(transform->lcms, &pixel, &known[slot].answer, 1);
    }
    memcpy(out + i * 4, &known[slot].answer, 4);
  }
}

void snap_icc_apply(const snap_icc_transform *transform, const uint8_t *in, uint8_t *out,
                    size_t pixel_count) {
  if (transform->layout.is_grey)
    apply_greys(transform, in, out, pixel_count);
  else if (transform->layout.is_wide)
    apply_wide(transform, in, out, pixel_count);
  else
    api.cmsDoTransform(transform->lcms, in, out, (cmsUInt32Number)pixel_count);
}

void snap_icc_close(snap_icc_transform *transform) {
  api.cmsDeleteTransform(transform->lcms);
  api.cmsDeleteContext(transform->context);
  free(transform->greys);
  free(transform);
}

#endif
