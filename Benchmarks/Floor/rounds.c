/* Runs commands in turn, several rounds of all, and prints for each the medians of wall time,
   CPU time and peak memory, and the ratios to the first.

   usage: rounds COUNT NAME COMMAND... -- NAME COMMAND... */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { most_commands = 16, most_rounds = 101 };

typedef struct {
  char *name, **command;
  double wall[most_rounds], cpu[most_rounds], memory[most_rounds];
} contender;

static double seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

static void run(contender *one, int round) {
  double start = seconds();
  pid_t child = fork();
  if (child == 0) {
    int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    execvp(one->command[0], one->command);
    perror(one->command[0]);
    _exit(127);
  }
  int status = 0;
  struct rusage usage;
  wait4(child, &status, 0, &usage);
  one->wall[round] = (seconds() - start) * 1000;
  if (!WIFEXITED(status) || WEXITSTATUS(status) > 2) {
    fprintf(stderr, "%s: exit status %d\n", one->name, WEXITSTATUS(status));
    exit(1);
  }
  one->cpu[round] = (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3 +
                    (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3;
#if defined(__APPLE__)
  one->memory[round] = usage.ru_maxrss / 1e6;
#else
  one->memory[round] = usage.ru_maxrss / 1e3;
#endif
}

static int rising(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *values, int count) {
  qsort(values, count, sizeof *values, rising);
  return values[count / 2];
}

int main(int count, char **arguments) {
  static contender all[most_commands];
  int rounds = count > 3 ? atoi(arguments[1]) : 0, commands = 0;
  if (rounds < 1 || rounds > most_rounds) return 2;
  for (int i = 2; i < count && commands < most_commands; i++) {
    all[commands].name = arguments[i++];
    all[commands++].command = arguments + i;
    while (i < count && strcmp(arguments[i], "--") != 0) i++;
    if (i < count) arguments[i] = NULL;
  }
  for (int round = -1; round < rounds; round++) {
    /* The first round only warms the caches; the next overwrites it. */
    for (int i = 0; i < commands; i++) run(&all[i], round < 0 ? 0 : round);
  }
  double floor[3] = {0};
  for (int i = 0; i < commands; i++) {
    double now[3] = {median(all[i].wall, rounds), median(all[i].cpu, rounds),
                     median(all[i].memory, rounds)};
    if (i == 0) memcpy(floor, now, sizeof floor);
    printf("  %-26s %7.1f ms wall %7.1f ms CPU %6.0f MB   x %.2f  x %.2f  x %.2f\n", all[i].name,
           now[0], now[1], now[2], now[0] / floor[0], now[1] / floor[1], now[2] / floor[2]);
  }
  return 0;
}
