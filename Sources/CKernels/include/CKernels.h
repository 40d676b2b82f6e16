/* The loops over pixels that Swift cannot be made to run as fast: it has no way to compile one
   function for several instruction sets and choose at run time. And the cores they run on, which
   glibc exposes through macros.

   Pixels are 32-bit words as they lie in memory: red, green, blue, alpha from the lowest
   address. Every result is the same to the bit on every machine: no fused multiply-add, no
   approximate instruction, no library function. */
#ifndef SNAP_KERNELS_H
#define SNAP_KERNELS_H

#include <stddef.h>
#include <stdint.h>

/* What `snap_delta_e` writes where only the reference implementation can tell. */
#define SNAP_DELTA_E_UNSURE (-1.0f)

/* Sets bit i % 64 of words[i / 64] where first[i] != second[i], and clears the others, up to the
   end of the last word. Returns 0 where all are equal. */
uint64_t snap_difference_bits(const uint32_t *first, const uint32_t *second, size_t count,
                              uint64_t *words);

/* The bitwise AND of the alphas of both rows: 255 where all are opaque. */
uint32_t snap_common_alpha(const uint32_t *first, const uint32_t *second, size_t count);

/* out[i]: the pixel with its colour multiplied by its alpha, rounded to the nearest. */
void snap_premultiply(const uint32_t *pixels, size_t count, uint32_t *out);

/* What edges that moved by less than a pixel explain of each pair of pixels, in levels, 0 to 255;
   of each the largest of the four channels.

   before, after: three rows each, the middle one that of the pixels. All are read from one pixel
                  before the first up to the end of the last block of 64, and a pixel more.
   strength:      how much the pixel changed
   rest:          how far the new pixel lies outside of what the old 3 x 3 pixels span, or the old
                  pixel outside of what the new ones span, whichever is more
   contrast:      how much the 3 x 3 pixels span, in the image in which that is more */
void snap_edge_evidence(const uint32_t *const before[3], const uint32_t *const after[3],
                        size_t count, uint8_t *strength, uint8_t *rest, uint8_t *contrast);

/* Writes the colour difference of each pair; alpha is ignored.

   light:   what each 8-bit value stands for in linear light, 0 to 1; 256 entries
   formula: 76, 94 (with the chroma of `first`) or 2000
   lanes:   0 for the widest instructions that this machine has; 4, 8 or 16 to ask for some,
            which is for benchmarks and tests. Wider ones than the machine has are not used.

   Off by 0.001 at most where the difference is below 10, by 0.01 elsewhere; 0 for equal
   colours; SNAP_DELTA_E_UNSURE where the hues are so nearly opposite that single precision does
   not tell on which side of the formula's own discontinuity they lie. */
void snap_delta_e(const uint32_t *first, const uint32_t *second, size_t count,
                  const float *light, int formula, int lanes, float *out);

/* The lanes that `snap_delta_e` uses when asked for 0. */
int snap_widest_lanes(void);

/* The cores that the calling thread may use. */
int snap_core_count(void);

/* The core that the calling thread is on; -1 where the system does not say. */
int snap_current_core(void);

/* Moves the calling thread away from `core` if it is there and may be elsewhere. Where it may be
   does not change. */
void snap_leave_core(int core);

/* Gives memory that was freed, and that the C library keeps, back to the system. */
void snap_give_back_memory(void);
/* From now on blocks of 2 MiB and more go back to the system as soon as they are freed. */
void snap_keep_no_images(void);

#endif
