/* granum/run.h: a case driven through PETSc TS from start to end, with its output.

   The state vector holds, per rank, [displacements | velocities] for the `verlet` type, and [displacements | velocities
   | energy dissipated by the dashpot on the right of each bead] for `rk`, which so integrates the ledger to its own
   order. */
#ifndef GRANUM_RUN_H
#define GRANUM_RUN_H

#include <granum/world.h>
#include <petscts.h>

typedef struct GrRun_ *GrRun;

/* Sets up a TS for the world: type, right-hand side, step, tolerances, commit in TSPostStep; then PETSc options
   (-ts_...). `directory`: where results go, made if missing; NULL: no output at all. `options`: text of the command's
   PETSc options, kept in the results. */
PetscErrorCode GrRunCreate(GrWorld world, const char *directory, const char *options, GrRun *run);
TS GrRunTS(GrRun run);
Vec GrRunState(GrRun run);

/* One line: the step (for rk the first one) and why it is that. */
const char *GrRunStepReason(GrRun run);

/* Integrates to the end of the case and writes what is due on the way. Physics out of range: GrFail(GR_EXIT_PHYSICS,
 * ...). */
PetscErrorCode GrRunSolve(GrRun run);

/* Prints the performance card and writes run.json (if there is a directory). */
PetscErrorCode GrRunReport(GrRun run, FILE *out, int argc, char **argv);

/* The ledger at the current state. Collective. */
PetscErrorCode GrRunLedger(GrRun run, GrLedger *ledger);
PetscErrorCode GrRunDestroy(GrRun *run);

#endif
