#include <CPNG.h>

#if !__has_include(<lcms2.h>)

int snap_icc_is_available(void) { return 0; }

snap_icc_transform *snap_icc_open(const uint8_t *profile, size_t count,
                                  snap_icc_layout layout) {
  (void)profile, (void)count, (void)layout;
  return NULL;
}

snap_icc_transform *snap_icc_open_primaries(const double chromaticities[8], double exponent,
                                            snap_icc_layout layout) {
  (void)chromaticities, (void)exponent, (void)layout;
  return NULL;
}

/* Never called: there is no transform. */
void snap_icc_apply(const snap_icc_transform *transform, const uint8_t *in, uint8_t *out,
                    size_t pixel_count) {
  (void)transform, (void)in, (void)out, (void)pixel_count;
}

void snap_icc_close(snap_icc_transform *transform) { (void)transform; }

#endif
