/* The list of wall shapes; see registry.h. */
#include "wall/registry.h"

#include "base/registry.h"

#define ADDRESS(name) &GrWall_##name
static const GrWallShape *const shapes[] = {GR_WALL_SHAPES(ADDRESS)};
static GrRegistry registry = {.own = (const void *const *)shapes, .n_own = sizeof shapes / sizeof *shapes};

const GrWallShape *GrWallShapeAt(int index)
{
  return GrRegistryAt(&registry, index);
}

const GrWallShape *GrWallShapeFind(const char *name)
{
  return GrRegistryFind(&registry, name);
}

static bool IsComplete(const GrWallShape *shape)
{
  int n = 0;

  if (!shape->summary || !shape->parameters || !shape->touch || shape->parameters[0].kind != GR_WALL_POINT)
    return false;
  while (shape->parameters[n].name)
    n++;
  return n >= 1 && n <= GR_WALL_PARAMETERS_MAX;
}

int GrWallShapeRegister(const GrWallShape *shape)
{
  return IsComplete(shape) && GrRegistryAdd(&registry, shape) ? 0 : 1;
}
