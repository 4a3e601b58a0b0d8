/* When it repays to balance the load, and how the gain is counted, on made-up work.
   Labels: parallel. */
#include "unit.h"

#include "parallel/load_balance.h"

#include <math.h>

enum { STEPS = 10 };

static void Measure(GrParallelLoadBalance *s, double most)
{
  GrParallelLoadBalanceMeasured(s, (GrParallelLoadShare){most, 1}, (GrParallelLoadShare){1000 * most, 1000}, STEPS);
}

/* Epochs of mean work 1 s until a partition repays, at most so many; the imbalance grows by as much in each. */
static int Epochs(GrParallelLoadBalance *s, double most, double growth, int at_most)
{
  for (int k = 1; k <= at_most; k++) {
    Measure(s, most + growth * (k - 1));
    if (GrParallelLoadBalanceRepays(s))
      return k;
  }
  return 0;
}

static GrParallelLoadBalance Begun(double cost)
{
  GrParallelLoadBalance s = {0};
  GrParallelLoadBalancePartitioned(&s, cost, 0, true);
  return s;
}

/* Even work, or what chance makes of it, never repays. */
static void TestEven(void **state)
{
  GrParallelLoadBalance s = Begun(0.001);
  assert_int_equal(Epochs(&s, 1, 0, 1000), 0);
  assert_int_equal(Epochs(&s, 1.009, 0, 1000), 0);
  assert_true(s.partitions == 0 && s.gained == 0);
}

/* 0.5 s an epoch are lost; a partition at 2.2 s repays after the fifth, and a dearer one later. */
static void TestCost(void **state)
{
  GrParallelLoadBalance s = Begun(2.2);
  assert_int_equal(Epochs(&s, 1.5, 0, 100), 5);
  s = Begun(9.7);
  assert_int_equal(Epochs(&s, 1.5, 0, 100), 20);
}

/* A load that moves: the k-th epoch loses 0.02 (k - 1) s, k of them 0.01 k (k - 1) s. A partition at 1 s repays when
   that is more, after 11. That is also what costs least in the long run: an epoch then loses 0.191 s together with its
   share of the partition, and 0.195 s if it comes after 8, 0.201 s if after 14. */
static void TestMoving(void **state)
{
  GrParallelLoadBalance s = Begun(1);
  assert_int_equal(Epochs(&s, 1, 0.02, 100), 11);
}

/* An imbalance that a partition cannot remove does not cause another partition; an imbalance that increases
   afterwards does. */
static void TestReached(void **state)
{
  GrParallelLoadBalance s = Begun(0.1);
  assert_int_equal(Epochs(&s, 2, 0, 1), 1);
  GrParallelLoadBalancePartitioned(&s, 0.1, 0, false);
  assert_int_equal(Epochs(&s, 1.3, 0, 100), 0);
  assert_int_equal(Epochs(&s, 1.6, 0, 1), 1);
}

/* Before 2, then 1.25 in every epoch of 1 s: 0.75 s gained each. */
static void TestBooks(void **state)
{
  GrParallelLoadBalance s = Begun(0.1);
  Measure(&s, 2);
  GrParallelLoadBalancePartitioned(&s, 0.1, 0.2, false);
  for (int k = 0; k < 4; k++)
    Measure(&s, 1.25);
  assert_true(s.partitions == 1 && s.gained == 3 && s.partition_seconds == 0.2);
  assert_true(GrParallelLoadBalanceImbalance(&s, 0) == 2 && GrParallelLoadBalanceImbalance(&s, 1) == 1.25 &&
              s.latest == 1.25);
  assert_true(s.work.most == 7 && s.work.mean == 5 && GrParallelLoadShareImbalance(s.contacts) == 1.4);
  assert_true(s.contacts.mean == 5 * STEPS * 1000 && s.contacts_uneven == s.contacts.mean);
}

/* A partition that no epoch came before books nothing. */
static void TestUnmeasured(void **state)
{
  GrParallelLoadBalance s = Begun(0.1);
  GrParallelLoadBalancePartitioned(&s, 0.1, 0.2, false);
  GrParallelLoadBalanceMeasured(&s, (GrParallelLoadShare){0, 0}, (GrParallelLoadShare){0, 0}, 0);
  Measure(&s, 2);
  assert_true(s.partitions == 1 && s.gained == 0 && GrParallelLoadBalanceImbalance(&s, 0) == 0 &&
              GrParallelLoadBalanceImbalance(&s, 1) == 0);
}

UNIT(CASE(TestEven), CASE(TestCost), CASE(TestMoving), CASE(TestReached), CASE(TestBooks), CASE(TestUnmeasured));
