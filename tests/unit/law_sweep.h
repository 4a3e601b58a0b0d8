/* For the tests of general properties of laws: all laws of the registry with the example of their cards, with every
   word of their first parameter of words, over a sweep of overlaps. */
#ifndef GRANUM_TESTS_LAW_SWEEP_H
#define GRANUM_TESTS_LAW_SWEEP_H

#include "law/card/example.h"
#include "law_impact.h"

enum { SWEEP = 2000 };

/* Overlaps from 1e-8 to 1e-3 m, evenly in the logarithm; first yield of the example pair is at 5.2e-6 m, full
   plasticity at 4.4e-4 m. No point comes closer to either than 1e-5 of itself, so that no difference is taken across a
   kink or jump. */
static inline double SweepAt(int i)
{
  return 1e-8 * exp(log(1e5) * (i + 0.5) / SWEEP);
}

static inline void Prepare(const GrLaw *law, int choice, Contact *c)
{
  memset(c, 0, sizeof *c);
  c->law = law;
  assert_null(GrExampleCoefficients(law, choice, c->coefficient));
}

static inline void ForEachLaw(void (*check)(Contact *c, int choice))
{
  const GrLaw *law;
  for (int i = 0; (law = GrLawAt(i)); i++) {
    const GrLawParameter *words = GrExampleWords(law);
    int n = words ? GrChoicesCount(words->choices) : 1;
    for (int choice = 0; choice < n && law->kind == GR_LAW_NORMAL; choice++) {
      Contact c;
      print_message("  %s, choice %d\n", law->name, choice);
      Prepare(law, choice, &c);
      check(&c, choice);
    }
  }
}

static inline double StaticForce(Contact *c, double d)
{
  return ContactForce(c, d, 0) - c->dashpot;
}

/* Recoverable plus dissipated energy. */
static inline double Energy(Contact *c, double d)
{
  ContactForce(c, d, 0);
  return c->recoverable + c->spent;
}

/* Central differences with a step of 1e-5 d: truncation 1e-10/6 of d^2 F''/F, rounding about 1e-16/1e-5. */
static const double difference = 1e-5, difference_error = 1e-9;

static inline double EnergySlope(Contact *c, double d)
{
  double h = difference * d;
  return (Energy(c, d + h) - Energy(c, d - h)) / (2 * h);
}

static inline double Slope(Contact *c, double d)
{
  double h = difference * d;
  return (StaticForce(c, d + h) - StaticForce(c, d - h)) / (2 * h);
}

#endif
