/* types: particle types of walls; see wall.h. Each wall has a particle type with the radius of curvature of its shape
   and, if a curved shape has flat parts, a second type with infinite radius. */
#include "wall/wall.h"

int GrWallTypes(const GrWall *wall, GrParticleType type[GR_WALL_TYPES])
{
  const double radius = wall->shape->radius ? wall->shape->radius(wall) : INFINITY;
  const PetscBool flat = (PetscBool)(wall->shape->has_flat_parts && wall->shape->has_flat_parts(wall));

  type[0] = type[1] =
      (GrParticleType){.material = wall->material, .radius = radius, .mass = INFINITY, .is_wall = PETSC_TRUE};
  type[1].radius = INFINITY;
  return flat ? 2 : 1;
}

int GrWallsTypes(int n_walls, const GrWall wall[], int first, GrParticleType type[], int of[])
{
  int n = first;

  for (int w = 0; w < n_walls; w++) {
    GrParticleType own[GR_WALL_TYPES];
    const int n_own = GrWallTypes(&wall[w], own);
    PetscBool same = PETSC_FALSE;
    for (of[w] = first; of[w] < n; of[w]++) {
      same = (PetscBool)(of[w] + n_own <= n);
      for (int k = 0; same && k < n_own; k++)
        same = (PetscBool)(type[of[w] + k].material == own[k].material && type[of[w] + k].radius == own[k].radius);
      if (same)
        break;
    }
    for (int k = 0; !same && k < n_own; k++)
      type[n++] = own[k];
  }
  return n;
}
