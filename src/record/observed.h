/* Particles and contacts of this rank from which observables, output fields and the contact network are computed.

   Particles: each sphere that is not part of a rigid body, and each rigid body.

   Contacts: the contacts that act at the end of a step, because the bodies overlap, attract each other or have a bond.
   The list is a table with one row per contact. The functions of parallel/columns.h can send its rows to other
   ranks. */
#ifndef GRANUM_RECORD_OBSERVED_H
#define GRANUM_RECORD_OBSERVED_H

#include "bulk/output.h"
#include "parallel/columns.h"
#include <granum/particle.h>
#include <stdbool.h>

/* Returns the number of spheres plus the number of rigid bodies of this rank. Index i below runs over the spheres from
   0, and then over the rigid bodies. */
PetscInt GrRecorderCountParticles(GrWorld world);

/* Sets *particle to sphere or rigid body i, from 0. In a deforming box its velocity is relative to the mean flow.
   u: state of the particles of this rank. motion[]: memory for the velocity and the angular velocity. Pointers in
   *particle refer to `motion`, to u or to the particle store. Returns false, and sets nothing, if the sphere is
   part of a rigid body. */
bool GrRecorderFindParticle(GrWorld world, const double *u, PetscInt i, double motion[6], GrObservedParticle *particle);

/* Allocates *elastic, the elastic energy of the contacts of each sphere and each rigid body of this rank, in the order
   of index i above [J]. Each body of a contact has half of its energy, a body at a wall all of it. Free it with
   PetscFree. Collective. */
PetscErrorCode GrRecorderFindElastic(GrWorld world, const double *u, double **elastic);

/* Creates the list of the acting contacts of this rank. If the two particles of a contact belong to different ranks,
   only one of these ranks lists it. u: state of the owned particles. Free the list with GrParallelColumnsDestroy.
   Collective. */
PetscErrorCode GrRecorderContactListCreate(GrWorld world, const double *u, GrParallelColumns *list);

/* Returns the array [list->n] of the contacts in the list. */
static inline GrContact *GrRecorderContactList(const GrParallelColumns *list)
{
  return list->data[0];
}

#endif
