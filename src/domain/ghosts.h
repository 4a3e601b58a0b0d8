/* Ghosts: copies of other ranks' particles that may touch one of ours.

   A particle is a ghost of every other rank whose region it is nearer to than `reach`, across periodic sides too; there
   once, however many of its images are near, with canonical coordinates. Two particles nearer than `reach` are so both
   known to the owners of both, and a pair across ranks is evaluated on both from the same numbers. One message to each
   neighbour and exchange. Ghosts are ordered by the rank that owns them, then as that rank ordered them. */
#ifndef GRANUM_GHOSTS_H
#define GRANUM_GHOSTS_H

#include "domain/box.h"
#include "domain/partition.h"

typedef struct GrGhosts_ *GrGhosts;

/* Collective. Finds who needs what. x: three arrays of the n owned positions, inside the box along periodic axes.
   `fields`: numbers per particle that each exchange will send. */
PetscErrorCode GrGhostsCreate(MPI_Comm comm, GrPartition partition, const GrBox *box, PetscInt n,
                              const double *const x[3], double reach, int fields, GrGhosts *ghosts);
PetscErrorCode GrGhostsDestroy(GrGhosts *ghosts);
PetscInt GrGhostsCount(GrGhosts ghosts);

/* Sends the owned particles' numbers, from[field][particle], to whom they are ghosts; returns before they arrive. */
PetscErrorCode GrGhostsBegin(GrGhosts ghosts, const double *const from[]);

/* Waits for the ghosts' numbers and puts them at to[field][ghost]. */
PetscErrorCode GrGhostsEnd(GrGhosts ghosts, double *const to[]);

/* The same for one 64-bit integer per particle, in one go; for ids and the like. */
PetscErrorCode GrGhostsIntegers(GrGhosts ghosts, const PetscInt64 from[], PetscInt64 to[]);

/* Messages and bytes that this rank sends in one exchange. */
void GrGhostsTraffic(GrGhosts ghosts, PetscInt *messages, PetscInt64 *bytes);

#endif
