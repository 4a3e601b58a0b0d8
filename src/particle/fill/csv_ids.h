/* Check of the ids in a CSV file of particles; used by csv.c. */
#ifndef GRANUM_PARTICLE_FILL_CSV_IDS_H
#define GRANUM_PARTICLE_FILL_CSV_IDS_H

#include "particle/fill/csv_line.h"

/* Positions of the n ids in the file. line[n]: number of the line, from 1. column[n]: number of the first byte of the
   id in its line, from 1. */
typedef struct {
  PetscInt64 *line;
  int *column;
} GrCsvPlaces;

/* Checks whether an id occurs twice among the ids id[n] of all ranks. If so, sets *problem on at least one rank: it
   names the first line of the file that repeats an earlier id. Ascending ids need no communication. Collective. */
PetscErrorCode GrFillCsvCheckIds(MPI_Comm comm, PetscInt64 n, const PetscInt64 *id, const GrCsvPlaces *places,
                                 GrCsvProblem *problem);

#endif
