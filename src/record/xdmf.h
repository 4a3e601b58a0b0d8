/* Writes DIRECTORY/results.xdmf (https://www.xdmf.org), with which ParaView, with any of its XDMF readers, and VisIt
   find the particles in results.h5. The file describes a collection over time of points with attributes, whose names
   end in their units: `velocity [m/s]`. Beads (dimension 1) are the points of a grid along x. The file has references
   to results.h5 and the times, but no other numbers. */
#ifndef GRANUM_RECORD_XDMF_H
#define GRANUM_RECORD_XDMF_H

#include <granum/results.h>

/* The dataset with the numbers 0, 1, ... of the rows of a frame. Readers of XDMF use it as the list of cells, a cell
   per particle. */
extern const GrColumn GrRecorderXdmfRow;

/* A field of particles/grains. */
typedef struct {
  const GrColumn *column;
  /* true: a time series of shape [frames][total][components]; false: constant values of shape [total] */
  PetscBool moves;
} GrRecorderXdmfField;

typedef struct {
  PetscInt64 total;        /* number of rows of a frame in results.h5 */
  PetscInt64 frames;       /* number of frames in results.h5 */
  const double *time;      /* [frames] time of each frame [s] */
  const PetscInt64 *count; /* [frames] number of particles of each frame, which are in its first rows; NULL: all rows */
  PetscBool single;        /* whether real numbers of time series have 4 bytes */
  int n_fields;
  /* [n_fields] fields of the particles. One of them must be the position, with 1 or 3 components; otherwise nothing is
     written. If it has 3 components, GrRecorderXdmfRow must also be among the fields. */
  const GrRecorderXdmfField *field;
} GrRecorderXdmf;

/* State of the file results.xdmf between calls of GrRecorderXdmfWrite. Initialize it with zeros. */
typedef struct {
  PetscInt64 frames;
  long end; /* number of bytes of the file before the closing tags; on rank 0 */
} GrRecorderXdmfListed;

/* Writes the list of frames into results.xdmf. Rank 0 writes, all ranks return the same error. The first call writes a
   temporary file and renames it. Later calls append the new frames in one write that overwrites the closing tags, so
   that the file has all of the new frames or none, also if the run is killed. Collective. */
PetscErrorCode GrRecorderXdmfWrite(MPI_Comm comm, const char *directory, const GrRecorderXdmf *xdmf,
                                   GrRecorderXdmfListed *listed);

#endif
