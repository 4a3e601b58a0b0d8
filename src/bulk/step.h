/* One step of an assembly: evaluation, commit, energies and faults. The schedule is at the head of force.c. */
#ifndef GRANUM_BULK_STEP_H
#define GRANUM_BULK_STEP_H

#include "base/math/vec4.h"
#include "contact/batch.h"
#include "particle/store.h"
#include "world/world_impl.h"

/* Fault of a step on this rank: it broke a limit. */
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
  double time;              /* end of the step [s] */
  PetscInt64 first, second; /* ids; second 0: a wall or none; first 0: the wall itself, for GR_BROKEN_PATH and _LOAD */
  int wall;                 /* number of the wall; -1: none */
  int rule;                 /* number of the contact rule in the model */
  int contacts;             /* for GR_BROKEN_NETWORK: number of contacts of particle `first` */
  double overlap, limit;    /* [m]; for GR_BROKEN_PATH the displacement and its limit */
  double radius;            /* smaller radius of the two bodies [m] */
  double longest;           /* longest step that this overlap, or these contacts, allow [s] */
  double speed;             /* for GR_BROKEN_PATH: speed [m/s] */
  PetscInt64 triangle; /* for GR_BROKEN_PASSAGE: triangle of the wall; overlap is the displacement in the step [m] */
} GrFault;

/* Sums of an evaluation for each particle. Numbers 0 to 3: force [N], power of the normal dashpots [W]. Numbers 4 to 7:
   torque [N m], power of sliding [W]. Each four are a vector (base/math/vec4.h). */
enum { GR_BULK_FORCE, GR_BULK_VISCOUS = 3, GR_BULK_TORQUE, GR_BULK_SLIDING = 7, GR_BULK_SUM };

typedef struct {
  double *inverse_mass, *inverse_inertia; /* [n] [1/kg], [1/(kg m^2)]; 0: the velocity is prescribed */
  double *sum;   /* [GR_BULK_SUM (n_all + 1)]; the last row belongs to no particle; zero between evaluations */
  double *power; /* [2 n] powers of dashpots and of sliding, last evaluation [W]; unused if no step is rejected */
  /* [n] power of moving walls, prescribed motions, the box and a GrForce on each particle [W]; NULL: none of these */
  double *external_power;
  GrFault trial_fault; /* fault of the last evaluation */
  GrFault fault;       /* first fault of a committed step */
} GrBulkStep;

/* Evaluates all forces at time t [s]: parts 1 to 5 of the schedule. u [GR_STATE n] is the state at t, or the committed
   state if hooks->advance advances it. Collective. */
PetscErrorCode GrBulkEvaluate(GrWorld world, double t, const double *u, const GrStepHooks *hooks);

/* Part 2 of the schedule: sends the state u [GR_STATE n] of particles to their ghosts. Collective. */
PetscErrorCode GrBulkExchangeHalo(GrWorld world, const double *u);

/* Calls `visit` for each block of candidates with a batch of its contacts at the state u [GR_STATE n_all], in the order
   of evaluation. The batch may have no contacts. */
void GrBulkWalkPairs(GrWorld world, const double *u, GrBatch *batch, GrBatchVisit visit, void *context);

/* Part 5 of the schedule: computes the accelerations of the particles of this rank that belong to no body from their
   sums, clears the sums, and calls hooks->finish. half: half the time since the last completed step [s]. */
void GrBulkFinish(GrWorld world, double half, const GrStepHooks *hooks);

/* Part 6 of the schedule: accepts the evaluation as the state u at time t [s]. */
PetscErrorCode GrBulkCommit(GrWorld world, double t, const double *u);

/* Computes the acceleration a[GR_RATES] that particle i would have without contacts at the committed state. Returns the
   power of the GrForce of the case on it [W]. */
double GrBulkComputeFreeAcceleration(GrWorld world, PetscInt i, double a[GR_RATES]);

/* Power [W] that the drag takes from a sphere with a radius [m] and velocity[6]: velocity [m/s], spin [rad/s]. */
double GrBulkFindDragPower(const GrDrag *drag, double radius, const double *velocity);

/* Adds the work of dashpots and of sliding over a step of length 2 half [s] to work[GR_WORK] of a particle, by the
   trapezoidal rule. viscous, sliding: powers at the end of the step [W]. */
static inline void GrBulkAddWork(double *restrict work, double half, double viscous, double sliding)
{
  work[GR_WORK_VISCOUS] += half * (work[GR_WORK_VISCOUS_POWER] + viscous);
  work[GR_WORK_SLIDE] += half * (work[GR_WORK_SLIDE_POWER] + sliding);
  work[GR_WORK_VISCOUS_POWER] = viscous;
  work[GR_WORK_SLIDE_POWER] = sliding;
}

/* Copies the sums of particle i to sum[2] and clears them. Powers are integrated at once if every evaluation becomes a
   step, and otherwise kept for the commit. */
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

/* Adds `sign` times the work of gravity and of group forces on a particle since the start [J]. */
void GrBulkAddExternalWork(GrWorld world, const double *u, PetscInt particle, double sign, GrSum *sum);

/* Adds the energies that a particle has accumulated, each to its row of the ledger [J]. */
void GrBulkAddAccumulated(GrWorld world, const double *u, PetscInt particle, GrSum sum[GR_SUM_ENERGIES]);

/* Adds the kinetic energy of a particle [J]. */
void GrBulkAddKineticEnergy(GrWorld world, const double *u, PetscInt particle, GrSum *sum);

/* Adds this rank's share of all energies at the committed state u [J]. Collective. */
PetscErrorCode GrBulkSumEnergies(GrWorld world, const double *u, GrSum sum[GR_SUM_ENERGIES]);

/* Returns a pair type with the coefficients of contact i. The result is valid until the next call. */
PetscInt GrBulkFindLimitingType(GrWorld world, const GrBatch *batch, int i);

/* Keeps a fault for each particle of this rank whose contacts at the committed state u [GR_STATE n] are not stable at
   the fixed step, by the bound that is estimated before the run (contact/stable_step.c). Collective. */
PetscErrorCode GrBulkCheckContacts(GrWorld world, const double *u);

/* Replaces *kept by `fault` if `fault` is earlier, or has lower ids at the same time. */
void GrBulkKeepFault(GrFault *kept, const GrFault *fault);

/* Whether a committed step on this rank broke a limit. Sets *key to the place of this fault in the order of faults. */
PetscBool GrBulkFindFaultKey(GrWorld world, GrFaultKey *key);

/* Writes the message about the committed fault of this rank (world/guard.h) to message[GR_MESSAGE_MAX]. */
void GrBulkDescribeFault(GrWorld world, char *message);

#endif
