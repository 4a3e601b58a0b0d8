/* Parts of the struct of a world (world/world_impl.h): its clock, its load and its energy account. */
#ifndef GRANUM_WORLD_PARTS_H
#define GRANUM_WORLD_PARTS_H

#include "parallel/load_balance.h"
#include "world/checks.h"
#include "world/step.h"
#include "world/step_bound.h"
#include <granum/world.h>
#include <stdbool.h>

/* Times and steps of a world. */
typedef struct {
  /* time of the evaluation whose trial histories can be committed [s]; NaN: none, or a stage of a Runge-Kutta step */
  double trial;
  double evaluation;   /* time for which the forces are being or were last evaluated [s] */
  double committed;    /* time of the committed state [s] */
  double fixed_step;   /* time step of an integrator with fixed steps [s]; 0: not set, or the steps are variable */
  double contact_step; /* integrators with variable steps: longest step in which a contact acts [s] */
  GrAttempt attempt;   /* integrators with variable steps: attempt that the last evaluation belongs to */
  GrStepBound bound;   /* limits of the time step (GrWorldFindStepBound); member `stable` 0: not yet known */
  double next_step;    /* length of the next time step [s]; the run sets it before it calls GrWorldPlanNext */
  double until;        /* time of the end of the run or, with stages, of the latest end of the current stage [s] */
  GrStepPlan plan;     /* of the next steps */
} GrWorldClock;

/* Work of a rank, and how the ranks share it. */
typedef struct {
  PetscInt64 evaluations;        /* number of evaluations of all forces */
  PetscInt64 rebuilds;           /* number of rebuilds of the neighbour list */
  PetscInt64 checks;             /* number of checks of displacements; each check makes one reduction over all ranks */
  GrTraffic traffic;             /* messages that this rank has sent in rebuilds of the neighbour list */
  GrParallelLoadBalance balance; /* loads of the ranks, and the decision on a new partition of space */
  double *particle_cost; /* estimated time of each owned particle [ns]; NULL except during a partition of space */
  double memory_before;  /* peak resident memory before the world was created [bytes] */
} GrWorldLoad;

/* Energy balance of a world. */
typedef struct {
  bool begun;            /* whether energy_at_start and external_at_start are set */
  bool known;            /* whether `ledger` is up to date for the committed state */
  GrLedger ledger;       /* energy balance of all ranks */
  GrBalance balance;     /* state of the checks of the energy balance, at the last check */
  GrBalance balance_now; /* the same with the ledger of the committed state, if `known` is set */
  /* sum of all energies minus external work and inserted energy, at the start [J]; the residual is its later change */
  double energy_at_start;
  /* GR_SUM_EXTERNAL at the start [J]; not 0, because the work of a force is its scalar product with the position */
  double external_at_start;
} GrWorldAccount;

#endif
