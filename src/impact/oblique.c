/* Integrates oblique impacts; see oblique.h.

   All lanes of a batch have the same step, because a law gets one step for all contacts. The durations are therefore
   rounded down to powers of 2^(1/8), and impacts with the same rounded duration are integrated together. A result does
   not depend on the impacts of the other lanes. */
#include "impact/oblique.h"

#include <math.h>
#include <stdlib.h>

enum { STEPS_MIN = 32, STEPS_MAX = 1 << 18, PATIENCE = 40, PARTS = 8 };
/* Steps per duration at which most impacts reach the accuracy a: steps_of_one/sqrt(a). */
static const double steps_of_one = 1.4;

/* Data of a call of GrObliqueSolve. */
typedef struct {
  const GrObliqueSetting *setting;
  GrTwoBodies *bodies;
  const GrObliqueTask *task;
  GrObliqueMotion *motion;     /* [n] results of the current pass */
  const GrObliqueCurve *curve; /* NULL: this pass records no curves */
  const char **why;
  int *lane;                    /* [n] lane at which a task began: the slot of its contact history */
  PetscInt64 *sample;           /* [n] number of the next sample of a curve */
  double *last;                 /* [n] number of steps of a task, in the pass before */
  double plastic[GR_TWO_LANES]; /* plastic work of the contact of each slot [J] */
  int type[GR_TWO_LANES];       /* pair type of the contact of each slot; -1: its energies have been stored */
} Work;

/* Rounds a duration down to a power of 2^(1/8) [s]. */
static double RoundDuration(double duration)
{
  static const double part[PARTS] = {0.5,
                                     0.54525386633262884,
                                     0.59460355750136051,
                                     0.64841977732550487,
                                     0.70710678118654757,
                                     0.77110541270397037,
                                     0.84089641525371450,
                                     0.91700404320467122};
  int exponent, k = PARTS - 1;
  const double mantissa = frexp(duration, &exponent);

  while (k > 0 && mantissa < part[k])
    k--;
  return ldexp(part[k], exponent);
}

/* Overlap at which the contact ends [m]. */
static double EndOf(const Work *w, PetscInt type)
{
  return w->setting->end == GR_END_APART ? -w->bodies->model.pairs.type[type].reach : 0;
}

static void LoadLane(Work *w, int lane, PetscInt number)
{
  const GrObliqueTask *t = &w->task[number];
  GrTwoBodies *b = w->bodies;
  double(*v)[GR_TWO_LANES] = b->value;

  for (int k = 0; k < GR_TWO_VALUES; k++)
    v[k][lane] = 0;
  v[GR_TWO_DISPLACEMENT][lane] = v[GR_TWO_OVERLAP][lane] = EndOf(w, t->type);
  v[GR_TWO_VELOCITY][lane] = t->velocity[0];
  v[GR_TWO_VELOCITY + 1][lane] = t->velocity[1];
  v[GR_TWO_INVERSE_MASS][lane] = 1 / t->mass;
  v[GR_TWO_CURVATURE][lane] = t->curvature;
  for (int i = 0; i < 2; i++) {
    v[GR_TWO_INVERSE_INERTIA + i][lane] = t->inverse_inertia[i];
    v[GR_TWO_RADIUS + i][lane] = t->radius[i];
    for (int a = 0; a < 3; a++)
      v[GR_TWO_SPIN + 3 * i + a][lane] = t->spin[i][a];
  }
  b->task[lane] = (int)number;
  b->batch.contacts.slot[lane] = (unsigned char)lane;
  b->batch.contacts.type[lane] = (int)t->type;
  w->lane[number] = lane;
  w->type[lane] = (int)t->type;
  w->plastic[lane] = 0;
  w->sample[number] = 0;
}

/* First half of a step of velocity Verlet. */
static void Advance(GrTwoBodies *b, double h)
{
  for (int k = 0; k < 9; k++) { /* velocity and both spins; their accelerations have the same order */
    double *restrict v = b->value[GR_TWO_VELOCITY + k];
    const double *restrict a = b->value[GR_TWO_ACCELERATION + k];
    for (int i = 0; i < b->n; i++)
      v[i] += 0.5 * h * a[i];
  }
  for (int k = 0; k < 3; k++) {
    double *restrict s = b->value[GR_TWO_DISPLACEMENT + k];
    const double *restrict v = b->value[GR_TWO_VELOCITY + k];
    for (int i = 0; i < b->n; i++)
      s[i] += h * v[i];
  }
}

/* Stores the velocities, extreme values and works of a lane as the result of its task. */
static void StoreMotion(Work *w, int lane, double duration, double steps)
{
  double(*v)[GR_TWO_LANES] = w->bodies->value;
  GrObliqueMotion *m = &w->motion[w->bodies->task[lane]];

  for (int a = 0; a < 3; a++) {
    m->velocity[a] = v[GR_TWO_VELOCITY + a][lane];
    m->spin[0][a] = v[GR_TWO_SPIN + a][lane];
    m->spin[1][a] = v[GR_TWO_SPIN + 3 + a][lane];
  }
  m->duration = duration;
  m->overlap_max = fmax(v[GR_TWO_PEAK][lane], v[GR_TWO_OVERLAP_MAX][lane]);
  m->force_max = v[GR_TWO_FORCE_MAX][lane];
  m->force_min = v[GR_TWO_FORCE_MIN][lane];
  for (int k = 0; k < GR_WORKS; k++)
    m->work[k] = v[GR_TWO_WORK + k][lane];
  m->viscous = v[GR_TWO_VISCOUS][lane];
  m->plastic = m->elastic = m->springs = 0;
  m->steps = steps;
}

/* ---- curves ---- */

/* Records the samples of a lane that the number `step` of the step reaches. acts: whether the contact exerts forces;
   otherwise it has not begun or has ended. */
static void Sample(Work *w, int lane, double step, double time, double overlap, bool acts)
{
  const GrTwoBodies *b = w->bodies;
  const GrBatchGeometry *g = &b->batch.geometry;
  const PetscInt64 points = w->setting->points, task = b->task[lane];
  const GrObliqueCurve *c = &w->curve[task];
  const double lever = b->value[GR_TWO_RADIUS][lane] - 0.5 * overlap, curved = b->value[GR_TWO_CURVATURE][lane];
  const double along = 1 - curved * b->value[GR_TWO_DISPLACEMENT][lane], length = along / g->normal[0][lane];

  for (; w->sample[task] < points; w->sample[task]++) {
    const PetscInt64 k = w->sample[task];
    if (rint((double)k * w->last[task] / (double)(points - 1)) > step)
      return;
    c->column[GR_OBLIQUE_TIME][k] = time;
    c->column[GR_OBLIQUE_OVERLAP][k] = overlap;
    c->column[GR_OBLIQUE_RATE][k] = g->rate[lane];
    c->column[GR_OBLIQUE_FORCE][k] = acts ? b->batch.results.normal_force[lane] : 0;
    for (int a = 0; a < 2; a++) {
      c->column[GR_OBLIQUE_SLIP + a][k] = g->slip[1 + a][lane];
      c->column[GR_OBLIQUE_FRICTION + a][k] = acts ? b->batch.results.friction[1 + a][lane] : 0;
      c->column[GR_OBLIQUE_PATH + a][k] = (1 - curved * lever / length) * b->value[GR_TWO_DISPLACEMENT + 1 + a][lane];
    }
  }
}

/* ---- steps ---- */

/* Removes the lanes whose surfaces have separated in step number `step` of length h, and stores their motion. Returns
   whether there were any. */
static bool RemoveSeparated(Work *w, double h, double step)
{
  GrTwoBodies *b = w->bodies;
  const double *overlap = b->value[GR_TWO_OVERLAP], *earlier = b->value[GR_TWO_EARLIER_OVERLAP];
  bool keep[GR_TWO_LANES], some = false;

  for (int i = 0; i < b->n; i++) {
    const double end = EndOf(w, b->batch.contacts.type[i]);
    keep[i] = !(overlap[i] <= end);
    if (keep[i])
      continue;
    some = true;
    /* the overlap is linear in time within a step, apart from the rotation of the normal */
    const double part = earlier[i] > end ? (earlier[i] - end) / (earlier[i] - overlap[i]) : 1;
    StoreMotion(w, i, (step - 1 + part) * h, step);
    for (int k = GR_TWO_ACCELERATION; k < GR_TWO_INVERSE_MASS; k++)
      b->value[k][i] = 0;
  }
  if (!some)
    return false;
  if (w->curve) {
    GrTwoBodiesPlace(b, 0.5 * h); /* rates after the last force */
    for (int i = 0; i < b->n; i++)
      if (!keep[i])
        Sample(w, i, step, w->motion[b->task[i]].duration, EndOf(w, b->batch.contacts.type[i]), false);
  }
  GrTwoBodiesKeep(b, keep);
  return true;
}

/* Adds the plastic work of the contacts that end in this step, or end in part. */
static void AddPlasticWork(Work *w)
{
  GrTwoBodies *b = w->bodies;
  const unsigned char *slot = b->history.slot[b->history.committed];
  double plastic_work[GR_BATCH];
  int entry[GR_BATCH], n;
  GrBatchContacts ending = {.history = &b->history};

  if (b->model.n_normal_history == 0 || (!b->model.adheres && GrHistorySame(&b->history, 0)))
    return;
  n = GrHistoryEnding(&b->history, 0, b->model.n_normal_history, entry);
  for (int i = 0; i < n; i++) {
    if (w->type[slot[entry[i]]] < 0)
      continue;
    ending.slot[ending.n] = slot[entry[i]];
    ending.type[ending.n++] = w->type[slot[entry[i]]];
  }
  if (ending.n)
    GrBatchPlasticWork(&b->model, &ending, plastic_work);
  for (int i = 0; i < ending.n; i++)
    w->plastic[ending.slot[i]] += plastic_work[i];
}

/* Stores the motion of a lane whose contact still exerts forces. energy: recoverable energy of the contacts, energy of
   their springs, plastic work [J]. */
static void StoreActing(Work *w, int lane, double h, double step, double duration, double energy[3][GR_BATCH])
{
  GrTwoBodies *b = w->bodies;
  GrObliqueMotion *m = &w->motion[b->task[lane]];
  const int slot = b->batch.contacts.slot[lane];
  double power[GR_WORKS];

  StoreMotion(w, lane, duration, step);
  GrTwoBodiesPower(b, lane, power);
  for (int k = 0; k < GR_WORKS; k++) /* the last force has acted for half a step */
    m->work[k] -= 0.5 * h * power[k];
  m->viscous -= 0.5 * h * b->batch.results.viscous[lane];
  m->elastic = energy[0][lane];
  m->springs = energy[1][lane];
  w->plastic[slot] += energy[2][lane];
  w->type[slot] = -1;
}

/* Removes the lanes that end while their contacts act: at the first zero of the force during unloading, or, if the
   bodies stick, after the duration of the central impact. */
static void RemoveActing(Work *w, double h, double step)
{
  GrTwoBodies *b = w->bodies;
  const double *force = b->value[GR_TWO_FORCE], *earlier = b->value[GR_TWO_EARLIER_FORCE];
  bool keep[GR_TWO_LANES], some = false;
  double energy[3][GR_BATCH], duration[GR_TWO_LANES];

  for (int i = 0; i < b->n; i++) {
    const bool no_force = w->setting->end == GR_END_ZERO_FORCE && b->value[GR_TWO_PEAK][i] > 0 && force[i] <= 0;
    const GrObliqueTask *t = &w->task[b->task[i]];
    keep[i] = !(no_force || (t->sticks && step * h >= t->duration));
    duration[i] = (step - (no_force ? force[i] / (force[i] - earlier[i]) : 0)) * h;
    some = some || !keep[i];
  }
  if (!some)
    return;
  GrBatchEnergies(&b->model, &b->batch, energy[0], energy[1], energy[2]);
  for (int i = 0; i < b->n; i++)
    if (!keep[i])
      StoreActing(w, i, h, step, duration[i], energy);
  GrTwoBodiesKeep(b, keep);
}

/* Fails the lanes that have not ended. */
static void FailLanes(Work *w)
{
  GrTwoBodies *b = w->bodies;
  for (int i = 0; i < b->n; i++)
    w->why[b->task[i]] =
        isfinite(b->value[GR_TWO_FORCE][i]) ? "the surfaces do not separate" : "a number is not finite";
  b->n = 0;
}

static void SampleAll(Work *w, double step, double time)
{
  for (int i = 0; w->curve && i < w->bodies->n; i++)
    Sample(w, i, step, time, w->bodies->batch.geometry.overlap[i], step > 0);
}

/* Integrates the tasks number[n] with steps of length h [s]; `steps` steps are about the duration of a task. */
static PetscErrorCode Collide(Work *w, int n, const PetscInt number[], double h, double steps)
{
  GrTwoBodies *b = w->bodies;

  PetscCall(GrHistoryReset(&b->history, GR_TWO_LANES));
  b->n = n;
  for (int i = 0; i < n; i++)
    LoadLane(w, i, number[i]);
  if (w->curve)
    GrTwoBodiesPlace(b, 0);
  SampleAll(w, 0, 0);
  for (double step = 1; b->n > 0; step++) {
    Advance(b, h);
    GrTwoBodiesPlace(b, 0.5 * h);
    RemoveSeparated(w, h, step);
    GrTwoBodiesEvaluate(b, h, 0.5 * h);
    AddPlasticWork(w);
    GrHistoryCommit(&b->history);
    SampleAll(w, step, step * h);
    RemoveActing(w, h, step);
    if (step >= PATIENCE * steps)
      FailLanes(w);
  }
  for (int i = 0; i < n; i++)
    w->motion[number[i]].plastic = w->plastic[w->lane[number[i]]];
  return 0;
}

/* ---- passes ---- */

/* A task and its rounded duration [s]. */
typedef struct {
  double duration;
  PetscInt number;
} Order;

static int CompareDurations(const void *a, const void *b)
{
  const Order *one = a, *two = b;
  if (one->duration != two->duration)
    return one->duration < two->duration ? -1 : 1;
  return (one->number > two->number) - (one->number < two->number);
}

/* Integrates n tasks, sorted by duration, with this number of steps per rounded duration. */
static PetscErrorCode Pass(Work *w, PetscInt n, const Order order[], double steps)
{
  PetscInt number[GR_TWO_LANES];

  for (PetscInt first = 0, end; first < n; first = end) {
    for (end = first; end < n && end - first < GR_TWO_LANES && order[end].duration == order[first].duration; end++)
      number[end - first] = order[end].number;
    PetscCall(Collide(w, (int)(end - first), number, order[first].duration / steps, steps));
  }
  return 0;
}

/* Largest change of a velocity between two results, divided by the approach velocity [1]. */
static double ChangeOf(const GrObliqueTask *t, const GrObliqueMotion *one, const GrObliqueMotion *two)
{
  double most = 0;

  for (int a = 0; a < 3; a++) {
    most = fmax(most, fabs(one->velocity[a] - two->velocity[a]));
    for (int i = 0; i < 2; i++)
      most = fmax(most, fabs(t->radius[i] * (one->spin[i][a] - two->spin[i][a])));
  }
  return most / t->velocity[0];
}

/* Keeps the tasks whose error is above the accuracy, in their order; returns their number. The tasks that are done get
   their curves. */
static PetscErrorCode Refine(Work *w, const GrObliqueMotion before[], const GrObliqueCurve curve[], double steps,
                             PetscInt *n, Order order[])
{
  PetscInt left = 0, done = 0;
  Order *ended;

  PetscCall(PetscMalloc1(*n, &ended));
  for (PetscInt i = 0; i < *n; i++) {
    const PetscInt k = order[i].number;
    GrObliqueMotion *m = &w->motion[k];
    if (w->why[k])
      continue;
    m->error = ChangeOf(&w->task[k], &before[k], m);
    w->last[k] = m->steps;
    if (m->error <= w->setting->accuracy)
      ended[done++] = order[i];
    else if (2 * steps > STEPS_MAX)
      w->why[k] = "the accuracy is not reached with the largest number of steps";
    else
      order[left++] = order[i];
  }
  *n = left;
  if (curve) {
    double *error;
    PetscCall(PetscMalloc1(done, &error));
    for (PetscInt i = 0; i < done; i++)
      error[i] = w->motion[ended[i].number].error;
    w->curve = curve;
    PetscCall(Pass(w, done, ended, steps));
    w->curve = NULL;
    for (PetscInt i = 0; i < done; i++)
      w->motion[ended[i].number].error = error[i];
    PetscCall(PetscFree(error));
  }
  return PetscFree(ended);
}

PetscErrorCode GrObliqueSolve(const GrObliqueSetting *setting, GrTwoBodies *bodies, PetscInt n,
                              const GrObliqueTask task[], GrObliqueMotion motion[], const GrObliqueCurve curve[],
                              const char *why[])
{
  Work w = {.setting = setting, .bodies = bodies, .task = task, .motion = motion, .why = why};
  double steps =
      rint(fmax(STEPS_MIN, fmax(0.5 * steps_of_one / sqrt(setting->accuracy), 0.5 * (double)setting->points)));
  GrObliqueMotion *before;
  Order *order;
  PetscInt left = n;

  PetscCall(PetscMalloc5(n, &w.lane, n, &w.sample, n, &w.last, n, &before, n, &order));
  for (PetscInt i = 0; i < n; i++) {
    order[i] = (Order){RoundDuration(task[i].duration), i};
    why[i] = NULL;
  }
  qsort(order, (size_t)n, sizeof(*order), CompareDurations);
  PetscCall(Pass(&w, left, order, steps));
  while (left > 0) {
    PetscCall(PetscArraycpy(before, motion, n));
    steps *= 2;
    PetscCall(Pass(&w, left, order, steps));
    PetscCall(Refine(&w, before, curve, steps, &left, order));
  }
  return PetscFree5(w.lane, w.sample, w.last, before, order);
}
