/* Memory: checks whether enough memory is available before a case allocates it.

   Linux lets a process allocate more memory than exists and kills it when it uses this memory; malloc does not fail.
   The check must therefore come before the allocation. On each node the available memory is MemAvailable of
   /proc/meminfo, or less if a control group has a lower limit; the ranks of the node share it. The address space of
   each rank may be limited as well (`ulimit -v`). On systems where none of these can be read, no demand is refused. */
#ifndef GRANUM_BASE_MEMORY_H
#define GRANUM_BASE_MEMORY_H

#include <granum/error.h>

/* Lower bounds of the memory per particle [bytes]. They are the memory of a run (performance card) divided by the
   number of particles. Measured: spheres 820 without friction, 1090 in a dense packing with friction; beads 138 under
   `verlet` without history, 650 under `rk` with a trajectory. */
enum { GR_MEMORY_SPHERE = 800, GR_MEMORY_BEAD = 130 };

/* A demand for memory: n objects, distributed evenly over the ranks. name: word for the objects in messages; each:
   bytes per object; words: numbers per object, 0: the numbers are not counted. */
typedef struct {
  const char *name;
  PetscInt64 n;
  int each, words;
} GrDemand;

/* Collective. Fails by GrFail(code, ...) if a node has not enough memory for the demand, or if a rank would have more
   numbers than a PetscInt can count. The message begins with `origin`, and has the needed and available memory and a
   remedy. */
PetscErrorCode GrMemoryDemand(MPI_Comm comm, GrExit code, const char *origin, GrDemand demand);

/* Returns the memory that this process can still allocate [bytes]. */
double GrMemoryAvailable(void);

#endif
