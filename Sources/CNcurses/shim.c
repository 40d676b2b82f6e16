#include <CNcurses.h>
