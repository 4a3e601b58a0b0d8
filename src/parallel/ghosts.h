/* Ghosts: copies of other ranks' particles that may touch one of ours.

   A particle is a ghost of every other rank whose region it is nearer to than its reach, across periodic sides too, or
   that is said to need it; there once, however many of its images are near, with canonical coordinates. Two particles
   nearer than the reach of each are so both known to the owners of both, and a pair across ranks is evaluated on both
   from the same numbers. One message to each neighbour and exchange. Ghosts are ordered by the rank that owns them,
   then as that rank ordered them. */
#ifndef GRANUM_PARALLEL_GHOSTS_H
#define GRANUM_PARALLEL_GHOSTS_H

#include "parallel/box.h"
#include "parallel/columns.h"
#include "parallel/partition.h"

typedef struct GrGhosts_ *GrGhosts;

/* A particle that a rank needs. */
typedef struct {
  int rank;
  PetscInt particle;
} GrNeed;

/* Start from {0}; end with PetscFree of `need`. */
typedef struct {
  GrNeed *need;
  PetscInt n, capacity;
} GrNeeds;
PetscErrorCode GrGhostsNeed(GrNeeds *needs, int rank, PetscInt particle);

/* Collective. Finds who needs what, and sends it in one message to each neighbour: of the n_which columns which[] the
   rows of the ghosts are put behind the owned ones, columns->n of them. x: three arrays of the owned positions, inside
   the box along periodic axes; reach: of each [m], that of a particle nobody needs is negative. more: who needs others,
   in any order (NULL: nobody). Adds what this rank sends to `traffic`. */
PetscErrorCode GrGhostsCreate(MPI_Comm comm, GrPartition partition, const GrBox *box, const double *const x[3],
                              const double reach[], const GrNeeds *more, GrColumns *columns, int n_which,
                              const int which[], GrTraffic *traffic, GrGhosts *ghosts);
PetscErrorCode GrGhostsDestroy(GrGhosts *ghosts);
PetscInt GrGhostsCount(GrGhosts ghosts);

/* The rank that owns each ghost. */
void GrGhostsOwners(GrGhosts ghosts, int rank[]);

/* Collective. Leaves out ghosts that nobody here asks for: those that are near a region need not be near a particle in
   it. keep[k]: whether ghost k stays; the rows of those that do move up, and number[k] is its new place, or -1. One
   message of a byte a ghost to each rank they come from. Before GrGhostsAttach. */
PetscErrorCode GrGhostsKeep(GrGhosts ghosts, const unsigned char keep[], GrColumns *columns, int n_which,
                            const int which[], GrTraffic *traffic, PetscInt number[]);

/* What each exchange sends: `fields` numbers per particle, those of a particle one after the other; in `records` the n
   owned particles come first, then room for the ghosts. The memory must stay where it is. */
PetscErrorCode GrGhostsAttach(GrGhosts ghosts, int fields, PetscInt n, double *records);

/* An exchange of the records of the owned particles: they are on their way when GrGhostsBegin returns, and the ghosts
   are there when GrGhostsEnd does. */
PetscErrorCode GrGhostsBegin(GrGhosts ghosts);
PetscErrorCode GrGhostsEnd(GrGhosts ghosts);

/* Messages and bytes that this rank sends in one exchange. */
void GrGhostsTraffic(GrGhosts ghosts, PetscInt *messages, PetscInt64 *bytes);

#endif
