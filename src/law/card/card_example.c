/* card_example: the table of numbers at the end of a law's card. */
#include "base/math/elementary.h"
#include "law/card/card.h"
#include "law/card/example.h"
#include "law/one.h"
#include <granum/law.h>
#include <math.h>

enum { GR_SLIDE_ROWS = 8 };

/* One contact at a constant overlap and normal force. A law with history is displaced there and back without a rate;
   one without is evaluated at rising slip speeds. */
typedef struct {
  double overlap, normal_force; /* [m], [N] */
  double slip[GR_SLIDE_ROWS];   /* displacement from the beginning [m], or speed [m/s] */
  double force[GR_SLIDE_ROWS];  /* against it, per normal force [1] */
  double stored[GR_SLIDE_ROWS], power[GR_SLIDE_ROWS];
} GrSlideExample;

/* One contact with the slip along the normal (twisting) or across it. */
typedef struct {
  const GrLaw *law;
  double coefficient[GR_LAW_COEFFICIENTS_MAX];
  double history[GR_LAW_HISTORY_MAX];
} Contact;

/* Slips at the speed `slip` for the time `interval`, commits, and fills row i. */
static void SlipContact(Contact *c, double slip, double interval, GrSlideExample *e, int i)
{
  static const double zero = 0, one = 1;
  const double *coefficient[GR_LAW_COEFFICIENTS_MAX], *history[GR_LAW_HISTORY_MAX];
  double trials[GR_LAW_HISTORY_MAX], *trial[GR_LAW_HISTORY_MAX], force[3];
  const double *along = c->law->kind == GR_LAW_TWISTING ? &slip : &zero, *across = along == &slip ? &zero : &slip;
  for (int k = 0; k < GR_LAW_COEFFICIENTS_MAX; k++)
    coefficient[k] = &c->coefficient[k];
  for (int h = 0; h < GR_LAW_HISTORY_MAX; h++) {
    history[h] = &c->history[h];
    trial[h] = &trials[h];
  }
  GrSlideBatch batch = {.n = 1,
                        .interval = interval,
                        .rate = &zero,
                        .overlap = &e->overlap,
                        .normal_force = &e->normal_force,
                        .viscosity = &zero,
                        .normal = {&zero, &zero, &one},
                        .slip = {across, &zero, along},
                        .coefficient = coefficient,
                        .history = history,
                        .trial = trial,
                        .force = {&force[0], &force[1], &force[2]},
                        .stored = &e->stored[i],
                        .power = &e->power[i]};
  c->law->slide(&batch);
  e->force[i] = 0.0 - (force[0] + force[2]) / e->normal_force;
  for (int h = 0; h < c->law->n_history; h++)
    c->history[h] = trials[h];
}

/* There and back, in displacements at which a contact with friction 0.3 begins to slide. */
static void DisplaceContact(Contact *c, GrSlideExample *e)
{
  static const double course[GR_SLIDE_ROWS] = {0.25, 0.5, 1, 2, 1.5, 1, 0, -1};
  double unit = 0.3 * e->normal_force / c->law->stiffness(c->coefficient, e->overlap), before = 0;
  for (int i = 0; i < GR_SLIDE_ROWS; i++) {
    e->slip[i] = course[i] * unit;
    SlipContact(c, e->slip[i] - before, 1.0, e, i);
    before = e->slip[i];
  }
}

static void SlipAtSpeeds(Contact *c, GrSlideExample *e)
{
  static const double speeds[GR_SLIDE_ROWS] = {5e-4, 1e-3, 2e-3, 4e-3, 6e-3, 8e-3, 1e-2, 1};
  for (int i = 0; i < GR_SLIDE_ROWS; i++)
    SlipContact(c, e->slip[i] = speeds[i], 0.0, e, i);
}

/* The law with its default and example values and the `choice`-th of its words at the pair of GrExamplePair, pressed to
   first yield. Returns NULL, or why there is no example. */
static const char *EvaluateSlide(const GrLaw *law, int choice, GrSlideExample *example)
{
  Contact contact = {.law = law};
  GrLawPair pair;
  const char *wrong = GrExampleCoefficients(law, choice, contact.coefficient);
  if (wrong)
    return wrong;
  GrExamplePair(&pair);
  example->overlap = GrExampleYield(&pair);
  example->normal_force = 4.0 / 3.0 * pair.modulus * sqrt(pair.radius) * example->overlap * sqrt(example->overlap);
  if (law->n_history)
    DisplaceContact(&contact, example);
  else
    SlipAtSpeeds(&contact, example);
  return NULL;
}

enum { CHOICES_SHOWN = 2, TABLE = 2, COLUMN = 13 }; /* the widest table takes 97 columns */

/* The header of a column; the word of the choice goes below it. */
static void PrintHeader(FILE *out, const GrLaw *law, const GrLawParameter *words, int shown)
{
  const char *name[] = {"force [N]", "returned [1]"};
  int kinds = law->n_history ? 2 : 1;
  fprintf(out, "%*s%*s", TABLE, "", COLUMN - 2, "overlap [m]");
  for (int i = 0; i < kinds * shown; i++)
    fprintf(out, "%*s", COLUMN, name[i / shown]);
  fprintf(out, "%*s%*s\n", COLUMN + 3, "stiffness [N/m]", law->damping ? COLUMN + 3 : 0,
          law->damping ? "damping [N s/m]" : "");
  if (shown < 2)
    return;
  fprintf(out, "%*s", TABLE + COLUMN - 2, "");
  for (int i = 0; i < kinds * shown; i++) {
    const char *word = words->choices;
    for (int skip = i % shown; skip; skip--)
      word += strcspn(word, "|") + 1;
    fprintf(out, "%*.*s", COLUMN, (int)strcspn(word, "|"), word);
  }
  fprintf(out, "\n");
}

static void PrintTable(FILE *out, const GrLaw *law, const GrExample example[], int shown)
{
  for (int i = 0; i < GR_EXAMPLE_ROWS; i++) {
    fprintf(out, "%*s%*.5g", TABLE, "", COLUMN - 2, example[0].overlap[i]);
    for (int c = 0; c < shown; c++)
      fprintf(out, "%*.6g", COLUMN, example[c].force[i]);
    for (int c = 0; c < shown && law->n_history; c++)
      fprintf(out, "%*.6g", COLUMN, example[c].returned[i]);
    fprintf(out, "%*.6g", COLUMN + 3, example[0].stiffness[i]);
    if (law->damping)
      fprintf(out, "%*.6g", COLUMN + 3, example[0].damping[i]);
    fprintf(out, "\n");
  }
}

/* Appends the numbers of the example's parameters that have no default. */
static void PrintRequired(const GrLaw *law, char *text, size_t size, int length)
{
  for (const GrLawParameter *p = law->parameters; p->name; p++)
    if (!(p->fallback && (*p->fallback || p->example == 0)) && p->unit && length < (int)size)
      length += snprintf(text + length, size - (size_t)length, "; %s %g", p->name, p->example);
}

static void PrintNormal(FILE *out, const GrLaw *law)
{
  GrExample example[CHOICES_SHOWN];
  const GrLawParameter *words = law->reach ? NULL : GrExampleWords(law); /* with a reach: see PrintAdhesion */
  int shown = words ? GrChoicesCount(words->choices) : 1;
  GrLawPair pair;
  char text[512];
  GrExamplePair(&pair);
  shown = shown < CHOICES_SHOWN ? shown : CHOICES_SHOWN;
  for (int c = 0; c < shown; c++)
    if (GrExampleEvaluate(law, c, &example[c]))
      return;
  int length = snprintf(text, sizeof text,
                        "two steel spheres of radius 20 mm (7800 kg/m^3, 207 GPa, Poisson's ratio 0.3, yield stress "
                        "1030 MPa): R = %.6g m, m = %.6g kg, K = %.6g N/m^1.5, first yield at d_y = %.6g m",
                        pair.radius, pair.mass, 4.0 / 3.0 * pair.modulus * sqrt(pair.radius), GrExampleYield(&pair));
  PrintRequired(law, text, sizeof text, length);
  GrCardSection(out, "example", text);
  PrintHeader(out, law, words, shown);
  PrintTable(out, law, example, shown);
  snprintf(text, sizeof text, "force: static, on first loading; stiffness%s: the largest up to this overlap%s",
           law->damping ? " and damping" : "", shown > 1 ? ", first choice" : "");
  GrCardWrap(out, 0, GR_CARD_INDENT, text);
  if (law->n_history)
    GrCardWrap(out, 0, GR_CARD_INDENT, "returned: share of the work done on loading that the contact gives back");
}

/* An adhesion between its reach and contact, coming near and, after a touch, going away. */
typedef struct {
  double reach;
  double pull;                                                /* largest when parting [N] */
  double overlap[GR_EXAMPLE_ROWS];                            /* [m] */
  double approach[GR_EXAMPLE_ROWS], parting[GR_EXAMPLE_ROWS]; /* force [N] */
  double stored[GR_EXAMPLE_ROWS];                             /* energy when parting [J] */
} Adhesion;

enum { AT_ZERO = 2 }; /* the row of zero overlap, see below */

/* Evaluates a contact at rest, from a history or from none. */
static void EvaluateAtRest(const GrLaw *law, const double *coefficient, const double *history, double overlap,
                           GrLawOne *one)
{
  GrLawOneMake(law, coefficient, history, 1, overlap, 0, one);
  law->force(&one->batch);
}

/* At multiples of the distance `unit`. */
static void EvaluateAdhesion(const GrLaw *law, const double *coefficient, double unit, Adhesion *a)
{
  static const double overlaps[GR_EXAMPLE_ROWS] = {1, 0.5, 0, -0.25, -0.5, -0.75, -1, -1.25}; /* in units */
  GrLawOne touch, one;
  double consumed;
  EvaluateAtRest(law, coefficient, NULL, unit, &touch);
  for (int i = 0; i < GR_EXAMPLE_ROWS; i++) {
    a->overlap[i] = overlaps[i] * unit;
    EvaluateAtRest(law, coefficient, NULL, a->overlap[i], &one);
    a->approach[i] = one.force;
    EvaluateAtRest(law, coefficient, touch.trial, a->overlap[i], &one);
    a->parting[i] = one.force;
    law->energy(&one.batch, &a->stored[i], &consumed);
  }
}

/* Force at an overlap after a touch. */
static double PartingForce(const GrLaw *law, const double *coefficient, double overlap)
{
  GrLawOne touch, one;
  EvaluateAtRest(law, coefficient, NULL, law->reach(coefficient), &touch);
  EvaluateAtRest(law, coefficient, touch.trial, overlap, &one);
  return one.force;
}

/* The largest pull: of an adhesion alone at overlap 0, of a normal law on the way from there; by thirds. */
static double FindPullOff(const GrLaw *law, const double *coefficient, const Adhesion *a)
{
  double low = -a->reach, high = law->kind == GR_LAW_NORMAL ? a->reach : 0;
  for (int i = 0; i < 60; i++) { /* no further, as the pull may end where it is largest */
    double third = (high - low) / 3;
    if (PartingForce(law, coefficient, low + third) <= PartingForce(law, coefficient, high - third))
      high -= third;
    else
      low += third;
  }
  return -PartingForce(law, coefficient, high);
}

/* The columns after the overlap: on approach, then of each choice. */
static void PrintAdhesionTable(FILE *out, const GrLawParameter *words, const Adhesion a[], int shown)
{
  fprintf(out, "%*s%*s%*s", TABLE, "", COLUMN - 2, "overlap [m]", COLUMN, "approach [N]");
  for (int c = 0; c < shown; c++)
    fprintf(out, "%*s%*s", COLUMN, "parting [N]", COLUMN, "stored [J]");
  fprintf(out, "\n");
  if (words) {
    const char *second = words->choices + strcspn(words->choices, "|") + 1;
    fprintf(out, "%*.*s%*.*s\n", 4 * COLUMN, (int)(second - words->choices) - 1, words->choices, 2 * COLUMN,
            (int)strcspn(second, "|"), second);
  }
  for (int i = 0; i < GR_EXAMPLE_ROWS; i++) {
    fprintf(out, "%*s%*.5g%*.6g", TABLE, "", COLUMN - 2, a[0].overlap[i], COLUMN, a[0].approach[i]);
    for (int c = 0; c < shown; c++)
      fprintf(out, "%*.6g%*.6g", COLUMN, a[c].parting[i], COLUMN, a[c].stored[i]);
    fprintf(out, "\n");
  }
}

static void PrintPull(FILE *out, const GrLawParameter *words, int choice, const Adhesion *a, double mass)
{
  char text[256];
  const char *word = words ? words->choices : "";
  for (int i = 0; words && i < choice; i++)
    word += strcspn(word, "|") + 1;
  snprintf(text, sizeof text,
           "%.*s%s with up to %.9g N, and down to the distance %.6g m. The pair sticks if it comes apart at zero "
           "overlap more slowly than %.6g m/s",
           (int)strcspn(word, "|"), word, words ? ": pulls" : "Pulls", a->pull, a->reach,
           sqrt(-2.0 * a->stored[AT_ZERO] / mass));
  GrCardWrap(out, 0, GR_CARD_INDENT, text);
}

static void PrintAdhesion(FILE *out, const GrLaw *law)
{
  const GrLawParameter *words = GrExampleWords(law);
  const int shown = words ? CHOICES_SHOWN : 1;
  double coefficient[GR_LAW_COEFFICIENTS_MAX];
  char text[512];
  Adhesion a[CHOICES_SHOWN];
  GrLawPair pair;
  GrExamplePair(&pair);
  for (int c = 0; c < shown; c++) {
    if (GrExampleCoefficients(law, c, coefficient))
      return;
    a[c].reach = law->reach(coefficient);
    EvaluateAdhesion(law, coefficient, a[0].reach, &a[c]);
    a[c].pull = FindPullOff(law, coefficient, &a[c]);
  }
  int length = snprintf(text, sizeof text, "two steel spheres of radius 20 mm: m = %.6g kg", pair.mass);
  PrintRequired(law, text, sizeof text, length);
  GrCardSection(out, "example", text);
  PrintAdhesionTable(out, words, a, shown);
  GrCardWrap(out, 0, GR_CARD_INDENT, "approach: before a touch; parting and stored: after one");
  for (int c = 0; c < shown; c++)
    PrintPull(out, words, c, &a[c], pair.mass);
}

/* Words that change the example of a law of sliding, rolling or twisting, or NULL. Laws with a spring have none:
   their words have no effect without a dashpot and at a single overlap. */
static const GrLawParameter *SlideWords(const GrLaw *law)
{
  return law->n_history > 0 ? NULL : GrExampleWords(law);
}

/* Example of a law of sliding, rolling or twisting. If a parameter has several words, the first two are shown side by
   side. */
static void PrintSlideTable(FILE *out, const GrLaw *law, const GrSlideExample example[], int shown)
{
  const GrLawParameter *words = SlideWords(law);
  const char *word = words ? words->choices : "[1]";
  bool memory = law->n_history > 0;
  fprintf(out, "%*s%*s", TABLE, "", COLUMN - 2, memory ? "moved [m]" : "slip [m/s]");
  for (int c = 0; c < shown; c++, word += strcspn(word, "|") + 1)
    fprintf(out, "%*s %.*s", COLUMN - 1 - (int)strcspn(word, "|"), "-F/N", (int)strcspn(word, "|"), word);
  fprintf(out, "%*s\n", COLUMN, memory ? "stored [J]" : "power [W]");
  for (int i = 0; i < GR_SLIDE_ROWS; i++) {
    fprintf(out, "%*s%*.5g", TABLE, "", COLUMN - 2, example[0].slip[i]);
    for (int c = 0; c < shown; c++)
      fprintf(out, "%*.6g", COLUMN, example[c].force[i]);
    fprintf(out, "%*.6g\n", COLUMN, memory ? example[0].stored[i] : example[0].power[i]);
  }
}

static void PrintSlide(FILE *out, const GrLaw *law)
{
  GrSlideExample example[CHOICES_SHOWN];
  int shown = SlideWords(law) ? CHOICES_SHOWN : 1;
  char text[512];
  for (int c = 0; c < shown; c++)
    if (EvaluateSlide(law, c, &example[c]))
      return;
  int length = snprintf(text, sizeof text,
                        "two steel spheres of radius 20 mm (207 GPa, Poisson's ratio 0.3), pressed together by %.6g m "
                        "with N = %.6g N, no dashpot of the normal law",
                        example[0].overlap, example[0].normal_force);
  PrintRequired(law, text, sizeof text, length);
  GrCardSection(out, "example", text);
  PrintSlideTable(out, law, example, shown);
  GrCardWrap(out, 0, GR_CARD_INDENT,
             law->n_history ? "moved: by how much in all; stored: by the spring"
                            : "power: of the first choice, what the friction takes");
}

enum { BOND_ROWS = 4 };

/* The pull of a bond of this length at a longer distance, along x, and the energy it stores; 0 once it is broken. */
static double PullOf(const GrLaw *law, const double *values, double length, double longer, double *stored)
{
  static const double zero = 0, one = 1;
  const double distance = length + longer;
  const double *coefficient[GR_LAW_COEFFICIENTS_MAX], *history[GR_LAW_HISTORY_MAX];
  double before[GR_LAW_HISTORY_MAX] = {0}, after[GR_LAW_HISTORY_MAX], *trial[GR_LAW_HISTORY_MAX];
  double force[3], moment[3], viscous;
  before[GR_BOND_LENGTH] = length;
  for (int c = 0; c < law->n_coefficients; c++)
    coefficient[c] = &values[c];
  for (int h = 0; h < law->n_history; h++) {
    history[h] = &before[h];
    trial[h] = &after[h];
  }
  GrBondBatch batch = {.n = 1,
                       .distance = &distance,
                       .normal = {&one, &zero, &zero},
                       .rate = &zero,
                       .slip = {&zero, &zero, &zero},
                       .about = &zero,
                       .relative_spin = {&zero, &zero, &zero},
                       .coefficient = coefficient,
                       .history = history,
                       .trial = trial,
                       .force = {&force[0], &force[1], &force[2]},
                       .moment = {&moment[0], &moment[1], &moment[2]},
                       .stored = stored,
                       .viscous = &viscous};
  law->hold(&batch);
  return force[0];
}

static void PrintBond(FILE *out, const GrLaw *law)
{
  static const double strains[BOND_ROWS] = {-0.01, 0.01, 0.05, 0.11};
  double coefficient[GR_LAW_COEFFICIENTS_MAX];
  char text[512];
  GrLawPair pair;
  GrExamplePair(&pair);
  if (GrExampleCoefficients(law, 0, coefficient))
    return;
  const double length = pair.radii[0] + pair.radii[1];
  int used = snprintf(text, sizeof text, "two steel spheres of radius 20 mm that touched when the bond formed");
  PrintRequired(law, text, sizeof text, used);
  GrCardSection(out, "example", text);
  fprintf(out, "%*s%*s%*s%*s\n", TABLE, "", COLUMN - 2, "longer [m]", COLUMN, "pull [N]", COLUMN, "stored [J]");
  for (int i = 0; i < BOND_ROWS; i++) {
    double stored, pull = PullOf(law, coefficient, length, strains[i] * length, &stored);
    fprintf(out, "%*s%*.5g%*.6g%*.6g\n", TABLE, "", COLUMN - 2, strains[i] * length, COLUMN, pull, COLUMN, stored);
  }
}

void GrCardExample(const GrLaw *law, FILE *out)
{
  if (law->kind == GR_LAW_NORMAL)
    PrintNormal(out, law);
  if (law->kind == GR_LAW_BOND)
    PrintBond(out, law);
  else if (law->reach)
    PrintAdhesion(out, law);
  else if (law->kind >= GR_LAW_TANGENTIAL)
    PrintSlide(out, law);
}
