/* Chains: the estimated accurate step, and the work of prescribed motions and of custom forces.
   Labels: chain input law world. */
#include "unit.h"

#include "chain/drive.h"
#include "world/world_impl.h"

#include <granum/error.h>
#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;
static const char text[] = "dimension: 1\n"
                           "materials: {steel: {density: 7800, youngs_modulus: 193e9, poisson_ratio: 0.3}}\n"
                           "contacts: [{between: '*', normal: {law: hertz}}]\n"
                           "particles: {beads: {chain: {count: 2}, material: steel, radius: 2 mm}}\n"
                           "initial_velocities: [{id: 1, velocity: 2}]\n"
                           "ends: {right: fixed}\n"
                           "time: {end: 1 ms, accuracy: 0.01}\n";

/* Returns the limits of the time step of the case with n changed values. */
static GrStepBound FindBound(int n, const char *const sets[])
{
  GrStepBound bound;
  GrCase *c;
  GrWorld world;

  FACT(!GrCaseParse("chain.yaml", text, n, sets, &c), "%s", GrFailureMessage());
  assert_int_equal(GrWorldCreate(PETSC_COMM_SELF, c, &world), 0);
  assert_int_equal(GrWorldFindStepBound(world, &bound), 0);
  assert_int_equal(GrWorldDestroy(&world), 0);
  assert_int_equal(GrCaseDestroy(&c), 0);
  return bound;
}

/* The expected impacts have the speed of the input: their duration is 2.943275 D/v with the largest overlap D (K. L.
   Johnson, Contact Mechanics, Cambridge 1985, section 11.4). In a compressed chain with the contact stiffness K, waves
   limit the step to sqrt(accuracy/0.4) sqrt(m/K). */
static void TestBound(void **state)
{
  const char *const compressed[] = {"particles.beads.chain.precompression=1000"}, *const rest[] = {
                                                                                      "initial_velocities=[]"};
  const double radius = 2e-3, mass = 4.0 / 3 * pi * pow(radius, 3) * 7800, modulus = 193e9 / (2 * (1 - 0.3 * 0.3));
  const double hertz = 4.0 / 3 * modulus * sqrt(radius / 2), speed = 2, force = 1000;
  const double overlap = pow(1.25 * (mass / 2) * speed * speed / hertz, 0.4);
  const double stiffness = 1.5 * force / pow(force / hertz, 2.0 / 3);
  GrStepBound bound = FindBound(0, NULL);

  assert_true(fabs(bound.duration - 2.943275 * overlap / speed) < 1e-4 * bound.duration);
  assert_true(bound.accurate > 0 && bound.accurate < bound.stable && bound.error > 0.005 && bound.error <= 0.01);
  assert_non_null(strstr(bound.reason, "accurate to 1 % up to"));
  assert_non_null(strstr(bound.reason, "(beads - beads, impacts up to 2 m/s)"));
  bound = FindBound(1, compressed);
  assert_true(fabs(bound.accurate - sqrt(0.01 / 0.4) * sqrt(mass / stiffness)) < 1e-6 * bound.accurate);
  bound = FindBound(1, rest);
  assert_true(isinf(bound.stable) && isinf(bound.accurate) && bound.duration == 0);
}

/* Contacts between beads that do not move limit nothing, although their compression is larger. */
static void TestBoundOfHeldBeads(void **state)
{
  const char *const sets[] = {"particles={held: {chain: {count: 2}, material: steel, radius: 2 mm, fixed: true}, "
                              "beads: {chain: {count: 2}, material: steel, radius: 2 mm}}",
                              "initial_velocities=[{id: 4, velocity: -2}]", "ends={}",
                              "particles.held.chain.precompression=1e5"};
  const GrStepBound loose = FindBound(3, sets), compressed = FindBound(4, sets);

  assert_true(loose.accurate == compressed.accurate && loose.stable == compressed.stable);
}

/* A dashpot that grows as the approach speed decreases limits the step of beads that touch at the start, and so close
   at rest. Beads whose groups have different velocities collide at this velocity. */
static void TestBoundFromRest(void **state)
{
  const char *const sets[] = {"contacts.0.normal={law: lichtensteiger, restitution: 0.5}",
                              "particles={one: {chain: {count: 1}, material: steel, radius: 2 mm, velocity: 2}, "
                              "two: {chain: {count: 1}, material: steel, radius: 2 mm}}"};
  const GrStepBound touching = FindBound(1, sets), colliding = FindBound(2, sets);

  assert_true(touching.duration == colliding.duration && touching.duration > 1e-5);
  assert_true(touching.error == colliding.error);
  assert_true(touching.stable < 0.1 * colliding.stable && touching.accurate < 0.1 * colliding.accurate);
  assert_true(touching.accurate < 0.5 * touching.stable && colliding.accurate < 0.5 * colliding.stable);
  assert_true(colliding.error > 0.005 && colliding.error <= 0.01);
}

/* Beads 1 and 2 have a prescribed motion; a custom force acts on the others. The work of each is the integral of its
   power by the trapezoidal rule. */
static void TestWork(void **state)
{
  enum { N = 5 };
  const double force[2][N + 1] = {{1, -2, 4, 7, 5, 3}, {2, 8, -1, 6, 9, 4}},
                            v[2][N] = {{2, 3, -1, 4, 5}, {1, 7, 2, -3, 6}};
  const double half[2] = {0.5, 0.125};
  double own[N] = {10, 0, 0, -3, 7}, work[N] = {0}, power[N] = {0}, now[N] = {0}, expected[N] = {0};
  GrDrive drive = {.begin = 1, .end = 3};
  GrChainDrives drives = {.n = 1, .drive = &drive, .work = work, .power = power, .own = own};

  for (int custom = 1; custom >= 0; custom--) {
    drives.own = custom ? own : NULL;
    for (int step = 0; step < 2; step++) {
      GrChainDrivesPower(&drives, N, v[step], force[step], now);
      for (int i = 0; i < N; i++) {
        const double driven = (force[step][i + 1] - force[step][i]) * v[step][i];
        assert_true(now[i] == (i == 1 || i == 2 ? driven : custom ? own[i] * v[step][i] : 0));
        expected[i] += custom || i == 1 || i == 2 ? half[step] * (power[i] + now[i]) : 0;
      }
      GrChainDrivesCommit(&drives, N, half[step], v[step], force[step]);
      for (int i = 0; i < N; i++) {
        assert_true(work[i] == expected[i]);
        assert_true(!(custom || i == 1 || i == 2) || power[i] == now[i]);
      }
    }
  }
}

UNIT_PETSC(CASE(TestBound), CASE(TestBoundFromRest), CASE(TestBoundOfHeldBeads), CASE(TestWork));
