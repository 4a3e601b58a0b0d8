/* Internal struct and functions of a world (granum/world.h). A world is a chain (dimension 1) or an assembly (dimension
   2 or 3). This header has the data that chains and assemblies have in common, and the table of the functions that each
   of them implements. A set of these functions is called an engine. */
#ifndef GRANUM_WORLD_WORLD_IMPL_H
#define GRANUM_WORLD_WORLD_IMPL_H

#include "base/math/sum.h"
#include "base/timers.h"
#include "io/checkpoint/checkpoint.h"
#include "parallel/sparse_exchange.h"
#include "world/parts.h"
#include "world/world.h"
#include <stdbool.h>

typedef struct GrChain_ *GrChain;      /* chain/chain.h */
typedef struct GrBulk_ *GrBulk;        /* bulk/bulk.h */
typedef struct GrOverlaps_ GrOverlaps; /* world/overlap.h */
typedef struct GrOverlap_ GrOverlap;

/* Indices of the energies in the array sum[] of GrWorldOps.energies. Each is a sum over particles and contacts [J].
   They have the order of the members of GrLedger (granum/world.h). */
enum {
  GR_SUM_KINETIC,    /* kinetic energy */
  GR_SUM_ELASTIC,    /* elastic energy of contacts and bonds */
  GR_SUM_VISCOUS,    /* energy dissipated by the normal dashpots */
  GR_SUM_FRICTIONAL, /* energy dissipated by sliding, rolling and twisting */
  GR_SUM_PLASTIC,    /* plastic work of contacts */
  GR_SUM_BROKEN,     /* energy that bonds had when they broke */
  GR_SUM_DRAG,       /* energy dissipated by drag */
  GR_SUM_CARRIED,    /* energy of the particles that left or were removed, and of their contacts */
  GR_SUM_CHANGES,    /* energy lost when a new stage or the calling program changes parameters of the case */
  GR_SUM_EXTERNAL,   /* work of external forces, moving walls and prescribed motions */
  GR_SUM_BROUGHT,    /* energy of the inserted particles */
  GR_SUM_ENERGIES    /* number of energies */
};

/* Number of values per bead in the state vector of a chain. VERLET: displacement x and velocity v. RK: in addition the
   energy that the dashpot on the right of the bead has dissipated. PARTS: in addition the work of prescribed motions
   and of a custom force (GrForce) on the bead; used if the case has them. */
enum { GR_CHAIN_VERLET = 2, GR_CHAIN_RK = 3, GR_CHAIN_PARTS = 4 };

enum { GR_MESSAGE_MAX = 1024 };

/* Key by which all ranks find the first fault. A fault is an exceeded limit of the stability check, for example of an
   overlap or a displacement. Keys are compared by time, then by `first`, then by `second`. */
typedef struct {
  double time;       /* time of the step [s] */
  PetscInt64 first;  /* id of the first particle of the fault */
  PetscInt64 second; /* id of the second particle of the fault; negative: a wall; INT64_MAX: there is no second body */
  bool foreign;      /* whether another rank owns the first particle; not compared, but this rank describes the fault */
} GrFaultKey;

/* Functions of an engine: of a chain or of an assembly. A member without comment implements the function of the same
   name in granum/world.h or world/world.h: `total` implements GrWorldTotal. */
typedef struct {
  /* creates the parts of a world, without particles; `fill` or `restore` follows */
  PetscErrorCode (*create)(GrWorld world);
  /* fills a new world from the case, for GrWorldCreate */
  PetscErrorCode (*fill)(GrWorld world);
  /* fills a world from a checkpoint, for GrWorldRestore */
  PetscErrorCode (*restore)(GrWorld world, GrCheckpoint file);
  PetscErrorCode (*destroy)(GrWorld world);
  GrLayout (*layout)(GrWorld world);
  PetscInt64 (*total)(GrWorld world);
  /* writes the initial state to u; NULL: the initial state is in the world's memory */
  void (*initial)(GrWorld world, double *u);
  /* returns the world's memory for the state; NULL: the world has no such memory */
  double *(*state)(GrWorld world);
  double *(*acceleration)(GrWorld world);
  /* implements GrWorldEvaluate; changes u only if step->length > 0 */
  PetscErrorCode (*evaluate)(GrWorld world, double t, double *u, const GrStep *step);
  PetscErrorCode (*commit)(GrWorld world, double t, const double *u);
  /* evaluates expressions with observables at the committed start u of a run; NULL: there are none. Collective */
  PetscErrorCode (*start)(GrWorld world, double t, const double *u);
  /* whether some contact of this rank acts in the last evaluation of forces */
  bool (*acts)(GrWorld world);
  /* adds the energies of the particles and contacts of this rank to sum[] */
  PetscErrorCode (*energies)(GrWorld world, const double *u, GrSum sum[GR_SUM_ENERGIES]);
  /* sets *most to the largest share of a particle of this rank in an energy (GR_SUM_...) [J], and *id to this particle;
     the shares are absolute values. Leaves both unchanged if the shares are unknown. Collective */
  PetscErrorCode (*largest_share)(GrWorld world, const double *u, int energy, double *most, PetscInt64 *id);
  /* records a fault if a number of the committed state u, of a history, a wall or the box is not finite */
  void (*check_finite)(GrWorld world, const double *u);
  /* checks for each particle whether the fixed time step is stable with all contacts of the particle together, at the
     committed state u; records a fault if it is not stable; NULL: the engine has no such check */
  PetscErrorCode (*check_contacts)(GrWorld world, const double *u);
  /* returns whether this rank has recorded a fault (see GrFaultKey), and sets *key to its first fault */
  bool (*fault)(GrWorld world, GrFaultKey *key);
  /* writes the message about the first fault of this rank (guard.h) to message[GR_MESSAGE_MAX] */
  void (*describe_fault)(GrWorld world, char *message);
  /* implements GrRunContacts */
  PetscErrorCode (*contacts)(GrWorld world, const double *u, GrContactVisit visit, void *context);
  /* adds overlaps in the initial state to *overlaps; each overlap is added on one rank only */
  void (*overlaps)(GrWorld world, GrOverlaps *overlaps);
  /* writes the name by which messages refer to a particle */
  PetscErrorCode (*name)(GrWorld world, PetscInt64 id, size_t length, char *name);
  /* returns advice for the message about an overlap that is too large */
  const char *(*overlap_remedy)(GrWorld world, const GrOverlap *overlap);
  /* returns the numbers of particles that have left the domain; NULL: particles cannot leave it */
  GrLeft (*left)(GrWorld world);
  /* prints through which sides of the domain particles can leave; NULL: the domain has no sides */
  void (*print_sides)(GrWorld world, const char *mark, FILE *out);
  PetscErrorCode (*step_bound)(GrWorld world, GrStepBound *bound);
  void (*set_step)(GrWorld world, double step);
  void (*scales)(GrWorld world, double *length, double *speed, double *energy);
  /* sets *ends if the neighbour list must be rebuilt (GrWorldPlanNext); NULL: the run has only one epoch */
  PetscErrorCode (*epoch_ends)(GrWorld world, double t, const double *u, bool *ends);
  /* implements GrWorldEpoch; NULL: the run has only one epoch */
  PetscErrorCode (*epoch)(GrWorld world);
  /* implements GrWorldFusedSteps; NULL: any number of steps may follow without a check */
  PetscInt64 (*fused_steps)(GrWorld world);
  /* sets the numbers of messages and bytes that this rank sends in one evaluation of all forces */
  void (*traffic)(GrWorld world, double *messages, double *bytes);
  /* writes the engine's data to a checkpoint, for GrWorldSave */
  PetscErrorCode (*save)(GrWorld world, const double *u, GrCheckpoint file);
} GrWorldOps;

extern const GrWorldOps GrChainOps, GrBulkOps; /* defined in src/chain/chain.c and src/bulk/engine.c */

/* A world: the simulated particles and their contacts, as far as this rank stores them. */
struct GrWorld_ {
  const GrWorldOps *ops;  /* functions of a chain or of an assembly */
  GrChain chain;          /* data of a chain; NULL for an assembly */
  GrBulk bulk;            /* data of an assembly; NULL for a chain */
  MPI_Comm comm;          /* communicator of all ranks of the world */
  int rank, size;         /* number of this rank in `comm`, and number of ranks */
  const GrCase *the_case; /* input of the run; in an assembly with stages, of the current stage */
  GrTimers timers;        /* wall-clock times of the parts of the run */
  GrWorldClock clock;
  GrWorldLoad load;
  GrWorldAccount account;
  GrDeepest deepest;       /* largest overlaps in committed steps */
  GrDeepest deepest_trial; /* the same with the last evaluation of forces, whose step is not committed yet */
  double scales[3];        /* results of GrWorldScales: length [m], speed [m/s], energy [J]; 0: not yet computed */
  /* whether the integrator never rejects a step; trial and committed contact histories may then share memory */
  bool no_rollback;
  /* whether the state vector is used only by the main loop of granum, and not by a program that calls the library */
  bool alone;
  bool balanced;             /* only for a chain: whether its static equilibrium has been computed */
  GrEquilibrium equilibrium; /* result of the computation of the static equilibrium */
};

/* Computes all forces and the accelerations of the owned particles at time t [s]. step->length 0: in the state u;
   otherwise first moves the particles in u to the time t, and at the end sets their velocities (world/step.h). Sends
   the states of ghosts (copies of particles of other ranks). Collective. */
static inline PetscErrorCode GrWorldEvaluate(GrWorld w, double t, const double *u, const GrStep *step)
{
  PetscCall(GrTimersNext(&w->timers));
  w->clock.evaluation = t;
  PetscCall(w->ops->evaluate(w, t, (double *)u, step));
  w->clock.trial = t;
  w->load.evaluations++;
  return 0;
}

/* Computes the energies of all ranks [J] at the committed state u. Collective. */
PetscErrorCode GrWorldSumEnergies(GrWorld world, const double *u, double energy[GR_SUM_ENERGIES]);

/* Replaces world->deepest by the largest overlaps of all ranks. Collective. */
PetscErrorCode GrWorldDeepestReduce(GrWorld world);

/* Writes "particles 5 and 7, at t = 0.2 s", the contact with the largest overlap / radius, to text[length]. */
void GrWorldDeepestText(GrWorld world, size_t length, char *text);

/* Whether the case has drag. The energy that drag dissipates follows from the velocities at the end of each step. */
static inline bool GrWorldDrags(GrWorld w)
{
  return GrDragActs(&w->the_case->drag);
}

/* Writes all data on which later steps depend into a checkpoint: the committed state u, accelerations, contact
   histories and sums of the energy ledger. Rows are in the order of the ids. Collective. */
PetscErrorCode GrWorldSave(GrWorld world, const double *u, GrCheckpoint file);

/* Creates a world from a checkpoint, on any number of ranks. time: time of the state in the checkpoint [s]. The
   accelerations in the world's memory then belong to this state. Collective. */
PetscErrorCode GrWorldRestore(MPI_Comm comm, const GrCase *the_case, GrCheckpoint file, double time, GrWorld *world);

#endif
