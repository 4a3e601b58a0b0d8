/* Check of the ids in a particle file: a part of csv.c. */
#ifndef GRANUM_PARTICLE_FILL_CSV_IDS_H
#define GRANUM_PARTICLE_FILL_CSV_IDS_H

#include "particle/fill/csv_line.h"

/* Places of the ids in the file, [n] each: line from 1, and column (byte) in the line from 1. */
typedef struct {
  PetscInt64 *line;
  int *column;
} GrCsvPlaces;

/* Finds repeated ids among the ids id[n] of all ranks. If there are any, sets *problem on at least one rank to the
   first line of the file that repeats an id. Ascending ids need no communication. Collective. */
PetscErrorCode GrFillCsvCheckIds(MPI_Comm comm, PetscInt64 n, const PetscInt64 *id, const GrCsvPlaces *places,
                                 GrCsvProblem *problem);

#endif
