/* Selection of particles by group, material and size (GrSelection, case/grains.h): which particles a counter counts or
   a removal removes. */
#ifndef GRANUM_PARTICLE_SELECTION_H
#define GRANUM_PARTICLE_SELECTION_H

#include "particle/bodies.h"

/* Returns the radius of the sphere that has the volume of a body [m]. */
static inline double GrBodiesRadius(const GrCase *the_case, PetscInt64 group, double scale)
{
  return GrBodiesClumpOf(the_case, group)->body.equal_radius * scale;
}

/* Returns whether a selection contains a particle of this group and radius [m]; for a rigid body GrBodiesRadius. */
static inline bool GrSelectionHas(const GrSelection *s, const GrCase *the_case, PetscInt64 group, double radius)
{
  return (s->group < 0 || group == s->group) && (s->material < 0 || the_case->grains[group].material == s->material) &&
         !(radius < s->radius.from) && !(radius >= s->radius.to);
}

#endif
