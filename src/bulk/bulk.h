/* Spheres in space: a world of dimension 2 or 3 (granum/world.h).

   An epoch begins with a rebuild: particles go to their owners, are brought into an order along a space-filling curve,
   ghosts are found, candidates listed, and histories put to the candidates they belong to. Rebuilds look at reference
   positions only. These are set when reneighbouring, which also puts particles back into the box along periodic axes:
   it takes place when some particle has moved so far that a candidate might be missed. A rebuild without
   reneighbouring, as after a restart or for rebalancing, therefore changes no bit of any result.

   For every particle, contacts are added in the order walls, then pairs in ascending canonical place of the partner
   (contact/neighbour/curve.h). */
#ifndef GRANUM_BULK_BULK_H
#define GRANUM_BULK_BULK_H

#include "bulk/sides.h"
#include "contact/batch.h"
#include "contact/neighbour/pair_list.h"
#include "contact/records.h"
#include "parallel/box.h"
#include "parallel/ghosts.h"
#include "parallel/partition.h"
#include "particle/fill/fill.h"
#include "particle/store.h"
#include "wall/wall.h"
#include "world/world_impl.h"

/* A bond that broke, on the rank of its first particle until it is written. */
typedef struct {
  PetscInt64 step, id[2];
  int end;                      /* GrBondEnd */
  double time, middle[3], lost; /* [s], [m], [J] */
} GrBrokenBond;
typedef struct {
  PetscInt n, room;
  GrBrokenBond *bond; /* [room] */
} GrBrokenBonds;

/* What a rank found wrong with a committed step. */
typedef enum { GR_BROKEN_NOTHING, GR_BROKEN_OVERLAP, GR_BROKEN_PATH, GR_BROKEN_LOAD, GR_BROKEN_PASSAGE } GrBroken;
typedef struct {
  GrBroken what;
  double time;
  PetscInt64 first, second; /* ids; second 0: a wall or none; first 0: the wall itself, of the last two */
  int wall;                 /* -1: none */
  int rule;                 /* of the model */
  double overlap, limit;    /* [m]; of the last two: how far the particle or the wall moved, and may have */
  double radius;            /* the smaller one [m] */
  double longest;           /* step that this overlap allows [s] */
  double speed;             /* of GR_BROKEN_PATH [m/s] */
  PetscInt64 triangle;      /* of the wall, of GR_BROKEN_PASSAGE; there, overlap is the way of the particle [m] */
} GrFault;

/* What is counted of an epoch: candidates, those with a pair type of their own, contacts that act, particles; particles
   by class of their speed, and by class of their margin (margin.c). A pair counts once for each of its partners, with
   the rank that owns it, so that the sums do not depend on the ranks. */
enum { GR_CENSUS_CLASSES = 8 };
enum {
  GR_CENSUS_CANDIDATES,
  GR_CENSUS_MADE_TYPES,
  GR_CENSUS_CONTACTS,
  GR_CENSUS_PARTICLES,
  GR_CENSUS_SPEED,
  GR_CENSUS_MARGIN = GR_CENSUS_SPEED + GR_CENSUS_CLASSES,
  GR_CENSUS_COUNTS = GR_CENSUS_MARGIN + GR_CENSUS_CLASSES
};

/* Numbers of the world that the future depends on besides particles and histories. */
typedef struct {
  double skin;                          /* twice the least margin of a particle [m] */
  double pace;                          /* speed that belongs to this margin, over it [1/s] */
  double exposure;                      /* the largest speed of a candidate of a particle over its margin, then [1/s] */
  double time;                          /* of the committed state [s] */
  double reference_time;                /* of the last reneighbouring [s] */
  double spring_offset;                 /* how far springs are ahead of the committed state, see granum/law.h [s] */
  PetscInt64 steps;                     /* accepted since the start */
  PetscInt64 reneighboured;             /* steps at the last reneighbouring */
  PetscInt64 next_check;                /* steps at the next check of displacements */
  double longest_step;                  /* that may come next, if steps vary [s]; 0: any */
  PetscInt64 reneighbour_due;           /* 1: the epoch that ends was to be followed by reneighbouring */
  GrLeft left;                          /* particles that are no more */
  PetscInt64 inserted;                  /* that came since the start; their ids follow those of the start */
  PetscInt64 removed;                   /* that were taken out */
  PetscInt64 removal_due;               /* bit k: removal k is looked at in the next epoch */
  double removal_time;                  /* up to which removals have been looked at [s] */
  PetscInt64 counted[GR_CENSUS_COUNTS]; /* in the epoch before the last rebuild, once a check has joined it */
  double counted_skin;                  /* that it had then [m] */
} GrBulkNumbers;

/* A particle that comes. */
typedef struct {
  PetscInt64 id, group;
  double radius, mass;    /* [m], [kg] */
  double state[GR_STATE]; /* position, velocity, spin */
} GrNewcomer;

/* A stage of the run. */
typedef enum { GR_STAGE_OPEN, GR_STAGE_BY_TIME, GR_STAGE_BY_CONDITION, GR_STAGE_AT_MOST } GrStageEnd;
typedef struct {
  PetscInt64 begin_step, end_step, end; /* number of the step; GrStageEnd */
  double begin_time, end_time;          /* [s] */
  double ratio; /* of kinetic to elastic energy when that was last looked at; negative: it was not */
} GrStageSpan;

/* What is counted: particles, mass [kg], momentum [kg m/s], kinetic energy [J]; of a surface each way, along its normal
   and against it, of a region by the first of these. */
enum { GR_COUNT_MASS, GR_COUNT_MOMENTUM, GR_COUNT_KINETIC = 4, GR_COUNT_SUMS };
enum { GR_COUNT_FORWARDS, GR_COUNT_BACKWARDS, GR_COUNT_WAYS };
typedef struct {
  PetscInt64 number[GR_COUNT_WAYS];
  GrSum sum[GR_COUNT_WAYS][GR_COUNT_SUMS];
} GrBulkCount;

/* Stages of the case; without any, nothing happens. */
typedef struct {
  int n;
  PetscInt64 at;      /* the one at hand */
  PetscInt64 due;     /* 1: it has ended; another one begins with the next epoch, if there is one */
  GrStageSpan *span;  /* [n] */
  GrCase *of;         /* [n] the case as each stage has it, but for where walls stand */
  GrCase now;         /* the case in the stage at hand */
  GrWall *walls_then; /* [n_walls] walls of a later stage, used while its step bound is computed */
} GrBulkStages;

/* Pairs as evaluations walk over them, block by block of the history; the last block is filled up to whole rows
   (base/vec4.h) with repetitions of the last pair. shift: index of its offset, 0 to 26; type: of the pair, in the
   model. */
typedef struct {
  PetscInt first[GR_BLOCK_SLOTS], second[GR_BLOCK_SLOTS];
  int shift[GR_BLOCK_SLOTS], type[GR_BLOCK_SLOTS];
} GrCandidates;

/* What the candidates of a block have in common: nothing; their rule; their family; their pair type and so their radii;
   that, and that none is across a periodic face. */
typedef enum { GR_BLOCK_MIXED, GR_BLOCK_ONE_RULE, GR_BLOCK_FAMILY, GR_BLOCK_ALIKE, GR_BLOCK_PLAIN } GrBlockForm;

/* What pairs of a family take from their particles besides the radii. */
typedef struct {
  double mass; /* [kg] */
  double safe; /* overlap within the guard's limit [m] */
} GrFamilyBody;

struct GrBulkInsertion; /* bulk/insert.h */

/* What the last check of displacements found besides, over all ranks. */
typedef struct {
  PetscInt64 step;     /* after which it was; -1: there was none */
  double fastest;      /* speed of a particle [m/s] */
  PetscBool may_leave; /* a particle may be about to leave or to be taken out */
} GrBulkChecked;

/* Times of the current epoch [s]: all moving walls stay within their displacement budgets up to `until`, and some wall
   exceeds its budget from `not_until` on. Between the two it is not known yet (epoch.c). */
typedef struct {
  double until, not_until;
} GrBulkWallsClear;

/* census.c: what this rank has counted at the end of the epoch before this one, and the others do not know yet. Work
   [ns] and contacts, for the balance of load; whether space was partitioned then, and in what time [s]. */
typedef struct {
  PetscBool has_counts, has_load, partitioned;
  PetscInt64 count[GR_CENSUS_COUNTS], work, contacts, steps;
  double skin, seconds;
} GrBulkCensus;

/* Work of walls, wall_work.c: up to the last commit, this rank's share; powers of the contacts of the last commit and
   of the last evaluation, with their walls. */
typedef struct {
  GrSum *sum;    /* [n_walls] [J] */
  int committed; /* which of the two is the last commit's */
  PetscInt n[2], room[2];
  int *wall[2];     /* [n] */
  double *power[2]; /* [n] [W] */
} GrBulkWallWork;

struct GrBulk_ {
  GrBox box;           /* at the time of the last evaluation */
  GrBox reference_box; /* when reference positions were set, which are in it */
  GrBulkCell *cell;    /* NULL: the box stays as it is */
  GrStore store;
  GrGroupProperties *group_properties;        /* [n_grains] */
  int n_types;                                /* of particles; 0: each is of its own */
  GrParticleType types[GR_PARTICLE_TYPE_MAX]; /* [n_types] */
  GrModel model;
  GrModel *bounds;       /* of the smallest and largest particles of the groups and the walls, for the step bound; one
                            for each stage, or one */
  double lightest;       /* particle of all [kg] */
  double adhesion_reach; /* largest [m] */
  PetscBool partitioned; /* space has been divided among the ranks */
  GrPartition partition;
  GrGhosts ghosts;
  GrPairSearch search;
  GrPairs pairs;
  GrCandidates *candidates; /* [blocks] where the pairs were */
  unsigned char *form;      /* [blocks] GrBlockForm */
  GrFamilyBody *body;       /* [n_all], if the model has families */
  GrHistory history;        /* a slot per pair */
  GrWalls walls;
  double *wall_gap; /* [n_walls] [m], see GrBulkFindWallGaps */
  GrBulkWallWork wall_work;
  PetscInt n_all; /* owned particles and ghosts */

  /* Derived at each rebuild. */
  double *inverse_mass, *inverse_inertia; /* [n] */
  double *sum;                            /* [GR_BULK_SUM (n_all + 1)], the last nobody's; zero in between */
  double *power; /* [2 n] of the last evaluation: viscous, sliding; unless every evaluation is sure to be a step */
  double *external_power; /* [n] power on the particle of walls, of what holds it and of a GrForce [W]; NULL without */
  PetscBool moves, turns, holds; /* some wall moves; turns; some particle anywhere keeps its velocity */
  GrBox room; /* the box and, if some wall turns, all reference positions: in front of walls they may be outside */
  PetscBool room_known; /* over all ranks; the first check of displacements after a rebuild finds it */

  GrBulkNumbers numbers;
  GrBulkStages stages;
  struct GrBulkInsertion *insertion; /* NULL: no particles come in */
  GrBulkWallsClear walls_clear;
  PetscBool rebalance_due;
  GrSum removed[GR_SUM_ENERGIES]; /* energy accounts of particles that left from this rank, and what they took along;
                                     what bonds that broke had */
  GrBrokenBonds broken;           /* since they were last written */
  GrFault trial_fault, fault;     /* of the last evaluation; the first that was committed */
  GrBulkChecked checked;
  GrBulkCensus census;
  PetscBool widths_known;                 /* the next two are those of the particles as they are */
  double widest;                          /* particle with its margin, over all ranks: radius [m] */
  double largest_margin;                  /* over all ranks [m] */
  double smallest_radius, largest_radius; /* over all ranks, at the start [m] */
  PetscInt64 at_start, total;             /* particles at the start; that are there */
  double particle_steps;                  /* of this process, up to the step below */
  PetscInt64 particle_steps_to;
  GrBulkCount *counts;          /* [output.n_counters] up to the last reneighbouring: this rank's share */
  GrSum mass[GR_TALLY_PRESENT]; /* [kg] of each tally: this rank's share, of the start on the first rank */
  double load;                  /* work of this rank in the last epoch [ns] */
};

/* What an evaluation sums up for each particle, in two rows (base/vec4.h): force and power of the normal dashpots,
   torque and power of sliding. */
enum { GR_BULK_FORCE, GR_BULK_VISCOUS = 3, GR_BULK_TORQUE, GR_BULK_SLIDING = 7, GR_BULK_SUM };

/* particle_types.c: the types that particles are of at the start, the same on every rank; none if there are more than a
   model has room for. They stay what they are, whoever comes or goes. A sorted set of what particles are for the laws:
   those of this rank and those that will come; what it takes up of others. The type of each particle of this rank among
   those of the model, and its safe overlap. What a particle is for the laws. */
typedef struct {
  int room, n; /* that there may be, and are; -1: there are more */
  GrParticleType type[GR_PARTICLE_TYPE_MAX];
} GrBulkBodies;
void GrBulkBodiesOfRank(GrWorld world, GrBulkBodies *own);
void GrBulkBodiesJoin(GrBulkBodies *bodies, const GrBulkBodies *others);
PetscErrorCode GrBulkSetParticleTypes(GrWorld world);
GrParticleType GrBulkBody(GrWorld world, PetscInt particle);

/* survey.c: what all ranks know of the particles before the first epoch: their number, sizes, masses and types, the
   skin to begin with. Collective. */
PetscErrorCode GrBulkSurvey(GrWorld world);

/* epoch.c */
PetscErrorCode GrBulkEpochEnds(GrWorld world, double t, const double *u, PetscBool *ends);
PetscErrorCode GrBulkEpoch(GrWorld world);
PetscInt64 GrBulkUnseen(GrWorld world);
PetscErrorCode GrBulkCheckBox(GrWorld world); /* a particle sees each image of another at most once, and itself never */

/* model.c: the model of the case as it is now, by which particles are classed; whether walls move. */
PetscErrorCode GrBulkCreateModel(GrWorld world);
void GrBulkFindMotions(GrWorld world);

/* stages.c. At the creation of the world, before anything asks for its case: that of the first stage, or of the one
   that a checkpoint is in; later its bounds. */
PetscErrorCode GrBulkStagesCreate(GrWorld world);
PetscErrorCode GrBulkStagesDestroy(GrBulk bulk);

/* After a committed step: does the stage at hand end with it? Collective where a condition is looked at. Steps to come
   after which that need not be asked. */
PetscErrorCode GrBulkStageEnds(GrWorld world, double t, const double *u, PetscBool *ends);
PetscInt64 GrBulkStageUnseen(GrWorld world);

/* Once an epoch has begun: the next stage begins in it. Collective. */
PetscErrorCode GrBulkBeginStage(GrWorld world);

/* insert.c, insert_case.c: particles that come in. For the world that is being made, when its particles are there. Is
   there an event at time t? Steps to come after which that need not be asked. At the end of an epoch, when reference
   positions are set: those that come in, on whatever rank (collective). */
PetscErrorCode GrBulkInsertCreate(GrWorld world);
PetscErrorCode GrBulkInsertDestroy(GrBulk bulk);
PetscBool GrBulkInsertDue(GrWorld world, double t);
PetscInt64 GrBulkInsertUnseen(GrWorld world);
PetscErrorCode GrBulkInsert(GrWorld world);

/* Do particles come into a group, or are there any? The largest speed that some come in with [m/s]. What those
   that are to come are for the laws. */
PetscBool GrBulkInsertHas(GrWorld world, int group);
double GrBulkInsertSpeed(GrWorld world);
double GrBulkInsertLightest(GrWorld world);                             /* [kg]; infinite: none do */
int GrBulkInsertBodies(GrWorld world, int room, GrParticleType body[]); /* how many; room + 1: there is no room */

/* census.c. The maxima of n numbers over all ranks, at most 14; what was counted goes along, if there is anything. */
PetscErrorCode GrBulkCensusJoin(GrWorld world, int n, double most[]);

/* margin.c. Margins of the epoch to come, at the end of the one before (collective); and, once its candidates are
   listed, to how fast ones particles of narrow margins are exposed on this rank: the next check learns it of all. */
PetscErrorCode GrBulkSetMargins(GrWorld world);
PetscErrorCode GrBulkMeasureExposure(GrWorld world);

/* step_margin.c. Coefficients of the smallest automatic margin of a particle, a function of its speed. All are 0 if the
   case gives the skin or if steps vary. Equal on all ranks, not collective. */
typedef struct {
  double span; /* twice the step [s] */
  double rest; /* margin at speed 0, for gravity and the deformation of the box [m] */
  double most; /* upper limit [m] */
} GrStepPath;
GrStepPath GrBulkStepPath(GrWorld world);

/* Smallest automatic margin [m] at a speed [m/s]. */
static inline double GrBulkStepMargin(const GrStepPath *path, double speed)
{
  return PetscMin(path->most, path->rest + path->span * speed);
}

/* Smallest automatic skin [m] for the next step of the load-controlled walls; before walls are created, of servo walls
   only. */
double GrBulkWallsSkin(GrWorld world, const GrStepPath *path);

/* migrate.c; records: histories that travel. */
PetscErrorCode GrBulkMigrate(GrWorld world, GrColumns *records);

/* rebuild.c; records: in the end they are destroyed. */
PetscErrorCode GrBulkRebuild(GrWorld world, GrColumns *records);
PetscErrorCode GrBulkFreeWork(GrWorld world); /* gives back the memory of evaluations until the rebuild */

/* contact_key.c: keys of contacts (contact/records.h). */
void GrBulkPairKey(GrWorld world, PetscInt pair, PetscInt64 key[GR_KEY]);
void GrBulkWallKey(GrWorld world, PetscInt slot, PetscInt64 key[GR_KEY]);

/* search.c. Keys of the canonical order (contact/neighbour/curve.h) of the first n particles. */
PetscErrorCode GrBulkCurveKeys(GrWorld world, PetscInt n, uint64_t *key);

/* Collective. Ghosts, and all pairs in canonical order that may touch. */
PetscErrorCode GrBulkSearch(GrWorld world);

/* candidates.c: candidates of these pairs. Not collective. The safe overlaps of the first n particles, with the step of
   the model. What families take from particles; of the contacts of a batch. */
PetscErrorCode GrBulkListPairs(GrWorld world);
void GrBulkMeasureSafe(GrWorld world, PetscInt n);
void GrBulkFillBodies(const GrBulk b);
void GrBulkLoadBodies(const GrBulk b, GrBatch *batch);
static inline GrPair GrBulkCandidate(const GrBulk b, PetscInt k)
{
  const GrCandidates *c = &b->candidates[k / GR_BLOCK_SLOTS];
  const PetscInt i = k % GR_BLOCK_SLOTS;
  return (GrPair){c->first[i], c->second[i], c->shift[i], c->type[i]};
}

/* force.c: the body of a step. */
PetscErrorCode GrBulkEvaluate(GrWorld world, double t, const double *u, const GrStepHooks *hooks);
PetscErrorCode GrBulkExchange(GrWorld world, const double *u); /* ghosts take over the state of their originals */

/* Hands the contacts of pairs that act at state u to `visit`, batch after batch in the order of evaluation. */
void GrBulkWalkPairs(GrWorld world, const double *u, GrBatch *batch, GrBatchVisit visit, void *context);

/* cell.c. Before particles are made: the box, and what deforms it. The mass of all particles. The flow of the box for
   particles of which the case gives the rest of the velocity. The box of the reference positions that are being set.
   The boxes by the committed sides, those of the reference and the laps. */
PetscErrorCode GrBulkCellCreate(GrWorld world);
PetscErrorCode GrBulkCellWeigh(GrWorld world);
void GrBulkCellBegin(GrWorld world);
void GrBulkCellSetReference(GrWorld world);
void GrBulkCellSetBoxes(GrWorld world);

/* In an evaluation: the sides a time h after the commit, and how images move; what contacts of a batch add, and all
   else that is summed up; accelerations by the flow, added to those of particles [first, last). */
void GrBulkCellAdvance(GrWorld world, double h, PetscBool mean);
void GrBulkCellOffsets(const GrBulk bulk, double velocity[GR_SHIFTS][4]);
void GrBulkCellAddContacts(const GrBulk bulk, const GrBatch *batch);
PetscErrorCode GrBulkCellFinish(GrWorld world, double h);
void GrBulkCellAccelerate(const GrBulk bulk, PetscInt first, PetscInt last, double *a);

/* Moves a state u[GR_STATE] into the box along periodic axes; in a deforming box its velocity becomes that of the image.
   moved[3]: number of box sides added along each axis. */
void GrBulkWrap(const GrBulk bulk, double *u, double moved[3]);

/* The same for owned particle i, with its acceleration and its image numbers, at the committed state. */
void GrBulkWrapParticle(GrWorld world, PetscInt i);

/* The same for a row of output, from a state u[GR_STATE] and image numbers of the store. The image number along y of a
   deforming box counts with the tilt of the box, so that position + image L is the path since the start. */
void GrBulkWrapRow(const GrBulk bulk, const double *u, const PetscInt64 image[3], double *inside,
                   PetscInt64 wrapped[3]);

/* Number of box sides along an axis as image numbers and contact keys count it: in a box whose tilt is the whole offset,
   so that contacts keep their keys. */
PetscInt64 GrBulkImages(const GrBulk bulk, int axis, const double sides[3]);

/* The gradient of the flow at the committed state [1/s]. The velocity in a state u without the flow of the box. How far
   particle i has strayed from the flow, and its share of the strain [m]; rate at which the box may be strained [1/s],
   and this share grow [m/s]. */
void GrBulkGradient(GrWorld world, double gradient[GR_GRADIENT]);
void GrBulkPeculiar(const GrBulk bulk, const double *u, double c[3]);
double GrBulkCellPath(const GrBulk bulk, const double *u, PetscInt i);
double GrBulkCellRate(GrWorld world);
double GrBulkCellSpeed(GrWorld world, PetscInt i);

/* motion.c: accelerations of all owned particles by their sums, which are zero again afterwards; handed to the
   integrator. half: of the time since the last commit [s]. */
void GrBulkFinish(GrWorld world, double half, const GrStepHooks *hooks);

/* wall_work.c: room for the candidates; a new evaluation; a contact of it; acceptance after twice the time `half`; sums
   of this rank: work, and powers of the last commit. Those of a checkpoint are taken, powers are used up. */
PetscErrorCode GrBulkWallWorkReserve(GrWorld world);
PetscErrorCode GrBulkWallWorkDestroy(GrBulkWallWork *work);
static inline void GrBulkWallWorkBegin(GrBulkWallWork *work)
{
  work->n[!work->committed] = 0;
}
static inline void GrBulkWallWorkAdd(GrBulkWallWork *work, PetscInt wall, double power)
{
  const int trial = !work->committed;
  if (power == 0)
    return;
  work->wall[trial][work->n[trial]] = (int)wall;
  work->power[trial][work->n[trial]++] = power;
}
void GrBulkWallWorkCommit(GrBulkWallWork *work, double half);
void GrBulkWallWorkSums(GrWorld world, GrSum work[], GrSum power[]);
PetscErrorCode GrBulkWallWorkTake(GrWorld world, const GrSum sums[], GrSum power[]);

static inline GrWallParticles GrBulkWallParticles(GrWorld world)
{
  const GrStore *s = &world->bulk->store;
  return (GrWallParticles){.n = s->columns.n,
                           .state = s->state,
                           .reference = s->reference,
                           .margin = s->margin,
                           .radius = s->radius,
                           .mass = s->mass,
                           .type = s->type,
                           .group = s->group};
}

/* Work of dashpots and of sliding on a particle over twice `half` [s], by the trapezoidal rule. */
static inline void GrBulkAddWork(const GrBulk b, PetscInt particle, double half, double viscous, double slide)
{
  double *restrict own = b->store.work + GR_WORK * particle;
  own[GR_WORK_VISCOUS] += half * (own[GR_WORK_VISCOUS_POWER] + viscous);
  own[GR_WORK_SLIDE] += half * (own[GR_WORK_SLIDE_POWER] + slide);
  own[GR_WORK_VISCOUS_POWER] = viscous;
  own[GR_WORK_SLIDE_POWER] = slide;
}

/* leave.c: at the committed state. Counts the particles that leave or are taken out, adds up their energies and ends
   their contacts, as long as contacts are there (collective); takes the particles out of the store, their histories out
   of the records. */
PetscErrorCode GrBulkDepart(GrWorld world);
PetscErrorCode GrBulkRemove(GrWorld world, GrColumns *records);
void GrBulkSidesPrint(GrWorld world, const char *mark, FILE *out);

/* removal.c: after a committed step, is one due? Then the epoch ends, and is followed by reneighbouring. Steps to come
   after which that need not be asked. Is particle i of the store, a ghost as well, taken out in the epoch at hand? */
void GrBulkRemovalEnds(GrWorld world, double t, PetscBool *ends);
PetscInt64 GrBulkRemovalUnseen(GrWorld world);
PetscBool GrBulkIsRemoved(GrWorld world, PetscInt i);

/* counter.c: what has passed surfaces. Before positions of reference are set anew: adds what has passed since they were
   last. At the committed state u: what has passed since the start, or is in the region, and the same forwards less
   backwards (collective). Does a counter count in the stage at hand? */
PetscErrorCode GrBulkCountersCreate(GrWorld world);
void GrBulkCountPassed(GrWorld world);
PetscErrorCode GrBulkCountNow(GrWorld world, int counter, const double *u, GrBulkCount *now, GrBulkCount *net);
PetscBool GrBulkCounts(GrWorld world, const GrCounter *counter);

/* tally.c. Do particles come and go by the case, so that results have a row for each that is there? Ids given so far,
   from 1. Before their number changes: steps of all up to now are counted. The mass of those that are there at the
   start; where all are at the committed state (collective). */
PetscBool GrBulkVaries(GrWorld world);
PetscInt64 GrBulkIds(GrWorld world);
void GrBulkTallyStart(GrWorld world);
void GrBulkTallySteps(GrWorld world);
double GrBulkParticleSteps(GrWorld world); /* of this process */
void GrBulkTallyMass(GrWorld world, int tally, double mass);
PetscErrorCode GrBulkTally(GrWorld world, GrTally *tally);

/* add.c: particles that come, at the committed state of an epoch that begins: between reneighbouring and the rebuild
   (epoch.c), where positions of reference are set and no pair is listed. Collective: each rank gives those that it has,
   wherever they are; the rebuild brings them to their owners. Ids are GrBulkIds + 1, ... in all, in the order in which
   they come. They touch nothing; their groups are of the case, with radii that their properties allow for. */
PetscErrorCode GrBulkAdd(GrWorld world, PetscInt n, const GrNewcomer newcomer[]);

/* motion.c: acceleration of a particle that touches nothing, at the committed state; its power by GrForce [W].
   GrBulkDragPower: power that the drag takes from a sphere with these velocity and spin [W]. */
double GrBulkFreeAcceleration(GrWorld world, PetscInt i, double a[GR_RATES]);
double GrBulkDragPower(const GrDrag *drag, double radius, const double *velocity);

/* energy.c: what the energy accounts of a particle have; of these `sign` times the work of gravity and forces on
   groups; its kinetic energy. */
void GrBulkAddExternal(GrWorld world, const double *u, PetscInt particle, double sign, GrSum *sum);
void GrBulkAddAccounts(GrWorld world, const double *u, PetscInt particle, GrSum sum[GR_SUM_ENERGIES]);
void GrBulkAddKinetic(GrWorld world, const double *u, PetscInt particle, GrSum *sum);
PetscErrorCode GrBulkEnergies(GrWorld world, const double *u, GrSum sum[GR_SUM_ENERGIES]);

/* commit.c: accepts the state u at time t [s]: energy accounts, histories, walls and the box. Collective. */
PetscErrorCode GrBulkCommit(GrWorld world, double t, const double *u);

/* bonds.c. Bonds of pairs that are near at the start, and of lists. Collective. */
PetscErrorCode GrBulkBeginBonds(GrWorld world);
PetscErrorCode GrBulkBeginListedBonds(GrWorld world); /* bond_list.c */

/* For those: contact i of a batch gets a bond; is it near enough? */
void GrBulkBeginBond(GrBulk bulk, const GrBatch *batch, int i);
PetscBool GrBulkBondReaches(const GrBulk bulk, const GrBatch *batch, int i);

/* Before a commit at t: takes note of the bonds that broke. */
PetscErrorCode GrBulkCommitBonds(GrWorld world, double t);

/* Of this rank: those whose first particle it owns. */
PetscInt64 GrBulkCountBonds(GrWorld world);

/* fault.c. Takes over a fault if it comes before the one that is kept. */
void GrBulkKeepFault(GrFault *kept, const GrFault *fault);
PetscBool GrBulkFaultKey(GrWorld world, GrFaultKey *key);
void GrBulkDescribeFault(GrWorld world, char *message);

/* overlap.c: at the start, for the table of bulk.c. */
void GrBulkOverlaps(GrWorld world, GrOverlaps *overlaps);
PetscErrorCode GrBulkName(GrWorld world, PetscInt64 id, size_t length, char *name);
const char *GrBulkOverlapRemedy(GrWorld world, const GrOverlap *overlap);

/* step_bound.c; what it takes from all particles, each the largest: speed [m/s], overlap [m] (not filled in by
   OfRank). GrBulkFindWallGaps computes wall_gap: the distance from each wall that has a mass to the nearest particle of
   all ranks [m], infinite for other walls; collective. GrBulkLargestSpeed reads it. It returns the largest speed at
   which two particles, or a particle and a wall about the box, meet. */
typedef struct {
  double speed, overlap;
} GrBulkApproach;
void GrBulkApproachOfRank(GrWorld world, GrBulkApproach *own);
void GrBulkApproachJoin(GrBulkApproach *approach, const GrBulkApproach *other);
void GrBulkFindWallGaps(GrWorld world);
double GrBulkLargestSpeed(GrWorld world, const GrBulkApproach *all);
PetscErrorCode GrBulkBoundsCreate(GrWorld world);
PetscErrorCode GrBulkBoundsDestroy(GrBulk bulk);
PetscErrorCode GrBulkStepBound(GrWorld world, GrStepBound *bound);
PetscErrorCode GrBulkSetStep(GrWorld world, double step);
void GrBulkScales(GrWorld world, double *length, double *speed, double *energy);

/* history.c: the histories of this rank's contacts as records (contact/records.h), appended to some. */
PetscErrorCode GrBulkCollect(GrWorld world, GrColumns *records);

/* The same by and by. `once`: a contact across ranks only on the rank that owns its first particle, as checkpoints have
   it; otherwise on both. */
typedef struct {
  PetscBool once;
  PetscInt block; /* of pairs, then of contacts with walls: the one at hand */
  int entry;      /* of it that comes next */
} GrBulkCollector;

/* Adds records until there are `most`, or no more. */
PetscErrorCode GrBulkCollectNext(GrWorld world, GrBulkCollector *collector, PetscInt most, GrColumns *records);

/* How many there are `once`. */
PetscInt GrBulkCollectCount(GrWorld world);

/* contacts.c: for output. */
PetscErrorCode GrBulkContacts(GrWorld world, const double *u, GrContactVisit visit, void *context);
/* Force and torque on each wall, this rank's share, added to sum[n_walls][GR_BULK_WRENCH]. */
enum { GR_BULK_WRENCH = 6 };
PetscErrorCode GrBulkWallForces(GrWorld world, const double *u, GrSum sum[]);
typedef void (*GrTriangleVisit)(void *context, int wall, PetscInt64 triangle, const double force[3]);
PetscErrorCode GrBulkTriangleForces(GrWorld world, const double *u, GrTriangleVisit visit,
                                    void *context); /* of this rank's contacts with meshes, on the triangle */
/* Its point, and how that and the wall move; how it has turned since the start, as a unit quaternion. */
typedef struct {
  double position[3], velocity[3], spin[3], orientation[4];
} GrBulkWallPlace;
GrBulkWallPlace GrBulkWallAt(GrWorld world, int wall, double t);
double GrBulkWallLoad(GrWorld world, int wall); /* that it holds or that drives it [N]; NaN: it moves as prescribed */
GrStore *GrBulkStore(GrWorld world);
const GrBox *GrBulkBox(GrWorld world);
double GrBulkVolume(GrWorld world, double t); /* of the room between the walls [m^3]; in dimension 2 its area [m^2] */

#endif
