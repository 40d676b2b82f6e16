/* Makes three folders of failures, each of so many cases of 1.4 kB files, as the libraries leave
   them.

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

int main(int count, char **arguments) {
  if (count != 3) return 2;
  char bytes[1400] = "\x89PNG\r\n\x1a\n";
  for (int i = 0; i < atoi(arguments[2]); i++) {
    for (size_t place = 0; place < sizeof places / sizeof *places; place++) {
      char below[200], path[1000];
      snprintf(below, sizeof below, places[place], i / of_class, i % of_class);
      snprintf(path, sizeof path, "%s/%s", arguments[1], below);
      if (i % of_class == 0) make_folders(path);
      FILE *file = fopen(path, "wb");
      if (!file || fwrite(bytes, sizeof bytes, 1, file) != 1 || fclose(file) != 0) {
        perror(path);
        return 1;
      }
    }
  }
  return 0;
}
