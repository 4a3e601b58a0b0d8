/* event_location: see event_location.h. */
#include "impact/event_location.h"

#include <math.h>

static const double HERE = 2e-13;   /* relative distance at which a corner counts as reached */
static const double BEFORE = 2e-14; /* relative distance in q at which a step to a corner ends: more than rounding */

/* The corner that the step has passed first, or 0. */
static double PassedCorner(const GrLanes *l, int i, double direction)
{
  const GrLaw *law = l->normal.law;
  double q = l->y[GR_Q][i], start = (q * q) * (q * q), first = 0;
  for (int k = 0; law->corners && k < law->n_corners; k++) {
    double corner = l->corner[k][i], ahead = direction * (corner - start);
    PetscBool passed = (PetscBool)(direction > 0 ? corner < l->highest[i] : corner > l->lowest[i]);
    if (corner > 0 && passed && ahead > HERE * corner && (first == 0 || direction * (first - corner) > 0))
      first = corner;
  }
  return first;
}

static void EndStepAtCorner(GrLanes *l, int i, GrImpactLoop *c, double corner, double direction)
{
  double q = sqrt(sqrt(corner)), h = q * (1 - direction * BEFORE) - l->y[GR_Q][i];
  if (l->by_q[i] != 0 && fabs(h) >= fabs(l->h[i])) { /* that is where this step was to end */
    GrTrialRetryShorter(l, i, c, 0.5);
    return;
  }
  l->by_q[i] = 1;
  l->by_v[i] = 0;
  l->h[i] = h;
  c->event_overlap = corner * (1 + direction * 1e-15);
  GrTrialRetry(l, i, c);
}

PetscBool GrLocatesCorner(GrLanes *l, int i, GrImpactLoop *c)
{
  double direction = (l->y[GR_V][i] != 0 ? l->y[GR_V][i] : l->trial[GR_V][i]) > 0 ? 1 : -1;
  double corner = l->by_q[i] == 0 && l->by_v[i] == 0 ? PassedCorner(l, i, direction) : 0;
  if (corner)
    EndStepAtCorner(l, i, c, corner, direction);
  return (PetscBool)(corner != 0);
}

static void EndStepAtEnd(GrLanes *l, int i, GrImpactLoop *c)
{
  l->by_q[i] = 1;
  l->by_v[i] = 0;
  l->h[i] = -l->y[GR_Q][i];
  c->event_overlap = 0;
  GrTrialRetry(l, i, c);
}

static void EndStepAtTurn(GrLanes *l, int i, GrImpactLoop *c)
{
  l->by_q[i] = 0;
  l->by_v[i] = 1;
  l->h[i] = -l->y[GR_V][i];
  GrTrialRetry(l, i, c);
}

PetscBool GrLocatesEvent(GrLanes *l, int i, GrImpactLoop *c)
{
  double v0 = l->y[GR_V][i], v1 = l->trial[GR_V][i], direction = v0 != 0 ? v0 : v1;
  double corner = PassedCorner(l, i, direction > 0 ? 1 : -1);
  PetscBool turns = (PetscBool)(l->by_v[i] == 0 && v0 != 0 && v0 * v1 <= 0);
  PetscBool ends = (PetscBool)(l->by_q[i] == 0 && l->trial[GR_Q][i] < 0);
  if (!corner && !turns && !ends)
    return PETSC_FALSE;
  c->search.kind = GR_SEARCH_NONE;
  if ((l->by_q[i] != 0 && turns) || (l->by_v[i] != 0 && ends))
    GrTrialRetryShorter(l, i, c, 0.5);
  else if (turns)
    EndStepAtTurn(l, i, c);
  else if (corner)
    EndStepAtCorner(l, i, c, corner, direction > 0 ? 1 : -1);
  else
    EndStepAtEnd(l, i, c);
  return PETSC_TRUE;
}
