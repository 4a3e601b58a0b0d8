/* The automatic skin follows from its cost: candidate pairs without contact against rebuilds of the neighbour list. */
#include <stdarg.h>
#include <stddef.h>

#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>

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
                (int)bench.world->rebuilds);
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
                (int)bench.world->rebuilds);
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
      (int)wide, (int)n, b->neighbours.largest_margin / b->numbers.skin, (int)bench[0].world->rebuilds, speed, most);
  assert_true(wide > 0 && wide < n / 4);
  assert_true(speed > 1 && most < 1e-6 * speed);
  Close(&bench[0]);
  Close(&bench[1]);
}

int main(int argc, char **argv)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(TestLargeAmongSmall),
      cmocka_unit_test(TestGas),
      cmocka_unit_test(TestFastAmongSlow),
  };
  if (PetscInitialize(&argc, &argv, NULL, NULL))
    return 1;
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscFinalize();
  return failed;
}
