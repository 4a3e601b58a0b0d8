/* Writes DIRECTORY/results.xdmf (https://www.xdmf.org), with which ParaView, with any of its XDMF readers, and VisIt
   find the particles in results.h5. The file describes a collection over time of points with attributes, whose names
   end in their units: `velocity [m/s]`. Beads (dimension 1) are the points of a grid along x. The file has references
   to results.h5 and the times, but no other numbers. */
#ifndef GRANUM_RECORD_XDMF_H
#define GRANUM_RECORD_XDMF_H

#include <granum/results.h>

/* Numbers 0, 1, ... of the rows of a frame, which readers use as cells. */
extern const GrColumn GrRecorderXdmfRow;

/* A field of particles/grains. */
typedef struct {
  const GrColumn *column;
  PetscBool moves; /* a series, [frames][total][components]; otherwise [total] */
} GrRecorderXdmfField;

typedef struct {
  PetscInt64 total;        /* number of particles: rows of a frame in the file */
  PetscInt64 frames;       /* number of frames in results.h5 */
  const double *time;      /* [frames] */
  const PetscInt64 *count; /* [frames] number of particles, in the first rows of each frame; NULL: all rows */
  PetscBool single;        /* real numbers of series have 4 bytes */
  int n_fields;
  /* [n_fields] One of them must be the position, with 1 or 3 components; otherwise nothing is written. With 3
     components GrRecorderXdmfRow is also needed. */
  const GrRecorderXdmfField *field;
} GrRecorderXdmf;

/* State of the file between calls of GrRecorderXdmfWrite; zeros before the first call. */
typedef struct {
  PetscInt64 frames;
  long end; /* number of bytes before the closing tags; on rank 0 */
} GrRecorderXdmfListed;

/* Lists the frames; rank 0 writes, all ranks return the same error. The first call writes a temporary file and renames
   it. Later calls append frames by one write that overwrites the closing tags, so that a reader, or a run that is
   killed, has all of them or none. Collective. */
PetscErrorCode GrRecorderXdmfWrite(MPI_Comm comm, const char *directory, const GrRecorderXdmf *xdmf,
                                   GrRecorderXdmfListed *listed);

#endif
