/* Neighbour list of an assembly: margins, ghosts, candidate pairs, and the attachment of contact histories to them. The
   margin of a particle is the displacement up to which no contact of it is missed. A candidate pair is nearer than the
   sum of its radii, its margins and the reach of its adhesion. */
#ifndef GRANUM_BULK_NEIGHBOURS_H
#define GRANUM_BULK_NEIGHBOURS_H

#include "contact/batch.h"
#include "contact/neighbour/pair_list.h"
#include "contact/records.h"
#include "parallel/ghosts.h"
#include "world/world_impl.h"

/* A block of candidate pairs in the order of evaluation. Pair i of the block has slot i in the same block of the
   contact history. The last block is filled with repetitions of the last pair up to a multiple of four. shift: index of
   the image offset, 0 to 26; type: pair type of the model. */
typedef struct {
  PetscInt first[GR_BLOCK_SLOTS], second[GR_BLOCK_SLOTS];
  int shift[GR_BLOCK_SLOTS], type[GR_BLOCK_SLOTS];
} GrCandidates;

/* Common properties of the candidates of a block: none; one contact rule; one family; one pair type and so one pair of
   radii; one pair type and no image offset. */
typedef enum { GR_BLOCK_MIXED, GR_BLOCK_ONE_RULE, GR_BLOCK_FAMILY, GR_BLOCK_ALIKE, GR_BLOCK_PLAIN } GrBlockForm;

/* Properties of a particle that pairs of a family use besides the radius. */
typedef struct {
  double mass; /* [kg] */
  double safe; /* overlap within the limit of the stability check [m] */
} GrFamilyBody;

typedef struct {
  GrPairSearch search;
  GrParallelGhosts ghosts;
  PetscInt n_all;           /* owned particles and ghosts */
  GrPairs pairs;            /* pairs.n: number of candidate pairs */
  GrCandidates *candidates; /* [blocks] blocks of candidate pairs, in the memory of `pairs` */
  unsigned char *form;      /* [blocks] GrBlockForm of each block */
  GrFamilyBody *body;       /* [n_all] if the model has families */
  double adhesion_reach;    /* largest reach of adhesion of all pair types [m] */
  PetscBool widths_known;   /* the next two members are up to date */
  double widest;            /* largest radius plus margin over all ranks [m] */
  double largest_margin;    /* largest margin over all ranks [m] */
} GrBulkNeighbours;

/* Candidate pair k. */
static inline GrPair GrBulkCandidate(const GrBulkNeighbours *neighbours, PetscInt k)
{
  const GrCandidates *c = &neighbours->candidates[k / GR_BLOCK_SLOTS];
  const PetscInt i = k % GR_BLOCK_SLOTS;
  return (GrPair){c->first[i], c->second[i], c->shift[i], c->type[i]};
}

/* Sets the margins and the skin of the next epoch from the speeds and counts of the epoch that ends. Collective. */
PetscErrorCode GrBulkSetMargins(GrWorld world);

/* Computes numbers.exposure of this rank from the new candidates; the next check reduces it over all ranks. */
PetscErrorCode GrBulkMeasureExposure(GrWorld world);

/* Coefficients of the smallest automatic margin of a particle as a function of its speed. All are 0 if the case gives
   the skin or if steps vary. Equal on all ranks. */
typedef struct {
  double span; /* twice the step [s] */
  double rest; /* margin at speed 0, for gravity and the deformation of the box [m] */
  double most; /* upper limit [m] */
} GrStepPath;

/* Computes the coefficients of the smallest automatic margin for the current step. */
GrStepPath GrBulkFindStepPath(GrWorld world);

/* Smallest automatic margin [m] at a speed [m/s]. */
static inline double GrBulkStepMargin(const GrStepPath *path, double speed)
{
  return PetscMin(path->most, path->rest + path->span * speed);
}

/* Smallest automatic skin [m] for the next step of the load-controlled walls; before walls are created, of servo walls
   only. */
double GrBulkFindWallSkin(GrWorld world, const GrStepPath *path);

/* Builds the neighbour list from the reference positions (rebuild.c). records: histories of contacts, which are
   attached to the new candidates and destroyed. Collective. */
PetscErrorCode GrBulkRebuild(GrWorld world, GrParallelColumns *records);

/* Frees the memory that only evaluations use, so that the rebuild can use it. */
PetscErrorCode GrBulkFreeWork(GrWorld world);

/* Keys of the canonical order (contact/neighbour/curve.h) of the first n particles: key[n]. */
PetscErrorCode GrBulkComputeCurveKeys(GrWorld world, PetscInt n, uint64_t *key);

/* Finds the ghosts, and all pairs nearer than the sum of their widths, in canonical order. The width of a particle is
   its radius plus its margin. Collective. */
PetscErrorCode GrBulkSearchPairs(GrWorld world);

/* Converts these pairs to candidates: sets pair types, blocks and the forms of blocks. Pairs of two particles with
   prescribed velocities are dropped. Fails if a law refuses a pair of bodies. */
PetscErrorCode GrBulkListCandidates(GrWorld world);

/* Computes the safe overlap of the first n particles for the step of the model: store.safe[n] [m]. */
void GrBulkComputeSafeOverlaps(GrWorld world, PetscInt n);

/* Copies mass and safe overlap of all particles to neighbours.body, for pairs of families (contact/model.h). */
void GrBulkFillFamilyBodies(const GrBulk bulk);

/* Sets reduced mass and safe overlap of the contacts of a batch of a family. */
void GrBulkFetchFamilyBodies(const GrBulk bulk, GrBatch *batch);

/* Computes the key (contact/records.h) of the contact of a candidate pair. */
void GrBulkFindPairKey(GrWorld world, PetscInt pair, PetscInt64 key[GR_KEY]);
/* Computes the key of the contact of a particle with a wall, from the slot of its candidate. */
void GrBulkFindWallKey(GrWorld world, PetscInt slot, PetscInt64 key[GR_KEY]);

/* Appends the histories of all contacts of this rank to records (contact/records.h). */
PetscErrorCode GrBulkCollectHistories(GrWorld world, GrParallelColumns *records);

/* Position of an iteration that collects the contact histories part by part. `once`: a contact between two ranks is
   collected only on the rank that owns its first particle, as checkpoints need it; otherwise on both. */
typedef struct {
  PetscBool once;
  PetscInt block; /* current block of pairs, then of contacts with walls */
  int entry;      /* next entry of the block */
} GrBulkCollector;

/* Appends histories from the position on until records has `most` rows or all histories have been collected. */
PetscErrorCode GrBulkCollectNext(GrWorld world, GrBulkCollector *collector, PetscInt most, GrParallelColumns *records);

/* Number of histories that this rank collects if GrBulkCollector.once is set. */
PetscInt GrBulkCountHistories(GrWorld world);

#endif
