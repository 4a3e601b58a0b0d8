/* granum/run.h: a case driven through PETSc TS from start to end or step by step, with its output.

   A program makes a case (granum/case.h), a world of it (granum/world.h) and a run of that, calls GrRunSteps as often
   as it wants and reads between the steps; it destroys them in the opposite order. inputs/library/step_by_step.c is
   an example. Calls return an error code; what a user caused is told by GrFailureMessage (granum/error.h), and
   GrFailureClear forgets it, so that the program can go on. The vector GrRunState holds the state of granum/world.h. */
#ifndef GRANUM_RUN_H
#define GRANUM_RUN_H

#include <granum/run_folder.h>
#include <granum/world.h>
#include <petscts.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct GrRun_ *GrRun;

/* What a run is told besides its case. {0}: nothing. The last one is for GrRunCase, GrRunStudy and GrRunStudyResume. */
typedef struct {
  const char *petsc;        /* text of the PETSc options meant for it, kept in the results; NULL: none */
  const char *directory;    /* of a run that goes on: where; NULL: in the folder of its checkpoint */
  int n_set;                /* of a run that goes on: */
  const char *const *set;   /* [n_set] "path=value", of keys that do not change the past: time.end, time.step, ... */
  const GrForce *force;     /* of a run that goes on: see granum/force.h; NULL: none */
  PetscBool shows_progress; /* on standard output: how far it is */
  PetscBool warns;          /* of PETSc options that nobody has asked for when the first case starts */
  PetscBool verbose;        /* GrRunReport also prints the performance card */
} GrRunOptions;

/* Sets up a TS for the world: type, right-hand side, step, tolerances, commit in TSPostStep; then PETSc options
   (-ts_...). `folder`: where results go, which is held from here on and must be closed after the run is destroyed;
   NULL: no output at all. `options` NULL: none. Collective. */
PetscErrorCode GrRunCreate(GrWorld world, GrRunFolder folder, const GrRunOptions *options, GrRun *run);

/* Goes on from a checkpoint, or from the newest one of a directory, on any number of ranks: the same bits as if the run
   had never been interrupted. `folder`: one without a path, which becomes the folder of the run; if that is not where
   the checkpoint is, it must not hold a run, and gets a copy of the results so far first. `options`: PETSc's are
   additional ones; those of the run so far hold again. The case and the world are made here and the caller's to
   destroy. Collective. */
PetscErrorCode GrRunResume(MPI_Comm comm, const char *checkpoint, GrRunFolder folder, const GrRunOptions *options,
                           GrCase **the_case, GrWorld *world, GrRun *run);
TS GrRunTS(GrRun run);
Vec GrRunState(GrRun run);

/* One line: the step (for rk the first one) and why it is that. */
const char *GrRunStepReason(GrRun run);

/* Integrates to the end of the case and writes what is due on the way, checkpoints as well. Physics out of range:
   GrFail(GR_EXIT_PHYSICS, ...). Collective. */
PetscErrorCode GrRunSolve(GrRun run);

/* The same for at most n further steps, as often as wanted: the results have the same bits. `ended`: the case has come
   to its end, or a signal or the wall time stopped it, and all is written. n 0: nothing but the forces at the start.
   Collective. */
PetscErrorCode GrRunSteps(GrRun run, PetscInt64 n, PetscBool *ended);

/* What can be read of the particles that this rank has: three numbers each, of which those of a chain are along x and
   have no spin and no torque; radius and mass one. */
typedef enum {
  GR_READ_POSITION, /* [m], inside the box along periodic axes */
  GR_READ_VELOCITY, /* [m/s] */
  GR_READ_SPIN,     /* [rad/s] */
  GR_READ_FORCE,    /* net force, all kinds together; 0 on those that are held or driven [N] */
  GR_READ_TORQUE,   /* about the centre, the same [N m] */
  GR_READ_RADIUS,   /* [m]; 0: a plane */
  GR_READ_MASS      /* [kg] */
} GrQuantity;

/* Between the steps, at any time: the step that the run has come to, and its time [s]; the particles of this rank;
   their ids, [count], from 1; a quantity of them in the same order, [count][3] or [count], in the caller's memory;
   contacts that act, each on one rank alone, handed to `visit` several at a time. The particles of a rank, and their
   order, hold until the next step. The last two are collective. */
PetscErrorCode GrRunWhen(GrRun run, PetscInt64 *step, double *time);
PetscInt GrRunCount(GrRun run);
void GrRunIds(GrRun run, PetscInt64 id[]);
PetscErrorCode GrRunRead(GrRun run, GrQuantity what, double value[]);
PetscErrorCode GrRunContacts(GrRun run, GrContactVisit visit, void *context);

/* Programs that want a run to end early on SIGTERM, SIGINT, SIGUSR1, SIGUSR2 and, unless it is ignored, SIGHUP, with a
   checkpoint: call it soon after PetscInitialize. The case's wall time then counts from here. It may be called before
   that as well, so that no signal is lost: one that comes before the first step stops the run after that step. */
void GrStopCatch(void);

/* Signals end the process again as they do by default; one that came meanwhile does so now. */
void GrStopRelease(void);

/* Did a signal or the wall time stop the run? Then why, when, and how to go on. */
PetscBool GrRunStopped(GrRun run, char *message, size_t length);

/* Where its results go; NULL: nowhere. */
const char *GrRunDirectoryOf(GrRun run);

/* Prints a summary of five lines, with GrRunOptions.verbose also the performance card, and stores the card for run.json.
   out NULL: prints nothing. The first rank prints. Collective. */
PetscErrorCode GrRunReport(GrRun run, FILE *out);

/* `granum check`: builds each case of a study, one after another, and prints its number of particles, the step and its
   limits, the end, the number of steps, a forecast of the run time, memory, the sizes of the output, and the state at
   the start. all: prints the input with all defaults as well; then the output is a valid input. The first rank prints.
   Collective. */
PetscErrorCode GrRunCheck(MPI_Comm comm, const GrStudy *study, PetscBool all, FILE *out);

/* What `granum run` does with one case of particles, from what it prints first to the performance card; into the
   folder, which is one that is not held yet; NULL: no output. Stopped by a signal or the wall time:
   GrFail(GR_EXIT_STOPPED, ...). Collective. */
PetscErrorCode GrRunCase(MPI_Comm comm, const GrCase *the_case, GrRunFolder folder, const GrRunOptions *options);

/* What it does with all else: a study of several cases of particles, or of another problem. Cases of particles run one
   after another, each into FOLDER/NAME of its name (GrStudyCaseName); FOLDER/study.json lists them and how each ended,
   and is renewed after each. One that cannot start, or whose physics fails, does not keep the others from running; the
   first such failure is that of the study, in the end. Collective. */
PetscErrorCode GrRunStudy(MPI_Comm comm, const GrStudy *study, GrRunFolder folder, const GrRunOptions *options);

/* What `granum resume` does: goes on from a checkpoint, from the newest one of a directory, or with the study in a
   directory, of which cases that are done are left, one with a checkpoint goes on from it, and the others start.
   `folder`, `options`: as for GrRunResume. Collective. */
PetscErrorCode GrRunStudyResume(MPI_Comm comm, const char *from, GrRunFolder folder, const GrRunOptions *options);

/* The ledger at the current state. Collective. */
PetscErrorCode GrRunLedger(GrRun run, GrLedger *ledger);
PetscErrorCode GrRunDestroy(GrRun *run);

#ifdef __cplusplus
}
#endif

#endif
