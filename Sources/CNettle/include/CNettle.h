#ifndef SNAP_NETTLE_H
#define SNAP_NETTLE_H

/* SHA-256 with its HMAC, and the SHA-1 of git, where there is no CryptoKit. Nettle uses the processor's own instructions for it, and
   takes none of the minutes that compiling a whole cryptography package does. */
#include <nettle/hmac.h>
#include <nettle/sha2.h>

#endif
