/* Shared by tests of cases: artificial laws, and expectations. */
#ifndef CASE_HELP_H
#define CASE_HELP_H

#include "case/case.h"
#include <granum/error.h>
#include <string.h>

/* A law with every kind of parameter; it refuses pairs lighter than 10 mg. */
static const GrLawParameter toy_parameters[] = {
    {.name = "stiffness",
     .unit = "N/m^1.5",
     .lower = 0,
     .lower_open = true,
     .upper = INFINITY,
     .meaning = "stiffness of the toy"},
    {.name = "share",
     .unit = "1",
     .lower = 0,
     .lower_open = true,
     .upper = 1,
     .fallback = "0.5",
     .meaning = "a fraction"},
    {.name = "hint",
     .unit = "m",
     .lower = 0,
     .upper = INFINITY,
     .fallback = "",
     .meaning = "a length that may be left out"},
    {.name = "mode", .choices = "soft|hard", .fallback = "soft", .meaning = "a word"},
    {.name = "speed",
     .unit = "m/s",
     .choices = "seismic|ma_liu",
     .lower = 0,
     .upper = INFINITY,
     .fallback = "seismic",
     .meaning = "a number or a word"},
    {.name = NULL}};

static const char *PrepareToy(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  return pair->mass < 1e-5 ? "the pair is too light for the toy; write a mass of 10 mg or more" : NULL;
}

static void ForceOfToy(const GrLawBatch *block) {}

static void EnergyOfToy(const GrLawBatch *block, double *recoverable, double *spent) {}

static double StiffnessOfToy(const double *coefficient, double overlap)
{
  return 1.0;
}

static const GrLaw toy = {.name = "toy",
                          .summary = "a law for tests",
                          .source = "none",
                          .equation = "none",
                          .range = "none",
                          .defects = "none",
                          .needs = GR_NEEDS_YIELD_STRESS,
                          .parameters = toy_parameters,
                          .prepare = PrepareToy,
                          .force = ForceOfToy,
                          .energy = EnergyOfToy,
                          .stiffness = StiffnessOfToy};

/* Laws of adhesion; the first refuses forces above 1 N. */
static const GrLawParameter pull_parameters[] = {
    {.name = "force", .unit = "N", .lower = 0, .lower_open = true, .upper = INFINITY, .meaning = "the pull"},
    {.name = NULL}};

static const char *PreparePull(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  return value[0].number > 1.0 ? "the pull is too strong for the toy; write a force of 1 N or less" : NULL;
}

static double ReachOfPull(const double *coefficient)
{
  return 1e-6;
}

#define PULL(title)                                                                                                    \
  {                                                                                                                    \
    .name = title, .kind = GR_LAW_ADHESION, .summary = "a pull for tests", .source = "none", .equation = "none",       \
    .range = "none", .defects = "none", .parameters = pull_parameters, .prepare = PreparePull, .force = ForceOfToy,    \
    .energy = EnergyOfToy, .stiffness = StiffnessOfToy, .reach = ReachOfPull                                           \
  }
static const GrLaw toy_pull = PULL("toy_pull"), hertzian_pull = PULL("hertzian");

static int RegisterToys(void **state)
{
  return GrLawRegister(&toy) || GrLawRegister(&toy_pull) || GrLawRegister(&hertzian_pull);
}

static inline GrCase *Parse(const char *input, const char *set)
{
  GrCase *the_case;
  FACT(!GrCaseParse("a.yaml", input, set ? 1 : 0, &set, &the_case), "%s: %s", set, GrFailureMessage());
  return the_case;
}

typedef struct {
  const char *set, *message;
} Bad;

/* Tries all rows, also after a failure. */
static inline void ExpectRefusals(const char *input, const Bad *bad, size_t n)
{
  int failed = 0;
  for (size_t i = 0; i < n; i++) {
    GrCase *c = NULL;
    bool accepted = GrCaseParse("a.yaml", input, 1, &bad[i].set, &c) == 0;
    bool told = !c && GrFailureCode() == GR_EXIT_INPUT && strstr(GrFailureMessage(), bad[i].message);
    if (accepted || !told)
      print_error("%s: expected '%s' in: %s\n", bad[i].set, bad[i].message, accepted ? "nothing" : GrFailureMessage());
    failed += accepted || !told;
    GrCaseDestroy(&c);
    GrFailureClear();
  }
  assert_int_equal(failed, 0);
}

#endif
