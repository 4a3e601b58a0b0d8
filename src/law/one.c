/* one: see one.h. */
#include "law/one.h"

#include <stddef.h>

void GrLawOneMake(const GrLaw *law, const double *coefficient, const double *history, int stride, double overlap,
                  double rate, GrLawOne *one)
{
  for (int k = 0; k < law->n_coefficients; k++)
    one->coefficients[k] = &coefficient[k * stride];
  for (int k = 0; k < law->n_history; k++) {
    one->committed[k] = one->trial[k] = history ? history[k * stride] : 0.0;
    one->committeds[k] = &one->committed[k];
    one->trials[k] = &one->trial[k];
  }
  one->overlap = overlap;
  one->rate = rate;
  one->force = one->dashpot = 0;
  one->block = (GrLawBlock){.n = 1,
                            .overlap = &one->overlap,
                            .rate = &one->rate,
                            .coefficient = one->coefficients,
                            .history = one->committeds,
                            .trial = one->trials,
                            .force = &one->force,
                            .dashpot = &one->dashpot};
}
