/* The contact network at one time, in a file of its own: DIRECTORY/contacts-STEP.h5. */
#ifndef GRANUM_RECORD_NETWORK_H
#define GRANUM_RECORD_NETWORK_H

#include "parallel/columns.h"
#include "parallel/row_split.h"

/* What a network belongs to. */
typedef struct {
  const char *author;
  PetscInt64 step;
  double time;             /* [s] */
  const GrRowSplit *split; /* the rows of the particles that are there */
  const PetscInt64 *id;    /* [n] of those on this rank (parallel/redistribute.h) */
  const double *position;  /* [3 n] centres [m] */
  const double *radius;    /* [n] [m] */
} GrNetworkSample;

/* Collective. Writes the contacts of all ranks (network_list.h), each given once, by any rank. The group `contacts` has
   step and time, and for each contact a row of first, second, wall, normal, overlap, overlap_max, force, branch and
   point, ordered by (first, second, wall), so that no bit depends on the ranks. The file has its name once it is whole.
   The list comes back with other contacts. */
PetscErrorCode GrNetworkWrite(MPI_Comm comm, const char *directory, const GrNetworkSample *sample, GrColumns *list);

/* Numbers that are written of a contact. */
int GrNetworkNumbers(void);

#endif
