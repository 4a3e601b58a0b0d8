/* profile: distances from surfaces of revolution; see profile.h.

   A point is at (r, z): z = (x - c) . s, r the distance from the axis, c the centre, s the axis. With e = (r1 - r0, z1
   - z0) and the normal n = (e_z, -e_r)/|e|, which points outwards if z1 > z0,
     line       m = ((r, z) - (r0, z0)) . n
     open       |m| between the ends of the profile, beyond them the distance from the nearer end: a rim
     body       the least distance from the three edges of its section; behind all three, the largest of m, z0 - z,
                z - z1
     hollow     -m, z - z0, z1 - z, each a separate part
   All are continuous. The normal jumps only behind an edge of the surface.

   A body has two parts: the line, and its ends with their rims. Only the nearer part touches a sphere. Contact laws
   take ends and rims as flat, like discs and their edges. The stiffness therefore does not jump where a sphere rolls
   from an end to its rim. It jumps where the sphere rolls from the rim to the line. The tip of a cone belongs to the
   line.

   Limits: if a ring of points is nearest to a sphere (a plug in a funnel, a ball on a hole narrower than itself), one
   point of the ring has the contact; on the axis itself it is an arbitrary point. */
#include "wall/profile.h"

#include "base/math/vector.h"
#include "wall/shape.h"

/* The nearest point of the surface to a point of the half-plane. */
typedef struct {
  double gap, normal[2];
  int end; /* end of the profile that is the nearest point; -1: it is between the ends */
} Nearest;

/* Signed distance from an infinite line. */
static double FromLine(const double r[2], const double z[2], double at_r, double at_z, double normal[2])
{
  const double e[2] = {r[1] - r[0], z[1] - z[0]}, length = sqrt(e[0] * e[0] + e[1] * e[1]);

  normal[0] = e[1] / length;
  normal[1] = -e[0] / length;
  return (at_r - r[0]) * normal[0] + (at_z - z[0]) * normal[1];
}

/* Distance from a line segment. */
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

/* Distance from a face of a closed profile, positive outside: 0 is the line, 1 and 2 the ends. */
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

/* The profile at a pose of the wall. */
static GrWallProfile MoveProfile(const GrWallProfile *start, const GrWallPose *pose)
{
  GrWallProfile p = *start;

  GrWallMovePoint(pose, start->centre, p.centre);
  GrWallMoveVector(pose, p.axis);
  return p;
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

/* Coordinates r and z of a point in the half-plane, and the vector from the axis to the point. */
static void LocatePoint(const GrWallProfile *p, const double x[3], double *r, double *z, double away[3])
{
  const double u[3] = {x[0] - p->centre[0], x[1] - p->centre[1], x[2] - p->centre[2]};

  *z = GrDot3(u, p->axis);
  for (int k = 0; k < 3; k++)
    away[k] = u[k] - *z * p->axis[k];
  *r = GrNorm3(away);
}

/* Gap and normal of a point; a closed profile has parts. */
static double GapOfProfile(const void *surface, int part, const double x[3], double normal[3])
{
  const GrWallProfile *p = surface;
  double r, z, away[3];

  LocatePoint(p, x, &r, &z, away);
  if (r == 0)
    AnyAcross(p->axis, away);
  const Nearest nearest = FromProfile(p, part, r, z);
  for (int k = 0; k < 3; k++)
    normal[k] = nearest.normal[0] * (r == 0 ? away[k] : away[k] / r) + nearest.normal[1] * p->axis[k];
  return nearest.gap;
}

void GrWallProfileTouch(const GrWallProfile *profile, const GrWallPose *pose, GrWallChunk *chunk)
{
  const GrWallProfile p = MoveProfile(profile, pose);
  GrWallTouchEach(&p, GapOfProfile, chunk);
}

/* NaN counts as near. */
int GrWallProfileParts(const GrWallProfile *profile, const GrWallPose *pose, const double x[3], double reach,
                       int64_t part[])
{
  const GrWallProfile p = MoveProfile(profile, pose);
  const int parts = p.kind != GR_WALL_PROFILE_CLOSED ? 1 : p.hollow ? GR_WALL_PROFILE_PARTS : 2;
  double r, z, unused[3];
  int n = 0;

  LocatePoint(&p, x, &r, &z, unused);
  for (int k = 0; k < parts; k++)
    if (!(DistanceFromPart(&p, k, r, z) >= reach))
      part[n++] = k;
  return n;
}
