/* dynamics: solves the equations of motion of a mechanism for the accelerations; see dynamics.h.

   The accelerations a_h of the coordinates h are prescribed by drives; f are the free coordinates:
     M_ff a_f = Q_f - M_fh a_h,   R_h = (M a - Q)_h
   M mass matrix;  Q generalised forces of the mechanism and of its contacts;  R reactions of the drives. The equation
   is solved by Cholesky's decomposition of M_ff. */
#include "mechanism/dynamics.h"

#include "contact/normal.h"
#include "law/one.h"
#include <math.h>
#include <string.h>

enum { N = GR_MECHANISM_COORDINATES_MAX };

/* Sets up a contact of two bodies with the laws of a rule. */
static PetscErrorCode CreateTouch(const GrContactRule *rule, const GrLawPair *pair, GrMechanismTouch *touch)
{
  *touch = (GrMechanismTouch){
      .law = rule->law, .slide = rule->slide[GR_TANGENTIAL], .tension = rule->tension, .mass = pair->mass};
  const char *wrong = rule->law->prepare(pair, rule->value, touch->coefficient);
  if (!wrong && touch->slide)
    wrong = touch->slide->prepare(pair, rule->slide_value[GR_TANGENTIAL], touch->slide_coefficient);
  PetscCheck(!wrong, PETSC_COMM_SELF, PETSC_ERR_PLIB, "law %s: %s", rule->law->name, wrong);
  return 0;
}

static void MakeOne(const GrMechanismTouch *touch, const GrMechanismTouchAt *at, GrLawOne *one)
{
  GrLawOneMake(touch->law, touch->coefficient, touch->committed, 1, at->overlap > 0 ? at->overlap : 0.0, at->rate, one);
}

/* Computes friction and its power. The law has three dimensions; the first is the direction of sliding. */
static void EvaluateFriction(const GrMechanismTouch *touch, const GrLawOne *one, double slip,
                             GrMechanismTouchForce *out)
{
  const double zero = 0, first = 1, viscosity = 0;
  double force[3], stored, power;
  GrLawOne friction;
  GrLawOneMake(touch->slide, touch->slide_coefficient, NULL, 1, one->overlap, 0, &friction);
  const GrSlideBatch batch = {.n = 1,
                              .overlap = &one->overlap,
                              .normal_force = &out->normal_force,
                              .viscosity = &viscosity,
                              .normal = {&zero, &zero, &first},
                              .slip = {&slip, &zero, &zero},
                              .coefficient = friction.coefficients,
                              .force = {&force[0], &force[1], &force[2]},
                              .stored = &stored,
                              .power = &power};
  touch->slide->slide(&batch);
  out->friction = force[0];
  out->sliding = power;
}

/* Computes forces, powers and trial history from the committed history. An overlap below 0 counts as 0. */
static void EvaluateTouch(const GrMechanismTouch *touch, const GrMechanismTouchAt *at, GrMechanismTouchForce *out)
{
  GrLawOne one;
  MakeOne(touch, at, &one);
  touch->law->force(&one.batch);
  GrNormalForce(1, touch->tension == GR_TENSION_CLIP, NULL, &one.batch, &out->normal_force, &out->viscous);
  memcpy(out->trial, one.trial, sizeof(*out->trial) * (size_t)touch->law->n_history);
  out->friction = out->sliding = 0;
  if (touch->slide)
    EvaluateFriction(touch, &one, at->slip, out);
}

GrLawEnergies GrMechanismTouchEnergy(const GrMechanismTouch *touch, const GrMechanismTouchAt *at)
{
  GrLawOne one;
  MakeOne(touch, at, &one);
  touch->law->force(&one.batch);
  return GrLawOneEnergies(touch->law, &one);
}

int GrMechanismTouchCorners(const GrMechanismTouch *touch, const GrMechanismTouchAt *at,
                            double corner[GR_LAW_CORNERS_MAX])
{
  double *place[GR_LAW_CORNERS_MAX];
  GrLawOne one;
  if (!touch->law->corners)
    return 0;
  for (int k = 0; k < touch->law->n_corners; k++)
    place[k] = &corner[k];
  MakeOne(touch, at, &one);
  touch->law->corners(&one.batch, place);
  return touch->law->n_corners;
}

PetscErrorCode GrMechanismDynamicsCreate(const GrCase *the_case, GrMechanismDynamics *d)
{
  const GrMechanism *m = the_case->motion.mechanism;
  const GrContactRule *rule;
  GrLawPair pair;

  *d = (GrMechanismDynamics){.mechanism = m, .n = m->n_coordinates};
  d->works = GR_MECHANISM_WORK_CONTACTS + GR_WORKS_OF_CONTACT * m->n_contacts;
  d->length = 2 * d->n + d->works;
  const char *wrong = GrCaseMechanism(the_case, d->coefficient);
  PetscCheck(!wrong, PETSC_COMM_SELF, PETSC_ERR_PLIB, "mechanism %s: %s", m->name, wrong);
  d->held = m->held ? m->held(d->coefficient) : 0;
  for (int k = 0; k < m->n_contacts; k++) {
    GrCaseMechanismPair(the_case, d->coefficient, k, &pair, &rule);
    PetscCall(CreateTouch(rule, &pair, &d->touch[k]));
  }
  return 0;
}

void GrMechanismDynamicsStart(const GrMechanismDynamics *d, double *state)
{
  d->mechanism->start(d->coefficient, state, state + d->n);
  for (int i = 0; i < d->works; i++)
    state[2 * d->n + i] = 0;
}

static double DotProduct(int n, const double *a, const double *b)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

/* Computes overlap, rate and slip of a contact, and its two directions. */
static void LocateContact(const GrMechanismDynamics *d, int k, const double *state, GrMechanismTouchAt *at,
                          double *normal, double *tangent)
{
  const double *v = state + d->n;
  d->mechanism->touch(d->coefficient, k, state, &at->overlap, normal, tangent);
  at->rate = DotProduct(d->n, normal, v);
  at->slip = DotProduct(d->n, tangent, v);
}

void GrMechanismDynamicsTouch(const GrMechanismDynamics *d, int k, const double *state, GrMechanismTouchAt *at)
{
  double normal[N], tangent[N];
  LocateContact(d, k, state, at, normal, tangent);
}

/* Adds the forces of the closed contacts to Q; sets their powers. */
static void AddContactForces(const GrMechanismDynamics *d, const double *state, double *force, GrInstant *now)
{
  double normal[N], tangent[N];
  for (int k = 0; k < d->mechanism->n_contacts; k++) {
    GrMechanismTouchForce *f = &now->force[k];
    LocateContact(d, k, state, &now->at[k], normal, tangent);
    *f = (GrMechanismTouchForce){0};
    if (d->touch[k].closed)
      EvaluateTouch(&d->touch[k], &now->at[k], f);
    for (int i = 0; i < d->n; i++)
      force[i] += -f->normal_force * normal[i] + f->friction * tangent[i];
    now->power[GrMechanismWorkOf(k, GR_MECHANISM_WORK_VISCOUS)] = f->viscous;
    now->power[GrMechanismWorkOf(k, GR_MECHANISM_WORK_SLIDING)] = f->sliding;
  }
}

/* Solves the n free rows in place: x of L L' x = b; m holds the lower triangle. */
static void SolveCholesky(int n, double *m, double *b)
{
  for (int j = 0; j < n; j++) {
    for (int i = j; i < n; i++) {
      double sum = m[i * N + j] - DotProduct(j, &m[i * N], &m[j * N]);
      m[i * N + j] = i == j ? sqrt(sum) : sum / m[j * N + j];
    }
    b[j] = (b[j] - DotProduct(j, &m[j * N], b)) / m[j * N + j];
  }
  for (int j = n - 1; j >= 0; j--) {
    for (int i = j + 1; i < n; i++)
      b[j] -= m[i * N + j] * b[i];
    b[j] /= m[j * N + j];
  }
}

/* Computes accelerations from Q, and the reactions of the held coordinates. */
static void SolveAccelerations(const GrMechanismDynamics *d, double time, const double *state, const double *force,
                               GrInstant *now)
{
  double mass[N * N], part[N * N], b[N], *a = now->acceleration;
  int f = 0, row[N], n = d->n;
  d->mechanism->mass(d->coefficient, state, mass);
  for (int i = 0; i < n; i++)
    a[i] = now->reaction[i] = 0;
  if (d->held && d->mechanism->drive)
    d->mechanism->drive(d->coefficient, time, a);
  for (int i = 0; i < n; i++)
    if (!(d->held >> i & 1))
      row[f++] = i;
  for (int i = 0; i < f; i++) {
    b[i] = force[row[i]] - DotProduct(n, &mass[row[i] * n], a);
    for (int j = 0; j <= i; j++)
      part[i * N + j] = mass[row[i] * n + row[j]];
  }
  SolveCholesky(f, part, b);
  for (int i = 0; i < f; i++)
    a[row[i]] = b[i];
  for (int i = 0; i < n; i++)
    if (d->held >> i & 1)
      now->reaction[i] = DotProduct(n, &mass[i * n], a) - force[i];
}

void GrMechanismDynamicsEvaluate(const GrMechanismDynamics *d, double time, const double *state, GrInstant *now)
{
  const GrMechanism *m = d->mechanism;
  const double *c = d->coefficient, *v = state + d->n;
  double force[N];
  m->force(c, time, state, v, force);
  AddContactForces(d, state, force, now);
  SolveAccelerations(d, time, state, force, now);
  now->power[GR_MECHANISM_WORK_OWN] = m->loss ? m->loss(c, time, state, v) : 0;
  now->power[GR_MECHANISM_WORK_SUPPLIED] =
      (m->supply ? m->supply(c, time, state, v) : 0) + DotProduct(d->n, now->reaction, v);
}

double GrMechanismDynamicsKinetic(const GrMechanismDynamics *d, const double *state)
{
  const double *v = state + d->n;
  double mass[N * N], sum = 0;
  d->mechanism->mass(d->coefficient, state, mass);
  for (int i = 0; i < d->n; i++)
    sum += 0.5 * v[i] * DotProduct(d->n, &mass[i * d->n], v);
  return sum;
}

/* Returns the normal force of the k-th contact `time` [s] later, with the motion extrapolated to first order. */
static double ForceAt(const GrMechanismDynamics *d, int k, const double *state, const GrInstant *now, double time)
{
  double there[GR_STATE_MAX];
  GrMechanismTouchAt at;
  GrMechanismTouchForce force;
  for (int i = 0; i < d->n; i++) {
    there[i] = state[i] + time * state[d->n + i];
    there[d->n + i] = state[d->n + i] + time * now->acceleration[i];
  }
  GrMechanismDynamicsTouch(d, k, there, &at);
  EvaluateTouch(&d->touch[k], &at, &force);
  return force.normal_force;
}

double GrMechanismDynamicsForceRate(const GrMechanismDynamics *d, int k, const double *state, const GrInstant *now,
                                    double span)
{
  return (ForceAt(d, k, state, now, 0.5 * span) - ForceAt(d, k, state, now, -0.5 * span)) / span;
}
