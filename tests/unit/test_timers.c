/* Where the time of a run goes, on a clock that is advanced by hand and takes its time to be read: the phases add up to
   the whole, and each has its share, in runs of one step and of many. */
#include "base/timers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

static double now;                   /* [s] */
static double truth[GR_PHASE_COUNT]; /* time of the steps below in each phase [s] */
static const double reading = 25e-9;

static double Clock(void)
{
  return now += reading;
}

static void Spend(GrPhase phase, double seconds)
{
  now += seconds;
  truth[phase] += seconds;
}

static void Phase(GrTimers *t, GrPhase phase, double seconds)
{
  assert_int_equal(GrTimerBegin(t, phase), 0);
  Spend(phase, seconds);
  assert_int_equal(GrTimerEnd(t, phase), 0);
}

/* A step of a small system: not all alike, and now and then with output or a rebuild after it. */
static void Step(GrTimers *t, int step)
{
  const double unit = step % 7 == 0 ? 3e-7 : 1e-7;

  assert_int_equal(GrTimersNext(t), 0);
  Phase(t, GR_PHASE_HALO, 2 * unit);
  Phase(t, GR_PHASE_FORCES, 6 * unit);
  Phase(t, GR_PHASE_COMMIT, unit);
  Spend(GR_PHASE_INTEGRATION, 3 * unit);
  if (step % 10 == 0)
    Phase(t, GR_PHASE_OUTPUT, 50 * unit);
  if (step % 50 == 0)
    Phase(t, GR_PHASE_REBUILD, 400 * unit);
}

static void Run(GrTimers *t, PetscInt particles, int steps)
{
  now = 0;
  for (int p = 0; p < GR_PHASE_COUNT; p++)
    truth[p] = 0;
  assert_int_equal(GrTimersCreate(t), 0);
  GrTimersFit(t, particles);
  t->clock = Clock;
  for (int k = 0; k < 3; k++) /* what happens before the start does not count */
    assert_int_equal(GrTimersNext(t), 0);
  GrTimersStart(t);
  for (int k = 1; k <= steps; k++)
    Step(t, k);
  GrTimersStop(t);
}

static double Sum(const double *seconds)
{
  double sum = 0;
  for (int p = 0; p < GR_PHASE_COUNT; p++)
    sum += seconds[p];
  return sum;
}

static const int lengths[] = {0, 1, 5, 61, 62, 100, 500, 100000};
enum { LENGTHS = sizeof(lengths) / sizeof(lengths[0]) };

static void TestAddUp(void **state)
{
  GrTimers t;

  for (int k = 0; k < LENGTHS; k++)
    for (PetscInt particles = 2; particles <= GR_TIMER_SMALL; particles += GR_TIMER_SMALL - 2) {
      Run(&t, particles, lengths[k]);
      assert_true(fabs(Sum(t.seconds) - t.whole) <= 1e-12 * t.whole);
      for (int p = 0; p < GR_PHASE_COUNT; p++)
        assert_true(t.seconds[p] >= 0);
    }
}

/* As long as every step is timed, sampled phases have the ratios that they had, and the others their seconds. */
static void TestShort(void **state)
{
  GrTimers t;

  for (int k = 1; lengths[k] <= GR_TIMER_STRIDE; k++) {
    Run(&t, 2, lengths[k]);
    for (int p = 0; p < GR_PHASE_COUNT; p++)
      if (GrPhases[p].sampled)
        assert_true(fabs(t.seconds[p] * truth[GR_PHASE_FORCES] - truth[p] * t.seconds[GR_PHASE_FORCES]) < 1e-18);
      else if (p != GR_PHASE_INTEGRATION)
        assert_true(fabs(t.seconds[p] - truth[p]) < 1e-12);
  }
}

/* One of 61 steps is timed, of 100 000: shares to 2 %. */
static void TestLong(void **state)
{
  GrTimers t;

  Run(&t, 2, 100000);
  for (int p = 0; p < GR_PHASE_COUNT; p++)
    assert_true(fabs(t.seconds[p] / t.whole - truth[p] / Sum(truth)) < 0.02);
}

/* A run that failed is stopped where its card is made; a second stop changes nothing. */
static void TestStopTwice(void **state)
{
  GrTimers t;

  Run(&t, 2, 500);
  const GrTimers before = t;
  now += 1;
  GrTimersStop(&t);
  assert_true(t.whole == before.whole && t.seconds[GR_PHASE_FORCES] == before.seconds[GR_PHASE_FORCES]);
}

int main(int argc, char **argv)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(TestAddUp), cmocka_unit_test(TestShort),
                                     cmocka_unit_test(TestLong), cmocka_unit_test(TestStopTwice)};
  if (PetscInitialize(&argc, &argv, NULL, NULL))
    return 1;
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  return PetscFinalize() || failed;
}
