/* Registry: a list of descriptors, for example of all contact laws, wall shapes or generators. The descriptors of
   granum come first, then the descriptors that a calling program adds. Each descriptor is a struct that begins with a
   pointer to its name. A process has one registry for laws, one for wall shapes, and so on. */
#ifndef GRANUM_BASE_REGISTRY_H
#define GRANUM_BASE_REGISTRY_H

#include <stdbool.h>

/* ADDED_MAX: largest number of descriptors that a program adds. NAME_MAX: largest size of a name with its terminating 0
   [bytes]. */
enum { GR_REGISTRY_ADDED_MAX = 64, GR_REGISTRY_NAME_MAX = 64 };

typedef struct {
  const void *const *own; /* [n_own] addresses of granum's descriptors, for example of its contact laws */
  int n_own, n_added;     /* numbers of descriptors in own[] and in added[] */
  const void *added[GR_REGISTRY_ADDED_MAX]; /* [n_added] addresses of descriptors that the calling program has added */
} GrRegistry;

/* Returns descriptor number `index`, from 0; NULL: the registry has no more descriptors. */
const void *GrRegistryAt(const GrRegistry *registry, int index);

/* Returns the descriptor of this name; NULL: there is none. */
const void *GrRegistryFind(const GrRegistry *registry, const char *name);

/* Adds a descriptor, which the caller must not free. Returns false if its name is missing, too long or already used, or
   if the registry is full. */
bool GrRegistryAdd(GrRegistry *registry, const void *descriptor);

#endif
