/* Memory: checks whether enough memory is available before a case allocates it.

   Linux allocates memory that it does not have and kills the process that uses it, so it is too late to wait for a
   failed malloc. On each node the available memory is MemAvailable of /proc/meminfo, or less if a control group has
   a lower limit; the ranks of the node share it. The address space of each rank may be limited as well (`ulimit
   -v`). On systems where none of these can be read, no demand is refused. */
#ifndef GRANUM_BASE_MEMORY_H
#define GRANUM_BASE_MEMORY_H

#include <granum/error.h>

/* Lower bounds of the memory per particle [bytes]: the memory of a case on the performance card divided by the
   number of particles. Measured: spheres 820 without friction, 1090 in a dense packing with friction; beads 138
   under `verlet` without history, 650 under `rk` with a trajectory. */
enum { GR_MEMORY_SPHERE = 800, GR_MEMORY_BEAD = 130 };

/* A demand for memory: n objects called `name`, distributed evenly over the ranks. Each object has `each` bytes and
   `words` numbers; words = 0: the numbers are not counted. */
typedef struct {
  const char *name;
  PetscInt64 n;
  int each, words;
} GrDemand;

/* Collective. If a node has not enough memory, or a rank would have more numbers than a PetscInt can count:
   GrFail(code, "ORIGIN: needed and available memory; what to write instead"). */
PetscErrorCode GrMemoryDemand(MPI_Comm comm, GrExit code, const char *origin, GrDemand demand);

/* Memory that this process can still allocate [bytes]. */
double GrMemoryAvailable(void);

#endif
