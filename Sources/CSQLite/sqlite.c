#include "CSQLite.h"

#include <CLoading.h>
#include <stddef.h>

/* Optional, so loaded and never linked. What we call of it is declared here, as no header need be
   there to build; its binary interface has been the same since version 3.5. */
static struct {
  int (*open)(const char *, void **, int, const char *);
  int (*close)(void *);
  int (*limit)(void *, int, int);
  void (*progress_handler)(void *, int, int (*)(void *), void *);
  int (*prepare)(void *, const char *, int, void **, const char **);
  int (*step)(void *);
  const unsigned char *(*text)(void *, int);
  int (*finalize)(void *);
} sqlite;

/* Of sqlite3.h. */
enum { OPEN_READONLY = 1, LIMIT_LENGTH = 0, OK = 0, ROW = 100, DONE = 101 };

/* A text may have so many bytes; a query, so many times a thousand steps: less than a second's work. */
enum { longest_text = 1 << 24, most_rounds = 20000, most_columns = 8 };

bool snap_sqlite_is_available(void) {
  static const char *const files[] = {"libsqlite3.so.0", "libsqlite3.dylib", NULL};
  static const char *const names[] = {
      "sqlite3_open_v2", "sqlite3_close", "sqlite3_limit", "sqlite3_progress_handler",
      "sqlite3_prepare_v2", "sqlite3_step", "sqlite3_column_text", "sqlite3_finalize", NULL};
  static snap_library library = {files, names, &sqlite, false, false};
  return snap_load(&library);
}

static int is_too_long(void *rounds) { return ++*(int *)rounds > most_rounds; }

static bool read_rows(void *statement, int columns, bool (*row)(void *, const char *const *),
                      void *context) {
  int state;
  while ((state = sqlite.step(statement)) == ROW) {
    const char *texts[most_columns];
    for (int i = 0; i < columns; i++) texts[i] = (const char *)sqlite.text(statement, i);
    if (!row(context, texts)) return false;
  }
  return state == DONE;
}

bool snap_sqlite_read(const char *path, const char *query, int columns,
                      bool (*row)(void *, const char *const *), void *context) {
  if (columns > most_columns || !snap_sqlite_is_available()) return false;
  void *database = NULL, *statement = NULL;
  int rounds = 0;
  bool is_read = false;
  if (sqlite.open(path, &database, OPEN_READONLY, NULL) == OK) {
    sqlite.limit(database, LIMIT_LENGTH, longest_text);
    sqlite.progress_handler(database, 1000, is_too_long, &rounds);
    if (sqlite.prepare(database, query, -1, &statement, NULL) == OK) {
      is_read = read_rows(statement, columns, row, context);
    }
    sqlite.finalize(statement);
  }
  /* A database that could not be opened is to be closed, too. */
  sqlite.close(database);
  return is_read;
}
