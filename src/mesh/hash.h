/* Hash table that finds an element of an array by a key, for example a vertex by its position. The table stores only
   the indices of the elements, so the caller must compare the keys. It uses open addressing, and at most half of its
   entries are used. */
#ifndef GRANUM_MESH_HASH_H
#define GRANUM_MESH_HASH_H

#include <petscsys.h>

/* A hash table that stores indices of array elements (head of this file). Its number of entries is a power of 2. */
typedef struct {
  uint64_t mask; /* number of entries minus 1: hash & mask is the first entry at which a key is searched */
  int32_t *at;   /* [mask + 1] the entries: index of an array element; -1: the entry is not used */
} GrMeshHash;

/* Allocates an empty table for at most n elements. Free it with PetscFree(hash->at). */
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

/* Adds a word to the hash of a key and returns the new hash. Call it once for each word of the key. before: the hash
   that the previous call returned, 0 for the first word. The method is the finaliser of splitmix64 (Steele, Lea and
   Flood 2014). */
static inline uint64_t GrMeshHashMix(uint64_t before, uint64_t word)
{
  uint64_t z = (before ^ word) + 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

#endif
