/* Recorder: what a run writes to its output directory, each thing at its own interval: the particles, sensors, the
   energy ledger, and of spheres in space the sums over them (observable.h), the walls, and the contact network
   (network.h).

   Detectors look at every committed step (GrRecorderWatch) and have their table written at each sync and at the end.

   An output that is due every T is recorded at the first committed state with t >= k T, k = 0, 1, ...; an output with a
   list of times at the state nearest to each of them (interval.h).

   Checkpoints: GrRecorderSync, GrRecorderSave, then the commit of the checkpoint. What GrRecorderFinish adds at the end
   of a run whether it is due or not is not part of the checkpoint, so save before; a run that is extended then has the
   same results as one that was longer from the start. */
#ifndef GRANUM_RECORD_RECORDER_H
#define GRANUM_RECORD_RECORDER_H

#include "io/checkpoint/checkpoint.h"
#include <granum/world.h>

typedef struct GrRecorder_ *GrRecorder;

/* The committed state that is recorded. */
typedef struct {
  PetscInt64 step;
  double time;
  const double *u; /* the state of the owned particles (granum/world.h) */
} GrSample;

/* What a run of the world with steps of that length (rk: 0) is going to write, in bytes of the datasets: so many
   samples (checkpoints: 1), each so long. Contacts are counted as in a dense packing. Returns how many lines there
   are. */
typedef struct {
  const char *what;
  double samples, bytes;
} GrForecast;
enum { GR_FORECASTS_MAX = 9 };
int GrRecorderForecast(GrWorld world, double step, GrForecast list[GR_FORECASTS_MAX]);

/* Creates DIRECTORY/results.h5 with the case, the particles and room for everything that is to come. `options`: text of
   the PETSc options. */
PetscErrorCode GrRecorderCreate(GrWorld world, const char *directory, const char *options, GrRecorder *recorder);

/* Continues DIRECTORY/results.h5 after the samples that GrRecorderSave had counted; later samples are overwritten. The
   case may end at another time. `changes`: see GrProvenanceChanges; NULL: only checks that everything can be read and
   writes nothing, then only GrRecorderStop may follow. Collective. */
PetscErrorCode GrRecorderResume(GrWorld world, const char *directory, const char *changes, GrCheckpoint checkpoint,
                                GrRecorder *recorder);

/* Puts into a checkpoint what has been recorded so far, as numbers, and what the detectors have seen. */
PetscErrorCode GrRecorderSave(GrRecorder recorder, GrCheckpoint checkpoint);

/* Brings everything recorded so far to the disk. Collective. */
PetscErrorCode GrRecorderSync(GrRecorder recorder);

/* The next time at which something is due [s]; infinite if never. */
double GrRecorderDue(GrRecorder recorder);

/* Before this time nothing is due, nor does a detector look [s]. */
double GrRecorderIdleUntil(GrRecorder recorder);

/* Is anything due at t? Cheap enough for every step. */
PetscBool GrRecorderIsDue(GrRecorder recorder, double t);

/* Is anything due at t that all ranks write together, rather than samples that stay on their rank? */
PetscBool GrRecorderFrameDue(GrRecorder recorder, double t);

/* Lets detectors look at the sample: every committed step, the start as well, before anything is recorded of it. */
void GrRecorderWatch(GrRecorder recorder, const GrSample *sample);

/* Records what is due at the sample. Collective. */
PetscErrorCode GrRecorderRecord(GrRecorder recorder, const GrSample *sample);

/* Records the last sample whether due or not, gives up the room that was not used, and closes the file. */
PetscErrorCode GrRecorderFinish(GrRecorder *recorder, const GrSample *sample);

/* Closes the file of a run that can be resumed: one that was stopped, or failed. It keeps its room. */
PetscErrorCode GrRecorderStop(GrRecorder *recorder);

#endif
