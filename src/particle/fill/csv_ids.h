/* Check of the ids in a CSV file of particles; used by csv.c. */
#ifndef GRANUM_PARTICLE_FILL_CSV_IDS_H
#define GRANUM_PARTICLE_FILL_CSV_IDS_H

#include "particle/fill/csv_line.h"

/* Where the n ids of this rank are in the CSV file, for messages. */
typedef struct {
  PetscInt64 *line; /* [n] number of the line of each id, from 1 */
  int *column;      /* [n] position of the first byte of each id in its line, from 1 */
} GrCsvPlaces;

/* Checks whether an id occurs twice among the ids id[n] of all ranks. If so, sets *problem on at least one rank to an
   error in the first line of the file that repeats an earlier id. Ranks exchange ids only if they
   are not in ascending order in the file. Collective. */
PetscErrorCode GrFillCsvCheckIds(MPI_Comm comm, PetscInt64 n, const PetscInt64 *id, const GrCsvPlaces *places,
                                 GrCsvProblem *problem);

#endif
