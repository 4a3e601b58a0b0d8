/* Hash table from keys to numbers of elements, with open addressing, at most half full. It stores only the numbers; the
   caller compares the keys. */
#ifndef GRANUM_MESH_HASH_H
#define GRANUM_MESH_HASH_H

#include <petscsys.h>

typedef struct {
  uint64_t mask; /* number of places - 1 */
  int32_t *at;   /* [mask + 1] numbers of elements; -1: the place is free */
} GrMeshHash;

/* Allocates a table for at most n elements. Free it with PetscFree(hash->at). */
static inline PetscErrorCode GrMeshHashCreate(PetscInt64 n, GrMeshHash *hash)
{
  uint64_t places = 16;

  while (places < 2 * (uint64_t)n)
    places *= 2;
  hash->mask = places - 1;
  PetscCall(PetscMalloc1(places, &hash->at));
  for (uint64_t i = 0; i < places; i++)
    hash->at[i] = -1;
  return 0;
}

/* Returns the hash of a key of several words, word by word. before: hash of the previous words, 0 for the first word;
   word: the next word. It is the finaliser of splitmix64 (Steele, Lea and Flood 2014). */
static inline uint64_t GrMeshHashMix(uint64_t before, uint64_t word)
{
  uint64_t z = (before ^ word) + 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

#endif
