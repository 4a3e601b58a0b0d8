/* Balance: brings a run of beads on a line to static equilibrium before the start.

   The run is the groups named by `equilibrium`. Inside it, beads that can move form segmentes between those that are
   held. For every bead i of a segment
     F_{i-1,i} - F_{i,i+1} + w_i = 0,   w_i = m_i g + P_i,
   with the static forces F of the contacts in the run; contacts with beads outside it count for nothing.
   1. equilibrium_loads.c  each contact's load follows from the w_i, up to one constant in a segment that is held at both
                       ends; inverting the law gives the overlaps.
   2. equilibrium_newton.c Newton's method on the displacements takes out what is left.
   3. equilibrium_accept.c  what was found becomes the reference: overlaps at zero displacement, positions. So the state at
                       the start is x = 0, and small motions are resolved however far a long chain has settled.
   Sums and sweeps go along the chain from rank to rank or are exact, decisions rest on maxima: the result has the same
   bits on any number of ranks. Collective, and memory is proportional to the beads of the rank. */
#ifndef GRANUM_CHAIN_EQUILIBRIUM_H
#define GRANUM_CHAIN_EQUILIBRIUM_H

#include "chain/chain.h"

#define GR_EQUILIBRIUM_NONE 1e-13 /* share of all weights below which a load or an imbalance counts as none */

/* Beads first .. last (rows, from 0) that can move, between two that are held or the end of the run. */
typedef struct {
  PetscInt64 first, last;
  PetscBool held[2]; /* is there a held bead of the run beyond this end? */
  double constant;   /* load of the first contact, the one before bead `first` [N] */
} GrEquilibriumSegment;

typedef struct {
  GrWorld world;
  GrChain chain;
  GrRows rows;
  PetscInt64 first, last; /* rows of the run */
  int n_segments;
  GrEquilibriumSegment *segment;
  double *weight; /* [n] w_i of the beads that can move, 0 for others [N] */
  double *sum;    /* [n + 1] weights of the segment before each slot [N] */
  double *load;   /* [n + 1] what each slot must carry [N]; 0 where it is in no segment */
  double *before; /* [n + 1] rest overlaps before [m] */
  double total;   /* sum of |w_i| over all ranks [N] */
  double scale;   /* the larger of that and the largest load: what residuals are measured by [N] */
} GrEquilibriumProblem;

/* Solves and adopts; reports in world->equilibrium. GrFail(GR_EXIT_INPUT, ...) if a contact cannot carry its load or
   nothing holds the run, GR_EXIT_PHYSICS if Newton's method does not converge. */
PetscErrorCode GrEquilibriumFind(GrWorld world);

/* Steps 1 to 3. The last two work on the rest overlaps of line->contacts; residual: max |sum of forces| [N]. */
PetscErrorCode GrEquilibriumLoads(GrEquilibriumProblem *balance);
PetscErrorCode GrEquilibriumNewton(GrEquilibriumProblem *balance, PetscInt *iterations, double *residual);
PetscErrorCode GrEquilibriumAccept(GrEquilibriumProblem *balance, const double *displacement);

/* Slots of this rank in a segment: [begin, end). A slot across ranks is counted on both; `own`: by the left one alone.
 */
void GrEquilibriumSlots(const GrEquilibriumProblem *balance, const GrEquilibriumSegment *segment, PetscBool own,
                        PetscInt *begin, PetscInt *end);

/* The part [begin, end) of a block of contacts. */
typedef struct {
  const GrChainBlock *block;
  PetscInt begin, end;
} GrEquilibriumPart;

/* The slots of block k in a segment; PETSC_FALSE: none. */
PetscBool GrEquilibriumPartOf(const GrEquilibriumProblem *balance, const GrEquilibriumSegment *segment, PetscBool own,
                              PetscInt k, GrEquilibriumPart *part);

/* Parts of step 1. Loads of a segment from its constant; rest overlaps from loads; the constant between two held beads,
   with both; the refusal of loads that cannot be carried. */
void GrEquilibriumDistribute(GrEquilibriumProblem *balance, const GrEquilibriumSegment *segment);
void GrEquilibriumInvert(GrEquilibriumProblem *balance, const GrEquilibriumSegment *segment, PetscBool own);
PetscErrorCode GrEquilibriumFit(GrEquilibriumProblem *balance, GrEquilibriumSegment *segment);
PetscErrorCode GrEquilibriumCheck(GrEquilibriumProblem *balance);

/* Makes a number the largest of all ranks. */
PetscErrorCode GrEquilibriumLargest(const GrEquilibriumProblem *balance, double *value);

/* The largest equilibrium overlap of each kind becomes its rest overlap, from which step bounds are estimated. */
PetscErrorCode GrEquilibriumPairTypes(GrWorld world);

#endif
