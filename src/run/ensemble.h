/* Ensembles: studies that consist of many small computations. A member of an ensemble is one computation: an impact, a
   bouncing ball, or the motion of a mechanism. One rank computes a member.

   The members have the order of the cases: all points of the sweep in the first variant, then all points in the second
   variant, and so on. A case may have several members. The members are computed in rounds. In a round, each rank
   computes a contiguous range of members; then all ranks together write the results. The results do not depend on the
   number of ranks. */
#ifndef GRANUM_RUN_ENSEMBLE_H
#define GRANUM_RUN_ENSEMBLE_H

#include "base/member.h"
#include "case/case.h"
#include "case/study.h"
#include "run/progress.h"
#include <granum/ensemble.h>
#include <granum/results.h>
#include <granum/run.h>
#include <stdbool.h>

typedef struct GrRunEnsembleKind GrRunEnsembleKind;

enum { GR_ENSEMBLE_COLUMNS = 48 }; /* size of GrRunEnsemble.table */

/* The kinds of ensembles. To add a kind, declare it here and add it to the list in ensemble.c. */
extern const GrRunEnsembleKind GrImpactEnsemble, GrObliqueEnsemble, GrBounceEnsemble, GrMechanismEnsemble,
    GrPathEnsemble, GrFitEnsemble;

/* Initializers of a GrMember (a column of a table) for the member `member` of the struct `type`. */
#define GR_MEMBER_REAL(type, member, unit, description)                                                                \
  {                                                                                                                    \
    {#member, GR_REAL, 1, unit, description}, offsetof(type, member), GR_ANYTHING                                      \
  }
#define GR_MEMBER_INTEGER(type, member, description)                                                                   \
  {                                                                                                                    \
    {#member, GR_INTEGER, 1, "1", description}, offsetof(type, member), GR_ANYTHING                                    \
  }
/* Initializers of GrEnsembleTable.n and .member from an array of GrMember. */
#define GR_MEMBERS(list) (int)(sizeof(list) / sizeof((list)[0])), list

/* A table of the results file, such as the table of all bounces. A member of an ensemble is one small computation, for
   example of a bouncing ball; its results are in a struct. */
typedef struct {
  /* name of the subgroup of the results file that contains the table; "": the main table, with one row for each member
     of the ensemble */
  const char *name;
  int n;                  /* number of columns of the table */
  const GrMember *member; /* [n] columns of the table */
  /* offset [bytes] of a GrLog (list of rows) in the result struct of a member. The table has the rows of the GrLogs of
     all members. Not used for the main table */
  size_t log;
  /* offset [bytes] of a double in the result struct of a member. It is set to the index, from 0, of the first row of
     the member in the table. Not used for the main table */
  size_t first;
} GrEnsembleTable;

/* Members of this rank whose energy balance does not close within a limit. */
typedef struct {
  PetscInt64 number; /* number of these members */
  PetscInt64 first;  /* number of the member with the largest residual, of equal ones the first */
  double worst;      /* largest residual / energy of the balance [1]; infinite: it is not a number */
} GrRunEnsembleOpen;

/* An ensemble during its computation: many small computations (members) of one kind, numbered from 0 over all cases. In
   a round, each rank computes some members, and then all ranks write the results. */
typedef struct {
  const GrRunEnsembleKind *kind; /* impacts, bouncing balls or mechanisms */
  MPI_Comm comm;
  int rank, size;       /* this rank, and number of ranks */
  const GrStudy *study; /* the cases: variants and points of a sweep */
  GrResults results;    /* results file; NULL: no output */
  PetscInt64 *begin;    /* [cases + 1] number of the first member of each case; last entry: number of all members */
  PetscInt64 first;     /* number of the first member that this rank computes in the current round */
  PetscInt64 count;     /* number of members that this rank computes in the current round */
  /* [count] result structs of the members of this rank in the current round, kind->size bytes each; at first zeros */
  void *result;
  /* samples of force and motion of the members of this rank in the current round, as many for each member as
     kind->samples returns; the kind of the ensemble defines their order */
  double *sample;
  /* datasets that remain open between the rounds of a variant: the columns of the main table, then the datasets of
     kind->record; NULL: the entry is not used */
  GrTable table[GR_ENSEMBLE_COLUMNS];
  GrRunProgress progress;   /* state of the progress messages */
  PetscInt64 counted;       /* number of objects that this rank has computed, such as bounces (kind->counted) */
  PetscInt64 failed;        /* number of members of this rank whose computation has failed */
  PetscInt64 first_failed;  /* number of the first member of this rank whose computation has failed */
  GrRunEnsembleOpen warned; /* members whose residual is at least GR_BALANCE_WARNS (case/case.h) */
  GrRunEnsembleOpen open;   /* members whose residual is above GR_BALANCE_ENDS */
  char why[256];            /* reason why the computation of member first_failed has failed */
} GrRunEnsemble;

/* Members of one variant that this rank has computed in the current round, and their results. */
typedef struct {
  int variant;     /* index of the variant in the study, from 0 */
  char group[256]; /* group of the variant in the results file */
  GrRows rows;     /* range of the members of this part among all members of the variant */
  void *result;    /* [rows.count] result structs of the members of this part */
} GrRunEnsemblePart;

/* A kind of ensemble: names for messages, tables of results, and functions that compute and write members. */
struct GrRunEnsembleKind {
  const char *group;   /* group of the results file for ensembles of this kind */
  const char *members; /* noun for the members in messages, such as "bouncing balls" */
  const char *counted; /* name of the objects that GrRunEnsemble.counted counts, such as "bounces", in the report */
  /* Parts of the error message "2 of 9 <failed>; the first: <member> 4 of variant a <why>; <remedy>". */
  const char *failed, *member, *remedy;
  const char *heading;           /* heading above the lines that `show` prints */
  size_t size;                   /* size of the result struct of a member [bytes] */
  size_t residual;               /* offset of its residual of the energy balance, a double, in this struct [bytes] */
  int n_tables;                  /* number of tables in the results file */
  const GrEnsembleTable *tables; /* [n_tables] tables of the results file; the last table is the main table, named "" */

  /* Returns whether a study that has this case is of this kind. NULL: all studies of the problem are. */
  bool (*takes)(const GrCase *the_case);
  PetscInt64 (*count)(const GrCase *the_case); /* returns the number of members of a case; NULL: 1 member */
  /* Returns the largest number of members that a rank computes in a round. A round then computes members of one variant
     only. NULL: one round computes all members of the study. */
  PetscInt64 (*capacity)(const GrCase *the_case);
  PetscInt64 (*samples)(const GrCase *the_case); /* returns the number of samples of a member; NULL: 0 samples */

  /* Returns whether one call of `solve` can compute members of both cases. NULL: each call computes one member. */
  bool (*same_setting)(const GrCase *one, const GrCase *two);
  /* Computes the results of n members and writes them to ensemble->result[first] to result[first + n - 1]. `first` is
     an index among the members of this rank in the current round. */
  PetscErrorCode (*solve)(GrRunEnsemble *ensemble, PetscInt64 first, PetscInt n);
  /* Writes the results of *part to the results file. NULL: GrRunEnsembleRecord writes them. Collective. */
  PetscErrorCode (*record)(GrRunEnsemble *ensemble, const GrRunEnsemblePart *part);
  /* Computes, writes and prints all members, instead of rounds in which each rank computes some members: all ranks
     compute a member together. folder: NULL for no output. NULL: rounds. Collective. */
  PetscErrorCode (*run)(GrRunEnsemble *ensemble, GrRunFolder folder);
  /* Prints the result of a member by PetscSynchronizedPrintf. number: number of the member in its variant, from 1. */
  PetscErrorCode (*show)(MPI_Comm comm, PetscInt64 number, const void *result);
};

/* A member of the ensemble, such as one impact. */
typedef struct {
  const GrCase *the_case; /* case of the member */
  int variant, point;     /* indices of the variant and of the point of the sweep, from 0 */
  PetscInt64 number;      /* number of the member in its variant, from 1 */
  PetscInt64 within;      /* index of the member in its case, from 0 */
} GrRunEnsembleMember;

/* Returns member i, from 0, of the members that this rank computes in the current round. */
GrRunEnsembleMember GrRunEnsembleAt(const GrRunEnsemble *ensemble, PetscInt64 i);

/* Records that the computation of a member failed. i: index, from 0, among the members that this rank computes in the
   current round; format, ...: reason of the failure, as for printf. Call the function in ascending order of i. */
void GrRunEnsembleFail(GrRunEnsemble *ensemble, PetscInt64 i, const char *format, ...);

/* Writes the results of the members in *part to the n tables tables[]. All ranks write members of the same variant.
   Collective. */
PetscErrorCode GrRunEnsembleRecord(GrRunEnsemble *ensemble, const GrRunEnsemblePart *part, int n,
                                   const GrEnsembleTable tables[]);

/* Computes all members of a study, and writes results.h5, input.yaml and run.json into the folder. folder: NULL for no
   output. Prints a report on rank 0. Fails by GrFail with GR_EXIT_PHYSICS if the computation of a member fails.
   Collective. */
PetscErrorCode GrRunEnsembleRun(MPI_Comm comm, const GrStudy *study, GrRunFolder folder, const GrRunOptions *options);

/* Returns the number of members of a study. */
PetscInt64 GrRunEnsembleMembers(const GrStudy *study);

/* Prints the number of members, of variants and of points of the sweep in one line. `mark` is the start of the line. */
void GrRunEnsemblePrint(const GrStudy *study, const char *mark, FILE *out);

#endif
