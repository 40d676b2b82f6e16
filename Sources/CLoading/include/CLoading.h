#pragma once

#include <stdbool.h>

/* A library of the system that is loaded when something first needs it: Debian has no archives of
   some to link statically, and most pictures and folders can do without. Never closed: what was
   made by a library outlives any caller. */
typedef struct {
  /* Names to try in turn; NULL at the end. */
  const char *const *files;
  /* Of its functions; NULL at the end. */
  const char *const *names;
  /* Their addresses, in that order: a structure of as many pointers. */
  void *functions;
  /* Whether it was looked for, and is there. */
  bool is_settled, is_there;
} snap_library;

/* Whether all of it is there. May be called by many threads at once. */
bool snap_load(snap_library *library);
