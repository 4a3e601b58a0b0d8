/* Advice at the end of a run: each row of the table by its own facts, the order by gain, at most three, none for a
   short run.
   Labels: run time. */
#include "unit.h"

#include "run/advice.h"
#include <math.h>
#include <string.h>

/* A long run without anything to change. */
static GrAdviceFacts Good(void)
{
  return (GrAdviceFacts){.seconds = 100,
                         .ranks = 4,
                         .particles = 1e5,
                         .output = 0.02,
                         .rebuild = 0.05,
                         .halo = 0.1,
                         .waiting = 0.05,
                         .rebalances = true,
                         .by_work = true,
                         .step = 1e-6,
                         .automatic = 1e-6,
                         .stable = 1.2e-6,
                         .accurate = 1e-6,
                         .damped = 1,
                         .limit = "the spring",
                         .output_key = "output.energy",
                         .output_every = 1e-3};
}

static char text[GR_ADVICES_MAX][GR_ADVICE_TEXT];

static void Expect(const GrAdviceFacts *facts, const char *words)
{
  const int n = GrRunAdvise(facts, text);
  FACT(n == 1 && strstr(text[0], words), "%d advices, the first: %s; expected: %s", n, n ? text[0] : "", words);
}

static void TestNone(void **state)
{
  GrAdviceFacts f = Good();
  assert_int_equal(GrRunAdvise(&f, text), 0);
  f.output = 0.9;
  f.seconds = 5;
  assert_int_equal(GrRunAdvise(&f, text), 0);
  f.seconds = 100;
  f.output = NAN; /* no step was made */
  assert_int_equal(GrRunAdvise(&f, text), 0);
}

static void TestRows(void **state)
{
  GrAdviceFacts f = Good();

  f.output = 0.34;
  Expect(&f, "output takes 34 % of the time: a longer output.energy.every (now 0.001 s) writes less");
  f = Good();
  f.waiting = 0.25;
  Expect(&f, "ranks wait 25 % of the time for the busiest rank: write time.rebalance: measured");
  f.by_work = false;
  Expect(&f, ": write time.rebalance: auto");
  f.rebalances = false;
  Expect(&f, ": start fewer ranks");
  f.ranks = 1;
  assert_int_equal(GrRunAdvise(&f, text), 0);
  f = Good();
  f.halo = 0.45;
  assert_int_equal(GrRunAdvise(&f, text), 0);
  f.particles = 300;
  Expect(&f, "at 300 particles a rank: start fewer ranks (mpirun -n)");
  f = Good();
  f.rebuild = 0.5;
  Expect(&f, "a larger time.skin");
}

static void TestStep(void **state)
{
  GrAdviceFacts f = Good();

  f.given = true;
  f.step = 2.5e-7;
  Expect(&f, "time.step 2.5e-07 s is 4 times shorter than the automatic step: write time.step: auto");
  f.given = false;
  f.output_every = 1e-6;
  Expect(&f, "a longer output.energy.every allows the longer step");
  f = Good();
  f.accurate = 3e-7;
  f.limit = "the accuracy of impacts (a larger time.accuracy makes it longer)";
  Expect(&f, "the limit of the step is the accuracy of impacts (a larger time.accuracy");
  f.accurate = INFINITY;
  assert_int_equal(GrRunAdvise(&f, text), 0);
  f.damped = 2;
  f.limit = "the dashpot (a higher restitution makes it longer)";
  Expect(&f, "the limit of the step is the dashpot (a higher restitution");
  f.step = 0; /* the integrator chooses it */
  assert_int_equal(GrRunAdvise(&f, text), 0);
}

static void TestOrder(void **state)
{
  GrAdviceFacts f = Good();

  f.waiting = 0.3;
  f.output = 0.4;
  f.rebuild = 0.5;
  f.damped = 3;
  f.accurate = INFINITY;
  assert_int_equal(GrRunAdvise(&f, text), 3);
  FACT(strstr(text[0], "limit of the step") && strstr(text[1], "output") && strstr(text[2], "wait"),
       "by gain: %s; %s; %s", text[0], text[1], text[2]);
}

UNIT(CASE(TestNone), CASE(TestRows), CASE(TestStep), CASE(TestOrder));
