#pragma once

#include <stddef.h>
#include <stdint.h>

/* Changes `bytes` by one of libFuzzer's own mutations; how many there are then. */
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t count, size_t capacity);
