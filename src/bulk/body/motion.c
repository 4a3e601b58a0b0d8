/* motion: bodies move over a step and place their spheres; see body.h. Four bodies at a time (base/math/rotation.h). */
#include "bulk/bulk.h"

#include "base/math/rotation.h"

/* Four bodies: number k of each row belongs to body first + k. Rows after the last body repeat it. */
typedef struct {
  PetscInt first;
  int n; /* bodies */
  GrVec4 x[3], v[3], q[4], momentum[3], a[3], torque[3];
  GrVec4 inverse[4];          /* 1/I [1/(kg m^2)], 1/M [1/kg] */
  GrVec4 axes[3][3], spin[3]; /* of FindSpins */
} Four;

/* The numbers of a column of 3 or 4 components; `stride` numbers from body to body. Reads one number beyond the last
   row of 3. */
GR_VEC4_INLINE void LoadRows(const double *column, int stride, int components, const Four *f, GrVec4 row[])
{
  GrVec4 own[GR_ROW];

  for (int lane = 0; lane < GR_ROW; lane++)
    GrVec4Load(column + stride * (size_t)(f->first + PetscMin(lane, f->n - 1)), &own[lane]);
  GrTranspose4(own);
  for (int c = 0; c < components; c++)
    row[c] = own[c];
}

/* Stores 3 components. The fourth number of a row is overwritten by the next row. */
GR_VEC4_INLINE void StoreRows(double *column, const Four *f, const GrVec4 component[3])
{
  GrVec4 row[GR_ROW] = {component[0], component[1], component[2], {0}};

  GrTranspose4(row);
  for (int lane = 0; lane < f->n - 1; lane++)
    GrVec4Store(&row[lane], column + 3 * (size_t)(f->first + lane));
  for (int c = 0; c < 3; c++)
    column[3 * (size_t)(f->first + f->n - 1) + (size_t)c] = row[f->n - 1][c];
}

static Four LoadFour(GrWorld w, PetscInt first)
{
  const GrBodies *b = &w->bulk->store.bodies;
  Four f = {.first = first, .n = (int)PetscMin(GR_ROW, w->bulk->bodies.n - first)};

  LoadRows(b->position, 3, 3, &f, f.x);
  LoadRows(b->velocity, 3, 3, &f, f.v);
  LoadRows(b->orientation, 4, 4, &f, f.q);
  LoadRows(b->momentum, 3, 3, &f, f.momentum);
  LoadRows(b->acceleration, 3, 3, &f, f.a);
  LoadRows(b->torque, 3, 3, &f, f.torque);
  LoadRows(w->bulk->bodies.inverse, 4, 4, &f, f.inverse);
  return f;
}

static void StoreFour(GrWorld w, const Four *f)
{
  const GrBodies *b = &w->bulk->store.bodies;

  StoreRows(b->position, f, f->x);
  StoreRows(b->velocity, f, f->v);
  StoreRows(b->momentum, f, f->momentum);
  StoreRows(b->acceleration, f, f->a);
  StoreRows(b->torque, f, f->torque);
  GrVec4 q[GR_ROW] = {f->q[0], f->q[1], f->q[2], f->q[3]};
  GrTranspose4(q);
  for (int lane = 0; lane < f->n; lane++)
    GrVec4Store(&q[lane], b->orientation + 4 * (size_t)(f->first + lane));
}

/* I^-1 x for vectors x of space. */
static void MultiplyInverse(Four *f, const GrVec4 x[3], GrVec4 result[3])
{
  GrVec4 own[3];

  GrRotateToBody4(f->axes, x, own);
  for (int a = 0; a < 3; a++)
    own[a] *= f->inverse[a];
  GrRotateToSpace4(f->axes, own, result);
}

static void FindSpins(Four *f)
{
  GrRotationAxes4(f->q, f->axes);
  MultiplyInverse(f, f->momentum, f->spin);
}

/* Rows (x, y, z, 0) of each body. */
static void RowsOf(const GrVec4 component[3], GrVec4 row[GR_ROW])
{
  for (int a = 0; a < 3; a++)
    row[a] = component[a];
  row[3] = (GrVec4){0};
  GrTranspose4(row);
}

/* Sets position, velocity and spin of the spheres of the bodies, their poses and their arms in space. */
static void PlaceSpheres(GrWorld w, const Four *f)
{
  const GrBulk b = w->bulk;
  const GrBulkBodies *l = &b->bodies;
  const GrVec4 flat = {1, 1, w->the_case->dimension == 3, 0};
  GrVec4 x[GR_ROW], v[GR_ROW], spin[GR_ROW], axes[3][GR_ROW], q[GR_ROW] = {f->q[0], f->q[1], f->q[2], f->q[3]};

  RowsOf(f->x, x);
  RowsOf(f->v, v);
  RowsOf(f->spin, spin);
  for (int k = 0; k < 3; k++)
    RowsOf(f->axes[k], axes[k]);
  GrTranspose4(q);
  for (int lane = 0; lane < f->n; lane++)
    for (PetscInt e = l->begin[f->first + lane]; e < l->begin[f->first + lane + 1]; e++) {
      const size_t i = (size_t)l->sphere[e];
      const double *own = l->own_arm + 4 * e;
      double *u = b->store.state + GR_STATE * i;
      GrVec4 arm = axes[0][lane] * own[0] + axes[1][lane] * own[1] + axes[2][lane] * own[2];
      arm *= flat;
      GrVec4 place = x[lane] + arm;
      if (l->crosses[f->first + lane]) {
        GrVec4 offset;
        GrVec4Load(l->offset + 4 * e, &offset);
        place += offset;
      }
      const GrVec4 velocity = v[lane] + GR_VEC4_CROSS(spin[lane], arm);
      const GrVec4 last = __builtin_shufflevector(velocity, spin[lane], 2, 4, 5, 6);
      GrVec4Store(&place, u);
      GrVec4Store(&velocity, u + 3);
      GrVec4Store(&last, u + 5);
      GrVec4Store(&arm, l->arm + 4 * e);
      if (!l->sends)
        continue;
      GrVec4Store(&q[lane], l->pose + GR_POSE * i + GR_POSE_ORIENTATION);
      GrVec4Store(&x[lane], l->pose + GR_POSE * i + GR_POSE_CENTRE);
    }
}

/* Half kick, drift and prediction (time/verlet.c). */
static void AdvanceFour(const GrStepHooks *hooks, Four *f)
{
  const double half = 0.5 * hooks->step;

  for (int c = 0; c < 3; c++) {
    f->v[c] += half * f->a[c];
    f->momentum[c] += half * f->torque[c];
    f->x[c] += hooks->step * f->v[c];
  }
  GrRotateFree4(hooks->step, f->inverse, f->momentum, f->q);
  for (int c = 0; c < 3; c++) {
    f->v[c] += hooks->predict * f->a[c];
    f->momentum[c] += hooks->predict * f->torque[c];
  }
}

void GrBulkBodyAdvance(GrWorld w, const GrStepHooks *hooks)
{
  for (PetscInt first = 0; first < w->bulk->bodies.n; first += GR_ROW) {
    Four f = LoadFour(w, first);
    AdvanceFour(hooks, &f);
    FindSpins(&f);
    StoreFour(w, &f);
    PlaceSpheres(w, &f);
  }
}

void GrBulkBodyPlace(GrWorld w)
{
  for (PetscInt first = 0; first < w->bulk->bodies.n; first += GR_ROW) {
    Four f = LoadFour(w, first);
    FindSpins(&f);
    PlaceSpheres(w, &f);
  }
}

/* Sums of forces and torques on the spheres of each body, in the order of their ids. */
void GrBulkBodySum(GrWorld w)
{
  const GrBulk b = w->bulk;
  const GrBulkBodies *l = &b->bodies;

  for (PetscInt k = 0; k < l->n; k++) {
    GrVec4 total[2] = {{0}, {0}};
    for (PetscInt e = l->begin[k]; e < l->begin[k + 1]; e++) {
      const double *sum = b->step.sum + GR_BULK_SUM * (size_t)l->sphere[e];
      GrVec4 force, torque, arm;
      GrVec4Load(sum + GR_BULK_FORCE, &force);
      GrVec4Load(sum + GR_BULK_TORQUE, &torque);
      GrVec4Load(l->arm + 4 * e, &arm);
      total[0] += force;
      total[1] += torque + GR_VEC4_CROSS(arm, force);
    }
    GrVec4Store(&total[0], l->force + 8 * (size_t)k);
    GrVec4Store(&total[1], l->force + 8 * (size_t)k + 4);
  }
}

/* Constant acceleration of body k: gravity and the forces on its group [m/s^2]. */
static void FindConstant(GrWorld w, PetscInt k, double a[3])
{
  const GrCase *c = w->the_case;
  const GrBodies *b = &w->bulk->store.bodies;

  GrCopy3(c->gravity_vector, a);
  for (int p = 0; p < c->n_group_forces; p++)
    for (int e = 0; e < 3 && c->group_forces[p].group == b->group[k]; e++)
      a[e] += c->group_forces[p].force[e] / b->mass[k];
}

/* Velocities and accelerations of the spheres, whose arms have not changed: v + w x r, and a + w' x r + w x (w x r),
   which displacement checks use. */
static void MoveSpheres(GrWorld w, Four *f)
{
  const GrBulk b = w->bulk;
  const GrBulkBodies *l = &b->bodies;
  GrVec4 rest[3], rate[3], a[GR_ROW], v[GR_ROW], spin[GR_ROW], spin_rate[GR_ROW];

  for (int c = 0; c < 3; c++) {
    const int d = (c + 1) % 3, e = (c + 2) % 3;
    rest[c] = f->torque[c] - (f->spin[d] * f->momentum[e] - f->spin[e] * f->momentum[d]);
  }
  MultiplyInverse(f, rest, rate);
  RowsOf(f->a, a);
  RowsOf(f->v, v);
  RowsOf(f->spin, spin);
  RowsOf(rate, spin_rate);
  for (int lane = 0; lane < f->n; lane++)
    for (PetscInt e = l->begin[f->first + lane]; e < l->begin[f->first + lane + 1]; e++) {
      const size_t i = (size_t)l->sphere[e];
      double *rates = b->store.acceleration + GR_RATES * i;
      GrVec4 arm;
      GrVec4Load(l->arm + 4 * e, &arm);
      const GrVec4 turning = GR_VEC4_CROSS(spin[lane], arm), inward = GR_VEC4_CROSS(spin[lane], turning);
      const GrVec4 all = (a[lane] + GR_VEC4_CROSS(spin_rate[lane], arm)) + inward, velocity = v[lane] + turning;
      const GrVec4 last = __builtin_shufflevector(velocity, spin[lane], 2, 4, 5, 6);
      GrVec4Store(&velocity, b->store.state + GR_STATE * i + 3);
      GrVec4Store(&last, b->store.state + GR_STATE * i + 5);
      for (int c = 0; c < 3; c++) {
        rates[c] = all[c];
        rates[3 + c] = spin_rate[lane][c];
      }
    }
}

/* Second half kick; replaces accelerations and torques. */
static void FinishFour(GrWorld w, const GrStepHooks *hooks, Four *f)
{
  const PetscBool flat = (PetscBool)(w->the_case->dimension == 2);
  const double half = 0.5 * hooks->step;
  const double *g = w->the_case->gravity_vector, *sums = w->bulk->bodies.force;
  GrVec4 force[3], torque[3], a[3] = {{g[0], g[0], g[0], g[0]}, {g[1], g[1], g[1], g[1]}, {g[2], g[2], g[2], g[2]}};

  LoadRows(sums, 8, 3, f, force);
  LoadRows(sums + 4, 8, 3, f, torque);
  for (int lane = 0; w->the_case->n_group_forces > 0 && lane < f->n; lane++) {
    double constant[3];
    FindConstant(w, f->first + lane, constant);
    for (int c = 0; c < 3; c++)
      a[c][lane] = constant[c];
  }
  for (int lane = 0; GrWorldDrags(w) && lane < f->n; lane++) {
    double drag[6];
    GrBulkFindBodyDrag(w, f->first + lane, drag);
    for (int c = 0; c < 3; c++) {
      force[c][lane] += drag[c];
      torque[c][lane] += drag[3 + c];
    }
  }
  for (int c = 0; c < 3; c++) {
    a[c] = flat && c == 2 ? (GrVec4){0} : force[c] * f->inverse[3] + a[c];
    torque[c] = flat && c < 2 ? (GrVec4){0} : torque[c];
    f->v[c] += half * a[c] - hooks->predict * f->a[c];
    f->momentum[c] += half * torque[c] - hooks->predict * f->torque[c];
    f->a[c] = a[c];
    f->torque[c] = torque[c];
  }
}

void GrBulkBodyFinish(GrWorld w, const GrStepHooks *hooks)
{
  for (PetscInt first = 0; hooks->keeps && first < w->bulk->bodies.n; first += GR_ROW) {
    Four f = LoadFour(w, first);
    FinishFour(w, hooks, &f);
    if (hooks->joins)
      AdvanceFour(hooks, &f);
    FindSpins(&f);
    StoreFour(w, &f);
    if (hooks->joins)
      PlaceSpheres(w, &f);
    else
      MoveSpheres(w, &f);
  }
}

void GrBulkBodyMoments(GrWorld w, PetscInt k, double moments[3])
{
  const GrBodies *b = &w->bulk->store.bodies;
  const GrClump *clump = GrBodiesClumpOf(w->the_case, b->group[k]);

  for (int a = 0; a < 3; a++)
    moments[a] = b->mass[k] * (b->scale[k] * b->scale[k]) * clump->body.moments[a];
}

void GrBulkBodySpin(GrWorld w, PetscInt k, double spin[3])
{
  const GrBodies *b = &w->bulk->store.bodies;
  double axes[3][3], own[3], moments[3];

  GrBulkBodyMoments(w, k, moments);
  GrRotationAxes(b->orientation + 4 * k, axes);
  GrRotateToBody(axes, b->momentum + 3 * k, own);
  for (int a = 0; a < 3; a++)
    own[a] /= moments[a];
  GrRotateToSpace(axes, own, spin);
}

double GrBulkBodySetFree(GrWorld w, PetscInt k)
{
  double power = 0, *a = w->bulk->store.bodies.acceleration + 3 * k;

  FindConstant(w, k, a);
  if (GrWorldDrags(w)) {
    double drag[6], *torque = w->bulk->store.bodies.torque + 3 * k;
    power = GrBulkFindBodyDrag(w, k, drag);
    for (int c = 0; c < 3; c++) {
      a[c] += drag[c] / w->bulk->store.bodies.mass[k];
      torque[c] = w->the_case->dimension == 2 && c < 2 ? 0 : drag[3 + c];
    }
  }
  a[2] = w->the_case->dimension == 2 ? 0 : a[2];
  return power;
}

void GrBulkBodyRelease(GrWorld w, PetscInt i, const double force[3], const double torque[3])
{
  const GrBulk b = w->bulk;
  const PetscInt k = b->bodies.of[i];
  double *a = b->store.bodies.acceleration + 3 * k, *total = b->store.bodies.torque + 3 * k, turn[3];

  for (PetscInt e = b->bodies.begin[k]; e < b->bodies.begin[k + 1]; e++)
    if (b->bodies.sphere[e] == i)
      GrCross3(b->bodies.arm + 4 * e, force, turn);
  for (int c = 0; c < 3; c++) {
    a[c] -= force[c] / b->store.bodies.mass[k];
    total[c] -= torque[c] + turn[c];
  }
}

void GrBulkBodyAddEnergies(GrWorld w, PetscInt k, double sign, GrSum *kinetic, GrSum *external)
{
  const GrBulk b = w->bulk;
  const GrBodies *bodies = &b->store.bodies;
  const double *v = bodies->velocity + 3 * k;
  double spin[3], constant[3];

  GrBulkBodySpin(w, k, spin);
  FindConstant(w, k, constant);
  for (int a = 0; a < 3; a++) {
    const double path =
        bodies->position[3 * k + a] + (double)bodies->image[3 * k + a] * (b->box.upper[a] - b->box.lower[a]);
    GrSumAdd(kinetic, 0.5 * bodies->mass[k] * v[a] * v[a]);
    GrSumAdd(kinetic, 0.5 * spin[a] * bodies->momentum[3 * k + a]);
    GrSumAdd(external, sign * (bodies->mass[k] * constant[a] * path));
  }
}
