/* Ghosts: copies of particles of other ranks that may touch an owned particle.

   A particle becomes a ghost on each other rank whose region is closer to it than its reach, also across periodic
   sides, and on each rank for which it is in the list of additional needs. A rank has one ghost per particle, even if
   several periodic images are close, with the coordinates of the owner. Therefore, if the distance of two particles is
   less than the reach of both, each of their two owners has both particles, and both owners evaluate the pair from the
   same numbers. Each exchange sends one message to each neighbour rank. Ghosts are sorted by the rank that owns them,
   then in the order of that rank. */
#ifndef GRANUM_PARALLEL_GHOSTS_H
#define GRANUM_PARALLEL_GHOSTS_H

#include "parallel/box.h"
#include "parallel/columns.h"
#include "parallel/partition.h"

typedef struct GrGhosts_ *GrParallelGhosts;

/* A need: the number of an owned particle that another rank needs as a ghost, and this rank. */
typedef struct {
  int rank;
  PetscInt particle;
} GrNeed;

/* A list of needs: which owned particles which other ranks need as ghosts. Initialise it with {0}; free `need` with
   PetscFree. */
typedef struct {
  GrNeed *need;
  PetscInt n, capacity;
} GrNeeds;

/* Appends a need. */
PetscErrorCode GrParallelGhostsNeed(GrNeeds *needs, int rank, PetscInt particle);

/* Collective. Finds the ghosts of all ranks and sends their rows, in one message to each neighbour. The rows of the
   n_which columns which[] are appended to the columns->n owned rows. x: three arrays of the owned positions [m], inside
   the box along periodic axes. reach: largest distance at which each owned particle is needed [m]; negative: no rank
   needs the particle. more: additional needs, in any order (NULL: none). Adds the messages that this rank sends to
   `traffic`. */
PetscErrorCode GrParallelGhostsCreate(MPI_Comm comm, GrParallelPartition partition, const GrParallelBox *box,
                                      const double *const x[3], const double reach[], const GrNeeds *more,
                                      GrParallelColumns *columns, int n_which, const int which[], GrTraffic *traffic,
                                      GrParallelGhosts *ghosts);
/* Frees the data of the exchange; ghosts in columns remain. */
PetscErrorCode GrParallelGhostsDestroy(GrParallelGhosts *ghosts);

/* Returns the number of ghosts on this rank. */
PetscInt GrParallelGhostsCount(GrParallelGhosts ghosts);

/* Sets rank[k] to the rank that owns ghost k, for all ghosts. */
void GrParallelGhostsOwners(GrParallelGhosts ghosts, int rank[]);

/* Collective. Removes ghosts that this rank does not need: a particle may be close to a region but not to a particle in
   it. keep[k]: whether ghost k is kept. The rows of kept ghosts are moved up; number[k]: new index of ghost k, -1 if it
   is removed. Sends one message with a byte per ghost to each rank that owns ghosts. Called before
   GrParallelGhostsAttach. */
PetscErrorCode GrParallelGhostsKeep(GrParallelGhosts ghosts, const unsigned char keep[], GrParallelColumns *columns,
                                    int n_which, const int which[], GrTraffic *traffic, PetscInt number[]);

/* Registers memory that each exchange sends: `fields` numbers per particle. records: [fields] numbers of each of the n
   owned particles, then of each ghost. At most two memories can be registered; each is sent in its own messages. The
   memory must not be moved or freed while it is registered. */
PetscErrorCode GrParallelGhostsAttach(GrParallelGhosts ghosts, int fields, PetscInt n, double *records);

/* Starts an exchange: sends the records of owned particles to the ranks where they are ghosts. */
PetscErrorCode GrParallelGhostsBegin(GrParallelGhosts ghosts);
/* Completes an exchange. Afterwards the records of the ghosts have the numbers of their owners. */
PetscErrorCode GrParallelGhostsEnd(GrParallelGhosts ghosts);

/* Returns the number of messages and bytes that this rank sends in one exchange. */
void GrParallelGhostsTraffic(GrParallelGhosts ghosts, PetscInt *messages, PetscInt64 *bytes);

#endif
