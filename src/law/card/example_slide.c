/* The worked example of a law of sliding, rolling or twisting: the pair of example.c under a constant normal force. */
#include "law/card/example_slide.h"
#include "law/card/example.h"
#include <math.h>

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

const char *GrExampleSlide(const GrLaw *law, int choice, GrSlideExample *example)
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
