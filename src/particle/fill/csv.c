/* csv: a particle file, each rank its part of the bytes; format and limits in csv.h. */
#include "particle/fill/csv.h"

#include "base/memory.h"
#include "parallel/sparse_exchange.h"
#include "particle/fill/csv_line.h"
#include <errno.h>
#include <fcntl.h>
#include <granum/error.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Where ids stand in the file. */
typedef struct {
  PetscInt64 *line;
  int *column;
} GrCsvPlaces;

/* An id and where it stands. */
enum { ENTRY_ID, ENTRY_LINE, ENTRY_COLUMN, ENTRY };

static int CompareEntries(const void *a, const void *b)
{
  const PetscInt64 *p = a, *q = b;
  int by_id = (p[ENTRY_ID] > q[ENTRY_ID]) - (p[ENTRY_ID] < q[ENTRY_ID]);
  return by_id ? by_id : (p[ENTRY_LINE] > q[ENTRY_LINE]) - (p[ENTRY_LINE] < q[ENTRY_LINE]);
}

/* The first line that gives an id for the second time, among the entries of one rank. */
static void FindTwice(GrCsvProblem *problem, PetscInt64 *entry, PetscInt64 n)
{
  if (n > 1)
    qsort(entry, (size_t)n, ENTRY * sizeof(*entry), CompareEntries);
  for (PetscInt64 i = 1; i < n; i++) {
    const PetscInt64 *one = entry + ENTRY * (i - 1), *two = one + ENTRY;
    if (one[ENTRY_ID] != two[ENTRY_ID] || (problem->line && problem->line < two[ENTRY_LINE]))
      continue;
    problem->line = two[ENTRY_LINE];
    problem->column = (int)two[ENTRY_COLUMN];
    snprintf(problem->text, sizeof problem->text,
             "id: %" PetscInt64_FMT " is given on line %" PetscInt64_FMT " already; give every particle its own",
             two[ENTRY_ID], one[ENTRY_LINE]);
  }
}

/* An entry and the rank it is for. */
typedef struct {
  PetscInt64 to, entry[ENTRY];
} Letter;

static int CompareLetters(const void *a, const void *b)
{
  const Letter *p = a, *q = b;
  return p->to != q->to ? (p->to > q->to) - (p->to < q->to) : CompareEntries(p->entry, q->entry);
}

/* Whether each id in the file is higher than the one before it: then none is given twice. Collective. */
static PetscErrorCode Ascend(MPI_Comm comm, PetscInt64 n, const PetscInt64 *id, PetscBool *all)
{
  PetscInt64 last = n > 0 ? id[n - 1] : 0, before = 0;
  int ascend = 1;

  PetscFunctionBeginUser;
  for (PetscInt64 i = 1; i < n; i++)
    ascend = ascend && id[i - 1] < id[i];
  PetscCallMPI(MPI_Exscan(&last, &before, 1, MPIU_INT64, MPI_MAX, comm)); /* leaves the first rank's as it is */
  ascend = ascend && (n == 0 || before < id[0]);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &ascend, 1, MPI_INT, MPI_MIN, comm));
  *all = (PetscBool)ascend;
  PetscFunctionReturn(0);
}

/* Letters in the order of the ranks they are for, as messages of entries that follow each other in `words`. */
static int MakeMessages(PetscInt64 n, const Letter letter[], PetscInt64 *words, GrMessage message[])
{
  int messages = 0;

  for (PetscInt64 i = 0; i < n; i++) {
    if (i == 0 || letter[i].to != letter[i - 1].to)
      message[messages++] = (GrMessage){(PetscMPIInt)letter[i].to, 0, words + ENTRY * i};
    memcpy(words + ENTRY * i, letter[i].entry, sizeof(letter[i].entry));
    message[messages - 1].words += ENTRY;
  }
  return messages;
}

/* Entries of ids of the same remainder meet on the rank of that number. */
static PetscErrorCode MeetEqualIds(MPI_Comm comm, int size, PetscInt64 n, const PetscInt64 *id,
                                   const GrCsvPlaces *places, PetscInt64 *arrived, PetscInt64 **entry)
{
  GrTraffic traffic = {0};
  GrMessage *out, *in;
  PetscInt64 *words;
  Letter *letter;
  int n_in;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(n, &letter));
  for (PetscInt64 i = 0; i < n; i++)
    letter[i] = (Letter){id[i] % size, {id[i], places->line[i], places->column[i]}};
  qsort(letter, (size_t)n, sizeof(*letter), CompareLetters);
  PetscCall(PetscMalloc2(ENTRY * n, &words, PetscMin(n, (PetscInt64)size), &out));
  PetscCall(GrSparseExchange(comm, MakeMessages(n, letter, words, out), out, &n_in, &in, &traffic));
  PetscCall(PetscFree(letter));
  PetscCall(PetscFree2(words, out));
  *arrived = 0;
  for (int p = 0; p < n_in; p++)
    *arrived += in[p].words / ENTRY;
  PetscCall(PetscMalloc1(ENTRY * *arrived, entry));
  for (PetscInt64 p = 0, begin = 0; p < n_in; begin += in[p++].words)
    PetscCall(PetscArraycpy(*entry + begin, in[p].data, in[p].words));
  PetscCall(GrSparseExchangeFree(n_in, &in));
  PetscFunctionReturn(0);
}

/* Whether an id is given twice; nothing need be sent where ids ascend. Collective. If there are equal ones, *problem on
   one or more ranks tells of the first line that repeats an id; otherwise it stays as it is. */
static PetscErrorCode CheckIds(MPI_Comm comm, PetscInt64 n, const PetscInt64 *id, const GrCsvPlaces *places,
                               GrCsvProblem *problem)
{
  PetscInt64 *entry, arrived = 0;
  PetscBool ascend = PETSC_FALSE;
  int size;

  PetscFunctionBeginUser;
  PetscCall(Ascend(comm, n, id, &ascend));
  if (ascend)
    PetscFunctionReturn(0);
  PetscCallMPI(MPI_Comm_size(comm, &size));
  PetscCall(MeetEqualIds(comm, size, n, id, places, &arrived, &entry));
  FindTwice(problem, entry, arrived);
  PetscCall(PetscFree(entry));
  PetscFunctionReturn(0);
}

enum { LINE_BYTES_MAX = 4096, HEAD_MAX = 1 << 16 };

/* What rank 0 finds at the start of the file. */
typedef struct {
  int error; /* errno */
  GrCsvProblem problem;
  PetscInt64 size, data; /* bytes of the file; where the line after the header begins */
  PetscInt64 line;       /* of the header */
  GrCsvHeader header;
} Head;

typedef struct {
  MPI_Comm comm;
  int rank, size;
  const char *path;
  Head head;
  char *text;            /* this rank's part, with some bytes before and after */
  PetscInt64 begin, end; /* lines that begin here are this rank's, as places in `text` */
  PetscInt64 held;       /* bytes of `text` */
  PetscInt64 first_line; /* number of the first line that begins at or behind `begin` */
  GrCsvPlaces places;    /* [rows.count], if there are ids */
  GrCsvProblem problem;  /* line 0: none */
} Reading;

/* All of n bytes at `from`, or errno. */
static int ReadAt(int file, char *text, PetscInt64 n, PetscInt64 from)
{
  for (PetscInt64 done = 0; done < n;) {
    ssize_t got = pread(file, text + done, (size_t)(n - done), (off_t)(from + done));
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return got < 0 ? errno : EIO;
    done += got;
  }
  return 0;
}

/* Finds the header in the first bytes of the file. */
static void FindHeader(Head *head, const char *text, PetscInt64 n)
{
  PetscInt64 at = n >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  for (head->line = 1; at < n; head->line++) {
    const char *begin = text + at, *end = memchr(begin, '\n', (size_t)(n - at));
    if (!end && n < head->size)
      break;
    end = end ? end : text + n;
    head->data = PetscMin(end - text + 1, head->size);
    if (!GrCsvLineEmpty(begin, end)) {
      if (!GrCsvHeaderParse(begin, end, &head->header, &head->problem))
        head->problem.line = head->line;
      return;
    }
    at = end - text + 1;
  }
  head->problem = (GrCsvProblem){.line = 1, .column = 1};
  snprintf(head->problem.text, sizeof head->problem.text,
           "there is no header in the first %d bytes; begin with the names of the columns: x, y, z, ...", HEAD_MAX);
}

/* What rank 0 knows after looking at the file. */
static void ReadHead(const char *path, Head *head)
{
  struct stat status;
  char text[HEAD_MAX];
  int file = open(path, O_RDONLY);
  if (file < 0 || fstat(file, &status)) {
    head->error = errno;
  } else if (!S_ISREG(status.st_mode)) {
    head->error = S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
  } else {
    PetscInt64 n = PetscMin((PetscInt64)status.st_size, HEAD_MAX);
    head->size = (PetscInt64)status.st_size;
    head->error = ReadAt(file, text, n, 0);
    if (!head->error)
      FindHeader(head, text, n);
  }
  if (file >= 0)
    close(file);
}

/* Fails on every rank if one of them could not read. */
static PetscErrorCode AgreeOnError(const Reading *r, int error)
{
  int worst;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Allreduce(&error, &worst, 1, MPI_INT, MPI_MAX, r->comm));
  if (worst)
    PetscFunctionReturn(GrFail(GR_EXIT_FILE,
                               "%s: could not be read: %s; give the path of a file of comma-separated values", r->path,
                               strerror(worst)));
  PetscFunctionReturn(0);
}

/* Fails on every rank with the problem that stands first in the file, if there is any. */
static PetscErrorCode AgreeOnProblem(Reading *r)
{
  PetscInt64 line = r->problem.line ? r->problem.line : INT64_MAX, first;
  int owner, known;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Allreduce(&line, &first, 1, MPIU_INT64, MPI_MIN, r->comm));
  if (first == INT64_MAX)
    PetscFunctionReturn(0);
  known = line == first ? r->rank : -1;
  PetscCallMPI(MPI_Allreduce(&known, &owner, 1, MPI_INT, MPI_MAX, r->comm));
  PetscCallMPI(MPI_Bcast(&r->problem, sizeof r->problem, MPI_BYTE, owner, r->comm));
  PetscFunctionReturn(GrFail(GR_EXIT_INPUT, "%s:%" PetscInt64_FMT ":%d: %s", r->path, r->problem.line,
                             r->problem.column, r->problem.text));
}

static PetscInt64 CountLines(const char *text, PetscInt64 from, PetscInt64 to)
{
  PetscInt64 n = 0;
  for (PetscInt64 i = from; i < to; i++)
    n += text[i] == '\n';
  return n;
}

/* This rank's part of the bytes, the one before them (does a line begin with the part?) and the rest of a line that
   begins in them. */
static PetscErrorCode ReadPart(Reading *r)
{
  PetscInt64 bytes = r->head.size - r->head.data, share = bytes / r->size, more = bytes % r->size, before = 0;

  PetscFunctionBeginUser;
  PetscCall(GrMemoryDemand(r->comm, GR_EXIT_FILE, r->path, (GrDemand){"bytes of text", bytes, 1, 0}));
  PetscInt64 from = r->head.data + share * r->rank + PetscMin((PetscInt64)r->rank, more);
  PetscInt64 to = from + share + (r->rank < more), start = PetscMax(from - 1, 0);
  r->held = PetscMin(to + LINE_BYTES_MAX, r->head.size) - start;
  r->begin = from - start;
  r->end = to - start;
  PetscCall(PetscMalloc1((size_t)r->held + 1, &r->text));
  int file = open(r->path, O_RDONLY);
  int error = file < 0 ? errno : ReadAt(file, r->text, r->held, start);
  if (file >= 0)
    close(file);
  PetscCall(AgreeOnError(r, error));
  PetscInt64 lines = CountLines(r->text, r->begin, r->end);
  PetscCallMPI(MPI_Exscan(&lines, &before, 1, MPIU_INT64, MPI_SUM, r->comm));
  r->first_line = r->head.line + 1 + (r->rank ? before : 0);
  /* a line that begins before the part belongs to the rank before */
  while (r->begin < r->end && r->text[r->begin - 1] != '\n')
    r->first_line += r->text[r->begin++] == '\n';
  PetscFunctionReturn(0);
}

/* One line into the row that follows those read; a first problem ends the reading. */
static void TakeLine(Reading *r, GrCsv *csv, const char *begin, const char *end)
{
  double value[GR_CSV_VALUES];
  PetscInt64 id = 0, i = csv->rows.count;
  int place = 0;
  if (!GrCsvLineParse(&r->head.header, begin, end, value, &id, &place, &r->problem))
    return;
  for (int v = 0; v < GR_CSV_VALUES; v++)
    if (csv->value[v])
      csv->value[v][i] = value[v];
  csv->line[i] = r->first_line;
  if (csv->id) {
    csv->id[i] = id;
    r->places.column[i] = place;
  }
  csv->rows.count++;
}

static void TakeLines(Reading *r, GrCsv *csv)
{
  for (PetscInt64 at = r->begin; at < r->end && !r->problem.line; r->first_line++) {
    const char *begin = r->text + at, *end = memchr(begin, '\n', (size_t)(r->held - at));
    end = end ? end : r->text + r->held;
    r->problem.column = 0;
    if (end - begin > LINE_BYTES_MAX) {
      r->problem.column = 1;
      snprintf(r->problem.text, sizeof r->problem.text, "the line is longer than %d bytes; write one particle a line",
               LINE_BYTES_MAX);
    } else if (!GrCsvLineEmpty(begin, end)) {
      TakeLine(r, csv, begin, end);
    }
    if (r->problem.column)
      r->problem.line = r->first_line;
    at = end - r->text + 1;
  }
}

/* Columns long enough for every line that begins in the part. */
static PetscErrorCode AllocateColumns(Reading *r, GrCsv *csv)
{
  PetscInt64 n = CountLines(r->text, r->begin, r->end) + 1;

  PetscFunctionBeginUser;
  for (int v = 0; v < GR_CSV_VALUES; v++)
    if (GrCsvHas(&r->head.header, v))
      PetscCall(PetscMalloc1((size_t)n, &csv->value[v]));
  if (GrCsvHas(&r->head.header, GR_CSV_ID)) {
    PetscCall(PetscMalloc1((size_t)n, &csv->id));
    PetscCall(PetscMalloc1((size_t)n, &r->places.column));
  }
  PetscCall(PetscMalloc1((size_t)n, &csv->line));
  r->places.line = csv->line;
  PetscFunctionReturn(0);
}

/* Everything that may fail for the user's reasons. */
static PetscErrorCode ReadAll(Reading *r, GrCsv *csv)
{
  PetscFunctionBeginUser;
  if (r->rank == 0)
    ReadHead(r->path, &r->head);
  PetscCallMPI(MPI_Bcast(&r->head, sizeof r->head, MPI_BYTE, 0, r->comm));
  PetscCall(AgreeOnError(r, r->head.error));
  r->problem = r->head.problem;
  PetscCall(AgreeOnProblem(r));
  PetscCall(ReadPart(r));
  PetscCall(AllocateColumns(r, csv));
  TakeLines(r, csv);
  PetscCall(AgreeOnProblem(r));
  if (csv->id)
    PetscCall(CheckIds(r->comm, csv->rows.count, csv->id, &r->places, &r->problem));
  PetscCall(AgreeOnProblem(r));
  PetscCallMPI(MPI_Exscan(&csv->rows.count, &csv->rows.first, 1, MPIU_INT64, MPI_SUM, r->comm));
  csv->rows.first = r->rank ? csv->rows.first : 0;
  PetscCallMPI(MPI_Allreduce(&csv->rows.count, &csv->rows.total, 1, MPIU_INT64, MPI_SUM, r->comm));
  if (!csv->rows.total)
    r->problem = (GrCsvProblem){r->head.line, 1, "no particle follows the header; write one line for each"};
  PetscCall(AgreeOnProblem(r));
  PetscFunctionReturn(0);
}

PetscErrorCode GrCsvRead(MPI_Comm comm, const char *path, GrCsv *csv)
{
  Reading r = {.comm = comm, .path = path};

  PetscFunctionBeginUser;
  *csv = (GrCsv){.id = NULL};
  PetscCallMPI(MPI_Comm_rank(comm, &r.rank));
  PetscCallMPI(MPI_Comm_size(comm, &r.size));
  PetscErrorCode failed = ReadAll(&r, csv);
  PetscCall(PetscFree(r.text));
  PetscCall(PetscFree(r.places.column));
  if (failed)
    PetscCall(GrCsvDestroy(csv));
  PetscFunctionReturn(failed);
}

PetscErrorCode GrCsvDestroy(GrCsv *csv)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(csv->id));
  PetscCall(PetscFree(csv->line));
  for (int v = 0; v < GR_CSV_VALUES; v++)
    PetscCall(PetscFree(csv->value[v]));
  PetscFunctionReturn(0);
}
