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

/* Finds the overlaps [m] that are expected in a contact: in impacts, and at rest; 0: none. v: largest speed difference
   [m/s]; weight: of the chain [N]. */
static void ExpectOverlaps(const GrPairType *type, double v, double weight, double *impact, double *bed)
{
  const GrModel *m = type->model;
  const PetscInt k = type->number;
  const bool adheres = type->laws->law[GR_ROLE_ADHESION] != NULL;
  const double upper = type->radius_min, rest = type->rest_overlap;
  double lower = 0; /* where the static force is 0 */

  if (adheres)
    lower = GrModelInvert(m, k, GrModelForce, 0, 0, upper);
  *impact = 0;
  *bed = PetscMax(0, rest);
  if (v > 0 || adheres) {
    *impact = GrModelInvert(m, k, GrModelWork, GrModelWork(m, k, rest) + 0.5 * GrChainPairTypeModel(type)->mass * v * v,
                            lower, upper);
    *bed = 0; /* the impact includes the overlap at the start */
  }
  if (weight > 0)
    *bed = PetscMax(*bed, GrModelInvert(m, k, GrModelForce, weight, 0, upper));
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

/* Returns the stable step of the pair type with the shortest one. */
static GrStableStep FindTightest(GrWorld w)
{
  const double v = LargestSpeedDifference(w->the_case), weight = TotalWeight(w->the_case);
  GrStableStep tightest = {.type = -1, .step = INFINITY};

  for (int k = 0; k < GrChainPairTypesCount(w->the_case); k++) {
    const GrPairType *type = &w->chain->pair_types[k];
    double impact, bed;
    if (!type->laws || type->held)
      continue;
    ExpectOverlaps(type, v, weight, &impact, &bed);
    GrStableStep own = GrModelStableStep(type->model, type->number, impact, bed, bed);
    const double from_rest = FindStepFromRest(type, v, weight, own.overlap);
    if (from_rest < own.step) {
      own.step = from_rest;
      own.cause = "the dashpot of contacts that close at rest (a higher restitution makes it longer)";
    }
    own.type = k;
    tightest = own.step < tightest.step ? own : tightest;
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

/* Computes the step within time.accuracy from free impacts that reach the expected overlap [m], for this pair type. */
static PetscErrorCode FindAccurate(GrWorld w, const GrPairType *type, double overlap, GrStepBound *bound)
{
  const double work = GrModelWork(type->model, type->number, overlap);
  const double speed = sqrt(2 * work / GrChainPairTypeModel(type)->mass), accuracy = w->the_case->time.accuracy;
  char pair[2 * GR_NAME_MAX + 4];
  GrAccurateStep found, waves;

  if (!(work > 0))
    return 0;
  PetscCall(GrModelAccurateStep(type->model, type->number, speed, accuracy, false, &found));
  found.step = PetscMin(found.step, FindSmallWaveStep(w));
  if (!isinf(FindStepFromRest(type, speed, 0, overlap))) {
    PetscCall(GrModelAccurateStep(type->model, type->number, speed, accuracy, true, &waves));
    found.step = PetscMin(found.step, waves.step);
    found.error = PetscMax(found.error, waves.error);
  }
  bound->duration = found.duration;
  snprintf(pair, sizeof(pair), "%s - %s", type->group[0]->name, type->group[1]->name);
  GrStepBoundAddImpacts(accuracy, &found, speed, pair,
                        "the accuracy of impacts and waves (a larger time.accuracy makes it longer)", bound);
  return 0;
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

PetscErrorCode GrChainStepBound(GrWorld w, GrStepBound *bound)
{
  const GrCase *c = w->the_case;
  GrStableStep tightest = FindTightest(w);
  const GrPairType *type = tightest.type < 0 ? NULL : &w->chain->pair_types[tightest.type];
  char pair[6 * GR_NAME_MAX], laws[3 * GR_NAME_MAX];

  if (type) {
    GrModelLaws(type->laws, laws, sizeof(laws));
    snprintf(pair, sizeof(pair), "%s - %s, %s", type->group[0]->name, type->group[1]->name, laws);
    tightest.type = type->number;
  }
  GrStepBoundBegin(&tightest, pair, bound);
  if (type)
    PetscCall(FindAccurate(w, type, tightest.overlap, bound));
  for (int g = 0; g < c->n_groups; g++)
    GrStepBoundAddMotion(c->time.accuracy, FindFrequency(&c->groups[g].motion), c->groups[g].name, bound);
  GrStepBoundExplainMotion(bound);
  GrStepBoundNameLimit(&w->chain->model, &tightest, c->time.safety, bound);
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
  const GrStableStep tightest = FindTightest(w);
  double mass = 0;

  for (int g = 0; g < c->n_groups; g++)
    for (int b = 0; b < c->groups[g].n_beads; b++)
      if (!isnan(c->groups[g].bead[b].mass))
        mass = PetscMax(mass, c->groups[g].bead[b].mass);
  *speed = LargestSpeedDifference(c);
  *length = tightest.type >= 0 && tightest.overlap > 0 ? tightest.overlap : 1e-3 * FirstRadius(c);
  if (!(*speed > 0)) /* at rest: of the motion that the expected overlap can cause */
    *speed = tightest.type >= 0 ? *length / tightest.step : *length / c->time.end;
  *energy = 0.5 * mass * *speed * *speed;
}
