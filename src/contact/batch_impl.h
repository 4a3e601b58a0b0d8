/* Parts of the evaluation of a batch that forces and energies share; private to batch_*.c.

   batch_history.c reads and writes histories, batch_load.c finds coefficients and the contacts of one rule,
   batch_force.c computes forces and batch_energy.c energies. Laws see the contacts of one rule at a time. */
#ifndef GRANUM_CONTACT_BATCH_IMPL_H
#define GRANUM_CONTACT_BATCH_IMPL_H

#include "contact/batch.h"

/* How committed histories reach the contacts of a batch: see the table in batch_history.c. */
typedef enum { GR_HISTORY_IN_PLACE, GR_HISTORY_IN_RUNS, GR_HISTORY_ONE_BY_ONE } GrHistoryWay;

/* Entries of a block that belong to the contacts of a batch. Entries count from the first of the block. */
typedef struct {
  GrHistory *history;
  PetscInt base;  /* first entry of the block */
  PetscBool keep; /* whether trial histories are written to the block */
  GrHistoryWay way;
  const double (*copy)[GR_BATCH]; /* copy of the committed values; NULL: they are read from the block */
  int entry[GR_BATCH];            /* committed entry of each contact, or -1; not set in place */
  int target[GR_BATCH];           /* one by one: number of each contact in the whole batch, its trial entry */
  int n_runs;                     /* in runs */
  struct {
    int contact, entry, n; /* first contact and its committed entry; number of contacts */
  } run[GR_BATCH];
} GrBatchEntries;

/* Arrays of the laws of one rule for the contacts of a batch. */
typedef struct {
  const GrInteraction *rule;
  const double *coefficients[GR_MODEL_COEFFICIENTS]; /* input of the laws: `coefficient` or arrays of the model */
  const double *history[GR_MODEL_HISTORY];           /* input of the laws: `committed` or the block */
  double *trial[GR_MODEL_HISTORY];                   /* output of the laws: `scratch` or the block */
  GR_BATCH_ALIGNED double coefficient[GR_MODEL_COEFFICIENTS][GR_BATCH];
  double committed[GR_MODEL_HISTORY][GR_BATCH], scratch[GR_MODEL_HISTORY][GR_BATCH];
} GrBatchLaws;

/* Results of the normal law that the laws of sliding use. */
typedef struct {
  GR_BATCH_ALIGNED double viscosity[GR_BATCH]; /* -dF/dv [N s/m] */
  double root[GR_BATCH];                       /* sqrt(d) [m^(1/2)]; only if the rule `roots` */
} GrBatchHandedOn;

/* Slip [m/s], force [N] and power [W] of a law of rolling or twisting. */
typedef struct {
  GR_BATCH_ALIGNED double slip[3][GR_BATCH], force[3][GR_BATCH], power[GR_BATCH];
} GrBatchSlide;

/* The contacts of a batch that follow one rule, as a batch of their own. */
typedef struct {
  int next; /* all contacts before this one are in earlier parts */
  unsigned char done[GR_BATCH];
  GrBatch batch;
  GrBatchEntries entries;
} GrBatchPart;

/* R = R1 R2/(R1 + R2) */
static inline double GrBatchEffectiveRadius(const GrBatch *t, int i)
{
  return t->radius[0][i] * t->radius[1][i] / (t->radius[0][i] + t->radius[1][i]);
}

/* Finds the committed entries of the contacts of a batch. */
void GrBatchFindEntries(GrHistory *history, PetscBool keep, const GrBatch *batch, GrBatchEntries *entries);

/* Sets the histories that the laws of laws->rule read, and the arrays that they write. */
void GrBatchReadHistory(const GrBatchEntries *entries, const GrBatch *batch, GrBatchLaws *laws);

/* Copies trial histories from scratch to the block, if they are kept and not there yet. */
void GrBatchWriteHistory(const GrBatchEntries *entries, const GrBatch *batch, const GrBatchLaws *laws);

/* Makes the contacts of the batch the trial entries of its block. */
void GrBatchKeepContacts(GrHistory *history, const GrBatch *batch);

/* Coefficients and committed histories of a batch whose contacts all follow laws->rule. */
void GrBatchLoad(const GrModel *model, const GrBatchEntries *entries, const GrBatch *batch, GrBatchLaws *laws);

/* Starts a walk over the parts of a batch. */
static inline void GrBatchBeginParts(GrBatchPart *part)
{
  part->next = 0;
  memset(part->done, 0, sizeof(part->done));
}

/* Sets the next part of a batch and its rule in `laws`; PETSC_FALSE after the last part. */
PetscBool GrBatchNextPart(const GrModel *model, const GrBatch *batch, const GrBatchEntries *entries, GrBatchPart *part,
                          GrBatchLaws *laws);

/* Arguments of the law with this role. `force` and `dashpot` take its results. */
GrLawBatch GrBatchArraysOfLaw(const GrBatch *batch, const GrBatchLaws *laws, int role, double *force, double *dashpot);

/* Normal law and adhesion: normal force, power of the dashpots, and results for the laws of sliding. */
void GrBatchEvaluateNormal(const GrBatchLaws *laws, GrBatchHandedOn *handed_on, GrBatch *batch);

/* One law of sliding, rolling or twisting; its force is 0 where the bodies are apart. Tangential laws use `slip` and
   `friction` and `sliding` of the batch, the others `slip`, `force` and `power` of `own`. `stored`: energies of the
   springs [J], or NULL. */
void GrBatchEvaluateSliding(const GrModel *model, const GrBatchLaws *laws, int slide, double interval,
                            const GrBatchHandedOn *handed_on, GrBatch *batch, GrBatchSlide *own, double *stored);

/* Adds the forces of the bonds. `stored`: their energies [J]. */
void GrBatchAddBond(const GrModel *model, const GrBatchLaws *laws, double interval, GrBatch *batch,
                    double stored[GR_BATCH]);

#endif
