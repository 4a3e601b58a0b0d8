/* probe: a law asked about a single contact; see probe.h. */
#include "law/card/probe.h"

void GrLawProbe(const GrLaw *law, const double *own, double overlap, double *force, double *work)
{
  double rate = 0, dashpot, recoverable, spent, zero[GR_LAW_HISTORY_MAX] = {0}, trial_value[GR_LAW_HISTORY_MAX] = {0};
  const double *coefficient[GR_LAW_COEFFICIENTS_MAX], *history[GR_LAW_HISTORY_MAX];
  double *trial[GR_LAW_HISTORY_MAX];

  for (int k = 0; k < GR_LAW_COEFFICIENTS_MAX; k++)
    coefficient[k] = &own[k];
  for (int k = 0; k < GR_LAW_HISTORY_MAX; k++) {
    history[k] = &zero[k];
    trial[k] = &trial_value[k];
  }
  GrLawBlock block = {.n = 1,
                      .overlap = &overlap,
                      .rate = &rate,
                      .coefficient = coefficient,
                      .history = history,
                      .trial = trial,
                      .force = force,
                      .dashpot = &dashpot};
  law->force(&block);
  law->energy(&block, &recoverable, &spent);
  *work = recoverable + spent;
}
