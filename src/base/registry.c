/* Finds and adds descriptors by name; see registry.h. */
#include "base/registry.h"

#include <stddef.h>
#include <string.h>

static const char *NameOf(const void *descriptor)
{
  return *(const char *const *)descriptor;
}

const void *GrRegistryAt(const GrRegistry *r, int index)
{
  if (index < 0 || index >= r->n_own + r->n_added)
    return NULL;
  return index < r->n_own ? r->own[index] : r->added[index - r->n_own];
}

const void *GrRegistryFind(const GrRegistry *r, const char *name)
{
  const void *descriptor;

  for (int i = 0; (descriptor = GrRegistryAt(r, i)); i++)
    if (!strcmp(NameOf(descriptor), name))
      return descriptor;
  return NULL;
}

bool GrRegistryAdd(GrRegistry *r, const void *descriptor)
{
  const char *name = NameOf(descriptor);

  if (!name || strlen(name) >= GR_REGISTRY_NAME_MAX || r->n_added == GR_REGISTRY_ADDED_MAX || GrRegistryFind(r, name))
    return false;
  r->added[r->n_added++] = descriptor;
  return true;
}
