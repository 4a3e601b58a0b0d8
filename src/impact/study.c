/* study: all impacts of a study, spread over the ranks, into results.h5.

   The impacts of a variant are rows: points of the sweep, and for each its velocities. They are worked off in rounds;
   in each a rank takes one contiguous run of rows and all write together, so that memory does not grow with their
   number and nothing in the file depends on the number of ranks. */
#include "impact/record.h"
#include "run/progress.h"
#include "run/study_cost.h"
#include "run/study_file.h"
#include <granum/error.h>
#include <math.h>
#include <petsctime.h>

enum { ROUND = 8192, CURVE_ROUND = 1 << 20, SHOWN = 10, PATH = 256 };

typedef struct {
  const GrCase *the_case;
  GrLawPair pair;
  GrImpactSetting setting;
  double coefficient[GR_LAW_COEFFICIENTS_MAX], adhesion_coefficient[GR_LAW_COEFFICIENTS_MAX];
} Point;

/* A variant being worked off. */
typedef struct {
  MPI_Comm comm;
  int rank, size;
  const GrStudy *study;
  const GrVariant *variant;
  Point *point;            /* [n_points] */
  PetscInt64 total, round; /* rows, and rows per rank and round */
  PetscInt64 samples;      /* per curve; 0: no curves */
  PetscInt64 *first;       /* [n_points + 1] row of its first velocity */
  GrImpactRecord record;
  GrImpact *result;
  GrImpactTask *task;
  GrImpactCurve *curve;
  const char **wrong; /* why a row has no end, or NULL */
  GrImpactSolver solver;
  const GrImpactSetting *solving; /* what the solver was made for */
  PetscInt64 failed, first_failed;
  char why[PATH];
} Work;

/* What is the same over all variants. */
typedef struct {
  GrResults results; /* NULL: no output */
  GrProgress progress;
  PetscInt64 total, done, failed;
  char message[2 * PATH];
} Whole;

/* The setting of a case, its pair of bodies, and the coefficients of its laws. */
static PetscErrorCode PreparePoint(const GrCase *c, Point *point)
{
  const GrContactRule *rule;
  const char *wrong;

  PetscFunctionBeginUser;
  GrCaseImpactPair(c, &point->pair, &rule);
  point->the_case = c;
  point->setting = (GrImpactSetting){.law = rule->law,
                                     .adhesion = rule->adhesion,
                                     .tension = rule->tension,
                                     .end = c->impact.end,
                                     .method = c->impact.method,
                                     .tolerance = c->impact.tolerance,
                                     .points = c->impact.curves ? c->impact.curve_points : 0,
                                     .curve_until = c->impact.curves ? c->impact.curve_until : NAN};
  wrong = rule->law->prepare(&point->pair, rule->value, point->coefficient);
  if (!wrong && rule->adhesion)
    wrong = rule->adhesion->prepare(&point->pair, rule->adhesion_value, point->adhesion_coefficient);
  PetscCheck(!wrong, PETSC_COMM_SELF, PETSC_ERR_PLIB, "law %s: %s", rule->law->name, wrong);
  PetscFunctionReturn(0);
}

static PetscErrorCode PreparePoints(Work *w)
{
  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(w->study->n_points, &w->point, w->study->n_points + 1, &w->first));
  w->first[0] = 0;
  for (int p = 0; p < w->study->n_points; p++) {
    PetscCall(PreparePoint(w->variant->point[p], &w->point[p]));
    w->first[p + 1] = w->first[p] + w->variant->point[p]->impact.velocities.count;
  }
  w->total = w->first[w->study->n_points];
  w->samples = w->point[0].setting.points; /* the same at all points */
  PetscFunctionReturn(0);
}

static PetscErrorCode Allocate(Work *w, GrResults results)
{
  PetscFunctionBeginUser;
  w->round = w->samples ? PetscMax(1, CURVE_ROUND / w->samples) : ROUND;
  w->round = PetscMin(w->round, PetscMax(SHOWN, (w->total + w->size - 1) / w->size)); /* the first rank shows some */
  PetscCall(PetscMalloc4(w->round, &w->result, w->round, &w->task, w->round, &w->curve, w->round, &w->wrong));
  const GrImpactRecordRows rows = {w->study, w->variant, w->first, w->samples, w->round};
  PetscCall(GrImpactRecordCreate(results, w->comm, &rows, &w->record));
  for (PetscInt64 i = 0; i < w->round; i++)
    w->curve[i] = GrImpactRecordCurve(w->record, i);
  PetscFunctionReturn(0);
}

/* The point of the sweep that a row belongs to. */
static int PointOf(const Work *w, PetscInt64 row)
{
  int low = 0, high = w->study->n_points - 1;
  while (low < high) { /* the last point whose first row is <= row */
    int middle = (low + high + 1) / 2;
    if (w->first[middle] <= row)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

static PetscErrorCode UseSolver(Work *w, const GrImpactSetting *setting)
{
  PetscFunctionBeginUser;
  if (w->solving && GrImpactSettingSame(w->solving, setting))
    PetscFunctionReturn(0);
  PetscCall(GrImpactSolverDestroy(&w->solver));
  PetscCall(GrImpactSolverCreate(setting, &w->solver));
  w->solving = setting;
  PetscFunctionReturn(0);
}

static void Fail(Work *w, PetscInt64 row, double speed, const char *why)
{
  if (w->failed++ == 0) {
    w->first_failed = row;
    (void)snprintf(w->why, sizeof(w->why), "approach velocity %g m/s, law %s: %s", speed, w->solving->law->name, why);
  }
}

/* Rows [begin, end) of this round, all of one setting. A row that has no end becomes not-a-number. */
static PetscErrorCode Solve(Work *w, PetscInt64 first, PetscInt begin, PetscInt end)
{
  PetscFunctionBeginUser;
  PetscCall(GrImpactSolve(w->solver, end - begin, &w->task[begin], &w->result[begin],
                          w->samples ? &w->curve[begin] : NULL, &w->wrong[begin]));
  for (PetscInt i = begin; i < end; i++) {
    if (!w->wrong[i])
      continue;
    Fail(w, first + i, w->task[i].speed, w->wrong[i]);
    GrImpactRecordVoid(&w->result[i], w->task[i].speed);
    for (PetscInt64 k = 0; k < w->samples; k++)
      w->curve[i].time[k] = w->curve[i].overlap[k] = w->curve[i].rate[k] = w->curve[i].force[k] = NAN;
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode Round(Work *w, PetscInt64 first, PetscInt count)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0, begin = 0; i < count; i++) {
    const int k = PointOf(w, first + i);
    const Point *p = &w->point[k];
    if (i == begin)
      PetscCall(UseSolver(w, &p->setting));
    w->task[i] = (GrImpactTask){p->coefficient, p->adhesion_coefficient, p->pair.mass,
                                GrRangeAt(&p->the_case->impact.velocities, first + i - w->first[k])};
    if (i + 1 == count || !GrImpactSettingSame(w->solving, &w->point[PointOf(w, first + i + 1)].setting)) {
      PetscCall(Solve(w, first, begin, i + 1));
      begin = i + 1;
    }
  }
  PetscFunctionReturn(0);
}

static void PrintRows(const Work *w, PetscInt64 count)
{
  if (w->rank != 0)
    return;
  printf("%s%s%12s %12s %12s %12s %12s %12s\n", w->variant->name, *w->variant->name ? ":\n" : "", "approach m/s",
         "separation", "restitution", "overlap m", "force N", "lost J");
  for (PetscInt64 i = 0; i < PetscMin(count, SHOWN); i++) {
    const GrImpact *r = &w->result[i];
    printf("%12.6g %12.6g %12.6g %12.6g %12.6g %12.6g\n", r->approach_velocity, r->separation_velocity, r->restitution,
           r->overlap_max, r->force_max, r->energy_lost);
  }
  if (w->total > SHOWN)
    printf("... %" PetscInt64_FMT " in all\n", w->total);
}

static PetscErrorCode Rounds(Work *w, Whole *whole)
{
  PetscFunctionBeginUser;
  for (PetscInt64 start = 0; start < w->total; start += w->size * w->round) {
    PetscInt64 first = PetscMin(w->total, start + w->rank * w->round), end = PetscMin(w->total, first + w->round);
    PetscCall(Round(w, first, (PetscInt)(end - first)));
    PetscCall(GrImpactRecordWrite(w->record, first, end - first, w->result));
    if (start == 0)
      PrintRows(w, end - first);
    whole->done += PetscMin(w->total - start, w->size * w->round);
    GrProgressStep(&whole->progress, whole->done, (double)whole->done);
  }
  PetscFunctionReturn(0);
}

/* The first failure of all ranks, in the words of the rank that had it. */
static PetscErrorCode Gather(Work *w, Whole *whole)
{
  PetscInt64 failed = w->failed, first = failed ? w->first_failed : INT64_MAX;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPIU_INT64, MPI_SUM, w->comm));
  PetscCall(GrStudyFirstFailure(w->comm, &first, w->why, sizeof(w->why)));
  if (failed > 0 && whole->failed == 0)
    PetscCall(PetscSNPrintf(whole->message, sizeof(whole->message), "impact %" PetscInt64_FMT "%s%s (%s)", first + 1,
                            *w->variant->name ? " of variant " : "", w->variant->name, w->why));
  whole->failed += failed;
  PetscFunctionReturn(0);
}

static PetscErrorCode RunVariant(Work *w, Whole *whole)
{
  PetscFunctionBeginUser;
  PetscCall(PreparePoints(w));
  PetscCall(Allocate(w, whole->results));
  PetscCall(Rounds(w, whole));
  PetscCall(GrImpactRecordDestroy(&w->record));
  PetscCall(Gather(w, whole));
  PetscCall(GrImpactSolverDestroy(&w->solver));
  PetscCall(PetscFree4(w->result, w->task, w->curve, w->wrong));
  PetscCall(PetscFree2(w->point, w->first));
  PetscFunctionReturn(0);
}

PetscInt64 GrImpactCount(const GrStudy *study)
{
  PetscInt64 total = 0;
  for (int v = 0; v < study->n_variants; v++)
    for (int p = 0; p < study->n_points; p++)
      total += study->variant[v].point[p]->impact.velocities.count;
  return total;
}

PetscErrorCode GrImpactStudy(MPI_Comm comm, const GrStudy *study, GrRunFolder folder, const char *options)
{
  Whole whole = {.total = GrImpactCount(study)};
  GrImpactCost cost = {.what = "impacts", .count = whole.total};
  PetscLogDouble begin, end;
  int rank, size;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Comm_size(comm, &size));
  PetscCall(PetscTime(&begin));
  if (folder)
    PetscCall(GrStudyOpen(folder, study, options, &whole.results));
  GrProgressBegin(&whole.progress, rank, "impacts", (double)whole.total);
  for (int v = 0; v < study->n_variants; v++) {
    Work work = {.comm = comm, .rank = rank, .size = size, .study = study, .variant = &study->variant[v]};
    PetscCall(RunVariant(&work, &whole));
  }
  GrProgressEnd(&whole.progress);
  if (whole.results)
    PetscCall(GrResultsClose(&whole.results));
  PetscCall(PetscTime(&end));
  cost.seconds = end - begin;
  PetscCall(GrImpactReport(comm, folder, &cost));
  if (whole.failed)
    return GrFail(GR_EXIT_PHYSICS,
                  "%" PetscInt64_FMT " of %" PetscInt64_FMT
                  " impacts have no result and stand as not-a-number; the first: %s; change its parameters or speed",
                  whole.failed, whole.total, whole.message);
  PetscFunctionReturn(0);
}
