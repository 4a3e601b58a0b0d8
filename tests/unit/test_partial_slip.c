/* The law partial_slip against closed forms: tangential load and its cycles at constant normal load (R. D. Mindlin, J.
   Appl. Mech. 16 (1949) 259; R. D. Mindlin and H. Deresiewicz, J. Appl. Mech. 20 (1953) 327), oblique load, contacts
   that slide or stick as a whole, springs that turn with the contact plane; and that no step creates energy.
   Labels: contact law. */
#include "unit.h"

#include "slide_pair.h"

enum { SPRINGS = 4 };
static const double normal_force = 100, overlap = 1e-5;

static double Size(const double v[3])
{
  return sqrt(Dot(v, v));
}

/* A contact under the normal force, without a tangential force. */
static Slider Loaded(double mu)
{
  GrLawPair pair;
  Slider s = {.law = GrLawFind("partial_slip"), .overlap = overlap, .normal_force = normal_force, .normal = {0, 0, 1}};
  GrExamplePair(&pair);
  LawPrepare(s.law, &pair, GIVEN({"friction", mu}), s.coefficient);
  return s;
}

static double Stiffness(const Slider *s)
{
  return s->law->stiffness(s->coefficient, s->overlap);
}

/* Moves by `way` along (0.6, 0.8, 0) in so many steps of a second; returns the work against the force, by the
   trapezoidal rule. */
static double Move(Slider *s, double way, int steps)
{
  const double slip[3] = {0.6 * way / steps, 0.8 * way / steps, 0};
  double work = 0;
  for (int i = 0; i < steps; i++) {
    const double before = Dot(s->force, slip);
    SliderEvaluate(s, slip, 1);
    SliderCommit(s);
    work -= 0.5 * (before + Dot(s->force, slip));
  }
  return work;
}

/* Changes the overlap in equal steps of its root; the normal force is Hertz's, and the slip follows the overlap. */
static void Press(Slider *s, double to, double slip_per_overlap, int steps)
{
  const double from = sqrt(s->overlap), by = (sqrt(to) - from) / steps, load = s->normal_force / pow(s->overlap, 1.5);
  for (int i = 1; i <= steps; i++) {
    const double now = i == steps ? to : (from + by * i) * (from + by * i), way = slip_per_overlap * (now - s->overlap);
    const double slip[3] = {0.6 * way, 0.8 * way, 0};
    s->overlap = now;
    s->normal_force = load * pow(now, 1.5);
    SliderEvaluate(s, slip, 1);
    SliderCommit(s);
  }
}

/* F = mu N (1 - (1 - u/u*)^(3/2)), u* = 3/2 mu N/(8 G a); from u* on mu N to rounding. */
static void TestLoad(void **state)
{
  const double mu = 0.3, cap = mu * normal_force;
  Slider s = Loaded(mu);
  const double limit = 1.5 * cap / Stiffness(&s);
  double largest = 0;
  for (int i = 1; i <= 120; i++) {
    Move(&s, 0.01 * limit, 1);
    const double left = fmax(0, 1 - 0.01 * i), expected = cap * (1 - left * sqrt(left));
    largest = fmax(largest, fabs(Size(s.force) - expected) / cap);
    assert_true(i > 8 || fabs(Size(s.force) / (0.015 * i * cap) - 1) < 1e-13); /* sticks: 8 G a */
  }
  print_message("  largest error over mu N: %g\n", largest);
  assert_true(largest < 0.03 && fabs(Size(s.force) / cap - 1) < 1e-14);
  assert_true(fabs(s.force[0] / s.force[1] - 0.75) < 1e-14);
}

/* Work of a cycle between -u and u: with f = F/(mu N), 8 mu N u* (f u/(2 u*) - f + 3/5 (1 - (1 - f)^(5/3))). It follows
   from the theory of Mindlin and Deresiewicz: both branches are the curve of the first load at twice its scale. */
static void TestCycles(void **state)
{
  const double mu = 0.3, cap = mu * normal_force;
  for (double part = 0.1; part < 1.01; part += 0.1) {
    Slider s = Loaded(mu);
    const double limit = 1.5 * cap / Stiffness(&s), f = 1 - pow(fmax(0, 1 - part), 1.5);
    const double area = 8 * cap * limit * (0.5 * f * part - f + 0.6 * (1 - pow(1 - f, 5.0 / 3.0)));
    Move(&s, part * limit, 1000);
    const double stored = s.stored, work = Move(&s, -2 * part * limit, 2000) + Move(&s, 2 * part * limit, 2000);
    const double error = (work - area) / (4 * f * cap * part * limit);
    print_message("  amplitude %.1f u*: work %g, expected %g, error over 4 F u %g\n", part, work, area, error);
    assert_true(fabs(error) < 0.03 && fabs(s.stored / stored - 1) < 1e-12);
  }
}

/* Slip in proportion to the overlap from the first touch on, below the limit: the load is oblique and the contact
   sticks; F = 2/3 c 8 G a d. Also in steps in which the overlap grows many times. */
static void TestObliqueLoad(void **state)
{
  static const double tolerance[] = {1e-3, 2e-5};
  for (int k = 0; k < 2; k++) {
    Slider s = Loaded(10);
    s.overlap *= 1e-12;
    s.normal_force *= 1e-18;
    Press(&s, overlap, 0.1, k ? 2000 : 200);
    assert_true(fabs(Size(s.force) / (2.0 / 3.0 * 0.1 * Stiffness(&s) * overlap) - 1) < tolerance[k]);
  }
}

/* A contact that sticks keeps its force while it grows, in any number of steps. When it shrinks again to the radius
   at which it was loaded, force and energy are as before, except for the error of the cells: the springs that came and
   went carry no load. Nothing is left when the contact has opened. */
static void TestStick(void **state)
{
  for (int steps = 1; steps <= 1000; steps *= 10) {
    Slider s = Loaded(1e9);
    const double way = 1e-8, force = way * Stiffness(&s);
    Move(&s, way, 1);
    assert_true(fabs(Size(s.force) / force - 1) < 1e-14);
    Press(&s, 4 * overlap, 0, steps);
    assert_true(fabs(Size(s.force) / force - 1) < 1e-12);
    const double stored = s.stored;
    Press(&s, overlap, 0, steps);
    print_message("  force after a cycle of the load: %g, energy %g\n", Size(s.force) / force, s.stored / stored);
    assert_true(fabs(Size(s.force) / force - 0.97) < 0.03 && s.stored < stored);
    Press(&s, 0, 0, 1);
    Move(&s, way, 1);
    assert_true(Size(s.force) == 0);
    s.overlap = overlap;
    Move(&s, way, 1);
    assert_false(isnan(Size(s.force)));
  }
}

/* Springs of different directions turn with the contact plane and keep their lengths. */
static void TestTurning(void **state)
{
  enum { STEPS = 1000 };
  const double aside[3] = {1e-9, 0, 0}, still[3] = {0, 0, 0};
  double first[3], length[SPRINGS];
  Slider s = Loaded(0.3);
  Move(&s, 0.5e-7, 10);
  for (int i = 0; i < 20; i++) {
    SliderEvaluate(&s, aside, 1);
    SliderCommit(&s);
  }
  memcpy(first, s.force, sizeof first);
  for (int j = 0; j < SPRINGS; j++)
    length[j] = Size(s.trial + 3 * j);
  for (int i = 1; i <= STEPS; i++) {
    const double angle = 2 * acos(-1.0) * i / STEPS;
    memcpy(s.normal, (const double[]){0.28 * sin(angle), 0.96 * sin(angle), cos(angle)}, sizeof s.normal);
    SliderEvaluate(&s, still, 1);
    SliderCommit(&s);
    for (int j = 0; j < SPRINGS; j++)
      assert_true(fabs(Size(s.trial + 3 * j) / length[j] - 1) < 1e-12 &&
                  fabs(Dot(s.trial + 3 * j, s.normal)) < 1e-14 * length[j]);
  }
  for (int k = 0; k < 3; k++)
    assert_true(fabs(s.force[k] - first[k]) < 0.03 * Size(first)); /* STEPS theta^2/2 */
}

/* Least loss in one step over a scale of the energies: random slip, normal force, overlap and direction, and a dashpot.
   The loss is the work of the force at the end of the step minus the energy that the springs gain. */
static void TestNoStepGains(void **state)
{
  const double mu = 0.3, step = 1e-7;
  for (int changes = 0; changes < 3; changes++) {
    unsigned long long random = 1;
    double least = 0;
    Slider s = Loaded(mu);
    s.viscosity = changes == 2 ? 0 : 50;
    const double scale = 0.5 * mu * mu * normal_force * normal_force / Stiffness(&s);
    for (int i = 0; i < 20000; i++) {
      double x[4];
      for (int k = 0; k < 4; k++) {
        random = 6364136223846793005ULL * random + 1442695040888963407ULL;
        x[k] = (double)(random >> 11) / 9007199254740992.0;
      }
      const double speed = 4 * x[0] * x[0], angle = 2 * acos(-1.0) * x[1], before = s.stored;
      const double slip[3] = {speed * cos(angle), speed * sin(angle), 0};
      s.normal_force = normal_force * 2 * x[2];
      s.overlap = changes ? overlap * (0.1 + 2 * x[3]) : overlap;
      SliderEvaluate(&s, slip, step);
      SliderCommit(&s);
      assert_true(Size(s.force) <= mu * s.normal_force * (1 + 1e-14));
      least = fmin(least, (-Dot(s.force, slip) * step - s.stored + before) / scale);
    }
    print_message("  least loss in a step %g\n", least);
    assert_true(least > -1e-12);
  }
}

UNIT(CASE(TestLoad), CASE(TestCycles), CASE(TestObliqueLoad), CASE(TestStick), CASE(TestTurning),
     CASE(TestNoStepGains));
