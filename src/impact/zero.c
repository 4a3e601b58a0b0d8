/* zero: see zero.h. Regula falsi in the form of Illinois. */
#include "impact/zero.h"

#include <math.h>

static const double EXTREMUM = 1e-5; /* |dF/ds| q/F at an extremum: leaves some 1e-10 of F */
static const double NOISE = 1e-9;    /* |dF/ds| below this part of the largest F/q is rounding */
static const double ZERO = 1e-10;    /* distance from a zero of the force, relative to q */

/* Force whose zero in restitution matters, as it is before clipping, so that it passes through the zero: where the
   impact ends, or where clipping begins. */
static double EventForce(const GrLanes *l, int i, const GrRules *rules, PetscBool start)
{
  double total = start ? l->start_force[i] : l->force[i], normal = start ? l->start_normal[i] : l->end_normal[i];
  if (rules->end == GR_END_ZERO_FORCE)
    return total + (normal < 0 ? rules->clip * normal : 0);
  return rules->clip != 0 ? normal : 1;
}

/* How near a zero of the force is near enough, in the unit of the step. */
static double NearEnough(const GrLanes *l, int i)
{
  return ZERO * (l->by_v[i] != 0 ? l->speed[i] : l->q_scale[i]);
}

/* The next length to try, between the brackets. */
static double NarrowSearch(GrSearch *s, double f, double h)
{
  int side = f * s->f_low > 0 ? -1 : 1;
  if (side < 0) {
    s->low = h;
    s->f_low = f;
    s->f_high *= s->side == side ? 0.5 : 1; /* Illinois: the other end would never move */
  } else {
    s->high = h;
    s->f_high = f;
    s->f_low *= s->side == side ? 0.5 : 1;
  }
  s->side = side;
  return s->low + (s->high - s->low) * (s->f_low / (s->f_low - s->f_high));
}

static void SearchOn(GrLanes *l, int i, GrImpactLoop *c, GrSearchKind kind, double f_start, double f)
{
  if (c->search.kind != kind)
    c->search = (GrSearch){kind, 0, l->h[i], f_start, f, 0};
  double next = NarrowSearch(&c->search, f, l->h[i]), reach = kind == GR_SEARCH_FORCE ? 0.5 * NearEnough(l, i) : 0;
  next += l->h[i] > 0 ? reach : -reach; /* so that the step ends beyond the zero once it is known well */
  if (fabs(next) >= fabs(c->search.high))
    next = 0.5 * (c->search.low + c->search.high);
  l->h[i] = next;
  GrTrialRetry(l, i, c);
}

PetscBool GrSeeksZero(GrLanes *l, int i, const GrRules *rules, GrImpactLoop *c)
{
  double f0 = EventForce(l, i, rules, PETSC_TRUE), f1 = EventForce(l, i, rules, PETSC_FALSE);
  PetscBool going = (PetscBool)(c->search.kind == GR_SEARCH_FORCE), passed = (PetscBool)(f1 <= 0);
  if (!c->turned || !(f0 > 0) || (!passed && !going))
    return PETSC_FALSE;
  if (passed && fabs(l->h[i] * f1 / (f0 - f1)) <= NearEnough(l, i)) /* the chord from the start is no steeper */
    return PETSC_FALSE;
  if (passed && going && fabs((l->h[i] - c->search.low) * f1 / (c->search.f_low - f1)) <= NearEnough(l, i))
    return PETSC_FALSE;
  if (f1 == 0)
    return PETSC_FALSE;
  SearchOn(l, i, c, GR_SEARCH_FORCE, f0, f1);
  return PETSC_TRUE;
}

/* A step that is hardly longer than the difference quotient of dF/ds cannot hide an extremum, and that quotient may
   reach over the corner at which the step ends. */
PetscBool GrSeeksExtremum(GrLanes *l, int i, GrImpactLoop *c)
{
  double f0 = l->slope[i], f1 = l->end_slope[i], largest = fmax(fabs(c->force_max), fabs(c->force_min));
  double flat = fmax(EXTREMUM * fabs(l->force[i]) / fabs(l->trial[GR_Q][i]), NOISE * largest / l->q_scale[i]);
  PetscBool going = (PetscBool)(c->search.kind == GR_SEARCH_EXTREMUM);
  if (l->trial[GR_S][i] - l->y[GR_S][i] < 1e-5 * l->q_scale[i])
    return PETSC_FALSE;
  if (!(fabs(f0) > flat) || !(fabs(f1) > flat) || (f0 * f1 > 0 && !going))
    return PETSC_FALSE;
  SearchOn(l, i, c, GR_SEARCH_EXTREMUM, f0, f1);
  return PETSC_TRUE;
}
