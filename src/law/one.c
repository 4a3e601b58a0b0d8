/* Evaluates a normal law or adhesion for a single contact; see one.h. */
#include "law/one.h"

#include <math.h>

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
  one->batch = (GrLawBatch){.n = 1,
                            .overlap = &one->overlap,
                            .rate = &one->rate,
                            .coefficient = one->coefficients,
                            .history = one->committeds,
                            .trial = one->trials,
                            .force = &one->force,
                            .dashpot = &one->dashpot};
}

GrLawEnergies GrLawOneEnergies(const GrLaw *law, const GrLawOne *one)
{
  GrLawEnergies energies;
  law->energy(&one->batch, &energies.recoverable, &energies.consumed);
  return energies;
}

double GrLawReach(const GrLaw *law, const double *coefficient, double mass, double speed, double gravity)
{
  const double twice = mass * (speed * speed), weight = 2 * mass * gravity;
  double low = 0x1p-40, high = 0x1p24;
  while (high > 16 * low) {
    double middle = sqrt(low * high);
    if (law->stiffness(coefficient, middle) * (middle * middle) > twice + weight * middle)
      high = middle;
    else
      low = middle;
  }
  return high;
}

void GrLawOneRest(const GrLaw *law, const double *own, double overlap, double *force, double *work)
{
  GrLawOne one;
  GrLawOneMake(law, own, NULL, 1, overlap, 0, &one);
  law->force(&one.batch);
  const GrLawEnergies energies = GrLawOneEnergies(law, &one);
  *force = one.force;
  *work = energies.recoverable + energies.consumed;
}

bool GrLawOnePulls(const GrLaw *law, const double *coefficient, double overlap)
{
  const int steps = 64;
  bool pulls = false;
  GrLawOne loaded, one;
  GrLawOneMake(law, coefficient, NULL, 1, overlap, 0, &loaded);
  law->force(&loaded.batch);
  for (int k = steps - 1; k > 0; k--) {
    GrLawOneMake(law, coefficient, loaded.trial, 1, overlap * k / steps, 0, &one);
    law->force(&one.batch);
    pulls = pulls || one.force - one.dashpot < -1e-9 * loaded.force;
  }
  return pulls;
}
