/* travel: motion of load-controlled walls; see travel.h. The kinds of motion (load.h) have the equations.

   The motions are integrated with the particles, with the same weights of a step (world/step.h). The sums over the
   contacts of a wall are exact sums over all ranks (base/math/sum.h), with one reduction per step for all walls. The
   motion therefore has the same bits on any number of ranks. */
#include "base/math/elementary.h"
#include "base/math/vector.h"
#include "wall/load.h"
#include "wall/wall.h"

#include <math.h>

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
  walls->n_sums = 0;
  for (int k = 0; k < walls->n_travels; k++) {
    walls->trial[k] = walls->committed[k] = GrWallLoadBegin(&walls->wall[walls->giving_way[k]]);
    walls->n_sums = PetscMax(walls->n_sums, walls->trial[k].kind->n_sums);
  }
  return PetscMalloc1(walls->n_sums * walls->n_travels, &walls->sum);
}

PetscErrorCode GrWallsDestroyTravels(GrWalls *walls)
{
  PetscCall(PetscFree2(walls->travel, walls->giving_way));
  PetscCall(PetscFree(walls->trial));
  PetscCall(PetscFree(walls->committed));
  return PetscFree(walls->sum);
}

/* State of a wall at the begin of a stage at time t, from its state `before`. A wall that is moved in another way than
   before keeps its works only; its speeds are those of GrWallLoadKind.inherit. */
static GrWallTravel Continue(const GrWall *wall, double t, const GrWallTravel *before)
{
  GrWallTravel now = GrWallLoadBegin(wall), begun = now;

  if (now.kind == before->kind || (now.kind->straight && before->kind->straight)) {
    now = *before;
    now.kind = begun.kind;
    if (now.kind->begin && wall->travels == t)
      now.kind->begin(wall, &now);
  }
  now.work = before->work;
  now.drive_work = before->drive_work;
  now.lost = before->lost;
  if (wall->travels == t)
    now.distance = now.reference = 0;
  return now;
}

PetscErrorCode GrWallsChangeTravels(GrWalls *walls, double t)
{
  GrWalls before = *walls;

  GrWallsClassify(walls);
  walls->n_travels = 0;
  PetscCall(GrWallsCreateTravels(walls));
  for (int k = 0; k < walls->n_travels; k++) {
    const int w = walls->giving_way[k];
    if (before.travel[w] >= 0)
      walls->trial[k] = walls->committed[k] = Continue(&walls->wall[w], t, &before.committed[before.travel[w]]);
  }
  return GrWallsDestroyTravels(&before);
}

/* Pose of a wall at time t in a state of its load-controlled motion. */
static GrWallPose PoseAt(const GrWall *wall, double t, const GrWallTravel *state)
{
  GrWallPose pose = GrWallAt(wall, t);

  state->kind->pose(wall, state, &pose);
  return pose;
}

GrWallPose GrWallsAt(const GrWalls *walls, int w, double t)
{
  const int k = walls->travel[w];
  return k < 0 ? GrWallAt(&walls->wall[w], t) : PoseAt(&walls->wall[w], t, &walls->trial[k]);
}

GrWallPose GrWallsBefore(const GrWalls *walls, int w, double t, double h)
{
  const int k = walls->travel[w];
  return k < 0 ? GrWallAt(&walls->wall[w], t - h) : PoseAt(&walls->wall[w], t - h, &walls->committed[k]);
}

GrWallPose GrWallsReferenceAt(const GrWalls *walls, int w, double t)
{
  GrWallTravel state;

  if (walls->travel[w] < 0)
    return GrWallAt(&walls->wall[w], t);
  state = walls->trial[walls->travel[w]];
  state.distance = state.reference;
  state.speed = 0;
  state.body.at = state.body.reference;
  return PoseAt(&walls->wall[w], t, &state);
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

void GrWallsAdvance(GrWalls *walls, const GrStepWeights *step)
{
  for (int k = 0; k < walls->n_travels; k++) {
    walls->trial[k] = walls->committed[k];
    walls->trial[k].kind->advance(&walls->wall[walls->giving_way[k]], &walls->committed[k], step, &walls->trial[k]);
  }
  for (int s = 0; s < walls->n_sums * walls->n_travels; s++)
    GrSumClear(&walls->sum[s]);
}

void GrWallsResist(GrWalls *walls, const GrModel *model, const GrWallParticles *particles, const GrBatch *batch)
{
  for (int i = 0; i < batch->contacts.n; i++) {
    const PetscInt w = batch->contacts.second[i], k = walls->travel[w];
    const GrWallContact contact = {model, particles, batch, i};
    if (k >= 0)
      walls->trial[k].kind->resist(&walls->wall[w], &walls->trial[k], &contact, &walls->sum[walls->n_sums * k]);
  }
}

double GrWallsLargestLoad(const GrWalls *walls, const GrParallelBox *box, int w, double t)
{
  const GrWallLoadKind *kind = GrWallLoadOf(&walls->wall[w]);
  GrWallDomain space = {.dimension = 0};

  if (!kind || !kind->largest_load)
    return 0;
  if (GrWallHoldsStress(&walls->wall[w]))
    space = GrWallsInnerBox(walls, box, t);
  return kind->largest_load(walls->the_case, &walls->wall[w], &space);
}

PetscErrorCode GrWallsFinish(GrWalls *walls, const GrParallelBox *box, double t, const GrStepWeights *step,
                             MPI_Comm comm)
{
  GrWallDomain space = {.dimension = 0}; /* dimension 0: not computed yet */
  const GrWallConditions at = {walls->the_case, &space, t, step};

  if (walls->n_travels == 0)
    return 0;
  PetscCall(GrSumReduce(walls->sum, walls->n_sums * walls->n_travels, comm));
  for (int k = 0; k < walls->n_travels; k++) {
    const GrWall *wall = &walls->wall[walls->giving_way[k]];
    const GrWallLoadKind *kind = walls->trial[k].kind;
    double sum[GR_WALL_SUMS];
    for (int s = 0; s < kind->n_sums; s++)
      sum[s] = GrSumValue(&walls->sum[walls->n_sums * k + s]);
    if (space.dimension == 0 && GrWallHoldsStress(wall))
      space = GrWallsInnerBox(walls, box, t);
    kind->finish(wall, &at, sum, &walls->committed[k], &walls->trial[k]);
  }
  return 0;
}

PetscErrorCode GrWallsCommit(GrWalls *walls)
{
  PetscCall(PetscArraycpy(walls->committed, walls->trial, walls->n_travels));
  GrWallsCommitParts(walls);
  return 0;
}

/* A wall at rest, or that particles push back, is not astray. */
double GrWallsAstray(const GrWalls *walls, int w)
{
  const GrWallTravel *state = walls->travel[w] < 0 ? NULL : &walls->committed[walls->travel[w]];

  if (!state || state->speed == 0 || state->power != 0 || !state->kind->astray)
    return 0;
  return state->kind->astray(walls->the_case, &walls->wall[w], state);
}

void GrWallsSetReference(GrWalls *walls)
{
  for (int k = 0; k < walls->n_travels; k++) {
    GrWallTravel *state = &walls->committed[k];
    walls->trial[k].reference = state->reference = state->distance;
    walls->trial[k].body.reference = state->body.reference = state->body.at;
  }
}

void GrWallsAddEnergies(const GrWalls *walls, const GrWallEnergies *energies)
{
  for (int k = 0; k < walls->n_travels; k++) {
    const GrWallTravel *state = &walls->committed[k];
    if (state->kind->add_energies)
      state->kind->add_energies(walls->the_case, &walls->wall[walls->giving_way[k]], state, energies);
  }
}

GrWallTravel GrWallsStateOf(const GrWalls *walls, int w, const GrWall *now)
{
  const int k = walls->n_walls > 0 ? walls->travel[w] : -1; /* 0 walls: they are not created yet */

  return k >= 0 && walls->committed[k].kind == GrWallLoadOf(now) ? walls->committed[k] : GrWallLoadBegin(now);
}

double GrWallsInverseMass(const GrWalls *walls, int w, const double x[3], const double n[3])
{
  const GrWallTravel *state = walls->travel[w] < 0 ? NULL : &walls->trial[walls->travel[w]];
  double mode[GR_WALL_MODES], sum = 0;

  if (!state || !state->kind->least_mass)
    return 0;
  state->kind->modes(&walls->wall[w], state, x, n, mode);
  for (int k = 0; k < state->kind->n_modes; k++)
    sum += mode[k] * mode[k];
  return sum;
}
