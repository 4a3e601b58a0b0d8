/* alteration: whether the next stage, or a request of the calling program, alters the conditions of the motion; see
   stage.h.

   Numbers are compared, not keys: a stage that repeats the present values alters nothing. The motion of a wall is
   compared only if it has constant velocities. Any other motion would begin again from its own time 0, so a stage that
   gives it alters the wall. So does a stage that gives the speed of a wall that forces accelerate, because its present
   speed is another one. */
#include "bulk/bulk.h"

#include <math.h>

/* Compares n numbers. NaN, a value that the input does not give, equals NaN. */
static bool AreSame(int n, const double *a, const double *b)
{
  for (int k = 0; k < n; k++)
    if (!(a[k] == b[k] || (isnan(a[k]) && isnan(b[k]))))
      return false;
  return true;
}

/* Compares n functions of time. NULL, a constant, equals NULL. */
static bool AreSameFunctions(int n, const GrFunction *const *a, const GrFunction *const *b)
{
  for (int k = 0; k < n; k++)
    if (!GrFunctionsEqual(a[k], b[k]))
      return false;
  return true;
}

/* Whether gravity is the same constant, or the same function of time. */
static bool RepeatsGravity(const GrCase *now, const GrStage *next)
{
  for (int k = 0; k < 3; k++)
    if (!GrFunctionsEqual(now->gravity_of_time[k], next->gravity_of_time[k]) ||
        (!now->gravity_of_time[k] && !AreSame(1, &now->gravity_vector[k], &next->gravity_vector[k])))
      return false;
  return true;
}

static bool IsZero(int n, const double *a)
{
  for (int k = 0; k < n; k++)
    if (a[k] != 0)
      return false;
  return true;
}

/* ---- walls ---- */

/* Whether the wall has constant velocity and spin. */
static bool IsSteady(const GrWall *wall)
{
  const GrWallMotion *m = &wall->motion;

  return wall->n_motions == 0 && m->table.n == 0 && !m->table.file && IsZero(3, m->acceleration) &&
         IsZero(3, m->amplitude) && IsZero(3, m->angular_acceleration) && IsZero(3, m->swing_amplitude) &&
         !GrFunctionVaries(m->velocity_of_time) && !GrFunctionVaries(m->angular_velocity_of_time);
}

/* Whether a stage repeats the pivot of a wall that only rotates. A stage without a pivot means the reference point. */
static bool RepeatsPivot(const GrWall *now, const GrWall *next)
{
  return AreSame(3, now->motion.pivot, isnan(next->motion.pivot[0]) ? now->home : next->motion.pivot);
}

/* Whether a stage repeats the velocities of a wall. Velocities that the stage does not give continue. The pivot of a
   rotation that the stage gives is a place in space; a wall that is also displaced has taken its pivot elsewhere. */
static bool RepeatsMotion(const GrWall *now, const GrWall *next, const GrStageChange *change)
{
  if (!change->motion)
    return true;
  if (!IsSteady(now) || !IsSteady(next))
    return false;
  if (change->velocity && !AreSame(3, now->motion.velocity, next->motion.velocity))
    return false;
  const bool stays = IsZero(3, now->motion.velocity) && !GrWallIsLoaded(now);
  return !change->rotation || (AreSame(3, now->motion.angular_velocity, next->motion.angular_velocity) &&
                               (IsZero(3, now->motion.angular_velocity) || (stays && RepeatsPivot(now, next))));
}

/* A table of the motor would begin again from its own time 0 if the stage gives the shaft. */
static bool RepeatsShaft(const GrWallShaft *now, const GrWallShaft *next, const GrStageChange *change)
{
  const double number[2][4] = {{now->inertia, now->torque, now->brake, now->damping},
                               {next->inertia, next->torque, next->brake, next->damping}};

  return AreSame(4, number[0], number[1]) && AreSame(3, now->axis, next->axis) && AreSame(3, now->pivot, next->pivot) &&
         GrFunctionsEqual(now->torque_of_time, next->torque_of_time) &&
         GrFunctionsEqual(now->brake_of_time, next->brake_of_time) &&
         GrFunctionsEqual(now->damping_of_time, next->damping_of_time) &&
         (!change->load || (now->n == 0 && next->n == 0 && isnan(next->rate)));
}

static bool RepeatsSprings(const GrWallSprings *now, const GrWallSprings *next)
{
  return AreSame(3, now->stiffness, next->stiffness) && AreSame(3, now->damping, next->damping) &&
         AreSame(3, now->rotational_stiffness, next->rotational_stiffness) &&
         AreSame(3, now->rotational_damping, next->rotational_damping);
}

static bool RepeatsBody(const GrWallBody *now, const GrWallBody *next, const GrStageChange *change)
{
  const double number[2][2] = {{now->mass, now->gravity}, {next->mass, next->gravity}};

  return AreSame(2, number[0], number[1]) && AreSame(3, now->centre, next->centre) &&
         AreSame(3, now->inertia, next->inertia) && AreSame(3, now->products, next->products) &&
         AreSame(3, now->force, next->force) && AreSame(3, now->torque, next->torque) &&
         AreSameFunctions(3, now->force_of_time, next->force_of_time) &&
         AreSameFunctions(3, now->torque_of_time, next->torque_of_time) &&
         RepeatsSprings(&now->springs, &next->springs) &&
         (!change->load || (isnan(next->velocity[0]) && isnan(next->angular_velocity[0])));
}

static bool RepeatsWall(const GrWall *now, const GrWall *next, const GrStageChange *change)
{
  const double load[2][5] = {
      {now->servo.force, now->servo.stress, now->servo.max_speed, now->mass, now->drive.load},
      {next->servo.force, next->servo.stress, next->servo.max_speed, next->mass, next->drive.load}};
  const GrFunction *of_time[2][3] = {{now->servo.force_of_time, now->servo.stress_of_time, now->drive.load_of_time},
                                     {next->servo.force_of_time, next->servo.stress_of_time, next->drive.load_of_time}};

  return now->absent == next->absent && AreSame(5, load[0], load[1]) && AreSameFunctions(3, of_time[0], of_time[1]) &&
         AreSame(3, now->direction, next->direction) &&
         AreSame(3, now->drive.surface.velocity, next->drive.surface.velocity) &&
         AreSame(3, now->drive.surface.angular_velocity, next->drive.surface.angular_velocity) &&
         AreSame(3, now->drive.surface.pivot, next->drive.surface.pivot) &&
         AreSameFunctions(3, now->drive.surface.velocity_of_time, next->drive.surface.velocity_of_time) &&
         AreSameFunctions(3, now->drive.surface.angular_velocity_of_time,
                          next->drive.surface.angular_velocity_of_time) &&
         RepeatsShaft(&now->drive.shaft, &next->drive.shaft, change) &&
         RepeatsBody(&now->drive.body, &next->drive.body, change) &&
         RepeatsSprings(&now->drive.springs, &next->drive.springs) && RepeatsMotion(now, next, change);
}

/* ---- contact rules ---- */

static bool AreSameValues(const GrLawValue *a, const GrLawValue *b)
{
  for (int k = 0; k < GR_LAW_PARAMETERS_MAX; k++)
    if (a[k].given != b[k].given || a[k].choice != b[k].choice || !AreSame(1, &a[k].number, &b[k].number))
      return false;
  return true;
}

/* A stage cannot change the laws of a rule. */
static bool RepeatsRule(const GrContactRule *now, const GrContactRule *next)
{
  bool same = now->tension == next->tension && now->lever == next->lever && AreSameValues(now->value, next->value) &&
              AreSameValues(now->adhesion_value, next->adhesion_value) &&
              AreSameValues(now->bond_value, next->bond_value);

  for (int s = 0; s < GR_SLIDES; s++)
    same = same && AreSameValues(now->slide_value[s], next->slide_value[s]);
  return same;
}

/* ---- gravity, drag, deformation of the box ---- */

static bool RepeatsDrag(const GrDrag *now, const GrDrag *next)
{
  const double number[2][5] = {{now->linear, now->quadratic, now->angular, now->viscosity, now->density},
                               {next->linear, next->quadratic, next->angular, next->viscosity, next->density}};

  const GrFunction *function[2][5] = {
      {now->linear_of_time, now->quadratic_of_time, now->angular_of_time, now->viscosity_of_time, now->density_of_time},
      {next->linear_of_time, next->quadratic_of_time, next->angular_of_time, next->viscosity_of_time,
       next->density_of_time}};

  return AreSame(5, number[0], number[1]) && AreSame(3, now->fluid, next->fluid) &&
         AreSameFunctions(5, function[0], function[1]) && AreSameFunctions(3, now->fluid_of_time, next->fluid_of_time);
}

static bool RepeatsCell(const GrCell *now, const GrCell *next)
{
  bool same = AreSame(GR_CELL_RATES, now->rate, next->rate) &&
              AreSameFunctions(GR_CELL_RATES, now->rate_of_time, next->rate_of_time);

  for (int k = 0; k < GR_CELL_RATES; k++)
    same = same && AreSame(1, &now->servo[k].stress, &next->servo[k].stress) &&
           GrFunctionsEqual(now->servo[k].stress_of_time, next->servo[k].stress_of_time) &&
           AreSame(1, &now->servo[k].max_rate, &next->servo[k].max_rate);
  return same;
}

/* ---- stages and requests ---- */

bool GrBulkStageAlters(GrWorld w)
{
  const GrBulkStages *s = &w->bulk->stages;
  const GrCase *now = &s->now;
  const GrStage *next = &now->stages[s->at + 1];

  for (int i = 0; i < next->n_wall_changes; i++) {
    const GrStageChange *change = &next->wall_changes[i];
    if (!RepeatsWall(&now->walls[change->of], &next->walls[change->of], change))
      return true;
  }
  for (int i = 0; i < now->n_rules; i++)
    if (!RepeatsRule(&now->rules[i], &next->rules[i]))
      return true;
  return !(RepeatsGravity(now, next) && RepeatsDrag(&now->drag, &next->drag) &&
           RepeatsCell(&now->domain.cell, &next->domain.cell));
}

static bool RepeatsVelocities(GrWorld w, const GrWorldChanges *given)
{
  const GrStore *s = &w->bulk->store;

  for (PetscInt i = 0; i < s->columns.n; i++) {
    const double *state = s->state + GR_STATE * i;
    if (GrStoreIsPrescribed(w->the_case, s, i))
      continue;
    if ((given->velocity && !AreSame(3, state + 3, given->velocity + 3 * i)) ||
        (given->spin && !AreSame(3, state + 6, given->spin + 3 * i)))
      return false;
  }
  return true;
}

PetscErrorCode GrBulkChangesAlter(GrWorld w, const GrWorldChanges *given, bool *alters)
{
  const GrBulk b = w->bulk;
  const GrCase *now = &b->stages.now;

  *alters = (b->stages.due && b->stages.at < b->stages.n - 1) ||
            (given->gravity && GrFunctionVaries(now->gravity_of_time)) ||
            (given->gravity && !AreSame(3, now->gravity_vector, given->gravity));
  for (int i = 0; i < given->n_walls && !*alters; i++) {
    const GrWall *wall = &now->walls[given->wall[i]];
    *alters = !IsZero(3, wall->motion.acceleration) || !AreSame(3, wall->motion.velocity, given->wall_velocity + 3 * i);
  }
  if (*alters || (!given->velocity && !given->spin))
    return 0;
  *alters = !RepeatsVelocities(w, given);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, alters, 1, MPI_C_BOOL, MPI_LOR, w->comm));
  return 0;
}
