/* Output intervals: the step at which an output is due is that of exact arithmetic; times of a list are met by the
   nearest step.
   Labels: record time. */
#include "unit.h"

#include <math.h>

#include "record/interval.h"

/* Step and period in units of a nanosecond. */
typedef struct {
  PetscInt64 step, every, outputs, stride; /* of the first so many outputs, each stride-th is checked */
} Clock;
static const Clock clocks[] = {{100, 300, 1000000, 1},      {100, 100, 1000000, 1},     {100, 250, 1000000, 1},
                               {300, 1000, 1000000, 1},     {7, 30, 1000000, 1},        {1234567, 10000000, 1000000, 1},
                               {100, 400000000, 100000, 1}, {300, 1000000000, 1000, 1}, {3, 1000000007, 1000, 1},
                               {100, 50, 1000000, 1000}};

static PetscInt64 FirstStep(PetscInt64 time, PetscInt64 step)
{
  return (time + step - 1) / step;
}

/* The step before is not due, the step is, and the next output is the one after all that it has passed. */
static void CheckOutput(const Clock *c, PetscInt64 k)
{
  const double h = 1e-9 * (double)c->step;
  const PetscInt64 step = FirstStep(k * c->every, c->step);
  GrRecorderInterval interval = {.when.every = 1e-9 * (double)c->every, .next = k};

  assert_false(GrRecorderIntervalDue(&interval, (double)(step - 1) * h));
  assert_true(GrRecorderIntervalDue(&interval, (double)step * h));
  GrRecorderIntervalTake(&interval, (double)step * h);
  assert_int_equal(interval.next, step * c->step / c->every + 1);
}

static void test_exact_step(void **state)
{
  for (size_t i = 0; i < sizeof(clocks) / sizeof(clocks[0]); i++)
    for (PetscInt64 k = 1; k <= clocks[i].outputs; k += clocks[i].stride)
      CheckOutput(&clocks[i], k);
}

/* The step divides the period, as with step: auto; steps are counted from a time that is not a multiple of it. */
static void test_dividing_step(void **state)
{
  for (int parts = 1; parts < 60; parts++) {
    const double every = 0.3e-6, h = every / parts, begin = 7 * every;
    GrRecorderInterval interval = {.when.every = every};
    for (PetscInt64 k = 8; k < 1000000; k += 997) {
      interval.next = k;
      assert_false(GrRecorderIntervalDue(&interval, begin + (double)((k - 7) * parts - 1) * h));
      assert_true(GrRecorderIntervalDue(&interval, begin + (double)((k - 7) * parts) * h));
    }
  }
}

/* Which of so many steps are recorded. */
static int RecordSteps(GrRecorderInterval *interval, double h, int steps, int recorded[])
{
  int n = 0;

  for (int step = 0; step <= steps; step++)
    if (GrRecorderIntervalWants(interval, step * h, step == steps)) {
      GrRecorderIntervalTake(interval, step * h);
      recorded[n++] = step;
    }
  return n;
}

static void test_nearest_step(void **state)
{
  double times[] = {0.0, 1.4, 2.6, 2.7, 5.0, 9.9, 20.0};
  GrRecorderInterval interval = {.when = {0, 7, times}, .last = true};
  int recorded[12];

  GrRecorderIntervalFit(&interval, 1, 10);
  assert_int_equal(RecordSteps(&interval, 1, 10, recorded), 5);
  assert_true(recorded[0] == 0 && recorded[1] == 1 && recorded[2] == 3 && recorded[3] == 5 && recorded[4] == 10);
  assert_int_equal(interval.next, 6);
}

/* With steps that vary, one ends at each time. */
static void test_met_time(void **state)
{
  double times[] = {0.1, 0.3};
  GrRecorderInterval interval = {.when = {0, 2, times}};

  GrRecorderIntervalFit(&interval, 0, 1);
  assert_false(GrRecorderIntervalDue(&interval, 0.0999999));
  assert_true(GrRecorderIntervalNext(&interval) == 0.1);
  GrRecorderIntervalTake(&interval, 0.1);
  assert_true(GrRecorderIntervalDue(&interval, 0.1 + 0.2));
  GrRecorderIntervalTake(&interval, 0.1 + 0.2);
  assert_true(isinf(GrRecorderIntervalNext(&interval)));
}

UNIT(CASE(test_exact_step), CASE(test_dividing_step), CASE(test_nearest_step), CASE(test_met_time));
