/* A registry: the descriptors of granum and the descriptors that a program adds. Each descriptor begins with a
   pointer to its name. A registry belongs to the process, like PETSc's lists of types. */
#ifndef GRANUM_BASE_REGISTRY_H
#define GRANUM_BASE_REGISTRY_H

#include <stdbool.h>

enum { GR_REGISTRY_ADDED_MAX = 64, GR_REGISTRY_NAME_MAX = 64 }; /* bytes of a name with its terminating 0 */

typedef struct {
  const void *const *own; /* [n_own] */
  int n_own, n_added;
  const void *added[GR_REGISTRY_ADDED_MAX];
} GrRegistry;

/* Descriptor number `index` in the order of the registry; NULL after the last one. */
const void *GrRegistryAt(const GrRegistry *registry, int index);

/* The descriptor of this name, or NULL. */
const void *GrRegistryFind(const GrRegistry *registry, const char *name);

/* Adds a descriptor, which must not be freed. Returns false if its name is missing, too long or already used, or if
   the registry is full. */
bool GrRegistryAdd(GrRegistry *registry, const void *descriptor);

#endif
