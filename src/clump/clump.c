/* clump: mass properties of clumps; see clump.h. Lengths are divided by the size of the clump and measured from its
   centre, so that all moments are of the order of 1. */
#include "clump/clump.h"
#include "clump/axes.h"
#include "clump/union.h"

#include "base/math/elementary.h"
#include "base/math/vector.h"

static const double rounding = 1e-12; /* components of the centre below this fraction of the size are 0 */

double GrClumpDistance(const GrClumpSphere *a, const GrClumpSphere *b)
{
  double d[3];
  for (int k = 0; k < 3; k++)
    d[k] = b->centre[k] - a->centre[k];
  return GrNorm3(d);
}

bool GrClumpIsInside(int n, const GrClumpSphere s[], int i)
{
  for (int j = 0; j < n; j++) {
    const double reach = j == i ? INFINITY : GrClumpDistance(&s[i], &s[j]) + s[i].radius;
    if (reach < s[j].radius || (reach == s[j].radius && (s[i].radius < s[j].radius || j < i)))
      return true;
  }
  return false;
}

bool GrClumpIsSeparate(int n, const GrClumpSphere s[], int i)
{
  for (int j = 0; j < n; j++)
    if (j != i && GrClumpDistance(&s[i], &s[j]) <= (1 + 1e-9) * (s[i].radius + s[j].radius))
      return false;
  return n > 1;
}

/* Adds the moments of the spheres, without regard to overlaps. */
static void SumSpheres(int n, const GrClumpSphere s[], double m[GR_CLUMP_MOMENTS])
{
  for (int i = 0; i < n; i++) {
    const double *c = s[i].centre, r = s[i].radius, volume = 4.0 / 3.0 * GR_PI * r * r * r;
    m[0] += volume;
    for (int k = 0; k < 3; k++) {
      m[1 + k] += volume * c[k];
      m[4 + k] += volume * (c[k] * c[k] + 0.2 * r * r);
    }
    m[7] += volume * c[0] * c[1];
    m[8] += volume * c[0] * c[2];
    m[9] += volume * c[1] * c[2];
  }
}

/* Returns whether all centres have the same z. Scales the spheres: the middle of their centres becomes the origin, the
   largest distance of a surface from it along an axis becomes 1. */
static bool Scale(int n, const GrClumpSphere s[], GrClumpSphere scaled[], double middle[3], double *size)
{
  double lower[3], upper[3];
  *size = 0;
  for (int k = 0; k < 3; k++) {
    lower[k] = upper[k] = s[0].centre[k];
    for (int i = 1; i < n; i++) {
      lower[k] = PetscMin(lower[k], s[i].centre[k]);
      upper[k] = PetscMax(upper[k], s[i].centre[k]);
    }
    middle[k] = lower[k] + 0.5 * (upper[k] - lower[k]);
    for (int i = 0; i < n; i++)
      *size = PetscMax(*size, fabs(s[i].centre[k] - middle[k]) + s[i].radius);
  }
  for (int i = 0; i < n; i++) {
    scaled[i].radius = s[i].radius / *size;
    for (int k = 0; k < 3; k++)
      scaled[i].centre[k] = (s[i].centre[k] - middle[k]) / *size;
  }
  return lower[2] == upper[2];
}

/* Computes the centre of mass, and the inertia over the mass about it. */
static void FindInertia(const double m[GR_CLUMP_MOMENTS], bool flat, double centre[3], double inertia[3][3])
{
  static const int product[3][3] = {{4, 7, 8}, {7, 5, 9}, {8, 9, 6}};
  double second[3][3], trace = 0;
  for (int k = 0; k < 3; k++) {
    centre[k] = m[1 + k] / m[0];
    if (fabs(centre[k]) < rounding || (flat && k == 2))
      centre[k] = 0;
  }
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      second[i][k] = flat && i != k && i + k > 1 ? 0 : m[product[i][k]] / m[0] - centre[i] * centre[k];
  for (int k = 0; k < 3; k++)
    trace += second[k][k];
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      inertia[i][k] = (i == k ? trace : 0) - second[i][k];
}

/* Largest (r x n) . I^-1 (r x n) over all unit vectors n, times the mass [1]: the larger eigenvalue of a matrix of rank
   2 with the trace t and the second invariant p. */
static double LargestTurn(const double moments[3], const double r[3])
{
  const double a = 1 / moments[0], b = 1 / moments[1], c = 1 / moments[2];
  const double x = r[0] * r[0], y = r[1] * r[1], z = r[2] * r[2];
  const double t = a * (y + z) + b * (x + z) + c * (x + y), p = (x + y + z) * (a * b * z + b * c * x + c * a * y);

  return 0.5 * (t + sqrt(PetscMax(0, t * t - 4 * p)));
}

static void FillMembers(int n, const GrClumpSphere s[], const double axes[3][3], GrClumpMember member[],
                        GrClumpBody *body)
{
  double sum = 0;
  body->reach = 0;
  for (int i = 0; i < n; i++)
    sum += s[i].radius * s[i].radius * s[i].radius;
  for (int i = 0; i < n; i++) {
    double d[3];
    for (int k = 0; k < 3; k++)
      d[k] = s[i].centre[k] - body->origin[k];
    for (int k = 0; k < 3; k++)
      member[i].place[k] = axes[0][k] * d[0] + axes[1][k] * d[1] + axes[2][k] * d[2];
    const double distance = GrNorm3(d);
    member[i].radius = s[i].radius;
    member[i].share = s[i].radius * s[i].radius * s[i].radius / sum;
    member[i].effective_share = 1 / (1 + LargestTurn(body->moments, member[i].place));
    body->reach = PetscMax(body->reach, distance + s[i].radius);
  }
}

/* Sets the principal axes and moments of a tensor of inertia over the mass, which is in a unit [m^2] that makes it of
   the order of 1; the radius of equal volume, and the members. */
static void SetBody(int n, const GrClumpSphere s[], const double inertia[3][3], bool flat, double unit,
                    GrClumpMember member[], GrClumpBody *body)
{
  double axes[3][3];
  GrClumpFindAxes(inertia, flat, body->moments, axes);
  for (int k = 0; k < 3; k++)
    body->moments[k] *= unit;
  GrClumpFindQuaternion(axes, body->axes);
  body->equal_radius = n == 1 ? s[0].radius : GrCbrt(body->volume / (4.0 / 3.0 * GR_PI));
  FillMembers(n, s, axes, member, body);
}

void GrClumpPrepareSolid(int n, const GrClumpSphere sphere[], bool flat, const GrClumpSolid *solid,
                         GrClumpMember member[], GrClumpBody *body)
{
  static const int at[3][3] = {{0, 0, 1}, {0, 0, 2}, {1, 2, 0}};
  const double largest = PetscMax(solid->inertia[0], PetscMax(solid->inertia[1], solid->inertia[2])),
               unit = largest > 0 ? largest : 1;
  double inertia[3][3];
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) {
      const double product = isnan(solid->products[0]) ? 0 : solid->products[at[i][k]];
      inertia[i][k] = (i == k ? solid->inertia[i] : product) / unit;
    }
  body->volume = solid->volume;
  GrCopy3(solid->centre, body->origin);
  SetBody(n, sphere, inertia, flat, unit, member, body);
}

PetscErrorCode GrClumpPrepare(int n, const GrClumpSphere sphere[], GrClumpMassFrom mass_from, GrClumpMember member[],
                              GrClumpBody *body)
{
  double m[GR_CLUMP_MOMENTS] = {0}, middle[3], centre[3], inertia[3][3], size;
  GrClumpSphere *scaled;
  PetscCall(PetscMalloc1(n, &scaled));
  const bool flat = Scale(n, sphere, scaled, middle, &size);
  if (mass_from == GR_CLUMP_SUM || n == 1)
    SumSpheres(n, scaled, m);
  else
    PetscCall(GrClumpUnionMoments(n, scaled, m));
  PetscCall(PetscFree(scaled));
  FindInertia(m, flat, centre, inertia);
  body->volume = m[0] * size * size * size;
  for (int k = 0; k < 3; k++)
    body->origin[k] = middle[k] + size * centre[k];
  SetBody(n, sphere, inertia, flat, size * size, member, body);
  return 0;
}
