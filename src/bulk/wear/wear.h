/* Load and wear of the walls: sums over the contacts of each wall, and of each triangle of a mesh, since the start of
   the run. The case decides whether they are computed (GrCaseRecordsLoads).

   Sums over the contacts of a triangle, or of a wall without a mesh, and integrals over time t:
     J_n = int N dt                   normal impulse [N s]
     J_t = int |T| dt                 tangential impulse [N s]
     W_n = int N max(v, 0) dt         normal work: energy that approaching particles give to the normal contact [J]
     W_s = int P dt - E               sliding work: energy lost by sliding, rolling and twisting [J]
     S   = int max(N, 0) s dt         load path: normal force times sliding path [N m]
     N normal force [N];  T friction force [N];  v overlap rate [m/s];  P power of sliding, rolling and twisting [W];
     E energy stored in the springs of friction [J];  s sliding speed of the surfaces [m/s], 0 while the contact sticks
   Archard's law of wear: a surface loses the volume V = K S/H; with the area A of a triangle, the depth is V/A.
     K wear coefficient [1];  H hardness of the wall [Pa]
   Source: J. F. Archard, J. Appl. Phys. 24 (1953) 981, eq. 6: V/s = K N/H. The shape of the wall does not change.

   The integrals are trapezoidal sums: a step of length h adds h/2 times the rates of the contacts at its beginning and
   at its end. The energy ledger integrates its powers in the same way, so that W_s of all walls is its frictional
   energy, if the particles touch only walls. The springs of a contact that moves from triangle to triangle take their
   energy with them: W_s of a triangle may be less than 0 by this energy.

   Each rank adds the contacts of its own particles to sums in fixed point (base/math/short_sum.h). The totals over the
   ranks therefore have the same bits on any number of ranks. Memory: 128 bytes per triangle and rank. */
#ifndef GRANUM_BULK_WEAR_WEAR_H
#define GRANUM_BULK_WEAR_WEAR_H

#include "base/math/short_sum.h"
#include "contact/batch.h"
#include "contact/records.h"
#include "io/checkpoint/checkpoint.h"
#include "world/world_impl.h"
#include <stdbool.h>

/* Indices of the integrals: J_n, J_t, W_n, W_s and S of the head of this file. */
enum {
  GR_LOAD_NORMAL_IMPULSE,
  GR_LOAD_TANGENTIAL_IMPULSE,
  GR_LOAD_NORMAL_WORK,
  GR_LOAD_SLIDING_WORK,
  GR_LOAD_PATH,
  GR_LOADS
};

/* Sums of a triangle, or of a wall without a mesh. */
typedef struct {
  GrShortSum sum[GR_LOADS];
  int64_t contacts; /* number of contacts that have begun; a contact that moves to another triangle begins there */
} GrBulkWearRow;

/* Rates of a contact: derivatives of the integrals. */
typedef struct {
  PetscInt64 key[GR_KEY]; /* id of the particle; -1 - number of the wall; triangle, or face of the wall */
  PetscInt64 row;         /* index in GrBulkWear.row */
  double rate[GR_LOADS];
  bool begins; /* whether the contact has begun in the step */
} GrBulkWearRate;

/* Load and wear of all walls. Arrays with an index k = 0 or 1 exist twice: for the last completed step (k = committed),
   and for the last evaluation of forces. */
typedef struct {
  PetscInt64 *first;  /* [n_walls + 1] index of the first row of each wall; NULL: loads are not computed */
  GrBulkWearRow *row; /* [first[n_walls]] part of this rank: the sum over all ranks is the total */
  int committed;
  PetscInt n[2], capacity[2];
  GrBulkWearRate *rate[2]; /* [n[k]] contacts of the particles of this rank */
} GrBulkWear;

/* Allocates the rows of all walls, if the case asks for loads. */
PetscErrorCode GrBulkWearCreate(GrWorld world);
/* Frees all memory of the loads. */
PetscErrorCode GrBulkWearDestroy(GrBulkWear *wear);
/* Allocates memory for the rates of all contacts with walls that can occur before the next rebuild of the neighbour
   list. */
PetscErrorCode GrBulkWearReserve(GrWorld world);

/* Begins an evaluation of forces. */
static inline void GrBulkWearBegin(GrBulkWear *wear)
{
  wear->n[!wear->committed] = 0;
}

/* Finds the contacts of a batch that begin in the step. Call it before the laws are evaluated, because they may
   overwrite the committed histories. Does nothing if loads are not computed. */
void GrBulkWearFindNew(GrWorld world, const GrBatch *batch, bool begins[GR_BATCH]);
/* Appends the rates of the contacts of a batch, after the laws have been evaluated. */
void GrBulkWearAdd(GrWorld world, const GrBatch *batch, const bool begins[GR_BATCH]);
/* Completes a step: adds the integrals over the step. half: half the length of the step [s]. */
void GrBulkWearCommit(GrBulkWear *wear, double half);

/* Subtracts the energies of the springs of all contacts from the sliding works of this rank (sign -1), or adds them
   back (sign 1), at the state u [GR_STATE n] after the last accepted step. Both together change no bit. */
PetscErrorCode GrBulkWearShiftSprings(GrWorld world, const double *u, double sign);

/* Sums the rows of a wall over all ranks. first: index of the first row of the wall (GrBulkWear.first). rows: part of
   the rows that this rank gets. total: output, [rows.count]. Collective. */
PetscErrorCode GrBulkWearGather(GrWorld world, PetscInt64 first, GrRows rows, GrBulkWearRow total[]);

/* Sets total[n_walls] to the sums over all rows of each wall and all ranks. u [GR_STATE n]: state after the last
   accepted step. Collective. */
PetscErrorCode GrBulkWearTotal(GrWorld world, const double *u, GrBulkWearRow total[]);

/* Writes the loads to a checkpoint, and reads them. The ranks of a resumed run have other parts of the sums; the totals
   keep their bits. Collective. */
PetscErrorCode GrBulkWearSave(GrWorld world, GrCheckpoint file);
PetscErrorCode GrBulkWearRestore(GrWorld world, GrCheckpoint file);

#endif
