/* Recorder: writes the output of a run into the folder of the run. Each kind of output has its own output times. The
   kinds are particles, sensors and the energy ledger; assemblies also have the observables (granum/particle.h), the
   walls and the contact network.

   Detectors (of pulses, for example) process every completed step (GrRecorderWatch). Their table is written by
   GrRecorderSync and at the end of the run.

   An output with a period T is recorded at the end of the first step with t >= k T, for each k = 1, 2, ..., and at the
   start. An output with a list of times is recorded at the end of the step nearest to each time (interval.h).

   To write a checkpoint, call GrRecorderSync, then GrRecorderSave, then commit the checkpoint. At the end of a run call
   GrRecorderSave before GrRecorderFinish, because GrRecorderFinish may record additional samples at the end time. The
   checkpoint must not count these samples, so that a run that is extended later has the results of one long run. */
#ifndef GRANUM_RECORD_RECORDER_H
#define GRANUM_RECORD_RECORDER_H

#include "io/checkpoint/checkpoint.h"
#include <granum/world.h>
#include <stdbool.h>

typedef struct GrRecorder_ *GrRecorder;

/* State of the world at the end of a step, from which output is recorded. */
typedef struct {
  PetscInt64 step; /* number of the step */
  double time;     /* simulated time [s] */
  const double *u; /* state of the owned particles of this rank (granum/world.h) */
} GrSample;

/* Estimated size of an output of the run, such as frames or checkpoints. */
typedef struct {
  const char *what; /* name of the output */
  double samples;   /* number of samples (records at one time) in the run; 1 for checkpoints */
  double bytes;     /* size of a sample, before compression [bytes] */
  bool packed;      /* whether the output will be compressed */
} GrForecast;
enum { GR_FORECASTS_MAX = 9 };

/* Estimates the sizes of all outputs of a run. step: time step [s]; 0 for `rk`, which varies the step. The number of
   contacts is assumed to be that of a dense packing. Sets *n to the number of entries of `list`. Collective. */
PetscErrorCode GrRecorderForecast(GrWorld world, double step, GrForecast list[GR_FORECASTS_MAX], int *n);

/* Creates DIRECTORY/results.h5. Writes the case and the constant data of the particles, and creates datasets for all
   planned samples. options: the PETSc options as one text. Collective. */
PetscErrorCode GrRecorderCreate(GrWorld world, const char *directory, const char *options, GrRecorder *recorder);

/* Continues DIRECTORY/results.h5 after the samples that are counted in the checkpoint (GrRecorderSave). Later samples
   are overwritten. The end time of the case may differ from that of the earlier run. changes: text about changed input
   keys (GrResultsProvenanceChanges). changes NULL: the function checks that all files can be read, and writes nothing;
   the caller may then call only GrRecorderStop. Collective. */
PetscErrorCode GrRecorderResume(GrWorld world, const char *directory, const char *changes, GrCheckpoint checkpoint,
                                GrRecorder *recorder);

/* Writes the numbers of recorded samples and the state of the detectors into a checkpoint. Collective. */
PetscErrorCode GrRecorderSave(GrRecorder recorder, GrCheckpoint checkpoint);

/* Writes all recorded samples to disk. Collective. */
PetscErrorCode GrRecorderSync(GrRecorder recorder);

/* Fits the output times of lists to a new length of the fixed step, GrWorld_.fixed_step. */
void GrRecorderFit(GrRecorder recorder);

/* Returns the next time at which an output is due [s]; infinite: never. */
double GrRecorderDue(GrRecorder recorder);

/* Returns the time [s] before which the functions of the recorder need not be called after each step. It can be half a
   step earlier than GrRecorderDue, because an output with a list of times is recorded at the step nearest to each time.
   -infinity: the run has detectors, which need each step. */
double GrRecorderIdleUntil(GrRecorder recorder);

/* Whether an output is due at time t [s]. together: whether to ignore sensors. Each rank records its own sensors
   alone; all ranks record the other outputs collectively. Fast enough to be called in every step. */
bool GrRecorderIsDue(GrRecorder recorder, double t, bool together);

/* Passes the state after a step to the detectors. Call it at the start and after each step, before GrRecorderRecord. */
void GrRecorderWatch(GrRecorder recorder, const GrSample *sample);

/* Records the outputs that are due at the time of the sample. ends: also records the outputs that are recorded at the
   end of a run. Collective. */
PetscErrorCode GrRecorderRecord(GrRecorder recorder, const GrSample *sample, bool ends);

/* Ends a completed run: records the state of `sample` for all outputs that are due or that are recorded at the end of a
   run, finishes the results file (GrResultsFinish), and frees the recorder. Collective. */
PetscErrorCode GrRecorderFinish(GrRecorder *recorder, const GrSample *sample);

/* Ends a run that was stopped or has failed and can be resumed: closes the results file and frees the recorder.
   Collective. */
PetscErrorCode GrRecorderStop(GrRecorder *recorder);

#endif
