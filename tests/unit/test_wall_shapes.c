/* Shapes of walls: gaps and normals against the nearest of many places of the surface, the normal as the gradient of
   the gap, edges without a jump; and the bound on the path of shapes in motion.
   Labels: base wall. */
#include "unit.h"

#include "base/math/elementary.h"
#include "base/math/vector.h"
#include "wall/registry.h"
#include "wall/wall.h"

enum { PLACES = 20000, SHAPES = 9 };
static uint64_t seed;

/* A uniform number in [-1, 1): a linear congruential generator (Knuth's MMIX constants). */
static double Next(void)
{
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(seed >> 11) * 0x1p-52 - 1;
}

static void Unit(double a[3])
{
  const double length = GrNorm3(a);
  for (int k = 0; k < 3; k++)
    a[k] /= length;
}

/* A frame of unit vectors across each other, from two of any length. */
static void Frame(double one[3], double two[3], double three[3])
{
  Unit(one);
  GrCross3(one, two, three);
  Unit(three);
  GrCross3(three, one, two);
}

/* The shapes that have one part, about a random centre in random directions; sizes about 1. */
static GrWall RandomShape(int kind)
{
  const GrWallShape *const shape[SHAPES] = {&GrWall_rectangle, &GrWall_disc,     &GrWall_ring,
                                            &GrWall_cylinder,  &GrWall_cylinder, &GrWall_cone,
                                            &GrWall_cone,      &GrWall_box,      &GrWall_cylinder};
  GrWall wall = {.shape = shape[kind]};
  double three[3];
  for (int k = 0; k < 3; k++) {
    wall.value[0].number[k] = Next();
    wall.value[1].number[k] = Next();
    wall.value[2].number[k] = Next();
    wall.value[3].number[k] = Next();
  }
  if (kind == 7) { /* box: centre, lengths, along, across */
    Frame(wall.value[2].number, wall.value[3].number, three);
    for (int k = 0; k < 3; k++)
      wall.value[1].number[k] = 1.2 + Next();
    return wall;
  }
  Frame(wall.value[1].number, wall.value[2].number, three);
  if (kind == 0)
    wall.value[3].number[0] = wall.value[4].number[0] = 1 + 0.5 * Next();
  if (kind == 1 || kind == 2)
    wall.value[2].number[0] = 0.5 + 0.3 * Next();
  if (kind == 2)
    wall.value[3].number[0] = 1.2;
  if (kind >= 3) { /* centre, axis, length, concave, ends, radii */
    wall.value[2].number[0] = kind == 8 ? NAN : 1 + 0.5 * Next();
    wall.value[4].choice = kind == 4 || kind == 6;
    wall.value[5].number[0] = 0.6 + 0.3 * Next();
    wall.value[6].number[0] = Next() > 0 ? 0 : 0.6 + 0.3 * Next();
  }
  return wall;
}

/* A place of a surface of revolution at (r, z). */
static void Turned(const GrWall *wall, double r, double z, double p[3])
{
  double a[3] = {Next(), Next(), Next()}, b[3], axis[3];
  for (int k = 0; k < 3; k++)
    axis[k] = wall->value[1].number[k];
  Frame(axis, a, b);
  const double x = Next(), angle = GR_PI * x;
  for (int k = 0; k < 3; k++)
    p[k] = wall->value[0].number[k] + z * axis[k] + r * (cos(angle) * a[k] + sin(angle) * b[k]);
}

/* A random place of the surface, at the start: by its parameters, not by the shape's functions. */
static void PlaceOn(const GrWall *wall, int kind, double p[3])
{
  const double s = 0.5 + 0.5 * Next(), half = 0.5 * wall->value[2].number[0];
  double three[3];
  if (kind == 0 || kind == 7) {
    const double *one = wall->value[2].number, *two = kind ? wall->value[3].number : three;
    const double *lengths = wall->value[1].number;
    double at[3] = {Next(), Next(), Next()}, edge[3];
    GrCross3(kind ? one : wall->value[1].number, kind ? two : one, kind ? edge : three);
    const int face = (int)(1.5 + 1.499 * Next());
    at[face] = at[face] < 0 ? -1 : 1;
    for (int k = 0; k < 3; k++)
      p[k] = wall->value[0].number[k] +
             (kind ? 0.5 * (at[0] * lengths[0] * one[k] + at[1] * lengths[1] * two[k] + at[2] * lengths[2] * edge[k])
                   : 0.5 * (Next(), at[(face + 1) % 3] * wall->value[3].number[0] * one[k] +
                                        at[(face + 2) % 3] * wall->value[4].number[0] * three[k]));
    return;
  }
  if (kind < 3) {
    const double inner = kind == 2 ? wall->value[2].number[0] : 0, outer = wall->value[kind == 2 ? 3 : 2].number[0];
    Turned(wall, sqrt(inner * inner + s * (outer * outer - inner * inner)), 0, p);
    return;
  }
  const double r0 = wall->value[5].number[0], r1 = kind == 5 || kind == 6 ? wall->value[6].number[0] : r0;
  const double part = Next(), disc = 0.5 + 0.5 * Next();
  if (kind == 8)
    Turned(wall, r0, 8 * Next(), p);
  else if (wall->value[4].choice && part > 0.2)
    Turned(wall, sqrt(disc) * (part > 0.6 ? r1 : r0), part > 0.6 ? half : -half, p);
  else
    Turned(wall, r0 + (r1 - r0) * s, half * (2 * s - 1), p);
}

static double GapAt(const GrWall *wall, double t, const double x[3], double normal[3])
{
  const GrWallPose pose = GrWallAt(wall, t);
  return GrWallGap(wall, &pose, x, normal);
}

/* No place of the surface is nearer than the gap says, and some is about as near; x - g N is one of them; the gap grows
   along the normal as fast as one goes. */
static void TestNearest(void **state)
{
  static double place[PLACES][3];
  for (int kind = 0; kind < SHAPES; kind++)
    for (int of = 0; of < 6; of++) {
      seed = (uint64_t)(100 * kind + of + 1);
      const GrWall wall = RandomShape(kind);
      for (int i = 0; i < PLACES; i++)
        PlaceOn(&wall, kind, place[i]);
      for (int n = 0; n < 60; n++) {
        double x[3], normal[3], ahead[3], unused[3], nearest = INFINITY;
        for (int k = 0; k < 3; k++)
          x[k] = wall.value[0].number[k] + 1.5 * Next();
        const double gap = GapAt(&wall, 0, x, normal), h = 1e-6;
        for (int i = 0; i < PLACES; i++) {
          const double u[3] = {x[0] - place[i][0], x[1] - place[i][1], x[2] - place[i][2]};
          nearest = fmin(nearest, GrNorm3(u));
        }
        assert_true(nearest >= fabs(gap) - 1e-12 && nearest < fabs(gap) + 0.1);
        assert_true(fabs(GrNorm3(normal) - 1) < 1e-12);
        for (int k = 0; k < 3; k++)
          ahead[k] = x[k] + h * normal[k];
        assert_true(fabs(GapAt(&wall, 0, ahead, unused) - gap - h) < 1e-10);
        for (int k = 0; k < 3; k++)
          ahead[k] = x[k] - gap * normal[k];
        assert_true(fabs(GapAt(&wall, 0, ahead, unused)) < 1e-12);
      }
    }
}

/* Past an edge or a rim neither the gap nor, outside, the normal jumps. */
static void TestEdges(void **state)
{
  for (int kind = 0; kind < SHAPES; kind++)
    for (int of = 0; of < 200; of++) {
      seed = (uint64_t)(1000 * kind + of + 1);
      const GrWall wall = RandomShape(kind);
      double from[3], step[3], x[3], before[3], normal[3], last = NAN;
      for (int k = 0; k < 3; k++) {
        from[k] = wall.value[0].number[k] + 1.2 * Next();
        step[k] = 1e-3 * Next();
      }
      for (int n = 0; n < 1500; n++) {
        for (int k = 0; k < 3; k++)
          x[k] = from[k] + n * step[k];
        const double gap = GapAt(&wall, 0, x, normal);
        assert_true(!(fabs(gap - last) > GrNorm3(step) + 1e-14));
        if (n > 0 && gap > 0.1 && kind != 8 && kind != 3 && kind != 5 && kind != 2) /* hollow ones have a middle */
          assert_true(GrDot3(normal, before) > 0.9997);
        for (int k = 0; k < 3; k++)
          before[k] = normal[k];
        last = gap;
      }
    }
}

/* A vessel has a contact with its mantle and with each end; a hollow box with each face. */
static void TestParts(void **state)
{
  GrWall can = {.shape = &GrWall_cylinder,
                .value = {{{0, 0, 1}}, {{0, 0, 1}}, {{2}}, {.flag = true}, {.choice = 1}, {{1}}}},
         box = {.shape = &GrWall_box, .value = {{{0, 0, 0}}, {{2, 4, 0}}, {{1, 0, 0}}, {{0, 1, 0}}, {.flag = true}}};
  const GrWallPose pose = GrWallAt(&can, 0);
  const double low[3] = {0.8, 0, 0.2}, corner[3] = {0.9, -1.9, 7}, middle[3] = {0, 0, 1};
  int64_t part[GR_WALL_CHUNK];
  GrWallChunk chunk = {.n = 2, .x = {{0.8, 0.8}, {0, 0}, {0.2, 0.2}}, .part = {0, 1}};
  assert_true(can.shape->parts(&can, &pose, low, 0.3, part) == 2 && part[0] == 0 && part[1] == 1);
  assert_true(can.shape->parts(&can, &pose, middle, 0.3, part) == 0);
  can.shape->touch(&can, &pose, &chunk);
  assert_true(fabs(chunk.gap[0] - 0.2) < 1e-15 && fabs(chunk.gap[1] - 0.2) < 1e-15);
  assert_true(chunk.normal[0][0] == -1 && chunk.normal[2][1] == 1);
  assert_true(box.shape->parts(&box, &pose, corner, 0.2, part) == 2 && part[0] == 1 && part[1] == 2);
  assert_true(can.shape->radius(&can) == -2 && can.shape->has_flat_parts(&can));
}

/* A closed body: the mantle, and its ends with their rims, which are flat. Only the nearer part touches. */
static void TestBody(void **state)
{
  const GrWall body = {.shape = &GrWall_cylinder,
                       .value = {{{0, 0, 0}}, {{0, 0, 1}}, {{2}}, {{0}}, {.choice = 1}, {{1}}}};
  const GrWallPose pose = GrWallAt(&body, 0);
  enum { OUTSIDE = 4, ALL = 7 }; /* then places in the body, nearest to the mantle, the end and the start */
  const double place[ALL][3] = {{1.2, 0, 0.5},  {0.5, 0, 1.2},  {1.1, 0, 1.2},  {1.2, 0, 0.95},
                                {0.95, 0, 0.5}, {0.5, 0, 0.96}, {0, 0.5, -0.97}};
  const int flat[ALL] = {0, 1, 1, 0, 0, 1, 1}, parts[OUTSIDE] = {1, 1, 2, 2};
  for (int i = 0; i < ALL; i++) {
    int64_t part[GR_WALL_CHUNK];
    double unused[3];
    GrWallChunk chunk = {.n = 2, .part = {0, 1}};
    for (int k = 0; k < 3; k++)
      chunk.x[k][0] = chunk.x[k][1] = place[i][k];
    body.shape->touch(&body, &pose, &chunk);
    assert_true(isinf(chunk.gap[!flat[i]]) && chunk.gap[flat[i]] == GrWallGap(&body, &pose, place[i], unused));
    if (i >= OUTSIDE)
      continue;
    assert_int_equal(body.shape->parts(&body, &pose, place[i], 0.3, part), parts[i]);
    assert_true(parts[i] == 2 || part[0] == flat[i]);
  }
  GrParticleType type[GR_WALL_TYPES];
  assert_int_equal(GrWallTypes(&body, type), 2);
  assert_true(type[0].radius == 2 && isinf(type[1].radius));
}

/* Motions of all kinds, two of them carried along. */
static void MoveAnyhow(GrWall *wall, GrWallMotion more[2], int kind)
{
  GrWallMotion *const motion[3] = {&wall->motion, &more[0], &more[1]};
  for (int m = 0; m < 3; m++) {
    *motion[m] = (GrWallMotion){.start = m, .end = 5 + m, .frequency = 2, .phase = Next(), .swing_frequency = 1};
    for (int k = 0; k < 3; k++) {
      motion[m]->pivot[k] = Next();
      motion[m]->velocity[k] = kind & 1 ? Next() : 0;
      motion[m]->acceleration[k] = kind & 2 ? 0.2 * Next() : 0;
      motion[m]->amplitude[k] = kind & 4 ? 0.1 * Next() : 0;
      motion[m]->angular_velocity[k] = m != 1 && kind & 8 ? Next() : 0;
      motion[m]->angular_acceleration[k] = kind & 2 ? 0.3 * motion[m]->angular_velocity[k] : 0;
      motion[m]->swing_amplitude[k] = m == 1 && kind & 8 ? 0.5 * Next() : 0;
    }
  }
  wall->n_motions = 2;
  wall->motions = more;
}

/* No place of the box sees a surface come nearer by more than the bound. */
static void TestPath(void **state)
{
  const GrParallelBox box = {{-1, -0.5, 0}, {1, 0.75, 2}, {false}, {0}};
  double closest = 0;
  for (int i = 0; i < 9 * 16 * 60; i++) {
    GrWallMotion more[2];
    seed = (uint64_t)i + 1;
    GrWall wall = RandomShape(i % SHAPES);
    MoveAnyhow(&wall, more, i / SHAPES % 16);
    const double from = 4 + 4 * Next(), to = from + ldexp(Next(), -(i % 11)), path = GrWallPath(&wall, &box, from, to);
    for (int n = 0; n < 20; n++) {
      const double t = n % 2 ? to : from + (to - from) * fabs(Next());
      double x[3], unused[3];
      for (int k = 0; k < 3; k++)
        x[k] = box.lower[k] + (box.upper[k] - box.lower[k]) * (0.5 + 0.5 * Next());
      const double came = GapAt(&wall, from, x, unused) - GapAt(&wall, t, x, unused);
      assert_true(came <= path + 1e-13);
      closest = path > 1e-9 ? fmax(closest, came / path) : closest;
    }
  }
  assert_true(closest > 0.9);
}

/* A wall of revolution that rotates about its axis comes no nearer, nor does a wall that slides in its own surface. */
static void TestDrum(void **state)
{
  const GrParallelBox box = {{-1, -1, -1}, {1, 1, 1}, {false}, {0}};
  for (int kind = 1; kind < SHAPES; kind++) {
    seed = (uint64_t)kind;
    GrWall wall = RandomShape(kind);
    if (kind == 7)
      continue;
    for (int k = 0; k < 3; k++) {
      wall.motion.pivot[k] = wall.value[0].number[k];
      wall.motion.angular_velocity[k] = 3 * wall.value[1].number[k];
      wall.motion.velocity[k] = kind == 8 ? 2 * wall.value[1].number[k] : 0;
    }
    assert_true(GrWallPath(&wall, &box, 0, 1) < 1e-14);
    wall.motion.angular_velocity[0] += 0.1;
    assert_true(GrWallPath(&wall, &box, 0, 1) > 1e-2);
  }
}

UNIT(CASE(TestNearest), CASE(TestEdges), CASE(TestParts), CASE(TestBody), CASE(TestPath), CASE(TestDrum));
