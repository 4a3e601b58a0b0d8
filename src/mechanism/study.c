/* study: all cases of a study of mechanisms, spread over the ranks, into results.h5.

   Cases, one for each point of the sweep in each variant, are shared out in contiguous runs; each is computed on one
   rank, so that its bits do not depend on how many there are, and each rank keeps the logs of its own until all write
   together. */
#include "mechanism/record.h"
#include "run/progress.h"
#include "run/study_cost.h"
#include "run/study_file.h"
#include <granum/error.h>
#include <petsctime.h>
#include <string.h>

enum { PATH = 256, SHOWN = 12 };

/* The cases of a rank: `first`, first + 1, ... of all. */
typedef struct {
  MPI_Comm comm;
  int rank, size;
  const GrStudy *study;
  PetscInt64 total, first, count;
  GrMechanismResult *result; /* [count] */
} Work;

/* What came of all cases of all ranks. */
typedef struct {
  PetscInt64 impacts, failed;
  char message[2 * PATH];
} Whole;

static const char *VariantName(const Work *w, PetscInt64 i)
{
  return w->study->variant[i / w->study->n_points].name;
}

static PetscErrorCode Compute(Work *w)
{
  const PetscInt64 n = w->study->n_points;
  PetscInt64 share;
  GrProgress progress;

  PetscFunctionBegin;
  w->total = (PetscInt64)w->study->n_variants * n;
  share = (w->total + w->size - 1) / w->size;
  w->first = PetscMin(w->total, share * w->rank);
  w->count = PetscMin(w->total, w->first + share) - w->first;
  PetscCall(PetscCalloc1(w->count, &w->result));
  GrProgressBegin(&progress, w->rank, "mechanisms of the first rank", (double)w->count);
  for (PetscInt64 i = 0; i < w->count; i++) {
    const PetscInt64 at = w->first + i;
    PetscCall(GrMechanismSolve(w->study->variant[at / n].point[at % n], (double)(at % n + 1), &w->result[i]));
    GrProgressStep(&progress, i + 1, (double)(i + 1));
  }
  GrProgressEnd(&progress);
  PetscFunctionReturn(0);
}

/* Impacts and failures of this rank in `count`, and the first failure in words. */
static PetscInt64 Count(const Work *w, PetscInt64 count[2], char why[2 * PATH])
{
  PetscInt64 first = INT64_MAX;
  for (PetscInt64 i = w->count - 1; i >= 0; i--) {
    const PetscInt64 at = w->first + i;
    count[0] += w->result[i].impacts.n;
    if (!*w->result[i].why)
      continue;
    count[1]++;
    first = at;
    (void)snprintf(why, 2 * PATH, "run %" PetscInt64_FMT "%s%s at %s", at % w->study->n_points + 1,
                   *VariantName(w, at) ? " of variant " : "", VariantName(w, at), w->result[i].why);
  }
  return first;
}

/* The first failure of all ranks stands in the words of the rank that had it. */
static PetscErrorCode Gather(const Work *w, Whole *whole)
{
  PetscInt64 count[2] = {0, 0}, first;

  PetscFunctionBegin;
  first = Count(w, count, whole->message);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, count, 2, MPIU_INT64, MPI_SUM, w->comm));
  whole->impacts = count[0];
  whole->failed = count[1];
  PetscCall(GrStudyFirstFailure(w->comm, &first, whole->message, sizeof(whole->message)));
  PetscFunctionReturn(0);
}

/* The first cases of the first rank. */
static void Print(const Work *w)
{
  const PetscInt64 shown = PetscMin(w->count, SHOWN);
  if (w->rank != 0)
    return;
  printf("%6s %8s %14s %12s %12s %10s  %s\n", "run", "impacts", "last onset s", "end s", "residual", "steps",
         w->study->n_variants > 1 ? "variant" : "");
  for (PetscInt64 i = 0; i < shown; i++) {
    const GrMechanismRun *r = &w->result[i].run;
    printf("%6" PetscInt64_FMT " %8.0f %14.5g %12.6g %12.2g %10.0f  %s\n", i % w->study->n_points + 1, r->impact_count,
           r->last_onset, r->end_time, r->energy_residual, r->steps, VariantName(w, i));
  }
  if (w->total > shown)
    printf("... %" PetscInt64_FMT " in all\n", w->total);
}

/* The part of each variant that this rank has. */
static PetscErrorCode Record(const Work *w, GrResults results)
{
  PetscFunctionBegin;
  for (int v = 0; v < w->study->n_variants; v++) {
    const PetscInt64 n = w->study->n_points, begin = v * n;
    const PetscInt64 first = PetscMin(PetscMax(w->first, begin), begin + n);
    const PetscInt64 end = PetscMin(PetscMax(w->first + w->count, first), begin + n);
    const GrRows rows = {n, first - begin, end - first};
    PetscCall(
        GrMechanismRecord(results, w->comm, w->study, v, rows, end > first ? &w->result[first - w->first] : NULL));
  }
  PetscFunctionReturn(0);
}

/* From the cases to the file. */
static PetscErrorCode Conduct(Work *w, GrResults results, Whole *whole)
{
  PetscFunctionBegin;
  PetscCall(Compute(w));
  PetscCall(Gather(w, whole));
  if (results)
    PetscCall(Record(w, results));
  Print(w);
  for (PetscInt64 i = 0; i < w->count; i++)
    PetscCall(GrMechanismResultDestroy(&w->result[i]));
  PetscCall(PetscFree(w->result));
  PetscFunctionReturn(0);
}

PetscErrorCode GrMechanismStudy(MPI_Comm comm, const GrStudy *study, GrRunFolder folder, const char *options)
{
  Work work = {.comm = comm, .study = study};
  Whole whole = {0};
  GrImpactCost cost = {.what = "impacts"};
  GrResults results = NULL;
  PetscLogDouble begin, end;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &work.rank));
  PetscCallMPI(MPI_Comm_size(comm, &work.size));
  PetscCall(PetscTime(&begin));
  if (folder)
    PetscCall(GrStudyOpen(folder, study, options, &results));
  PetscCall(Conduct(&work, results, &whole));
  if (results)
    PetscCall(GrResultsClose(&results));
  PetscCall(PetscTime(&end));
  cost.seconds = end - begin;
  cost.count = whole.impacts;
  PetscCall(GrImpactReport(comm, folder, &cost));
  if (whole.failed)
    return GrFail(GR_EXIT_PHYSICS,
                  "%" PetscInt64_FMT " of %" PetscInt64_FMT
                  " mechanisms were not followed to the end; the first: %s; change its parameters, or the tolerance",
                  whole.failed, work.total, whole.message);
  PetscFunctionReturn(0);
}
