/* Particles on lattices and at random positions: counts, ids, masses and velocities agree with the case, with
   equal bits on any number of ranks.
   Labels: base bulk input law parallel particle time. */
#include "unit.h"

#include "make_help.h"

#include "base/math/random.h"
#include "particle/fill/distribution.h"
#include "radius_of.h"

static const double ball = 4.0 / 3.0 * 3.14159265358979323846 * 0.5e-3 * 0.5e-3 * 0.5e-3 * 2500;

static double *State(const GrStore *s, PetscInt64 id)
{
  return &s->state[GR_STATE * (size_t)RowOf(s, id)];
}

static void TestLattice(void **state)
{
  GrLattice sites = whole_lattice;
  GrGrains g = Grains("lattice", &sites);
  GrGroupProperties properties[1];
  double x[3];
  g.velocity[1] = 3;
  g.spin[2] = -2;
  GrCase c = Case(3, 1, &g);
  GrStore s = Make(&c, properties);
  assert_true(properties[0].first_id == 1 && properties[0].count == 2000 && s.columns.n == 2000);
  assert_true(properties[0].radius_min == 0.5e-3 && properties[0].radius_max == 0.5e-3);
  GrLattice lattice = {.kind = GR_LATTICE_SIMPLE_CUBIC,
                       .spacing = 1e-3,
                       .lower = {-0.01, 0, 0},
                       .upper = {0.01, 0.01, 0.01},
                       .periodic = {true, false, false},
                       .clearance = 0.5e-3};
  assert_null(GrFillLatticePrepare(&lattice));
  for (PetscInt64 id = 1; id <= 2000; id += 333) {
    PetscInt i = RowOf(&s, id);
    const double *u = State(&s, id);
    GrFillLatticeSite(&lattice, id - 1, x);
    assert_memory_equal(u, x, sizeof x);
    assert_memory_equal(&s.reference[3 * i], x, sizeof x);
    assert_true(u[3] == 0 && u[4] == 3 && u[5] == 0 && u[6] == 0 && u[7] == 0 && u[8] == -2);
    assert_true(fabs(s.mass[i] / ball - 1) < 1e-14 && s.radius[i] == 0.5e-3 && s.group[i] == 0);
    assert_true(s.type[i] == -1 && s.image[3 * i] == 0 && s.work[GR_WORK * i] == 0 && s.acceleration[6 * i] == 0);
  }
  GrStoreDestroy(&s);
}

/* The first sites only; jitter keyed by id. */
static void TestSomeSites(void **state)
{
  GrLattice sites = whole_lattice;
  GrGrains g = Grains("lattice", &sites);
  GrGroupProperties properties[1];
  sites.count = 47;
  sites.jitter = 1e-4;
  sites.kind = GR_LATTICE_HCP;
  GrCase c = Case(3, 1, &g);
  GrStore s = Make(&c, properties);
  assert_true(properties[0].count == 47);
  GrStoreDestroy(&s);
  sites.count = 1; /* fewer than ranks */
  s = Make(&c, properties);
  assert_true(properties[0].count == 1 && s.id[0] == 1);
  GrStoreDestroy(&s);
}

/* Ids run on through the groups; a part of the box, radii and masses of each. */
static void TestGroups(void **state)
{
  GrLattice bottom = whole_lattice, top = whole_lattice;
  GrPackCase middle = whole_random;
  GrGrains g[3] = {Grains("lattice", &bottom), Grains("random", &middle), Grains("lattice", &top)};
  const double lower[3] = {0, 1e-3, 9e-3}, upper[3] = {1e-3, 9e-3, 0.01};
  GrGroupProperties properties[3];
  bottom.upper[2] = upper[0];
  g[0].fixed = true;
  middle.lower[2] = lower[1];
  middle.upper[2] = upper[1];
  g[1].radii = (GrRadii){.kind = GR_RADII_UNIFORM, .from = 0.3e-3, .to = 0.5e-3};
  top.lower[2] = lower[2];
  g[2].mass = 1e-6;
  g[2].material = 1;
  GrCase c = Case(3, 3, g);
  GrStore s = Make(&c, properties);
  assert_true(properties[0].first_id == 1 && properties[0].count == 200 && properties[1].first_id == 201);
  assert_true(properties[2].first_id == properties[1].first_id + properties[1].count && properties[2].count == 200);
  assert_true(properties[1].radius_min > 0.3e-3 && properties[1].radius_max < 0.5e-3 &&
              properties[1].radius_max > 0.49e-3);
  GrDistribution radii = {.kind = GR_RADII_UNIFORM, .from = 0.3e-3, .to = 0.5e-3};
  assert_null(GrFillDistributionPrepare(&radii));
  double volume = 0;
  for (PetscInt i = 0; i < s.columns.n; i++) {
    const double r = s.radius[i], z = s.state[GR_STATE * i + 2];
    int group = s.id[i] < properties[1].first_id ? 0 : s.id[i] < properties[2].first_id ? 1 : 2;
    assert_true(s.group[i] == group);
    assert_true(z >= lower[group] + 0.999 * r && z <= upper[group] - 0.999 * r);
    if (group == 0)
      assert_true(fabs(s.mass[i] / (4.0 / 3.0 * M_PI * r * r * r * 2500) - 1) < 1e-14);
    else if (group == 2)
      assert_true(s.mass[i] == 1e-6);
    else
      assert_true(r == RadiusOf(&radii, 7, s.id[i]) && fabs(s.mass[i] / (ball * r * r * r / 1.25e-10) - 1) < 1e-14);
    volume += group == 1 ? s.mass[i] / 2500 : 0;
  }
  assert_true(fabs(volume / (0.02 * 0.01 * 0.008) - 0.2) < 0.01);
  GrStoreDestroy(&s);
}

static void TestVelocities(void **state)
{
  GrLattice sites = whole_lattice;
  GrGrains g = Grains("lattice", &sites);
  GrGroupProperties properties[1];
  double mean[6] = {0}, square[6] = {0};
  g.velocity[0] = 1;
  g.velocity_deviation = 0.5;
  g.spin[1] = -3;
  g.spin_deviation = 20;
  GrCase c = Case(3, 1, &g);
  GrStore s = Make(&c, properties);
  const GrRandom v = {7, GR_RANDOM_VELOCITY}, w = {7, GR_RANDOM_SPIN};
  for (PetscInt i = 0; i < s.columns.n; i++)
    for (int k = 0; k < 6; k++) {
      double given = k == 0 ? 1 : k == 4 ? -3 : 0, deviation = k < 3 ? 0.5 : 20;
      double z = GrNormalInverse(GrRandomOpen(k < 3 ? v : w, s.id[i], (uint32_t)k % 3));
      assert_true(s.state[GR_STATE * i + 3 + k] == given + deviation * z);
      mean[k] += z / 2000;
      square[k] += z * z / 2000;
    }
  for (int k = 0; k < 6; k++)
    assert_true(fabs(mean[k]) < 0.1 && fabs(square[k] - 1) < 0.15);
  GrStoreDestroy(&s);
}

/* Dimension 2: all vectors are in the plane. */
static void TestFlat(void **state)
{
  GrLattice sites = whole_lattice;
  GrGrains g = Grains("lattice", &sites);
  GrGroupProperties properties[1];
  sites.kind = GR_LATTICE_HEXAGONAL;
  g.velocity_deviation = g.spin_deviation = 1;
  sites.lower[2] = sites.upper[2] = 0.002;
  GrCase c = Case(2, 1, &g);
  c.domain.lower[2] = c.domain.upper[2] = 0.002;
  GrStore s = Make(&c, properties);
  assert_true(properties[0].count > 200);
  for (PetscInt i = 0; i < s.columns.n; i++) {
    const double *u = &s.state[GR_STATE * i];
    assert_true(u[2] == 0.002 && u[3] != 0 && u[4] != 0 && u[5] == 0 && u[6] == 0 && u[7] == 0 && u[8] != 0);
  }
  GrStoreDestroy(&s);
}

/* Discs at random do not overlap in the plane, also of different radii. */
static void TestDiscs(void **state)
{
  GrPackCase random = whole_random;
  GrGrains g = Grains("random", &random);
  GrGroupProperties properties[1];
  double area = 0;
  random.solid_fraction = 0.45;
  g.radii = (GrRadii){.kind = GR_RADII_UNIFORM, .from = 0.1e-3, .to = 0.3e-3};
  random.lower[2] = random.upper[2] = 0.002;
  GrCase c = Case(2, 1, &g);
  c.domain.lower[2] = c.domain.upper[2] = 0.002;
  GrStore s = Make(&c, properties);
  for (PetscInt i = 0; i < s.columns.n; i++) {
    const double *u = &s.state[GR_STATE * i];
    area += M_PI * s.radius[i] * s.radius[i];
    assert_true(u[2] == 0.002 && u[1] >= s.radius[i] && u[1] <= 0.01 - s.radius[i]);
    for (PetscInt k = 0; k < i; k++) {
      const double *v = &s.state[GR_STATE * k];
      assert_true(hypot(remainder(u[0] - v[0], 0.02), u[1] - v[1]) >= s.radius[i] + s.radius[k]);
    }
  }
  assert_true(fabs(area / 2e-4 - 0.45) < 0.02);
  GrStoreDestroy(&s);
  random.solid_fraction = 0.56;
  AssertRefused(&c, GR_EXIT_INPUT, input, "random placing jams near 0.55");
}

/* A case from its text: numbers and ids agree with the input. */
static void TestInput(void **state)
{
  static const char text[] =
      "dimension: 2\ndomain: {lower: [0, 0], upper: [0.1, 0.1], periodic: [true, true]}\n"
      "materials: {glass: {density: 2500, youngs_modulus: 1e9, poisson_ratio: 0.2}}\n"
      "contacts: [{between: [glass, glass], normal: {law: hertz}}]\n"
      "particles:\n"
      "  row: {lattice: {sites: square, spacing: 4 mm, upper: [0.1, 0.02]}, material: glass, "
      "radius: 2 mm}\n"
      "  discs: {random: {solid_fraction: 0.4, lower: [0, 0.02]}, material: glass, radius: 1 mm}\n"
      "time: {end: 1, step: 1e-6}\n";
  GrGroupProperties properties[2];
  GrCase *c;
  FACT(!GrCaseParse("case.yaml", text, 0, NULL, &c), "%s", GrFailureMessage());
  GrStore s = Make(c, properties);
  assert_true(properties[0].count == 25 * 5 && properties[1].count == 1019); /* 0.4 0.1 0.08 / (pi 1e-6) = 1018.6 */
  for (int g = 0; g < 2; g++)
    assert_true(properties[g].first_id == c->grains[g].first_id && properties[g].count == c->grains[g].count);
  GrStoreDestroy(&s);
  GrCaseDestroy(&c);
}

static void TestRefused(void **state)
{
  char place[400];
  snprintf(place, sizeof place, "%s:12:3: particles.grains", input);
  GrLattice sites = whole_lattice;
  GrGrains g = Grains("lattice", &sites);
  GrPackCase random = whole_random;
  GrCase c = Case(3, 1, &g);
  sites.count = 2001;
  AssertRefused(&c, GR_EXIT_INPUT, place, ".lattice.count: the part to fill has 2000 sites");
  sites.count = 0, sites.spacing = 0;
  AssertRefused(&c, GR_EXIT_INPUT, place, ".lattice: the spacing must be positive");
  sites = whole_lattice, g.material = 1;
  AssertRefused(&c, GR_EXIT_INPUT, place, "'ghost' has no density");
  g.material = 0, sites.upper[2] = 0.012;
  AssertRefused(&c, GR_EXIT_INPUT, place, "particle 2001 at (");
  AssertRefused(&c, GR_EXIT_INPUT, place, "lies outside the domain along z");
  sites = whole_lattice, g.radii.mean = -1;
  AssertRefused(&c, GR_EXIT_INPUT, place, ".radius: a radius must be positive");
  g = Grains("random", &random), random.solid_fraction = 0.6;
  AssertRefused(&c, GR_EXIT_INPUT, place, ".random: the volume of 2292 particles");
}

UNIT_PETSC(BEFORE(Begin), BEFORE(Setup), CASE(TestLattice), CASE(TestSomeSites), CASE(TestGroups), CASE(TestVelocities),
           CASE(TestFlat), CASE(TestDiscs), CASE(TestInput), CASE(TestRefused), AFTER(Teardown));
