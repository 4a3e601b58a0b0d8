/* granum/world.h: the particles of a case spread over ranks, their contacts, and one evaluation of all forces.

   Dimension 1: beads on a line. Each rank owns one contiguous run of beads and sees one ghost bead at each end. The
   state of the beads is a pair of arrays of length n_owned: the displacement x [m] from the bead's reference position
   and the velocity v [m/s]. Working with displacements keeps overlaps exact however long the chain is: a bead 5 km down
   the line would otherwise resolve its overlap to 1e-12 m only.

   Trial and committed: GrWorldEvaluate is a pure function of (committed history, t, x, v). It writes trial history and
   may be called any number of times for any trial step. GrWorldCommit accepts the last evaluation, which must have been
   made at the accepted time; nothing ever has to be undone. */
#ifndef GRANUM_WORLD_H
#define GRANUM_WORLD_H

#include <granum/case.h>
#include <granum/results.h>
#include <petscvec.h>

typedef struct GrWorld_ *GrWorld;

/* Energy of the whole system [J]. The books balance when residual stays near zero. */
typedef struct {
  double kinetic;
  double elastic;            /* what the contacts would give back */
  double dissipated_viscous; /* work of the dashpots since the start */
  double dissipated_plastic; /* consumed by the contacts' histories since the start */
  double external_work;      /* work of gravity since the start */
  double residual;           /* kinetic + elastic + dissipated - external_work - their value at the start */
} GrLedger;

/* Builds particles, contacts and halo. The case must outlive the world. Collective. */
PetscErrorCode GrWorldCreate(MPI_Comm comm, const GrCase *the_case, GrWorld *world);
PetscErrorCode GrWorldDestroy(GrWorld *world);

MPI_Comm GrWorldComm(GrWorld world);
const GrCase *GrWorldCase(GrWorld world);
GrRows GrWorldRows(GrWorld world); /* beads of this rank: total, first, count */

/* Initial displacements (zero) and velocities, arrays of length count owned by the caller. */
void GrWorldInitial(GrWorld world, double *x, double *v);

/* What an integrator does to a run of beads on the way of an evaluation: `drift` brings x and v of beads [first, last)
   to the time of the evaluation, just before they are needed; `kick` takes their accelerations a[0 .. last - first)
   [m/s^2], just after they are known and when v of these beads is needed no more. So a step goes through memory once.
 */
typedef struct {
  void (*drift)(void *context, PetscInt first, PetscInt last); /* NULL: x and v are there already */
  void (*kick)(void *context, PetscInt first, PetscInt last, const double *a);
  void *context;
} GrSweep;

/* Accelerations at (t, x, v) of the owned beads; exchanges ghosts, so all ranks must call it together. */
PetscErrorCode GrWorldEvaluate(GrWorld world, double t, const double *x, const double *v, const GrSweep *sweep);

/* The dashpots' power [W] of the contact on the right of each owned bead, from the last evaluation. */
void GrWorldPower(GrWorld world, double *power);

/* Marks the last evaluation as a stage that is not a solution: GrWorldCommit will not take it. */
void GrWorldStage(GrWorld world);

/* Accepts the step that ended at time t. If the last evaluation was not made at t, evaluates again at (t, x, v). */
PetscErrorCode GrWorldCommit(GrWorld world, double t, const double *x, const double *v);

/* The ledger at the committed state (x, v). `viscous`: NULL, or the dissipated energy per owned bead where the
   integrator carries it as part of its state. The first call fixes the start. Collective. */
PetscErrorCode GrWorldLedger(GrWorld world, const double *x, const double *v, const double *viscous, GrLedger *ledger);

/* Mean of the two contact forces [N] on an owned bead at the committed state; a missing neighbour counts as zero force.
 */
double GrWorldForce(GrWorld world, PetscInt bead);

/* Fails (GR_EXIT_PHYSICS) on all ranks if a committed step on any rank broke a limit since the start. Collective: one
 * scalar maximum. */
PetscErrorCode GrWorldGuard(GrWorld world);

/* Longest stable step of the central-difference scheme at the overlaps that the case's speeds, gravity and
   precompression allow, and one line that says which contact sets it. Infinite when nothing moves. */
void GrWorldStepBound(GrWorld world, double *step, char *reason, size_t length);

/* Tells the guard which step a fixed-step integrator uses: overlaps at which it would be unstable become an error. */
void GrWorldSetStep(GrWorld world, double step);

/* Scales of length, speed and energy of the case, for error control. Never zero. */
void GrWorldScales(GrWorld world, double *length, double *speed, double *energy);

#endif
