/* Histories of contacts: what each remembers from step to step, committed and trial.

   A slot is a candidate. Slots are evaluated in blocks of GR_BLOCK_SLOTS; of a block only the contacts that act have an
   entry, one after the other in the block's own memory, with the number of their slot in the block. An evaluation
   writes the trial buffer, block after block, and GrHistoryCommit swaps the buffers. A contact continues the committed
   one of its own slot; of a history that `follows`, the one whose slot is its origin, which whoever knows where
   contacts are says before they are evaluated. Where every evaluation is sure to become a step (`no_rollback`), trial
   and committed are one buffer: a block is read before it is written. Once blocks were made for that, it must stay so
   until they are made anew. */
#ifndef GRANUM_CONTACT_HISTORY_H
#define GRANUM_CONTACT_HISTORY_H

#include "contact/model.h"

enum { GR_BLOCK_SLOTS = GR_MODEL_WIDTH, GR_NO_ORIGIN = 255 };

typedef struct {
  PetscInt n_blocks;
  int n_values;
  double *value[2][GR_MODEL_HISTORY]; /* [blocks][GR_BLOCK_SLOTS] */
  unsigned char *slot[2];             /* [blocks][GR_BLOCK_SLOTS] of the entries, ascending */
  unsigned char *n[2];                /* [blocks] entries */
  int committed;                      /* which buffer */
  PetscBool no_rollback;
  PetscBool follows;     /* contacts have origins, from the next reset on */
  unsigned char *origin; /* [blocks][GR_BLOCK_SLOTS] by slot: the committed slot, or GR_NO_ORIGIN; NULL: its own */
} GrHistory;

PetscErrorCode GrHistoryCreate(int n_values, GrHistory *history);
PetscErrorCode GrHistoryDestroy(GrHistory *history);

/* Blocks for as many slots, none of which acts. What was there is gone; its memory is given back first. */
PetscErrorCode GrHistoryReset(GrHistory *history, PetscInt slots);

/* Gives back what trials are written to: there will be none before the next reset. */
PetscErrorCode GrHistoryDropTrial(GrHistory *history);

static inline int GrHistoryTrial(const GrHistory *history)
{
  return history->no_rollback ? history->committed : !history->committed;
}

static inline void GrHistoryCommit(GrHistory *history)
{
  history->committed = GrHistoryTrial(history);
}

/* Contacts that act, committed; walls have others. */
PetscInt GrHistoryCount(const GrHistory *history);

/* The entry of a slot of a block, counted from the first of that block, or -1. */
static inline int GrHistoryFind(const GrHistory *history, int buffer, PetscInt block, int slot)
{
  const unsigned char *slots = history->slot[buffer] + GR_BLOCK_SLOTS * block;
  for (int e = 0; e < history->n[buffer][block]; e++)
    if (slots[e] == slot)
      return e;
  return -1;
}

/* The slot of the committed contact that the one of a slot of a block continues. */
static inline int GrHistoryOrigin(const GrHistory *history, PetscInt block, int slot)
{
  return history->origin ? history->origin[GR_BLOCK_SLOTS * block + slot] : slot;
}

/* The trial entry, counted from the first of its block, that continues the committed contact of a slot, or -1. */
int GrHistoryHeir(const GrHistory *history, PetscInt block, int slot);

/* Whether the same contacts of a block act in both buffers. */
PetscBool GrHistorySame(const GrHistory *history, PetscInt block);

/* The committed entries of a block, counted from its first, whose contacts do not act in the trial buffer or have lost
   one of the first `values` of their history, which becomes 0. Returns how many. */
int GrHistoryEnding(const GrHistory *history, PetscInt block, int values, int entry[GR_BLOCK_SLOTS]);

#endif
