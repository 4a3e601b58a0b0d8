/* What the balls of a variant leave in the results file: a row each, and their logs one after the other. */
#ifndef GRANUM_BOUNCE_RECORD_H
#define GRANUM_BOUNCE_RECORD_H

#include <granum/bounce.h>
#include <granum/results.h>

/* Balls first, first + 1, ..., of all that a variant has, on this rank. */
typedef struct {
  PetscInt64 total, first, count;
  GrBounceResult *result; /* [count]; first_... of their balls are filled in */
} GrBounceRows;

/* Collective. Makes the group of the variant with all it holds. */
PetscErrorCode GrBounceRecord(GrResults results, MPI_Comm comm, const GrStudy *study, const char *variant,
                              const GrBounceRows *rows);

#endif
