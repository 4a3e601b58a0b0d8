/* entries: lists of nodes or spheres, each in one of its images.

   An entry is a place (of a node in its level, of a sphere in canonical order) and the packed shift of an image, see
   GrShiftAxis. Ascending entries are ascending (place, shift). */
#ifndef GRANUM_CONTACT_NEIGHBOUR_ENTRIES_H
#define GRANUM_CONTACT_NEIGHBOUR_ENTRIES_H

#include "contact/neighbour/pairs.h"
#include "contact/neighbour/tree.h"

enum { GR_SHIFT_BITS = 5, GR_SHIFT_MASK = 31 };

typedef struct {
  PetscInt n, capacity;
  PetscBool shifted; /* holds images other than the spheres themselves */
  uint64_t *entry;
} GrEntries;

/* By the bits of an entry that tell its image: how far it is shifted along each axis [m]. */
typedef double GrOffsets[GR_SHIFTS][3];

static inline uint64_t GrEntry(PetscInt place, int shift)
{
  return (uint64_t)place << GR_SHIFT_BITS | (uint64_t)(shift + GR_UNSHIFTED);
}

static inline PetscInt GrEntryPlace(uint64_t entry)
{
  return (PetscInt)(entry >> GR_SHIFT_BITS);
}

/* The entry of child k of a node, in the same image. */
static inline uint64_t GrEntryChild(uint64_t entry, int k)
{
  const uint64_t shift = entry & GR_SHIFT_MASK;
  return ((entry - shift) * GR_FAN + ((uint64_t)k << GR_SHIFT_BITS)) | shift;
}

/* By insertion: few are out of place, and not far. */
static inline void GrEntriesSort(PetscInt n, uint64_t *entry)
{
  for (PetscInt k = 1; k < n; k++) {
    const uint64_t moved = entry[k];
    PetscInt to = k;
    for (; to > 0 && entry[to - 1] > moved; to--)
      entry[to] = entry[to - 1];
    entry[to] = moved;
  }
}

#endif
