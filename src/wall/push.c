/* push: motion of a wall along a direction, by a servo or with a mass; see load.h.

   s is the displacement of the wall along the direction n, relative to its prescribed motion [m]. R is the force of the
   particles on the wall against n, and L the load [N]:
     mass    m d^2s/dt^2 = L - R - k u - c ds/dt,  L = prescribed force + m g . n
     servo   M d^2s/dt^2 = L - R - C ds/dt,  |ds/dt| <= max_speed,   L = prescribed force, or stress times area
     m mass of the wall [kg];  k, c stiffness [N/m] and damping [N s/m] of the spring that holds it;  u displacement
     along n since the start of the run, also by earlier stages [m];  M = sum of m_i, C = sum of sqrt(k_i m_i) over the
     particles that touch the wall, with the mass m_i [kg] of a particle and the stiffness k_i [N/m] of its contact
   C is the impedance of the layer of particles at the wall: a servo absorbs incoming waves instead of reflecting them,
   at any depth of the bed. The bed reaches a new load in about the time of a wave through it, without oscillation. With
   a larger C it is slower, with a smaller C it oscillates. C/M is about sqrt(k/m); its inverse is longer than any
   stable step, and no parameter needs tuning. Without contacts M keeps its last value and C = 0. Before its first
   contact the servo moves at max_speed. While particles push the wall back at a speed v, the contact force R = L + C v
   exceeds the load, as it would on a moving layer of the bed.

   Area: the area of the shape, between the current positions of the walls at the sides of the box.

   Energy: a wall does the work of R along its displacement on the particles, like a wall with prescribed motion. A wall
   with a mass is a body of the system: it has kinetic energy, and the external work is the work of L: L s, or the
   integral of L ds/dt if L is a function of time. The spring stores k u^2/2, and its dashpot dissipates the integral of
   c (ds/dt)^2. The inertia M of a servo is not a mass of the system and does not appear in the energy. */
#include "base/math/elementary.h"
#include "base/math/vector.h"
#include "wall/load.h"

#include <math.h>

enum { RESISTANCE, MASS, IMPEDANCE, SUMS };

static bool HasMass(const GrWall *wall)
{
  return wall->mass > 0;
}

static bool HasServo(const GrWall *wall)
{
  return wall->servo.max_speed > 0;
}

static void BeginMass(const GrWall *wall, GrWallTravel *state)
{
  state->inertia = wall->mass;
}

static void Pose(const GrWall *wall, const GrWallTravel *state, GrWallPose *pose)
{
  double direction[3] = {0};

  GrWallDirection(wall, direction);
  for (int k = 0; k < 3; k++) {
    pose->offset[k] += state->distance * direction[k];
    pose->pivot[k] += state->distance * direction[k];
    pose->velocity[k] += state->speed * direction[k];
  }
}

/* Limits the speed of a servo. */
static double LimitSpeed(const GrWall *wall, double speed)
{
  const double most = wall->servo.max_speed;
  if (!(most > 0))
    return speed;
  return speed > most ? most : speed < -most ? -most : speed;
}

/* The speed with which a wall drifts in a step. */
static double MiddleSpeed(const GrWall *wall, const GrWallTravel *now, const GrStepWeights *step)
{
  return LimitSpeed(wall, now->speed + step->start * now->acceleration);
}

static void Advance(const GrWall *wall, const GrWallTravel *now, const GrStepWeights *step, GrWallTravel *next)
{
  const double middle = MiddleSpeed(wall, now, step);

  next->distance = now->distance + step->drift * middle;
  next->speed = LimitSpeed(wall, middle + step->predict * now->acceleration);
}

/* Adds the force of a contact along the direction. */
static void AddResistance(const GrWall *wall, const GrWallContact *contact, GrSum sum[])
{
  const GrBatchResults *r = &contact->batch->results;
  const int i = contact->i;
  double n[3];

  GrWallDirection(wall, n);
  GrSumAdd(&sum[RESISTANCE], r->force[0][i] * n[0] + r->force[1][i] * n[1] + r->force[2][i] * n[2]);
}

static void ResistMass(const GrWall *wall, const GrWallTravel *state, const GrWallContact *contact, GrSum sum[])
{
  AddResistance(wall, contact, sum);
}

static void ResistServo(const GrWall *wall, const GrWallTravel *state, const GrWallContact *contact, GrSum sum[])
{
  const GrBatchContacts *c = &contact->batch->contacts;
  const GrBatchGeometry *g = &contact->batch->geometry;
  const int i = contact->i;
  const double mass = g->has_masses && !isnan(g->mass[i]) ? g->mass[i] : contact->particles->mass[c->first[i]];

  ResistMass(wall, state, contact, sum);
  if (!(g->overlap[i] > 0))
    return;
  GrSumAdd(&sum[MASS], mass);
  GrSumAdd(&sum[IMPEDANCE], sqrt(mass * GrModelStiffness(contact->model, c->type[i], g->overlap[i])));
}

/* Displacement of a wall with a mass along its direction since the start of the run. A prescribed motion of such a wall
   is across the direction. */
static double ElongationOf(const GrWall *wall, const GrWallTravel *state)
{
  double n[3], sum = state->distance;

  GrWallDirection(wall, n);
  for (int k = 0; k < 3; k++)
    sum += n[k] * (wall->home[k] - wall->value[0].number[k]);
  return sum;
}

bool GrWallHoldsStress(const GrWall *wall)
{
  return HasServo(wall) && !HasMass(wall) && isnan(wall->servo.force);
}

static double LoadOfServo(const GrWall *wall, const GrWallConditions *at)
{
  const GrWallServo *servo = &wall->servo;

  if (isnan(servo->force))
    return GrFunctionOr(servo->stress_of_time, servo->stress, at->t) * wall->shape->area(wall, at->space);
  return GrFunctionOr(servo->force_of_time, servo->force, at->t);
}

static double LoadOfMass(const GrWall *wall, const GrWallConditions *at)
{
  double direction[3], gravity[3];

  GrWallDirection(wall, direction);
  GrFunctionVectorAt(at->the_case->gravity_of_time, at->the_case->gravity_vector, at->t, gravity);
  return GrFunctionOr(wall->drive.load_of_time, wall->drive.load, at->t) + wall->mass * GrDot3(gravity, direction);
}

/* Bound of the load along the direction of a wall with a mass during the run: its constant part, and the largest
   magnitude of the part that is a function of time [N]. */
static void BoundLoadOfMass(const GrCase *the_case, const GrWall *wall, double *constant, double *varying)
{
  const GrFunction *force = wall->drive.load_of_time;
  double direction[3];

  GrWallDirection(wall, direction);
  *constant = force ? 0 : wall->drive.load;
  *varying = force ? force->largest : 0;
  for (int k = 0; k < 3; k++) {
    const GrFunction *gravity = the_case->gravity_of_time[k];
    if (gravity)
      *varying += wall->mass * gravity->largest * fabs(direction[k]);
    else
      *constant += wall->mass * the_case->gravity_vector[k] * direction[k];
  }
}

static double LargestLoadOfServo(const GrCase *the_case, const GrWall *wall, const GrWallDomain *space)
{
  const GrWallServo *servo = &wall->servo;

  if (isnan(servo->force))
    return GrFunctionLargestOr(servo->stress_of_time, servo->stress) * wall->shape->area(wall, space);
  return GrFunctionLargestOr(servo->force_of_time, servo->force);
}

static double LargestLoadOfMass(const GrCase *the_case, const GrWall *wall, const GrWallDomain *space)
{
  double constant, varying;

  BoundLoadOfMass(the_case, wall, &constant, &varying);
  return fabs(constant) + varying;
}

static void AddWork(const GrStepWeights *step, double resistance, const GrWallTravel *now, GrWallTravel *next)
{
  next->power = resistance * next->speed;
  next->work = now->work + 0.5 * step->drift * (now->power + next->power);
}

/* The speed is finished from that of the drift, because `predict` and `back` cancel. */
static void FinishServo(const GrWall *wall, const GrWallConditions *at, const double sum[], const GrWallTravel *now,
                        GrWallTravel *next)
{
  next->load = LoadOfServo(wall, at);
  const double pull = next->load - sum[RESISTANCE] - sum[IMPEDANCE] * next->speed;
  AddWork(at->step, sum[RESISTANCE], now, next);
  if (sum[MASS] > 0)
    next->inertia = sum[MASS];
  if (next->inertia > 0) {
    next->acceleration = pull / next->inertia;
    next->speed = LimitSpeed(wall, MiddleSpeed(wall, now, at->step) + at->step->end * next->acceleration);
  } else {
    next->speed = pull == 0 ? 0 : copysign(wall->servo.max_speed, pull);
  }
}

/* Whether the load of a wall with a mass varies; its work is then accumulated from its power. */
static bool LoadVaries(const GrCase *the_case, const GrWall *wall)
{
  return wall->drive.load_of_time || GrFunctionVaries(the_case->gravity_of_time);
}

/* Works that are accumulated follow from the trapezoidal rule. The dashpot acts on the predicted speed. */
static void FinishMass(const GrWall *wall, const GrWallConditions *at, const double sum[], const GrWallTravel *now,
                       GrWallTravel *next)
{
  const GrWallSprings *springs = &wall->drive.springs;
  const double predicted = next->speed, held = GrWallSpringForce(springs, 0, ElongationOf(wall, next), predicted);

  next->load = LoadOfMass(wall, at);
  AddWork(at->step, sum[RESISTANCE], now, next);
  next->acceleration = (next->load + held - sum[RESISTANCE]) / next->inertia;
  next->speed = MiddleSpeed(wall, now, at->step) + at->step->end * next->acceleration;
  next->lost_power = springs->damping[0] * next->speed * next->speed;
  next->lost = now->lost + 0.5 * at->step->drift * (now->lost_power + next->lost_power);
  if (!LoadVaries(at->the_case, wall))
    return;
  next->drive_power = next->load * next->speed;
  next->drive_work = now->drive_work + 0.5 * at->step->drift * (now->drive_power + next->drive_power);
}

static void AddEnergiesOfMass(const GrCase *the_case, const GrWall *wall, const GrWallTravel *state,
                              const GrWallEnergies *energies)
{
  const double u = ElongationOf(wall, state);

  GrSumAdd(energies->kinetic, 0.5 * wall->mass * state->speed * state->speed);
  GrSumAdd(energies->elastic, 0.5 * wall->drive.springs.stiffness[0] * u * u);
  GrSumAdd(energies->external, LoadVaries(the_case, wall) ? state->drive_work : state->load * state->distance);
  GrSumAdd(energies->external, -state->work);
  GrSumAdd(energies->viscous, state->lost);
}

static GrWallApproach ApproachOfMass(const GrCase *the_case, const GrWall *wall, const GrWallTravel *state,
                                     const GrParallelBox *box, double span)
{
  const double change = GrFunctionChange(wall->drive.load_of_time, span) / wall->mass +
                        GrFunctionVectorChange(the_case->gravity_of_time, span);

  return (GrWallApproach){1, fabs(state->distance - state->reference), fabs(state->speed),
                          fabs(state->acceleration) + change};
}

static GrWallApproach ApproachOfServo(const GrCase *the_case, const GrWall *wall, const GrWallTravel *state,
                                      const GrParallelBox *box, double span)
{
  return (GrWallApproach){1, fabs(state->distance - state->reference), wall->servo.max_speed, 0};
}

static double AstrayServo(const GrCase *the_case, const GrWall *wall, const GrWallTravel *state)
{
  const GrDomain *domain = &the_case->domain;
  double direction[3], length = 0;

  GrWallDirection(wall, direction);
  for (int k = 0; k < the_case->dimension; k++)
    length += fabs(direction[k]) * (domain->upper[k] - domain->lower[k]);
  return fabs(state->distance) > length ? state->distance : 0;
}

/* A wall that has moved against its direction falls back, and a spring pulls a wall back. */
static double AstrayMass(const GrCase *the_case, const GrWall *wall, const GrWallTravel *state)
{
  return state->distance < 0 || wall->drive.springs.stiffness[0] > 0 ? 0 : AstrayServo(the_case, wall, state);
}

static double ReachSpeedOfServo(const GrCase *the_case, const GrWall *wall, const GrWallTravel *state,
                                const GrParallelBox *box, double gap)
{
  return wall->servo.max_speed;
}

static double ReachSpeedOfMass(const GrCase *the_case, const GrWall *wall, const GrWallTravel *state,
                               const GrParallelBox *box, double gap)
{
  double constant, varying;

  BoundLoadOfMass(the_case, wall, &constant, &varying);
  return sqrt(state->speed * state->speed + 2 * GrLarger(constant + varying, 0) / wall->mass * gap);
}

/* A contact with the normal n moves the mass m/(n . d)^2 of a wall that moves along d only. */
static void Modes(const GrWall *wall, const GrWallTravel *state, const double x[3], const double n[3], double mode[])
{
  double d[3] = {0};

  GrWallDirection(wall, d);
  mode[0] = GrDot3(n, d) / sqrt(wall->mass);
}

static void Restrain(const GrWall *wall, const GrWallTravel *state, double f, double g, double matrix[])
{
  matrix[0] += (f * wall->drive.springs.stiffness[0] + g * wall->drive.springs.damping[0]) / wall->mass;
}

static double LeastMass(const GrWall *wall)
{
  return wall->mass;
}

const GrWallLoadKind GrWallLoadServo = {.name = "servo",
                                        .straight = true,
                                        .n_sums = SUMS,
                                        .has = HasServo,
                                        .pose = Pose,
                                        .advance = Advance,
                                        .resist = ResistServo,
                                        .largest_load = LargestLoadOfServo,
                                        .finish = FinishServo,
                                        .approach = ApproachOfServo,
                                        .astray = AstrayServo,
                                        .reach_speed = ReachSpeedOfServo};
const GrWallLoadKind GrWallLoadMass = {.name = "mass",
                                       .straight = true,
                                       .n_sums = RESISTANCE + 1,
                                       .n_modes = 1,
                                       .has = HasMass,
                                       .begin = BeginMass,
                                       .pose = Pose,
                                       .advance = Advance,
                                       .resist = ResistMass,
                                       .largest_load = LargestLoadOfMass,
                                       .finish = FinishMass,
                                       .add_energies = AddEnergiesOfMass,
                                       .approach = ApproachOfMass,
                                       .astray = AstrayMass,
                                       .reach_speed = ReachSpeedOfMass,
                                       .modes = Modes,
                                       .restrain = Restrain,
                                       .least_mass = LeastMass};
