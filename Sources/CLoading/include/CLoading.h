#pragma once

#include <stdbool.h>

/* Loads a library of the system when something first needs it: Debian has no archives of some to
   link statically, and most pictures and folders can do without.

   `files` are names to try in turn; `names` are those of its functions, whose addresses are put
   into `functions`, a structure of as many pointers, in their order. Both lists end in NULL. Never
   closed: what was made by a library outlives any caller.

   Whether all of it is there. For `pthread_once`: not to be called by two threads at once. */
bool snap_load(const char *const *files, const char *const *names, void *functions);
