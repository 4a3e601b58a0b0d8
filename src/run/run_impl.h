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

/* Key and period [s] of an output. */
typedef struct {
  const char *key;
  double every;
} GrPeriod;

/* Latest report of a run to status.json, and the speed of the run since the previous report. On the first rank. */
typedef struct {
  double begun, at, line; /* MPI_Wtime of the first step, of the latest report, of the latest printed line [s] */
  PetscInt64 step;
  double time, residual;                    /* simulated time [s]; relative residual of the energy balance [1] */
  double steps_per_second, time_per_second; /* steps and simulated time [s] per second of wall time */
} GrRunLatestReport;

struct GrRun_ {
  GrWorld world;
  TS ts;
  Vec state;
  GrRunFolder folder; /* NULL: no output; owned by the caller */
  char *directory;    /* the path of the folder */
  char *options;      /* PETSc options as one text */
  char *changes;      /* changes of keys by resumes, one per line; NULL: none */
  GrRecorder recorder;
  GrRunProgress progress;
  GrRunStop stop;
  GrRunSaver saver;
  GrRunLatestReport latest;
  PetscBool shows_progress;   /* prints progress */
  PetscBool prints;           /* prints head, stages and report on standard output */
  PetscBool verbose;          /* the report includes the performance card */
  uint64_t insertion_printed; /* bit k: a line about particles of group k without a place has been printed */
  int stages_printed;         /* number of ended stages that have been printed */
  PetscBool begun, done;      /* the start has been evaluated; all output is written */
  PetscInt64 pause;           /* GrRunStepsUntil returns after this step, */
  double pause_time;          /* or after the first step that reaches this time [s] */
  PetscBool pauses;           /* this step has been made */
  PetscBool epoch_ends;       /* the epoch of the world ends after this step */
  PetscBool ends;             /* the case has ended, or the run must stop */
  double step;                /* fixed step, or first step of rk [s] */
  GrStepBound bound;          /* limits of the step */
  GrPeriod met;               /* output whose period reduced the automatic step; every 0: none */
  GrOverlaps overlaps;        /* overlaps at the start; not for a resumed run */
  PetscBool step_by_option;   /* -ts_dt was given */
  char reason[GR_REASON_MAX]; /* text: the step, the limit or key that set it, and the other limits */
  double wanted;              /* rk: step before it was cut to meet an output time [s]; 0: not cut */
  PetscBool resumed;          /* the run has been resumed from a checkpoint */
  PetscInt64 first_step;      /* step number of this checkpoint */
  PetscInt64 steps_before;    /* steps that PETSc's own count does not include, see GrRunStep */
  PetscInt64 steps;           /* number of steps since first_step */
  double seconds;             /* wall time in TSSolve */
  double written_before;      /* bytes that this rank had written before the run */
  GrLedger start, end;        /* energy ledger at the start and at the end of the run */
};

/* Creates a run of the world without output: TS, state vector and step. from: saved state from which the run continues,
   if the world was restored from a checkpoint; otherwise NULL. step: step number of this state. */
PetscErrorCode GrRunBegin(GrWorld world, const GrRunSaved *from, PetscInt64 step, const char *options, GrRun *run);

/* Gets the number of the current step. */
PetscErrorCode GrRunStep(GrRun run, PetscInt64 *step);
/* To be called after each step. PETSc counts steps in a PetscInt, which may have 32 bits: resets this count before it
   overflows, and adds it to run->steps_before. */
PetscErrorCode GrRunCountOn(GrRun run);
/* Sets the step number of a resumed run. */
PetscErrorCode GrRunSetStep(GrRun run, PetscInt64 step);

/* Prints where the results are; done: also the command that describes them, otherwise the failure message has the next
   command. directory NULL: prints nothing. */
void GrRunResultsPrint(const char *directory, PetscBool done, FILE *out);

/* Runs to the end and prints head, progress and report on standard output. Collective. */
PetscErrorCode GrRunConduct(GrRun run, const GrRunOptions *options);

/* Evaluates the start, unless this has been done. Collective. */
PetscErrorCode GrRunStart(GrRun run);

/* Sets the folder of the output and locks it. Collective. */
PetscErrorCode GrRunDirectory(GrRun run, GrRunFolder folder);

/* Writes run.json and the inputs at the start. Collective. */
PetscErrorCode GrRunInput(GrRun run);

/* Sets the folder of a resumed run: `home`, the folder of its checkpoint, or the folder `given` (NULL: home). Fails if
   the folder cannot be used. Writes only the lock, and only in `home`. Collective. */
PetscErrorCode GrRunSettle(GrRunFolder folder, const char *home, const char *given);

/* Fails if one of the overrides `set` (see GrRunResume) would change results that the run has already computed. */
PetscErrorCode GrRunCheckSets(int n_set, const char *const set[]);

/* forecast.c: estimates the time of a step [s]. rate: measured steps per second of the first steps. Sets *bed to
   whether gravity, a load or a stress brings the particles together. If so, the estimate is for a settled bed,
   otherwise it is 1/rate. Collective. */
PetscErrorCode GrRunForecastStep(GrRun run, double rate, double *seconds, PetscBool *bed);

#endif
