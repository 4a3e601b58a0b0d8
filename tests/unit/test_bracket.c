/* The search for events within a step: it ends beyond the event, near enough, after a few trials, for steps in both
   directions; functions that are straight, steep, flat at the event or nearly flat before it. */
#include "base/math/bracket.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { TRIALS = 100 };

/* Functions of x from 0 to 1, which become negative at 0.3. */
static double Straight(double x)
{
  return 0.3 - x;
}

static double Steep(double x)
{
  return exp(40 * (0.3 - x)) - 1;
}

static double Late(double x)
{
  return 1 - exp(40 * (x - 0.3));
}

static double Flat(double x)
{
  return (0.3 - x) * (0.3 - x) * (0.3 - x);
}

static double Corner(double x)
{
  return x < 0.3 ? 0.3 - x : 1e3 * (0.3 - x);
}

/* Largest number of trials. */
static const struct {
  double (*f)(double);
  int most;
} functions[] = {{Straight, 3}, {Steep, 35}, {Late, 50}, {Corner, 70}, {Flat, 70}};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

/* Searches the zero of f(x/length), and returns the number of trials. x: the last trial. */
static int Search(double (*f)(double), double length, double near, double *x)
{
  GrBracket b = {0, length, f(0), f(1), 0};

  for (int n = 1; n <= TRIALS; n++) {
    *x = GrBracketTry(&b, 0.5 * near);
    assert_true(*x / length > 0 && *x / length < 1);
    const double value = f(*x / length);
    if (value <= 0 && GrBracketPast(&b, *x, value) <= near)
      return n;
    GrBracketNarrow(&b, *x, value);
    assert_true(b.f_low > 0 && b.f_high <= 0);
  }
  return TRIALS + 1;
}

static void TestEndsBeyond(void **state)
{
  static const double lengths[] = {1, -1, 3e-9, -2e6};

  for (int k = 0; k < FUNCTIONS; k++)
    for (int i = 0; i < 4; i++) {
      const double near = 1e-10 * fabs(lengths[i]);
      double x;
      const int n = Search(functions[k].f, lengths[i], near, &x);
      if (n > functions[k].most)
        fail_msg("function %d, length %g: %d trials", k, lengths[i], n);
      const double past = x / lengths[i] - 0.3;
      assert_true(past >= 0 && past <= 2e-10);
    }
}

/* An interval in which a chord ends outside, because `past` is longer than the interval: its middle. */
static void TestStaysInside(void **state)
{
  const GrBracket b = {1, 1 + 1e-12, 1, -1, 0}, back = {1 + 1e-12, 1, 1, -1, 0};

  assert_true(GrBracketTry(&b, 1e-10) == 0.5 * (b.low + b.high));
  assert_true(GrBracketTry(&back, 1e-10) == 0.5 * (b.low + b.high));
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(TestEndsBeyond), cmocka_unit_test(TestStaysInside)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
