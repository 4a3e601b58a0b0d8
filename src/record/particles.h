/* Frames of the particles of an assembly (record/frames.h). There are two kinds of particles: spheres and rigid bodies.
   A kind names its table and the quantities that are computed for the output. record/particles.c writes both. */
#ifndef GRANUM_RECORD_PARTICLES_H
#define GRANUM_RECORD_PARTICLES_H

#include "record/frames.h"
#include "table/fields.h"

/* Place of the values of a field or a quantity: particle i of this rank has the values from from[stride * i]. */
typedef struct {
  const double *from;
  size_t stride;
} GrRecordedValues;

/* A kind of particles. Its table begins with the columns id and group. */
typedef struct {
  const char *group;   /* group of the results file */
  const char *counted; /* description of the number of particles of a frame */
  const GrFields *fields;
  int n_quantities;
  const GrField *quantity; /* [n_quantities] quantities that are computed; no column of the table has them */
  bool (*has_quantities)(const GrCase *the_case);   /* whether the case has the quantities; NULL: every case has them */
  bool (*exist)(GrWorld world);                     /* whether the case has such particles; NULL: every case has them */
  const GrParallelColumns *(*table)(GrWorld world); /* the particles of this rank */
  PetscInt64 (*total)(GrWorld world);               /* number of rows if no particle is added or removed */
  PetscInt64 (*row)(GrWorld world, PetscInt i);     /* row of particle i among them, from 1 */
  double (*expected)(GrWorld world, int group);     /* expected number of particles of a group at the end */
  PetscErrorCode (*write_groups)(GrRecorder recorder); /* writes data that do not belong to single particles */
  /* Computes quantities, and fields that the file has in another form than the table. values: first the places of the
     fields, which the function may change, then those of the quantities, which it sets. u: state of the spheres; NULL:
     only values that are written once are needed. memory: set to memory that the caller frees. Collective. */
  PetscErrorCode (*compute)(GrWorld world, const double *u, GrRecordedValues values[], double **memory);
} GrRecordedKind;

/* Adds the writer of a kind of particles (GrWriterKind.add). Collective. */
PetscErrorCode GrRecorderParticlesAdd(GrRecorder recorder, const GrRecordedKind *kind);

#endif
