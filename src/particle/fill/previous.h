/* Particles of an earlier run: a frame of its results.h5 (H5MD, /particles/grains), or a checkpoint (table "particles",
   io/checkpoint/checkpoint.h). The datasets have the names of the rows of GrStoreFieldAt.

   Every rank reads an equal share of consecutive rows for itself. Rows without a particle are dropped: their position,
   velocity and spin are NaN, because the particle had left or the frame has fewer particles than the largest frame. The
   other rows keep their order, which in results of granum is the order of the ids; rows of a checkpoint are sorted by
   id. A row with an impossible number is refused. The checksums of a checkpoint are verified. If run.json says that the
   run did not reach its end, granum uses its last frame and warns. In a deforming box the velocities are read without
   the flow of the box; checkpoints of such runs are refused. */
#ifndef GRANUM_PARTICLE_FILL_PREVIOUS_H
#define GRANUM_PARTICLE_FILL_PREVIOUS_H

#include <granum/case.h>
#include <granum/results.h>

/* The box of a frame. If it deforms, the velocities are those without its flow. */
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

/* Source of the particles of a group. */
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
