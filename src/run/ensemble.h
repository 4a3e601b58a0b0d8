/* Ensembles: studies with many small members, each of which one rank computes: impacts, bouncing balls, runs of a
   mechanism.

   The members are in the order of the cases: variant after variant, in each variant point after point of the sweep.
   They are computed in rounds. In a round each rank computes one contiguous range of members, then all ranks write
   together. The results do not depend on the number of ranks. */
#ifndef GRANUM_RUN_ENSEMBLE_H
#define GRANUM_RUN_ENSEMBLE_H

#include "run/progress.h"
#include <granum/case.h>
#include <granum/log.h>
#include <granum/results.h>
#include <granum/run.h>

typedef struct GrRunEnsembleKind GrRunEnsembleKind;

enum { GR_ENSEMBLE_COLUMNS = 16 }; /* most columns of a variant that is written in rounds */

/* To add a kind: a row in ensemble.c. */
extern const GrRunEnsembleKind GrImpactEnsemble, GrBounceEnsemble, GrMechanismEnsemble;

/* A member of a struct that is a row of a table. It is a double. */
typedef struct {
  GrColumn column; /* column in the results; GR_INTEGER: written as integers */
  size_t offset;   /* offset in the row [bytes] */
} GrMember;
#define GR_MEMBER_REAL(type, member, unit, description)                                                                \
  {                                                                                                                    \
    {#member, GR_REAL, 1, unit, description}, offsetof(type, member)                                                   \
  }
#define GR_MEMBER_INTEGER(type, member, description)                                                                   \
  {                                                                                                                    \
    {#member, GR_INTEGER, 1, "1", description}, offsetof(type, member)                                                 \
  }
#define GR_MEMBERS(list) (int)(sizeof(list) / sizeof((list)[0])), list

/* A table of the results file, such as the table of all bounces. */
typedef struct {
  const char *name; /* name of its subgroup; "": the table of results, with one row per member of the ensemble */
  int n;
  const GrMember *member; /* [n] */
  size_t log;             /* offset in the result of the GrLog with the rows [bytes]; without a name: unused */
  size_t first;           /* offset in the result of the number of the log's first row in the table, from 0 [bytes] */
} GrEnsembleTable;

typedef struct {
  const GrRunEnsembleKind *kind;
  MPI_Comm comm;
  int rank, size;
  const GrStudy *study;
  GrResults results;       /* NULL: no output */
  PetscInt64 *begin;       /* [cases + 1] number of the first member of each case */
  PetscInt64 first, count; /* first member, and number of members, of this rank in this round */
  void *result;            /* [count] results of kind->size bytes, 0 before they are computed */
  double *sample;          /* [count * kind->samples] samples of this round, in the order that the kind defines */
  /* Open tables of a variant that is written in several rounds: the columns of the results, then the tables of
     `record`. */
  GrTable table[GR_ENSEMBLE_COLUMNS];
  GrRunProgress progress;
  PetscInt64 counted;              /* objects that this rank has counted, for the report */
  PetscInt64 failed, first_failed; /* number of members of this rank without a result; the first of them */
  char why[256];                   /* reason for the first failure */
} GrRunEnsemble;

/* Members of a variant that this rank has computed in the current round. */
typedef struct {
  int variant;
  char group[256]; /* group of the variant in the results file */
  GrRows rows;     /* their positions among the members of the variant */
  void *result;    /* [rows.count] their results */
} GrRunEnsemblePart;

struct GrRunEnsembleKind {
  const char *group;                    /* group in the results file */
  const char *members, *counted;        /* "bouncing balls"; the unit of the report: "bounces" */
  const char *failed, *member, *remedy; /* "2 of 9 FAILED; the first: MEMBER 4 of variant a WHY; REMEDY" */
  const char *heading;                  /* heading of the lines that `show` prints */
  size_t size;                          /* size of a result [bytes] */
  int n_tables;
  const GrEnsembleTable *tables; /* logs of a member; the last entry has the name "": the table of results */

  PetscInt64 (*count)(const GrCase *the_case); /* number of members of a case; NULL: 1 */
  /* Number of members that a rank computes in a round of one variant; NULL: one round computes all members. */
  PetscInt64 (*capacity)(const GrCase *the_case);
  PetscInt64 (*samples)(const GrCase *the_case); /* number of samples of a member; NULL: 0 */

  /* Whether `solve` can compute members of both cases in one call; NULL: `solve` computes one member per call. */
  PetscBool (*alike)(const GrCase *one, const GrCase *two);
  /* Computes `result` of members [first, first + n) of this rank in this round. */
  PetscErrorCode (*solve)(GrRunEnsemble *ensemble, PetscInt64 first, PetscInt n);
  /* Writes a part of the results; NULL: GrRunEnsembleRecord. Collective. */
  PetscErrorCode (*record)(GrRunEnsemble *ensemble, const GrRunEnsemblePart *part);
  PetscErrorCode (*show)(MPI_Comm comm, PetscInt64 number,
                         const void *result); /* prints a result with PetscSynchronizedPrintf */
};

/* A member of the ensemble. */
typedef struct {
  const GrCase *the_case;
  int variant, point;
  PetscInt64 number; /* number of the member in its variant, from 1 */
  PetscInt64 within; /* number of the member in its case, from 0 */
} GrRunEnsembleMember;

/* Returns the i-th member of this rank in this round. */
GrRunEnsembleMember GrRunEnsembleAt(const GrRunEnsemble *ensemble, PetscInt64 i);

/* Records that the i-th member of this rank in this round has no result, and the reason as text. To be called in
   ascending order of i. */
void GrRunEnsembleFail(GrRunEnsemble *ensemble, PetscInt64 i, const char *format, ...);

/* Writes the n tables of a part of the results. Collective. */
PetscErrorCode GrRunEnsembleRecord(GrRunEnsemble *ensemble, const GrRunEnsemblePart *part, int n,
                                   const GrEnsembleTable tables[]);

/* Computes all members of a study and writes results.h5, input.yaml and run.json into the folder (NULL: no output).
   Prints a report on rank 0. Fails by GrFail with GR_EXIT_PHYSICS if a member has no result. Collective. */
PetscErrorCode GrRunEnsembleRun(MPI_Comm comm, const GrStudy *study, GrRunFolder folder, const GrRunOptions *options);

/* Returns the number of members of a study. */
PetscInt64 GrRunEnsembleMembers(const GrStudy *study);

/* Prints the number of members, variants and points of a study, in a line that begins with `mark`. */
void GrRunEnsemblePrint(const GrStudy *study, const char *mark, FILE *out);

#endif
