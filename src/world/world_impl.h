/* The inside of a world (granum/world.h): common data and the table of functions of chains and assemblies. */
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

/* Energies of the ledger that are sums over particles and contacts, in the order of GrLedger. */
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

/* Parts of the state in dimension 1: x, v; for `rk` the energy dissipated by the dashpot on the right of each bead;
   and, if a motion is prescribed, the work of its drive. */
enum { GR_CHAIN_VERLET = 2, GR_CHAIN_RK = 3, GR_CHAIN_PARTS = 4 };

enum { GR_MESSAGE_MAX = 1024 };

/* Order of faults: time of the step [s], then two ids. In place of the second id, walls have numbers below all ids, and
   INT64_MAX means no partner. */
typedef struct {
  double time;
  PetscInt64 first, second;
} GrFaultKey;

/* Functions of an engine; see granum/world.h for the functions of the same names. */
typedef struct {
  PetscErrorCode (*create)(GrWorld world);
  PetscErrorCode (*destroy)(GrWorld world);
  GrLayout (*layout)(GrWorld world);
  PetscInt64 (*total)(GrWorld world);
  void (*initial)(GrWorld world, double *u); /* NULL: the state is in the world's memory */
  double *(*state)(GrWorld world);           /* NULL: the state is not in the world's memory */
  double *(*acceleration)(GrWorld world);
  PetscErrorCode (*evaluate)(GrWorld world, double t, const double *u, const GrStepHooks *hooks);
  PetscErrorCode (*commit)(GrWorld world, double t, const double *u);
  PetscErrorCode (*energies)(GrWorld world, const double *u,
                             GrSum sum[GR_SUM_ENERGIES]);           /* adds the sums of this rank */
  PetscErrorCode (*check_contacts)(GrWorld world, const double *u); /* finds faults of the state; NULL: none */
  PetscBool (*fault)(GrWorld world, GrFaultKey *key);   /* whether a committed step on this rank has broken a limit */
  void (*describe_fault)(GrWorld world, char *message); /* message of this fault, see guard.h; GR_MESSAGE_MAX bytes */
  PetscErrorCode (*contacts)(GrWorld world, const double *u, GrContactVisit visit, void *context); /* GrRunContacts */
  void (*overlaps)(GrWorld world,
                   GrOverlaps *overlaps); /* adds the overlaps of this rank in the initial state, each pair once */
  PetscErrorCode (*name)(GrWorld world, PetscInt64 id, size_t length, char *name); /* name of a particle for messages */
  const char *(*overlap_remedy)(GrWorld world,
                                const GrOverlap *overlap);         /* advice for the message about this overlap */
  GrLeft (*left)(GrWorld world);                                   /* NULL: particles cannot leave */
  void (*print_sides)(GrWorld world, const char *mark, FILE *out); /* NULL: there are no sides */
  PetscErrorCode (*step_bound)(GrWorld world, GrStepBound *bound);
  PetscErrorCode (*set_step)(GrWorld world, double step);
  void (*scales)(GrWorld world, double *length, double *speed, double *energy);
  PetscErrorCode (*epoch_ends)(GrWorld world, double t, const double *u, PetscBool *ends); /* NULL: never */
  PetscErrorCode (*epoch)(GrWorld world);                          /* NULL: there is only one epoch */
  PetscInt64 (*unseen)(GrWorld world);                             /* NULL: any number */
  void (*traffic)(GrWorld world, double *messages, double *bytes); /* numbers that this rank sends for one evaluation */
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
  double trial_time;      /* time of the trial histories [s]; NaN: they belong to an intermediate stage */
  double evaluation_time; /* time of the last or current evaluation [s] */
  double committed_time;  /* time of the committed state [s] */
  PetscBool no_rollback;  /* the integrator never rejects a step */
  double fixed_step;      /* step of the integrator [s]; 0: unknown or variable */
  GrStepBound step_bound; /* latest result of GrWorldFindStepBound; stable = 0: no result yet */
  double next_step;       /* next step of the integrator [s]; set before GrWorldEpochEnds */
  double until;           /* end of the run, or latest end of the current stage [s] */
  PetscBool alone;        /* only the loop of the run uses the state vector */
  PetscBool over;         /* before GrWorldEpochEnds: `until` is reached; after it: the run ends */
  GrUnseen unseen;        /* steps that the integrator may commit itself */
  PetscInt64 evaluations; /* evaluations of all forces */
  PetscInt64 rebuilds;    /* rebuilds of the neighbour list */
  PetscInt64 checks;      /* checks of displacements, one reduction each */
  GrTraffic rebuild_traffic;
  GrParallelLoadBalance load_balance;
  double *particle_cost;  /* cost of each owned particle, during a repartitioning by cost */
  PetscBool ledger_begun; /* energy_at_start and external_at_start are set */
  PetscBool ledger_known; /* `ledger` is that of the committed state */
  GrLedger ledger;
  double energy_at_start;   /* [J] */
  double external_at_start; /* potential of gravity and forces at the start, up to a constant [J] */
  double scales[3];         /* scales of length, speed, energy; 0: not computed yet */
  GrCheckpoint from;        /* during creation: checkpoint of the particles; NULL: the case defines them */
  PetscBool balanced;       /* the chain has been brought to equilibrium */
  GrEquilibrium equilibrium;
  double memory_before; /* peak resident memory before the world was made [byte] */
};

/* Computes the accelerations of the owned particles at (t, u) and calls the hooks; exchanges ghosts. Collective. */
static inline PetscErrorCode GrWorldEvaluate(GrWorld w, double t, const double *u, const GrStepHooks *hooks)
{
  PetscCall(GrTimersNext(&w->timers));
  w->evaluation_time = t;
  PetscCall(w->ops->evaluate(w, t, u, hooks));
  w->trial_time = t;
  w->evaluations++;
  return 0;
}

/* Whether a fluid dissipates energy, which a commit computes from the velocities at the end of the step. */
static inline PetscBool GrWorldDrags(GrWorld w)
{
  return (PetscBool)GrDragActs(&w->the_case->drag);
}

/* Writes the committed state u, accelerations, histories and energy accounts into a checkpoint, in id order: all data
   on which later steps depend. Collective. */
PetscErrorCode GrWorldSave(GrWorld world, const double *u, GrCheckpoint file);

/* Creates a world from a checkpoint of this time [s], on any number of ranks. Its accelerations belong to its state.
   Collective. */
PetscErrorCode GrWorldRestore(MPI_Comm comm, const GrCase *the_case, GrCheckpoint file, double time, GrWorld *world);

#endif
