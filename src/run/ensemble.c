/* Runs ensembles of impacts, paths, balls and mechanisms, and writes their tables; see ensemble.h. */
#include "case/study.h"

#include "run/ensemble.h"

#include "base/join.h"
#include "base/log.h"
#include "base/options.h"
#include "io/h5/provenance.h"
#include "parallel/decomposition.h"
#include "run/folder/folder.h"
#include "run/run_impl.h"
#include "run/study/study.h"
#include <granum/error.h>
#include <granum_version.h>
#include <math.h>
#include <petsctime.h>
#include <stdarg.h>

enum { SHOWN = 10, PATH = 272, WORDS = 32, DESCRIPTION = 1024 };

/* Copies a member of all rows of a log, as double or PetscInt64. */
static void FillColumn(const GrMember *member, const GrLog *log, void *to)
{
  for (PetscInt64 i = 0; i < log->n; i++) {
    const double value = *(const double *)((const char *)log->row + (size_t)i * log->size + member->offset);
    if (member->column.number == GR_INTEGER)
      ((PetscInt64 *)to)[i] = (PetscInt64)value;
    else
      ((double *)to)[i] = value;
  }
}

/* Writes the rows of some logs, one log after the other, column by column. `rows`: their places among the rows of all
   ranks. `rounds`: tables of the columns, created at the first call and kept for further rows; NULL: there are none. */
static PetscErrorCode WriteLogs(GrResults results, const char *group, const GrEnsembleTable *table, GrRows rows,
                                PetscInt64 n_logs, const GrLog log[], GrTable rounds[])
{
  char *data; /* 8 bytes per number, real or integer */

  PetscCall(PetscMalloc1((size_t)rows.count * sizeof(double), &data));
  for (int k = 0; rounds && k < table->n && !rounds[k]; k++)
    PetscCall(GrTableCreate(results, group, 1, &table->member[k].column, rows.total, &rounds[k]));
  for (int k = 0; k < table->n; k++) {
    char *to = data;
    for (PetscInt64 i = 0; i < n_logs; to += (size_t)log[i].n * sizeof(double), i++)
      FillColumn(&table->member[k], &log[i], to);
    if (rounds)
      PetscCall(GrTableWrite(rounds[k], rows.first, rows.count, (const void *const[]){data}));
    else
      PetscCall(GrResultsRows(results, group, &table->member[k].column, rows, data));
  }
  return PetscFree(data);
}

/* The kinds of ensembles of each problem. Of several kinds the first one that takes a case of the study counts. */
static const struct {
  GrProblem problem;
  const GrRunEnsembleKind *kind;
} kinds[] = {{GR_PROBLEM_IMPACT, &GrObliqueEnsemble}, {GR_PROBLEM_IMPACT, &GrImpactEnsemble},
             {GR_PROBLEM_BOUNCE, &GrBounceEnsemble},  {GR_PROBLEM_MECHANISM, &GrMechanismEnsemble},
             {GR_PROBLEM_PATH, &GrPathEnsemble},      {GR_PROBLEM_FIT, &GrFitEnsemble}};

static PetscInt64 CasesOf(const GrStudy *study)
{
  return (PetscInt64)study->n_variants * study->n_points;
}

/* Case number `at` of a study. */
static const GrCase *CaseAt(const GrStudy *study, PetscInt64 at)
{
  return study->variant[at / study->n_points].point[at % study->n_points];
}

/* Returns the kind of a study; NULL: its cases need all ranks. */
static const GrRunEnsembleKind *KindOf(const GrStudy *study)
{
  for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++) {
    const GrRunEnsembleKind *kind = kinds[k].kind;
    if (kinds[k].problem != CaseAt(study, 0)->problem)
      continue;
    if (!kind->takes)
      return kind;
    for (PetscInt64 i = 0; i < CasesOf(study); i++)
      if (kind->takes(CaseAt(study, i)))
        return kind;
  }
  return NULL;
}

/* ---- members ---- */

/* Number of members of case number `at`. */
static PetscInt64 MembersOf(const GrRunEnsembleKind *kind, const GrStudy *study, PetscInt64 at)
{
  return kind->count ? kind->count(CaseAt(study, at)) : 1;
}

static PetscErrorCode NumberMembers(GrRunEnsemble *e)
{
  const PetscInt64 cases = CasesOf(e->study);

  PetscCall(PetscMalloc1(cases + 1, &e->begin));
  e->begin[0] = 0;
  for (PetscInt64 i = 0; i < cases; i++)
    e->begin[i + 1] = e->begin[i] + MembersOf(e->kind, e->study, i);
  return 0;
}

/* First member of a variant; for the number of variants: number of all members. */
static PetscInt64 VariantBegin(const GrRunEnsemble *e, int variant)
{
  return e->begin[(PetscInt64)variant * e->study->n_points];
}

static GrRunEnsembleMember MemberAt(const GrRunEnsemble *e, PetscInt64 member)
{
  PetscInt64 low = 0, high = CasesOf(e->study) - 1;
  while (low < high) { /* bisection for the last case whose first member is not after this member */
    const PetscInt64 middle = (low + high + 1) / 2;
    if (e->begin[middle] <= member)
      low = middle;
    else
      high = middle - 1;
  }
  const int variant = (int)(low / e->study->n_points), point = (int)(low % e->study->n_points);
  return (GrRunEnsembleMember){e->study->variant[variant].point[point], variant, point,
                               member - VariantBegin(e, variant) + 1, member - e->begin[low]};
}

GrRunEnsembleMember GrRunEnsembleAt(const GrRunEnsemble *e, PetscInt64 i)
{
  return MemberAt(e, e->first + i);
}

void GrRunEnsembleFail(GrRunEnsemble *e, PetscInt64 i, const char *format, ...)
{
  va_list arguments;
  if (e->failed++ > 0)
    return;
  e->first_failed = e->first + i;
  va_start(arguments, format);
  (void)vsnprintf(e->why, sizeof(e->why), format, arguments);
  va_end(arguments);
}

/* ---- computing ---- */

/* End of the members from `first` on that are passed to `solve` together. */
static PetscInt64 EndOfSameSetting(const GrRunEnsemble *e, PetscInt64 first)
{
  const GrCase *one = GrRunEnsembleAt(e, first).the_case;
  PetscInt64 end = first + 1;
  for (; e->kind->same_setting && end < e->count; end++) {
    const GrCase *two = GrRunEnsembleAt(e, end).the_case;
    if (two != one && !e->kind->same_setting(one, two))
      break;
    one = two;
  }
  return end;
}

static void KeepOpen(GrRunEnsembleOpen *open, PetscInt64 member, double residual)
{
  if (!open->number++ || residual > open->worst) {
    open->first = member;
    open->worst = residual;
  }
}

/* Compares the residuals of the members [first, end) with the limits of the energy balance. failed: whether some of
   them failed; the residual of a failed member is NaN. */
static void CheckBalances(GrRunEnsemble *e, PetscInt64 first, PetscInt64 end, bool failed)
{
  for (PetscInt64 i = first; i < end; i++) {
    const char *result = (const char *)e->result + (size_t)i * e->kind->size;
    double residual = fabs(*(const double *)(result + e->kind->residual));
    if (isnan(residual) && failed)
      continue;
    residual = isnan(residual) ? INFINITY : residual;
    if (residual >= GR_BALANCE_WARNS)
      KeepOpen(&e->warned, e->first + i, residual);
    if (residual > GR_BALANCE_ENDS)
      KeepOpen(&e->open, e->first + i, residual);
  }
}

static PetscErrorCode ComputeMembers(GrRunEnsemble *e)
{
  for (PetscInt64 first = 0, end; first < e->count; first = end) {
    const PetscInt64 failed = e->failed;
    end = EndOfSameSetting(e, first);
    PetscCall(e->kind->solve(e, first, (PetscInt)(end - first)));
    CheckBalances(e, first, end, e->failed > failed);
    const PetscInt64 done = e->first + end * e->size; /* the other ranks are as far */
    GrRunProgressStep(&e->progress, done, (double)PetscMin(done, VariantBegin(e, e->study->n_variants)));
  }
  return 0;
}

/* ---- into the file ---- */

/* Writes the rows of one log of all members, member after member, and sets the number of its first row. */
static PetscErrorCode RecordLogs(const GrRunEnsemble *e, const GrRunEnsemblePart *part, const GrEnsembleTable *table)
{
  const size_t size = e->kind->size;
  char below[PATH], *result = part->result;
  GrRows rows = {0};
  GrLog *log;

  PetscCall(PetscMalloc1(part->rows.count, &log));
  for (PetscInt64 i = 0; i < part->rows.count; i++) {
    log[i] = *(const GrLog *)(result + (size_t)i * size + table->log);
    rows.count += log[i].n;
  }
  PetscCallMPI(MPI_Allreduce(&rows.count, &rows.total, 1, MPIU_INT64, MPI_SUM, e->comm));
  PetscCallMPI(MPI_Scan(&rows.count, &rows.first, 1, MPIU_INT64, MPI_SUM, e->comm));
  rows.first -= rows.count;
  for (PetscInt64 i = 0, at = rows.first; i < part->rows.count; at += log[i].n, i++)
    *(double *)(result + (size_t)i * size + table->first) = (double)at;
  PetscCall(PetscSNPrintf(below, sizeof(below), "%s/%s", part->group, table->name));
  PetscCall(WriteLogs(e->results, below, table, rows, part->rows.count, log, NULL));
  return PetscFree(log);
}

PetscErrorCode GrRunEnsembleRecord(GrRunEnsemble *e, const GrRunEnsemblePart *part, int n,
                                   const GrEnsembleTable tables[])
{
  const GrLog results = {.size = e->kind->size, .n = part->rows.count, .row = part->result};

  for (const GrEnsembleTable *t = tables; t < tables + n; t++) {
    if (*t->name)
      PetscCall(RecordLogs(e, part, t));
    else
      PetscCall(WriteLogs(e->results, part->group, t, part->rows, 1, &results, e->kind->capacity ? e->table : NULL));
  }
  return 0;
}

/* Numbers and description of a swept key whose values are all words: the number of its word at each point, and in the
   description the words of the numbers. Returns false if a value is a number, or the words are too many. */
static bool NumberWords(const GrStudy *s, int k, double *number, char description[DESCRIPTION])
{
  const char *known[WORDS];
  int n = 0, used = snprintf(description, DESCRIPTION, "number of the word of this key:");
  for (int p = 0; p < s->n_points; p++) {
    const char *word = s->word[p * s->n_swept + k];
    int found = 0;
    while (word && found < n && strcmp(word, known[found]) != 0)
      found++;
    if (!word || found == WORDS)
      return false;
    if (found == n) {
      known[n++] = word;
      used += snprintf(description + used, (size_t)(DESCRIPTION - used), "%s %d %s", found ? ";" : "", found, word);
      if (used >= DESCRIPTION)
        return false;
    }
    number[p] = found;
  }
  return true;
}

/* Writes the values of the swept keys, one for each member of a variant. Collective. */
static PetscErrorCode WriteSwept(const GrRunEnsemble *e, const GrRunEnsemblePart *part)
{
  const GrStudy *s = e->study;
  const PetscInt64 *begin = &e->begin[(PetscInt64)part->variant * s->n_points];
  const GrRows rows = GrRowDecompose(part->rows.total, e->rank, e->size);
  char below[PATH], description[DESCRIPTION];
  double *value, *number;

  PetscCall(PetscMalloc2(rows.count, &value, s->n_points, &number));
  PetscCall(PetscSNPrintf(below, sizeof(below), "%s/swept", part->group));
  for (int k = 0; k < s->n_swept; k++) {
    const bool words = NumberWords(s, k, number, description);
    const GrColumn column = {s->swept[k], GR_REAL, 1, s->unit[k],
                             words ? description : "value of this key in SI; NaN: a word"};
    for (PetscInt64 i = 0, point = 0; i < rows.count; i++) {
      while (begin[point + 1] - begin[0] <= rows.first + i)
        point++;
      value[i] = words ? number[point] : s->value[point * s->n_swept + k];
    }
    PetscCall(GrResultsRows(e->results, below, &column, rows, value));
  }
  return PetscFree2(value, number);
}

/* Prints the first members of each variant, in order. Collective. */
static PetscErrorCode ShowMembers(const GrRunEnsemble *e, const GrRunEnsemblePart *part)
{
  const char *name = e->study->variant[part->variant].name;

  for (PetscInt64 i = 0; i < part->rows.count && part->rows.first + i < SHOWN; i++) {
    const PetscInt64 number = part->rows.first + i + 1;
    if (number == 1)
      PetscCall(PetscSynchronizedPrintf(e->comm, "%s%s%s\n", name, *name ? ":\n" : "", e->kind->heading));
    PetscCall(e->kind->show(e->comm, number, (const char *)part->result + (size_t)i * e->kind->size));
    if (number == SHOWN && part->rows.total > SHOWN)
      PetscCall(PetscSynchronizedPrintf(e->comm, "... %" PetscInt64_FMT " in all\n", part->rows.total));
  }
  return 0;
}

/* Writes the members of a variant that the round from `start` on has computed; prints the first ones. Collective. */
static PetscErrorCode WritePart(GrRunEnsemble *e, int variant, PetscInt64 start)
{
  const PetscInt64 begin = VariantBegin(e, variant), end = VariantBegin(e, variant + 1);
  const PetscInt64 first = PetscMin(PetscMax(e->first, begin), end);
  const PetscInt64 last = PetscMin(PetscMax(e->first + e->count, first), end);
  const char *name = e->study->variant[variant].name;
  GrRunEnsemblePart part = {.variant = variant, .rows = {end - begin, first - begin, last - first}};

  if (last > first)
    part.result = (char *)e->result + (size_t)(first - e->first) * e->kind->size;
  PetscCall(PetscSNPrintf(part.group, sizeof(part.group), "/%s%s%s", e->kind->group, *name ? "/" : "", name));
  if (e->results) {
    if (e->kind->record)
      PetscCall(e->kind->record(e, &part));
    else
      PetscCall(GrRunEnsembleRecord(e, &part, e->kind->n_tables, e->kind->tables));
    if (start <= begin)
      PetscCall(WriteSwept(e, &part));
  }
  return ShowMembers(e, &part);
}

/* ---- rounds ---- */

/* End of the round that begins at `start` in this variant. */
static PetscInt64 RoundEnd(const GrRunEnsemble *e, PetscInt64 start, int variant)
{
  const PetscInt64 end = VariantBegin(e, variant + 1);
  if (!e->kind->capacity)
    return VariantBegin(e, e->study->n_variants);
  return PetscMin(end, start + e->size * e->kind->capacity(e->study->variant[variant].point[0]));
}

/* Frees the results of a round with their logs. */
static PetscErrorCode DestroyResults(GrRunEnsemble *e)
{
  char *result = e->result;

  for (PetscInt64 i = 0; i < e->count; i++, result += e->kind->size)
    for (int t = 0; t + 1 < e->kind->n_tables; t++)
      PetscCall(GrLogDestroy((GrLog *)(result + e->kind->tables[t].log)));
  PetscCall(PetscFree(e->result));
  return PetscFree(e->sample);
}

/* Computes and writes members [start, end); the first one is in this variant. Collective. */
static PetscErrorCode RunRound(GrRunEnsemble *e, PetscInt64 start, PetscInt64 end, int variant)
{
  const GrRows rows = GrRowDecompose(end - start, e->rank, e->size);
  const PetscInt64 samples = e->kind->samples ? e->kind->samples(e->study->variant[variant].point[0]) : 0;
  char *result;

  e->first = start + rows.first;
  e->count = rows.count;
  PetscCall(PetscCalloc1((size_t)e->count * e->kind->size, &result));
  PetscCall(PetscMalloc1(e->count * samples, &e->sample));
  e->result = result;
  PetscCall(ComputeMembers(e));
  for (int v = variant; v < e->study->n_variants && VariantBegin(e, v) < end; v++)
    PetscCall(WritePart(e, v, start));
  PetscCall(PetscSynchronizedFlush(e->comm, stdout));
  return DestroyResults(e);
}

static PetscErrorCode RunRounds(GrRunEnsemble *e)
{
  const PetscInt64 total = VariantBegin(e, e->study->n_variants);

  GrRunProgressBegin(&e->progress, e->rank, e->kind->members, 0, (double)total);
  for (PetscInt64 start = 0, end; start < total; start = end) {
    const int variant = MemberAt(e, start).variant;
    end = RoundEnd(e, start, variant);
    PetscCall(RunRound(e, start, end, variant));
    for (int k = 0; k < GR_ENSEMBLE_COLUMNS && end == VariantBegin(e, variant + 1); k++)
      PetscCall(GrTableDestroy(&e->table[k]));
  }
  GrRunProgressEnd(&e->progress);
  return 0;
}

/* ---- from start to end ---- */

/* Locks the folder and creates input.yaml, and results.h5 with the parameters. Collective. */
static PetscErrorCode OpenResults(GrRunEnsemble *e, GrRunFolder folder, const char *options)
{
  const GrCase *any = e->study->variant[0].point[0];
  char path[PETSC_MAX_PATH_LEN], author[GR_AUTHOR_MAX];

  PetscCall(GrRunFolderHold(folder));
  PetscCall(GrRunFolderBegin(folder, any, e->study->resolved, NAN));
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/results.h5", GrRunFolderPath(folder)));
  PetscCall(GrResultsProvenanceAuthor(e->comm, any, author));
  PetscCall(GrResultsCreate(e->comm, path, author, NULL, &e->results));
  return GrResultsProvenanceParameters(e->results, any, e->study->resolved, options);
}

/* Fails with one message if members failed: their number, and the cause of the first, from the rank that computed it.
   Collective. */
static PetscErrorCode ReportFailures(GrRunEnsemble *e)
{
  const PetscInt64 mine = e->failed > 0 ? e->first_failed : INT64_MAX;
  PetscInt64 first, failed;
  int teller;

  PetscCallMPI(MPI_Allreduce(&e->failed, &failed, 1, MPIU_INT64, MPI_SUM, e->comm));
  if (failed == 0)
    return 0;
  PetscCallMPI(MPI_Allreduce(&mine, &first, 1, MPIU_INT64, MPI_MIN, e->comm));
  const int rank = mine == first ? e->rank : -1;
  PetscCallMPI(MPI_Allreduce(&rank, &teller, 1, MPI_INT, MPI_MAX, e->comm));
  PetscCallMPI(MPI_Bcast(e->why, sizeof(e->why), MPI_CHAR, teller, e->comm));
  const GrRunEnsembleMember member = MemberAt(e, first);
  const char *name = e->study->variant[member.variant].name;
  return GrFail(GR_EXIT_PHYSICS,
                "%" PetscInt64_FMT " of %" PetscInt64_FMT " %s; the first: %s %" PetscInt64_FMT "%s%s %s; %s", failed,
                VariantBegin(e, e->study->n_variants), e->kind->failed, e->kind->member, member.number,
                *name ? " of variant " : "", name, e->why, e->kind->remedy);
}

static void JoinOpen(const void *lower, void *value)
{
  const GrRunEnsembleOpen *a = lower;
  GrRunEnsembleOpen *b = value;
  const bool takes = a->number && (!b->number || a->worst > b->worst || (a->worst == b->worst && a->first < b->first));

  b->number += a->number;
  if (takes) {
    b->first = a->first;
    b->worst = a->worst;
  }
}

/* Warns of members whose energy balance closes badly, and fails if it does not close for some. Collective. */
static PetscErrorCode ReportBalances(GrRunEnsemble *e)
{
  const PetscInt64 all = VariantBegin(e, e->study->n_variants);
  char text[256];

  PetscCall(GrJoinAll(e->comm, sizeof(e->warned), JoinOpen, &e->warned));
  PetscCall(GrJoinAll(e->comm, sizeof(e->open), JoinOpen, &e->open));
  const GrRunEnsembleOpen *o = e->open.number ? &e->open : &e->warned;
  if (!o->number)
    return 0;
  const GrRunEnsembleMember member = MemberAt(e, o->first);
  const char *name = e->study->variant[member.variant].name;
  snprintf(text, sizeof(text), "%s %" PetscInt64_FMT "%s%s has the largest, %.3g", e->kind->member, member.number,
           *name ? " of variant " : "", name, o->worst);
  if (e->open.number)
    return GrFail(GR_EXIT_PHYSICS,
                  "%" PetscInt64_FMT " of %" PetscInt64_FMT " %s: the energy balance does not close: the residual is "
                  "more than %g of the energy; %s; %s",
                  o->number, all, e->kind->members, GR_BALANCE_ENDS, text, e->kind->remedy);
  if (e->rank == 0)
    GrWarn(stderr,
           "%" PetscInt64_FMT " of %" PetscInt64_FMT " %s have a residual of the energy balance of at least %g of the "
           "energy; %s; %s",
           o->number, all, e->kind->members, GR_BALANCE_WARNS, text, e->kind->remedy);
  return 0;
}

PetscErrorCode GrRunEnsembleRun(MPI_Comm comm, const GrStudy *study, GrRunFolder folder, const GrRunOptions *options)
{
  GrRunEnsemble e = {.kind = KindOf(study), .comm = comm, .study = study};
  const GrCase *c = study->variant[0].point[0];
  PetscLogDouble begin, end;

  PetscCallMPI(MPI_Comm_rank(comm, &e.rank));
  PetscCallMPI(MPI_Comm_size(comm, &e.size));
  if (e.rank == 0)
    printf("granum " GRANUM_VERSION ": %s\n", *c->title ? c->title : c->file);
  if (options->warns)
    PetscCall(GrOptionsWarnUnused(comm));
  PetscCall(PetscTime(&begin));
  PetscCall(NumberMembers(&e));
  if (folder)
    PetscCall(OpenResults(&e, folder, options->petsc));
  PetscCall(e.kind->run ? e.kind->run(&e, folder) : RunRounds(&e));
  if (e.results)
    PetscCall(GrResultsFinish(&e.results));
  PetscCall(PetscTime(&end));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &e.counted, 1, MPIU_INT64, MPI_SUM, comm));
  PetscCall(GrRunStudyCostReport(comm, folder, e.kind->counted, e.counted, end - begin));
  PetscErrorCode error = ReportFailures(&e);
  if (!error)
    error = ReportBalances(&e);
  PetscCall(PetscFree(e.begin));
  if (!error && e.rank == 0)
    GrRunResultsPrint(folder ? GrRunFolderPath(folder) : NULL, true, stdout);
  return error;
}

PetscInt64 GrRunEnsembleMembers(const GrStudy *study)
{
  const GrRunEnsembleKind *kind = KindOf(study);
  PetscInt64 total = 0;
  for (PetscInt64 i = 0; i < CasesOf(study); i++)
    total += MembersOf(kind, study, i);
  return total;
}

void GrRunEnsemblePrint(const GrStudy *study, const char *mark, FILE *out)
{
  const GrRunEnsembleKind *kind = KindOf(study);
  const PetscInt64 members = GrRunEnsembleMembers(study);

  fprintf(out, "%s%" PetscInt64_FMT " %s: %d variant%s, %d point%s of the sweep\n", mark, members,
          members == 1 ? kind->member : kind->members, study->n_variants, study->n_variants == 1 ? "" : "s",
          study->n_points, study->n_points == 1 ? "" : "s");
}
