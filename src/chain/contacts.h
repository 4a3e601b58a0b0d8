/* Contacts between the beads of a chain on one rank: histories, forces, dissipation.

   A rank owns n consecutive beads of the chain. Its contacts are numbered by slots: slot s (0 to n) is the contact
   between its beads s - 1 and s. In the slots 0 and n one of the two beads is a ghost, a copy of a bead of the
   neighbouring rank. Both ranks evaluate the contact with a ghost from identical states, so that its history is
   identical on both. At an end of the chain there is no ghost, and the slot is not used. Consecutive slots with the
   same normal law and the same adhesion law form blocks. A block stores each coefficient as an array over its contacts.

   The normal law acts at overlaps d > 0, the adhesion at d > -reach. Their forces and energies add up. When no contact
   of a block acts any more, the forces and histories of the block are set to 0 once. From then on only the overlaps of
   the block are computed, until a contact acts again.

   Histories and dashpot powers have two buffers. An evaluation of forces reads the committed buffer (values of the last
   completed step) and writes the trial buffer. GrChainContactsCommit swaps the buffers. */
#ifndef GRANUM_CHAIN_CONTACTS_H
#define GRANUM_CHAIN_CONTACTS_H

#include "chain/pair_type.h"
#include "parallel/chain_halo.h"
#include <stdbool.h>

enum { GR_CHAIN_BLOCK = 256 }; /* largest number of contacts in a block */

/* A law of a block of contacts, and its coefficients for each contact. */
typedef struct {
  const GrLaw *law; /* normal law or adhesion of all contacts of the block; NULL: the block has no adhesion */
  int history;      /* index in GrChainContacts.history[...] of the first history value of the law */
  double *coefficient[GR_LAW_COEFFICIENTS_MAX]; /* [n] values of each coefficient for the contacts of the block */
} GrBlockLaw;

/* A block: consecutive contacts of a rank that have the same normal law and the same adhesion. Histories and dashpot
   powers have two buffers, for the last completed step and for the step that is being computed. */
typedef struct {
  PetscInt begin; /* number (slot) of the first contact of the block on this rank */
  int n;          /* number of contacts of the block, <= GR_CHAIN_BLOCK */
  /* whether the contact rule clips tension of the normal law, that is, replaces a negative force by 0 */
  bool clips;
  double *own;           /* memory of the arrays of coefficients; NULL: the block uses the arrays of an earlier block */
  double *rest_overlap;  /* [n] overlap of each contact at zero displacement [m] */
  double *overlap_limit; /* [n] largest overlap that the stability check allows [m] */
  double least_limit;    /* smallest of these overlaps [m] */
  double *radius;        /* [n] smaller radius of the two beads of each contact [m]; infinite: two planes */
  double smallest;       /* smallest of these radii [m] */
  /* overlap up to which no contact of the block exceeds its limit or the largest overlap / radius so far [m]; valid
     only while the latter equals `watched`; -1: not set */
  double watch, watched;
  /* [n] gap up to which the adhesion acts [m]; NULL: the block has no adhesion */
  double *reach;
  /* for each of the two buffers: whether a history value or dashpot power of the block may differ from 0 */
  bool acting[2];
  bool has_force;              /* whether the force of some contact of the block may differ from 0 */
  GrBlockLaw normal, adhesion; /* the two laws, with the coefficients of each contact */
} GrChainBlock;

/* First completed step in which the overlap of a contact on this rank exceeded its limit (stability check). */
typedef struct {
  bool found;     /* whether there is such a step; if not, the other members are not set */
  double time;    /* time at the end of the step [s] */
  PetscInt slot;  /* number of the contact on this rank */
  double overlap; /* overlap of the contact [m] */
  /* quantity that is not finite: of bead slot - 1, or of the contact; NULL: an overlap exceeded its limit */
  const char *quantity;
} GrViolation;

/* Largest overlaps of the contacts of a rank, for the stability check. */
typedef struct {
  /* slot of the first contact whose overlap exceeded its limit or was NaN in the last evaluation; -1: none */
  PetscInt broken;
  double broken_overlap; /* overlap of the contact in slot `broken` [m] */
  double deepest;        /* largest overlap / smaller radius in completed steps [1] */
  double trial_deepest;  /* the same with the last evaluation [1] */
  PetscInt deepest_slot; /* slot of this contact, if it is larger than `deepest` */
  GrViolation violation; /* first completed step in which an overlap exceeded its limit */
} GrChainCheck;

/* All contacts of a rank with the beads 0 to n - 1. Contact s (slot s, from 0 to n) is between the beads s - 1 and s.
   The beads -1 and n are ghosts; at an end of the chain they do not exist. Arrays with two buffers have values of the
   last completed step and of the step that is being computed. */
typedef struct {
  PetscInt n;        /* number of beads that the rank owns */
  PetscInt n_blocks; /* number of blocks: consecutive contacts with the same laws */
  /* [n_blocks] the blocks, in the order of the contacts; only the first and the last can have a contact with a ghost */
  GrChainBlock *block;
  PetscInt inner_begin, inner_end; /* the blocks inner_begin to inner_end - 1 have no contact with a ghost */
  int n_history;                   /* number of history arrays */
  /* history[b][k]: array [n + 1] with history value k of each contact, in buffer b. The values of the normal law come
     first, then the values of the adhesion */
  double *history[2][2 * GR_LAW_HISTORY_MAX];
  bool damps; /* whether some law of the chain has a viscous force; if not, `power` and `viscous` are NULL */
  /* power[b]: array [n + 1] with the power of the dashpot of each contact in buffer b, force times overlap rate [W] */
  double *power[2];
  double *viscous;    /* [n + 1] work that the dashpot of each contact has dissipated [J] */
  double *plastic;    /* [n + 1] plastic work of the contacts in each slot that have ended [J]; NULL: n_history is 0 */
  double *force;      /* [n + 1] force of each contact, > 0 repulsive [N] */
  int committed;      /* index (0 or 1) of the buffer with the values of the last completed step */
  double time;        /* time at the end of the last completed step [s] */
  GrChainCheck check; /* largest overlaps and violations, for the stability check */
  /* [n + 1] overlap of each contact at zero displacement [m]; NULL: each contact uses the value of its pair type */
  double *rest;
} GrChainContacts;

/* Creates the contacts of the beads that this rank owns (rows), with empty histories. */
PetscErrorCode GrChainContactsCreate(const GrCase *the_case, GrPairType *pair_types, GrRows rows,
                                     const GrParallelChainHalo *halo, GrChainContacts *contacts);

/* Frees all arrays. */
PetscErrorCode GrChainContactsDestroy(GrChainContacts *contacts);

/* Lets contacts of the same pair type have different overlaps at zero displacement, as static equilibrium needs.
   Allocates contacts->rest and fills it with the values of the pair types. The caller may then change the values. */
PetscErrorCode GrChainContactsOwnRest(GrChainContacts *contacts);

/* Sets what follows from the limits of a block's overlaps; call it after they have changed. */
void GrChainBlockSetLeastLimit(GrChainBlock *block);

/* Evaluates the contacts of a block without ghosts (inner_begin <= block < inner_end). Writes the forces of these
   contacts to `force`. Writes their histories and dashpot powers to the trial buffer (values of the step in progress).
   x, v: displacements [m] and velocities [m/s] of the owned beads. */
void GrChainContactsBlock(GrChainContacts *contacts, PetscInt block, const double *x, const double *v);

/* Evaluates the contacts of the blocks that have a contact with a ghost: forces, histories and dashpot powers, as in
   GrChainContactsBlock. Call it after the halo exchange has been completed. */
void GrChainContactsGhost(GrChainContacts *contacts, const GrParallelChainHalo *halo, const double *x, const double *v);

/* Accepts a completed step: the histories and dashpot powers of the last evaluation become the committed values. Adds
   the work of the dashpots to `viscous`, and the plastic work of contacts that have separated to `plastic`. t: time at
   the end of the step [s]. */
void GrChainContactsCommit(GrChainContacts *contacts, double t);

/* Computes the recoverable energy and the plastic work [J] of each contact of a block from the histories of the last
   completed step. recoverable, consumed: output arrays of GR_CHAIN_BLOCK numbers. Both energies are 0 for a contact in
   which no law acts. The recoverable energy of adhesion is negative. */
void GrChainContactsEnergy(GrChainContacts *contacts, PetscInt block, const double *x, const GrParallelChainHalo *halo,
                           double *recoverable, double *consumed);

/* Force [N], overlap [m] and overlap rate [m/s] of a contact; a negative overlap is a gap. */
typedef struct {
  double force, overlap, rate;
} GrChainContact;

/* Returns the state of the contact in a slot in the last completed step. x, v: displacements [m] and velocities [m/s]
   of the owned beads. Call it after a halo exchange of these states. */
GrChainContact GrChainContactAt(const GrChainContacts *contacts, PetscInt slot, const GrParallelChainHalo *halo,
                                const double *x, const double *v);

/* Overlaps of a contact at which its force is not smooth [m]: 0, where it begins; the end of the reach of its adhesion,
   if it has one; and the corners of its normal law with the committed history. */
typedef struct {
  int n;
  double level[GR_LAW_CORNERS_MAX + 2];
  bool remembers; /* whether the normal law has a history, so that its force is not smooth where the overlap turns */
} GrChainCorners;

/* Returns the corners of the contact in a slot at a state (GrChainContactAt). */
GrChainCorners GrChainContactCorners(const GrChainContacts *contacts, PetscInt slot, const GrChainContact *at);

/* Returns an array with the displacements (field GR_GHOST_X) or velocities (GR_GHOST_V) of the left bead of each
   contact of a block. owned: values for the owned beads. The result points into `owned`, or to the value of the left
   ghost bead if the block begins with the contact with this ghost. */
static inline const double *GrBlockLeft(const GrChainBlock *b, const GrParallelChainHalo *halo, int field,
                                        const double *owned)
{
  return b->begin == 0 ? &halo->ghost[GR_LEFT][field] : owned + b->begin - 1;
}

/* Returns an array with the displacements (field GR_GHOST_X) or velocities (GR_GHOST_V) of the right bead of each
   contact of a block. owned: values for the owned beads. The result points into `owned`, or to the value of the right
   ghost bead if the block begins with the contact with this ghost. */
static inline const double *GrBlockRight(const GrChainContacts *c, const GrChainBlock *b,
                                         const GrParallelChainHalo *halo, int field, const double *owned)
{
  return b->begin == c->n ? &halo->ghost[GR_RIGHT][field] : owned + b->begin;
}

#endif
