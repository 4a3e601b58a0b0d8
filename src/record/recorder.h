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

/* A line of the forecast of the output sizes. */
typedef struct {
  const char *what;      /* name of the output */
  double samples, bytes; /* number of samples (for checkpoints 1); number of bytes of a sample */
} GrForecast;
enum { GR_FORECASTS_MAX = 9 };

/* Forecasts the sizes of all outputs of a run with this time step [s], 0 for `rk`. The number of contacts is that of a
   dense packing. Returns the number of lines in `list`. */
int GrRecorderForecast(GrWorld world, double step, GrForecast list[GR_FORECASTS_MAX]);

/* Creates DIRECTORY/results.h5 with the case, the particles, and datasets for all planned samples. options: PETSc
   options as one text. Collective. */
PetscErrorCode GrRecorderCreate(GrWorld world, const char *directory, const char *options, GrRecorder *recorder);

/* Continues DIRECTORY/results.h5 after the samples that GrRecorderSave had counted; later samples are overwritten. The
   case may have another end than before. changes: text about changed keys, see GrResultsProvenanceChanges. changes
   NULL: only checks that all files can be read, and writes nothing; then only GrRecorderStop may be called.
   Collective. */
PetscErrorCode GrRecorderResume(GrWorld world, const char *directory, const char *changes, GrCheckpoint checkpoint,
                                GrRecorder *recorder);

/* Writes the numbers of recorded samples and the state of the detectors into a checkpoint. Collective. */
PetscErrorCode GrRecorderSave(GrRecorder recorder, GrCheckpoint checkpoint);

/* Writes all recorded samples to the disk. Collective. */
PetscErrorCode GrRecorderSync(GrRecorder recorder);

/* Returns the next time at which an output is due [s]; infinite: never. */
double GrRecorderDue(GrRecorder recorder);

/* Returns a time [s] before which no output is due and no detector is active, so that steps need no call. */
double GrRecorderIdleUntil(GrRecorder recorder);

/* Whether an output is due at time t [s]. together: considers only outputs that all ranks write together, that is, all
   except the samples of sensors, which remain on their rank. Fast enough to be called in every step. */
PetscBool GrRecorderIsDue(GrRecorder recorder, double t, PetscBool together);

/* Passes a committed step to the detectors. To be called at the start and after every step, before GrRecorderRecord. */
void GrRecorderWatch(GrRecorder recorder, const GrSample *sample);

/* Records the outputs that are due at the time of the sample. ends: also records outputs that are due at the end of a
   run. Collective. */
PetscErrorCode GrRecorderRecord(GrRecorder recorder, const GrSample *sample, PetscBool ends);

/* Records the sample as the last sample of outputs that have one at the end, finishes the results file
   (GrResultsFinish), and frees the recorder. Collective. */
PetscErrorCode GrRecorderFinish(GrRecorder *recorder, const GrSample *sample);

/* Closes the results file of a run that was stopped or failed and can be resumed, and frees the recorder.
   Collective. */
PetscErrorCode GrRecorderStop(GrRecorder *recorder);

#endif
