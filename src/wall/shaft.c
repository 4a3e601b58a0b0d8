/* shaft: rotation of a wall about an axis under torques; see shaft.h.

     I dw/dt = M + M_table - c w - B - R
   w angular velocity [rad/s];  I moment of inertia [kg m^2];  M torque of the motor, constant or a function of
   time, M_table its torque over time or over w [N m];  c damping [N m s];  B torque of the brake;  R torque of the
   wall on the particles [N m]

   Brake: dry friction of at most b, B = b sign(w). At rest it holds the wall, B = M + M_table - R, up to |B| = b. If
   the brake stops the wall within a half step, w becomes 0, so that the wall does not chatter about rest. The error of
   the angle is of second order in the step.

   The rotation is integrated as the displacement of a wall under load (travel.c), with the same weights of a step. R is
   an exact sum over all ranks.

   R is the sum over the contacts of a . (l x F + M_c), with the unit vector a of the axis, the force F and the torques
   M_c of rolling and twisting on the particle, and the vector l from the axis to the point at which the velocity of the
   wall acts on the contact (AddSpin in wall.c). R w is therefore exactly the power that the ledger takes from the
   contacts. The external work is that of motor, damping and brake: the integral of (M + M_table - c w - B) w. */
#include "wall/shaft.h"

#include "base/math/vector.h"
#include "wall/geometry.h"

#include <math.h>

enum { STATE = 9 }; /* numbers of a particle: x, v, w */

void GrWallShaftPivot(const GrWall *wall, double pivot[3])
{
  const double *given = wall->drive.shaft.pivot;

  GrCopy3(isnan(given[0]) ? wall->home : given, pivot);
}

void GrWallShaftBegin(const GrWall *wall, GrWallTravel *travel)
{
  const GrWallShaft *shaft = &wall->drive.shaft;

  travel->inertia = shaft->inertia;
  if (!isnan(shaft->rate))
    travel->speed = shaft->rate;
}

void GrWallShaftTurn(const GrWall *wall, double angle, double rate, GrWallPose *pose)
{
  GrWallMove move = {.turns = true, .angle = angle, .rate = rate};

  GrCopy3(wall->drive.shaft.axis, move.axis);
  GrWallShaftPivot(wall, move.pivot);
  GrWallCarry(&move, pose);
  for (int k = 0; k < 3; k++)
    pose->pivot[k] = pose->base[k] + pose->offset[k];
}

/* Angular velocity after a change, or 0 if the brake has stopped the wall during it. */
static double StopByBrake(const GrWallShaft *shaft, double before, double after)
{
  return shaft->brake > 0 && before * after < 0 ? 0 : after;
}

/* Angular velocity with which the wall drifts in a step. */
static double MiddleRate(const GrWallShaft *shaft, const GrWallTravel *now, const GrStepWeights *step)
{
  return StopByBrake(shaft, now->speed, now->speed + step->start * now->acceleration);
}

void GrWallShaftAdvance(const GrWall *wall, const GrWallTravel *now, const GrStepWeights *step, GrWallTravel *next)
{
  const GrWallShaft *shaft = &wall->drive.shaft;
  const double middle = MiddleRate(shaft, now, step);

  next->distance = now->distance + step->drift * middle;
  next->speed =
      shaft->brake > 0 && middle == 0 ? 0 : StopByBrake(shaft, middle, middle + step->predict * now->acceleration);
}

double GrWallShaftResistance(const GrWall *wall, const GrModel *model, const GrWallParticles *particles,
                             const GrBatch *batch, int i)
{
  const GrBatchGeometry *g = &batch->geometry;
  const double *x = particles->state + STATE * batch->contacts.first[i], *axis = wall->drive.shaft.axis;
  const double share = GrModelInteraction(model, batch->contacts.type[i])->slip_share;
  const double distance = g->radius[0][i] - share * g->overlap[i];
  double pivot[3], lever[3], force[3], torque[3];

  GrWallShaftPivot(wall, pivot);
  for (int k = 0; k < 3; k++) {
    lever[k] = (x[k] + distance * g->normal[k][i]) - pivot[k];
    force[k] = batch->results.force[k][i];
  }
  GrCross3(lever, force, torque);
  for (int k = 0; k < 3 && model->turns; k++)
    torque[k] += batch->results.spin_torque[k][i];
  return GrDot3(torque, axis);
}

/* Value of the table of the motor at x: linear between the points, constant outside. */
static double Interpolate(int n, const double *at, const double *value, double x)
{
  int k = 1;

  if (x <= at[0])
    return value[0];
  while (k < n && x > at[k])
    k++;
  if (k == n)
    return value[n - 1];
  return value[k - 1] + (x - at[k - 1]) / (at[k] - at[k - 1]) * (value[k] - value[k - 1]);
}

/* Torque of the motor at the time t and the angular velocity `rate`. */
static double TorqueOfMotor(const GrWall *wall, double t, double rate)
{
  const GrWallShaft *shaft = &wall->drive.shaft;
  const double torque = GrFunctionOr(shaft->torque_of_time, shaft->torque, t);

  if (shaft->n_time > 0)
    return torque + Interpolate(shaft->n_time, shaft->time, shaft->torques, t - wall->since);
  if (shaft->n_rate > 0)
    return torque + Interpolate(shaft->n_rate, shaft->speed, shaft->torques, rate);
  return torque;
}

/* Torque of the brake on a wall at the angular velocity `rate`, on which all other torques have the sum `pull`. */
static double TorqueOfBrake(const GrWallShaft *shaft, double rate, double pull)
{
  if (rate != 0)
    return -copysign(shaft->brake, rate);
  return fabs(pull) <= shaft->brake ? -pull : -copysign(shaft->brake, pull);
}

/* Acceleration and speed of a wall that the brake has stopped or holds. */
static void LeaveRest(const GrWallShaft *shaft, double pull, const GrStepWeights *step, GrWallTravel *next)
{
  next->acceleration = (pull + TorqueOfBrake(shaft, 0, pull)) / shaft->inertia;
  next->speed = step->end * next->acceleration;
}

void GrWallShaftFinish(const GrWall *wall, double t, double resistance, const GrStepWeights *step,
                       const GrWallTravel *now, GrWallTravel *next)
{
  const GrWallShaft *shaft = &wall->drive.shaft;
  const double rate = next->speed, middle = MiddleRate(shaft, now, step);
  const double motor = TorqueOfMotor(wall, t, rate) - shaft->damping * rate;
  const double brake = TorqueOfBrake(shaft, rate, motor - resistance);

  next->load = motor + brake;
  next->power = resistance * rate;
  next->work = now->work + 0.5 * step->drift * (now->power + next->power);
  next->drive_power = next->load * rate;
  next->drive_work = now->drive_work + 0.5 * step->drift * (now->drive_power + next->drive_power);
  next->acceleration = (next->load - resistance) / shaft->inertia;
  next->speed = middle + step->end * next->acceleration;
  if (shaft->brake > 0 && (rate == 0 || middle * next->speed < 0))
    LeaveRest(shaft, motor - resistance, step, next);
}
