/* DIRECTORY/results.xdmf: how ParaView, with any of its XDMF readers, and VisIt find the particles in results.h5
   (https://www.xdmf.org): a collection over time of points with their attributes, whose names end in their units:
   `velocity [m/s]`. Beads on a line are the points of a grid along x. It holds references only, no numbers but the
   times. */
#ifndef GRANUM_RECORD_XDMF_H
#define GRANUM_RECORD_XDMF_H

#include <granum/results.h>

/* 0, 1, ... for the rows of a frame, which readers take for cells. */
extern const GrColumn GrRecorderXdmfRow;

/* A field of particles/grains. */
typedef struct {
  const GrColumn *column;
  PetscBool moves; /* a series, [frames][total][components]; otherwise [total] */
} GrRecorderXdmfField;

typedef struct {
  PetscInt64 total;        /* particles; rows of a frame in the file */
  PetscInt64 frames;       /* in results.h5 */
  const double *time;      /* [frames] */
  const PetscInt64 *count; /* [frames] particles that are there, in the first rows; NULL: a row for all of them */
  PetscBool single;        /* the real numbers of fields that move have 4 bytes */
  int n_fields;
  const GrRecorderXdmfField *
      field; /* one of them the position, of 1 or 3 components, or nothing is written; of 3 one the GrRecorderXdmfRow */
} GrRecorderXdmf;

/* What the file has; zeros before the first listing. */
typedef struct {
  PetscInt64 frames;
  long end; /* bytes before the closing tags; on rank 0 */
} GrRecorderXdmfListed;

/* Rank 0 lists the frames; all ranks learn how it went. The first time the file is written beside its name and put
   there when it is whole; from then on new frames are appended by one write, which overwrites the closing tags, so
   that who looks, and a run that is killed, finds all of them or none. */
PetscErrorCode GrRecorderXdmfWrite(MPI_Comm comm, const char *directory, const GrRecorderXdmf *xdmf,
                                   GrRecorderXdmfListed *listed);

#endif
