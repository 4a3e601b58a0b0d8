/* A table that finds the number of a thing by the bits of its key: open addressing, with room for twice as many. */
#ifndef GRANUM_MESH_HASH_H
#define GRANUM_MESH_HASH_H

#include <stdint.h>
#include <stdlib.h>

typedef struct {
  uint64_t mask; /* places - 1 */
  int32_t *at;   /* [places] numbers; -1: free */
} GrMeshHash;

/* For n things at most; 0 if there is no memory. Free it with free(at). */
static inline int GrMeshHashMake(int64_t n, GrMeshHash *hash)
{
  uint64_t places = 16;
  while (places < 2 * (uint64_t)n)
    places *= 2;
  hash->mask = places - 1;
  hash->at = malloc(places * sizeof *hash->at);
  for (uint64_t i = 0; hash->at && i < places; i++)
    hash->at[i] = -1;
  return hash->at != NULL;
}

/* The next word of a key, mixed with what the words before it gave, 0 before the first: the finaliser of splitmix64
   (Steele, Lea and Flood 2014). */
static inline uint64_t GrMeshHashMix(uint64_t before, uint64_t word)
{
  uint64_t z = (before ^ word) + 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

#endif
