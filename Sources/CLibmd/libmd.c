#include "CLibmd.h"
