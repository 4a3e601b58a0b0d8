/* Writes the file DIRECTORY/results.xdmf, or DIRECTORY/bodies.xdmf for rigid bodies (https://www.xdmf.org). ParaView
   (with any of its XDMF readers) and VisIt open these files to read the particles from results.h5. For each frame the
   file describes a grid of points with fields. The name of a field ends with its unit: `velocity [m s-1]`. The beads of
   a chain (dimension 1) are the points of a grid along x. The file contains the times of the frames and references to
   datasets of results.h5, but no other data. */
#ifndef GRANUM_RECORD_XDMF_H
#define GRANUM_RECORD_XDMF_H

#include <granum/results.h>

/* Column with the numbers 0, 1, ... of the rows of a frame. XDMF readers use this dataset as the list of cells: each
   particle is a cell with one point. */
extern const GrColumn GrRecorderXdmfRow;

/* A field of the particles, such as the velocity: a dataset of their group in results.h5. */
typedef struct {
  const GrColumn *column; /* description of the dataset */
  /* true: the dataset is a time series of shape [frames][total][components]; false: its values are constant, with shape
     [total] */
  PetscBool moves;
} GrRecorderXdmfField;

/* Frames and fields in results.h5, which an XDMF file describes for ParaView and VisIt. */
typedef struct {
  const char *file;   /* name of the XDMF file without .xdmf */
  const char *group;  /* name of the group in /particles of results.h5: grains or bodies */
  PetscInt64 total;   /* number of rows of a frame in results.h5 */
  PetscInt64 frames;  /* number of frames in results.h5 */
  const double *time; /* [frames] time of each frame [s] */
  /* [frames] number of particles in each frame; they are in the first rows of the frame. NULL: each row has a
     particle */
  const PetscInt64 *count;
  PetscBool single; /* whether the real numbers of time series have 4 bytes instead of 8 */
  int n_fields;     /* number of fields of the particles */
  /* [n_fields] fields of the particles. One field must be the position, with 1 or 3 components; otherwise no file is
     written. If the position has 3 components, another field must be GrRecorderXdmfRow. */
  const GrRecorderXdmfField *field;
} GrRecorderXdmf;

/* State of the XDMF file between calls of GrRecorderXdmfWrite. Initialize it with zeros. */
typedef struct {
  PetscInt64 frames; /* number of frames that the file lists */
  long end;          /* on rank 0: number of bytes of the file before the closing tags */
} GrRecorderXdmfListed;

/* Writes the list of frames to the file. Rank 0 writes; all ranks return the same error code. The first call writes
   a temporary file and renames it. A later call appends the new frames by one write operation that replaces the closing
   tags. The file therefore has either all or none of the new frames, even if the run is killed. Collective. */
PetscErrorCode GrRecorderXdmfWrite(MPI_Comm comm, const char *directory, const GrRecorderXdmf *xdmf,
                                   GrRecorderXdmfListed *listed);

#endif
