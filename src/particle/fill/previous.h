/* Reads the particles of an earlier run: from a frame of its results.h5 (H5MD, /particles/grains), or from a checkpoint
   (table "particles", io/checkpoint/checkpoint.h). A dataset has the name of the field of the particle store that it
   contains (GrStoreFields). granum reads position, velocity, spin, radius, mass (infinite if the motion was
   prescribed) and the registered properties that the file has (granum/particle.h).

   Each rank reads about the same number of consecutive rows. Rows without a particle, in which position, velocity and
   spin are NaN, are omitted. They occur if a particle left before the frame, or if the frame has fewer particles than
   another frame. The remaining rows keep the order of the file; granum writes results files in the order of the ids.
   Rows from a checkpoint are sorted by id after reading. granum rejects a file with a number outside the valid range of
   its field, and verifies the checksums of a checkpoint. If the last frame is requested, and run.json says that the
   earlier run did not reach its end, granum prints a warning. If the box deforms, the affine flow of the box is
   subtracted from the velocities. Checkpoints of runs with a deforming box are rejected.

   Rigid bodies are read from /particles/bodies of results.h5. Instead of radius and registered properties, granum reads
   the principal moments of inertia and the orientation. The clump of the group defines the spheres of each body. */
#ifndef GRANUM_PARTICLE_FILL_PREVIOUS_H
#define GRANUM_PARTICLE_FILL_PREVIOUS_H

#include "particle/bodies.h"
#include "particle/store.h"
#include <stdbool.h>

/* The simulation box at the time of a frame. If the box deforms, velocities in GrPrevious.columns are relative to the
   affine flow of the box. */
typedef struct {
  bool deforms;          /* whether the box deforms during the run */
  double edges[3][3];    /* edge vectors of the box, a vector in each row [m] */
  double lower[3];       /* lower corner of the box [m] */
  double gradient[3][3]; /* velocity gradient of the affine flow of the box, if it deforms [1/s] */
} GrPreviousBox;

/* Indices of the arrays GrPrevious.field and GrPrevious.columns. The first enum is for particles; their registered
   properties have the indices after MASS. Rigid bodies use the same indices, with the moments of inertia in place of
   the radius, and the additional index ORIENTATION. GR_PREVIOUS_BODY: number of fields of a body. */
enum { GR_PREVIOUS_POSITION, GR_PREVIOUS_VELOCITY, GR_PREVIOUS_SPIN, GR_PREVIOUS_RADIUS, GR_PREVIOUS_MASS };
enum { GR_PREVIOUS_MOMENTS = GR_PREVIOUS_RADIUS, GR_PREVIOUS_ORIENTATION = 5, GR_PREVIOUS_BODY };
enum { GR_PREVIOUS_FIELDS_MAX = GR_PREVIOUS_BODY + GR_PROPERTIES_MAX };

enum { GR_PREVIOUS_CASE_MAX = 16 << 20 }; /* largest size of a resolved case, the input with all defaults [bytes] */

/* Particles, or rigid bodies, that this rank has read from a frame or a checkpoint of an earlier run. */
typedef struct {
  double time;                       /* time of the frame [s]; NaN for a checkpoint */
  bool bodies;                       /* whether rigid bodies are read instead of particles */
  GrPreviousBox box;                 /* simulation box of the earlier run at this time */
  GrRows rows;                       /* range of particles or bodies that this rank has read */
  int n_fields;                      /* number of fields (position, velocity, ...) that were read */
  int field[GR_PREVIOUS_FIELDS_MAX]; /* [n_fields] only for particles: number f of each field (GrStoreFields) */
  GrParallelColumns columns;         /* column k < n_fields: values of field k for each particle or body, SI units */
} GrPrevious;

/* Values of the input keys of the generator `previous`, which creates a group from the particles of an earlier run. */
typedef struct {
  char *file;       /* path of the results.h5 or checkpoint of the earlier run */
  PetscInt64 frame; /* number of the frame in results.h5, from 0; -1: the last frame */
} GrPreviousGiven;

/* Reads the particles, or the rigid bodies if the caller has set previous->bodies. frame: number of the frame in
   results.h5, from 0; -1: the last written frame. A checkpoint has one frame. Fails with GR_EXIT_INPUT if the frame
   does not exist, and with GR_EXIT_FILE if the file cannot be read or has other contents. After a failure *previous
   need not be destroyed. Collective. */
PetscErrorCode GrFillPreviousRead(MPI_Comm comm, const char *path, PetscInt64 frame, GrPrevious *previous);
/* Frees the columns of *previous. */
PetscErrorCode GrFillPreviousDestroy(GrPrevious *previous);

/* Reads the box of a frame or a checkpoint to *box, and the resolved case (the input with all defaults) of the earlier
   run to text[GR_PREVIOUS_CASE_MAX]. text "": the file has no case. Edges and lower corner are set only if the box
   deforms. In dimension 2, lower[2] is the plane of the particles. Collective. */
PetscErrorCode GrFillPreviousReadBox(MPI_Comm comm, const char *path, PetscInt64 frame, GrPreviousBox *box, char *text);

/* Compares the walls of the case with the walls in the results of the earlier run at the time of the frame. Prints a
   warning about each wall whose reference point differs. path: file of the earlier run; time: time of the frame [s].
   Collective. */
PetscErrorCode GrFillPreviousWarnOfWalls(MPI_Comm comm, const char *path, double time, const GrCase *the_case);

#endif
