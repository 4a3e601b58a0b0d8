/* Properties of the laws of sliding, rolling and twisting for one contact: the spring rotates with the contact
   plane, the force is that of spring and dashpot up to the limit and the limit beyond, closed paths return the
   energy, and results do not depend on the batch.
   Labels: law. */
#include "unit.h"

#include "law/card/example.h"
#include "law/slide/springs.h"
#include "slide_pair.h"
#include <stdlib.h>

static const double mu = 0.3, normal_force = 100, overlap = 1e-5;

/* A contact of the law with its example values, friction 0.3, whose normal is z. choice: word of the parameters that
   take words, except area. */
static void Prepare(const GrLaw *law, int choice, int area, Slider *s)
{
  GrLawValue value[GR_LAW_PARAMETERS_MAX];
  GrLawPair pair;
  GrExamplePair(&pair);
  *s = (Slider){.law = law, .overlap = overlap, .normal_force = normal_force, .normal = {0, 0, 1}};
  for (int p = 0; law->parameters[p].name; p++) {
    const GrLawParameter *row = &law->parameters[p];
    value[p] = (GrLawValue){true, -1, row->example};
    if (row->fallback)
      value[p] = *row->fallback ? (GrLawValue){true, -1, atof(row->fallback)} : (GrLawValue){false, -1, NAN};
    if (!strcmp(row->name, "friction"))
      value[p].number =
          strcmp(law->name, "marshall") ? mu : 1.5 * mu * sqrt(pair.radius / overlap); /* the same limit */
    if (!strcmp(row->name, "damping_ratio"))
      value[p].number = 0; /* the tests set the dashpot by the viscosity of the normal law */
    if (row->choices && !row->unit)
      value[p] = (GrLawValue){true, strcmp(row->name, "area") ? choice : area, NAN};
  }
  assert_null(law->prepare(&pair, value, s->coefficient));
}

/* Number of words of the parameter area of a law; 1 without that parameter. */
static int Areas(const GrLaw *law)
{
  for (const GrLawParameter *row = law->parameters; row->name; row++)
    if (!strcmp(row->name, "area"))
      return GrChoicesCount(row->choices);
  return 1;
}

static double Stiffness(const Slider *s)
{
  return s->law->stiffness(s->coefficient, s->overlap);
}

/* Whether the law has a spring whose stiffness does not depend on the step. */
static bool HasSpring(const Slider *s)
{
  return s->law->n_history > 0 && Stiffness(s) > 0;
}

static void ForEachLaw(void (*check)(Slider *s))
{
  const GrLaw *law;
  int n = 0;
  for (int i = 0; (law = GrLawAt(i)); i++)
    for (int k = 0; law->slide && k < 2 * Areas(law); k++) {
      Slider s;
      Prepare(law, k % 2, k / 2, &s);
      print_message("  %s, choice %d, area %d\n", law->name, k % 2, k / 2);
      check(&s);
      n++;
    }
  assert_int_equal(n, 38);
}

static double Size(const double v[3])
{
  return sqrt(Dot(v, v));
}

/* The spring of a law with history; 0 for the others. */
static double Spring(const Slider *s, const double history[])
{
  return s->law->n_history == 0 ? 0 : s->law->kind == GR_LAW_TWISTING ? fabs(history[0]) : Size(history);
}

/* Whether the law has several springs: test_partial_slip.c has its displacements and forces. */
static bool IsPartial(const Slider *s)
{
  return !strcmp(s->law->name, "partial_slip");
}

/* Moves by `step` along u in the contact plane, or about the normal, without a dashpot worth mentioning, and commits.
 */
static void Move(Slider *s, const double u[3], double step)
{
  bool about = s->law->kind == GR_LAW_TWISTING;
  double slip[3];
  for (int k = 0; k < 3; k++)
    slip[k] = step * (about ? copysign(s->normal[k], u[0]) : u[k]);
  SliderEvaluate(s, slip, 1);
  SliderCommit(s);
}

/* A spring that rotates with the plane keeps its length and remains in the plane, and its energy is that of its
   length; 1000 rotations of a few roundings each. After a great circle it equals a vector in parallel transport, up
   to half the square of the angle of each step. */
static void CheckTurning(Slider *s)
{
  enum { STEPS = 1000 };
  const double u[3] = {0.6, 0.8, 0}, still[3] = {0, 0, 0};
  const double turn = 2 * acos(-1.0) / STEPS, tolerance = STEPS * 1e-15;
  double length, stored, first[3];
  Move(s, u, 0.5 * mu * normal_force / fmax(Stiffness(s), 1));
  if (!HasSpring(s) || s->law->n_history < 3 || IsPartial(s))
    return;
  length = Spring(s, s->trial);
  stored = s->stored;
  memcpy(first, s->force, sizeof first);
  assert_true(stored > 0 && fabs(stored / (0.5 * Stiffness(s) * length * length) - 1) < 1e-15);
  for (int i = 1; i <= STEPS; i++) {
    double angle = turn * i;
    s->normal[0] = 0.28 * sin(angle);
    s->normal[1] = 0.96 * sin(angle);
    s->normal[2] = cos(angle);
    SliderEvaluate(s, still, 1);
    SliderCommit(s);
    assert_true(fabs(Dot(s->trial, s->normal)) < 1e-15 * length);
    assert_true(fabs(Spring(s, s->trial) - length) < tolerance * length);
    assert_true(fabs(s->stored - stored) < 2 * tolerance * stored);
    assert_true(fabs(Size(s->force) - Size(first)) < tolerance * Size(first));
  }
  for (int k = 0; k < 3; k++)
    assert_true(fabs(s->force[k] - first[k]) < 0.5 * STEPS * turn * turn * Size(first));
}

/* The same with rotations of up to 75 degrees at once, because small and large rotations use two formulas. */
static void CheckTurnsAtOnce(Slider *s)
{
  const double u[3] = {1, 0, 0}, still[3] = {0, 0, 0};
  double length;
  Move(s, u, 0.5 * mu * normal_force / fmax(Stiffness(s), 1));
  if (!HasSpring(s) || s->law->n_history < 3)
    return;
  length = Spring(s, s->trial);
  for (double angle = 1e-4; angle < 1.3; angle *= 1.1) {
    s->normal[0] = sin(angle);
    s->normal[1] = 0;
    s->normal[2] = cos(angle);
    SliderEvaluate(s, still, 1);
    assert_true(fabs(Dot(s->trial, s->normal)) < 1e-15 * length);
    assert_true(fabs(Spring(s, s->trial) - length) < 2e-15 * length);
  }
}

static void TestTurning(void **state)
{
  ForEachLaw(CheckTurning);
  ForEachLaw(CheckTurnsAtOnce);
}

/* Twisting: the spring is a number, its force follows the normal. */
static void TestTwistingTurns(void **state)
{
  const double u[3] = {1, 0, 0}, still[3] = {0, 0, 0};
  Slider s;
  Prepare(GrLawFind("twisting_spring"), 0, 0, &s);
  Move(&s, u, 0.5 * mu * normal_force / Stiffness(&s));
  assert_true(s.force[0] == 0 && s.force[1] == 0 && fabs(s.force[2] + 0.5 * mu * normal_force) < 1e-12);
  memcpy(s.normal, (const double[]){0.6, 0, -0.8}, sizeof s.normal);
  SliderEvaluate(&s, still, 1);
  assert_true(fabs(s.force[0] + 0.3 * mu * normal_force) < 1e-12 && fabs(s.force[2] - 0.4 * mu * normal_force) < 1e-12);
}

/* Sticks with k xi up to the limit, then slides at the limit in any direction; sticks again when moved back. The
   energy lost by the spring is the frictional dissipation: force times slip distance. */
static void CheckStickSlip(Slider *s)
{
  enum { STEPS = 2000 };
  const double u[3] = {0.6, 0.8, 0}, back[3] = {-0.6, -0.8, 0};
  double cap = mu * normal_force, step, work = 0;
  if (!HasSpring(s) || IsPartial(s))
    return;
  step = 2 * cap / Stiffness(s) / STEPS;
  for (int i = 1; i <= STEPS; i++) {
    double expected = cap * fmin(2.0 * i / STEPS, 1);
    Move(s, u, step);
    assert_true(fabs(Size(s->force) - expected) < 1e-12 * cap); /* a sum of up to 1000 steps */
    assert_true(s->force[0] <= 0 && s->force[1] <= 0 && s->force[2] <= 0);
    assert_true(Size(s->force) <= cap * (1 + 4e-16));
    work += Size(s->force) * step;
  }
  assert_true(fabs(s->stored - 0.5 * cap * cap / Stiffness(s)) < 1e-12 * s->stored);
  /* the rectangles of the loading are too large by half a step of the limit */
  assert_true(fabs(work - (3 * s->stored + 0.5 * cap * step)) < 1e-11 * work);
  Move(s, back, 0.5 * cap / Stiffness(s));
  assert_true(fabs(Size(s->force) - 0.5 * cap) < 1e-12 * cap);
}

static void TestStickSlip(void **state)
{
  ForEachLaw(CheckStickSlip);
}

/* A closed path below the limit gives back all of the work: the force is linear in the displacement, so that the
   trapezoidal rule is exact. */
static void CheckClosedLoop(Slider *s)
{
  enum { STEPS = 360 };
  double radius, work = 0, largest = 0, before[3] = {0, 0, 0};
  if (!HasSpring(s) || IsPartial(s))
    return;
  radius = 0.4 * mu * normal_force / Stiffness(s);
  for (int i = 0; i < STEPS; i++) {
    double a = 2 * acos(-1.0) * i / STEPS, b = 2 * acos(-1.0) * (i + 1) / STEPS;
    double step[3] = {radius * (cos(b) - cos(a)), radius * (sin(b) - sin(a)), 0};
    if (s->law->kind == GR_LAW_TWISTING) {
      step[2] = step[0];
      step[0] = step[1] = 0;
    }
    SliderEvaluate(s, step, 1);
    SliderCommit(s);
    for (int k = 0; k < 3; k++)
      work -= 0.5 * (s->force[k] + before[k]) * step[k];
    memcpy(before, s->force, sizeof before);
    assert_true(fabs(work - s->stored) < 1e-13 * (mu * normal_force * radius));
    largest = fmax(largest, s->stored);
  }
  assert_true(largest > 0.1 * mu * normal_force * radius && fabs(work) < 1e-13 * largest);
}

static void TestClosedLoop(void **state)
{
  ForEachLaw(CheckClosedLoop);
}

/* With a dashpot, both sliders limit the force of spring and dashpot together, and the power of a mean slip is that of
   the force, less h k q^2/2 in a contact that sticks. `spring` keeps the displacement of the spring. `total` sets the
   spring to the rest, which is a stretch against the slip where the dashpot alone exceeds the limit. */
static void TestDashpot(void **state)
{
  const double u[3] = {1, 0, 0}, viscosity = 50, cap = mu * normal_force;
  Slider s;
  for (int total = 0; total < 2; total++) {
    Prepare(GrLawFind("mindlin"), total, 0, &s);
    s.viscosity = viscosity;
    double k = Stiffness(&s), t = 1e-7;
    for (double speed = 0.1; speed < 1; speed += 0.4) {
      double slip[3] = {speed, 0, 0}, trial = k * speed * t + viscosity * speed;
      memset(s.committed, 0, sizeof s.committed);
      SliderEvaluate(&s, slip, t);
      bool slides = trial > cap;
      assert_true(slides == (speed > 0.5));
      assert_true(fabs(-s.force[0] - fmin(trial, cap)) < 1e-14 * trial && s.trial[GR_SPRING_MORE] == slides);
      const double correction = slides ? 0 : 0.5 * k * t * speed * speed;
      assert_true(fabs(s.power / (fmin(trial, cap) * speed - correction) - 1) < 1e-14);
      const double spring = total ? -(s.force[0] + viscosity * speed) / k : speed * t;
      assert_true(fabs(s.trial[0] - spring) * k < 1e-14 * trial);
    }
    assert_true((s.trial[0] < 0) == total && s.stored > 0);
  }
  Prepare(GrLawFind("rolling_spring"), 0, 0, &s); /* its damping is 0 by default */
  s.viscosity = viscosity;
  SliderEvaluate(&s, u, 0);
  assert_true(s.force[0] == 0 && s.power == 0);
}

/* A contact that slides at its first evaluation, after no time: the limit acts against the slip and nothing is stored.
   `total` stretches the spring against the slip. */
static void CheckFirst(Slider *s)
{
  const bool twists = s->law->kind == GR_LAW_TWISTING, total = s->coefficient[GR_SLIDE_SLIDER] == GR_SLIDER_TOTAL;
  const double slip[3] = {twists ? 0 : 0.6, twists ? 0 : 0.8, twists}, cap = mu * normal_force;
  s->viscosity = 1e5;
  SliderEvaluate(s, slip, 0);
  if (!s->law->n_history || Size(s->force) == 0) /* no spring, or no share of the viscosity */
    return;
  for (int k = 0; k < 3; k++)
    assert_true(fabs(s->force[k] + cap * slip[k]) < 1e-12 * cap);
  assert_true(total ? s->stored > 0 && s->trial[twists ? 0 : 1] < 0 : s->stored == 0 && Spring(s, s->trial) == 0);
}

/* Two surfaces that touch without overlap, at the start and after a step. */
static void CheckTouch(Slider *s)
{
  const double slip[3] = {0.6, 0.8, 0.5};
  s->overlap = s->rate = s->normal_force = 0;
  for (int i = 0; i < 2; i++) {
    SliderEvaluate(s, slip, i * 1e-6);
    for (int k = 0; k < s->law->n_history; k++)
      assert_true(isfinite(s->trial[k]));
    assert_true(Size(s->force) == 0 && s->power == 0);
  }
}

/* The first slip of a contact that adhesion holds beyond its touch moves the spring by no more than a step does. */
static void CheckFirstPull(const char *name)
{
  const bool twists = GrLawFind(name)->kind == GR_LAW_TWISTING;
  const double slip[3] = {twists ? 0 : 0.6, twists ? 0 : 0.8, twists}, step = 1e-7;
  Slider s;
  Prepare(GrLawFind(name), 0, 0, &s);
  s.velocity = GR_VELOCITY_PREDICTED;
  s.overlap = -1e-6;
  for (double rate = -1e-3; rate < 2e-3; rate += 1e-3) {
    s.rate = rate;
    SliderEvaluate(&s, slip, step);
    assert_true(fabs(Spring(&s, s.trial) - step) < 1e-20);
    SliderEvaluate(&s, slip, 0);
    assert_true(Spring(&s, s.trial) == 0);
  }
}

static void TestFirst(void **state)
{
  ForEachLaw(CheckFirst);
  ForEachLaw(CheckTouch);
  CheckFirstPull("linear_spring");
  CheckFirstPull("rolling_spring");
  CheckFirstPull("twisting_spring");
}

/* Least loss in one step over a scale of the energies [1]: 4000 steps with random slip, normal force and overlap, and a
   dashpot. The loss is the work of the total force, by the force at the end of the step, minus the energy stored by the
   spring. Every force is within the limit; with `slider: spring` so is that of the spring. */
static double LeastLossOfSteps(const char *name, int slider, int area, double breakaway)
{
  const double step = 1e-7;
  unsigned long long random = 1;
  double least = 0;
  Slider s;
  Prepare(GrLawFind(name), slider, area, &s);
  for (int k = 0; breakaway > 0 && k < s.law->n_coefficients; k++)
    s.coefficient[k] = s.coefficient[k] == mu && s.coefficient[k - 1] == mu ? breakaway : s.coefficient[k];
  s.viscosity = 50;
  const double scale = 0.5 * mu * mu * normal_force * normal_force / Stiffness(&s);
  for (int i = 0; i < 4000; i++) {
    double x[4], slip[3];
    for (int k = 0; k < 4; k++) {
      random = 6364136223846793005ULL * random + 1442695040888963407ULL;
      x[k] = (double)(random >> 11) / 9007199254740992.0;
    }
    const double speed = 4 * x[0] * x[0], angle = 2 * acos(-1.0) * x[1], before = s.stored;
    s.normal_force = normal_force * 2 * x[2];
    s.overlap = overlap * (0.5 + x[3]);
    memcpy(slip, (const double[]){speed * cos(angle), speed * sin(angle), 0}, sizeof slip);
    SliderEvaluate(&s, slip, step);
    SliderCommit(&s);
    const double cap = fmax(breakaway, mu) * s.normal_force * (1 + 1e-14);
    assert_true(Size(s.force) <= cap && (slider == 1 || Spring(&s, s.trial) * Stiffness(&s) <= cap));
    least = fmin(least, (-Dot(s.force, slip) * step - s.stored + before) / scale);
  }
  return least;
}

/* With `slider: spring` and `area: thornton` no step gains energy, with and without static friction; a spring that
   takes the rest gains, and so do the other ways to follow the contact area. */
static void TestNoStepGains(void **state)
{
  for (int k = 0; k < 8; k++) {
    const double least = LeastLossOfSteps("mindlin", k / 4, k % 4, 0);
    print_message("  mindlin, slider %d, area %d: least loss in a step %g\n", k / 4, k % 4, least);
    assert_true(k == 0 ? least > -1e-12 : least < -1e-3);
  }
  assert_true(LeastLossOfSteps("mindlin", 0, 0, 0.45) > -1e-12);
  assert_true(LeastLossOfSteps("hertz_history", 0, 0, 0) > -1e-12);
  assert_true(LeastLossOfSteps("linear_spring", 0, 0, 0) > -1e-12);
  assert_true(LeastLossOfSteps("linear_spring", 1, 0, 0) < -1e-3);
}

/* friction_static holds until it is reached; then the contact slides with friction, until less is needed. */
static void TestStaticFriction(void **state)
{
  const GrLawValue none = {false, -1, NAN};
  const GrLawValue word = {true, 0, NAN};
  const GrLawValue value[] = {{true, -1, mu}, {true, -1, 0.45}, {true, -1, 1}, none, {true, -1, 0}, word, word};
  const double u[3] = {0, 1, 0};
  GrLawPair pair;
  Slider s;
  Prepare(GrLawFind("mindlin"), 0, 0, &s);
  GrExamplePair(&pair);
  assert_null(s.law->prepare(&pair, value, s.coefficient));
  double unit = mu * normal_force / Stiffness(&s);
  Move(&s, u, 1.4 * unit);
  assert_true(fabs(s.force[1] + 1.4 * mu * normal_force) < 1e-12 && s.trial[GR_SPRING_MORE] == 0);
  Move(&s, u, 0.2 * unit);
  assert_true(fabs(s.force[1] + mu * normal_force) < 1e-12 && s.trial[GR_SPRING_MORE] == 1);
  Move(&s, u, 0.2 * unit); /* between the two limits: still slides */
  assert_true(fabs(s.force[1] + mu * normal_force) < 1e-12 && s.trial[GR_SPRING_MORE] == 1);
  Move(&s, u, -0.2 * unit);
  assert_true(fabs(s.force[1] + 0.8 * mu * normal_force) < 1e-12 && s.trial[GR_SPRING_MORE] == 0);
  Move(&s, u, 0.5 * unit); /* holds again */
  assert_true(fabs(s.force[1] + 1.3 * mu * normal_force) < 1e-12 && s.trial[GR_SPRING_MORE] == 0);
}

/* The overlap changes in so many equal steps of its root, without a slip. */
static void Press(Slider *s, double to, int steps)
{
  const double still[3] = {0, 0, 0}, from = sqrt(s->overlap), by = (sqrt(to) - from) / steps;
  for (int i = 1; i <= steps; i++) {
    s->overlap = i == steps ? to : (from + by * i) * (from + by * i);
    SliderEvaluate(s, still, 1);
    SliderCommit(s);
  }
}

/* The words of `area`, in their order, after a spring of stiffness 1 was moved by 1: force where the root of the
   overlap is then doubled, and where it is halved from 2 to 1 after the spring was moved by 1 there. */
static const struct {
  double loaded, unloaded;
} followed[] = {{1, 1}, {1, 2}, {2, 0.5}, {2, 1}};
enum { FOLLOWED = sizeof followed / sizeof *followed };

/* Displaced by so much of what slides, and then under another load: force and energy F^2/(2 k), in any number of steps;
   1e-13: 1000 steps. */
static void CheckLoad(int area, double from, double to, double force)
{
  for (int steps = 1; steps <= 1000; steps *= 10) {
    const double u[3] = {0.6, 0.8, 0};
    Slider s;
    Prepare(GrLawFind("mindlin"), 0, area, &s);
    s.overlap = overlap;
    const double unit = 0.1 * mu * normal_force, moved = unit / Stiffness(&s);
    s.overlap = from * from * overlap;
    Move(&s, u, moved);
    Press(&s, to * to * overlap, steps);
    assert_true(fabs(Size(s.force) / (force * unit) - 1) < 1e-13);
    assert_true(fabs(s.stored / (0.5 * force * force * unit * unit / Stiffness(&s)) - 1) < 2e-13);
    Press(&s, 0, 1); /* nothing holds any more, and what follows has numbers */
    Move(&s, u, moved);
    assert_true(Size(s.force) == 0);
    Press(&s, overlap, 1);
    assert_false(isnan(Size(s.force)));
  }
}

static void TestLoad(void **state)
{
  for (int i = 0; i < FOLLOWED; i++) {
    CheckLoad(i, 1, 2, followed[i].loaded);
    CheckLoad(i, 2, 1, followed[i].unloaded);
  }
}

/* Smallest energy loss of a spring by changes of the load, divided by the energy of a move: 2000 moves along a line
   alternate with changes of the load, none of which causes sliding. A move stores its work, because the force is
   linear in it. */
static double LeastLoss(int area)
{
  const double u[3] = {1, 0, 0}, unit = 1e-7;
  double lost = 0, least = 0;
  unsigned long long random = 1;
  Slider s;
  Prepare(GrLawFind("mindlin"), 0, area, &s);
  s.normal_force = 1e9;
  const double energy = 0.5 * Stiffness(&s) * unit * unit;
  for (int i = 0; i < 4000; i++) {
    const double before = s.force[0], stored = s.stored;
    random = 6364136223846793005ULL * random + 1442695040888963407ULL;
    const double x = (double)(random >> 11) / 9007199254740992.0, way = (x - 0.5) * unit;
    if (i % 2) {
      Press(&s, overlap * (0.5 + x), 1);
      lost += stored - s.stored;
    } else {
      Move(&s, u, way);
      assert_true(fabs(s.stored - stored + 0.5 * (before + s.force[0]) * way) < 1e-10 * energy);
    }
    least = fmin(least, lost / energy);
  }
  return least;
}

/* Thornton's way gains from no change of the load; the others do somewhere, in a cycle of loads above all. */
static void TestNoGain(void **state)
{
  for (int i = 0; i < FOLLOWED; i++) {
    const double least = LeastLoss(i);
    print_message("  area %d: least loss %g\n", i, least);
    assert_true(i == GR_AREA_THORNTON ? least > -1e-12 : least < -0.01);
  }
}

/* Moved there under a light load, and back under a heavy one: a displacement that is kept gives more than it got, (k1 -
   k0) u^2/2, and comes back with nothing; a force that is kept takes as much, and holds (k1 - k0) u. */
static void TestCycleOfLoads(void **state)
{
  const double u[3] = {1, 0, 0}, way = 1e-8;
  for (int i = 0; i < FOLLOWED; i++) {
    Slider s;
    Prepare(GrLawFind("mindlin"), 0, i, &s);
    const double k = Stiffness(&s), gain = 0.5 * k * way * way; /* the root doubles, and so does k */
    Move(&s, u, way);
    double work = -0.5 * s.force[0] * way;
    Press(&s, 4 * overlap, 100);
    const double loaded = s.force[0];
    Move(&s, u, -way);
    work += 0.5 * (loaded + s.force[0]) * way;
    const bool kept = followed[i].loaded == 1;
    assert_true(fabs(-work / gain - (kept ? -1 : 1)) < 1e-12); /* work on the spring, if it gives */
    assert_true(fabs(s.force[0] / (k * way) - (kept ? 1 : 0)) < 1e-12);
    assert_true(kept ? work > s.stored : s.stored < 1e-20 * gain);
  }
}

/* A contact that has just closed: without a spring and a slip, but with its contact radius. */
static void Close(Slider *s)
{
  const double still[3] = {0, 0, 0};
  memset(s->committed, 0, sizeof s->committed);
  SliderEvaluate(s, still, 0);
  SliderCommit(s);
}

/* Whether the spring follows the mean slip: not with slider: total of sliding and rolling, the rule of LAMMPS. */
static bool FollowsMeanSlip(const Slider *s)
{
  const bool twists = s->law->kind == GR_LAW_TWISTING;
  return HasSpring(s) && (twists || s->coefficient[GR_SLIDE_SLIDER] != GR_SLIDER_TOTAL);
}

/* Moves a mass on the spring alone by velocity Verlet, with the slip predicted for the end of each step, for `steps`
   steps of the length 1 whose square is h2 times mass over stiffness. Returns the largest displacement of the second
   half over that of the first, the largest difference of spring and displacement over the displacement, and the largest
   residual of the energy balance over the energy. */
static double Oscillate(Slider *s, double h2, int steps, double *difference, double *residual)
{
  const int axis = s->law->kind == GR_LAW_TWISTING ? 2 : 0;
  const double k = Stiffness(s);
  const double start = 1e-9;
  double v = start, a = 0, x = 0, most[2] = {0, 0}, work = 0, power = 0;
  Close(s);
  for (int i = 0; i < steps; i++) {
    const double middle = v + 0.5 * a;
    double slip[3] = {0, 0, 0};
    slip[axis] = middle + 0.5 * a;
    x += middle;
    SliderEvaluate(s, slip, 1);
    SliderCommit(s);
    a = h2 * s->force[axis] / k;
    v = middle + 0.5 * a;
    most[2 * i >= steps] = fmax(most[2 * i >= steps], fabs(x));
    *difference = fmax(*difference, fabs(s->committed[0] - x) / most[0]);
    work += 0.5 * h2 / k * (power + s->power);
    power = s->power;
    *residual = fmax(*residual, fabs((v * v + 2 * work) / (start * start) - 1));
  }
  return most[1] / most[0];
}

/* The spring follows the displacement of the bodies, so that velocity Verlet is stable up to h w = 2 without a dashpot.
   The work that the ledger adds up does not drift: the residual is of the order (h w)^2 after any number of steps. */
static void CheckOscillation(Slider *s)
{
  double difference = 0, residual = 0;
  if (!FollowsMeanSlip(s))
    return;
  s->velocity = GR_VELOCITY_PREDICTED;
  s->normal_force = 1e9;
  for (double h = 0.1; h < 1.99; h *= 1.1) {
    residual = 0;
    assert_true(fabs(Oscillate(s, h * h, 20000, &difference, &residual) - 1) < 0.01);
    assert_true(h > 1 || residual < 0.8 * h * h);
  }
  assert_true(difference < 1e-10);
  assert_true(Oscillate(s, 4.1, 60, &difference, &residual) > 1e3);
}

/* In the first step the spring moves for the time in which the surfaces touch, d/v, at most for the step. A slip at the
   end of a step is averaged with that of the step before; a mean slip moves the spring for the whole step. */
static void CheckFirstStep(Slider *s)
{
  const bool twists = s->law->kind == GR_LAW_TWISTING;
  const double slip[3] = {twists ? 0 : 1e-3, 0, twists ? 1e-3 : 0}, twice[3] = {2 * slip[0], 0, 2 * slip[2]};
  if (!FollowsMeanSlip(s))
    return;
  s->normal_force = 1e9;
  for (int velocity = GR_VELOCITY_MEAN; velocity <= GR_VELOCITY_AT_END; velocity++) {
    const double mean[] = {2, 5. / 3, 1.5}; /* of the second step */
    s->velocity = (GrVelocityOf)velocity;
    for (int i = 0; i < 2; i++) {
      const double h = 1e-6, touch = velocity == GR_VELOCITY_MEAN || i ? h : 0.25 * h;
      s->rate = i ? -1 : overlap / touch;
      Close(s);
      SliderEvaluate(s, slip, h);
      assert_true(fabs(s->trial[0] / (touch * 1e-3) - 1) < 1e-14);
      SliderCommit(s);
      s->rate = 1e9;
      SliderEvaluate(s, twice, h);
      assert_true(fabs(s->trial[0] / ((touch + mean[velocity] * h) * 1e-3) - 1) < 1e-14);
    }
  }
}

static void TestMeanSlip(void **state)
{
  ForEachLaw(CheckOscillation);
  ForEachLaw(CheckFirstStep);
}

/* Without normal force there is no friction, and nothing is remembered; `slider: total` sets the spring so that it
   balances the dashpot, -c s/k. `dashpot` is -c s, the force of a contact that sticks, without spring. */
static void CheckNoPush(Slider *s)
{
  const bool twists = s->law->kind == GR_LAW_TWISTING, total = s->coefficient[GR_SLIDE_SLIDER] == GR_SLIDER_TOTAL;
  const double u[3] = {0.6, 0.8, 0}, slip[3] = {!twists, 2 * !twists, twists}, pushes[] = {0, -0.0, -5};
  const int springs = s->law->n_history == 0 || !strcmp(s->law->name, "partial_slip") ? 0 : twists ? 1 : 3;
  double dashpot[3];
  s->viscosity = 10;
  s->normal_force = 1e9;
  SliderEvaluate(s, slip, 0);
  memcpy(dashpot, s->force, sizeof dashpot);
  for (int i = 0; i < 3; i++) {
    memset(s->committed, 0, sizeof s->committed);
    s->normal_force = normal_force;
    Move(s, u, 1e-7);
    s->normal_force = pushes[i];
    SliderEvaluate(s, slip, 1e-3);
    assert_true(Size(s->force) == 0 && s->power == 0 && (total || (s->stored == 0 && Spring(s, s->trial) == 0)));
    for (int k = 0; k < springs && total; k++)
      assert_true(fabs(Stiffness(s) * s->trial[k] - dashpot[twists ? 2 : k]) <= 1e-14 * Size(dashpot));
  }
}

static void TestNoPush(void **state)
{
  ForEachLaw(CheckNoPush);
}

/* The ramps: nothing below v_lo, all above v_hi, against the slip, in between as published. */
static void TestRamp(void **state)
{
  for (int choice = 0; choice < 2; choice++) {
    Slider s;
    Prepare(GrLawFind("coulomb_smooth"), choice, 0, &s);
    for (double speed = 0; speed < 0.02; speed += 0.25e-3) {
      double slip[3] = {0.6 * speed, -0.8 * speed, 0}, x = fmin(fmax((speed - 1e-3) / 9e-3, 0), 1);
      double r = choice ? x * x * (3 - 2 * x) : x;
      SliderEvaluate(&s, slip, 1);
      assert_true(fabs(s.force[0] + 0.6 * r * mu * normal_force) < 1e-13 &&
                  fabs(s.force[1] - 0.8 * r * mu * normal_force) < 1e-13);
      assert_true(s.stored == 0 && fabs(s.power - r * mu * normal_force * speed) < 1e-14);
    }
  }
}

UNIT(CASE(TestTurning), CASE(TestTwistingTurns), CASE(TestStickSlip), CASE(TestClosedLoop), CASE(TestDashpot),
     CASE(TestStaticFriction), CASE(TestNoPush), CASE(TestRamp), CASE(TestLoad), CASE(TestNoGain),
     CASE(TestCycleOfLoads), CASE(TestFirst), CASE(TestNoStepGains), CASE(TestMeanSlip));
