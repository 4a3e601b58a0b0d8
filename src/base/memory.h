/* Checks whether the available memory is sufficient, before a case allocates its memory.

   Linux lets a process allocate more memory than the machine has, and kills the process when it uses this memory;
   malloc does not fail. The check must therefore come before the allocation. The available memory of a node is the
   value MemAvailable of /proc/meminfo, or the limit of a control group (cgroup) if it is lower. The ranks of the node
   share this memory. In addition, `ulimit -v` may limit the memory of each rank. On systems where none of these
   values can be read, the check always succeeds. */
#ifndef GRANUM_BASE_MEMORY_H
#define GRANUM_BASE_MEMORY_H

#include <granum/error.h>
#include <stdbool.h>

/* Memory per particle that the check demands [bytes], a lower bound of the memory that runs use. Measured memory of a
   run (performance card) divided by the number of particles: spheres 820 without friction, 1090 in a dense packing
   with friction; beads 138 with `verlet` and without history, 650 with `rk` and a trajectory. */
enum { GR_MEMORY_SPHERE = 800, GR_MEMORY_BEAD = 130 };

/* Memory that n objects need; the objects are distributed evenly over the ranks. */
typedef struct {
  const char *name; /* word for the objects in messages, such as "spheres" */
  PetscInt64 n;     /* number of objects on all ranks */
  int each;         /* bytes per object */
  /* array elements per object: the check fails if a rank needs more elements than a PetscInt can count; 0: no check */
  int words;
} GrDemand;

/* Collective. Fails by GrFail(code, ...) if a node has too little memory for the demand, or if the arrays of a rank
   would have more elements than a PetscInt can count. origin: beginning of the message, such as the name of the input
   file. The message states the needed and the available memory, and suggests a remedy. */
PetscErrorCode GrMemoryDemand(MPI_Comm comm, GrExit code, const char *origin, GrDemand demand);

/* Fails with GR_EXIT_INPUT if the address space of the process is too small for MPI and PETSc, which may crash without
   a message when they start. launched: whether a launcher, such as mpirun, has started the process. Then the process
   needs more address space. Maps the stack. Needs no MPI. */
PetscErrorCode GrMemoryBegin(bool launched);

/* Returns the memory that this process can still allocate [bytes]; infinity: the system does not report it. */
double GrMemoryAvailable(void);

#endif
