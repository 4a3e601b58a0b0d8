/* Computes the beads of a group: all equal, a repeated pattern, or with a radius that changes along the group (taper).
   The result is GrGroup.bead, a list of beads that is repeated along the group. For a taper it has all beads.

   Radius [m] of bead k of n, k from 0:  R_k = from + (to - from) k/(n - 1),  or  R_k = from q^k,  q ratio [1]. */
#include "input/case/beads.h"
#include "base/math/exponential.h"
#include "input/case/checks.h"
#include "input/key/key.h"
#include "input/key/rows.h"

enum { BEADS_MAX = 10000 }; /* each rank stores the list, and one pair type for each bead */

static PetscErrorCode ReadRadius(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  GrGroup *group = (GrGroup *)base;
  if (node->type != GR_NODE_MAP)
    return GrKeyNumberOrWord(node, key, NULL, &group->radius);
  group->radius = NAN;
  return GrKeyReadSection(node, key, scope, base);
}

static PetscErrorCode LeaveRadius(const GrKey *key, char *base)
{
  ((GrGroup *)base)->radius = NAN;
  return 0;
}

static bool LeavesRadius(const GrKey *key, const char *base)
{
  const GrGroup *group = (const GrGroup *)base;
  return isnan(group->radius) && !(group->taper.from > 0);
}

static void WriteRadius(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  const GrGroup *group = (const GrGroup *)base;
  if (group->taper.from > 0)
    GrKeyWriteSection(out, key, base, writing);
  else
    GrTextNumber(out, group->radius);
}

const GrKeyKind GrKeyRadius = {"number or map",       ReadRadius, LeaveRadius, WriteRadius, GR_SCHEMA_NUMBER_OR_MAP,
                               .leaves = LeavesRadius};

const GrKey GrCaseTaperKeys[] = {
    {"from", &GrKeyQuantity, "the radius of the first bead", "m", NULL, POSITIVE, FIELD(GrTaper, from)},
    {"to", &GrKeyQuantity, "the radius of the last bead, by equal differences", "m", "", POSITIVE, .unless = "ratio",
     FIELD(GrTaper, to)},
    {"ratio", &GrKeyQuantity, "the ratio of the radii of each bead and the bead before it, instead of to", "1", "",
     ABOVE_TO(0, 100), .excludes = "to", FIELD(GrTaper, ratio)},
    {0}};

const GrKey GrCaseBeadKeys[] = {
    {"material", &GrKeyName, "the name of a material; the material of the group if omitted", .choices = "materials",
     .fallback = "", FIELD(GrBead, material)},
    {"radius", &GrKeyQuantity, "the radius of the bead", "m", NULL, POSITIVE, FIELD(GrBead, radius)},
    {"mass", &GrKeyQuantity, "the mass of the bead, from the density unless given", "kg", "", POSITIVE,
     FIELD(GrBead, mass)},
    {0}};

static double TaperedRadius(const GrTaper *taper, int k, int n)
{
  if (!isnan(taper->ratio))
    return taper->from * GrPower(taper->ratio, (double)k);
  return k > 0 ? taper->from + (taper->to - taper->from) * ((double)k / (n - 1)) : taper->from;
}

/* A list of one bead. */
static PetscErrorCode FindUniform(const GrCase *the_case, const GrNode *node, GrGroup *group)
{
  if (isnan(group->radius))
    return GrNodeComplainMissing(node, "radius", "is missing; give the radius of the beads, or write shape: plane");
  PetscCall(GrCaseFindMass(&the_case->materials[group->material], node, group->radius, &group->mass));
  PetscCall(PetscMalloc1(1, &group->bead));
  group->n_beads = 1;
  group->bead[0] = (GrBead){group->material, group->radius, group->mass};
  return 0;
}

static PetscErrorCode FindTapered(const GrCase *the_case, const GrNode *node, GrGroup *group)
{
  if (group->count > BEADS_MAX)
    return GrNodeComplainKey(GrNodeGet(node, "radius"),
                             "changes from bead to bead, which at most %d beads can; write a smaller chain.count",
                             BEADS_MAX);
  PetscCall(PetscMalloc1(group->count, &group->bead));
  group->n_beads = (int)group->count;
  for (int k = 0; k < group->n_beads; k++) {
    GrBead *bead = &group->bead[k];
    *bead = (GrBead){group->material, TaperedRadius(&group->taper, k, group->n_beads), group->mass};
    if (!(bead->radius > 0.0 && isfinite(bead->radius)))
      return GrNodeComplainKey(GrNodeGet(node, "radius"), "makes the radius of bead %d %g m; write a ratio nearer to 1",
                               k + 1, bead->radius);
    PetscCall(GrCaseFindMass(&the_case->materials[bead->material], node, bead->radius, &bead->mass));
  }
  return 0;
}

static PetscErrorCode FindPattern(const GrCase *the_case, const GrNode *node, GrGroup *group)
{
  const GrNode *list = GrNodeGet(node, "pattern"), *radius = GrNodeGet(node, "radius"), *mass = GrNodeGet(node, "mass");
  if (radius || mass)
    return GrNodeComplainKey(radius ? radius : mass,
                             "is that of each bead of the pattern; remove it here, or the pattern");
  if (group->n_pattern > BEADS_MAX)
    return GrNodeComplainKey(list, "has %d beads, and %d can be; write a shorter pattern", group->n_pattern, BEADS_MAX);
  for (int k = 0; k < group->n_pattern; k++) {
    GrBead *bead = &group->pattern[k];
    if (bead->material < 0 && group->material < 0)
      return GrNodeComplainMissing(GrNodeAt(list, k), "material", "is missing; give the name of a material");
    bead->material = bead->material < 0 ? group->material : bead->material;
    PetscCall(GrCaseFindMass(&the_case->materials[bead->material], GrNodeAt(list, k), bead->radius, &bead->mass));
  }
  PetscCall(PetscMalloc1(group->n_pattern, &group->bead));
  PetscCall(PetscArraycpy(group->bead, group->pattern, group->n_pattern));
  group->n_beads = group->n_pattern;
  return 0;
}

PetscErrorCode GrCaseFindBeads(const GrCase *the_case, const GrNode *node, GrGroup *group)
{
  if (group->n_pattern > 0)
    return FindPattern(the_case, node, group);
  if (group->material < 0)
    return GrNodeComplainMissing(node, "material", "is missing; give the name of a material");
  return group->taper.from > 0 ? FindTapered(the_case, node, group) : FindUniform(the_case, node, group);
}
