/* Bouncing balls: closed forms of a linear spring under gravity, rest, changes with the number of bounces, energy
   balance; and independence of the balls.
   Labels: case impact input law record. */
#include "unit.h"

#include "case/case.h"
#include <granum/ensemble.h>
#include <granum/error.h>
#include <math.h>
#include <string.h>

static const char base[] =
    "problem: bounce\n"
    "materials: {steel: {density: 7800, youngs_modulus: 207 GPa, poisson_ratio: 0.3}}\n"
    "contacts: [{between: '*', normal: {law: linear, stiffness: 1e4, restitution: 1}}]\n"
    "bodies: [{material: steel, radius: 1 cm, mass: 0.25}, {shape: plane, material: steel, fixed: true}]\n"
    "drop: 1 cm\n"
    "gravity: 10\n";
static const double MASS = 0.25, STIFFNESS = 1e4, GRAVITY = 10;
static const double EXACT = 2e-10; /* some 100 steps with an error of 1e-12 make a contact */

static GrCase *Parse(int n_set, const char *const set[])
{
  GrCase *c;
  FACT(!GrCaseParse("bounce.yaml", base, n_set, set, &c), "%s", GrFailureMessage());
  return c;
}

static GrBounceResult Run(const char *set_a, const char *set_b)
{
  const char *const set[] = {set_a, set_b};
  GrCase *c = Parse(set_b ? 2 : set_a ? 1 : 0, set);
  const GrBounceTask task = {1, c};
  GrBounceResult result;
  assert_int_equal(GrBounceSolve(1, &task, &result), 0);
  FACT(!result.why, "%s", result.why);
  assert_int_equal(GrCaseDestroy(&c), 0);
  return result;
}

static const GrBounce *Bounce(const GrBounceResult *r, int i)
{
  return (const GrBounce *)r->bounces.row + i;
}

static void Near(double value, double expected, double relative)
{
  FACT(fabs(value - expected) <= relative * fabs(expected), "%.17g instead of %.17g", value, expected);
}

/* d'' + w^2 d = g from d = 0 with v: the spring is back at 0 when w t = 2 (pi - atan(v w/g)), with -v. */
static void FollowsLinearSpring(void **state)
{
  static const double drop[] = {1e-2, 1e-4, 1e-6}; /* the static overlap is 0.25 mm */
  for (int k = 0; k < 3; k++) {
    char set[32];
    snprintf(set, sizeof set, "drop=%g", drop[k]);
    GrBounceResult r = Run(set, "until.bounces=3");
    double v = sqrt(2 * GRAVITY * drop[k]), w = sqrt(STIFFNESS / MASS), rest = GRAVITY / (w * w);
    double duration = 2 * (acos(-1) - atan(v * w / GRAVITY)) / w, deep = rest + sqrt(rest * rest + v * v / (w * w));
    assert_true(r.ball.outcome == GR_BOUNCE_FLIES && r.ball.bounce_count == 3 && isnan(r.ball.rest_time));
    for (int i = 0; i < 3; i++) {
      const GrBounce *b = Bounce(&r, i);
      Near(b->speed_in, v, EXACT);
      Near(b->speed_out, v, EXACT * deep / drop[k]); /* the motion inside is faster than v */
      Near(b->duration, duration, EXACT);
      Near(b->overlap_max, deep, EXACT);
      Near(b->force_max, STIFFNESS * deep, EXACT);
      Near(b->time, sqrt(2 * drop[k] / GRAVITY) + i * (2 * v / GRAVITY + duration), 1e3 * EXACT);
    }
    assert_true(r.ball.energy_residual < 1e-8);
    assert_int_equal(GrBounceResultDestroy(&r), 0);
  }
}

/* Without gravity in the contact each bounce returns e, and the flights are a geometric series. */
static void FollowsGeometricSeries(void **state)
{
  GrBounceResult r = Run("contacts.0.normal.restitution=0.9", "gravity_in_contact=false");
  double v = sqrt(2 * GRAVITY * 1e-2), time = v / GRAVITY, energy = 1;
  int n = (int)r.ball.bounce_count;
  assert_true(r.ball.outcome == GR_BOUNCE_RESTS && n == 132); /* 0.81^132 = 8.3e-13 */
  for (int i = 0; i < n; i++, v *= 0.9, energy *= 0.81) {
    const GrBounce *b = Bounce(&r, i);
    Near(b->restitution, 0.9, EXACT);
    Near(b->time, time, 1e3 * EXACT);
    time += b->duration + 2 * 0.9 * v / GRAVITY;
  }
  const GrBounceEnergy *last = (const GrBounceEnergy *)r.energy.row + r.energy.n - 1;
  Near(last->kinetic, energy * r.ball.energy_start, 1e-7);
  Near(last->dissipated_viscous, r.ball.energy_start, 1e-9);
  assert_true(r.ball.rest_overlap == 0 && r.ball.energy_residual < 1e-9);
  assert_int_equal(GrBounceResultDestroy(&r), 0);
}

/* At the end the contact carries the weight of the ball. */
static void ComesToRest(void **state)
{
  static const char *const law[] = {"{law: linear, stiffness: 1e4, restitution: 0.5}",
                                    "{law: tsuji, stiffness: 1e9, restitution: 0.3}",
                                    "{law: hunt_crossley, stiffness: 1e9, restitution: 0.7}",
                                    "{law: gharib_hurmuzlu, stiffness: 1e9, restitution: 0.05}", /* creeps */
                                    "{law: newtonian_dashpot, viscosity: 1e6}"};
  for (size_t k = 0; k < sizeof law / sizeof *law; k++) {
    char set[128];
    snprintf(set, sizeof set, "contacts.0.normal=%s", law[k]);
    GrBounceResult r = Run(set, NULL);
    const GrBounce *last = Bounce(&r, (int)r.bounces.n - 1);
    assert_true(r.ball.outcome == GR_BOUNCE_RESTS && r.ball.rest_time > r.ball.last_onset);
    assert_true(r.ball.bounce_count == (double)(r.bounces.n - 1) && last->speed_out == 0);
    Near(r.ball.rest_time, last->time + last->duration, 1e-15);
    if (strstr(law[k], "1e9"))
      Near(r.ball.static_overlap, pow(MASS * GRAVITY / 1e9, 2.0 / 3.0), 1e-9);
    Near(r.ball.rest_overlap, r.ball.static_overlap, 1e-2);
    assert_true(r.ball.energy_residual < 1e-8);
    assert_int_equal(GrBounceResultDestroy(&r), 0);
  }
}

/* A ball that sticks without loss oscillates forever; a ball without any loss bounces forever. */
static void NeverRests(void **state)
{
  GrBounceResult r =
      Run("contacts.0.normal={law: luding, k1: 1e4, k_p: 5e4, k_c: 1e5, plasticity_depth: 0.05}", "until.swings=50");
  assert_true(r.ball.outcome == GR_BOUNCE_SWINGS && r.ball.bounce_count == 1 && isnan(r.ball.rest_time));
  assert_true(r.ball.energy_residual < 1e-8 && r.ball.static_overlap > 0);
  assert_int_equal(GrBounceResultDestroy(&r), 0);
  r = Run("contacts.0.normal={law: hertz}", "until.bounces=300");
  assert_true(r.ball.outcome == GR_BOUNCE_FLIES && r.ball.bounce_count == 300 && r.bounces.n == 300);
  assert_true(r.ball.energy_residual < 1e-8);
  assert_int_equal(GrBounceResultDestroy(&r), 0);
}

static void ChangesByBounce(void **state)
{
  GrBounceResult r =
      Run("gravity_in_contact=false", "schedule=[{from_bounce: 2, set: {restitution: 0.8}}, {from_bounce: 4, "
                                      "set: {restitution: 0.5}}]");
  static const double expected[] = {1, 0.8, 0.8, 0.5, 0.5};
  for (int i = 0; i < 5; i++)
    Near(Bounce(&r, i)->restitution, expected[i], EXACT);
  assert_int_equal(GrBounceResultDestroy(&r), 0);
}

/* Points: the flight at multiples of `every` on the parabola, events, and recorded contacts. */
static void KeepsTrajectory(void **state)
{
  GrBounceResult r = Run("trajectory={every: 1 ms, contacts: 1, points: 50}", "until.bounces=2");
  const GrBouncePoint *p = r.trajectory.row;
  const double first = sqrt(2 * 1e-2 / GRAVITY), end = first + Bounce(&r, 0)->duration;
  int inside = 0, flying = 0;
  for (PetscInt64 i = 0; i < r.trajectory.n; i++) {
    assert_true(i == 0 || p[i].time >= p[i - 1].time);
    inside += p[i].time >= first * (1 - 1e-12) && p[i].time <= end;
    if (p[i].time > 1e-9 && p[i].time < first) {
      flying++;
      Near(p[i].time, flying * 1e-3, 1e-14);
      Near(p[i].height, 1e-2 - 0.5 * GRAVITY * p[i].time * p[i].time, 1e-12);
      Near(p[i].velocity, -GRAVITY * p[i].time, 1e-12);
    } else if (p[i].height < 0)
      Near(p[i].force, -STIFFNESS * p[i].height, 1e-9);
  }
  assert_int_equal(flying, (int)(first / 1e-3));
  assert_true(inside > 25 && inside < 100);
  assert_int_equal(GrBounceResultDestroy(&r), 0);
}

/* More balls than lanes, of different durations: each has the bits of a single run. */
static void DoNotDependOnEachOther(void **state)
{
  enum { BALLS = 70 };
  static const char *const law[] = {"contacts.0.normal={law: tsuji, stiffness: 1e9, restitution: 0.4}"};
  GrBounceTask task[BALLS];
  GrCase change[BALLS];
  GrBounceResult alone, together[BALLS];
  GrCase *c = Parse(1, law);
  for (int i = 0; i < BALLS; i++) {
    change[i] = *c;
    change[i].bounce.drop = 1e-5 * (1 + i * i);
    task[i] = (GrBounceTask){1, &change[i]};
  }
  assert_int_equal(GrBounceSolve(BALLS, task, together), 0);
  for (int i = 0; i < BALLS; i += 23) {
    assert_int_equal(GrBounceSolve(1, &task[i], &alone), 0);
    assert_int_equal(alone.bounces.n, together[i].bounces.n);
    assert_memory_equal(alone.bounces.row, together[i].bounces.row, (size_t)alone.bounces.n * sizeof(GrBounce));
    assert_memory_equal(&alone.ball, &together[i].ball, sizeof(GrBounceBall));
    assert_int_equal(GrBounceResultDestroy(&alone), 0);
  }
  for (int i = 0; i < BALLS; i++)
    assert_int_equal(GrBounceResultDestroy(&together[i]), 0);
  assert_int_equal(GrCaseDestroy(&c), 0);
}

UNIT_PETSC(CASE(FollowsLinearSpring), CASE(FollowsGeometricSeries), CASE(ComesToRest), CASE(NeverRests),
           CASE(ChangesByBounce), CASE(KeepsTrajectory), CASE(DoNotDependOnEachOther));
