/* study: all impacts of a study, spread over the ranks, into results.h5.

   The impacts of a variant are rows: points of the sweep, and for each its velocities. They are worked off in rounds;
   in each a rank takes one contiguous run of rows and all write together, so that memory does not grow with their
   number and nothing in the file depends on the number of ranks. */
#include "impact/study.h"

#include "output/directory.h"
#include "output/progress.h"
#include "output/provenance.h"
#include <granum/error.h>
#include <math.h>
#include <petsctime.h>
#include <sys/resource.h>

enum { ROUND = 8192, CURVE_ROUND = 1 << 20, SHOWN = 10, PATH = 256 };

/* One row per column of a variant's table. */
typedef struct {
  GrColumn column;
  size_t offset; /* in GrImpact */
} ImpactColumn;
#define COLUMN(member, unit, description)                                                                              \
  {                                                                                                                    \
    {#member, GR_REAL, 1, unit, description}, offsetof(GrImpact, member)                                               \
  }
static const ImpactColumn columns[] = {
    COLUMN(approach_velocity, "m/s", "relative speed before the impact"),
    COLUMN(separation_velocity, "m/s", "relative speed after it; 0: the bodies stick"),
    COLUMN(restitution, "1", "separation over approach velocity"),
    COLUMN(restitution_theory, "1", "what the theory of the law says; not a number: nothing"),
    COLUMN(overlap_max, "m", "largest overlap"),
    COLUMN(force_max, "N", "largest force"),
    COLUMN(force_min, "N", "smallest force; negative: the largest pull"),
    COLUMN(duration, "s", "time in contact; of bodies that stick, until that is certain"),
    COLUMN(energy_lost, "J", "kinetic energy before less kinetic energy after"),
    COLUMN(energy_viscous, "J", "work of the dashpots"),
    COLUMN(energy_plastic, "J", "energy spent by the history of the contact"),
    COLUMN(energy_residual, "1", "what the books miss, over the kinetic energy at overlap 0"),
    COLUMN(residual_overlap, "m", "largest overlap without static force after the turn"),
};
enum { COLUMNS = sizeof(columns) / sizeof(columns[0]), CURVES = 4 };
static const GrColumn curve_columns[CURVES] = {
    {"time", GR_REAL, 0, "s", "time since the first touch"},
    {"overlap", GR_REAL, 0, "m", "overlap"},
    {"rate", GR_REAL, 0, "m/s", "overlap rate, positive on approach"},
    {"force", GR_REAL, 0, "N", "contact force, positive when it pushes"},
};

typedef struct {
  const GrCase *the_case;
  GrLawPair pair;
  GrImpactSetting setting;
  double coefficient[GR_LAW_COEFFICIENTS_MAX], adhesion_coefficient[GR_LAW_COEFFICIENTS_MAX];
  PetscInt64 first; /* row of its first velocity */
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
  GrTable table, curves;
  GrImpact *result;
  double *data[COLUMNS], *sample[CURVES];
  double *swept;
  GrImpactTask *task;
  GrImpactCurve *curve;
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

PetscErrorCode GrImpactPointPrepare(const GrCase *c, GrImpactSetting *setting, GrLawPair *pair, double *coefficient,
                                    double *adhesion_coefficient)
{
  const GrContactRule *rule;
  const char *wrong;

  PetscFunctionBeginUser;
  GrCaseImpactPair(c, pair, &rule);
  *setting = (GrImpactSetting){.law = rule->law,
                               .adhesion = rule->adhesion,
                               .tension = rule->tension,
                               .end = c->impact.end,
                               .method = c->impact.method,
                               .tolerance = c->impact.tolerance,
                               .points = c->impact.curves ? c->impact.curve_points : 0,
                               .curve_until = c->impact.curves ? c->impact.curve_until : NAN};
  wrong = rule->law->prepare(pair, rule->value, coefficient);
  if (!wrong && rule->adhesion)
    wrong = rule->adhesion->prepare(pair, rule->adhesion_value, adhesion_coefficient);
  PetscCheck(!wrong, PETSC_COMM_SELF, PETSC_ERR_PLIB, "law %s: %s", rule->law->name, wrong);
  PetscFunctionReturn(0);
}

static PetscErrorCode PreparePoints(Work *w)
{
  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(w->study->n_points, &w->point));
  w->total = 0;
  for (int p = 0; p < w->study->n_points; p++) {
    Point *point = &w->point[p];
    point->the_case = w->variant->point[p];
    point->first = w->total;
    PetscCall(GrImpactPointPrepare(point->the_case, &point->setting, &point->pair, point->coefficient,
                                   point->adhesion_coefficient));
    w->total += point->the_case->impact.velocities.count;
  }
  w->samples = w->point[0].setting.points;
  for (int p = 1; p < w->study->n_points; p++)
    if (w->point[p].setting.points != w->samples)
      return GrFail(GR_EXIT_INPUT, "%s: sweep: curves and curve_points must be the same at all points; remove them",
                    w->study->file);
  PetscFunctionReturn(0);
}

static PetscErrorCode Allocate(Work *w)
{
  PetscFunctionBeginUser;
  w->round = w->samples ? PetscMax(1, CURVE_ROUND / w->samples) : ROUND;
  w->round = PetscMin(w->round, PetscMax(SHOWN, (w->total + w->size - 1) / w->size)); /* the first rank shows some */
  PetscCall(PetscMalloc3(w->round, &w->result, w->round, &w->task, w->round, &w->curve));
  for (int k = 0; k < COLUMNS; k++)
    PetscCall(PetscMalloc1(w->round, &w->data[k]));
  for (int k = 0; k < CURVES && w->samples; k++)
    PetscCall(PetscMalloc1(w->round * w->samples, &w->sample[k]));
  for (PetscInt64 i = 0; i < w->round && w->samples; i++)
    w->curve[i] = (GrImpactCurve){w->sample[0] + i * w->samples, w->sample[1] + i * w->samples,
                                  w->sample[2] + i * w->samples, w->sample[3] + i * w->samples};
  PetscFunctionReturn(0);
}

/* Values of the swept keys, one per row. */
static PetscErrorCode WriteSwept(Work *w, GrResults results, const char *group)
{
  const GrStudy *s = w->study;
  const PetscInt64 count = w->rank == 0 ? w->total : 0;
  double *value;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(count, &value));
  for (int k = 0; k < s->n_swept; k++) {
    const GrColumn column = {s->swept[k], GR_REAL, 1, "1", "value of this key in SI; not a number: a word"};
    GrTable table;
    for (int p = 0; p < s->n_points && w->rank == 0; p++) {
      PetscInt64 end = p + 1 < s->n_points ? w->point[p + 1].first : w->total;
      for (PetscInt64 row = w->point[p].first; row < end; row++)
        value[row] = s->value[p * s->n_swept + k];
    }
    PetscCall(GrTableCreate(results, group, 1, &column, w->total, &table));
    PetscCall(GrTableWrite(table, 0, count, (const void *const[]){value}));
    PetscCall(GrTableDestroy(&table));
  }
  PetscCall(PetscFree(value));
  PetscFunctionReturn(0);
}

static PetscErrorCode CreateTables(Work *w, GrResults results)
{
  GrColumn column[COLUMNS], curve[CURVES];
  char group[PATH], below[PATH + 16];

  PetscFunctionBeginUser;
  for (int k = 0; k < COLUMNS; k++)
    column[k] = columns[k].column;
  for (int k = 0; k < CURVES; k++) {
    curve[k] = curve_columns[k];
    curve[k].components = (int)w->samples;
  }
  PetscCall(PetscSNPrintf(group, sizeof(group), "/impact%s%s", *w->variant->name ? "/" : "", w->variant->name));
  PetscCall(GrTableCreate(results, group, COLUMNS, column, w->total, &w->table));
  PetscCall(PetscSNPrintf(below, sizeof(below), "%s/curves", group));
  if (w->samples)
    PetscCall(GrTableCreate(results, below, CURVES, curve, w->total, &w->curves));
  PetscCall(PetscSNPrintf(below, sizeof(below), "%s/swept", group));
  PetscCall(WriteSwept(w, results, below));
  PetscFunctionReturn(0);
}

static const Point *PointOf(const Work *w, PetscInt64 row)
{
  int low = 0, high = w->study->n_points - 1;
  while (low < high) { /* the last point whose first row is <= row */
    int middle = (low + high + 1) / 2;
    if (w->point[middle].first <= row)
      low = middle;
    else
      high = middle - 1;
  }
  return &w->point[low];
}

static PetscBool SameSetting(const GrImpactSetting *a, const GrImpactSetting *b)
{
  PetscBool method = PETSC_FALSE;
  (void)PetscStrcmp(a->method, b->method, &method);
  return (PetscBool)(method && a->law == b->law && a->adhesion == b->adhesion && a->tension == b->tension &&
                     a->end == b->end && a->tolerance == b->tolerance && a->points == b->points &&
                     (a->curve_until == b->curve_until || (isnan(a->curve_until) && isnan(b->curve_until))));
}

static PetscErrorCode UseSolver(Work *w, const GrImpactSetting *setting)
{
  PetscFunctionBeginUser;
  if (w->solving && SameSetting(w->solving, setting))
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
    (void)PetscSNPrintf(w->why, sizeof(w->why), "approach velocity %g m/s, law %s: %s", speed, w->solving->law->name,
                        why);
  }
}

/* Rows [begin, end) of this round, all of one setting. A row that has no end becomes not-a-number and the rest goes
   on. */
static PetscErrorCode Solve(Work *w, PetscInt64 first, PetscInt begin, PetscInt end)
{
  PetscInt failed;
  const char *why;

  PetscFunctionBeginUser;
  while (begin < end) {
    PetscCall(GrImpactSolve(w->solver, end - begin, &w->task[begin], &w->result[begin],
                            w->samples ? &w->curve[begin] : NULL, &failed, &why));
    if (failed < 0)
      break;
    PetscInt at = begin + failed;
    if (at > begin) /* once more without it */
      PetscCall(Solve(w, first, begin, at));
    Fail(w, first + at, w->task[at].speed, why);
    for (int k = 0; k < COLUMNS; k++)
      *(double *)((char *)&w->result[at] + columns[k].offset) = NAN;
    w->result[at].approach_velocity = w->task[at].speed;
    for (PetscInt64 k = 0; k < w->samples; k++)
      w->curve[at].time[k] = w->curve[at].overlap[k] = w->curve[at].rate[k] = w->curve[at].force[k] = NAN;
    begin = at + 1;
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode Round(Work *w, PetscInt64 first, PetscInt count)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0, begin = 0; i < count; i++) {
    const Point *p = PointOf(w, first + i);
    if (i == begin)
      PetscCall(UseSolver(w, &p->setting));
    w->task[i] = (GrImpactTask){p->coefficient, p->adhesion_coefficient, p->pair.mass,
                                GrRangeAt(&p->the_case->impact.velocities, first + i - p->first)};
    if (i + 1 == count || !SameSetting(w->solving, &PointOf(w, first + i + 1)->setting)) {
      PetscCall(Solve(w, first, begin, i + 1));
      begin = i + 1;
    }
  }
  for (int k = 0; k < COLUMNS; k++)
    for (PetscInt i = 0; i < count; i++)
      w->data[k][i] = *(const double *)((const char *)&w->result[i] + columns[k].offset);
  PetscFunctionReturn(0);
}

static PetscErrorCode Write(Work *w, PetscInt64 first, PetscInt64 count)
{
  const void *data[COLUMNS], *sample[CURVES];

  PetscFunctionBeginUser;
  for (int k = 0; k < COLUMNS; k++)
    data[k] = w->data[k];
  for (int k = 0; k < CURVES; k++)
    sample[k] = w->sample[k];
  PetscCall(GrTableWrite(w->table, first, count, data));
  if (w->samples)
    PetscCall(GrTableWrite(w->curves, first, count, sample));
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
    if (whole->results)
      PetscCall(Write(w, first, end - first));
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
  struct {
    PetscInt64 row;
    char why[PATH];
  } mine = {w->failed ? w->first_failed : PETSC_MAX_INT, ""}, *all;
  PetscInt64 failed = w->failed;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPIU_INT64, MPI_SUM, w->comm));
  if (failed == 0)
    PetscFunctionReturn(0);
  PetscCall(PetscStrncpy(mine.why, w->why, sizeof(mine.why)));
  PetscCall(PetscMalloc1(w->size, &all));
  PetscCallMPI(MPI_Allgather(&mine, sizeof(mine), MPI_BYTE, all, sizeof(mine), MPI_BYTE, w->comm));
  for (int r = 1; r < w->size; r++)
    if (all[r].row < all[0].row)
      all[0] = all[r];
  if (whole->failed == 0)
    PetscCall(PetscSNPrintf(whole->message, sizeof(whole->message), "impact %" PetscInt64_FMT "%s%s (%s)",
                            all[0].row + 1, *w->variant->name ? " of variant " : "", w->variant->name, all[0].why));
  whole->failed += failed;
  PetscCall(PetscFree(all));
  PetscFunctionReturn(0);
}

static PetscErrorCode RunVariant(Work *w, Whole *whole)
{
  PetscFunctionBeginUser;
  PetscCall(PreparePoints(w));
  PetscCall(Allocate(w));
  if (whole->results)
    PetscCall(CreateTables(w, whole->results));
  PetscCall(Rounds(w, whole));
  PetscCall(GrTableDestroy(&w->table));
  PetscCall(GrTableDestroy(&w->curves));
  PetscCall(Gather(w, whole));
  PetscCall(GrImpactSolverDestroy(&w->solver));
  for (int k = 0; k < COLUMNS; k++)
    PetscCall(PetscFree(w->data[k]));
  for (int k = 0; k < CURVES; k++)
    PetscCall(PetscFree(w->sample[k]));
  PetscCall(PetscFree3(w->result, w->task, w->curve));
  PetscCall(PetscFree(w->point));
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

static PetscErrorCode Open(MPI_Comm comm, const GrStudy *study, const char *directory, const char *options,
                           GrResults *results)
{
  char path[PETSC_MAX_PATH_LEN];

  PetscFunctionBeginUser;
  PetscCall(GrDirectoryMake(comm, directory));
  PetscCall(GrDirectoryWrite(comm, directory, "input.yaml", study->resolved));
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/results.h5", directory));
  PetscCall(GrResultsCreate(comm, path, "granum", results));
  PetscCall(GrParametersWrite(*results, study->variant[0].point[0], study->resolved, options));
  PetscFunctionReturn(0);
}

static PetscErrorCode WriteJson(const GrStudy *study, const char *directory, const GrImpactCost *cost, int argc,
                                char **argv)
{
  char path[PETSC_MAX_PATH_LEN];
  FILE *out;

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/run.json", directory));
  out = fopen(path, "w");
  if (!out) { /* the results are safe; say so and go on */
    fprintf(stderr, "granum: %s cannot be written\n", path);
    PetscFunctionReturn(0);
  }
  fputs("{\n", out);
  GrProvenanceWrite(out, study->variant[0].point[0], argc, argv);
  fprintf(
      out,
      "  \"performance\": {\n    \"ranks\": %d,\n    \"impacts\": %" PetscInt64_FMT
      ",\n    \"seconds\": %.9g,\n    \"impacts_per_second\": %.9g,\n    \"memory_bytes\": {\"max\": %.0f}\n  }\n}\n",
      cost->ranks, cost->impacts, cost->seconds, (double)cost->impacts / cost->seconds, cost->memory);
  fclose(out);
  PetscFunctionReturn(0);
}

static PetscErrorCode Report(MPI_Comm comm, const GrStudy *study, const char *directory, GrImpactCost *cost, int argc,
                             char **argv)
{
  struct rusage usage = {0};
  int rank;

  PetscFunctionBeginUser;
  (void)getrusage(RUSAGE_SELF, &usage);
  cost->memory = 1024.0 * (double)usage.ru_maxrss;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Comm_size(comm, &cost->ranks));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &cost->memory, 1, MPI_DOUBLE, MPI_MAX, comm));
  if (rank != 0)
    PetscFunctionReturn(0);
  printf("%" PetscInt64_FMT " impacts on %d rank%s in %.3f s: %.4g impacts/s; at most %.1f MB a rank\n", cost->impacts,
         cost->ranks, cost->ranks == 1 ? "" : "s", cost->seconds, (double)cost->impacts / cost->seconds,
         1e-6 * cost->memory);
  if (directory)
    PetscCall(WriteJson(study, directory, cost, argc, argv));
  PetscFunctionReturn(0);
}

PetscErrorCode GrImpactStudy(MPI_Comm comm, const GrStudy *study, const char *directory, const char *options, int argc,
                             char **argv)
{
  Whole whole = {.total = GrImpactCount(study)};
  GrImpactCost cost = {.impacts = whole.total};
  PetscLogDouble begin, end;
  int rank, size;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Comm_size(comm, &size));
  PetscCall(PetscTime(&begin));
  if (directory)
    PetscCall(Open(comm, study, directory, options, &whole.results));
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
  PetscCall(Report(comm, study, directory, &cost, argc, argv));
  if (whole.failed)
    return GrFail(GR_EXIT_PHYSICS,
                  "%" PetscInt64_FMT " of %" PetscInt64_FMT
                  " impacts have no result and stand as not-a-number; the first: %s; change its parameters or speed",
                  whole.failed, whole.total, whole.message);
  PetscFunctionReturn(0);
}
