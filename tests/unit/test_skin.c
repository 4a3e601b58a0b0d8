/* The automatic skin follows from its cost: candidate pairs without contact against rebuilds of the neighbour list. The
   steps that may follow a check of displacements.
   Labels: bulk input law particle time wall. */
#include "unit.h"

#include "bulk/epoch.h"
#include "bulk_bench.h"

/* Spheres of 1 mm that move at random and, if `ball` is not 0, one larger by that factor among them. */
static Bench Mixture(int count, double fraction, double ball, double end)
{
  const double small = 0.5e-3, volume = 4.0 / 3 * pi * pow(small, 3);
  const double side = cbrt((count * volume / fraction + 4.0 / 3 * pi * pow(ball * small, 3)));
  char large[256] = "";

  if (ball > 0)
    snprintf(large, sizeof(large), "  ball: {at: [{position: [%.17g, %.17g, %.17g]}], radius: %.17g, material: m}\n",
             side / 2, side / 2, side / 2, ball * small);
  return Open("dimension: 3\n"
              "domain: {lower: [0, 0, 0], upper: [%.17g, %.17g, %.17g], periodic: [true, true, true]}\n"
              "materials: {m: {density: 2000, youngs_modulus: 1e7, poisson_ratio: 0.3}}\n"
              "contacts: [{between: '*', normal: {law: tsuji, restitution: 0.9}}]\n"
              "particles:\n%s"
              "  grains: {random: {count: %d}, radius: %.17g, material: m, velocity_deviation: 0.1}\n"
              "time: {end: %.17g, step: 4 us}\n",
              side, side, side, large, count, small, end);
}

/* Candidates that do not act, of a particle. */
static double Idle(const Bench *bench)
{
  const GrBulk b = bench->world->bulk;
  PetscInt acting = 0;

  for (PetscInt block = 0; block < b->history.n_blocks; block++)
    acting += b->history.n[b->history.committed][block];
  return (double)(b->neighbours.pairs.n - acting) / (double)b->store.columns.n;
}

/* One sphere twenty times as large does not make all the others look farther: a skin of a tenth of a mean diameter
   would be as wide as a small sphere, and list many more candidates. */
static void TestLargeAmongSmall(void **state)
{
  const double small = 0.5e-3;
  Bench bench = Mixture(1500, 0.15, 20, 2e-3);
  const double first = bench.world->bulk->numbers.skin;

  assert_true(first >= 0.2 * small && first < 0.21 * small);
  Run(&bench, NULL, NULL);
  print_message("skin %.3g, then %.3g of a small diameter; %.3g idle candidates a particle; %d rebuilds\n",
                first / (2 * small), bench.world->bulk->numbers.skin / (2 * small), Idle(&bench),
                (int)bench.world->load.rebuilds);
  assert_true(Idle(&bench) < 1);
  Close(&bench);
}

/* In a gas there are few candidate pairs, of which few act: a wider skin is cheaper. */
static void TestGas(void **state)
{
  const double small = 0.5e-3;
  Bench bench = Mixture(300, 0.01, 0, 12e-3);
  const double first = bench.world->bulk->numbers.skin;

  Run(&bench, NULL, NULL);
  print_message("skin %.3g, then %.3g of a diameter; %.3g idle candidates a particle; %d rebuilds\n",
                first / (2 * small), bench.world->bulk->numbers.skin / (2 * small), Idle(&bench),
                (int)bench.world->load.rebuilds);
  assert_true(bench.world->bulk->numbers.skin > 2 * first);
  Close(&bench);
}

/* A fast sphere flies into spheres at rest, 0.1 mm apart, and passes its momentum on. Margins are wide around it alone;
   no particle moves further than its own, and all contacts are found: the momentum is where it would be with a skin as
   wide as a sphere, from which the end of the flight differs by roundings. */
static Bench Projectile(const char *skin)
{
  return Open("dimension: 3\n"
              "domain: {lower: [0, 0, 0], upper: [12 mm, 12 mm, 16 mm]}\n"
              "materials: {m: {density: 2000, youngs_modulus: 1e8, poisson_ratio: 0.3}}\n"
              "contacts: [{between: '*', normal: {law: tsuji, restitution: 0.9}}]\n"
              "particles:\n"
              "  ball: {at: {position: [6 mm, 6.2 mm, 13 mm]}, radius: 1 mm, material: m, velocity: [0, 0, -5]}\n"
              "  bed: {lattice: {sites: simple_cubic, spacing: 1.1 mm, upper: [12 mm, 12 mm, 11 mm]}, radius: 0.5 mm, "
              "material: m}\n"
              "time: {end: 0.8 ms, step: 1 us, overlap_limit: 0.3%s}\n",
              skin);
}

static void TestFastAmongSlow(void **state)
{
  enum { ROOM = 2000 };
  static Ball ball[2][ROOM];
  Bench bench[2] = {Projectile(""), Projectile(", skin: 1 mm")};
  double most = 0, speed = 0;

  for (int k = 0; k < 2; k++) {
    assert_true(bench[k].world->bulk->store.columns.n <= ROOM);
    Run(&bench[k], NULL, NULL);
    Look(&bench[k], ball[k], NULL);
  }
  const GrBulk b = bench[0].world->bulk;
  const PetscInt n = b->store.columns.n;
  PetscInt wide = 0;
  for (PetscInt i = 0; i < n; i++)
    wide += b->store.margin[i] > b->numbers.skin;
  for (PetscInt i = 0; i < n; i++)
    for (int a = 0; a < 3; a++) {
      most = fmax(most, fabs(ball[0][i].v[a] - ball[1][i].v[a]));
      speed = fmax(speed, fabs(ball[1][i].v[a]));
    }
  print_message(
      "%d of %d margins are wider than the skin, the widest %.3g of it; %d rebuilds; speeds of up to %.3g m/s "
      "differ by %.3g\n",
      (int)wide, (int)n, b->neighbours.largest_margin / b->numbers.skin, (int)bench[0].world->load.rebuilds, speed,
      most);
  assert_true(wide > 0 && wide < n / 4);
  assert_true(speed > 1 && most < 1e-6 * speed);
  Close(&bench[0]);
  Close(&bench[1]);
}

/* Displacement from the reference position [margin], speed [margin/s], acceleration [margin/s^2]. */
typedef struct {
  double path, speed, acceleration;
} Motion;

static const double step = 1e-6; /* length of the next step [s] */

/* Spheres at rest, with a wall that its weight may move. */
static Bench AtRest(const char *integrator, const char *lid)
{
  return Open(
      "dimension: 3\n"
      "domain: {lower: [0, 0, 0], upper: [40 mm, 40 mm, 40 mm]}\n"
      "materials: {m: {density: 2000, youngs_modulus: 1e8, poisson_ratio: 0.3}}\n"
      "contacts: [{between: '*', normal: {law: hertz}}]\n"
      "particles: {balls: {at: [{position: [10 mm, 10 mm, 10 mm]}, {position: [30 mm, 30 mm, 30 mm]}], radius: 1 "
      "mm, material: m}}\n"
      "walls: {%s}\n"
      "time: {end: 1 us, step: 1 us, integrator: %s, skin: 0.2 mm}\n",
      lid, integrator);
}

/* Checks the displacements as if the second sphere moved. Returns the number of steps until the next check; 0: the
   neighbour list must be rebuilt. */
static PetscInt64 CheckMotion(const Bench *bench, Motion m)
{
  const GrBulk b = bench->world->bulk;
  const double margin = b->store.margin[1];
  double u[2 * GR_STATE] = {0};
  bool ends = false;

  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 3; k++) {
      u[GR_STATE * i + k] = b->store.reference[3 * i + k];
      b->store.acceleration[GR_RATES * i + k] = 0;
    }
  u[GR_STATE + 1] -= m.path * margin;
  u[GR_STATE + 4] = -m.speed * margin;
  b->store.acceleration[GR_RATES + 1] = -m.acceleration * margin;
  b->numbers.reneighbour_due = 0;
  Works(GrBulkCheckDisplacements(bench->world, b->numbers.reference_time, u, step, &ends));
  assert_int_equal(b->numbers.reneighbour_due, ends);
  assert_true(fabs(b->epoch.checked.fastest - fabs(m.speed) * margin) <= 1e-12 * fabs(m.speed) * margin);
  return ends ? 0 : b->numbers.next_check - b->numbers.steps;
}

/* Checks a motion that is safe for `steps` steps but, if it is larger by a small fraction, for half of them only. */
static void CheckLimit(const Bench *bench, Motion m, PetscInt64 steps)
{
  const double less = 1 - 1e-8, more = 1 + 1e-8;

  assert_int_equal(CheckMotion(bench, (Motion){less * m.path, less * m.speed, less * m.acceleration}), steps);
  assert_int_equal(CheckMotion(bench, (Motion){more * m.path, more * m.speed, more * m.acceleration}), steps / 2);
}

/* In a time T a sphere moves by at most 2 (v T + a T^2/2), and in the next step of fixed length h by v h + a h^2/2 in
   the known direction, or a h^2/8 more. */
static void TestStepsToCheck(void **state)
{
  const double span = 16 * step;
  Bench bench = AtRest("verlet", "");

  Run(&bench, NULL, NULL);
  assert_int_equal(CheckMotion(&bench, (Motion){0, 0, 0}), 64);
  CheckLimit(&bench, (Motion){0, 0.5 / span, 0}, 16);
  CheckLimit(&bench, (Motion){0, 0, 1 / (span * span)}, 16);
  CheckLimit(&bench, (Motion){0.5, 0.125 / span, 0.25 / (span * span)}, 16);
  CheckLimit(&bench, (Motion){0, 1 / step, 0}, 1);
  CheckLimit(&bench, (Motion){0, 0, 1.6 / (step * step)}, 1);
  CheckLimit(&bench, (Motion){0.2, 0.3 / step, 0.8 / (step * step)}, 1);
  assert_int_equal(CheckMotion(&bench, (Motion){0.5, -1.4 / step, 0}), 1);      /* back to the other side */
  assert_int_equal(CheckMotion(&bench, (Motion){0, (1 - 5e-10) / step, 0}), 0); /* too near the limit, for rounding */
  assert_int_equal(CheckMotion(&bench, (Motion){1 - 5e-10, -0.6 / step, 0}), 0);
  bench.world->bulk->numbers.exposure = 0.5 / span * (1 - 1e-8); /* a fast partner */
  assert_int_equal(CheckMotion(&bench, (Motion){0, 0, 0}), 16);
  bench.world->bulk->numbers.exposure *= 1 + 2e-8;
  assert_int_equal(CheckMotion(&bench, (Motion){0, 0, 0}), 8);
  Close(&bench);
}

/* The steps of `rk` may grow: displacements are checked after each. A step that might miss a contact is halved. */
static void TestLongestStep(void **state)
{
  Bench bench = AtRest("rk", "");
  const GrBulk b = bench.world->bulk;

  Run(&bench, NULL, NULL);
  assert_int_equal(CheckMotion(&bench, (Motion){0, 0, 0}), 1);
  assert_int_equal(CheckMotion(&bench, (Motion){0, 0.4999 / step, 0}), 1);
  assert_true(b->numbers.longest_step == 0);
  assert_int_equal(CheckMotion(&bench, (Motion){0.9, 1.9999 / step, 0}), 0);
  assert_true(b->numbers.longest_step == 0.25 * step);
  assert_int_equal(CheckMotion(&bench, (Motion){0.9, 2.0001 / step, 0}), 0);
  assert_true(b->numbers.longest_step == 0.125 * step);
  assert_int_equal(CheckMotion(&bench, (Motion){0, 0, 15.9999 / (step * step)}), 0);
  assert_true(b->numbers.longest_step == 0.25 * step);
  Close(&bench);
}

/* A free wall moves like a sphere whose margin is half the skin, but its next step is not known better. The speed of a
   servo may jump to its limit. */
static void TestLoadedWalls(void **state)
{
  const char *const walls[] = {"lid: {point: [0, 0, 39 mm], normal: [0, 0, -1], material: m, mass: 10 g, load: 1 uN}",
                               "lid: {side: upper_z, material: m, servo: {force: 1 uN, max_speed: 1}}"};

  for (int servo = 0; servo < 2; servo++) {
    Bench bench = AtRest("verlet", walls[servo]);
    Run(&bench, NULL, NULL);
    const double margin = 0.1e-3, speed = servo ? 1 / margin : 0.125 / (16 * step);
    GrWallTravel *lid = bench.world->bulk->walls.committed;
    const double rest = servo ? 1 - 2 * 16 * step * speed : 0.5; /* displacement at the limit of 16 steps */
    for (int more = 0; more < 2; more++) {
      const double scale = margin * (more ? 1 + 1e-8 : 1 - 1e-8);
      lid->reference = 0.3 * margin;
      lid->distance = lid->reference - rest * scale;
      lid->speed = (servo ? 100 : 1) * speed * scale;
      lid->acceleration = (servo ? 100 : 1) * 0.25 / (16 * step * 16 * step) * scale;
      assert_int_equal(CheckMotion(&bench, (Motion){0, 0, 0}), more ? 8 : 16);
    }
    lid->distance = lid->reference + (servo ? 0.99 : 0) * margin;
    lid->speed = 0.6 * margin / step;
    lid->acceleration = 0;
    assert_int_equal(CheckMotion(&bench, (Motion){0, 0, 0}), 0);
    Close(&bench);
  }
}

UNIT_PETSC(CASE(TestLargeAmongSmall), CASE(TestGas), CASE(TestFastAmongSlow), CASE(TestStepsToCheck),
           CASE(TestLongestStep), CASE(TestLoadedWalls));
