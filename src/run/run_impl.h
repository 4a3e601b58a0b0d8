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
#include <stdbool.h>

enum { GR_REASON_MAX = GR_STEP_REASON_MAX + 320 };

/* Period of an output of the run, in simulated time. */
typedef struct {
  const char *key; /* input key that gives the period */
  double every;    /* period [s] */
} GrPeriod;

/* State of the run at its latest report, that is, when status.json was updated or a line of progress was due. Set on
   the first rank. The last two members are means over the time between the last two reports. */
typedef struct {
  double begun;            /* MPI_Wtime at the first step [s] */
  double at;               /* MPI_Wtime at the latest report [s] */
  double line;             /* MPI_Wtime when the latest line of progress was printed [s] */
  PetscInt64 step;         /* number of the step at the latest report */
  double time;             /* simulated time at the latest report [s] */
  double residual;         /* residual of the energy balance, divided by the energy exchanged [1] */
  double steps_per_second; /* number of steps per second of wall-clock time [1/s] */
  double time_per_second;  /* simulated time per wall-clock time [1] */
} GrRunLatestReport;

/* CREATED: no forces have been computed; BEGUN: those at the start have been computed; DONE: all output is written. */
typedef enum { GR_RUN_CREATED, GR_RUN_BEGUN, GR_RUN_DONE } GrRunPhase;

/* A run: the simulation of a case by time integration, with its output. */
struct GrRun_ {
  GrWorld world;            /* particles, contacts and walls */
  TS ts;                    /* time integrator of PETSc */
  Vec state;                /* state vector of the TS */
  GrRunFolder folder;       /* folder of the output, owned by the caller; NULL: no output */
  const char *directory;    /* path of the folder; owned by the folder */
  char *options;            /* PETSc options as one text */
  char *changes;            /* input keys that were changed when the run was resumed, one per line; NULL: none */
  GrRecorder recorder;      /* writes the results file; NULL: no output */
  GrRunProgress progress;   /* state of the progress messages */
  GrRunStop stop;           /* decides whether the run must end early */
  GrRunSaver saver;         /* state of the checkpoints */
  GrRunLatestReport latest; /* state of the run at the latest report */
  bool shows_progress;      /* whether progress is printed */
  bool prints;              /* whether the head, the stages and the final report are printed */
  bool verbose;             /* whether the final report includes details of the performance */
  /* bit k: whether the message that group k found no free places for its particles has been printed, and the message
     that particles are missing at the end of its insertion */
  uint64_t insertion_printed, insertion_over;
  int stages_printed;  /* number of stages of the case whose end has been printed */
  GrRunPhase phase;    /* how far the run is */
  PetscInt64 pause;    /* GrRunStepsUntil returns after the step with this number, or earlier at pause_time */
  double pause_time;   /* GrRunStepsUntil returns after the first step that reaches this simulated time [s] */
  double step;         /* fixed time step; with the integrator `rk`, which varies it, the first time step [s] */
  GrStepBound bound;   /* limits of the time step by stability and accuracy */
  GrPeriod met;        /* output period for which the automatic time step was shortened; met.every = 0: none */
  GrOverlaps overlaps; /* overlaps of particles in the initial state; not set in a resumed run */
  bool step_by_option; /* whether the PETSc option -ts_dt was given */
  /* text for messages: the time step, the limit or the input key that determines it, and the other limits */
  char reason[GR_REASON_MAX];
  /* length of the next step before it was shortened to end at an output time, or at the end of a stage or the run [s];
     later steps use it again. 0: the next step was not shortened */
  double wanted;
  double planned; /* length of the next step after it was shortened [s] */
  /* multiple of the shortest output period at which a step must end after a shorter step was planned [s]; 0: none */
  double landing;
  bool resumed;                /* whether the run has been resumed from a checkpoint */
  PetscInt64 first_step;       /* step number of the checkpoint from which the run was resumed; 0: not resumed */
  PetscInt64 steps_before;     /* number of steps of the run that the step count of the TS does not contain */
  PetscInt64 steps;            /* number of steps since the start or the resumption */
  PetscInt64 contacts_checked; /* step of the last check of all contacts of an assembly; 0: none */
  double written_before;       /* amount of data that this rank had written when the run began [bytes] */
  GrLedger start, end;         /* energy ledger (terms of the energy balance) at the start and at the end of the run */
};

/* Creates a run of the world: its TS, its state vector and its time step. The run has no output yet. from: values of
   the run in the checkpoint from which the world was restored; NULL: the world was not restored. step: number of the
   step at which the checkpoint was written. options: PETSc options as one text. */
PetscErrorCode GrRunBegin(GrWorld world, const GrRunSaved *from, PetscInt64 step, const char *options, GrRun *run);

/* Whether the case has ended or the run must stop. */
static inline bool GrRunEnds(GrRun run)
{
  return run->world->clock.plan.next == GR_NEXT_END || run->stop.cause;
}

/* Sets *step to the number of the current step. */
PetscErrorCode GrRunStep(GrRun run, PetscInt64 *step);
/* Prevents an overflow of the step count of PETSc, which may have 32 bits: before it overflows, moves its value to
   run->steps_before. Call it after each step. */
PetscErrorCode GrRunCountOn(GrRun run);
/* Sets the step number of a resumed run. */
PetscErrorCode GrRunSetStep(GrRun run, PetscInt64 step);

/* Prints the path of the folder that has the results. directory: this path; NULL: nothing is printed. done: whether the
   run has ended without an error. Then the function also prints the command that describes the results. After an error
   the error message names the next command. */
void GrRunResultsPrint(const char *directory, bool done, FILE *out);

/* Integrates the run to its end. Prints the head, the progress and the report of the run on standard output.
   Collective. */
PetscErrorCode GrRunConduct(GrRun run, const GrRunOptions *options);

/* Computes the forces at the start of the run, and records the output at the start. Does nothing when it is called
   again. Collective. */
PetscErrorCode GrRunStart(GrRun run);

/* Sets the folder of the output and locks it. Collective. */
PetscErrorCode GrRunDirectory(GrRun run, GrRunFolder folder);

/* Writes run.json and the copies of the input into the folder at the start of the run. Collective. */
PetscErrorCode GrRunInput(GrRun run);

/* Sets *over to whether a resume has nothing to do: `given` is the folder of a completed run, options->directory names
   no other folder, and options->set does not move the end of the run. Collective. */
PetscErrorCode GrRunIsOver(MPI_Comm comm, const char *given, const GrRunOptions *options, bool *over);

/* Chooses the output folder of a resumed run. home: folder with the checkpoint; given: output folder that the user
   chose, or NULL to use `home`. Locks `home`, but writes no other file. Fails if the output folder cannot be used.
   Collective. */
PetscErrorCode GrRunSettle(GrRunFolder folder, const char *home, const char *given);

/* Checks set[n_set], the changes "path=value" of input keys with which a run is resumed. Fails if a new value would
   change results that have already been computed. */
PetscErrorCode GrRunCheckSets(int n_set, const char *const set[]);

/* Estimates the wall-clock time of a step [s] (forecast.c). rate: measured number of steps per second in the first
   steps. Sets *bed to whether gravity, a load or a stress will press the particles together. If so, the estimate is the
   time of a step of a settled bed, which has many contacts. Otherwise it is 1/rate. Collective. */
PetscErrorCode GrRunForecastStep(GrRun run, double rate, double *seconds, bool *bed);

#endif
