/* card_example: the table of numbers at the end of a law's card. */
#include "base/math/elementary.h"
#include "law/card/card.h"
#include "law/card/example.h"
#include "law/one.h"
#include <granum/law.h>
#include <math.h>
#include <string.h>

enum { ROWS = 8 }; /* of each table but that of bonds */

/* One contact at a constant overlap and normal force. A law with a spring is displaced there and back without a rate;
   another law is evaluated at rising slip speeds, in steps of EXAMPLE_STEP if it has a history. */
typedef struct {
  double overlap, normal_force; /* overlap [m] and normal force [N] of the contact */
  bool moves;                   /* whether `slip` is a displacement */
  double slip[ROWS];            /* displacement since the start [m], or slip speed for laws without spring [m/s] */
  double force[ROWS];           /* force against the slip, divided by the normal force [1] */
  double stored[ROWS], power[ROWS];
} SlideExample;

/* One contact with the slip along the normal (twisting) or across it. */
typedef struct {
  const GrLaw *law;
  double coefficient[GR_LAW_COEFFICIENTS_MAX];
  double history[GR_LAW_HISTORY_MAX];
} Contact;

/* Slips at the speed `slip` for the time `interval`, commits, and fills row i. */
static void SlipContact(Contact *c, double slip, double interval, SlideExample *e, int i)
{
  static const double zero = 0, along_z = 1;
  const double *along = c->law->kind == GR_LAW_TWISTING ? &slip : &zero, *across = along == &slip ? &zero : &slip;
  double force[3];
  GrLawOne one;
  GrLawOneMake(c->law, c->coefficient, c->history, 1, e->overlap, 0, &one);
  GrSlideBatch batch = {.n = 1,
                        .interval = interval,
                        .rate = &one.rate,
                        .overlap = &one.overlap,
                        .normal_force = &e->normal_force,
                        .viscosity = &zero,
                        .normal = {&zero, &zero, &along_z},
                        .slip = {across, &zero, along},
                        .coefficient = one.coefficients,
                        .history = one.committeds,
                        .trial = one.trials,
                        .force = {&force[0], &force[1], &force[2]},
                        .stored = &e->stored[i],
                        .power = &e->power[i]};
  c->law->slide(&batch);
  e->force[i] = 0.0 - (force[0] + force[2]) / e->normal_force;
  for (int h = 0; h < c->law->n_history; h++)
    c->history[h] = one.trial[h];
}

static const double EXAMPLE_STEP = 1e-6; /* [s] */

/* There and back, in displacements at which a contact with friction 0.3 begins to slide. */
static void DisplaceContact(Contact *c, SlideExample *e)
{
  static const double course[ROWS] = {0.25, 0.5, 1, 2, 1.5, 1, 0, -1};
  double unit = 0.3 * e->normal_force / c->law->stiffness(c->coefficient, e->overlap), before = 0;
  for (int i = 0; i < ROWS; i++) {
    e->slip[i] = course[i] * unit;
    SlipContact(c, e->slip[i] - before, 1.0, e, i);
    before = e->slip[i];
  }
}

static void SlipAtSpeeds(Contact *c, SlideExample *e)
{
  static const double speeds[ROWS] = {5e-4, 1e-3, 2e-3, 4e-3, 6e-3, 8e-3, 1e-2, 1};
  for (int i = 0; i < ROWS; i++)
    SlipContact(c, e->slip[i] = speeds[i], c->law->n_history ? EXAMPLE_STEP : 0.0, e, i);
}

/* The law with its default and example values and the `choice`-th of its words at the pair of GrExamplePair, pressed to
   first yield. Returns NULL, or why there is no example. */
static const char *EvaluateSlide(const GrLaw *law, int choice, SlideExample *example)
{
  Contact contact = {.law = law};
  GrLawPair pair;
  const char *wrong = GrExampleCoefficients(law, choice, contact.coefficient);
  if (wrong)
    return wrong;
  GrExamplePair(&pair);
  example->overlap = GrExampleYield(&pair);
  example->normal_force = 4.0 / 3.0 * pair.modulus * sqrt(pair.radius) * example->overlap * sqrt(example->overlap);
  example->moves = law->stiffness(contact.coefficient, example->overlap) > 0;
  if (example->moves)
    DisplaceContact(&contact, example);
  else
    SlipAtSpeeds(&contact, example);
  return NULL;
}

enum { CHOICES_SHOWN = 2, COLUMN = 13 }; /* the widest table takes 97 columns */

/* A column of a table: its head, its width in characters, a word below the head or NULL, and its numbers. */
typedef struct {
  const char *head;
  int width;
  const char *word; /* ends at the next '|' */
  const double *value;
} Column;

static void WriteTable(GrJson *json, int rows, int n, const Column column[])
{
  char head[64];
  GrJsonBegin(json, NULL, '[');
  for (int c = 0; c < n; c++) {
    const size_t name = strcspn(column[c].head, "["), word = column[c].word ? strcspn(column[c].word, "|") : 0;
    GrJsonBegin(json, NULL, '{');
    snprintf(head, sizeof head, "%.*s", (int)name - (column[c].head[name] == '['), column[c].head);
    GrJsonText(json, "name", head);
    snprintf(head, sizeof head, "%.*s", (int)strcspn(column[c].head + name, "]"), column[c].head + name);
    GrJsonText(json, "unit", *head ? head + 1 : "1");
    snprintf(head, sizeof head, "%.*s", (int)word, word ? column[c].word : "");
    GrJsonText(json, "word", word ? head : NULL);
    GrJsonBegin(json, "values", '[');
    for (int i = 0; i < rows; i++)
      GrJsonNumber(json, NULL, column[c].value[i]);
    GrJsonEnd(json, ']');
    GrJsonEnd(json, '}');
  }
  GrJsonEnd(json, ']');
}

static void PrintTable(const GrCardSheet *sheet, int rows, int n, const Column column[])
{
  FILE *out = sheet->text;
  int words = 0; /* columns up to the last word */
  if (sheet->json)
    WriteTable(sheet->json, rows, n, column);
  for (int c = 0; c < n; c++) {
    fprintf(out, "%*s", column[c].width, column[c].head);
    words = column[c].word ? c + 1 : words;
  }
  for (int c = 0; c < words; c++) {
    const char *word = column[c].word ? column[c].word : "";
    fprintf(out, "%s%*.*s", c ? "" : "\n", column[c].width, (int)strcspn(word, "|"), word);
  }
  fprintf(out, "\n");
  for (int i = 0; i < rows; i++)
    for (int c = 0; c < n; c++)
      fprintf(out, "%*.*g%s", column[c].width, c ? 6 : 5, column[c].value[i], c == n - 1 ? "\n" : "");
}

/* The word of a choice, or NULL if there is no choice. */
static const char *WordOf(const GrLawParameter *words, int choice)
{
  return words ? GrChoicesAt(words->choices, choice) : NULL;
}

/* Begins the section, with the text and the numbers of the example's parameters that have no default. */
static void BeginExample(const GrCardSheet *out, const GrLaw *law, char *text, size_t size, int length)
{
  for (const GrLawParameter *p = law->parameters; p->name; p++)
    if (!(p->fallback && (*p->fallback || p->example == 0)) && p->unit && length < (int)size)
      length += snprintf(text + length, size - (size_t)length, "; %s %g", p->name, p->example);
  GrCardSection(out->text, "example", text);
}

/* Values of a law at increasing overlaps, during the first loading, with overlap rate 0. */
typedef struct {
  double overlap[ROWS], force[ROWS];     /* overlap [m], force without dashpot [N] */
  double returned[ROWS];                 /* recoverable energy divided by the work of loading [1] */
  double stiffness[ROWS], damping[ROWS]; /* largest at overlaps up to that of the row [N/m], [N s/m] */
} NormalExample;

/* Evaluates a law with the `choice`-th of its words. Returns NULL, or why there is no example. */
static const char *EvaluateNormal(const GrLaw *law, int choice, NormalExample *example)
{
  static const double overlaps[ROWS] = {0.5, 1, 1.001, 2, 3, 10, 50, 100}; /* in overlaps at first yield */
  double coefficient[GR_LAW_COEFFICIENTS_MAX];
  GrLawPair pair;
  GrExamplePair(&pair);
  const char *wrong = GrExampleCoefficients(law, choice, coefficient);
  for (int i = 0; !wrong && i < ROWS; i++) {
    const double d = overlaps[i] * GrExampleYield(&pair);
    GrLawOne one;
    GrLawOneMake(law, coefficient, NULL, 1, d, 0, &one);
    law->force(&one.batch);
    const GrLawEnergies energies = GrLawOneEnergies(law, &one);
    example->overlap[i] = d;
    example->force[i] = one.force - one.dashpot;
    example->returned[i] = energies.recoverable / (energies.recoverable + energies.consumed);
    example->stiffness[i] = law->stiffness(coefficient, d);
    example->damping[i] = law->damping ? law->damping(coefficient, d) : 0;
  }
  return wrong;
}

static void PrintNormal(const GrCardSheet *out, const GrLaw *law)
{
  NormalExample example[CHOICES_SHOWN];
  Column column[2 * CHOICES_SHOWN + 3] = {{"overlap [m]", COLUMN, NULL, example[0].overlap}};
  const GrLawParameter *words = law->reach ? NULL : GrExampleWords(law); /* with a reach: see PrintAdhesion */
  const int shown = words ? CHOICES_SHOWN : 1;
  int n = 1;
  GrLawPair pair;
  char text[512];
  GrExamplePair(&pair);
  for (int c = 0; c < shown; c++)
    if (EvaluateNormal(law, c, &example[c]))
      return;
  int length = snprintf(text, sizeof text,
                        "two steel spheres of radius 20 mm (7800 kg/m^3, 207 GPa, Poisson's ratio 0.3, yield stress "
                        "1030 MPa): R = %.6g m, m = %.6g kg, K = %.6g N/m^1.5, first yield at d_y = %.6g m",
                        pair.radius, pair.mass, 4.0 / 3.0 * pair.modulus * sqrt(pair.radius), GrExampleYield(&pair));
  BeginExample(out, law, text, sizeof text, length);
  for (int c = 0; c < shown; c++)
    column[n++] = (Column){"force [N]", COLUMN, WordOf(words, c), example[c].force};
  for (int c = 0; c < shown && law->n_history; c++)
    column[n++] = (Column){"returned [1]", COLUMN, WordOf(words, c), example[c].returned};
  column[n++] = (Column){"stiffness [N/m]", COLUMN + 3, NULL, example[0].stiffness};
  if (law->damping)
    column[n++] = (Column){"damping [N s/m]", COLUMN + 3, NULL, example[0].damping};
  PrintTable(out, ROWS, n, column);
  snprintf(text, sizeof text, "force: static, on first loading; stiffness%s: the largest up to this overlap%s",
           law->damping ? " and damping" : "", shown > 1 ? ", first choice" : "");
  GrCardWrap(out->text, 0, GR_CARD_INDENT, text);
  if (law->n_history)
    GrCardWrap(out->text, 0, GR_CARD_INDENT, "returned: share of the work done on loading that the contact gives back");
}

/* Forces of an adhesion at overlaps between -reach and 0, on approach and, after a touch, on separation. */
typedef struct {
  double reach;
  double pull;                          /* largest when parting [N] */
  double overlap[ROWS];                 /* [m] */
  double approach[ROWS], parting[ROWS]; /* force [N] */
  double stored[ROWS];                  /* energy when parting [J] */
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
  static const double overlaps[ROWS] = {1, 0.5, 0, -0.25, -0.5, -0.75, -1, -1.25}; /* in units */
  GrLawOne touch, one;
  EvaluateAtRest(law, coefficient, NULL, unit, &touch);
  for (int i = 0; i < ROWS; i++) {
    a->overlap[i] = overlaps[i] * unit;
    EvaluateAtRest(law, coefficient, NULL, a->overlap[i], &one);
    a->approach[i] = one.force;
    EvaluateAtRest(law, coefficient, touch.trial, a->overlap[i], &one);
    a->parting[i] = one.force;
    a->stored[i] = GrLawOneEnergies(law, &one).recoverable;
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

static void PrintPull(const GrCardSheet *out, const GrLawParameter *words, int choice, const Adhesion *a, double mass)
{
  char text[256];
  const char *word = words ? WordOf(words, choice) : "";
  snprintf(text, sizeof text,
           "%.*s%s with up to %.9g N, and down to the distance %.6g m. The pair sticks if it comes apart at zero "
           "overlap more slowly than %.6g m/s",
           (int)strcspn(word, "|"), word, words ? ": pulls" : "Pulls", a->pull, a->reach,
           sqrt(-2.0 * a->stored[AT_ZERO] / mass));
  GrCardWrap(out->text, 0, GR_CARD_INDENT, text);
}

static void PrintAdhesion(const GrCardSheet *out, const GrLaw *law)
{
  const GrLawParameter *words = GrExampleWords(law);
  const int shown = words ? CHOICES_SHOWN : 1;
  double coefficient[GR_LAW_COEFFICIENTS_MAX];
  char text[512];
  Adhesion a[CHOICES_SHOWN];
  Column column[2 * CHOICES_SHOWN + 2] = {{"overlap [m]", COLUMN, NULL, a[0].overlap},
                                          {"approach [N]", COLUMN, NULL, a[0].approach}};
  int n = 2;
  GrLawPair pair;
  GrExamplePair(&pair);
  for (int c = 0; c < shown; c++) {
    if (GrExampleCoefficients(law, c, coefficient))
      return;
    a[c].reach = law->reach(coefficient);
    EvaluateAdhesion(law, coefficient, a[0].reach, &a[c]);
    a[c].pull = FindPullOff(law, coefficient, &a[c]);
    column[n++] = (Column){"parting [N]", COLUMN, NULL, a[c].parting};
    column[n++] = (Column){"stored [J]", COLUMN, WordOf(words, c), a[c].stored};
  }
  int length = snprintf(text, sizeof text, "two steel spheres of radius 20 mm: m = %.6g kg", pair.mass);
  BeginExample(out, law, text, sizeof text, length);
  PrintTable(out, ROWS, n, column);
  GrCardWrap(out->text, 0, GR_CARD_INDENT, "approach: before a touch; parting and stored: after one");
  for (int c = 0; c < shown; c++)
    PrintPull(out, words, c, &a[c], pair.mass);
}

/* Example of a law of sliding, rolling or twisting. If a parameter has several words, the first two are shown side by
   side, except for laws with a spring: their words have no effect without a dashpot and at a single overlap. */
static void PrintSlide(const GrCardSheet *out, const GrLaw *law)
{
  SlideExample example[CHOICES_SHOWN];
  if (EvaluateSlide(law, 0, &example[0]))
    return;
  const bool memory = example[0].moves;
  const GrLawParameter *words = memory ? NULL : GrExampleWords(law);
  const int shown = words ? CHOICES_SHOWN : 1;
  Column column[CHOICES_SHOWN + 2] = {{memory ? "moved [m]" : "slip [m/s]", COLUMN, NULL, example[0].slip}};
  char text[512], head[CHOICES_SHOWN][64];
  for (int c = 0; c < shown; c++) {
    if (EvaluateSlide(law, c, &example[c]))
      return;
    const char *word = words ? WordOf(words, c) : "[1]";
    snprintf(head[c], sizeof head[c], "-F/N %.*s", (int)strcspn(word, "|"), word);
    column[1 + c] = (Column){head[c], COLUMN, NULL, example[c].force};
  }
  column[1 + shown] = memory ? (Column){"stored [J]", COLUMN, NULL, example[0].stored}
                             : (Column){"power [W]", COLUMN, NULL, example[0].power};
  int length = snprintf(text, sizeof text,
                        "two steel spheres of radius 20 mm (207 GPa, Poisson's ratio 0.3), pressed together by %.6g m "
                        "with N = %.6g N, no dashpot of the normal law",
                        example[0].overlap, example[0].normal_force);
  BeginExample(out, law, text, sizeof text, length);
  PrintTable(out, ROWS, 2 + shown, column);
  GrCardWrap(out->text, 0, GR_CARD_INDENT,
             memory           ? "moved: by how much in all; stored: by the spring"
             : law->n_history ? "one row per step of 1 us; power: what the friction takes"
                              : "power: of the first choice, what the friction takes");
}

enum { BOND_ROWS = 4 };

/* The pull of a bond of this length at a longer distance, along x, and the energy it stores; 0 once it is broken. */
static double PullOf(const GrLaw *law, const double *values, double length, double longer, double *stored)
{
  static const double zero = 0, one = 1;
  const double distance = length + longer;
  double before[GR_LAW_HISTORY_MAX] = {[GR_BOND_LENGTH] = length}, force[3], moment[3], viscous;
  GrLawOne bond;
  GrLawOneMake(law, values, before, 1, 0, 0, &bond);
  GrBondBatch batch = {.n = 1,
                       .distance = &distance,
                       .normal = {&one, &zero, &zero},
                       .rate = &zero,
                       .slip = {&zero, &zero, &zero},
                       .about = &zero,
                       .relative_spin = {&zero, &zero, &zero},
                       .coefficient = bond.coefficients,
                       .history = bond.committeds,
                       .trial = bond.trials,
                       .force = {&force[0], &force[1], &force[2]},
                       .moment = {&moment[0], &moment[1], &moment[2]},
                       .stored = stored,
                       .viscous = &viscous};
  law->hold(&batch);
  return force[0];
}

static void PrintBond(const GrCardSheet *out, const GrLaw *law)
{
  static const double strains[BOND_ROWS] = {-0.01, 0.01, 0.05, 0.11};
  double longer[BOND_ROWS], pull[BOND_ROWS], stored[BOND_ROWS];
  double coefficient[GR_LAW_COEFFICIENTS_MAX];
  char text[512];
  GrLawPair pair;
  GrExamplePair(&pair);
  if (GrExampleCoefficients(law, 0, coefficient))
    return;
  const double length = pair.radii[0] + pair.radii[1];
  int used = snprintf(text, sizeof text, "two steel spheres of radius 20 mm that touched when the bond formed");
  BeginExample(out, law, text, sizeof text, used);
  for (int i = 0; i < BOND_ROWS; i++) {
    longer[i] = strains[i] * length;
    pull[i] = PullOf(law, coefficient, length, longer[i], &stored[i]);
  }
  PrintTable(out, BOND_ROWS, 3,
             (const Column[]){{"longer [m]", COLUMN, NULL, longer},
                              {"pull [N]", COLUMN, NULL, pull},
                              {"stored [J]", COLUMN, NULL, stored}});
}

void GrCardExample(const GrLaw *law, const GrCardSheet *out)
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
