/* granum/run.h: functions that integrate a case with PETSc's TS, from start to end or step by step, and write its
   output.

   A program creates three objects in this order: a case (granum/case.h), a world with the particles of the case
   (granum/world.h), and a run that integrates the world. It calls GrRunSteps any number of times, reads quantities
   between the calls, and destroys the objects in the opposite order. inputs/library/step_by_step.c is an example. If a
   function returns an error that the user caused, GrFailureMessage (granum/error.h) returns the message.
   GrFailureClear deletes the message, so that the calling program can continue. */
#ifndef GRANUM_RUN_H
#define GRANUM_RUN_H

#include <granum/particle.h>
#include <petscts.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct GrRun_ *GrRun;
typedef struct GrRunFolder_ *GrRunFolder; /* the folder of a run (granum/command.h) */

/* Options of a run; {0}: defaults. Only resumed runs use `directory`, `set` and `force`. Only GrRunCase, GrRunStudy and
   GrRunStudyResume use `warns`; only the last two use `groups`. */
typedef struct {
  const char *petsc;     /* PETSc options of the run as one text, which granum also stores in the results; NULL: none */
  const char *directory; /* output folder of a resumed run; NULL: the folder of the checkpoint */
  int n_set;             /* number of input keys that a resumed run changes */
  /* [n_set] input keys that a resumed run changes, each as "path=value". Only keys that do not affect the part of the
     run before the checkpoint are allowed: time.end, time.step, ... */
  const char *const *set;
  const GrForce *force; /* custom force of the calling program (granum/particle.h); NULL: none */
  bool shows_progress;  /* whether the run prints its progress on standard output */
  bool warns;           /* whether to warn about unused PETSc options when the first case starts */
  int groups;           /* number of groups of ranks that share the cases of a study; 0: one */
  /* whether GrRunReport also prints the performance card: times per phase, memory, messages */
  bool verbose;
} GrRunOptions;

/* Creates a run and its TS (time integrator of PETSc). granum sets the type, right-hand side, time step and tolerances
   of the TS, and the function that PETSc calls after each step (TSSetPostStep). PETSc options (-ts_...) override these
   settings. folder: output folder, which the run locks; NULL: no output. The caller closes the folder after destroying
   the run. options NULL: defaults. Collective. */
PetscErrorCode GrRunCreate(GrWorld world, GrRunFolder folder, const GrRunOptions *options, GrRun *run);

/* Resumes a run from a checkpoint file, or from the newest checkpoint in a directory, on any number of ranks. The
   results have the same bits as the results of an uninterrupted run. folder: a folder object without path; its path
   becomes options->directory or, if that is NULL, the folder of the checkpoint. A new folder must not contain a run;
   the earlier results are first copied into it. PETSc options are appended to the earlier options of the run. The
   caller destroys case, world and run. Collective. */
PetscErrorCode GrRunResume(MPI_Comm comm, const char *checkpoint, GrRunFolder folder, const GrRunOptions *options,
                           GrCase **the_case, GrWorld *world, GrRun *run);

/* Returns the TS (time integrator of PETSc) of the run. The caller must not destroy it. */
TS GrRunTS(GrRun run);

/* Returns the state vector, with the layout that granum/world.h describes. The caller must not destroy the vector. It
   is valid until the next call of GrRunSteps. */
Vec GrRunState(GrRun run);

/* Returns one line of text: the time step (with the integrator `rk` the first time step), its limits, and the limit or
   input key that determined it. */
const char *GrRunStepReason(GrRun run);

/* Integrates to the end of the case and writes output and checkpoints. Fails with exit code GR_EXIT_PHYSICS if a
   stability check fails. Collective. */
PetscErrorCode GrRunSolve(GrRun run);

/* Integrates at most n further steps. The results have the same bits as with GrRunSolve. With n = 0 it computes only
   the forces at the start. Sets *ended to true if the case has ended, or if a signal or the limit of the
   wall-clock time stopped the run; all output is then written. Collective. */
PetscErrorCode GrRunSteps(GrRun run, PetscInt64 n, bool *ended);

/* Integrates like GrRunSteps, but stops also after the step that reaches or passes the time `time` [s]. Makes no step
   if the current time is `time` or later. Collective. */
PetscErrorCode GrRunStepsUntil(GrRun run, PetscInt64 n, double time, bool *ended);

/* Quantities of particles that GrRunRead reads. Vectors have three components. In dimension 1 the components along y
   and z are 0, and so are spin and torque. */
typedef enum {
  GR_READ_POSITION, /* position of the centre [m]; inside the box along periodic axes */
  GR_READ_VELOCITY, /* velocity of the centre [m/s] */
  GR_READ_SPIN,     /* angular velocity [rad/s] */
  GR_READ_FORCE,    /* net force on the particle [N]; 0 for a particle that is fixed or has a prescribed motion */
  GR_READ_TORQUE,   /* net torque about the centre [N m]; 0 for a particle that is fixed or has a prescribed motion */
  GR_READ_RADIUS,   /* radius [m]; 0: the bead of a chain is a plane */
  GR_READ_MASS      /* mass [kg] */
} GrQuantity;

/* Sets *step to the number of steps made so far, and *time to the current time [s]. */
PetscErrorCode GrRunWhen(GrRun run, PetscInt64 *step, double *time);

/* Returns the number of particles that this rank owns. GrRunSteps may change these particles and their order. */
PetscInt GrRunCount(GrRun run);

/* Sets id[0] to id[n - 1] to the ids of the n particles of this rank, n = GrRunCount(run). The particles of the whole
   run are numbered from 1; an id does not depend on the number of ranks. */
void GrRunIds(GrRun run, PetscInt64 id[]);

/* Reads one quantity of the n particles of this rank, n = GrRunCount(run), in the order of GrRunIds. value: output,
   [n] for radius and mass, [n][3] for the other quantities. Collective. */
PetscErrorCode GrRunRead(GrRun run, GrQuantity what, double value[]);

/* Visits all contacts of this rank (GrContact in granum/world.h) by calls of visit(context, n, contact), each with n
   contacts. A contact between particles of two ranks is visited on only one of these ranks. Collective. */
PetscErrorCode GrRunContacts(GrRun run, GrContactVisit visit, void *context);

/* State of a rigid body that consists of several spheres. */
typedef struct {
  PetscInt64 id; /* id of the first sphere of the body */
  double mass;   /* mass of the body [kg] */
  /* position of the centre of mass, inside the box along periodic axes [m] */
  double position[3];
  double velocity[3]; /* velocity of the centre of mass [m/s] */
  double spin[3];     /* angular velocity [rad/s] */
  /* unit quaternion (w, x, y, z). Its rotation matrix converts a vector from components along the principal axes of the
     body to components along x, y, z */
  double orientation[4];
} GrRunBody;

/* Sets *n to the number of rigid bodies of this rank, and body[n] to their states. body NULL: sets only *n. Not
   collective. */
PetscErrorCode GrRunBodies(GrRun run, PetscInt *n, GrRunBody body[]);

/* State of a wall, and the force on it. The reference point of a wall is the point that its shape defines. */
typedef struct {
  const char *name;      /* name of the wall; valid until the case is destroyed */
  double force[3];       /* total force of the particles on the wall [N] */
  double torque[3];      /* torque of the particles about the reference point of the wall [N m] */
  double position[3];    /* position of the reference point [m] */
  double velocity[3];    /* velocity of the reference point [m/s] */
  double spin[3];        /* angular velocity of the wall [rad/s] */
  double orientation[4]; /* rotation of the wall since the start of the run, as a unit quaternion (w, x, y, z) */
} GrRunWall;

/* Sets *n to the number of walls, and wall[n] to their states, in the order of the input. The values have the same bits
   on any number of ranks. wall NULL: sets only *n. Collective. */
PetscErrorCode GrRunWalls(GrRun run, int *n, GrRunWall wall[]);

/* Changes gravity, wall velocities or particle velocities of an assembly (dimension 2 or 3) between two steps. Then
   rebuilds the neighbour list and evaluates all forces again. GrLedger.taken_by_changes includes the change of energy.
   The time step does not change. Later checkpoints contain the values in force, and a resumed run continues with them;
   input.yaml does not contain them. run.json has the number of changes and the times of the first and the last. Fails
   if the run has ended, the case is a chain, the integrator has variable steps, or the changes violate a restriction of
   GrWorldChanges. Collective. */
PetscErrorCode GrRunChange(GrRun run, const GrWorldChanges *changes);

/* Begins to catch signals. From then on SIGTERM, SIGINT, SIGUSR1, SIGUSR2 and, unless the process ignores it, SIGHUP
   end a run early with a checkpoint. A signal before the first step stops the run after the first step. Call the
   function directly before or after PetscInitialize, so that no signal is lost. The wall-clock limit output.wall_time
   counts from this call if MPI is initialised, and from the start of the run otherwise. */
void GrRunStopCatch(void);

/* Restores the default action of the signals that GrRunStopCatch catches. Raises the signal that was caught, if any. */
void GrRunStopRelease(void);

/* Returns whether the run was stopped early by a signal, by the limit of the wall-clock time, or by a file `stop` in
   its folder. If so, writes the cause, the time, and the command that resumes the run to message[length]. */
bool GrRunStopped(GrRun run, char *message, size_t length);

/* Returns the path of the output folder; NULL: the run has no output. */
const char *GrRunDirectoryOf(GrRun run);

/* Prints a summary of a few lines and, if GrRunOptions.verbose is set, the performance card (times, memory, messages).
   Also stores the performance card, which run.json then contains. out NULL: prints nothing. The first rank prints.
   Collective. */
PetscErrorCode GrRunReport(GrRun run, FILE *out);

/* Returns the text of warning k of the run, from 0: of all its segments if it has a folder, which must not be closed
   yet; otherwise of this process. NULL: there are fewer warnings, or this is not the first rank. Not collective. */
const char *GrRunWarning(GrRun run, int k);

/* Computes the energies of the whole system at the current time. Collective. */
PetscErrorCode GrRunLedger(GrRun run, GrLedger *ledger);
/* Destroys a run, but neither its world nor its folder. If the run has not ended, the results recorded so far remain in
   the folder. Collective. */
PetscErrorCode GrRunDestroy(GrRun *run);

#ifdef __cplusplus
}
#endif

#endif
