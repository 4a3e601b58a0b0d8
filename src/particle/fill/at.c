/* The generator `at`: single particles at given positions. */
#include "particle/fill/registry.h"

#include "base/math/row.h"
#include "case/case.h"
#include <string.h>

typedef struct {
  double position[3];          /* [m]; dimension 2: z is that of the domain */
  double velocity[3], spin[3]; /* [m/s], [rad/s]; default: the values of the group */
} Placed;

static const GrGeneratorKey keys[] = {
    {"position", GR_GIVEN_POINT, "the position of the centre", "m", NULL, ANY, FIELD(Placed, position)},
    {"velocity", GR_GIVEN_VECTOR, "initial velocity of the particle; if omitted, the velocity of the group", "m/s", "",
     ANY, FIELD(Placed, velocity)},
    {"spin", GR_GIVEN_AXIAL, "initial angular velocity of the particle; if omitted, the spin of the group", "rad/s", "",
     ANY, FIELD(Placed, spin)},
    {0}};

/* Checks that the position is inside the domain, except along periodic axes. Missing values are set to the values of
   the group. */
static const char *CheckOne(const GrCase *the_case, const GrGrains *grains, Placed *placed, GrGeneratorFault *fault)
{
  const GrDomain *domain = &the_case->domain;
  for (int axis = 0; axis < the_case->dimension; axis++) {
    const double x = placed->position[axis];
    if (domain->periodic[axis] || (x >= domain->lower[axis] && x <= domain->upper[axis]))
      continue;
    fault->component = axis + 1;
    return GrGeneratorComplain(fault, "position", GR_WRONG_VALUE,
                               "lies outside the domain; write %.15g m to %.15g m, or make the domain larger",
                               domain->lower[axis], domain->upper[axis]);
  }
  for (int axis = 0; axis < 3; axis++) {
    placed->velocity[axis] = isnan(placed->velocity[axis]) ? grains->velocity[axis] : placed->velocity[axis];
    placed->spin[axis] = isnan(placed->spin[axis]) ? grains->spin[axis] : placed->spin[axis];
  }
  return NULL;
}

static const char *CheckAt(const GrCase *the_case, GrGrains *grains, GrGeneratorFault *fault)
{
  const char *sentence = NULL;

  fault->what = GR_WRONG_KEY;
  if (grains->n_given == 0)
    return "is empty; write {position: [x, y, z]}, or a list of such";
  fault->what = GR_WRONG_VALUE;
  grains->count = grains->n_given;
  for (int i = 0; i < grains->n_given && !sentence; i++) {
    fault->entry = i;
    sentence = CheckOne(the_case, grains, (Placed *)grains->given + i, fault);
  }
  return sentence;
}

static const char *CountAt(const GrCase *the_case, const GrGrains *grains, const struct GrDistribution *radii,
                           PetscInt64 *count, GrGeneratorFault *fault)
{
  *count = grains->n_given;
  return NULL;
}

static void PlaceAt(const GrPlaces *places)
{
  memcpy(places->state, (const Placed *)places->grains->given + places->first, (size_t)places->n * sizeof(Placed));
}

const GrGenerator GrGenerator_at = {.name = "at",
                                    .summary = "particles placed one by one: a map, or a list of maps",
                                    .keys = keys,
                                    .size = sizeof(Placed),
                                    .list = true,
                                    .check = CheckAt,
                                    .count = CountAt,
                                    .place = PlaceAt};
