#pragma once

#include <stdbool.h>
#include <stddef.h>

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

/* The folder of Homebrew that the program was built with. */
const char *snap_homebrew(void);

#define SNAP_MEMBER(name) __typeof__(&name) name;
#define SNAP_NAME(name) #name,
#define SNAP_ADDRESS(name) .name = name,

/* Defines the structure `api` of what `functions(each)` lists, and `load_api`, which fills it and says
   whether the library is there: the first of the files that can be loaded. */
#define SNAP_LIBRARY(api, functions, ...) \
  static struct { \
    functions(SNAP_MEMBER) \
  } api; \
  static bool load_##api(void) { \
    static const char *const files[] = {__VA_ARGS__, NULL}; \
    static const char *const names[] = {functions(SNAP_NAME) NULL}; \
    static snap_library library = {files, names, &api, false, false}; \
    return snap_load(&library); \
  }

/* As above for a library that is linked on macOS. */
#ifdef __APPLE__
#define SNAP_LINKED_LIBRARY(api, functions, ...) \
  static struct { \
    functions(SNAP_MEMBER) \
  } api = {functions(SNAP_ADDRESS)}; \
  static bool load_##api(void) { return true; }
#else
#define SNAP_LINKED_LIBRARY SNAP_LIBRARY
#endif

/* ---- the process ---- */

/* The arguments that main was called with; 0 where only Swift's own way to them is known. */
int snap_argument_count(void);
const char *snap_argument(int index);

/* Gives this thread a second stack, for the handler that restores the terminal when the first one
   overflows. Costs nothing the second time. */
void snap_use_alternate_stack(void);

/* Removes a file or folder, with all that is in it, when the process exits or is ended by SIGINT,
   SIGTERM, SIGHUP or SIGQUIT. False where there are too many already. Not for several threads at
   once. */
bool snap_remove_at_exit(const char *path);

/* Makes the next SIGINT only be noted, for work that can be left with what is known so far; the one
   after it ends the process. */
void snap_note_interrupt(void);
bool snap_was_interrupted(void);

/* Kills a process group when the process ends in such a way, until told that it has ended. Between
   `snap_will_start` and `snap_end_at_exit`, which takes 0 where nothing was started, a signal waits: it
   would leave the program running. Not for several threads at once. */
void snap_will_start(void);
void snap_end_at_exit(int group);
void snap_has_ended(int group);
