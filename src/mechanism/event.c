/* event: finds the times of events within a step (base/math/bracket.h); see event.h. */
#include "mechanism/event.h"

#include "base/math/bracket.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { TRIALS = 100 };
static const double SPAN = 1e-3;   /* time of difference quotients of the force, in steps */
static const double COARSE = 1e-6; /* tolerance of the location of a peak, in steps: the force is flat there */

/* Returns the quantity that is 0 at the event. */
static double EventValue(const GrMechanismStepping *stepping, const GrMechanismEvent *event, const double *state)
{
  GrInstant now;
  GrMechanismTouchAt at;
  if (event->kind == GR_EVENT_PEAK) {
    GrMechanismDynamicsEvaluate(stepping->dynamics, stepping->time, state, &now);
    return GrMechanismDynamicsForceRate(stepping->dynamics, event->contact, state, &now, SPAN * stepping->length);
  }
  GrMechanismDynamicsTouch(stepping->dynamics, event->contact, state, &at);
  return event->kind == GR_EVENT_TURNS ? at.rate : at.overlap - event->level;
}

/* Returns the rounding error of this quantity. */
static double RoundingOf(const GrMechanismStepping *stepping, const GrMechanismEvent *event)
{
  const int n = stepping->dynamics->n, from = event->kind == GR_EVENT_TURNS ? n : 0;
  double largest = 0;
  for (int i = from; i < from + n; i++)
    largest = fmax(largest, stepping->scale[i]);
  return event->kind == GR_EVENT_PEAK ? 0 : 4 * DBL_EPSILON * largest;
}

/* Locates an event between the start and `event->length`, and sets the latter to its place; stepping->end is the state
   there. */
static PetscErrorCode LocateEvent(GrMechanismStepping *stepping, GrMechanismEvent *event, double width)
{
  const double noise = RoundingOf(stepping, event);
  GrBracket b = {.high = event->length, .f_low = EventValue(stepping, event, stepping->start)};
  double beyond; /* the value at b.high, never halved */

  PetscCall(GrMechanismSteppingTry(stepping, event->length));
  beyond = b.f_high = EventValue(stepping, event, stepping->end);
  for (int i = 0; i < TRIALS && b.f_low * b.f_high < 0 && fabs(beyond) > noise && b.high - b.low > width * b.high;
       i++) {
    const double length = GrBracketTry(&b, 0.5 * noise * fabs((b.high - b.low) / (b.f_high - b.f_low)));
    PetscCall(GrMechanismSteppingTry(stepping, length));
    const double g = EventValue(stepping, event, stepping->end);
    GrBracketNarrow(&b, length, g);
    beyond = b.side > 0 ? g : beyond;
  }
  event->length = b.high;
  return GrMechanismSteppingTry(stepping, event->length);
}

/* Locates an event; replaces `found` if it is earlier. */
static PetscErrorCode KeepEarlier(GrMechanismStepping *stepping, GrMechanismEvent candidate, GrMechanismEvent *found)
{
  PetscCall(LocateEvent(stepping, &candidate, DBL_EPSILON));
  if (found->kind == GR_EVENT_NONE || candidate.length < found->length)
    *found = candidate;
  return 0;
}

/* Finds the closing of an open contact, which may also open again inside the step. */
static PetscErrorCode FindClosing(GrMechanismStepping *stepping, int k, const GrMechanismTouchAt *from,
                                  const GrMechanismTouchAt *to, GrMechanismEvent *found)
{
  GrMechanismEvent close = {GR_EVENT_CLOSES, k, 0, stepping->length}, turn = {GR_EVENT_TURNS, k, 0, stepping->length};
  GrMechanismTouchAt at;

  if (!(from->overlap < 0))
    return 0;
  if (to->overlap >= 0)
    PetscCall(KeepEarlier(stepping, close, found));
  else if (from->rate > 0 && to->rate < 0) {
    PetscCall(LocateEvent(stepping, &turn, COARSE));
    GrMechanismDynamicsTouch(stepping->dynamics, k, stepping->end, &at);
    close.length = turn.length;
    if (at.overlap >= 0)
      PetscCall(KeepEarlier(stepping, close, found));
  }
  return 0;
}

/* Returns whether a value passes through 0. A value that starts at 0 does not: the step starts at an event, or at rest.
   */
static bool PassesZero(const GrMechanismStepping *stepping, const GrMechanismEvent *event, double from, double to)
{
  return from * to < 0 && fabs(from) > RoundingOf(stepping, event);
}

/* Finds the events of a closed contact: it turns, opens, or passes a corner. */
static PetscErrorCode FindEventOfClosed(GrMechanismStepping *stepping, int k, const GrMechanismTouchAt *from,
                                        const GrMechanismTouchAt *to, GrMechanismEvent *found)
{
  const GrMechanismEvent turn = {GR_EVENT_TURNS, k, 0, stepping->length};
  double level[GR_LAW_CORNERS_MAX];

  if (to->overlap <= 0)
    PetscCall(KeepEarlier(stepping, (GrMechanismEvent){GR_EVENT_OPENS, k, 0, stepping->length}, found));
  if (PassesZero(stepping, &turn, from->rate, to->rate))
    PetscCall(KeepEarlier(stepping, turn, found));
  const int n = GrMechanismTouchCorners(&stepping->dynamics->touch[k], from, level);
  for (int i = 0; i < n; i++) {
    const GrMechanismEvent corner = {GR_EVENT_CORNER, k, level[i], stepping->length};
    if (level[i] > 0 && PassesZero(stepping, &corner, from->overlap - level[i], to->overlap - level[i]))
      PetscCall(KeepEarlier(stepping, corner, found));
  }
  return 0;
}

PetscErrorCode GrMechanismEventFirst(GrMechanismStepping *stepping, GrMechanismEvent *event)
{
  const GrMechanismDynamics *d = stepping->dynamics;
  double end[GR_STATE_MAX];
  GrMechanismTouchAt from, to;

  *event = (GrMechanismEvent){.length = stepping->length};
  memcpy(end, stepping->end, sizeof(end));
  for (int k = 0; k < d->mechanism->n_contacts; k++) {
    GrMechanismDynamicsTouch(d, k, stepping->start, &from);
    GrMechanismDynamicsTouch(d, k, end, &to);
    PetscCall((d->touch[k].closed ? FindEventOfClosed : FindClosing)(stepping, k, &from, &to, event));
  }
  if (event->kind == GR_EVENT_NONE)
    memcpy(stepping->end, end, sizeof(end));
  else
    PetscCall(GrMechanismSteppingTry(stepping, event->length));
  return 0;
}

PetscErrorCode GrMechanismEventPeak(GrMechanismStepping *stepping, int k, double length, double *force_max,
                                    double *force_min)
{
  GrMechanismEvent peak = {GR_EVENT_PEAK, k, 0, length};
  double end[GR_STATE_MAX];
  GrInstant now;

  if (!(EventValue(stepping, &peak, stepping->start) * EventValue(stepping, &peak, stepping->end) < 0))
    return 0;
  memcpy(end, stepping->end, sizeof(end));
  PetscCall(LocateEvent(stepping, &peak, COARSE));
  GrMechanismDynamicsEvaluate(stepping->dynamics, stepping->time + peak.length, stepping->end, &now);
  *force_max = fmax(*force_max, now.force[k].normal_force);
  *force_min = fmin(*force_min, now.force[k].normal_force);
  memcpy(stepping->end, end, sizeof(end));
  return 0;
}
