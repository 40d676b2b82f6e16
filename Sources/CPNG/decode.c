#include <CPNG.h>
