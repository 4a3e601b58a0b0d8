/* shaft: rotation of a wall about an axis under torques; see load.h and shaft.h. The state of the rotation is a
   GrWallTravel: angle, angular velocity and angular acceleration.

     I dw/dt = M + M_table - c w - B - R
   w angular velocity [rad/s];  I moment of inertia [kg m^2];  M torque of the motor, constant or a function of
   time, M_table its torque over time or over w [N m];  c damping [N m s];  B torque of the brake;  R torque of the
   wall on the particles [N m]

   Brake: dry friction of at most b, B = b sign(w). At rest it holds the wall, B = M + M_table - R, up to |B| = b. If
   the brake stops the wall within a half step, w becomes 0, so that the wall does not chatter about rest. The error of
   the angle is of second order in the step.

   The rotation is integrated as the displacement of a wall under load (push.c), with the same weights of a step. R is
   an exact sum over all ranks.

   R is the sum over the contacts of a . (l x F + M_c), with the unit vector a of the axis, the force F and the torques
   M_c of rolling and twisting on the particle, and the vector l from the axis to the point at which the velocity of the
   wall acts on the contact (AddSpin in wall.c). R w is therefore exactly the power that the ledger takes from the
   contacts. The external work is that of motor, damping and brake: the integral of (M + M_table - c w - B) w. */
#include "wall/shaft.h"

#include "base/math/vector.h"
#include "wall/load.h"

#include <math.h>

void GrWallShaftPivot(const GrWall *wall, double pivot[3])
{
  const double *given = wall->drive.shaft.pivot;

  GrCopy3(isnan(given[0]) ? wall->home : given, pivot);
}

static void Begin(const GrWall *wall, GrWallTravel *state)
{
  const GrWallShaft *shaft = &wall->drive.shaft;

  state->inertia = shaft->inertia;
  state->brake = GrFunctionOr(shaft->brake_of_time, shaft->brake, wall->since);
  if (!isnan(shaft->rate))
    state->speed = shaft->rate;
}

static void Inherit(const GrWallPose *pose, GrWall *next)
{
  GrWallShaft *shaft = &next->drive.shaft;

  if (isnan(shaft->rate))
    shaft->rate = GrDot3(pose->spin, shaft->axis);
}

static void Pose(const GrWall *wall, const GrWallTravel *state, GrWallPose *pose)
{
  GrWallMove move = {.turns = true, .angle = state->distance, .rate = state->speed};

  GrCopy3(wall->drive.shaft.axis, move.axis);
  GrWallShaftPivot(wall, move.pivot);
  GrWallCarry(&move, pose);
  for (int k = 0; k < 3; k++)
    pose->pivot[k] = pose->base[k] + pose->offset[k];
}

/* Angular velocity after a change, or 0 if a brake with this torque has stopped the wall during it. */
static double StopByBrake(double brake, double before, double after)
{
  return brake > 0 && before * after < 0 ? 0 : after;
}

/* Angular velocity with which the wall drifts in a step. */
static double MiddleRate(const GrWallTravel *now, const GrStepWeights *step)
{
  return StopByBrake(now->brake, now->speed, now->speed + step->start * now->acceleration);
}

static void Advance(const GrWall *wall, const GrWallTravel *now, const GrStepWeights *step, GrWallTravel *next)
{
  const double middle = MiddleRate(now, step);

  next->distance = now->distance + step->drift * middle;
  next->speed =
      now->brake > 0 && middle == 0 ? 0 : StopByBrake(now->brake, middle, middle + step->predict * now->acceleration);
}

/* Adds the torque of a contact about the axis, of the wall on the particle. Times the angular velocity of the wall it
   is the power of the rotation on the particle. */
static void Resist(const GrWall *wall, const GrWallTravel *state, const GrWallContact *contact, GrSum sum[])
{
  double pivot[3], force[3], torque[3];

  GrWallShaftPivot(wall, pivot);
  GrWallContactTorque(contact, pivot, force, torque);
  GrSumAdd(sum, GrDot3(torque, wall->drive.shaft.axis));
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

/* Torque of a brake of at most `most` on a wall at the angular velocity `rate`, on which all other torques have the sum
   `pull`. */
static double TorqueOfBrake(double most, double rate, double pull)
{
  if (rate != 0)
    return -copysign(most, rate);
  return fabs(pull) <= most ? -pull : -copysign(most, pull);
}

/* Acceleration and speed of a wall that the brake has stopped or holds. */
static void LeaveRest(const GrWallShaft *shaft, double pull, const GrStepWeights *step, GrWallTravel *next)
{
  next->acceleration = (pull + TorqueOfBrake(next->brake, 0, pull)) / shaft->inertia;
  next->speed = step->end * next->acceleration;
}

static void Finish(const GrWall *wall, const GrWallConditions *at, const double sum[], const GrWallTravel *now,
                   GrWallTravel *next)
{
  const GrWallShaft *shaft = &wall->drive.shaft;
  const GrStepWeights *step = at->step;
  const double resistance = *sum;
  const double rate = next->speed, middle = MiddleRate(now, step);
  const double motor =
      TorqueOfMotor(wall, at->t, rate) - GrFunctionOr(shaft->damping_of_time, shaft->damping, at->t) * rate;

  next->brake = GrFunctionOr(shaft->brake_of_time, shaft->brake, at->t);
  const double brake = TorqueOfBrake(next->brake, rate, motor - resistance);
  next->load = motor + brake;
  next->power = resistance * rate;
  next->work = now->work + 0.5 * step->drift * (now->power + next->power);
  next->drive_power = next->load * rate;
  next->drive_work = now->drive_work + 0.5 * step->drift * (now->drive_power + next->drive_power);
  next->acceleration = (next->load - resistance) / shaft->inertia;
  next->speed = middle + step->end * next->acceleration;
  if (next->brake > 0 && (rate == 0 || middle * next->speed < 0))
    LeaveRest(shaft, motor - resistance, step, next);
}

static void AddEnergies(const GrCase *the_case, const GrWall *wall, const GrWallTravel *state,
                        const GrWallEnergies *energies)
{
  GrSumAdd(energies->kinetic, 0.5 * state->inertia * state->speed * state->speed);
  GrSumAdd(energies->external, state->drive_work);
  GrSumAdd(energies->external, -state->work);
}

/* Largest change of the torque of the motor's table over time within a time span. */
static double TableChange(const GrWallShaft *shaft, double span)
{
  double steepest = 0, lowest = INFINITY, highest = -INFINITY;

  for (int k = 0; k < shaft->n_time; k++) {
    lowest = fmin(lowest, shaft->torques[k]);
    highest = fmax(highest, shaft->torques[k]);
    if (k > 0)
      steepest =
          fmax(steepest, fabs(shaft->torques[k] - shaft->torques[k - 1]) / (shaft->time[k] - shaft->time[k - 1]));
  }
  return shaft->n_time > 0 ? fmin(highest - lowest, steepest * span) : 0;
}

static GrWallApproach Approach(const GrCase *the_case, const GrWall *wall, const GrWallTravel *state,
                               const GrParallelBox *box, double span)
{
  const GrWallShaft *shaft = &wall->drive.shaft;
  const double change = GrFunctionChange(shaft->torque_of_time, span) + GrFunctionChange(shaft->brake_of_time, span) +
                        GrFunctionChange(shaft->damping_of_time, span) * fabs(state->speed) + TableChange(shaft, span);

  return (GrWallApproach){GrWallShaftApproach(wall, box), fabs(state->distance - state->reference), fabs(state->speed),
                          fabs(state->acceleration) + change / shaft->inertia};
}

static void Modes(const GrWall *wall, const GrWallTravel *state, const double x[3], const double n[3], double mode[])
{
  const GrWallShaft *shaft = &wall->drive.shaft;
  double arm[3], torque[3];

  GrWallShaftPivot(wall, arm);
  for (int k = 0; k < 3; k++)
    arm[k] = x[k] - arm[k];
  GrCross3(arm, n, torque);
  mode[0] = GrDot3(shaft->axis, torque) / sqrt(shaft->inertia);
}

static double ReachSpeed(const GrCase *the_case, const GrWall *wall, const GrWallTravel *state,
                         const GrParallelBox *box, double gap)
{
  return GrWallShaftLever(wall, box) * fabs(state->speed);
}

const GrWallLoadKind GrWallLoadShaft = {.name = "shaft",
                                        .n_sums = 1,
                                        .n_modes = 1,
                                        .has = GrWallHasShaft,
                                        .begin = Begin,
                                        .inherit = Inherit,
                                        .pose = Pose,
                                        .advance = Advance,
                                        .resist = Resist,
                                        .finish = Finish,
                                        .add_energies = AddEnergies,
                                        .approach = Approach,
                                        .reach_speed = ReachSpeed,
                                        .modes = Modes};
