/* Particles of an earlier run: a frame of its results.h5 (H5MD, /particles/grains), or a checkpoint (table "particles",
   io/checkpoint/checkpoint.h). The datasets have the names of the rows of GrStoreFieldAt. granum reads position,
   velocity, spin, radius, mass (infinite if the velocity was prescribed) and the registered properties that the file
   has (granum/property.h).

   Every rank reads an equal share of consecutive rows for itself. Rows without a particle are dropped: their position,
   velocity and spin are NaN, because the particle had left or the frame has fewer particles than the largest frame. The
   other rows keep their order, which in results of granum is the order of the ids; rows of a checkpoint are sorted by
   id. A row with an impossible number is refused. The checksums of a checkpoint are verified. If run.json says that the
   run did not reach its end, granum uses its last frame and warns. In a deforming box the velocities are read without
   the flow of the box; checkpoints of such runs are refused.

   Rigid bodies are read from /particles/bodies of results.h5: their moments and orientation in place of the radius and
   the properties. Their spheres follow from the clump of the group. */
#ifndef GRANUM_PARTICLE_FILL_PREVIOUS_H
#define GRANUM_PARTICLE_FILL_PREVIOUS_H

#include "particle/bodies.h"
#include "particle/store.h"

/* The box of a frame. If it deforms, the velocities are those without its flow. */
typedef struct {
  PetscBool deforms;
  double edges[3][3];    /* sides of the box, a row each [m] */
  double lower[3];       /* [m] */
  double gradient[3][3]; /* velocity gradient of its flow [1/s] */
} GrPreviousBox;

/* Fields that are read first, of particles and of bodies. The other fields of particles are properties. */
enum { GR_PREVIOUS_POSITION, GR_PREVIOUS_VELOCITY, GR_PREVIOUS_SPIN, GR_PREVIOUS_RADIUS, GR_PREVIOUS_MASS };
enum { GR_PREVIOUS_MOMENTS = GR_PREVIOUS_RADIUS, GR_PREVIOUS_ORIENTATION = 5, GR_PREVIOUS_BODY };
enum { GR_PREVIOUS_FIELDS_MAX = GR_PREVIOUS_BODY + GR_PROPERTIES_MAX };

typedef struct {
  double time;      /* time of the frame [s]; NaN for a checkpoint */
  PetscBool bodies; /* the rows are rigid bodies, with the fields up to GR_PREVIOUS_ORIENTATION */
  GrPreviousBox box;
  GrRows rows; /* this rank's share of the particles */
  int n_fields;
  int field[GR_PREVIOUS_FIELDS_MAX]; /* rows of GrStoreFieldAt that were read */
  GrParallelColumns columns;         /* [rows.count]; column k has the numbers of field[k] in SI */
} GrPrevious;

/* Source of the particles of a group. */
typedef struct {
  char *file;
  PetscInt64 frame; /* number of the frame in results.h5, from 0; -1: the last frame */
} GrPreviousGiven;

/* Collective. Reads the particles, or the rigid bodies if previous->bodies is set. frame: of results.h5, from 0; -1:
   the last written frame. A checkpoint has one frame. Failures: GR_EXIT_INPUT for a missing frame, GR_EXIT_FILE for a
   file that cannot be read or has other contents; then nothing is left to destroy. */
PetscErrorCode GrFillPreviousRead(MPI_Comm comm, const char *path, PetscInt64 frame, GrPrevious *previous);
/* Frees the columns. */
PetscErrorCode GrFillPreviousDestroy(GrPrevious *previous);

/* Collective. Warns about each wall of the case whose point differs from its point in the results at the time of the
   frame. */
PetscErrorCode GrFillPreviousWarnOfWalls(MPI_Comm comm, const char *path, double time, const GrCase *the_case);

#endif
