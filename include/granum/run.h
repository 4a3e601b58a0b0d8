/* granum/run.h: a case driven through PETSc TS from start to end or step by step, with its output.

   A program makes a case (granum/case.h), a world of it (granum/world.h) and a run of the world. It calls GrRunSteps
   any number of times, reads quantities between the calls, and destroys everything in the opposite order.
   inputs/library/step_by_step.c is an example. All functions return an error code. GrFailureMessage (granum/error.h)
   has the message of an error that the user caused; GrFailureClear deletes the message, so that the calling program can
   continue. */
#ifndef GRANUM_RUN_H
#define GRANUM_RUN_H

#include <granum/run_folder.h>
#include <granum/world.h>
#include <petscts.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct GrRun_ *GrRun;

/* Options of a run; {0}: defaults. `directory`, `set` and `force` are for resumed runs; `warns` is for GrRunCase,
   GrRunStudy and GrRunStudyResume. */
typedef struct {
  const char *petsc;     /* PETSc options of the run as one text, which is also written to the results; NULL: none */
  const char *directory; /* folder of the output of a resumed run; NULL: the folder of the checkpoint */
  int n_set;             /* number of texts in `set` */
  /* [n_set] changed keys, "path=value"; only keys that affect just the rest of the run: time.end, time.step, ... */
  const char *const *set;
  const GrForce *force;     /* force of the calling program, granum/force.h; NULL: none */
  PetscBool shows_progress; /* whether progress is printed on standard output */
  PetscBool warns;          /* whether a warning names PETSc options that are unused when the first case starts */
  PetscBool verbose;        /* whether GrRunReport also prints the performance card */
} GrRunOptions;

/* Creates a run: a TS with type, right-hand side, step, tolerances and a commit in TSPostStep; PETSc options (-ts_...)
   are applied last and override these settings. folder: folder of the output; the run locks it, and the caller closes
   it after destroying the run. NULL: no output. options NULL: defaults. Collective. */
PetscErrorCode GrRunCreate(GrWorld world, GrRunFolder folder, const GrRunOptions *options, GrRun *run);

/* Resumes a run from a checkpoint, or from the newest checkpoint of a directory, on any number of ranks; the results
   have the bits of an uninterrupted run. folder: a folder object that was created without a path; its path becomes
   options->directory, or the folder of the checkpoint. If it is not the folder of the checkpoint, it must not contain a
   run, and the results are copied into it first. PETSc options are appended to the earlier options of the run. The
   caller destroys case, world and run. Collective. */
PetscErrorCode GrRunResume(MPI_Comm comm, const char *checkpoint, GrRunFolder folder, const GrRunOptions *options,
                           GrCase **the_case, GrWorld *world, GrRun *run);

/* Returns PETSc's TS of the run, which belongs to the run. */
TS GrRunTS(GrRun run);

/* Returns the state vector, with the layout that granum/world.h describes. It belongs to the run and is valid until the
   next call of GrRunSteps. */
Vec GrRunState(GrRun run);

/* Returns one line of text: the time step (for `rk` the first step), its limits, and which limit or key determined
   it. */
const char *GrRunStepReason(GrRun run);

/* Integrates to the end of the case and writes output and checkpoints. GrFail(GR_EXIT_PHYSICS, ...) if a stability
   check fails. Collective. */
PetscErrorCode GrRunSolve(GrRun run);

/* Integrates at most n further steps; the results have the bits of GrRunSolve. With n = 0 it computes only the forces
   at the start. Sets *ended to PETSC_TRUE if the case has ended, or if a signal or the wall time stopped the run; all
   output is then written. Collective. */
PetscErrorCode GrRunSteps(GrRun run, PetscInt64 n, PetscBool *ended);

/* Does the same as GrRunSteps, but the last step is the first that reaches `time` [s]. Makes no step if the current
   time is `time` or later. Collective. */
PetscErrorCode GrRunStepsUntil(GrRun run, PetscInt64 n, double time, PetscBool *ended);

/* Quantities of particles that GrRunRead reads. Vectors have three numbers; in dimension 1 the first is along x, the
   others are 0, and spin and torque are 0. */
typedef enum {
  GR_READ_POSITION, /* [m], inside the box along periodic axes */
  GR_READ_VELOCITY, /* [m/s] */
  GR_READ_SPIN,     /* [rad/s] */
  GR_READ_FORCE,    /* net force [N]; 0 for particles that are fixed or driven */
  GR_READ_TORQUE,   /* net torque about the centre [N m]; 0 for particles that are fixed or driven */
  GR_READ_RADIUS,   /* radius [m]; 0: the bead is a plane */
  GR_READ_MASS      /* [kg] */
} GrQuantity;

/* Sets *step and *time to number and time [s] of the current step. */
PetscErrorCode GrRunWhen(GrRun run, PetscInt64 *step, double *time);

/* Returns the number of particles of this rank. The particles of a rank and their order may change in each call of
   GrRunSteps. */
PetscInt GrRunCount(GrRun run);

/* Sets id[GrRunCount] to the ids of the particles of this rank, which count from 1. */
void GrRunIds(GrRun run, PetscInt64 id[]);

/* Reads a quantity of the particles of this rank, in the order of GrRunIds: value[GrRunCount][3], for radius and mass
   value[GrRunCount]. Collective. */
PetscErrorCode GrRunRead(GrRun run, GrQuantity what, double value[]);

/* Calls visit(context, n, contact) with the acting contacts of this rank, n of them in each call. Each contact is
   visited on one rank only. Collective. */
PetscErrorCode GrRunContacts(GrRun run, GrContactVisit visit, void *context);

/* State of a rigid body. Position and velocity are those of its centre of mass. */
typedef struct {
  PetscInt64 id; /* id of the first sphere of the body */
  double mass;   /* [kg] */
  /* centre of mass, inside the box along periodic axes [m]; its velocity [m/s]; angular velocity [rad/s] */
  double position[3], velocity[3], spin[3];
  double orientation[4]; /* unit quaternion from the principal axes to those of the domain */
} GrRunBody;

/* Sets *n to the number of rigid bodies of this rank, and body[n] to the bodies. body NULL: sets only *n. Not
   collective. */
PetscErrorCode GrRunBodies(GrRun run, PetscInt *n, GrRunBody body[]);

/* State of a wall, and the force on it. */
typedef struct {
  const char *name; /* valid until the case is destroyed */
  /* force of the particles on the wall [N]; their torque about its reference point [N m] */
  double force[3], torque[3];
  /* reference point [m]; velocity of this point [m/s]; angular velocity [rad/s] */
  double position[3], velocity[3], spin[3];
  double orientation[4]; /* rotation since the start, as a unit quaternion */
} GrRunWall;

/* Sets *n to the number of walls and wall[n] to the walls in the order of the input, with the same bits on any number
   of ranks. wall NULL: sets only *n. Collective. */
PetscErrorCode GrRunWalls(GrRun run, int *n, GrRunWall wall[]);

/* Changes an assembly between two steps. The neighbour list is rebuilt and all forces are evaluated again;
   GrLedger.taken_by_changes includes the change of energy. Checkpoints and input.yaml do not contain the changes, so
   that a resumed run continues without them. The time step does not change. Fails if the run has ended, for chains, for
   integrators with variable steps, and if a restriction in the comments of GrWorldChanges is violated. Collective. */
PetscErrorCode GrRunChange(GrRun run, const GrWorldChanges *changes);

/* Begins to catch signals: from now on SIGTERM, SIGINT, SIGUSR1, SIGUSR2 and, unless it is ignored, SIGHUP end a run
   early with a checkpoint. The wall-clock time of the case (output.wall_time) also begins now. Call it soon after
   PetscInitialize, or before, so that no signal is lost: a signal before the first step stops the run after the first
   step. */
void GrRunStopCatch(void);

/* Restores the default action of the signals that GrRunStopCatch catches. If one of them has been caught, raises it. */
void GrRunStopRelease(void);

/* Returns whether a signal, the wall-clock time or a file `stop` has stopped the run. If so, writes the cause, the
   time, and the command that continues the run to message[length]. */
PetscBool GrRunStopped(GrRun run, char *message, size_t length);

/* Returns the folder of the output; NULL: the run has no output. */
const char *GrRunDirectoryOf(GrRun run);

/* Prints a summary of five lines and, if GrRunOptions.verbose is set, the performance card. Stores the card for
   run.json. out NULL: prints nothing. The first rank prints. Collective. */
PetscErrorCode GrRunReport(GrRun run, FILE *out);

/* `granum check`: builds each case of a study, one after another, and prints its number of particles, the step and its
   limits, the end, the number of steps, a forecast of the run time, memory, the sizes of the output, and the state at
   the start. all: prints the input with all defaults as well; then the output is a valid input. The first rank prints.
   Collective. */
PetscErrorCode GrRunCheck(MPI_Comm comm, const GrStudy *study, PetscBool all, FILE *out);

/* As GrRunCheck, but prints one JSON document. If the name of a member ends in a unit, its value is a number in this
   unit. next: the command that runs the case, part of the document; NULL: none. Collective. */
PetscErrorCode GrRunCheckJson(MPI_Comm comm, const GrStudy *study, PetscBool all, const char *next, FILE *out);

/* `granum run` for one case of particles, with all that it prints. folder: a folder object that no run has locked yet;
   NULL: no output. If a signal or the wall time stops the run: GrFail(GR_EXIT_STOPPED, ...). Collective. */
PetscErrorCode GrRunCase(MPI_Comm comm, const GrCase *the_case, GrRunFolder folder, const GrRunOptions *options);

/* `granum run` for a study of chains or assemblies, or for an ensemble of impacts, bouncing balls or mechanisms. Chains
   and assemblies run one after another, each in FOLDER/NAME (GrStudyCaseName). FOLDER/study.json lists them and their
   states; it is rewritten after each case. If a case is refused or fails with GR_EXIT_PHYSICS, the other cases still
   run, and the function returns the first of these failures at its end. Collective. */
PetscErrorCode GrRunStudy(MPI_Comm comm, const GrStudy *study, GrRunFolder folder, const GrRunOptions *options);

/* `granum resume`: resumes a run from a checkpoint or from the newest checkpoint of a directory; or a study from its
   directory: completed cases are skipped, cases with a checkpoint are resumed, the others start. folder, options: see
   GrRunResume. Collective. */
PetscErrorCode GrRunStudyResume(MPI_Comm comm, const char *from, GrRunFolder folder, const GrRunOptions *options);

/* Computes the energy ledger at the current state. Collective. */
PetscErrorCode GrRunLedger(GrRun run, GrLedger *ledger);
/* Destroys a run, but neither its world nor its folder. If the run has not ended, the results recorded so far remain in
   the folder. Collective. */
PetscErrorCode GrRunDestroy(GrRun *run);

#ifdef __cplusplus
}
#endif

#endif
