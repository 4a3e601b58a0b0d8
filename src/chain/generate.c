/* Places the beads of a chain, group after group.

   The distance of two adjacent beads of a group is R_left + R_right - d0, with their radii R and their rest overlap d0
   (< 0: a gap). A group has n = n_beads different beads, which repeat. L is the sum of the distances in one period.
   Position of bead number k (from 0): start + (k div n) L + offset(k mod n). The first bead of a group has the distance
   R_left + R_right - d0 from the last bead of the previous group. The position of a plane is the position of its
   surface, so R = 0. */
#include "chain/beads.h"

#include "base/math/sine.h"
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
  double sine, rate;
  if (group->motion.amplitude > 0) {
    GrSineMotion(group->motion.frequency, group->motion.phase, 0, &sine, &rate);
    return group->motion.amplitude * rate;
  }
  if (group->motion.n)
    return group->motion.velocity[0]; /* the first point is at the start or later */
  return own ? own->velocity : group->velocity;
}

static bool IsHeld(const GrCase *c, const GrGroup *group, PetscInt64 id)
{
  return GrCaseGroupHeld(group) || (id == 1 && c->ends[0] == GR_END_FIXED) ||
         (id == c->n_particles && c->ends[1] == GR_END_FIXED);
}

/* Returns the distance from the position of a bead to its surface [m]; 0 for a plane. */
static double ExtentOfBead(const GrBead *bead)
{
  return isnan(bead->radius) ? 0 : bead->radius;
}

/* Positions of the beads of a group. */
typedef struct {
  double start;   /* position of the first bead of the group [m] */
  double *offset; /* [n_beads] distance of each different bead from the first bead [m] */
  double length;  /* length of a period of n_beads beads [m] */
} Place;

static double PositionOf(const GrGroup *group, const Place *place, PetscInt64 id)
{
  const PetscInt64 k = id - group->first_id;
  return place->start + (double)(k / group->n_beads) * place->length + place->offset[k % group->n_beads];
}

static double RestDistance(const GrBead *left, const GrBead *right, const GrPairType *type)
{
  return ExtentOfBead(left) + ExtentOfBead(right) - type->rest_overlap;
}

/* Computes the places of all groups; `pool`: memory for their offsets. */
static void FindPlaces(const GrCase *c, const GrPairType *pair_types, double *pool, Place *place)
{
  for (int g = 0; g < c->n_groups; g++) {
    const GrGroup *group = &c->groups[g];
    const GrPairType *type = &pair_types[group->first_pair_type];
    const int n = group->n_beads;
    place[g] = (Place){.offset = pool};
    pool += n;
    place[g].offset[0] = 0;
    for (int k = 1; k < n; k++)
      place[g].offset[k] = place[g].offset[k - 1] + RestDistance(&group->bead[k - 1], &group->bead[k], &type[1 + k]);
    place[g].length = place[g].offset[n - 1] + RestDistance(&group->bead[n - 1], &group->bead[0], &type[1]);
    if (g > 0) {
      const GrBead *last = GrCaseGroupBead(group - 1, group->first_id - 1);
      place[g].start =
          PositionOf(group - 1, &place[g - 1], group->first_id - 1) + RestDistance(last, &group->bead[0], &type[0]);
    }
  }
}

static void SetBead(const GrCase *c, const Place *place, PetscInt64 id, PetscInt i, GrBeads *p)
{
  const GrGroup *group = GrChainGroup(c, id);
  const GrBead *bead = GrCaseGroupBead(group, id);

  p->id[i] = id;
  p->species[i] = bead->material + 1;
  p->reference[i] = PositionOf(group, &place[group - c->groups], id);
  p->radius[i] = ExtentOfBead(bead);
  p->mass[i] = isnan(bead->mass) ? 0 : bead->mass; /* a held or driven plane */
  p->inverse_mass[i] = IsHeld(c, group, id) ? 0 : 1 / bead->mass;
}

PetscErrorCode GrChainGenerate(const GrCase *c, const GrPairType *pair_types, GrRows rows, GrBeads *p)
{
  double *pool;
  Place *place;

  p->rows = rows;
  p->n = (PetscInt)rows.count;
  PetscCall(PetscMalloc6(p->n, &p->id, p->n, &p->species, p->n, &p->reference, p->n, &p->radius, p->n, &p->mass, p->n,
                         &p->inverse_mass));
  PetscCall(
      PetscMalloc2(c->n_groups, &place, GrChainPairTypesCount(c), &pool)); /* more pair types than different beads */
  FindPlaces(c, pair_types, pool, place);
  for (PetscInt i = 0; i < p->n; i++)
    SetBead(c, place, rows.first + i + 1, i, p);
  return PetscFree2(place, pool);
}
