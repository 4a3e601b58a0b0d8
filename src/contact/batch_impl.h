/* The inside of batches (batch.h): where histories are, what a rule's laws see, parts of a batch. */
#ifndef GRANUM_CONTACT_BATCH_IMPL_H
#define GRANUM_CONTACT_BATCH_IMPL_H

#include "contact/batch.h"

/* Where the histories of the contacts of a batch are: entries of the block in the committed buffer, or -1, and in the
   trial buffer where they are to be kept. `whole`: the entries are those of the batch, in both. */
typedef struct {
  GrHistory *history;
  PetscInt base; /* first entry of the block */
  PetscBool keep, whole, part;
  int from[GR_BATCH], to[GR_BATCH];
} GrBatchEntries;

/* The arrays of a rule's laws for the contacts of a batch. */
typedef struct {
  const GrInteraction *rule;
  const double (
      *before)[GR_BATCH]; /* the block's committed values, where its memory is being written; otherwise NULL */
  const double *coefficients[GR_MODEL_COEFFICIENTS], *history[GR_MODEL_HISTORY];
  double *trials[GR_MODEL_HISTORY];
  GR_BATCH_ALIGNED double coefficient[GR_MODEL_COEFFICIENTS][GR_BATCH];
  double committed[GR_MODEL_HISTORY][GR_BATCH], trial[GR_MODEL_HISTORY][GR_BATCH];
} GrBatchLaws;

typedef struct {
  GR_BATCH_ALIGNED double x[3][GR_BATCH];
} GrBatchVectors;

/* What the normal law tells the laws of sliding. */
typedef struct {
  GR_BATCH_ALIGNED double viscosity[GR_BATCH]; /* -dF/dv [N s/m] */
  double root[GR_BATCH];                       /* sqrt(d), if the rule `roots` */
} GrBatchNormal;

/* Finds the committed entries of a batch. */
void GrBatchFindEntries(GrHistory *h, PetscBool keep, const GrBatch *t, GrBatchEntries *e);

/* The contacts of the batch are the entries of the block from now on. */
void GrBatchKeepEntries(GrHistory *h, const GrBatch *t);

void GrBatchCoefficients(const GrModel *m, const GrBatch *t, GrBatchLaws *l);

/* Committed histories, those of sliding of a whole batch as they are in the block; the trial ones of a whole batch go
   where they are kept. */
void GrBatchLoadHistory(const GrBatchEntries *e, const GrBatch *t, GrBatchLaws *l);

void GrBatchStoreHistory(const GrBatchEntries *e, const GrBatch *t, const GrBatchLaws *l);

/* The contacts `which` of a batch as a batch of their own. */
void GrBatchSelect(const GrBatch *t, const GrBatchEntries *e, int n, const int which[], GrBatch *to,
                   GrBatchEntries *own);

/* The contacts from `first` on that follow the rule of contact `first` and are not done. */
int GrBatchOfRule(const GrModel *m, const GrBatch *t, int first, unsigned char done[], int which[]);

GrLawBlock GrBatchLawArrays(const GrBatch *t, const GrBatchLaws *l, int place, const double *rate, double *force,
                            double *dashpot);

/* Normal law: push, power of its dashpot and, unless NULL, what it tells. */
void GrBatchNormalForce(const GrBatchLaws *l, const double *restrict rate, GrBatchNormal *told, GrBatch *t);

void GrBatchAdhesion(const GrBatchLaws *l, const double *restrict rate, GrBatch *t);

/* One law of sliding; its force is zero where the bodies are apart. */
void GrBatchSliding(const GrModel *m, const GrBatchLaws *l, int slide, double interval, const GrBatchNormal *told,
                    const GrBatchVectors *slip, GrBatch *t, GrBatchVectors *force, double *stored);

void GrBatchRate(const GrBatch *t, double *restrict rate);

/* slip = v - (v . n) n + (l1 w1 + l2 w2) x n */
void GrBatchSlip(const GrBatch *restrict t, const double *restrict rate, GrBatchVectors *restrict slip);

/* rolling: R (w1 - w2) x n; twisting: R ((w1 - w2) . n) n */
void GrBatchRelativeSpin(const GrModel *m, const GrBatch *t, int slide, GrBatchVectors *slip);

#endif
