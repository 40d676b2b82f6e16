#include <CFuzzer.h>
