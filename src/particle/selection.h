/* Selection of particles by group, material and size (GrSelection, case/grains.h): which particles a counter counts or
   a removal removes. */
#ifndef GRANUM_PARTICLE_SELECTION_H
#define GRANUM_PARTICLE_SELECTION_H

#include "case/case.h"

/* Returns whether a selection contains a particle of this group and radius [m]; for a rigid body that of the sphere of
   equal volume. */
static inline bool GrSelectionHas(const GrSelection *s, const GrCase *the_case, PetscInt64 group, double radius)
{
  return (s->group < 0 || group == s->group) && (s->material < 0 || the_case->grains[group].material == s->material) &&
         !(radius < s->radius.from) && !(radius >= s->radius.to);
}

#endif
