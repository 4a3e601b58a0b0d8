/* pose: position and velocity of a wall at a time; see granum/wall.h.

   The motions of a wall act in reverse order on its pose at the time `since`, the last motion of the list first, since
   each motion moves all later motions:
     x -> p + Q (x - p) + o,   v -> Q v + w x Q (x - p) + do/dt,   spin -> Q spin + w
   p pivot, o offset, Q rotation by an angle about the axis a (Rodrigues' formula),
     Q = 1 + sin(angle) [a] + (1 - cos(angle)) [a]^2,   [a] u = a x u,
   in a form for which Q a = a exactly if a is along x, y or z. */
#include "base/math/elementary.h"
#include "base/math/sine.h"
#include "base/math/vector.h"
#include "wall/geometry.h"

static void TurnMatrix(const double a[3], double angle, double rotation[3][3])
{
  double sine, cosine;

  GrSineCosine(angle, &sine, &cosine);
  const double side[3][3] = {{0, -a[2], a[1]}, {a[2], 0, -a[0]}, {-a[1], a[0], 0}}, lost = 1 - cosine;
  const double across[3] = {a[1] * a[1] + a[2] * a[2], a[2] * a[2] + a[0] * a[0], a[0] * a[0] + a[1] * a[1]};
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      rotation[i][k] =
          i == k ? (across[i] == 1 ? cosine : 1 - lost * across[i]) : sine * side[i][k] + lost * a[i] * a[k];
}

static void Apply(const double rotation[3][3], double u[3])
{
  const double x = u[0], y = u[1], z = u[2];

  for (int i = 0; i < 3; i++)
    u[i] = rotation[i][0] * x + rotation[i][1] * y + rotation[i][2] * z;
}

static void ApplyBack(const double rotation[3][3], double u[3])
{
  const double x = u[0], y = u[1], z = u[2];

  for (int i = 0; i < 3; i++)
    u[i] = rotation[0][i] * x + rotation[1][i] * y + rotation[2][i] * z;
}

/* Appends a rotation to the rotation so far. */
static void AppendRotation(const double turn[3][3], GrWallPose *pose)
{
  for (int k = 0; k < 3; k++) {
    double column[3];
    for (int i = 0; i < 3; i++)
      column[i] = pose->turns ? pose->rotation[i][k] : i == k;
    Apply(turn, column);
    for (int i = 0; i < 3; i++)
      pose->rotation[i][k] = column[i];
  }
  pose->turns = true;
}

void GrWallCarry(const GrWallMove *move, GrWallPose *pose)
{
  double turn[3][3], lever[3], swept[3];

  if (move->turns) {
    TurnMatrix(move->axis, move->angle, turn);
    for (int k = 0; k < 3; k++)
      lever[k] = (pose->base[k] - move->pivot[k]) + pose->offset[k];
    Apply(turn, lever);
    Apply(turn, pose->velocity);
    Apply(turn, pose->spin);
    GrCross3(move->axis, lever, swept);
    for (int k = 0; k < 3; k++) {
      pose->offset[k] = (move->pivot[k] - pose->base[k]) + lever[k];
      pose->velocity[k] += move->rate * swept[k];
      pose->spin[k] += move->rate * move->axis[k];
    }
    AppendRotation(turn, pose);
  }
  for (int k = 0; k < 3; k++) {
    pose->offset[k] += move->offset[k];
    pose->velocity[k] += move->velocity[k];
  }
}

/* The base is the pivot of the first motion that rotates the wall, so that this motion changes it by its offset only,
   whether a key of the wall or the list defines the motion. */
GrWallPose GrWallAt(const GrWall *wall, double t)
{
  GrWallPose pose = wall->stand;
  double pivot[3];

  GrWallFirstPivot(wall, pivot);
  for (int k = 0; k < 3 && !pose.turns; k++)
    pose.base[k] = pivot[k] - pose.offset[k];
  for (int k = wall->n_motions; k >= 0; k--) {
    const GrWallMove move = GrWallMoveAt(wall, k, t);
    GrWallCarry(&move, &pose);
  }
  for (int k = 0; k < 3; k++)
    pose.pivot[k] = pose.base[k] + pose.offset[k];
  return pose;
}

bool GrWallTurns(const GrWall *wall)
{
  bool turns = false;

  for (int k = 0; k <= wall->n_motions; k++)
    turns = turns || GrWallMoveAt(wall, k, wall->since).turns;
  return turns;
}

bool GrWallMoves(const GrWall *wall)
{
  bool moves = GrWallTurns(wall);

  for (int k = 0; k <= wall->n_motions; k++) {
    const GrWallMotion *m = GrWallMotionOf(wall, k);
    moves = moves || GrIsNonzero3(m->velocity) || GrIsNonzero3(m->acceleration) || GrIsNonzero3(m->amplitude) ||
            m->table.n > 0 || GrFunctionVaries(m->velocity_of_time);
  }
  return moves;
}

bool GrWallHasConstantVelocity(const GrWall *wall, double velocity[3])
{
  bool constant = !GrWallIsLoaded(wall) && !GrWallTurns(wall);

  velocity[0] = velocity[1] = velocity[2] = 0;
  for (int k = 0; k <= wall->n_motions; k++) {
    const GrWallMotion *m = GrWallMotionOf(wall, k);
    constant = constant && !GrIsNonzero3(m->acceleration) && !GrIsNonzero3(m->amplitude) && m->table.n == 0 &&
               !GrFunctionVaries(m->velocity_of_time);
    for (int a = 0; a < 3; a++)
      velocity[a] += m->velocity[a];
  }
  return constant;
}

void GrWallMoveVector(const GrWallPose *pose, double vector[3])
{
  if (pose->turns)
    Apply(pose->rotation, vector);
}

void GrWallMoveVectorBack(const GrWallPose *pose, double vector[3])
{
  if (pose->turns)
    ApplyBack(pose->rotation, vector);
}

void GrWallMovePoint(const GrWallPose *pose, const double start[3], double now[3])
{
  double lever[3];

  for (int k = 0; k < 3; k++) {
    now[k] = start[k] + pose->offset[k];
    lever[k] = start[k] - pose->base[k];
  }
  if (!pose->turns)
    return;
  Apply(pose->rotation, lever);
  for (int k = 0; k < 3; k++)
    now[k] = pose->pivot[k] + lever[k];
}

void GrWallMovePointBack(const GrWallPose *pose, const double now[3], double start[3])
{
  double lever[3];

  for (int k = 0; k < 3; k++) {
    lever[k] = now[k] - pose->pivot[k];
    start[k] = now[k] - pose->offset[k];
  }
  if (!pose->turns)
    return;
  ApplyBack(pose->rotation, lever);
  for (int k = 0; k < 3; k++)
    start[k] = pose->base[k] + lever[k];
}

int GrWallSide(const GrWall *wall)
{
  return wall->shape->side && !wall->absent ? wall->shape->side(wall) : -1;
}

void GrWallPoint(const GrWall *wall, const GrWallPose *pose, double point[3], double velocity[3])
{
  double lever[3];

  GrWallMovePoint(pose, wall->value[0].number, point);
  for (int k = 0; k < 3; k++)
    lever[k] = point[k] - pose->pivot[k];
  GrCross3(pose->spin, lever, velocity);
  for (int k = 0; k < 3; k++)
    velocity[k] = pose->velocity[k] + velocity[k];
}

/* Computes the largest component from the diagonal, the others from it. */
void GrWallOrientation(const GrWallPose *pose, double quaternion[4])
{
  const double(*r)[3] = pose->rotation, trace = r[0][0] + r[1][1] + r[2][2];
  double square[4] = {1 + trace, 0, 0, 0};
  int most = 0;

  for (int k = 1; k < 4; k++) {
    square[k] = 1 + 2 * r[k - 1][k - 1] - trace;
    most = square[k] > square[most] ? k : most;
    quaternion[k] = 0;
  }
  quaternion[0] = 1;
  if (!pose->turns)
    return;
  const double largest = 0.5 * sqrt(square[most]), scale = 0.25 / largest;
  for (int k = 1; k < 4; k++) {
    const int i = k % 3, j = (k + 1) % 3, n = most - 1; /* the axes after axis k - 1 */
    if (most == 0)
      quaternion[k] = scale * (r[j][i] - r[i][j]);
    else
      quaternion[k] = k == most ? largest : scale * (r[n][k - 1] + r[k - 1][n]);
  }
  quaternion[0] = most == 0 ? largest : scale * (r[(most + 1) % 3][most % 3] - r[most % 3][(most + 1) % 3]);
  for (int k = 3; k >= 0 && quaternion[0] < 0; k--)
    quaternion[k] = -quaternion[k];
}

/* Uses the nearest part. */
double GrWallGap(const GrWall *wall, const GrWallPose *pose, const double x[3], double normal[3])
{
  GrWallChunk chunk;
  double nearest = INFINITY;

  chunk.n = wall->shape->parts ? wall->shape->parts(wall, pose, x, INFINITY, chunk.part) : 1;
  for (int i = 0; i < chunk.n; i++)
    for (int k = 0; k < 3; k++)
      chunk.x[k][i] = x[k];
  wall->shape->touch(wall, pose, &chunk);
  for (int i = 0; i < chunk.n; i++) {
    if (i > 0 && !(chunk.gap[i] < nearest))
      continue;
    nearest = chunk.gap[i];
    for (int k = 0; k < 3; k++)
      normal[k] = chunk.normal[k][i];
  }
  return nearest;
}

/* NaN counts as near. */
bool GrWallIsNear(const GrWall *wall, const GrWallPose *pose, const double x[3], double reach)
{
  GrWallChunk chunk;
  double unused[3];

  return wall->shape->parts ? wall->shape->parts(wall, pose, x, reach, chunk.part) > 0
                            : !(GrWallGap(wall, pose, x, unused) >= reach);
}

bool GrWallDirection(const GrWall *wall, double direction[3])
{
  const bool given = GrDot3(wall->direction, wall->direction) > 0;

  if (given) {
    GrCopy3(wall->direction, direction);
  } else if (wall->shape->direction) {
    GrCopy3(wall->value[wall->shape->direction].number, direction);
    GrWallMoveVector(&wall->stand, direction);
  }
  return given || wall->shape->direction;
}
