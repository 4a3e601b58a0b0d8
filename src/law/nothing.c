/* A law without force. If the normal law of a contact rule also acts at a distance, granum uses it as the adhesion of
   the rule, and this law as the normal law; see contact/model.c. An input file cannot select it. */
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
