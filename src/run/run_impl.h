/* Struct and internal functions of a run (granum/run.h). */
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

/* An output with a period: its key in the input, and the period [s]. */
typedef struct {
  const char *key;
  double every;
} GrPeriod;

/* Latest report of a run to status.json, and the speed of the run between the previous and the latest report. Set on
   the first rank. */
typedef struct {
  double begun, at, line; /* MPI_Wtime at the first step, at the latest report, and at the latest printed line [s] */
  PetscInt64 step;
  double time, residual;                    /* simulated time [s]; relative residual of the energy balance [1] */
  double steps_per_second, time_per_second; /* number of steps, and simulated time [s], per second of wall-clock time */
} GrRunLatestReport;

struct GrRun_ {
  GrWorld world;
  TS ts;
  Vec state;
  GrRunFolder folder; /* NULL: no output; owned by the caller */
  char *directory;    /* the path of the folder */
  char *options;      /* PETSc options as one text */
  char *changes;      /* keys that were changed when the run was resumed, one per line; NULL: none */
  GrRecorder recorder;
  GrRunProgress progress;
  GrRunStop stop;
  GrRunSaver saver;
  GrRunLatestReport latest;
  PetscBool shows_progress;   /* whether progress is printed */
  PetscBool prints;           /* whether head, stages and report are printed on standard output */
  PetscBool verbose;          /* whether the report includes the performance card */
  uint64_t insertion_printed; /* bit k: a line has been printed about particles of group k that found no free place */
  int stages_printed;         /* number of ended stages that have been printed */
  /* whether the forces at the start have been computed; whether all output has been written */
  PetscBool begun, done;
  PetscInt64 pause;         /* GrRunStepsUntil returns after this step, or earlier at pause_time */
  double pause_time;        /* GrRunStepsUntil returns after the first step that reaches this time [s] */
  PetscBool pauses;         /* whether the step at which GrRunStepsUntil returns has been made */
  PetscBool epoch_ends;     /* whether the neighbour list is rebuilt after this step (end of an epoch) */
  PetscBool ends;           /* whether the case has ended or the run must stop */
  double step;              /* fixed step, or first step of rk [s] */
  GrStepBound bound;        /* limits of the step */
  GrPeriod met;             /* the output whose period has shortened the automatic step; every 0: none */
  GrOverlaps overlaps;      /* overlaps in the initial state; not set in a resumed run */
  PetscBool step_by_option; /* whether the PETSc option -ts_dt was given */
  /* text about the time step: its value, the limit or key that determined it, and the other limits */
  char reason[GR_REASON_MAX];
  double wanted;           /* rk: time step before it was shortened to end at an output time [s]; 0: not shortened */
  PetscBool resumed;       /* whether the run has been resumed from a checkpoint */
  PetscInt64 first_step;   /* step number of the checkpoint; 0: not resumed */
  PetscInt64 steps_before; /* number of steps that PETSc's step count does not include (GrRunCountOn) */
  PetscInt64 steps;        /* number of steps since first_step */
  double seconds;          /* wall-clock time in TSSolve [s] */
  double written_before;   /* number of bytes that this rank had written when the run began */
  GrLedger start, end;     /* energy ledger at the start and at the end of the run */
};

/* Creates a run of the world without output: TS, state vector and time step. from: the saved numbers from which the run
   continues, if the world was restored from a checkpoint; otherwise NULL. step: step number of the saved state.
   options: PETSc options as one text. */
PetscErrorCode GrRunBegin(GrWorld world, const GrRunSaved *from, PetscInt64 step, const char *options, GrRun *run);

/* Sets *step to the number of the current step. */
PetscErrorCode GrRunStep(GrRun run, PetscInt64 *step);
/* Prevents an overflow of PETSc's step count, a PetscInt that may have 32 bits: before it overflows, adds it to
   run->steps_before and resets it. To be called after each step. */
PetscErrorCode GrRunCountOn(GrRun run);
/* Sets the step number of a resumed run. */
PetscErrorCode GrRunSetStep(GrRun run, PetscInt64 step);

/* Prints the folder of the results. done: whether the run has ended well; then it also prints the command that
   describes the results (otherwise the failure message has the next command). directory NULL: prints nothing. */
void GrRunResultsPrint(const char *directory, PetscBool done, FILE *out);

/* Integrates to the end, and prints head, progress and report on standard output. Collective. */
PetscErrorCode GrRunConduct(GrRun run, const GrRunOptions *options);

/* Computes the forces at the start and records the first output, unless this has been done. Collective. */
PetscErrorCode GrRunStart(GrRun run);

/* Sets the folder of the output and locks it. Collective. */
PetscErrorCode GrRunDirectory(GrRun run, GrRunFolder folder);

/* Writes run.json and the copies of the input into the folder at the start of the run. Collective. */
PetscErrorCode GrRunInput(GrRun run);

/* Sets the folder of a resumed run. home: folder of its checkpoint; given: another folder, or NULL to use `home`. Fails
   if the folder cannot be used. Writes nothing except the lock in `home`. Collective. */
PetscErrorCode GrRunSettle(GrRunFolder folder, const char *home, const char *given);

/* Fails if one of the changed keys set[n_set] ("path=value") of a resumed run would change results that have already
   been computed. */
PetscErrorCode GrRunCheckSets(int n_set, const char *const set[]);

/* forecast.c: estimates the time of a step [s]. rate: measured number of steps per second in the first steps. Sets *bed
   to whether gravity, a load or a stress brings the particles together. If so, the estimate is for a settled bed with
   many contacts; otherwise it is 1/rate. Collective. */
PetscErrorCode GrRunForecastStep(GrRun run, double rate, double *seconds, PetscBool *bed);

#endif
