/* Computes the normal force of contacts, and the power of their dashpots, from the results of normal law and adhesion.

     N = (F - p) + F_a,  P = (D - p) v + D_a v,  p = min(F, 0) if the contact rule clips tension, otherwise p = 0

     N         normal force, > 0 repulsive [N]
     P         power of the normal dashpots [W]
     F, D      force of the normal law and its viscous part [N]
     F_a, D_a  force of the adhesion and its viscous part [N]
     p         tension of the normal law, which clipping removes [N]
     v         overlap rate [m/s]

   Clipping changes the dashpot force to D - p and leaves the elastic force F - D unchanged. All arrays have one number
   per contact. The argument `inside` is the overlap plus the reach of the law [m]. The law acts in a contact if
   `inside` > 0; otherwise force, power and history of the law are 0. If `inside` is NULL, the law acts in all contacts.
   NaN counts as acting, so that NaN appears in the results and the stability check finds it.

   Assemblies (contact/batch.h), chains, impacts and mechanisms use these functions. */
#ifndef GRANUM_CONTACT_NORMAL_H
#define GRANUM_CONTACT_NORMAL_H

#include "base/math/independent.h"
#include <granum/law.h>
#include <stdbool.h>
#include <stdint.h>

/* Largest number of contacts in the arrays of GrNormalAddPlasticWork. */
enum { GR_NORMAL_MAX = 256 };

/* Implements GrNormalForce, which passes a constant `clips`, so that the loop has no branches. */
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

/* Computes the normal force [N] and the power of the dashpots [W] of n contacts from the results of the normal law.
   clips: whether the contact rule replaces tension by 0. inside: see the head of this file. power may be NULL. */
GR_INLINE void GrNormalForce(int n, bool clips, const double *restrict inside, const GrLawBatch *law,
                             double *restrict normal_force, double *restrict power)
{
  if (clips)
    GrNormalForceLoop(n, true, inside, law, normal_force, power);
  else
    GrNormalForceLoop(n, false, inside, law, normal_force, power);
}

/* Adds the force [N] and the dashpot power [W] of the adhesion to normal_force and power of n contacts. law: results of
   the adhesion. inside: see the head of this file. power may be NULL. */
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

/* Sets to 0 the history values history[n_values][n] of each contact in which the law does not act. inside: overlap plus
   reach of the law [m]; <= 0: the law does not act. */
GR_INLINE void GrNormalClearSeparated(int n, const double *restrict inside, int n_values, double *const *history)
{
  for (int k = 0; k < n_values; k++) {
    double *restrict value = history[k];
    for (int i = 0; i < n; i++)
      value[i] = inside[i] <= 0 ? 0 : value[i];
  }
}

/* Adds to plastic_work[n] the plastic work [J] of each contact in which the law stops acting in this step: some value
   of the committed history is not 0, and all values of the trial history are 0. The history is lost afterwards, so the
   plastic work must be added to the energy balance now.
     end    batch that is passed to GrLaw.energy: `overlap` is the overlap at which the law stops acting (0, or -reach
            for adhesion), `rate` is 0, and both `history` and `trial` are the committed history (last accepted step)
     trial  trial history (step that is being computed): [n_history][n] */
static inline void GrNormalAddPlasticWork(int n, const GrLaw *law, const GrLawBatch *end, const double *const *trial,
                                          double *restrict plastic_work)
{
  int64_t had[GR_NORMAL_MAX] = {0}, has[GR_NORMAL_MAX] = {0}, any = 0;
  double recoverable[GR_NORMAL_MAX], work[GR_NORMAL_MAX];

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
  law->energy(end, recoverable, work);
  for (int i = 0; i < n; i++)
    plastic_work[i] += had[i] & ~has[i] ? work[i] : 0;
}

#endif
