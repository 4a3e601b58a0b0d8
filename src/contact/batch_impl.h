/* What a batch's laws are handed, and the parts of it that energies share with forces; private to batch_*.c.

   batch_load.c finds histories and coefficients, batch_force.c makes forces of them, batch_energy.c energies. A batch
   whose contacts follow several rules is taken in parts, one for each rule. */
#ifndef GRANUM_CONTACT_BATCH_IMPL_H
#define GRANUM_CONTACT_BATCH_IMPL_H

#include "contact/batch.h"

/* Where the histories of the contacts of a batch are. `whole`: its contacts are the committed entries of the block;
   otherwise `from` has the entry of each, or -1. `part`: its contacts are some of a batch, and `to` has the trial entry
   of each. */
typedef struct {
  GrHistory *history;
  PetscInt base; /* first entry of the block */
  PetscBool keep, whole, part;
  int from[GR_BATCH], to[GR_BATCH];
  int n_spans; /* contacts that follow each other, and so do their entries; unless `whole` or `part` */
  struct {
    int to, from, n;
  } span[GR_BATCH];
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

/* What the normal law hands on to the laws of sliding. */
typedef struct {
  GR_BATCH_ALIGNED double viscosity[GR_BATCH]; /* -dF/dv [N s/m] */
  double root[GR_BATCH];                       /* sqrt(d), if the rule `roots` */
} GrBatchHandedOn;

/* Those contacts of a batch that follow one rule, as a batch of their own: a walk over its rules. */
typedef struct {
  int next; /* contacts before it are done */
  unsigned char done[GR_BATCH];
  int which[GR_BATCH]; /* the contacts, as places in the whole batch */
  GrBatch batch;
  GrBatchEntries entries;
} GrBatchPart;

/* R = R1 R2/(R1 + R2) */
static inline double GrBatchEffectiveRadius(const GrBatch *t, int i)
{
  return t->radius[0][i] * t->radius[1][i] / (t->radius[0][i] + t->radius[1][i]);
}

/* Finds the committed entries of a batch. */
void GrBatchFindEntries(GrHistory *history, PetscBool keep, const GrBatch *batch, GrBatchEntries *entries);

/* Coefficients and committed histories of a batch of the rule l->rule, and where its trial histories go. */
void GrBatchLoad(const GrModel *model, const GrBatchEntries *entries, const GrBatch *batch, GrBatchLaws *laws);

static inline void GrBatchBeginParts(GrBatchPart *part)
{
  part->next = 0;
  for (int i = 0; i < GR_BATCH; i++)
    part->done[i] = 0;
}

/* The next part of a batch, with its rule in `laws`; false after the last one. */
PetscBool GrBatchNextPart(const GrModel *model, const GrBatch *batch, const GrBatchEntries *entries, GrBatchPart *part,
                          GrBatchLaws *laws);

/* What a law of the role is given, and where its force and the part of the dashpot go. */
GrLawBatch GrBatchArraysOfLaw(const GrBatch *batch, const GrBatchLaws *laws, int role, double *force, double *dashpot);

/* Normal law: its force, power of its dashpot and, unless NULL, what it hands on. */
void GrBatchEvaluateNormal(const GrBatchLaws *laws, GrBatchHandedOn *handed_on, GrBatch *batch);

/* Adhesion: its force and power; a normal law in its place hands on, unless NULL. */
void GrBatchAddAdhesion(const GrBatchLaws *laws, GrBatchHandedOn *handed_on, GrBatch *batch);

/* rolling: R (w1 - w2) x n; twisting: R ((w1 - w2) . n) n */
void GrBatchSpinSlip(const GrModel *model, const GrBatch *batch, int slide, GrBatchVectors *slip);

/* One law of sliding; its force is zero where the bodies are apart. `stored`: NULL, or takes energies of springs. */
void GrBatchEvaluateSliding(const GrModel *model, const GrBatchLaws *laws, int slide, double interval,
                            const GrBatchHandedOn *handed_on, double slip[3][GR_BATCH], GrBatch *batch,
                            double force[3][GR_BATCH], double *stored);

/* Bonds of a batch; `stored`: their energies. */
void GrBatchAddBond(const GrModel *model, const GrBatchLaws *laws, double interval, GrBatch *batch,
                    double stored[GR_BATCH]);

#endif
