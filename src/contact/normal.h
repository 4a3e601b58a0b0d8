/* Normal force of contacts and power of their dashpots, from the results of their laws.

   With the pull p = min(F, 0) if the contact rule clips tension, otherwise p = 0:
     N = (F - p) + F_a,  P = (D - p) v + D_a v
     F, D  force of the normal law and its viscous part [N];  F_a, D_a  the same of the adhesion [N]
     v  overlap rate [m/s];  N  normal force, > 0 repulsive [N];  P  power of the dashpots [W]
   Clipping takes the pull from the dashpot. A law acts where `inside`, the overlap plus the reach of the law [m], is
   positive. Elsewhere its force, power and history are 0. `inside` is NULL if all contacts act. Arrays have one number
   per contact. All comparisons let a value that is not a number pass, so that the stability check sees it.

   Assemblies (contact/batch.h), chains, impacts and mechanisms all use these functions. */
#ifndef GRANUM_CONTACT_NORMAL_H
#define GRANUM_CONTACT_NORMAL_H

#include "base/math/independent.h"
#include <granum/law.h>
#include <stdint.h>

/* Largest number of contacts in the arrays of GrNormalAddPlasticWork. */
enum { GR_NORMAL_MAX = 256 };

/* The loop of GrNormalForce. */
GR_INLINE void GrNormalForceLoop(int n, bool clips, const double *restrict inside, const GrLawBatch *law,
                                 double *restrict normal_force, double *restrict power)
{
  const double *restrict force = law->force, *restrict dashpot = law->dashpot, *restrict rate = law->rate;

  GR_INDEPENDENT
  for (int i = 0; i < n; i++) {
    const double pull = clips && force[i] < 0 ? force[i] : 0;
    if (power)
      power[i] = inside && inside[i] <= 0 ? 0 : (dashpot[i] - pull) * rate[i];
    normal_force[i] = inside && inside[i] <= 0 ? 0 : force[i] - pull;
  }
}

/* Normal force and power of n contacts from the results of the normal law. `power` may be NULL. */
GR_INLINE void GrNormalForce(int n, bool clips, const double *restrict inside, const GrLawBatch *law,
                             double *restrict normal_force, double *restrict power)
{
  if (clips)
    GrNormalForceLoop(n, true, inside, law, normal_force, power);
  else
    GrNormalForceLoop(n, false, inside, law, normal_force, power);
}

/* Adds force and power of the adhesion. `power` may be NULL. */
GR_INLINE void GrNormalAddAdhesion(int n, const double *restrict inside, const GrLawBatch *law,
                                   double *restrict normal_force, double *restrict power)
{
  const double *restrict force = law->force, *restrict dashpot = law->dashpot, *restrict rate = law->rate;

  GR_INDEPENDENT
  for (int i = 0; i < n; i++) {
    normal_force[i] += inside && inside[i] <= 0 ? 0 : force[i];
    if (power)
      power[i] += inside && inside[i] <= 0 ? 0 : dashpot[i] * rate[i];
  }
}

/* Sets n_values histories to 0 where the contact has separated. */
GR_INLINE void GrNormalClearSeparated(int n, const double *restrict inside, int n_values, double *const *history)
{
  for (int k = 0; k < n_values; k++) {
    double *restrict value = history[k];
    for (int i = 0; i < n; i++)
      value[i] = inside[i] <= 0 ? 0 : value[i];
  }
}

/* Adds the plastic work of the law's history [J] where the law stops acting: a value of the committed history is not 0,
   and all values of the trial history are. This work is lost for good. `end`: overlap at which the law stops acting,
   rate 0, and the committed history in place of `trial`. */
static inline void GrNormalAddPlasticWork(int n, const GrLaw *law, const GrLawBatch *end, const double *const *trial,
                                          double *restrict plastic_work)
{
  int64_t had[GR_NORMAL_MAX] = {0}, has[GR_NORMAL_MAX] = {0}, any = 0;
  double recoverable[GR_NORMAL_MAX], spent[GR_NORMAL_MAX];

  for (int k = 0; k < law->n_history; k++) {
    const double *restrict before = end->history[k], *restrict after = trial[k];
    for (int i = 0; i < n; i++) {
      had[i] |= before[i] != 0;
      has[i] |= after[i] != 0;
    }
  }
  for (int i = 0; i < n; i++)
    any |= had[i] & ~has[i];
  if (!any)
    return;
  law->energy(end, recoverable, spent);
  for (int i = 0; i < n; i++)
    plastic_work[i] += had[i] & ~has[i] ? spent[i] : 0;
}

#endif
