/* Data of the plots of a law card (`granum laws NAME`): force-overlap curves at some speeds, and restitution over
   speed, for the spheres of the worked example. A law that pulls also has its static curve. Its speeds are near the
   sticking speed, because the pull is invisible beside the forces of fast impacts. An adhesion acts together with the
   law hertz. */
#include "impact/impact.h"
#include "impact/static_curve.h"
#include "law/card/example.h"
#include "law/one.h"
#include "law/registry.h"
#include <granum/error.h>
#include <math.h>
#include <string.h>

enum { LOOPS = 3, POINTS = 200, SPEEDS = 241, VALUES = 100, ROUNDS = 4, WORD = 64, CHOICES = 2 };
static const double loop_speed[LOOPS] = {0.05, 0.5, 5};   /* without adhesion [m/s] */
static const double loop_multiple[LOOPS] = {0.8, 1.5, 3}; /* speed of a loop, divided by the characteristic speed */
static const double from_speed = 1e-3, to_speed = 30;     /* [m/s] */
static const double slowest_speed = 1e-8;                 /* for the search of the characteristic speed [m/s] */
static const double visible = 0.25;                       /* pull of the loops, divided by the largest force [1] */
static const double nearly = 0.9; /* the same, divided by its largest value, if no loop has `visible` [1] */
static const double none = 1e-9;  /* pull of rounding errors, divided by the largest force [1] */

/* An example of a law: two spheres that collide, with one word of the law's parameters. */
typedef struct {
  GrImpactSetting setting;
  GrImpactTask task;
  double normal[GR_LAW_COEFFICIENTS_MAX], adhesion[GR_LAW_COEFFICIENTS_MAX];
  char word[WORD]; /* the word and a space; "" if the law has no words */
} Example;

/* Speeds of a law that pulls. */
typedef struct {
  double sticking; /* the bodies stick at lower approach speeds; NaN: they do not stick [m/s] */
  double loops;    /* characteristic speed of the loops [m/s] */
  double overlap;  /* largest overlap of the static curve [m] */
} Speeds;

/* Sets everything but the coefficients. words: parameter with words; NULL: none. */
static void MakeExample(const GrLaw *law, int choice, const GrLawParameter *words, Example *e)
{
  const bool adds = law->kind == GR_LAW_ADHESION;
  const char *word = words ? GrChoicesAt(words->choices, choice) : "";
  GrLawPair pair;
  GrExamplePair(&pair);
  e->setting = (GrImpactSetting){.law = adds ? &GrLaw_hertz : law,
                                 .adhesion = adds ? law : NULL,
                                 .tension = GR_TENSION_ALLOW,
                                 .end = law->reach ? GR_END_APART : GR_END_SEPARATION,
                                 .method = "8vr",
                                 .tolerance = 1e-11,
                                 .curve_until = NAN};
  e->task = (GrImpactTask){e->normal, e->adhesion, pair.mass, 1};
  snprintf(e->word, WORD, "%.*s%s", (int)strcspn(word, "|"), word, words ? " " : "");
}

/* Sets the coefficients of the example; returns NULL, or the reason why there is none. */
static const char *PrepareExample(const GrLaw *law, int choice, Example *e)
{
  const bool adds = law->kind == GR_LAW_ADHESION;
  const char *wrong = adds ? GrExampleCoefficients(&GrLaw_hertz, 0, e->normal) : NULL;
  return wrong ? wrong : GrExampleCoefficients(law, choice, adds ? e->adhesion : e->normal);
}

/* Computes SPEEDS impacts with equal ratios of their speeds. */
static PetscErrorCode SolveSpeeds(const Example *e, double from, double to, GrImpact result[], const char *why[])
{
  GrImpactTask task[SPEEDS];

  for (int i = 0; i < SPEEDS; i++) {
    task[i] = e->task;
    task[i].speed = from * pow(to / from, (double)i / (SPEEDS - 1));
  }
  return GrImpactSolve(&e->setting, SPEEDS, task, result, NULL, why);
}

/* Finds the largest speed at which the bodies stick; NaN: they do not stick. */
static PetscErrorCode FindSticking(const Example *e, double *speed)
{
  double from = slowest_speed, to = to_speed;
  GrImpact result[SPEEDS];
  const char *why[SPEEDS];

  *speed = NAN;
  for (int round = 0; round < ROUNDS; round++) {
    int last = -1;
    PetscCall(SolveSpeeds(e, from, to, result, why));
    for (int i = 0; i < SPEEDS - 1; i++)
      last = !why[i] && result[i].separation_velocity == 0 ? i : last;
    if (last < 0)
      return 0;
    from = *speed = result[last].approach_velocity;
    to = why[last + 1] ? to : result[last + 1].approach_velocity;
  }
  return 0;
}

/* Finds the speeds of a law that pulls. The loops have the sticking speed, or the largest speed at which the pull is a
   quarter of the peak if this is smaller. If the pull never is a quarter, its largest share counts. */
static PetscErrorCode FindSpeeds(const Example *e, Speeds *speeds)
{
  GrImpact result[SPEEDS];
  const char *why[SPEEDS];
  double share[SPEEDS], largest = 0;

  *speeds = (Speeds){.loops = from_speed};
  PetscCall(FindSticking(e, &speeds->sticking));
  PetscCall(SolveSpeeds(e, slowest_speed, to_speed, result, why));
  for (int i = 0; i < SPEEDS; i++) {
    share[i] = why[i] ? 0 : -result[i].force_min / result[i].force_max;
    largest = fmax(largest, share[i]);
  }
  for (int i = 0; i < SPEEDS; i++)
    if (!why[i] && share[i] >= fmin(visible, nearly * largest)) {
      speeds->loops = fmin(result[i].approach_velocity, speeds->sticking); /* of a number and NaN: the number */
      speeds->overlap = result[i].overlap_max;
    }
  return 0;
}

/* Finds whether the law pulls without a dashpot: at a gap, or on separation after one of SPEEDS impacts. */
static PetscErrorCode FindPull(const GrLaw *law, const Example *e, bool *pulls)
{
  GrImpact result[SPEEDS];
  const char *why[SPEEDS];
  GrStaticCurve curve;

  *pulls = law->reach != NULL;
  PetscCall(SolveSpeeds(e, from_speed, to_speed, result, why));
  for (int i = 0; i < SPEEDS && !*pulls; i++) {
    if (why[i])
      continue;
    GrImpactStaticCurve(&e->setting, &e->task, result[i].overlap_max, &curve);
    *pulls = -curve.pull_off.force > none * result[i].force_max;
  }
  return 0;
}

static void PrintStatic(const Example *e, const Speeds *speeds, FILE *out)
{
  GrStaticCurve c;
  GrImpactStaticCurve(&e->setting, &e->task, speeds->overlap, &c);
  for (int i = 0; i < GR_STATIC_POINTS; i++)
    fprintf(out, "static,%sapproach,%.9g,%.9g\n", e->word, c.approach[i].overlap, c.approach[i].force);
  for (int i = 0; i < GR_STATIC_POINTS; i++)
    fprintf(out, "static,%sseparation,%.9g,%.9g\n", e->word, c.separation[i].overlap, c.separation[i].force);
  if (!isnan(c.jump_in.force))
    fprintf(out, "static,%sjump-in,%.9g,%.9g\n", e->word, c.jump_in.overlap, c.jump_in.force);
  fprintf(out, "static,%spull-off,%.9g,%.9g\n", e->word, c.pull_off.overlap, c.pull_off.force);
}

static PetscErrorCode PrintLoops(const Example *e, const double speed[LOOPS], FILE *out)
{
  GrImpactSetting with_curves = e->setting;
  GrImpactTask task[LOOPS];
  GrImpact result[LOOPS];
  GrImpactCurve curve[LOOPS];
  const char *why[LOOPS];
  double *sample;

  with_curves.points = POINTS;
  PetscCall(PetscMalloc1(LOOPS * POINTS * GR_CURVE_COLUMNS, &sample));
  for (int i = 0; i < LOOPS; i++) {
    double *s = sample + (size_t)i * POINTS * GR_CURVE_COLUMNS;
    task[i] = e->task;
    task[i].speed = speed[i];
    for (int k = 0; k < GR_CURVE_COLUMNS; k++)
      curve[i].column[k] = s + (size_t)k * POINTS;
  }
  PetscCall(GrImpactSolve(&with_curves, LOOPS, task, result, curve, why));
  for (int i = 0; i < LOOPS; i++)
    for (int k = 0; k < POINTS && !why[i]; k++)
      fprintf(out, "loop,%s%.3g m/s,%.9g,%.9g\n", e->word, speed[i], curve[i].column[GR_CURVE_OVERLAP][k],
              curve[i].column[GR_CURVE_FORCE][k]);
  return PetscFree(sample);
}

static PetscErrorCode PrintRestitution(const Example *e, double from, FILE *out)
{
  GrImpact result[SPEEDS];
  const char *why[SPEEDS];

  PetscCall(SolveSpeeds(e, from, to_speed, result, why));
  for (int i = 0; i < SPEEDS; i++)
    if (!why[i])
      fprintf(out, "restitution,%scomputed,%.9g,%.9g\n", e->word, result[i].approach_velocity, result[i].restitution);
  for (int i = 0; i < SPEEDS; i++)
    if (!why[i] && isfinite(result[i].restitution_theory))
      fprintf(out, "restitution,%stheory,%.9g,%.9g\n", e->word, result[i].approach_velocity,
              result[i].restitution_theory);
  return 0;
}

/* Prints a law that pulls. All examples have the speeds of the first example. */
static PetscErrorCode PrintPull(const Example *e, const Speeds *first, FILE *out)
{
  double speed[LOOPS];
  Speeds own;

  PetscCall(FindSticking(e, &own.sticking));
  for (int i = 0; i < LOOPS; i++)
    speed[i] = loop_multiple[i] * first->loops;
  PrintStatic(e, first, out);
  PetscCall(PrintLoops(e, speed, out));
  PetscCall(PrintRestitution(e, fmin(from_speed, 0.1 * first->loops), out));
  if (!isnan(own.sticking))
    fprintf(out, "restitution,%ssticking,%.9g,0\n", e->word, own.sticking);
  return 0;
}

PetscErrorCode GrImpactPlotLaw(const GrLaw *law, FILE *out)
{
  const GrLawParameter *words;
  Speeds speeds;
  bool pulls;

  if (law->kind != GR_LAW_NORMAL && law->kind != GR_LAW_ADHESION)
    return GrFail(GR_EXIT_INPUT,
                  "laws: %s is neither a normal law nor an adhesion, so there are no impacts to plot; `granum laws` "
                  "lists all laws",
                  law->name);
  words = GrExampleWords(law);
  fprintf(out, "kind,curve,x,y\n");
  for (int choice = 0; choice < (words ? CHOICES : 1); choice++) {
    Example e;
    MakeExample(law, choice, words, &e);
    const char *wrong = PrepareExample(law, choice, &e);
    PetscCheck(!wrong, PETSC_COMM_SELF, PETSC_ERR_PLIB, "the example of %s: %s", law->name, wrong);
    if (choice == 0) {
      PetscCall(FindPull(law, &e, &pulls));
      if (pulls)
        PetscCall(FindSpeeds(&e, &speeds));
    }
    if (pulls)
      PetscCall(PrintPull(&e, &speeds, out));
    else {
      PetscCall(PrintLoops(&e, loop_speed, out));
      PetscCall(PrintRestitution(&e, from_speed, out));
    }
  }
  return 0;
}

/* ---- over a parameter ---- */

static const double over_speed[] = {0.05, 5}; /* below and above the yield speed of the example, 0.08 m/s [m/s] */
enum { OVER_SPEEDS = sizeof(over_speed) / sizeof(over_speed[0]) };

/* Returns the number of a parameter that may have all values between 0 and 1; -1: the law has no such parameter. */
static int FindShare(const GrLaw *law, const char *name)
{
  for (int p = 0; law->parameters[p].name; p++)
    if (!strcmp(law->parameters[p].name, name) && law->parameters[p].lower == 0 && law->parameters[p].upper == 1)
      return p;
  return -1;
}

/* Prints what an impact returns, and the damping at half of its largest overlap. */
static void PrintReturned(const Example *e, double x, double speed, const GrImpact *r, FILE *out)
{
  const double d = 0.5 * r->overlap_max;
  GrLawOne one;

  GrLawOneMake(e->setting.law, e->normal, NULL, 1, d, speed, &one);
  e->setting.law->force(&one.batch);
  const double spring = one.force - one.dashpot, damping = one.dashpot / speed;
  const struct {
    const char *name;
    double value;
  } quantity[] = {{"h", one.dashpot / spring},
                  {"g", damping / sqrt(spring / d * e->task.mass)},
                  {"c", damping},
                  {"returned", r->restitution},
                  {"theory", r->restitution_theory}};
  for (size_t k = 0; k < sizeof(quantity) / sizeof(quantity[0]); k++)
    if (isfinite(quantity[k].value))
      fprintf(out, "over,%s%s %g m/s,%.9g,%.9g\n", e->word, quantity[k].name, speed, x, quantity[k].value);
}

PetscErrorCode GrImpactPlotOver(const GrLaw *law, const char *parameter, FILE *out)
{
  const int p = law->kind == GR_LAW_NORMAL ? FindShare(law, parameter) : -1;

  if (p < 0)
    return GrFail(GR_EXIT_INPUT,
                  "laws: %s has no parameter %s with values from 0 to 1, so it cannot be drawn over it; `granum laws "
                  "%s` lists its parameters",
                  law->name, parameter, law->name);
  const GrLawParameter *words = GrExampleWords(law);
  fprintf(out, "kind,curve,x,y\n");
  for (int choice = 0; choice < (words ? CHOICES : 1); choice++) {
    Example e;
    MakeExample(law, choice, words, &e);
    for (int i = 1; i <= VALUES; i++) {
      GrImpactTask task[OVER_SPEEDS];
      GrImpact result[OVER_SPEEDS];
      const char *why[OVER_SPEEDS];
      const double x = (double)i / VALUES;
      if (GrExampleCoefficientsOver(law, choice, p, x, e.normal))
        continue;
      for (int k = 0; k < OVER_SPEEDS; k++) {
        task[k] = e.task;
        task[k].speed = over_speed[k];
      }
      PetscCall(GrImpactSolve(&e.setting, OVER_SPEEDS, task, result, NULL, why));
      for (int k = 0; k < OVER_SPEEDS; k++)
        if (!why[k])
          PrintReturned(&e, x, over_speed[k], &result[k], out);
    }
  }
  return 0;
}
