/* Surfaces of revolution: cylinder and cone, disc and ring. A straight profile in the half-plane of the distance r from
   an axis and the height z along it, from (r0, z0) to (r1, z1), revolves about the axis.

   cylinder, cone  round walls around the particles or among them, from (r0, -length/2) to (r1, length/2) about the axis
                   through the centre. A cylinder has r0 = r1 and may be infinite. An infinite wall pushes to the side
                   of the particles. A wall with open ends is a two-sided shell of zero thickness, with a rim at each
                   end. A cylinder with closed ends is a body, or a hollow vessel whose mantle and ends each have their
                   own contact.
   disc, ring      flat plates without thickness, from (r0, 0) to (r1, 0) about the axis N through the centre; r0 = 0
                   for a disc. Both faces push. In dimension 2 a disc is a piece of a line, a ring two pieces. A load
                   moves them along N; a stress acts on the area pi (r1^2 - r0^2), in dimension 2 on the length
                   2 (r1 - r0).

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
   point of the ring has the contact; on the axis itself it is an arbitrary point.

   Contact laws use the mean of its two curvatures, 1/(2 R): they take the mantle as a sphere of radius 2 R, a hollow
   mantle as one of radius -2 R. To first order in the ratio of the radii, this gives the stiffness of a sphere on a
   cylinder (K. L. Johnson, Contact Mechanics, 4.2: the geometric mean of the relative curvatures). R of a cone is its
   mean radius over the cosine of its slope. Contact laws take closed ends as planes. */
#include "base/math/elementary.h"
#include "base/math/vector.h"
#include "wall/registry.h"
#include "wall/shape.h"
#include <stddef.h>

/* Open: the revolved profile alone, which pushes on both sides. Endless: the profile extended to an infinite line; one
   side pushes. Closed: the profile with a disc at each end. A closed body has two parts, the line and both discs. A
   closed hollow surface has three parts, the line, the disc at z0 and the disc at z1. */
typedef enum { OPEN, ENDLESS, CLOSED } ProfileKind;
enum { PARTS = 3 };
typedef struct {
  ProfileKind kind;
  bool hollow;
  double centre[3], axis[3]; /* origin of z [m]; unit vector */
  double r[2], z[2];         /* [m] */
  double normal[2];          /* n of the line; set by ProfileAt */
} Profile;

/* The nearest point of the surface to a point of the half-plane. */
typedef struct {
  double gap, normal[2];
  int end; /* end of the profile that is the nearest point; -1: it is between the ends */
} Nearest;

/* Unit normal of a line. */
static void NormalOfLine(const double r[2], const double z[2], double normal[2])
{
  const double e[2] = {r[1] - r[0], z[1] - z[0]}, length = sqrt(e[0] * e[0] + e[1] * e[1]);

  normal[0] = e[1] / length;
  normal[1] = -e[0] / length;
}

/* Signed distance from an infinite line. */
static double FromLine(const double r[2], const double z[2], const double normal[2], double at_r, double at_z)
{
  return (at_r - r[0]) * normal[0] + (at_z - z[0]) * normal[1];
}

/* Distance from a line segment. */
static Nearest FromPiece(const double r[2], const double z[2], double at_r, double at_z)
{
  const double e[2] = {r[1] - r[0], z[1] - z[0]}, square = e[0] * e[0] + e[1] * e[1];
  const double along = (at_r - r[0]) * e[0] + (at_z - z[0]) * e[1];
  Nearest nearest = {.end = -1};

  NormalOfLine(r, z, nearest.normal);
  nearest.gap = FromLine(r, z, nearest.normal, at_r, at_z);
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
static Nearest FromFace(const Profile *p, int face, double at_r, double at_z)
{
  Nearest nearest = {.normal = {0, face == 1 ? -1 : 1}, .end = face - 1};

  if (face == 0)
    return (Nearest){FromLine(p->r, p->z, p->normal, at_r, at_z), {p->normal[0], p->normal[1]}, -1};
  nearest.gap = face == 1 ? p->z[0] - at_z : at_z - p->z[1];
  return nearest;
}

/* Distance from the nearer of the discs that close the ends. */
static Nearest FromEnds(const Profile *p, double at_r, double at_z)
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

static Nearest FromBody(const Profile *p, double at_r, double at_z)
{
  Nearest deepest = FromFace(p, 0, at_r, at_z);
  const Nearest line = FromPiece(p->r, p->z, at_r, at_z), ends = FromEnds(p, at_r, at_z);

  for (int face = 1; face < PARTS; face++) {
    const Nearest end = FromFace(p, face, at_r, at_z);
    deepest = end.gap > deepest.gap ? end : deepest;
  }
  return deepest.gap > 0 ? (ends.gap < line.gap ? ends : line) : deepest;
}

static Nearest Opposite(Nearest nearest)
{
  return (Nearest){-nearest.gap, {-nearest.normal[0], -nearest.normal[1]}, nearest.end};
}

static bool IsBody(const Profile *p)
{
  return p->kind == CLOSED && !p->hollow;
}

static Nearest FromProfile(const Profile *p, int part, double at_r, double at_z)
{
  Nearest nearest;

  if (p->kind == OPEN)
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
static double DistanceFromPart(const Profile *p, int part, double at_r, double at_z)
{
  if (!IsBody(p))
    return FromProfile(p, part, at_r, at_z).gap;
  const double gap = FromBody(p, at_r, at_z).gap;
  return gap <= 0 ? gap : (part ? FromEnds(p, at_r, at_z) : FromPiece(p->r, p->z, at_r, at_z)).gap;
}

/* Coordinates r and z of a point in the half-plane, and the vector from the axis to the point. */
static inline void LocatePoint(const Profile *p, const double x[3], double *r, double *z, double away[3])
{
  const double u[3] = {x[0] - p->centre[0], x[1] - p->centre[1], x[2] - p->centre[2]};

  *z = GrDot3(u, p->axis);
  for (int k = 0; k < 3; k++)
    away[k] = u[k] - *z * p->axis[k];
  *r = GrNorm3(away);
}

/* ---- shapes ---- */

enum { CENTRE, AXIS, LENGTH, HOLLOW, ENDS, RADIUS, RADIUS_END }; /* of cylinder and cone */
enum { DISC_RADIUS = AXIS + 1, INNER = DISC_RADIUS, OUTER };     /* of disc and ring, after CENTRE and AXIS */
#define ROUND(length_meaning, length_fallback)                                                                         \
  {.name = "centre",                                                                                                   \
   .kind = GR_WALL_POINT,                                                                                              \
   .meaning = "the point of the axis in the middle; in dimension 2 its z is that of the domain"},                      \
      {.name = "axis", .kind = GR_WALL_AXIS, .meaning = "the direction of the axis, of any length"},                   \
      {GR_WALL_LENGTH("length", length_meaning), .fallback = length_fallback}, {GR_WALL_HOLLOW},                       \
  {                                                                                                                    \
    .name = "ends", .kind = GR_WALL_WORD, .meaning = "whether discs close its ends", .choices = "open|closed",         \
    .fallback = "open"                                                                                                 \
  }
static const GrWallParameter of_cylinder[] = {
    ROUND("the length; infinite (NaN in results) unless given", ""), {GR_WALL_LENGTH("radius", "the radius")}, {0}};
static const GrWallParameter of_cone[] = {ROUND("the length along the axis", NULL),
                                          {GR_WALL_SIZE("radius_start", "the radius where the axis begins")},
                                          {GR_WALL_SIZE("radius_end", "the radius where the axis ends")},
                                          {0}};
static const GrWallParameter of_disc[] = {
    {GR_WALL_CENTRE}, {GR_WALL_NORMAL}, {GR_WALL_LENGTH("radius", "the radius of its edge")}, {0}};
static const GrWallParameter of_ring[] = {{GR_WALL_CENTRE},
                                          {GR_WALL_NORMAL},
                                          {GR_WALL_LENGTH("inner_radius", "the radius of its inner edge")},
                                          {GR_WALL_LENGTH("outer_radius", "the radius of its outer edge")},
                                          {0}};

static bool IsCone(const GrWall *wall)
{
  return wall->shape == &GrWall_cone;
}

static bool IsRing(const GrWall *wall)
{
  return wall->shape == &GrWall_ring;
}

static bool IsFlat(const GrWall *wall)
{
  return IsRing(wall) || wall->shape == &GrWall_disc;
}

static bool IsEndless(const GrWall *wall)
{
  return !IsFlat(wall) && isnan(wall->value[LENGTH].number[0]);
}

/* The profile of a wall at the start. */
static Profile ProfileOf(const GrWall *wall)
{
  const GrWallValue *value = wall->value;
  Profile p = {.kind = OPEN};

  GrCopy3(value[CENTRE].number, p.centre);
  GrCopy3(value[AXIS].number, p.axis);
  if (IsFlat(wall)) {
    p.r[0] = IsRing(wall) ? value[INNER].number[0] : 0;
    p.r[1] = value[IsRing(wall) ? OUTER : DISC_RADIUS].number[0];
    return p;
  }
  p.kind = IsEndless(wall) ? ENDLESS : value[ENDS].choice ? CLOSED : OPEN;
  p.hollow = value[HOLLOW].flag;
  p.r[0] = value[RADIUS].number[0];
  p.r[1] = value[IsCone(wall) ? RADIUS_END : RADIUS].number[0];
  p.z[1] = IsEndless(wall) ? 1 : 0.5 * value[LENGTH].number[0];
  p.z[0] = -p.z[1];
  return p;
}

/* The profile at a pose of the wall. */
static Profile ProfileAt(const GrWall *wall, const GrWallPose *pose)
{
  Profile p = ProfileOf(wall);

  GrWallMovePoint(pose, wall->value[CENTRE].number, p.centre);
  GrWallMoveVector(pose, p.axis);
  NormalOfLine(p.r, p.z, p.normal);
  return p;
}

/* Loops over all entries, which the compiler vectorises, around the search for the nearest point, which has branches. A
   closed profile has parts. */
static void TouchProfile(const GrWall *wall, const GrWallPose *pose, GrWallChunk *chunk)
{
  const Profile p = ProfileAt(wall, pose);
  double r[GR_WALL_CHUNK], z[GR_WALL_CHUNK], from_axis[3][GR_WALL_CHUNK], along[2][GR_WALL_CHUNK];

  for (int i = 0; i < chunk->n; i++) {
    const double x[3] = {chunk->x[0][i], chunk->x[1][i], chunk->x[2][i]};
    double away[3];
    LocatePoint(&p, x, &r[i], &z[i], away);
    for (int k = 0; k < 3; k++)
      from_axis[k][i] = away[k] / (r[i] > 0 ? r[i] : 1);
  }
  for (int i = 0; i < chunk->n; i++) {
    const Nearest nearest = FromProfile(&p, (int)chunk->part[i], r[i], z[i]);
    double across[3];
    if (r[i] == 0)
      GrAcross3(p.axis, across);
    for (int k = 0; k < 3 && r[i] == 0; k++)
      from_axis[k][i] = across[k];
    chunk->gap[i] = nearest.gap;
    along[0][i] = nearest.normal[0];
    along[1][i] = nearest.normal[1];
  }
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < chunk->n; i++)
      chunk->normal[k][i] = along[0][i] * from_axis[k][i] + along[1][i] * p.axis[k];
}

/* NaN counts as near. */
static int PartsOfProfile(const GrWall *wall, const GrWallPose *pose, const double x[3], double reach, int64_t part[])
{
  const Profile p = ProfileAt(wall, pose);
  const int parts = p.kind != CLOSED ? 1 : p.hollow ? PARTS : 2;
  double r, z, unused[3];
  int n = 0;

  LocatePoint(&p, x, &r, &z, unused);
  for (int k = 0; k < parts; k++)
    if (!(DistanceFromPart(&p, k, r, z) >= reach))
      part[n++] = k;
  return n;
}

static double RadiusOfProfile(const GrWall *wall)
{
  const Profile p = ProfileOf(wall);
  const double rise = p.z[1] - p.z[0], slope = (p.r[1] - p.r[0]) / rise;
  const double radius = (p.r[0] + p.r[1]) * sqrt(1 + slope * slope);
  return p.hollow ? -radius : radius;
}

static bool HasFlatEnds(const GrWall *wall)
{
  return ProfileOf(wall).kind == CLOSED;
}

/* Dimension 2: a wall whose axis is across the plane is a circle. */
static bool CheckInPlane(const GrWall *wall, GrWallComplaint *complaint)
{
  if (IsFlat(wall) || fabs(wall->value[AXIS].number[2]) != 1)
    return false;
  if (IsCone(wall))
    return GrWallComplain(complaint, "axis",
                          "is across the plane of dimension 2, where a cone is no shape; write one in the plane, or "
                          "shape: cylinder");
  return !IsEndless(wall) &&
         GrWallComplain(complaint, "length",
                        "is across the plane of dimension 2, where the wall has no ends; leave it out");
}

static bool CheckProfile(GrWall *wall, const GrWallDomain *domain, GrWallComplaint *complaint)
{
  const GrWallValue *value = wall->value;
  const double *const axis = value[AXIS].number;
  const int endless = IsEndless(wall);

  if (domain->dimension == 2) {
    wall->value[CENTRE].number[2] = domain->lower[2];
    if (CheckInPlane(wall, complaint))
      return true;
  }
  if (IsRing(wall) && !(value[INNER].number[0] < value[OUTER].number[0]))
    return GrWallComplain(complaint, "inner_radius",
                          "is not below outer_radius, %g m; write a smaller one, or shape: disc without a hole",
                          value[OUTER].number[0]);
  if (endless && value[ENDS].choice)
    return GrWallComplain(complaint, "ends", "an endless cylinder has none to close; give length, or leave out ends");
  if (IsCone(wall) && value[RADIUS].number[0] == 0 && value[RADIUS_END].number[0] == 0)
    return GrWallComplain(complaint, "radius_end", "is 0, and so is radius_start; write another for one of the two");
  return GrWallCheckRepeats(wall, domain,
                            IsRing(wall)   ? "a ring"
                            : IsFlat(wall) ? "a disc"
                            : IsCone(wall) ? "a cone"
                            : endless      ? "a cylinder"
                                           : "a cylinder of a length",
                            endless, &axis, complaint);
}

static void FormOfProfile(const GrWall *wall, GrWallForm *form)
{
  const Profile p = ProfileOf(wall);
  const double widest = p.r[0] > p.r[1] ? p.r[0] : p.r[1];

  form->revolves = true;
  form->slides = IsEndless(wall);
  form->extent = IsEndless(wall) ? INFINITY : IsFlat(wall) ? widest : sqrt(widest * widest + p.z[1] * p.z[1]);
  GrCopy3(p.axis, form->axis);
}

/* A point at (r, z) is at the distance |(c - a) x A + z s x A + r e x A| from the axis A through the point a; e is a
   unit vector across s. */
static double LeverOfProfile(const GrWall *wall, const double pivot[3], const double axis[3])
{
  const Profile p = ProfileOf(wall);
  const double widest = p.r[0] > p.r[1] ? p.r[0] : p.r[1], beside = GrWallFromAxis(p.centre, pivot, axis);
  double across[3];

  if (IsEndless(wall))
    return GrWallAreAlongOneLine(p.axis, axis) ? beside + widest : INFINITY;
  GrCross3(p.axis, axis, across);
  return beside + fmin(widest + p.z[1] * GrNorm3(across), sqrt(widest * widest + p.z[1] * p.z[1]));
}

static double AreaOfDisc(const GrWall *wall, const GrWallDomain *domain)
{
  const Profile p = ProfileOf(wall);
  return domain->dimension == 2 ? 2 * (p.r[1] - p.r[0]) : GR_PI * (p.r[1] * p.r[1] - p.r[0] * p.r[0]);
}

#define FUNCTIONS .touch = TouchProfile, .check = CheckProfile, .form = FormOfProfile, .lever = LeverOfProfile
#define FUNCTIONS_OF_ROUND FUNCTIONS, .parts = PartsOfProfile, .radius = RadiusOfProfile, .has_flat_parts = HasFlatEnds
#define FUNCTIONS_OF_FLAT FUNCTIONS, .direction = AXIS, .area = AreaOfDisc

const GrWallShape GrWall_cylinder = {.name = "cylinder",
                                     .summary = "a cylinder around the particles or among them, endless or of a length",
                                     .parameters = of_cylinder,
                                     FUNCTIONS_OF_ROUND};
const GrWallShape GrWall_cone = {.name = "cone",
                                 .summary = "a cone, or a piece of one, around the particles or among them",
                                 .parameters = of_cone,
                                 FUNCTIONS_OF_ROUND};
const GrWallShape GrWall_disc = {.name = "disc", .summary = "a round plate", .parameters = of_disc, FUNCTIONS_OF_FLAT};
const GrWallShape GrWall_ring = {
    .name = "ring", .summary = "a round plate with a round hole", .parameters = of_ring, FUNCTIONS_OF_FLAT};
