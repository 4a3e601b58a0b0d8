/* The inside of a world (granum/world.h): what beads on a line and spheres in space share, and what each does its own
   way. */
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

/* Rows of the ledger that are sums over particles and contacts, in its order (GrLedger). */
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

/* Parts of the state of beads on a line: x, v, (rk) the energy dissipated by the dashpot on the right of each, and (rk,
   if any motion is prescribed) the work of its drive. */
enum { GR_CHAIN_VERLET = 2, GR_CHAIN_RK = 3, GR_CHAIN_PARTS = 4 };

enum { GR_MESSAGE_MAX = 1024 };

/* Which fault comes before which: the time of the step [s], then two ids; in place of a second one, walls have numbers
   below all ids, and what has no partner INT64_MAX. */
typedef struct {
  double time;
  PetscInt64 first, second;
} GrFaultKey;

/* What a world does its own way; see granum/world.h for the calls of the same names. */
typedef struct {
  PetscErrorCode (*create)(GrWorld world);
  PetscErrorCode (*destroy)(GrWorld world);
  GrLayout (*layout)(GrWorld world);
  PetscInt64 (*total)(GrWorld world);
  void (*initial)(GrWorld world, double *u); /* NULL: the world has its own memory for the state */
  double *(*state)(GrWorld world);           /* NULL: it has none */
  double *(*acceleration)(GrWorld world);
  PetscErrorCode (*evaluate)(GrWorld world, double t, const double *u, const GrStepHooks *hooks);
  PetscErrorCode (*commit)(GrWorld world, double t, const double *u);
  PetscErrorCode (*energies)(GrWorld world, const double *u, GrSum sum[GR_SUM_ENERGIES]); /* adds this rank's share */
  PetscBool (*fault)(GrWorld world, GrFaultKey *key);   /* has a committed step on this rank broken a limit? */
  void (*describe_fault)(GrWorld world, char *message); /* of that fault, see guard.h; GR_MESSAGE_MAX bytes */
  PetscErrorCode (*contacts)(GrWorld world, const double *u, GrContactVisit visit, void *context); /* GrRunContacts */
  void (*overlaps)(GrWorld world, GrOverlaps *overlaps); /* adds those of this rank in the initial state, each once */
  PetscErrorCode (*name)(GrWorld world, PetscInt64 id, size_t length, char *name); /* of a particle, in messages */
  const char *(*overlap_remedy)(GrWorld world, const GrOverlap *overlap);          /* what to write instead */
  GrLeft (*left)(GrWorld world);                                                   /* NULL: no particle ever leaves */
  void (*print_sides)(GrWorld world, const char *mark, FILE *out);                 /* NULL: there are none */
  PetscErrorCode (*step_bound)(GrWorld world, GrStepBound *bound);
  PetscErrorCode (*set_step)(GrWorld world, double step);
  void (*scales)(GrWorld world, double *length, double *speed, double *energy);
  PetscErrorCode (*epoch_ends)(GrWorld world, double t, const double *u, PetscBool *ends); /* NULL: never */
  PetscErrorCode (*epoch)(GrWorld world);                                                  /* NULL: there is but one */
  PetscInt64 (*unseen)(GrWorld world);                                                     /* NULL: any number */
  void (*traffic)(GrWorld world, double *messages, double *bytes); /* that this rank sends for one evaluation */
  PetscErrorCode (*save)(GrWorld world, const double *u, GrCheckpoint file); /* see GrWorldSave, GrWorldRestore */
  PetscErrorCode (*restore)(GrWorld world, GrCheckpoint file);
} GrWorldOps;

extern const GrWorldOps GrChainOps, GrBulkOps; /* of the folders chain and bulk */

struct GrWorld_ {
  const GrWorldOps *ops;
  GrChain chain; /* one of the two */
  GrBulk bulk;
  MPI_Comm comm;
  int rank, size;
  const GrCase *the_case;
  GrTimers timers;
  double trial_time;      /* for which the trial buffers were computed; not a number: for no solution */
  double evaluation_time; /* of the last evaluation, or the one at hand [s] */
  double committed_time;  /* [s] */
  PetscBool no_rollback;  /* every evaluation with a drift is sure to become a step: nothing needs to be taken back */
  double fixed_step;      /* of the integrator [s]; 0: none is known, or it varies */
  GrStepBound step_bound; /* as last found; stable 0: not yet */
  double next_step;       /* that the integrator will try [s]; set before GrWorldEpochEnds */
  double until;           /* the run ends here, or the stage at hand does so at latest [s] */
  PetscBool alone;        /* nobody but the loop of the run has the vector of the state */
  PetscBool over;         /* before GrWorldEpochEnds: that time has come; after it: the run ends */
  GrUnseen unseen;        /* steps that the integrator may commit by itself */
  PetscInt64 evaluations; /* of all forces */
  PetscInt64 rebuilds;    /* of the neighbourhood */
  PetscInt64 checks;      /* of displacements: a reduction over all ranks each */
  GrTraffic rebuild_traffic;
  GrLoadBalance load_balance;
  double *particle_cost; /* of each owned particle, while space is about to be partitioned by it */
  PetscBool ledger_begun;
  PetscBool ledger_known; /* the next one is that of the committed state */
  GrLedger ledger;
  double energy_at_start;   /* [J] */
  double external_at_start; /* what gravity and forces have to give at the start, up to a constant [J] */
  double scales[3];         /* of length, speed, energy, as they were when first asked for; 0: not yet */
  GrCheckpoint from;        /* while the world is made: where its particles come from; NULL: from the case */
  PetscBool balanced;       /* has the chain been brought to rest? */
  GrEquilibrium equilibrium;
  double memory_before; /* peak resident memory before the world was made [byte] */
};

/* Accelerations at (t, u) of the owned particles; exchanges ghosts, so all ranks must call it together. */
static inline PetscErrorCode GrWorldEvaluate(GrWorld w, double t, const double *u, const GrStepHooks *hooks)
{
  PetscFunctionBeginUser;
  PetscCall(GrTimersNext(&w->timers));
  w->evaluation_time = t;
  PetscCall(w->ops->evaluate(w, t, u, hooks));
  w->trial_time = t;
  w->evaluations++;
  PetscFunctionReturn(0);
}

/* The fluid takes energy, which a commit counts by the velocities at the end of the step. */
static inline PetscBool GrWorldDrags(GrWorld w)
{
  return (PetscBool)GrDragActs(&w->the_case->drag);
}

/* Puts into a checkpoint what the future of the world depends on, at the committed state u: the state, accelerations,
   histories and energy accounts, in id order. Collective. */
PetscErrorCode GrWorldSave(GrWorld world, const double *u, GrCheckpoint file);

/* GrWorldCreate for a world that is what the saved one was at `time`, the time of the checkpoint, on any number of
   ranks. Its accelerations belong to its state. Collective. */
PetscErrorCode GrWorldRestore(MPI_Comm comm, const GrCase *the_case, GrCheckpoint file, double time, GrWorld *world);

#endif
