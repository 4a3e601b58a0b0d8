/* profile: distances from surfaces of revolution; see profile.h.

   A place is at (r, z): z = (x - c) . s, r the length of the rest, c the centre, s the axis. With e = (r1 - r0, z1 -
   z0) and the normal n = (e_z, -e_r)/|e|, out of the surface where z1 > z0,
     line       m = ((r, z) - (r0, z0)) . n
     open       |m| between the ends of the profile, beyond them the distance from the nearer end: a rim
     body       the least distance from the three edges of its section; behind all three, the largest of m, z0 - z,
                z - z1
     hollow     -m, z - z0, z1 - z, each a part of its own
   All are continuous, and so is the normal but where the surface has an edge and the place is behind it.

   A body has two parts: the line, and its ends with their rims. Only the nearer part touches a sphere. Contact laws
   take ends and rims as flat, like discs and their edges. The stiffness therefore does not jump where a sphere rolls
   from an end to its rim. It jumps where the sphere rolls from the rim to the line. The tip of a cone belongs to the
   line.

   Limits: of a ring of points as near to a sphere as the nearest one (a plug in a funnel, a ball on a hole narrower
   than itself) one has the contact; on the axis itself it is any of them. */
#include "wall/profile.h"

#include "base/math/vector.h"

/* Of a place in the half-plane. */
typedef struct {
  double gap, normal[2];
  int end; /* of the profile, at which the nearest point is; -1: between the ends */
} Nearest;

static double FromLine(const double r[2], const double z[2], double at_r, double at_z, double normal[2])
{
  const double e[2] = {r[1] - r[0], z[1] - z[0]}, length = sqrt(e[0] * e[0] + e[1] * e[1]);

  normal[0] = e[1] / length;
  normal[1] = -e[0] / length;
  return (at_r - r[0]) * normal[0] + (at_z - z[0]) * normal[1];
}

/* The distance from a piece of a straight line. */
static Nearest FromPiece(const double r[2], const double z[2], double at_r, double at_z)
{
  const double e[2] = {r[1] - r[0], z[1] - z[0]}, square = e[0] * e[0] + e[1] * e[1];
  const double along = (at_r - r[0]) * e[0] + (at_z - z[0]) * e[1];
  Nearest nearest = {.end = -1};

  nearest.gap = FromLine(r, z, at_r, at_z, nearest.normal);
  if (along < 0 || along > square) {
    const int end = along > 0;
    const double off[2] = {at_r - r[end], at_z - z[end]};
    nearest.end = end;
    nearest.gap = sqrt(off[0] * off[0] + off[1] * off[1]);
    for (int k = 0; k < 2; k++)
      nearest.normal[k] = off[k] / nearest.gap;
  } else if (nearest.gap < 0) {
    nearest.gap = -nearest.gap;
    nearest.normal[0] = -nearest.normal[0];
    nearest.normal[1] = -nearest.normal[1];
  }
  return nearest;
}

/* Part 0 is the line, 1 and 2 the ends; outwards. */
static Nearest FromFace(const GrWallProfile *p, int face, double at_r, double at_z)
{
  Nearest nearest = {.normal = {0, face == 1 ? -1 : 1}, .end = face - 1};

  if (face == 0)
    nearest.gap = FromLine(p->r, p->z, at_r, at_z, nearest.normal);
  else
    nearest.gap = face == 1 ? p->z[0] - at_z : at_z - p->z[1];
  return nearest;
}

/* Distance from the nearer of the discs that close the ends. */
static Nearest FromEnds(const GrWallProfile *p, double at_r, double at_z)
{
  Nearest nearest = {.gap = INFINITY};

  for (int end = 0; end < 2; end++) {
    const double r[2] = {0, p->r[end]}, z[2] = {p->z[end], p->z[end]};
    Nearest piece = FromPiece(r, z, at_r, at_z);
    piece.end = end;
    if (p->r[end] > 0 && !(piece.gap >= nearest.gap))
      nearest = piece;
  }
  return nearest;
}

static Nearest FromBody(const GrWallProfile *p, double at_r, double at_z)
{
  Nearest deepest = FromFace(p, 0, at_r, at_z);
  const Nearest line = FromPiece(p->r, p->z, at_r, at_z), ends = FromEnds(p, at_r, at_z);

  for (int face = 1; face < GR_WALL_PROFILE_PARTS; face++) {
    const Nearest end = FromFace(p, face, at_r, at_z);
    deepest = end.gap > deepest.gap ? end : deepest;
  }
  return deepest.gap > 0 ? (ends.gap < line.gap ? ends : line) : deepest;
}

static Nearest Opposite(Nearest nearest)
{
  return (Nearest){-nearest.gap, {-nearest.normal[0], -nearest.normal[1]}, nearest.end};
}

static bool IsBody(const GrWallProfile *p)
{
  return p->kind == GR_WALL_PROFILE_CLOSED && !p->hollow;
}

static Nearest FromProfile(const GrWallProfile *p, int part, double at_r, double at_z)
{
  Nearest nearest;

  if (p->kind == GR_WALL_PROFILE_OPEN)
    return FromPiece(p->r, p->z, at_r, at_z);
  if (IsBody(p)) {
    nearest = FromBody(p, at_r, at_z);
    const int own = nearest.end >= 0 && p->r[nearest.end] > 0;
    nearest.gap = own == part ? nearest.gap : INFINITY;
    return nearest;
  }
  nearest = FromFace(p, part, at_r, at_z);
  return p->hollow ? Opposite(nearest) : nearest;
}

/* Distance from a part, whichever part of a body is the nearer one now: the sphere may move to the other part before
   candidates are listed again. */
static double DistanceFromPart(const GrWallProfile *p, int part, double at_r, double at_z)
{
  if (!IsBody(p))
    return FromProfile(p, part, at_r, at_z).gap;
  const double gap = FromBody(p, at_r, at_z).gap;
  return gap <= 0 ? gap : (part ? FromEnds(p, at_r, at_z) : FromPiece(p->r, p->z, at_r, at_z)).gap;
}

void GrWallProfileMove(const GrWallPose *pose, GrWallProfile *p)
{
  double centre[3];

  GrWallMovePoint(pose, p->centre, centre);
  GrWallMoveVector(pose, p->axis);
  for (int k = 0; k < 3; k++)
    p->centre[k] = centre[k];
}

/* A unit vector across the axis. */
static void AnyAcross(const double axis[3], double across[3])
{
  const int least = fabs(axis[0]) <= fabs(axis[1]) && fabs(axis[0]) <= fabs(axis[2]) ? 0
                    : fabs(axis[1]) <= fabs(axis[2])                                 ? 1
                                                                                     : 2;
  const double other[3] = {least == 0, least == 1, least == 2};

  GrCross3(axis, other, across);
  const double length = GrNorm3(across);
  for (int k = 0; k < 3; k++)
    across[k] /= length;
}

/* Coordinates r and z of a place in the half-plane, and the vector from the axis to the place. */
static void SeePlace(const GrWallProfile *p, const double x[3], double *r, double *z, double away[3])
{
  const double u[3] = {x[0] - p->centre[0], x[1] - p->centre[1], x[2] - p->centre[2]};

  *z = GrDot3(u, p->axis);
  for (int k = 0; k < 3; k++)
    away[k] = u[k] - *z * p->axis[k];
  *r = GrNorm3(away);
}

/* Gap and normal of a place; of a closed one, to this part. */
static void FindGap(const GrWallProfile *p, int part, const double x[3], double *gap, double normal[3])
{
  double r, z, away[3];

  SeePlace(p, x, &r, &z, away);
  if (r == 0)
    AnyAcross(p->axis, away);
  const Nearest nearest = FromProfile(p, part, r, z);
  *gap = nearest.gap;
  for (int k = 0; k < 3; k++)
    normal[k] = nearest.normal[0] * (r == 0 ? away[k] : away[k] / r) + nearest.normal[1] * p->axis[k];
}

void GrWallProfileTouch(const GrWallProfile *p, GrWallChunk *chunk)
{
  for (int i = 0; i < chunk->n; i++) {
    const double x[3] = {chunk->x[0][i], chunk->x[1][i], chunk->x[2][i]};
    double normal[3];
    FindGap(p, (int)chunk->part[i], x, &chunk->gap[i], normal);
    for (int k = 0; k < 3; k++)
      chunk->normal[k][i] = normal[k];
  }
}

/* The comparison is such that not-a-number is near. */
int GrWallProfileParts(const GrWallProfile *p, const double x[3], double reach, int64_t part[])
{
  const int parts = p->kind != GR_WALL_PROFILE_CLOSED ? 1 : p->hollow ? GR_WALL_PROFILE_PARTS : 2;
  double r, z, unused[3];
  int n = 0;

  SeePlace(p, x, &r, &z, unused);
  for (int k = 0; k < parts; k++)
    if (!(DistanceFromPart(p, k, r, z) >= reach))
      part[n++] = k;
  return n;
}
