/* Loops over the contacts of a batch. With them, a normal law or an adhesion only has to define functions for a
   single contact.

   The compiler inlines the function of the law into the loop and vectorises the loop. The function must therefore be
   GR_INLINE, call only functions of base/math/elementary.h and base/math/exponential.h, and use `?:` or GrSelect
   instead of `if`. The function reads contact i from the arrays of the batch, and it also writes the trial history of
   the contact. */
#ifndef GRANUM_LAW_LOOP_H
#define GRANUM_LAW_LOOP_H

#include "base/math/elementary.h"
#include "base/math/independent.h"
#include "law/rows.h"
#include <granum/law.h>
#include <stdbool.h>

/* Force F of one contact by a law, in two parts: F = spring + dashpot, > 0 repulsive. */
typedef struct {
  double spring;    /* static part of F, at overlap rate 0 [N] */
  double dashpot;   /* viscous part of F [N] */
  double viscosity; /* derivative dF/dv with the overlap rate v [N s/m]; friction laws use it for their dashpots */
  double root;      /* contact radius / sqrt(effective radius) [m^(1/2)]; only if GrLaw.roots is true */
} GrLawParts;

/* Function of a law that computes the force of contact i of a batch (GrLawBatch), and writes its trial history. */
typedef GrLawParts (*GrLawPartsAt)(const GrLawBatch *batch, int i);

/* Energies of one contact by a law. */
typedef struct {
  double recoverable; /* energy that unloading would return [J] */
  double consumed;    /* plastic work since the contact closed [J] */
} GrLawEnergies;

/* Function of a law that computes the energies of contact i of a batch from its overlap and trial history. */
typedef GrLawEnergies (*GrLawEnergiesAt)(const GrLawBatch *batch, int i);

/* Computes the forces of all contacts of a batch. at: function of the law for one contact. wanted: whether also
   GrLawParts.viscosity and .root are stored, because a friction law needs them. Only GrLawForce calls this function. */
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

/* Implements GrLaw.force: computes the forces of all contacts of a batch. at: function of the law for one contact. */
GR_INLINE void GrLawForce(const GrLawBatch *batch, GrLawPartsAt at)
{
  if (batch->viscosity)
    GrLawForceLoop(batch, at, true);
  else
    GrLawForceLoop(batch, at, false);
}

/* Implements GrLaw.energy: computes the energies of all contacts of a batch. at: function of the law for a contact. */
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

/* Macros that define the functions of a law NAME for a batch. GR_LAW_FORCE defines ForceOfNAME, which calls PartsOfNAME
   for each contact. GR_LAW_ENERGY defines EnergyOfNAME, which calls EnergiesOfNAME for each contact. */
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
