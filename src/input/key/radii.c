/* Kind of value of an input key: the radii of a group of particles, as one number or as a distribution. */
#include "input/key/key.h"
#include "particle/fill/distribution.h"
#include <math.h>
#include <string.h>

enum { FRACTION_DIGITS_LOST = 64 }; /* sum of fractions that counts as 1 [units of rounding] */

/* Fractions add up to 1, but for what writing them as decimals costs. */
static PetscErrorCode FillFractions(const GrNode *node, GrRadii *radii)
{
  const GrNode *list = GrNodeGet(node, "radii"), *fractions = GrNodeGet(node, "fractions");
  double sum = 0.0;
  if (!fractions)
    PetscCall(PetscMalloc1(list->n, &radii->fraction));
  for (int i = 0; i < list->n; i++) {
    radii->fraction[i] = fractions ? radii->fraction[i] : 1.0 / list->n;
    sum += radii->fraction[i];
  }
  if (!(fabs(sum - 1.0) <= 1e-9))
    return GrNodeComplain(fractions, "add up to %.12g; write shares that add up to 1, such as [0.25, 0.75]", sum);
  bool exact = fabs(sum - 1.0) <= FRACTION_DIGITS_LOST * PETSC_MACHINE_EPSILON;
  for (int i = 0; i < list->n && !exact; i++)
    radii->fraction[i] /= sum;
  return 0;
}

static PetscErrorCode LeaveRadii(const GrKey *key, char *base)
{
  *(GrRadii *)(base + key->offset) = (GrRadii){.kind = GR_RADII_CONSTANT, .mean = NAN, NAN, NAN, NAN, NAN, NAN};
  return 0;
}

static PetscErrorCode ReadRadii(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  GrRadii *radii = (GrRadii *)(base + key->offset);
  PetscCall(LeaveRadii(key, base));
  if (node->type != GR_NODE_MAP)
    return GrKeyNumberOrWord(node, key, NULL, &radii->mean);
  PetscCall(GrKeysRead(node, key->section, scope, (char *)radii));
  if (radii->n_entries > GR_DISTRIBUTION_ENTRIES_MAX)
    return GrNodeComplain(GrNodeGet(node, "radii"), "has more than %d radii; write fewer, or another distribution",
                          GR_DISTRIBUTION_ENTRIES_MAX);
  if (radii->kind == GR_RADII_LIST)
    PetscCall(FillFractions(node, radii));
  GrDistribution distribution;
  bool cut = radii->kind == GR_RADII_NORMAL || radii->kind == GR_RADII_LOGNORMAL;
  if (cut && !(radii->from < radii->mean && radii->mean < radii->to))
    return GrNodeComplain(GrNodeGet(node, "mean"), "does not lie between from and to; write from < mean < to");
  const char *sentence = GrFillDistributionOf(radii, 1, &distribution);
  return sentence ? GrNodeComplain(node, "%s", sentence) : 0;
}

static bool LeavesRadii(const GrKey *key, const char *base)
{
  const GrRadii *radii = (const GrRadii *)(base + key->offset);
  return radii->kind == GR_RADII_CONSTANT && isnan(radii->mean);
}

static void WriteRadii(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  const GrRadii *radii = (const GrRadii *)(base + key->offset);
  if (radii->kind != GR_RADII_CONSTANT)
    GrKeyWriteSection(out, key, base, writing);
  else
    GrTextNumber(out, radii->mean);
}

const GrKeyKind GrKeyRadii = {
    "number or map", ReadRadii, LeaveRadii, WriteRadii, GR_SCHEMA_NUMBER_OR_MAP, LeavesRadii, .free = GrKeyFreeSection};
