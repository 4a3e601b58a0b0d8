/* event_loop: error control and the end of an impact.

   A trial step is taken back if its error is too large, or if it passes something at which the motion is not smooth or
   which must be known exactly; event_location.h and zero.h say how the next trial ends there. */
#include "impact/event_loop.h"

#include "impact/event_location.h"
#include "impact/zero.h"
#include "law/one.h"
#include <math.h>

static const double FIRST = 0.05; /* first step, relative to the largest q expected */
static const double TOUCH = 1e-5; /* q at the start, relative to that: contacts act at d > 0; 1e-20 of the overlap */

double GrImpactLoopReach(const GrLanes *l, int i)
{
  double coefficient[GR_LAW_COEFFICIENTS_MAX];
  for (int k = 0; k < l->normal.law->n_coefficients; k++)
    coefficient[k] = l->normal.coefficient[k][i];
  return sqrt(sqrt(GrLawReach(l->normal.law, coefficient, l->mass[i], l->onset[i], l->gravity[i])));
}

void GrImpactLoopBegin(GrLanes *l, int i, GrImpactLoop *c)
{
  const double reach = GrImpactLoopReach(l, i);
  for (int k = 0; k < GR_LANE_STATE; k++)
    l->y[k][i] = 0;
  for (int k = 0; k < GR_LAW_HISTORY_MAX; k++)
    l->normal.history[k][i] = l->adhesion.history[k][i] = 0;
  l->y[GR_Q][i] = TOUCH * reach;
  l->y[GR_V][i] = l->onset[i];
  l->q_scale[i] = FIRST * reach;
  l->accept[i] = 1;
  c->state = GR_LOOP_RUNS;
  c->why = NULL;
  c->turned = c->stuck = PETSC_FALSE;
  c->wanted = FIRST * reach;
  c->search = (GrSearch){GR_SEARCH_NONE, 0, 0, 0, 0, 0};
  c->overlap_max = 0;
  c->force_max = -INFINITY;
  c->force_min = INFINITY;
  c->steps = c->tries = 0;
  c->sample = 1;
  c->sampled = PETSC_FALSE;
  GrTrialByS(l, i, c);
}

static void TakeForce(GrImpactLoop *c, double force)
{
  c->force_max = force > c->force_max ? force : c->force_max;
  c->force_min = force < c->force_min ? force : c->force_min;
}

/* The trial state becomes the start of the next step, moved beyond the corner or onto the turn or end at which it ends. */
static void AcceptTrial(GrLanes *l, int i, GrImpactLoop *c)
{
  double v0 = l->y[GR_V][i];
  PetscBool by_s = (PetscBool)(l->by_q[i] == 0 && l->by_v[i] == 0), searched = (PetscBool)(c->search.kind != 0);
  TakeForce(c, l->force[i]);
  for (int k = 0; k < GR_LANE_STATE; k++)
    l->y[k][i] = l->trial[k][i];
  if (l->by_q[i] != 0 && !searched) {
    l->y[GR_Q][i] = sqrt(sqrt(c->event_overlap));
    for (double nudge = 1e-15; c->event_overlap > 0 && nudge < 1e-12; nudge *= 2) {
      double q = l->y[GR_Q][i], d = (q * q) * (q * q);
      if (v0 > 0 ? d >= c->event_overlap : d <= c->event_overlap)
        break;
      l->y[GR_Q][i] *= v0 > 0 ? 1 + nudge : 1 - nudge;
    }
  }
  if (l->by_v[i] != 0 && !searched) {
    l->y[GR_V][i] = 0;
    c->stuck = (PetscBool)(c->stuck || (c->turned && v0 < 0));
    c->turned = PETSC_TRUE;
  }
  if (by_s && !searched) {
    double next = l->h[i] * l->growth[i];
    c->wanted = l->h[i] < 0.99 * c->wanted && next < c->wanted ? c->wanted : next; /* cut short: keep what was wanted */
  }
  l->q_scale[i] = l->y[GR_Q][i] > l->q_scale[i] ? l->y[GR_Q][i] : l->q_scale[i];
  l->accept[i] = 1;
  c->tries = 0;
  c->steps++;
  c->search.kind = GR_SEARCH_NONE;
  c->sampled = (PetscBool)(c->sample_step > 0 && l->y[GR_S][i] >= ((double)c->sample - 1e-9) * c->sample_step);
  c->sample += c->sampled;
  GrTrialByS(l, i, c);
}

void GrImpactLoopAdvance(GrLanes *l, int i, const GrRules *rules, GrImpactLoop *c)
{
  PetscBool rough = (PetscBool) !(l->error[i] <= l->tolerance); /* also when it is not a number */
  if (rough && GrLocatesCorner(l, i, c))                        /* the corner is why */
    return;
  if (rough)
    GrTrialRetryShorter(l, i, c, l->by_q[i] != 0 || l->by_v[i] != 0 ? 0.5 : l->growth[i]);
  else if (!GrLocatesEvent(l, i, c) && !GrSeeksZero(l, i, rules, c) && !GrSeeksExtremum(l, i, c))
    AcceptTrial(l, i, c);
}

/* On the way out, and the energy left that could carry the bodies apart is less than 1e-18 of what it was: a
   restitution below 1e-9. */
static PetscBool AtRest(const GrLanes *l, int i, const GrImpactLoop *c)
{
  double q = l->y[GR_Q][i], speed = l->speed[i], v = l->y[GR_V][i], recoverable, parted, spent;
  if (!c->turned || v >= 0 || v < -1e-9 * speed)
    return PETSC_FALSE;
  GrLaneEnergy(l, i, (q * q) * (q * q), &recoverable, &spent);
  GrLaneAdhesionEnergy(l, i, 0, &parted, &spent);
  return (PetscBool)(recoverable - parted <= 0.5e-18 * l->mass[i] * speed * speed);
}

void GrImpactLoopNote(const GrLanes *l, int i, GrImpactLoop *c)
{
  double q = l->y[GR_Q][i], d = (q * q) * (q * q);
  TakeForce(c, l->start_force[i]);
  c->overlap_max = d > c->overlap_max ? d : c->overlap_max;
  if (AtRest(l, i, c))
    c->stuck = PETSC_TRUE;
}

void GrImpactLoopArrive(const GrLanes *l, int i, const GrRules *rules, GrImpactLoop *c)
{
  PetscBool parted = (PetscBool)(l->y[GR_Q][i] == 0 && c->steps > 0),
            follow = (PetscBool)(l->y[GR_T][i] < rules->until);
  if (c->sample_step > 0) /* as far as the first pass went */
    follow = (PetscBool)(l->y[GR_S][i] < c->length * (1 - 1e-9));
  PetscBool no_force = (PetscBool)(rules->end == GR_END_ZERO_FORCE && c->turned && l->start_force[i] <= 0);
  GrImpactLoopNote(l, i, c);
  if (parted || no_force || (c->stuck && !follow))
    c->state = GR_LOOP_DONE;
  else if (c->steps >= GR_LOOP_STEPS) {
    c->state = GR_LOOP_FAILED;
    c->why = "it has not ended after a million steps";
  }
}
