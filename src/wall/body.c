/* body: motion of a wall that is free in all directions, as a rigid body; see load.h.

     M dv/dt = F + M b g - R,   dL/dt = T - S,   L = I w
   M mass [kg];  v velocity of the centre of mass c [m/s];  L angular momentum about it [kg m^2/s];  I tensor of inertia
   [kg m^2];  w angular velocity [rad/s];  F, T force on the centre [N] and torque [N m] that the input gives;  g
   gravity [m/s^2];  b factor on gravity;  R, S force of the wall on the particles, and its torque about c

   The motion is integrated with the particles, with the same weights of a step (world/step.h): L as v, with S and T as
   R and F. The orientation follows from the free rotation with the constant L during the drift (base/math/rotation.h),
   as that of rigid bodies of particles. R and S are exact sums over all ranks.

   R . v + S . w is exactly the power that the ledger takes from the contacts (GrWallContactTorque). The wall is a body
   of the system: it has the kinetic energy M v^2/2 + w . L/2, and the external work is the integral of
   (F + M b g) . v + T . w, by the trapezoidal rule. In dimension 2 the wall moves in the plane and rotates about z. */
#include "base/math/elementary.h"
#include "base/math/rotation.h"
#include "wall/load.h"

#include <math.h>

enum { FORCE, TORQUE = 3 }; /* sums: components of R and S */

static bool Has(const GrWall *wall)
{
  return wall->drive.body.mass > 0;
}

/* Whether the wall rotates about z only, as in dimension 2, where it has no other moments. */
static bool IsFlat(const GrWallBody *body)
{
  return !(body->moments[0] > 0);
}

static void CentreAt(const GrWallBody *body, const GrWallStance *at, double centre[3])
{
  for (int k = 0; k < 3; k++)
    centre[k] = body->centre[k] + at->offset[k];
}

/* I^-1 u for a vector u in the axes of the domain. In dimension 2 only the z component is not 0. */
static void MultiplyInverse(const GrWallBody *body, const double orientation[4], const double u[3], double result[3])
{
  double axes[3][3], own[3];

  GrRotationAxes(orientation, axes);
  GrRotateToBody(axes, u, own);
  for (int k = 0; k < 3; k++)
    own[k] = body->moments[k] > 0 ? own[k] / body->moments[k] : 0;
  GrRotateToSpace(axes, own, result);
}

/* Largest distances of the surface from the principal axes [m]; 0: the wall does not rotate about the axis. */
static void LeversOf(const GrWall *wall, double lever[3])
{
  const GrWallBody *body = &wall->drive.body;
  double axes[3][3];

  GrRotationAxes(body->axes, axes);
  for (int k = 0; k < 3; k++)
    lever[k] = body->moments[k] > 0 ? GrWallLever(wall, body->centre, axes[k]) : 0;
}

/* Upper bound of the distance of the surface from the centre [m]. The squares of the distances of a point from three
   axes add up to twice the square of its distance from the centre. */
static double ReachOf(const GrWall *wall)
{
  double lever[3];

  LeversOf(wall, lever);
  return IsFlat(&wall->drive.body) ? lever[2] : sqrt(0.5) * GrNorm3(lever);
}

/* Sets the bounds of speed and acceleration of the points of the surface. */
static void SetBounds(const GrWall *wall, GrWallTravel *state)
{
  const GrWallBody *body = &wall->drive.body;
  const GrWallBodyState *s = &state->body;
  double spin[3], rest[3], change[3];

  MultiplyInverse(body, s->at.orientation, s->momentum, spin);
  GrCross3(spin, s->momentum, rest);
  for (int k = 0; k < 3; k++)
    rest[k] = s->torque[k] - rest[k];
  MultiplyInverse(body, s->at.orientation, rest, change);
  state->speed = GrNorm3(s->velocity) + s->reach * GrNorm3(spin);
  state->acceleration = GrNorm3(s->acceleration) + s->reach * (GrNorm3(change) + GrDot3(spin, spin));
}

/* A wall that has moved in another way before continues from its pose at this time, with the speeds of Inherit. */
static void Begin(const GrWall *wall, GrWallTravel *state)
{
  const GrWallBody *body = &wall->drive.body;
  GrWallBodyState *s = &state->body;
  double turned[4], centre[3], axes[3][3], own[3];

  state->inertia = body->mass;
  s->reach = ReachOf(wall);
  if (s->at.orientation[0] == 0 && !GrIsNonzero3(s->at.orientation + 1)) {
    GrWallOrientation(&wall->stand, turned);
    GrRotationProduct(turned, body->axes, s->at.orientation);
    GrWallMovePoint(&wall->stand, body->centre, centre);
    for (int k = 0; k < 3; k++)
      s->at.offset[k] = centre[k] - body->centre[k];
    s->reference = s->at;
  }
  if (!isnan(body->velocity[0]))
    GrCopy3(body->velocity, s->velocity);
  if (!isnan(body->angular_velocity[0])) {
    GrRotationAxes(s->at.orientation, axes);
    GrRotateToBody(axes, body->angular_velocity, own);
    for (int k = 0; k < 3; k++)
      own[k] *= body->moments[k];
    GrRotateToSpace(axes, own, s->momentum);
  }
  SetBounds(wall, state);
}

/* The velocity of the centre c is v + w x (c - p), with the velocity v of the pivot p of the pose. */
static void Inherit(const GrWallPose *pose, GrWall *next)
{
  GrWallBody *body = &next->drive.body;
  double centre[3], arm[3], swept[3];

  GrWallMovePoint(pose, body->centre, centre);
  for (int k = 0; k < 3; k++)
    arm[k] = centre[k] - pose->pivot[k];
  GrCross3(pose->spin, arm, swept);
  for (int k = 0; k < 3; k++)
    swept[k] += pose->velocity[k];
  if (isnan(body->velocity[0]))
    GrCopy3(swept, body->velocity);
  if (isnan(body->angular_velocity[0]))
    GrCopy3(pose->spin, body->angular_velocity);
}

/* A point x of the wall at the start is at c + A B^T (x - c0), with the principal axes B at the start and A now. */
static void Pose(const GrWall *wall, const GrWallTravel *state, GrWallPose *pose)
{
  const GrWallBody *body = &wall->drive.body;
  const GrWallBodyState *s = &state->body;
  double start[3][3], now[3][3];

  GrCopy3(body->centre, pose->base);
  GrCopy3(s->at.offset, pose->offset);
  CentreAt(body, &s->at, pose->pivot);
  GrCopy3(s->velocity, pose->velocity);
  MultiplyInverse(body, s->at.orientation, s->momentum, pose->spin);
  GrRotationAxes(body->axes, start);
  GrRotationAxes(s->at.orientation, now);
  pose->turns = true;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      pose->rotation[i][k] = now[0][i] * start[0][k] + now[1][i] * start[1][k] + now[2][i] * start[2][k];
}

static void Advance(const GrWall *wall, const GrWallTravel *now, const GrStepWeights *step, GrWallTravel *next)
{
  const double *moments = wall->drive.body.moments;
  const GrWallBodyState *s = &now->body;
  GrVec4 inverse[3], momentum[3], q[4];
  GrWallBodyState *n = &next->body;

  for (int k = 0; k < 3; k++) {
    const double middle = s->velocity[k] + step->start * s->acceleration[k];
    const double kept = s->momentum[k] + step->start * s->torque[k];
    n->at.offset[k] = s->at.offset[k] + step->drift * middle;
    n->velocity[k] = middle + step->predict * s->acceleration[k];
    n->momentum[k] = kept + step->predict * s->torque[k];
    momentum[k] = (GrVec4){kept, kept, kept, kept};
    const double own = moments[k] > 0 ? 1 / moments[k] : 0;
    inverse[k] = (GrVec4){own, own, own, own};
  }
  for (int k = 0; k < 4; k++)
    q[k] = (GrVec4){s->at.orientation[k], s->at.orientation[k], s->at.orientation[k], s->at.orientation[k]};
  GrRotateFree4(step->drift, inverse, momentum, q);
  for (int k = 0; k < 4; k++)
    n->at.orientation[k] = q[k][0];
}

static void Resist(const GrWall *wall, const GrWallTravel *state, const GrWallContact *contact, GrSum sum[])
{
  double centre[3], force[3], torque[3];

  CentreAt(&wall->drive.body, &state->body.at, centre);
  GrWallContactTorque(contact, centre, force, torque);
  for (int k = 0; k < 3; k++) {
    GrSumAdd(&sum[FORCE + k], force[k]);
    GrSumAdd(&sum[TORQUE + k], torque[k]);
  }
}

/* Force and torque of the input and of gravity at time t. */
static void LoadsAt(const GrCase *the_case, const GrWallBody *body, double t, double force[3], double torque[3])
{
  double gravity[3];

  GrFunctionVectorAt(the_case->gravity_of_time, the_case->gravity_vector, t, gravity);
  GrFunctionVectorAt(body->force_of_time, body->force, t, force);
  GrFunctionVectorAt(body->torque_of_time, body->torque, t, torque);
  for (int k = 0; k < 3; k++)
    force[k] += body->mass * body->gravity * gravity[k];
}

static double Load(const GrWall *wall, const GrWallConditions *at)
{
  double force[3], torque[3];

  LoadsAt(at->the_case, &wall->drive.body, at->t, force, torque);
  return GrNorm3(force);
}

/* Velocity and angular momentum are finished from those of the drift, because `predict` and `back` cancel. */
static void Finish(const GrWall *wall, const GrWallConditions *at, const double sum[], const GrWallTravel *now,
                   GrWallTravel *next)
{
  const GrWallBody *body = &wall->drive.body;
  const GrStepWeights *step = at->step;
  const bool flat = at->the_case->dimension == 2;
  const GrWallBodyState *s = &now->body;
  GrWallBodyState *n = &next->body;
  double force[3], torque[3], spin[3];

  LoadsAt(at->the_case, body, at->t, force, torque);
  MultiplyInverse(body, n->at.orientation, n->momentum, spin);
  next->power = GrDot3(sum + FORCE, n->velocity) + GrDot3(sum + TORQUE, spin);
  next->work = now->work + 0.5 * step->drift * (now->power + next->power);
  for (int k = 0; k < 3; k++) {
    n->acceleration[k] = flat && k == 2 ? 0 : (force[k] - sum[FORCE + k]) / body->mass;
    n->torque[k] = flat && k < 2 ? 0 : torque[k] - sum[TORQUE + k];
    n->velocity[k] = s->velocity[k] + step->start * s->acceleration[k] + step->end * n->acceleration[k];
    n->momentum[k] = s->momentum[k] + step->start * s->torque[k] + step->end * n->torque[k];
  }
  MultiplyInverse(body, n->at.orientation, n->momentum, spin);
  next->drive_power = GrDot3(force, n->velocity) + GrDot3(torque, spin);
  next->drive_work = now->drive_work + 0.5 * step->drift * (now->drive_power + next->drive_power);
  SetBounds(wall, next);
}

static void AddEnergies(const GrCase *the_case, const GrWall *wall, const GrWallTravel *state, GrSum *kinetic,
                        GrSum *external)
{
  const GrWallBodyState *s = &state->body;
  double spin[3];

  MultiplyInverse(&wall->drive.body, s->at.orientation, s->momentum, spin);
  GrSumAdd(kinetic, 0.5 * wall->drive.body.mass * GrDot3(s->velocity, s->velocity));
  GrSumAdd(kinetic, 0.5 * GrDot3(spin, s->momentum));
  GrSumAdd(external, state->drive_work);
  GrSumAdd(external, -state->work);
}

/* A rotation by an angle a moves a point at the distance r from the centre by at most 2 r sin(a/2); sin(a/2) is the
   length of the vector part of its quaternion, which is the product of one orientation and the inverse of the other. */
static GrWallApproach Approach(const GrWall *wall, const GrWallTravel *state, const GrParallelBox *box)
{
  const GrWallStance *at = &state->body.at, *was = &state->body.reference;
  const double back[4] = {was->orientation[0], -was->orientation[1], -was->orientation[2], -was->orientation[3]};
  double turned[4] = {1}, moved[3];

  if (GrIsNonzero3(back) || back[3] != 0)
    GrRotationProduct(at->orientation, back, turned);
  for (int k = 0; k < 3; k++)
    moved[k] = at->offset[k] - was->offset[k];
  return (GrWallApproach){1, GrNorm3(moved) + 2 * state->body.reach * GrNorm3(turned + 1), state->speed,
                          state->acceleration};
}

/* A wall that is outside of the domain by the length of its diagonal. */
static double Astray(const GrCase *the_case, const GrWall *wall, const GrWallTravel *state)
{
  const GrDomain *domain = &the_case->domain;
  double centre[3], away[3] = {0}, diagonal[3] = {0};

  CentreAt(&wall->drive.body, &state->body.at, centre);
  for (int k = 0; k < the_case->dimension; k++) {
    away[k] = centre[k] - 0.5 * (domain->lower[k] + domain->upper[k]);
    diagonal[k] = domain->upper[k] - domain->lower[k];
  }
  const double far = GrNorm3(away);
  return far > state->body.reach + 1.5 * GrNorm3(diagonal) ? far : 0;
}

static double ReachSpeed(const GrCase *the_case, const GrWall *wall, const GrWallTravel *state,
                         const GrParallelBox *box, double gap)
{
  const GrWallBody *body = &wall->drive.body;
  double pull[3];

  for (int k = 0; k < 3; k++)
    pull[k] = GrFunctionLargestOr(body->force_of_time[k], fabs(body->force[k])) +
              body->mass * fabs(body->gravity * the_case->gravity_vector[k]);
  return state->speed + sqrt(2 * GrNorm3(pull) / body->mass * gap);
}

/* 1/M + (r x n) . I^-1 (r x n), with the vector r from the centre to the contact. */
static double InverseMass(const GrWall *wall, const GrWallTravel *state, const double x[3], const double n[3])
{
  const GrWallBody *body = &wall->drive.body;
  double centre[3], arm[3], turning[3], gain[3];

  CentreAt(body, &state->body.at, centre);
  for (int k = 0; k < 3; k++)
    arm[k] = x[k] - centre[k];
  GrCross3(arm, n, turning);
  MultiplyInverse(body, state->body.at.orientation, turning, gain);
  return 1 / body->mass + GrDot3(turning, gain);
}

/* The component of r x n along a principal axis is at most the distance of the contact from this axis. */
static double LeastMass(const GrWall *wall)
{
  const GrWallBody *body = &wall->drive.body;
  double lever[3], inverse = 1 / body->mass;

  LeversOf(wall, lever);
  for (int k = 0; k < 3; k++)
    inverse += body->moments[k] > 0 ? lever[k] * lever[k] / body->moments[k] : 0;
  return 1 / inverse;
}

const GrWallLoadKind GrWallLoadBody = {.name = "free",
                                       .inertial = true,
                                       .n_sums = GR_WALL_SUMS,
                                       .has = Has,
                                       .begin = Begin,
                                       .inherit = Inherit,
                                       .pose = Pose,
                                       .advance = Advance,
                                       .resist = Resist,
                                       .load = Load,
                                       .finish = Finish,
                                       .add_energies = AddEnergies,
                                       .approach = Approach,
                                       .astray = Astray,
                                       .reach_speed = ReachSpeed,
                                       .inverse_mass = InverseMass,
                                       .least_mass = LeastMass};
