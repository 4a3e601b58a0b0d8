/* Contacts of a chain segment: blocks, trial and committed history, forces, dissipation.

   Slot s (0 .. n) is the contact between local bead s - 1 and local bead s; slots 0 and n reach the ghosts and exist
   only where a rank has a neighbour on that side. Both ranks evaluate such a contact from identical states, so its
   history evolves identically on both. Slots are divided into blocks with one normal law and at most one adhesion law.
   A block stores each coefficient as an array over its contacts, so that laws are plain loops.

   The normal law acts where the overlap d > 0, the adhesion where d > -reach; their forces and energies add. The forces
   and histories of a block without acting contacts are zeroed once, when its last contact separates. After that the
   block costs only the computation of its overlaps.

   Two buffers hold history and dashpot power: evaluation writes the trial buffer, GrChainContactsCommit swaps them. */
#ifndef GRANUM_CHAIN_CONTACTS_H
#define GRANUM_CHAIN_CONTACTS_H

#include "chain/pair_type.h"
#include "parallel/chain_halo.h"

enum { GR_CHAIN_BLOCK = 256 };

/* A law of a block, with the coefficients of its contacts. */
typedef struct {
  const GrLaw *law;                             /* NULL: none */
  int history;                                  /* number of its first array of history */
  double *coefficient[GR_LAW_COEFFICIENTS_MAX]; /* [n] each */
} GrBlockLaw;

typedef struct {
  PetscInt begin;                       /* first slot */
  int n;                                /* number of slots, <= GR_CHAIN_BLOCK */
  PetscBool clips;                      /* whether tension of the normal law is clipped */
  double *rest_overlap, *overlap_limit; /* [n] overlap at zero displacement; overlap limit [m] */
  double *reach;                        /* [n] reach of the adhesion [m]; NULL: no adhesion */
  PetscBool acting[2];                  /* whether history and power of the block are not all 0, for each buffer */
  PetscBool has_force;                  /* whether `force` of the block is not all 0 */
  GrBlockLaw normal, adhesion;
} GrChainBlock;

/* First committed violation of an overlap limit. */
typedef struct {
  PetscBool found;
  double time; /* end of this step [s] */
  PetscInt slot;
  double overlap; /* [m] */
} GrViolation;

typedef struct {
  PetscInt n; /* number of owned beads */
  PetscInt n_blocks;
  GrChainBlock *block; /* [n_blocks] blocks in the order of slots; the first and the last may have a ghost */
  PetscInt inner_begin, inner_end; /* blocks that need no ghost */
  int n_history;
  double *history[2][2 * GR_LAW_HISTORY_MAX]; /* [n + 1] each: histories of the law, then of the adhesion */
  PetscBool damps;
  double *power[2];      /* [n + 1] dashpot force times overlap rate [W] */
  double *viscous;       /* [n + 1] work of dashpots up to the last completed step [J] */
  double *plastic;       /* [n + 1] plastic work of contacts that have separated since the start [J] */
  double *force;         /* [n + 1] force of each contact, > 0 repulsive [N] */
  int committed;         /* number of the committed buffer */
  PetscInt broken;       /* first slot beyond its limit in the last evaluation, or -1 */
  double broken_overlap; /* overlap of this slot [m] */
  double time;           /* end of the last completed step [s] */
  GrViolation violation;
  double *pool; /* storage of the blocks' coefficients */
  double *rest; /* [n + 1] own overlaps at zero displacement [m]; NULL: contacts have the overlap of their pair type */
} GrChainContacts;

/* Creates the contacts of the beads `rows`, all separated. */
PetscErrorCode GrChainContactsCreate(const GrCase *the_case, GrPairType *pair_types, GrRows rows,
                                     const GrParallelChainHalo *halo, GrChainContacts *contacts);

/* Frees all arrays. */
PetscErrorCode GrChainContactsDestroy(GrChainContacts *contacts);

/* Allocates a rest overlap for each contact, `rest` [m], with the value of its pair type. Blocks use these values from
   now on. */
PetscErrorCode GrChainContactsOwnRest(GrChainContacts *contacts);

/* Evaluates a block that needs no ghost (inner_begin <= block < inner_end). Writes `force` and the trial buffer.
   x, v: displacements [m] and velocities [m/s] of the owned beads. */
void GrChainContactsBlock(GrChainContacts *contacts, PetscInt block, const double *x, const double *v);

/* Evaluates the blocks that need a ghost, as GrChainContactsBlock does. The halo exchange must be complete. */
void GrChainContactsGhost(GrChainContacts *contacts, const GrParallelChainHalo *halo, const double *x, const double *v);

/* Commits the trial buffer at time t [s]; accumulates the work of dashpots and the plastic work. */
void GrChainContactsCommit(GrChainContacts *contacts, double t);

/* Computes recoverable energy and plastic work [J] of each slot of a block at the committed state; arrays of
   GR_CHAIN_BLOCK. 0 where no law acts; the recoverable energy of adhesion is negative. */
void GrChainContactsEnergy(GrChainContacts *contacts, PetscInt block, const double *x, const GrParallelChainHalo *halo,
                           double *recoverable, double *consumed);

/* Returns a field of the left beads of a block's contacts: of owned beads, or of the left ghost. */
static inline const double *GrBlockLeft(const GrChainBlock *b, const GrParallelChainHalo *halo, int field,
                                        const double *owned)
{
  return b->begin == 0 ? &halo->ghost[GR_LEFT][field] : owned + b->begin - 1;
}

/* Returns a field of the right beads of a block's contacts: of owned beads, or of the right ghost. */
static inline const double *GrBlockRight(const GrChainContacts *c, const GrChainBlock *b,
                                         const GrParallelChainHalo *halo, int field, const double *owned)
{
  return b->begin == c->n ? &halo->ghost[GR_RIGHT][field] : owned + b->begin;
}

#endif
