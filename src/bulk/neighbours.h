/* Neighbour list of an assembly: margins, ghosts, candidate pairs, and the attachment of contact histories to them. The
   margin of a particle [m] is the displacement up to which none of its contacts is missed. The skin is twice the
   smallest margin. The distance of the centres of a candidate pair is less than the sum of the two radii, the two
   margins and the reach of adhesion. */
#ifndef GRANUM_BULK_NEIGHBOURS_H
#define GRANUM_BULK_NEIGHBOURS_H

#include "contact/batch.h"
#include "contact/neighbour/pair_list.h"
#include "contact/records.h"
#include "parallel/ghosts.h"
#include "world/world_impl.h"

/* A block of candidate pairs in the order of evaluation. The history of pair i is at place (slot) i of the block with
   the same number in the contact history. The last block is filled with repetitions of the last pair up to a multiple
   of four. first, second: indices of the two particles. shift: index (0 to 26) of the periodic image of the second
   particle. type: pair type in the contact model. */
typedef struct {
  PetscInt first[GR_BLOCK_SLOTS], second[GR_BLOCK_SLOTS];
  int shift[GR_BLOCK_SLOTS], type[GR_BLOCK_SLOTS];
} GrCandidates;

/* Common properties of all candidates of a block. MIXED: none; ONE_RULE: the contact rule; FAMILY: the family, a pair
   type for all radii of two materials (contact/model.h); ALIKE: the pair type, and so both radii; PLAIN: the pair type,
   and no second particle is a periodic image. */
typedef enum { GR_BLOCK_MIXED, GR_BLOCK_ONE_RULE, GR_BLOCK_FAMILY, GR_BLOCK_ALIKE, GR_BLOCK_PLAIN } GrBlockForm;

/* Properties of a particle, besides the radius, that a contact of a family needs. A family is one pair type for all
   radii of two materials: the coefficients are computed for each contact. */
typedef struct {
  double mass; /* [kg] */
  double safe; /* largest overlap at which contacts of the particle are stable [m] */
} GrFamilyBody;

typedef struct {
  GrPairSearch search;
  GrParallelGhosts ghosts;
  PetscInt n_all;           /* number of owned particles and ghosts */
  GrPairs pairs;            /* working memory of the search; pairs.n: number of candidate pairs */
  GrCandidates *candidates; /* [blocks] blocks of candidate pairs, in the memory of `pairs` */
  unsigned char *form;      /* [blocks] common properties of the candidates of each block, a GrBlockForm */
  /* [n_all] mass and largest stable overlap of each particle; set only if GrModel.n_families > 0 */
  GrFamilyBody *body;
  double adhesion_reach;  /* largest reach of adhesion of all pair types [m] */
  PetscBool widths_known; /* whether widest and largest_margin are up to date */
  double widest;          /* largest radius plus margin over all ranks [m] */
  double largest_margin;  /* largest margin over all ranks [m] */
} GrBulkNeighbours;

/* Returns candidate pair k. */
static inline GrPair GrBulkCandidate(const GrBulkNeighbours *neighbours, PetscInt k)
{
  const GrCandidates *c = &neighbours->candidates[k / GR_BLOCK_SLOTS];
  const PetscInt i = k % GR_BLOCK_SLOTS;
  return (GrPair){c->first[i], c->second[i], c->shift[i], c->type[i]};
}

/* Sets the margins of the particles and the skin of the next epoch from the speeds and counts of the ending epoch.
   Collective. */
PetscErrorCode GrBulkSetMargins(GrWorld world);

/* Computes GrBulkNumbers.exposure of this rank from the new candidates. The next check of displacements computes its
   maximum over all ranks. */
PetscErrorCode GrBulkMeasureExposure(GrWorld world);

/* Coefficients of the smallest margin that granum chooses for a particle: min(most, rest + span * speed). All are 0 if
   the case gives the skin, or if the integrator varies the step. Equal on all ranks. */
typedef struct {
  double span; /* twice the step [s] */
  double rest; /* margin at speed 0, which allows for gravity and the deformation of the box [m] */
  double most; /* upper limit [m] */
} GrStepPath;

/* Returns the coefficients of the smallest margin that granum chooses (GrStepPath), for the current time step. */
GrStepPath GrBulkFindStepPath(GrWorld world);

/* Returns the smallest margin [m] that granum chooses for a particle with a speed [m/s]. */
static inline double GrBulkStepMargin(const GrStepPath *path, double speed)
{
  return PetscMin(path->most, path->rest + path->span * speed);
}

/* Returns the smallest skin [m] that allows the load-controlled walls to make the next step. Before the walls are
   created it considers servo walls only. */
double GrBulkFindWallSkin(GrWorld world, const GrStepPath *path);

/* Builds the neighbour list from the reference positions (rebuild.c). records: contact histories from before the
   rebuild; the new candidate pairs get them, and the records are then destroyed. Collective. */
PetscErrorCode GrBulkRebuild(GrWorld world, GrParallelColumns *records);

/* Frees the memory that only evaluations of forces use, so that the rebuild can use it. */
PetscErrorCode GrBulkFreeWork(GrWorld world);

/* Computes key[n] of the first n particles: their places along the space-filling curve, which define the canonical
   order (contact/neighbour/curve.h). */
PetscErrorCode GrBulkComputeCurveKeys(GrWorld world, PetscInt n, uint64_t *key);

/* Finds the ghosts of this rank, and all pairs whose centres are nearer than the sum of their widths. The width of a
   particle is its radius plus its margin. The pairs are in canonical order, which does not depend on the number of
   ranks (contact/neighbour/pair_list.h). Collective. */
PetscErrorCode GrBulkSearchPairs(GrWorld world);

/* Makes the list of candidate pairs from the pairs that GrBulkSearchPairs has found: sets pair types, blocks and the
   form of each block. Omits pairs of two particles with prescribed velocities. Fails if a law refuses a pair of
   bodies. */
PetscErrorCode GrBulkListCandidates(GrWorld world);

/* Computes store.safe[n], the largest stable overlap [m] of each of the first n particles at the time step of the
   model. */
void GrBulkComputeSafeOverlaps(GrWorld world, PetscInt n);

/* Copies mass and largest stable overlap of all particles to neighbours.body. Contacts of a family need them: a family
   is a pair type for all radii of two materials (contact/model.h). */
void GrBulkFillFamilyBodies(const GrBulk bulk);

/* Sets reduced mass and largest stable overlap of each contact of a batch whose contacts belong to one family, a pair
   type for all radii of two materials (contact/model.h). */
void GrBulkFetchFamilyBodies(const GrBulk bulk, GrBatch *batch);

/* Computes key[], which identifies the contact of a candidate pair on all ranks (contact/records.h). pair: number of
   the pair. */
void GrBulkFindPairKey(GrWorld world, PetscInt pair, PetscInt64 key[GR_KEY]);
/* Computes key[], which identifies a contact of a particle with a wall. slot: place of the candidate in the history of
   the walls. */
void GrBulkFindWallKey(GrWorld world, PetscInt slot, PetscInt64 key[GR_KEY]);

/* Appends the histories of all contacts of this rank to `records`, a table with a row per contact
   (contact/records.h). */
PetscErrorCode GrBulkCollectHistories(GrWorld world, GrParallelColumns *records);

/* Position of an iteration that collects the contact histories of this rank part by part. once: a contact between two
   ranks is collected only on the rank that owns its first particle (for checkpoints); otherwise on both ranks. */
typedef struct {
  PetscBool once;
  PetscInt block; /* current block of the contact history: first of pairs, then of contacts with walls */
  int entry;      /* next entry of this block that is to be collected */
} GrBulkCollector;

/* Continues the iteration: appends histories to `records` until it has `most` rows or all histories have been
   collected. */
PetscErrorCode GrBulkCollectNext(GrWorld world, GrBulkCollector *collector, PetscInt most, GrParallelColumns *records);

/* Returns the number of histories that this rank collects if GrBulkCollector.once is set. */
PetscInt GrBulkCountHistories(GrWorld world);

#endif
