/* Histories of contacts: values of the laws that persist from step to step, such as springs and largest overlaps.

   A slot belongs to one candidate pair: two particles, or a particle and a wall. Slots are evaluated in blocks of
   GR_BLOCK_SLOTS. Only acting contacts have an entry. The entries of a block are consecutive in the memory of the
   block. Each entry stores its slot number in the block.

   Buffers. An evaluation reads the committed buffer and writes the trial buffer, block by block. GrHistoryCommit swaps
   the buffers. If every evaluation becomes a step (`no_rollback`), trial and committed histories share one buffer, and
   each block is read before it is written. `no_rollback` may change only just before GrHistoryReset.

   Origin. A contact usually continues the committed contact of the same slot. If the history `follows`, it continues
   the committed contact whose slot is its origin. Walls with several facets need this, because a particle may slide
   from one facet to another. The caller sets the origins before the evaluation. */
#ifndef GRANUM_CONTACT_HISTORY_H
#define GRANUM_CONTACT_HISTORY_H

#include "contact/model.h"

/* GR_BLOCK_SLOTS: number of slots (candidate pairs) of a block. GR_NO_ORIGIN: origin of a contact that continues no
   committed contact. */
enum { GR_BLOCK_SLOTS = GR_MODEL_WIDTH, GR_NO_ORIGIN = 255 };

/* Committed and trial histories of all contacts of one kind on a rank: between particles, or with walls. The head
   explains slot, block, entry, buffer and origin. */
typedef struct {
  PetscInt n_blocks; /* number of blocks */
  int n_values;      /* number of values per contact */
  /* [n_blocks][GR_BLOCK_SLOTS] history values of the entries, in each of the two buffers */
  double *value[2][GR_MODEL_HISTORY];
  /* [n_blocks][GR_BLOCK_SLOTS] slot of each entry within its block, ascending, in each buffer */
  unsigned char *slot[2];
  unsigned char *n[2];   /* [n_blocks] number of entries (acting contacts) of each block, in each buffer */
  int committed;         /* index of the committed buffer: 0 or 1 */
  PetscBool no_rollback; /* whether trial and committed histories share one buffer */
  /* whether contacts have origins (see the head); takes effect at the next GrHistoryReset */
  PetscBool follows;
  /* [n_blocks][GR_BLOCK_SLOTS] slot whose committed contact each slot continues, or GR_NO_ORIGIN; NULL: its own slot */
  unsigned char *origin;
} GrHistory;

/* Initializes a history with n_values values per contact and without slots. Not collective. */
PetscErrorCode GrHistoryCreate(int n_values, GrHistory *history);

/* Frees a history and sets it to {0}. Not collective. */
PetscErrorCode GrHistoryDestroy(GrHistory *history);

/* Deletes all entries and allocates blocks for at least this number of slots (candidate pairs), without acting
   contacts. Frees the old memory first, which limits the peak memory. Not collective. */
PetscErrorCode GrHistoryReset(GrHistory *history, PetscInt slots);

/* Frees the memory of the trial histories. Forces must not be evaluated before the next GrHistoryReset. Not
   collective. */
PetscErrorCode GrHistoryDropTrial(GrHistory *history);

/* Returns the index of the trial buffer: 0 or 1. */
static inline int GrHistoryTrial(const GrHistory *history)
{
  return history->no_rollback ? history->committed : !history->committed;
}

/* Commits: the trial histories become the committed histories. */
static inline void GrHistoryCommit(GrHistory *history)
{
  history->committed = GrHistoryTrial(history);
}

/* Returns the number of contacts that act in the committed state. Contacts of pairs and contacts with walls have
   separate histories. */
PetscInt GrHistoryCount(const GrHistory *history);

/* Finds the entry of a slot of a block in a buffer (0 or 1). Returns its index within the block; -1: the contact of the
   slot does not act. */
static inline int GrHistoryFind(const GrHistory *history, int buffer, PetscInt block, int slot)
{
  const unsigned char *slots = history->slot[buffer] + GR_BLOCK_SLOTS * block;
  for (int e = 0; e < history->n[buffer][block]; e++)
    if (slots[e] == slot)
      return e;
  return -1;
}

/* Returns the slot whose committed contact the contact in a slot of a block continues; GR_NO_ORIGIN: it continues
   none. */
static inline int GrHistoryOrigin(const GrHistory *history, PetscInt block, int slot)
{
  return history->origin ? history->origin[GR_BLOCK_SLOTS * block + slot] : slot;
}

/* Finds the trial entry that continues the committed contact of a slot. Returns its index within the block; -1: no
   trial entry continues this contact. */
int GrHistoryHeir(const GrHistory *history, PetscInt block, int slot);

/* Whether the same contacts of a block act in the committed and in the trial state, each in the same slot. */
PetscBool GrHistorySame(const GrHistory *history, PetscInt block);

/* Finds the committed contacts of a block that end in the trial state: contacts that do not act there, or one of whose
   first `values` history values is 0 there and was not 0 before. Writes the indices of their entries within the
   block to entry[], and returns their number. */
int GrHistoryEnding(const GrHistory *history, PetscInt block, int values, int entry[GR_BLOCK_SLOTS]);

#endif
