/* Check of the ids in a particle file: a part of csv.c. */
#ifndef GRANUM_PARTICLE_FILL_CSV_IDS_H
#define GRANUM_PARTICLE_FILL_CSV_IDS_H

#include "particle/fill/csv_line.h"

/* Lines and columns of the ids in the file. */
typedef struct {
  PetscInt64 *line;
  int *column;
} GrCsvPlaces;

/* Finds repeated ids. If there are any, at least one rank gets *problem set to the first line of the file that repeats
   an id. Ids that ascend need no messages. Collective. */
PetscErrorCode GrFillCsvCheckIds(MPI_Comm comm, PetscInt64 n, const PetscInt64 *id, const GrCsvPlaces *places,
                                 GrCsvProblem *problem);

#endif
