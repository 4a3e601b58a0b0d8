/* Particles of LAMMPS data files and of LAMMPS and LIGGGHTS dumps, as rows of a CSV file would give them.

   Lines are read by all ranks together (lines.h). A row goes to the rank that has its part of the range of ids; there
   the lines of Atoms and of Velocities with one id meet, an id that is given twice shows, and rows get the order of
   their ids. Numbers in a group follow this order, from 1 without gaps. A dump without ids keeps its order.
   Cost: one exchange of all rows. Limit: a rank holds the rows of its part of the range of ids, so that memory is
   O(N/P) where ids are spread evenly. */
#ifndef GRANUM_PARTICLE_FILL_LAMMPS_H
#define GRANUM_PARTICLE_FILL_LAMMPS_H

#include "particle/fill/csv.h"
#include "particle/fill/lammps_find.h"

/* What is taken of a file. */
typedef struct {
  GrLammpsScale scale;
  PetscInt64 type; /* the only one; 0: all */
} GrLammpsAsked;

/* Collective. The head is that of GrLammpsFind. Fails like GrCsvRead. */
PetscErrorCode GrLammpsRead(MPI_Comm comm, const char *path, const GrLammpsHead *head, const GrLammpsAsked *asked,
                            GrCsv *csv);

#endif
