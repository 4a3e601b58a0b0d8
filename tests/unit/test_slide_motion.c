/* Spheres that roll, slide and bounce on a plane under the laws of sliding, rolling and twisting: published impacts and
   closed forms.
   Labels: contact law. */
#include "unit.h"

#include "law/slide/springs.h"
#include "slide_pair.h"

static const double pi = 3.14159265358979323846, g = 9.81;

/* Chung and Ooi, Granular Matter 13 (2011) 643, test 4: an alumina sphere hits an aluminium plane at `angle` from the
   normal. Measured by K. D. Kharaz, D. A. Gorham and A. D. Salman, Powder Technol. 120 (2001) 281. */
static void Bounce(double angle, Meeting *m)
{
  const GrLawBody body[2] = {{4000, 380e9, 0.23, NAN}, {2700, 70e9, 0.33, NAN}};
  const double radius = 2.5e-3, speed = 3.9, step = 1e-9;
  double mass = 4 * pi / 3 * radius * radius * radius * body[0].density;
  *m = (Meeting){.ball[0] = {.x = {0, 0, radius},
                             .v = {speed * sin(angle), 0, -speed * cos(angle)},
                             .radius = radius,
                             .mass = mass},
                 .plane = true};
  MeetingPrepare(m, body);
  MeetingNormal(m, "tsuji", GIVEN({"restitution", 0.98}));
  MeetingSlide(m, SLIDING, "mindlin", GIVEN({"friction", 0.092}));
  MeetingForces(m, 0);
  do
    MeetingStep(m, step);
  while (m->overlap > 0);
}

/* Rigid-body theory of an impact that slides throughout, W. Goldsmith, Impact (1960): tangential impulse mu (1 + e) m
   v_n. 0.1 %: the impulse of a contact that pulls at its end is not quite (1 + e) m v_n, and the end sticks. */
static void TestSlidingImpact(void **state)
{
  const double e = 0.98, mu = 0.092, speed = 3.9, radius = 2.5e-3;
  for (int degrees = 40; degrees <= 85; degrees += 5) {
    double angle = degrees * pi / 180, across = speed * sin(angle), down = speed * cos(angle);
    double change = mu * (1 + e) * down;
    Meeting m;
    Bounce(angle, &m);
    const Ball *ball = &m.ball[0];
    print_message("  %d degrees: restitution %.5f, spin %.2f rad/s\n", degrees, ball->v[0] / across, ball->w[1]);
    assert_true(fabs(ball->v[2] / (e * down) - 1) < 1e-3);
    assert_true(fabs(ball->v[0] / (across - change) - 1) < 1e-3);
    assert_true(fabs(ball->w[1] / (2.5 * change / radius) - 1) < 1e-3);
    assert_true(fabs(ball->v[1]) + fabs(ball->w[0]) + fabs(ball->w[2]) == 0);
  }
}

/* 60 degrees: the numbers of the test. Steeper impacts stick: less restitution than sliding would leave at 20 degrees.
 */
static void TestChungOoi(void **state)
{
  Meeting m;
  Bounce(60 * pi / 180, &m);
  const Ball *ball = &m.ball[0];
  double rebound = atan((ball->v[0] - ball->radius * ball->w[1]) / ball->v[2]) * 180 / pi;
  print_message("  %.5f, %.3f rad/s, %.4f degrees\n", ball->v[0] / (3.9 * sin(pi / 3)), ball->w[1], rebound);
  assert_true(fabs(ball->v[0] / (3.9 * sin(pi / 3)) - 0.8948) < 0.001 * 0.8948);
  assert_true(fabs(ball->w[1] - 355.2) < 0.001 * 355.2);
  assert_true(fabs(rebound - 48.16) < 0.001 * 48.16);
  Bounce(20 * pi / 180, &m);
  assert_true(ball->v[0] / (3.9 * sin(pi / 9)) > 1.01 * (1 - 0.092 * 1.98 / tan(pi / 9)));
}

/* An elastic impact that never slides, by its equations of motion: d'' = -K d^(3/2)/m, slip' = -7/2 F/m, F = k xi, k =
   k_1 d^(1/2), and xi' = slip + xi times the rate of g. */
typedef struct {
  double stiffness, k, mass; /* K, k_1, m */
  double loading, unloading; /* g is so often the power of a', over a, of each */
} Sticking;
enum { DEPTH, RATE, SLIP, SPRING, STATE };

static void RatesOf(const Sticking *c, const double y[STATE], double rates[STATE])
{
  const double power = y[RATE] > 0 ? c->loading : c->unloading, root = sqrt(fmax(0, y[DEPTH]));
  rates[DEPTH] = y[RATE];
  rates[RATE] = -c->stiffness * root * y[DEPTH] / c->mass;
  rates[SLIP] = -3.5 * c->k * root * y[SPRING] / c->mass;
  rates[SPRING] = y[SLIP] - power * y[SPRING] * y[RATE] / (2 * y[DEPTH]);
}

/* The slip that is left, by the classical Runge-Kutta method; it starts and ends where d is 1e-7 of its largest. */
static double SlipAfter(const Sticking *c, double approach, double slip)
{
  const double deepest = pow(1.25 * c->mass * approach * approach / c->stiffness, 0.4),
               step = 1e-5 * deepest / approach;
  const double weight[] = {1, 2, 2, 1}, share[] = {0.5, 0.5, 1, 0}, early = 1e-7 * deepest / approach;
  double y[STATE] = {early * approach, approach, slip, slip * early / (1 + 0.5 * c->loading)};
  while (y[RATE] > 0 || y[DEPTH] > 1e-7 * deepest) {
    double rates[STATE], at[STATE], sum[STATE] = {0};
    memcpy(at, y, sizeof at);
    const double h = fmin(step, 0.01 * y[DEPTH] / fabs(y[RATE] + 1e-300)); /* slowly where d is small */
    for (int stage = 0; stage < 4; stage++) {
      RatesOf(c, at, rates);
      for (int k = 0; k < STATE; k++) {
        sum[k] += weight[stage] / 6 * rates[k];
        at[k] = y[k] + h * share[stage] * rates[k];
      }
    }
    for (int k = 0; k < STATE; k++)
      y[k] += h * sum[k];
  }
  return y[SLIP];
}

/* mindlin with each `area` in an impact that sticks: as the equations of motion have it; 3e-4 of the slip, an error of
   the first order in steps of 1e-4 of the impact. A displacement that no change of load takes from, and a force
   likewise, leave more slip than there was; Thornton's force leaves least. */
static void TestStickingImpact(void **state)
{
  static const struct {
    int area;
    double loading, unloading;
  } laws[] = {{GR_AREA_DISPLACEMENT, 0, 0}, {GR_AREA_FORCE, 1, 1}, {GR_AREA_RESCALE, 0, -1}, {GR_AREA_THORNTON, 1, 0}};
  const GrLawBody body = {4000, 380e9, 0.23, NAN};
  const double radius = 2.5e-3, speed = 2, slip = 1;
  double left[4];
  for (int i = 0; i < 4; i++) {
    Meeting m = {.ball[0] = {.x = {0, 0, radius}, .v = {slip, 0, -speed}, .radius = radius}, .plane = true};
    m.ball[0].mass = 4 * pi / 3 * radius * radius * radius * body.density;
    MeetingPrepare(&m, (const GrLawBody[2]){body, body});
    MeetingNormal(&m, "hertz", GIVEN({0}));
    MeetingSlide(&m, SLIDING, "mindlin", GIVEN({"friction", 1e6}, {"area", laws[i].area}));
    const Sticking c = {m.normal.coefficient[0], m.slide[SLIDING].law->stiffness(m.slide[SLIDING].coefficient, 1),
                        m.ball[0].mass, laws[i].loading, laws[i].unloading};
    MeetingForces(&m, 0);
    do
      MeetingStep(&m, 1e-9);
    while (m.overlap > 0);
    left[i] = m.ball[0].v[0] - radius * m.ball[0].w[1];
    const double expected = SlipAfter(&c, speed, slip);
    print_message("  area %d: slip %.6f, expected %.6f\n", laws[i].area, left[i], expected);
    assert_true(fabs(left[i] - expected) < 3e-4 * slip);
  }
  assert_true(left[0] > 1.01 * slip && left[1] > 1.01 * slip && left[2] < 0.8 * slip && left[3] < left[2]);
}

/* A sphere of radius 1 cm and 0.01 kg at rest on a plane, with a dashpot, and friction 0.5 unless `slick`. */
static void Stand(Meeting *m, bool slick)
{
  const GrLawBody soft = {NAN, 1e7, 0.3, NAN};
  *m = (Meeting){.ball[0] = {.radius = 0.01, .mass = 0.01}, .plane = true, .gravity = {0, 0, -g}};
  MeetingPrepare(m, (const GrLawBody[2]){soft, soft});
  MeetingNormal(m, "tsuji", GIVEN({"restitution", 0.5}));
  double depth = pow(m->ball[0].mass * g / m->normal.coefficient[0], 2.0 / 3); /* K d^(3/2) = m g */
  m->ball[0].x[2] = m->ball[0].radius - depth;
  if (!slick)
    MeetingSlide(m, SLIDING, "mindlin", GIVEN({"friction", 0.5}));
}

static void Until(Meeting *m, double time, double step)
{
  MeetingForces(m, 0);
  for (int i = 0; i < (int)lround(time / step); i++)
    MeetingStep(m, step);
}

/* Starts sliding at u0 and ends rolling at 5/7 u0, after 2 u0/(7 mu g): the angular momentum about the contact is kept.
   1e-9: the swing of the spring has decayed, and the depth has its rounding. */
static void TestSlidingToRolling(void **state)
{
  const double u0 = 0.5, time = 2 * u0 / (7 * 0.5 * g);
  Meeting m;
  Stand(&m, false);
  m.ball[0].v[0] = 0.6 * u0;
  m.ball[0].v[1] = 0.8 * u0;
  Until(&m, 0.9 * time, 1e-6);
  double slip = hypot(m.ball[0].v[0], m.ball[0].v[1]) - m.ball[0].radius * hypot(m.ball[0].w[0], m.ball[0].w[1]);
  assert_true(fabs(slip - 0.1 * u0) < 0.001 * u0); /* slows linearly; the spring takes its share of the beginning */
  Until(&m, 9.1 * time, 1e-6);
  assert_true(fabs(m.ball[0].v[0] / (0.6 * 5 * u0 / 7) - 1) < 1e-9);
  assert_true(fabs(m.ball[0].v[1] / (0.8 * 5 * u0 / 7) - 1) < 1e-9);
  assert_true(fabs(m.ball[0].w[1] * m.ball[0].radius / m.ball[0].v[0] - 1) < 1e-9);
  assert_true(fabs(m.ball[0].w[2]) < 1e-12);
}

static void Resist(Meeting *m, int motion, double mu)
{
  MeetingSlide(m, motion, motion == ROLLING ? "rolling_spring" : "twisting_spring",
               GIVEN({"stiffness", 2e4}, {"friction", mu}, {"viscosity", 0.5}));
}

/* Rotates without displacement, about an axis in the plane without friction (rolling) or about the normal
   (twisting): the torque mu m g r decelerates 2/5 m r^2 by 5 mu g/(2 r). It stops after w0 divided by that and
   remains at rest. */
static void CheckSpinDown(int motion)
{
  const double mu = 0.02, w0 = 20;
  const double axis[3] = {motion == ROLLING ? 0.8 : 0, motion == ROLLING ? -0.6 : 0, motion == TWISTING};
  Meeting m;
  Stand(&m, true);
  Resist(&m, motion, mu);
  double rate = 5 * mu * g / (2 * m.ball[0].radius), time = w0 / rate;
  for (int k = 0; k < 3; k++)
    m.ball[0].w[k] = w0 * axis[k];
  Until(&m, 0.25 * time, 1e-6);
  double early = Dot(m.ball[0].w, axis);
  Until(&m, 0.5 * time, 1e-6);
  double late = Dot(m.ball[0].w, axis);
  assert_true(fabs((early - late) / (0.5 * w0) - 1) < 5e-6); /* the times are rounded to steps */
  assert_true(fabs(late - 0.25 * w0) < 0.001 * w0);          /* the spring takes its share of the beginning */
  Until(&m, time, 1e-6);
  assert_true(sqrt(Dot(m.ball[0].w, m.ball[0].w)) < 1e-3 * w0);
  assert_true(Dot(m.ball[0].v, m.ball[0].v) < 1e-12); /* a torque moves nothing */
}

static void TestSpinDown(void **state)
{
  CheckSpinDown(ROLLING);
  CheckSpinDown(TWISTING);
}

/* Rolls out at 5/7 mu_r g: friction keeps it from slipping, the torque slows 7/5 m r^2. */
static void TestRollingOut(void **state)
{
  const double mu = 0.02, u0 = 0.3;
  Meeting m;
  Stand(&m, false);
  Resist(&m, ROLLING, mu);
  m.ball[0].v[0] = u0;
  m.ball[0].w[1] = u0 / m.ball[0].radius;
  double time = u0 / (5 * mu * g / 7);
  Until(&m, 0.25 * time, 1e-6);
  double early = m.ball[0].v[0];
  Until(&m, 0.5 * time, 1e-6);
  assert_true(fabs((early - m.ball[0].v[0]) / (0.5 * u0) - 1) < 1e-4); /* as the swing of the spring leaves it */
  assert_true(m.ball[0].w[1] * m.ball[0].radius > 0.999 * m.ball[0].v[0]);
}

/* A sphere of the mass and radius of Stand rolls at the speed u0 under a law of rolling. */
static void Roll(Meeting *m, double u0, const char *law, const Given *given)
{
  Stand(m, false);
  MeetingSlide(m, ROLLING, law, given);
  m->ball[0].v[0] = u0;
  m->ball[0].w[1] = u0 / m->ball[0].radius;
}

/* Steps until `time` and returns the smallest number of steps between two changes of sign of the torque of this motion,
   beyond rounding (1e-9 of the weight). speed: output, the largest speed of the surface of the sphere in the last
   quarter [m/s]. */
static int StepsBetweenReversals(Meeting *m, int motion, double time, double step, double *speed)
{
  const int n = (int)lround(time / step), axis = motion == TWISTING ? 2 : 0;
  const double rounding = 1e-9 * m->ball[0].mass * g;
  int least = n, last = -n;
  double before = 0;
  *speed = 0;
  MeetingForces(m, 0);
  for (int i = 0; i < n; i++) {
    MeetingStep(m, step);
    const double now = m->slide[motion].force[axis];
    if (4 * i >= 3 * n)
      *speed = fmax(*speed, m->ball[0].radius * sqrt(Dot(m->ball[0].w, m->ball[0].w)));
    if (fabs(now) < rounding)
      continue;
    if (now * before < 0) {
      least = i - last < least ? i - last : least;
      last = i;
    }
    before = now;
  }
  return least;
}

/* rolling_constant on a plane: comes to rest after the path 7 u0^2/(10 mu g) and stays there. Steps from coarse to
   fine: the error of the path is of the order of the way back of the hold, L h^2/(A m), and of the spring of sliding,
   which takes its share of the beginning. The torque does not chatter: at rest it swings with the spring of sliding,
   hundreds of steps each way, until that has decayed. With a third of the limit on a slope the sphere also rests, and
   does not creep. */
static void TestConstantTorque(void **state)
{
  const double mu = 0.02, u0 = 0.1, path = 0.7 * u0 * u0 / (mu * g), stop = 7 * u0 / (5 * mu * g);
  static const double steps[] = {8e-6, 2e-6};
  for (int i = 0; i < 2; i++) {
    const double h = steps[i], back = mu * g * h * h * 5734.4;
    double speed;
    Meeting m;
    Roll(&m, u0, "rolling_constant", GIVEN({"friction", mu}));
    const int between = StepsBetweenReversals(&m, ROLLING, 2 * stop, h, &speed);
    print_message(
        "  step %g: path %.9g m, in theory %.9g, way back %.2g m; reversals %d steps apart, at rest %.2g m/s\n", h,
        m.ball[0].x[0], path, back, between, speed);
    assert_true(fabs(m.ball[0].x[0] - path) < back + 1e-5 * path);
    assert_true(between > 100 && speed < 1e-12);
    m.gravity[0] = mu * g / 3;
    const double at = m.ball[0].x[0];
    StepsBetweenReversals(&m, ROLLING, stop, h, &speed);
    assert_true(speed < 1e-9 && fabs(m.ball[0].x[0] - at) < 1e-5); /* it leans on the springs of sliding and rolling */
    assert_true(fabs(m.slide[ROLLING].force[0] * 3 / (mu * g * m.ball[0].mass) - 1) < 1e-6);
    m.gravity[0] = 1.1 * mu * g; /* and rolls on a slope above the limit */
    StepsBetweenReversals(&m, ROLLING, stop, h, &speed);
    assert_true(speed > 0.9 * 5. / 7 * 0.1 * mu * g * stop);
  }
}

/* twisting_constant: comes to rest after w0 over 5 mu g/(2 R) and stays there. */
static void TestConstantTwist(void **state)
{
  const double mu = 0.02, w0 = 20;
  double speed, time;
  Meeting m;
  Stand(&m, true);
  MeetingSlide(&m, TWISTING, "twisting_constant", GIVEN({"friction", mu}));
  m.ball[0].w[2] = w0;
  time = w0 / (5 * mu * g / (2 * m.ball[0].radius));
  Until(&m, 0.5 * time, 1e-6);
  assert_true(fabs(m.ball[0].w[2] / (0.5 * w0) - 1) < 1e-5);
  assert_true(StepsBetweenReversals(&m, TWISTING, time, 1e-6, &speed) > 100 && speed < 1e-12);
}

/* rolling_viscous keeps u0 exp(-5 mu g t/(7 v_r)), twisting_viscous w0 exp(-5 mu g t/(2 v_r)); to 1e-4 of the decay,
   because the spring of sliding takes its share of the beginning. A stiff dashpot is limited by the step. */
static void TestViscousTorque(void **state)
{
  const double mu = 0.2, v_r = 0.5, u0 = 0.3, time = 0.3;
  Meeting m;
  Roll(&m, u0, "rolling_viscous", GIVEN({"friction", mu}, {"speed", v_r}));
  Until(&m, time, 2e-6);
  print_message("  log of the decay %.8g, in theory %.8g\n", log(m.ball[0].v[0] / u0), -5 * mu * g * time / (7 * v_r));
  assert_true(fabs(log(m.ball[0].v[0] / u0) / (-5 * mu * g * time / (7 * v_r)) - 1) < 1e-3);
  Stand(&m, true);
  MeetingSlide(&m, TWISTING, "twisting_viscous", GIVEN({"friction", mu}, {"speed", v_r}));
  m.ball[0].w[2] = 20;
  Until(&m, time, 2e-6);
  assert_true(fabs(log(m.ball[0].w[2] / 20) / (-5 * mu * g * time / (2 * v_r)) - 1) < 2e-5); /* h times the rate */
  Roll(&m, u0, "rolling_viscous", GIVEN({"friction", 1e6}, {"speed", 1e-6}));
  Until(&m, 0.01, 2e-6);
  assert_true(m.ball[0].v[0] < u0 && m.ball[0].radius * m.ball[0].w[1] < 0.01 * u0); /* slides, and does not blow up */
}

/* Angular frequency and damping ratio of a sphere that rocks on a plane: from the zeros of its velocity along x, and
   the ratio of the swings. */
static void Rock(Meeting *m, double step, double *frequency, double *damping)
{
  double before = m->ball[0].v[0], last = 0, most = 0, first = 0;
  int zeros = 0;
  MeetingForces(m, 0);
  for (int i = 1; zeros < 9; i++) {
    MeetingStep(m, step);
    const double now = m->ball[0].v[0];
    most = fmax(most, fabs(now));
    if (now * before < 0) {
      const double at = (i - now / (now - before)) * step;
      if (zeros == 0)
        first = at;
      if (zeros == 1)
        last = most;
      if (++zeros == 9) {
        *frequency = 8 * pi / (at - first);
        *damping = log(last / most) / (7 * pi);
      }
      most = 0;
    }
    before = now;
    assert_true(i < 10000000);
  }
  *damping /= sqrt(1 + *damping * *damping);
  *frequency /= sqrt(1 - *damping * *damping);
}

/* Lower root w^2 of (k_t - m w^2)(k_t R^2 + k R^2 - 2/5 m R^2 w^2) = k_t^2 R^2. */
static double LowerRoot(double k_t, double k, double mass)
{
  const double b = 0.4 * mass * k_t + mass * (k_t + k), c = k_t * k, a = 0.4 * mass * mass;
  return (b - sqrt(b * b - 4 * a * c)) / (2 * a);
}

/* rolling_epsd: a sphere on a plane rocks with w^2 = k_r/(7/5 m R^2) if k_t is large, otherwise with the lower root of
   the two modes, and decays by its damping ratio. It starts in this mode: R times the spin is 1 - m w^2/k_t of the
   speed. k_r follows the load: four times gravity makes Hertz's stiffness 4^(1/3) times as large. 2e-4: the overlap
   shortens the lever of friction; 1e-3 of the ratio: the decay is that of 7 half periods. */
static void TestRocking(void **state)
{
  const double mu = 0.3;
  static const struct {
    double k_t, load, ratio;
  } rows[] = {{1e6, 1, 0}, {1e6, 4, 0}, {1000, 1, 0}, {1000, 4, 0}, {1e6, 1, 0.1}, {1e6, 1, 0.02}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const double k_t = rows[i].k_t, speed = 1e-6;
    double frequency, damping;
    Meeting m;
    Stand(&m, true);
    m.gravity[2] = -rows[i].load * g;
    const double depth = pow(rows[i].load * m.ball[0].mass * g / m.normal.coefficient[0], 2.0 / 3);
    m.ball[0].x[2] = m.ball[0].radius - depth;
    MeetingSlide(&m, SLIDING, "linear_spring", GIVEN({"stiffness", k_t}, {"friction", 10}, {"damping", 0}));
    MeetingSlide(&m, ROLLING, "rolling_epsd", GIVEN({"friction", mu}, {"damping_ratio", rows[i].ratio}));
    const double k = 2.25 * mu * mu * 2 * m.pair.modulus * sqrt(m.pair.radius * depth);
    const double w2 = LowerRoot(k_t, k, m.ball[0].mass), stiff = k / (1.4 * m.ball[0].mass);
    m.ball[0].v[0] = speed;
    m.ball[0].w[1] = (1 - m.ball[0].mass * w2 / k_t) * speed / m.ball[0].radius;
    Rock(&m, 0.02 / sqrt(fmax(k_t, k) / m.ball[0].mass), &frequency, &damping);
    print_message("  k_t/k %.4g, load %g: w %.7g, lower root %.7g, with infinite k_t %.7g; ratio %.6g, given %g\n",
                  k_t / k, rows[i].load, frequency, sqrt(w2), sqrt(stiff), damping, rows[i].ratio);
    assert_true(fabs(frequency / sqrt(w2) - 1) < 2e-4);
    assert_true(fabs(frequency / sqrt(stiff) - 1) < k / k_t);
    assert_true(fabs(damping - rows[i].ratio) < 1e-3 * rows[i].ratio + 1e-5);
  }
}

/* On a slope of this tangent it rolls at 5/7 of the pull down the slope, held by 2/7 of it, if that is below the limit;
   a steeper one lets it slide, spun up by the limit alone. */
static void TestSlope(void **state)
{
  const double mu = 0.5, time = 0.1, tangents[] = {0.5, 3};
  for (int steep = 0; steep < 2; steep++) {
    double down = tangents[steep] * g, friction = steep ? mu * g : 2 * down / 7;
    Meeting m;
    Stand(&m, false);
    m.gravity[0] = down;
    Until(&m, time, 1e-6);
    const Ball *ball = &m.ball[0];
    double tolerance = steep ? 0.005 : 1e-9; /* of 0.1 s the spring takes 0.3 ms to reach the limit */
    assert_true(fabs(ball->v[0] / ((down - friction) * time) - 1) < tolerance);
    assert_true(fabs(ball->w[1] / (2.5 * friction * time / ball->radius) - 1) < tolerance);
    assert_true(fabs(-m.slide[SLIDING].force[0] / (ball->mass * friction) - 1) < 1e-5);
  }
}

/* A contact that pulls slides freely, unless friction_pull is given: then the pull counts with it. */
static void TestPull(void **state)
{
  static const char *const names[] = {"mindlin", "hertz_history"};
  static const double normal_force[] = {100, -100}, expected[2][2] = {{-30, 0}, {-30, -20}};
  const double slip[3] = {1, 0, 0};
  for (int k = 0; k < 8; k++) {
    const char *law = names[k / 4], *modulus = k / 4 ? "stiffness" : "shear_modulus";
    const Given given[] = {{"friction", 0.3}, {modulus, 1e9}, {"friction_pull", k / 2 % 2 ? 0.2 : 0}, {0}};
    Slider s = {.law = GrLawFind(law), .overlap = 1e-5, .normal_force = normal_force[k % 2], .normal = {0, 0, 1}};
    GrLawPair pair;
    GrExamplePair(&pair);
    LawPrepare(s.law, &pair, given, s.coefficient);
    SliderEvaluate(&s, slip, 1);
    assert_true(fabs(s.force[0] - expected[k / 2 % 2][k % 2]) < 1e-12);
    assert_true((s.trial[0] != 0) == (s.force[0] != 0));
  }
}

/* A contact that pulls with 100 N is held by nothing; with a cohesion of 2e7 N/m and 10 um of overlap by friction times
   100 N. At rest there is no force either way. */
static void TestCohesion(void **state)
{
  static const char *const names[] = {"linear_spring", "rolling_spring", "twisting_spring"};
  static const double cohesion[] = {0, 2e7}, expected[] = {0, -30};
  for (int k = 0; k < 12; k++) {
    const int axis = k / 4 == 2 ? 2 : 0, held = k / 2 % 2, slips = k % 2;
    const double slip[3] = {axis == 0 ? slips : 0, 0, axis == 2 ? slips : 0};
    const Given given[] = {{"friction", 0.3}, {"stiffness", 1e9}, {"cohesion", cohesion[held]}, {0}};
    Slider s = {.law = GrLawFind(names[k / 4]), .overlap = 1e-5, .normal_force = -100, .normal = {0, 0, 1}};
    GrLawPair pair;
    GrExamplePair(&pair);
    LawPrepare(s.law, &pair, given, s.coefficient);
    SliderEvaluate(&s, slip, 1);
    assert_true(fabs(s.force[axis] - (slips ? expected[held] : 0)) < 1e-12);
    assert_true((s.trial[0] != 0) == (held && slips));
  }
}

UNIT(CASE(TestPull), CASE(TestCohesion), CASE(TestSlidingImpact), CASE(TestChungOoi), CASE(TestSlidingToRolling),
     CASE(TestSpinDown), CASE(TestRollingOut), CASE(TestSlope), CASE(TestStickingImpact), CASE(TestConstantTorque),
     CASE(TestConstantTwist), CASE(TestViscousTorque), CASE(TestRocking));
