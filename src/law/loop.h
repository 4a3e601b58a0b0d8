/* Loops over the contacts of a batch, for normal laws and adhesion that are written as functions of one contact.

   The compiler inserts the function of the law into the loop and vectorises it. The function must therefore be
   GR_INLINE, call only functions of base/math/elementary.h and base/math/exponential.h, and use `?:` or GrSelect
   instead of `if`. It reads contact i of the arrays of the batch and writes the trial history itself. */
#ifndef GRANUM_LAW_LOOP_H
#define GRANUM_LAW_LOOP_H

#include "base/math/elementary.h"
#include "base/math/independent.h"
#include "law/rows.h"
#include <granum/law.h>

/* Parts of the force of one contact, F = spring + dashpot, as a law returns them. */
typedef struct {
  double spring;    /* static force [N] */
  double dashpot;   /* viscous force [N] */
  double viscosity; /* -dF/dv [N s/m] */
  double root;      /* contact radius/sqrt(R) [m^(1/2)]; only in laws with GrLaw.roots */
} GrLawParts;

typedef GrLawParts (*GrLawPartsAt)(const GrLawBatch *batch, int i);

/* Energies of one contact as a law returns them: recoverable and consumed (plastic) energy [J]. */
typedef struct {
  double recoverable, consumed;
} GrLawEnergies;

typedef GrLawEnergies (*GrLawEnergiesAt)(const GrLawBatch *batch, int i);

/* The loop of GrLawForce over the contacts of a batch. at: parts of one contact; wanted: whether viscosity and root are
   stored. */
GR_INLINE void GrLawForceLoop(const GrLawBatch *batch, GrLawPartsAt at, bool wanted)
{
  double *restrict force = batch->force, *restrict dashpot = batch->dashpot;
  double *restrict viscosity = batch->viscosity, *restrict root = batch->root;

  GR_INDEPENDENT
  for (int i = 0; i < batch->n; i++) {
    const GrLawParts parts = at(batch, i);
    dashpot[i] = parts.dashpot;
    force[i] = parts.spring + parts.dashpot;
    if (wanted) {
      viscosity[i] = parts.viscosity;
      root[i] = parts.root;
    }
  }
}

/* GrLaw.force of a law: evaluates `at`, the function of one contact, for all contacts of a batch. */
GR_INLINE void GrLawForce(const GrLawBatch *batch, GrLawPartsAt at)
{
  if (batch->viscosity)
    GrLawForceLoop(batch, at, true);
  else
    GrLawForceLoop(batch, at, false);
}

/* GrLaw.energy of a law: evaluates `at`, the function of one contact, for all contacts of a batch. */
GR_INLINE void GrLawEnergy(const GrLawBatch *batch, double *restrict recoverable, double *restrict consumed,
                           GrLawEnergiesAt at)
{
  GR_INDEPENDENT
  for (int i = 0; i < batch->n; i++) {
    const GrLawEnergies energies = at(batch, i);
    recoverable[i] = energies.recoverable;
    consumed[i] = energies.consumed;
  }
}

/* Define the functions of a law NAME for a batch from its functions of one contact: ForceOfNAME from PartsOfNAME,
   EnergyOfNAME from EnergiesOfNAME. */
#define GR_LAW_FORCE(NAME)                                                                                             \
  static void ForceOf##NAME(const GrLawBatch *batch)                                                                   \
  {                                                                                                                    \
    GrLawForce(batch, PartsOf##NAME);                                                                                  \
  }
#define GR_LAW_ENERGY(NAME)                                                                                            \
  static void EnergyOf##NAME(const GrLawBatch *batch, double *recoverable, double *consumed)                           \
  {                                                                                                                    \
    GrLawEnergy(batch, recoverable, consumed, EnergiesOf##NAME);                                                       \
  }

#endif
