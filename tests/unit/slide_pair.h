/* For the tests of sliding, rolling and twisting (after unit.h): one contact of a law at a time, and two spheres, or
   a sphere on a plane, moved by velocity Verlet with all laws of a contact. */
#ifndef GRANUM_TESTS_SLIDE_PAIR_H
#define GRANUM_TESTS_SLIDE_PAIR_H

#include "law/card/example.h"
#include "law_impact.h"
#include <float.h>
#include <stdlib.h>

/* Parameters by name; the others take their defaults. */
typedef struct {
  const char *name;
  double number; /* of a parameter of words: the position of the word */
} Given;

#define GIVEN(...)                                                                                                     \
  (const Given[])                                                                                                      \
  {                                                                                                                    \
    __VA_ARGS__,                                                                                                       \
    {                                                                                                                  \
      0                                                                                                                \
    }                                                                                                                  \
  }

static inline GrLawValue ValueOf(const GrLawParameter *row, const Given *given)
{
  int choice = -1;
  for (; given->name; given++)
    if (!strcmp(given->name, row->name))
      return row->unit ? (GrLawValue){true, -1, given->number} : (GrLawValue){true, (int)given->number, NAN};
  assert_non_null(row->fallback);
  if (row->choices)
    choice = GrChoicesFind(row->choices, row->fallback);
  return (GrLawValue){*row->fallback != 0, choice, choice < 0 ? strtod(row->fallback, NULL) : NAN};
}

static inline void LawPrepare(const GrLaw *law, const GrLawPair *pair, const Given *given, double *coefficient)
{
  GrLawValue value[GR_LAW_PARAMETERS_MAX];
  int known = 0, n = 0;
  for (; given[n].name; n++)
    for (int p = 0; law->parameters[p].name; p++)
      known += !strcmp(given[n].name, law->parameters[p].name);
  assert_int_equal(known, n);
  for (int p = 0; law->parameters[p].name; p++)
    value[p] = ValueOf(&law->parameters[p], given);
  assert_null(law->prepare(pair, value, coefficient));
}

/* One contact and the results of its last evaluation. */
typedef struct {
  const GrLaw *law;
  double coefficient[GR_LAW_COEFFICIENTS_MAX];
  double committed[GR_LAW_HISTORY_MAX], trial[GR_LAW_HISTORY_MAX];
  GrVelocityOf velocity;
  double rate, overlap, normal_force, viscosity, normal[3];
  double force[3], stored, power;
} Slider;

static inline void SliderEvaluate(Slider *s, const double slip[3], double interval)
{
  const double *coefficient[GR_LAW_COEFFICIENTS_MAX], *history[GR_LAW_HISTORY_MAX];
  double *trial[GR_LAW_HISTORY_MAX];
  for (int k = 0; k < GR_LAW_COEFFICIENTS_MAX; k++)
    coefficient[k] = &s->coefficient[k];
  for (int h = 0; h < GR_LAW_HISTORY_MAX; h++) {
    history[h] = &s->committed[h];
    trial[h] = &s->trial[h];
  }
  GrSlideBatch batch = {.n = 1,
                        .interval = interval,
                        .velocity = s->velocity,
                        .rate = &s->rate,
                        .overlap = &s->overlap,
                        .normal_force = &s->normal_force,
                        .viscosity = &s->viscosity,
                        .normal = {&s->normal[0], &s->normal[1], &s->normal[2]},
                        .slip = {&slip[0], &slip[1], &slip[2]},
                        .coefficient = coefficient,
                        .history = history,
                        .trial = trial,
                        .force = {&s->force[0], &s->force[1], &s->force[2]},
                        .stored = &s->stored,
                        .power = &s->power};
  s->law->slide(&batch);
}

static inline void SliderCommit(Slider *s)
{
  memcpy(s->committed, s->trial, sizeof s->committed);
}

/* -dF/dv of a normal contact at d and v, as the law returns it together with the force. */
static inline double ContactViscosity(Contact *c, double d, double v)
{
  const double *coefficient[GR_LAW_COEFFICIENTS_MAX], *history[GR_LAW_HISTORY_MAX];
  double *trial[GR_LAW_HISTORY_MAX], force, dashpot, viscosity = 0, root = NAN;
  for (int k = 0; k < GR_LAW_COEFFICIENTS_MAX; k++)
    coefficient[k] = &c->coefficient[k];
  for (int h = 0; h < GR_LAW_HISTORY_MAX; h++) {
    history[h] = &c->committed[h];
    trial[h] = &c->trial[h];
  }
  GrLawBatch batch = {1, &d, &v, coefficient, history, trial, &force, &dashpot, &viscosity, &root};
  c->law->force(&batch);
  /* 10 ulp: base/math/elementary.h; laws with force beyond overlap 0 pass on their contact radius, which differs */
  assert_true(!c->law->roots || c->law->reach || fabs(root - sqrt(d)) <= 10 * DBL_EPSILON * sqrt(d));
  return viscosity;
}

static inline double Dot(const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void Cross(const double a[3], const double b[3], double c[3])
{
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
}

typedef struct {
  double x[3], v[3], w[3]; /* position, velocity, spin */
  double force[3], torque[3];
  double radius, mass;
} Ball;

enum { SLIDING, ROLLING, TWISTING, MOTIONS };

typedef struct {
  Ball ball[2];
  bool plane;        /* the second body is the fixed plane z = 0 */
  double lever;      /* torques act at the radius less this share of the overlap */
  double gravity[3]; /* on the first body [m/s^2] */
  GrLawPair pair;
  Contact normal, adhesion; /* adhesion.law NULL: none */
  Slider slide[MOTIONS];    /* law NULL: none */
  double overlap;
} Meeting;

/* Prepares the pair of the two bodies, made of these materials. */
static inline void MeetingPrepare(Meeting *m, const GrLawBody body[2])
{
  const double radius[2] = {m->ball[0].radius, m->plane ? INFINITY : m->ball[1].radius};
  const double mass[2] = {m->ball[0].mass, m->plane ? INFINITY : m->ball[1].mass};
  GrLawPairSpheres(body, radius, mass, &m->pair);
}

/* Sets the law of this name for the overlap, or for one of the MOTIONS. */
static inline void MeetingNormal(Meeting *m, const char *name, const Given *given)
{
  m->normal.law = GrLawFind(name);
  LawPrepare(m->normal.law, &m->pair, given, m->normal.coefficient);
}

static inline void MeetingSlide(Meeting *m, int motion, const char *name, const Given *given)
{
  m->slide[motion].law = GrLawFind(name);
  LawPrepare(m->slide[motion].law, &m->pair, given, m->slide[motion].coefficient);
}

/* The three slips of slide.h, in the order of SLIDING, ROLLING, TWISTING. */
static inline void Slips(const Meeting *m, const double n[3], double slip[MOTIONS][3])
{
  const Ball *a = &m->ball[0], *b = &m->ball[1];
  double surface[3], spin[3], across[3], v[3], turn[3];
  for (int k = 0; k < 3; k++) {
    surface[k] = a->radius * a->w[k] + (m->plane ? 0 : b->radius * b->w[k]);
    spin[k] = a->w[k] - (m->plane ? 0 : b->w[k]);
    v[k] = a->v[k] - (m->plane ? 0 : b->v[k]);
  }
  Cross(surface, n, turn);
  Cross(spin, n, across);
  for (int k = 0; k < 3; k++) {
    slip[SLIDING][k] = v[k] - Dot(v, n) * n[k] + turn[k];
    slip[ROLLING][k] = m->pair.radius * across[k];
    slip[TWISTING][k] = m->pair.radius * Dot(spin, n) * n[k];
  }
}

static inline void Apply(Meeting *m, const double n[3], double normal_force)
{
  const double *f = m->slide[SLIDING].force, *roll = m->slide[ROLLING].force, *twist = m->slide[TWISTING].force;
  double friction[3], rolling[3];
  Cross(n, f, friction);
  Cross(n, roll, rolling);
  for (int k = 0; k < 3; k++) {
    double force = f[k] - normal_force * n[k], torque = m->pair.radius * (rolling[k] + twist[k]);
    for (int i = 0; i < 2; i++) {
      Ball *ball = &m->ball[i];
      ball->force[k] = i ? -force : force;
      ball->torque[k] = (ball->radius - m->lever * m->overlap) * friction[k] + (i ? -torque : torque);
    }
  }
}

/* Forces and torques in the current state, `interval` after the history was committed. Without adhesion, a tensile
   normal force is not passed on. */
static inline void MeetingForces(Meeting *m, double interval)
{
  Ball *a = &m->ball[0], *b = &m->ball[1];
  double n[3] = {0, 0, -1}, distance = a->x[2], slip[MOTIONS][3], normal_force = 0, rate;
  if (!m->plane) {
    for (int k = 0; k < 3; k++)
      n[k] = b->x[k] - a->x[k];
    distance = sqrt(Dot(n, n));
    for (int k = 0; k < 3; k++)
      n[k] /= distance;
  }
  m->overlap = a->radius + (m->plane ? 0 : b->radius) - distance;
  rate = Dot(a->v, n) - (m->plane ? 0 : Dot(b->v, n));
  Slips(m, n, slip);
  if (m->overlap > 0)
    normal_force = ContactForce(&m->normal, m->overlap, rate);
  normal_force = m->adhesion.law ? normal_force + ContactForce(&m->adhesion, m->overlap, rate) : fmax(0, normal_force);
  for (int i = 0; i < MOTIONS; i++) {
    Slider *s = &m->slide[i];
    memset(s->trial, 0, sizeof s->trial);
    memset(s->force, 0, sizeof s->force);
    s->stored = s->power = 0;
    s->overlap = m->overlap;
    s->normal_force = normal_force;
    s->viscosity = m->overlap > 0 ? ContactViscosity(&m->normal, m->overlap, rate) : 0;
    memcpy(s->normal, n, sizeof n);
    if (s->law && m->overlap > 0)
      SliderEvaluate(s, slip[i], interval);
  }
  Apply(m, n, normal_force);
  for (int k = 0; k < 3; k++)
    a->force[k] += a->mass * m->gravity[k];
}

/* Kick, drift, force at the velocity of the half step, kick: the scheme of LAMMPS. */
static inline void MeetingStep(Meeting *m, double step)
{
  int n = m->plane ? 1 : 2;
  for (int half = 0; half < 2; half++) {
    for (int i = 0; i < n; i++) {
      Ball *ball = &m->ball[i];
      double inertia = 0.4 * ball->mass * ball->radius * ball->radius;
      for (int k = 0; k < 3; k++) {
        ball->v[k] += 0.5 * step / ball->mass * ball->force[k];
        ball->w[k] += 0.5 * step / inertia * ball->torque[k];
        ball->x[k] += half ? 0 : step * ball->v[k];
      }
    }
    if (half)
      break;
    MeetingForces(m, step);
    memcpy(m->normal.committed, m->normal.trial, sizeof m->normal.committed);
    for (int i = 0; i < MOTIONS; i++)
      SliderCommit(&m->slide[i]);
  }
}

/* Kinetic energy of both. */
static inline double MeetingKinetic(const Meeting *m)
{
  double energy = 0;
  for (int i = 0; i < (m->plane ? 1 : 2); i++) {
    const Ball *ball = &m->ball[i];
    energy += 0.5 * ball->mass * (Dot(ball->v, ball->v) + 0.4 * ball->radius * ball->radius * Dot(ball->w, ball->w));
  }
  return energy;
}

#endif
