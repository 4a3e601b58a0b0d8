/* Estimates the longest stable and accurate time step of a chain before the run.

   The largest expected overlap d* [m] of a contact follows from the energy W that it can store:
     W(d*) = W(d0) + 1/2 m v^2;   with gravity also F(d*) >= total weight of the chain
   m reduced mass [kg]; v largest difference of initial velocities [m/s]; d0 overlap at the start [m], with adhesion
   also a distance d0 < 0; W work of first loading [J]; F static force [N]. Stability (contact/stable_step.c): a bead
   with two contacts at d*. Accuracy (contact/accurate_step.c): free impacts that reach d*. In a chain that is
   compressed at the start, waves are linear, and change faster than these impacts. The peak force of a wave of angular
   frequency w [rad/s] is too large by a fraction w^2 h^2/8, at most h^2/(2 h_s^2). Measured after an impact on a
   precompressed chain: 0.38 h^2/h_s^2 (test verification.step_bound).
     h time step [s];  h_s stable step at the overlap of the start [s]
   Limit: colliding waves and heavy strikers can exceed d*. The stability check stops the run if a contact becomes
   unstable. */
#include "chain/chain.h"
#include "contact/stable_step.h"

#include "base/math/elementary.h"

#include <math.h>
#include <string.h>

static const double small_wave_error = 0.4; /* error of the peak force of a small wave at the stable step [1] */

/* Returns the largest difference of the initial and prescribed velocities [m/s]. */
static double LargestSpeedDifference(const GrCase *c)
{
  double low = INFINITY, high = -INFINITY;
  for (int g = 0; g < c->n_groups; g++) {
    for (int k = 0; k < c->groups[g].motion.n; k++) {
      low = PetscMin(low, c->groups[g].motion.velocity[k]);
      high = PetscMax(high, c->groups[g].motion.velocity[k]);
    }
    const double swing = 2 * GR_PI * c->groups[g].motion.frequency * c->groups[g].motion.amplitude;
    low = swing > 0 ? PetscMin(low, -swing) : low;
    high = swing > 0 ? PetscMax(high, swing) : high;
    if (GrCaseGroupDriven(&c->groups[g]))
      continue;
    low = PetscMin(low, c->groups[g].velocity);
    high = PetscMax(high, c->groups[g].velocity);
  }
  for (int i = 0; i < c->n_velocities; i++) {
    low = PetscMin(low, c->velocities[i].velocity);
    high = PetscMax(high, c->velocities[i].velocity);
  }
  return high - low;
}

/* Returns the mass of all beads of a group [kg]; a held or driven plane has none. */
static double MassOfGroup(const GrGroup *group)
{
  double mass = 0;
  for (int k = 0; k < group->n_beads && k < group->count; k++)
    if (!isnan(group->bead[k].mass))
      mass += (double)((group->count - 1 - k) / group->n_beads + 1) * group->bead[k].mass;
  return mass;
}

/* Returns the sum of all weights and constant forces [N]. */
static double TotalWeight(const GrCase *c)
{
  double weight = 0;
  for (int g = 0; g < c->n_groups; g++)
    weight += MassOfGroup(&c->groups[g]) * fabs(c->gravity);
  for (int p = 0; p < c->n_group_forces; p++)
    weight += (double)c->groups[c->group_forces[p].group].count * fabs(c->group_forces[p].force[0]);
  return weight;
}

/* Returns the largest overlap d* expected in a contact [m]. v: largest speed difference [m/s]; weight: of the chain
   [N]. */
static double ExpectedOverlap(const GrPairType *type, double v, double weight)
{
  const GrModel *m = type->model;
  const PetscInt k = type->number;
  const bool adheres = type->laws->law[GR_ROLE_ADHESION] != NULL;
  const double upper = type->radius_min, rest = type->rest_overlap;
  double overlap = PetscMax(0, rest), lower = 0; /* where the static force is 0 */

  if (adheres)
    lower = GrModelInvert(m, k, GrModelForce, 0, 0, upper);
  if (v > 0 || adheres)
    overlap = GrModelInvert(m, k, GrModelWork, GrModelWork(m, k, rest) + 0.5 * GrChainPairTypeModel(type)->mass * v * v,
                            lower, upper);
  if (weight > 0)
    overlap = PetscMax(overlap, GrModelInvert(m, k, GrModelForce, weight, 0, upper));
  return overlap;
}

/* Returns the stable step of contacts that touch at the start and close at rest [s]; infinite: they have no other limit
   than in free impacts. */
static double FindStepFromRest(const GrPairType *type, double v, double weight, double expected)
{
  double pressed = type->rest_overlap, onset;

  if (!(type->rest_overlap >= 0) || type->group[0]->velocity != type->group[1]->velocity || !(expected > 0))
    return INFINITY;
  if (weight > 0)
    pressed = PetscMax(pressed, GrModelInvert(type->model, type->number, GrModelForce, weight, 0, expected));
  return GrModelStepFromRest(type->model, type->number, v, pressed, expected, &onset);
}

/* Returns the pair type with the smallest stable step, with this step and its overlap d*; -1 if no bead can move. */
static int FindTightest(GrWorld w, double *step, double *overlap)
{
  const double v = LargestSpeedDifference(w->the_case), weight = TotalWeight(w->the_case);
  int tightest = -1;

  *step = INFINITY;
  for (int k = 0; k < GrChainPairTypesCount(w->the_case); k++) {
    const GrPairType *type = &w->chain->pair_types[k];
    if (!type->laws || type->held)
      continue;
    double expected = ExpectedOverlap(type, v, weight),
           bound = expected > 0 ? GrModelStepAlone(type->model, type->number, expected) : INFINITY;
    bound = PetscMin(bound, FindStepFromRest(type, v, weight, expected));
    if (bound < *step) {
      *step = bound;
      *overlap = expected;
      tightest = k;
    }
  }
  return tightest;
}

/* Longest step [s] at which small waves in contacts that are compressed at the start have accurate peak forces. */
static double FindSmallWaveStep(GrWorld w)
{
  double step = INFINITY;

  for (int k = 0; k < GrChainPairTypesCount(w->the_case); k++) {
    const GrPairType *type = &w->chain->pair_types[k];
    if (type->laws && !type->held && type->rest_overlap > 0)
      step = PetscMin(step, GrModelStepAlone(type->model, type->number, type->rest_overlap));
  }
  return step * sqrt(w->the_case->time.accuracy / small_wave_error);
}

/* Computes the step within time.accuracy from free impacts that reach the expected overlap, for the pair type with the
   smallest stable step. */
static PetscErrorCode FindAccurate(GrWorld w, int tightest, double overlap, GrStepBound *bound)
{
  const GrPairType *type = &w->chain->pair_types[tightest];
  const double work = GrModelWork(type->model, type->number, overlap);
  const size_t used = strlen(bound->reason);
  char speeds[64];
  const double speed = sqrt(2 * work / GrChainPairTypeModel(type)->mass), accuracy = w->the_case->time.accuracy;
  GrAccurateStep found;

  if (!(work > 0))
    return 0;
  PetscCall(GrModelAccurateStep(type->model, type->number, speed, accuracy, false, &found));
  bound->accurate = PetscMin(found.step, FindSmallWaveStep(w));
  bound->error = found.error;
  bound->duration = found.duration;
  if (!isinf(FindStepFromRest(type, speed, 0, overlap))) {
    PetscCall(GrModelAccurateStep(type->model, type->number, speed, accuracy, true, &found));
    bound->accurate = PetscMin(bound->accurate, found.step);
    bound->error = PetscMax(bound->error, found.error);
  }
  GrModelDescribeSpeeds(&found, speed, sizeof(speeds), speeds);
  snprintf(bound->reason + used, sizeof(bound->reason) - used,
           "; accurate to %.3g %% up to %.4g s (%s - %s, impacts %s)", 100 * PetscMax(bound->error, accuracy),
           bound->accurate, type->group[0]->name, type->group[1]->name, speeds);
  return 0;
}

/* Appends the limit of the automatic step to bound->reason: the motion of a group, the accuracy, or a spring or dashpot
   of the pair type with the shortest stable step; and what makes the step longer. */
static void NameLimit(GrWorld w, int tightest, double overlap, GrStepBound *bound)
{
  const size_t used = strlen(bound->reason);
  const char *known = "the accuracy of impacts and waves (a larger time.accuracy makes it longer)";
  char limit[4 * GR_NAME_MAX];

  if (!(bound->accurate < w->the_case->time.safety * bound->stable)) {
    const GrPairType *type = &w->chain->pair_types[tightest];
    GrModelDescribeLimit(type->model, type->number, overlap, 2, false, sizeof(limit), limit);
    known = bound->stable < GrModelStepAlone(type->model, type->number, overlap)
                ? "the dashpot of contacts that close at rest (a higher restitution makes it longer)"
                : limit;
  } else if (bound->accurate == bound->motion) {
    GrWorldNameMotion(bound, sizeof(limit), limit);
    known = limit;
  }
  snprintf(bound->reason + used, sizeof(bound->reason) - used, "; limit: %s", known);
}

/* Returns the largest angular frequency of a motion [rad/s]; of a table: the largest acceleration, divided by the
   largest velocity. */
static double FindFrequency(const GrMotion *m)
{
  double fastest = 0, steepest = 0;

  for (int k = 0; k < m->n; k++)
    fastest = PetscMax(fastest, fabs(m->velocity[k]));
  for (int k = 0; k + 1 < m->n; k++)
    steepest = PetscMax(steepest, fabs(m->velocity[k + 1] - m->velocity[k]) / (m->time[k + 1] - m->time[k]));
  return PetscMax(m->amplitude != 0 ? 2 * GR_PI * fabs(m->frequency) : 0, fastest > 0 ? steepest / fastest : 0);
}

/* Limits the step by the prescribed motions of groups. */
static void LimitByMotions(const GrCase *c, GrStepBound *bound)
{
  for (int g = 0; g < c->n_groups; g++)
    GrWorldLimitMotion(bound, c->time.accuracy, FindFrequency(&c->groups[g].motion), c->groups[g].name);
  GrWorldExplainMotion(bound);
}

/* Limits of the step by the contacts. tightest: pair type with the shortest stable step; -1: none; overlap: expected
   overlap of its contacts [m]. */
static PetscErrorCode FindContactBound(GrWorld w, int *tightest, double *overlap, GrStepBound *bound)
{
  char laws[3 * GR_NAME_MAX];

  *bound = (GrStepBound){.accurate = INFINITY, .motion = INFINITY, .reason = "no contact is expected to be loaded"};
  *tightest = FindTightest(w, &bound->stable, overlap);
  if (*tightest < 0)
    return 0;
  const GrPairType *type = &w->chain->pair_types[*tightest];
  GrModelLaws(type->laws, laws, sizeof(laws));
  snprintf(bound->reason, sizeof(bound->reason), "stable up to %.4g s (%s - %s, %s, expected overlap %.4g m)",
           bound->stable, type->group[0]->name, type->group[1]->name, laws, *overlap);
  return FindAccurate(w, *tightest, *overlap, bound);
}

PetscErrorCode GrChainStepBound(GrWorld w, GrStepBound *bound)
{
  double overlap = 0;
  int tightest;

  PetscCall(FindContactBound(w, &tightest, &overlap, bound));
  LimitByMotions(w->the_case, bound);
  if (tightest >= 0)
    NameLimit(w, tightest, overlap, bound);
  return 0;
}

void GrChainSetStep(GrWorld w, double step)
{
  const GrCase *c = w->the_case;

  GrModelSetStep(&w->chain->model, step);
  for (int k = 0; k < GrChainPairTypesCount(c); k++) {
    const GrPairType *type = &w->chain->pair_types[k];
    if (type->laws && !type->held)
      GrModelSetLimit(&w->chain->model, type->number, type->radius_min);
  }
  for (PetscInt b = 0; b < w->chain->contacts.n_blocks; b++) {
    GrChainBlock *block = &w->chain->contacts.block[b];
    for (int i = 0; i < block->n; i++)
      block->overlap_limit[i] = GrChainPairTypeSpan(GrChainPairType(w, block->begin + i))->overlap_limit;
    GrChainBlockSetLeastLimit(block);
  }
}

/* Returns the radius of the first group, or of the second group if the first is a plane; 1 if there are only planes. */
static double FirstRadius(const GrCase *c)
{
  const GrGroup *first = &c->groups[0];
  if (first->shape == GR_SHAPE_PLANE && c->n_groups > 1)
    first++;
  return first->shape == GR_SHAPE_PLANE ? 1 : first->bead[0].radius;
}

void GrChainScales(GrWorld w, double *length, double *speed, double *energy)
{
  const GrCase *c = w->the_case;
  double step, overlap = 0, mass = 0;
  int k = FindTightest(w, &step, &overlap);

  for (int g = 0; g < c->n_groups; g++)
    for (int b = 0; b < c->groups[g].n_beads; b++)
      if (!isnan(c->groups[g].bead[b].mass))
        mass = PetscMax(mass, c->groups[g].bead[b].mass);
  *speed = LargestSpeedDifference(c);
  *length = k >= 0 && overlap > 0 ? overlap : 1e-3 * FirstRadius(c);
  if (!(*speed > 0)) /* at rest: of the motion that the expected overlap can cause */
    *speed = k >= 0 ? *length / step : *length / c->time.end;
  *energy = 0.5 * mass * *speed * *speed;
}
