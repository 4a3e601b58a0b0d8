/* DIRECTORY/results.xdmf: how ParaView (XDMF Reader) and VisIt find the particles in results.h5 (XDMF 2,
   https://www.xdmf.org): a collection over time of points with their attributes. It holds references only, no numbers
   but the times. */
#ifndef GRANUM_RECORD_XDMF_H
#define GRANUM_RECORD_XDMF_H

#include <granum/results.h>

/* A field of particles/grains. */
typedef struct {
  const GrColumn *column;
  PetscBool moves; /* a series, [frames][total][components]; otherwise [total] */
} GrXdmfField;

typedef struct {
  PetscInt64 total;        /* particles; rows of a frame in the file */
  PetscInt64 frames;       /* in results.h5 */
  const double *time;      /* [frames] */
  const PetscInt64 *count; /* [frames] particles that are there, in the first rows; NULL: a row for all of them */
  int n_fields;
  const GrXdmfField *field; /* one of them the position, of 1 or 3 components */
} GrXdmf;

/* Rank 0 writes the file beside its name and puts it there when it is whole; all ranks learn how it went. */
PetscErrorCode GrXdmfWrite(MPI_Comm comm, const char *directory, const GrXdmf *xdmf);

#endif
