/* Particles as an earlier run left them: a frame of its results.h5 (H5MD, /particles/grains), or a checkpoint (table
   "particles", io/checkpoint/checkpoint.h). The names are those of the rows of GrStoreFieldAt.

   Every rank reads an equal run of the rows for itself. Rows without a particle (it had left, or the frame has fewer
   than the largest one: position, velocity and spin are not numbers) are dropped; the others keep their order, which in
   files of granum is that of the ids, and those of a checkpoint are brought into it. Any other row with a number that
   cannot be is refused. The checksums of a checkpoint are compared. Of a run that did not come to its
   end, as its run.json says, the last frame is taken with a warning. In a box that deforms the flow is taken off the
   velocities; its checkpoints are refused. */
#ifndef GRANUM_PARTICLE_FILL_PREVIOUS_H
#define GRANUM_PARTICLE_FILL_PREVIOUS_H

#include <granum/case.h>
#include <granum/results.h>

/* The box of a frame, if it deforms: then velocities are those without its flow. */
typedef struct {
  PetscBool deforms;
  double edges[3][3];    /* its sides, one a row [m] */
  double lower[3];       /* [m] */
  double gradient[3][3]; /* of the flow [1/s] */
} GrPreviousBox;

typedef struct {
  double time; /* of the frame [s]; NaN: of a checkpoint */
  GrPreviousBox box;
  GrRows rows;                        /* of the particles that are there; this rank's run of them */
  double *position, *velocity, *spin; /* [rows.count][3] in SI */
  double *radius, *mass;              /* [rows.count]; mass is infinite if the velocity was prescribed */
} GrPrevious;

/* What a group is given. */
typedef struct {
  char *file;
  PetscInt64 frame; /* of results.h5, from 0; -1: the last */
} GrPreviousGiven;

/* Collective. frame: of results.h5, from 0; -1: the last that was written. A checkpoint has one only.
   A frame that is not there: GrFail(GR_EXIT_INPUT, ...); a file that cannot be read or holds something else:
   GrFail(GR_EXIT_FILE, ...); then nothing is left to destroy. */
PetscErrorCode GrPreviousRead(MPI_Comm comm, const char *path, PetscInt64 frame, GrPrevious *previous);
PetscErrorCode GrPreviousDestroy(GrPrevious *previous);

/* Collective. Warns of each wall of the case whose point the results have elsewhere at the time of the frame. */
PetscErrorCode GrPreviousWarnOfWalls(MPI_Comm comm, const char *path, double time, const GrCase *the_case);

#endif
