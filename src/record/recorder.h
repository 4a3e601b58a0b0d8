/* Recorder: writes the output of a run into its folder. Each quantity has its own output times: particles, sensors, the
   energy ledger, and of assemblies the observables (granum/observable.h), the walls and the contact network.

   Detectors process every committed step (GrRecorderWatch); their table is written at each sync and at the end.

   An output with a period T is recorded at the first committed state with t >= k T, k = 0, 1, ...; an output with a
   list of times at the state nearest to each of them (interval.h).

   Checkpoints: call GrRecorderSync, then GrRecorderSave, then commit the checkpoint. Save before GrRecorderFinish:
   samples that it adds because the run ends are not part of the checkpoint. An extended run therefore has the results
   of a run that was longer from the start. */
#ifndef GRANUM_RECORD_RECORDER_H
#define GRANUM_RECORD_RECORDER_H

#include "io/checkpoint/checkpoint.h"
#include <granum/world.h>

typedef struct GrRecorder_ *GrRecorder;

/* A committed state. */
typedef struct {
  PetscInt64 step;
  double time;
  const double *u; /* state of the owned particles (granum/world.h) */
} GrSample;

/* A line of the forecast of the output: number of samples (checkpoints: 1), and bytes of each sample. */
typedef struct {
  const char *what;      /* name of the output */
  double samples, bytes; /* number of samples; bytes of a sample */
} GrForecast;
enum { GR_FORECASTS_MAX = 9 };

/* Forecasts the output of a run with this step [s], 0 for `rk`. Contacts are counted as in a dense packing. Returns the
   number of lines. */
int GrRecorderForecast(GrWorld world, double step, GrForecast list[GR_FORECASTS_MAX]);

/* Creates DIRECTORY/results.h5 with the case, the particles, and datasets for all planned samples. options: PETSc
   options as one text. Collective. */
PetscErrorCode GrRecorderCreate(GrWorld world, const char *directory, const char *options, GrRecorder *recorder);

/* Continues DIRECTORY/results.h5 after the samples that GrRecorderSave had counted; later samples are overwritten. The
   case may end at another time. `changes`: see GrResultsProvenanceChanges; NULL: only checks that everything can be
   read and writes nothing, then only GrRecorderStop may follow. Collective. */
PetscErrorCode GrRecorderResume(GrWorld world, const char *directory, const char *changes, GrCheckpoint checkpoint,
                                GrRecorder *recorder);

/* Writes the numbers of recorded samples and the state of the detectors into a checkpoint. Collective. */
PetscErrorCode GrRecorderSave(GrRecorder recorder, GrCheckpoint checkpoint);

/* Writes all recorded samples to the disk. Collective. */
PetscErrorCode GrRecorderSync(GrRecorder recorder);

/* Next time at which an output is due [s]; infinite: never. */
double GrRecorderDue(GrRecorder recorder);

/* No output is due, and no detector is active, before this time [s]. */
double GrRecorderIdleUntil(GrRecorder recorder);

/* Whether an output is due at t. `together`: only outputs that all ranks write together; samples of sensors remain on
   their rank. Cheap enough for every step. */
PetscBool GrRecorderIsDue(GrRecorder recorder, double t, PetscBool together);

/* Passes a committed step to the detectors. To be called at the start and after every step, before GrRecorderRecord. */
void GrRecorderWatch(GrRecorder recorder, const GrSample *sample);

/* Records the outputs that are due at the sample. ends: also the outputs of the end of a run. Collective. */
PetscErrorCode GrRecorderRecord(GrRecorder recorder, const GrSample *sample, PetscBool ends);

/* Records the last sample, due or not, removes the space for further samples, and closes the file. Collective. */
PetscErrorCode GrRecorderFinish(GrRecorder *recorder, const GrSample *sample);

/* Closes the file of a run that was stopped or failed and can be resumed; keeps the space for further samples.
   Collective. */
PetscErrorCode GrRecorderStop(GrRecorder *recorder);

#endif
