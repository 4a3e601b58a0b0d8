/* pair_type: coefficients, rest overlap and limits of every kind of contact of a chain.

   Step bound of a kind with static stiffness k and damping c between beads of mass m (the lighter): the highest mode of
   a chain of such contacts has omega^2 <= 4 k/m, so central differences are stable for h < 2/omega = sqrt(m/k); the
   dashpots add the rate 4 c/m, which an explicit scheme follows for h < m/(2 c). */
#include "chain/pair_type.h"

#include "law/card/probe.h"
#include <granum/error.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void ProbeAll(const GrPairType *kind, double overlap, double *force, double *work)
{
  double own_force, own_work;

  *force = *work = 0;
  if (overlap > 0)
    GrLawProbe(kind->law, kind->coefficient, overlap, force, work);
  if (kind->adhesion && overlap > -kind->reach) {
    GrLawProbe(kind->adhesion, kind->adhesion_coefficient, overlap, &own_force, &own_work);
    *force += own_force;
    *work += own_work;
  }
}

double GrPairTypeForce(const GrPairType *kind, double overlap)
{
  double force, work;
  ProbeAll(kind, overlap, &force, &work);
  return force;
}

double GrPairTypeWork(const GrPairType *kind, double overlap)
{
  double force, work;
  ProbeAll(kind, overlap, &force, &work);
  return work;
}

double GrPairTypeStep(const GrPairType *kind, double overlap)
{
  const GrLaw *law = kind->law, *adhesion = kind->adhesion;
  double stiffness = law->stiffness(kind->coefficient, overlap);
  double damping = law->damping ? law->damping(kind->coefficient, overlap) : 0;
  if (adhesion) {
    stiffness += adhesion->stiffness(kind->adhesion_coefficient, overlap);
    damping += adhesion->damping ? adhesion->damping(kind->adhesion_coefficient, overlap) : 0;
  }
  return PetscMin(sqrt(kind->mass_min / stiffness), kind->mass_min / (2 * damping));
}

double GrPairTypeInvert(const GrPairType *kind, double (*f)(const GrPairType *, double), double target, double lower,
                        double upper)
{
  if (!(f(kind, upper) > target))
    return upper;
  for (int i = 0; i < 200 && lower < upper;
       i++) { /* bisection to the last bit; ends when the interval has no inner point */
    double middle = lower + (upper - lower) / 2;
    if (middle <= lower || middle >= upper)
      break;
    if (f(kind, middle) < target)
      lower = middle;
    else
      upper = middle;
  }
  return upper;
}

double GrPairTypeEquilibrium(const GrPairType *kind)
{
  return kind->adhesion ? GrPairTypeInvert(kind, GrPairTypeForce, 0, 0, kind->radius_min) : 0;
}

void GrPairTypeLaws(const GrPairType *kind, char *text, size_t length)
{
  snprintf(text, length, "%s%s%s", kind->law->name, kind->adhesion ? " with adhesion " : "",
           kind->adhesion ? kind->adhesion->name : "");
}

/* The overlap at which the static force equals the precompression asked for. */
static PetscErrorCode RestOverlap(const GrCase *c, GrPairType *kind, const GrSpacing *spacing)
{
  double force;

  PetscFunctionBeginUser;
  kind->rest_overlap = -spacing->gap;
  if (spacing->precompression == 0)
    PetscFunctionReturn(0);
  kind->rest_overlap = GrPairTypeInvert(kind, GrPairTypeForce, spacing->precompression, 0, kind->radius_min);
  force = GrPairTypeForce(kind, kind->rest_overlap);
  /* Bisection leaves one ulp of overlap; a larger miss means that the static force jumps over this value or never
   * reaches it. */
  if (fabs(force - spacing->precompression) > 1e-9 * spacing->precompression)
    return GrFail(
        GR_EXIT_INPUT,
        "%s:%d:%d: particles.%s: no overlap of law %s gives a static force of %g N (it jumps from %g N to %g N at %g "
        "m); %s",
        c->file, kind->group[1]->place.line, kind->group[1]->place.column, kind->group[1]->name, kind->law->name,
        spacing->precompression, GrPairTypeForce(kind, kind->rest_overlap * (1 - 1e-12)), force, kind->rest_overlap,
        "use another precompression, or a law whose static force is continuous (for example variant: continuous)");
  PetscFunctionReturn(0);
}

static PetscErrorCode LawPrepare(const GrCase *c, const GrPairType *kind, const GrLaw *law, const GrLawPair *pair,
                                 const GrLawValue *value, double *coefficient)
{
  const char *complaint = law->prepare(pair, value, coefficient);
  const GrPlace place = kind->rule->place;

  PetscFunctionBeginUser;
  if (complaint)
    return GrFail(GR_EXIT_INPUT, "%s:%d:%d: contacts: law %s between %s and %s: %s", c->file, place.line, place.column,
                  law->name, kind->group[0]->name, kind->group[1]->name, complaint);
  PetscFunctionReturn(0);
}

/* A plane that is held has no mass. */
static double FiniteMass(const GrBead *bead)
{
  return isnan(bead->mass) ? 1 : bead->mass;
}

/* Fills a kind whose groups and held flags are set. */
static PetscErrorCode KindPrepare(const GrCase *c, const GrBead *left, const GrBead *right, const GrSpacing *spacing,
                                  GrPairType *kind)
{
  const GrContactRule *rule = GrCaseRule(c, left->material, right->material);
  const double radius[2] = {GrBeadRadius(left), GrBeadRadius(right)};
  const double mass[2] = {kind->held[0] ? INFINITY : left->mass, kind->held[1] ? INFINITY : right->mass};
  const GrLawBody body[2] = {c->materials[left->material].body, c->materials[right->material].body};
  GrLawPair pair;

  PetscFunctionBeginUser;
  kind->rule = rule;
  kind->law = rule->law;
  kind->mass_min = PetscMin(mass[0], mass[1]);
  kind->radius_min = PetscMin(radius[0], radius[1]);
  /* Between two held beads no force moves anything, so any finite mass serves. */
  if (isinf(kind->mass_min))
    GrRulePair(rule, body, radius, (const double[2]){FiniteMass(left), FiniteMass(right)}, &pair);
  else
    GrRulePair(rule, body, radius, mass, &pair);
  kind->mass_reduced = pair.mass;
  PetscCall(LawPrepare(c, kind, rule->law, &pair, rule->value, kind->coefficient));
  if (rule->adhesion) {
    kind->adhesion = rule->adhesion;
    PetscCall(LawPrepare(c, kind, rule->adhesion, &pair, rule->adhesion_value, kind->adhesion_coefficient));
    kind->reach = rule->adhesion->reach(kind->adhesion_coefficient);
  }
  kind->overlap_limit = c->time.overlap_limit * kind->radius_min;
  PetscCall(RestOverlap(c, kind, spacing));
  PetscFunctionReturn(0);
}

/* Kinds of the groups; those of the ends come behind. */
static int GroupKinds(const GrCase *c)
{
  const GrGroup *last = &c->groups[c->n_groups - 1];
  return last->first_kind + 1 + last->n_beads;
}

int GrPairTypesCount(const GrCase *c)
{
  return GroupKinds(c) + 2;
}

int GrPairTypeOf(const GrCase *c, PetscInt64 id)
{
  const GrGroup *group = GrChainGroup(c, id);

  if (id == 2 && c->ends[0] == GR_END_FIXED)
    return GroupKinds(c);
  if (id == c->n_particles && c->ends[1] == GR_END_FIXED)
    return GroupKinds(c) + 1;
  return group->first_kind + (id > group->first_id ? 1 + (int)((id - group->first_id) % group->n_beads) : 0);
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

/* The kind of the contact between bead id - 1 and bead id, with this number in the array. */
static PetscErrorCode KindCreate(const GrCase *c, PetscInt64 id, PetscBool held_left, PetscBool held_right,
                                 GrPairType *kind)
{
  const GrGroup *left = GrChainGroup(c, id - 1), *right = GrChainGroup(c, id);

  PetscFunctionBeginUser;
  kind->group[0] = left;
  kind->group[1] = right;
  kind->held[0] = (PetscBool)(GrGroupHeld(left) || held_left);
  kind->held[1] = (PetscBool)(GrGroupHeld(right) || held_right);
  PetscCall(KindPrepare(c, GrGroupBead(left, id - 1), GrGroupBead(right, id),
                        left == right ? &right->between : &right->before, kind));
  PetscFunctionReturn(0);
}

PetscErrorCode GrPairTypesCreate(const GrCase *c, GrPairType **kinds)
{
  const PetscInt64 n = c->n_particles;
  const PetscBool left = (PetscBool)(c->ends[0] == GR_END_FIXED), right = (PetscBool)(c->ends[1] == GR_END_FIXED);

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(GrPairTypesCount(c), kinds));
  for (int g = 0; g < c->n_groups; g++) {
    const GrGroup *group = &c->groups[g];
    GrPairType *own = &(*kinds)[group->first_kind];
    if (g > 0)
      PetscCall(KindCreate(c, group->first_id, PETSC_FALSE, PETSC_FALSE, own));
    for (PetscInt64 k = 1; k <= group->n_beads && k < group->count; k++)
      PetscCall(KindCreate(c, group->first_id + k, PETSC_FALSE, PETSC_FALSE, &own[1 + k % group->n_beads]));
  }
  if (left && n > 1)
    PetscCall(KindCreate(c, 2, PETSC_TRUE, (PetscBool)(right && n == 2), &(*kinds)[GroupKinds(c)]));
  if (right && n > 1)
    PetscCall(KindCreate(c, n, (PetscBool)(left && n == 2), PETSC_TRUE, &(*kinds)[GroupKinds(c) + 1]));
  PetscFunctionReturn(0);
}
