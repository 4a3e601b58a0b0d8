/* Memory: is what a case needs there, before it is asked for?

   Linux hands out memory that it does not have and kills who uses it, so that a failed malloc is too late. What is
   there: on each node the memory available (MemAvailable of /proc/meminfo, less if a control group has a lower limit),
   shared by the ranks there; for each rank the rest of its address space (`ulimit -v`). Elsewhere, where none of these
   can be read, nothing is refused. */
#ifndef GRANUM_BASE_MEMORY_H
#define GRANUM_BASE_MEMORY_H

#include <granum/error.h>

/* Bytes that a particle takes at least on its rank, all told: the performance card's memory for the case over the
   particles. Measured: spheres 820 without friction, 1090 in a dense packing with it; beads 138 under `verlet` without
   history, 650 under `rk` with a trajectory. */
enum { GR_MEMORY_SPHERE = 800, GR_MEMORY_BEAD = 130 };

/* What is about to be taken: n things called `name` of `each` bytes and `words` numbers (0: not counted), dealt out
   evenly to the ranks. */
typedef struct {
  const char *name;
  PetscInt64 n;
  int each, words;
} GrDemand;

/* Collective. If there is no memory for that on some node, or a rank's numbers are more than a PetscInt counts:
   GrFail(code, "ORIGIN: bytes needed, bytes there, what to write instead"). */
PetscErrorCode GrMemoryDemand(MPI_Comm comm, GrExit code, const char *origin, GrDemand demand);

/* Bytes that this process could still take. */
double GrMemoryThere(void);

#endif
