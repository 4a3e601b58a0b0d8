/* travel: walls that give way to a load along their direction; see wall.h.

   s the way along the direction n, from where the prescribed motion has the wall, R the force of the particles on the
   wall against n, L the load:
     free    m d^2s/dt^2 = L - R           L = load + m g . n
     servo   M d^2s/dt^2 = L - R - C ds/dt,  |ds/dt| <= max_speed,   L = force, or stress times area
     M = sum of m,  C = sum of sqrt(k m) over the particles that touch the wall, of mass m and contact stiffness k
   C is the impedance of the layer at the wall: a servo takes up the waves that come to it instead of throwing them
   back, whatever the depth of the bed. So the bed comes to a new load in about the time that a wave needs through it,
   without swinging; a larger C is slower, a smaller one lets the bed swing. C/M is about sqrt(k/m), whose inverse is
   longer than any stable step, and there is no parameter to tune. While nothing touches, M is the last one and C = 0;
   until anything has touched, the servo moves at max_speed. While particles push it away at a speed v, it holds
   R = L + C v: more than its load, as a layer of the bed that moved so would.

   Both are integrated with the particles, by the same half kicks and drifts (time/verlet.c). R, M and C are exact sums
   over all ranks (base/math/sum.h), one reduction a step: the motion has the same bits on any number of ranks.

   Area: that of the shape in the room between the walls at the sides of the box, wherever these are by now.

   Energy: to the particles a wall does the work of R along its way, as one that moves as prescribed does. A free wall
   is a body of the system besides: it has a kinetic energy, and the external work is that of L. The inertia M of a
   servo is none of a body and appears nowhere. */
#include "base/math/elementary.h"
#include "base/math/vector.h"
#include "wall/wall.h"

#include <math.h>

enum { RESISTANCE, MASS, IMPEDANCE, SUMS };

PetscErrorCode GrWallsCreateTravels(GrWalls *walls)
{
  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(walls->n_walls, &walls->travel, walls->n_walls, &walls->giving_way));
  for (int w = 0; w < walls->n_walls; w++) {
    walls->travel[w] = -1;
    if (!GrWallGivesWay(&walls->wall[w]))
      continue;
    walls->giving_way[walls->n_travels] = w;
    walls->travel[w] = walls->n_travels++;
  }
  PetscCall(PetscCalloc1(walls->n_travels, &walls->trial));
  PetscCall(PetscCalloc1(walls->n_travels, &walls->committed));
  PetscCall(PetscMalloc1(SUMS * walls->n_travels, &walls->sum));
  for (int k = 0; k < walls->n_travels; k++)
    if (walls->wall[walls->giving_way[k]].mass > 0)
      walls->trial[k].inertia = walls->committed[k].inertia = walls->wall[walls->giving_way[k]].mass;
  PetscFunctionReturn(0);
}

PetscErrorCode GrWallsDestroyTravels(GrWalls *walls)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree2(walls->travel, walls->giving_way));
  PetscCall(PetscFree(walls->trial));
  PetscCall(PetscFree(walls->committed));
  PetscCall(PetscFree(walls->sum));
  PetscFunctionReturn(0);
}

PetscErrorCode GrWallsChangeTravels(GrWalls *walls, double t)
{
  GrWalls before = *walls;

  PetscFunctionBeginUser;
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
    if (wall->travels == t)
      now.distance = now.reference = 0;
    walls->trial[k] = walls->committed[k] = now;
  }
  PetscCall(GrWallsDestroyTravels(&before));
  PetscFunctionReturn(0);
}

/* A wall that has come so far, so fast. */
static void MovePose(const GrWall *wall, double distance, double speed, GrWallPose *pose)
{
  double direction[3];

  GrWallDirection(wall, direction);
  for (int k = 0; k < 3; k++) {
    pose->offset[k] += distance * direction[k];
    pose->pivot[k] += distance * direction[k];
    pose->velocity[k] += speed * direction[k];
  }
}

GrWallPose GrWallsAt(const GrWalls *walls, int w, double t)
{
  GrWallPose pose = GrWallAt(&walls->wall[w], t);

  if (walls->travel[w] >= 0) {
    const GrWallTravel *travel = &walls->trial[walls->travel[w]];
    MovePose(&walls->wall[w], travel->distance, travel->speed, &pose);
  }
  return pose;
}

GrWallPose GrWallsReferenceAt(const GrWalls *walls, int w, double t)
{
  GrWallPose pose = GrWallAt(&walls->wall[w], t);

  if (walls->travel[w] >= 0)
    MovePose(&walls->wall[w], walls->trial[walls->travel[w]].reference, 0, &pose);
  return pose;
}

GrWallDomain GrWallsRoom(const GrWalls *walls, const GrBox *box, double t)
{
  GrWallDomain room = {.dimension = walls->the_case->dimension};
  PetscBool closed[6] = {PETSC_FALSE};
  double point[3], unused[3];

  for (int k = 0; k < 3; k++) {
    room.lower[k] = box->lower[k];
    room.upper[k] = box->upper[k];
  }
  for (int k = 0; k < walls->n_sides; k++) {
    const int w = walls->at_side[k];
    const GrWall *wall = &walls->wall[w];
    const int side = GrWallSide(wall), axis = side % 3;
    if (GrWallTurns(wall) && walls->travel[w] < 0) /* those turn in themselves */
      continue;
    const GrWallPose pose = GrWallsAt(walls, w, t);
    GrWallPoint(wall, &pose, point, unused);
    if (side < 3)
      room.lower[axis] = closed[side] ? GrLarger(room.lower[axis], point[axis]) : point[axis];
    else
      room.upper[axis] = closed[side] ? -GrLarger(-room.upper[axis], -point[axis]) : point[axis];
    closed[side] = PETSC_TRUE;
  }
  return room;
}

/* The speed that a servo may have. */
static double LimitSpeed(const GrWall *wall, double speed)
{
  const double most = wall->servo.max_speed;
  if (!(most > 0))
    return speed;
  return speed > most ? most : speed < -most ? -most : speed;
}

/* The speed in the middle of a step. */
static double MiddleSpeed(const GrWall *wall, const GrWallTravel *now, double h)
{
  return LimitSpeed(wall, now->speed + 0.5 * h * now->acceleration);
}

void GrWallsAdvance(GrWalls *walls, double h, PetscBool mean)
{
  for (int k = 0; k < walls->n_travels; k++) {
    const GrWall *wall = &walls->wall[walls->giving_way[k]];
    const GrWallTravel *now = &walls->committed[k];
    GrWallTravel *next = &walls->trial[k];
    const double middle = MiddleSpeed(wall, now, h);
    *next = *now;
    next->distance = now->distance + h * middle;
    next->speed = mean ? middle : LimitSpeed(wall, middle + 0.5 * h * now->acceleration);
  }
  for (int s = 0; s < SUMS * walls->n_travels; s++)
    GrSumClear(&walls->sum[s]);
}

void GrWallsResist(GrWalls *walls, const GrModel *model, const GrWallParticles *particles, const GrBatch *batch)
{
  const PetscInt w = batch->n ? batch->second[0] : -1;
  double n[3];

  if (w < 0 || walls->travel[w] < 0)
    return;
  const GrWall *wall = &walls->wall[w];
  GrSum *sum = &walls->sum[SUMS * walls->travel[w]];
  GrWallDirection(wall, n);
  for (int i = 0; i < batch->n; i++) {
    const double mass = particles->mass[batch->first[i]];
    GrSumAdd(&sum[RESISTANCE], batch->force[0][i] * n[0] + batch->force[1][i] * n[1] + batch->force[2][i] * n[2]);
    if (wall->mass > 0 || !(batch->overlap[i] > 0))
      continue;
    GrSumAdd(&sum[MASS], mass);
    GrSumAdd(&sum[IMPEDANCE], sqrt(mass * GrModelStiffness(model, batch->type[i], batch->overlap[i])));
  }
}

static PetscBool HoldsStress(const GrWall *wall)
{
  return (PetscBool)(!(wall->mass > 0) && isnan(wall->servo.force));
}

/* Load of a wall [N]. `room` is read only for walls that hold a stress. */
static double LoadOf(const GrWalls *walls, int w, const GrWallDomain *room)
{
  const GrWall *wall = &walls->wall[w];
  double direction[3];

  if (HoldsStress(wall))
    return wall->servo.stress * wall->shape->area(wall, room);
  if (!(wall->mass > 0))
    return wall->servo.force;
  GrWallDirection(wall, direction);
  return wall->load + wall->mass * GrDot3(walls->the_case->gravity_vector, direction);
}

double GrWallsLoad(const GrWalls *walls, const GrBox *box, int w, double t)
{
  GrWallDomain room;

  if (HoldsStress(&walls->wall[w]))
    room = GrWallsRoom(walls, box, t);
  return LoadOf(walls, w, &room);
}

/* What the sums make of one wall; `middle`: its speed in the middle of the step of h. */
static void FinishTravel(const GrWall *wall, const double sum[SUMS], double middle, double h, const GrWallTravel *now,
                         GrWallTravel *next)
{
  const double pull = next->load - sum[RESISTANCE] - sum[IMPEDANCE] * next->speed;

  next->power = sum[RESISTANCE] * next->speed;
  next->work = now->work + 0.5 * h * (now->power + next->power);
  if (sum[MASS] > 0)
    next->inertia = sum[MASS];
  if (next->inertia > 0) {
    next->acceleration = pull / next->inertia;
    next->speed = LimitSpeed(wall, middle + 0.5 * h * next->acceleration);
  } else {
    next->speed = pull == 0 ? 0 : copysign(wall->servo.max_speed, pull);
  }
}

PetscErrorCode GrWallsFinish(GrWalls *walls, const GrBox *box, double t, double h, MPI_Comm comm)
{
  GrWallDomain room = {.dimension = 0}; /* dimension 0: not computed yet */

  PetscFunctionBeginUser;
  if (walls->n_travels == 0)
    PetscFunctionReturn(0);
  PetscCall(GrSumReduce(walls->sum, SUMS * walls->n_travels, comm));
  for (int k = 0; k < walls->n_travels; k++) {
    const GrWall *wall = &walls->wall[walls->giving_way[k]];
    double sum[SUMS];
    for (int s = 0; s < SUMS; s++)
      sum[s] = GrSumValue(&walls->sum[SUMS * k + s]);
    if (HoldsStress(wall) && room.dimension == 0)
      room = GrWallsRoom(walls, box, t);
    walls->trial[k].load = LoadOf(walls, walls->giving_way[k], &room);
    FinishTravel(wall, sum, MiddleSpeed(wall, &walls->committed[k], h), h, &walls->committed[k], &walls->trial[k]);
  }
  PetscFunctionReturn(0);
}

PetscErrorCode GrWallsCommit(GrWalls *walls)
{
  PetscFunctionBeginUser;
  PetscCall(PetscArraycpy(walls->committed, walls->trial, walls->n_travels));
  GrWallsCommitParts(walls);
  PetscFunctionReturn(0);
}

double GrWallsAstray(const GrWalls *walls, int w)
{
  const GrDomain *domain = &walls->the_case->domain;
  const GrWallTravel *travel = walls->travel[w] < 0 ? NULL : &walls->committed[walls->travel[w]];
  double direction[3], length = 0;

  if (!travel || travel->speed == 0 || travel->power != 0) /* it is at rest, or particles hold against it */
    return 0;
  GrWallDirection(&walls->wall[w], direction);
  for (int k = 0; k < walls->the_case->dimension; k++)
    length += fabs(direction[k]) * (domain->upper[k] - domain->lower[k]);
  const PetscBool returns = (PetscBool)(walls->wall[w].mass > 0 && travel->distance < 0);
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
    const double mass = walls->wall[walls->giving_way[k]].mass;
    if (!(mass > 0))
      continue;
    GrSumAdd(kinetic, 0.5 * mass * travel->speed * travel->speed);
    GrSumAdd(external, travel->load * travel->distance);
    GrSumAdd(external, -travel->work);
  }
}
