/* Steps of a chain with located events; see motion.h. */
#include "fit/motion.h"

#include "base/math/bracket.h"
#include "base/math/exponential.h"
#include "world/step.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { TRIALS = 100, ATTEMPTS = 200 };
static const double FIRST = 1e-3;            /* first step, in times of the scales */
static const double LEAST = 0.2, MOST = 5;   /* smallest and largest ratio of the lengths of two steps */
static const double CLOSE = 4 * DBL_EPSILON; /* width of the interval at which a search ends, relative to the step */
static const double SAME = 1e-13;            /* relative difference of the lengths to events at the same time */

PetscErrorCode GrFitMotionDerive(GrFitMotion *m, double t, const double state[], double rate[])
{
  const GrStep none = {.rule = &GrStepStages, .rates = rate + m->n};

  PetscCall(PetscArraycpy(rate, state + m->n, m->n));
  PetscCall(GrWorldEvaluate(m->world, t, state, &none));
  GrWorldNoSolution(m->world);
  return 0;
}

PetscErrorCode GrFitMotionTry(GrFitMotion *m, double length)
{
  const GrTableau *rk = &m->tableau;
  const PetscInt size = 2 * m->n;

  m->length = length;
  for (int s = 1; s < rk->stages; s++) {
    double part = 0;
    PetscCall(PetscArraycpy(m->point, m->start, size));
    for (int j = 0; j < s; j++) {
      const double weight = length * rk->a[s][j], *k = m->stage + j * size;
      part += rk->a[s][j];
      for (PetscInt i = 0; weight != 0 && i < size; i++)
        m->point[i] += weight * k[i];
    }
    PetscCall(GrFitMotionDerive(m, m->time + part * length, m->point, m->stage + s * size));
  }
  m->error = 0;
  for (PetscInt i = 0; i < size; i++) {
    double sum = 0, miss = 0;
    for (int s = 0; s < rk->stages; s++) {
      sum += rk->b[s] * m->stage[s * size + i];
      miss += rk->error[s] * m->stage[s * size + i];
    }
    const double error = fabs(length * miss) / (i < m->n ? m->displacement_scale : m->speed_scale);
    m->end[i] = m->start[i] + length * sum;
    m->error = m->error >= error ? m->error : error; /* keeps NaN */
  }
  return 0;
}

/* ---- events ---- */

static GrChainContact ContactAt(const GrFitMotion *m, PetscInt slot, const double state[])
{
  return GrChainContactAt(&m->world->chain->contacts, slot, &m->world->chain->halo, state, state + m->n);
}

/* An event: the overlap of a contact is `level`, or with `turns` its rate is 0. */
typedef struct {
  PetscInt slot;
  double level;
  bool turns;
} Event;

static double ValueOf(const Event *event, const GrChainContact *at)
{
  return event->turns ? at->rate : at->overlap - event->level;
}

static PetscErrorCode EventValue(GrFitMotion *m, void *context, double *value)
{
  const Event *event = context;
  const GrChainContact at = ContactAt(m, event->slot, m->end);
  *value = ValueOf(event, &at);
  return 0;
}

/* Rounding error of the value of an event. Contacts before the pulse have rates below the tolerance. */
static double NoiseOf(const GrFitMotion *m, const Event *event)
{
  double largest = 0;
  if (event->turns)
    return m->tolerance * m->speed_scale;
  for (PetscInt i = event->slot - 1; i <= event->slot; i++)
    largest = fmax(largest, fmax(fabs(m->start[i]), fabs(m->end[i])));
  return 4 * DBL_EPSILON * fmax(largest, fabs(event->level));
}

/* Keeps an event that the attempt passes, if its chord is the earliest one. */
static void KeepFirst(const GrFitMotion *m, Event event, const GrChainContact *to, double *first, Event *found)
{
  const double from = ValueOf(&event, &m->contact[event.slot].at), value = ValueOf(&event, to);
  const double at = m->length * from / (from - value);

  if (!(from * value < 0) || !(fabs(from) > NoiseOf(m, &event)) || at >= *first)
    return;
  *first = at;
  *found = event;
}

/* Whether the force is not smooth at event k of a contact: its corner k, or at k = n the turn of its overlap. */
static bool Acts(const GrChainCorners *corners, int k)
{
  if (k == corners->n)
    return corners->remembers;
  return k == 0 || corners->level[k] != 0;
}

/* Finds the event that the attempt passes first, by chords, except `located`. Returns whether there is one. */
static bool FindEvent(const GrFitMotion *m, const Event *located, Event *found)
{
  double first = INFINITY;

  for (PetscInt slot = 1; slot < m->n; slot++) {
    const GrChainContact to = ContactAt(m, slot, m->end);
    const GrChainCorners *corners = &m->contact[slot].corners;
    for (int k = 0; k <= corners->n; k++) {
      if (!Acts(corners, k))
        continue;
      const Event event = {slot, k < corners->n ? corners->level[k] : 0, k == corners->n};
      const bool again =
          located && located->slot == slot && located->turns == event.turns && located->level == event.level;
      if (!again)
        KeepFirst(m, event, &to, &first, found);
    }
  }
  return first < INFINITY;
}

PetscErrorCode GrFitMotionLocate(GrFitMotion *m, GrFitMotionValue value, void *context, double low, double noise)
{
  GrBracket b = {.high = m->length, .f_low = low};
  double beyond, last = m->length; /* value at b.high, never halved; length of the last attempt */

  PetscCall(value(m, context, &b.f_high));
  beyond = b.f_high;
  for (int i = 0; i < TRIALS && b.f_low * b.f_high < 0 && fabs(beyond) > noise && b.high - b.low > CLOSE * b.high;
       i++) {
    double g;
    last = GrBracketTry(&b, 0.5 * noise * fabs((b.high - b.low) / (b.f_high - b.f_low)));
    PetscCall(GrFitMotionTry(m, last));
    PetscCall(value(m, context, &g));
    GrBracketNarrow(&b, last, g);
    beyond = b.side > 0 ? g : beyond;
  }
  return last == b.high ? 0 : GrFitMotionTry(m, b.high);
}

/* ---- steps ---- */

/* Makes attempts until the error is small enough. */
static PetscErrorCode TryUntilAccurate(GrFitMotion *m, double longest)
{
  const double power = -1.0 / m->tableau.order;
  double length = fmin(m->wanted, longest);

  for (int i = 0; i < ATTEMPTS && m->time + length > m->time; i++) {
    PetscCall(GrFitMotionTry(m, length));
    const double miss = m->error / m->tolerance, factor = miss > 1e-12 ? 0.9 * GrPower(miss, power) : MOST;
    const double ratio = fmin(fmax(factor, LEAST), MOST); /* NaN: LEAST */
    if (miss <= 1) {
      m->wanted = length < m->wanted ? fmax(m->wanted, ratio * length) : ratio * length;
      return 0;
    }
    m->wanted = length *= isnan(miss) ? LEAST : fmin(ratio, 0.9);
  }
  m->why = "no step is short enough for the tolerance";
  return 0;
}

PetscErrorCode GrFitMotionStep(GrFitMotion *m, double until)
{
  Event event, next;
  double before = INFINITY; /* length to the event found so far */

  PetscCall(TryUntilAccurate(m, until - m->time));
  while (!m->why && FindEvent(m, isfinite(before) ? &event : NULL, &next)) {
    const double low = ValueOf(&next, &m->contact[next.slot].at);
    PetscCall(GrFitMotionLocate(m, EventValue, &next, low, NoiseOf(m, &next)));
    if (!(m->length < before * (1 - SAME)))
      break; /* two events at the same time */
    before = m->length;
    event = next;
  }
  return 0;
}

/* Computes derivatives, overlaps and corners at `start`. */
static PetscErrorCode BeginStep(GrFitMotion *m)
{
  PetscCall(GrFitMotionDerive(m, m->time, m->start, m->stage));
  for (PetscInt slot = 1; slot < m->n; slot++) {
    m->contact[slot].at = ContactAt(m, slot, m->start);
    m->contact[slot].corners = GrChainContactCorners(&m->world->chain->contacts, slot, &m->contact[slot].at);
  }
  return 0;
}

PetscErrorCode GrFitMotionAccept(GrFitMotion *m)
{
  m->time += m->length;
  PetscCall(PetscArraycpy(m->start, m->end, 2 * m->n));
  PetscCall(GrWorldCommit(m->world, m->time, m->start));
  return BeginStep(m);
}

PetscErrorCode GrFitMotionCreate(const GrCase *the_case, GrFitMotion *m)
{
  const double *scales;

  *m = (GrFitMotion){.tolerance = the_case->impact.tolerance};
  PetscCall(GrWorldCreate(PETSC_COMM_SELF, the_case, &m->world));
  PetscCall(GrIntegratorTableau(the_case->impact.method, &m->tableau));
  const PetscInt n = GrWorldLayout(m->world).n, length = GrWorldLayout(m->world).length;
  m->n = n;
  PetscCall(PetscCalloc5(length, &m->start, length, &m->end, length, &m->point, 2 * n, &m->rate, n, &m->contact));
  PetscCall(PetscMalloc1(m->tableau.stages * 2 * n, &m->stage));
  m->world->ops->initial(m->world, m->start);
  scales = GrWorldScales(m->world);
  m->displacement_scale = scales[0];
  m->speed_scale = scales[1];
  m->wanted = FIRST * scales[0] / scales[1];
  GrWorldNoSolution(m->world);
  PetscCall(GrWorldCommit(m->world, 0, m->start));
  return BeginStep(m);
}

PetscErrorCode GrFitMotionDestroy(GrFitMotion *m)
{
  PetscCall(PetscFree5(m->start, m->end, m->point, m->rate, m->contact));
  PetscCall(PetscFree(m->stage));
  return GrWorldDestroy(&m->world);
}
