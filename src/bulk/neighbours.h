/* Neighbour list of an assembly: margins of particles, ghosts, candidate pairs, and the assignment of contact histories
   to candidate pairs. The margin of a particle [m] is the displacement up to which none of its contacts is missed. The
   skin is twice the smallest margin. The reach of adhesion is the largest distance of two surfaces at which a force
   acts [m]; 0 if forces act only at overlaps. The distance between the centres of a candidate pair is less than the sum
   of the two radii, the two margins and the reach of adhesion. Candidate pairs are stored in blocks. The contacts of a
   block are evaluated together, as a batch (contact/batch.h). */
#ifndef GRANUM_BULK_NEIGHBOURS_H
#define GRANUM_BULK_NEIGHBOURS_H

#include "contact/batch.h"
#include "contact/neighbour/pair_list.h"
#include "contact/records.h"
#include "parallel/ghosts.h"
#include "world/world_impl.h"
#include <stdbool.h>

/* A block of candidate pairs in the order of evaluation. Contact histories are stored in blocks of the same size: the
   history of pair i of this block has index i in the history block with the same number. If the last block is not
   full, copies of its last pair fill it up to a multiple of four pairs. */
typedef struct {
  PetscInt first[GR_BLOCK_SLOTS], second[GR_BLOCK_SLOTS]; /* indices of the two particles in the store */
  /* shift: displacement in box lengths of the periodic image of the second particle that is near the first, packed into
     an integer (GrShiftAxis), plus GR_UNSHIFTED. type: number of the pair type (contact rule and coefficients) in the
     contact model */
  int shift[GR_BLOCK_SLOTS], type[GR_BLOCK_SLOTS];
} GrCandidates;

/* Common properties of the candidate pairs of a block, for faster loops.
     MIXED     none
     ONE_RULE  same contact rule
     FAMILY    same family: one pair type for all radii of two materials (contact/model.h)
     UNIFORM   same pair type with fixed coefficients, therefore the same two radii
     PLAIN     as UNIFORM, and no second particle is a periodic image */
typedef enum { GR_BLOCK_MIXED, GR_BLOCK_ONE_RULE, GR_BLOCK_FAMILY, GR_BLOCK_UNIFORM, GR_BLOCK_PLAIN } GrBlockForm;

/* Mass and largest stable overlap of a particle. They are needed if the pair type of a contact is a family: a pair type
   for all radii of two materials (contact/model.h), whose coefficients are computed for each contact. */
typedef struct {
  double mass; /* mass of the particle [kg] */
  double safe; /* largest overlap at which the time step is stable for contacts of the particle [m] */
} GrFamilyBody;

/* Neighbour list of this rank. */
typedef struct {
  GrPairSearch search;      /* working memory of the pair search */
  GrParallelGhosts ghosts;  /* which particles are ghosts on which ranks, and the messages between these ranks */
  PetscInt n_all;           /* number of owned particles and ghosts */
  GrPairs pairs;            /* pairs that the search has found; later only n, the number of candidate pairs, is valid */
  GrCandidates *candidates; /* [blocks] blocks of candidate pairs; they overwrite the pairs in the memory of `pairs` */
  /* [blocks] for each block, the properties that its candidate pairs have in common, a GrBlockForm */
  unsigned char *form;
  /* [n_all] mass and largest stable overlap of each particle; set only if the contact model has families */
  GrFamilyBody *body;
  double adhesion_reach; /* largest reach of adhesion of all pair types [m] */
  bool widths_known;     /* whether the next two members are up to date */
  double widest;         /* largest sum of radius and margin of a particle, on any rank [m] */
  /* largest margin of a particle on any rank [m]; the margin is the displacement up to which no contact is missed */
  double largest_margin;
} GrBulkNeighbours;

/* Returns candidate pair k. k counts from 0 through the pairs of all blocks, block after block. */
static inline GrPair GrBulkCandidate(const GrBulkNeighbours *neighbours, PetscInt k)
{
  const GrCandidates *c = &neighbours->candidates[k / GR_BLOCK_SLOTS];
  const PetscInt i = k % GR_BLOCK_SLOTS;
  return (GrPair){c->first[i], c->second[i], c->shift[i], c->type[i]};
}

/* Sets the margins of the particles and the skin for the next neighbour list. They depend on the speeds of the
   particles, and on the numbers of candidate pairs and contacts of the previous list. Collective. */
PetscErrorCode GrBulkSetMargins(GrWorld world);

/* Computes GrBulkNumbers.exposure of this rank after a rebuild: the maximum over its particles of v/margin [1/s]. v:
   largest speed of the particle and of its partners in candidate pairs. Sets 0 if all margins are equal.
   GrBulkCheckDisplacements later replaces it by the maximum over all ranks. */
PetscErrorCode GrBulkMeasureExposure(GrWorld world);

/* Coefficients of the smallest margin that granum chooses for a particle with the speed v [m/s]: min(most, rest + span
   v) [m]. With this margin the neighbour list is valid for at least a step. All ranks have the same coefficients. They
   are 0 if the case sets the skin, or if the integrator varies the time step. */
typedef struct {
  double span; /* twice the time step [s] */
  double rest; /* margin of a particle at rest [m]; it allows for gravity and the deformation of the box */
  double most; /* upper limit of the result [m] */
} GrStepPath;

/* Returns the members of GrStepPath for the current time step. */
GrStepPath GrBulkFindStepPath(GrWorld world);

/* Returns the smallest margin [m] that granum chooses for a particle with this speed [m/s]. */
static inline double GrBulkStepMargin(const GrStepPath *path, double speed)
{
  return PetscMin(path->most, path->rest + path->span * speed);
}

/* Returns the smallest skin [m] with which the neighbour list remains valid while load-controlled walls move in the
   next step. A wall with a mass has its current speed, or the speed 0 if the walls do not exist yet. A servo wall
   (without mass) has its largest speed. */
double GrBulkFindWallSkin(GrWorld world, const GrStepPath *path);

/* Creates an empty neighbour list (rebuild.c), and frees a neighbour list. */
PetscErrorCode GrBulkNeighboursCreate(GrBulkNeighbours *neighbours);
PetscErrorCode GrBulkNeighboursDestroy(GrBulkNeighbours *neighbours);

/* Builds the neighbour list from the reference positions (rebuild.c). records: contact histories from before the
   rebuild. The function assigns them to the new candidate pairs and then destroys `records`. Collective. */
PetscErrorCode GrBulkRebuild(GrWorld world, GrParallelColumns *records);

/* Frees the memory that only the evaluation of forces uses, so that a rebuild of the neighbour list can use it. */
PetscErrorCode GrBulkFreeWork(GrWorld world);

/* Computes the curve keys key[n] of the first n particles. A curve key is the position of a particle along the
   space-filling curve. The order of evaluation of contacts follows from the curve keys (contact/neighbour/curve.h). */
PetscErrorCode GrBulkComputeCurveKeys(GrWorld world, PetscInt n, uint64_t *key);

/* Finds the ghosts of this rank, and all pairs of particles whose centre distance is less than the sum of the two
   radii, the two margins and the largest reach of adhesion. The order of the pairs does not depend on the number of
   ranks (contact/neighbour/pair_list.h). Collective. */
PetscErrorCode GrBulkSearchPairs(GrWorld world);

/* Makes the list of candidate pairs from the pairs that GrBulkSearchPairs has found. Sets the pair type of each pair
   and divides the pairs into blocks. Omits pairs of particles with the same prescribed velocity. Fails if a contact law
   does not accept the two particles of a pair. */
PetscErrorCode GrBulkListCandidates(GrWorld world);

/* Computes store.safe[i] for the first n particles: the largest overlap [m] at which contacts of the particle are
   stable at the current time step. */
void GrBulkComputeSafeOverlaps(GrWorld world, PetscInt n);

/* Copies mass and largest stable overlap of all particles, owned and ghosts, to the array neighbours.body. */
void GrBulkFillFamilyBodies(const GrBulk bulk);

/* Sets reduced mass and largest stable overlap of each contact of a batch. All contacts of the batch must belong to one
   family, a pair type for all radii of two materials (contact/model.h). */
void GrBulkFetchFamilyBodies(const GrBulk bulk, const GrBatchContacts *contacts, GrBatchGeometry *geometry);

/* Computes the contact key of a candidate pair: three integers that identify the contact on all ranks
   (contact/records.h). pair: number of the candidate pair. */
void GrBulkFindPairKey(GrWorld world, PetscInt pair, PetscInt64 key[GR_KEY]);
/* Computes the contact key of a particle and a wall: three integers that identify the contact on all ranks. slot: index
   of the contact in the arrays of particle-wall candidates (bulk->walls). */
void GrBulkFindWallKey(GrWorld world, PetscInt slot, PetscInt64 key[GR_KEY]);

/* Appends the histories of all contacts of this rank to `records`, a table with a row per contact
   (contact/records.h). */
PetscErrorCode GrBulkCollectHistories(GrWorld world, GrParallelColumns *records);

/* State of an iteration that collects the contact histories of this rank in several calls. */
typedef struct {
  /* true: only the rank that owns the first particle collects a contact between two ranks (for checkpoints); false:
     both ranks collect it */
  bool once;
  /* number of the current block of histories; the blocks of contacts with walls follow after the blocks of pairs */
  PetscInt block;
  int entry; /* index of the next history in the current block */
} GrBulkCollector;

/* Continues the iteration: appends contact histories to `records` until `records` has `most` rows or the iteration is
   complete. */
PetscErrorCode GrBulkCollectNext(GrWorld world, GrBulkCollector *collector, PetscInt most, GrParallelColumns *records);

/* Returns the number of contact histories of this rank. A contact between two ranks counts only on the rank that owns
   its first particle. */
PetscInt GrBulkCountHistories(GrWorld world);

#endif
