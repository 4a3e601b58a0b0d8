/* motion: motion of rigid bodies over a time step, and the states of their spheres; see body.h. The loops treat four
   bodies at a time (base/math/rotation.h). */
#include "bulk/bulk.h"

#include "base/math/rotation.h"

enum { AHEAD = 24 }; /* spheres ahead that are prefetched */

/* Four bodies: number k of each row belongs to body first + k. Rows after the last body repeat it. */
typedef struct {
  PetscInt first;
  int n; /* bodies */
  GrVec4 x[3], v[3], q[4], momentum[3], a[3], torque[3];
  GrVec4 inverse[4]; /* 1/I [1/(kg m^2)], 1/M [1/kg] */
  GrVec4 axes[3][3]; /* principal axes */
  GrVec4 unit[3][3]; /* a sphere at the place p of the clump has the arm p_1 unit_1 + p_2 unit_2 + p_3 unit_3 [1] */
  GrVec4 spin[3];
} Four;

/* A vector on each sphere of four bodies that is linear in the place p of the sphere in its clump: row[0][k] +
   p_1 row[1][k] + p_2 row[2][k] + p_3 row[3][k] on body first + k. */
typedef struct {
  GrVec4 row[4][GR_ROW];
} Field;

GR_VEC4_INLINE void Cross4(const GrVec4 x[3], const GrVec4 y[3], GrVec4 product[3])
{
  for (int a = 0; a < 3; a++)
    product[a] = x[(a + 1) % 3] * y[(a + 2) % 3] - x[(a + 2) % 3] * y[(a + 1) % 3];
}

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

/* Sets the axes of the bodies from their orientations. In dimension 2 no sphere is beside the plane. */
GR_VEC4_INLINE void SetAxes(GrWorld w, Four *f)
{
  const double *scale = w->bulk->store.bodies.scale + f->first;
  const GrVec4 size = {scale[0], scale[PetscMin(1, f->n - 1)], scale[PetscMin(2, f->n - 1)], scale[f->n - 1]};

  GrRotationAxes4(f->q, f->axes);
  for (int k = 0; k < 3; k++)
    for (int c = 0; c < 3; c++)
      f->unit[k][c] = c == 2 && w->the_case->dimension == 2 ? (GrVec4){0} : size * f->axes[k][c];
}

GR_VEC4_INLINE void LoadFour(GrWorld w, PetscInt first, Four *f)
{
  const GrBodies *b = &w->bulk->store.bodies;

  f->first = first;
  f->n = (int)PetscMin(GR_ROW, w->bulk->bodies.n - first);
  LoadRows(b->position, 3, 3, f, f->x);
  LoadRows(b->velocity, 3, 3, f, f->v);
  LoadRows(b->orientation, 4, 4, f, f->q);
  LoadRows(b->momentum, 3, 3, f, f->momentum);
  LoadRows(b->acceleration, 3, 3, f, f->a);
  LoadRows(b->torque, 3, 3, f, f->torque);
  LoadRows(w->bulk->bodies.inverse, 4, 4, f, f->inverse);
  SetAxes(w, f);
}

/* moves, finishes: position and orientation, or acceleration and torque, have changed. */
GR_VEC4_INLINE void StoreFour(GrWorld w, const Four *f, bool moves, bool finishes)
{
  const GrBodies *b = &w->bulk->store.bodies;
  GrVec4 q[GR_ROW] = {f->q[0], f->q[1], f->q[2], f->q[3]};

  StoreRows(b->velocity, f, f->v);
  StoreRows(b->momentum, f, f->momentum);
  if (finishes) {
    StoreRows(b->acceleration, f, f->a);
    StoreRows(b->torque, f, f->torque);
  }
  if (!moves)
    return;
  StoreRows(b->position, f, f->x);
  GrTranspose4(q);
  for (int lane = 0; lane < f->n; lane++)
    GrVec4Store(&q[lane], b->orientation + 4 * (size_t)(f->first + lane));
}

/* I^-1 x for vectors x of space. */
GR_VEC4_INLINE void MultiplyInverse(Four *f, const GrVec4 x[3], GrVec4 result[3])
{
  GrVec4 own[3];

  GrRotateToBody4(f->axes, x, own);
  for (int a = 0; a < 3; a++)
    own[a] *= f->inverse[a];
  GrRotateToSpace4(f->axes, own, result);
}

/* Rows (x, y, z, 0) of each body. */
GR_VEC4_INLINE void RowsOf(const GrVec4 component[3], GrVec4 row[GR_ROW])
{
  for (int a = 0; a < 3; a++)
    row[a] = component[a];
  row[3] = (GrVec4){0};
  GrTranspose4(row);
}

GR_VEC4_INLINE void SetField(const GrVec4 centre[3], GrVec4 slope[3][3], Field *field)
{
  RowsOf(centre, field->row[0]);
  for (int k = 0; k < 3; k++)
    RowsOf(slope[k], field->row[1 + k]);
}

GR_VEC4_INLINE GrVec4 FieldAt(const Field *field, int lane, const double place[3])
{
  return (field->row[0][lane] + place[0] * field->row[1][lane]) +
         (place[1] * field->row[2][lane] + place[2] * field->row[3][lane]);
}

/* Sets the spins, and the field of the velocities v + w x r. turn[k]: w x unit[k]. */
GR_VEC4_INLINE void SetVelocities(Four *f, GrVec4 turn[3][3], Field *velocity)
{
  MultiplyInverse(f, f->momentum, f->spin);
  for (int k = 0; k < 3; k++)
    Cross4(f->spin, f->unit[k], turn[k]);
  SetField(f->v, turn, velocity);
}

/* Writes the first three numbers of two vectors. */
GR_VEC4_INLINE void StoreSix(GrVec4 one, GrVec4 two, double *to)
{
  const GrVec4 last = __builtin_shufflevector(one, two, 2, 4, 5, 6);

  GrVec4Store(&one, to);
  GrVec4Store(&last, to + 2);
}

/* Sets the rates of spins, and the field of the accelerations a + w' x r + w x (w x r). turn[k]: w x unit[k]. */
GR_VEC4_INLINE void SetAccelerations(Four *f, GrVec4 turn[3][3], GrVec4 rate[3], Field *acceleration)
{
  GrVec4 rest[3], gain[3][3], inward[3];

  Cross4(f->spin, f->momentum, rest);
  for (int c = 0; c < 3; c++)
    rest[c] = f->torque[c] - rest[c];
  MultiplyInverse(f, rest, rate);
  for (int k = 0; k < 3; k++) {
    Cross4(rate, f->unit[k], gain[k]);
    Cross4(f->spin, turn[k], inward);
    for (int c = 0; c < 3; c++)
      gain[k][c] += inward[c];
  }
  SetField(f->a, gain, acceleration);
}

/* Adds to position and velocity, or to the acceleration, of sphere i what its image differs from that of its body k,
   which crosses a periodic side [m], [m/s], [m/s^2]; x, v, a: NULL: not added. */
static void AddOffset(const GrBulk b, PetscInt k, size_t i, double *x, double *v, double *a)
{
  const GrBulkCell *cell = b->cell;
  double sides[3];

  for (int c = 0; c < 3; c++)
    sides[c] = (double)(b->store.bodies.image[3 * k + c] - b->store.image[3 * i + (size_t)c]);
  if (cell)
    GrCellReduceSides(cell, sides);
  for (int c = 0; c < 3 && x; c++)
    x[c] += GrParallelBoxShift(&b->box, c, sides);
  for (int c = 0; c < 3 && cell; c++)
    v[c] += GrCellImageRate(cell, cell->trial.speed, c, sides);
  for (int c = 0; c < 3 && cell && a; c++)
    a[c] += GrCellImageRate(cell, cell->trial.acceleration, c, sides);
}

/* Sets velocity and spin of the spheres of the bodies. places: also their positions and poses; otherwise they have not
   moved, and their accelerations are set, which displacement checks use. */
GR_VEC4_INLINE void SetSpheres(GrWorld w, Four *f, bool places)
{
  const GrBulk b = w->bulk;
  const GrBulkBodies *l = &b->bodies;
  GrVec4 turn[3][3], rate[3] = {{0}}, spin[GR_ROW], gain[GR_ROW], q[GR_ROW] = {f->q[0], f->q[1], f->q[2], f->q[3]};
  Field velocity, other; /* positions or accelerations */

  SetVelocities(f, turn, &velocity);
  if (places)
    SetField(f->x, f->unit, &other);
  else
    SetAccelerations(f, turn, rate, &other);
  RowsOf(f->spin, spin);
  RowsOf(rate, gain);
  GrTranspose4(q);
  for (int lane = 0; lane < f->n; lane++) {
    const PetscInt k = f->first + lane;
    const GrClumpMember *member = l->member[k];
    const double size = GrBodiesEqualRadius(w->the_case, &w->bulk->store.bodies, k);
    for (size_t i = (size_t)l->begin[k]; i < (size_t)l->end[k]; i++, member++) {
      double *u = b->store.state + GR_STATE * i;
      __builtin_prefetch(u + GR_STATE * AHEAD, 1);
      __builtin_prefetch(u + GR_STATE * AHEAD + GR_STATE - 1, 1);
      double *a = b->store.acceleration + GR_RATES * i;
      const GrVec4 value = FieldAt(&other, lane, member->place);
      if (places)
        GrVec4Store(&value, u);
      else
        StoreSix(value, gain[lane], a);
      StoreSix(FieldAt(&velocity, lane, member->place), spin[lane], u + 3);
      if (l->crosses[k])
        AddOffset(b, k, i, places ? u : NULL, u + 3, places ? NULL : a);
      if (!places || !l->sends)
        continue;
      GrVec4Store(&q[lane], l->pose + GR_POSE * i + GR_POSE_ORIENTATION);
      GrVec4Store(&other.row[0][lane], l->pose + GR_POSE * i + GR_POSE_CENTRE);
      l->pose[GR_POSE * i + GR_POSE_SIZE] = size;
    }
  }
}

/* Adds to change[] the vectors x in the axes of the domain, with a weight for each principal axis. */
GR_VEC4_INLINE void AddByAxis(Four *f, const GrVec4 weight[3], const GrVec4 x[3], double sign, GrVec4 change[3])
{
  GrVec4 own[3], kick[3];

  GrRotateToBody4(f->axes, x, own);
  for (int a = 0; a < 3; a++)
    own[a] *= sign * weight[a];
  GrRotateToSpace4(f->axes, own, kick);
  for (int c = 0; c < 3; c++)
    change[c] += kick[c];
}

/* Sets the weights of the drag on four bodies for the next step, and their spins at its start. */
static void BeginDrag(GrWorld w, const GrStep *step, Four *f)
{
  const GrDrag *drag = &w->bulk->step.fluid[0];

  MultiplyInverse(f, f->momentum, f->spin);
  for (int lane = 0; lane < f->n; lane++) {
    const PetscInt k = f->first + lane;
    GrDragOfBody *own = &w->bulk->bodies.drag[k];
    own->flow = GrBulkDragFlow(w->bulk, (const double[3]){f->x[0][lane], f->x[1][lane], f->x[2][lane]});
    double v[3];
    for (int c = 0; c < 3; c++)
      v[c] = f->v[c][lane] - own->flow.velocity[c];
    own->linear = GrBulkDragWeights(
        GrBulkDragRate(drag, GrBodiesEqualRadius(w->the_case, &w->bulk->store.bodies, k), v, f->inverse[3][lane]),
        step);
    for (int a = 0; a < 3; a++) {
      own->angular[a] = GrBulkDragWeights(drag->angular * f->inverse[a][lane], step);
      own->spin[a] = f->spin[a][lane];
    }
  }
}

/* Weights of a step of four bodies with drag (GrStepWeights): for the rotation about each principal axis, and in row 3
   for the motion of the centre. Number k of each row belongs to body first + k. */
typedef struct {
  GrVec4 start[4], predict[4], end[4], back[4], rate[4];
  GrVec4 flow[3], carried[3]; /* GrDragFlow: velocity, acceleration */
} FourWeights;

static void LoadWeights(GrWorld w, const Four *f, FourWeights *d)
{
  *d = (FourWeights){.start = {{0}}};
  for (int lane = 0; lane < GR_ROW; lane++) {
    const GrDragOfBody *own = &w->bulk->bodies.drag[f->first + PetscMin(lane, f->n - 1)];
    for (int a = 0; a < 4; a++) {
      const GrStepWeights *s = a < 3 ? &own->angular[a].step : &own->linear.step;
      d->start[a][lane] = s->start;
      d->predict[a][lane] = s->predict;
      d->end[a][lane] = s->end;
      d->back[a][lane] = s->back;
      d->rate[a][lane] = s->rate;
    }
    for (int c = 0; c < 3; c++) {
      d->flow[c][lane] = own->flow.velocity[c];
      d->carried[c][lane] = own->flow.acceleration[c];
    }
  }
}

/* With drag (bulk/drag/decay.h). */
static void AdvanceFourInFluid(GrWorld w, const GrStep *step, Four *f)
{
  const GrStepWeights *free = &step->weights;
  GrVec4 ahead[3] = {{0}};
  FourWeights d;

  BeginDrag(w, step, f);
  LoadWeights(w, f, &d);
  for (int c = 0; c < 3; c++) {
    const GrVec4 own = f->a[c] - d.carried[c];
    f->v[c] += d.start[3] * own + free->start * d.carried[c];
    f->x[c] += step->weights.drift * f->v[c];
    f->v[c] += d.predict[3] * own + free->predict * d.carried[c];
  }
  AddByAxis(f, d.predict, f->torque, 1, ahead);
  AddByAxis(f, d.start, f->torque, 1, f->momentum);
  GrRotateFree4(step->weights.drift, f->inverse, f->momentum, f->q);
  SetAxes(w, f);
  for (int c = 0; c < 3; c++)
    f->momentum[c] += ahead[c];
}

/* Keeps the energy that drag dissipates in the step; before: velocities at its start. */
static void KeepDrag(GrWorld w, double h, Four *f, GrVec4 before[3])
{
  const GrDrag *drag = w->bulk->step.fluid;
  const double angular = 0.5 * (drag[0].angular + drag[1].angular);

  MultiplyInverse(f, f->momentum, f->spin);
  for (int lane = 0; lane < f->n; lane++) {
    const PetscInt k = f->first + lane;
    GrDragOfBody *own = &w->bulk->bodies.drag[k];
    double v[2][6] = {{before[0][lane], before[1][lane], before[2][lane]},
                      {f->x[0][lane], f->x[1][lane], f->x[2][lane], f->v[0][lane], f->v[1][lane], f->v[2][lane]}};
    GrBulkCellSubtractFlow(w->bulk, v[1], v[1]);
    double squares = 0;
    for (int a = 0; a < 3; a++) {
      double spin[2] = {0};
      for (int c = 0; c < 3; c++) {
        spin[0] += f->axes[a][c][lane] * own->spin[c];
        spin[1] += f->axes[a][c][lane] * f->spin[c][lane];
      }
      squares += GrBulkDragMeanSquare(&own->angular[a], spin[0], spin[1]);
    }
    own->dissipated = GrBulkDragOfPath(drag, &own->linear, GrBodiesEqualRadius(w->the_case, &w->bulk->store.bodies, k),
                                       h, v[0], v[1]) +
                      h * angular * squares;
  }
}

/* Finish of the step with drag; a, torque: at its end, from the predicted velocities; replaced by the values at the
   velocities at the end. */
static void FinishFourInFluid(GrWorld w, const GrStep *step, GrVec4 a[3], GrVec4 torque[3], Four *f)
{
  const GrStepWeights *free = &step->weights;
  GrVec4 before[3], change[3] = {{0}}, less[3] = {{0}}, carried[3] = {{0}}, late[3] = {{0}};
  FourWeights d;

  LoadWeights(w, f, &d);
  for (int lane = 0; w->bulk->cell && lane < f->n; lane++) {
    double correction[3], rate[3];
    GrBulkDragCorrect(w->bulk, step, &w->bulk->bodies.drag[f->first + lane].flow,
                      (const double[3]){f->x[0][lane], f->x[1][lane], f->x[2][lane]}, correction, rate);
    for (int c = 0; c < 3; c++) {
      carried[c][lane] = rate[c];
      late[c][lane] = correction[c];
    }
  }
  for (int c = 0; c < 3; c++) {
    const GrVec4 own = f->a[c] - d.carried[c];
    const GrVec4 gain = d.end[3] * (a[c] - carried[c]) - d.back[3] * own;
    before[c] = f->v[c] - (d.start[3] + d.predict[3]) * own - (free->start + free->predict) * d.carried[c];
    before[c] -= d.flow[c];
    f->v[c] += gain + late[c];
    f->a[c] = a[c] - d.rate[3] * gain;
  }
  AddByAxis(f, d.end, torque, 1, change);
  AddByAxis(f, d.back, f->torque, -1, change);
  AddByAxis(f, d.rate, change, 1, less);
  for (int c = 0; c < 3; c++) {
    f->momentum[c] += change[c];
    f->torque[c] = torque[c] - less[c];
  }
  KeepDrag(w, step->length, f, before);
}

/* Advances four bodies by a step (world/step.h). */
GR_VEC4_INLINE void AdvanceFour(GrWorld w, const GrStep *step, Four *f)
{
  const GrStepWeights s = step->weights;

  if (w->bulk->bodies.drag) {
    AdvanceFourInFluid(w, step, f);
    return;
  }
  for (int c = 0; c < 3; c++) {
    f->v[c] += s.start * f->a[c];
    f->momentum[c] += s.start * f->torque[c];
    f->x[c] += s.drift * f->v[c];
  }
  GrRotateFree4(s.drift, f->inverse, f->momentum, f->q);
  SetAxes(w, f);
  for (int c = 0; c < 3; c++) {
    f->v[c] += s.predict * f->a[c];
    f->momentum[c] += s.predict * f->torque[c];
  }
}

void GrBulkBodyAdvance(GrWorld w, const GrStep *step)
{
  for (PetscInt first = 0; first < w->bulk->bodies.n; first += GR_ROW) {
    Four f;
    LoadFour(w, first, &f);
    AdvanceFour(w, step, &f);
    StoreFour(w, &f, true, false);
    SetSpheres(w, &f, true);
  }
}

void GrBulkBodyPlace(GrWorld w)
{
  for (PetscInt first = 0; first < w->bulk->bodies.n; first += GR_ROW) {
    Four f;
    LoadFour(w, first, &f);
    SetSpheres(w, &f, true);
  }
}

/* Sums forces and torques on the spheres of each body, in the order of their ids; takes and clears the sums of the
   spheres. The torque of the forces F at the places p is the sum of unit_k x (sum of p_k F). */
GR_VEC4_INLINE void SumFour(GrWorld w, double half, const Four *f, GrVec4 force[GR_ROW], GrVec4 torque[GR_ROW])
{
  const GrBulk b = w->bulk;
  const GrBulkBodies *l = &b->bodies;
  GrVec4 moment[3][GR_ROW] = {{{0}}}, part[3];

  for (int lane = 0; lane < GR_ROW; lane++) {
    const PetscInt k = f->first + PetscMin(lane, f->n - 1), begin = lane < f->n ? l->begin[k] : l->end[k];
    const GrClumpMember *member = l->member[k];
    GrVec4 total[2] = {{0}}, first[3] = {{0}};
    for (PetscInt i = begin; i < l->end[k]; i++, member++) {
      GrVec4 sum[2];
      __builtin_prefetch(b->step.sum + GR_BULK_SUM * (size_t)(i + AHEAD), 1);
      __builtin_prefetch(b->store.work + GR_WORK * (size_t)(i + AHEAD), 1);
      GrBulkTakeSum(&b->step, &b->store, w->no_rollback, half, (size_t)i, sum);
      total[0] += sum[0];
      total[1] += sum[1];
      for (int a = 0; a < 3; a++)
        first[a] += member->place[a] * sum[0];
    }
    force[lane] = total[0];
    torque[lane] = total[1];
    for (int a = 0; a < 3; a++)
      moment[a][lane] = first[a];
  }
  GrTranspose4(force);
  GrTranspose4(torque);
  for (int a = 0; a < 3; a++) {
    GrTranspose4(moment[a]);
    Cross4(f->unit[a], moment[a], part);
    for (int c = 0; c < 3; c++)
      torque[c] += part[c];
  }
}

/* Acceleration of body k by the gravity g and the forces on its group (GrCaseFindGroupForces) [m/s^2]. */
static void FindFree(GrWorld w, PetscInt k, const double g[3], double a[3])
{
  const GrCase *c = w->the_case;
  const GrBodies *b = &w->bulk->store.bodies;

  GrCopy3(g, a);
  for (int p = 0; p < c->n_group_forces; p++)
    for (int e = 0; e < 3 && c->group_forces[p].group == b->group[k]; e++)
      a[e] += w->bulk->step.group_force[3 * p + e] / b->mass[k];
}

/* Adds the power of gravity and of forces on groups that vary with time to the first spheres of four bodies. */
static void AddVaryingPower(GrWorld w, const Four *f)
{
  const GrBulk b = w->bulk;
  const double *g = b->step.gravity;
  const bool falls = GrFunctionVaries(w->the_case->gravity_of_time);

  for (int lane = 0; lane < f->n; lane++) {
    const PetscInt k = f->first + lane;
    double *power = &b->step.external_power[b->bodies.begin[k]];
    for (int c = 0; c < 3 && falls; c++)
      *power += b->store.bodies.mass[k] * (g[c] * f->v[c][lane]);
    *power += GrCaseFindGroupPower(w->the_case, b->step.group_force, b->store.bodies.group[k],
                                   (const double[3]){f->v[0][lane], f->v[1][lane], f->v[2][lane]});
  }
}

/* Finishes the step of four bodies; replaces accelerations and torques. */
GR_VEC4_INLINE void FinishFour(GrWorld w, const GrStep *step, GrVec4 force[], GrVec4 torque[], Four *f)
{
  const bool flat = w->the_case->dimension == 2;
  const GrStepWeights s = step->weights;
  const double *g = w->bulk->step.gravity;
  GrVec4 a[3] = {{g[0], g[0], g[0], g[0]}, {g[1], g[1], g[1], g[1]}, {g[2], g[2], g[2], g[2]}};

  for (int lane = 0; w->the_case->n_group_forces > 0 && lane < f->n; lane++) {
    double constant[3];
    FindFree(w, f->first + lane, g, constant);
    for (int c = 0; c < 3; c++)
      a[c][lane] = constant[c];
  }
  for (int lane = 0; GrWorldDrags(w) && lane < f->n; lane++) {
    const PetscInt k = f->first + lane;
    double drag[6], change[3], unused[3];
    GrBulkDragCorrect(w->bulk, step, &w->bulk->bodies.drag[k].flow, w->bulk->store.bodies.position + 3 * k, change,
                      unused);
    GrBulkBodyFindDrag(w, k, change, drag);
    for (int c = 0; c < 3; c++) {
      force[c][lane] += drag[c];
      torque[c][lane] += drag[3 + c];
    }
  }
  for (int lane = 0; w->bulk->cell && lane < f->n; lane++) {
    double flow[3] = {0};
    GrBulkCellAccelerate(w->bulk, 1, w->bulk->store.bodies.position + 3 * (f->first + lane), flow);
    for (int c = 0; c < 3; c++)
      a[c][lane] += flow[c];
  }
  for (int c = 0; c < 3; c++) {
    a[c] = flat && c == 2 ? (GrVec4){0} : force[c] * f->inverse[3] + a[c];
    torque[c] = flat && c < 2 ? (GrVec4){0} : torque[c];
  }
  if (w->bulk->bodies.drag && step->length > 0) {
    FinishFourInFluid(w, step, a, torque, f);
    return;
  }
  for (int c = 0; c < 3; c++) {
    f->v[c] += s.end * a[c] - s.back * f->a[c];
    f->momentum[c] += s.end * torque[c] - s.back * f->torque[c];
    f->a[c] = a[c];
    f->torque[c] = torque[c];
  }
}

void GrBulkBodyFinish(GrWorld w, double half, const GrStep *step)
{
  const bool keeps = step->rates == w->bulk->store.acceleration;

  for (PetscInt first = 0; first < w->bulk->bodies.n; first += GR_ROW) {
    GrVec4 force[GR_ROW], torque[GR_ROW];
    Four f;
    LoadFour(w, first, &f);
    SumFour(w, half, &f, force, torque);
    if (GrCaseForcesVary(w->the_case))
      AddVaryingPower(w, &f);
    if (!keeps)
      continue;
    FinishFour(w, step, force, torque, &f);
    if (step->joins)
      AdvanceFour(w, step, &f);
    StoreFour(w, &f, step->joins, true);
    if (step->joins)
      SetSpheres(w, &f, true);
    else
      SetSpheres(w, &f, false);
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

double GrBulkBodyFindDrag(GrWorld w, PetscInt k, const double change[3], double force[6])
{
  double v[6];

  GrBulkCellSubtractFlowFromBody(w->bulk, k, v);
  for (int c = 0; c < 3; c++)
    v[c] += change[c];
  GrBulkBodySpin(w, k, v + 3);
  return GrBulkFindDrag(&w->bulk->step.fluid[1], GrBodiesEqualRadius(w->the_case, &w->bulk->store.bodies, k), v, force);
}

void GrBulkBodySetFree(GrWorld w, PetscInt k)
{
  double *a = w->bulk->store.bodies.acceleration + 3 * k, gravity[3];

  GrFunctionVectorAt(w->the_case->gravity_of_time, w->the_case->gravity_vector, w->clock.committed, gravity);
  GrCaseFindGroupForces(w->the_case, w->clock.committed, w->bulk->step.group_force);
  FindFree(w, k, gravity, a);
  if (GrWorldDrags(w)) {
    double drag[6], *torque = w->bulk->store.bodies.torque + 3 * k;
    GrBulkBodyFindDrag(w, k, (const double[3]){0}, drag);
    for (int c = 0; c < 3; c++) {
      a[c] += drag[c] / w->bulk->store.bodies.mass[k];
      torque[c] = w->the_case->dimension == 2 && c < 2 ? 0 : drag[3 + c];
    }
  }
  a[2] = w->the_case->dimension == 2 ? 0 : a[2];
}

void GrBulkBodyRelease(GrWorld w, PetscInt i, const double force[3], const double torque[3])
{
  const GrBulk b = w->bulk;
  const PetscInt k = b->bodies.of[i];
  double *a = b->store.bodies.acceleration + 3 * k, *total = b->store.bodies.torque + 3 * k, arm[3], turn[3];

  GrBulkBodyArm(b, i, arm);
  GrCross3(arm, force, turn);
  for (int c = 0; c < 3; c++) {
    a[c] -= force[c] / b->store.bodies.mass[k];
    total[c] -= torque[c] + turn[c];
  }
}

void GrBulkBodyAddEnergies(GrWorld w, PetscInt k, double sign, GrSum *kinetic, GrSum *external)
{
  const GrBulk b = w->bulk;
  const GrBodies *bodies = &b->store.bodies;
  const GrCase *of = w->the_case;
  double spin[3], constant[3] = {0}, c[3];

  GrBulkBodySpin(w, k, spin);
  if (!GrFunctionVaries(of->gravity_of_time)) /* otherwise the work is accumulated from the power */
    GrCopy3(of->gravity_vector, constant);
  for (int p = 0; p < of->n_group_forces; p++)
    for (int e = 0; e < 3 && of->group_forces[p].group == bodies->group[k]; e++)
      if (!GrFunctionVaries(of->group_forces[p].force_of_time))
        constant[e] += of->group_forces[p].force[e] / bodies->mass[k];
  GrBulkCellSubtractFlowFromBody(b, k, c);
  for (int a = 0; a < 3; a++) {
    const double path =
        bodies->position[3 * k + a] + (double)bodies->image[3 * k + a] * (b->box.upper[a] - b->box.lower[a]);
    GrSumAdd(kinetic, 0.5 * bodies->mass[k] * c[a] * c[a]);
    GrSumAdd(kinetic, 0.5 * spin[a] * bodies->momentum[3 * k + a]);
    GrSumAdd(external, sign * (bodies->mass[k] * constant[a] * path));
  }
}
