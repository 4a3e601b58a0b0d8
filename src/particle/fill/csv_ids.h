/* Ids of a particle file: a part of csv.c. */
#ifndef GRANUM_PARTICLE_FILL_CSV_IDS_H
#define GRANUM_PARTICLE_FILL_CSV_IDS_H

#include "particle/fill/csv_line.h"

/* Where ids stand in the file. */
typedef struct {
  PetscInt64 *line;
  int *column;
} GrCsvPlaces;

/* Whether an id is given twice; nothing need be sent where ids ascend. Collective. If there are equal ones, *problem on
   one or more ranks tells of the first line that repeats an id; otherwise it stays as it is. */
PetscErrorCode GrCsvCheckIds(MPI_Comm comm, PetscInt64 n, const PetscInt64 *id, const GrCsvPlaces *places,
                             GrCsvProblem *problem);

#endif
