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

enum { GR_ENSEMBLE_COLUMNS = 16 }; /* largest number of columns if a variant is written in several rounds */

/* The kinds of ensembles. To add a kind, also add a row to ensemble.c. */
extern const GrRunEnsembleKind GrImpactEnsemble, GrBounceEnsemble, GrMechanismEnsemble;

/* A column of a table whose rows are structs: a member of the struct, of type double, and its description. */
typedef struct {
  GrColumn column; /* description of the column in the results; GR_INTEGER: the doubles are written as integers */
  size_t offset;   /* offset of the member in the struct [bytes] */
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
  /* name of the table's subgroup; "": the table of results, with one row per member of the ensemble */
  const char *name;
  int n;
  const GrMember *member; /* [n] */
  /* offset in the result struct of the GrLog that has the rows [bytes]; unused if the name is "" */
  size_t log;
  /* offset in the result struct of the index (from 0) that the log's first row has in the table [bytes] */
  size_t first;
} GrEnsembleTable;

typedef struct {
  const GrRunEnsembleKind *kind;
  MPI_Comm comm;
  int rank, size;
  const GrStudy *study;
  GrResults results;       /* NULL: no output */
  PetscInt64 *begin;       /* [cases + 1] number of the first member of each case */
  PetscInt64 first, count; /* the members of this rank in this round: number of the first, and how many */
  void *result;            /* [count] result structs of kind->size bytes each; zeros before they are computed */
  /* [count * kind->samples] samples of force and motion of this round, in an order that the kind defines */
  double *sample;
  /* Tables that remain open while a variant is written in several rounds: the columns of the table of results, then the
     tables that kind->record writes. */
  GrTable table[GR_ENSEMBLE_COLUMNS];
  GrRunProgress progress;
  /* number of objects (kind->counted, e.g. bounces) that this rank has computed, for the report */
  PetscInt64 counted;
  /* number of members of this rank whose computation failed; number of the first of them */
  PetscInt64 failed, first_failed;
  char why[256]; /* reason why the computation of the member first_failed failed */
} GrRunEnsemble;

/* Part of the results: the members of one variant that this rank has computed in the current round. */
typedef struct {
  int variant;
  char group[256]; /* group of the variant in the results file */
  GrRows rows;     /* positions of these members among all members of the variant */
  void *result;    /* [rows.count] results of these members */
} GrRunEnsemblePart;

struct GrRunEnsembleKind {
  const char *group; /* name of the group of the ensemble in the results file */
  /* names for messages: of the members, "bouncing balls"; of the objects that the report counts, "bounces" */
  const char *members, *counted;
  /* words of the message "2 of 9 FAILED; the first: MEMBER 4 of variant a WHY; REMEDY" */
  const char *failed, *member, *remedy;
  const char *heading; /* heading of the lines that `show` prints */
  size_t size;         /* size of a result [bytes] */
  int n_tables;
  /* [n_tables] tables of the results file; the last has the name "": the table of results */
  const GrEnsembleTable *tables;

  PetscInt64 (*count)(const GrCase *the_case); /* returns the number of members of a case; NULL: 1 */
  /* Number of members that a rank computes in a round, if the rounds are per variant; NULL: one round computes all
     members of the study. */
  PetscInt64 (*capacity)(const GrCase *the_case);
  PetscInt64 (*samples)(const GrCase *the_case); /* returns the number of samples of a member; NULL: 0 */

  /* Returns whether `solve` can compute members of both cases in one call; NULL: `solve` computes one member per
     call. */
  PetscBool (*alike)(const GrCase *one, const GrCase *two);
  /* Computes ensemble->result of the members first to first + n - 1 of this rank in this round. */
  PetscErrorCode (*solve)(GrRunEnsemble *ensemble, PetscInt64 first, PetscInt n);
  /* Writes the results of a part; NULL: GrRunEnsembleRecord writes them. Collective. */
  PetscErrorCode (*record)(GrRunEnsemble *ensemble, const GrRunEnsemblePart *part);
  PetscErrorCode (*show)(MPI_Comm comm, PetscInt64 number,
                         /* prints the result of a member by PetscSynchronizedPrintf. number: of the member, from 1 */
                         const void *result);
};

/* A member of the ensemble, such as one impact: its case, and its numbers. */
typedef struct {
  const GrCase *the_case;
  int variant, point;
  PetscInt64 number; /* number of the member in its variant, from 1 */
  PetscInt64 within; /* number of the member in its case, from 0 */
} GrRunEnsembleMember;

/* Returns the i-th member of this rank in this round, i from 0. */
GrRunEnsembleMember GrRunEnsembleAt(const GrRunEnsemble *ensemble, PetscInt64 i);

/* Records that the computation of the i-th member of this rank in this round failed, with the reason as text. To be
   called in ascending order of i. */
void GrRunEnsembleFail(GrRunEnsemble *ensemble, PetscInt64 i, const char *format, ...);

/* Writes the rows of n tables for a part: the members of one variant that the ranks have computed in this round.
   Collective. */
PetscErrorCode GrRunEnsembleRecord(GrRunEnsemble *ensemble, const GrRunEnsemblePart *part, int n,
                                   const GrEnsembleTable tables[]);

/* Computes all members of a study and writes results.h5, input.yaml and run.json into the folder (NULL: no output).
   Prints a report on rank 0. Fails by GrFail with GR_EXIT_PHYSICS if the computation of a member failed. Collective. */
PetscErrorCode GrRunEnsembleRun(MPI_Comm comm, const GrStudy *study, GrRunFolder folder, const GrRunOptions *options);

/* Returns the number of members of a study. */
PetscInt64 GrRunEnsembleMembers(const GrStudy *study);

/* Prints the number of members, variants and points of a study, in a line that begins with `mark`. */
void GrRunEnsemblePrint(const GrStudy *study, const char *mark, FILE *out);

#endif
