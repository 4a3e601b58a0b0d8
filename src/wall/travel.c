/* travel: motion of load-controlled walls; see travel.h.

   s is the displacement of the wall along the direction n, relative to its prescribed motion [m]. R is the force of the
   particles on the wall against n, and L the load [N]:
     free    m d^2s/dt^2 = L - R           L = prescribed force + m g . n
     servo   M d^2s/dt^2 = L - R - C ds/dt,  |ds/dt| <= max_speed,   L = prescribed force, or stress times area
     m mass of the wall [kg];  M = sum of m_i, C = sum of sqrt(k_i m_i) over the particles that touch the wall, with the
     mass m_i [kg] of a particle and the stiffness k_i [N/m] of its contact
   C is the impedance of the layer of particles at the wall: a servo absorbs incoming waves instead of reflecting them,
   at any depth of the bed. The bed reaches a new load in about the time of a wave through it, without oscillation. With
   a larger C it is slower, with a smaller C it oscillates. C/M is about sqrt(k/m); its inverse is longer than any
   stable step, and no parameter needs tuning. Without contacts M keeps its last value and C = 0. Before its first
   contact the servo moves at max_speed. While particles push the wall back at a speed v, the contact force R = L + C v
   exceeds the load, as it would on a moving layer of the bed.

   Both motions are integrated with the particles, with the same weights of a step (world/step.h). R, M and C are
   exact sums over all ranks (base/math/sum.h), with one reduction per step. The motion therefore has the same bits on
   any number of ranks.

   Area: the area of the shape, between the current positions of the walls at the sides of the box.

   Energy: a wall does the work of R along its displacement on the particles, like a wall with prescribed motion. A free
   wall is a body of the system: it has kinetic energy, and the external work is the work of L: L s, or the integral of
   L ds/dt if L is a function of time. The inertia M of a servo
   is not a mass of the system and does not appear in the energy. */
#include "base/math/elementary.h"
#include "base/math/vector.h"
#include "wall/shaft.h"
#include "wall/wall.h"

#include <math.h>

enum { RESISTANCE, MASS, IMPEDANCE, SUMS };

PetscErrorCode GrWallsCreateTravels(GrWalls *walls)
{
  PetscCall(PetscMalloc2(walls->n_walls, &walls->travel, walls->n_walls, &walls->giving_way));
  for (int w = 0; w < walls->n_walls; w++) {
    walls->travel[w] = -1;
    if (!GrWallIsLoaded(&walls->wall[w]))
      continue;
    walls->giving_way[walls->n_travels] = w;
    walls->travel[w] = walls->n_travels++;
  }
  PetscCall(PetscCalloc1(walls->n_travels, &walls->trial));
  PetscCall(PetscCalloc1(walls->n_travels, &walls->committed));
  PetscCall(PetscMalloc1(SUMS * walls->n_travels, &walls->sum));
  for (int k = 0; k < walls->n_travels; k++) {
    const GrWall *wall = &walls->wall[walls->giving_way[k]];
    if (wall->mass > 0)
      walls->trial[k].inertia = wall->mass;
    if (GrWallHasShaft(wall))
      GrWallShaftBegin(wall, &walls->trial[k]);
    walls->committed[k] = walls->trial[k];
  }
  return 0;
}

PetscErrorCode GrWallsDestroyTravels(GrWalls *walls)
{
  PetscCall(PetscFree2(walls->travel, walls->giving_way));
  PetscCall(PetscFree(walls->trial));
  PetscCall(PetscFree(walls->committed));
  return PetscFree(walls->sum);
}

PetscErrorCode GrWallsChangeTravels(GrWalls *walls, double t)
{
  GrWalls before = *walls;

  GrWallsClassify(walls);
  walls->n_travels = 0;
  PetscCall(GrWallsCreateTravels(walls));
  for (int k = 0; k < walls->n_travels; k++) {
    const int w = walls->giving_way[k];
    const GrWall *wall = &walls->wall[w];
    GrWallTravel now;
    if (before.travel[w] < 0)
      continue;
    now = before.committed[before.travel[w]];
    now.inertia = wall->mass > 0 ? wall->mass : now.inertia;
    if (GrWallHasShaft(wall))
      GrWallShaftBegin(wall, &now);
    if (wall->travels == t)
      now.distance = now.reference = 0;
    walls->trial[k] = walls->committed[k] = now;
  }
  return GrWallsDestroyTravels(&before);
}

/* Pose of a wall at time t with a displacement and a speed along the direction of its load. */
static GrWallPose PoseAt(const GrWall *wall, double t, double distance, double speed)
{
  GrWallPose pose = GrWallAt(wall, t);
  double direction[3] = {0};

  if (GrWallHasShaft(wall)) {
    GrWallShaftTurn(wall, distance, speed, &pose);
    return pose;
  }
  GrWallDirection(wall, direction);
  for (int k = 0; k < 3; k++) {
    pose.offset[k] += distance * direction[k];
    pose.pivot[k] += distance * direction[k];
    pose.velocity[k] += speed * direction[k];
  }
  return pose;
}

GrWallPose GrWallsAt(const GrWalls *walls, int w, double t)
{
  const int k = walls->travel[w];
  return k < 0 ? GrWallAt(&walls->wall[w], t)
               : PoseAt(&walls->wall[w], t, walls->trial[k].distance, walls->trial[k].speed);
}

GrWallPose GrWallsBefore(const GrWalls *walls, int w, double t, double h)
{
  const int k = walls->travel[w];
  return k < 0 ? GrWallAt(&walls->wall[w], t - h)
               : PoseAt(&walls->wall[w], t - h, walls->committed[k].distance, walls->committed[k].speed);
}

GrWallPose GrWallsReferenceAt(const GrWalls *walls, int w, double t)
{
  const int k = walls->travel[w];
  return k < 0 ? GrWallAt(&walls->wall[w], t) : PoseAt(&walls->wall[w], t, walls->trial[k].reference, 0);
}

GrWallDomain GrWallsInnerBox(const GrWalls *walls, const GrParallelBox *box, double t)
{
  GrWallDomain space = {.dimension = walls->the_case->dimension};
  bool closed[6] = {false};
  double point[3], unused[3];

  for (int k = 0; k < 3; k++) {
    space.lower[k] = box->lower[k];
    space.upper[k] = box->upper[k];
  }
  for (int k = 0; k < walls->n_sides; k++) {
    const int w = walls->at_side[k];
    const GrWall *wall = &walls->wall[w];
    const int side = GrWallSide(wall), axis = side % 3;
    if (GrWallTurns(wall) && walls->travel[w] < 0) /* these rotate in their own plane */
      continue;
    const GrWallPose pose = GrWallsAt(walls, w, t);
    GrWallPoint(wall, &pose, point, unused);
    if (side < 3)
      space.lower[axis] = closed[side] ? GrLarger(space.lower[axis], point[axis]) : point[axis];
    else
      space.upper[axis] = closed[side] ? -GrLarger(-space.upper[axis], -point[axis]) : point[axis];
    closed[side] = true;
  }
  return space;
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

void GrWallsAdvance(GrWalls *walls, const GrStepWeights *step)
{
  for (int k = 0; k < walls->n_travels; k++) {
    const GrWall *wall = &walls->wall[walls->giving_way[k]];
    const GrWallTravel *now = &walls->committed[k];
    GrWallTravel *next = &walls->trial[k];
    const double middle = MiddleSpeed(wall, now, step);
    *next = *now;
    if (GrWallHasShaft(wall)) {
      GrWallShaftAdvance(wall, now, step, next);
      continue;
    }
    next->distance = now->distance + step->drift * middle;
    next->speed = LimitSpeed(wall, middle + step->predict * now->acceleration);
  }
  for (int s = 0; s < SUMS * walls->n_travels; s++)
    GrSumClear(&walls->sum[s]);
}

void GrWallsResist(GrWalls *walls, const GrModel *model, const GrWallParticles *particles, const GrBatch *batch)
{
  double n[3];

  for (int i = 0; i < batch->contacts.n; i++) {
    const PetscInt w = batch->contacts.second[i];
    if (walls->travel[w] < 0)
      continue;
    const GrWall *wall = &walls->wall[w];
    GrSum *sum = &walls->sum[SUMS * walls->travel[w]];
    if (GrWallHasShaft(wall)) {
      GrSumAdd(&sum[RESISTANCE], GrWallShaftResistance(wall, model, particles, batch, i));
      continue;
    }
    const double mass = batch->geometry.has_masses && !isnan(batch->geometry.mass[i])
                            ? batch->geometry.mass[i]
                            : particles->mass[batch->contacts.first[i]];
    GrWallDirection(wall, n);
    GrSumAdd(&sum[RESISTANCE],
             batch->results.force[0][i] * n[0] + batch->results.force[1][i] * n[1] + batch->results.force[2][i] * n[2]);
    if (wall->mass > 0 || !(batch->geometry.overlap[i] > 0))
      continue;
    GrSumAdd(&sum[MASS], mass);
    GrSumAdd(&sum[IMPEDANCE],
             sqrt(mass * GrModelStiffness(model, batch->contacts.type[i], batch->geometry.overlap[i])));
  }
}

static bool HoldsStress(const GrWall *wall)
{
  return !(wall->mass > 0) && !GrWallHasShaft(wall) && isnan(wall->servo.force);
}

/* Load of a wall at time t [N]. `space` is used only for walls with a given stress. */
static double LoadOf(const GrWalls *walls, int w, const GrWallDomain *space, double t)
{
  const GrWall *wall = &walls->wall[w];
  const GrWallServo *servo = &wall->servo;
  double direction[3], gravity[3];

  if (HoldsStress(wall))
    return GrFunctionOr(servo->stress_of_time, servo->stress, t) * wall->shape->area(wall, space);
  if (!(wall->mass > 0))
    return GrFunctionOr(servo->force_of_time, servo->force, t);
  GrWallDirection(wall, direction);
  GrFunctionVectorAt(walls->the_case->gravity_of_time, walls->the_case->gravity_vector, t, gravity);
  return GrFunctionOr(wall->drive.load_of_time, wall->drive.load, t) + wall->mass * GrDot3(gravity, direction);
}

/* Whether the load of a wall with a mass varies; its work is then accumulated from its power. */
static bool LoadVaries(const GrWalls *walls, const GrWall *wall)
{
  return wall->drive.load_of_time || GrFunctionVaries(walls->the_case->gravity_of_time);
}

double GrWallsLoad(const GrWalls *walls, const GrParallelBox *box, int w, double t)
{
  GrWallDomain space;

  if (GrWallHasShaft(&walls->wall[w]))
    return NAN;
  if (HoldsStress(&walls->wall[w]))
    space = GrWallsInnerBox(walls, box, t);
  return LoadOf(walls, w, &space, t);
}

/* Acceleration, speed and work of a wall from the sums over all ranks. The speed is finished from that of the drift,
   because `predict` and `back` cancel. */
static void FinishTravel(const GrWall *wall, const double sum[SUMS], const GrStepWeights *step, const GrWallTravel *now,
                         GrWallTravel *next)
{
  const double pull = next->load - sum[RESISTANCE] - sum[IMPEDANCE] * next->speed;

  next->power = sum[RESISTANCE] * next->speed;
  next->work = now->work + 0.5 * step->drift * (now->power + next->power);
  if (sum[MASS] > 0)
    next->inertia = sum[MASS];
  if (next->inertia > 0) {
    next->acceleration = pull / next->inertia;
    next->speed = LimitSpeed(wall, MiddleSpeed(wall, now, step) + step->end * next->acceleration);
  } else {
    next->speed = pull == 0 ? 0 : copysign(wall->servo.max_speed, pull);
  }
}

/* Work of a varying load, by the trapezoidal rule. */
static void AddWorkOfLoad(const GrStepWeights *step, const GrWallTravel *now, GrWallTravel *next)
{
  next->drive_power = next->load * next->speed;
  next->drive_work = now->drive_work + 0.5 * step->drift * (now->drive_power + next->drive_power);
}

PetscErrorCode GrWallsFinish(GrWalls *walls, const GrParallelBox *box, double t, const GrStepWeights *step,
                             MPI_Comm comm)
{
  GrWallDomain space = {.dimension = 0}; /* dimension 0: not computed yet */

  if (walls->n_travels == 0)
    return 0;
  PetscCall(GrSumReduce(walls->sum, SUMS * walls->n_travels, comm));
  for (int k = 0; k < walls->n_travels; k++) {
    const GrWall *wall = &walls->wall[walls->giving_way[k]];
    double sum[SUMS];
    for (int s = 0; s < SUMS; s++)
      sum[s] = GrSumValue(&walls->sum[SUMS * k + s]);
    if (GrWallHasShaft(wall)) {
      GrWallShaftFinish(wall, t, sum[RESISTANCE], step, &walls->committed[k], &walls->trial[k]);
      continue;
    }
    if (HoldsStress(wall) && space.dimension == 0)
      space = GrWallsInnerBox(walls, box, t);
    walls->trial[k].load = LoadOf(walls, walls->giving_way[k], &space, t);
    FinishTravel(wall, sum, step, &walls->committed[k], &walls->trial[k]);
    if (wall->mass > 0 && LoadVaries(walls, wall))
      AddWorkOfLoad(step, &walls->committed[k], &walls->trial[k]);
  }
  return 0;
}

PetscErrorCode GrWallsCommit(GrWalls *walls)
{
  PetscCall(PetscArraycpy(walls->committed, walls->trial, walls->n_travels));
  GrWallsCommitParts(walls);
  return 0;
}

double GrWallsAstray(const GrWalls *walls, int w)
{
  const GrDomain *domain = &walls->the_case->domain;
  const GrWallTravel *travel = walls->travel[w] < 0 ? NULL : &walls->committed[walls->travel[w]];
  double direction[3], length = 0;

  /* it rests, or particles push back, or it stays at its shaft */
  if (!travel || travel->speed == 0 || travel->power != 0 || GrWallHasShaft(&walls->wall[w]))
    return 0;
  GrWallDirection(&walls->wall[w], direction);
  for (int k = 0; k < walls->the_case->dimension; k++)
    length += fabs(direction[k]) * (domain->upper[k] - domain->lower[k]);
  const bool returns = walls->wall[w].mass > 0 && travel->distance < 0;
  return fabs(travel->distance) > length && !returns ? travel->distance : 0;
}

void GrWallsSetReference(GrWalls *walls)
{
  for (int k = 0; k < walls->n_travels; k++)
    walls->trial[k].reference = walls->committed[k].reference = walls->committed[k].distance;
}

void GrWallsAddEnergies(const GrWalls *walls, GrSum *kinetic, GrSum *external)
{
  for (int k = 0; k < walls->n_travels; k++) {
    const GrWallTravel *travel = &walls->committed[k];
    const GrWall *wall = &walls->wall[walls->giving_way[k]];
    const double mass = wall->mass;
    if (GrWallHasShaft(wall)) {
      GrSumAdd(kinetic, 0.5 * travel->inertia * travel->speed * travel->speed);
      GrSumAdd(external, travel->drive_work);
      GrSumAdd(external, -travel->work);
    }
    if (!(mass > 0))
      continue;
    GrSumAdd(kinetic, 0.5 * mass * travel->speed * travel->speed);
    GrSumAdd(external, LoadVaries(walls, wall) ? travel->drive_work : travel->load * travel->distance);
    GrSumAdd(external, -travel->work);
  }
}
