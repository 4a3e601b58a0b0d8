/* study: all balls of a study, spread over the ranks, into results.h5.

   The balls, one for each point of the sweep in each variant, are shared out in contiguous runs, and each rank keeps
   the logs of its own until all write together. A log takes about 200 bytes a bounce and 40 a point. */
#include "bounce/record.h"
#include "run/progress.h"
#include "run/study_cost.h"
#include "run/study_file.h"
#include <granum/error.h>
#include <math.h>
#include <petsctime.h>
#include <string.h>

enum { PATH = 256, SHOWN = 12 };

/* The balls of a rank: `first`, first + 1, ... of all. */
typedef struct {
  MPI_Comm comm;
  int rank, size;
  const GrStudy *study;
  PetscInt64 total, first, count;
  GrBounceResult *result; /* [count], as all below */
  GrBounceSetting *setting;
  GrBounceTask *task;
  GrBounceStage **stage;
} Work;

/* What came of all balls of all ranks. */
typedef struct {
  PetscInt64 bounces, failed;
  char message[2 * PATH];
} Whole;

PetscErrorCode GrBounceTaskOf(const GrCase *c, GrBounceSetting *setting, GrBounceTask *task, GrBounceStage stage[])
{
  GrLawValue value[GR_LAW_PARAMETERS_MAX];
  const GrContactRule *rule;
  GrLawPair pair;

  PetscFunctionBeginUser;
  GrCaseImpactPair(c, &pair, &rule);
  for (int i = 0; i <= c->bounce.n_changes; i++) {
    GrCaseBounceValues(c, i, value);
    stage[i].from = i ? c->bounce.change[i - 1].from_bounce : 1;
    const char *wrong = rule->law->prepare(&pair, value, stage[i].coefficient);
    PetscCheck(!wrong, PETSC_COMM_SELF, PETSC_ERR_PLIB, "law %s: %s", rule->law->name, wrong);
  }
  *setting = (GrBounceSetting){rule->law, rule->tension, c->impact.method, c->impact.tolerance};
  *task = (GrBounceTask){.id = 1,
                         .the_case = &c->bounce,
                         .n_stages = c->bounce.n_changes + 1,
                         .stage = stage,
                         .mass = pair.mass,
                         .gravity = c->gravity};
  PetscFunctionReturn(0);
}

static const char *VariantName(const Work *w, PetscInt64 ball)
{
  return w->study->variant[ball / w->study->n_points].name;
}

/* A rank has as many balls as any other, but for the last ones. */
static PetscErrorCode Prepare(Work *w)
{
  PetscInt64 share;

  PetscFunctionBegin;
  w->total = (PetscInt64)w->study->n_variants * w->study->n_points;
  share = (w->total + w->size - 1) / w->size;
  w->first = PetscMin(w->total, share * w->rank);
  w->count = PetscMin(w->total, w->first + share) - w->first;
  PetscCall(PetscCalloc4(w->count, &w->result, w->count, &w->setting, w->count, &w->task, w->count, &w->stage));
  for (PetscInt64 i = 0; i < w->count; i++) {
    const PetscInt64 ball = w->first + i, point = ball % w->study->n_points;
    const GrCase *c = w->study->variant[ball / w->study->n_points].point[point];
    PetscCall(PetscMalloc1(c->bounce.n_changes + 1, &w->stage[i]));
    PetscCall(GrBounceTaskOf(c, &w->setting[i], &w->task[i], w->stage[i]));
    w->task[i].id = (double)(point + 1);
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode Release(Work *w)
{
  PetscFunctionBegin;
  for (PetscInt64 i = 0; i < w->count; i++) {
    PetscCall(PetscFree(w->stage[i]));
    PetscCall(GrBounceResultDestroy(&w->result[i]));
  }
  PetscCall(PetscFree4(w->result, w->setting, w->task, w->stage));
  PetscFunctionReturn(0);
}

static PetscBool SameSetting(const GrBounceSetting *a, const GrBounceSetting *b)
{
  return (PetscBool)(a->law == b->law && a->tension == b->tension && a->tolerance == b->tolerance &&
                     !strcmp(a->method, b->method));
}

/* Balls of one setting are computed together. */
static PetscErrorCode Compute(Work *w)
{
  const PetscInt count = (PetscInt)w->count;
  GrBounceSolver solver;
  GrProgress progress;

  PetscFunctionBegin;
  GrProgressBegin(&progress, w->rank, "balls of the first rank", (double)count);
  for (PetscInt begin = 0, end; begin < count; begin = end) {
    for (end = begin + 1; end < count && SameSetting(&w->setting[begin], &w->setting[end]);)
      end++;
    PetscCall(GrBounceSolverCreate(&w->setting[begin], &solver));
    PetscCall(GrBounceSolve(solver, end - begin, &w->task[begin], &w->result[begin]));
    PetscCall(GrBounceSolverDestroy(&solver));
    GrProgressStep(&progress, end, (double)end);
  }
  GrProgressEnd(&progress);
  PetscFunctionReturn(0);
}

/* A ball without an end has no numbers of an end. */
static void Void(GrBounceBall *ball)
{
  ball->last_onset = ball->rest_time = ball->rest_overlap = ball->static_overlap = ball->energy_residual = NAN;
  ball->outcome = -1;
}

/* The balls of this rank: bounces and failures in `count`, and the first failure in words. */
static PetscInt64 Count(Work *w, PetscInt64 count[2], char why[2 * PATH])
{
  PetscInt64 first = INT64_MAX;
  for (PetscInt64 i = w->count - 1; i >= 0; i--) {
    GrBounceResult *r = &w->result[i];
    const PetscInt64 ball = w->first + i;
    count[0] += r->bounces.n;
    if (!r->why)
      continue;
    count[1]++;
    first = ball;
    (void)snprintf(why, 2 * PATH, "ball %" PetscInt64_FMT "%s%s (law %s: %s)", ball % w->study->n_points + 1,
                   *VariantName(w, ball) ? " of variant " : "", VariantName(w, ball), w->setting[i].law->name, r->why);
    Void(&r->ball);
  }
  return first;
}

/* The first failure of all ranks stands in the words of the rank that had it. */
static PetscErrorCode Gather(Work *w, Whole *whole)
{
  PetscInt64 count[2] = {0, 0}, first;

  PetscFunctionBegin;
  first = Count(w, count, whole->message);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, count, 2, MPIU_INT64, MPI_SUM, w->comm));
  whole->bounces = count[0];
  whole->failed = count[1];
  PetscCall(GrStudyFirstFailure(w->comm, &first, whole->message, sizeof(whole->message)));
  PetscFunctionReturn(0);
}

/* The first balls of the first rank. */
static void PrintBalls(const Work *w)
{
  static const char *const word[] = {"rests", "swings", "flies"};
  const PetscInt64 shown = PetscMin(w->count, SHOWN);
  if (w->rank != 0)
    return;
  printf("%6s %8s %8s %14s %14s %14s %12s  %s\n", "ball", "bounces", "outcome", "last onset s", "rest s", "overlap m",
         "residual", w->study->n_variants > 1 ? "variant" : "");
  for (PetscInt64 i = 0; i < shown; i++) {
    const GrBounceBall *b = &w->result[i].ball;
    printf("%6.0f %8.0f %8s %14.9g %14.9g %14.6g %12.2g  %s\n", w->task[i].id, b->bounce_count,
           b->outcome < 0 ? "failed" : word[(int)b->outcome], b->last_onset, b->rest_time, b->rest_overlap,
           b->energy_residual, VariantName(w, i));
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
    const GrBounceRows rows = {n, first - begin, end - first, end > first ? &w->result[first - w->first] : NULL};
    PetscCall(GrBounceRecord(results, w->comm, w->study, w->study->variant[v].name, &rows));
  }
  PetscFunctionReturn(0);
}

/* From the balls to the file. */
static PetscErrorCode Conduct(Work *w, GrResults results, Whole *whole)
{
  PetscFunctionBegin;
  PetscCall(Prepare(w));
  PetscCall(Compute(w));
  PetscCall(Gather(w, whole));
  if (results)
    PetscCall(Record(w, results));
  PrintBalls(w);
  PetscCall(Release(w));
  PetscFunctionReturn(0);
}

PetscErrorCode GrBounceStudy(MPI_Comm comm, const GrStudy *study, GrRunFolder folder, const char *options)
{
  Work work = {.comm = comm, .study = study};
  Whole whole = {0};
  GrImpactCost cost = {.what = "bounces"};
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
  cost.count = whole.bounces;
  PetscCall(GrImpactReport(comm, folder, &cost));
  if (whole.failed)
    return GrFail(GR_EXIT_PHYSICS,
                  "%" PetscInt64_FMT " of %" PetscInt64_FMT
                  " balls have no end, and what follows from it stands as not-a-number; the first: %s; change its "
                  "parameters or speed",
                  whole.failed, work.total, whole.message);
  PetscFunctionReturn(0);
}
