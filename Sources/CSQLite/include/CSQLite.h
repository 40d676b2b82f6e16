#pragma once

#include <stdbool.h>

/* Whether the library is installed. May be called by many threads at once. */
bool snap_sqlite_is_available(void);

/* Hands out the rows of a query, each as so many texts, of which any may be NULL, until `row` says no.
   The database is only read, and a query that takes longer than any honest one is given up.
   Returns whether all rows were read. */
bool snap_sqlite_read(const char *path, const char *query, int columns,
                      bool (*row)(void *context, const char *const *texts), void *context);
