/* For the tests of the laws: single contacts, and the free impact of two bodies, integrated to about 1e-10. Dashpots
   on Hertz's spring begin like d^(1/4). Therefore a plain Runge-Kutta step in time loses its order at d = 0, and any
   step loses it across a kink. From d = 0 to `level` and back the independent variable is s = d^(1/4), in which
   these forces are polynomials; above `level` it is the time. A kink of the law is put at `level`, so that no stage
   crosses it. */
#ifndef GRANUM_TESTS_LAW_IMPACT_H
#define GRANUM_TESTS_LAW_IMPACT_H

#include <granum/law.h>
#include <math.h>
#include <string.h>

typedef struct {
  const GrLaw *law;
  double coefficient[GR_LAW_COEFFICIENTS_MAX];
  double committed[GR_LAW_HISTORY_MAX], trial[GR_LAW_HISTORY_MAX];
  double dashpot, recoverable, spent; /* of the last evaluation */
} Contact;

/* Returns the force of one contact; `c` then has its trial history, dashpot and energies. */
static inline double ContactForce(Contact *c, double d, double v)
{
  const double *coefficient[GR_LAW_COEFFICIENTS_MAX], *history[GR_LAW_HISTORY_MAX];
  double *trial[GR_LAW_HISTORY_MAX], force;
  for (int k = 0; k < GR_LAW_COEFFICIENTS_MAX; k++)
    coefficient[k] = &c->coefficient[k];
  for (int h = 0; h < GR_LAW_HISTORY_MAX; h++) {
    history[h] = &c->committed[h];
    trial[h] = &c->trial[h];
  }
  GrLawBatch batch = {1, &d, &v, coefficient, history, trial, &force, &c->dashpot, NULL, NULL};
  c->law->force(&batch);
  c->law->energy(&batch, &c->recoverable, &c->spent);
  return force;
}

typedef struct {
  Contact *contact;
  double mass;         /* reduced [kg] */
  double level;        /* where the independent variable changes [m] */
  double step;         /* [s] */
  double low, high;    /* range of overlaps of the current branch of the law [m] */
  double d, v;         /* current values */
  double d_max, f_max; /* of the impact */
} Impact;

static inline double ForceAt(Impact *m, double d, double v)
{
  return ContactForce(m->contact, fmin(fmax(d, m->low), m->high), v);
}

/* dv/ds at d = s^4. */
static inline double SlopeInRoot(Impact *m, double s, double v)
{
  return -ForceAt(m, s * s * s * s, v) * 4.0 * s * s * s / (m->mass * v);
}

static inline void GoToOverlap(Impact *m, double target)
{
  enum { STEPS = 4000 };
  double s = sqrt(sqrt(m->d)), h = (sqrt(sqrt(target)) - s) / STEPS;
  for (int i = 0; i < STEPS; i++, s += h) {
    double a = SlopeInRoot(m, s, m->v), b = SlopeInRoot(m, s + 0.5 * h, m->v + 0.5 * h * a);
    double c = SlopeInRoot(m, s + 0.5 * h, m->v + 0.5 * h * b), e = SlopeInRoot(m, s + h, m->v + h * c);
    m->v += h / 6.0 * (a + 2.0 * b + 2.0 * c + e);
  }
  m->d = target;
}

static inline double Acceleration(Impact *m, double d, double v)
{
  return -ForceAt(m, d, v) / m->mass;
}

static inline void StepInTime(Impact *m, double h, double *d, double *v)
{
  double a1 = Acceleration(m, *d, *v), v2 = *v + 0.5 * h * a1, a2 = Acceleration(m, *d + 0.5 * h * *v, v2);
  double v3 = *v + 0.5 * h * a2, a3 = Acceleration(m, *d + 0.5 * h * v2, v3);
  double v4 = *v + h * a3, a4 = Acceleration(m, *d + h * v3, v4);
  *d += h / 6.0 * (*v + 2.0 * v2 + 2.0 * v3 + v4);
  *v += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
}

/* Finds the turning point within the next step: the part of the step at which the rate vanishes, by bisection. */
static inline void FindOverlapMax(Impact *m)
{
  double low = 0, high = m->step, v_low = m->v;
  for (int i = 0; i < 60; i++) {
    double h = 0.5 * (low + high), d = m->d, v = m->v;
    StepInTime(m, h, &d, &v);
    m->d_max = d;
    if (v * v_low > 0)
      low = h;
    else
      high = h;
  }
}

/* Top of the parabola through three equidistant values, if the middle one is the largest. */
static inline double ParabolaTop(const double f[3])
{
  double slope = f[2] - f[0], curvature = f[0] - 2.0 * f[1] + f[2];
  return f[1] > f[0] && f[1] >= f[2] ? f[1] - slope * slope / (8.0 * curvature) : 0.0;
}

/* A free impact at the speed m->v > 0 from m->d = 0 until the overlap is zero again; m->v is then the (negative) rate.
 */
static inline void RunImpact(Impact *m)
{
  double f[3] = {0, 0, 0};
  double above = nextafter(m->level, INFINITY);
  m->low = 0;
  m->high = m->level;
  GoToOverlap(m, m->level);
  m->low = m->d = above;
  m->high = INFINITY;
  m->d_max = m->f_max = 0;
  for (;;) {
    double d = m->d, v = m->v;
    f[0] = f[1];
    f[1] = f[2];
    f[2] = -m->mass * Acceleration(m, d, v);
    memcpy(m->contact->committed, m->contact->trial, sizeof m->contact->committed);
    m->f_max = fmax(m->f_max, ParabolaTop(f));
    StepInTime(m, m->step, &d, &v);
    if (m->v > 0 && v <= 0)
      FindOverlapMax(m);
    if (v < 0 && d < above)
      break;
    m->d = d;
    m->v = v;
  }
  if (m->d > above)
    GoToOverlap(m, above);
  m->low = 0;
  m->high = m->level;
  GoToOverlap(m, 0);
}

#endif
