/* Reads a particle file; each rank reads its part of the bytes. Format and limits are in csv.h. */
#include "particle/fill/csv.h"

#include "base/join.h"
#include "base/memory.h"
#include "parallel/row_split.h"
#include <errno.h>
#include <granum/error.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { HEAD_MAX = 1 << 16, LINE_MAX_BYTES = 4096 };

/* The start of the file, read by rank 0. */
typedef struct {
  int error;   /* errno */
  bool lammps; /* a data file or a text dump of LAMMPS or LIGGGHTS */
  GrCsvProblem problem;
  PetscInt64 size;        /* bytes of the file */
  PetscInt64 begin, line; /* first byte after the header; number of the line that begins there */
  GrCsvHeader header;
} Head;

/* State of the reading of this rank. */
typedef struct {
  MPI_Comm comm;
  int rank, size;
  const char *path;
  char *text;         /* part of the file, with some bytes before and after it */
  PetscInt64 at, end; /* offsets in `text`: lines that begin there remain to be read */
  PetscInt64 held;    /* length of `text` [bytes] */
  PetscInt64 line;    /* number of the last line that was read */
  Head head;
  PetscInt64 *place;    /* [rows.count] position of the id in its line, from 1 [bytes]; NULL: there are no ids */
  GrCsvProblem problem; /* line 0: none */
} Reading;

/* Reads n bytes at `from`. Returns 0 or errno. */
static int ReadBytes(FILE *file, char *text, PetscInt64 n, PetscInt64 from)
{
  errno = 0;
  if (fseeko(file, (off_t)from, SEEK_SET) == 0 && fread(text, 1, (size_t)n, file) == (size_t)n)
    return 0;
  return errno ? errno : EIO;
}

/* Fails on all ranks if a rank could not read the file. Collective. */
static PetscErrorCode AgreeOnError(const Reading *l, int error)
{
  int worst;

  PetscCallMPI(MPI_Allreduce(&error, &worst, 1, MPI_INT, MPI_MAX, l->comm));
  if (worst)
    return GrFail(GR_EXIT_FILE, "%s: could not be read: %s; give the path of a CSV file", l->path, strerror(worst));
  return 0;
}

static void KeepFirstProblem(const void *lower, void *value)
{
  const GrCsvProblem *a = lower;
  GrCsvProblem *b = value;

  if (a->line && (!b->line || a->line < b->line))
    *b = *a;
}

/* Fails on all ranks with the first problem in the file, if a rank has found one. Collective. */
static PetscErrorCode AgreeOnProblem(const Reading *l)
{
  GrCsvProblem first = l->problem;

  PetscCall(GrJoinAll(l->comm, sizeof(first), KeepFirstProblem, &first));
  if (!first.line)
    return 0;
  return GrFail(GR_EXIT_INPUT, "%s:%" PetscInt64_FMT ":%d: %s", l->path, first.line, first.column, first.text);
}

static PetscInt64 CountLines(const char *text, PetscInt64 from, PetscInt64 to)
{
  PetscInt64 n = 0;
  for (PetscInt64 i = from; i < to; i++)
    n += text[i] == '\n';
  return n;
}

/* Reads this rank's part of the bytes, the byte before it, which says whether a line begins with the part, and the rest
   of the line that begins last in it. Collective. */
static PetscErrorCode ReadPart(Reading *l)
{
  const Head *head = &l->head;
  PetscInt64 bytes = head->size - head->begin, share = bytes / l->size, more = bytes % l->size, before = 0;

  PetscCall(GrMemoryDemand(l->comm, GR_EXIT_FILE, l->path, (GrDemand){"bytes of text", bytes, 1, 0}));
  PetscInt64 from = head->begin + share * l->rank + PetscMin((PetscInt64)l->rank, more);
  PetscInt64 to = from + share + (l->rank < more), start = PetscMax(from - 1, 0);
  l->held = PetscMin(to + LINE_MAX_BYTES, head->size) - start;
  l->at = from - start;
  l->end = to - start;
  PetscCall(PetscMalloc1((size_t)l->held + 1, &l->text));
  FILE *file = fopen(l->path, "rb");
  int error = file ? ReadBytes(file, l->text, l->held, start) : errno;
  if (file)
    fclose(file);
  PetscCall(AgreeOnError(l, error));
  PetscInt64 lines = CountLines(l->text, l->at, l->end);
  PetscCallMPI(MPI_Exscan(&lines, &before, 1, MPIU_INT64, MPI_SUM, l->comm));
  l->line = head->line + (l->rank ? before : 0) - 1;
  /* a line that begins before the part belongs to the rank before */
  while (l->at < l->end && l->text[l->at - 1] != '\n')
    l->line += l->text[l->at++] == '\n';
  return 0;
}

/* Takes the next line that is neither empty nor a comment, without its LF. Returns false after the last line, or at a
   line that is too long, which is then the problem. */
static bool NextLine(Reading *l, const char **begin, const char **end)
{
  while (l->at < l->end) {
    *begin = l->text + l->at;
    *end = memchr(*begin, '\n', (size_t)(l->held - l->at));
    *end = *end ? *end : l->text + l->held;
    l->at = *end - l->text + 1;
    l->line++;
    if (*end - *begin > LINE_MAX_BYTES) {
      l->problem.line = l->line;
      l->problem.column = 1;
      snprintf(l->problem.text, sizeof l->problem.text, "the line is longer than %d bytes; write one particle a line",
               LINE_MAX_BYTES);
      return false;
    }
    if (!GrFillCsvLineEmpty(*begin, *end))
      return true;
  }
  return false;
}

/* Finds the header in the first bytes of the file. */
static void FindHeader(Head *head, const char *text, PetscInt64 n)
{
  PetscInt64 at = n >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  for (head->line = 2; at < n; head->line++) {
    const char *begin = text + at, *end = memchr(begin, '\n', (size_t)(n - at));
    if (!end && n < head->size)
      break;
    end = end ? end : text + n;
    head->begin = PetscMin(end - text + 1, head->size);
    if (!GrFillCsvLineEmpty(begin, end)) {
      if (!GrFillCsvHeaderParse(begin, end, &head->header, &head->problem))
        head->problem.line = head->line - 1;
      return;
    }
    at = end - text + 1;
  }
  head->problem = (GrCsvProblem){.line = 1, .column = 1};
  snprintf(head->problem.text, sizeof head->problem.text,
           "there is no header in the first %d bytes; begin with the names of the columns: x, y, z, ...", HEAD_MAX);
}

/* A dump begins with `ITEM:`. A data file has a line `N atoms` after its first line. `text` ends with a zero byte. */
static bool IsLammps(const char *text)
{
  long long n;
  int length = 0;

  if (strncmp(text, "ITEM:", 5) == 0)
    return true;
  for (const char *at = strchr(text, '\n'); at; at = strchr(at + 1, '\n'))
    if (sscanf(at + 1, "%lld atoms%n", &n, &length) == 1 && length > 0)
      return true;
  return false;
}

/* Reads the start of the file. */
static void ReadHead(const char *path, Head *head)
{
  struct stat status;
  char text[HEAD_MAX + 1];
  FILE *file = fopen(path, "rb");
  if (!file || fstat(fileno(file), &status)) {
    head->error = errno;
  } else if (!S_ISREG(status.st_mode)) {
    head->error = S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
  } else {
    PetscInt64 n = PetscMin((PetscInt64)status.st_size, HEAD_MAX);
    head->size = (PetscInt64)status.st_size;
    head->error = ReadBytes(file, text, n, 0);
    text[head->error ? 0 : n] = '\0';
    head->lammps = IsLammps(text);
    if (!head->error)
      FindHeader(head, text, n);
  }
  if (file)
    fclose(file);
}

/* Reads a line into the next row, or sets the problem. */
static void TakeLine(Reading *r, GrCsv *csv, const char *begin, const char *end)
{
  double value[GR_CSV_VALUES];
  PetscInt64 id = 0, i = csv->rows.count;
  int place = 0;
  if (!GrFillCsvLineParse(&r->head.header, begin, end, value, &id, &place, &r->problem)) {
    r->problem.line = r->line;
    return;
  }
  for (int v = 0; v < GR_CSV_VALUES; v++)
    if (csv->value[v])
      csv->value[v][i] = value[v];
  csv->line[i] = r->line;
  if (csv->id) {
    csv->id[i] = id;
    r->place[i] = place;
  }
  csv->rows.count++;
}

/* Allocates columns for all lines that begin in the part. */
static PetscErrorCode AllocateColumns(Reading *r, GrCsv *csv)
{
  PetscInt64 n = CountLines(r->text, r->at, r->end) + 1;

  for (int v = 0; v < GR_CSV_VALUES; v++)
    if (GrFillCsvHas(&r->head.header, v))
      PetscCall(PetscMalloc1((size_t)n, &csv->value[v]));
  if (GrFillCsvHas(&r->head.header, GR_CSV_ID)) {
    PetscCall(PetscMalloc1((size_t)n, &csv->id));
    PetscCall(PetscMalloc1((size_t)n, &r->place));
  }
  PetscCall(PetscMalloc1((size_t)n, &csv->line));
  return 0;
}

/* Columns of a table of ids: an id, and where it is in the file. */
enum { ID, LINE, PLACE, COLUMNS };

/* Finds the first line that repeats an id. rows: sorted by id; rows with equal ids are in any order. */
static void FindTwice(const GrParallelColumns *rows, GrCsvProblem *problem)
{
  const PetscInt64 *id = rows->data[ID], *line = rows->data[LINE], *place = rows->data[PLACE];
  PetscInt first = 0; /* the row that gives the current id first in the file */

  for (PetscInt i = 1; i < rows->n; i++) {
    const bool same = id[i] == id[first], earlier = same && line[i] < line[first];
    const PetscInt before = earlier ? i : first, later = earlier ? first : i;
    first = same ? before : i;
    if (!same || (problem->line && problem->line < line[later]))
      continue;
    problem->line = line[later];
    problem->column = (int)place[later];
    snprintf(problem->text, sizeof problem->text,
             "id: %" PetscInt64_FMT " is given on line %" PetscInt64_FMT " already; give every particle its own",
             id[later], line[before]);
  }
}

/* Checks that no id is given twice. Sets the problem on the rank that finds it. Collective. */
static PetscErrorCode CheckIds(Reading *r, const GrCsv *csv)
{
  const PetscInt64 *const column[COLUMNS] = {csv->id, csv->line, r->place};
  const size_t size[COLUMNS] = {sizeof(PetscInt64), sizeof(PetscInt64), sizeof(PetscInt64)};
  GrParallelColumns rows;
  PetscInt64 twice;

  PetscCall(GrParallelColumnsCreate(COLUMNS, size, &rows));
  PetscCall(PetscIntCast(csv->rows.count, &rows.n));
  PetscCall(GrParallelColumnsReserve(&rows, rows.n));
  for (int k = 0; k < COLUMNS; k++)
    PetscCall(PetscArraycpy((PetscInt64 *)rows.data[k], column[k], rows.n));
  PetscCall(GrRowOrder(r->comm, ID, &rows, &twice));
  if (twice)
    FindTwice(&rows, &r->problem);
  return GrParallelColumnsDestroy(&rows);
}

/* All steps that may fail because of the file. */
static PetscErrorCode ReadAll(Reading *r, GrCsv *csv)
{
  const char *begin, *end;

  if (r->rank == 0)
    ReadHead(r->path, &r->head);
  PetscCallMPI(MPI_Bcast(&r->head, sizeof r->head, MPI_BYTE, 0, r->comm));
  PetscCall(AgreeOnError(r, r->head.error));
  if (r->head.lammps)
    return GrFail(GR_EXIT_INPUT,
                  "%s:1:1: is a file of LAMMPS; type `granum-post import %s --units si -o particles.csv`, "
                  "with the units of the file, and give particles.csv",
                  r->path, r->path);
  r->problem = r->head.problem;
  PetscCall(AgreeOnProblem(r));
  PetscCall(ReadPart(r));
  PetscCall(AllocateColumns(r, csv));
  while (!r->problem.line && NextLine(r, &begin, &end))
    TakeLine(r, csv, begin, end);
  PetscCall(AgreeOnProblem(r));
  if (csv->id)
    PetscCall(CheckIds(r, csv));
  PetscCall(AgreeOnProblem(r));
  PetscCall(GrRowDecomposeCounts(r->comm, csv->rows.count, &csv->rows));
  if (!csv->rows.total)
    r->problem = (GrCsvProblem){r->head.line - 1, 1, "no particle follows the header; write one line for each"};
  return AgreeOnProblem(r);
}

PetscErrorCode GrFillCsvRead(MPI_Comm comm, const char *path, GrCsv *csv)
{
  Reading r = {.comm = comm, .path = path};

  *csv = (GrCsv){.id = NULL};
  PetscCallMPI(MPI_Comm_rank(comm, &r.rank));
  PetscCallMPI(MPI_Comm_size(comm, &r.size));
  PetscErrorCode failed = ReadAll(&r, csv);
  PetscCall(PetscFree(r.text));
  PetscCall(PetscFree(r.place));
  if (failed)
    PetscCall(GrFillCsvDestroy(csv));
  return failed;
}

PetscErrorCode GrFillCsvDestroy(GrCsv *csv)
{
  PetscCall(PetscFree(csv->id));
  PetscCall(PetscFree(csv->line));
  for (int v = 0; v < GR_CSV_VALUES; v++)
    PetscCall(PetscFree(csv->value[v]));
  return 0;
}
