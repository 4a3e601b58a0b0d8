/* insert: times and amounts of the insertion of particles; see particle/fill/insert.h. insert_place.c finds the places.

   An insertion event takes place at the end of the first step that ends at its time or later. The neighbour list is
   rebuilt there, and the particles are inserted in this rebuild. No other step is checked. An event at which no
   particle is due is skipped.

   Ledger: an inserted particle adds its kinetic energy. The work of gravity and of the forces on its group is counted
   from the place of insertion. */
#include "bulk/population/insert.h"
#include "bulk/bulk.h"

#include "base/math/vector.h"
#include "case/feedback.h"
#include "particle/fill/within.h"
#include <math.h>

static const double rounding = 1e-12; /* of times */

/* ---- when ---- */

static bool HasRate(const GrInsert *i)
{
  return !isnan(i->rate) || !isnan(i->mass_rate);
}

/* Time of event k after `from` [s]; infinite: there is no such event. With a rate the first event has number 1. The
   last event is at `until`. */
static double TimeOfEvent(const GrInsert *i, PetscInt64 k)
{
  const double span = isnan(i->until) ? INFINITY : i->until - i->from;

  if (isfinite(span) && (double)k * i->every >= span * (1 - rounding))
    return (double)(k - 1) * i->every >= span * (1 - rounding) ? INFINITY : span;
  return (double)k * i->every;
}

static PetscInt64 NextEvent(const GrInserting *in)
{
  return HasRate(in->insert) ? PetscMax(1, in->event) : in->event;
}

/* Time of the next event [s]; not a number: the stage of the group is not the current one. */
static double NextTime(GrWorld w, const GrInserting *in)
{
  return GrBulkStageOrigin(w, in->insert->during) + in->insert->from + TimeOfEvent(in->insert, NextEvent(in));
}

/* The rate as an expression with observables; NULL: it is none. */
static const GrFunction *FeedbackOf(const GrInsert *i)
{
  const GrFunction *f = i->rate_of_time ? i->rate_of_time : i->mass_rate_of_time;
  return f && f->feedback ? f : NULL;
}

/* Time at which the insertion begins [s], also after the end of the stage of the group. */
static double BeginOf(GrWorld w, const GrInserting *in)
{
  const int during = in->insert->during;
  return (during < 0 ? 0 : w->bulk->stages.span[during].begin_time) + in->insert->from;
}

void GrBulkInsertNoteFeedback(GrWorld w, double t)
{
  struct GrBulkInsertion *all = w->bulk->population.insertion;

  for (int k = 0; all && k < all->n_groups; k++) {
    GrInserting *in = &all->of[k];
    const GrFunction *f = FeedbackOf(in->insert);
    const bool active = !isnan(GrBulkStageOrigin(w, in->insert->during));
    if (f && active && isnan(in->integral_at_begin) && BeginOf(w, in) <= t)
      in->integral_at_begin = GrFunctionIntegral(f, BeginOf(w, in));
  }
}

/* Amount by a rate from the begin to event k. */
static double AmountAt(GrWorld w, const GrInserting *in, const GrFunction *f, double rate, PetscInt64 k)
{
  const double passed = TimeOfEvent(in->insert, k), begin = BeginOf(w, in);

  if (!f || !f->feedback)
    return GrFunctionIntegralOr(f, rate, begin, passed);
  if (k < in->event) /* the event has passed */
    return in->integral_at_event;
  return GrFunctionIntegral(f, begin + passed) -
         (isnan(in->integral_at_begin) ? GrFunctionIntegral(f, begin) : in->integral_at_begin);
}

/* Event k passes. */
static void PassEvent(GrWorld w, GrInserting *in, PetscInt64 k)
{
  const GrFunction *f = FeedbackOf(in->insert);

  if (f)
    in->integral_at_event = AmountAt(w, in, f, 0, k);
  in->event = k + 1;
}

/* Upper limits of the amount inserted from the start to event k, also after the end of the stage of the group. k: the
   last event that has passed, or a later one. */
static GrInsertLimit LimitAt(GrWorld w, const GrInserting *in, PetscInt64 k)
{
  const GrInsert *i = in->insert;
  GrInsertLimit limit = {INFINITY, INFINITY, INFINITY};

  if (!isnan(i->rate))
    limit.number = floor(AmountAt(w, in, i->rate_of_time, i->rate, k) + 0.5);
  if (!isnan(i->mass_rate))
    limit.mass = AmountAt(w, in, i->mass_rate_of_time, i->mass_rate, k);
  if (i->count)
    limit.number = PetscMin(limit.number, (double)i->count);
  if (!isnan(i->mass))
    limit.mass = PetscMin(limit.mass, i->mass);
  return limit;
}

/* Mean mass of a particle to be inserted [kg]. */
static double MeanMass(GrWorld w, const GrInserting *in)
{
  const GrGrains *grains = &w->the_case->grains[in->group];
  return isnan(grains->mass) ? GrFillInsertMass(w->the_case, grains, 1) * in->radii.mean_cube : grains->mass;
}

/* Whether the limits allow another particle: with a limit of the mass, at least half of the next particle. Without
   limits, particles are due as long as they find places. */
static bool IsAnyDue(GrWorld w, const GrInserting *in, GrInsertLimit limit)
{
  GrApportion sizes = in->sizes;

  if (in->full || (double)GrFillApportionTotal(&sizes) + 1 > limit.number)
    return false;
  if (isinf(limit.mass))
    return true;
  const double r = GrFillApportionNext(&in->radii, &sizes);
  return in->mass + 0.5 * GrFillInsertMass(w->the_case, &w->the_case->grains[in->group], r) <= limit.mass;
}

/* Whether an event of the group is due at t. Skips events without a due particle. */
static bool IsDue(GrWorld w, GrInserting *in, double t)
{
  while (NextTime(w, in) <= t * (1 + rounding)) {
    if (IsAnyDue(w, in, LimitAt(w, in, NextEvent(in))))
      return true;
    PassEvent(w, in, NextEvent(in));
  }
  return false;
}

bool GrBulkInsertIsDue(GrWorld w, double t)
{
  const struct GrBulkInsertion *all = w->bulk->population.insertion;
  bool due = false;

  for (int k = 0; all && k < all->n_groups; k++)
    due = IsDue(w, &all->of[k], t) || due;
  return due;
}

PetscInt64 GrBulkInsertStepsToNext(GrWorld w)
{
  const struct GrBulkInsertion *all = w->bulk->population.insertion;
  double soonest = INFINITY;

  for (int k = 0; all && k < all->n_groups; k++)
    if (NextTime(w, &all->of[k]) < soonest && !all->of[k].full)
      soonest = NextTime(w, &all->of[k]);
  if (isinf(soonest))
    return INT64_MAX;
  const double step = PetscMax(w->clock.fixed_step, w->clock.next_step),
               steps = floor((soonest - w->clock.committed) / step) - 2;
  return step > 0 ? (PetscInt64)PetscMin(PetscMax(steps, -1), 0x1p60) : -1;
}

/* ---- how many ---- */

/* Volume of the particles whose centres are in the region, of clumps of their containing spheres. The region
   is not a disc, for which granum refuses solid_fraction. Collective. */
static PetscErrorCode MeasureFilled(GrWorld w, const GrInserting *in, double *volume)
{
  const GrStore *s = &w->bulk->store;
  GrSum sum;

  GrSumClear(&sum);
  for (PetscInt i = 0; i < s->columns.n; i++)
    if (GrFillWithinHas(in->region.shape, in->region.dimension, s->state + GR_STATE * i))
      GrSumAdd(&sum, s->member[i] > 0 ? 0 : GrBulkInsertSphereVolume(w, s->radius[i]));
  for (PetscInt k = 0; k < s->bodies.columns.n; k++)
    if (GrFillWithinHas(in->region.shape, in->region.dimension, s->bodies.position + 3 * k))
      GrSumAdd(&sum, GrBulkInsertSphereVolume(w, s->bodies.scale[k] *
                                                     GrBodiesClumpOf(w->the_case, s->bodies.group[k])->body.reach));
  PetscCall(GrSumReduce(&sum, 1, w->comm));
  *volume = GrSumValue(&sum);
  return 0;
}

/* Highest point of a particle at rest below the region [m]. Collective. */
static PetscErrorCode MeasureLevel(GrWorld w, const GrInserting *in, double *level)
{
  const GrStore *s = &w->bulk->store;
  const double *gravity = w->the_case->gravity_vector, g = GrNorm3(gravity), part = 0.1;
  const double up[3] = {-gravity[0] / g, -gravity[1] / g, -gravity[2] / g};
  const double bottom = GrDot3(up, in->region.centre) - 0.5 * GrFillRegionExtent(&in->region, up);
  double highest = -INFINITY;

  for (PetscInt i = 0; i < s->columns.n && g > 0; i++) {
    const double *x = s->state + GR_STATE * i, height = GrDot3(up, x), slow = part * part * g * s->radius[i];
    if (height < bottom && GrDot3(x + 3, x + 3) < slow)
      highest = PetscMax(highest, height + s->radius[i]);
  }
  PetscCallMPI(MPI_Allreduce(&highest, level, 1, MPI_DOUBLE, MPI_MAX, w->comm));
  return 0;
}

/* Inserts the particles of one event of a group. Collective. */
static PetscErrorCode InsertGroup(GrWorld w, GrInserting *in)
{
  GrInsertLimit limit;
  double level = -INFINITY, filled = 0;
  int dimensions;

  do /* several events may pass in a step */
    PassEvent(w, in, NextEvent(in));
  while (NextTime(w, in) <= w->clock.committed * (1 + rounding));
  limit = LimitAt(w, in, in->event - 1);
  if (!isnan(in->insert->level))
    PetscCall(MeasureLevel(w, in, &level));
  in->full = in->full || level >= in->insert->level;
  if (in->full)
    return 0;
  if (!isnan(in->insert->solid_fraction)) {
    PetscCall(MeasureFilled(w, in, &filled));
    limit.volume = in->insert->solid_fraction * GrFillRegionVolume(&in->region, &dimensions) - filled;
  }
  return GrBulkInsertPlace(w, in, limit);
}

/* Whether no event of the group follows. `event` 0: its stage has not begun. */
static bool IsOver(GrWorld w, const GrInserting *in)
{
  const double next = NextTime(w, in);
  return in->event > 0 && (isnan(next) || next > w->the_case->time.end || w->clock.plan.next == GR_NEXT_END);
}

GrInsertProgress GrBulkInsertFindProgress(GrWorld w, int k)
{
  const GrInserting *in = &w->bulk->population.insertion->of[k];
  const GrInsertLimit limit = LimitAt(w, in, in->event - 1);
  const double mean = MeanMass(w, in), number = (double)GrFillApportionTotal(&in->sizes);
  GrInsertProgress state = {.group = w->the_case->grains[in->group].name, .number = number, .mass = in->mass};

  state.over = IsOver(w, in);
  state.filled = in->filled;
  if (in->event == 0 || !IsAnyDue(w, in, limit) || (isinf(limit.number) && isinf(limit.mass)))
    return state;
  const double by_number = limit.number - number, by_mass = PetscMax(1, floor((limit.mass - in->mass) / mean + 0.5));
  state.owed = PetscMin(by_number, by_mass);
  state.owed_mass = by_number < by_mass || isinf(limit.mass) ? state.owed * mean : limit.mass - in->mass;
  return state;
}

/* ---- properties ---- */

/* Margin of a new particle: that of its speed class in the epoch before, at least the smallest margin for its next step
   [m]. */
static double MarginOf(const GrBulk b, const GrStepPath *path, const double *u)
{
  const double speed = GrNorm3(u + 3), widest = b->neighbours.largest_margin;
  double margin = 0.5 * b->numbers.skin;

  while (2 * margin <= widest && b->numbers.pace > 0 && speed > b->numbers.pace * margin)
    margin *= 2;
  return PetscMax(margin, GrBulkStepMargin(path, speed));
}

/* Requests a partition of space when the number of particles has doubled, because the new ones may be anywhere. */
static void RequestPartition(GrWorld w)
{
  struct GrBulkInsertion *all = w->bulk->population.insertion;

  if (w->bulk->population.total < 2 * all->cut_for)
    return;
  all->cut_for = w->bulk->population.total;
  w->bulk->ownership.rebalance_due = true;
}

PetscErrorCode GrBulkInsertDue(GrWorld w)
{
  const GrBulk b = w->bulk;
  struct GrBulkInsertion *all = b->population.insertion;
  const PetscInt before = b->store.columns.n;
  const GrStepPath path = GrBulkFindStepPath(w);

  if (!all)
    return 0;
  all->n = 0;
  all->next_id = GrBulkPopulationIds(w) + 1;
  for (int k = 0; k < all->n_groups; k++)
    if (IsDue(w, &all->of[k], w->clock.committed))
      PetscCall(InsertGroup(w, &all->of[k]));
  if (all->next_id == GrBulkPopulationIds(w) + 1)
    return 0;
  PetscCall(GrBulkInsertParticles(w, all->n, all->particle));
  b->neighbours.widths_known = false;
  for (PetscInt i = before; i < b->store.columns.n; i++)
    b->store.margin[i] = MarginOf(b, &path, b->store.state + GR_STATE * i);
  if (w->size > 1)
    RequestPartition(w);
  return 0;
}
