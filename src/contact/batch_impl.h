/* Common functions of the evaluation of forces and energies of a batch; private to batch_*.c.

     batch_history.c   reads and writes histories
     batch_load.c      computes coefficients, and splits a batch into parts of one rule
     batch_force.c     computes forces
     batch_energy.c    computes energies

   A law is called for the contacts of one rule at a time. */
#ifndef GRANUM_CONTACT_BATCH_IMPL_H
#define GRANUM_CONTACT_BATCH_IMPL_H

#include "contact/batch.h"

/* Method by which the committed histories of the contacts of a batch are read (table in batch_history.c). IN_PLACE: the
   laws read the arrays of the history; IN_RUNS: runs of entries are copied; ONE_BY_ONE: single entries are copied. */
typedef enum {
  GR_HISTORY_IN_PLACE,
  GR_HISTORY_IN_RUNS,
  GR_HISTORY_ONE_BY_ONE
} GrHistoryWay; /* a run: contacts whose committed entries are consecutive */

/* The entries of the contact history that belong to the contacts of a batch. Numbers of entries count from the first
   entry of the block. */
typedef struct {
  GrHistory *history;
  PetscInt base;    /* index of the first entry of the block */
  PetscBool keep;   /* whether trial histories are written to the block */
  GrHistoryWay way; /* method to read the committed histories */
  /* copy of the committed values of the block; NULL: the values are read from the block itself */
  const double (*copy)[GR_BATCH];
  /* number of the committed entry of each contact; -1: none; not set for GR_HISTORY_IN_PLACE */
  int entry[GR_BATCH];
  /* GR_HISTORY_ONE_BY_ONE: number of each contact in the whole batch, which is its trial entry */
  int target[GR_BATCH];
  int n_runs; /* GR_HISTORY_IN_RUNS: number of runs */
  struct {
    int contact, entry, n; /* first contact and its committed entry; number of contacts */
  } run[GR_BATCH];
} GrBatchEntries;

/* Arguments of the laws of one rule for the contacts of a batch. */
typedef struct {
  const GrInteraction *rule;
  /* coefficients that the laws read: arrays of `coefficient`, or of the model */
  const double *coefficients[GR_MODEL_COEFFICIENTS];
  /* histories that the laws read: arrays of `committed`, or of the block */
  const double *history[GR_MODEL_HISTORY];
  /* histories that the laws write: arrays of `scratch`, or of the block */
  double *trial[GR_MODEL_HISTORY];
  GR_BATCH_ALIGNED double coefficient[GR_MODEL_COEFFICIENTS][GR_BATCH];
  double committed[GR_MODEL_HISTORY][GR_BATCH], scratch[GR_MODEL_HISTORY][GR_BATCH];
} GrBatchLaws;

/* Results of the normal law that the laws of sliding, rolling and twisting use. */
typedef struct {
  GR_BATCH_ALIGNED double viscosity[GR_BATCH]; /* -dF/dv [N s/m] */
  double root[GR_BATCH];                       /* contact radius/sqrt(R) [m^(1/2)]; only if GrInteraction.roots */
  double corner[GR_LAW_CORNERS_MAX][GR_BATCH]; /* corners of the normal law [m]; only if GrLaw.end is not 0 */
  /* overlap at which each contact ends, an array of `corner` (GrSlideBatch.end) [m]; NULL: 0 */
  const double *end;
} GrBatchHandedOn;

/* Input and results of a law of rolling or twisting. slip: effective radius times relative angular velocity [m/s].
   force: torque divided by the effective radius [N]. power: power of the bodies against this torque [W]. */
typedef struct {
  GR_BATCH_ALIGNED double slip[3][GR_BATCH], force[3][GR_BATCH], power[GR_BATCH];
} GrBatchSlide;

/* A part of a batch: its contacts with the same contact rule, copied to a separate batch. The laws are evaluated part
   by part. */
typedef struct {
  /* index of the contact at which GrBatchNextPart begins to search; earlier contacts are done */
  int next;
  unsigned char done[GR_BATCH]; /* for each contact of the batch, not 0: it is in this part or an earlier part */
  GrBatch batch;
  GrBatchEntries entries;
} GrBatchPart;

/* Returns the effective radius of contact i [m]: R1 R2/(R1 + R2). */
static inline double GrBatchEffectiveRadius(const GrBatch *t, int i)
{
  return t->radius[0][i] * t->radius[1][i] / (t->radius[0][i] + t->radius[1][i]);
}

/* Sets *entries: finds the committed history entries of the contacts of a batch, and the method to read them. keep:
   whether trial histories are written to the block. */
void GrBatchFindEntries(GrHistory *history, PetscBool keep, const GrBatch *batch, GrBatchEntries *entries);

/* Sets laws->history and laws->trial: the arrays of committed histories that the laws read, and of trial histories that
   they write. */
void GrBatchReadHistory(const GrBatchEntries *entries, const GrBatch *batch, GrBatchLaws *laws);

/* Copies the trial histories from laws->scratch to the block, if entries->keep is set and the laws have not written to
   the block directly. */
void GrBatchWriteHistory(const GrBatchEntries *entries, const GrBatch *batch, const GrBatchLaws *laws);

/* Stores which contacts of a block of the history act in the trial state: the contacts of the batch. Sets number and
   slots of the trial entries of the block. */
void GrBatchKeepContacts(GrHistory *history, const GrBatch *batch);

/* Sets the arrays of coefficients and histories in *laws, for a batch whose contacts all have the rule laws->rule. */
void GrBatchLoad(const GrModel *model, const GrBatchEntries *entries, const GrBatch *batch, GrBatchLaws *laws);

/* Begins an iteration over the parts of a batch; a part is all contacts with the same contact rule. */
static inline void GrBatchBeginParts(GrBatchPart *part)
{
  part->next = 0;
  memset(part->done, 0, sizeof(part->done));
}

/* Sets *part to the next part of a batch (contacts with the same contact rule) and laws->rule to this rule. Returns
   PETSC_FALSE after the last part. */
PetscBool GrBatchNextPart(const GrModel *model, const GrBatch *batch, const GrBatchEntries *entries, GrBatchPart *part,
                          GrBatchLaws *laws);

/* Returns the arguments of the normal law or adhesion of a batch. role: GR_ROLE_NORMAL or GR_ROLE_ADHESION; force,
   dashpot: arrays for the results of the law, [rows] [N]. */
GrLawBatch GrBatchArraysOfLaw(const GrBatch *batch, const GrBatchLaws *laws, int role, double *force, double *dashpot);

/* Evaluates normal law and adhesion. Sets the normal force [N] and the power of the normal dashpots [W] in the batch,
   and the results that the laws of sliding use in `handed_on`. step: time step of velocity Verlet with predicted
   velocities [s], for which the dashpots of new contacts are corrected; 0: not corrected. */
void GrBatchEvaluateNormal(const GrBatchEntries *entries, double step, const GrBatchLaws *laws,
                           GrBatchHandedOn *handed_on, GrBatch *batch);

/* Evaluates the law of sliding, rolling or twisting; the force is 0 if the bodies are separated.
   slide      GR_TANGENTIAL, GR_ROLLING or GR_TWISTING
   interval   time since the histories were committed [s]
   own        slip, force and power of a law of rolling or twisting; a tangential law reads `slip` of the batch and sets
              `friction` and `sliding` of the batch
   stored     energies of the springs [J], output, or NULL */
void GrBatchEvaluateSliding(const GrModel *model, const GrBatchLaws *laws, int slide, double interval,
                            const GrBatchHandedOn *handed_on, GrBatch *batch, GrBatchSlide *own, double *stored);

/* Evaluates the bond law and adds the forces of bonds to the results of the batch. interval: time since the histories
   were committed [s]. stored: energies of the bonds [J], output. */
void GrBatchAddBond(const GrModel *model, const GrBatchLaws *laws, double interval, GrBatch *batch,
                    double stored[GR_BATCH]);

#endif
