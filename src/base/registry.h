/* A registry: descriptors that granum comes with, and those that a program adds. Each begins with a pointer to its
   name. It is the process's own, as PETSc's lists of types are. */
#ifndef GRANUM_BASE_REGISTRY_H
#define GRANUM_BASE_REGISTRY_H

#include <stdbool.h>

enum { GR_REGISTRY_ADDED_MAX = 64, GR_REGISTRY_NAME_MAX = 64 }; /* bytes of a name, with its end */

typedef struct {
  const void *const *own; /* [n_own] */
  int n_own, n_added;
  const void *added[GR_REGISTRY_ADDED_MAX];
} GrRegistry;

/* All of them, in the order of the registry; NULL after the last. */
const void *GrRegistryAt(const GrRegistry *registry, int index);

/* The one of this name, or NULL. */
const void *GrRegistryFind(const GrRegistry *registry, const char *name);

/* Adds one that stays where it is. False if the name is missing, too long or taken, or there is no room. */
bool GrRegistryAdd(GrRegistry *registry, const void *descriptor);

#endif
