/* pair_type: coefficients, rest overlap and limits of every pair type of a chain.

   Step bound of a pair type with static stiffness k and damping c between beads of mass m (the lighter): the highest mode of
   a chain of such contacts has omega^2 <= 4 k/m, so central differences are stable for h < 2/omega = sqrt(m/k); the
   dashpots add the rate 4 c/m, which an explicit scheme follows for h < m/(2 c). */
#include "chain/pair_type.h"

#include "law/card/probe.h"
#include <granum/error.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void ProbeAll(const GrPairType *type, double overlap, double *force, double *work)
{
  double own_force, own_work;

  *force = *work = 0;
  if (overlap > 0)
    GrLawProbe(type->law, type->coefficient, overlap, force, work);
  if (type->adhesion && overlap > -type->reach) {
    GrLawProbe(type->adhesion, type->adhesion_coefficient, overlap, &own_force, &own_work);
    *force += own_force;
    *work += own_work;
  }
}

double GrPairTypeForce(const GrPairType *type, double overlap)
{
  double force, work;
  ProbeAll(type, overlap, &force, &work);
  return force;
}

double GrPairTypeWork(const GrPairType *type, double overlap)
{
  double force, work;
  ProbeAll(type, overlap, &force, &work);
  return work;
}

double GrPairTypeStep(const GrPairType *type, double overlap)
{
  const GrLaw *law = type->law, *adhesion = type->adhesion;
  double stiffness = law->stiffness(type->coefficient, overlap);
  double damping = law->damping ? law->damping(type->coefficient, overlap) : 0;
  if (adhesion) {
    stiffness += adhesion->stiffness(type->adhesion_coefficient, overlap);
    damping += adhesion->damping ? adhesion->damping(type->adhesion_coefficient, overlap) : 0;
  }
  return PetscMin(sqrt(type->mass_min / stiffness), type->mass_min / (2 * damping));
}

double GrPairTypeInvert(const GrPairType *type, double (*f)(const GrPairType *, double), double target, double lower,
                        double upper)
{
  if (!(f(type, upper) > target))
    return upper;
  for (int i = 0; i < 200 && lower < upper;
       i++) { /* bisection to the last bit; ends when the interval has no inner point */
    double middle = lower + (upper - lower) / 2;
    if (middle <= lower || middle >= upper)
      break;
    if (f(type, middle) < target)
      lower = middle;
    else
      upper = middle;
  }
  return upper;
}

double GrPairTypeEquilibrium(const GrPairType *type)
{
  return type->adhesion ? GrPairTypeInvert(type, GrPairTypeForce, 0, 0, type->radius_min) : 0;
}

void GrPairTypeLaws(const GrPairType *type, char *text, size_t length)
{
  snprintf(text, length, "%s%s%s", type->law->name, type->adhesion ? " with adhesion " : "",
           type->adhesion ? type->adhesion->name : "");
}

/* The overlap at which the static force equals the precompression asked for. */
static PetscErrorCode RestOverlap(const GrCase *c, GrPairType *type, const GrSpacing *spacing)
{
  double force;

  PetscFunctionBeginUser;
  type->rest_overlap = -spacing->gap;
  if (spacing->precompression == 0)
    PetscFunctionReturn(0);
  type->rest_overlap = GrPairTypeInvert(type, GrPairTypeForce, spacing->precompression, 0, type->radius_min);
  force = GrPairTypeForce(type, type->rest_overlap);
  /* Bisection leaves one ulp of overlap; a larger miss means that the static force jumps over this value or never
   * reaches it. */
  if (fabs(force - spacing->precompression) > 1e-9 * spacing->precompression)
    return GrFail(
        GR_EXIT_INPUT,
        "%s:%d:%d: particles.%s: no overlap of law %s gives a static force of %g N (it jumps from %g N to %g N at %g "
        "m); %s",
        c->file, type->group[1]->place.line, type->group[1]->place.column, type->group[1]->name, type->law->name,
        spacing->precompression, GrPairTypeForce(type, type->rest_overlap * (1 - 1e-12)), force, type->rest_overlap,
        "use another precompression, or a law whose static force is continuous (for example variant: continuous)");
  PetscFunctionReturn(0);
}

static PetscErrorCode PrepareLaw(const GrCase *c, const GrPairType *type, const GrLaw *law, const GrLawPair *pair,
                                 const GrLawValue *value, double *coefficient)
{
  const char *complaint = law->prepare(pair, value, coefficient);
  const GrPlace place = type->rule->place;

  PetscFunctionBeginUser;
  if (complaint)
    return GrFail(GR_EXIT_INPUT, "%s:%d:%d: contacts: law %s between %s and %s: %s", c->file, place.line, place.column,
                  law->name, type->group[0]->name, type->group[1]->name, complaint);
  PetscFunctionReturn(0);
}

/* A plane that is held has no mass. */
static double FiniteMass(const GrBead *bead)
{
  return isnan(bead->mass) ? 1 : bead->mass;
}

/* Fills a pair type whose groups and held flags are set. */
static PetscErrorCode PreparePairType(const GrCase *c, const GrBead *left, const GrBead *right,
                                      const GrSpacing *spacing, GrPairType *type)
{
  const GrContactRule *rule = GrCaseRule(c, left->material, right->material);
  const double radius[2] = {GrBeadRadius(left), GrBeadRadius(right)};
  const double mass[2] = {type->held[0] ? INFINITY : left->mass, type->held[1] ? INFINITY : right->mass};
  const GrLawBody body[2] = {c->materials[left->material].body, c->materials[right->material].body};
  GrLawPair pair;

  PetscFunctionBeginUser;
  type->rule = rule;
  type->law = rule->law;
  type->mass_min = PetscMin(mass[0], mass[1]);
  type->radius_min = PetscMin(radius[0], radius[1]);
  /* Between two held beads no force moves anything, so any finite mass serves. */
  if (isinf(type->mass_min))
    GrRulePair(rule, body, radius, (const double[2]){FiniteMass(left), FiniteMass(right)}, &pair);
  else
    GrRulePair(rule, body, radius, mass, &pair);
  type->mass_reduced = pair.mass;
  PetscCall(PrepareLaw(c, type, rule->law, &pair, rule->value, type->coefficient));
  if (rule->adhesion) {
    type->adhesion = rule->adhesion;
    PetscCall(PrepareLaw(c, type, rule->adhesion, &pair, rule->adhesion_value, type->adhesion_coefficient));
    type->reach = rule->adhesion->reach(type->adhesion_coefficient);
  }
  type->overlap_limit = c->time.overlap_limit * type->radius_min;
  PetscCall(RestOverlap(c, type, spacing));
  PetscFunctionReturn(0);
}

/* Pair types of the groups; those of the ends come behind. */
static int CountGroupPairTypes(const GrCase *c)
{
  const GrGroup *last = &c->groups[c->n_groups - 1];
  return last->first_pair_type + 1 + last->n_beads;
}

int GrPairTypesCount(const GrCase *c)
{
  return CountGroupPairTypes(c) + 2;
}

int GrPairTypeOf(const GrCase *c, PetscInt64 id)
{
  const GrGroup *group = GrChainGroup(c, id);

  if (id == 2 && c->ends[0] == GR_END_FIXED)
    return CountGroupPairTypes(c);
  if (id == c->n_particles && c->ends[1] == GR_END_FIXED)
    return CountGroupPairTypes(c) + 1;
  return group->first_pair_type + (id > group->first_id ? 1 + (int)((id - group->first_id) % group->n_beads) : 0);
}

const GrGroup *GrChainGroup(const GrCase *c, PetscInt64 id)
{
  int low = 0, high = c->n_groups - 1;
  while (low < high) { /* the last group whose first id is <= id */
    int middle = (low + high + 1) / 2;
    if (c->groups[middle].first_id <= id)
      low = middle;
    else
      high = middle - 1;
  }
  return &c->groups[low];
}

PetscBool GrPairTypesAlike(const GrPairType *a, const GrPairType *b)
{
  if (a->law != b->law || a->adhesion != b->adhesion || a->rule->tension != b->rule->tension ||
      a->rest_overlap != b->rest_overlap || a->overlap_limit != b->overlap_limit || a->mass_min != b->mass_min ||
      a->reach != b->reach)
    return PETSC_FALSE;
  return (PetscBool)(memcmp(a->coefficient, b->coefficient, sizeof a->coefficient) == 0 &&
                     memcmp(a->adhesion_coefficient, b->adhesion_coefficient, sizeof a->adhesion_coefficient) == 0);
}

/* The pair type of the contact between bead id - 1 and bead id, with this number in the array. */
static PetscErrorCode CreatePairType(const GrCase *c, PetscInt64 id, PetscBool held_left, PetscBool held_right,
                                     GrPairType *type)
{
  const GrGroup *left = GrChainGroup(c, id - 1), *right = GrChainGroup(c, id);

  PetscFunctionBeginUser;
  type->group[0] = left;
  type->group[1] = right;
  type->held[0] = (PetscBool)(GrGroupHeld(left) || held_left);
  type->held[1] = (PetscBool)(GrGroupHeld(right) || held_right);
  PetscCall(PreparePairType(c, GrGroupBead(left, id - 1), GrGroupBead(right, id),
                            left == right ? &right->between : &right->before, type));
  PetscFunctionReturn(0);
}

PetscErrorCode GrPairTypesCreate(const GrCase *c, GrPairType **pair_types)
{
  const PetscInt64 n = c->n_particles;
  const PetscBool left = (PetscBool)(c->ends[0] == GR_END_FIXED), right = (PetscBool)(c->ends[1] == GR_END_FIXED);

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(GrPairTypesCount(c), pair_types));
  for (int g = 0; g < c->n_groups; g++) {
    const GrGroup *group = &c->groups[g];
    GrPairType *own = &(*pair_types)[group->first_pair_type];
    if (g > 0)
      PetscCall(CreatePairType(c, group->first_id, PETSC_FALSE, PETSC_FALSE, own));
    for (PetscInt64 k = 1; k <= group->n_beads && k < group->count; k++)
      PetscCall(CreatePairType(c, group->first_id + k, PETSC_FALSE, PETSC_FALSE, &own[1 + k % group->n_beads]));
  }
  if (left && n > 1)
    PetscCall(CreatePairType(c, 2, PETSC_TRUE, (PetscBool)(right && n == 2), &(*pair_types)[CountGroupPairTypes(c)]));
  if (right && n > 1)
    PetscCall(
        CreatePairType(c, n, (PetscBool)(left && n == 2), PETSC_TRUE, &(*pair_types)[CountGroupPairTypes(c) + 1]));
  PetscFunctionReturn(0);
}
