/* Geometry, forces and works of two bodies in contact; see two_bodies.h. */
#include "impact/two_bodies.h"

#include "base/math/independent.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A vector of each lane: pointers to its three components. */
typedef struct {
  const double *x, *y, *z;
} Rows;

static Rows RowsAt(const GrTwoBodies *b, int first)
{
  return (Rows){b->value[first], b->value[first + 1], b->value[first + 2]};
}

PetscErrorCode GrTwoBodiesCreate(const GrCase *the_case, GrVelocityOf velocity, GrTwoBodies **bodies)
{
  void *memory; /* PetscMalloc does not align it for the arrays of a batch */

  PetscCheck(!posix_memalign(&memory, _Alignof(GrTwoBodies), sizeof(GrTwoBodies)), PETSC_COMM_SELF, PETSC_ERR_MEM,
             "no memory for the lanes of impacts");
  memset(memory, 0, sizeof(GrTwoBodies));
  *bodies = memory;
  PetscCall(GrModelCreate(the_case, 0, NULL, &(*bodies)->model));
  (*bodies)->model.velocity = velocity;
  (*bodies)->history = (GrHistory){.n_values = (*bodies)->model.n_history};
  return 0;
}

PetscErrorCode GrTwoBodiesDestroy(GrTwoBodies **bodies)
{
  PetscCall(GrHistoryDestroy(&(*bodies)->history));
  PetscCall(GrModelDestroy(&(*bodies)->model));
  free(*bodies);
  *bodies = NULL;
  return 0;
}

bool GrTwoBodiesIsBall(const GrBody *body)
{
  return body->shape == GR_SHAPE_SPHERE && !body->concave;
}

double GrTwoBodiesCurvature(const GrBody body[2])
{
  if (GrTwoBodiesIsBall(&body[0]) && GrTwoBodiesIsBall(&body[1]))
    return 1 / (body[0].radius + body[1].radius);
  if (body[0].shape == GR_SHAPE_PLANE || body[1].shape == GR_SHAPE_PLANE)
    return 0;
  return -1 / fabs(body[0].radius - body[1].radius);
}

/* Sets overlaps, normals and lever arms of the batch. */
static void PlaceSurfaces(GrTwoBodies *b)
{
  const GrInteraction *rule = GrModelInteraction(&b->model, b->batch.contacts.type[0]);
  const double torque_share = rule->torque_share;
  const Rows s = RowsAt(b, GR_TWO_DISPLACEMENT);
  GrBatchGeometry *restrict g = &b->batch.geometry;

  GR_INDEPENDENT
  for (int i = 0; i < b->n; i++) {
    const double c = b->value[GR_TWO_CURVATURE][i], x = s.x[i], y = s.y[i], z = s.z[i];
    const double ex = 1 - c * x, ey = -c * y, ez = -c * z, length = sqrt(ex * ex + ey * ey + ez * ez);
    const double inverse = 1 / length, d = (2 * x - c * (x * x + y * y + z * z)) / (1 + length);
    b->value[GR_TWO_EARLIER_OVERLAP][i] = b->value[GR_TWO_OVERLAP][i];
    b->value[GR_TWO_OVERLAP][i] = g->overlap[i] = d;
    g->normal[0][i] = ex * inverse;
    g->normal[1][i] = ey * inverse;
    g->normal[2][i] = ez * inverse;
    g->lever[0][i] = b->value[GR_TWO_RADIUS][i] - torque_share * d;
    g->lever[1][i] = b->value[GR_TWO_RADIUS + 1][i] - torque_share * d;
  }
}

void GrTwoBodiesPlace(GrTwoBodies *b, double ahead)
{
  const Rows u = RowsAt(b, GR_TWO_VELOCITY), w1 = RowsAt(b, GR_TWO_SPIN), w2 = RowsAt(b, GR_TWO_SPIN + 3);
  const Rows a = RowsAt(b, GR_TWO_ACCELERATION), b1 = RowsAt(b, GR_TWO_ANGULAR), b2 = RowsAt(b, GR_TWO_ANGULAR + 3);
  const double share = GrModelInteraction(&b->model, b->batch.contacts.type[0])->slip_share;
  GrBatchGeometry *restrict g = &b->batch.geometry;

  PlaceSurfaces(b);
  GR_INDEPENDENT
  for (int i = 0; i < b->n; i++) {
    const double n[3] = {g->normal[0][i], g->normal[1][i], g->normal[2][i]}, d = g->overlap[i];
    const double v[3] = {u.x[i] + ahead * a.x[i], u.y[i] + ahead * a.y[i], u.z[i] + ahead * a.z[i]};
    const double p[3] = {w1.x[i] + ahead * b1.x[i], w1.y[i] + ahead * b1.y[i], w1.z[i] + ahead * b1.z[i]};
    const double q[3] = {w2.x[i] + ahead * b2.x[i], w2.y[i] + ahead * b2.y[i], w2.z[i] + ahead * b2.z[i]};
    const double l1 = b->value[GR_TWO_RADIUS][i] - share * d, l2 = b->value[GR_TWO_RADIUS + 1][i] - share * d;
    const double rate = v[0] * n[0] + v[1] * n[1] + v[2] * n[2];
    const double w[3] = {l1 * p[0] + l2 * q[0], l1 * p[1] + l2 * q[1], l1 * p[2] + l2 * q[2]};
    g->rate[i] = rate;
    g->slip[0][i] = (v[0] - rate * n[0]) + (w[1] * n[2] - w[2] * n[1]);
    g->slip[1][i] = (v[1] - rate * n[1]) + (w[2] * n[0] - w[0] * n[2]);
    g->slip[2][i] = (v[2] - rate * n[2]) + (w[0] * n[1] - w[1] * n[0]);
    g->relative_spin[0][i] = p[0] - q[0];
    g->relative_spin[1][i] = p[1] - q[1];
    g->relative_spin[2][i] = p[2] - q[2];
  }
}

/* Moves the geometry of lane `from` to lane `to`. */
static void MoveGeometry(GrBatchGeometry *g, int from, int to)
{
  g->overlap[to] = g->overlap[from];
  g->rate[to] = g->rate[from];
  for (int a = 0; a < 3; a++) {
    g->normal[a][to] = g->normal[a][from];
    g->slip[a][to] = g->slip[a][from];
    g->relative_spin[a][to] = g->relative_spin[a][from];
  }
  for (int k = 0; k < 2; k++)
    g->lever[k][to] = g->lever[k][from];
}

void GrTwoBodiesKeep(GrTwoBodies *b, const bool keep[GR_TWO_LANES])
{
  GrBatchContacts *c = &b->batch.contacts;
  int n = 0;

  for (int i = 0; i < b->n; i++) {
    if (!keep[i])
      continue;
    for (int k = 0; k < GR_TWO_VALUES && n < i; k++)
      b->value[k][n] = b->value[k][i];
    MoveGeometry(&b->batch.geometry, i, n);
    b->task[n] = b->task[i];
    c->slot[n] = c->slot[i];
    c->type[n++] = c->type[i];
  }
  b->n = n;
}

/* Sets the accelerations from the results of the laws, and changes the velocities. */
static void Accelerate(GrTwoBodies *b, double kick)
{
  const GrBatchResults *restrict r = &b->batch.results;
  const GrBatchGeometry *restrict g = &b->batch.geometry;
  const double turns = b->model.turns ? 1 : 0;

  GR_INDEPENDENT
  for (int i = 0; i < b->n; i++) {
    const double n[3] = {g->normal[0][i], g->normal[1][i], g->normal[2][i]}, f = r->normal_force[i];
    const double t[3] = {r->friction[0][i], r->friction[1][i], r->friction[2][i]};
    const double c[3] = {n[1] * t[2] - n[2] * t[1], n[2] * t[0] - n[0] * t[2], n[0] * t[1] - n[1] * t[0]};
    const double m = b->value[GR_TWO_INVERSE_MASS][i], l1 = g->lever[0][i], l2 = g->lever[1][i];
    const double i1 = b->value[GR_TWO_INVERSE_INERTIA][i], i2 = b->value[GR_TWO_INVERSE_INERTIA + 1][i];
    for (int k = 0; k < 3; k++) {
      const double moment = turns * r->spin_torque[k][i];
      const double a = (t[k] - f * n[k]) * m, b1 = (l1 * c[k] + moment) * i1, b2 = (l2 * c[k] - moment) * i2;
      b->value[GR_TWO_ACCELERATION + k][i] = a;
      b->value[GR_TWO_ANGULAR + k][i] = b1;
      b->value[GR_TWO_ANGULAR + 3 + k][i] = b2;
      b->value[GR_TWO_VELOCITY + k][i] += kick * a;
      b->value[GR_TWO_SPIN + k][i] += kick * b1;
      b->value[GR_TWO_SPIN + 3 + k][i] += kick * b2;
    }
  }
}

/* Computes the power of each mechanism on the bodies of lane i [W]. turns: whether some law of rolling or twisting
   acts. */
GR_INLINE void PowerOfLane(const GrTwoBodies *b, int i, bool turns, double power[GR_WORKS])
{
  const GrBatchResults *restrict r = &b->batch.results;
  const GrBatchGeometry *restrict g = &b->batch.geometry;
  const double(*restrict v)[GR_TWO_LANES] = b->value;
  const double n[3] = {g->normal[0][i], g->normal[1][i], g->normal[2][i]}, l1 = g->lever[0][i], l2 = g->lever[1][i];
  const double u[3] = {v[GR_TWO_VELOCITY][i], v[GR_TWO_VELOCITY + 1][i], v[GR_TWO_VELOCITY + 2][i]};
  const double p[3] = {v[GR_TWO_SPIN][i], v[GR_TWO_SPIN + 1][i], v[GR_TWO_SPIN + 2][i]};
  const double q[3] = {v[GR_TWO_SPIN + 3][i], v[GR_TWO_SPIN + 4][i], v[GR_TWO_SPIN + 5][i]};
  const double t[3] = {r->friction[0][i], r->friction[1][i], r->friction[2][i]};
  const double c[3] = {n[1] * t[2] - n[2] * t[1], n[2] * t[0] - n[0] * t[2], n[0] * t[1] - n[1] * t[0]};
  const double w[3] = {l1 * p[0] + l2 * q[0], l1 * p[1] + l2 * q[1], l1 * p[2] + l2 * q[2]};

  power[GR_WORK_NORMAL] = -r->normal_force[i] * (u[0] * n[0] + u[1] * n[1] + u[2] * n[2]);
  power[GR_WORK_SLIDING] = (t[0] * u[0] + t[1] * u[1] + t[2] * u[2]) + (c[0] * w[0] + c[1] * w[1] + c[2] * w[2]);
  power[GR_WORK_ROLLING] = power[GR_WORK_TWISTING] = 0;
  if (!turns)
    return;
  const double m[3] = {r->spin_torque[0][i], r->spin_torque[1][i], r->spin_torque[2][i]};
  const double s[3] = {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
  const double twist = m[0] * n[0] + m[1] * n[1] + m[2] * n[2], about = s[0] * n[0] + s[1] * n[1] + s[2] * n[2];
  power[GR_WORK_TWISTING] = twist * about;
  power[GR_WORK_ROLLING] = (m[0] * s[0] + m[1] * s[1] + m[2] * s[2]) - twist * about;
}

/* Implements AddWorks, which passes a constant `turns`. */
GR_INLINE void AddWorksLoop(GrTwoBodies *b, double h, bool turns)
{
  double(*restrict v)[GR_TWO_LANES] = b->value;

  GR_INDEPENDENT
  for (int i = 0; i < b->n; i++) {
    double power[GR_WORKS];
    PowerOfLane(b, i, turns, power);
    v[GR_TWO_WORK + GR_WORK_NORMAL][i] += h * power[GR_WORK_NORMAL];
    v[GR_TWO_WORK + GR_WORK_SLIDING][i] += h * power[GR_WORK_SLIDING];
    v[GR_TWO_WORK + GR_WORK_ROLLING][i] += h * power[GR_WORK_ROLLING];
    v[GR_TWO_WORK + GR_WORK_TWISTING][i] += h * power[GR_WORK_TWISTING];
    v[GR_TWO_VISCOUS][i] += h * b->batch.results.viscous[i];
  }
}

/* Adds the works in a step of length h. */
static void AddWorks(GrTwoBodies *b, double h)
{
  if (b->model.turns)
    AddWorksLoop(b, h, true);
  else
    AddWorksLoop(b, h, false);
}

/* Updates the largest overlap and the extreme forces. */
static void NoteExtremes(GrTwoBodies *b)
{
  double(*restrict v)[GR_TWO_LANES] = b->value;
  const double *restrict force = b->batch.results.normal_force, *restrict overlap = b->batch.geometry.overlap;

  GR_INDEPENDENT
  for (int i = 0; i < b->n; i++) {
    const double f = force[i], d = overlap[i], peak = v[GR_TWO_PEAK][i], most = v[GR_TWO_OVERLAP_MAX][i];
    const double rate = b->batch.geometry.rate[i], high = v[GR_TWO_FORCE_MAX][i], low = v[GR_TWO_FORCE_MIN][i];
    const double turn = d + rate * rate / (2 * f * v[GR_TWO_INVERSE_MASS][i]);
    v[GR_TWO_PEAK][i] = (peak == 0) & (rate < 0) & (f > 0) ? turn : peak;
    v[GR_TWO_OVERLAP_MAX][i] = d > most ? d : most;
    v[GR_TWO_FORCE_MAX][i] = f > high ? f : high;
    v[GR_TWO_FORCE_MIN][i] = f < low ? f : low;
    v[GR_TWO_EARLIER_FORCE][i] = v[GR_TWO_FORCE][i];
    v[GR_TWO_FORCE][i] = f;
  }
}

void GrTwoBodiesPower(const GrTwoBodies *b, int lane, double power[GR_WORKS])
{
  PowerOfLane(b, lane, b->model.turns, power);
}

void GrTwoBodiesForces(GrTwoBodies *b, double h, bool keep)
{
  GrBatchContacts *c = &b->batch.contacts;

  c->n = c->rows = b->n;
  c->history = &b->history;
  c->block = 0;
  c->uniform = GR_BATCH_ONE_RULE;
  b->batch.geometry.has_masses = false;
  GrBatchEvaluate(&b->model, h, keep, &b->batch);
}

void GrTwoBodiesEvaluate(GrTwoBodies *b, double h, double kick)
{
  GrTwoBodiesForces(b, h, true);
  Accelerate(b, kick);
  AddWorks(b, h);
  NoteExtremes(b);
}
