#include <CKernels.h>

/* A fused multiply-add would make the numbers depend on the machine. */
#pragma STDC FP_CONTRACT OFF

#define LANES 4
#define NAMED(x) x##_4
#define TARGET
#include "delta_e_lanes.h"
#undef LANES
#undef NAMED
#undef TARGET

#if defined(__x86_64__)

#define LANES 8
#define NAMED(x) x##_8
#define TARGET __attribute__((target("avx2")))
#include "delta_e_lanes.h"
#undef LANES
#undef NAMED
#undef TARGET

#define LANES 16
#define NAMED(x) x##_16
#define TARGET __attribute__((target("avx512f,avx512dq")))
#include "delta_e_lanes.h"
#undef LANES
#undef NAMED
#undef TARGET

int snap_widest_lanes(void) {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")) return 16;
  return __builtin_cpu_supports("avx2") ? 8 : 4;
}

#else

int snap_widest_lanes(void) { return 4; }

#endif

void snap_delta_e(const uint32_t *first, const uint32_t *second, size_t count,
                  const float *light, int formula, int lanes, float *out) {
  int widest = snap_widest_lanes();
  if (lanes == 0 || lanes > widest) lanes = widest;
#if defined(__x86_64__)
  if (lanes == 16) return delta_e_16(first, second, count, light, formula, out);
  if (lanes == 8) return delta_e_8(first, second, count, light, formula, out);
#endif
  delta_e_4(first, second, count, light, formula, out);
}
