/* Finds pulses of signals of a chain; see pulse.h.

   The slope dy/dt of a signal at a state is a central difference along the parabola of its motion, x + v e + a e^2/2
   and v + a e, with a time e much shorter than a contact. Its relative error is 1e-10. At a peak the slope changes its
   sign within a step, or from the end of a step to the start of the next one, where a force is not smooth. A search for
   the zero of the slope makes attempts from the start of the step, so that the peak has the accuracy of the motion: it
   is not interpolated between samples.

   An arrival at half of the peak needs a second run, which looks for a level that is known. */
#include "fit/pulse.h"

#include "fit/motion.h"
#include "world/world_impl.h"
#include <granum/error.h>
#include <math.h>

enum { STEPS = 1000000 };
static const double SHORT = 3e-5;  /* time e of a difference, in times of the scales */
static const double FLAT = 1e-11;  /* slope at which a search for a peak ends, relative to the start of the step */
static const double EXACT = 1e-13; /* distance from the level at which a search ends, relative to the level */

/* State of the search for the pulses of all signals. */
typedef struct {
  GrFitMotion motion;
  PetscInt n;
  GrFitPulse *pulse; /* [n] */
  double *base;      /* [n] signals at the start */
  double *level;     /* [n] level of the arrival; NaN: not known */
  double *y[2];      /* [n] signals at the start and at the end of the step, minus their bases */
  double *slope[2];  /* [n] their slopes */
  double *last;      /* [n] slopes at the end of the previous step */
  double *side[2];   /* [n] signals before and after a state */
  double span;       /* time e of a difference [s] */
} Search;

/* A signal whose peak or level is searched. */
typedef struct {
  Search *search;
  PetscInt k;
  double level; /* NaN: the peak */
} Target;

/* Reads the signals in the last evaluation of forces, whose state is given. */
static void ReadSignals(const Search *s, const double state[], double value[])
{
  const GrWorld w = s->motion.world;

  for (PetscInt k = 0; k < s->n; k++) {
    const GrFitPulse *p = &s->pulse[k];
    value[k] = p->signal == GR_DETECT_VELOCITY  ? state[s->motion.n + p->bead]
               : p->signal == GR_DETECT_CONTACT ? w->chain->contacts.force[p->bead + 1]
                                                : GrChainBeadForce(w, p->bead);
  }
}

/* Computes all signals and their slopes at a state at time t. */
static PetscErrorCode Measure(Search *s, double t, const double state[], double y[], double slope[])
{
  GrFitMotion *m = &s->motion;
  const PetscInt n = m->n;
  double *scratch = m->stage + (m->tableau.stages - 1) * 2 * n; /* each attempt sets it again */

  PetscCall(GrFitMotionDerive(m, t, state, m->rate));
  ReadSignals(s, state, y);
  for (int side = 0; side < 2; side++) {
    const double e = side ? s->span : -s->span;
    for (PetscInt i = 0; i < n; i++) {
      m->point[i] = state[i] + e * (state[n + i] + 0.5 * e * m->rate[n + i]);
      m->point[n + i] = state[n + i] + e * m->rate[n + i];
    }
    PetscCall(GrFitMotionDerive(m, t, m->point, scratch));
    ReadSignals(s, m->point, s->side[side]);
  }
  for (PetscInt k = 0; k < s->n; k++) {
    slope[k] = (s->side[1][k] - s->side[0][k]) / (2 * s->span);
    y[k] -= s->base[k];
  }
  return 0;
}

static PetscErrorCode TargetValue(GrFitMotion *m, void *context, double *value)
{
  const Target *target = context;
  Search *s = target->search;

  PetscCall(Measure(s, m->time + m->length, m->end, s->y[1], s->slope[1]));
  *value = isnan(target->level) ? s->slope[1][target->k] : s->y[1][target->k] - target->level;
  return 0;
}

/* Keeps a peak if it is the first one after the arrival at the threshold, or without a threshold the highest one. */
static void KeepPeak(GrFitPulse *p, double y, double time)
{
  if (isnan(p->threshold) ? y > 0 && !(y <= p->peak) : isnan(p->peak) && y >= p->threshold) {
    p->peak = y;
    p->peak_time = time;
  }
}

/* Whether a signal has reached its level at the start of the step: a force may jump there. */
static void ArriveAtStart(Search *s, PetscInt k)
{
  if (isnan(s->pulse[k].arrival) && s->y[0][k] >= s->level[k])
    s->pulse[k].arrival = s->motion.time;
}

/* Finds the arrival of signal k within the first `length` of the step, at whose end it is y. */
static PetscErrorCode FindArrival(Search *s, PetscInt k, double length, double y)
{
  GrFitMotion *m = &s->motion;
  Target target = {s, k, s->level[k]};

  if (!isnan(s->pulse[k].arrival) || !(s->y[0][k] < target.level) || !(y >= target.level))
    return 0;
  if (m->length != length)
    PetscCall(GrFitMotionTry(m, length));
  PetscCall(GrFitMotionLocate(m, TargetValue, &target, s->y[0][k] - target.level, EXACT * target.level));
  s->pulse[k].arrival = m->time + m->length;
  return 0;
}

/* Finds peak and arrival of signal k in the step of this length. y, slope: of the signal at its end. */
static PetscErrorCode FindInStep(Search *s, PetscInt k, double length, double y, double slope)
{
  GrFitMotion *m = &s->motion;
  Target target = {s, k, NAN};

  ArriveAtStart(s, k);
  if (s->last[k] > 0 && s->slope[0][k] <= 0)
    KeepPeak(&s->pulse[k], s->y[0][k], m->time);
  if (!(s->slope[0][k] > 0 && slope <= 0))
    return FindArrival(s, k, length, y);
  double peak = y;
  if (slope < 0) {
    if (m->length != length)
      PetscCall(GrFitMotionTry(m, length));
    PetscCall(GrFitMotionLocate(m, TargetValue, &target, s->slope[0][k], FLAT * s->slope[0][k]));
    PetscCall(Measure(s, m->time + m->length, m->end, s->y[1], s->slope[1]));
    peak = s->y[1][k];
  }
  const double at = slope < 0 ? m->length : length;
  PetscCall(FindArrival(s, k, at, peak));
  KeepPeak(&s->pulse[k], peak, m->time + at);
  return 0;
}

/* Makes a step, and finds the peaks and arrivals in it. */
static PetscErrorCode SearchStep(Search *s, double until, double y[], double slope[])
{
  GrFitMotion *m = &s->motion;

  PetscCall(Measure(s, m->time, m->start, s->y[0], s->slope[0]));
  PetscCall(GrFitMotionStep(m, until));
  if (m->why)
    return 0;
  const double length = m->length;
  PetscCall(Measure(s, m->time + length, m->end, y, slope));
  for (PetscInt k = 0; k < s->n; k++) {
    PetscCall(FindInStep(s, k, length, y[k], slope[k]));
    s->last[k] = slope[k];
  }
  if (m->length != length)
    PetscCall(GrFitMotionTry(m, length));
  return GrFitMotionAccept(m);
}

/* Runs the chain from its start to its end. Sets *failed if the case has no such run; other failures, of a file for
   example, are returned. */
static PetscErrorCode RunChain(const GrCase *the_case, Search *s, bool *failed)
{
  GrFitMotion *m = &s->motion;
  double *y, *slope;

  PetscCall(PetscMalloc2(s->n, &y, s->n, &slope));
  PetscErrorCode code = GrFitMotionCreate(the_case, m);
  *failed = code != 0 || m->why;
  if (code && GrFailureCode() != GR_EXIT_INPUT && GrFailureCode() != GR_EXIT_PHYSICS)
    PetscCall(code);
  GrFailureClear();
  if (!code) {
    s->span = SHORT * m->displacement_scale / m->speed_scale;
    for (PetscInt k = 0; k < s->n; k++)
      s->last[k] = s->base[k] = 0;
    PetscCall(GrFitMotionDerive(m, 0, m->start, m->rate));
    ReadSignals(s, m->start, s->base);
    for (int i = 0; i < STEPS && !m->why && m->time < the_case->time.end * (1 - 1e-12); i++)
      PetscCall(SearchStep(s, the_case->time.end, y, slope));
    *failed = m->why || m->time < the_case->time.end * (1 - 1e-12) || m->world->chain->contacts.check.violation.found;
  }
  PetscCall(GrFitMotionDestroy(m));
  return PetscFree2(y, slope);
}

PetscErrorCode GrFitPulsesFind(const GrCase *the_case, bool arrivals, PetscInt n, GrFitPulse pulse[])
{
  Search s = {.n = n, .pulse = pulse};
  bool failed, again = false;
  double *all;

  PetscCall(PetscMalloc1(9 * n, &all));
  s.base = all;
  s.level = all + n;
  s.last = all + 2 * n;
  for (int i = 0; i < 2; i++) {
    s.y[i] = all + (3 + i) * n;
    s.slope[i] = all + (5 + i) * n;
    s.side[i] = all + (7 + i) * n;
  }
  for (PetscInt k = 0; k < n; k++) {
    pulse[k].peak = pulse[k].peak_time = pulse[k].arrival = NAN;
    s.level[k] = pulse[k].threshold;
  }
  PetscCall(RunChain(the_case, &s, &failed));
  for (PetscInt k = 0; k < n; k++) {
    s.level[k] = isnan(pulse[k].threshold) ? 0.5 * pulse[k].peak : NAN;
    again = again || !isnan(s.level[k]);
  }
  if (!failed && arrivals && again)
    PetscCall(RunChain(the_case, &s, &failed));
  for (PetscInt k = 0; failed && k < n; k++)
    pulse[k].peak = pulse[k].peak_time = pulse[k].arrival = NAN;
  return PetscFree(all);
}
