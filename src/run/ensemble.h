/* Ensembles: studies whose members are small and many, each computed by one rank: impacts, bouncing balls, runs of a
   mechanism.

   The members of a case stand one after another, and so do the cases: points of the sweep in each variant. They are
   worked off in rounds. In each a rank computes one contiguous run of members, and all ranks write together; nothing in
   the results depends on how many ranks there are. */
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
  PetscInt64 first, count; /* members of this rank in this round */
  void *result;            /* [count] of kind->size bytes, 0 until they are computed */
  void *work;              /* of the kind, from its `begin` to its `end` */
  GrProgress progress;
  PetscInt64 counted;              /* by this rank, for the report */
  PetscInt64 failed, first_failed; /* members of this rank */
  char why[256];                   /* the first of them failed */
} GrEnsemble;

/* Members of a variant that this rank has computed in this round. */
typedef struct {
  int variant;
  char group[256]; /* of the variant in the results file */
  GrRows rows;     /* among the members of the variant */
  void *result;    /* [rows.count] */
} GrEnsemblePart;

struct GrEnsembleKind {
  const char *group;                    /* in the results file */
  const char *members, *counted;        /* "bouncing balls"; what the report counts: "bounces" */
  const char *failed, *member, *remedy; /* "2 of 9 FAILED; the first: MEMBER 4 of variant a WHY; REMEDY" */
  const char *heading;                  /* of the lines that `show` prints */
  size_t size;                          /* of a result [bytes] */

  PetscInt64 (*count)(const GrCase *the_case); /* members of a case; NULL: 1 */
  /* Members that a rank holds before they are written, in a round that is of one variant; NULL: all members of all
     variants, in one round. */
  PetscInt64 (*room)(const GrCase *the_case);
  PetscErrorCode (*begin)(GrEnsemble *ensemble, int variant); /* with `room`: before the rounds of a variant */
  PetscErrorCode (*end)(GrEnsemble *ensemble);                /* and after them */

  PetscErrorCode (*compute)(GrEnsemble *ensemble);                                  /* `result` of this round */
  PetscErrorCode (*record)(const GrEnsemble *ensemble, const GrEnsemblePart *part); /* collective */
  PetscErrorCode (*show)(MPI_Comm comm, PetscInt64 number, const void *result);     /* by PetscSynchronizedPrintf */
  PetscErrorCode (*destroy)(void *result);                                          /* NULL: holds nothing */
};

/* The i-th member of this rank in this round. */
typedef struct {
  const GrCase *the_case;
  int variant, point;
  PetscInt64 number; /* in its variant, from 1 */
  PetscInt64 within; /* in its case, from 0 */
} GrEnsembleMember;
GrEnsembleMember GrEnsembleAt(const GrEnsemble *ensemble, PetscInt64 i);

/* The i-th member of this rank has no result, and why in words. To be called in ascending order. */
void GrEnsembleFail(GrEnsemble *ensemble, PetscInt64 i, const char *format, ...);

/* This rank has computed so many members of this round. */
void GrEnsembleProgress(GrEnsemble *ensemble, PetscInt64 done);

/* A column and its double in the row; GR_INTEGER ones are written as integers. */
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

/* `record` for members that keep logs: writes each log, the row that stands first in the result, with `columns`. */
typedef struct {
  const char *name;
  int n;
  const GrLogColumn *columns;
  size_t log, begin; /* in the result: the log, and the double that is told its first row, from 0 [bytes] */
} GrEnsembleLog;
PetscErrorCode GrEnsembleRecord(const GrEnsemble *ensemble, const GrEnsemblePart *part, int n_logs,
                                const GrEnsembleLog logs[], int n, const GrLogColumn columns[]);

/* Computes all members of a study and writes results.h5, input.yaml and run.json into the folder (NULL: no output).
   Prints what it does on rank 0. Collective. */
PetscErrorCode GrEnsembleRun(MPI_Comm comm, const GrStudy *study, GrRunFolder folder, const GrRunOptions *options);

/* Prints the number of members, variants and points of a study: one line that begins with `mark`. */
void GrEnsemblePrint(const GrStudy *study, const char *mark, FILE *out);

#endif
