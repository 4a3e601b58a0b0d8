/* A law without force. It replaces the normal law of a contact whose normal law acts at a distance and is therefore in
   the place of the adhesion; see contact/model.c. It is not in the table. */
#include "law/registry.h"
#include <string.h>

static const GrLawParameter parameters[] = {{0}};

static const char *PrepareNothing(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  return NULL;
}

static void ForceOfNothing(const GrLawBatch *batch)
{
  const size_t size = (size_t)batch->n * sizeof(double);
  memset(batch->force, 0, size);
  memset(batch->dashpot, 0, size);
}

static void EnergyOfNothing(const GrLawBatch *batch, double *recoverable, double *consumed)
{
  const size_t size = (size_t)batch->n * sizeof(double);
  memset(recoverable, 0, size);
  memset(consumed, 0, size);
}

static double StiffnessOfNothing(const double *coefficient, double overlap)
{
  return 0;
}

const GrLaw GrLaw_nothing = {
    .name = "nothing",
    .parameters = parameters,
    .prepare = PrepareNothing,
    .force = ForceOfNothing,
    .energy = EnergyOfNothing,
    .stiffness = StiffnessOfNothing,
};
