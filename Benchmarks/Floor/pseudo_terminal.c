#define _GNU_SOURCE 1
#define _DARWIN_C_SOURCE 1

#include "Floor.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

int pseudo_terminal(int columns, int rows, int *program) {
  int user = posix_openpt(O_RDWR | O_NOCTTY);
  if (user < 0) return -1;
  const char *name = grantpt(user) == 0 && unlockpt(user) == 0 ? ptsname(user) : NULL;
  *program = name ? open(name, O_RDWR | O_NOCTTY) : -1;
  struct winsize size = {(unsigned short)rows, (unsigned short)columns, 0, 0};
  if (*program < 0 || ioctl(user, TIOCSWINSZ, &size) != 0) {
    close(user);
    return -1;
  }
  fcntl(user, F_SETFD, FD_CLOEXEC);
  fcntl(*program, F_SETFD, FD_CLOEXEC);
  return user;
}
