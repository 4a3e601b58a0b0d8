/* body: motion of a wall that is free in all directions, as a rigid body; see load.h.

     M dv/dt = F + M b g - k u - d v - R,   dL/dt = T - 2 (q_0 K q + q x K q) - D w - S,   L = I w
   M mass [kg];  v velocity of the centre of mass c [m/s];  L angular momentum about it [kg m^2/s];  I tensor of inertia
   [kg m^2];  w angular velocity [rad/s];  F, T force on the centre [N] and torque [N m] that the input gives;  g
   gravity [m/s^2];  b factor on gravity;  R, S force of the wall on the particles, and its torque about c
   k, d, K, D stiffness and damping of the springs for displacement and rotation, diagonal in the axes of the domain
   [N/m, N s/m, N m/rad, N m s/rad];  u displacement of c since the start of the run [m];  (q_0, q) unit quaternion of
   the rotation since then, so that q is half the angle for small angles

   The motion is integrated with the particles, with the same weights of a step (world/step.h): L as v, with S and T as
   R and F. The orientation follows from the free rotation with the constant L during the drift (base/math/rotation.h),
   as that of rigid bodies of particles. R and S are exact sums over all ranks.

   R . v + S . w is exactly the power that the ledger takes from the contacts (GrWallContactTorque). The wall is a body
   of the system: it has the kinetic energy M v^2/2 + w . L/2, and the external work is the integral of (F + M b g) . v
   + T . w, by the trapezoidal rule. The springs store u . k u/2 + 2 q . K q. The torque is the derivative of this
   energy for any rotation: for a rotation by an angle a about an axis it is K sin(a), as that of springs at the edges
   of a plate that are equally stiff in all directions. The dashpots dissipate v . d v + w . D w. In dimension 2 the
   wall moves in the plane and rotates about z. */
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

/* The rotation since the start of the run, as a quaternion. */
static void TurnedSince(const GrWallStance *at, const double start[4], double turned[4])
{
  const double back[4] = {start[0], -start[1], -start[2], -start[3]};

  GrRotationProduct(at->orientation, back, turned);
}

/* Force and torque of springs and dashpots at the velocities of a state, whose angular velocity is `spin`. */
static void Hold(const GrWallBody *body, const GrWallBodyState *s, const double spin[3], double force[3],
                 double torque[3])
{
  const GrWallSprings *springs = &body->springs;
  double turned[4], bent[3], across[3];

  TurnedSince(&s->at, body->axes, turned);
  for (int k = 0; k < 3; k++)
    bent[k] = springs->rotational_stiffness[k] * turned[1 + k];
  GrCross3(turned + 1, bent, across);
  for (int k = 0; k < 3; k++) {
    force[k] = GrWallSpringForce(springs, k, s->at.offset[k], s->velocity[k]);
    torque[k] = -2 * (turned[0] * bent[k] + across[k]) - springs->rotational_damping[k] * spin[k];
  }
}

/* Energy of the springs. */
static double EnergyOfSprings(const GrWallBody *body, const GrWallStance *at)
{
  double turned[4], energy = 0;

  TurnedSince(at, body->axes, turned);
  for (int k = 0; k < 3; k++)
    energy += 0.5 * body->springs.stiffness[k] * at->offset[k] * at->offset[k] +
              2 * body->springs.rotational_stiffness[k] * turned[1 + k] * turned[1 + k];
  return energy;
}

/* Power that the dashpots dissipate at these velocities. */
static double LossOf(const GrWallSprings *springs, const double velocity[3], const double spin[3])
{
  double loss = 0;

  for (int k = 0; k < 3; k++)
    loss += springs->damping[k] * velocity[k] * velocity[k] + springs->rotational_damping[k] * spin[k] * spin[k];
  return loss;
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

/* Largest force of the input and of gravity during the run: constant components count with their sign. */
static double LargestLoad(const GrCase *the_case, const GrWall *wall, const GrWallDomain *space)
{
  const GrWallBody *body = &wall->drive.body;
  const double weight = body->mass * body->gravity;
  double pull[3];

  for (int k = 0; k < 3; k++) {
    const GrFunction *gravity = the_case->gravity_of_time[k], *force = body->force_of_time[k];
    pull[k] = fabs((force ? 0 : body->force[k]) + (gravity ? 0 : weight * the_case->gravity_vector[k]));
    pull[k] += (force ? force->largest : 0) + (gravity ? fabs(weight) * gravity->largest : 0);
  }
  return GrNorm3(pull);
}

/* Velocity and angular momentum are finished from those of the drift, because `predict` and `back` cancel. Dashpots act
   on the predicted velocities. */
static void Finish(const GrWall *wall, const GrWallConditions *at, const double sum[], const GrWallTravel *now,
                   GrWallTravel *next)
{
  const GrWallBody *body = &wall->drive.body;
  const GrStepWeights *step = at->step;
  const bool flat = at->the_case->dimension == 2;
  const GrWallBodyState *s = &now->body;
  GrWallBodyState *n = &next->body;
  double force[3], torque[3], spin[3], held[3], bent[3];

  LoadsAt(at->the_case, body, at->t, force, torque);
  MultiplyInverse(body, n->at.orientation, n->momentum, spin);
  Hold(body, n, spin, held, bent);
  next->power = GrDot3(sum + FORCE, n->velocity) + GrDot3(sum + TORQUE, spin);
  next->work = now->work + 0.5 * step->drift * (now->power + next->power);
  for (int k = 0; k < 3; k++) {
    n->acceleration[k] = flat && k == 2 ? 0 : (force[k] + held[k] - sum[FORCE + k]) / body->mass;
    n->torque[k] = flat && k < 2 ? 0 : torque[k] + bent[k] - sum[TORQUE + k];
    n->velocity[k] = s->velocity[k] + step->start * s->acceleration[k] + step->end * n->acceleration[k];
    n->momentum[k] = s->momentum[k] + step->start * s->torque[k] + step->end * n->torque[k];
  }
  MultiplyInverse(body, n->at.orientation, n->momentum, spin);
  next->lost_power = LossOf(&body->springs, n->velocity, spin);
  next->lost = now->lost + 0.5 * step->drift * (now->lost_power + next->lost_power);
  next->drive_power = GrDot3(force, n->velocity) + GrDot3(torque, spin);
  next->drive_work = now->drive_work + 0.5 * step->drift * (now->drive_power + next->drive_power);
  SetBounds(wall, next);
}

static void AddEnergies(const GrCase *the_case, const GrWall *wall, const GrWallTravel *state,
                        const GrWallEnergies *energies)
{
  const GrWallBodyState *s = &state->body;
  double spin[3];

  MultiplyInverse(&wall->drive.body, s->at.orientation, s->momentum, spin);
  GrSumAdd(energies->kinetic, 0.5 * wall->drive.body.mass * GrDot3(s->velocity, s->velocity));
  GrSumAdd(energies->kinetic, 0.5 * GrDot3(spin, s->momentum));
  GrSumAdd(energies->elastic, EnergyOfSprings(&wall->drive.body, &s->at));
  GrSumAdd(energies->external, state->drive_work);
  GrSumAdd(energies->external, -state->work);
  GrSumAdd(energies->viscous, state->lost);
}

/* Largest change of the acceleration of the surface by loads over time within a time span. */
static double ChangeWithin(const GrCase *the_case, const GrWall *wall, const GrWallTravel *state, double span)
{
  const GrWallBody *body = &wall->drive.body;
  double least = INFINITY;

  for (int k = 0; k < 3; k++)
    least = body->moments[k] > 0 ? fmin(least, body->moments[k]) : least;
  return GrFunctionVectorChange(body->force_of_time, span) / body->mass +
         fabs(body->gravity) * GrFunctionVectorChange(the_case->gravity_of_time, span) +
         state->body.reach * GrFunctionVectorChange(body->torque_of_time, span) / least;
}

/* A rotation by an angle a moves a point at the distance r from the centre by at most 2 r sin(a/2); sin(a/2) is the
   length of the vector part of its quaternion, which is the product of one orientation and the inverse of the other. */
static GrWallApproach Approach(const GrCase *the_case, const GrWall *wall, const GrWallTravel *state,
                               const GrParallelBox *box, double span)
{
  const GrWallStance *at = &state->body.at, *was = &state->body.reference;
  double turned[4] = {1}, moved[3];

  if (GrIsNonzero3(was->orientation) || was->orientation[3] != 0)
    TurnedSince(at, was->orientation, turned);
  for (int k = 0; k < 3; k++)
    moved[k] = at->offset[k] - was->offset[k];
  return (GrWallApproach){1, GrNorm3(moved) + 2 * state->body.reach * GrNorm3(turned + 1), state->speed,
                          state->acceleration + ChangeWithin(the_case, wall, state, span)};
}

/* A wall that is outside of the domain by the length of its diagonal. Directions with a spring are not checked, because
   the spring pulls the wall back. */
static double Astray(const GrCase *the_case, const GrWall *wall, const GrWallTravel *state)
{
  const GrDomain *domain = &the_case->domain;
  double centre[3], away[3] = {0}, diagonal[3] = {0};

  CentreAt(&wall->drive.body, &state->body.at, centre);
  for (int k = 0; k < the_case->dimension; k++) {
    if (!(wall->drive.body.springs.stiffness[k] > 0))
      away[k] = centre[k] - 0.5 * (domain->lower[k] + domain->upper[k]);
    diagonal[k] = domain->upper[k] - domain->lower[k];
  }
  const double far = GrNorm3(away);
  return far > state->body.reach + 1.5 * GrNorm3(diagonal) ? far : 0;
}

static double ReachSpeed(const GrCase *the_case, const GrWall *wall, const GrWallTravel *state,
                         const GrParallelBox *box, double gap)
{
  return state->speed + sqrt(2 * LargestLoad(the_case, wall, NULL) / wall->drive.body.mass * gap);
}

/* The modes are the displacement along x, y, z, and the rotation about the principal axes a_k:
     n_k/M^1/2,   a_k . (r x n)/I_k^1/2,   with the vector r from the centre to the contact */
static void Modes(const GrWall *wall, const GrWallTravel *state, const double x[3], const double n[3], double mode[])
{
  const GrWallBody *body = &wall->drive.body;
  double centre[3], arm[3], turning[3], axes[3][3];

  CentreAt(body, &state->body.at, centre);
  for (int k = 0; k < 3; k++)
    arm[k] = x[k] - centre[k];
  GrCross3(arm, n, turning);
  GrRotationAxes(state->body.at.orientation, axes);
  for (int k = 0; k < 3; k++) {
    mode[k] = n[k] / sqrt(body->mass);
    mode[3 + k] = body->moments[k] > 0 ? GrDot3(axes[k], turning) / sqrt(body->moments[k]) : 0;
  }
}

static void Restrain(const GrWall *wall, const GrWallTravel *state, double f, double g, double matrix[])
{
  const GrWallBody *body = &wall->drive.body;
  const GrWallSprings *s = &body->springs;
  double axes[3][3];

  GrRotationAxes(state->body.at.orientation, axes);
  for (int i = 0; i < 3; i++) {
    matrix[i * GR_WALL_MODES + i] += (f * s->stiffness[i] + g * s->damping[i]) / body->mass;
    for (int k = 0; k < 3 && body->moments[i] > 0; k++)
      for (int a = 0; a < 3 && body->moments[k] > 0; a++)
        matrix[(3 + i) * GR_WALL_MODES + 3 + k] += axes[i][a] * axes[k][a] *
                                                   (f * s->rotational_stiffness[a] + g * s->rotational_damping[a]) /
                                                   sqrt(body->moments[i] * body->moments[k]);
  }
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
                                       .n_sums = GR_WALL_SUMS,
                                       .n_modes = GR_WALL_MODES,
                                       .has = Has,
                                       .begin = Begin,
                                       .inherit = Inherit,
                                       .pose = Pose,
                                       .advance = Advance,
                                       .resist = Resist,
                                       .largest_load = LargestLoad,
                                       .finish = Finish,
                                       .add_energies = AddEnergies,
                                       .approach = Approach,
                                       .astray = Astray,
                                       .reach_speed = ReachSpeed,
                                       .modes = Modes,
                                       .restrain = Restrain,
                                       .least_mass = LeastMass};
