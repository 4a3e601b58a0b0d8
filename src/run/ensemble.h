/* Ensembles: studies with many small members, each computed by one rank: impacts, bouncing balls, runs of a mechanism.
   Members are numbered case by case; cases are the points of the sweep of each variant. They are computed in rounds: in
   a round each rank computes a contiguous range of members, and all ranks write together. The results do not depend on
   the number of ranks. */
#ifndef GRANUM_RUN_ENSEMBLE_H
#define GRANUM_RUN_ENSEMBLE_H

#include "run/progress.h"
#include <granum/case.h>
#include <granum/log.h>
#include <granum/results.h>
#include <granum/run.h>

typedef struct GrEnsembleKind GrEnsembleKind;

/* To add one: a row in ensemble.c. */
extern const GrEnsembleKind GrImpacts, GrBounces, GrMechanisms;

typedef struct {
  const GrEnsembleKind *kind;
  MPI_Comm comm;
  int rank, size;
  const GrStudy *study;
  GrResults results;       /* NULL: no output */
  PetscInt64 *begin;       /* [cases + 1] first member of each case */
  PetscInt64 first, count; /* members of this rank in the current round */
  void *result;            /* [count] of kind->size bytes, 0 until they are computed */
  void *work;              /* data of the kind, from `begin` to `end` */
  GrRunProgress progress;
  PetscInt64 counted;              /* count of this rank, for the report */
  PetscInt64 failed, first_failed; /* members of this rank */
  char why[256];                   /* cause of the first failure */
} GrEnsemble;

/* Members of a variant that this rank has computed in the current round. */
typedef struct {
  int variant;
  char group[256]; /* of the variant in the results file */
  GrRows rows;     /* among the members of the variant */
  void *result;    /* [rows.count] */
} GrEnsemblePart;

struct GrEnsembleKind {
  const char *group;                    /* in the results file */
  const char *members, *counted;        /* "bouncing balls"; unit of the report: "bounces" */
  const char *failed, *member, *remedy; /* "2 of 9 FAILED; the first: MEMBER 4 of variant a WHY; REMEDY" */
  const char *heading;                  /* of the lines that `show` prints */
  size_t size;                          /* of a result [bytes] */

  PetscInt64 (*count)(const GrCase *the_case); /* number of members of a case; NULL: 1 */
  /* Number of members that a rank stores before they are written; then a round is part of one variant. NULL: one round
     has all members of all variants. */
  PetscInt64 (*room)(const GrCase *the_case);
  PetscErrorCode (*begin)(GrEnsemble *ensemble,
                          int variant);        /* rounds of one variant: called before the rounds of a variant */
  PetscErrorCode (*end)(GrEnsemble *ensemble); /* called after the rounds of a variant */

  PetscErrorCode (*compute)(GrEnsemble *ensemble);                                  /* `result` of this round */
  PetscErrorCode (*record)(const GrEnsemble *ensemble, const GrEnsemblePart *part); /* collective */
  PetscErrorCode (*show)(MPI_Comm comm, PetscInt64 number, const void *result);     /* by PetscSynchronizedPrintf */
  PetscErrorCode (*destroy)(void *result);                                          /* NULL: holds nothing */
};

/* The i-th member of this rank in the current round. */
typedef struct {
  const GrCase *the_case;
  int variant, point;
  PetscInt64 number; /* in its variant, from 1 */
  PetscInt64 within; /* in its case, from 0 */
} GrEnsembleMember;
GrEnsembleMember GrEnsembleAt(const GrEnsemble *ensemble, PetscInt64 i);

/* Reports that the i-th member of this rank failed, and the cause. Call it in ascending order. */
void GrEnsembleFail(GrEnsemble *ensemble, PetscInt64 i, const char *format, ...);

/* Reports the number of members that this rank has computed in the current round. */
void GrEnsembleProgress(GrEnsemble *ensemble, PetscInt64 done);

/* A column, and the offset of its double in the row; GR_INTEGER columns are written as integers. */
typedef struct {
  GrColumn column;
  size_t offset;
} GrLogColumn;
#define GR_LOG_REAL(type, member, unit, description)                                                                   \
  {                                                                                                                    \
    {#member, GR_REAL, 1, unit, description}, offsetof(type, member)                                                   \
  }
#define GR_LOG_WHOLE(type, member, description)                                                                        \
  {                                                                                                                    \
    {#member, GR_INTEGER, 1, "1", description}, offsetof(type, member)                                                 \
  }

/* A kind of log of the members, written as a table with these columns. */
typedef struct {
  const char *name;
  int n;
  const GrLogColumn *columns;
  size_t log,
      begin; /* in the result [byte]: the log, and the double that receives the number of its first row, from 0 */
} GrEnsembleLog;
PetscErrorCode GrEnsembleRecord(const GrEnsemble *ensemble, const GrEnsemblePart *part, int n_logs,
                                const GrEnsembleLog logs[], int n, const GrLogColumn columns[]);

/* Computes all members of a study and writes results.h5, input.yaml and run.json into the folder (NULL: no output).
   Rank 0 prints. Collective. */
PetscErrorCode GrEnsembleRun(MPI_Comm comm, const GrStudy *study, GrRunFolder folder, const GrRunOptions *options);

/* Prints the number of members, variants and points of a study: one line that begins with `mark`. */
void GrEnsemblePrint(const GrStudy *study, const char *mark, FILE *out);

#endif
