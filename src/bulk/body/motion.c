/* motion: bodies move over a step and place their spheres; see body.h. */
#include "bulk/bulk.h"

#include "base/math/rotation.h"

/* A body at a moment: axes of its frame and spin [rad/s], in space. */
typedef struct {
  double axes[3][3], spin[3];
} Frame;

void GrBulkBodyMoments(GrWorld w, PetscInt k, double moments[3])
{
  const GrBodies *b = &w->bulk->store.bodies;
  const GrClump *clump = GrBodiesClumpOf(w->the_case, b->group[k]);

  for (int a = 0; a < 3; a++)
    moments[a] = b->mass[k] * (b->scale[k] * b->scale[k]) * clump->body.moments[a];
}

static void FindInverseMoments(GrWorld w, PetscInt k, double inverse[3])
{
  GrBulkBodyMoments(w, k, inverse);
  for (int a = 0; a < 3; a++)
    inverse[a] = 1 / inverse[a];
}

/* I^-1 x for a vector x of space. */
static void MultiplyInverse(double axes[3][3], const double inverse[3], const double x[3], double result[3])
{
  double own[3];

  GrRotateToBody(axes, x, own);
  for (int a = 0; a < 3; a++)
    own[a] *= inverse[a];
  GrRotateToSpace(axes, own, result);
}

static Frame FrameOf(GrWorld w, PetscInt k, const double inverse[3])
{
  const GrBodies *b = &w->bulk->store.bodies;
  Frame f;

  GrRotationAxes(b->orientation + 4 * k, f.axes);
  MultiplyInverse(f.axes, inverse, b->momentum + 3 * k, f.spin);
  return f;
}

void GrBulkBodySpin(GrWorld w, PetscInt k, double spin[3])
{
  double inverse[3];

  FindInverseMoments(w, k, inverse);
  const Frame f = FrameOf(w, k, inverse);
  GrCopy3(f.spin, spin);
}

static void SetPose(GrWorld w, PetscInt k, PetscInt i)
{
  const GrBodies *b = &w->bulk->store.bodies;
  double *pose = w->bulk->bodies.pose + GR_POSE * (size_t)i;

  for (int a = 0; a < 4; a++)
    pose[GR_POSE_ORIENTATION + a] = b->orientation[4 * k + a];
  GrCopy3(b->position + 3 * k, pose + GR_POSE_CENTRE);
}

void GrBulkBodySetPoses(GrWorld w)
{
  const GrBulkBodies *l = &w->bulk->bodies;

  for (PetscInt k = 0; k < l->n; k++)
    for (PetscInt e = l->begin[k]; e < l->begin[k + 1]; e++)
      SetPose(w, k, l->sphere[e]);
}

/* Sets position, velocity and spin of the spheres of body k, and their poses. */
static void PlaceSpheres(GrWorld w, PetscInt k, const Frame *f)
{
  const GrBulk b = w->bulk;
  const GrBodies *bodies = &b->store.bodies;
  const GrBulkBodies *l = &b->bodies;
  const double *centre = bodies->position + 3 * k, *velocity = bodies->velocity + 3 * k;
  const int dimension = w->the_case->dimension;

  for (PetscInt e = l->begin[k]; e < l->begin[k + 1]; e++) {
    double *u = b->store.state + GR_STATE * (size_t)l->sphere[e], arm[3], around[3];
    GrRotateToSpace((double(*)[3])f->axes, l->lever[l->sphere[e]].arm, arm);
    GrCross3(f->spin, arm, around);
    for (int a = 0; a < 3; a++) {
      u[a] = (a < dimension ? centre[a] + arm[a] : centre[a]) + l->offset[3 * e + a];
      u[3 + a] = velocity[a] + around[a];
      u[6 + a] = f->spin[a];
    }
    SetPose(w, k, l->sphere[e]);
  }
}

/* Half kick, drift and prediction of body k (time/verlet.c). */
static void AdvanceBody(GrWorld w, PetscInt k, const GrStepHooks *hooks)
{
  const GrBodies *b = &w->bulk->store.bodies;
  double *x = b->position + 3 * k, *v = b->velocity + 3 * k, *momentum = b->momentum + 3 * k, inverse[3];
  const double *a = b->acceleration + 3 * k, *torque = b->torque + 3 * k, half = 0.5 * hooks->step;

  FindInverseMoments(w, k, inverse);
  for (int c = 0; c < 3; c++) {
    v[c] += half * a[c];
    momentum[c] += half * torque[c];
    x[c] += hooks->step * v[c];
  }
  GrRotateFree(hooks->step, inverse, momentum, b->orientation + 4 * k);
  for (int c = 0; c < 3; c++) {
    v[c] += hooks->predict * a[c];
    momentum[c] += hooks->predict * torque[c];
  }
  const Frame f = FrameOf(w, k, inverse);
  PlaceSpheres(w, k, &f);
}

void GrBulkBodyAdvance(GrWorld w, const GrStepHooks *hooks)
{
  for (PetscInt k = 0; k < w->bulk->bodies.n; k++)
    AdvanceBody(w, k, hooks);
}

/* Sums of forces and torques on the spheres of body k, in the order of their ids. */
void GrBulkBodySum(GrWorld w)
{
  const GrBulk b = w->bulk;
  const GrBulkBodies *l = &b->bodies;
  const GrBodies *bodies = &b->store.bodies;

  for (PetscInt k = 0; k < l->n; k++) {
    double *total = l->force + 6 * k, axes[3][3];
    GrRotationAxes(bodies->orientation + 4 * k, axes);
    for (int c = 0; c < 6; c++)
      total[c] = 0;
    for (PetscInt e = l->begin[k]; e < l->begin[k + 1]; e++) {
      const double *sum = b->step.sum + GR_BULK_SUM * (size_t)l->sphere[e];
      double arm[3], turn[3];
      GrRotateToSpace(axes, l->lever[l->sphere[e]].arm, arm);
      GrCross3(arm, sum + GR_BULK_FORCE, turn);
      for (int a = 0; a < 3; a++) {
        total[a] += sum[GR_BULK_FORCE + a];
        total[3 + a] += sum[GR_BULK_TORQUE + a] + turn[a];
      }
    }
  }
}

/* Constant force on body k: weight and forces on its group [N]. */
static void FindConstantForce(GrWorld w, PetscInt k, double force[3])
{
  const GrCase *c = w->the_case;
  const GrBodies *b = &w->bulk->store.bodies;

  for (int a = 0; a < 3; a++) {
    force[a] = b->mass[k] * c->gravity_vector[a];
    for (int p = 0; p < c->n_group_forces; p++)
      force[a] += c->group_forces[p].group == b->group[k] ? c->group_forces[p].force[a] : 0;
  }
}

/* Accelerations of the spheres of body k: a + w' x r + w x (w x r), which displacement checks use. */
static void AccelerateSpheres(GrWorld w, PetscInt k, const Frame *f, const double inverse[3])
{
  const GrBulk b = w->bulk;
  const GrBodies *bodies = &b->store.bodies;
  const GrBulkBodies *l = &b->bodies;
  double gyration[3], spin_rate[3], around[3], inward[3], arm[3];

  GrCross3(f->spin, bodies->momentum + 3 * k, gyration);
  for (int a = 0; a < 3; a++)
    gyration[a] = bodies->torque[3 * k + a] - gyration[a];
  MultiplyInverse((double(*)[3])f->axes, inverse, gyration, spin_rate);
  for (PetscInt e = l->begin[k]; e < l->begin[k + 1]; e++) {
    double *a = b->store.acceleration + GR_RATES * (size_t)l->sphere[e];
    GrRotateToSpace((double(*)[3])f->axes, l->lever[l->sphere[e]].arm, arm);
    GrCross3(f->spin, arm, around);
    GrCross3(f->spin, around, inward);
    GrCross3(spin_rate, arm, around);
    for (int c = 0; c < 3; c++) {
      a[c] = bodies->acceleration[3 * k + c] + around[c] + inward[c];
      a[3 + c] = spin_rate[c];
    }
  }
}

/* Second half kick of body k; replaces its acceleration and torque. */
static void FinishBody(GrWorld w, PetscInt k, const GrStepHooks *hooks)
{
  const GrBodies *b = &w->bulk->store.bodies;
  const double half = 0.5 * hooks->step, *sum = w->bulk->bodies.force + 6 * k;
  double inverse[3], constant[3];

  FindConstantForce(w, k, constant);
  for (int c = 0; c < 3; c++) {
    const PetscBool flat = (PetscBool)(w->the_case->dimension == 2);
    const double a = flat && c == 2 ? 0 : (sum[c] + constant[c]) / b->mass[k], torque = flat && c < 2 ? 0 : sum[3 + c];
    b->velocity[3 * k + c] += half * a - hooks->predict * b->acceleration[3 * k + c];
    b->momentum[3 * k + c] += half * torque - hooks->predict * b->torque[3 * k + c];
    b->acceleration[3 * k + c] = a;
    b->torque[3 * k + c] = torque;
  }
  if (hooks->joins) {
    AdvanceBody(w, k, hooks);
    return;
  }
  FindInverseMoments(w, k, inverse);
  const Frame f = FrameOf(w, k, inverse);
  PlaceSpheres(w, k, &f);
  AccelerateSpheres(w, k, &f, inverse);
}

void GrBulkBodyFinish(GrWorld w, const GrStepHooks *hooks)
{
  for (PetscInt k = 0; hooks->keeps && k < w->bulk->bodies.n; k++)
    FinishBody(w, k, hooks);
}

void GrBulkBodyAddEnergies(GrWorld w, PetscInt k, GrSum sum[GR_SUM_ENERGIES])
{
  const GrBulk b = w->bulk;
  const GrBodies *bodies = &b->store.bodies;
  const double *v = bodies->velocity + 3 * k;
  double inverse[3], force[3];

  FindInverseMoments(w, k, inverse);
  FindConstantForce(w, k, force);
  const Frame f = FrameOf(w, k, inverse);
  for (int a = 0; a < 3; a++) {
    const double path =
        bodies->position[3 * k + a] + (double)bodies->image[3 * k + a] * (b->box.upper[a] - b->box.lower[a]);
    GrSumAdd(&sum[GR_SUM_KINETIC], 0.5 * bodies->mass[k] * v[a] * v[a]);
    GrSumAdd(&sum[GR_SUM_KINETIC], 0.5 * f.spin[a] * bodies->momentum[3 * k + a]);
    GrSumAdd(&sum[GR_SUM_EXTERNAL], force[a] * path);
  }
}
