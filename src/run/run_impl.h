/* The inside of a run (granum/run.h). */
#ifndef GRANUM_RUN_RUN_IMPL_H
#define GRANUM_RUN_RUN_IMPL_H

#include "record/recorder.h"
#include "run/progress.h"
#include "run/save.h"
#include "run/stop.h"
#include "world/overlap.h"
#include "world/world_impl.h"
#include <granum/run.h>

enum { GR_REASON_MAX = GR_STEP_REASON_MAX + 320 };

/* The period of an output: its key, and how long it is [s]. */
typedef struct {
  const char *key;
  double every;
} GrPeriod;

/* What a run has told of itself last, and how fast it was since the time before. On the first rank. */
typedef struct {
  double begun, at, line; /* MPI_Wtime: the first step comes; told; a line was printed [s] */
  PetscInt64 step;
  double time, residual; /* [s]; relative */
  double steps_per_second, time_per_second;
} GrTold;

struct GrRun_ {
  GrWorld world;
  TS ts;
  Vec state;
  GrRunFolder folder; /* NULL: no output; not its own */
  char *directory;    /* the path of the folder */
  char *options;      /* PETSc's, as one text */
  char *changes;      /* of its steps, made when it was resumed: lines; NULL: none */
  GrRecorder recorder;
  GrProgress progress;
  GrStop stop;
  GrSaver saver;
  GrTold told;
  PetscBool shows_progress;   /* how far it is */
  PetscBool tells;            /* on standard output: its head, its stages, its report */
  PetscBool verbose;          /* the report includes the performance card */
  uint64_t insertion_told;    /* bit k: that particles of the k-th group that comes in found no place */
  int stages_told;            /* of its stages that have ended */
  PetscBool begun, done;      /* the forces at the start are known; all is written */
  PetscInt64 pause;           /* the step after which it pauses */
  PetscBool pauses;           /* it has come there */
  PetscBool epoch_ends;       /* the world wants its next epoch */
  PetscBool ends;             /* the case has ended, or the run must stop */
  double step;                /* fixed step, or the first one of rk [s] */
  GrStepBound bound;          /* limits of the step */
  GrPeriod met;               /* step: auto was shortened to meet this output; every 0: it was not */
  GrOverlaps overlaps;        /* at the start; not of a resumed run */
  PetscBool step_by_option;   /* -ts_dt was given */
  char reason[GR_REASON_MAX]; /* the step and why it is that */
  double wanted;              /* rk: the step wanted before it was cut to meet an output time; 0: not cut */
  PetscBool resumed;          /* from a checkpoint */
  PetscInt64 first_step;      /* number of the step from which it continues */
  PetscInt64 steps_before;    /* steps missing in PETSc's own count, see GrRunStep */
  PetscInt64 steps;           /* done since then */
  double seconds;             /* wall time in TSSolve */
  GrLedger start, end;
};

/* A run of the world without output: TS, state and step. `from`: NULL, or the saved state from which the run continues;
   the world has been restored then. `step`: number of the step of this state. */
PetscErrorCode GrRunBegin(GrWorld world, const GrSaved *from, PetscInt64 step, const char *options, GrRun *run);

/* Number of the current step. PETSc counts steps in a PetscInt, which may have 32 bits. GrRunCountOn, called after each
   step, resets PETSc's count before it overflows, and keeps the sum. GrRunSetStep sets the number for a resumed run. */
PetscErrorCode GrRunStep(GrRun run, PetscInt64 *step);
PetscErrorCode GrRunCountOn(GrRun run);
PetscErrorCode GrRunSetStep(GrRun run, PetscInt64 step);

/* Prints where the results are; done: also the command that describes them, otherwise the failure message has the next
   command. directory NULL: prints nothing. */
void GrRunResultsPrint(const char *directory, PetscBool done, FILE *out);

/* From its head to its report, on standard output. */
PetscErrorCode GrRunConduct(GrRun run, const GrRunOptions *options);

/* Evaluates the start, unless that is done. */
PetscErrorCode GrRunStart(GrRun run);

/* The folder of its output, which it holds from here on. */
PetscErrorCode GrRunDirectory(GrRun run, GrRunFolder folder);

/* Its run.json and inputs: it begins. */
PetscErrorCode GrRunInput(GrRun run);

/* Where a run that goes on writes: `home`, where its checkpoint is, or, if it is another one, the folder `given`.
   Refuses what cannot be; writes nothing but the lock, and that only where it goes on in the same place. */
PetscErrorCode GrRunSettle(GrRunFolder folder, const char *home, const char *given);

/* Fails on a `set` (as for GrRunResume) that would change what a run did before. */
PetscErrorCode GrRunCheckSets(int n_set, const char *const set[]);

/* forecast.c: estimates the time of a step [s]. rate: steps per second of the first steps. bed: whether gravity, a load
   or a stress forms a bed of particles, which the estimate then assumes; otherwise it is the time of the first steps.
   Collective. */
PetscErrorCode GrRunForecastStep(GrRun run, double rate, double *seconds, PetscBool *bed);

#endif
