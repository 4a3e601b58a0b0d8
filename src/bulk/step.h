/* One time step of an assembly: evaluation of all forces, commit (acceptance of the step), energies, and faults. A
   fault is an exceeded limit, such as an overlap that is too large; it ends the run. A contact has a committed history
   (after the last accepted step) and a trial history (of the step that is being computed). The contacts of a block of
   candidate pairs (neighbours.h) are evaluated together, as a batch. The head of bulk/force.c lists the six parts of a
   step. */
#ifndef GRANUM_BULK_STEP_H
#define GRANUM_BULK_STEP_H

#include "base/math/vec4.h"
#include "bulk/drag/decay.h"
#include "contact/batch.h"
#include "particle/store.h"
#include "world/world_impl.h"

/* Kinds of faults.
     OVERLAP  the overlap of a contact exceeds its limit
     PRESSED  the same between two bodies with prescribed motion; it has the members of OVERLAP
     PATH     a particle or a load-controlled wall has moved so far that the neighbour list may miss a contact
     LOAD     a load-controlled wall has moved farther than the domain length without touching a particle
     PASSAGE  a particle has passed through a wall or another particle in one step
     NETWORK  the time step is too long for all contacts of a particle or wall together
     BOND     the particles of a bond that never breaks are too far apart for its evaluation
     FINITE   a number of a particle, of its contacts or of a wall is not finite */
typedef enum {
  GR_BROKEN_NOTHING,
  GR_BROKEN_OVERLAP,
  GR_BROKEN_PRESSED,
  GR_BROKEN_PATH,
  GR_BROKEN_LOAD,
  GR_BROKEN_PASSAGE,
  GR_BROKEN_NETWORK,
  GR_BROKEN_BOND,
  GR_BROKEN_FINITE
} GrBroken;

/* A fault: an exceeded limit, which ends the run. Members that a kind of fault (GrBroken) does not use are 0. */
typedef struct {
  GrBroken what;     /* kind of the fault */
  double time;       /* end of the step [s] */
  PetscInt64 first;  /* id of the particle; 0: a wall has the fault (PATH, LOAD, NETWORK) */
  PetscInt64 second; /* OVERLAP, PASSAGE, BOND: id of the second particle; 0: the second body is a wall */
  int wall;          /* index of the wall in the case; -1: no wall is involved */
  int rule;          /* OVERLAP: index of the contact rule in GrModel.rule */
  int contacts;      /* NETWORK: number of contacts of the particle or wall */
  /* OVERLAP: overlap [m]; PATH: displacement from the reference position [m]; LOAD: displacement along the normal [m];
     PASSAGE: displacement of the particle in the step, relative to the other body [m] */
  double overlap;
  double limit;   /* OVERLAP: largest allowed overlap [m]; PATH: largest allowed displacement [m] */
  double radius;  /* OVERLAP, PASSAGE: smaller radius of the two bodies [m] */
  double longest; /* longest stable step [s], for one contact (OVERLAP) or all contacts of a body (NETWORK) */
  double speed;   /* PATH: speed of the particle or wall; OVERLAP with a wall: speed of the wall towards it [m/s] */
  double rate;    /* OVERLAP: overlap rate [m/s] */
  PetscInt64 triangle;  /* PASSAGE: index of the triangle in the mesh, from 0; -1: no mesh */
  const char *quantity; /* FINITE: name of the quantity that is not finite */
} GrFault;

/* Indices in a row of GrBulkStep.sum, which has the sums over all contacts of a particle.
     0 to 2  force [N]
     3       power that normal dashpots dissipate [W]
     4 to 6  torque [N m]
     7       power that sliding dissipates [W]
   The order allows the code to add four numbers at a time (base/math/vec4.h). */
enum { GR_BULK_FORCE, GR_BULK_VISCOUS = 3, GR_BULK_TORQUE, GR_BULK_SLIDING = 7, GR_BULK_SUM };

/* Arrays for the particles of this rank (n) or for its particles and ghosts (n_all), and the recorded faults. */
typedef struct {
  double *inverse_mass;    /* [n] 1/mass [1/kg]; 0: the velocity of the particle is prescribed */
  double *inverse_inertia; /* [n] 1/moment of inertia [1/(kg m^2)]; 0: the spin of the particle is prescribed */
  /* [n_all + 1][GR_BULK_SUM] sums over the contacts of each particle and ghost (GR_BULK_FORCE, ...). The rows of the
     owned particles are 0 between evaluations. The last row belongs to no particle and is not used */
  double *sum;
  /* [n][2] power that dashpots dissipate, and power that sliding dissipates, in the last evaluation [W]. Used only if
     the integrator may reject a step: the energies are then updated in GrBulkCommit */
  double *power;
  /* [n] power that moving walls, prescribed motions, the box, a custom force (GrForce), and gravity and forces on
     groups over time supply to each particle [W]; NULL: the case has none of these */
  double *external_power;
  double gravity[3];    /* acceleration of gravity at the time of the last evaluation [m/s^2] */
  double *group_force;  /* [3 n_group_forces] forces on groups at this time (GrCaseFindGroupForces) [N] */
  GrDragOfSphere *drag; /* [n] drag on each particle in the current step (bulk/drag/decay.h); NULL: there is no drag */
  GrDrag fluid[2];      /* drag of the fluid at the start of the current step and at the time of the last evaluation */
  GrFault trial_fault, fault; /* first fault of the last evaluation, not yet accepted, and of the accepted steps */
} GrBulkStep;

/* Implements GrWorldEvaluate. u [GR_STATE n]: the memory of the world if a step is made. Collective. */
PetscErrorCode GrBulkEvaluate(GrWorld world, double t, double *u, const GrStep *step);
/* Advances particles [first, last) in the memory of the world by a step (world/step.h). */
void GrBulkAdvance(GrWorld world, const GrStep *step, PetscInt first, PetscInt last);

/* Sends the state u [GR_STATE n] of the particles of this rank to their ghosts on other ranks. Collective. */
PetscErrorCode GrBulkExchangeHalo(GrWorld world, const double *u);

/* Calls visit(context, batch) for each block of candidate pairs, in the order in which forces are evaluated. batch: the
   acting contacts of the block and their geometry, for the current state of particles and ghosts (GrStore.state). A
   contact acts if the surfaces overlap or are within the reach of adhesion. A batch may have no contacts. */
void GrBulkWalkPairs(GrWorld world, GrBatchVisit visit, void *context);
/* Calls visit(context, batch) for the acting contacts with walls, at the time of the last accepted step. */
void GrBulkWalkWalls(GrWorld world, GrBatchVisit visit, void *context);
/* Calls visit(context, batch) for the contacts between particles, then for the contacts with walls. */
void GrBulkWalkContacts(GrWorld world, GrBatchVisit visit, void *context);

/* Finds the particles of this rank that have passed through a wall or a candidate partner in a step of the length
   `interval` [s] that ends at time t [s]. Calls keep(world, fault) for each. Does nothing if no body is fast enough for
   that (passage.c). */
void GrBulkFindPassages(GrWorld world, double t, double interval, void (*keep)(GrWorld, const GrFault *));

/* Computes the accelerations of the particles of this rank from contact forces (GrBulkStep.sum) and external forces.
   Then sets the sums to 0 and finishes the step. half: half the time since the last accepted step [s]. */
void GrBulkFinish(GrWorld world, double half, const GrStep *step);

/* Accepts the step that ended at time t [s] with the state u [GR_STATE n]: trial histories and powers become committed.
   In fused steps (GrStep.joins) u is already one step further; what needs the positions at t precedes GrBulkFinish. */
PetscErrorCode GrBulkCommit(GrWorld world, double t, const double *u);

/* Computes the acceleration a[GR_RATES] that particle i would have without contacts, at the state after the last
   accepted step. Returns the power of the custom force (GrForce) on the particle [W]. */
double GrBulkComputeFreeAcceleration(GrWorld world, PetscInt i, double a[GR_RATES]);

/* Adds the energies that dashpots and sliding dissipate in a step to the energies in work[GR_WORK] of a particle
   (GrStore.work), by the trapezoidal rule. work[] also has the two powers at the beginning of the step. The function
   replaces them by `viscous` and `sliding`, the powers at its end [W]. half: half the length of the step [s]. */
static inline void GrBulkAddWork(double *restrict work, double half, double viscous, double sliding)
{
  const GrVec4 power = {viscous, sliding, viscous, sliding};
  GrVec4 row;

  GrVec4Load(work, &row);
  const GrVec4 sum = row + half * (__builtin_shufflevector(row, row, 2, 3, 2, 3) + power);
  row = __builtin_shufflevector(sum, power, 0, 1, 4, 5);
  GrVec4Store(&row, work);
}

/* Copies the force [N] and torque [N m] of particle i from step->sum to sum[0] and sum[1], and sets step->sum of the
   particle to 0. If no_rollback is true (the integrator accepts every step), adds the energy that the step dissipates
   to store->work. Otherwise stores the dissipated powers in step->power until the step is accepted. half: half the time
   since the last accepted step [s]. */
GR_VEC4_INLINE void GrBulkTakeSum(const GrBulkStep *step, const GrStore *store, bool no_rollback, double half, size_t i,
                                  GrVec4 sum[2])
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

/* Adds sign F . x to `sum` [J]. sign: 1 or -1; F: gravity and group forces on the particle; x: its unwrapped position.
   F is constant, so the work of F is the change of F . x. */
void GrBulkAddExternalWork(GrWorld world, const double *u, PetscInt particle, double sign, GrSum *sum);

/* Adds the accumulated energies of a particle (dissipated by dashpots, by sliding, by drag, ...) to sum[], the sums of
   the energy ledger [J]. */
void GrBulkAddAccumulated(GrWorld world, const double *u, PetscInt particle, GrSum sum[GR_SUM_ENERGIES]);

/* Adds the kinetic energy of a particle to `sum` [J]. */
void GrBulkAddKineticEnergy(GrWorld world, const double *u, PetscInt particle, GrSum *sum);

/* Adds the energies of the particles, contacts and walls of this rank to sum[], the sums of the energy ledger [J]. u
   [GR_STATE n]: state after the last accepted step. Collective. */
PetscErrorCode GrBulkSumEnergies(GrWorld world, const double *u, GrSum sum[GR_SUM_ENERGIES]);

/* Returns the number of the pair type whose coefficients determine the stable time step of contact i of a batch. The
   type of a contact may be a family: one pair type for all radii of two materials (contact/model.h). The function then
   computes a temporary pair type, which is valid until the next call. Otherwise it returns the pair type of the
   contact. */
PetscInt GrBulkFindLimitingType(GrWorld world, const GrBatchContacts *contacts, int i);

/* Checks whether all numbers of the committed state u [GR_STATE n] are finite: state and force of particles and bodies,
   contact histories, load-controlled walls (finite.c). Records a fault for each number that is not. */
void GrBulkCheckFinite(GrWorld world, const double *u);

/* Finds the particle of this rank with the largest share of an energy of the ledger (GR_SUM_...). Sets *most to this
   share [J] and *id to the particle; leaves both unchanged for an energy of which particles have no shares.
   Collective. */
PetscErrorCode GrBulkFindLargestShare(GrWorld world, const double *u, int energy, double *most, PetscInt64 *id);

/* Writes "wall NAME" with the number of a wall in the case, or "particle ID" with wall -1. */
void GrBulkNameBody(GrWorld world, PetscInt64 particle, PetscInt64 wall, char name[GR_NAME_MAX + 8]);

/* Replaces the recorded fault *kept by *fault if no fault is recorded, or if *fault is earlier. At equal times, the
   fault with the lower ids is kept. */
void GrBulkKeepFault(GrFault *kept, const GrFault *fault);

/* Returns whether this rank has a fault in an accepted step. If so, sets *key (time and ids), by which the ranks find
   the first fault of all ranks. */
bool GrBulkFindFaultKey(GrWorld world, GrFaultKey *key);

/* Writes the error message for the recorded fault of this rank to message[GR_MESSAGE_MAX]. */
void GrBulkDescribeFault(GrWorld world, char *message);

#endif
