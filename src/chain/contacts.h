/* Contacts of a chain segment: blocks, trial and committed history, forces, dissipation.

   Slot s (0 .. n) is the contact between local bead s - 1 and local bead s; slots 0 and n reach the ghosts and exist
   only where a rank has a neighbour on that side. Both ranks evaluate such a contact from identical states, so its
   history evolves identically on both. Slots are cut into blocks of one law and one adhesion, or none; a block brings
   their coefficients as arrays, so that the laws see plain loops.

   The law counts where the overlap d > 0, the adhesion where d > -reach; their forces and energies add. What a block
   has of which nothing acts costs nothing but the test: its forces and histories are zeroed once when it opens.

   Two buffers hold history and dashpot power: evaluation writes the trial one, GrChainContactsCommit swaps them. */
#ifndef GRANUM_CHAIN_CONTACTS_H
#define GRANUM_CHAIN_CONTACTS_H

#include "chain/pair_type.h"
#include "parallel/chain_halo.h"

enum { GR_CHAIN_BLOCK = 256 };

/* A law as the contacts of a block use it. */
typedef struct {
  const GrLaw *law;                             /* NULL: none */
  int history;                                  /* number of its first array of history */
  double *coefficient[GR_LAW_COEFFICIENTS_MAX]; /* [n] each */
} GrBlockLaw;

typedef struct {
  PetscInt begin;                       /* first slot */
  int n;                                /* slots, <= GR_CHAIN_BLOCK */
  PetscBool clips;                      /* does the rule clip tension of the normal law? */
  double *rest_overlap, *overlap_limit; /* [n] */
  double *reach;                        /* [n] of the adhesion; NULL without */
  PetscBool acting[2];                  /* has this buffer anything but zeros for the block? */
  PetscBool has_force;                  /* has `force` anything but zeros? */
  GrBlockLaw normal, adhesion;
} GrChainBlock;

/* The worst thing a committed step did. */
typedef struct {
  PetscBool found;
  double time; /* [s] of the first commit that broke a limit */
  PetscInt slot;
  double overlap; /* [m] */
} GrViolation;

typedef struct {
  PetscInt n; /* owned beads */
  PetscInt n_blocks;
  GrChainBlock *block;             /* in ascending slots; the first and last may be ghost contacts */
  PetscInt inner_begin, inner_end; /* blocks that need no ghost */
  int n_history;
  double *history[2][2 * GR_LAW_HISTORY_MAX]; /* [n + 1] each: those of the law, then those of the adhesion */
  PetscBool damps;
  double *power[2]; /* [n + 1] dashpot force times overlap rate [W] */
  double *viscous;  /* [n + 1] dissipated by dashpots up to the last commit [J] */
  double *plastic;  /* [n + 1] spent by contacts and adhesions that have parted since [J] */
  double *force;    /* [n + 1] [N] */
  int committed;    /* which buffer */
  PetscInt broken;  /* first slot that broke its limit in the last evaluation, or -1 */
  double broken_overlap;
  double time; /* of the last commit */
  GrViolation violation;
  double *pool; /* storage of the blocks' coefficients */
  double
      *rest; /* [n + 1] overlaps at zero displacement [m], if each contact has its own; NULL: those of the pair types */
} GrChainContacts;

PetscErrorCode GrChainContactsCreate(const GrCase *the_case, GrPairType *pair_types, GrRows rows,
                                     const GrChainHalo *halo, GrChainContacts *contacts);
PetscErrorCode GrChainContactsDestroy(GrChainContacts *contacts);

/* Gives each contact a rest overlap of its own, `rest`, which the blocks then see; at first that of its pair type. */
PetscErrorCode GrChainContactsOwnRest(GrChainContacts *contacts);

/* Forgets what broke in the last evaluation; call before the first block of an evaluation. */
void GrChainContactsBegin(GrChainContacts *contacts);

/* Evaluates a block that needs no ghost (inner_begin <= block < inner_end), or all those that do. x, v: the owned
   beads. Writes force and the trial buffer. */
void GrChainContactsBlock(GrChainContacts *contacts, PetscInt block, const double *x, const double *v);
void GrChainContactsGhost(GrChainContacts *contacts, const GrChainHalo *halo, const double *x, const double *v);

/* Accepts the trial buffer for time t. */
void GrChainContactsCommit(GrChainContacts *contacts, double t);

/* Recoverable and spent energy [J] per slot of a block at the committed state; arrays of GR_CHAIN_BLOCK. Zero where
   nothing acts; recoverable is negative where the adhesion holds the beads together. */
void GrChainContactsEnergy(GrChainContacts *contacts, PetscInt block, const double *x, const GrChainHalo *halo,
                           double *recoverable, double *spent);

/* Field of the left beads of a block's contacts: owned ones, or the left ghost. */
static inline const double *GrBlockLeft(const GrChainBlock *b, const GrChainHalo *halo, int field, const double *owned)
{
  return b->begin == 0 ? &halo->ghost[GR_LEFT][field] : owned + b->begin - 1;
}

/* And of the right beads. */
static inline const double *GrBlockRight(const GrChainContacts *c, const GrChainBlock *b, const GrChainHalo *halo,
                                         int field, const double *owned)
{
  return b->begin == c->n ? &halo->ghost[GR_RIGHT][field] : owned + b->begin;
}

#endif
