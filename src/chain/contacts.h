/* Contacts of a rank's segment of a chain: blocks, trial and committed histories, forces, dissipation.

   The contacts of a rank with n beads are numbered by slots: slot s (0 to n) is the contact between the rank's beads s
   - 1 and s. In slots 0 and n one bead is a ghost; these slots exist only if the rank has a neighbour on that side.
   Both ranks evaluate such a contact from identical states, so its history evolves identically on both. Slots are
   divided into blocks with one normal law and at most one adhesion law. A block stores each coefficient as an array
   over its contacts, so that laws are plain loops.

   The normal law acts where the overlap d > 0, the adhesion where d > -reach; their forces and energies add. When the
   last contact of a block separates, forces and histories of the block are set to 0 once. From then on only the
   overlaps of the block are computed.

   Histories and dashpot powers have two buffers: an evaluation reads the committed buffer and writes the trial buffer;
   GrChainContactsCommit swaps them. */
#ifndef GRANUM_CHAIN_CONTACTS_H
#define GRANUM_CHAIN_CONTACTS_H

#include "chain/pair_type.h"
#include "parallel/chain_halo.h"

enum { GR_CHAIN_BLOCK = 256 };

/* A law of a block of contacts, with the coefficients of each contact. */
typedef struct {
  const GrLaw *law;                             /* NULL: none */
  int history;                                  /* index of the law's first array in GrChainContacts.history */
  double *coefficient[GR_LAW_COEFFICIENTS_MAX]; /* [n] values of each coefficient for the contacts of the block */
} GrBlockLaw;

typedef struct {
  PetscInt begin;                       /* number of the first slot of the block */
  int n;                                /* number of slots (contacts) of the block, <= GR_CHAIN_BLOCK */
  PetscBool clips;                      /* whether tension of the normal law is clipped */
  double *rest_overlap, *overlap_limit; /* [n] overlap of each contact at zero displacement; its overlap limit [m] */
  double *reach;                        /* [n] reach of the adhesion [m]; NULL: no adhesion */
  /* for each buffer (committed, trial): whether history or power of some contact is not 0 */
  PetscBool acting[2];
  PetscBool has_force; /* whether the force of some contact of the block is not 0 */
  GrBlockLaw normal, adhesion;
} GrChainBlock;

/* First violation of an overlap limit in a committed step. */
typedef struct {
  PetscBool found;
  double time; /* end of the step with the violation [s] */
  PetscInt slot;
  double overlap; /* [m] */
} GrViolation;

typedef struct {
  PetscInt n; /* number of owned beads */
  PetscInt n_blocks;
  GrChainBlock *block; /* [n_blocks] blocks in the order of slots; the first and the last may have a ghost */
  PetscInt inner_begin, inner_end; /* blocks inner_begin to inner_end - 1 need no ghost */
  int n_history;
  /* arrays [n + 1] of each buffer: histories of the normal law, then of the adhesion */
  double *history[2][2 * GR_LAW_HISTORY_MAX];
  PetscBool damps;
  double *power[2];      /* [n + 1] power of the dashpots in each buffer: dashpot force times overlap rate [W] */
  double *viscous;       /* [n + 1] work of dashpots up to the last completed step [J] */
  double *plastic;       /* [n + 1] plastic work of contacts that have separated since the start [J] */
  double *force;         /* [n + 1] force of each contact, > 0 repulsive [N] */
  int committed;         /* index (0 or 1) of the committed buffer */
  PetscInt broken;       /* first slot whose overlap exceeds its limit in the last evaluation; -1: none */
  double broken_overlap; /* overlap of the slot `broken` [m] */
  double time;           /* end of the last completed step [s] */
  GrViolation violation;
  double *pool; /* memory of the coefficients of all blocks */
  /* [n + 1] overlap of each contact at zero displacement [m]; NULL: it is that of the contact's pair type */
  double *rest;
} GrChainContacts;

/* Creates the contacts of the beads `rows`, all with empty histories. */
PetscErrorCode GrChainContactsCreate(const GrCase *the_case, GrPairType *pair_types, GrRows rows,
                                     const GrParallelChainHalo *halo, GrChainContacts *contacts);

/* Frees all arrays. */
PetscErrorCode GrChainContactsDestroy(GrChainContacts *contacts);

/* Allocates contacts->rest, an overlap at zero displacement for each contact, with the values of the pair types. From
   now on the blocks use these values, which the caller may change. */
PetscErrorCode GrChainContactsOwnRest(GrChainContacts *contacts);

/* Evaluates the contacts of a block that needs no ghost (inner_begin <= block < inner_end): writes their `force`, and
   their histories and powers in the trial buffer. x, v: displacements [m] and velocities [m/s] of the owned beads. */
void GrChainContactsBlock(GrChainContacts *contacts, PetscInt block, const double *x, const double *v);

/* Evaluates the blocks that need a ghost, as GrChainContactsBlock does. The exchange of the halo must have been
   completed. */
void GrChainContactsGhost(GrChainContacts *contacts, const GrParallelChainHalo *halo, const double *x, const double *v);

/* Commits a step that ended at time t [s]: the trial buffer becomes the committed buffer. Adds the work of dashpots and
   the plastic work of ended contacts. */
void GrChainContactsCommit(GrChainContacts *contacts, double t);

/* Computes recoverable energy and plastic work [J] of each contact of a block at the committed state; arrays of
   GR_CHAIN_BLOCK numbers. They are 0 if no law acts. The recoverable energy of adhesion is negative. */
void GrChainContactsEnergy(GrChainContacts *contacts, PetscInt block, const double *x, const GrParallelChainHalo *halo,
                           double *recoverable, double *consumed);

/* Returns the values of a field (GR_GHOST_X, GR_GHOST_V) for the left beads of a block's contacts: part of the array
   `owned` of the owned beads, or the left ghost. */
static inline const double *GrBlockLeft(const GrChainBlock *b, const GrParallelChainHalo *halo, int field,
                                        const double *owned)
{
  return b->begin == 0 ? &halo->ghost[GR_LEFT][field] : owned + b->begin - 1;
}

/* Returns the values of a field (GR_GHOST_X, GR_GHOST_V) for the right beads of a block's contacts: part of the array
   `owned` of the owned beads, or the right ghost. */
static inline const double *GrBlockRight(const GrChainContacts *c, const GrChainBlock *b,
                                         const GrParallelChainHalo *halo, int field, const double *owned)
{
  return b->begin == c->n ? &halo->ghost[GR_RIGHT][field] : owned + b->begin;
}

#endif
