/* One or two groups of one or two particles, with and without a wall, and every choice of contact rules: a case
   either runs, on 1, 2 and 3 ranks, or one message names the missing rule. Pairs that never meet need no rule.
   Labels: chain input law parallel run time wall. */
#include "unit.h"

#include <granum/error.h>
#include <granum/run.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

enum { A, B, WALL, BODIES };

/* Pairs that a rule may be for, and whether a case needs the rule. */
enum { PAIRS = 5 };
static const int pair[PAIRS][2] = {{A, A}, {A, B}, {A, WALL}, {B, B}, {B, WALL}};
static const char *const material[BODIES] = {"glass", "steel", "wood"};

typedef struct {
  int dimension;
  int count[BODIES]; /* particles of both groups, walls */
  bool fixed;        /* group A, or the left end of a chain */
  unsigned rules;    /* bit p: there is one for pair p */
} Setting;

static int ran, refused;
static MPI_Comm few[3]; /* of 1, 2 and 3 ranks; null where this one is not in it */

static bool Meets(const Setting *s, int p)
{
  const int *body = pair[p];
  return s->count[body[0]] && s->count[body[1]] && (body[0] != body[1] || s->count[body[0]] > 1);
}

static void WriteRules(const Setting *s, char *text)
{
  const char *before = "contacts: [";

  for (int p = 0; p < PAIRS; p++) {
    if (!(s->rules >> p & 1))
      continue;
    text += sprintf(text, "%s{between: [%s, %s], normal: {law: tsuji, restitution: 0.8}}", before, material[pair[p][0]],
                    material[pair[p][1]]);
    before = ", ";
  }
  strcpy(text, s->rules ? "]\n" : "");
}

/* The first group moves down on the wall, or along the chain. */
static void WriteGroup(const Setting *s, int group, char *text)
{
  const char *fixed = group == A && s->fixed ? ", fixed: true" : "";

  text += sprintf(text, "  %s: {material: %s, radius: 1 mm, ", group == A ? "a" : "b", material[group]);
  if (s->dimension == 1) {
    sprintf(text, "chain: {count: %d}, gap: 1 um%s}\n", s->count[group], group == A ? ", velocity: 0.1" : "");
    return;
  }
  text += sprintf(text, "velocity: [0, %g, 0]%s, at: [", group == A ? -0.1 : 0, fixed);
  for (int i = 0; i < s->count[group]; i++)
    text +=
        sprintf(text, "%s{position: [%g, %g, 5e-3]}", i ? ", " : "", 2.5e-3 + 2.01e-3 * i, 1.01e-3 + 2.02e-3 * group);
  strcpy(text, "]}\n");
}

static void Write(const Setting *s, char *text)
{
  text += sprintf(text, "dimension: %d\nmaterials: {", s->dimension);
  for (int b = 0; b < BODIES; b++)
    if (s->count[b])
      text +=
          sprintf(text, "%s%s: {density: 2500, youngs_modulus: 5e7, poisson_ratio: 0.25}", b ? ", " : "", material[b]);
  text += sprintf(text, "}\ntime: {end: 0.4 ms, step: 10 us, overlap_limit: 0.3}\n");
  if (s->dimension > 1)
    text += sprintf(text, "domain: {lower: [0, 0, 0], upper: [10 mm, 10 mm, 10 mm]}\n");
  if (s->count[WALL])
    text += sprintf(text, "walls: {floor: {side: lower_y, material: wood}}\n");
  if (s->dimension == 1 && s->fixed)
    text += sprintf(text, "ends: {left: fixed}\n");
  WriteRules(s, text);
  text += strlen(text);
  text += sprintf(text, "particles:\n");
  for (int group = A; group <= B && s->count[group]; group++) {
    WriteGroup(s, group, text);
    text += strlen(text);
  }
}

/* The message names a pair that meets and has no rule. */
static bool Names(const Setting *s, const char *message)
{
  char words[128];

  for (int p = 0; p < PAIRS; p++) {
    snprintf(words, sizeof(words), "with between: [%s, %s]", material[pair[p][0]], material[pair[p][1]]);
    if (Meets(s, p) && !(s->rules >> p & 1) && strstr(message, words))
      return true;
  }
  return false;
}

static void RunOn(MPI_Comm comm, const char *text, GrCase *c)
{
  GrLedger ledger;
  GrWorld world;
  GrRun run;

  FACT(!GrWorldCreate(comm, c, &world) && !GrRunCreate(world, NULL, NULL, &run) && !GrRunSolve(run), "%s\n%s",
       GrFailureMessage(), text);
  assert_int_equal(GrRunLedger(run, &ledger), 0);
  assert_true(isfinite(ledger.kinetic) && fabs(ledger.residual) < 1e-6);
  assert_int_equal(GrRunDestroy(&run), 0);
  assert_int_equal(GrWorldDestroy(&world), 0);
}

static void Try(const Setting *s)
{
  char text[4096];
  bool complete = true;
  GrCase *c = NULL;

  for (int p = 0; p < PAIRS; p++)
    complete = complete && (!Meets(s, p) || s->rules >> p & 1);
  Write(s, text);
  if (GrCaseParse("few.yaml", text, 0, NULL, &c)) {
    FACT(!complete && GrFailureCode() == GR_EXIT_INPUT && Names(s, GrFailureMessage()), "%s\n%s", GrFailureMessage(),
         text);
    GrFailureClear();
    refused++;
    return;
  }
  FACT(complete, "accepted without a rule:\n%s", text);
  for (int k = 0; k < 3; k++)
    if (few[k] != MPI_COMM_NULL)
      RunOn(few[k], text, c);
  assert_int_equal(GrCaseDestroy(&c), 0);
  ran++;
}

/* All choices of rules between materials that the case has. */
static void TryRules(Setting s)
{
  unsigned there = 0;

  for (int p = 0; p < PAIRS; p++)
    there |= (unsigned)(s.count[pair[p][0]] && s.count[pair[p][1]]) << p;
  for (s.rules = 0; s.rules < 1u << PAIRS; s.rules++)
    if ((s.rules & ~there) == 0)
      Try(&s);
}

static void TryAll(int dimension, int walls)
{
  for (int a = 1; a <= 2; a++)
    for (int b = 0; b <= 2; b++)
      for (int wall = 0; wall <= walls; wall++)
        for (int fixed = 0; fixed < 2; fixed++)
          TryRules((Setting){dimension, {a, b, wall}, fixed, 0});
  if (rank == 0)
    print_message("dimension %d: %d cases have run, %d were refused\n", dimension, ran, refused);
  assert_true(ran > 0 && refused > 0);
  ran = refused = 0;
}

static void TestChain(void **state)
{
  TryAll(1, 0);
}

static void TestPlane(void **state)
{
  TryAll(2, 1);
}

static void TestSpace(void **state)
{
  TryAll(3, 1);
}

static int SplitRanks(void **state)
{
  for (int k = 0; k < 3; k++)
    MPI_Comm_split(PETSC_COMM_WORLD, rank <= k ? 0 : MPI_UNDEFINED, rank, &few[k]);
  alarm(100); /* a rank that waits for the others for ever ends the test */
  return 0;
}

static int FreeRanks(void **state)
{
  for (int k = 0; k < 3; k++)
    if (few[k] != MPI_COMM_NULL)
      MPI_Comm_free(&few[k]);
  return 0;
}

UNIT_PETSC(BEFORE(SplitRanks), CASE(TestChain), CASE(TestPlane), CASE(TestSpace), AFTER(FreeRanks));
