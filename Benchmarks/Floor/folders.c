/* Makes three folders of failures, each of so many cases of 1.4 kB files, as the libraries leave
   them, and a repository of ten empty sources for each case, ten to a folder.

   usage: folders FOLDER COUNT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { of_class = 100 };

static const char *const places[] = {
    "swift-snapshot-testing/Tests/__Snapshots__/Class%dTests/testState.%d.png",
    "swift-snapshot-testing/Artifacts/Class%dTests/testState.%d.png",
    "Loki/.loki/reference/class%d/state%d.png",
    "Loki/.loki/current/class%d/state%d.png",
    "Loki/.loki/difference/class%d/state%d.png",
    "iOSSnapshotTestCase/ReferenceImages_64/Class%d/testState_%d@2x.png",
    "iOSSnapshotTestCase/FailureDiffs/Class%d/reference_testState_%d@2x.png",
    "iOSSnapshotTestCase/FailureDiffs/Class%d/failed_testState_%d@2x.png",
    "iOSSnapshotTestCase/FailureDiffs/Class%d/diff_testState_%d@2x.png",
};

static void make_folders(char *path) {
  for (char *slash = path + 1; (slash = strchr(slash, '/')); slash++) {
    *slash = 0;
    mkdir(path, 0777);
    *slash = '/';
  }
}

/* Opens a new file, in a new folder where `first` says so. */
static FILE *make_file(const char *folder, const char *below, int first) {
  char path[1000];
  snprintf(path, sizeof path, "%s/%s", folder, below);
  if (first) make_folders(path);
  FILE *file = fopen(path, "wb");
  if (!file) {
    perror(path);
    exit(1);
  }
  return file;
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  int cases = atoi(arguments[2]);
  char bytes[1400] = "\x89PNG\r\n\x1a\n", below[200];
  for (int i = 0; i < cases; i++) {
    for (size_t place = 0; place < sizeof places / sizeof *places; place++) {
      snprintf(below, sizeof below, places[place], i / of_class, i % of_class);
      FILE *file = make_file(arguments[1], below, i % of_class == 0);
      fwrite(bytes, sizeof bytes, 1, file);
      fclose(file);
    }
  }
  for (int i = 0; i < cases * 10; i++) {
    snprintf(below, sizeof below, "repository/Module%d/Part%d/File%d.swift", i / 1000,
             i / 10 % 100, i % 10);
    fclose(make_file(arguments[1], below, i % 10 == 0));
  }
  return 0;
}
