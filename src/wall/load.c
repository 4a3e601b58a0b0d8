/* load: the kinds of load-controlled motion; see load.h. */
#include "wall/load.h"

#include <math.h>

static const GrWallLoadKind *const kinds[] = {&GrWallLoadShaft, &GrWallLoadBody, &GrWallLoadMass, &GrWallLoadServo};

const GrWallLoadKind *GrWallLoadOf(const GrWall *wall)
{
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
    if (!wall->absent && kinds[k]->has(wall))
      return kinds[k];
  return NULL;
}

GrWallTravel GrWallLoadBegin(const GrWall *wall)
{
  GrWallTravel state = {.kind = GrWallLoadOf(wall)};

  if (state.kind->begin)
    state.kind->begin(wall, &state);
  return state;
}

bool GrWallIsPushed(const GrWall *wall)
{
  const GrWallLoadKind *kind = GrWallLoadOf(wall);

  return kind && kind->straight;
}

double GrWallLeastMass(const GrWall *wall)
{
  const GrWallLoadKind *kind = GrWallLoadOf(wall);

  return kind && kind->least_mass ? kind->least_mass(wall) : INFINITY;
}
