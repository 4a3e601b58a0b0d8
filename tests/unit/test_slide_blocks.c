/* The interface of the laws of sliding, rolling and twisting: results do not depend on the batch, committed history
   is only read, nan is propagated; values that their `prepare` refuses; and the viscosity that normal laws pass to
   them.
   Labels: contact law. */
#include "unit.h"

#include "law/card/example.h"
#include "slide_pair.h"

static void ForEachLaw(bool slides, void (*check)(const GrLaw *law, int choice))
{
  const GrLaw *law;
  for (int i = 0; (law = GrLawAt(i)); i++) {
    const GrLawParameter *words = GrExampleWords(law);
    int n = words ? GrChoicesCount(words->choices) : 1;
    bool wanted = slides ? law->slide != NULL : law->kind == GR_LAW_NORMAL;
    for (int choice = 0; choice < n && wanted; choice++) {
      print_message("  %s, choice %d\n", law->name, choice);
      check(law, choice);
    }
  }
}

/* A number in [0, 1), any other for another i. */
static double Scatter(int i)
{
  double x = 0.6180339887498949 * (i + 1);
  return x - floor(x);
}

enum { N = 1000, HISTORY = GR_LAW_HISTORY_MAX };

typedef struct {
  double coefficient[GR_LAW_COEFFICIENTS_MAX][N], history[HISTORY][N], trial[HISTORY][N];
  double rate[N], overlap[N], normal_force[N], viscosity[N], normal[3][N], slip[3][N], force[3][N], stored[N], power[N];
} Data;

/* Contacts that stick, slide, pull, and are new; of several pairs; unit normals; slips in the plane, or along n. */
static void Fill(Data *a, const GrLaw *law, const double *coefficient)
{
  const double unit = 30 / fmax(1, law->stiffness(coefficient, 1e-5));
  const int slides = GrLawHistoryFind(law, "slides"), root = GrLawHistoryFind(law, "root");
  for (int i = 0; i < N; i++) {
    double n[3], w[3] = {Scatter(3 * i) - 0.5, Scatter(5 * i) - 0.5, Scatter(7 * i) - 0.5}, slip[3];
    double azimuth = 6 * Scatter(11 * i), height = 2 * Scatter(13 * i) - 1, flat = sqrt(1 - height * height);
    memcpy(n, (const double[]){flat * cos(azimuth), flat * sin(azimuth), height}, sizeof n);
    Cross(n, w, slip);
    a->rate[i] = Scatter(37 * i) - 0.5;
    a->overlap[i] = 1e-5 * (0.1 + Scatter(17 * i));
    a->normal_force[i] = 100 * (Scatter(19 * i) - 0.1);
    a->viscosity[i] = 20 * Scatter(23 * i);
    for (int k = 0; k < 3; k++) {
      a->normal[k][i] = n[k];
      a->slip[k][i] = (i % 4 ? 1 : 0.01) * (law->kind == GR_LAW_TWISTING ? w[0] * n[k] : slip[k]);
    }
    for (int k = 0; k < law->n_coefficients; k++)
      a->coefficient[k][i] = coefficient[k] * (i % 5 ? 1 : 1.25);
    for (int h = 0; h < law->n_history; h++)
      a->history[h][i] = i % 3 ? (strcmp(law->history[h].unit, "m/s") ? unit : 1) * (Scatter(29 * i + h) - 0.5) : 0;
    if (slides >= 0)
      a->history[slides][i] = i % 2;
    if (root >= 0)
      a->history[root][i] = i % 3 ? sqrt(1e-5 * (0.1 + Scatter(31 * i))) : 0;
  }
}

/* Fills a batch, from contact `first` on. */
static void RunBatch(Data *a, const GrLaw *law, int first)
{
  const double *coefficient[GR_LAW_COEFFICIENTS_MAX], *history[HISTORY];
  double *trial[HISTORY];
  for (int k = 0; k < GR_LAW_COEFFICIENTS_MAX; k++)
    coefficient[k] = a->coefficient[k] + first;
  for (int h = 0; h < HISTORY; h++) {
    history[h] = a->history[h] + first;
    trial[h] = a->trial[h] + first;
  }
  GrSlideBatch batch = {.n = N - first < GR_SLIDE_BATCH ? N - first : GR_SLIDE_BATCH,
                        .interval = 1e-6,
                        .velocity = GR_VELOCITY_PREDICTED,
                        .rate = a->rate + first,
                        .overlap = a->overlap + first,
                        .normal_force = a->normal_force + first,
                        .viscosity = a->viscosity + first,
                        .normal = {a->normal[0] + first, a->normal[1] + first, a->normal[2] + first},
                        .slip = {a->slip[0] + first, a->slip[1] + first, a->slip[2] + first},
                        .coefficient = coefficient,
                        .history = history,
                        .trial = trial,
                        .force = {a->force[0] + first, a->force[1] + first, a->force[2] + first},
                        .stored = a->stored + first,
                        .power = a->power + first};
  law->slide(&batch);
}

static void Run(Data *a, const GrLaw *law)
{
  for (int first = 0; first < N; first += GR_SLIDE_BATCH)
    RunBatch(a, law, first);
}

/* Contact i of the data, alone. */
static void Take(const Data *a, const GrLaw *law, int i, Slider *s, double slip[3])
{
  *s = (Slider){.law = law,
                .velocity = GR_VELOCITY_PREDICTED,
                .rate = a->rate[i],
                .overlap = a->overlap[i],
                .normal_force = a->normal_force[i],
                .viscosity = a->viscosity[i]};
  for (int k = 0; k < 3; k++) {
    s->normal[k] = a->normal[k][i];
    slip[k] = a->slip[k][i];
  }
  for (int k = 0; k < law->n_coefficients; k++)
    s->coefficient[k] = a->coefficient[k][i];
  for (int h = 0; h < law->n_history; h++)
    s->committed[h] = a->history[h][i];
}

/* Also: the force never exceeds the limit by more than rounding, and lies in the contact plane. */
static void CheckBlocks(const GrLaw *law, int choice)
{
  static Data a, before;
  double coefficient[GR_LAW_COEFFICIENTS_MAX], slip[3];
  int slides = 0, pulls = 0;
  assert_null(GrExampleCoefficients(law, choice, coefficient));
  Fill(&a, law, coefficient);
  before = a;
  Run(&a, law);
  assert_memory_equal(a.history, before.history, sizeof a.history);
  for (int i = 0; i < N; i++) {
    Slider s;
    Take(&a, law, i, &s, slip);
    SliderEvaluate(&s, slip, 1e-6);
    for (int k = 0; k < 3; k++)
      assert_true(s.force[k] == a.force[k][i]);
    for (int h = 0; h < law->n_history; h++)
      assert_true(s.trial[h] == a.trial[h][i]);
    assert_true(s.stored == a.stored[i] && s.power == a.power[i] && s.stored >= 0);
    double mu = law->kind == GR_LAW_TANGENTIAL ? 0.3 : 0.1, cap = (i % 5 ? 1 : 1.25) * mu * fmax(0, s.normal_force);
    if (!strcmp(law->name, "marshall"))
      cap *= 2 * sqrt(s.overlap / 0.01);
    double size = sqrt(Dot(s.force, s.force));
    double across = law->kind == GR_LAW_TWISTING ? 0 : Dot(s.force, s.normal);
    /* roundings of 30 N, which grow with a spring that is nearly parallel to the normal */
    assert_true(size <= cap * (1 + 2e-15) && fabs(across) <= 1e-12);
    slides += size >= cap * (1 - 2e-15) && cap > 0;
    pulls += cap == 0;
  }
  const bool limited = law->kind == GR_LAW_TANGENTIAL || law->n_history > 0; /* a viscous torque is not */
  assert_true((!limited || slides > N / 10) && slides < N - pulls && pulls > N / 20);
}

static void TestBlocks(void **state)
{
  ForEachLaw(true, CheckBlocks);
}

/* Numbers of a law's history that are the displacement of its spring. */
static int SpringNumbers(const GrLaw *law)
{
  return law->n_history == 0 ? 0 : law->kind == GR_LAW_TWISTING ? 1 : 3;
}

static void Shows(const Slider *s)
{
  assert_true(isnan(s->force[0] + s->force[1] + s->force[2]));
  for (int h = 0; h < SpringNumbers(s->law); h++)
    assert_true(isnan(s->trial[h]));
}

static void CheckNotANumber(const GrLaw *law, int choice)
{
  const double good[3] = {1e-3, 2e-3, law->kind == GR_LAW_TWISTING ? 1e-3 : 0}, bad[3] = {NAN, NAN, NAN};
  Slider fine = {.law = law, .overlap = 1e-5, .normal_force = 100, .viscosity = 1, .normal = {0, 0, 1}}, s;
  assert_null(GrExampleCoefficients(law, choice, fine.coefficient));
  s = fine;
  SliderEvaluate(&s, bad, 1e-6);
  Shows(&s);
  s.normal_force = NAN;
  SliderEvaluate(&s, good, 1e-6);
  Shows(&s);
  for (int h = 0; h < SpringNumbers(law); h++) {
    s = fine;
    s.committed[h] = NAN;
    SliderEvaluate(&s, good, 1e-6);
    Shows(&s);
  }
  if (law->n_history && law->stiffness(fine.coefficient, 1) != law->stiffness(fine.coefficient, 2)) {
    s = fine;
    s.overlap = NAN;
    SliderEvaluate(&s, good, 1e-6);
    assert_true(isnan(Dot(s.force, s.force)) && isnan(s.stored)); /* the spring has not seen the overlap */
  }
}

static void TestNotANumber(void **state)
{
  ForEachLaw(true, CheckNotANumber);
}

/* The dashpots here are linear in the rate at a given approach speed: c v is the dashpot, to a few roundings of the two
   ways to the same number. */
static void CheckViscosity(const GrLaw *law, int choice)
{
  Contact c = {.law = law};
  assert_null(GrExampleCoefficients(law, choice, c.coefficient));
  if (!law->damping)
    return;
  for (double d = 1e-8; d < 1e-3; d *= 1.3) {
    memset(c.committed, 0, sizeof c.committed);
    for (double v = 2; v > -3; v -= 1.5) { /* the first closes the contact */
      ContactForce(&c, d, v);
      assert_true(fabs(ContactViscosity(&c, d, v) * v - c.dashpot) <= 2e-15 * fabs(c.dashpot));
      memcpy(c.committed, c.trial, sizeof c.committed);
    }
  }
}

static void TestViscosity(void **state)
{
  ForEachLaw(false, CheckViscosity);
}

/* The dashpot: a part of the viscosity of the normal law, plus the law's own viscosity, which is its bound on
   damping. */
static void CheckDashpot(const char *name, const GrLawValue *value, double share, double own)
{
  const double slip[3] = {0, 0.1, 0}, about[3] = {0, 0, 0.1};
  Slider s = {.law = GrLawFind(name), .overlap = 1e-5, .normal_force = 1e6, .viscosity = 40, .normal = {0, 0, 1}};
  GrLawPair pair;
  GrExamplePair(&pair);
  assert_null(s.law->prepare(&pair, value, s.coefficient));
  SliderEvaluate(&s, s.law->kind == GR_LAW_TWISTING ? about : slip, 0);
  assert_true(fabs(s.force[1] + s.force[2] + 0.1 * (share * 40 + own)) < 1e-14);
  assert_true(s.coefficient[GR_SLIDE_SHARE] == share && s.power > 0 && s.stored == 0);
  assert_true(own == 0 ? !s.law->damping : fabs(s.law->damping(s.coefficient, 1e-5) / own - 1) < 1e-15);
}

static void TestDashpots(void **state)
{
  const GrLawValue none = {false, -1, NAN}, k = {true, -1, 1e7}, mu = {true, -1, 0.3}, share = {true, -1, 0.25};
  const GrLawValue nil = {true, -1, 0};
  const GrLawValue own = {true, -1, 3}, word = {true, 0, NAN}, linear[] = {k, mu, share, own, nil, nil, word, none};
  GrLawPair pair;
  GrExamplePair(&pair);
  CheckDashpot("mindlin", (const GrLawValue[]){mu, none, share, none, nil, word, word}, 0.25, 0);
  CheckDashpot("linear_spring", linear, 0.25, 3);
  CheckDashpot("rolling_spring", linear, 0.25, 3);
  CheckDashpot("twisting_spring", linear, 0.25, 3);
  CheckDashpot("hertz_history", (const GrLawValue[]){k, mu, {true, -1, 1e4}, nil, word, word}, 0,
               pair.mass * 1e4 * sqrt(pair.radius * 1e-5));
}

/* A refusal is one sentence with what to write instead, and names the key. */
static void Refuses(const char *name, const GrLawPair *pair, const GrLawValue *value, const char *key)
{
  double coefficient[GR_LAW_COEFFICIENTS_MAX];
  const char *wrong = GrLawFind(name)->prepare(pair, value, coefficient);
  assert_non_null(wrong);
  assert_non_null(strstr(wrong, key));
  assert_true(strchr(wrong, ';') && !strchr(wrong, '\n') && strlen(wrong) < 300);
}

static void TestRefusals(void **state)
{
  const GrLawBody blank = {NAN, NAN, NAN, NAN};
  const GrLawValue none = {false, -1, NAN}, mu = {true, -1, 0.3}, less = {true, -1, 0.2}, one = {true, -1, 1};
  const GrLawValue nil = {true, -1, 0}, word = {true, 0, NAN};
  double coefficient[GR_LAW_COEFFICIENTS_MAX];
  GrLawPair pair, unknown;
  GrExamplePair(&pair);
  GrLawPairSpheres((const GrLawBody[]){blank, blank}, (const double[]){1, 1}, (const double[]){1, INFINITY}, &unknown);
  Refuses("mindlin", &unknown, (const GrLawValue[]){mu, none, one, none, nil, word, word}, "shear_modulus");
  Refuses("mindlin", &pair, (const GrLawValue[]){mu, less, one, none, nil, word, word}, "friction_static");
  Refuses("coulomb_smooth", &pair, (const GrLawValue[]){mu, one, one, {true, 0, NAN}}, "v_hi");
  assert_null(GrLawFind("mindlin")->prepare(
      &unknown, (const GrLawValue[]){mu, none, one, {true, -1, 4}, nil, word, word}, coefficient));
  assert_true(coefficient[GR_SLIDE_SHARE] == 1 &&
              GrLawFind("mindlin")->stiffness(coefficient, 4) == 8 * 4 * sqrt(0.5) * 2);
}

/* Two materials: 1/G = sum 2 (2 - nu)(1 + nu)/E, k = 8 G sqrt(R d). */
static void TestShearModulus(void **state)
{
  const GrLawBody body[2] = {{4000, 380e9, 0.23, NAN}, {2700, 70e9, 0.33, NAN}};
  const GrLawValue none = {false, -1, NAN}, word = {true, 0, NAN};
  const GrLawValue value[] = {{true, -1, 0.3}, none, {true, -1, 1}, none, {true, -1, 0}, word, word};
  double coefficient[GR_LAW_COEFFICIENTS_MAX];
  double g = 1 / (2 * 1.77 * 1.23 / 380e9 + 2 * 1.67 * 1.33 / 70e9);
  GrLawPair pair;
  GrLawPairSpheres(body, (const double[]){2.5e-3, INFINITY}, (const double[]){1, INFINITY}, &pair);
  assert_null(GrLawFind("mindlin")->prepare(&pair, value, coefficient));
  double k = GrLawFind("mindlin")->stiffness(coefficient, 1e-6);
  assert_true(fabs(k / (8 * g * sqrt(2.5e-3 * 1e-6)) - 1) < 1e-14);
}

static void TestRegister(void **state)
{
  static GrLaw mine; /* the registry keeps its address */
  mine = *GrLawFind("mindlin");
  mine.name = "my_friction";
  mine.slide = NULL;
  assert_int_equal(GrLawRegister(&mine), 1);
  mine.slide = GrLawFind("mindlin")->slide;
  mine.stiffness = NULL;
  assert_int_equal(GrLawRegister(&mine), 1);
  mine.stiffness = GrLawFind("mindlin")->stiffness;
  assert_int_equal(GrLawRegister(&mine), 0);
  assert_ptr_equal(GrLawFind("my_friction"), &mine);
}

UNIT(CASE(TestBlocks), CASE(TestNotANumber), CASE(TestViscosity), CASE(TestRefusals), CASE(TestShearModulus),
     CASE(TestRegister), CASE(TestDashpots));
