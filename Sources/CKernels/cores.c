#define _GNU_SOURCE
#include <CKernels.h>

#include <unistd.h>

#if defined(__linux__)
#include <sched.h>

int snap_core_count(void) {
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return CPU_COUNT(&allowed);
  return (int)sysconf(_SC_NPROCESSORS_ONLN);
}

int snap_current_core(void) { return sched_getcpu(); }

void snap_leave_core(int core) {
  cpu_set_t allowed;
  if (core < 0 || core >= CPU_SETSIZE || sched_getcpu() != core) return;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
  cpu_set_t others = allowed;
  CPU_CLR(core, &others);
  if (CPU_COUNT(&others) == 0) return;
  if (sched_setaffinity(0, sizeof others, &others) == 0)
    sched_setaffinity(0, sizeof allowed, &allowed);
}

#else

int snap_core_count(void) { return (int)sysconf(_SC_NPROCESSORS_ONLN); }

int snap_current_core(void) { return -1; }

void snap_leave_core(int core) { (void)core; }

#endif

#if defined(__GLIBC__)
#include <malloc.h>

void snap_give_back_memory(void) { malloc_trim(0); }

void snap_keep_no_images(void) {
  mallopt(M_MMAP_THRESHOLD, 2 << 20);
  mallopt(M_ARENA_MAX, 2);
  mallopt(M_TOP_PAD, 4 << 20);
}

#else

void snap_give_back_memory(void) {}

void snap_keep_no_images(void) {}

#endif
