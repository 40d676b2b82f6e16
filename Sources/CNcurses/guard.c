/* The terminal's modes, and the signals that could leave them wrong. Handlers do nothing but what
   POSIX allows in one: they set flags, write bytes that were computed before, restore modes. */
#define _GNU_SOURCE 1 /* pipe2 */
#define _DARWIN_C_SOURCE 1

#include "CNcurses.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { RESTORE_CAPACITY = 1024, SIGNAL_LIMIT = 65 };

/* What would end a program that does not know it, and ends this one in order; the real-time signals
   belong to them. SIGKILL and SIGSTOP alone cannot be caught. */
static const int ending[] = {SIGINT,  SIGTERM,   SIGHUP,  SIGQUIT, SIGUSR1, SIGUSR2,
                             SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGPIPE,
#ifdef __linux__
                             SIGIO,   SIGPWR,    SIGSTKFLT
#endif
};
static const int passing[] = {SIGWINCH, SIGTSTP, SIGCONT};
static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS};
#define COUNT(list) (sizeof(list) / sizeof *(list))

static int input = -1, output = -1;
static int bell[2] = {-1, -1};
static struct termios modes;
static bool has_modes;
/* Two, of which one is in force: a handler never sees one half written. */
static char restore[2][RESTORE_CAPACITY];
static size_t restore_count[2];
static volatile sig_atomic_t restore_current;
/* Whether the terminal is ours, from before its modes are first changed until they are back. */
static volatile sig_atomic_t active;
/* A crash comes on any thread, and what it restored must not be undone by the thread that draws:
   whoever sees that the other was first waits. */
static _Atomic int touching;
static _Atomic bool crashing;
static volatile sig_atomic_t unread[SIGNAL_LIMIT];
/* Signals that are caught, and what they did before. */
static bool is_caught[SIGNAL_LIMIT];
static struct sigaction former[SIGNAL_LIMIT];

/* ---- leaving ---- */

bool snap_send(int fd, const void *bytes, size_t count) {
  for (size_t done = 0; done < count;) {
    ssize_t written = write(fd, (const char *)bytes + done, count - done);
    if (written > 0)
      done += (size_t)written;
    else if (errno != EINTR)
      return false;
  }
  return true;
}

bool snap_modes_restore(void) {
  if (!has_modes) return false;
  /* Just after being continued the shell may not yet have made us the foreground. */
  for (int attempt = 0; attempt < 10; attempt++) {
    if (tcsetattr(input, TCSADRAIN, &modes) == 0) return true;
    if (errno != EINTR) return false;
  }
  return false;
}

/* Also called at exit and from the handlers below. */
static void leave_now(void) {
  if (!active) return;
  active = 0;
  /* The modes first: a terminal that takes no more would never let the rest be written. */
  if (has_modes) tcsetattr(input, TCSANOW, &modes);
  snap_send(output, restore[restore_current], restore_count[restore_current]);
}

bool snap_modes_raw(void) {
  struct termios raw = modes;
  if (!has_modes) return false;
  raw.c_iflag &= ~(tcflag_t)(BRKINT | ICRNL | INPCK | ISTRIP | IXON);
  raw.c_lflag &= ~(tcflag_t)(ECHO | ICANON | IEXTEN | ISIG);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  snap_touch_begin();
  bool is_set = tcsetattr(input, TCSADRAIN, &raw) == 0;
  snap_touch_end();
  return is_set;
}

/* ---- handlers ---- */

static void die_of(int number) {
  sigaction(number, &former[number], NULL);
  raise(number); /* blocked while we are in its handler: it comes when this returns */
}

/* Gives up after a tenth of a second: the thread that draws may be the one that crashed, or be
   stuck in a terminal that takes no more. */
static void leave_crashing(void) {
  struct timespec millisecond = {.tv_nsec = 1000000};
  crashing = true;
  for (int attempt = 0; touching && attempt < 100; attempt++) nanosleep(&millisecond, NULL);
  leave_now();
}

static void on_fatal(int number) {
  leave_crashing();
  die_of(number);
}

static void on_caught(int number) {
  int saved = errno;
  /* Asked three times and not heard: whoever should have listened hangs. */
  bool ends = number != SIGWINCH && number != SIGTSTP && number != SIGCONT;
  if (ends && unread[number] >= 2) {
    leave_crashing();
    signal(number, SIG_DFL);
    raise(number);
  }
  unread[number]++;
  char byte = (char)number;
  ssize_t ignored = write(bell[1], &byte, 1); /* full: it rings already */
  (void)ignored;
  errno = saved;
}

static void install(int number, void (*handler)(int), int flags) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

/* ---- starting and ending ---- */

bool snap_pipe(int ends[2]) {
#ifdef __linux__
  return pipe2(ends, O_CLOEXEC | O_NONBLOCK) == 0;
#else
  if (pipe(ends) != 0) return false;
  for (int i = 0; i < 2; i++) {
    fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    fcntl(ends[i], F_SETFL, O_NONBLOCK);
  }
  return true;
#endif
}

/* What was ignored stays ignored, and what is somebody else's stays his. The ways to end a program by
   hand, and the loss of the terminal, are ours in any case: the handler that removes unpacked files
   knows nothing of the screen. */
static void catch(int number) {
  unread[number] = 0;
  sigaction(number, NULL, &former[number]);
  bool by_hand =
      number == SIGINT || number == SIGTERM || number == SIGQUIT || number == SIGHUP;
  bool passes = number == SIGWINCH || number == SIGTSTP || number == SIGCONT;
  if (!by_hand && !passes && former[number].sa_handler != SIG_DFL) return;
  is_caught[number] = true;
  install(number, on_caught, SA_RESTART);
}

int snap_guard_start(int in, int out) {
  static bool registered;
  input = in;
  output = out;
  has_modes = tcgetattr(in, &modes) == 0;
  if (bell[0] < 0 && !snap_pipe(bell)) return -1;
  if (!registered) atexit(leave_now);
  registered = true;
  restore_count[restore_current] = 0;
  for (size_t i = 0; i < COUNT(ending); i++) catch(ending[i]);
  for (size_t i = 0; i < COUNT(passing); i++) catch(passing[i]);
#ifdef __linux__
  for (int number = SIGRTMIN; number <= SIGRTMAX; number++) catch(number);
#endif
  for (size_t i = 0; i < COUNT(fatal); i++) {
    sigaction(fatal[i], NULL, &former[fatal[i]]);
    install(fatal[i], on_fatal, SA_ONSTACK);
  }
  active = 1;
  return bell[0];
}

void snap_guard_end(void) {
  active = 0;
  for (int number = 1; number < SIGNAL_LIMIT; number++) {
    if (is_caught[number]) sigaction(number, &former[number], NULL);
    is_caught[number] = false;
  }
  for (size_t i = 0; i < COUNT(fatal); i++) sigaction(fatal[i], &former[fatal[i]], NULL);
}

void snap_guard_set_restore(const uint8_t *bytes, size_t count) {
  int next = !restore_current;
  restore_count[next] = count < RESTORE_CAPACITY ? count : RESTORE_CAPACITY;
  memcpy(restore[next], bytes, restore_count[next]);
  restore_current = next;
}

void snap_guard_set_active(bool is_active) { active = is_active; }

void snap_touch_begin(void) {
  touching++;
  while (crashing) pause();
}

void snap_touch_end(void) { touching--; }

/* ---- reading ---- */

int snap_signal_take(void) {
  char drained[64];
  while (read(bell[0], drained, sizeof drained) > 0) continue;
  for (int number = 1; number < SIGNAL_LIMIT; number++) {
    if (!unread[number]) continue;
    unread[number] = 0;
    return number;
  }
  return 0;
}

/* ---- stopping ---- */

void snap_stop(void) {
  struct sigaction ours;
  sigset_t stop, mask;
  sigaction(SIGTSTP, NULL, &ours);
  /* The group first, ourselves excepted: a parent in it that waits for us (make, git, swift run)
     must stop too, or the shell never gets the terminal back. */
  install(SIGTSTP, SIG_IGN, 0);
  kill(0, SIGTSTP);
  /* Then this thread: raise returns only when the process was continued, or at once where nobody
     could continue it, because the system then drops the signal. */
  install(SIGTSTP, SIG_DFL, 0);
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  pthread_sigmask(SIG_UNBLOCK, &stop, &mask);
  raise(SIGTSTP);
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  sigaction(SIGTSTP, &ours, NULL);
  unread[SIGTSTP] = 0;
  unread[SIGCONT] = 0;
}
