/* Particles of an earlier run: a frame of its results.h5 (H5MD, /particles/grains), or a checkpoint (table "particles",
   io/checkpoint/checkpoint.h). The datasets have the names of the fields of the particle store (GrStoreFieldAt). granum
   reads position, velocity, spin, radius, mass (infinite if the velocity was prescribed) and the registered properties
   that the file has (granum/property.h).

   Every rank reads an equal share of consecutive rows for itself. Rows without a particle are omitted. Position,
   velocity and spin of such a row are NaN, because the particle had left or the frame has fewer particles than the
   largest frame. The other rows keep their order, which in results of granum is the order of the ids; rows of a
   checkpoint are sorted by id. A row with an impossible number is refused. The checksums of a checkpoint are verified.
   If run.json says that the run did not reach its end, granum uses its last frame and warns. In a deforming box the
   velocities are read without the flow of the box; checkpoints of such runs are refused.

   Rigid bodies are read from /particles/bodies of results.h5: their moments and orientation in place of the radius and
   the properties. Their spheres follow from the clump of the group. */
#ifndef GRANUM_PARTICLE_FILL_PREVIOUS_H
#define GRANUM_PARTICLE_FILL_PREVIOUS_H

#include "particle/bodies.h"
#include "particle/store.h"

/* The box of a frame. If the box deforms, the velocities of the particles are relative to its flow. */
typedef struct {
  PetscBool deforms;
  double edges[3][3];    /* edge vectors of the box, one per row [m] */
  double lower[3];       /* lower corner [m] */
  double gradient[3][3]; /* velocity gradient of the box that deforms [1/s] */
} GrPreviousBox;

/* Numbers of the fields that every frame has, in the order in which they are read: of particles, then of bodies. The
   registered properties of particles are read after them. */
enum { GR_PREVIOUS_POSITION, GR_PREVIOUS_VELOCITY, GR_PREVIOUS_SPIN, GR_PREVIOUS_RADIUS, GR_PREVIOUS_MASS };
enum { GR_PREVIOUS_MOMENTS = GR_PREVIOUS_RADIUS, GR_PREVIOUS_ORIENTATION = 5, GR_PREVIOUS_BODY };
enum { GR_PREVIOUS_FIELDS_MAX = GR_PREVIOUS_BODY + GR_PROPERTIES_MAX };

typedef struct {
  double time;      /* time of the frame [s]; NaN for a checkpoint */
  PetscBool bodies; /* the rows are rigid bodies, with the fields up to GR_PREVIOUS_ORIENTATION */
  GrPreviousBox box;
  GrRows rows; /* this rank's share of the particles */
  int n_fields;
  int field[GR_PREVIOUS_FIELDS_MAX]; /* numbers of the fields that were read (GrStoreFieldAt) */
  GrParallelColumns columns;         /* [rows.count] values: column k has those of field[k], in SI */
} GrPrevious;

/* Keys of the generator `previous`: source of the particles of a group. */
typedef struct {
  char *file;
  PetscInt64 frame; /* number of the frame in results.h5, from 0; -1: the last frame */
} GrPreviousGiven;

/* Reads the particles, or the rigid bodies if previous->bodies is set. frame: number of the frame in results.h5, from
   0; -1: the last written frame. A checkpoint has one frame. Failures: GR_EXIT_INPUT for a missing frame, GR_EXIT_FILE
   for a file that cannot be read or has other contents; after a failure *previous need not be destroyed. Collective. */
PetscErrorCode GrFillPreviousRead(MPI_Comm comm, const char *path, PetscInt64 frame, GrPrevious *previous);
/* Frees the columns. */
PetscErrorCode GrFillPreviousDestroy(GrPrevious *previous);

/* Prints a warning about each wall of the case whose reference point differs from its reference point in the earlier
   results at the time of the frame. path: file of the earlier run; time: time of the frame [s]. Collective. */
PetscErrorCode GrFillPreviousWarnOfWalls(MPI_Comm comm, const char *path, double time, const GrCase *the_case);

#endif
