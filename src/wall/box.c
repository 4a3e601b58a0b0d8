/* box: a solid block, or a hollow box around the particles.

   With u = x - c from the centre c to the point x, axes e_k, half lengths h_k [m], q_k = |u . e_k| - h_k, gap g [m]:
     block    outside  g = |max(q, 0)|, from the closest point: on a face, an edge or a corner;
              inside   g = the largest q, along its axis
     hollow   six parts, the faces at -h_1, h_1, -h_2, ..., each a plane that pushes inwards
   A box with length 0 is infinite along that axis; in dimension 2 the third length is 0. */
#include "base/math/vector.h"
#include "wall/registry.h"
#include "wall/shape.h"

enum { CENTRE, LENGTHS, ALONG, ACROSS, HOLLOW };
static const GrWallParameter parameters[] = {
    {GR_WALL_CENTRE},
    {.name = "lengths", .kind = GR_WALL_LENGTHS, .meaning = "the lengths of the edges; 0: infinite"},
    {.name = "along",
     .kind = GR_WALL_DIRECTION,
     .meaning = "the direction of the first length",
     .fallback = "[1, 0, 0]"},
    {.name = "across",
     .kind = GR_WALL_DIRECTION,
     .meaning = "direction of the second length; granum makes it perpendicular to the first",
     .fallback = "[0, 1, 0]"},
    {GR_WALL_HOLLOW},
    {0}};

typedef struct {
  double centre[3], edge[3][3], half[3];
  bool hollow;
} Block;

static Block BlockOf(const GrWall *wall)
{
  Block b = {.hollow = wall->value[HOLLOW].flag};

  GrCopy3(wall->value[CENTRE].number, b.centre);
  GrCopy3(wall->value[ALONG].number, b.edge[0]);
  GrCopy3(wall->value[ACROSS].number, b.edge[1]);
  for (int k = 0; k < 3; k++)
    b.half[k] = wall->value[LENGTHS].number[k] > 0 ? 0.5 * wall->value[LENGTHS].number[k] : INFINITY;
  GrCross3(b.edge[0], b.edge[1], b.edge[2]);
  return b;
}

static Block BlockAt(const GrWall *wall, const GrWallPose *pose)
{
  Block b = BlockOf(wall);

  GrWallMovePoint(pose, wall->value[CENTRE].number, b.centre);
  for (int k = 0; k < 3; k++)
    GrWallMoveVector(pose, b.edge[k]);
  return b;
}

/* Gap of a point to a solid block. */
static double GapOfBlock(const Block *b, const double x[3], double normal[3])
{
  const double u[3] = {x[0] - b->centre[0], x[1] - b->centre[1], x[2] - b->centre[2]};
  double sign[3], beyond[3], largest = -INFINITY, out[3] = {0}, gap = 0;
  int outside = 0, face = 0;

  for (int k = 0; k < 3; k++) {
    const double at = GrDot3(u, b->edge[k]);
    sign[k] = at < 0 ? -1 : 1;
    beyond[k] = sign[k] * at - b->half[k];
    face = beyond[k] > largest ? k : face;
    largest = beyond[k] > largest ? beyond[k] : largest;
    outside += beyond[k] > 0;
    gap += beyond[k] > 0 ? beyond[k] * beyond[k] : 0;
  }
  gap = outside > 1 ? sqrt(gap) : largest;
  for (int k = 0; k < 3; k++)
    out[k] = outside > 1 ? (beyond[k] > 0 ? sign[k] * beyond[k] / gap : 0) : k == face ? sign[k] : 0;
  for (int k = 0; k < 3; k++)
    normal[k] = out[0] * b->edge[0][k] + out[1] * b->edge[1][k] + out[2] * b->edge[2][k];
  return gap + 0 * (u[0] + u[1] + u[2]);
}

/* Gap of a point to a face of a hollow box: part 2 k is the face at -h_k, part 2 k + 1 the face at h_k. */
static double GapOfFace(const Block *b, int part, const double x[3], double normal[3])
{
  const int k = part / 2;
  const double u[3] = {x[0] - b->centre[0], x[1] - b->centre[1], x[2] - b->centre[2]}, inwards = part % 2 ? -1 : 1;

  for (int a = 0; a < 3; a++)
    normal[a] = inwards * b->edge[k][a];
  return GrDot3(u, normal) + b->half[k];
}

static double GapOfBox(const void *surface, int part, const double x[3], double normal[3])
{
  const Block *b = surface;
  return b->hollow ? GapOfFace(b, part, x, normal) : GapOfBlock(b, x, normal);
}

static void TouchBox(const GrWall *wall, const GrWallPose *pose, GrWallChunk *chunk)
{
  const Block b = BlockAt(wall, pose);
  GrWallTouchEach(&b, GapOfBox, chunk);
}

/* NaN counts as near. */
static int PartsOfBox(const GrWall *wall, const GrWallPose *pose, const double x[3], double reach, int64_t part[])
{
  const Block b = BlockAt(wall, pose);
  double unused[3];
  int n = 0;

  for (int k = 0; k < (b.hollow ? 6 : 1); k++)
    if (!(GapOfBox(&b, k, x, unused) >= reach) && !(b.hollow && isinf(b.half[k / 2])))
      part[n++] = k;
  return n;
}

static bool CheckBox(GrWall *wall, const GrWallDomain *domain, GrWallComplaint *complaint)
{
  double *lengths = wall->value[LENGTHS].number;
  const double *endless[3];
  int n = 0;

  if (domain->dimension == 2) {
    wall->value[CENTRE].number[2] = domain->lower[2];
    lengths[2] = 0;
  }
  if (!GrWallMakeAcross(wall->value[ALONG].number, wall->value[ACROSS].number))
    return GrWallComplain(complaint, "across", "is the direction of the first length, along; write one across it");
  const Block b = BlockOf(wall);
  for (int k = 0; k < 3; k++)
    if (isinf(b.half[k]))
      endless[n++] = b.edge[k];
  if (n == 3)
    return GrWallComplain(complaint, "lengths", "are 0, so that the box has no face; write the lengths of its edges");
  return GrWallCheckRepeats(wall, domain, "a box of these lengths", n, endless, complaint);
}

static void FormOfBox(const GrWall *wall, GrWallForm *form)
{
  const Block b = BlockOf(wall);
  form->extent = GrNorm3(b.half);
}

static double LeverOfBox(const GrWall *wall, const double pivot[3], const double axis[3])
{
  const Block b = BlockOf(wall);
  return GrWallLeverOfCorners(b.centre, 3, b.edge, b.half, pivot, axis);
}

const GrWallShape GrWall_box = {.name = "box",
                                .summary = "a block, or a hollow one around the particles",
                                .parameters = parameters,
                                .touch = TouchBox,
                                .parts = PartsOfBox,
                                .check = CheckBox,
                                .form = FormOfBox,
                                .lever = LeverOfBox};
