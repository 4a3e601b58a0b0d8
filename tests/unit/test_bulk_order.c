#include <stdarg.h>
#include <stddef.h>

#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>

#include "bulk_bench.h"

enum { N = 3 };

static void Final(const char *normal, const char *tangential, const char *more, double step, double u[N * GR_STATE])
{
  const double r[N] = {0.01, 0.008, 0.012};
  const double floor = 0, gap = 1e-4;
  (void)floor;
  Ball ball[N] = {{.x = {0, 0, 0.01 - gap}, .v = {0.02, 0.01, 0.03}, .w = {3, -2, 1}},
                  {.v = {-0.01, 0.02, 0}, .w = {-1, 2, 4}},
                  {.v = {0.01, 0.01, -.02}}};
  char path[32];
  ball[1].x[0] = 0.002, ball[1].x[2] = 0.01 + 0.0176;
  ball[2].x[0] = 0.002, ball[2].x[1] = .003, ball[2].x[2] = 0.01 + 0.0176 + 0.0194;
  double top = ball[2].x[2] + 0.012 - gap;
  List(N, ball, r, path);
  Bench b = Open("dimension: 3\n"
                 "domain: {lower: [-1, -1, 0], upper: [1, 1, %.17g]}\n"
                 "gravity: [0.3, 0.2, -1]\n"
                 "materials: {a: {density: 2000, youngs_modulus: 1e7, poisson_ratio: 0.3}}\n"
                 "contacts: [{between: '*', normal: %s, tangential: %s%s}]\n"
                 "particles: {g: {file: %s, material: a}}\n"
                 "walls: {floor: {side: lower_z, material: a}, lid: {side: upper_z, material: a}}\n"
                 "time: {end: 0.01, step: %.17g}\n",
                 top, normal, tangential, more, path, step);
  Run(&b, NULL, NULL);
  Look(&b, (Ball *)u, NULL);
  Close(&b);
  unlink(path);
}

static void Order(const char *normal, const char *tangential, const char *more)
{
  double u[5][N * GR_STATE];
  double step = 2e-5;
  for (int i = 0; i < 5; i++, step /= 2)
    Final(normal, tangential, more, step, u[i]);
  double e[4];
  for (int i = 0; i < 4; i++) {
    e[i] = 0;
    for (int k = 0; k < N * GR_STATE; k++)
      e[i] += pow((u[i][k] - u[i + 1][k]), 2);
    e[i] = sqrt(e[i]);
  }
  print_message("%s %s %s: e %.3e %.3e: orders %.4f %.4f %.4f\n", normal, tangential, more, e[0], e[3],
                log2(e[0] / e[1]), log2(e[1] / e[2]), log2(e[2] / e[3]));
}

static void TestOrder(void **state)
{
  Order("{law: hertz}", "{law: coulomb_smooth, friction: 0.3, v_lo: 0, v_hi: 10}", "");
  Order("{law: tsuji, restitution: 0.5}", "{law: coulomb_smooth, friction: 0.3, v_lo: 0, v_hi: 10}", "");
  Order("{law: hertz}", "{law: linear_spring, stiffness: 1e4, friction: 1000, damping: 0}", "");
  Order("{law: tsuji, restitution: 0.5}", "{law: mindlin, friction: 1000}", "");
  Order("{law: tsuji, restitution: 0.5}", "{law: mindlin, friction: 1000}",
        ", rolling: {law: rolling_spring, stiffness: 1e4, friction: 1000, viscosity: 1}");
}

int main(int argc, char **argv)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(TestOrder)};
  if (PetscInitialize(&argc, &argv, NULL, NULL))
    return 1;
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  PetscFinalize();
  return failed;
}
