/* chain: beads on a line, group after group.

   Position of bead number k (from 0) of a group: start + k (2 R - d0), with d0 the rest overlap inside the group (< 0:
   a gap); the start of a group lies R_left + R_right - d0 beyond the last bead of the group before it. The position of
   a plane is that of its surface: R = 0. */
#include "particle/particles.h"

#include <math.h>
#include <stdlib.h>

static int CompareId(const void *key, const void *row)
{
  PetscInt64 id = *(const PetscInt64 *)key, other = ((const GrBeadVelocity *)row)->id;
  return (id > other) - (id < other);
}

double GrChainVelocity(const GrCase *c, PetscInt64 id)
{
  const GrBeadVelocity *own =
      c->n_velocities ? bsearch(&id, c->velocities, (size_t)c->n_velocities, sizeof(*c->velocities), CompareId) : NULL;
  const GrGroup *group = GrChainGroup(c, id);
  if (group->motion.n)
    return group->motion.velocity[0]; /* no point is before the start */
  return own ? own->velocity : group->velocity;
}

static PetscBool Held(const GrCase *c, const GrGroup *group, PetscInt64 id)
{
  return (PetscBool)(GrGroupHeld(group) || (id == 1 && c->ends[0] == GR_END_FIXED) ||
                     (id == c->n_particles && c->ends[1] == GR_END_FIXED));
}

/* From the position of a bead to its surface [m]. */
static double Extent(const GrGroup *group)
{
  return group->shape == GR_SHAPE_PLANE ? 0 : group->radius;
}

/* Position of the first bead of every group. */
static void GroupStarts(const GrCase *c, const GrKind *kinds, double *start)
{
  start[0] = 0;
  for (int g = 1; g < c->n_groups; g++) {
    const GrGroup *left = &c->groups[g - 1];
    double length = (double)(left->count - 1) * (2 * Extent(left) - kinds[2 * g - 1].rest_overlap);
    start[g] = start[g - 1] + length + (Extent(left) + Extent(&c->groups[g]) - kinds[2 * g].rest_overlap);
  }
}

PetscErrorCode GrChainGenerate(const GrCase *c, const GrKind *kinds, GrRows rows, GrParticles *p)
{
  double *start;

  PetscFunctionBeginUser;
  p->rows = rows;
  p->n = (PetscInt)rows.count;
  PetscCall(PetscMalloc6(p->n, &p->id, p->n, &p->species, p->n, &p->reference, p->n, &p->radius, p->n, &p->mass, p->n,
                         &p->inverse_mass));
  PetscCall(PetscMalloc1(c->n_groups, &start));
  GroupStarts(c, kinds, start);
  for (PetscInt i = 0; i < p->n; i++) {
    PetscInt64 id = rows.first + i + 1;
    const GrGroup *group = GrChainGroup(c, id);
    int g = (int)(group - c->groups);
    p->id[i] = id;
    p->species[i] = group->material + 1;
    p->reference[i] = start[g] + (double)(id - group->first_id) * (2 * Extent(group) - kinds[2 * g + 1].rest_overlap);
    p->radius[i] = Extent(group);
    p->mass[i] = isnan(group->mass) ? 0 : group->mass; /* a plane that is held */
    p->inverse_mass[i] = Held(c, group, id) ? 0 : 1 / group->mass;
  }
  PetscCall(PetscFree(start));
  PetscFunctionReturn(0);
}

PetscErrorCode GrParticlesDestroy(GrParticles *p)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree6(p->id, p->species, p->reference, p->radius, p->mass, p->inverse_mass));
  PetscFunctionReturn(0);
}
