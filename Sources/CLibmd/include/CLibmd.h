#ifndef SNAP_LIBMD_H
#define SNAP_LIBMD_H

/* SHA-256 where there is no CryptoKit. BSD licensed, so that a program may carry it in itself. */
#include <sha2.h>

#endif
