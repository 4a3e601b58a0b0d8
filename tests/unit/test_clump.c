/* Mass properties of clumps against closed forms: one sphere, separate spheres, a sphere inside another, two spheres
   that overlap, in any direction; spheres through one circle, touching spheres; principal axes, a planar clump, the
   plain sum.
   Labels: base clump particle. */
#include "unit.h"

#include <math.h>

#include "base/math/vector.h"
#include "clump/clump.h"

static const double pi = 3.14159265358979323846;

static void AssertNear(double a, double b, double within)
{
  FACT(fabs(a - b) <= within, "%.15g is not %.15g", a, b);
}

/* The vector of the frame of the body in the axes of the input. */
static void Rotate(const double q[4], const double v[3], double out[3])
{
  const double t[3] = {2 * (q[2] * v[2] - q[3] * v[1]), 2 * (q[3] * v[0] - q[1] * v[2]),
                       2 * (q[1] * v[1] - q[2] * v[0])};
  for (int k = 0; k < 3; k++)
    out[k] = v[k] + q[0] * t[k] + q[1 + (k + 1) % 3] * t[(k + 2) % 3] - q[1 + (k + 2) % 3] * t[(k + 1) % 3];
}

/* 1/(1 + m (r x n) . I^-1 (r x n)), the least over unit vectors n across r in steps of half a degree. */
static double LeastMass(const double moments[3], const double r[3])
{
  const int k = fabs(r[0]) < fabs(r[1]) ? 0 : 1;
  double e[2][3], along[3] = {0}, most = 0;
  along[k] = 1;
  GrCross3(r, along, e[0]);
  GrCross3(r, e[0], e[1]);
  for (int step = 0; step < 360; step++) {
    double n[3], turn[3], sum = 0;
    for (int i = 0; i < 3; i++)
      n[i] = cos(step * pi / 360) * e[0][i] / GrNorm3(e[0]) + sin(step * pi / 360) * e[1][i] / GrNorm3(e[1]);
    GrCross3(r, n, turn);
    for (int i = 0; i < 3; i++)
      sum += turn[i] * turn[i] / moments[i];
    most = fmax(most, sum);
  }
  return 1 / (1 + most);
}

/* Prepares a clump, and checks its frame: the members are at the centres of the spheres. */
static GrClumpBody Prepare(int n, const GrClumpSphere *s, GrClumpMassFrom from, GrClumpMember *member)
{
  GrClumpBody b;
  double share = 0, reach = 0;
  assert_int_equal(GrClumpPrepare(n, s, from, member, &b), 0);
  for (int i = 0; i < n; i++) {
    double x[3], square = 0;
    Rotate(b.axes, member[i].place, x);
    for (int k = 0; k < 3; k++) {
      AssertNear(x[k] + b.origin[k], s[i].centre[k], 1e-14 * b.reach);
      square += member[i].place[k] * member[i].place[k];
    }
    if (square > 1e-9 * b.reach * b.reach)
      AssertNear(member[i].effective_share / LeastMass(b.moments, member[i].place), 1, 1e-4);
    assert_true(member[i].radius == s[i].radius);
    share += member[i].share;
    reach = fmax(reach, sqrt(square) + s[i].radius);
  }
  AssertNear(share, 1, 1e-14);
  AssertNear(reach, b.reach, 1e-14 * reach);
  AssertNear(b.volume, 4 * pi / 3 * pow(b.equal_radius, 3), 1e-14 * b.volume);
  assert_true(b.moments[0] <= b.moments[1] * (1 + 1e-9) && b.moments[1] <= b.moments[2] * (1 + 1e-9));
  return b;
}

static void TestOne(void **state)
{
  const GrClumpSphere s = {{0.1, -0.7, 1e-3}, 3e-4};
  GrClumpMember m;
  const GrClumpBody b = Prepare(1, &s, GR_CLUMP_UNION, &m);
  for (int k = 0; k < 3; k++) {
    assert_true(m.place[k] == 0 && b.axes[1 + k] == 0);
    AssertNear(b.moments[k], 0.4 * 9e-8, 1e-22);
  }
  assert_true(b.axes[0] == 1 && m.effective_share == 1 && m.share == 1 && b.equal_radius == s.radius &&
              b.reach == s.radius);
}

/* Volume, first and second moment along the axis and second moment across it of the part of a sphere of radius r whose
   points are less than h beyond its centre, about a point at -at of the centre. */
static void AddPart(double r, double h, double at, double m[4])
{
  for (int end = 0; end < 2; end++) {
    const double u = end ? h : -r, sign = end ? pi : -pi, r2 = r * r;
    const double p0 = r2 * u - u * u * u / 3, p1 = r2 * u * u / 2 - pow(u, 4) / 4,
                 p2 = r2 * pow(u, 3) / 3 - pow(u, 5) / 5;
    m[0] += sign * p0;
    m[1] += sign * (p1 + at * p0);
    m[2] += sign * (p2 + 2 * at * p1 + at * at * p0);
    m[3] += sign / 4 * (r2 * r2 * u - 2 * r2 * pow(u, 3) / 3 + pow(u, 5) / 5);
  }
}

/* Two spheres of radii r, q at distance d along a direction. */
static void CheckTwo(double r, double q, double d, const double direction[3])
{
  const double cut = d < r + q ? (d * d + r * r - q * q) / (2 * d) : r;
  GrClumpSphere s[2] = {{{0.5, 2, -1}, r}, {{0, 0, 0}, q}};
  GrClumpMember member[2];
  double m[4] = {0}, other[4] = {0}, x[3];
  for (int k = 0; k < 3; k++)
    s[1].centre[k] = s[0].centre[k] + d * direction[k];
  AddPart(r, cut, 0, m);
  AddPart(q, d < r + q ? d - cut : q, -d, other); /* along the opposite axis */
  const double volume = m[0] + other[0], centre = (m[1] - other[1]) / volume;
  const double along = (m[2] + other[2]) / volume - centre * centre, across = (m[3] + other[3]) / volume;
  const GrClumpBody b = Prepare(2, s, GR_CLUMP_UNION, member);
  AssertNear(b.volume, volume, 1e-12 * volume);
  AssertNear(b.moments[0], 2 * across, 1e-11 * across);
  AssertNear(b.moments[1], along + across, 1e-11 * across);
  AssertNear(b.moments[2], along + across, 1e-11 * across);
  Rotate(b.axes, (double[3]){1, 0, 0}, x);
  for (int k = 0; k < 3; k++) {
    AssertNear(b.origin[k], s[0].centre[k] + centre * direction[k], 1e-12);
    AssertNear(fabs(x[k]), fabs(direction[k]), 1e-10);
  }
}

static void TestTwo(void **state)
{
  static const double direction[][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1. / 3, 2. / 3, -2. / 3}, {0.6, 0, 0.8}};
  for (int k = 0; k < 5; k++) {
    CheckTwo(1, 1, 0.6, direction[k]);
    CheckTwo(1, 0.5, 1.2, direction[k]);
    CheckTwo(0.4, 1.3, 0.95, direction[k]); /* a cap of less than half of the small sphere is bare */
    CheckTwo(1, 2, 3, direction[k]);        /* they touch */
    CheckTwo(1, 0.5, 40, direction[k]);     /* separate */
  }
}

/* The example of the guide, in millimetres. */
static void TestDimer(void **state)
{
  const GrClumpSphere s[2] = {{{-0.3, 0, 0}, 1}, {{0.3, 0, 0}, 1}};
  GrClumpMember m[2];
  GrClumpBody b = Prepare(2, s, GR_CLUMP_UNION, m);
  AssertNear(b.volume, 6.017197, 6e-7);
  AssertNear(b.moments[0], 0.425941, 5e-7);
  AssertNear(b.moments[2], 0.580794, 5e-7);
  b = Prepare(2, s, GR_CLUMP_SUM, m);
  AssertNear(b.volume, 8 * pi / 3, 1e-14);
  AssertNear(b.moments[0], 0.4, 1e-14);
  AssertNear(b.moments[1], 0.49, 1e-14);
}

/* Spheres inside others, and equal ones, change nothing. */
static void TestInside(void **state)
{
  const GrClumpSphere s[5] = {
      {{0.1, 0.1, 0}, 0.2}, {{0, 0, 0}, 1}, {{0, 0, 0}, 1}, {{0.5, 0, 0}, 0.5}, {{1.2, 0.3, -0.4}, 1}};
  const GrClumpSphere outside[2] = {s[1], s[4]};
  GrClumpMember m[5];
  const bool inside[5] = {true, false, true, true, false};
  const GrClumpBody a = Prepare(5, s, GR_CLUMP_UNION, m), b = Prepare(2, outside, GR_CLUMP_UNION, m);
  AssertNear(a.volume, b.volume, 1e-12);
  for (int k = 0; k < 3; k++) {
    AssertNear(a.moments[k], b.moments[k], 1e-12);
    AssertNear(a.origin[k], b.origin[k], 1e-12);
  }
  for (int i = 0; i < 5; i++)
    assert_int_equal(GrClumpIsInside(5, s, i), inside[i]);
  assert_true(GrClumpIsSeparate(2, (GrClumpSphere[2]){{{0, 0, 0}, 1}, {{2.1, 0, 0}, 1}}, 0));
  assert_false(GrClumpIsSeparate(2, outside, 0));
}

/* The z axis of a planar clump is its third axis, exactly; also if all moments are equal, or two of them. */
static void TestFlat(void **state)
{
  const GrClumpSphere clump[][3] = {{{{1, 0.2, 0}, 1}, {{0, 1.3, 0}, 0.7}, {{-0.4, -0.9, 0}, 0.6}},
                                    {{{0, 1, 3}, 1}, {{0, 0.3, 3}, 1}, {{0, -1.1, 3}, 1}},
                                    {{{0.1, 0, 0}, 0.1}, {{0, 0, 0}, 1}, {{0, 0, 0}, 0.3}},
                                    {{{1e-3, 2e-3, 0}, 1e-3}, {{2e-3, 1e-3, 0}, 1e-3}, {{0, 0, 0}, 2e-3}}};
  for (int c = 0; c < 4; c++)
    for (int n = 1; n <= 3; n++) {
      GrClumpMember m[3];
      const GrClumpBody b = Prepare(n, clump[c], GR_CLUMP_UNION, m);
      assert_true(b.axes[1] == 0 && b.axes[2] == 0 && b.axes[0] >= 0);
      assert_true(b.origin[2] == clump[c][0].centre[2]);
      for (int i = 0; i < n; i++)
        assert_true(m[i].place[2] == 0);
    }
}

/* Spheres through one circle fill no more than the first and the last of them. Spheres of a lattice that touch add up;
   with the lattice constant sqrt(2) r, four edges meet in each point of the surface on a face. */
static void TestDegenerate(void **state)
{
  GrClumpSphere pencil[9], lattice[27];
  GrClumpMember m[27];
  for (int i = 0; i < 9; i++) {
    const double t = 0.5 * i - 2;
    pencil[i] = (GrClumpSphere){{0, 0.6 * t, 0.8 * t}, sqrt(1 + t * t)};
  }
  const GrClumpSphere ends[2] = {pencil[0], pencil[8]};
  const GrClumpBody all = Prepare(9, pencil, GR_CLUMP_UNION, m), two = Prepare(2, ends, GR_CLUMP_UNION, m);
  AssertNear(all.volume, two.volume, 1e-12 * two.volume);
  for (int k = 0; k < 3; k++)
    AssertNear(all.moments[k], two.moments[k], 1e-12 * two.moments[2]);
  for (int close = 0; close < 2; close++) {
    const double a = close ? sqrt(2) : 2, lens = pi / 12 * pow(2 - a, 2) * (4 + a);
    for (int i = 0; i < 27; i++)
      lattice[i] = (GrClumpSphere){{a * (i % 3), a * (i / 3 % 3), a * (i / 9)}, 1};
    const GrClumpBody b = Prepare(27, lattice, GR_CLUMP_UNION, m);
    AssertNear(b.volume, 27 * 4 * pi / 3 - 54 * lens, 1e-12 * b.volume);
    AssertNear(b.moments[2], b.moments[0], 1e-12 * b.moments[0]);
  }
}

UNIT(CASE(TestOne), CASE(TestTwo), CASE(TestDimer), CASE(TestInside), CASE(TestFlat), CASE(TestDegenerate));
