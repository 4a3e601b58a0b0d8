/* Contacts of a sphere with triangles: the search against one triangle by triangle; one contact for each physical
   contact, on planes of many triangles, in a corner, a valley and a hollow cylinder, and over edges and tips; the
   force is continuous over them; the old contact that a new contact continues.
   Labels: base mesh wall. */
#include "unit.h"

#include <math.h>
#include <string.h>

#include "base/math/random.h"
#include "base/math/vector.h"
#include "wall/mesh.h"
#include "wall/registry.h"
#include "wall/wall.h"

enum { MOST = 20000 };

static double vertex[MOST][3];
static int32_t triangle[2 * MOST][3], all[2 * MOST];
static GrMesh mesh;
static uint32_t counter;

static double Uniform(double low, double high)
{
  return low + (high - low) * GrRandomUniform((GrRandom){.seed = 5}, 1, counter++);
}

static void Begin(void)
{
  assert_int_equal(GrMeshForget(&mesh), 0);
  mesh = (GrMesh){.vertex = vertex, .triangle = triangle};
}

static void AddTriangle(int a, int b, int c)
{
  all[mesh.n_triangles] = (int32_t)mesh.n_triangles;
  triangle[mesh.n_triangles][0] = a;
  triangle[mesh.n_triangles][1] = b;
  triangle[mesh.n_triangles++][2] = c;
}

static int AddVertex(double x, double y, double z)
{
  vertex[mesh.n_vertices][0] = x;
  vertex[mesh.n_vertices][1] = y;
  vertex[mesh.n_vertices][2] = z;
  return (int)mesh.n_vertices++;
}

/* A sheet of 2 n n irregular triangles between the corners o, o + u, o + v and o + u + v. */
static void AddSheet(int n, const double o[3], const double u[3], const double v[3])
{
  const int first = (int)mesh.n_vertices;
  for (int i = 0; i <= n; i++)
    for (int k = 0; k <= n; k++) {
      const double s = (i + (i % n ? Uniform(-0.24, 0.24) : 0)) / n, t = (k + (k % n ? Uniform(-0.24, 0.24) : 0)) / n;
      AddVertex(o[0] + s * u[0] + t * v[0], o[1] + s * u[1] + t * v[1], o[2] + s * u[2] + t * v[2]);
    }
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++) {
      const int a = first + i * (n + 1) + k, b = a + n + 1;
      AddTriangle(a, b, b + 1);
      AddTriangle(b + 1, a + 1, a);
    }
}

/* The contacts with all triangles. */
static int Touch(const double x[3], double radius, GrWallMeshContact contact[GR_WALL_MESH_CONTACTS])
{
  const GrWall wall = {.mesh = &mesh};
  const GrWallPose pose = GrWallAt(&wall, 0);
  GrMeshList near = {0};

  assert_int_equal(GrMeshFind(&mesh, NULL, x, 1.2 * radius, &near), 0);
  const int n =
      near.n ? GrWallMeshTouch(&mesh, &pose, x, radius, near.n, near.triangle, GR_WALL_MESH_CONTACTS, contact) : 0;
  PetscFree(near.triangle);
  return n;
}

/* The tree finds the triangles of a search one by one, in the order of the file. */
static void TestFind(void **state)
{
  GrMeshList near = {0}, groups = {0};
  double low[3], high[3];
  PetscInt found = 0;

  Begin();
  for (int k = 0; k < 3000; k++) {
    const double o[3] = {Uniform(0, 1), Uniform(0, 1), Uniform(0, 1)}, size = k % 100 ? 0.05 : 1;
    for (int c = 0; c < 3; c++)
      AddVertex(o[0] + Uniform(0, size), o[1] + Uniform(0, size), o[2] + Uniform(0, size));
    AddTriangle(3 * k, 3 * k + 1, 3 * k + 2);
  }
  assert_int_equal(GrMeshPrepare(&mesh), 0);
  for (int turn = 0; turn < 200; turn++) {
    const double y[3] = {Uniform(-0.2, 1.2), Uniform(-0.2, 1.2), Uniform(-0.2, 1.2)}, reach = Uniform(0.01, 0.3);
    double nearest = INFINITY, r[3];
    PetscInt k = 0;
    near.n = 0;
    for (int a = 0; a < 3; a++) {
      low[a] = y[a] - Uniform(0, 0.1);
      high[a] = y[a] + Uniform(0, 0.1);
    }
    groups.n = 0;
    assert_int_equal(GrMeshFindGroups(&mesh, low, high, reach, &groups), 0);
    assert_int_equal(GrMeshFind(&mesh, turn % 2 ? &groups : NULL, y, reach, &near), 0);
    for (int t = 0; t < mesh.n_triangles; t++) {
      GrMeshPoint point;
      GrMeshClosest(&mesh, t, y, &point);
      nearest = fmin(nearest, point.square);
      if (point.square < reach * reach)
        assert_true(k < near.n && near.triangle[k++] == t);
    }
    assert_true(k == near.n);
    GrMeshNearest(&mesh, y, r);
    assert_true(fabs(GrDot3(r, r) - nearest) < 1e-15);
    found += near.n;
  }
  assert_true(found > 1000);
  PetscFree(near.triangle);
  PetscFree(groups.triangle);
}

/* The closest point of a triangle is none of a grid of its points by more than the grid allows. */
static void TestClosest(void **state)
{
  const int n = 200;

  Begin();
  for (int k = 0; k < 40; k++) {
    for (int c = 0; c < 3; c++)
      AddVertex(Uniform(-1, 1), Uniform(-1, 1), Uniform(-1, 1));
    AddTriangle(3 * k, 3 * k + 1, 3 * k + 2);
  }
  assert_int_equal(GrMeshPrepare(&mesh), 0);
  for (int t = 0; t < mesh.n_triangles; t++) {
    const double y[3] = {Uniform(-2, 2), Uniform(-2, 2), Uniform(-2, 2)};
    double least = INFINITY;
    GrMeshPoint point;
    GrMeshClosest(&mesh, t, y, &point);
    for (int i = 0; i <= n; i++)
      for (int k = 0; k <= n - i; k++) {
        double square = 0;
        for (int a = 0; a < 3; a++) {
          const double p = vertex[3 * t][a], q = vertex[3 * t + 1][a], s = vertex[3 * t + 2][a];
          const double d = y[a] - (p + (q - p) * i / n + (s - p) * k / n);
          square += d * d;
        }
        least = fmin(least, sqrt(square));
      }
    assert_true(sqrt(point.square) <= least + 1e-14 && sqrt(point.square) > least - 0.02);
    assert_true(fabs(sqrt(point.square) - GrNorm3(point.r)) < 1e-14);
  }
}

/* A plane of irregular triangles acts as one: from both sides, over every edge and corner, at any overlap. */
static void TestPlane(void **state)
{
  const double o[3] = {-1, -1, 0}, u[3] = {2, 0, 0}, v[3] = {0, 2, 0};

  for (int n = 1; n <= 64; n *= 4) {
    Begin();
    AddSheet(n, o, u, v);
    assert_int_equal(GrMeshPrepare(&mesh), 0);
    for (int turn = 0; turn < 300; turn++) {
      const double radius = Uniform(0.02, 0.3), side = turn % 2 ? -1 : 1, overlap = radius * Uniform(1e-6, 0.9);
      double x[3] = {Uniform(-0.6, 0.6), Uniform(-0.6, 0.6), side * (radius - overlap)};
      GrWallMeshContact contact[GR_WALL_MESH_CONTACTS];
      if (turn % 3 == 0) { /* above a corner of triangles */
        const int32_t at = triangle[(int)Uniform(0, (double)mesh.n_triangles)][0];
        x[0] = 0.6 * vertex[at][0];
        x[1] = 0.6 * vertex[at][1];
      }
      assert_int_equal(Touch(x, radius, contact), 1);
      assert_true(fabs(contact[0].gap - fabs(x[2])) < 1e-15 && fabs(contact[0].normal[2] - side) < 1e-14);
    }
  }
}

/* Three in a corner of a box, two in an edge, one on a face; none outside its reach. */
static void TestCorner(void **state)
{
  const double o[3] = {0, 0, 0}, axis[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, d = 0.0999;
  GrWallMeshContact contact[GR_WALL_MESH_CONTACTS];

  for (int n = 1; n <= 16; n *= 4) {
    Begin();
    for (int k = 0; k < 3; k++)
      AddSheet(n, o, axis[k], axis[(k + 1) % 3]);
    assert_int_equal(GrMeshPrepare(&mesh), 0);
    for (int which = 1; which < 8; which++) {
      const double x[3] = {which & 1 ? d : 0.3, which & 2 ? d : 0.3, which & 4 ? d : 0.3};
      const int n_contacts = Touch(x, 0.1, contact);
      double sum[3] = {0};
      assert_int_equal(n_contacts, (which & 1) + (which >> 1 & 1) + (which >> 2));
      for (int k = 0; k < n_contacts; k++)
        for (int a = 0; a < 3; a++)
          sum[a] += contact[k].normal[a];
      for (int a = 0; a < 3; a++)
        assert_true(fabs(sum[a] - (which >> a & 1)) < 1e-12);
    }
  }
}

/* Overlaps times normals, added up. */
static void PushOf(const double x[3], double radius, double push[3])
{
  GrWallMeshContact contact[GR_WALL_MESH_CONTACTS];
  const int n = Touch(x, radius, contact);

  for (int a = 0; a < 3; a++) {
    push[a] = 0;
    for (int k = 0; k < n; k++)
      push[a] += (radius - contact[k].gap) * contact[k].normal[a];
  }
}

/* A place at a distance of 0.39 from a cube of triangles, outside; as the angle grows it goes over faces, edges and
   tips. */
static void PlaceAroundCube(double angle, double x[3])
{
  const double way[3] = {cos(angle), sin(angle), 1.1 * sin(3.7 * angle)};
  double r[3], most = 0;

  for (int a = 0; a < 3; a++)
    most = fmax(most, fabs(way[a]));
  for (int a = 0; a < 3; a++) /* as far out of the cube as no contact is lost on the way to its surface */
    x[a] = 0.5 + 0.85 * way[a] / most;
  assert_true(GrMeshNearest(&mesh, x, r) >= 0 && GrNorm3(r) < 1);
  const double shrink = 0.39 / GrNorm3(r);
  for (int a = 0; a < 3; a++)
    x[a] += (shrink - 1) * r[a];
}

static double PushDifference(double angle, double other, double radius)
{
  double x[3], one[3], two[3], square = 0;

  PlaceAroundCube(angle, x);
  PushOf(x, radius, one);
  PlaceAroundCube(other, x);
  PushOf(x, radius, two);
  for (int a = 0; a < 3; a++)
    square += (two[a] - one[a]) * (two[a] - one[a]);
  return sqrt(square);
}

/* Around a cube, over its faces, edges and tips: one contact; and between any two places the push has no jump, which
   halving finds: the half with the larger difference is kept, until places are 1e-12 apart. */
static void TestConvex(void **state)
{
  static const double o[3] = {0, 0, 0}, one[3] = {1, 1, 1}, axis[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                      back[3][3] = {{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
  const double radius = 0.4, step = 2.5e-3;
  double jump = 0;

  Begin();
  for (int k = 0; k < 3; k++) {
    AddSheet(3, o, axis[k], axis[(k + 1) % 3]);
    AddSheet(3, one, back[k], back[(k + 1) % 3]);
  }
  assert_int_equal(GrMeshPrepare(&mesh), 0);
  for (int s = 0; s < 2000; s++) {
    double from = step * s, to = step * (s + 1), x[3];
    GrWallMeshContact contact[GR_WALL_MESH_CONTACTS];
    PlaceAroundCube(from, x);
    assert_int_equal(Touch(x, radius, contact), 1);
    while (to - from > 1e-12) {
      const double middle = 0.5 * (from + to);
      if (PushDifference(from, middle, radius) > PushDifference(middle, to, radius))
        to = middle;
      else
        from = middle;
    }
    jump = fmax(jump, PushDifference(from, to, radius) / (radius - 0.39));
  }
  print_message("the push over edges and tips of a cube jumps by at most %.1e of itself\n", jump);
  assert_true(jump < 1e-6);
}

/* In a hollow cylinder of n facets there is one contact, whose push comes to that of the cylinder as 1/n^2. */
static void TestCylinder(void **state)
{
  double error[3];
  int k = 0;

  for (int n = 16; n <= 64; n *= 2, k++) {
    double largest = 0;
    Begin();
    for (int i = 0; i < n; i++) {
      AddVertex(cos(2 * M_PI * i / n), sin(2 * M_PI * i / n), -1);
      AddVertex(cos(2 * M_PI * i / n), sin(2 * M_PI * i / n), 1);
    }
    for (int i = 0; i < n; i++) {
      const int a = 2 * i, b = 2 * ((i + 1) % n);
      AddTriangle(a, a + 1, b);
      AddTriangle(b + 1, b, a + 1);
    }
    assert_int_equal(GrMeshPrepare(&mesh), 0);
    for (int turn = 0; turn < 1000; turn++) {
      const double angle = Uniform(0, 7), radius = 0.3, from = 0.72, x[3] = {from * cos(angle), from * sin(angle), 0.1};
      GrWallMeshContact contact[GR_WALL_MESH_CONTACTS];
      assert_int_equal(Touch(x, radius, contact), 1);
      largest = fmax(largest, fabs(contact[0].gap - 0.28));
    }
    error[k] = largest;
  }
  for (k = 0; k < 2; k++)
    assert_true(error[k] / error[k + 1] > 3.8 && error[k] / error[k + 1] < 4.2);
}

/* A valley has two contacts if it is steep, one if it is flat. */
static void TestValley(void **state)
{
  GrWallMeshContact contact[GR_WALL_MESH_CONTACTS];

  for (int degrees = 5; degrees <= 75; degrees += 10) {
    const double slope = 0.5 * degrees * M_PI / 180, radius = 0.1, height = (radius - 1e-3) / cos(slope);
    const double o[3] = {0, -1, 0}, u[3] = {cos(slope), 0, sin(slope)}, w[3] = {-cos(slope), 0, sin(slope)},
                 v[3] = {0, 2, 0}, x[3] = {1e-5, 0.1, height};
    Begin();
    AddSheet(5, o, u, v);
    AddSheet(5, o, w, v);
    assert_int_equal(GrMeshPrepare(&mesh), 0);
    assert_int_equal(Touch(x, radius, contact), degrees > 30 ? 2 : 1);
  }
}

/* Across a flat valley the push never jumps, and it does no work around a closed way: it has a potential. */
static void TestRoundValley(void **state)
{
  const double slope = 0.15, radius = 0.1, height = (radius - 1e-3) / cos(slope);
  const double o[3] = {0, -1, 0}, u[3] = {cos(slope), 0, sin(slope)}, w[3] = {-cos(slope), 0, sin(slope)},
               v[3] = {0, 2, 0};
  const int steps = 20000;
  double work = 0, path = 0, before[3] = {0}, push[3];

  Begin();
  AddSheet(1, o, u, v);
  AddSheet(1, o, w, v);
  assert_int_equal(GrMeshPrepare(&mesh), 0);
  for (int s = 0; s <= steps; s++) {
    const double angle = 2 * M_PI * s / steps, across = 0.03, up = 8e-4;
    const double way[3] = {-across * sin(angle), 0, up * cos(angle)};
    const double x[3] = {across * cos(angle), 0.1, height + 1.2 * across * across + up * sin(angle)};
    PushOf(x, radius, push);
    for (int a = 0; s > 0 && a < 3; a++)
      assert_true(fabs(push[a] - before[a]) < 0.5 * 2 * M_PI * across / steps);
    work += s > 0 ? GrDot3(push, way) * 2 * M_PI / steps : 0;
    path += s > 0 ? GrNorm3(push) * GrNorm3(way) * 2 * M_PI / steps : 0;
    memcpy(before, push, sizeof(before));
  }
  assert_true(path > 1e-5 && fabs(work) < 1e-6 * path);
}

/* A contact continues the contact with the same triangle, otherwise the contact with the same direction. */
static void TestFollow(void **state)
{
  const double o[3] = {0, 0, 0}, axis[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const GrWall wall = {.mesh = &mesh};
  const GrWallPose pose = GrWallAt(&wall, 0);
  GrWallMeshContact contact[GR_WALL_MESH_CONTACTS];
  unsigned char origin[GR_WALL_MESH_CONTACTS];
  GrWallMeshOld old[3];
  int n, turned = 0;

  Begin();
  for (int k = 0; k < 3; k++)
    AddSheet(12, o, axis[k], axis[(k + 1) % 3]);
  assert_int_equal(GrMeshPrepare(&mesh), 0);
  for (double s = 0; s < 0.5;
       s += 0.011) { /* along an edge: contacts with z = 0 and y = 0, from triangle to triangle */
    const double x[3] = {0.2 + s, 0.0999, 0.0999};
    n = Touch(x, 0.1, contact);
    assert_int_equal(n, 2);
    if (s > 0) {
      GrWallMeshFollow(&mesh, &pose, x, 2, old, n, contact, origin);
      for (int k = 0; k < 2; k++) {
        turned += old[k].triangle != contact[k].triangle;
        assert_int_equal(origin[k], contact[k].normal[2] > 0.5 ? 17 : 4);
      }
    }
    for (int k = 0; k < 2; k++)
      old[k] = (GrWallMeshOld){contact[k].normal[2] > 0.5 ? 17 : 4, contact[k].triangle};
  }
  assert_true(turned > 5);
  const double on_floor[3] = {0.3, 0.3, 0.0999}, on_wall[3] = {0.3, 0.0999, 0.3};
  n = Touch(on_floor, 0.1, contact);
  GrWallMeshFollow(&mesh, &pose, on_floor, 0, old, n, contact, origin);
  assert_true(n == 1 && origin[0] == GR_NO_ORIGIN);
  old[0] = (GrWallMeshOld){3, contact[0].triangle};
  n = Touch(on_wall, 0.1, contact);
  GrWallMeshFollow(&mesh, &pose, on_wall, 1, old, n, contact, origin);
  assert_true(n == 1 && origin[0] == GR_NO_ORIGIN);
}

/* Distance and direction in space from a square that has been displaced and rotated by a right angle about z. */
static void TestGapOfMoved(void **state)
{
  const double o[3] = {0, 0, 0}, u[3] = {1, 0, 0}, v[3] = {0, 0, 1}, x[3] = {-0.05, 2.4, 0.7};
  const GrWall wall = {
      .shape = &GrWall_mesh, .mesh = &mesh, .motion.velocity = {0.5, 4, 0.5}, .motion.angular_velocity = {0, 0, M_PI}};
  const GrWallPose pose = GrWallAt(&wall, 0.5);
  double normal[3];

  Begin();
  AddSheet(4, o, u, v);
  assert_int_equal(GrMeshPrepare(&mesh), 0);
  assert_true(fabs(GrWallGap(&wall, &pose, x, normal) - 0.3) < 1e-14); /* the square is at x = 0.25, y = 2 to 3 */
  assert_true(fabs(normal[0] + 1) < 1e-14 && fabs(normal[1]) < 1e-14 && fabs(normal[2]) < 1e-14);
}

UNIT(CASE(TestFind), CASE(TestClosest), CASE(TestPlane), CASE(TestCorner), CASE(TestConvex), CASE(TestCylinder),
     CASE(TestValley), CASE(TestFollow), CASE(TestRoundValley), CASE(TestGapOfMoved));
