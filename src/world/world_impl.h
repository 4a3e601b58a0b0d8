/* Struct and internal functions of a world (granum/world.h): common data of chains and assemblies, and their table of
   functions (an engine). */
#ifndef GRANUM_WORLD_WORLD_IMPL_H
#define GRANUM_WORLD_WORLD_IMPL_H

#include "base/math/sum.h"
#include "base/timers.h"
#include "io/checkpoint/checkpoint.h"
#include "parallel/load_balance.h"
#include "parallel/sparse_exchange.h"
#include "world/world.h"

typedef struct GrChain_ *GrChain;      /* chain/chain.h */
typedef struct GrBulk_ *GrBulk;        /* bulk/bulk.h */
typedef struct GrOverlaps_ GrOverlaps; /* world/overlap.h */
typedef struct GrOverlap_ GrOverlap;

/* Indices of the energies of the ledger that are sums over particles and contacts, in the order of the members of
   GrLedger. */
enum {
  GR_SUM_KINETIC,
  GR_SUM_ELASTIC,
  GR_SUM_VISCOUS,
  GR_SUM_FRICTIONAL,
  GR_SUM_PLASTIC,
  GR_SUM_BROKEN,
  GR_SUM_DRAG,
  GR_SUM_CARRIED,
  GR_SUM_CHANGES,
  GR_SUM_EXTERNAL,
  GR_SUM_BROUGHT,
  GR_SUM_ENERGIES
};

/* Numbers of parts of the state in dimension 1. VERLET: displacements x and velocities v; RK: also the energy
   dissipated by the dashpot on the right of each bead; PARTS: also the work of the drive of each bead, if a motion is
   prescribed. */
enum { GR_CHAIN_VERLET = 2, GR_CHAIN_RK = 3, GR_CHAIN_PARTS = 4 };

enum { GR_MESSAGE_MAX = 1024 };

/* Key by which faults are ordered: time of the step [s], then the ids of both particles. As second id, walls have
   numbers below all ids, and INT64_MAX means that there is no second body. */
typedef struct {
  double time;
  PetscInt64 first, second;
} GrFaultKey;

/* Functions of an engine, a chain or an assembly. granum/world.h and world/world.h describe the functions of similar
   names, such as GrWorldTotal for `total`. */
typedef struct {
  PetscErrorCode (*create)(GrWorld world);
  PetscErrorCode (*destroy)(GrWorld world);
  GrLayout (*layout)(GrWorld world);
  PetscInt64 (*total)(GrWorld world);
  /* writes the initial state to u; NULL: the initial state is in the world's memory */
  void (*initial)(GrWorld world, double *u);
  double *(*state)(GrWorld world); /* returns the world's memory for the state; NULL: the engine has none */
  double *(*acceleration)(GrWorld world);
  PetscErrorCode (*evaluate)(GrWorld world, double t, const double *u, const GrStepHooks *hooks);
  PetscErrorCode (*commit)(GrWorld world, double t, const double *u);
  PetscErrorCode (*energies)(GrWorld world, const double *u,
                             GrSum sum[GR_SUM_ENERGIES]); /* adds this rank's share of the energies */
  /* records faults of all contacts at the state; NULL: no such check */
  PetscErrorCode (*check_contacts)(GrWorld world, const double *u);
  PetscBool (*fault)(GrWorld world, GrFaultKey *key); /* whether a committed step on this rank has broken a limit */
  /* writes the message about the fault of this rank (guard.h) to message[GR_MESSAGE_MAX] */
  void (*describe_fault)(GrWorld world, char *message);
  PetscErrorCode (*contacts)(GrWorld world, const double *u, GrContactVisit visit, void *context); /* GrRunContacts */
  void (*overlaps)(GrWorld world,
                   /* adds the overlaps of this rank in the initial state; over all ranks each pair is added once */
                   GrOverlaps *overlaps);
  /* writes the name of a particle for messages */
  PetscErrorCode (*name)(GrWorld world, PetscInt64 id, size_t length, char *name);
  const char *(*overlap_remedy)(GrWorld world,
                                /* returns the advice in the message about this overlap */
                                const GrOverlap *overlap);
  /* returns the numbers of particles that have left; NULL: particles cannot leave */
  GrLeft (*left)(GrWorld world);
  /* prints which sides of the domain are open; NULL: there are no sides */
  void (*print_sides)(GrWorld world, const char *mark, FILE *out);
  PetscErrorCode (*step_bound)(GrWorld world, GrStepBound *bound);
  PetscErrorCode (*set_step)(GrWorld world, double step);
  void (*scales)(GrWorld world, double *length, double *speed, double *energy);
  PetscErrorCode (*epoch_ends)(GrWorld world, double t, const double *u, PetscBool *ends); /* NULL: never */
  PetscErrorCode (*epoch)(GrWorld world); /* begins the next epoch; NULL: there is only one epoch */
  PetscInt64 (*unseen)(GrWorld world);    /* NULL: any number */
  /* numbers of messages and bytes that this rank sends for one evaluation */
  void (*traffic)(GrWorld world, double *messages, double *bytes);
  PetscErrorCode (*save)(GrWorld world, const double *u, GrCheckpoint file); /* see GrWorldSave, GrWorldRestore */
  PetscErrorCode (*restore)(GrWorld world, GrCheckpoint file);
} GrWorldOps;

extern const GrWorldOps GrChainOps, GrBulkOps; /* defined in the folders chain and bulk */

struct GrWorld_ {
  const GrWorldOps *ops;
  GrChain chain; /* data of a chain; NULL for an assembly */
  GrBulk bulk;   /* data of an assembly; NULL for a chain */
  MPI_Comm comm;
  int rank, size;
  const GrCase *the_case;
  GrTimers timers;
  /* time of the trial histories [s]; NaN: they belong to an intermediate stage of a Runge-Kutta step */
  double trial_time;
  double evaluation_time; /* time of the last or current evaluation [s] */
  double committed_time;  /* time of the committed state [s] */
  /* whether the integrator never rejects a step, so that trial and committed histories may share memory */
  PetscBool no_rollback;
  double fixed_step;      /* fixed time step of the integrator [s]; 0: unknown or variable */
  GrStepBound step_bound; /* latest result of GrWorldFindStepBound; stable = 0: no result yet */
  double next_step;       /* next step of the integrator [s]; set before GrWorldEpochEnds */
  double until;           /* end of the run, or latest end of the current stage [s] */
  PetscBool alone;        /* whether only the loop of the run uses the state vector */
  /* whether `until` is reached, as set before GrWorldEpochEnds, which changes it to whether the run ends */
  PetscBool over;
  GrUnseen unseen;        /* next steps that the integrator may commit without the loop of the run */
  PetscInt64 evaluations; /* number of evaluations of all forces */
  PetscInt64 rebuilds;    /* number of rebuilds of the neighbour list */
  PetscInt64 checks;      /* number of checks of displacements; each makes one reduction */
  GrTraffic rebuild_traffic;
  GrParallelLoadBalance load_balance;
  double *particle_cost;  /* cost of each owned particle, set while space is partitioned by cost [s] */
  PetscBool ledger_begun; /* whether energy_at_start and external_at_start are set */
  PetscBool ledger_known; /* whether `ledger` is up to date for the committed state */
  GrLedger ledger;
  double energy_at_start;   /* sum of the energies at the start, from which the residual counts [J] */
  double external_at_start; /* potential of gravity and forces at the start, up to a constant [J] */
  double scales[3];         /* scales of length, speed, energy; 0: not computed yet */
  /* while the world is created: checkpoint from which particles are read; NULL: the case defines them */
  GrCheckpoint from;
  PetscBool balanced; /* whether the chain has been brought to equilibrium */
  GrEquilibrium equilibrium;
  double memory_before; /* peak resident memory before the world was created [bytes] */
};

/* Computes the accelerations of the owned particles at time t [s] in the state u, exchanges the states of ghosts, and
   calls the step hooks. Collective. */
static inline PetscErrorCode GrWorldEvaluate(GrWorld w, double t, const double *u, const GrStepHooks *hooks)
{
  PetscCall(GrTimersNext(&w->timers));
  w->evaluation_time = t;
  PetscCall(w->ops->evaluate(w, t, u, hooks));
  w->trial_time = t;
  w->evaluations++;
  return 0;
}

/* Whether the case has drag. The dissipated energy is then computed from the velocities at the end of each step. */
static inline PetscBool GrWorldDrags(GrWorld w)
{
  return (PetscBool)GrDragActs(&w->the_case->drag);
}

/* Writes all data on which later steps depend into a checkpoint, in the order of the ids: the committed state u,
   accelerations, contact histories and energy accounts. Collective. */
PetscErrorCode GrWorldSave(GrWorld world, const double *u, GrCheckpoint file);

/* Creates a world from a checkpoint whose state has this time [s], on any number of ranks. The accelerations in the
   world's memory then belong to the state. Collective. */
PetscErrorCode GrWorldRestore(MPI_Comm comm, const GrCase *the_case, GrCheckpoint file, double time, GrWorld *world);

#endif
