/* When it repays to balance the load, and how the gain is counted, on made-up times. */
#include "parallel/load_balance.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

enum { WINDOW = 1000 };

/* Windows until a partition repays, at most so many. */
static int Windows(GrLoadBalance *s, double most, double mean, int at_most)
{
  for (int k = 1; k <= at_most; k++) {
    GrLoadBalanceMeasured(s, most, mean, WINDOW);
    if (GrLoadBalanceRepays(s))
      return k;
  }
  return 0;
}

/* Even work, or what clocks differ by, never repays. */
static void TestEven(void **state)
{
  GrLoadBalance s = {0};
  GrLoadBalancePartitioned(&s, 0.001, PETSC_TRUE);
  assert_int_equal(Windows(&s, 1, 1, 1000), 0);
  assert_int_equal(Windows(&s, 1.09, 1, 1000), 0);
  assert_true(s.partitions == 0 && s.seconds_gained == 0);
}

/* 0.5 s a window are lost; a partition at 2.2 s repays after the fifth, and a dearer one later. */
static void TestCost(void **state)
{
  GrLoadBalance s = {0};
  GrLoadBalancePartitioned(&s, 2.2, PETSC_TRUE);
  assert_int_equal(Windows(&s, 1.5, 1, 100), 5);
  s = (GrLoadBalance){0};
  GrLoadBalancePartitioned(&s, 9.7, PETSC_TRUE);
  assert_int_equal(Windows(&s, 1.5, 1, 100), 20);
}

/* What a partition cannot mend is no reason for another; what gets worse after it is. */
static void TestReached(void **state)
{
  GrLoadBalance s = {0};
  GrLoadBalancePartitioned(&s, 0.1, PETSC_TRUE);
  assert_int_equal(Windows(&s, 2, 1, 1), 1);
  GrLoadBalancePartitioned(&s, 0.1, PETSC_FALSE);
  assert_int_equal(Windows(&s, 1.3, 1, 100), 0);
  assert_int_equal(Windows(&s, 1.6, 1, 1), 1);
}

/* Before 2, then 1.25 in every window of 1 s: 0.75 s gained each. */
static void TestBooks(void **state)
{
  GrLoadBalance s = {0};
  GrLoadBalancePartitioned(&s, 0.1, PETSC_TRUE);
  GrLoadBalanceMeasured(&s, 2, 1, WINDOW);
  GrLoadBalancePartitioned(&s, 0.2, PETSC_FALSE);
  for (int k = 0; k < 4; k++)
    GrLoadBalanceMeasured(&s, 1.25, 1, WINDOW);
  assert_true(s.partitions == 1 && s.seconds_gained == 3 && s.seconds_spent == 0.2);
  assert_true(GrLoadBalanceImbalance(&s, 0) == 2 && GrLoadBalanceImbalance(&s, 1) == 1.25 && s.latest == 1.25);
}

/* A partition that no window came before books nothing. */
static void TestUnmeasured(void **state)
{
  GrLoadBalance s = {0};
  GrLoadBalancePartitioned(&s, 0.1, PETSC_TRUE);
  GrLoadBalancePartitioned(&s, 0.2, PETSC_FALSE);
  GrLoadBalanceMeasured(&s, 0, 0, WINDOW);
  GrLoadBalanceMeasured(&s, 2, 1, WINDOW);
  assert_true(s.partitions == 1 && s.seconds_gained == 0 && GrLoadBalanceImbalance(&s, 0) == 0 &&
              GrLoadBalanceImbalance(&s, 1) == 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(TestEven), cmocka_unit_test(TestCost),
                                     cmocka_unit_test(TestReached), cmocka_unit_test(TestBooks),
                                     cmocka_unit_test(TestUnmeasured)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
