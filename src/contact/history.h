/* Contact histories: the values of each contact that its laws need from earlier steps, such as spring displacements and
   largest overlaps. The committed history belongs to the last accepted step, the trial history to the step that is
   being computed.

   Slots. Each candidate pair has a slot: two particles, or a particle and a part of a wall, that may touch before the
   next rebuild of the neighbour list. Slots are numbered and evaluated in blocks of GR_BLOCK_SLOTS. Only a contact that
   acts (exerts forces) has history values, which form an entry of the block. The entries of a block are stored one
   after the other. An entry contains the index of its slot within the block.

   Buffers. An evaluation reads the committed buffer and writes the trial buffer, block by block. GrHistoryCommit swaps
   the buffers. If every evaluation becomes a step (`no_rollback`), trial and committed histories share one buffer, and
   each block is read before it is written. `no_rollback` may change only immediately before GrHistoryReset.

   Origins. A contact usually continues the committed history of the same slot. After GrHistoryAddOrigins it may
   continue the committed history of another slot of the block, which is called its origin. Walls with several facets
   need this, because a particle may slide from one facet to another. The caller sets the origins before the
   evaluation. */
#ifndef GRANUM_CONTACT_HISTORY_H
#define GRANUM_CONTACT_HISTORY_H

#include "contact/model.h"
#include <stdbool.h>

/* GR_BLOCK_SLOTS: number of slots (pairs of bodies that may touch) per block of the history. GR_NO_ORIGIN: value of
   GrHistory.origin for a new contact, which continues no earlier history. */
enum { GR_BLOCK_SLOTS = GR_MODEL_WIDTH, GR_NO_ORIGIN = 255 };

/* Histories of all contacts between particles of a rank, or of all its contacts with walls. Each candidate pair of
   bodies has a slot; GR_BLOCK_SLOTS slots form a block. Each acting contact has an entry in its block: its history
   values. Two buffers have the committed histories (last accepted step) and the trial histories. Initialize a history
   with {.n_values = ...}; GrHistoryReset then allocates its slots. */
typedef struct {
  PetscInt n_blocks; /* number of blocks of slots */
  int n_values;      /* number of history values per contact */
  /* value[b]: history values of each entry in buffer b, [n_blocks][n_values][GR_BLOCK_SLOTS] (GrHistoryValues) */
  double *value[2];
  /* slot[b]: index of the slot of each entry within its block, ascending, in buffer b, [n_blocks][GR_BLOCK_SLOTS] */
  unsigned char *slot[2];
  unsigned char *n[2]; /* n[b]: number of entries (acting contacts) of each block in buffer b, [n_blocks] */
  int committed;       /* index b of the buffer with the committed histories: 0 or 1 */
  bool no_rollback;    /* whether trial and committed histories share one buffer */
  /* [n_blocks][GR_BLOCK_SLOTS] origin of each slot: the index in the block of the slot whose committed history it
     continues; GR_NO_ORIGIN: a new contact. NULL: each slot continues its own history */
  unsigned char *origin;
} GrHistory;

/* Frees a contact history and sets it to {0}. Not collective. */
PetscErrorCode GrHistoryDestroy(GrHistory *history);

/* Deletes the histories of all contacts, and allocates blocks for at least `slots` slots without entries. Frees the old
   memory first, to limit the peak memory. Not collective. */
PetscErrorCode GrHistoryReset(GrHistory *history, PetscInt slots);

/* Allocates the origins of all slots, until the next GrHistoryReset. At first each slot is its own origin. Not
   collective. */
PetscErrorCode GrHistoryAddOrigins(GrHistory *history);

/* Frees the memory of the trial histories. After this call, forces must not be evaluated until GrHistoryReset is
   called. Not collective. */
PetscErrorCode GrHistoryDropTrial(GrHistory *history);

/* Returns the index of the buffer with the trial histories, 0 or 1. It is the committed buffer if both share memory. */
static inline int GrHistoryTrial(const GrHistory *history)
{
  return history->no_rollback ? history->committed : !history->committed;
}

/* Returns the array [GR_BLOCK_SLOTS] of history value k of the entries of a block, in a buffer, 0 or 1. The arrays of a
   block are stored one after the other, because a step reads and writes block after block. */
static inline double *GrHistoryValues(const GrHistory *history, int buffer, PetscInt block, int k)
{
  return history->value[buffer] + GR_BLOCK_SLOTS * ((size_t)history->n_values * (size_t)block + (size_t)k);
}

/* Returns the place of history value k of an entry, in a buffer. The next values of the entry follow at distances of
   GR_BLOCK_SLOTS. entry: number of the entry, counted through all blocks of GR_BLOCK_SLOTS. */
static inline double *GrHistoryValue(const GrHistory *history, int buffer, PetscInt entry, int k)
{
  return GrHistoryValues(history, buffer, entry / GR_BLOCK_SLOTS, k) + entry % GR_BLOCK_SLOTS;
}

/* Accepts a step: the trial histories become the committed histories. */
static inline void GrHistoryCommit(GrHistory *history)
{
  history->committed = GrHistoryTrial(history);
}

/* Returns the number of contacts that act in the committed state. */
PetscInt GrHistoryCount(const GrHistory *history);

/* Finds the history entry (set of history values) of a slot (pair of bodies) in a buffer, 0 or 1. Returns the index of
   the entry within the block; -1: the contact of this slot does not act. */
static inline int GrHistoryFind(const GrHistory *history, int buffer, PetscInt block, int slot)
{
  const unsigned char *slots = history->slot[buffer] + GR_BLOCK_SLOTS * block;
  for (int e = 0; e < history->n[buffer][block]; e++)
    if (slots[e] == slot)
      return e;
  return -1;
}

/* Returns the origin of a slot: the slot of the same block whose committed history its contact continues. This is
   usually the slot itself; GR_NO_ORIGIN: a new contact. */
static inline int GrHistoryOrigin(const GrHistory *history, PetscInt block, int slot)
{
  return history->origin ? history->origin[GR_BLOCK_SLOTS * block + slot] : slot;
}

/* Returns the index within the block of the trial entry (history in the step that is being computed) that continues the
   committed history of a slot; -1: there is none, because the contact has ended. */
int GrHistorySuccessor(const GrHistory *history, PetscInt block, int slot);

/* Whether the contacts that act in a block are the same in the committed and in the trial state, each in the same
   slot. */
bool GrHistorySame(const GrHistory *history, PetscInt block);

/* Finds the contacts of a block that end in the step that is being computed. A contact ends if it no longer acts, or if
   one of its first `values` history values, of normal law and adhesion, changes to 0. Writes the indices of the
   committed entries of these contacts in the block to entry[], and returns the number of these contacts. */
int GrHistoryEnding(const GrHistory *history, PetscInt block, int values, int entry[GR_BLOCK_SLOTS]);

#endif
