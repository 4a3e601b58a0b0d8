/* Walls in motion: sine and cosine against long double, poses against closed forms, velocity as the derivative of
   position, and the bound on the path against sampled motions.
   Labels: base. */
#include "unit.h"

#include <string.h>

#include "base/math/elementary.h"
#include "base/math/sine.h"
#include "plane_at.h"

static const long double pi = 3.14159265358979323846264338327950288L;

/* A uniform number in [-1, 1): a linear congruential generator (Knuth's MMIX constants). */
static double Next(uint64_t *state)
{
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 11) * 0x1p-52 - 1;
}

static double Ulps(double result, long double exact)
{
  int exponent;
  frexpl(exact, &exponent);
  return (double)(fabsl((long double)result - exact) / ldexpl(1, exponent - 53));
}

static double WorstAt(double x)
{
  double s, c;
  GrSineCosine(x, &s, &c);
  return fmax(Ulps(s, sinl((long double)x)), Ulps(c, cosl((long double)x)));
}

/* All sizes up to the limit; the doubles next to multiples of pi/2, where all but the last bits cancel. */
static void TestSine(void **state)
{
  uint64_t seed = 1;
  double worst = 0, s, c;
  for (int i = 0; i < 600000; i++)
    worst = fmax(worst, WorstAt(Next(&seed) * ldexp(1.6, i % 50 - 29)));
  for (int k = 1; k < 1000000; k += 3) {
    double x = (double)(k * (pi / 2));
    worst = fmax(worst, fmax(WorstAt(x), fmax(WorstAt(nextafter(x, 0)), WorstAt(-nextafter(x, INFINITY)))));
  }
  print_message("sine and cosine: worst error %.3f ulp\n", worst);
  assert_true(worst < 1); /* the bound base/math/sine.h states */
  GrSineCosine(-0.0, &s, &c);
  assert_true(s == 0 && c == 1);
  const double none[] = {NAN, INFINITY, -INFINITY, 0x1p45};
  for (int i = 0; i < 4; i++) {
    GrSineCosine(none[i], &s, &c);
    assert_true(isnan(s) && isnan(c));
  }
  GrSineCosine(1e12, &s, &c); /* 1 ulp of x is 1e-4 */
  assert_true(fabs(s - sin(1e12)) < 2e-4);
}

/* The same bits on every machine: a hash (FNV-1a over 64-bit words) of many results. */
static void TestSineBits(void **state)
{
  uint64_t seed = 2, hash = 14695981039346656037u;
  for (int i = 0; i < 100000; i++) {
    double s, c;
    GrSineCosine(Next(&seed) * ldexp(1, i % 40 - 20), &s, &c);
    hash = ((hash ^ GrBitsOf(s)) * 1099511628211u ^ GrBitsOf(c)) * 1099511628211u;
  }
  assert_true(hash == 0x25765b70a5537493u);
}

/* Angles of vectors in all quadrants, of all sizes and ratios. */
static void TestArcTangent(void **state)
{
  uint64_t seed = 3;
  double worst = 0;
  for (int i = 0; i < 200000; i++) {
    const double y = Next(&seed) * ldexp(1, i % 60 - 30) * (i % 2 ? 1 : -1), x = Next(&seed) * (i % 4 < 2 ? 1 : -1);
    worst = fmax(worst, Ulps(GrSineArcTangent(y, x), atan2l((long double)y, (long double)x)));
  }
  print_message("arc tangent: worst error %.3f ulp\n", worst);
  assert_true(worst < 8); /* the bound base/math/sine.h states */
  assert_true(GrSineArcTangent(0, 0) == 0 && GrSineArcTangent(0, 2) == 0);
  assert_true(GrSineArcTangent(1, 0) == 0.5 * (double)pi && GrSineArcTangent(-1, 0) == -0.5 * (double)pi);
}

/* A wall at rest has the bits of the input; a wall in uniform motion has the right position. */
static void TestTranslation(void **state)
{
  const GrWall rest = {.shape = &GrWall_plane,
                       .POINT = {0.1, -0.2, 0.3},
                       .NORMAL = {0.6, 0, 0.8},
                       .motion.frequency = 50,
                       .motion.phase = 1,
                       .motion.pivot = {1}};
  GrWall even = rest;
  even.motion.velocity[1] = -0.25;
  for (double t = 0; t < 1e6; t = 3 * t + 0.125) {
    Plane a = PlaneAt(&rest, t), b = PlaneAt(&even, t);
    for (int k = 0; k < 3; k++) {
      assert_true(a.point[k] == rest.POINT[k] && a.normal[k] == rest.NORMAL[k] && a.velocity[k] == 0 && a.spin[k] == 0);
      assert_true(b.normal[k] == rest.NORMAL[k] && b.velocity[k] == even.motion.velocity[k]);
      assert_true(b.point[k] == rest.POINT[k] + even.motion.velocity[k] * t);
      assert_true(b.pivot[k] == rest.motion.pivot[k] + even.motion.velocity[k] * t);
    }
  }
}

/* After a million periods as well as at the start. */
static void TestOscillation(void **state)
{
  const GrWall wall = {.shape = &GrWall_plane,
                       .POINT = {1, 2, 3},
                       .NORMAL = {0, 0, 1},
                       .motion.velocity = {0, 0, 0.5},
                       .motion.amplitude = {0.01, 0, 0.2},
                       .motion.frequency = 60.0625,
                       .motion.phase = 0.7};
  for (int i = 0; i < 2000; i++) {
    double t = i < 1000 ? i / 1024.0 : 16384 + i / 1024.0; /* f t has no rounding */
    long double x = 2 * pi * fmodl((long double)wall.motion.frequency * t, 1) + wall.motion.phase,
                w = 2 * pi * wall.motion.frequency;
    Plane pose = PlaneAt(&wall, t);
    for (int k = 0; k < 3; k++) {
      long double at = wall.POINT[k] + wall.motion.velocity[k] * (long double)t + wall.motion.amplitude[k] * sinl(x);
      long double rate = wall.motion.velocity[k] + wall.motion.amplitude[k] * w * cosl(x);
      assert_true(fabsl(pose.point[k] - at) <= 1e-15L * (1 + fabsl(at)));
      assert_true(fabsl(pose.velocity[k] - rate) <= 1e-13L);
    }
  }
}

/* A motion of the list moves and rotates the wall from its start to its end. At both times it has half its velocity;
   after its end the wall rests where it is. */
static void TestInterval(void **state)
{
  GrWallMotion lift = {.start = 1, .end = 3, .velocity = {0, 0, 0.5}, .angular_velocity = {0, 0, 0.25}};
  const GrWall wall = {
      .shape = &GrWall_plane, .POINT = {2, 0, 0}, .NORMAL = {1, 0, 0}, .n_motions = 1, .motions = &lift};
  static const double row[][3] = {{0.5, 0, 0}, {1, 0, 0.5}, {2, 1, 1}, {3, 2, 0.5}, {3.5, 2, 0}, {9, 2, 0}};
  for (int i = 0; i < 6; i++) { /* time, time of the motion, factor on its velocity */
    const Plane pose = PlaneAt(&wall, row[i][0]);
    const double angle = 0.25 * row[i][1];
    assert_true(pose.velocity[2] == 0.5 * row[i][2] && pose.spin[2] == 0.25 * row[i][2]);
    assert_true(pose.point[2] == 0.5 * row[i][1]);
    assert_true(fabs(pose.normal[0] - cos(angle)) < 1e-15 && fabs(pose.point[1] - 2 * sin(angle)) < 1e-15);
  }
}

/* A hopper's flap that turns about z; and a quarter turn about (1, 1, 1)/sqrt3 times 4/3, which permutes the axes. */
static void TestRotation(void **state)
{
  const GrWall flap = {.shape = &GrWall_plane,
                       .POINT = {3, 1, 0},
                       .NORMAL = {1, 0, 0},
                       .motion.pivot = {1, 1, 5},
                       .motion.angular_velocity = {0, 0, -0.75}};
  for (double t = 0; t < 1e5; t = 2 * t + 0.5) {
    long double angle = -0.75L * t;
    const long double point[3] = {1 + 2 * cosl(angle), 1 + 2 * sinl(angle), 0};
    const long double normal[3] = {cosl(angle), sinl(angle), 0};
    Plane pose = PlaneAt(&flap, t);
    for (int k = 0; k < 3; k++) {
      assert_true(fabsl(pose.point[k] - point[k]) < 2e-15L && fabsl(pose.normal[k] - normal[k]) < 1e-15L);
      assert_true(pose.pivot[k] == flap.motion.pivot[k] && pose.velocity[k] == 0 &&
                  pose.spin[k] == flap.motion.angular_velocity[k]);
    }
  }
  const double rate = 2 * GR_PI / 3 / sqrt(3);
  const GrWall diagonal = {.shape = &GrWall_plane,
                           .POINT = {1, 0, 0},
                           .NORMAL = {0, 0.6, 0.8},
                           .motion.velocity = {0, 0, 2},
                           .motion.angular_velocity = {rate, rate, rate}};
  Plane pose = PlaneAt(&diagonal, 1);
  const double point[3] = {0, 1, 2}, normal[3] = {0.8, 0, 0.6}; /* x -> y -> z -> x */
  for (int k = 0; k < 3; k++)
    assert_true(fabs(pose.point[k] - point[k]) < 1e-15 && fabs(pose.normal[k] - normal[k]) < 1e-15);
}

static void Unit(double a[3])
{
  double length = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
  for (int k = 0; k < 3; k++)
    a[k] /= length;
}

/* Bits of `kind`: translate, oscillate, rotate about any axis, rotate about its normal. */
static GrWall RandomWall(uint64_t *seed, int kind)
{
  GrWall wall = {.shape = &GrWall_plane, .motion.phase = 4 * Next(seed)};
  for (int k = 0; k < 3; k++) {
    wall.POINT[k] = Next(seed);
    wall.NORMAL[k] = Next(seed);
    wall.motion.pivot[k] = 2 * Next(seed);
    wall.motion.velocity[k] = kind & 1 ? Next(seed) : 0;
    wall.motion.amplitude[k] = kind & 2 ? 0.3 * Next(seed) : 0;
  }
  Unit(wall.NORMAL);
  wall.motion.frequency = 3 * Next(seed);
  for (int k = 0; k < 3; k++)
    wall.motion.angular_velocity[k] = kind & 8 ? 2 * wall.NORMAL[k] : kind & 4 ? 2 * Next(seed) : 0;
  return wall;
}

static void Cross(const double a[3], const double b[3], double product[3])
{
  for (int k = 0; k < 3; k++)
    product[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

/* Central differences of the wall's point, pivot and normal; error of the order of h^2 times the third derivative. */
static void TestVelocity(void **state)
{
  const double h = 1e-5;
  uint64_t seed = 3;
  for (int i = 0; i < 20000; i++) {
    GrWall wall = RandomWall(&seed, i % 16);
    double t = 10 * Next(&seed), arm[3], turn[3], tilt[3];
    Plane a = PlaneAt(&wall, t - h), pose = PlaneAt(&wall, t), b = PlaneAt(&wall, t + h);
    for (int k = 0; k < 3; k++)
      arm[k] = pose.point[k] - pose.pivot[k];
    Cross(pose.spin, arm, turn);
    Cross(pose.spin, pose.normal, tilt);
    for (int k = 0; k < 3; k++) {
      assert_true(fabs((b.point[k] - a.point[k]) / (2 * h) - (pose.velocity[k] + turn[k])) < 1e-6);
      assert_true(fabs((b.pivot[k] - a.pivot[k]) / (2 * h) - pose.velocity[k]) < 1e-6);
      assert_true(fabs((b.normal[k] - a.normal[k]) / (2 * h) - tilt[k]) < 1e-7);
    }
  }
}

static double GapAt(const GrWall *wall, double t, const double x[3])
{
  Plane pose = PlaneAt(wall, t);
  double gap = 0;
  for (int k = 0; k < 3; k++)
    gap += pose.normal[k] * (x[k] - pose.point[k]);
  return gap;
}

/* No place of the box sees the surface come nearer by more than the path; and the bound is not far above. */
static void TestPath(void **state)
{
  const GrParallelBox box = {{-1, -0.5, 0}, {1, 0.75, 2}, {false}, {0}};
  double closest[16] = {0};
  uint64_t seed = 4;
  for (int i = 0; i < 16000; i++) {
    GrWall wall = RandomWall(&seed, i % 16);
    double from = 5 * Next(&seed), to = from + ldexp(Next(&seed), -(i / 16 % 12)),
           path = GrWallPath(&wall, &box, from, to);
    double largest = 0;
    for (int n = 0; n < 40; n++) {
      double t = n % 2 ? to : from + (to - from) * fabs(Next(&seed)), x[3];
      for (int k = 0; k < 3; k++) /* corners half of the time */
        x[k] = n % 4 < 2 ? (Next(&seed) > 0 ? box.upper[k] : box.lower[k])
                         : box.lower[k] + (box.upper[k] - box.lower[k]) * (0.5 + 0.5 * Next(&seed));
      largest = fmax(largest, fabs(GapAt(&wall, t, x) - GapAt(&wall, from, x)));
    }
    assert_true(largest <= path + 1e-14);
    closest[i % 16] = path > 1e-14 ? fmax(closest[i % 16], largest / path) : closest[i % 16];
  }
  for (int kind = 0; kind < 16; kind++) {
    if (kind == 0 || (kind & 11) == 8) /* at rest; only turning about the normal */
      assert_true(closest[kind] == 0);
    else
      assert_true(closest[kind] > 0.9);
  }
}

static void TestPathClosed(void **state)
{
  const GrParallelBox box = {{0, 0, 0}, {1, 1, 1}, {false}, {0}};
  GrWall wall = {.shape = &GrWall_plane,
                 .NORMAL = {0, 0, 1},
                 .motion.velocity = {5, 7, 0},
                 .motion.amplitude = {1, 0, 0},
                 .motion.frequency = 9};
  assert_true(GrWallPath(&wall, &box, 0, 10) == 0); /* shears */
  wall.motion.velocity[2] = -2;
  assert_true(fabs(GrWallPath(&wall, &box, 1, 4) - 6) < 1e-11 && fabs(GrWallPath(&wall, &box, 4, 1) - 6) < 1e-11);
  wall = (GrWall){.shape = &GrWall_plane, .NORMAL = {0, 0, 1}, .motion.amplitude = {0, 0, 0.25}, .motion.frequency = 9};
  assert_true(fabs(GrWallPath(&wall, &box, 0, 10) - 0.5) < 1e-12);
  double *const field[] = {wall.POINT + 2,
                           wall.NORMAL,
                           wall.motion.velocity + 1,
                           wall.motion.amplitude,
                           &wall.motion.phase,
                           &wall.motion.frequency,
                           wall.motion.angular_velocity + 2};
  for (int i = 0; i < 7; i++)
    for (int infinite = 0; infinite < 2; infinite++) {
      double before = *field[i];
      *field[i] = infinite ? INFINITY : NAN;
      assert_true(GrWallPath(&wall, &box, 0, 1) == INFINITY);
      *field[i] = before;
    }
  assert_true(GrWallPath(&wall, &box, 0, NAN) == INFINITY);
}

/* A wall that restarts with the same motion is not changed; with another motion it begins at its current position. */
static void TestStartAnew(void **state)
{
  int none = -1;
  uint64_t seed = 7;
  for (int i = 0; i < 4000; i++) {
    const GrStageChange turns = {.motion = true, .velocity = true, .oscillation = true, .rotation = true};
    const GrStageChange none_of_it = {.motion = false};
    GrWall wall = RandomWall(&seed, i), same = wall, kept = wall, other = RandomWall(&seed, i / 4);
    const GrWalls walls = {.n_walls = 1, .wall = &wall, .travel = &none};
    const double t = 1 + Next(&seed), later = t + 1 + Next(&seed), x[3] = {Next(&seed), Next(&seed), Next(&seed)};
    GrWallsRestartMotion(&walls, 0, t, NULL, &same);
    memcpy(other.value, wall.value, sizeof other.value);
    GrWallsRestartMotion(&walls, 0, t, &turns, &other);
    GrWallsRestartMotion(&walls, 0, t, &none_of_it, &kept);
    assert_true(GapAt(&kept, later, x) == GapAt(&wall, later, x));
    assert_true(fabs(GapAt(&same, t, x) - GapAt(&wall, t, x)) < 1e-12);
    assert_true(fabs(GapAt(&same, later, x) - GapAt(&wall, later, x)) < 1e-12);
    assert_true(fabs(GapAt(&other, t, x) - GapAt(&wall, t, x)) < 1e-12);
    assert_true(other.since == t);
  }
}

UNIT(CASE(TestSine), CASE(TestSineBits), CASE(TestArcTangent), CASE(TestTranslation), CASE(TestOscillation),
     CASE(TestInterval), CASE(TestRotation), CASE(TestVelocity), CASE(TestPath), CASE(TestPathClosed),
     CASE(TestStartAnew));
