/* Ghosts of a rank: copies of particles that other ranks own and that may touch an owned particle of this rank.

   Each particle has a reach, a distance that the caller sets. The particle becomes a ghost on each other rank whose
   region is nearer to it than its reach, also across periodic sides. The caller can request further ghosts at any
   distance (GrNeeds). A rank has at most one ghost per particle, even if several periodic images are near. A ghost has
   the same coordinates as on its owner. If the distance of two particles is less than the smaller of their reaches,
   both owner ranks have both particles. The two ranks then compute the contact from the same numbers. An exchange
   updates the ghosts: each rank sends one message to each neighbour rank. Ghosts are sorted by the rank that owns them,
   then by the order of the particles on this owner. */
#ifndef GRANUM_PARALLEL_GHOSTS_H
#define GRANUM_PARALLEL_GHOSTS_H

#include "parallel/box.h"
#include "parallel/columns.h"
#include "parallel/partition.h"

typedef struct GrGhosts_ *GrParallelGhosts;

/* Entry of the list GrNeeds: the rank `rank` needs a copy (ghost) of the particle `particle`. */
typedef struct {
  int rank;          /* rank that needs the particle */
  PetscInt particle; /* index of the particle on this rank, which owns it */
} GrNeed;

/* List of particles of this rank that other ranks need as ghosts, at any distance. The caller initialises the list with
   {0} and frees `need` with PetscFree. */
typedef struct {
  GrNeed *need;         /* [n] entries */
  PetscInt n, capacity; /* number of entries, and number for which memory is allocated */
} GrNeeds;

/* Appends to a list: the rank `rank` needs the owned particle number `particle` of this rank as a ghost. */
PetscErrorCode GrParallelGhostsNeed(GrNeeds *needs, int rank, PetscInt particle);

/* Collective. Finds the ghosts of all ranks and sends their data, in one message to each neighbour rank. Appends the
   rows of the received ghosts to the columns->n rows of the owned particles, in the columns which[n_which]. x: three
   arrays with the coordinates of the owned particles [m], which must be inside the box along periodic axes. reach: for
   each owned particle, its reach [m] (head of this file); negative: the particle is a ghost only on ranks in `more`.
   more: further ghosts that other ranks need, in any order; NULL: none. Adds the messages that this rank sends to
   `traffic`. */
PetscErrorCode GrParallelGhostsCreate(MPI_Comm comm, GrParallelPartition partition, const GrParallelBox *box,
                                      const double *const x[3], const double reach[], const GrNeeds *more,
                                      GrParallelColumns *columns, int n_which, const int which[], GrTraffic *traffic,
                                      GrParallelGhosts *ghosts);
/* Frees the data of the exchange of ghosts. The rows of the ghosts remain in the table of particles. */
PetscErrorCode GrParallelGhostsDestroy(GrParallelGhosts *ghosts);

/* Returns the number of ghosts on this rank. */
PetscInt GrParallelGhostsCount(GrParallelGhosts ghosts);

/* Sets rank[k] to the rank that owns ghost k, for all ghosts. */
void GrParallelGhostsOwners(GrParallelGhosts ghosts, int rank[]);

/* Collective. Removes ghosts that this rank does not need. For example, a ghost may be near the region of this rank but
   not near any particle in it. keep[k]: whether ghost k is kept. Moves the rows of the kept ghosts together, in the
   columns which[n_which]. Sets number[k] to the new index of ghost k, or to -1 if it is removed. Sends one message,
   with one byte per ghost, to each rank that owns ghosts of this rank. Call this function before
   GrParallelGhostsAttach. */
PetscErrorCode GrParallelGhostsKeep(GrParallelGhosts ghosts, const unsigned char keep[], GrParallelColumns *columns,
                                    int n_which, const int which[], GrTraffic *traffic, PetscInt number[]);

/* Registers the array `records` for the exchanges. The array contains `fields` numbers for each particle: first for the
   n owned particles, then for each ghost. Each exchange sends the numbers of owned particles to the ghosts. At most two
   arrays can be registered; each is sent in its own messages. The array must not be moved or freed while it is
   registered. */
PetscErrorCode GrParallelGhostsAttach(GrParallelGhosts ghosts, int fields, PetscInt n, double *records);

/* Starts an exchange: sends the numbers of owned particles in the registered arrays (GrParallelGhostsAttach) to the
   ranks on which these particles are ghosts. */
PetscErrorCode GrParallelGhostsBegin(GrParallelGhosts ghosts);
/* Completes an exchange. In the registered arrays (GrParallelGhostsAttach) the numbers of each ghost are then equal to
   the numbers on its owner. */
PetscErrorCode GrParallelGhostsEnd(GrParallelGhosts ghosts);

/* Computes the number of messages and the number of bytes that this rank sends in one exchange. */
void GrParallelGhostsTraffic(GrParallelGhosts ghosts, PetscInt *messages, PetscInt64 *bytes);

#endif
