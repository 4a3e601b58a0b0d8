/* motion: accelerations of the spheres of an assembly from the sums of their contact forces, and their steps with the
   weights of the integrator (world/step.h); see bulk/step.h.

   m a = m g + F_wall + sum of F over contacts + F_group + F_program + F_drag,  I dw/dt = sum of torques + T_drag
     m mass [kg];  a acceleration [m/s^2];  I = 2/5 m R^2 moment of inertia [kg m^2];  w spin [rad/s];  g gravity;
     F_wall sum of the forces of walls;  F_group force of the input on a group;  F_program force of the calling program;
     F_drag, T_drag: see drag.c
   A particle whose velocity is prescribed has 1/m = 1/I = 0. In dimension 2 the acceleration out of the plane is 0.
   With drag each sphere has weights of its own (bulk/drag/decay.h). */
#include "bulk/bulk.h"

#include "base/math/vec4.h"
#include "base/math/vector.h"
#include <math.h>

enum { CHUNK = 128 };

/* Adds the drag on particle i at its current velocity plus `change` [m/s] to its accelerations a[GR_RATES]. */
static void AddDrag(GrWorld w, PetscInt i, const double change[3], double inverse_mass, double inverse_inertia,
                    double *restrict a)
{
  const GrStore *s = &w->bulk->store;
  double force[6], v[6];

  PetscArraycpy(v, s->state + GR_STATE * i + 3, 6);
  GrBulkCellSubtractFlow(w->bulk, s->state + GR_STATE * i, v);
  for (int k = 0; k < 3; k++)
    v[k] += change[k];
  GrBulkFindDrag(&w->bulk->step.fluid[1], s->radius[i], v, force);
  for (int k = 0; k < 3; k++) {
    a[k] += inverse_mass * force[k];
    a[3 + k] += inverse_inertia * force[3 + k];
  }
}

/* Adds the power m g . v of a gravity that varies with time. */
static void AddGravityPower(const GrBulk b, const double *restrict u, PetscInt first, PetscInt last)
{
  const double *g = b->step.gravity;

  for (PetscInt i = first; i < last; i++) {
    const double *restrict v = u + GR_STATE * i + 3;
    if (b->step.inverse_mass[i] > 0)
      b->step.external_power[i] += b->store.mass[i] * (g[0] * v[0] + g[1] * v[1] + g[2] * v[2]);
  }
}

/* Forces on groups (GrCaseFindGroupForces). */
static void AddGroupForces(GrWorld w, PetscInt64 group, double inverse_mass, double *restrict a)
{
  const GrCase *c = w->the_case;

  for (int p = 0; p < c->n_group_forces; p++)
    if (c->group_forces[p].group == group)
      for (int k = 0; k < 3; k++)
        a[k] += inverse_mass * w->bulk->step.group_force[3 * p + k];
}

/* Adds the force of the program on particles [first, last) at this time [s] to their accelerations, and its power [W].
   inverse_mass, inverse_inertia, a, power: arrays that begin with particle `first`. */
static void AddForce(GrWorld w, double time, PetscInt first, PetscInt last, const double *inverse_mass,
                     const double *inverse_inertia, double *restrict a, double *restrict power)
{
  const GrStore *s = &w->bulk->store;
  const GrForce *force = w->the_case->force;
  double vector[GR_STATE / 3][3 * CHUNK], result[GR_RATES / 3][3 * CHUNK] = {{0}};
  const double *property[GR_PROPERTIES_MAX];
  const GrForceChunk chunk = {time,      last - first, s->id + first, s->radius + first, s->mass + first, vector[0],
                              vector[1], vector[2],    property,      result[0],         result[1]};

  GrStorePointProperties(s, first, property);
  for (PetscInt i = first; i < last; i++)
    for (int k = 0; k < GR_STATE; k++)
      vector[k / 3][3 * (i - first) + k % 3] = s->state[GR_STATE * i + k];
  force->act(force->context, &chunk);
  for (PetscInt i = 0; i < last - first; i++)
    for (int k = 0; k < GR_RATES && inverse_mass[i] > 0; k++) {
      const bool plane = w->the_case->dimension == 2 && k >= 2 && k <= 4;
      const double f = plane ? 0 : result[k / 3][3 * i + k % 3];
      a[GR_RATES * i + k] += (k < 3 ? inverse_mass[i] : inverse_inertia[i]) * f;
      power[i] += f * s->state[GR_STATE * (first + i) + 3 + k];
    }
}

/* Adds the power -F . v of the forces that hold prescribed velocities. */
static void AddHoldingPower(const GrBulk b, const double *restrict u, PetscInt first, PetscInt last)
{
  for (PetscInt i = first; i < last; i++) {
    const double *restrict sum = b->step.sum + GR_BULK_SUM * i, *restrict v = u + GR_STATE * i + 3;
    for (int k = 0; k < 3 && !(b->step.inverse_mass[i] > 0); k++)
      b->step.external_power[i] -= sum[GR_BULK_FORCE + k] * v[k];
    for (int k = 0; k < 3 && !(b->step.inverse_mass[i] > 0); k++)
      b->step.external_power[i] -= sum[GR_BULK_TORQUE + k] * v[3 + k];
  }
}

/* Accelerations from contacts and gravity. A number after the last one is overwritten. */
GR_VEC4_INLINE void ComputeAccelerations(const GrBulk b, const double *restrict g, bool no_rollback, double half,
                                         PetscInt first, PetscInt last, double *restrict a)
{
  const GrVec4 gravity = {g[0], g[1], g[2], 0}, none = {0};

  for (PetscInt i = first; i < last; i++, a += GR_RATES) {
    const double mass = b->step.inverse_mass[i], inertia = b->step.inverse_inertia[i];
    GrVec4 sum[2];
    GrBulkTakeSum(&b->step, &b->store, no_rollback, half, (size_t)i, sum);
    sum[0] = sum[0] * mass + (mass > 0 ? gravity : none);
    sum[1] = sum[1] * inertia;
    GrVec4Store(&sum[0], a); /* each store writes one number more, which the next store overwrites */
    GrVec4Store(&sum[1], a + 3);
  }
}

/* A record in space is x y z vx vy vz wx wy wz, and its rates are the derivatives of the last six numbers. Rows of four
   numbers overlap in two of them and compute the same values there. */
enum { V = 3, W = 5, LAST = 2 };

/* A particle's record and its rates, in rows. */
typedef struct {
  GrVec4 x, v, w;
} Record;
typedef struct {
  GrVec4 v, w;
} Rates;

GR_VEC4_INLINE void LoadRecord(const double *u, Record *r)
{
  GrVec4Load(u, &r->x);
  GrVec4Load(u + V, &r->v);
  GrVec4Load(u + W, &r->w);
}

GR_VEC4_INLINE void StoreRecord(const Record *r, double *u)
{
  GrVec4Store(&r->x, u); /* and vx, which the next one makes good */
  GrVec4Store(&r->v, u + V);
  GrVec4Store(&r->w, u + W);
}

GR_VEC4_INLINE void LoadRates(const double *a, Rates *r)
{
  GrVec4Load(a, &r->v);
  GrVec4Load(a + LAST, &r->w);
}

/* The spin, too, gets the weights of the velocity, but nothing drifts with it. */
GR_VEC4_INLINE void AdvanceRecord(const GrStepWeights *s, const Rates *a, Record *r)
{
  r->v += s->start * a->v;
  r->w += s->start * a->w;
  r->x += s->drift * r->v;
  r->v += s->predict * a->v;
  r->w += s->predict * a->w;
}

static void AdvanceInFluid(GrWorld w, const GrStepWeights *free, PetscInt first, PetscInt last)
{
  const GrStore *s = &w->bulk->store;

  for (PetscInt i = first; i < last; i++) {
    const GrStepWeights *linear = &w->bulk->step.drag[i].linear.step, *angular = &w->bulk->step.drag[i].angular.step;
    const double *restrict a = s->acceleration + GR_RATES * i, *flow = w->bulk->step.drag[i].flow.acceleration;
    double *restrict x = s->state + GR_STATE * i, *restrict v = x + 3, *restrict spin = x + 6;
    for (int k = 0; k < 3; k++) {
      v[k] += linear->start * (a[k] - flow[k]) + free->start * flow[k];
      x[k] += linear->drift * v[k];
      v[k] += linear->predict * (a[k] - flow[k]) + free->predict * flow[k];
      spin[k] += (angular->start + angular->predict) * a[3 + k];
    }
  }
}

void GrBulkAdvance(GrWorld w, const GrStep *step, PetscInt first, PetscInt last)
{
  const GrStore *store = &w->bulk->store;
  const GrStepWeights s = step->weights;

  if (w->bulk->step.drag) {
    AdvanceInFluid(w, &s, first, last);
    return;
  }
  for (PetscInt i = first; i < last; i++) {
    Record r;
    Rates a;
    LoadRecord(store->state + GR_STATE * i, &r);
    LoadRates(store->acceleration + GR_RATES * i, &a);
    AdvanceRecord(&s, &a, &r);
    StoreRecord(&r, store->state + GR_STATE * i);
  }
}

/* joins: also advances by the next step, which has the same length. */
GR_VEC4_INLINE void FinishRecords(const GrStore *store, const GrStepWeights *weights, PetscInt first, PetscInt last,
                                  const double *restrict next, bool joins)
{
  const GrStepWeights s = *weights;

  for (PetscInt i = first; i < last; i++, next += GR_RATES) {
    double *restrict a = store->acceleration + GR_RATES * i;
    Record r;
    Rates before, after;
    LoadRecord(store->state + GR_STATE * i, &r);
    LoadRates(a, &before);
    LoadRates(next, &after);
    r.v += s.end * after.v - s.back * before.v;
    r.w += s.end * after.w - s.back * before.w;
    if (joins)
      AdvanceRecord(&s, &after, &r);
    StoreRecord(&r, store->state + GR_STATE * i);
    GrVec4Store(&after.v, a);
    GrVec4Store(&after.w, a + LAST);
  }
}

/* The accelerations with which a deforming box carries the particle at the start and at the end of the step, 0 for
   spins, do not decay (bulk/drag/decay.h). */
static void FinishInFluid(GrWorld w, const GrStep *step, PetscInt first, PetscInt last, const double *restrict next)
{
  const GrBulk b = w->bulk;
  const GrStepWeights *free = &step->weights;

  for (PetscInt i = first; i < last; i++, next += GR_RATES) {
    const GrDragOfSphere *drag = &b->step.drag[i];
    double *u = b->store.state + GR_STATE * i, *v = u + 3, *a = b->store.acceleration + GR_RATES * i;
    double before[GR_RATES], after[GR_RATES], flow[2][GR_RATES] = {{0}}, late[GR_RATES] = {0};
    GrCopy3(drag->flow.acceleration, flow[0]);
    GrBulkDragCorrect(b, step, &drag->flow, u, late, flow[1]);
    for (int k = 0; k < GR_RATES; k++) {
      const GrStepWeights *of = k < 3 ? &drag->linear.step : &drag->angular.step;
      const double own = a[k] - flow[0][k];
      const double change = of->end * (next[k] - flow[1][k]) - of->back * own;
      before[k] = v[k] - (of->start + of->predict) * own - (free->start + free->predict) * flow[0][k];
      before[k] -= k < 3 ? drag->flow.velocity[k] : 0;
      after[k] = v[k] += change + late[k];
      a[k] = next[k] - of->rate * change;
    }
    GrBulkCellSubtractFlow(b, u, after);
    GrBulkDragKeep(w, i, step->length, before, after);
  }
}

/* Finishes the step of particles [first, last), or stores their accelerations a[6 (last - first)]. */
static void FinishStep(GrWorld w, const GrStep *step, PetscInt first, PetscInt last, const double *a)
{
  const GrStore *s = &w->bulk->store;

  if (!(step->length > 0)) {
    for (PetscInt k = 0; step->rates && k < GR_RATES * (last - first); k++)
      step->rates[GR_RATES * first + k] = a[k];
  } else if (w->bulk->step.drag) {
    FinishInFluid(w, step, first, last, a);
  } else if (step->joins) {
    FinishRecords(s, &step->weights, first, last, a, true);
  } else {
    FinishRecords(s, &step->weights, first, last, a, false);
  }
}

/* Finishes particles [first, last), at most CHUNK, so that their accelerations are still in the cache when their
   step is finished. */
static void FinishChunk(GrWorld w, PetscInt first, PetscInt last, double half, const GrStep *step)
{
  const GrCase *c = w->the_case;
  const GrBulk b = w->bulk;
  const double *u = b->store.state;
  const bool drags = GrWorldDrags(w);
  double a[GR_RATES * CHUNK + 1];

  if (b->particles.prescribed)
    AddHoldingPower(b, u, first, last);
  if (GrFunctionVaries(c->gravity_of_time))
    AddGravityPower(b, u, first, last);
  for (PetscInt i = first; i < last && c->n_group_forces > 0 && GrCaseForcesVary(c); i++)
    if (b->step.inverse_mass[i] > 0)
      b->step.external_power[i] +=
          GrCaseFindGroupPower(c, b->step.group_force, b->store.group[i], u + GR_STATE * i + 3);
  if (w->no_rollback)
    ComputeAccelerations(b, b->step.gravity, true, half, first, last, a);
  else
    ComputeAccelerations(b, b->step.gravity, false, half, first, last, a);
  for (PetscInt i = first; i < last && (c->n_group_forces || drags); i++) {
    double *own = a + GR_RATES * (i - first);
    AddGroupForces(w, b->store.group[i], b->step.inverse_mass[i], own);
    double change[3], unused[3];
    if (!drags)
      continue;
    GrBulkDragCorrect(b, step, &b->step.drag[i].flow, u + GR_STATE * i, change, unused);
    AddDrag(w, i, change, b->step.inverse_mass[i], b->step.inverse_inertia[i], own);
  }
  if (c->force)
    AddForce(w, w->clock.evaluation, first, last, b->step.inverse_mass + first, b->step.inverse_inertia + first, a,
             b->step.external_power + first);
  if (b->cell)
    GrBulkCellAccelerate(b, last - first, u + GR_STATE * first, a);
  for (PetscInt i = 0; i < last - first && c->dimension == 2; i++)
    a[GR_RATES * i + 2] = a[GR_RATES * i + 3] = a[GR_RATES * i + 4] = 0;
  FinishStep(w, step, first, last, a);
}

/* First of the rows [i, end) that is, or is not, a sphere of a body; `end`: none. */
static PetscInt FindRow(GrWorld w, PetscInt i, PetscInt end, bool of_body)
{
  while (i < end && (GrBulkBodyOf(w, i) >= 0) != of_body)
    i++;
  return i;
}

void GrBulkFinish(GrWorld w, double half, const GrStep *step)
{
  const PetscInt n = w->bulk->store.columns.n, of_bodies = GrBulkBodySpheres(w);

  for (PetscInt first = 0, last; first < n && of_bodies < n; first = last) {
    first = of_bodies ? FindRow(w, first, n, false) : first;
    last = PetscMin(first + CHUNK, n);
    last = of_bodies ? FindRow(w, first, last, true) : last;
    if (first < last)
      FinishChunk(w, first, last, half, step);
  }
}

double GrBulkComputeFreeAcceleration(GrWorld w, PetscInt i, double a[GR_RATES])
{
  const GrCase *c = w->the_case;
  const GrStore *s = &w->bulk->store;
  const bool held = GrStoreIsPrescribed(w->the_case, s, i);
  const double mass = held ? 0 : 1 / s->mass[i],
               inertia = held ? 0 : 1 / (0.4 * s->mass[i] * s->radius[i] * s->radius[i]);
  double power = 0, gravity[3];

  GrFunctionVectorAt(c->gravity_of_time, c->gravity_vector, w->clock.committed, gravity);
  for (int k = 0; k < GR_RATES; k++)
    a[k] = k < 3 && !held ? gravity[k] : 0;
  for (int k = 0; k < 3 && !held && GrFunctionVaries(c->gravity_of_time); k++)
    power += s->mass[i] * gravity[k] * s->state[GR_STATE * i + 3 + k];
  GrCaseFindGroupForces(c, w->clock.committed, w->bulk->step.group_force);
  AddGroupForces(w, s->group[i], mass, a);
  power += held ? 0 : GrCaseFindGroupPower(c, w->bulk->step.group_force, s->group[i], s->state + GR_STATE * i + 3);
  if (GrWorldDrags(w))
    AddDrag(w, i, (const double[3]){0}, mass, inertia, a);
  if (c->force)
    AddForce(w, w->clock.committed, i, i + 1, &mass, &inertia, a, &power);
  if (c->dimension == 2)
    a[2] = a[3] = a[4] = 0;
  return power;
}
