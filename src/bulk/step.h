/* One step of an assembly: evaluation, commit, energies and faults. The schedule is at the head of force.c. */
#ifndef GRANUM_BULK_STEP_H
#define GRANUM_BULK_STEP_H

#include "base/math/vec4.h"
#include "contact/batch.h"
#include "particle/store.h"
#include "world/world_impl.h"

/* Limit that a step broke on this rank. OVERLAP: the overlap limit of a contact; PATH: the displacement that a particle
   or wall may have in a step; LOAD: a load-controlled wall has moved farther than the domain length without touching a
   particle; PASSAGE: a particle has passed through a triangle of a mesh; NETWORK: the contacts of a particle together
   are unstable. */
typedef enum {
  GR_BROKEN_NOTHING,
  GR_BROKEN_OVERLAP,
  GR_BROKEN_PATH,
  GR_BROKEN_LOAD,
  GR_BROKEN_PASSAGE,
  GR_BROKEN_NETWORK
} GrBroken;
typedef struct {
  GrBroken what;
  double time; /* end of the step [s] */
  /* ids of the particles; second 0: a wall, or none; first 0: only a wall, for PATH and LOAD */
  PetscInt64 first, second;
  int wall;              /* number of the wall; -1: no wall is involved */
  int rule;              /* number of the contact rule in the model */
  int contacts;          /* NETWORK: number of contacts of particle `first` */
  double overlap, limit; /* overlap and its limit [m]; PATH: displacement in the step and its limit [m] */
  double radius;         /* smaller radius of the two bodies [m] */
  double longest;        /* longest time step that is stable for this overlap, or for these contacts [s] */
  double speed;          /* PATH: speed of the particle or wall [m/s] */
  PetscInt64 triangle;   /* PASSAGE: number of the triangle; `overlap` is the displacement in the step [m] */
} GrFault;

/* Sums over the contacts of a particle in an evaluation. Numbers 0 to 2: force [N]; 3: power of the normal dashpots
   [W]; 4 to 6: torque [N m]; 7: power of sliding [W]. Each group of four is added as one vector (base/math/vec4.h). */
enum { GR_BULK_FORCE, GR_BULK_VISCOUS = 3, GR_BULK_TORQUE, GR_BULK_SLIDING = 7, GR_BULK_SUM };

typedef struct {
  /* [n] 1/mass [1/kg] and 1/moment of inertia [1/(kg m^2)]; 0: the velocity is prescribed */
  double *inverse_mass, *inverse_inertia;
  /* [n_all + 1][GR_BULK_SUM] sums of each particle and ghost; the last row is a dummy. 0 between evaluations */
  double *sum;
  /* [n][2] powers of dashpots and of sliding in the last evaluation [W]; unused if no step can be rejected */
  double *power;
  /* [n] power of moving walls, prescribed motions, the deforming box and the force of a program (GrForce) on each
     particle [W]; NULL: the case has none of these */
  double *external_power;
  GrFault trial_fault; /* first fault in the last evaluation */
  GrFault fault;       /* first fault of a committed step */
} GrBulkStep;

/* Evaluates all forces at time t [s]: parts 1 to 5 of the schedule. u [GR_STATE n]: the state at t, or the committed
   state if hooks->advance moves the particles first. Collective. */
PetscErrorCode GrBulkEvaluate(GrWorld world, double t, const double *u, const GrStepHooks *hooks);

/* Part 2 of the schedule: sends the state u [GR_STATE n] of particles to their ghosts. Collective. */
PetscErrorCode GrBulkExchangeHalo(GrWorld world, const double *u);

/* For each block of candidates in the order of evaluation, computes `batch`, the acting contacts of the block at the
   state u [GR_STATE n_all], and calls visit(context, batch). A batch may have no contacts. */
void GrBulkWalkPairs(GrWorld world, const double *u, GrBatch *batch, GrBatchVisit visit, void *context);

/* Part 5 of the schedule: computes the accelerations of the particles of this rank that belong to no body from their
   sums (GrBulkStep.sum), sets the sums to 0, and calls hooks->finish. half: half the time since the last completed step
   [s]. */
void GrBulkFinish(GrWorld world, double half, const GrStepHooks *hooks);

/* Part 6 of the schedule: commits the last evaluation, which becomes the accepted step that ended at time t [s] with
   the state u [GR_STATE n]. */
PetscErrorCode GrBulkCommit(GrWorld world, double t, const double *u);

/* Computes the acceleration a[GR_RATES] that particle i would have without contacts at the committed state. Returns the
   power of the program's force (GrForce) on the particle [W]. */
double GrBulkComputeFreeAcceleration(GrWorld world, PetscInt i, double a[GR_RATES]);

/* Computes the drag on a sphere: force[6], force [N], then torque [N m]. radius [m]; velocity[6]: velocity [m/s], spin
   [rad/s]. Returns the power that the drag dissipates [W]. */
double GrBulkFindDrag(const GrDrag *drag, double radius, const double *velocity, double force[6]);

/* Adds the work of dashpots and of sliding in a step to work[GR_WORK], the energies of a particle (store.work), by the
   trapezoidal rule. half: half the length of the step [s]; viscous, sliding: powers at the end of the step [W]. */
static inline void GrBulkAddWork(double *restrict work, double half, double viscous, double sliding)
{
  work[GR_WORK_VISCOUS] += half * (work[GR_WORK_VISCOUS_POWER] + viscous);
  work[GR_WORK_SLIDE] += half * (work[GR_WORK_SLIDE_POWER] + sliding);
  work[GR_WORK_VISCOUS_POWER] = viscous;
  work[GR_WORK_SLIDE_POWER] = sliding;
}

/* Copies the sums of particle i, force [N] and torque [N m], to sum[2] and sets them to 0. If no_rollback is set, every
   evaluation becomes a step, and the powers of the particle are integrated at once; otherwise they are stored for the
   commit. half: half the time since the last completed step [s]. */
GR_VEC4_INLINE void GrBulkTakeSum(const GrBulkStep *step, const GrStore *store, PetscBool no_rollback, double half,
                                  size_t i, GrVec4 sum[2])
{
  double *restrict from = step->sum + GR_BULK_SUM * i;
  const GrVec4 none = {0};

  GrVec4Load(from + GR_BULK_FORCE, &sum[0]);
  GrVec4Load(from + GR_BULK_TORQUE, &sum[1]);
  if (no_rollback) {
    GrBulkAddWork(store->work + GR_WORK * i, half, from[GR_BULK_VISCOUS], from[GR_BULK_SLIDING]);
  } else {
    step->power[2 * i] = from[GR_BULK_VISCOUS];
    step->power[2 * i + 1] = from[GR_BULK_SLIDING];
  }
  GrVec4Store(&none, from + GR_BULK_FORCE);
  GrVec4Store(&none, from + GR_BULK_TORQUE);
}

/* Adds to `sum` sign times the work of gravity and of group forces on a particle since the start [J]. */
void GrBulkAddExternalWork(GrWorld world, const double *u, PetscInt particle, double sign, GrSum *sum);

/* Adds the energies that a particle has accumulated (work of dashpots, sliding, drag, ...) to the rows of the ledger
   sum[] [J]. */
void GrBulkAddAccumulated(GrWorld world, const double *u, PetscInt particle, GrSum sum[GR_SUM_ENERGIES]);

/* Adds the kinetic energy of a particle to `sum` [J]. */
void GrBulkAddKineticEnergy(GrWorld world, const double *u, PetscInt particle, GrSum *sum);

/* Adds this rank's share of all energies at the committed state u [GR_STATE n] to sum[] [J]. Collective. */
PetscErrorCode GrBulkSumEnergies(GrWorld world, const double *u, GrSum sum[GR_SUM_ENERGIES]);

/* Returns the number of a pair type with the coefficients of contact i of a batch. If the coefficients of the contact
   depend on its two radii (a family, contact/model.h), it is a temporary pair type, valid until the next call. */
PetscInt GrBulkFindLimitingType(GrWorld world, const GrBatch *batch, int i);

/* Records a fault for each particle of this rank whose contacts at the committed state u [GR_STATE n] are together
   unstable at the fixed time step, by the bound of contact/stable_step.c. Collective. */
PetscErrorCode GrBulkCheckContacts(GrWorld world, const double *u);

/* Replaces the recorded fault *kept by `fault` if `fault` is earlier, or at the same time has lower ids. */
void GrBulkKeepFault(GrFault *kept, const GrFault *fault);

/* Returns whether a committed step broke a limit on this rank. If so, sets *key, by which all ranks find the first
   fault. */
PetscBool GrBulkFindFaultKey(GrWorld world, GrFaultKey *key);

/* Writes the message about the recorded fault of this rank to message[GR_MESSAGE_MAX] (world/guard.h). */
void GrBulkDescribeFault(GrWorld world, char *message);

#endif
