/* spheres: fills a closed mesh with spheres.

   Candidates are medial balls: the largest balls inside the mesh that touch its surface at given points. The ball at
   the point p with the outward normal n is found by shrinking: let q be the point of the mesh nearest to the centre
   p - R n. If q is nearer than R, the ball through q that touches at p has the radius |p - q|^2 / (2 n . (p - q)).
   J. Ma, S. W. Bae and S. Choi, The Visual Computer 28 (2012) 7.

   A sphere covers a point of the surface if the point is nearer to the sphere than the tolerance. The greedy choice
   takes the candidate that covers most of the uncovered points, until all are covered. If the number of spheres is
   given, the tolerance is bisected. Candidates much smaller than the tolerance are left out, because they would make
   the time step small and the shape little better. */
#include "mesh/spheres.h"

#include "base/math/vector.h"
#include "mesh/tree.h"
#include <string.h>

enum { SEEDS = 2000, SURFACE = 3 * SEEDS, EDGES = 1000, CORNERS = 1000, SHRINKINGS = 40, BISECTIONS = 20 };
static const double near = 1e-6; /* relative change of a radius at which the shrinking ends */
static const double least =
    0.25; /* least radius over tolerance; enough for corners whose cone has 30 degrees or more */
static const double small = 1e-12; /* fraction of a side of the bounding box below which a distance is rounding */

typedef struct {
  int n_balls, n_points;
  GrClumpSphere ball[SEEDS];
  double point[SURFACE + EDGES + CORNERS][3]; /* of the surface and of edges, spread evenly; then corners */
  bool covered[SURFACE + EDGES + CORNERS];
  int gain[SEEDS]; /* upper bound of the number of uncovered points that a ball covers */
} Filling;

double GrMeshFindSolid(const GrMesh *mesh, GrClumpSolid *solid)
{
  double lower[3], upper[3], volume = 0, first[3] = {0}, second[3][3] = {{0}}, trace = 0;
  GrMeshBox(mesh, lower, upper);
  for (int64_t t = 0; t < mesh->n_triangles; t++) { /* a tetrahedron with the middle of the box */
    double a[3][3], across[3], sum[3];
    for (int k = 0; k < 3; k++) {
      for (int c = 0; c < 3; c++)
        a[c][k] = mesh->vertex[mesh->triangle[t][c]][k] - 0.5 * (lower[k] + upper[k]);
      sum[k] = a[0][k] + a[1][k] + a[2][k];
    }
    GrCross3(a[1], a[2], across);
    const double part = GrDot3(a[0], across) / 6;
    volume += part;
    for (int i = 0; i < 3; i++) {
      first[i] += part / 4 * sum[i];
      for (int k = 0; k < 3; k++)
        second[i][k] += part / 20 * (a[0][i] * a[0][k] + a[1][i] * a[1][k] + a[2][i] * a[2][k] + sum[i] * sum[k]);
    }
  }
  solid->volume = fabs(volume);
  for (int k = 0; k < 3; k++) {
    first[k] = fabs(first[k]) < small * fabs(volume) * (upper[k] - lower[k]) ? 0 : first[k] / volume;
    solid->centre[k] = 0.5 * (lower[k] + upper[k]) + first[k];
    trace += second[k][k] / volume - first[k] * first[k];
  }
  for (int k = 0; k < 3; k++) {
    const int i = k == 2, j = k == 0 ? 1 : 2; /* xy, xz, yz */
    solid->inertia[k] = trace - (second[k][k] / volume - first[k] * first[k]);
    solid->products[k] = first[i] * first[j] - second[i][j] / volume;
  }
  return volume;
}

/* The largest ball inside the mesh that touches it at p. n: outward normal; radius: of a larger ball. */
static GrClumpSphere ShrinkBall(const GrMesh *mesh, const double p[3], const double n[3], double radius)
{
  GrClumpSphere ball;
  for (int step = 0;; step++) {
    double r[3], d[3];
    for (int k = 0; k < 3; k++)
      ball.centre[k] = p[k] - radius * n[k];
    GrMeshNearest(mesh, ball.centre, r);
    for (int k = 0; k < 3; k++)
      d[k] = p[k] - (ball.centre[k] - r[k]);
    ball.radius = GrNorm3(r);
    const double next = GrDot3(d, d) / (2 * GrDot3(n, d));
    if (step == SHRINKINGS || ball.radius >= (1 - near) * radius || !(next > 0 && next < radius))
      return ball;
    radius = next;
  }
}

/* Area vector of a triangle, twice its area long, and its corners. */
static void TakeTriangle(const GrMesh *mesh, int64_t t, double corner[3][3], double across[3])
{
  for (int c = 0; c < 3; c++)
    GrCopy3(mesh->vertex[mesh->triangle[t][c]], corner[c]);
  GrAreaVector(corner[0], corner[1], corner[2], across);
}

/* Spreads points evenly along the edges of all triangles, because edges are farthest from the spheres. */
static void SpreadOnEdges(const GrMesh *mesh, Filling *f)
{
  double total = 0, passed = 0;
  for (int pass = 0, n = 0; pass < 2; pass++)
    for (int64_t e = 0; e < 3 * mesh->n_triangles; e++) {
      const double *a = mesh->vertex[mesh->triangle[e / 3][e % 3]],
                   *b = mesh->vertex[mesh->triangle[e / 3][(e + 1) % 3]];
      const double d[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, length = GrNorm3(d);
      total += pass ? 0 : length;
      for (; pass && n < EDGES && passed + length >= (n + 0.5) / EDGES * total; n++) {
        const double share = ((n + 0.5) / EDGES * total - passed) / length;
        for (int k = 0; k < 3; k++)
          f->point[f->n_points][k] = a[k] + share * d[k];
        f->n_points++;
      }
      passed += pass ? length : 0;
    }
}

/* Spreads points evenly over the triangles, by the sequence R2 of M. Roberts (2018), and finds the balls that
   touch at every third of them. outwards: -1 if the triangles face inwards; size: diagonal of the bounding box. */
static void FindBalls(const GrMesh *mesh, double outwards, double size, Filling *f)
{
  double corner[3][3], across[3], area = 0, passed = 0;
  int64_t t = -1;
  for (int64_t k = 0; k < mesh->n_triangles; k++) {
    TakeTriangle(mesh, k, corner, across);
    area += GrNorm3(across);
  }
  for (int i = 0; i < SURFACE; i++) {
    double *p = f->point[f->n_points++], u = 0.7548776662466927 * (i + 1), v = 0.5698402909980532 * (i + 1), n[3];
    while (t < 0 || (passed < (i + 0.5) / SURFACE * area && t < mesh->n_triangles - 1)) {
      TakeTriangle(mesh, ++t, corner, across);
      passed += GrNorm3(across);
    }
    u -= floor(u);
    v -= floor(v);
    const bool beyond = u + v > 1;
    u = beyond ? 1 - u : u;
    v = beyond ? 1 - v : v;
    for (int k = 0; k < 3; k++) {
      n[k] = outwards * GrMeshNormal(mesh, t)[k];
      p[k] = corner[0][k] + u * (corner[1][k] - corner[0][k]) + v * (corner[2][k] - corner[0][k]);
    }
    if (i % (SURFACE / SEEDS))
      continue;
    f->ball[f->n_balls] = ShrinkBall(mesh, p, n, size);
    f->n_balls += f->ball[f->n_balls].radius > near * size;
  }
  SpreadOnEdges(mesh, f);
  const int64_t stride = mesh->n_vertices / CORNERS + 1;
  for (int64_t k = 0; k < mesh->n_vertices; k += stride)
    GrCopy3(mesh->vertex[k], f->point[f->n_points++]);
}

/* Distance of a point outside a ball from it; negative inside. */
static double GapOf(const GrClumpSphere *ball, const double p[3])
{
  const double d[3] = {p[0] - ball->centre[0], p[1] - ball->centre[1], p[2] - ball->centre[2]};
  return GrNorm3(d) - ball->radius;
}

static int CountGain(const Filling *f, int ball, double tolerance)
{
  int gain = 0;
  for (int i = 0; i < f->n_points; i++)
    gain += !f->covered[i] && GapOf(&f->ball[ball], f->point[i]) <= tolerance;
  return gain;
}

/* Chooses at most `most` balls. Gains only decrease, so that a ball whose last gain is less than the best one cannot be
   the best. Returns the number of balls; 0: they do not cover all points. */
static int Choose(Filling *f, double tolerance, int most, GrClumpSphere sphere[])
{
  int n = 0, left = f->n_points;
  double largest = 0;
  for (int b = 0; b < f->n_balls; b++)
    largest = PetscMax(largest, f->ball[b].radius);
  memset(f->covered, 0, sizeof f->covered);
  for (int b = 0; b < f->n_balls; b++)
    f->gain[b] = f->ball[b].radius < least * PetscMin(tolerance, largest) ? 0 : f->n_points;
  for (; left > 0 && n < most; n++) {
    int best = 0, most_gained = 0;
    for (int b = 0; b < f->n_balls; b++) {
      if (f->gain[b] >= PetscMax(most_gained, 1))
        f->gain[b] = CountGain(f, b, tolerance);
      if (f->gain[b] > most_gained ||
          (most_gained && f->gain[b] == most_gained && f->ball[b].radius > f->ball[best].radius)) {
        most_gained = f->gain[b];
        best = b;
      }
    }
    if (most_gained == 0)
      return 0;
    sphere[n] = f->ball[best];
    for (int i = 0; i < f->n_points; i++)
      f->covered[i] |= GapOf(&sphere[n], f->point[i]) <= tolerance;
    left -= most_gained;
  }
  return left ? 0 : n;
}

/* Largest distance of a point from the spheres. */
static double FindDistance(const Filling *f, int n, const GrClumpSphere sphere[])
{
  double farthest = 0;
  for (int i = 0; i < f->n_points; i++) {
    double nearest = INFINITY;
    for (int k = 0; k < n; k++)
      nearest = PetscMin(nearest, GapOf(&sphere[k], f->point[i]));
    farthest = PetscMax(farthest, nearest);
  }
  return farthest;
}

PetscErrorCode GrMeshFillSpheres(const GrMesh *mesh, int most, double tolerance, GrClumpSphere sphere[], int *n,
                                 double *distance)
{
  double lower[3], upper[3], low = 0;
  GrClumpSolid solid;
  Filling *f;

  PetscCall(PetscNew(&f));
  GrMeshBox(mesh, lower, upper);
  for (int k = 0; k < 3; k++)
    upper[k] -= lower[k];
  FindBalls(mesh, GrMeshFindSolid(mesh, &solid) < 0 ? -1 : 1, GrNorm3(upper), f);
  double high = tolerance > 0 ? tolerance : GrNorm3(upper);
  for (int k = 0; k < BISECTIONS && tolerance == 0; k++) {
    const double middle = low > 0 ? sqrt(low * high) : 0.1 * high;
    *(Choose(f, middle, most, sphere) ? &high : &low) = middle;
  }
  *n = Choose(f, high, most, sphere);
  *distance = FindDistance(f, *n, sphere);
  return PetscFree(f);
}
