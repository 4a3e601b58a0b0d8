/* Recorder: what a run writes to results.h5, each thing at its own cadence. */
#ifndef GRANUM_RECORDER_H
#define GRANUM_RECORDER_H

#include <granum/world.h>

typedef struct GrRecorder_ *GrRecorder;

/* The committed state that is recorded. */
typedef struct {
  PetscInt64 step;
  double time;
  const double *u; /* the state of the owned particles (granum/world.h) */
} GrMoment;

/* Creates DIRECTORY/results.h5 with the case, the particles and empty series. `options`: text of the PETSc options. */
PetscErrorCode GrRecorderCreate(GrWorld world, const char *directory, const char *options, GrRecorder *recorder);

/* The next time at which something is due [s]; infinite if never. */
double GrRecorderDue(GrRecorder recorder);

/* Is anything due at t? Cheap enough for every step. */
PetscBool GrRecorderIsDue(GrRecorder recorder, double t);

/* Is a whole frame due at t, rather than samples that stay on their rank? */
PetscBool GrRecorderFrameDue(GrRecorder recorder, double t);

/* Records what is due at the moment. Collective. */
PetscErrorCode GrRecorderRecord(GrRecorder recorder, const GrMoment *moment);

/* Records the last moment whether due or not, and closes the file. After a failure: moment NULL, only closes it. */
PetscErrorCode GrRecorderFinish(GrRecorder *recorder, const GrMoment *moment);

#endif
