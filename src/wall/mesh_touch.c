/* mesh_touch: finds the contacts of a sphere with triangles, and the earlier contacts that they continue; see mesh.h.
   */
#include "base/math/vector.h"
#include "wall/mesh.h"

#include <string.h>

enum { TOUCHING = 1024 }; /* largest number of touching triangles that are compared at a time */

/* A triangle that touches the sphere. */
typedef struct {
  int32_t triangle;
  GrMeshPoint point;
} Touching;

static bool IsNearer(const Touching *k, const Touching *j)
{
  if (k->point.square == j->point.square)
    return k->triangle < j->triangle;
  return k->point.square < j->point.square;
}

/* Whether the closest point of j is on an edge, or a corner, of triangle k. */
static bool HasPlaceOf(const GrMesh *mesh, const Touching *j, int32_t k)
{
  const int32_t *own = mesh->triangle[j->triangle], *other = mesh->triangle[k];

  if (j->point.corners == 7)
    return false;
  for (int c = 0; c < 3; c++)
    if (j->point.corners >> c & 1 && own[c] != other[0] && own[c] != other[1] && own[c] != other[2])
      return false;
  return true;
}

/* Whether two vectors of these squared lengths are within 30 degrees. */
static bool AreAlong(const double a[3], double a_square, const double b[3], double b_square)
{
  const double product = GrDot3(a, b);
  return product >= 0 &&
         product * product >= GR_WALL_MESH_SMOOTH_COSINE * GR_WALL_MESH_SMOOTH_COSINE * (a_square * b_square);
}

/* Selects the triangles that no other triangle replaces. Returns their number. */
static int KeepContacts(const GrMesh *mesh, int n, const Touching t[], const Touching *kept[])
{
  int n_kept = 0;

  for (int j = 0; j < n; j++) {
    bool stays = true;
    for (int k = 0; k < n && stays; k++)
      if (k != j && IsNearer(&t[k], &t[j]) &&
          (AreAlong(t[k].point.r, t[k].point.square, t[j].point.r, t[j].point.square) ||
           HasPlaceOf(mesh, &t[j], t[k].triangle)))
        stays = false;
    if (stays)
      kept[n_kept++] = &t[j];
  }
  return n_kept;
}

/* Drops the farthest until `most` remain. */
static int KeepDeepest(int n, int most, const Touching *t[])
{
  for (; n > most; n--) {
    int farthest = 0;
    for (int k = 1; k < n; k++)
      if (IsNearer(t[farthest], t[k]))
        farthest = k;
    memmove(&t[farthest], &t[farthest + 1], (size_t)(n - 1 - farthest) * sizeof(*t));
  }
  return n;
}

/* Rounds the valley between the triangles k and j, if that makes the contact of k nearer; see mesh.h. */
static void RoundValley(const Touching *k, const Touching *j, double reach, GrMeshPoint *rounded)
{
  const double g1 = sqrt(k->point.square), g2 = sqrt(j->point.square);
  const double rho = fmin(GR_WALL_MESH_ROUND * reach, GR_WALL_MESH_ROUND_BOUND * g1);
  const double c = GrDot3(k->point.r, j->point.r) / (g1 * g2), square = 1 - c * c;

  if (!(square > 1e-12)) /* one plane, up to rounding */
    return;
  const double u = rho - g1, v = rho - g2, a = (u - c * v) / square, b = (v - c * u) / square;
  const double distance = a > 0 && b > 0 ? sqrt(a * u + b * v) : 0, gap = rho - distance;
  if (!(distance > 0 && gap > 0 && gap * gap < rounded->square))
    return;
  rounded->square = gap * gap;
  for (int i = 0; i < 3; i++)
    rounded->r[i] = gap / distance * (a / g1 * k->point.r[i] + b / g2 * j->point.r[i]);
}

/* Rounds the valleys between the contact t and all n near triangles. Returns the contact, which is in *rounded if a
   valley is rounded. */
static const Touching *RoundValleys(const Touching *t, int n, const Touching near[], double reach, Touching *rounded)
{
  const Touching *contact = t;

  for (int j = 0; j < n; j++) {
    if (&near[j] == t || !(t->point.square > 0) ||
        !AreAlong(t->point.r, t->point.square, near[j].point.r, near[j].point.square))
      continue;
    if (contact == t)
      *rounded = *t;
    contact = rounded;
    RoundValley(t, &near[j], reach, &rounded->point);
  }
  return contact;
}

/* Writes the contact in space. A centre on the surface has the normal of its triangle. */
static void MakeContact(const GrMesh *mesh, const GrWallPose *pose, const Touching *t, GrWallMeshContact *contact)
{
  const double gap = sqrt(t->point.square);

  contact->gap = gap;
  contact->triangle = t->triangle;
  GrCopy3(gap > 0 ? t->point.r : GrMeshNormal(mesh, t->triangle), contact->normal);
  GrWallMoveVector(pose, contact->normal);
  for (int k = 0; k < 3; k++)
    contact->normal[k] /= gap > 0 ? gap : 1;
}

void GrWallMeshSee(const GrMesh *mesh, const GrWallPose *pose, const double x[3], int32_t triangle, double *gap,
                   double normal[3])
{
  Touching t = {.triangle = triangle};
  GrWallMeshContact contact;
  double y[3];

  GrWallMovePointBack(pose, x, y);
  GrMeshClosest(mesh, triangle, y, &t.point);
  MakeContact(mesh, pose, &t, &contact);
  *gap = contact.gap;
  GrCopy3(contact.normal, normal);
}

/* Writes a contact if the centre is NaN, so that the error is found. */
static int MakeNoNumber(const double y[3], int32_t triangle, GrWallMeshContact *contact)
{
  *contact = (GrWallMeshContact){y[0] + y[1] + y[2], {0, 0, 1}, triangle};
  return isnan(contact->gap);
}

int GrWallMeshTouch(const GrMesh *mesh, const GrWallPose *pose, const double x[3], double reach, PetscInt n,
                    const int32_t triangle[], int most, GrWallMeshContact contact[])
{
  const double farthest = (1 + GR_WALL_MESH_VALLEY) * reach; /* rounding a valley may bring a triangle into reach */
  Touching t[TOUCHING], rounded[TOUCHING];
  const Touching *kept[TOUCHING];
  double y[3];
  int near = 0, touching = 0;

  GrWallMovePointBack(pose, x, y);
  if (MakeNoNumber(y, triangle[0], contact))
    return 1;
  for (PetscInt k = 0; k < n; k++) {
    const double *normal = GrMeshNormal(mesh, triangle[k]), *corner = mesh->vertex[mesh->triangle[triangle[k]][0]];
    const double height =
        normal[0] * (y[0] - corner[0]) + normal[1] * (y[1] - corner[1]) + normal[2] * (y[2] - corner[2]);
    if (fabs(height) >= farthest)
      continue;
    t[near].triangle = triangle[k];
    GrMeshClosest(mesh, triangle[k], y, &t[near].point);
    if (t[near].point.square < farthest * farthest && ++near == TOUCHING) {
      near = KeepContacts(mesh, near, t, kept);
      for (int j = 0; j < near; j++)
        t[j] = *kept[j];
    }
  }
  const int n_kept = KeepContacts(mesh, near, t, kept);
  for (int j = 0; j < n_kept; j++) {
    kept[touching] = RoundValleys(kept[j], near, t, reach, &rounded[touching]);
    touching += kept[touching]->point.square < reach * reach;
  }
  touching = KeepDeepest(touching, most, kept);
  for (int k = 0; k < touching; k++)
    MakeContact(mesh, pose, kept[k], &contact[k]);
  return touching;
}

/* Agreement of an old contact with a new contact: 2 for the same triangle, otherwise the cosine of the angle between
   their current directions, or -1 if the angle is too large. */
static double Agreement(const double r[3], double square, const GrWallMeshOld *old, const GrWallMeshContact *contact)
{
  if (old->triangle == contact->triangle)
    return 2;
  const double product = GrDot3(r, contact->normal), length = sqrt(square);
  return product >= GR_WALL_MESH_SMOOTH_COSINE * length ? product / length : -1;
}

/* Current direction and squared distance of the triangle of an old contact. */
static void SeeOld(const GrMesh *mesh, const GrWallPose *pose, const double y[3], const GrWallMeshOld *old, double r[3],
                   double *square)
{
  GrMeshPoint point;

  GrMeshClosest(mesh, old->triangle, y, &point);
  *square = point.square;
  GrCopy3(point.r, r);
  GrWallMoveVector(pose, r);
}

void GrWallMeshFollow(const GrMesh *mesh, const GrWallPose *pose, const double x[3], int n_old,
                      const GrWallMeshOld old[], int n, const GrWallMeshContact contact[], unsigned char origin[])
{
  double best[GR_WALL_MESH_CONTACTS], y[3];

  GrWallMovePointBack(pose, x, y);
  for (int k = 0; k < n; k++) {
    origin[k] = GR_NO_ORIGIN;
    best[k] = -1;
  }
  for (int o = 0; o < n_old; o++) {
    double r[3], square, best_agreement = -1;
    int at = -1;
    SeeOld(mesh, pose, y, &old[o], r, &square);
    for (int k = 0; k < n; k++) {
      const double agreement = Agreement(r, square, &old[o], &contact[k]);
      if (agreement > best_agreement) {
        best_agreement = agreement;
        at = k;
      }
    }
    if (at >= 0 && best_agreement > best[at]) {
      best[at] = best_agreement;
      origin[at] = (unsigned char)old[o].slot;
    }
  }
}
